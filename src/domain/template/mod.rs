//! Filling in a template: a small part of Jinja's language, bounded in bytes and in steps.
//!
//! A workspace brings its own templates, so a template is input like any other. An engine for the whole language can
//! be bounded in instructions, but not in memory: one instruction joins two texts of any size. Here nothing can grow.
//! Statements are `if`, `for` and `set`; expressions read values, compare them with a constant, and pass them through
//! filters. Nothing joins, repeats, captures, calls or includes. What remains is counted: the bytes that are written,
//! the bytes that filters and comparisons handle, and the steps. What is nested is bounded when a template is read.

mod expressions;
mod filling;
mod grammar;
mod reader;
mod statements;

use std::borrow::Cow;
use std::fmt;

use serde_json::{Number, Value};

/// The most bytes that a filled in prompt may have. No agent is given more.
pub const LONGEST_PROMPT: usize = 64 * 1024 * 1024;

/// A filter: its name in a template, and what it makes of a text, a number, a truth value or `none`.
///
/// It may make at most ten bytes of each byte, and must take time in proportion to them.
pub type Filter = (&'static str, fn(&Value) -> String);

/// Why a template cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfilled {
    /// The line of the template, from 1.
    pub line: usize,
    pub why: String,
}

impl fmt::Display for Unfilled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// The text that a template makes of values, which are the fields of an object; at most `most` bytes long.
///
/// # Errors
/// A name that has no value is an error where it is used, and so is everything that the language lacks.
pub fn fill(template: &str, values: &Value, filters: &[Filter], most: usize) -> Result<String, Unfilled> {
    let nodes = statements::read(template, filters)?;
    filling::filled(&nodes, values, most)
}

/// A text, a number, a truth value or `none` as a template prints it; nothing for a list or an object.
pub fn shown(value: &Value) -> Cow<'_, str> {
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

/// A fraction is shown without an exponent, and a whole one with `.0`.
fn digits(number: &Number) -> String {
    match number.as_f64() {
        Some(fraction) if number.is_f64() => {
            let digits = fraction.to_string();
            if digits.contains('.') { digits } else { format!("{digits}.0") }
        }
        Some(_) | None => number.to_string(),
    }
}
