//! The built-in reviewer: every requirement id in a scenario, every entity in a table, every relationship a key.

use frieze_intent::{Intent, Requirement};
use serde_json::json;

use super::model::{Model, Table};
use super::names::{line, slug};
use super::sql_scan::Tables;
use super::{ACCEPTANCE, FILES, Files, SCHEMA, gherkin, text};
use crate::review::{Issue, MOST_ISSUES, Verdict};
use frieze_data::text::count;

/// A fault of a file.
pub(super) struct Fault {
    pub(super) file: &'static str,
    /// Its location begins with the file, so that the reviser finds it again.
    pub(super) issue: Issue,
}

impl Fault {
    fn new(severity: &str, file: &'static str, place: &str, description: String) -> Self {
        let location = Some(format!("{file}{place}"));
        Self { file, issue: Issue { severity: severity.to_owned(), description, location } }
    }
}

/// The answer to a reviewing prompt, as Markdown with one fenced JSON object.
pub fn review(intent: &Intent, files: &Files) -> String {
    let model = Model::of(intent);
    let faults = faults(intent, &model, files);
    let issues: Vec<&Issue> = faults.iter().take(MOST_ISSUES).map(|fault| &fault.issue).collect();
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

/// What is missing in the files.
pub(super) fn faults(intent: &Intent, model: &Model, files: &Files) -> Vec<Fault> {
    let mut faults = Vec::new();
    for name in FILES.into_iter().filter(|name| text(files, name).is_none()) {
        faults.push(Fault::new("critical", name, "", format!("{name} is missing: write it.")));
    }
    if let Some(acceptance) = text(files, ACCEPTANCE) {
        let tags = gherkin::tags(acceptance);
        for Requirement { id, text, .. } in &intent.requirements {
            let (id, text) = (slug(id, "requirement"), line(text, "no text"));
            if !tags.contains(id.as_str()) {
                let why = "No scenario names this requirement";
                let why = format!("{why}: {text} Add a scenario with its id as a tag.");
                faults.push(Fault::new("critical", ACCEPTANCE, &format!(": {id}"), why));
            }
        }
    }
    if let Some(schema) = text(files, SCHEMA) {
        let tables = Tables::of(schema);
        let entity = |table: &Table| line(table.entity, "an entity");
        for table in model.tables.iter().filter(|table| !tables.has(&table.sql)) {
            let why = format!("\"{}\" has no table: add one.", entity(table));
            faults.push(Fault::new("critical", SCHEMA, &format!(": table {}", table.sql), why));
        }
        for [one, other] in model.links.iter().map(|sides| sides.map(|side| &model.tables[side])) {
            if !tables.are_connected(&one.sql, &other.sql) {
                let both = format!("\"{}\" and \"{}\"", entity(one), entity(other));
                let why = format!("No key connects {both}: add one, or a table with both keys.");
                faults.push(Fault::new("major", SCHEMA, &format!(": key {} {}", one.sql, other.sql), why));
            }
        }
    }
    faults
}
