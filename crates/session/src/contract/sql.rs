//! `schema.sql`: the tables of a design, for SQLite.

use super::model::{Column, Join, MOST_COLUMNS, Model, Table};
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
pub(super) fn table(model: &Model, table: &Table, out: &mut String) {
    put!(out, "\n-- {}: {}", line(table.entity, "entity"), line(table.description, "no description"));
    let Some((key, columns)) = table.columns.split_first() else { return };
    let mut chunks = columns.chunks(MOST_COLUMNS);
    let (name, key_kind) = (quoted(&key.sql), key.kind.sql);
    let not_null = if key_kind == "TEXT" { " NOT NULL" } else { "" };
    let own = format!("  {name} {key_kind}{not_null} PRIMARY KEY");
    statement(model, &table.sql, own, chunks.next().unwrap_or_default(), out);
    for (part, columns) in table.parts.iter().zip(chunks) {
        let whole = quoted(&table.sql);
        let own = format!("  {name} {key_kind} NOT NULL PRIMARY KEY REFERENCES {whole} ({name})");
        statement(model, part, own, columns, out);
    }
}

fn statement(model: &Model, name: &str, own: String, columns: &[Column], out: &mut String) {
    let columns = columns.iter().map(|column| format!("  {}", column_of(model, column)));
    let lines: Vec<String> = std::iter::once(own).chain(columns).collect();
    put!(out, "CREATE TABLE {} (\n{}\n);", quoted(name), lines.join(",\n"));
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
pub(super) fn join(model: &Model, join: &Join, out: &mut String) {
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
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
