//! Open questions: what the brief leaves open, told as it is instead of answered by invention.

use super::model::Things;
use super::naming::{TEXT, clipped};
use super::phrase::{label, short, tidy};
use crate::domain::brief::{Brief, Shape};

const MOST: usize = 60;
/// Entities without properties that are asked for by name.
const MOST_THINGS: usize = 8;

/// Everything that somebody has to answer.
pub(super) fn questions(
    brief: &Brief,
    bare: &[String],
    silent: &[String],
    edges: Vec<String>,
    bound: Vec<String>,
    flows: usize,
) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    all.extend(brief.open_questions.iter().map(|q| tidy_question(&q.text)));
    all.extend(edges);
    all.extend(bound);
    if brief.language != "en" || brief.shape == Shape::Structure {
        let language = if brief.language == "en" || brief.language.is_empty() {
            "another language"
        } else {
            &brief.language
        };
        all.push(format!(
            "The brief is written in {language}, which was read by its headings, lists and numbers alone: does this draft say what it means?"
        ));
    }
    if brief.statements.is_empty() && flows == 0 {
        all.push("What must the product do? The brief states no requirement that could be read.".to_owned());
    }
    if brief.actors.is_empty() && brief.stories.iter().all(|s| s.actor.is_none()) {
        all.push("Who uses it? The brief names nobody.".to_owned());
    }
    if brief.goals.is_empty() && brief.stories.iter().all(|s| s.benefit.is_none()) {
        all.push("What is it for? The brief names no goal.".to_owned());
    }
    if brief.entities.is_empty() {
        all.push("Which things does it keep, and with which properties? The brief names none.".to_owned());
    }
    if !bare.is_empty() && !brief.entities.is_empty() {
        // The plural of another language is not known.
        let many = |name: &String| match brief.language.as_str() {
            "en" => super::words::plural(&label(name)),
            _ => format!("“{}”", label(name)),
        };
        let names: Vec<String> = bare.iter().take(MOST_THINGS).map(many).collect();
        all.push(format!(
            "Which properties {} {} have? The brief names none but what tells one from another.",
            if names.len() == 1 && brief.language != "en" { "does" } else { "do" },
            super::phrase::listed(&names)
        ));
    }
    if !silent.is_empty() {
        let names: Vec<String> = silent.iter().take(MOST_THINGS).cloned().collect();
        all.push(format!(
            "What {} {} show when there is nothing to show, while it loads and when it fails? The brief does not say.",
            if names.len() == 1 { "does" } else { "do" },
            super::phrase::listed(&names)
        ));
    }
    all.extend(excluded(brief));
    // The language is asked for above, once.
    let unread = brief.not_understood.iter().filter(|n| !n.text.starts_with("The brief is written in "));
    all.extend(unread.map(|n| tidy(&n.text) + "."));
    all.retain(|q| q.chars().count() > 3);
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|q| seen.insert(q.to_lowercase()));
    all.truncate(MOST);
    all.iter().map(|q| clipped(q, TEXT)).collect()
}

/// What the brief puts out of scope, for whoever judges whether the draft keeps to it.
fn excluded(brief: &Brief) -> Option<String> {
    const MOST: usize = 8;
    let mut lines: Vec<u32> = brief.exclusions.iter().map(|e| e.line).collect();
    lines.dedup();
    let told = brief.exclusions.iter().map(|e| tidy(&short(&e.text, 120))).filter(|t| !t.is_empty());
    let told: Vec<String> = told.take(MOST).collect();
    let (first, last) = (lines.first()?, lines.last()?);
    let place = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
    let more = brief.exclusions.len().saturating_sub(MOST);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!told.is_empty()).then(|| {
        format!(
            "Out of scope by the brief ({place}): {}{rest}. Does anything in this draft belong to it?",
            told.join("; ")
        )
    })
}

fn tidy_question(text: &str) -> String {
    let text = short(text, 600);
    if text.is_empty() || text.ends_with(['?', '？']) { text } else { text + "?" }
}

/// Names of the things for which the brief gives no property.
pub(super) fn bare(things: &Things) -> Vec<String> {
    things.model.entities.iter().filter(|e| e.attributes.is_empty()).map(|e| e.name.clone()).collect()
}
