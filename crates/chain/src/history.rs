//! `.review-history.md`: what reviewers said and what was changed (Interface 4). Entries are appended; files of others, in other
//! forms, are read as far as they can be.

use std::fmt::Write as _;

use jiff::Timestamp;

use crate::phase::FeaturePhase;
use crate::review::{Issue, Review, Severity};

/// The most issues of an entry; `.meta.json` and the review's own file have more.
const MOST_ISSUES: usize = 100;
/// The longest text of an entry, in characters.
const LONGEST: usize = 4_000;

/// One iteration, to be appended.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub phase: FeaturePhase,
    /// Whether the heading of the phase comes before it.
    pub has_heading: bool,
    pub iteration: u32,
    pub at: Timestamp,
    pub review: &'a Review,
    /// "what executor changed".
    pub changes: &'a str,
}

/// The text of an entry, in the format of Interface 4.
pub fn write(entry: &Entry<'_>) -> String {
    let mut out = String::new();
    if entry.has_heading {
        let _ = writeln!(out, "## Phase: {}\n", entry.phase.name());
    }
    let _ = writeln!(out, "### Iteration {} - {}\n", entry.iteration, entry.at);
    let verdict = if entry.review.approved { "Approved" } else { "Not approved" };
    let summary = block(&entry.review.summary);
    let summary = if summary.is_empty() { format!("{verdict}.") } else { format!("{verdict}. {summary}") };
    let _ = writeln!(out, "**Reviewer Feedback:**\n{summary}\n\n**Issues:**");
    for issue in entry.review.issues.iter().take(MOST_ISSUES) {
        let at = issue.location.as_deref().map(|at| format!(" ({})", line(at))).unwrap_or_default();
        let _ = writeln!(out, "- [{}] {}{at}", issue.severity.name(), line(&issue.description));
    }
    match entry.review.issues.len() {
        0 => out.push_str("- none\n"),
        1..=MOST_ISSUES => {}
        all => {
            let _ = writeln!(out, "- {} more issues", all - MOST_ISSUES);
        }
    }
    let _ = writeln!(out, "\n**Changes Made:**\n{}\n\n---\n", block(entry.changes));
    out
}

/// A text of somebody in one line.
fn line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text of somebody that cannot pose as a heading or a rule of the file.
fn block(text: &str) -> String {
    let lines = text.trim().lines().map(|line| {
        let begins = line.trim_start();
        let poses = ["#", "---", "**"].iter().any(|mark| begins.starts_with(mark));
        if poses { format!("> {begins}") } else { line.to_owned() }
    });
    cut(&lines.collect::<Vec<_>>().join("\n"))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// One iteration as a history has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Iteration {
    /// As the heading before it names it.
    pub phase: Option<String>,
    pub number: Option<u32>,
    /// What follows the number in its heading.
    pub at: String,
    /// `None` if nothing says whether it was approved.
    pub approved: Option<bool>,
    pub issues: Vec<Issue>,
    /// All other lines.
    pub text: String,
}

/// Reads a history of any tool. Lines before the first iteration, and those that are no issue, are text.
pub fn read(history: &str) -> Vec<Iteration> {
    let mut all: Vec<Iteration> = Vec::new();
    let mut phase: Option<String> = None;
    for text in history.lines() {
        let bare = text.trim_start_matches('#').trim();
        let is_heading = text.starts_with('#');
        if is_heading && let Some(name) = after(bare, &["phase"]) {
            phase = Some(name.trim_start_matches([':', '-', ' ']).trim().to_owned());
            continue;
        }
        if is_heading && let Some(rest) = after(bare, &["iteration", "round"]) {
            let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
            let at = rest.trim_start().get(digits.len()..).unwrap_or_default();
            let at = at.trim_start_matches([':', '-', '–', ' ']).trim().to_owned();
            let approved = verdict(&at);
            let number = digits.parse().ok();
            all.push(Iteration { phase: phase.clone(), number, at, approved, ..Iteration::default() });
            continue;
        }
        let Some(current) = all.last_mut() else { continue };
        if let Some(issue) = issue(text) {
            current.issues.push(issue);
            continue;
        }
        // The first verdict counts: later lines may quote others.
        current.approved = current.approved.or_else(|| verdict(text));
        if !text.trim().is_empty() {
            current.text.push_str(text);
            current.text.push('\n');
        }
    }
    all
}

/// The rest of a heading that begins with one of these words.
fn after<'a>(heading: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().find_map(|word| {
        let (head, rest) = heading.split_at_checked(word.len())?;
        let is_word = !rest.starts_with(char::is_alphanumeric);
        (head.eq_ignore_ascii_case(word) && is_word).then_some(rest)
    })
}

/// Whether a line says that the artifact was approved.
fn verdict(line: &str) -> Option<bool> {
    let lower = line.to_lowercase();
    let has_word = |word: &str| lower.split(|c: char| !c.is_alphanumeric()).any(|found| found == word);
    let is_denied = ["not approved", "needs revision", "changes requested", "needs work"];
    if is_denied.iter().any(|text| lower.contains(text))
        || line.contains(['❌', '✗'])
        || ["rejected", "fail", "failed", "unapproved"].into_iter().any(has_word)
        || (has_word("approved") && ["no", "false"].into_iter().any(has_word))
    {
        return Some(false);
    }
    let is_approved = line.contains(['✅', '✓']) || ["approved", "pass", "passed"].into_iter().any(has_word);
    is_approved.then_some(true)
}

/// An issue of a bullet (`- [blocker] …`, `* **Warning**: …`) or of a row of a table (`| blocker | … | … |`).
fn issue(line: &str) -> Option<Issue> {
    let line = line.trim();
    if let Some(row) = line.strip_prefix('|') {
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        let at = cells.iter().position(|cell| severity(cell).is_some())?;
        let severity = severity(cells.get(at)?)?;
        let mut rest = cells.iter().skip(at + 1).filter(|cell| !cell.is_empty());
        let description = (*rest.next()?).to_owned();
        let location = rest.next().map(|cell| (*cell).to_owned());
        return Some(Issue { severity, description, location });
    }
    let bullet = line.strip_prefix(['-', '*', '+'])?.strip_prefix(' ')?.trim_start();
    let word: String = bullet.chars().take_while(|c| c.is_alphanumeric() || "[]*(: ".contains(*c)).collect();
    let first = word.trim_start_matches(['[', '*', '(']);
    let first: String = first.chars().take_while(|c| c.is_alphanumeric()).collect();
    let severity = severity(&first)?;
    let rest = bullet.trim_start_matches(['[', '*', '(']).get(first.len()..).unwrap_or_default();
    // A plain word is a severity only if a mark follows it: "note that …" is a sentence.
    if !rest.starts_with([']', '*', ')', ':']) {
        return None;
    }
    let description = rest.trim_start_matches([']', '*', ')', ':', ' ', '-', '–']).trim().to_owned();
    Some(Issue { severity, description, location: None })
}

/// A severity by its name, and by the names that other tools use.
fn severity(word: &str) -> Option<Severity> {
    match word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str() {
        "blocker" | "critical" | "high" => Some(Severity::Blocker),
        "warning" | "major" | "medium" => Some(Severity::Warning),
        "note" | "minor" | "low" | "info" => Some(Severity::Note),
        _ => None,
    }
}
