//! "Design needs: All requirements listed, acceptance criteria defined, scope boundaries clear".

use std::collections::{BTreeMap, BTreeSet};

use frieze_design::brief::{Reading, Requirement};
use frieze_generator::in_scope;

use super::findings::Findings;
use crate::offline::Sources;
use crate::offline::demands::{answered, is_criterion, letters, reading};
use crate::offline::spec::BY_HAND;
use crate::review::Severity::{Blocker, Note, Warning};
use crate::sections::{Sections, is_id};

/// Beginnings of words in the head of a column with criteria.
const CRITERIA: [&str; 6] = ["accept", "criteri", "test", "verif", "check", "measure"];

/// What tables say about a requirement.
#[derive(Default)]
struct Row {
    has_id: bool,
    has_criterion: bool,
    /// Whether it says that a person checks.
    is_by_hand: bool,
}

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let Some(read) = reading(artifact).filter(|read| !read.requirements.is_empty()) else {
        found.add(Blocker, "No requirement is listed.");
        return;
    };
    requirements(&read, sections, found);
    if read.exclusions.is_empty() && !sections.0.iter().any(|block| block.is_heading(&["scope", "goals"])) {
        found.add(Warning, "There is no section that says what is out of scope.");
    }
    of_the_brief(&read, sources, found);
    found.open_questions(sections, read.questions.len());
}

fn requirements(read: &Reading, sections: &Sections, found: &mut Findings) {
    let rows = rows(sections);
    // The lines of items that have items below them.
    let pairs = sections.0.iter().zip(sections.0.iter().skip(1));
    let above = pairs.filter(|(one, next)| one.depth.is_some() && next.depth > one.depth);
    let above: BTreeSet<u32> = above.map(|(one, _)| one.line).collect();
    let with_criteria: BTreeSet<usize> =
        read.requirements.iter().filter(|one| is_criterion(one)).filter_map(|one| one.story).collect();
    let (mut nameless, mut bare, mut by_hand) = (Vec::new(), Vec::new(), 0);
    for requirement in &read.requirements {
        let row = rows.get(&letters(&requirement.text));
        if requirement.label.is_empty() && !row.is_some_and(|row| row.has_id) {
            nameless.push(place(requirement));
        }
        let has_criterion = is_criterion(requirement)
            || requirement.story.is_some_and(|story| with_criteria.contains(&story))
            || row.is_some_and(|row| row.has_criterion)
            || above.contains(&requirement.line)
            || requirement.text.contains(|c: char| c.is_ascii_digit());
        if row.is_some_and(|row| row.is_by_hand) {
            by_hand += 1;
        } else if !has_criterion {
            bare.push(place(requirement));
        }
    }
    found.each(Warning, &nameless, "requirement", "without an id");
    let severity = if bare.len() == read.requirements.len() { Blocker } else { Warning };
    found.each(severity, &bare, "requirement", "without a criterion that can be tested");
    if by_hand > 0 {
        found.add(Note, &format!("Requirements that only a person can check: {by_hand}."));
    }
}

fn place(requirement: &Requirement) -> String {
    let label = &requirement.label;
    if label.is_empty() { format!("line {}", requirement.line) } else { label.clone() }
}

/// What tables say about requirements, by their texts.
fn rows(sections: &Sections) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for block in &sections.0 {
        let criterion = block.cell(&CRITERIA).unwrap_or_default();
        let has_id = block.cells.iter().any(|(_, cell)| is_id(cell));
        for (_, cell) in block.cells.iter().filter(|(_, cell)| !is_id(cell)) {
            let row = rows.entry(letters(cell)).or_default();
            row.has_id |= has_id;
            row.has_criterion |= criterion.contains(char::is_alphanumeric) && criterion != cell;
            row.is_by_hand |= criterion.starts_with(BY_HAND);
        }
    }
    rows
}

/// Requirements of the brief that the specification does not have, by text or label.
fn of_the_brief(read: &Reading, sources: &Sources<'_>, found: &mut Findings) {
    let Some(brief) = sources.brief.and_then(reading) else { return };
    let texts: BTreeSet<String> = read.requirements.iter().map(|one| letters(&one.text)).collect();
    let labels: BTreeSet<&str> =
        read.requirements.iter().map(|one| one.label.as_str()).filter(|label| is_id(label)).collect();
    let answers = answered(sources);
    let lost = in_scope(&brief, &answers).into_iter().filter(|one| {
        let requirement = one.requirement;
        !texts.contains(&letters(&requirement.text)) && !labels.contains(requirement.label.as_str())
    });
    let lost: Vec<String> = lost.map(|one| format!("{} (line {})", one.id, one.requirement.line)).collect();
    found.each(Warning, &lost, "requirement", "of the brief not here in its words");
}
