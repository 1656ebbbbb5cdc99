//! The brief: a requirement document as it is read, of whatever format it came in.

use super::files::BRIEF;
use frieze_document::Format;
pub use frieze_document::LARGEST;
pub use frieze_reader::{
    Attribute, Entity, Force, Parts, Reading, Relation, Requirement, Scenario, Screen, Section, Skipped,
    Story, Traced, Why,
};

/// Why a file is no requirement document, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotABrief {
    #[error(transparent)]
    Unreadable(#[from] frieze_document::NotABrief),
    /// A brief is quoted to agents and kept byte for byte, so it is text as everybody reads it.
    #[error("the brief is encoded as UTF-16, and only UTF-8 is read")]
    Utf16,
    #[error("no requirement was found in it")]
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
                 requirement, or a list below a heading such as Requirements"
            }
        }
    }
}

/// Reads a requirement document. `file` is the name to cite; nothing is opened.
///
/// # Errors
/// Where it is none: a format that is not read, or a text that asks for nothing.
pub fn read(file: &str, bytes: &[u8]) -> Result<Reading, NotABrief> {
    let document = frieze_document::read(file, bytes)?;
    let is_text = matches!(document.format, Format::Text | Format::Gherkin);
    if is_text && (bytes.contains(&0) || std::str::from_utf8(bytes).is_err()) {
        return Err(NotABrief::Utf16);
    }
    let reading = frieze_reader::read(file, &document);
    if reading.requirements.is_empty() { Err(NotABrief::NoRequirement) } else { Ok(reading) }
}

/// A document as a feature is made from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenIn {
    /// What `brief.md` holds: the document byte for byte, or what was read of another format, as Markdown.
    pub brief: Vec<u8>,
    /// The bytes of a document of another format, and the name of the file that keeps them beside `brief.md`.
    pub original: Option<(&'static str, Vec<u8>)>,
    pub reading: Reading,
}

/// Takes in a document. `name` is the name of its file, which may tell its format.
///
/// # Errors
/// As for [`read`].
pub fn take_in(name: &str, bytes: Vec<u8>) -> Result<TakenIn, NotABrief> {
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
    let reading = read(BRIEF, &brief)?;
    Ok(TakenIn { brief, original, reading })
}
