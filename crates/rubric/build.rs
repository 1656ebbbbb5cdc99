//! Compiles the lexicon of technology terms into tables and hashes the word data.

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use sha2::{Digest, Sha256};

#[path = "build/lexicon.rs"]
mod lexicon;
#[path = "build/word_data.rs"]
mod word_data;

/// The lists of terms. The first one explains the format.
const TERMS: [&str; 6] = ["terms", "libraries", "platforms", "services", "jargon", "idioms"];

/// The words around terms, and those of a program's own names. Only the first list is part of the rubric's identity.
const CUES: &str = "src/lexicon/cues.txt";
const CODE_WORDS: &str = "src/lexicon/code_words.txt";
/// The other word lists.
const LISTS: &str = "src/text/lists.txt";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/lexicon/first_word.rs");
    let read = |path: String| {
        println!("cargo::rerun-if-changed={path}");
        fs::read_to_string(path)
    };
    let terms = TERMS.map(|name| read(format!("src/lexicon/{name}.txt")));
    let terms = terms.into_iter().collect::<io::Result<String>>()?;
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("lexicon.rs"), lexicon::tables(&terms)?)?;
    let cues = read(CUES.to_owned())?;
    let all_cues = cues.clone() + &read(CODE_WORDS.to_owned())?;
    fs::write(Path::new(&folder).join("cues.rs"), lexicon::cues(&all_cues)?)?;
    let lists = read(LISTS.to_owned())?;
    fs::write(Path::new(&folder).join("lists.rs"), lexicon::constants(&lists)?)?;

    // Hashed here because hashing 400 kB at every start would take too long.
    let mut hash = Sha256::new();
    hash.update(word_data::words(&terms));
    hash.update(word_data::words(&cues));
    hash.update(word_data::words(&lists));
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(Path::new(&folder).join("word_data.sha256"), digest)?;
    Ok(())
}
