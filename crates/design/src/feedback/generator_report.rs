//! A generator's report on its own work.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::draft::{Applied, NotApplied};
use frieze_data::schema;

/// The most entries of each kind that are compared, and the most pointers of one.
const MOST: usize = 1_000;

/// Reads `report.json`, strictly.
///
/// # Errors
/// What is wrong with it, in one sentence.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    schema::report().read(bytes)
}

/// What a generator reports as done and as not done, by the words that it answers.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Report {
    applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// The entries about one request.
#[derive(Debug)]
pub struct ItemReport<'r> {
    pub applied: Vec<&'r Applied>,
    pub not_applied: Vec<&'r str>,
}

impl ItemReport<'_> {
    /// The entry about the request that comes after `before` others with the same words. There are `count` of them: without an entry
    /// for each, all are about each.
    pub fn of_one(mut self, before: usize, count: usize) -> Self {
        if self.applied.len() + self.not_applied.len() == count {
            let mut at = 0..;
            self.applied.retain(|_| at.next() == Some(before));
            self.not_applied.retain(|_| at.next() == Some(before));
        }
        self
    }

    /// All pointers of the things reported as done.
    pub fn places(&self) -> BTreeSet<&str> {
        let all = self.applied.iter().flat_map(|applied| applied.pointers.iter().chain(&applied.removed));
        all.map(String::as_str).collect()
    }

    /// All that the generator reports, what it did first; `None` if it reports nothing.
    pub fn in_words(&self) -> Option<String> {
        let denial = if self.applied.is_empty() { "" } else { "Not done: " };
        let done = self.applied.iter().map(|applied| applied.what.clone());
        let all: Vec<String> =
            done.chain(self.not_applied.iter().map(|why| format!("{denial}{why}"))).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
}

impl Report {
    /// The report in this JSON; nothing if it has another form.
    pub fn of(report: &Value) -> Self {
        let mut report = Self::deserialize(report).unwrap_or_default();
        report.applied.truncate(MOST);
        report.not_applied.truncate(MOST);
        for applied in &mut report.applied {
            applied.pointers.truncate(MOST);
            applied.removed.truncate(MOST);
        }
        report
    }

    /// The entries whose instruction is this request or a part of it.
    pub fn about(&self, item: &str) -> ItemReport<'_> {
        let is_about = |instruction: &str| words(instruction).is_some_and(|words| item.contains(words));
        let not_applied = self.not_applied.iter().filter(|it| is_about(&it.instruction));
        ItemReport {
            applied: self.applied.iter().filter(|it| is_about(&it.instruction)).collect(),
            not_applied: not_applied.map(|it| it.why.as_str()).collect(),
        }
    }
}

/// The words of an instruction; none for the id of a check, such as `clarity/vague-term`, which answers a finding.
fn words(instruction: &str) -> Option<&str> {
    // As requests are read.
    let words = super::bare(instruction);
    let is_check = words.contains('/') && !words.contains(' ') && !words.starts_with('/');
    (!is_check && words.chars().count() > 2).then_some(words)
}
