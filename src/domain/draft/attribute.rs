//! The type of an attribute, told from its name and what the brief says of it.

use super::words::{stems, words};
use crate::domain::rubric::{is_type, nearest_type};

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

/// The longest type that a design may hold, in letters.
const LONGEST: usize = 100;

/// The type that a brief gives a property in words of its own: `yes/no`, `number, 1 decimal`, `urgent / routine`.
pub(super) fn declared(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let short = |kind: &str| kind.chars().count() <= LONGEST;
    if is_type(typed) && short(typed) {
        return Some(typed.to_owned());
    }
    let plain = typed.split('(').next()?.trim();
    if let Some(kind) = nearest_type(plain) {
        return Some(kind.to_owned());
    }
    let halves: Vec<String> = plain.split('/').map(|half| half.trim().to_lowercase()).collect();
    if let [one, two] = halves.as_slice()
        && matches!(
            (one.as_str(), two.as_str()),
            ("true", "false") | ("y", "n") | ("on", "off") | ("ja", "nein")
        )
    {
        return Some("boolean".to_owned());
    }
    // `enum: small, large`, `one of S, M, L`
    let told =
        plain.split_once(':').filter(|(kind, _)| nearest_type(kind) == Some("enum")).map(|(_, told)| told);
    let listed = told.or_else(|| plain.strip_prefix("one of ")).unwrap_or(plain);
    if let Some(values) = values(listed) {
        let kind = format!("enum({})", values.join(", "));
        return Some(if short(&kind) { kind } else { "enum".to_owned() });
    }
    let named = words(plain.split(',').next()?);
    let (first, kind) = (named.first()?, nearest_type(named.last()?).filter(|_| named.len() <= 2)?);
    let finer = match kind {
        "number" if first == "whole" => "integer",
        "number" if words(plain).iter().any(|word| word == "decimal" || word == "decimals") => "decimal",
        kind => kind,
    };
    Some(finer.to_owned())
}

/// The values that a cell lists: two or more beside strokes, three or more behind commas, none of which says a type.
fn values(listed: &str) -> Option<Vec<&str>> {
    let by_stroke = listed.contains(" / ") || listed.contains(" | ");
    let parts: Vec<&str> = if by_stroke {
        listed.split([" / ", " | "].iter().find(|mark| listed.contains(**mark))?).collect()
    } else {
        listed.split(',').collect()
    };
    let mut values: Vec<&str> = Vec::new();
    for part in parts.into_iter().map(str::trim) {
        if !values.contains(&part) {
            values.push(part);
        }
    }
    let is_value = |part: &&str| {
        (1..=3).contains(&part.split(' ').count())
            && part.chars().any(char::is_alphabetic)
            && part.chars().all(|c| c.is_alphanumeric() || " &+-._'".contains(c))
    };
    let says_a_type = |part: &&str| {
        let bare = part.trim_end_matches(|c: char| c.is_ascii_digit());
        nearest_type(bare).is_some()
            || matches!(part.to_lowercase().as_str(), "required" | "optional" | "not null" | "unique")
    };
    let least = if by_stroke { 2 } else { 3 };
    let fits = (least..=12).contains(&values.len()) && values.iter().all(is_value);
    (fits && !values.iter().any(says_a_type)).then_some(values)
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
            ("text, max 50", "text"),
            ("urgent / routine", "enum(urgent, routine)"),
            ("H&E, PAS, Giemsa, IHC", "enum(H&E, PAS, Giemsa, IHC)"),
            ("one of S, M, L", "enum(S, M, L)"),
            ("Status: open / closed", "enum(open, closed)"),
            ("red / red / blue", "enum(red, blue)"),
            ("enum(open, paid)", "enum(open, paid)"),
            ("reference(Customer)", "reference(Customer)"),
            ("text(100)", "text(100)"),
        ] {
            assert_eq!(declared(typed).as_deref(), Some(kind), "{typed}");
        }
        let long = "waiting for doctor / waiting for laboratory / sent to pharmacy / ready for pickup / collected by patient / done";
        assert_eq!(declared(long).as_deref(), Some("enum"));
        for typed in [
            "",
            "–",
            "n/a",
            "-/-",
            "user",
            "DD/MM/YYYY",
            "km/h",
            "EUR/kg",
            "Customer, required",
            "FK, not null",
            "Int16 / Int32",
            "link to Customer",
            "text or number",
            "see the manual of the vendor; it differs",
        ] {
            assert_eq!(declared(typed), None, "{typed}");
        }
    }
}
