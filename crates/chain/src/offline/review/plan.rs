//! "Tasks needs: Ordered steps with dependencies, all design items covered, clear sequencing".

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use crate::offline::Sources;
use crate::offline::elements::{COMPONENT, place};
use crate::offline::sections::{Sections, is_id};
use crate::offline::steps::{self, ReadStep};
use crate::review::Severity;

/// The most components that are searched by name.
const NAMED: usize = 1_000;

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let steps = steps::read(artifact);
    if steps.is_empty() {
        found.blocker(None, "There is no step: give each step a number or an id.");
        return;
    }
    order(&steps, found);
    components(artifact, sources, found);
    found.unnamed(Severity::Warning, sources, &sections.ids(), "in no step");
}

fn order(steps: &[ReadStep], found: &mut Findings) {
    let mut at_of: BTreeMap<&str, usize> = BTreeMap::new();
    let mut twice = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        if at_of.insert(&step.id, at).is_some() {
            twice.push(step.id.clone());
        }
    }
    let cycle = steps::cycle(steps);
    let silent = steps.iter().filter(|step| step.needs.is_none()).map(|step| step.id.clone());
    let silent: Vec<String> = silent.collect();
    let (mut late, mut unknown) = (Vec::new(), Vec::new());
    for (at, step) in steps.iter().enumerate() {
        for need in step.needs.iter().flatten() {
            let place = format!("{} needs {need}", step.id);
            match at_of.get(need.as_str()) {
                Some(other) if *other > at && cycle.is_empty() => late.push(place),
                None if is_id(need) && has_same_form(need, &step.id) => unknown.push(place),
                Some(_) | None => {}
            }
        }
    }
    let is_unordered = silent.len() == steps.len() && steps.len() > 1;
    let severity = if is_unordered { Severity::Blocker } else { Severity::Warning };
    found.each(severity, &silent, "step", "without dependencies, or that there are none");
    found.each(Severity::Warning, &twice, "step", "with the id of another step");
    found.each(Severity::Blocker, &cycle, "step", "without an order: they depend on each other");
    found.each(Severity::Warning, &late, "step", "before one that it needs");
    found.each(Severity::Warning, &unknown, "step", "with a dependency that does not exist");
}

/// Whether two ids begin with the same letters: `P-9` and `P-1`.
fn has_same_form(one: &str, other: &str) -> bool {
    let letters = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned();
    letters(one) == letters(other)
}

/// Components of the design that no text of the plan names, by pointer, id or name.
fn components(artifact: &str, sources: &Sources<'_>, found: &mut Findings) {
    let text = artifact.to_lowercase();
    let is_break = |c: char| c.is_whitespace() || matches!(c, '`' | ',' | ';' | '(' | ')' | '|' | ':');
    let words: BTreeSet<&str> = artifact.split(is_break).collect();
    let mut lost: Vec<String> = Vec::new();
    if let Some(intent) = sources.intent {
        let all = intent.components.iter().enumerate();
        let all = all
            .filter(|(at, one)| !words.contains(one.id.as_str()) && !words.contains(&*place(COMPONENT, *at)));
        lost.extend(all.map(|(_, one)| one.name.clone()));
    } else {
        let design = sources.design.map(Sections::read).unwrap_or_default();
        lost.extend(design.parts(&["component"]).into_iter().map(|part| part.name));
    }
    // The search for names takes too long for thousands of them.
    if lost.len() <= NAMED {
        lost.retain(|name| name.trim().is_empty() || !text.contains(&name.trim().to_lowercase()));
    }
    found.each(Severity::Blocker, &lost, "component", "in no step");
}
