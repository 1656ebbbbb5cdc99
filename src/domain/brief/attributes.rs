//! Lists of properties in running text: `unique code, name, optional brand/model, and a price`.

use super::{AttributeMention, nouns};

/// Longer than this is a clause and not a name.
const LONGEST_NAME: usize = 5;

/// The attributes that a list names, each with the words of the brief on it.
pub(super) fn listed(text: &str, line: u32) -> Vec<AttributeMention> {
    let mut found: Vec<AttributeMention> = Vec::new();
    let mut all_optional = false;
    for part in split(text) {
        let lower = part.to_lowercase();
        if lower.starts_with("and optional ") {
            all_optional = true;
        }
        for attribute in one(part, line, all_optional) {
            let known = found.iter().any(|a| a.name.eq_ignore_ascii_case(&attribute.name));
            if !known && found.len() < 60 {
                found.push(attribute);
            }
        }
    }
    found
}

/// `chosen during capture, fixed at confirmation`: what happens to a thing, and not what it has.
pub(super) fn has_clauses(text: &str) -> bool {
    const DONE: &[&str] = &["chosen", "kept", "held", "made", "set", "taken", "shown", "given", "seen"];
    split(text).into_iter().any(|entry| {
        let first = entry.split_whitespace().next().unwrap_or_default().to_lowercase();
        let done = first.len() > 3 && first.ends_with("ed") || DONE.contains(&first.as_str());
        done && entry.split_whitespace().count() >= 3
    })
}

/// How many entries a list has.
pub(super) fn entries(text: &str) -> usize {
    split(text).len()
}

/// Splits at commas and joining words outside parentheses and quotes.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' | ';' | '、' | '，' if depth == 0 => {
                parts.extend(text.get(start..at));
                start = at + c.len_utf8();
            }
            ' ' if depth == 0 => {
                for word in [" and/or ", " and ", " or ", " & ", " plus "] {
                    if bytes.get(at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) && at >= start {
                        parts.extend(text.get(start..at));
                        start = at + word.len();
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    // `findings and, optionally, photos`: the joining word belongs to no part.
    let bare = |part: &'_ str| part.trim_end_matches(" and").trim_end_matches(" or").trim().len();
    parts
        .into_iter()
        .map(str::trim)
        .filter_map(|part| part.get(..bare(part)))
        .filter(|part| !part.is_empty() && !matches!(*part, "optionally" | "and" | "or"))
        .collect()
}

/// One entry of a list. It may stand for several: `optional brand/model`, `flags (a, b)`.
fn one(part: &str, line: u32, all_optional: bool) -> Vec<AttributeMention> {
    let (outside, inside) = match part.find('(') {
        Some(at) => (
            part.get(..at).unwrap_or_default(),
            part.get(at + 1..).unwrap_or_default().trim_end_matches(['.', ' ', ')']),
        ),
        None => (part, ""),
    };
    let mut words: Vec<&str> = outside.split_whitespace().collect();
    let mut optional = all_optional
        || inside.to_lowercase().starts_with("optional")
        || inside.to_lowercase().ends_with("optional");
    while let Some(first) = words.first() {
        let lower = first.to_lowercase();
        match lower.trim_end_matches(':') {
            "optional" | "optionally" => optional = true,
            "a" | "an" | "the" | "its" | "their" | "and" | "or" | "one" | "unique" | "required"
            | "mandatory" | "whether" | "each" | "own" | "also" | "any" | "single" | "zero" | "more"
            | "both" | "all" | "including" | "plus" => {}
            _ => break,
        }
        words.remove(0);
    }
    // `queen seen y/n`, `temper 1-5`: how it is answered is no part of its name.
    let answer = |word: &str| {
        let scale =
            word.chars().all(|c| c.is_ascii_digit() || "-–.%".contains(c)) && word.contains(['-', '–']);
        scale || matches!(word, "y/n" | "yes/no" | "yes" | "true/false")
    };
    while let Some(last) = words.last().map(|last| last.to_lowercase())
        && (matches!(last.as_str(), "if" | "any" | "each" | "fields" | "etc." | "etc")
            || words.len() > 1 && answer(&last))
    {
        words.pop();
    }
    // `category from 1 to 5` is a category; `valid from` is a name.
    if let Some(cut) = words
        .iter()
        .position(|w| matches!(*w, "from" | "on" | "between" | "in" | "at"))
        .filter(|cut| *cut >= 1 && cut + 1 < words.len())
    {
        words.truncate(cut);
    }
    let name = words.join(" ");
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '%');
    let description = part.trim_end_matches(['.', ' ']).to_owned();
    let attribute = |name: &str| AttributeMention {
        name: name.to_owned(),
        required: !optional,
        description: description.clone(),
        typed: String::new(),
        line,
    };
    if name.is_empty() || words.len() > LONGEST_NAME || !is_name(&words) || is_aside(&words) {
        return Vec::new();
    }
    let head = words.last().map(|w| w.to_lowercase()).unwrap_or_default();
    // `behavioural flags (stockable, perishable)`: the flags are the attributes.
    if matches!(head.as_str(), "flags" | "fields" | "attributes" | "properties" | "details" | "columns")
        && inside.contains(',')
    {
        return split(inside)
            .into_iter()
            .filter(|n| n.split_whitespace().count() <= LONGEST_NAME)
            .map(attribute)
            .collect();
    }
    // `times of departure/arrival` are times.
    if name.contains('/') && !name.contains(" of ") {
        let alternatives: Vec<&str> = name.split('/').map(str::trim).filter(|n| !n.is_empty()).collect();
        // `active/inactive status` is one property with two values; `brand/model/SKU` are three.
        let last = alternatives.last().copied().unwrap_or_default();
        let kind = last.rsplit(' ').next().unwrap_or_default().to_lowercase();
        if matches!(kind.as_str(), "status" | "state" | "flag" | "type" | "mode" | "toggle" | "indicator") {
            let named = if kind == "flag" || kind == "indicator" { last } else { kind.as_str() };
            return vec![attribute(named)];
        }
        if optional || alternatives.len() > 2 {
            return alternatives.into_iter().map(attribute).collect();
        }
    }
    vec![attribute(name)]
}

/// `38 pilots`, `also called reception`, `comes`, `never edited here`: a count, a clause or a word to the reader.
fn is_aside(words: &[&str]) -> bool {
    #[rustfmt::skip]
    const SAID: &[&str] = &[
        "never", "here", "below", "above", "sorry", "also", "comes", "belongs", "called", "always", "please", "there",
        "elsewhere", "not", "however", "etc",
    ];
    #[rustfmt::skip]
    const COUNTS: &[&str] = &[
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozens", "hundreds",
        "several", "many", "few", "some", "about",
    ];
    let first = words.first().map(|w| w.to_lowercase()).unwrap_or_default();
    let counted = words.len() > 1
        && (first.starts_with(|c: char| c.is_ascii_digit()) || COUNTS.contains(&first.as_str()));
    counted || words.iter().any(|word| SAID.contains(&nouns::bare(word).to_lowercase().as_str()))
}

/// Words by which fields are called, whatever they are of.
#[rustfmt::skip]
const USUAL: &[&str] = &[
    "name", "date", "number", "time", "reason", "status", "state", "type", "size", "address", "phone", "e-mail",
    "email", "mail", "note", "method", "count", "amount", "price", "cost", "fee", "value", "weight", "title",
    "description", "category", "colour", "color", "code", "id", "location", "place", "period", "start", "end",
    "duration", "quantity", "author", "kind", "reference", "photo", "picture", "currency", "priority", "deadline",
    "comment", "remark", "contact", "outcome", "result", "source", "unit", "temperature", "humidity", "length",
    "width", "height", "position", "age", "year", "expiry", "direction", "urgency", "severity", "origin", "depth",
    "channel", "interval", "class", "brand", "limit", "signature", "capacity",
];

/// Whether a name ends in a word by which fields are called.
pub(super) fn is_usual(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or(name).to_lowercase();
    USUAL.contains(&nouns::singular(nouns::bare(&last)).as_str())
}

/// Whether a name can be that of a field: short, and neither somebody's doing nor a judgement.
pub(super) fn is_field(name: &str) -> bool {
    #[rustfmt::skip]
    const NOT: &[&str] = &[
        "care", "ease", "delay", "respect", "regard", "help", "people", "everything", "anything", "nothing", "somebody",
        "others", "one", "them", "it", "him", "her", "us", "app", "system", "tap", "click", "button", "page", "screen",
        "way", "gloves", "days", "hours", "minutes", "seconds", "weeks", "months",
    ];
    let words: Vec<String> = name.split_whitespace().map(|w| nouns::bare(w).to_lowercase()).collect();
    let last = words.last().map(String::as_str).unwrap_or_default();
    let doing = |w: &str| {
        w.len() > 5 && w.ends_with("ing") && !matches!(w, "rating" | "heading" | "bearing" | "glazing")
    };
    (1..=4).contains(&words.len())
        && last.chars().count() > 1
        && !NOT.contains(&last)
        && !last.ends_with("ly")
        && !words.first().is_some_and(|w| doing(w))
        && !words.iter().any(|w| matches!(w.as_str(), "says" | "gets" | "lets" | "shows" | "does" | "let"))
}

/// A noun phrase: no verb, no clause.
fn is_name(words: &[&str]) -> bool {
    const CLAUSE: &[&str] = &[
        "is", "are", "was", "can", "may", "must", "shall", "will", "that", "which", "who", "when", "where",
        "if", "then", "not", "has", "have", "be", "to", "for", "from", "by", "with", "into", "so", "they",
        "it", "this", "these", "we", "you", "no", "as", "how", "than", "been", "does", "via", "only", "what",
    ];
    // `from`, `valid from`: a short name may end in a preposition.
    let inner = words.len()
        - usize::from(words.len() <= 2 && words.last().is_some_and(|w| matches!(*w, "from" | "to" | "by")));
    // `batch no` is a number.
    let inner = if words.len() > 1 && words.last() == Some(&"no") { words.len() - 1 } else { inner };
    words.iter().take(inner).all(|word| !CLAUSE.contains(&word.to_lowercase().as_str()))
        && words.iter().any(|word| word.chars().any(char::is_alphabetic))
        && words.last().is_some_and(|last| !nouns::bare(last).is_empty())
}
