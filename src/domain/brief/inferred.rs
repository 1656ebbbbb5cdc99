//! Things that a brief does not define but speaks of: what its sentences create, store, list and change.

use std::collections::{BTreeMap, BTreeSet};

use super::{Brief, EntityMention, Traced, modal, nouns, things, told};

/// More inferred things than this are noise.
const MOST: usize = 16;

#[rustfmt::skip]
const VERBS: &[&str] = &[
    "create", "creates", "created", "creating", "add", "adds", "adding", "edit", "edits", "editing",
    "delete", "deletes", "deleting", "remove", "removes", "removing", "update", "updates", "view", "views",
    "list", "lists", "store", "stores", "save", "saves", "upload", "uploads", "manage", "manages",
    "managing", "record", "records", "submit", "submits", "submitting", "select", "selects", "open",
    "opens", "assign", "assigns", "archive", "archives", "share", "shares", "import", "imports", "export",
    "exports", "cancel", "cancels", "approve", "approves", "reject", "rejects", "schedule", "schedules",
    "book", "books", "organize", "organise", "reorganize", "browse", "browses", "register", "registers",
    "publish", "publishes", "order", "send", "sends", "issue", "issues", "generate", "generates",
    "display", "displays", "show", "shows", "track", "tracks", "rename", "renames", "move", "moves",
    "moving", "drag", "drags", "dragging", "drop", "drops", "reorder", "enable", "enables", "disable",
    "disables", "close", "closes", "reopen", "search", "searches", "find", "finds", "retrieve",
    "retrieves", "rate", "review", "return", "returns", "borrow", "reserve", "reserves", "pay", "print",
    "prints", "merge", "split", "log", "logs", "label", "labels", "reviewing", "labeling", "deactivate",
    "deactivates", "modify", "modifies", "persist", "persists", "maintain", "see", "duplicate", "copy",
    "attach", "attaches", "complete", "completes", "mark", "marks", "scan", "scans", "enter", "enters",
    "receive", "receives",
];
/// Verbs whose object alone shows that something is kept.
#[rustfmt::skip]
const KEEPS: &[&str] = &[
    "create", "creates", "creating", "created", "add", "adds", "adding", "delete", "deletes", "deleting",
    "store", "stores", "save", "saves", "upload", "uploads", "manage", "manages", "record", "records",
    "submit", "submits", "register", "registers", "edit", "edits", "editing", "remove", "removes",
    "removing", "book", "books", "schedule", "schedules", "reserve", "reserves", "archive", "issue",
    "issues", "publish", "publishes", "organize", "reorganize", "import", "imports", "modify",
];

/// Whether a lower-case word is a verb by which things are acted on.
pub(super) fn acts(word: &str) -> bool {
    VERBS.contains(&word)
}

#[derive(Default)]
struct Seen {
    line: u32,
    statements: BTreeSet<usize>,
    verbs: BTreeSet<&'static str>,
    kept: bool,
    full: BTreeMap<String, usize>,
}

/// What a document has told already: none of it is a thing that has to be inferred.
struct Known {
    /// The last words of the names of things.
    heads: BTreeSet<String>,
    /// The last words of what things have: the password of an account is no thing of its own.
    properties: BTreeSet<String>,
    /// The whole names of what things have.
    exact: BTreeSet<String>,
    /// Who acts, and terms that the document explains as somebody or as a measure.
    actors: BTreeSet<String>,
}

impl Known {
    fn of(brief: &Brief) -> Self {
        let mut actors: BTreeSet<String> = brief.actors.iter().map(|a| a.text.to_lowercase()).collect();
        for (term, meaning) in &brief.glossary {
            let lower = meaning.text.to_lowercase();
            let words: Vec<&str> = lower.split_whitespace().collect();
            if super::actors::means_somebody(&meaning.text) || super::terms::is_measure(&words) {
                actors.insert(nouns::singular(&term.to_lowercase()));
            }
        }
        let attributes = || brief.entities.iter().flat_map(|e| &e.attributes).map(|a| a.name.to_lowercase());
        let last = |name: String| name.rsplit(' ').next().map(str::to_owned);
        Self {
            heads: brief.entities.iter().filter_map(|e| last(e.name.to_lowercase())).collect(),
            properties: attributes().filter_map(last).map(|head| nouns::singular(&head)).collect(),
            exact: attributes().map(|name| nouns::singular(&name)).collect(),
            actors,
        }
    }

    fn has(&self, head: &str) -> bool {
        self.heads.contains(head) || self.properties.contains(head) || self.actors.contains(head)
    }
}

/// A thing with its weight: the number of texts that speak of it.
type Weighed = (usize, EntityMention);

pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    told::fields(brief, said);
    told::places(brief, said);
    let texts = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let wants = brief.stories.iter().filter_map(|s| Some((s.want.as_deref()?, s.line)));
    let told: Vec<(&str, u32)> = texts.chain(wants).collect();
    let known = Known::of(brief);
    let mut found = acted_upon(&told, &known);
    // Who lists the things that matter has named them.
    let listed = brief.entities.iter().filter(|e| e.defined).count() >= 3;
    if !listed && brief.language == "en" {
        let spoken: Vec<(&str, u32)> =
            told.iter().copied().chain(said.iter().map(|t| (t.text.as_str(), t.line))).collect();
        spoken_of(brief, &spoken, &known, &mut found);
    }
    let is_loud = |word: &str| (2..=4).contains(&word.len()) && word.is_ascii();
    let words = told.iter().flat_map(|(text, _)| modal::words(text)).map(|(_, word)| word);
    let all_loud: BTreeSet<&str> = words.filter(|word| is_loud(word)).collect();
    for (_, entity) in &mut found {
        // `SMS` is written in capitals, whatever stands beside it.
        let loud = entity.name.to_uppercase();
        if all_loud.contains(loud.as_str()) {
            entity.name = loud;
        }
    }
    found.sort_by(|(a, x), (b, y)| b.cmp(a).then(x.line.cmp(&y.line)).then(x.name.cmp(&y.name)));
    brief.entities.extend(found.into_iter().take(MOST).map(|(_, entity)| entity));
}

/// Things that verbs act on, in several ways and statements.
fn acted_upon(told: &[(&str, u32)], known: &Known) -> Vec<Weighed> {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for (index, (text, line)) in told.iter().enumerate() {
        for (verb, phrase) in objects(text) {
            let phrase = nouns::singular(&phrase);
            let head = phrase.rsplit(' ').next().unwrap_or(&phrase).to_owned();
            let entry = seen.entry(head).or_default();
            if entry.line == 0 {
                entry.line = *line;
            }
            entry.statements.insert(index);
            entry.kept = entry.kept || KEEPS.contains(&verb);
            entry.verbs.insert(verb);
            *entry.full.entry(phrase).or_default() += 1;
        }
    }
    let enough = if told.len() > 60 { 4 } else { 2 };
    let is_thing = |head: &str, seen: &Seen| {
        (seen.kept || seen.verbs.len() >= 3)
            && seen.statements.len() >= enough
            && seen.verbs.len() >= 2
            && !known.has(head)
            && nouns::is_thing(head)
    };
    let things = seen.into_iter().filter(|(head, seen)| is_thing(head, seen));
    things
        .map(|(head, seen)| {
            let all: usize = seen.full.values().sum();
            let fuller = seen
                .full
                .iter()
                .max_by_key(|(name, count)| (**count, std::cmp::Reverse(name.len())))
                .filter(|(_, count)| **count * 10 >= all * 6);
            let name = fuller.map_or(head.as_str(), |(name, _)| name);
            (seen.statements.len(), EntityMention::of(name, seen.line))
        })
        .collect()
}

/// Adds the things of which many texts speak, whatever is done with them.
fn spoken_of(brief: &Brief, spoken: &[(&str, u32)], known: &Known, found: &mut Vec<Weighed>) {
    let title = brief.title.text.to_lowercase();
    // Of each name the first or the last word, in lower case: there may be thousands of names.
    let first = |e: &EntityMention| e.name.to_lowercase().split(' ').next().map(str::to_owned);
    let last = |e: &EntityMention| e.name.to_lowercase().rsplit(' ').next().map(str::to_owned);
    let begun: BTreeSet<String> = brief.entities.iter().filter_map(first).collect();
    let mut ended: BTreeSet<String> = found.iter().filter_map(|(_, e)| last(e)).collect();
    for thing in things::of(spoken, &known.actors) {
        let head = thing.name.rsplit(' ').next().unwrap_or_default().to_owned();
        let is_known = known.heads.contains(&head)
            || known.properties.contains(&head)
                && (thing.texts < 3 || known.exact.contains(&thing.name) && thing.texts < 5)
            || thing.texts < 4 && begun.contains(&thing.name)
            || known.actors.contains(&thing.name)
            || title == thing.name
            || ended.contains(&head);
        if !is_known {
            let entity = EntityMention::of(&thing.name, thing.line);
            ended.extend(last(&entity));
            found.push((thing.texts, entity));
        }
    }
}

/// The things that verbs act on: `create a new photo album` gives `photo album`.
fn objects(text: &str) -> Vec<(&'static str, String)> {
    #[rustfmt::skip]
    const SKIPPED: &[&str] = &[
        "a", "an", "the", "new", "existing", "their", "its", "his", "her", "my", "our", "your", "all",
        "each", "any", "one", "multiple", "many", "several", "other", "another", "selected", "specific",
        "more", "own", "this", "that", "these", "those", "every", "current", "same", "different", "first",
        "last", "only", "specified", "given", "some", "single", "additional", "available", "valid", "two",
        "both", "duplicate", "individual", "or", "large", "custom", "open", "optional", "previous",
        "recent", "old", "unique", "entire", "whole", "local", "disabled", "enabled", "active", "inactive",
        "draft", "basic",
    ];
    let words: Vec<(usize, &str)> = modal::words(text).collect();
    let mut found = Vec::new();
    for (index, (at, word)) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let Some(verb) = VERBS.iter().find(|verb| **verb == lower) else { continue };
        // A noun that looks like a verb: `the list`, `a record`.
        let before = index
            .checked_sub(1)
            .and_then(|i| words.get(i))
            .map(|(_, w)| w.to_lowercase())
            .unwrap_or_default();
        if matches!(
            before.as_str(),
            "a" | "an" | "the" | "its" | "their" | "each" | "this" | "of" | "new" | "no" | "per" | "existing"
        ) {
            continue;
        }
        let mut end = at + word.len();
        let mut phrase: Vec<String> = Vec::new();
        for (next_at, next) in words.iter().skip(index + 1).take(9) {
            let gap = text.get(end..*next_at).unwrap_or_default();
            if !gap.chars().all(|c| c == ' ' || c == '-' || c == '"') {
                break;
            }
            let lower = next.to_lowercase();
            end = next_at + next.len();
            if phrase.is_empty() && SKIPPED.contains(&lower.as_str()) {
                continue;
            }
            let possessive = lower.ends_with("'s") || lower.ends_with("’s");
            let bare = nouns::bare(&lower).to_owned();
            if phrase.len() == 3 || !nouns::is_thing(&nouns::singular(&bare)) {
                break;
            }
            phrase.push(bare);
            // After a possessive comes a property of the thing.
            if possessive || next.ends_with('s') && !lower.ends_with("ss") && lower.len() > 3 {
                break;
            }
        }
        if let Some(last) = phrase.last()
            && nouns::is_thing(&nouns::singular(last))
        {
            found.push((*verb, phrase.join(" ")));
        }
    }
    passive(&words, &mut found);
    found
}

/// `the tour is moved`, `a deposit has been accepted`: what the verb acts on stands before it.
fn passive(words: &[(usize, &str)], found: &mut Vec<(&'static str, String)>) {
    #[rustfmt::skip]
    const DONE: &[&str] = &[
        "created", "added", "edited", "deleted", "removed", "updated", "stored", "saved", "uploaded",
        "recorded", "submitted", "moved", "archived", "published", "accepted", "rejected", "approved",
        "cancelled", "canceled", "booked", "scheduled", "assigned", "released", "paid", "closed", "opened",
        "issued", "confirmed", "sent", "registered", "reserved", "imported", "exported", "returned",
        "scanned",
    ];
    for (index, (_, word)) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let Some(verb) = DONE.iter().find(|done| **done == lower) else { continue };
        let mut before = words.iter().take(index).rev().map(|(_, w)| w.to_lowercase()).take(4);
        if !before.next().is_some_and(|w| matches!(w.as_str(), "is" | "are" | "was" | "were" | "been" | "be"))
        {
            continue;
        }
        const AUXILIARY: &[&str] =
            &["has", "have", "had", "must", "shall", "can", "may", "will", "not", "that"];
        if let Some(noun) = before.find(|w| !AUXILIARY.contains(&w.as_str()))
            && nouns::is_thing(&nouns::singular(&noun))
        {
            found.push((*verb, noun));
        }
    }
}
