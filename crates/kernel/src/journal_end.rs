//! The end of the journal as the record saves it, with the lines of the record's last step. A crash between saving the record
//! and writing the journal loses none of these lines (promise P6).

use serde::{Deserialize, Serialize};

use crate::journal::{self, Tip};
use frieze_data::digest::Digest;

/// The end of the journal after a record's last step. Only refusals may follow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JournalEnd {
    /// The number of the last entry.
    #[serde(deserialize_with = "journal::number")]
    pub seq: u64,
    /// SHA-256 of the last line.
    pub line_sha256: Digest,
    /// The lines of the last step, oldest first; the last one has the hash above.
    pub lines: Vec<String>,
    /// The texts that the last step appended to logs before it wrote these lines.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub appended: Vec<Appended>,
}

/// A text in a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Appended {
    /// The path of the log. It is only compared with the flow's logs, since a record may come from anybody.
    pub log: String,
    /// The length of the log before, in bytes.
    pub at: u64,
    pub text: String,
}

impl JournalEnd {
    /// The end after these bytes were appended and the tip is this one.
    pub fn by(bytes: &[u8], tip: Tip) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Self { seq: tip.seq, line_sha256: tip.line, lines, appended: Vec::new() }
    }
}
