//! What a description says that a thing has and belongs to.

use std::collections::BTreeMap;

use super::{AttributeMention, Brief, Relation, attributes, nouns};

/// The list that a sentence announces: `Key attributes: …`, `Has a …`, `with fields …`.
pub(super) fn properties(told: &str, line: u32) -> Vec<AttributeMention> {
    #[rustfmt::skip]
    const ANNOUNCED: &[&str] = &[
        "key attributes:", "key attributes include", "attributes include", "attributes are", "attributes:",
        "key fields:", "fields include", "fields:", "properties:", "properties include", "columns:",
        "contains:", "includes:", "has:", "identified by", "described by", "consists of", "stores:",
        "with fields", "with attributes", "attributes such as", "key attributes –", "key attributes -",
        "merkmale:", "atributos:", "attributs :", "attributs:", "属性:", "属性：", "атрибуты:",
    ];
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "has a ", "has an ", "has ", "have ", "includes ", "contains ", "carries ", "records ", "holds ",
        "stores ", "comprises ", "tracks ", "with a ", "with an ", "with its ", ", with ",
    ];
    let lower = told.to_ascii_lowercase();
    let body = |at: usize| told.get(at..).unwrap_or_default();
    if let Some(end) = ANNOUNCED.iter().filter_map(|mark| lower.find(mark).map(|at| at + mark.len())).min() {
        return attributes::listed(relieve(body(end)), line);
    }
    let verb = VERBS.iter().filter_map(|verb| {
        let at = lower.find(verb)?;
        let whole = at == 0 || verb.starts_with(',') || lower.as_bytes().get(at - 1) == Some(&b' ');
        whole.then_some((at, at + verb.len()))
    });
    if let Some((_, end)) = verb.min() {
        let rest = body(end);
        // One thing that it has may be a relation or a clause; a list of several is a list.
        let listed = attributes::listed(relieve(rest), line);
        let rest_lower = rest.trim_start().to_ascii_lowercase();
        let plain = !rest_lower.starts_with("whether ")
            && !rest.trim_start().to_ascii_lowercase().starts_with("many ")
            && !rest.trim_start().to_ascii_lowercase().starts_with("one or more");
        return if plain && (listed.len() >= 2 || (listed.len() == 1 && rest.split_whitespace().count() <= 4))
        {
            listed
        } else {
            Vec::new()
        };
    }
    // `the sale: its customer, its lines, its total`: a list after a colon.
    if let Some((head, list)) = told.split_once(": ")
        && head.split_whitespace().count() <= 10
    {
        let listed = attributes::listed(list, line);
        if listed.len() >= 2 && listed.len() * 2 >= list.matches(',').count() {
            return listed;
        }
    }
    // `name, seats, price per hour`: nothing but a list.
    let listed = attributes::listed(told, line);
    let sentence = ["the ", "a ", "an ", "one "].iter().any(|article| lower.starts_with(article));
    if !attributes::has_clauses(told)
        && listed.len() >= 2
        && listed.len() * 3 >= attributes::entries(told) * 2
        && told.contains(',')
        && !sentence
        && !names_kinds(told)
    {
        return listed;
    }
    Vec::new()
}

/// `Arrival, departure or shift of a vessel`: one of several kinds, and nothing that a thing has.
fn names_kinds(told: &str) -> bool {
    let end = told.rfind(" or ").filter(|at| told.rfind(", ").is_some_and(|comma| comma < *at));
    let plain = !attributes::split(told).into_iter().any(attributes::is_usual);
    plain
        && end.is_some_and(|at| {
            told.get(at..).is_some_and(|last| !last.contains(',') && !last.contains(" and "))
        })
}

/// A list without the relation or the clause that follows it.
fn relieve(list: &str) -> &str {
    let lower = list.to_ascii_lowercase();
    let cuts = [
        " belongs to",
        "; has many",
        ", has many",
        " — ",
        " – ",
        ", which ",
        ", who ",
        "; belongs",
        " linked to",
        ", referenced",
        " related to",
        ", belonging",
        "; each ",
        " that can ",
    ];
    let end = cuts.iter().filter_map(|cut| lower.find(cut)).min().unwrap_or(list.len());
    list.get(..end).unwrap_or(list)
}

pub(super) fn relation_word(text: &str) -> Option<()> {
    relations(text, 1).first().map(|_| ())
}

/// `belongs to one X`, `has many X`, `references X`: the words, until the names are known.
pub(super) fn relations(told: &str, line: u32) -> Vec<Relation> {
    #[rustfmt::skip]
    const PHRASES: &[(&str, bool, bool)] = &[
        ("has many ", true, false), ("have many ", true, false), ("has one or more ", true, false),
        ("has multiple ", true, false), ("contains many ", true, false), ("contains one or more ", true,
        false), ("contains multiple ", true, false), ("has several ", true, false), ("can have many ",
        true, false), ("can have multiple ", true, false), ("zero or more ", true, false),
        ("many-to-many with ", true, true), ("has zero or more ", true, false), ("groups many ", true,
        false), ("groups ", true, false), ("owns ", true, false), ("belongs to many ", true, true),
        ("belongs to multiple ", true, true), ("belongs to ", false, true), ("belong to ", false, true),
        ("has one ", false, false), ("has exactly one ", false, false), ("references ", false, true),
        ("refers to ", false, true), ("linked to ", false, true), ("associated with ", false, true),
        ("assigned to ", false, true), ("related to ", false, true), ("made by ", false, true),
        ("placed by ", false, true), ("created by ", false, true), ("for a given ", false, true),
        ("one per ", false, true), ("per ", false, true), ("part of ", false, true), ("owned by ", false,
        true), ("made up of ", true, false), ("composed of ", true, false), ("attached to ", false, true),
        ("tied to ", false, true), ("contains ", true, false), ("ties ", false, true), ("connects ", false,
        true), ("links ", false, true),
    ];
    let lower = told.to_ascii_lowercase();
    let mut found: Vec<Relation> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    for (phrase, many_there, many_here) in PHRASES {
        for (at, _) in lower.match_indices(phrase).take(6) {
            let end = at + phrase.len();
            let whole = at == 0 || lower.as_bytes().get(at - 1).is_some_and(|b| !b.is_ascii_alphanumeric());
            if !whole || ends.contains(&end) {
                continue;
            }
            ends.push(end);
            let to: String = told
                .get(end..)
                .unwrap_or_default()
                .split([',', '.', ';', '(', ')', ':'])
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .take(6)
                .collect::<Vec<_>>()
                .join(" ");
            if !to.is_empty() {
                found.push(Relation { to, many_there: *many_there, many_here: *many_here, line });
            }
        }
    }
    found
}

/// Relations whose words name an entity are kept under its name; the others told nothing.
pub(super) fn settle_relations(brief: &mut Brief) {
    let names: BTreeMap<String, String> =
        brief.entities.iter().map(|e| (e.name.to_lowercase(), e.name.clone())).collect();
    let resolve = |words: &str| {
        let lower = nouns::singular(&words.to_lowercase());
        let tokens: Vec<String> = lower.split_whitespace().map(|w| nouns::singular(nouns::bare(w))).collect();
        // The longest name among the first words: `one sales order of the customer`.
        let places = (0..3).flat_map(|at| (1..=4).rev().map(move |size| at..at + size));
        places.filter_map(|range| names.get(&tokens.get(range)?.join(" ")).cloned()).next()
    };
    for entity in &mut brief.entities {
        let own = entity.name.clone();
        let mut kept: Vec<Relation> = Vec::new();
        for relation in std::mem::take(&mut entity.related) {
            if let Some(to) = resolve(&relation.to)
                && to != own
                && !kept.iter().any(|k| k.to == to)
            {
                kept.push(Relation { to, ..relation });
            }
        }
        // `has a number, lines and a status`: lines are no property where lines are things.
        entity.attributes.retain(|attribute| {
            let lower = attribute.name.to_lowercase();
            let Some(to) = names.get(&nouns::singular(&lower)).filter(|name| **name != own) else {
                return true;
            };
            let many_there = nouns::singular(&lower) != lower;
            if !kept.iter().any(|k| k.to == *to) {
                kept.push(Relation {
                    to: to.clone(),
                    many_there,
                    many_here: !many_there,
                    line: attribute.line,
                });
            }
            false
        });
        entity.related = kept;
    }
}
