//! Reading and importing the brief, whatever its format.

use frieze_data::text::lossy;
use frieze_document::Format;
pub use frieze_document::{LARGEST, front_matter};
use frieze_generator::InScope;
use frieze_kernel::files::BRIEF;
pub use frieze_reader::{
    Attribute, Entity, Force, Parts, Reading, Relation, Requirement, Scenario, Screen, Skipped, Story, Topic,
    Traced, Why,
};
use frieze_rubric::{Demand, Yardstick};

use super::answers;
use super::memo::Memo;

/// Why a file is no requirement document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotABrief {
    #[error(transparent)]
    Unreadable(#[from] frieze_document::NotABrief),
    /// A brief is quoted to agents and kept byte for byte, so it must be UTF-8.
    #[error("the brief is encoded as UTF-16; only UTF-8 is supported")]
    Utf16,
    #[error("it contains no requirement")]
    NoRequirement,
}

impl NotABrief {
    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable(e) => e.hint(),
            Self::Utf16 => "save the file as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
            Self::NoRequirement => {
                "say what the product must do: a sentence with must, shall or should, a user story, a numbered \
                 requirement, or a list below a heading such as Requirements; for a model, `frieze new … --as-prose` takes it as it is"
            }
        }
    }
}

/// Reads a requirement document. `file` is only the name to cite.
///
/// # Errors
/// The format is not supported, or the text contains no requirement.
pub fn read(file: &str, bytes: &[u8]) -> Result<Reading, NotABrief> {
    let reading = read_prose(file, bytes)?;
    if reading.requirements.is_empty() { Err(NotABrief::NoRequirement) } else { Ok(reading) }
}

/// Reads a document that may contain no requirement.
///
/// # Errors
/// The format is not supported.
pub fn read_prose(file: &str, bytes: &[u8]) -> Result<Reading, NotABrief> {
    static LAST: Memo<Result<Reading, NotABrief>> = Memo::new();
    LAST.get(&[file.as_bytes(), bytes], || read_again(file, bytes))
}

fn read_again(file: &str, bytes: &[u8]) -> Result<Reading, NotABrief> {
    let document = frieze_document::read(file, bytes)?;
    let is_text = matches!(document.format, Format::Text | Format::Gherkin);
    if is_text && (bytes.contains(&0) || std::str::from_utf8(bytes).is_err()) {
        return Err(NotABrief::Utf16);
    }
    Ok(frieze_reader::read(file, &document))
}

/// A document, ready to become a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedBrief {
    /// The content of `brief.md`: the document byte for byte, or its Markdown form if it came in another format.
    pub brief: Vec<u8>,
    /// A document in another format: the name of its copy next to `brief.md`, and its bytes.
    pub original: Option<(&'static str, Vec<u8>)>,
    pub reading: Reading,
}

/// Imports a document. `name` is its file name, which may decide its format.
///
/// # Errors
/// As for [`read`].
pub fn import(name: &str, bytes: Vec<u8>) -> Result<ImportedBrief, NotABrief> {
    let imported = import_prose(name, bytes)?;
    if imported.reading.requirements.is_empty() { Err(NotABrief::NoRequirement) } else { Ok(imported) }
}

/// Imports a document that a person takes for a brief although no requirement can be read in it: only a model can design from it,
/// and only the critic and the person can compare the design with it.
///
/// # Errors
/// The format is not supported.
pub fn import_prose(name: &str, bytes: Vec<u8>) -> Result<ImportedBrief, NotABrief> {
    let document = frieze_document::read(name, &bytes)?;
    let kept_as = match document.format {
        Format::Text | Format::Gherkin => None,
        Format::Html => Some("brief.html"),
        Format::Csv => Some("brief.csv"),
        Format::Docx => Some("brief.docx"),
    };
    let (brief, original) = match kept_as {
        None => (bytes, None),
        Some(name) => (frieze_document::to_markdown(&document).into_bytes(), Some((name, bytes))),
    };
    let reading = read_prose(BRIEF, &brief)?;
    Ok(ImportedBrief { brief, original, reading })
}

/// The yardstick of a brief with a person's answers and feedback. A brief that cannot be read demands nothing.
pub fn yardstick(brief: &[u8], answers: &[u8], feedback: &[String]) -> Yardstick {
    static LAST: Memo<Yardstick> = Memo::new();
    let parts: Vec<&[u8]> =
        [brief, answers].into_iter().chain(feedback.iter().map(String::as_bytes)).collect();
    LAST.get(&parts, || new_yardstick(brief, answers, feedback))
}

fn new_yardstick(brief: &[u8], answers: &[u8], feedback: &[String]) -> Yardstick {
    let answered = answers::read(answers);
    let reading = read(BRIEF, brief).ok();
    let demands = reading.iter().flat_map(|reading| frieze_generator::in_scope(reading, &answered));
    let all = reading.iter().flat_map(|reading| frieze_generator::in_scope(reading, &[])).count();
    let demands = demands.map(|InScope { id, kind, requirement }| Demand {
        id,
        text: requirement.text.clone(),
        line: requirement.line,
        force: requirement.force,
        kind,
    });
    let sources: Vec<String> =
        answered.iter().map(|answer| answer.text.clone()).chain(feedback.iter().cloned()).collect();
    let demands: Vec<Demand> = demands.collect();
    let taken_out = all.saturating_sub(demands.len());
    Yardstick::new(&lossy(brief), demands, &sources).without(taken_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft;

    #[test]
    fn what_a_person_takes_out_of_scope_is_still_in_the_brief() {
        let brief = b"# Shop\n\n## Requirements\n\n- The shop must sell.\n- The shop must close.\n";
        let reading = read(BRIEF, brief).unwrap();
        let id = "shop".parse().unwrap();
        let open = draft::draft(&reading, &id).open_questions;
        let question = open.iter().find(|question| question.starts_with("R2 ")).unwrap();
        let answered = answers::with_answer(b"", question, "out of scope");
        let said = |answers: &str| {
            let design = draft::begin(&reading, &answers::read(answers.as_bytes()), &id, &[]).intent;
            let design = frieze_intent::read(&serde_json::to_vec(&design).unwrap()).unwrap();
            let judged = frieze_rubric::evaluate_against(&design, &yardstick(brief, answers.as_bytes(), &[]));
            judged.fidelity.unwrap().in_words()
        };
        assert!(said("").starts_with("2 requirements in the brief, 2 in the design,"));
        let after = said(&answered);
        assert!(
            after.starts_with("2 requirements in the brief, 1 out of scope, 1 in the design,"),
            "{after}"
        );
    }
}
