//! Types of attributes in SQL, TypeScript and OpenAPI, in one table.

use super::names::{line, quoted};

/// The most values of a choice.
const MOST_VALUES: usize = 1_000;

/// A type in each language.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Kind {
    pub(super) sql: &'static str,
    pub(super) typescript: String,
    /// The fields of a schema, as in YAML's braces.
    pub(super) openapi: String,
    /// What SQL checks, with `{}` in place of the column.
    pub(super) check: String,
}

/// Words of the closed list, their storage, their TypeScript type, their schema. Money is in the smallest unit of
/// its currency. Everything else is text.
const FORMS: [(&[&str], &str, &str, &str); 10] = [
    (&["integer", "money"], "INTEGER", "number", "type: integer"),
    (&["decimal", "number", "percentage"], "REAL", "number", "type: number"),
    (&["boolean"], "INTEGER", "boolean", "type: boolean"),
    (&["binary"], "BLOB", "string", "type: string, format: byte"),
    (&["date"], "TEXT", "string", "type: string, format: date"),
    (&["time"], "TEXT", "string", "type: string, format: time"),
    (&["date-time"], "TEXT", "string", "type: string, format: date-time"),
    (&["duration"], "TEXT", "string", "type: string, format: duration"),
    (&["email"], "TEXT", "string", "type: string, format: email"),
    (&["url"], "TEXT", "string", "type: string, format: uri"),
];

impl Kind {
    /// From the type of an attribute.
    pub(super) fn of(kind: &str) -> Self {
        if let Some(values) = inner(kind, "enum") {
            return Self::choice(values);
        }
        if let Some(item) = inner(kind, "list").or((kind == "list").then_some("text")) {
            // A list of lists is a list of texts.
            return Self::of(if inner(item, "list").is_some() { "text" } else { item }).list();
        }
        let most = inner(kind, "text").or_else(|| inner(kind, "long-text"));
        if let Some(most) = most.and_then(|most| most.parse::<u32>().ok()) {
            let openapi = format!("type: string, maxLength: {most}");
            let check = format!("length({{}}) <= {most}");
            return Self { openapi, check, ..Self::of("text") };
        }
        let form = FORMS.iter().find(|(words, ..)| words.contains(&kind));
        let (sql, typescript, openapi) =
            form.map_or(("TEXT", "string", "type: string"), |(_, sql, ts, api)| (sql, ts, api));
        let check = if kind == "boolean" { "{} IN (0, 1)".to_owned() } else { String::new() };
        Self { sql, typescript: typescript.to_owned(), openapi: openapi.to_owned(), check }
    }

    fn choice(values: &str) -> Self {
        let mut choices: Vec<String> = Vec::new();
        for value in values.split(',').map(|value| line(value, "")) {
            if !value.is_empty() && choices.len() < MOST_VALUES && !choices.contains(&value) {
                choices.push(value);
            }
        }
        if choices.is_empty() {
            return Self::of("text");
        }
        let all = |write: fn(&String) -> String, between: &str| -> String {
            choices.iter().map(write).collect::<Vec<_>>().join(between)
        };
        Self {
            sql: "TEXT",
            typescript: all(frieze_data::json::line, " | "),
            openapi: format!("type: string, enum: [{}]", all(|value| quoted(value, "x"), ", ")),
            check: format!("{{}} IN ({})", all(|value| format!("'{}'", value.replace('\'', "''")), ", ")),
        }
    }

    /// A list of it, which SQL stores as JSON.
    pub(super) fn list(&self) -> Self {
        let item = &self.typescript;
        let typescript = if item.contains('|') { format!("({item})[]") } else { format!("{item}[]") };
        let openapi = format!("type: array, items: {{{}}}", self.openapi);
        Self { sql: "TEXT", typescript, openapi, check: String::new() }
    }
}

/// What a type has in its parentheses: `Order` of `reference(Order)`.
pub(super) fn inner<'k>(kind: &'k str, outer: &str) -> Option<&'k str> {
    Some(kind.strip_prefix(outer)?.trim_start().strip_prefix('(')?.strip_suffix(')')?.trim())
}
