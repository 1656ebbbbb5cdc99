//! A change in words. Long texts are cut to the part that differs; the whole stands in the fields.

use std::collections::BTreeSet;

use serde_json::Value;

use super::change::Field;
use super::element::Sort;

/// Characters of a text that a sentence quotes.
const QUOTED: usize = 60;
/// Characters of what two texts share that are kept before their first difference.
const LEAD: usize = 15;

/// What people call an element: `cart “Cart summary”`, `R3 “The shopper …”`, `“A goal”`.
pub(super) fn label(sort: &Sort, element: &Value) -> String {
    let id = sort.id_of(element);
    if sort.is_prose() {
        return quoted(id);
    }
    match sort.name_of(element).or_else(|| sort.text_of(element)) {
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
    if let Some((gone, come)) = entries(old, new) {
        let signed = |sign: &str, list: Vec<&str>| -> String {
            list.iter().map(|entry| format!(" {sign} {}", excerpt(entry, 0))).collect()
        };
        return format!("{name}{}{}", signed("+", come), signed("−", gone));
    }
    let shared = match (old.as_str(), new.as_str()) {
        (Some(old), Some(new)) => old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    format!("{name} {} → {}", said(old, shared), said(new, shared))
}

/// The entries that a list of texts lost and gained; `None` where it is no list of texts.
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
    let gone = old.into_iter().filter(|entry| !after.contains(entry)).collect();
    let come = new.into_iter().filter(|entry| !before.contains(entry)).collect();
    Some((gone, come))
}

fn said(value: &Value, shared: usize) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => format!("“{}”", excerpt(text, shared)),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A text in quotes, cut off where it is long.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", excerpt(text, 0))
}

/// The part of a text that is worth quoting when its first `shared` characters are known already.
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
