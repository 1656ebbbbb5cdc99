//! "Tasks needs: Ordered steps with dependencies, all design items covered, clear sequencing".

use std::collections::BTreeSet;

use super::Findings;
use crate::offline::Sources;
use crate::phase::FeaturePhase;
use crate::review::Severity::{Blocker, Warning};
use crate::sections::{self, Entry, Sections};

/// The most components that are searched by name.
const NAMED: usize = 1_000;

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let steps = sections::steps(artifact);
    if steps.is_empty() {
        found.add(Blocker, "There is no step: give each step a heading `### P-1 …`.");
        return;
    }
    order(&steps, found);
    components(artifact, sources, found);
    found.unnamed(Warning, sources, &sections.ids(), "in no step");
}

/// Steps whose dependencies all come before them have no cycle.
fn order(steps: &[Entry], found: &mut Findings) {
    let (mut before, mut twice): (BTreeSet<&str>, Vec<String>) = (BTreeSet::new(), Vec::new());
    let (mut silent, mut late) = (Vec::new(), Vec::new());
    // Ids of steps differ only in their digits; other words with digits are requirements or days.
    let form = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let forms: BTreeSet<String> = steps.iter().map(|step| form(&step.id)).collect();
    for step in steps {
        let needs = step.needs();
        if needs.is_none() {
            silent.push(step.id.clone());
        }
        let needs =
            needs.into_iter().flatten().filter(|need| forms.contains(&form(need)) && !before.contains(need));
        late.extend(needs.map(|need| format!("{} needs {need}", step.id)));
        if !before.insert(&step.id) {
            twice.push(step.id.clone());
        }
    }
    let is_unordered = silent.len() == steps.len() && steps.len() > 1;
    let severity = if is_unordered { Blocker } else { Warning };
    found.each(severity, &silent, "step", "without a line \"Depends on: …\", with ids or \"nothing\"");
    found.each(Warning, &twice, "step", "with the id of another step");
    found.each(Blocker, &late, "step", "with a dependency on a step that is not before it");
}

/// Components of the design that no text of the plan names, by pointer, id or name.
fn components(artifact: &str, sources: &Sources<'_>, found: &mut Findings) {
    let text = artifact.to_lowercase();
    let is_break = |c: char| c.is_whitespace() || matches!(c, '`' | ',' | ';' | '(' | ')' | '|' | ':');
    let words: BTreeSet<&str> = artifact.split(is_break).collect();
    let all = sources.intent.iter().flat_map(|intent| intent.components.iter().enumerate());
    let is_named = |at: usize, id: &str| words.contains(id) || words.contains(&*format!("/components/{at}"));
    let lost = all.filter(|(at, one)| !is_named(*at, &one.id)).map(|(_, one)| one.name.clone());
    let mut lost: Vec<String> = match sources.intent {
        Some(_) => lost.collect(),
        None => sources.artifact(FeaturePhase::Design).map(written).unwrap_or_default(),
    };
    // The search for names takes too long for thousands of them.
    if lost.len() <= NAMED {
        lost.retain(|name| name.trim().is_empty() || !text.contains(&name.trim().to_lowercase()));
    }
    found.each(Blocker, &lost, "component", "in no step");
}

/// The components of a `design.md` without a frozen design: the highest headings of its section.
fn written(design: &str) -> Vec<String> {
    let design = Sections::read(design);
    let below = design.below(|block| block.is_heading("Components")).into_iter().next().unwrap_or_default();
    let top = below.iter().filter_map(|block| block.level).min();
    let parts = below.iter().filter(|block| block.level.is_some() && block.level == top);
    parts.map(|block| block.title().to_owned()).collect()
}
