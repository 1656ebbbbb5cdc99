//! `.review-history.md`: what reviewers said and what was changed (Interface 4). Entries are appended.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use frieze_data::text::{Shown, cut, first};
use jiff::Timestamp;

use crate::phase::FeaturePhase;
use crate::review::Review;

/// The most issues of an entry; `.meta.json` and the review's own file have more.
const MOST_ISSUES: usize = 100;
/// The longest text of an entry, in characters.
const LONGEST: usize = 4_000;
/// The most sections that are named for one kind of change.
const NAMED: usize = 8;

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

/// What changed between two versions of an artifact, by its sections: for executors that do not say it themselves.
#[must_use]
pub fn describe(before: Option<&str>, now: &str) -> String {
    let Some(before) = before else { return "First version.".to_owned() };
    if before == now {
        return "Nothing was changed.".to_owned();
    }
    let (old, new) = (sections(before), sections(now));
    let changed = |name: &&String| old.get(*name).is_some_and(|old| new.get(*name) != Some(old));
    let all: [(&str, Vec<&String>); 3] = [
        ("Added", new.keys().filter(|name| !old.contains_key(*name)).collect()),
        ("Changed", new.keys().filter(changed).collect()),
        ("Removed", old.keys().filter(|name| !new.contains_key(*name)).collect()),
    ];
    let named = all.iter().filter(|(_, names)| !names.is_empty());
    let all: Vec<String> = named.map(|(what, of)| format!("{what}: {}.", first(of, NAMED, ", "))).collect();
    if all.is_empty() { "The order of the sections was changed.".to_owned() } else { all.join(" ") }
}

/// The lines of each section by its heading. Sections of the same name count as one.
fn sections(text: &str) -> BTreeMap<String, Vec<&str>> {
    let (mut all, mut name) = (BTreeMap::<String, Vec<&str>>::new(), "the beginning".to_owned());
    let mut is_code = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        is_code ^= line.starts_with("```");
        let is_heading = !is_code && line.starts_with('#');
        if is_heading {
            line.trim_start_matches('#').trim().clone_into(&mut name);
        }
        let section = all.entry(name.clone()).or_default();
        section.extend((!is_heading).then_some(line));
    }
    all
}
