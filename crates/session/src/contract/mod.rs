//! Built-in planner, generator, reviewer and reviser of the profile `contract`: without a model, and always the same
//! answer for the same design. Their answers have the form of everybody's answers.

/// Appends a line to a text.
macro_rules! put {
    ($out:expr, $($line:tt)*) => {{
        $out.push_str(&format!($($line)*));
        $out.push('\n');
    }};
}

mod gherkin;
mod kind;
mod model;
mod names;
mod openapi;
mod review;
mod revise;
mod sql;
mod sql_scan;
mod typescript;

use frieze_intent::Intent;

pub use review::review;
pub use revise::revise;

use self::model::Model;
use self::names::line;
use crate::bundle;
use frieze_data::text::count;

/// Names and texts.
type Files = [(String, String)];

pub(crate) const SCHEMA: &str = "schema.sql";
pub(crate) const TYPES: &str = "types.ts";
pub(crate) const OPENAPI: &str = "openapi.yaml";
pub(crate) const ACCEPTANCE: &str = "acceptance.feature";
/// The files that the generator writes.
pub const FILES: [&str; 4] = [SCHEMA, TYPES, OPENAPI, ACCEPTANCE];

/// The answer to a planning prompt: what the files will contain.
pub fn plan(intent: &Intent) -> String {
    let model = Model::of(intent);
    let described = intent.data_model.entities.len();
    let alternatives = intent.user_flows.iter().map(|flow| flow.alternatives.len()).sum::<usize>();
    let title = line(&intent.title, "the feature");
    let tables = count(described, "entity", "entities");
    let keys = count(model.links.len(), "pair of related entities", "pairs of related entities");
    let paths = count(intent.interactions.len(), "path", "paths, one for each interaction");
    let requirements = count(intent.requirements.len(), "requirement", "requirements");
    let flows = count(intent.user_flows.len(), "flow", "flows");
    let alternatives = count(alternatives, "alternative", "alternatives");
    let mut out = format!("# Plan: contracts of {title}\n\n");
    put!(out, "- `{SCHEMA}`: tables for {tables}, keys for {keys}");
    put!(out, "- `{TYPES}`: a type for each of them\n- `{OPENAPI}`: {paths}");
    put!(out, "- `{ACCEPTANCE}`: a scenario for each of {requirements}, {flows} and {alternatives}");
    if model.tables.len() > described {
        out.push_str("\n## Named in relationships, not described: tables with a key alone\n\n");
    }
    for table in model.tables.iter().skip(described) {
        put!(out, "- {}", line(table.entity, "entity"));
    }
    if !intent.open_questions.is_empty() {
        out.push_str("\n## Open in the design\n\n");
        for question in &intent.open_questions {
            put!(out, "- {}", line(question, "?"));
        }
    }
    out
}

/// The answer to a generating prompt: a bundle of [`FILES`].
pub fn generate(intent: &Intent) -> String {
    let model = Model::of(intent);
    bundle::write(String::new(), FILES.map(|name| (name, contents(intent, &model, name))))
}

fn contents(intent: &Intent, model: &Model, name: &str) -> String {
    match name {
        SCHEMA => sql::schema(model, &intent.title),
        TYPES => typescript::types(model, &intent.title),
        OPENAPI => openapi::document(intent, model),
        _ => gherkin::feature(intent),
    }
}

/// The text of one of these files.
fn text<'a>(files: &'a Files, name: &str) -> Option<&'a str> {
    files.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
}
