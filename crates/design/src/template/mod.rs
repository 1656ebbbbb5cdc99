//! Template engine: the few forms that the built-in templates use, written as in Jinja and bounded in bytes and in steps.
//!
//! A workspace brings its own templates, so a template is untrusted input. Nothing in one can grow: it prints values, each
//! filtered at most once, and repeats a part for each item of a list. It sets, joins and calls nothing. The parser bounds each
//! tag and the nesting; the evaluator bounds the bytes and the steps.

mod evaluator;
mod parser;
mod syntax_tree;

use std::borrow::Cow;

use serde_json::{Number, Value};

/// The longest prompt, in bytes.
pub const LONGEST_PROMPT: usize = 64 * 1024 * 1024;

/// A filter: its name, and its function on a text, a number, a boolean or `none`.
///
/// It may write at most ten bytes for each byte, in time proportional to them.
pub type Filter = (&'static str, fn(&Value) -> String);

/// The filter for texts of others: [`quoted`], without a line end after the last line.
pub const QUOTED: Filter = ("quoted", |value| {
    let mut text = quoted(&print_value(value));
    text.pop();
    text
});

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
/// A tag of another form, an undefined name, or a limit that is exceeded.
pub fn fill(
    template: &str,
    values: &Value,
    filters: &[Filter],
    most: usize,
) -> Result<String, TemplateError> {
    let nodes = parser::parse(template, filters)?;
    evaluator::evaluate(&nodes, values, most)
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

/// Each line behind a bar, so that nothing in the text can pose as an instruction. A quoted line has two bytes more.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 20);
    each_line(text, |line| {
        out.push_str("| ");
        out.push_str(line);
        out.push('\n');
    });
    out
}

/// Calls a function with each line, whatever ends it; a line feed at the end of the text begins no line.
pub fn each_line(text: &str, mut each: impl FnMut(&str)) {
    // All line ends but the line feed are rare, so a scan for their bytes comes first.
    let first = |byte: u8| matches!(byte, b'\r' | 0xb | 0xc | 0xc2 | 0xe2);
    if text.bytes().fold(false, |any, byte| any | first(byte)) {
        let ends =
            |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
        let text = text.replace("\r\n", "\n");
        text.strip_suffix('\n').unwrap_or(&text).split(ends).for_each(&mut each);
    } else {
        text.strip_suffix('\n').unwrap_or(text).split('\n').for_each(&mut each);
    }
}
