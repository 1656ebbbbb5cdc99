//! "Implement needs: Small actionable tasks (<15 min each), clear acceptance criteria per task".

use super::findings::Findings;
use crate::offline::Sources;
use crate::offline::sections::{Sections, begins_word};
use crate::offline::steps::{self, ReadTask, read_tasks};
use crate::review::Severity;

/// The most minutes of a task.
const MINUTES: u64 = 15;
/// The most details of a task that is still small.
const DETAILS: usize = 12;

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let tasks = read_tasks(artifact);
    if tasks.is_empty() {
        found.blocker(None, "There is no task: give each task a checkbox.");
        return;
    }
    let id = |task: &ReadTask| task.id.clone();
    let large: Vec<String> = tasks.iter().filter(|task| is_large(task)).map(id).collect();
    found.each(Severity::Warning, &large, "task", "not small (under 15 minutes)");
    let bare: Vec<String> = tasks.iter().filter(|task| task.details.is_empty()).map(id).collect();
    let severity = if bare.len() == tasks.len() { Severity::Blocker } else { Severity::Warning };
    found.each(severity, &bare, "task", "without an acceptance criterion");
    let named = sections.ids();
    let steps = sources.plan.map(steps::read).unwrap_or_default();
    let lost: Vec<String> =
        steps.iter().filter(|step| !named.contains(&step.id)).map(|step| step.id.clone()).collect();
    found.each(Severity::Blocker, &lost, "step", "of the plan without a task");
    found.unnamed(Severity::Warning, sources, &named, "in no task");
}

/// Whether a task names a longer time, or has many details.
fn is_large(task: &ReadTask) -> bool {
    let texts = std::iter::once(&task.title).chain(&task.details).filter(|text| is_estimate(text));
    task.details.len() > DETAILS || texts.into_iter().any(|text| longest(text) > MINUTES)
}

/// Whether a text is an estimate and not a requirement: short, or with the word for it.
fn is_estimate(text: &str) -> bool {
    text.len() <= 40 || begins_word(text, &["estimate", "effort", "time", "duration"])
}

/// The longest time of a text, in minutes: `45 min`, `(2h)`, `1 day`.
fn longest(text: &str) -> u64 {
    let (mut longest, mut number) = (0, None);
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (value, unit) = word.split_at(digits);
        number = value.parse::<u64>().ok().or(number);
        let minutes = match unit.to_lowercase().as_str() {
            "m" | "min" | "mins" | "minute" | "minutes" => 1,
            "h" | "hr" | "hrs" | "hour" | "hours" => 60,
            "d" | "day" | "days" => 480,
            _ => 0,
        };
        longest = longest.max(number.unwrap_or(0).saturating_mul(minutes));
        if !unit.is_empty() {
            number = None;
        }
    }
    longest
}
