//! The requests of a rejection and their outcomes. An outcome is found by comparing the two designs: where the request
//! points, or where the generator reports a change. The generator's own report is only quoted.

mod change_index;
mod done_marks;
mod generator_report;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use change_index::ChangeIndex;
use frieze_data::digest::Digest;
use frieze_intent::Intent;
use frieze_intent::diff;
use generator_report::ItemReport;

pub use done_marks::{Done, DoneFile};
pub use generator_report::{Report, read as read_report};

/// The most requests of one rejection.
const MOST: usize = 200;
/// The most changes listed for one request.
const PLACES: usize = 20;

/// One request: a line of the feedback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedbackRequest {
    /// The words, without list marks.
    pub words: String,
    /// SHA-256 of the words, which binds a done mark to them.
    pub sha256: Digest,
    /// A JSON pointer into the rejected design, if the line starts with one.
    pub pointer: Option<String>,
}

/// The outcome of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No iteration has answered it yet.
    Waiting,
    /// Something changed where it points, or where the generator reports a change.
    Changed {
        changes: Vec<FoundChange>,
        /// What the generator reports: what it did, or why it did not.
        report: Option<String>,
        /// The generator reports that it did not do this, so the change may have another cause.
        denied: bool,
    },
    /// Nothing changed there; `why` is what is known of the cause.
    NotFound { why: String },
    /// It has no pointer, and the generator does not mention it.
    Unknown,
}

/// A change that answers a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundChange {
    /// JSON pointer into the new design; into the old one for what was removed.
    pub pointer: String,
    /// The change in words, which quote the designs.
    pub sentence: String,
    /// Whether it was removed: another element may have its place now.
    pub is_removed: bool,
}

impl FoundChange {
    /// `changed at /userFlows/1: renamed flow …`, `changed at /components/6 before: removed component …`
    pub fn in_words(&self) -> String {
        let before = if self.is_removed { " before" } else { "" };
        format!("changed at {}{before}: {}", self.pointer, self.sentence)
    }
}

/// The requests of a rejection: one per line, at most two hundred.
pub fn requests(feedback: &str) -> Vec<FeedbackRequest> {
    lines(feedback).take(MOST).map(FeedbackRequest::of).collect()
}

/// The number of lines after the last of its [`requests`].
pub fn unlisted(feedback: &str) -> usize {
    lines(feedback).skip(MOST).count()
}

fn lines(feedback: &str) -> impl Iterator<Item = &str> {
    feedback.lines().map(bare).filter(|line| !line.is_empty())
}

impl FeedbackRequest {
    fn of(words: &str) -> Self {
        let first = words.split_whitespace().next().unwrap_or_default().trim_end_matches([':', ',', ';']);
        let pointer = (first.starts_with('/') && first.len() > 1).then(|| first.to_owned());
        Self { words: words.to_owned(), sha256: Digest::of(words.as_bytes()), pointer }
    }
}

/// The outcome of each request, from the rejected design, the next one, and the generator's report, if there is one.
pub fn outcomes(
    requests: &[FeedbackRequest],
    before: &Intent,
    after: &Intent,
    report: Option<&serde_json::Value>,
) -> Vec<Outcome> {
    let changes = diff::between(before, after);
    let index = ChangeIndex::of(&changes);
    let report = report.map(Report::of).unwrap_or_default();
    let reports = report.by_request(requests);
    let claims: BTreeSet<&str> = reports
        .iter()
        .flat_map(|report| {
            report.applied.iter().flat_map(|applied| applied.pointers.iter().map(String::as_str))
        })
        .collect();
    let pairs = requests.iter().zip(&reports);
    pairs.map(|(request, report)| outcome(request, &index, report, &claims)).collect()
}

fn outcome(
    request: &FeedbackRequest,
    index: &ChangeIndex<'_>,
    report: &ItemReport<'_>,
    claims: &BTreeSet<&str>,
) -> Outcome {
    let own = report.places();
    let claimed = report.applied.iter().flat_map(|applied| &applied.pointers);
    let mut found = Vec::new();
    for pointer in claimed {
        index.now(pointer, PLACES, &mut found);
    }
    for pointer in report.applied.iter().flat_map(|applied| &applied.removed) {
        index.before(pointer, PLACES, &mut found);
    }
    if let Some(pointer) = &request.pointer {
        index.before(pointer, PLACES, &mut found);
    }
    // A place inside an element belongs to the element: its states, its fields.
    let is_own = |pointer: &str| {
        own.iter().any(|place| {
            place.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    // A change that the generator reports for another request belongs to that one, unless it says nothing about this one.
    let points_there = own.is_empty() && report.not_applied.is_empty() && request.pointer.is_some();
    found.retain(|(_, change)| {
        points_there || is_own(&change.pointer) || !claims.contains(change.pointer.as_str())
    });
    // One change for each element: the one that shares most words with the request.
    let wanted = change_index::words(&request.words);
    let shared = |change: &diff::Change| wanted.intersection(&change_index::change_words(change)).count();
    found.sort_by_cached_key(|(at, change)| (change.pointer.clone(), Reverse(shared(change)), *at));
    found.dedup_by(|(_, b), (_, a)| a.pointer == b.pointer);
    found.sort_unstable_by_key(|(at, change)| (!own.contains(change.pointer.as_str()), *at));
    if !found.is_empty() {
        let found_change = |change: &diff::Change| FoundChange {
            pointer: change.pointer.clone(),
            sentence: change.sentence.clone(),
            is_removed: change.kind == diff::Kind::Removed,
        };
        let changes = found.into_iter().take(PLACES).map(|(_, change)| found_change(change)).collect();
        let denied = report.applied.is_empty() && !report.not_applied.is_empty();
        return Outcome::Changed { changes, report: report.in_words(), denied };
    }
    match (report.in_words(), &request.pointer) {
        (Some(why), _) if report.applied.is_empty() => Outcome::NotFound { why },
        (Some(reported), _) => Outcome::NotFound {
            why: format!(
                "the generator reports \"{}\", but nothing changed there",
                reported.trim_end_matches('.')
            ),
        },
        (None, Some(pointer)) => Outcome::NotFound { why: format!("nothing changed at {pointer}") },
        (None, None) => Outcome::Unknown,
    }
}

/// A line without list marks.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches(|c: char| "-*•+>#".contains(c) || c.is_whitespace());
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after.len() < line.len() && line.len() - after.len() <= 3;
    match after.strip_prefix(['.', ')']).filter(|rest| numbered && rest.starts_with(' ')) {
        Some(rest) => rest.trim(),
        None => line,
    }
}

#[cfg(test)]
mod tests;
