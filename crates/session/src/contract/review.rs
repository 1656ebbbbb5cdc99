//! The built-in reviewer: every requirement id in a scenario, every entity in a table, every relationship a key.

use std::collections::BTreeMap;

use frieze_intent::Intent;
use serde_json::json;

use super::model::Model;
use super::names::{line, slug};
use super::sql_scan::Tables;
use super::{ACCEPTANCE, FILES, SCHEMA, count, gherkin_scan};
use crate::profile::Source;
use crate::review::{Issue, MOST_ISSUES, Review, Verdict};

/// A fault of the files, with where it is in the design.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fault {
    /// A file of the generator is not there.
    File(&'static str),
    /// A table, by its place in the model.
    Table(usize),
    /// A relationship, by its place in the model.
    Link(usize),
    Requirement(usize),
}

/// The answer to a reviewing prompt, as Markdown with one fenced JSON object.
pub fn review(intent: &Intent, files: &[Source<'_>]) -> String {
    let model = Model::of(intent);
    let faults = faults(intent, &model, files);
    let issues: Vec<Issue> =
        faults.iter().take(MOST_ISSUES).map(|fault| issue(intent, &model, *fault)).collect();
    let checked = [
        count(intent.requirements.len(), "requirement", "requirements"),
        count(intent.data_model.entities.len(), "entity", "entities"),
        count(model.links.len(), "pair of related entities", "pairs of related entities"),
    ]
    .join(", ");
    let found = count(faults.len(), "issue", "issues");
    let more = if faults.len() > issues.len() {
        format!("; the first {} are listed", issues.len())
    } else {
        String::new()
    };
    let summary = format!("Checked {checked}: {found}{more}.");
    let verdict = if faults.is_empty() { Verdict::Pass } else { Verdict::Fail };
    let object = json!({ "verdict": verdict, "issues": issues, "summary": summary });
    let text = String::from_utf8(frieze_data::json::pretty(&object)).unwrap_or_default();
    format!("# Review\n\n{summary}\n\n```json\n{text}```\n")
}

/// The faults that a review names and that the files still have, and the issues that are something else. A review
/// without a list of issues names all faults.
pub(super) fn named(
    intent: &Intent,
    model: &Model,
    files: &[Source<'_>],
    review: &Review,
) -> (Vec<Fault>, Vec<Issue>) {
    let all = faults(intent, model, files);
    if review.issues.is_empty() {
        return (all, Vec::new());
    }
    let locations: BTreeMap<String, Fault> =
        all.into_iter().filter_map(|fault| Some((issue(intent, model, fault).location?, fault))).collect();
    let (mut named, mut others) = (Vec::new(), Vec::new());
    for issue in &review.issues {
        match issue.location.as_deref().and_then(|location| locations.get(location.trim())) {
            Some(fault) => named.push(*fault),
            None => others.push(issue.clone()),
        }
    }
    (named, others)
}

pub(super) fn faults(intent: &Intent, model: &Model, files: &[Source<'_>]) -> Vec<Fault> {
    let text = |name: &str| files.iter().find(|file| file.name == name).map(|file| file.text);
    let missing = FILES.into_iter().filter(|name| text(name).is_none());
    let mut faults: Vec<Fault> = missing.map(Fault::File).collect();
    if let Some(acceptance) = text(ACCEPTANCE) {
        let named = gherkin_scan::named(acceptance);
        let is_missing = |id: &str| !named.contains(slug(id, "requirement").as_str());
        let all =
            intent.requirements.iter().enumerate().filter(|(_, requirement)| is_missing(&requirement.id));
        faults.extend(all.map(|(at, _)| Fault::Requirement(at)));
    }
    if let Some(schema) = text(SCHEMA) {
        let tables = Tables::of(schema);
        let found: Vec<Option<&str>> =
            model.tables.iter().map(|table| tables.find([&table.sql, table.entity])).collect();
        let missing = (0..).zip(&found).filter(|(_, name)| name.is_none());
        faults.extend(missing.map(|(at, _)| Fault::Table(at)));
        for (at, link) in model.links.iter().enumerate() {
            let name = |table: usize| found.get(table).copied().flatten();
            let is_there = name(link.from)
                .zip(name(link.to))
                .is_some_and(|(one, other)| tables.are_connected(one, other));
            faults.extend((!is_there).then_some(Fault::Link(at)));
        }
    }
    faults
}

/// A fault in words, with a place that the reviser finds again.
fn issue(intent: &Intent, model: &Model, fault: Fault) -> Issue {
    let table = |table: usize| {
        let (sql, entity) =
            model.tables.get(table).map_or(("", ""), |table| (table.sql.as_str(), table.entity));
        (sql, line(entity, "an entity"))
    };
    let (severity, location, description) = match fault {
        Fault::File(name) => ("critical", name.to_owned(), format!("{name} is missing: write it.")),
        Fault::Requirement(at) => {
            let of = intent.requirements.get(at);
            let (id, text) =
                of.map_or(("", ""), |requirement| (requirement.id.as_str(), requirement.text.as_str()));
            let text = line(text, "no text");
            let why =
                format!("No scenario names this requirement: {text} Add a scenario with its id as a tag.");
            ("critical", format!("{ACCEPTANCE}: {}", slug(id, "requirement")), why)
        }
        Fault::Table(at) => {
            let (sql, entity) = table(at);
            ("critical", format!("{SCHEMA}: table {sql}"), format!("\"{entity}\" has no table: add one."))
        }
        Fault::Link(at) => {
            let (from, to) = model.links.get(at).map_or((0, 0), |link| (link.from, link.to));
            let ((one_sql, one), (other_sql, other)) = (table(from), table(to));
            let why =
                format!("No key connects \"{one}\" and \"{other}\": add one, or a table with both keys.");
            ("major", format!("{SCHEMA}: key {one_sql} {other_sql}"), why)
        }
    };
    Issue { severity: severity.to_owned(), description, location: Some(location) }
}
