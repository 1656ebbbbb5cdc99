//! Sentence for a change. Long texts are cut to the part that differs; the fields have the whole text.

use std::collections::BTreeSet;

use serde_json::Value;

use super::change::Field;
use super::element::Sort;

/// Most characters of a text that a sentence quotes.
const QUOTED: usize = 60;
/// Characters that are quoted before the first difference of two texts.
const LEAD: usize = 15;

/// The name of an element in a sentence: `cart “Cart summary”`, `R3 “The shopper …”`, `“A goal”`.
pub(super) fn label(sort: &Sort, element: &Value) -> String {
    let id = sort.id_of(element);
    if sort.is_prose() {
        return quoted(id);
    }
    let name = sort.name_of(element).or_else(|| sort.text_of(element)).or_else(|| sort.reason_of(element));
    match name {
        Some(name) if !name.is_empty() && name != id => format!("{id} {}", quoted(name)),
        _ => id.to_owned(),
    }
}

/// `description “a” → “b”; children + x − y`
pub(super) fn of_fields(fields: &[Field]) -> String {
    let each: Vec<String> = fields.iter().map(of_field).collect();
    each.join("; ")
}

fn of_field(field: &Field) -> String {
    let Field { name, old, new } = field;
    if let Some((removed, added)) = entries(old, new) {
        let signed = |sign: &str, list: Vec<&str>| -> String {
            list.iter().map(|entry| format!(" {sign} {}", excerpt(entry, 0))).collect()
        };
        return format!("{name}{}{}", signed("+", added), signed("−", removed));
    }
    let shared = match (old.as_str(), new.as_str()) {
        (Some(old), Some(new)) => old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    format!("{name} {} → {}", shown(old, shared), shown(new, shared))
}

/// The entries that were removed from a list of texts and added to it; `None` if it is not a list of texts.
fn entries<'a>(old: &'a Value, new: &'a Value) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
    let list = |value: &'a Value| -> Option<Vec<&'a str>> {
        match value {
            Value::Null => Some(Vec::new()),
            Value::Array(items) => items.iter().map(Value::as_str).collect(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => None,
        }
    };
    if !old.is_array() && !new.is_array() {
        return None;
    }
    let (old, new) = (list(old)?, list(new)?);
    let (before, after): (BTreeSet<&str>, BTreeSet<&str>) =
        (old.iter().copied().collect(), new.iter().copied().collect());
    let removed = old.into_iter().filter(|entry| !after.contains(entry)).collect();
    let added = new.into_iter().filter(|entry| !before.contains(entry)).collect();
    Some((removed, added))
}

fn shown(value: &Value, shared: usize) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => format!("“{}”", excerpt(text, shared)),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A text in quotes, cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", excerpt(text, 0))
}

/// A part of a text, from shortly before the end of its first `shared` characters.
fn excerpt(text: &str, shared: usize) -> String {
    let skipped = if shared > 2 * LEAD { shared - LEAD } else { 0 };
    let mut rest = text.chars().skip(skipped);
    let mut part: String = if skipped > 0 { "…".to_owned() } else { String::new() };
    part.extend(rest.by_ref().take(QUOTED));
    if rest.next().is_some() {
        part.push('…');
    }
    part
}
