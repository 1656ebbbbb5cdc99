//! "Design needs: All requirements listed, acceptance criteria defined, scope boundaries clear".

use std::collections::{BTreeMap, BTreeSet};

use frieze_design::brief::{Reading, Requirement};
use frieze_generator::in_scope;

use super::Findings;
use crate::offline::Sources;
use crate::offline::demands::{answered, letters, reading};
use crate::offline::spec::criteria;
use crate::review::Severity::{Blocker, Warning};
use crate::sections::{Block, Sections, is_id};

/// The sections about the scope. One of them is enough.
const SCOPE: [&str; 3] = ["Out of scope", "In scope", "Scope and requirements"];

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let Some(read) = reading(artifact).filter(|read| !read.requirements.is_empty()) else {
        found.add(Blocker, "No requirement is listed.");
        return;
    };
    requirements(&read, sections, found);
    of_the_brief(&read, sources, found);
    let is_scope = |block: &Block| SCOPE.iter().any(|name| block.is_heading(name));
    if read.exclusions.is_empty() && !sections.0.iter().any(is_scope) {
        found.add(Warning, "There is no section that says what is out of scope.");
    }
}

fn requirements(read: &Reading, sections: &Sections, found: &mut Findings) {
    // The rows of tables, by the requirement in them.
    let rows = sections.0.iter().filter_map(|block| Some((letters(block.cell("Requirement")?), block)));
    let rows: BTreeMap<String, &Block> = rows.collect();
    let (mut nameless, mut bare) = (Vec::new(), Vec::new());
    for (at, requirement) in read.requirements.iter().enumerate() {
        let row = rows.get(&letters(&requirement.text));
        let cell = |column: &str| row.and_then(|row| row.cell(column)).unwrap_or_default();
        if requirement.label.is_empty() && !is_id(cell("ID")) {
            nameless.push(place(requirement));
        }
        if criteria(read, at).is_none() && !cell("Accepted when").contains(char::is_alphanumeric) {
            bare.push(place(requirement));
        }
    }
    found.each(Warning, &nameless, "requirement", "without an id");
    let severity = if bare.len() == read.requirements.len() { Blocker } else { Warning };
    found.each(severity, &bare, "requirement", "without a criterion that can be tested");
}

fn place(requirement: &Requirement) -> String {
    let label = &requirement.label;
    if label.is_empty() { format!("line {}", requirement.line) } else { label.clone() }
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
