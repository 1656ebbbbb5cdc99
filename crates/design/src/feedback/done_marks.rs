//! `design/feedback-done.json`: the requests that a person has marked as done. A mark is bound to the iteration and to the
//! words; no program sets one.

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::{json, schema};

/// The most marks that are kept.
const MOST: usize = 10_000;

/// The content of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DoneFile {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub done: Vec<Done>,
}

/// One mark.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Done {
    /// The folder under `iterations/` whose feedback holds the words.
    pub folder: u32,
    /// SHA-256 of the request's words.
    pub words_sha256: Digest,
    pub by: String,
    /// RFC 3339.
    pub at: String,
}

impl DoneFile {
    /// A file without marks.
    pub fn new(feature: &FeatureId) -> Self {
        Self { schema_version: 1, feature_id: feature.clone(), done: Vec::new() }
    }

    /// Reads the file, strictly.
    ///
    /// # Errors
    /// Why it cannot be used, in one sentence.
    pub fn read(bytes: &[u8], feature: &FeatureId) -> Result<Self, String> {
        let file: Self = schema::feedback_done().read(bytes)?;
        if file.feature_id == *feature {
            Ok(file)
        } else {
            Err(format!("it belongs to the feature {}", file.feature_id))
        }
    }

    /// The file's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        json::pretty(self)
    }

    /// The mark of a request, if it has one.
    pub fn mark(&self, folder: u32, words: Digest) -> Option<&Done> {
        self.done.iter().find(|done| done.folder == folder && done.words_sha256 == words)
    }

    /// Sets or removes a mark; returns whether it is set now. A full file drops its oldest mark.
    pub fn toggle(&mut self, mark: Done) -> bool {
        let before = self.done.len();
        self.done.retain(|done| (done.folder, done.words_sha256) != (mark.folder, mark.words_sha256));
        let marks = self.done.len() == before;
        if marks {
            if self.done.len() >= MOST {
                self.done.remove(0);
            }
            self.done.push(mark);
        }
        marks
    }
}
