//! Prints the skeleton for a brief as JSON: `skeleton FILE [ANSWERS]`. A line of ANSWERS is a question, a tab and its answer. Answers
//! that are not understood are reported on standard error.

use std::error::Error;

use frieze_generator::{Answer, skeleton};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("Name a requirement document.")?;
    let document = frieze_document::read(&path, &std::fs::read(&path)?)?;
    let reading = frieze_reader::read(&path, &document);
    let answers = match arguments.next() {
        Some(answers) => std::fs::read_to_string(answers)?,
        None => String::new(),
    };
    let answers: Vec<Answer> = answers
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(question, text)| Answer { question: question.to_owned(), text: text.to_owned() })
        .collect();
    let drafted = skeleton(&reading, &answers, "feature");
    for (question, why) in drafted.unclear {
        eprintln!("{question}\n  {why}");
    }
    println!("{}", serde_json::to_string_pretty(&drafted.intent)?);
    Ok(())
}
