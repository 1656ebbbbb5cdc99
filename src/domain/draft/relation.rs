//! What belongs to what, as sentences say it in passing: `photos in an album`, `each user's permissions`,
//! `an order contains order lines`.

use super::model::Things;
use super::words::{singular, words};

/// One of the first has any number of the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Belonging {
    pub(super) one: usize,
    pub(super) many: usize,
}

/// Things that a sentence relates; pairs between which no other thing stands.
pub(super) fn named(text: &str, things: &Things) -> Vec<Belonging> {
    let tokens: Vec<&str> = text.split_whitespace().take(120).collect();
    let lower: Vec<String> = tokens
        .iter()
        .map(|t| {
            let word = t.trim_matches(|c: char| !c.is_alphanumeric());
            word.trim_end_matches("'s").trim_end_matches("’s").to_lowercase()
        })
        .collect();
    let mut found: Vec<Belonging> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let mut at = 0;
    while at < tokens.len() {
        let Some((thing, len)) = things.at(&lower, at) else {
            at += 1;
            continue;
        };
        if let Some((before, end)) = last.filter(|(before, end)| *before != thing && at - end <= 3)
            && let Some(belonging) = between(
                &tokens[end - 1..at],
                &lower[end..at],
                (before, &lower[end - 1]),
                (thing, &lower[at + len - 1]),
            )
            && !found.contains(&belonging)
        {
            found.push(belonging);
        }
        last = Some((thing, at + len));
        at += len;
    }
    found
}

fn between(
    tokens: &[&str],
    words: &[String],
    (first, first_word): (usize, &str),
    (second, second_word): (usize, &str),
) -> Option<Belonging> {
    let many = |word: &str| singular(word) != word;
    let owner = tokens.first().is_some_and(|t| t.ends_with("'s") || t.ends_with("’s"));
    if owner {
        return many(second_word).then_some(Belonging { one: first, many: second });
    }
    if tokens.iter().any(|t| t.ends_with([',', '.', ';', ':', ')'])) {
        return None;
    }
    let link = words.first().map(String::as_str)?;
    let article = words.get(1).map_or("", String::as_str);
    let single = matches!(article, "a" | "an" | "the" | "this" | "that" | "each" | "every" | "its" | "their");
    match link {
        "in" | "of" | "within" | "inside" if single && many(first_word) && !many(second_word) => {
            Some(Belonging { one: second, many: first })
        }
        "of" if many(first_word) && many(second_word) => None,
        "contains" | "has" | "includes" | "contain" | "holds" | "lists" if many(second_word) => {
            Some(Belonging { one: first, many: second })
        }
        "belongs" if article == "to" => Some(Belonging { one: second, many: first }),
        _ => None,
    }
}

/// `For a given user account and module, records whether …`: what a description says each one belongs to.
pub(super) fn of_each(description: &str, things: &Things) -> Vec<usize> {
    let lower = words(description);
    let mut found = Vec::new();
    for at in 0..lower.len().min(60) {
        let belongs = lower[at] == "belongs" && lower.get(at + 1).is_some_and(|w| w == "to");
        let each = lower[at] == "for"
            && lower.get(at + 1).is_some_and(|w| matches!(w.as_str(), "a" | "each" | "one"));
        if belongs || each {
            let thing = (at + 2..(at + 5).min(lower.len())).find_map(|n| things.at(&lower, n));
            found.extend(thing.map(|(thing, _)| thing));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::intent::{DataModel, Entity};

    #[test]
    fn sentences_tell_what_belongs_to_what() {
        let entity = |name: &str| Entity {
            name: name.to_owned(),
            description: String::new(),
            attributes: vec![],
            relationships: vec![],
        };
        let model = DataModel { entities: vec![entity("Album"), entity("Photo"), entity("Permission")] };
        let things = Things::in_model(&model);
        for (text, expected) in [
            ("displays the photos in an album", vec![("Album", "Photo")]),
            ("WHEN an album contains many photos", vec![("Album", "Photo")]),
            ("shows the album's photos", vec![("Album", "Photo")]),
            ("a photo belongs to an album", vec![("Album", "Photo")]),
            ("creates an album, photos stay", vec![]),
            ("albums or photos", vec![]),
        ] {
            let told: Vec<_> =
                named(text, &things).iter().map(|b| (things.name(b.one), things.name(b.many))).collect();
            assert_eq!(told, expected, "{text}");
        }
    }
}
