//! The built-in reviser: adds what a review names, and changes nothing else.

use frieze_data::file_name::FileName;
use frieze_intent::Intent;
use std::collections::{BTreeMap, BTreeSet};

use super::gherkin::{self, Elements};
use super::model::{Key, Model};
use super::names::{Scope, line};
use super::review::{Fault, faults, named};
use super::sql_scan::Tables;
use super::{ACCEPTANCE, SCHEMA, bundle, contents, count, sql};
use crate::bundle::can_carry;
use crate::profile::Source;
use crate::review::Review;

/// The answer to a revising prompt: a bundle of the files that change. What it cannot do is in the text before them.
/// If nothing changes, one file is repeated as it is, because an answer without files could not be read.
pub fn revise(intent: &Intent, files: &[Source<'_>], review: &Review) -> String {
    let model = Model::of(intent);
    let (wanted, others) = named(intent, &model, files, review);
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    for fault in &wanted {
        if let Fault::File(name) = fault {
            changed.insert((*name).to_owned(), contents(intent, &model, name));
        }
    }
    if let Some(text) = text(files, SCHEMA)
        && let Some(text) = with_tables(intent, &model, text, &wanted)
    {
        changed.insert(SCHEMA.to_owned(), text);
    }
    if let Some(text) = text(files, ACCEPTANCE)
        && let Some(text) = with_scenarios(intent, text, &wanted)
    {
        changed.insert(ACCEPTANCE.to_owned(), text);
    }
    let mut before = format!("Added what the review names: {}.\n", count(wanted.len(), "issue", "issues"));
    for name in changed.iter().filter(|(_, text)| !can_carry(text)).map(|(name, _)| name) {
        put!(before, "Not done: {name} has a NUL, or a line that begins like a marker; change it by hand.");
    }
    changed.retain(|_, text| can_carry(text));
    for issue in others {
        let place = line(issue.location.as_deref().unwrap_or_default(), "no place");
        put!(before, "Not done, for a person or a model: {} ({place})", line(&issue.description, "…"));
    }
    if changed.is_empty() {
        before.push_str("Nothing changes; the file below is as it was.\n");
        let same = files.iter().find(|file| file.name.parse::<FileName>().is_ok() && can_carry(file.text));
        let (name, text) = same.map_or_else(
            || (ACCEPTANCE.to_owned(), contents(intent, &model, ACCEPTANCE)),
            |file| (file.name.to_owned(), file.text.to_owned()),
        );
        changed.insert(name, text);
    }
    bundle(before, changed)
}

fn text<'a>(files: &[Source<'a>], name: &str) -> Option<&'a str> {
    files.iter().find(|file| file.name == name).map(|file| file.text)
}

/// The scenarios that are missing, after the others.
fn with_scenarios(intent: &Intent, text: &str, wanted: &[Fault]) -> Option<String> {
    let elements = Elements::of(intent);
    let mut out = ended(text);
    for fault in wanted {
        if let Fault::Requirement(at) = fault
            && let Some(requirement) = intent.requirements.get(*at)
        {
            gherkin::scenario(requirement, &elements, &mut out);
        }
    }
    (out.len() > text.len() + 1).then_some(out)
}

/// The tables that are missing, then the keys that are still missing.
fn with_tables(intent: &Intent, model: &Model, text: &str, wanted: &[Fault]) -> Option<String> {
    let mut out = ended(text);
    for fault in wanted {
        if let Fault::Table(at) = fault
            && let Some(table) = model.tables.get(*at)
        {
            sql::table(model, table, &mut out);
        }
    }
    let files = [Source { name: SCHEMA, text: &out }];
    let wanted: BTreeSet<Fault> = wanted.iter().copied().collect();
    let missing = faults(intent, model, &files).into_iter().filter(|fault| wanted.contains(fault));
    let links: Vec<usize> =
        missing.filter_map(|fault| if let Fault::Link(at) = fault { Some(at) } else { None }).collect();
    let keys = keys(model, &out, &links);
    out.push_str(&keys);
    (out.len() > text.len() + 1).then_some(out)
}

fn keys(model: &Model, schema: &str, links: &[usize]) -> String {
    let tables = Tables::of(schema);
    let mut out = String::new();
    // A new column or table must not have the name of another one. Any word of the file counts as a name.
    let mut names = Scope::default();
    let words = schema.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    for word in words.collect::<BTreeSet<_>>() {
        names.unique(word.to_owned());
    }
    for link in links.iter().filter_map(|at| model.links.get(*at)) {
        let found = |at: usize| {
            let table = model.tables.get(at)?;
            let name = sql::quoted(tables.find([&table.sql, table.entity])?);
            Some((&table.sql, name, model.key_of(at).sql))
        };
        let Some((one, other)) = found(link.from).zip(found(link.to)) else { continue };
        if let Key::Column(at) = link.key {
            let ((_, holder, _), (target, name, kind)) =
                if at == link.from { (one, other) } else { (other, one) };
            let column = sql::quoted(&names.unique(format!("{target}_id")));
            put!(out, "\nALTER TABLE {holder} ADD COLUMN {column} {kind} REFERENCES {name};");
        } else {
            let join = sql::quoted(&names.unique(format!("{}_{}", one.0, other.0)));
            let mut columns = Scope::default();
            let columns = [one, other].map(|(table, name, kind)| {
                let column = sql::quoted(&columns.unique(format!("{table}_id")));
                format!("  {column} {kind} NOT NULL REFERENCES {name}")
            });
            put!(out, "\nCREATE TABLE {join} (\n{}\n);", columns.join(",\n"));
        }
    }
    out
}

fn ended(text: &str) -> String {
    let mut out = text.to_owned();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}
