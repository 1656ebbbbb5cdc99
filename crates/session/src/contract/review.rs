//! The built-in reviewer: every requirement id in a scenario, every entity in a table, every relationship a key.

use std::collections::BTreeMap;

use frieze_intent::{Intent, Requirement};
use serde_json::json;

use super::model::{Link, Model, Table};
use super::names::{line, slug};
use super::sql_scan::Tables;
use super::{ACCEPTANCE, FILES, Files, SCHEMA, gherkin, text};
use crate::review::{Issue, MOST_ISSUES, Review, Verdict};
use frieze_data::text::count;

/// A fault of the files, with the part of the design that is missing there.
#[derive(Clone, Copy)]
pub(super) enum Fault<'m> {
    File(&'static str),
    Table(&'m Table<'m>),
    Link(&'m Link),
    Requirement(&'m Requirement),
}

impl Fault<'_> {
    /// The fault in words, with a place that the reviser finds again.
    fn issue(self, model: &Model) -> Issue {
        let entity = |table: &Table| line(table.entity, "an entity");
        let (severity, location, description) = match self {
            Self::File(name) => ("critical", name.to_owned(), format!("{name} is missing: write it.")),
            Self::Requirement(Requirement { id, text, .. }) => {
                let (id, text) = (slug(id, "requirement"), line(text, "no text"));
                let why = "No scenario names this requirement";
                let why = format!("{why}: {text} Add a scenario with its id as a tag.");
                ("critical", format!("{ACCEPTANCE}: {id}"), why)
            }
            Self::Table(table) => {
                let why = format!("\"{}\" has no table: add one.", entity(table));
                ("critical", format!("{SCHEMA}: table {}", table.sql), why)
            }
            Self::Link(link) => {
                let [one, other] = link.sides.map(|side| &model.tables[side]);
                let both = format!("\"{}\" and \"{}\"", entity(one), entity(other));
                let why = format!("No key connects {both}: add one, or a table with both keys.");
                ("major", format!("{SCHEMA}: key {} {}", one.sql, other.sql), why)
            }
        };
        Issue { severity: severity.to_owned(), description, location: Some(location) }
    }
}

/// The answer to a reviewing prompt, as Markdown with one fenced JSON object.
pub fn review(intent: &Intent, files: &Files) -> String {
    let model = Model::of(intent);
    let faults = faults(intent, &model, files);
    let issues: Vec<Issue> = faults.iter().take(MOST_ISSUES).map(|fault| fault.issue(&model)).collect();
    let requirements = count(intent.requirements.len(), "requirement", "requirements");
    let entities = count(intent.data_model.entities.len(), "entity", "entities");
    let keys = count(model.links.len(), "pair of related entities", "pairs of related entities");
    let found = count(faults.len(), "issue", "issues");
    let more = match issues.len() {
        listed if faults.len() > listed => format!("; the first {listed} are listed"),
        _ => String::new(),
    };
    let summary = format!("Checked {requirements}, {entities}, {keys}: {found}{more}.");
    let verdict = if faults.is_empty() { Verdict::Pass } else { Verdict::Fail };
    let object = json!({ "verdict": verdict, "issues": issues, "summary": summary });
    let text = String::from_utf8(frieze_data::json::pretty(&object)).unwrap_or_default();
    format!("# Review\n\n{summary}\n\n```json\n{text}```\n")
}

/// The faults that a review names and that the files still have, and the issues that are something else. A review
/// without a list of issues names all faults.
pub(super) fn named<'m>(
    intent: &'m Intent,
    model: &'m Model,
    files: &Files,
    review: &Review,
) -> (Vec<Fault<'m>>, Vec<Issue>) {
    let all = faults(intent, model, files);
    if review.issues.is_empty() {
        return (all, Vec::new());
    }
    let locations: BTreeMap<String, Fault> =
        all.into_iter().filter_map(|fault| Some((fault.issue(model).location?, fault))).collect();
    let (mut named, mut others) = (Vec::new(), Vec::new());
    for issue in &review.issues {
        match issue.location.as_deref().and_then(|location| locations.get(location.trim())) {
            Some(fault) => named.push(*fault),
            None => others.push(issue.clone()),
        }
    }
    (named, others)
}

fn faults<'m>(intent: &'m Intent, model: &'m Model, files: &Files) -> Vec<Fault<'m>> {
    let missing = FILES.into_iter().filter(|name| text(files, name).is_none());
    let mut faults: Vec<Fault> = missing.map(Fault::File).collect();
    if let Some(acceptance) = text(files, ACCEPTANCE) {
        let named = gherkin::named(acceptance);
        let is_named = |of: &&Requirement| named.contains(slug(&of.id, "requirement").as_str());
        faults.extend(intent.requirements.iter().filter(|of| !is_named(of)).map(Fault::Requirement));
    }
    if let Some(schema) = text(files, SCHEMA) {
        let tables = Tables::of(schema);
        faults.extend(model.tables.iter().filter(|table| tables.find(table).is_none()).map(Fault::Table));
        faults.extend(model.links.iter().filter(|link| is_missing(link, model, &tables)).map(Fault::Link));
    }
    faults
}

/// Whether a table of a relationship is missing, or no key connects them.
pub(super) fn is_missing(link: &Link, model: &Model, tables: &Tables) -> bool {
    let [one, other] = link.sides.map(|side| tables.find(&model.tables[side]));
    !one.zip(other).is_some_and(|(one, other)| tables.are_connected(one, other))
}
