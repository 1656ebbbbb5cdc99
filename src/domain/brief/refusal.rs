//! Why a file is no brief, and the text of one that is.

use std::fmt;

/// The largest file that is read, in bytes. A requirement document of four mebibytes is a mistake.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// Why a file cannot be read as a requirement document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotABrief {
    Empty,
    OnlyWhiteSpace,
    /// NUL bytes: a program, a picture, an office document.
    Binary {
        line: u32,
    },
    Utf16,
    NotUtf8 {
        line: u32,
    },
    TooLarge {
        bytes: usize,
    },
    /// Text, but without a single word: rules, brackets, comments.
    NothingReadable,
}

impl fmt::Display for NotABrief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the brief is empty"),
            Self::OnlyWhiteSpace => f.write_str("the brief has nothing but white space in it"),
            Self::Binary { line } => {
                write!(f, "the brief is a binary file: there is a NUL byte on line {line}")
            }
            Self::Utf16 => f.write_str("the brief is encoded as UTF-16, and only UTF-8 is read"),
            Self::NotUtf8 { line } => {
                write!(f, "the brief is not UTF-8: line {line} has a byte that is no text")
            }
            Self::TooLarge { bytes } => {
                write!(f, "the brief is {bytes} bytes long, more than the {LARGEST} that are read")
            }
            Self::NothingReadable => f.write_str("the brief has no words outside comments and markup"),
        }
    }
}

impl std::error::Error for NotABrief {}

impl NotABrief {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty | Self::OnlyWhiteSpace => {
                "write what the feature is to do into the file, or name another file"
            }
            Self::Binary { .. } => "export the document as Markdown or plain text and name that file",
            Self::Utf16 => "save the file as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
            Self::NotUtf8 { .. } => "save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`",
            Self::TooLarge { .. } => "split the document and name the part that describes this feature",
            Self::NothingReadable => "write what the feature is to do as sentences or lists",
        }
    }
}

/// The text of a brief without its byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, NotABrief> {
    if bytes.is_empty() {
        return Err(NotABrief::Empty);
    }
    if bytes.len() > LARGEST {
        return Err(NotABrief::TooLarge { bytes: bytes.len() });
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) || is_bare_utf16(bytes) {
        return Err(NotABrief::Utf16);
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(NotABrief::Binary { line: line_of(bytes, at) });
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|e| NotABrief::NotUtf8 { line: line_of(bytes, e.valid_up_to()) })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(if text.is_empty() { NotABrief::Empty } else { NotABrief::OnlyWhiteSpace });
    }
    Ok(text)
}

/// Latin text as UTF-16 without a mark has a NUL in every other byte, and only there.
fn is_bare_utf16(bytes: &[u8]) -> bool {
    let head = bytes.get(..64.min(bytes.len())).unwrap_or_default();
    let nuls = |parity: usize| head.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let half = head.len() / 2;
    head.len() >= 4
        && ((nuls(0) == 0 && nuls(1) == half) || (nuls(1) == 0 && nuls(0) == head.len().div_ceil(2)))
}

fn line_of(bytes: &[u8], at: usize) -> u32 {
    let ends = bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
    u32::try_from(ends).unwrap_or(u32::MAX).saturating_add(1)
}
