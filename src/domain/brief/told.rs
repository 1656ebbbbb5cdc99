//! Sentences that tell of a thing: what it has, and what it belongs to.

use std::collections::{BTreeMap, BTreeSet};

use super::{AttributeMention, Brief, EntityMention, Force, Traced, attributes, described, nouns, sentence};

/// More things than these are noise.
const MOST: usize = 16;

/// Sentences that give a thing its fields: `An order has a number, a date and a status`,
/// `display each feed's name, type, status`, `the Assets table columns (Address, Name)`.
pub(super) fn fields(brief: &mut Brief, said: &[Traced]) {
    let actors: BTreeSet<String> = brief.actors.iter().map(|a| a.text.to_lowercase()).collect();
    let mut told: Vec<(String, u32)> = Vec::new();
    for statement in brief.statements.iter().filter(|s| s.force == Force::Normative || s.text.len() < 400) {
        told.push((statement.text.clone(), statement.line));
    }
    told.extend(
        brief
            .summary
            .iter()
            .chain(brief.stories.iter().flat_map(|s| &s.narrative))
            .map(|t| (t.text.clone(), t.line)),
    );
    told.extend(said.iter().map(|t| (t.text.clone(), t.line)));
    told.extend(brief.assumptions.iter().map(|t| (t.text.clone(), t.line)));
    let mut places: BTreeMap<String, usize> =
        brief.entities.iter().enumerate().map(|(at, e)| (e.name.to_lowercase(), at)).collect();
    let heads: BTreeMap<String, usize> =
        places.iter().filter_map(|(name, at)| Some((name.rsplit(' ').next()?.to_owned(), *at))).collect();
    for (text, line) in told {
        for range in sentence::sentences(&text) {
            let Some(one) = text.get(range) else { continue };
            let Some((name, fields)) =
                has_list(one, line).or_else(|| possessive_list(one, line)).or_else(|| column_list(one, line))
            else {
                continue;
            };
            if fields.len() < 2 || !nouns::is_thing(&name) || actors.contains(&name.to_lowercase()) {
                continue;
            }
            let name = nouns::singular(&name);
            let key = name.to_lowercase();
            // `feed` is the `RPZ feed` that the glossary defines.
            let head = key.rsplit(' ').next().unwrap_or(&key);
            let at = places.get(&key).or_else(|| places.get(head)).or_else(|| heads.get(&key)).copied();
            let at = at.unwrap_or_else(|| {
                brief.entities.push(EntityMention::of(&name, line));
                places.insert(key, brief.entities.len() - 1);
                brief.entities.len() - 1
            });
            if let Some(entity) = brief.entities.get_mut(at) {
                entity.take(fields, 200);
            }
        }
    }
}

/// Sentences that give a thing its place among others: `A request belongs to one customer`.
pub(super) fn places(brief: &mut Brief, said: &[Traced]) {
    if brief.language != "en" || brief.entities.iter().filter(|e| e.defined).count() >= 3 {
        return;
    }
    let mut known: BTreeSet<String> = brief.entities.iter().map(|e| e.name.to_lowercase()).collect();
    let actors: BTreeSet<String> = brief.actors.iter().map(|a| a.text.to_lowercase()).collect();
    let told = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let narrated = brief.stories.iter().flat_map(|s| &s.narrative).chain(said);
    let told = told.chain(narrated.map(|t| (t.text.as_str(), t.line)));
    let mut found: Vec<EntityMention> = Vec::new();
    for (text, line) in told {
        for range in sentence::sentences(text) {
            let Some(one) = text.get(range) else { continue };
            let Some(name) = placed(one).filter(|name| !actors.contains(name)) else { continue };
            if found.len() < MOST && known.insert(name.clone()) {
                found.push(EntityMention {
                    description: one.to_owned(),
                    related: described::relations(one, line),
                    ..EntityMention::of(&name, line)
                });
            }
        }
    }
    brief.entities.extend(found);
}

/// The thing that a sentence says belongs to another, is made of others or is kept somewhere.
fn placed(told: &str) -> Option<String> {
    /// Parts of a screen or of the text, whatever is said of them.
    #[rustfmt::skip]
    const NEVER: &[&str] = &[
        "page", "screen", "view", "form", "button", "dialog", "modal", "message", "error", "list", "tab",
        "field", "filter", "option", "link", "menu", "icon", "section", "panel", "table", "column", "row",
        "system", "application", "app", "feature", "interface", "header", "footer", "window", "bar", "process",
        "requirement", "api", "server", "database", "state", "status", "value", "name", "number", "it", "this",
        "that", "step", "flow", "data", "user", "number", "set", "type", "one", "map", "display", "card",
        "criterion", "story", "example", "service", "module", "component", "element", "text", "title",
    ];
    let rest = ["A ", "An ", "Each ", "Every "].iter().find_map(|article| told.strip_prefix(article))?;
    let (at, _) = [
        " belongs to ",
        " consists of ",
        " is made of ",
        " is made up of ",
        " is a set of ",
        " is a list of ",
        " is taken ",
    ]
    .iter()
    .filter_map(|verb| Some((rest.find(verb)?, *verb)))
    .min()?;
    let name = rest.get(..at)?.to_lowercase();
    let words: Vec<&str> = name.split(' ').collect();
    let last = words.last().copied().unwrap_or_default();
    let fits = (1..=2).contains(&words.len())
        && words.iter().all(|word| word.len() > 2 && word.chars().all(|c| c.is_alphabetic() || c == '-'))
        && !NEVER.contains(&last)
        && !nouns::is_person(&name);
    fits.then_some(name)
}

/// `An Order has a number, a date and a status.`
fn has_list(told: &str, line: u32) -> Option<(String, Vec<AttributeMention>)> {
    let rest = ["An ", "A ", "Each ", "Every ", "The ", "an ", "a ", "each ", "every "]
        .iter()
        .find_map(|article| told.strip_prefix(article))?;
    let (at, verb) = [
        " has ",
        " have ",
        " consists of ",
        " contains ",
        " includes ",
        " must have ",
        " shall have ",
        " MUST have ",
        " SHALL have ",
        " must include ",
        " MUST include ",
        " SHALL include ",
    ]
    .iter()
    .filter_map(|verb| Some((rest.find(verb)?, *verb)))
    .min()?;
    let name = rest.get(..at)?;
    let subject: Vec<&str> = name.split_whitespace().collect();
    let clause = subject.iter().any(|w| {
        matches!(*w, "who" | "whose" | "with" | "that" | "which" | "of" | "in" | "to" | "can" | "is" | "for")
    });
    if subject.len() > 3 || clause || nouns::is_person(name) {
        return None;
    }
    let list = rest.get(at + verb.len()..)?;
    let fields = attributes::listed(list, line);
    let parts = attributes::entries(list);
    // A list, and not a clause that happens to have commas.
    (fields.len() >= 2 && fields.len() * 3 >= parts * 2).then(|| (name.to_lowercase(), fields))
}

/// `each feed's name, policy action and status`, `each available feed with its name, type and count`.
fn possessive_list(told: &str, line: u32) -> Option<(String, Vec<AttributeMention>)> {
    let at = told.find("each ").or_else(|| told.find("every "))?;
    let rest = told.get(at..)?.split_once(' ')?.1;
    let (name, list) = match (rest.find("'s ").or_else(|| rest.find("’s ")), rest.find(" with its ")) {
        (Some(mark), with) if with.is_none_or(|w| mark < w) => {
            (rest.get(..mark)?, rest.get(mark..)?.split_once(' ')?.1)
        }
        (_, Some(mark)) => (rest.get(..mark)?, rest.get(mark + " with its ".len()..)?),
        _ => return None,
    };
    if name.split_whitespace().count() > 3 {
        return None;
    }
    let head = name.split_whitespace().last()?.to_lowercase();
    let fields = attributes::listed(list, line);
    (fields.len() >= 2 && list.contains(',')).then_some((head, fields))
}

/// `the Assets table columns (Address, Name, Vendor)`.
fn column_list(told: &str, line: u32) -> Option<(String, Vec<AttributeMention>)> {
    let (before, inside) =
        [" table columns (", " columns (", " fields ("].iter().find_map(|mark| told.split_once(mark))?;
    let list = inside.split(')').next()?;
    let named: Vec<&str> = before
        .split_whitespace()
        .rev()
        .take_while(|w| w.chars().next().is_some_and(char::is_uppercase))
        .take(3)
        .collect();
    let name: Vec<&str> = named.into_iter().rev().collect();
    let fields = described::properties(&format!("Fields: {list}"), line);
    (!name.is_empty() && fields.len() >= 2).then(|| (name.join(" "), fields))
}
