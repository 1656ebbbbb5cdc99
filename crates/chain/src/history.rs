//! `.review-history.md`: what reviewers said and what was changed (Interface 4). Entries are appended.

use std::fmt::Write as _;

use frieze_data::text::{Shown, cut};
use jiff::Timestamp;

use crate::phase::FeaturePhase;
use crate::review::Review;

/// The most issues of an entry; `.meta.json` and the review's own file have more.
const MOST_ISSUES: usize = 100;
/// The longest text of an entry, in characters.
const LONGEST: usize = 4_000;

/// The text of an iteration, in the format of Interface 4, below the heading of a phase if it has one. `changes` is "what executor
/// changed".
pub fn write(
    heading: Option<FeaturePhase>,
    iteration: u32,
    at: Timestamp,
    review: &Review,
    changes: &str,
) -> String {
    let mut out = heading.map(|phase| format!("## Phase: {}\n\n", phase.name())).unwrap_or_default();
    let _ = writeln!(out, "### Iteration {iteration} - {at}\n");
    let verdict = if review.approved { "Approved" } else { "Not approved" };
    let summary = block(&review.summary);
    let summary = if summary.is_empty() { format!("{verdict}.") } else { format!("{verdict}. {summary}") };
    let _ = writeln!(out, "**Reviewer Feedback:**\n{summary}\n\n**Issues:**");
    for issue in review.issues.iter().take(MOST_ISSUES) {
        let at = issue.location.as_deref().map(|at| format!(" ({})", line(at))).unwrap_or_default();
        let _ = writeln!(out, "- [{}] {}{at}", issue.severity.name(), line(&issue.description));
    }
    match review.issues.len().saturating_sub(MOST_ISSUES) {
        0 if review.issues.is_empty() => out.push_str("- none\n"),
        0 => {}
        more => out.push_str(&format!("- {more} more issues\n")),
    }
    let _ = writeln!(out, "\n**Changes Made:**\n{}\n\n---\n", block(changes));
    out
}

/// A text of somebody in one line.
fn line(text: &str) -> String {
    cut(Shown::line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).as_str(), LONGEST)
}

/// A text of somebody that cannot pose as a heading or a rule of the file.
fn block(text: &str) -> String {
    let lines = text.trim().lines().map(|line| {
        let begins = line.trim_start();
        let poses = ["#", "---", "**"].iter().any(|mark| begins.starts_with(mark));
        if poses { format!("> {begins}") } else { line.to_owned() }
    });
    cut(Shown::block(&lines.collect::<Vec<_>>().join("\n")).as_str(), LONGEST)
}
