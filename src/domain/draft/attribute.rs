//! The type of an attribute, told from its name and what the brief says of it.

use super::words::{stems, words};
use crate::domain::rubric::nearest_type;

/// The neutral name of what tells one of a kind from another.
pub(super) const IDENTITY: &str = "id";

/// Words of a name, the last that matches first, and the type that they stand for.
const BY_NAME: &[(&str, &[&str])] = &[
    ("identifier", &["id", "identifier", "uuid", "guid", "key", "sku", "code", "slug", "barcode"]),
    ("email", &["email", "mail"]),
    ("phone", &["phone", "telephone", "mobile"]),
    ("url", &["url", "link", "uri", "website", "endpoint"]),
    (
        "money",
        &[
            "price", "cost", "amount", "total", "subtotal", "fee", "balance", "salary", "revenue", "payment",
            "discount",
        ],
    ),
    ("percentage", &["percent", "percentage", "rate", "ratio"]),
    ("date-time", &["timestamp", "datetime", "time", "at"]),
    ("date", &["date", "day", "birthday", "deadline", "expiry", "expiration"]),
    ("duration", &["duration", "timeout", "interval", "period"]),
    (
        "integer",
        &[
            "count", "quantity", "number", "qty", "age", "size", "width", "height", "length", "position",
            "order", "rank", "index", "limit", "stock", "year", "attempt",
        ],
    ),
    (
        "number",
        &[
            "weight",
            "score",
            "latitude",
            "longitude",
            "temperature",
            "distance",
            "rating",
            "value",
            "threshold",
            "confidence",
        ],
    ),
    (
        "boolean",
        &[
            "flag",
            "enabled",
            "disabled",
            "active",
            "is",
            "has",
            "can",
            "visible",
            "required",
            "default",
            "whether",
            "stockable",
            "salable",
            "purchasable",
        ],
    ),
    (
        "enum",
        &[
            "status", "state", "type", "kind", "category", "role", "level", "priority", "mode", "gender",
            "unit",
        ],
    ),
    ("file", &["file", "attachment", "document"]),
    ("image", &["image", "photo", "photograph", "picture", "thumbnail", "avatar", "logo", "icon"]),
    ("list", &["list", "tags", "items", "lines"]),
    ("long-text", &["description", "note", "comment", "message", "content", "body"]),
    ("address", &["address"]),
    ("currency", &["currency"]),
    ("language", &["language", "locale"]),
    ("color", &["color", "colour"]),
    (
        "text",
        &[
            "name",
            "title",
            "label",
            "text",
            "password",
            "term",
            "brand",
            "model",
            "username",
            "city",
            "street",
            "country",
            "recipient",
            "sender",
            "author",
            "subject",
            "location",
            "reason",
            "remark",
            "brandname",
            "caption",
            "reference",
            "vendor",
            "manufacturer",
            "colour",
            "symptom",
            "metadata",
        ],
    ),
];

/// The types that a data model may use, by their names.
pub(super) fn closed_list() -> &'static [&'static str] {
    crate::domain::rubric::ATTRIBUTE_TYPES
}

/// The type of an attribute.
pub(super) fn kind(name: &str, description: &str) -> String {
    guess(name, description).to_owned()
}

/// The type that a brief gives a property in words of its own: `yes/no`, `number, 1 decimal`, `urgent / routine`.
pub(super) fn declared(typed: &str) -> Option<String> {
    let plain = typed.split('(').next()?.trim();
    if let Some(kind) = nearest_type(plain) {
        return Some(kind.to_owned());
    }
    let parts: Vec<&str> =
        plain.split(['/', '|', ',']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let named = words(parts.first()?);
    if let Some(kind) = named.iter().rev().find_map(|word| nearest_type(word)) {
        let finer = match kind {
            "number" if named.first().is_some_and(|word| word == "whole") => "integer",
            "number" if words(plain).iter().any(|word| word == "decimal" || word == "decimals") => "decimal",
            kind => kind,
        };
        return Some(finer.to_owned());
    }
    let is_value = |part: &&str| {
        part.split(' ').count() <= 3 && part.chars().all(|c| c.is_alphanumeric() || " &+-._'".contains(c))
    };
    if !(2..=12).contains(&parts.len()) || !parts.iter().all(|part| is_value(&part)) {
        return None;
    }
    let lower: Vec<String> = parts.iter().map(|part| part.to_lowercase()).collect();
    let either = |values: [&str; 2]| lower.iter().map(String::as_str).eq(values);
    if either(["true", "false"]) || either(["y", "n"]) || either(["on", "off"]) || either(["ja", "nein"]) {
        return Some("boolean".to_owned());
    }
    Some(format!("enum({})", parts.join(", ")))
}

fn guess(name: &str, description: &str) -> &'static str {
    let named = words(name);
    if named.first().is_some_and(|w| matches!(w.as_str(), "is" | "has" | "can")) {
        return "boolean";
    }
    let roots = stems(name);
    for (word, root) in named.iter().zip(&roots).rev() {
        let by = |w: &str| BY_NAME.iter().find(|(_, list)| list.contains(&w)).map(|(kind, _)| *kind);
        if let Some(kind) = by(word).or_else(|| by(root)) {
            return kind;
        }
    }
    let told = words(description);
    match told.first().map(String::as_str) {
        Some("whether") => "boolean",
        Some("when" | "date") => "date",
        Some("number" | "count") => "integer",
        _ => "text",
    }
}

/// Whether a word is one by which properties are called.
pub(super) fn is_known(word: &str) -> bool {
    BY_NAME.iter().any(|(_, list)| list.contains(&word))
        && !matches!(
            word,
            "is" | "has"
                | "can"
                | "at"
                | "whether"
                | "body"
                | "items"
                | "lines"
                | "mode"
                | "index"
                | "list"
                | "document"
                | "file"
                | "link"
                | "required"
                | "default"
                | "order"
                | "photo"
                | "photograph"
                | "picture"
                | "content"
                | "message"
                | "payment"
                | "attempt"
                | "day"
                | "year"
                | "period"
                | "unit"
                | "value"
                | "number"
                | "interval"
                | "key"
                | "kind"
                | "level"
                | "metadata"
                | "account"
                | "limit"
                | "active"
                | "visible"
                | "enabled"
                | "disabled"
        )
}

/// Whether an attribute tells one of a kind from another.
pub(super) fn identifies(name: &str) -> bool {
    let words = words(name);
    let Some(last) = words.last() else { return false };
    matches!(last.as_str(), "id" | "identifier" | "uuid" | "sku" | "key" | "slug")
        || (words.len() == 1 && matches!(last.as_str(), "code" | "username" | "email" | "number" | "barcode"))
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn a_type_in_the_words_of_a_brief_is_one_of_the_list() {
        for (typed, kind) in [
            ("yes/no", "boolean"),
            ("true / false", "boolean"),
            ("date+time", "date-time"),
            ("number, 1 decimal", "decimal"),
            ("whole number", "integer"),
            ("varchar(255)", "text"),
            ("free text", "text"),
            ("urgent / routine", "enum(urgent, routine)"),
            ("H&E, PAS, Giemsa, IHC", "enum(H&E, PAS, Giemsa, IHC)"),
        ] {
            assert_eq!(declared(typed).as_deref(), Some(kind), "{typed}");
        }
        for typed in ["", "–", "user", "see the manual of the vendor; it differs"] {
            assert_eq!(declared(typed), None, "{typed}");
        }
    }
}
