//! Reading FROZEN.md: the fences, the checksum between them, the fields, then the bold lines against
//! the fields. The first thing that is wrong is said, with its place.

use serde_json::{Map, Value};

use super::marker::Marker;
use super::{SCHEMA_VERSION, UNSIGNED_VERSION, lines};
use crate::domain::digest::Digest;

/// The largest marker that is read, in bytes.
pub const LARGEST: usize = 64 * 1024;

/// Why some bytes are not a valid FROZEN.md, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAMarker {
    #[error("FROZEN.md has {0} bytes, and at most {LARGEST} are read")]
    TooLarge(usize),
    #[error("FROZEN.md line {line}: not UTF-8")]
    NotUtf8 { line: usize },
    #[error("FROZEN.md line {line}: {why}")]
    Form { line: usize, why: &'static str },
    /// Written by a later version of this program.
    #[error("FROZEN.md has schemaVersion {0}, and this frieze reads up to {SCHEMA_VERSION}")]
    Newer(u64),
    /// Some byte between the fences is another than when the design was frozen.
    #[error(
        "FROZEN.md line {line}: the front matter was changed: its checksum is {actual}, and `checksum` says {written}"
    )]
    Changed { line: usize, written: Digest, actual: Digest },
    /// The checksum holds, but the fields are not those of a marker.
    #[error("FROZEN.md line {line}: {why}")]
    Field { line: usize, why: String },
    #[error("FROZEN.md has no line `**{label}:** {expected}`, which its front matter asks for")]
    Missing { label: &'static str, expected: String },
    /// A bold line says something other than the front matter.
    #[error("FROZEN.md line {line}: `**{label}:**` says {said:?}, and the front matter says {expected:?}")]
    Disagrees { line: usize, label: &'static str, said: String, expected: String },
    #[error("FROZEN.md line {line}: `**{label}:**` stands where no such line belongs")]
    Stray { line: usize, label: &'static str },
}

impl NotAMarker {
    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Newer(_) => "use the frieze that wrote it, or a later one",
            Self::TooLarge(_) => "put the file back from version control; a marker is a page of text",
            Self::Form { why, .. } if *why == BOM || *why == CRLF => {
                "put the file back from version control, and keep editors and git from converting it"
            }
            Self::NotUtf8 { .. }
            | Self::Form { .. }
            | Self::Changed { .. }
            | Self::Field { .. }
            | Self::Missing { .. }
            | Self::Disagrees { .. }
            | Self::Stray { .. } => {
                "put the file back from version control; to unfreeze the design, delete it instead"
            }
        }
    }
}

const BOM: &str = "a byte order mark stands before the first `---`";
const CRLF: &str = "the line ends were converted to CRLF";
const FENCE: &str = "---\n";
const CHECKSUM: &str = "checksum:";

/// Reads a marker from the bytes of FROZEN.md.
pub fn read(bytes: &[u8]) -> Result<Marker, NotAMarker> {
    let fences = Fences::find(bytes)?;
    // Before the checksum, because a later form may have another one.
    if let Some(version) = version(&fences.fields)
        && version > u64::from(SCHEMA_VERSION)
    {
        return Err(NotAMarker::Newer(version));
    }
    let actual = fences.checksum();
    if actual != fences.written {
        return Err(NotAMarker::Changed { line: fences.checksum_line, written: fences.written, actual });
    }
    let marker = plain(&fences.fields).map_or_else(|| yaml(&fences.fields), Ok).map_err(|e| {
        let at = e.location().and_then(|l| usize::try_from(l.line()).ok()).unwrap_or(1);
        // Line 1 is the fence, and the checksum's line is not among the fields.
        let line = if at + 1 >= fences.checksum_line { at + 2 } else { at + 1 };
        NotAMarker::Field { line, why: reason(&e) }
    })?;
    let why = match (marker.schema_version, marker.signed, marker.brief_at_approval_sha256) {
        (SCHEMA_VERSION, Some(_), _) | (UNSIGNED_VERSION, None, None) => None,
        (SCHEMA_VERSION, None, _) => Some("it does not say whether it is signed".to_owned()),
        (UNSIGNED_VERSION, ..) => Some("schemaVersion 1 has no such fields".to_owned()),
        (other, ..) => Some(format!("schemaVersion {other} is unknown")),
    };
    if let Some(why) = why {
        return Err(NotAMarker::Field { line: 2, why });
    }
    compare(&marker, fences.body, fences.body_line)?;
    Ok(marker)
}

/// A file taken apart at its fences.
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

/// What the fields say of their version, found without reading all of them.
fn version(fields: &str) -> Option<u64> {
    fields.lines().find_map(|line| line.strip_prefix("schemaVersion:"))?.trim().parse().ok()
}

/// The fields as frieze writes them: a line each, every value as in JSON. A YAML reader finds the same in them, and takes
/// longer than all else of a verification; what is written in another way is left to it.
fn plain(fields: &str) -> Option<Marker> {
    // Escapes by number are not the same in both.
    if fields.contains("\\u") || fields.contains(|c: char| c.is_control() && c != '\n') {
        return None;
    }
    let mut all = Map::new();
    let mut nested: Option<(&str, Map<String, Value>)> = None;
    for line in fields.lines() {
        let (name, value) = line.split_once(':')?;
        let (of, name) = match (name.strip_prefix("  "), &mut nested) {
            (Some(name), Some((_, within))) => (within, name),
            (Some(_), None) => return None,
            (None, _) => {
                close(nested.take(), &mut all)?;
                if value.is_empty() {
                    nested = Some((name, Map::new()));
                    continue;
                }
                (&mut all, name)
            }
        };
        let value: Value = serde_json::from_str(value.strip_prefix(' ')?).ok()?;
        let is_scalar = !value.is_array() && !value.is_object();
        let is_plain = is_scalar && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_plain || of.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    close(nested, &mut all)?;
    serde_json::from_value(Value::Object(all)).ok()
}

/// Puts fields that belong together in their place; `None` where that is taken.
fn close(nested: Option<(&str, Map<String, Value>)>, all: &mut Map<String, Value>) -> Option<()> {
    let Some((name, within)) = nested else { return Some(()) };
    all.insert(name.to_owned(), Value::Object(within)).is_none().then_some(())
}

/// YAML without what makes YAML surprising: no anchors, merges, duplicate keys or loose booleans.
fn yaml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, serde_saphyr::Error> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 500,
            max_nodes: 200,
            max_depth: 4,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_merge_keys: 0,
            max_total_scalar_bytes: LARGEST,
        },
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::Error,
        merge_keys: serde_saphyr::options::MergeKeyPolicy::Error,
        strict_booleans: true,
        no_schema: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
}

/// The parser's reason in one line, without its place: it counts lines from the fence.
fn reason(error: &serde_saphyr::Error) -> String {
    let full = error.render_with_formatter(&serde_saphyr::UserMessageFormatter);
    let why = full.split(" at line ").next().unwrap_or_default();
    why.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line in lower case looks like a bold line with this label.
fn has_label(lower: &str, label: &str) -> bool {
    lower.contains(&format!("**{}:**", label.to_ascii_lowercase()))
}

/// "Where the two disagree the file is invalid and says where" (ruling 5).
fn compare(marker: &Marker, body: &str, first_line: usize) -> Result<(), NotAMarker> {
    let expected = lines::of(marker);
    let mut seen = vec![false; expected.len()];
    for (i, text) in body.split('\n').enumerate() {
        // Every label is bold.
        if !text.contains("**") {
            continue;
        }
        let line = first_line + i;
        let lower = text.to_ascii_lowercase();
        let absent =
            lines::OPTIONAL.into_iter().filter(|label| expected.iter().all(|(known, _)| known != label));
        if let Some(label) = absent.into_iter().find(|label| has_label(&lower, label)) {
            return Err(NotAMarker::Stray { line, label });
        }
        for ((label, value), seen) in expected.iter().zip(&mut seen) {
            let Some(said) = text.strip_prefix("**").and_then(|t| t.strip_prefix(label)?.strip_prefix(":**"))
            else {
                // A second way to write a line that people would read just the same.
                if has_label(&lower, label) {
                    return Err(NotAMarker::Stray { line, label });
                }
                continue;
            };
            if *seen {
                return Err(NotAMarker::Stray { line, label });
            }
            if said.strip_prefix(' ') != Some(value) {
                let said = said.trim().to_owned();
                return Err(NotAMarker::Disagrees { line, label, said, expected: value.clone() });
            }
            *seen = true;
        }
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
    fn what_is_read_without_yaml_is_what_yaml_says() {
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
