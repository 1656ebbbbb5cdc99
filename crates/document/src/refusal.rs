//! Errors of reading a requirement document, with hints.

use thiserror::Error;

use crate::{LARGEST, MOST_LINES};

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotABrief {
    #[error("the brief is empty")]
    Empty,
    #[error("the brief has only white space")]
    OnlyWhiteSpace,
    /// The text has only rules, brackets, comments or code.
    #[error("the brief has no words outside comments, code and markup")]
    NoWords,
    #[error("the brief has {bytes} bytes, more than the {LARGEST} that are read")]
    TooLarge { bytes: usize },
    #[error("the brief has {lines} lines, more than the {MOST_LINES} that are read")]
    TooManyLines { lines: usize },
    #[error("the brief is a binary file: line {line} has a NUL byte")]
    Binary { line: u32 },
    #[error("the brief is not UTF-8: line {line} has an invalid byte")]
    NotUtf8 { line: u32 },
    #[error("the brief is a PDF file")]
    Pdf,
    /// Another office format than `.docx`; `what` names it.
    #[error("the brief is {what}")]
    Office { what: &'static str },
    #[error("the brief is a spreadsheet")]
    Spreadsheet,
    #[error("the brief is an archive")]
    Archive,
    #[error("the brief is a picture")]
    Image,
    /// `what` names its format, as `JSON`.
    #[error("the brief is {what} data")]
    Data { what: &'static str },
    #[error("the brief is an API description (OpenAPI or Swagger)")]
    Interface,
    #[error("the brief is XML, not HTML")]
    Xml,
    /// `what` names it, as `AsciiDoc`.
    #[error("the brief is {what}")]
    OtherMarkup { what: &'static str },
    #[error("the brief is source code")]
    SourceCode,
    /// `why` names the problem.
    #[error("the brief is a Word document that cannot be read: {why}")]
    Damaged { why: &'static str },
}

impl NotABrief {
    /// What the user can do.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty | Self::OnlyWhiteSpace => {
                "write what the feature does into the file, or name another file"
            }
            Self::NoWords => "write what the feature does as sentences or lists",
            Self::TooLarge { .. } | Self::TooManyLines { .. } => {
                "split the document and name the part that describes this feature"
            }
            Self::Binary { .. } => "export the document as Markdown, plain text or .docx and name that file",
            Self::NotUtf8 { .. } => "save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`",
            Self::Pdf => "export its text, or save the original as .docx, and name that file",
            Self::Office { .. } => "save it as .docx and name that file",
            Self::Spreadsheet => "save the sheet as CSV (UTF-8) and name that file",
            Self::Archive => "unpack it and name the document in it",
            Self::Image => "write what the picture shows as text and name that file",
            Self::Data { .. } => "describe in words what the data is for and what the feature does",
            Self::Interface => "describe in words what the API is for and what the feature does",
            Self::Xml => "export the document as Markdown, HTML or .docx and name that file",
            Self::OtherMarkup { .. } => "convert it to Markdown, for example with pandoc, and name that file",
            Self::SourceCode => "describe in words what the program does and name that file",
            Self::Damaged { .. } => "open it in Word, save it again as .docx, or export it as plain text",
        }
    }
}
