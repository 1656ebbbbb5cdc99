//! Properties that a brief names in passing: `with a username and an e-mail address`, `the album's photo
//! count`, `sorted by price`, `list of accounts with their status (active/inactive)`.

use super::attribute;
use super::model::Things;
use super::verbs;
use super::words::{is_stop, singular, stem, words};

/// A property that a sentence gives to a thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Property {
    pub(super) thing: usize,
    pub(super) name: String,
}

/// Words that lead in a list of what a thing has.
const LEADS: &[&str] = &[
    "with",
    "showing",
    "shows",
    "including",
    "includes",
    "by",
    "has",
    "have",
    "containing",
    "displaying",
    "displays",
    "its",
    "their",
    "having",
    "specifying",
];

/// Every property that a sentence names of a thing it speaks of.
pub(super) fn named(text: &str, things: &Things) -> Vec<Property> {
    let tokens: Vec<&str> = text.split_whitespace().take(120).collect();
    let lower: Vec<String> = tokens.iter().map(|t| bare(t).to_lowercase()).collect();
    let mut found: Vec<Property> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let mut at = 0;
    while at < tokens.len() {
        if let Some((thing, len)) = things.at(&lower, at) {
            let end = at + len;
            // `the album's photo count`: the property follows its owner.
            let owner = tokens[end - 1].ends_with("'s") || tokens[end - 1].ends_with("’s");
            if owner {
                if let Some((name, _)) = noun(&tokens, &lower, end) {
                    take(&mut found, thing, &name, things);
                }
            } else if tokens[end - 1].ends_with(|c: char| c.is_alphanumeric())
                && listed_in_brackets(&tokens, end)
            {
                // `by channel (text message, e-mail, letter)` lists what it may be and not what it has.
                let names = list(&tokens, &lower, end, things);
                let known =
                    |name: &&String| words(name).last().is_some_and(|w| attribute::is_known(&singular(w)));
                if names.iter().filter(known).count() * 2 >= names.len() {
                    names.iter().for_each(|name| take(&mut found, thing, name, things));
                }
            }
            // Of `order lines of an order with their total`, the nearest thing has the total.
            last = Some((thing, end));
            at = end;
            continue;
        }
        // `the name of the product`.
        if lower[at] == "of"
            && at > 0
            && let Some((thing, _)) = (at + 1..(at + 4).min(tokens.len()))
                .find_map(|n| (at + 1..n).all(|m| is_stop(&lower[m])).then(|| things.at(&lower, n)).flatten())
            && attribute::is_known(&lower[at - 1])
            && lower.get(at.wrapping_sub(2)).is_some_and(|w| matches!(w.as_str(), "the" | "its" | "and"))
        {
            take(&mut found, thing, &lower[at - 1], things);
        }
        if let Some((thing, end)) = last
            && LEADS.contains(&lower[at].as_str())
            && at < end + 3
            && (end..at).all(|n| !tokens[n].ends_with(['.', ';', ':']))
        {
            // `by` names a property where things are put in order, and a person or a means elsewhere.
            const ORDERS: &[&str] =
                &["sort", "sorted", "filter", "filtered", "group", "grouped", "search", "ordered"];
            let by = lower[at] == "by" && !lower[..at].iter().any(|w| ORDERS.contains(&w.as_str()));
            // `the agencies concerned with a text`: what is between says that it is not theirs.
            let apart =
                lower[at] == "with" && lower[end..at].iter().any(|w| w.ends_with("ed") && w != "listed");
            for name in if by || apart { Vec::new() } else { list(&tokens, &lower, at + 1, things) } {
                take(&mut found, thing, &name, things);
            }
        }
        at += 1;
    }
    found
}

/// The properties that a description lists: `A wish to get money back, with reason, photos and status`.
pub(super) fn described(thing: usize, description: &str, things: &Things) -> Vec<Property> {
    let tokens: Vec<&str> = description.split_whitespace().take(120).collect();
    let lower: Vec<String> = tokens.iter().map(|t| bare(t).to_lowercase()).collect();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if matches!(lower[at].as_str(), "with" | "has" | "including") {
            for name in list(&tokens, &lower, at + 1, things) {
                take(&mut found, thing, &name, things);
            }
        }
    }
    found
}

fn listed_in_brackets(tokens: &[&str], at: usize) -> bool {
    tokens.get(at).is_some_and(|t| t.starts_with('('))
        && tokens[at..].iter().take(14).any(|t| t.ends_with([')']) || t.ends_with("),") || t.ends_with(")."))
        && tokens[at..].iter().take(14).any(|t| t.ends_with(','))
        && !tokens[at].contains('/')
        && !tokens[at].to_lowercase().contains("e.g")
}

/// Names joined by commas, `and` and `or`, from a place on.
fn list(tokens: &[&str], lower: &[String], from: usize, things: &Things) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = from;
    while names.len() < 12 && at < tokens.len() {
        let Some((name, end)) = noun(tokens, lower, at) else { break };
        if things.find(&name).iter().any(|t| words(things.name(*t)).len() >= words(&name).len()) {
            break;
        }
        names.push(name);
        at = end;
        // What stands in brackets are the values of a property.
        if tokens.get(at).is_some_and(|t| t.starts_with('(')) {
            while tokens.get(at).is_some_and(|t| !t.contains(')')) {
                at += 1;
            }
            at += 1;
            if lower.get(at).is_none_or(|w| w != "and" && w != "or")
                && !tokens.get(at.wrapping_sub(1)).is_some_and(|t| t.ends_with(','))
            {
                break;
            }
        }
        let ends = tokens.get(at.wrapping_sub(1)).is_some_and(|t| t.ends_with(','));
        let joins = lower.get(at).is_some_and(|w| matches!(w.as_str(), "and" | "or"));
        if joins {
            at += 1;
        } else if !ends {
            break;
        }
    }
    names
}

/// The name of one property at a place, and where it ends.
fn noun(tokens: &[&str], lower: &[String], from: usize) -> Option<(String, usize)> {
    let mut at = from;
    while lower.get(at).is_some_and(|w| {
        matches!(
            w.as_str(),
            "a" | "an"
                | "the"
                | "its"
                | "their"
                | "his"
                | "her"
                | "one"
                | "initial"
                | "own"
                | "current"
                | "new"
                | "associated"
                | "all"
                | "and"
                | "or"
                | "unique"
                | "specified"
                | "optional"
        )
    }) {
        at += 1;
    }
    let mut name: Vec<&str> = Vec::new();
    while at < tokens.len() && name.len() < 4 {
        let word = bare(tokens[at]);
        let opens = tokens[at].starts_with('(') && !name.is_empty();
        if word.is_empty() || opens || word.ends_with("'s") || is_stop(&lower[at]) && lower[at] != "of" {
            break;
        }
        if lower[at] == "of" || verbs::is_inflected(&lower[at]) || lower[at].ends_with("ly") {
            break;
        }
        name.push(word);
        at += 1;
        if tokens[at - 1].ends_with([',', '.', ';', ':', ')', '/', '?']) || word.contains('/') {
            break;
        }
    }
    let text = name.join(" ").to_lowercase();
    let plain = text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\''));
    let first = text.chars().next().is_some_and(char::is_alphabetic);
    (plain && first && text.len() < 40).then_some((text, at))
}

fn take(found: &mut Vec<Property>, thing: usize, name: &str, things: &Things) {
    let own: Vec<String> = words(name);
    let Some(head) = own.last() else { return };
    let head = singular(head);
    if !attribute::is_known(&head) || own.len() > 4 {
        return;
    }
    let roots: Vec<String> = own.iter().map(|w| stem(w)).collect();
    let whole = things
        .find(name)
        .iter()
        .any(|t| words(things.name(*t)).iter().map(|w| stem(w)).collect::<Vec<_>>() == roots);
    let bad = own.iter().any(|w| {
        verbs::is_inflected(w)
            || matches!(
                w.as_str(),
                "error"
                    | "same"
                    | "original"
                    | "time"
                    | "first"
                    | "last"
                    | "total-free"
                    | "default"
                    | "valid"
                    | "invalid"
                    | "single"
                    | "clear"
            )
    });
    if whole || bad {
        return;
    }
    let property = Property { thing, name: name.to_owned() };
    if !found.contains(&property) {
        found.push(property);
    }
}

fn bare(token: &str) -> &str {
    let word = token.trim_matches(|c: char| !c.is_alphanumeric());
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::intent::{DataModel, Entity};

    #[test]
    fn properties_are_read_where_they_are_named_in_passing() {
        let entity = |name: &str| Entity {
            name: name.to_owned(),
            description: String::new(),
            attributes: vec![],
            relationships: vec![],
        };
        let model = DataModel { entities: vec![entity("Album"), entity("User account"), entity("Product")] };
        let things = Things::in_model(&model);
        for (text, expected) in [
            ("The system updates the album's photo count", vec!["photo count"]),
            (
                "a new user account with a username, display name, and initial password",
                vec!["username", "display name", "password"],
            ),
            (
                "a list of all user accounts with their status (active/inactive) and administrator flag",
                vec!["status", "administrator flag"],
            ),
            ("associates the album with a creation date", vec!["creation date"]),
            ("shows all albums grouped by date", vec!["date"]),
            ("filter products by category, price or brand name", vec!["category", "price", "brand name"]),
            ("the name of the product", vec!["name"]),
            ("albums with nothing in them", vec![]),
        ] {
            let names: Vec<String> = named(text, &things).into_iter().map(|p| p.name).collect();
            assert_eq!(names, expected, "{text}");
        }
    }
}
