//! Parser of FROZEN.md: the fences, the checksum, the fields, then the bold lines against the fields. It reports the first
//! error, with its line.

use std::iter::Peekable;
use std::str::Lines;

use serde::Deserialize as _;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{DeserializeSeed, Error as _, MapAccess};

use super::marker::Marker;
use super::{SCHEMA_VERSION, UNSIGNED_VERSION, bold_lines};
use crate::yaml;
use frieze_data::digest::Digest;

/// The largest marker, in bytes.
pub const LARGEST: usize = yaml::LARGEST;

/// Why a FROZEN.md is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAMarker {
    #[error("FROZEN.md has {0} bytes; the limit is {LARGEST}")]
    TooLarge(usize),
    #[error("FROZEN.md line {line}: not UTF-8")]
    NotUtf8 { line: usize },
    #[error("FROZEN.md line {line}: {why}")]
    Form { line: usize, why: &'static str },
    /// Written by a later version of this program.
    #[error("FROZEN.md has schemaVersion {0}; this frieze reads up to {SCHEMA_VERSION}")]
    Newer(u64),
    /// A byte between the fences was changed after the freeze.
    #[error(
        "FROZEN.md line {line}: the front matter was changed: its checksum is {actual}, but `checksum` says {written}"
    )]
    Changed { line: usize, written: Digest, actual: Digest },
    /// The checksum is right, but the fields are not a marker's.
    #[error("FROZEN.md line {line}: {why}")]
    Field { line: usize, why: String },
    #[error("FROZEN.md lacks the line `**{label}:** {expected}`, which its front matter requires")]
    Missing { label: &'static str, expected: String },
    /// A bold line differs from the front matter.
    #[error("FROZEN.md line {line}: `**{label}:**` says {said:?}, but the front matter says {expected:?}")]
    Disagrees { line: usize, label: &'static str, said: String, expected: String },
    #[error("FROZEN.md line {line}: `**{label}:**` does not belong here")]
    Stray { line: usize, label: &'static str },
}

impl NotAMarker {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Newer(_) => "use the frieze that wrote it, or a later one",
            Self::TooLarge(_) => "restore the file from version control",
            Self::Form { why, .. } if *why == BOM || *why == CRLF => {
                "restore the file from version control, and keep editors and git from converting it"
            }
            Self::NotUtf8 { .. }
            | Self::Form { .. }
            | Self::Changed { .. }
            | Self::Field { .. }
            | Self::Missing { .. }
            | Self::Disagrees { .. }
            | Self::Stray { .. } => {
                "restore the file from version control; to unfreeze the design, delete it instead"
            }
        }
    }
}

const BOM: &str = "there is a byte order mark before the first `---`";
const CRLF: &str = "the line ends were converted to CRLF";
const FENCE: &str = "---\n";
const CHECKSUM: &str = "checksum:";

/// Reads a marker from the bytes of FROZEN.md.
///
/// # Errors
/// The first error in the file, with its line.
pub fn read(bytes: &[u8]) -> Result<Marker, NotAMarker> {
    let fences = Fences::find(bytes)?;
    // Before the checksum, because a later version may compute it differently.
    if let Some(version) = version(&fences.fields)
        && version > u64::from(SCHEMA_VERSION)
    {
        return Err(NotAMarker::Newer(version));
    }
    let actual = fences.checksum();
    if actual != fences.written {
        return Err(NotAMarker::Changed { line: fences.checksum_line, written: fences.written, actual });
    }
    let marker = plain(&fences.fields).map_or_else(|| yaml(&fences.fields), Ok).map_err(|(line, why)| {
        let at = line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
        // Line 1 is the fence, and the checksum's line is not part of the fields.
        let line = if at + 1 >= fences.checksum_line { at + 2 } else { at + 1 };
        NotAMarker::Field { line, why }
    })?;
    let why = match (marker.schema_version, marker.signed, marker.brief_at_approval_sha256) {
        (SCHEMA_VERSION, Some(_), _) | (UNSIGNED_VERSION, None, None) => None,
        (SCHEMA_VERSION, None, _) => Some("the field `signed` is missing".to_owned()),
        (UNSIGNED_VERSION, ..) => Some("a field does not belong to schemaVersion 1".to_owned()),
        (other, ..) => Some(format!("schemaVersion {other} is unknown")),
    };
    if let Some(why) = why {
        return Err(NotAMarker::Field { line: 2, why });
    }
    compare(&marker, fences.body, fences.body_line)?;
    Ok(marker)
}

/// The file split at its fences.
pub(super) struct Fences<'a> {
    /// The bytes between the fences without the checksum's line.
    fields: String,
    written: Digest,
    checksum_line: usize,
    body: &'a str,
    body_line: usize,
}

impl<'a> Fences<'a> {
    pub(super) fn find(bytes: &'a [u8]) -> Result<Self, NotAMarker> {
        let text = decode(bytes)?;
        let form = |line, why| Err(NotAMarker::Form { line, why });
        let Some(after) = text.strip_prefix(FENCE) else {
            let why = match text {
                _ if text.starts_with('\u{FEFF}') => BOM,
                _ if text.starts_with("---\r\n") => CRLF,
                _ => "the file must begin with a line `---`",
            };
            return form(1, why);
        };
        let (mut fields, mut checksum) = (String::new(), None);
        let mut rest = after;
        let mut line = 1;
        while let Some((head, tail)) = rest.split_once('\n') {
            rest = tail;
            line += 1;
            if head == "---" {
                let Some((checksum_line, written)) = checksum else {
                    return form(line, "the front matter has no `checksum:` line");
                };
                return Ok(Self { fields, written, checksum_line, body: rest, body_line: line + 1 });
            }
            let Some(value) = head.strip_prefix(CHECKSUM) else {
                fields.push_str(head);
                fields.push('\n');
                continue;
            };
            if checksum.is_some() {
                return form(line, "a second `checksum:` line");
            }
            let Some(Ok(digest)) = value.strip_prefix(' ').map(str::parse) else {
                return form(
                    line,
                    "`checksum:` must be followed by a space and a SHA-256 in 64 lower-case digits",
                );
            };
            checksum = Some((line, digest));
        }
        form(line, "the front matter has no closing `---`")
    }

    /// SHA-256 of the bytes between the fences without the checksum's line (promise P7).
    pub(super) fn checksum(&self) -> Digest {
        Digest::of(self.fields.as_bytes())
    }
}

fn decode(bytes: &[u8]) -> Result<&str, NotAMarker> {
    if bytes.len() > LARGEST {
        return Err(NotAMarker::TooLarge(bytes.len()));
    }
    std::str::from_utf8(bytes).map_err(|e| {
        let before = bytes.get(..e.valid_up_to()).unwrap_or_default();
        NotAMarker::NotUtf8 { line: before.iter().filter(|b| **b == b'\n').count() + 1 }
    })
}

/// The schema version, without parsing all fields.
fn version(fields: &str) -> Option<u64> {
    fields.lines().find_map(|line| line.strip_prefix("schemaVersion:"))?.trim().parse().ok()
}

/// The fields as frieze writes them: one per line, each value as JSON. A YAML parser would read the same but take longer than
/// the rest of the verification. `None`: the fields are written in another way, and need that parser.
fn plain(fields: &str) -> Option<Marker> {
    // `\u` escapes differ between JSON and YAML.
    if fields.contains("\\u") || fields.contains(|c: char| c.is_control() && c != '\n') {
        return None;
    }
    let mut lines = fields.lines().peekable();
    Marker::deserialize(MapAccessDeserializer::new(Plain { lines: &mut lines, indent: "", value: "" })).ok()
}

/// The indentation of a role's fields.
const INDENT: &str = "  ";

/// The fields of the marker or of a role, for serde.
struct Plain<'l, 'a> {
    lines: &'l mut Peekable<Lines<'a>>,
    indent: &'static str,
    /// Of the last key.
    value: &'a str,
}

impl<'a> MapAccess<'a> for Plain<'_, 'a> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some(line) = self.lines.next_if(|line| line.starts_with(self.indent)) else { return Ok(None) };
        let field = line.get(self.indent.len()..).and_then(|field| field.split_once(':'));
        match field.filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            Some((name, value)) => {
                self.value = value;
                seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
            }
            None => Err(serde_json::Error::custom("not a plain field")),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        if self.value.is_empty() && self.indent.is_empty() {
            let role = Plain { lines: self.lines, indent: INDENT, value: "" };
            return seed.deserialize(MapAccessDeserializer::new(role));
        }
        match self.value.strip_prefix(' ').filter(|value| !value.trim_start().starts_with(['[', '{'])) {
            Some(value) => {
                let mut json = serde_json::Deserializer::from_str(value);
                let value = seed.deserialize(&mut json)?;
                json.end().map(|()| value)
            }
            None => Err(serde_json::Error::custom("not a plain value")),
        }
    }
}

fn yaml(text: &str) -> Result<Marker, (Option<u64>, String)> {
    yaml::read(text, 200, 4)
}

/// Whether a line in lower case looks like a bold line with this label.
fn has_label(lower: &str, label: &str) -> bool {
    lower.contains(&format!("**{}:**", label.to_ascii_lowercase()))
}

/// "Where the two disagree the file is invalid and says where" (ruling 5).
fn compare(marker: &Marker, body: &str, first_line: usize) -> Result<(), NotAMarker> {
    let expected = bold_lines::of(marker);
    let mut seen = vec![false; expected.len()];
    for (i, text) in body.split('\n').enumerate() {
        if !text.contains("**") {
            continue;
        }
        let line = first_line + i;
        let said = |label| text.strip_prefix("**").and_then(|t| t.strip_prefix(label)?.strip_prefix(":**"));
        let mut known = expected.iter().zip(&mut seen);
        let found =
            known.find_map(|((label, value), seen)| said(label).map(|said| (*label, value, seen, said)));
        // Other bold text on the line may look like a label to people.
        if found.as_ref().is_none_or(|(.., said)| said.contains("**")) {
            let lower = text.to_ascii_lowercase();
            let own = found.as_ref().map(|(label, ..)| *label);
            let labels = expected.iter().map(|(label, _)| *label).chain(bold_lines::OPTIONAL);
            let mut others = labels.filter(|label| Some(*label) != own);
            if let Some(label) = others.find(|label| has_label(&lower, label)) {
                return Err(NotAMarker::Stray { line, label });
            }
        }
        let Some((label, value, seen, said)) = found else { continue };
        if *seen {
            return Err(NotAMarker::Stray { line, label });
        }
        if said.strip_prefix(' ') != Some(value) {
            let said = said.trim().to_owned();
            return Err(NotAMarker::Disagrees { line, label, said, expected: value.clone() });
        }
        *seen = true;
    }
    match expected.into_iter().zip(seen).find(|(_, seen)| !seen) {
        Some(((label, expected), _)) => Err(NotAMarker::Missing { label, expected }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &str = "schemaVersion: 2\nfeatureId: \"pay\"\nfreezeNumber: 1\nchecksumSHA256: \"HASH\"\n\
        qualityThreshold: 80\nfinalScore: 87.50\niterationCount: 3\napprover: \"Ada \\\"L\\\" <a@b.org>\"\n\
        frozenAt: \"2026-11-21T06:14:39Z\"\nnote: null\napprovedUnseen: false\nsigned: true\n\
        previewSha256: \"HASH\"\ncritiqueSha256: \"HASH\"\nbriefSha256: \"HASH\"\nbriefAtApprovalSha256: null\n\
        rubricVersion: \"1.0.0\"\nrubricSha256: \"HASH\"\n\
        generator:\n  model: \"m\"\n  template: \"t\"\n  templateVersion: \"1\"\n  templateSha256: \"HASH\"\n\
        critic:\n  model: \"c\"\n  template: \"t\"\n  templateVersion: \"1\"\n  templateSha256: \"HASH\"\n\
        friezeVersion: \"0.1.0\"\nrunNumber: 4\njournalTip: \"HASH\"\n";

    #[test]
    fn the_plain_parser_agrees_with_yaml() {
        let fields = FIELDS.replace("HASH", &Digest::of(b"").to_string());
        assert_eq!(plain(&fields), yaml(&fields).ok());
        assert!(plain(&fields).is_some());
        let mut read = 0;
        for at in 0..=fields.len() {
            for with in [
                "", " ", "\t", "\r", "\n", "\"", "'", ":", ": ", "#", " #", "-", "~", "0", "e1", "\\u0041",
                "\u{85}", "&a ", "{}",
            ] {
                for upto in [at, at + 1] {
                    let Some(after) = fields.get(upto..) else { continue };
                    let changed = format!("{}{with}{after}", &fields[..at]);
                    let Some(marker) = plain(&changed) else { continue };
                    read += 1;
                    assert_eq!(Some(marker), yaml(&changed).ok(), "{changed}");
                }
            }
        }
        assert!(read > 1_000, "{read} were read");
    }
}
