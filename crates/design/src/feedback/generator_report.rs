//! A generator's report on its own work.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

use serde::Deserialize;
use serde_json::Value;

use super::FeedbackRequest;
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

    /// The entries about each request. If as many entries have the same words as there are places with these words, they are about them
    /// in their order; else each is about all.
    pub fn by_request(&self, requests: &[FeedbackRequest]) -> Vec<ItemReport<'_>> {
        let done = self.applied.iter().map(|it| &it.instruction);
        let instructions = done.chain(self.not_applied.iter().map(|it| &it.instruction));
        let mut entries: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (entry, instruction) in instructions.enumerate() {
            if let Some(words) = words(instruction) {
                entries.entry(words).or_default().push(entry);
            }
        }
        let mut about: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (words, entries) in entries {
            let places = places(words, requests);
            if entries.len() == places.len() {
                about.extend(entries.into_iter().zip(places));
            } else {
                about.extend(entries.iter().flat_map(|entry| places.iter().map(|place| (*entry, *place))));
            }
        }
        let of_one = |request: usize| {
            let applied = self.applied.iter().zip(0..);
            let not_applied = self.not_applied.iter().zip(self.applied.len()..);
            ItemReport {
                applied: applied
                    .filter(|(_, at)| about.contains(&(*at, request)))
                    .map(|(it, _)| it)
                    .collect(),
                not_applied: not_applied
                    .filter(|(_, at)| about.contains(&(*at, request)))
                    .map(|(it, _)| it.why.as_str())
                    .collect(),
            }
        };
        (0..requests.len()).map(of_one).collect()
    }
}

/// The number of the request for each line, or part of a line, with these words; without any, of the requests that contain them.
fn places(words: &str, requests: &[FeedbackRequest]) -> Vec<usize> {
    let count = |text: &str| match text == words {
        true => 1,
        false => text.split(';').filter(|part| super::bare(part) == words).count(),
    };
    let numbered = || requests.iter().map(|request| request.words.as_str()).enumerate();
    let own: Vec<usize> = numbered().flat_map(|(at, text)| repeat_n(at, count(text))).collect();
    if own.is_empty() {
        return numbered().filter(|(_, text)| text.contains(words)).map(|(at, _)| at).collect();
    }
    own
}

/// The words of an instruction; none for the id of a check, such as `clarity/vague-term`, which answers a finding.
fn words(instruction: &str) -> Option<&str> {
    // As requests are read.
    let words = super::bare(instruction);
    let is_check = words.contains('/') && !words.contains(' ') && !words.starts_with('/');
    (!is_check && words.chars().count() > 2).then_some(words)
}
