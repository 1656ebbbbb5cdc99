//! Template engine: a small subset of Jinja, bounded in bytes and in steps.
//!
//! A workspace brings its own templates, so a template is untrusted input. An engine for all of Jinja can be bounded in
//! instructions, but not in memory: one instruction joins two texts of any size. Here nothing can grow. Statements are `if`,
//! `for` and `set`; expressions read values, compare them with a constant, and apply filters. Nothing joins, repeats,
//! captures, calls or includes. The engine counts the bytes written, the bytes that filters and comparisons handle, and the
//! steps. The parser bounds the nesting.

mod evaluate;
mod expressions;
mod parser;
mod statements;
mod syntax_tree;

use std::borrow::Cow;

use serde_json::{Number, Value};

/// The longest prompt, in bytes.
pub const LONGEST_PROMPT: usize = 64 * 1024 * 1024;

/// A filter: its name, and its function on a text, a number, a boolean or `none`.
///
/// It may write at most ten bytes for each byte, in time proportional to them.
pub type Filter = (&'static str, fn(&Value) -> String);

/// The filter for texts of others: each line behind a bar, so that nothing in them can pose as an instruction. A quoted line has
/// two bytes more.
pub const QUOTED: Filter = ("quoted", |value| quoted(&print_value(value)));

/// Why a template cannot be rendered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct TemplateError {
    /// The line of the template, from 1.
    pub line: usize,
    pub why: String,
}

/// Renders a template with the fields of an object; the text has at most `most` bytes.
///
/// # Errors
/// An undefined name that is used, a syntax error, a part of Jinja that is not supported, or a limit that is exceeded.
pub fn fill(
    template: &str,
    values: &Value,
    filters: &[Filter],
    most: usize,
) -> Result<String, TemplateError> {
    let nodes = statements::read(template, filters)?;
    evaluate::evaluate(&nodes, values, most)
}

/// A text, a number, a boolean or `none` as a template prints it; empty for a list or an object.
pub fn print_value(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => text.into(),
        // As Jinja prints them.
        Value::Null => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Number(number) => digits(number).into(),
        Value::Array(_) | Value::Object(_) => "".into(),
    }
}

/// A float is printed without an exponent, and a whole one with `.0`.
fn digits(number: &Number) -> String {
    match number.as_f64() {
        Some(fraction) if number.is_f64() => {
            let digits = fraction.to_string();
            if digits.contains('.') { digits } else { format!("{digits}.0") }
        }
        Some(_) | None => number.to_string(),
    }
}

/// Each line behind a bar, whatever ends it; without a line end after the last one.
fn quoted(text: &str) -> String {
    let ends = |c: char| matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let text = text.replace("\r\n", "\n");
    let lines = text.strip_suffix('\n').unwrap_or(&text).split(ends);
    lines.map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n")
}
