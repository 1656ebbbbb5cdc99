//! Prints the reading of a document: `cargo run -p frieze-reader --example reading FILE`.

use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a document")?;
    let document = frieze_document::read(&path, &std::fs::read(&path)?)?;
    let start = Instant::now();
    let reading = frieze_reader::read(&path, &document);
    eprintln!("{} requirements in {:?}", reading.requirements.len(), start.elapsed());
    println!("{reading:#?}");
    Ok(())
}
