//! `schema.sql`: the tables of a design, for SQLite.

use super::model::{Column, Join, Model, Table};
use super::names::line;

pub(super) fn schema(model: &Model, title: &str) -> String {
    let mut out = format!("-- Tables of {}.\n", line(title, "a feature"));
    for table in &model.tables {
        self::table(model, table, &mut out);
    }
    for join in &model.joins {
        self::join(model, join, &mut out);
    }
    out
}

/// The statements that make a table.
fn table(model: &Model, table: &Table, out: &mut String) {
    put!(out, "\n-- {}: {}", line(table.entity, "entity"), line(table.description, "no description"));
    let columns = table.columns.iter().enumerate().map(|(at, column)| match at {
        0 if column.kind.sql == "TEXT" => format!("  {} TEXT NOT NULL PRIMARY KEY", quoted(&column.sql)),
        0 => format!("  {} {} PRIMARY KEY", quoted(&column.sql), column.kind.sql),
        _ => format!("  {}", column_of(model, column)),
    });
    let columns: Vec<String> = columns.collect();
    put!(out, "CREATE TABLE {} (\n{}\n);", quoted(&table.sql), columns.join(",\n"));
}

fn column_of(model: &Model, column: &Column) -> String {
    let name = quoted(&column.sql);
    let mut text = format!("{name} {}", column.kind.sql);
    if column.required {
        text.push_str(" NOT NULL");
    }
    if column.unique {
        text.push_str(" UNIQUE");
    }
    if !column.kind.check.is_empty() {
        text.push_str(&format!(" CHECK ({})", column.kind.check.replacen("{}", &name, 1)));
    }
    if let Some(target) = column.target {
        text.push_str(&references(model, target));
    }
    text
}

/// The table of a many-to-many relationship.
fn join(model: &Model, join: &Join, out: &mut String) {
    let columns = join.sides.each_ref().map(|(column, side)| {
        let kind = model.key_of(*side).sql;
        format!("  {} {kind} NOT NULL{},\n", quoted(column), references(model, *side))
    });
    let keys = join.sides.each_ref().map(|(column, _)| quoted(column)).join(", ");
    put!(out, "\nCREATE TABLE {} (\n{}  PRIMARY KEY ({keys})\n);", quoted(&join.sql), columns.concat());
}

fn references(model: &Model, target: usize) -> String {
    let table = &model.tables[target];
    format!(" REFERENCES {} ({})", quoted(&table.sql), quoted(&table.columns[0].sql))
}

/// A name that may be a keyword.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
