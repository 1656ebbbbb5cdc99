//! What a record keeps of those who answer: who it was, and how often an answer was put off.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Who answered in a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnsweredBy {
    pub model: String,
    /// Of the last answer; a provider may change it while the model stays.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fingerprint: Option<String>,
}

/// An agent that asked to be asked again later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Retry {
    /// How often it has put off this answer.
    pub count: u32,
    /// When it was asked first.
    pub since: Timestamp,
    pub not_before: Timestamp,
    pub why: String,
}
