//! What a record knows of its journal: where it ends once the notes of the record's last step are in it, and those notes.
//! They are saved with the record, so that a crash between the two loses none of them (promise P6).

use serde::{Deserialize, Serialize};

use crate::domain::digest::Digest;
use crate::domain::journal::Tip;

/// The journal's end after a record's last step. What only told of a refusal may follow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Journalled {
    /// The number of the last entry.
    pub seq: u64,
    /// SHA-256 of the last line.
    pub line_sha256: Digest,
    /// The lines of the last step, oldest first: the last of them is the one above.
    pub lines: Vec<String>,
}

impl Journalled {
    /// The end of a journal that these bytes bring to this tip.
    pub fn by(bytes: &[u8], tip: Tip) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Self { seq: tip.seq, line_sha256: tip.line, lines }
    }
}
