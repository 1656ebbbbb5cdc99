//! Things that come back: nouns with an article that several sentences act on or speak of.
//!
//! `a shipment`, `the shipment is put in quarantine`, `each shipment`: what is introduced, named again and done
//! something to is kept by the product. Which words belong to its name is read from how often they stand together.

use std::collections::{BTreeMap, BTreeSet};

use super::{nouns, roles};

/// A thing that texts speak of.
pub(super) struct Thing {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) texts: usize,
}

/// One place of a noun: its words, as far as they may belong to its name.
struct Place {
    words: Vec<String>,
    text: usize,
    line: u32,
    /// `a`, `each`, or a plural: one of many.
    counted: bool,
    /// Something is done to it, or it is said to have something.
    acted: bool,
}

const ONE_OF_MANY: &[&str] = &["a", "an", "each", "every", "one", "per", "another", "any", "no"];
const KNOWN: &[&str] =
    &["the", "this", "that", "its", "their", "his", "her", "my", "our", "your", "all", "two", "three"];
/// Before an article, these are no verbs.
#[rustfmt::skip]
const NO_VERBS: &[&str] = &[
    "of", "in", "on", "at", "to", "for", "with", "from", "by", "and", "or", "but", "is", "are", "was", "were",
    "be", "been", "as", "than", "then", "when", "if", "while", "where", "after", "before", "until", "that",
    "which", "into", "about", "over", "under", "between", "within", "without", "during", "per", "via", "not",
    "only", "the", "a", "because", "so", "like", "through", "across", "against", "since", "once", "also",
    "given", "unless", "even", "both", "has", "have", "had", "becomes", "means", "such", "whether", "how",
];

/// The things of some texts, the most often named first.
pub(super) fn of(texts: &[(&str, u32)], actors: &BTreeSet<String>) -> Vec<Thing> {
    let mut groups: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (index, (text, line)) in texts.iter().enumerate() {
        for place in places(text, index, *line) {
            // `the hut warden` speaks of no hut.
            let somebody = (2..=place.words.len())
                .any(|size| place.words.get(..size).is_some_and(|words| actors.contains(&words.join(" "))));
            if let Some(first) = place.words.first().filter(|_| !somebody) {
                groups.entry(first.clone()).or_default().push(place);
            }
        }
    }
    let mut found: Vec<Thing> = Vec::new();
    for places in groups.into_values() {
        found.extend(thing(places, texts.len()));
    }
    found.sort_by(|a, b| b.texts.cmp(&a.texts).then(a.line.cmp(&b.line)).then(a.name.cmp(&b.name)));
    found
}

/// A group of places that begin with one word, as a thing.
fn thing(mut places: Vec<Place>, told: usize) -> Option<Thing> {
    let mut size = 1;
    while size < 3 {
        let mut next: BTreeMap<String, usize> = BTreeMap::new();
        for word in places.iter().filter_map(|place| place.words.get(size)) {
            *next.entry(word.clone()).or_default() += 1;
        }
        let Some((word, times)) = next.into_iter().max_by_key(|(_, times)| *times) else { break };
        if times < 2 || times * 10 < places.len() * 6 {
            break;
        }
        places.retain(|place| place.words.get(size) == Some(&word));
        size += 1;
    }
    // `the core principle`, `a core part`: a word that seldom stands alone only goes before others.
    let alone = places.iter().filter(|place| place.words.len() == size).count();
    if alone * 5 < places.len() * 2 {
        return None;
    }
    let name = places.first()?.words.get(..size)?.join(" ");
    let texts: BTreeSet<usize> = places.iter().map(|place| place.text).collect();
    let acted: BTreeSet<usize> = places.iter().filter(|p| p.acted).map(|p| p.text).collect();
    let counted = places.iter().any(|place| place.counted);
    let needed = if told > 60 { 4 } else { 3 };
    let enough = texts.len() >= needed && !acted.is_empty()
        || texts.len() == 2 && (acted.len() == 2 && told < 30 || !acted.is_empty() && told < 20);
    // `a request` is a manner of speaking until much is said of it.
    let last = name.rsplit(' ').next().unwrap_or(&name);
    let often = SOMETIMES.contains(&last) && texts.len() >= needed + 2 && acted.len() >= 2;
    (enough && counted && (nouns::is_thing(&name) || often)).then(|| Thing {
        name,
        line: places.iter().map(|place| place.line).min().unwrap_or(1),
        texts: texts.len(),
    })
}

fn places(text: &str, index: usize, line: u32) -> Vec<Place> {
    let words = words(text);
    let mut found = Vec::new();
    for (at, (article, _)) in words.iter().enumerate() {
        found.extend(bare_plural(&words, at).map(|(word, acted)| Place {
            words: vec![word],
            text: index,
            line,
            counted: true,
            acted,
        }));
        // The text speaks of itself.
        let itself =
            |word: &str| matches!(word, "document" | "specification" | "section" | "spec" | "proposal");
        if article == "this" && words.get(at + 1).is_some_and(|(word, _)| itself(word)) {
            continue;
        }
        let one = ONE_OF_MANY.contains(&article.as_str());
        if !one && !KNOWN.contains(&article.as_str()) {
            continue;
        }
        let mut name: Vec<String> = Vec::new();
        let mut plural = false;
        let mut end = at + 1;
        while let Some((word, joined)) = words.get(end) {
            // Bounded, for words that only go before others may follow each other for ever.
            if !joined || name.len() == 3 || end > at + 6 {
                break;
            }
            end += 1;
            // `an offer is closed`: a word that is as often a verb is the noun where none follows.
            let next = words.get(end).filter(|w| w.1).map(|w| w.0.as_str()).unwrap_or_default();
            let noun = matches!(word.as_str(), "offer" | "charge" | "lock" | "permit") && !is_noun(next);
            if name.is_empty() && !noun && is_quality(word) {
                continue;
            }
            if !noun && !is_noun(word) {
                // `a powerful tool`, `the order list`: the word before belongs to a noun that is no thing.
                let verb = one && nouns::singular(word) != *word;
                if !name.is_empty() && !verb && nouns::is_no_thing(&nouns::singular(word)) {
                    name.clear();
                }
                end -= 1;
                break;
            }
            let single = nouns::singular(word);
            let many = single != *word;
            // `a swap that leaves`, `an invoice lists`: after one of something comes its verb.
            if many && (!name.is_empty() && one || article == "that" || article == "this") {
                end -= 1;
                break;
            }
            // `the audiogram allows`: the verb of the clause.
            if !name.is_empty() && many && super::actors::is_verb(&single) {
                end -= 1;
                break;
            }
            name.push(single);
            if many {
                plural = true;
                break;
            }
        }
        if name.is_empty() {
            continue;
        }
        let before =
            at.checked_sub(1).and_then(|i| words.get(i)).filter(|_| words.get(at).is_some_and(|w| w.1));
        let done = before.is_some_and(|(word, _)| {
            word.len() > 2 && word.chars().all(char::is_alphabetic) && !NO_VERBS.contains(&word.as_str())
        });
        let after =
            |skip: usize| words.get(end + skip).filter(|w| w.1).map(|w| w.0.as_str()).unwrap_or_default();
        let suffers = is_be(after(0)) && is_done(after(1))
            || matches!(after(0), "must" | "shall" | "can" | "may" | "will")
                && after(1) == "be"
                && is_done(after(2))
            || matches!(after(0), "must" | "shall") && after(1) == "not" && after(2) == "be";
        let has = matches!(after(0), "has" | "have" | "contains" | "consists")
            || matches!(after(0), "must" | "shall") && matches!(after(1), "have" | "contain");
        let each = matches!(article.as_str(), "each" | "every");
        found.push(Place {
            words: name,
            text: index,
            line,
            counted: one || plural,
            acted: done || suffers || has || each,
        });
    }
    found
}

/// `merge photos`, `of photos and events`: a plural without an article, and whether a verb stands before it.
fn bare_plural(words: &[(String, bool)], at: usize) -> Option<(String, bool)> {
    let (word, joined) = words.get(at)?;
    let single = nouns::singular(word);
    if single == *word || word.len() < 5 || !is_noun(&single) || !nouns::is_thing(&single) {
        return None;
    }
    let before = at.checked_sub(1).and_then(|i| words.get(i)).map(|w| w.0.as_str()).filter(|_| *joined);
    let next = words.get(at + 1).filter(|w| w.1).map(|w| w.0.as_str()).unwrap_or_default();
    let suffers = matches!(next, "are" | "were") || matches!(next, "must" | "shall" | "can");
    let linked = before.is_some_and(|word| {
        matches!(
            word,
            "of" | "and" | "or" | "with" | "for" | "by" | "all" | "new" | "more" | "multiple" | "which"
        )
    });
    let acted = before.is_some_and(|word| {
        matches!(
            word,
            "add"
                | "create"
                | "edit"
                | "delete"
                | "remove"
                | "view"
                | "list"
                | "select"
                | "store"
                | "merge"
                | "label"
                | "review"
                | "manage"
                | "share"
                | "export"
                | "import"
                | "record"
                | "upload"
                | "see"
        )
    });
    (linked || acted || suffers).then_some((single, acted || suffers))
}

/// Words in lower case, those with a hyphen as one, and whether only a space stands before each.
fn words(text: &str) -> Vec<(String, bool)> {
    roles::words(text).into_iter().map(|word| (word.lower, word.joined)).collect()
}

fn is_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "gets")
}

/// A participle: `created`, `sent`, `withdrawn`.
fn is_done(word: &str) -> bool {
    word.ends_with("ed") && word.len() > 4
        || matches!(
            word,
            "sent"
                | "paid"
                | "kept"
                | "shown"
                | "put"
                | "lost"
                | "made"
                | "found"
                | "given"
                | "taken"
                | "held"
                | "sold"
                | "bought"
                | "lent"
                | "written"
                | "drawn"
                | "chosen"
                | "driven"
                | "broken"
                | "withdrawn"
        )
}

/// An adjective or the like, by its form.
fn is_quality(word: &str) -> bool {
    super::actors::is_state(word)
        || super::actors::is_verb(word)
        || is_done(word)
        || matches!(
            word,
            "own" | "whole" | "entire" | "old" | "full" | "open" | "free" | "wrong" | "unique" | "draft"
        )
}

fn is_noun(word: &str) -> bool {
    word.len() > 2
        && word.chars().all(|c| c.is_alphabetic() || c == '-')
        && !is_done(word)
        && !super::actors::is_state(word)
        && !NO_VERBS.contains(&word)
        && (nouns::is_thing(word) || MODIFIERS.contains(&word) || SOMETIMES.contains(&word))
}

/// Words that mostly name nothing in particular, and sometimes what a product is about.
const SOMETIMES: &[&str] = &["request", "message", "item", "position", "entry"];

/// Words that name nothing alone and belong to names: `data logger`.
const MODIFIERS: &[&str] =
    &["data", "time", "check", "work", "group", "test", "price", "service", "code", "tool"];
