//! "Tasks needs: Ordered steps with dependencies, all design items covered, clear sequencing".

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use crate::offline::Sources;
use crate::offline::entries::{self, Entry};
use crate::offline::sections::{Sections, is_id};
use crate::review::Severity::{Blocker, Warning};

/// The most components that are searched by name.
const NAMED: usize = 1_000;

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let steps = entries::steps(artifact);
    if steps.is_empty() {
        found.add(Blocker, "There is no step: give each step a number or an id.");
        return;
    }
    order(&steps, found);
    components(artifact, sources, found);
    found.unnamed(Warning, sources, &sections.ids(), "in no step");
}

/// Steps whose dependencies all come before them have no cycle.
fn order(steps: &[Entry], found: &mut Findings) {
    let mut at_of: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut twice, mut silent, mut late, mut unknown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (at, step) in steps.iter().enumerate() {
        if at_of.insert(&step.id, at).is_some() {
            twice.push(step.id.clone());
        }
    }
    for (at, step) in steps.iter().enumerate() {
        let Some(needs) = step.needs() else {
            silent.push(step.id.clone());
            continue;
        };
        for need in needs {
            let place = format!("{} needs {need}", step.id);
            match at_of.get(need) {
                Some(other) if *other > at => late.push(place),
                None if is_id(need) && letters(need) == letters(&step.id) => unknown.push(place),
                Some(_) | None => {}
            }
        }
    }
    let is_unordered = silent.len() == steps.len() && steps.len() > 1;
    let severity = if is_unordered { Blocker } else { Warning };
    found.each(severity, &silent, "step", "without dependencies, or that there are none");
    found.each(Warning, &twice, "step", "with the id of another step");
    found.each(Blocker, &late, "step", "before one that it needs");
    found.each(Warning, &unknown, "step", "with a dependency that does not exist");
}

/// What an id begins with: `P-` of `P-9`.
fn letters(id: &str) -> &str {
    id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// Components of the frozen design that no text of the plan names, by pointer, id or name.
fn components(artifact: &str, sources: &Sources<'_>, found: &mut Findings) {
    let text = artifact.to_lowercase();
    let is_break = |c: char| c.is_whitespace() || matches!(c, '`' | ',' | ';' | '(' | ')' | '|' | ':');
    let words: BTreeSet<&str> = artifact.split(is_break).collect();
    let all = sources.intent.into_iter().flat_map(|intent| intent.components.iter().enumerate());
    let is_named = |at: usize, id: &str| words.contains(id) || words.contains(&*format!("/components/{at}"));
    let lost = all.filter(|(at, one)| !is_named(*at, &one.id)).map(|(_, one)| one.name.clone());
    let mut lost: Vec<String> = lost.collect();
    // The search for names takes too long for thousands of them.
    if lost.len() <= NAMED {
        lost.retain(|name| name.trim().is_empty() || !text.contains(&name.trim().to_lowercase()));
    }
    found.each(Blocker, &lost, "component", "in no step");
}
