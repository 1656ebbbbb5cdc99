//! The built-in reviser: adds what a review names, and changes nothing else.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::Intent;

use super::gherkin::{self, Elements};
use super::model::Model;
use super::names::{Scope, line};
use super::review::{Fault, is_missing, named};
use super::sql_scan::Tables;
use super::{ACCEPTANCE, Files, SCHEMA, contents, sql, text};
use crate::bundle::{self, can_carry, ended};
use crate::review::Review;
use frieze_data::text::count;

/// The answer to a revising prompt: a bundle of the files that change. What it cannot do is in the text before them.
/// If nothing changes, one file is repeated as it is, because an answer without files could not be read.
pub fn revise(intent: &Intent, files: &Files, review: &Review) -> String {
    let model = Model::of(intent);
    let (wanted, others) = named(intent, &model, files, review);
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    for fault in &wanted {
        if let Fault::File(name) = fault {
            changed.insert((*name).to_owned(), contents(intent, &model, name));
        }
    }
    let mut extend = |name: &str, add: &dyn Fn(&mut String)| {
        let Some(old) = text(files, name).map(|text| ended(text.to_owned())) else { return };
        let mut new = old.clone();
        add(&mut new);
        if new != old {
            changed.insert(name.to_owned(), new);
        }
    };
    extend(SCHEMA, &|new| add_tables(&model, &wanted, new));
    let elements = Elements::of(intent);
    extend(ACCEPTANCE, &|new| {
        for fault in &wanted {
            if let Fault::Requirement(requirement) = fault {
                gherkin::scenario(requirement, &elements, new);
            }
        }
    });
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
        let same = files.iter().find(|(_, text)| can_carry(text));
        let other = || (ACCEPTANCE.to_owned(), contents(intent, &model, ACCEPTANCE));
        changed.extend([same.cloned().unwrap_or_else(other)]);
    }
    bundle::write(before, changed)
}

/// The tables that are missing, then the keys that are still missing.
fn add_tables(model: &Model, wanted: &[Fault], out: &mut String) {
    for fault in wanted {
        if let Fault::Table(table) = fault {
            sql::table(model, table, out);
        }
    }
    let tables = Tables::of(out);
    // A new column or table must not have the name of another one. Any word of the file counts as a name.
    let mut names = Scope::default();
    let words = out.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    for word in words.collect::<BTreeSet<_>>() {
        names.unique(word.to_owned());
    }
    for fault in wanted {
        let Fault::Link(link) = fault else { continue };
        let side = |at: usize| {
            let table = &model.tables[at];
            Some((&table.sql, sql::quoted(tables.find(table)?), model.key_of(at).sql))
        };
        let [Some(one), Some(other)] = link.sides.map(side) else { continue };
        if !is_missing(link, model, &tables) {
            continue;
        }
        if let Some(at) = link.holder {
            let ((_, holder, _), (target, name, kind)) =
                if at == link.sides[0] { (one, other) } else { (other, one) };
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
}
