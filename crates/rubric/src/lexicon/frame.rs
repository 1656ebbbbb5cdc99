//! Phrases in which an English word is the name of software: `kept in Hive`.
//!
//! A design writes ordinary words in lower case. A word that is capitalised inside a sentence, follows a preposition
//! and ends its phrase is a name, and a name in the table is the product. For words that designs use for their own
//! things, and for people and places, the sentence must also speak of what the product is for.

use std::borrow::Cow;

use super::around::Around;
use super::cues::Cue;
use super::{Class, Occurrence};

/// A preposition leads to the name, and nobody presses it.
fn governed(around: &Around) -> bool {
    let mut left = around.left.iter();
    let lead = left.next();
    // Nobody writes `in a Rails`, but `via a Lambda` is usual.
    let lead = if lead.is_some_and(|w| w == "a" || w == "an") { left.next() } else { lead };
    if pressed(around) {
        return false;
    }
    match lead.map(AsRef::as_ref) {
        Some("of") => matches!(left.next().map(AsRef::as_ref), Some("means" | "help" | "aid" | "top")),
        Some("to") => left.take(6).any(|w| Cue::Mover.has(Some(w))),
        // `prints by Vega` is said of people, `served by Puma` is not said of them alone.
        Some("by") => left.take(4).any(|w| done(w)),
        Some("for") => left.next().is_some_and(|w| {
            Cue::Crafted.has(Some(w)) || matches!(w.as_ref(), "made" | "published" | "packaged" | "released")
        }),
        _ => Cue::Lead.has(lead) || Cue::Caller.has(lead),
    }
}

/// Something is done: `cut`, `turned`.
fn done(word: &str) -> bool {
    let irregular = matches!(word, "cut" | "set" | "put" | "held" | "kept" | "shown" | "given" | "taken");
    irregular || word.ends_with("ed") || Cue::Made.has(Some(word)) || Cue::Engine.has(Some(word))
}

/// `a tap on Next`: what is pressed is a button, and what it says is English.
pub(super) fn pressed(around: &Around) -> bool {
    around.left.iter().take(3).any(|w| Cue::Press.has(Some(w)))
}

/// `libraries such as Leaflet`, `the scheduler shall be Quartz`.
pub(super) fn named_kind(around: &Around) -> bool {
    let mut words = around.left.iter().map(AsRef::as_ref);
    match (words.next(), words.next()) {
        (Some("as"), Some("such")) => words.take(2).any(|w| Cue::Kind.has(Some(w))),
        (Some("is" | "are"), kind) => Cue::Kind.has(kind),
        (Some("be"), Some("shall" | "must" | "should" | "will")) => Cue::Kind.has(words.next()),
        _ => false,
    }
}

/// The capitalised word before is a vendor's name or opens a clause: `Apache Spark`, `Storage: The Flutter app`.
pub(super) fn no_first_name(around: &Around) -> bool {
    [Cue::Vendor, Cue::Object, Cue::Opens, Cue::Lead, Cue::Using]
        .iter()
        .any(|cue| cue.has(around.left.first()))
}

/// The phrase ends with the name: a mark follows, or a word that opens the next phrase.
pub(super) fn ends_phrase(around: &Around) -> bool {
    let gap = around.right_gap.trim_start_matches(['`', '*', '_', '"', '”', '’', '\'']);
    let mark = gap.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '/' | '&'));
    let now = |w: &str| matches!(w, "here" | "there" | "already" | "anyway" | "throughout" | "everywhere");
    let opens = |w: &str| w.ends_with("ly") || now(w) || Cue::Opens.has(Some(w));
    mark || around.right.first().is_none_or(|w| opens(w) || Cue::Machine.has(Some(w)))
}

/// Whether the word is in the list, in the singular or the plural.
pub(super) fn listed(words: &[&str], word: Option<&Cow<'_, str>>) -> bool {
    let Some(word) = word.map(|w| w.as_bytes()) else { return false };
    let (first, one) = (word.first(), word.strip_suffix(b"s").unwrap_or(word));
    words
        .iter()
        .map(|w| w.as_bytes())
        .filter(|w| w.first() == first && w.len().abs_diff(word.len()) < 2)
        .any(|w| w == word || w.len() > 2 && (w == one || w.strip_suffix(b"s") == Some(one)))
}

/// Whether the sentence speaks of what the product is for.
pub(super) fn field(it: &Occurrence, around: &Around) -> bool {
    let other = |w: &Cow<'_, str>| listed(it.field, Some(w)) && !it.term.eq_ignore_ascii_case(w);
    around.left.iter().chain(&around.right).any(|w| other(w) || Cue::Trade.has(Some(w)))
}

/// Whether the term asks for its field: a person, a place, or a word that designs use for their own things.
pub(super) fn guarded(it: &Occurrence) -> bool {
    it.class == Class::Proper || it.is_any(&[Cue::Own, Cue::Person, Cue::Place])
}

/// Whether the term is a person, a place or a word of everyday use.
pub(super) fn guarded_as_name(it: &Occurrence) -> bool {
    it.is_any(&[Cue::Person, Cue::Place, Cue::Everyday])
}

/// The weight of a name that opens a sentence and has something: `Consul's health checks`.
pub(super) fn owner(it: &Occurrence, around: &Around) -> i32 {
    let mass = it.is(Cue::Mass) && it.class == Class::Word;
    if !around.opens || mass || it.is_any(&[Cue::Person, Cue::Place]) {
        return 0;
    }
    match it.class {
        Class::Name => 3,
        Class::Word if !guarded(it) => 6,
        Class::Word | Class::Sure | Class::Cased | Class::Proper | Class::Idiom | Class::Beside => 0,
    }
}

/// The weight of a name that does something: `Spring handles the request`.
pub(super) fn subject(
    it: &Occurrence,
    around: &Around,
    one: Option<&Cow<'_, str>>,
    two: Option<&Cow<'_, str>>,
) -> i32 {
    // `the archive in Monaco keeps the letters`: what a preposition leads to does nothing itself.
    if [Cue::Near, Cue::Lead].iter().any(|cue| cue.has(around.left.first())) {
        return 0;
    }
    let verb = Cue::Verb.has(one);
    // `Kafka carries the change`: a name that opens a sentence and does something to something.
    let does = around.opens && one.is_some_and(|w| w.ends_with('s') && !w.ends_with("ss"));
    let object =
        Cue::Object.has(two) || two.is_some_and(|w| ["each", "every", "all", "this"].contains(&w.as_ref()));
    let said = two.is_some_and(|w| matches!(w.as_ref(), "that" | "through" | "whether"));
    if !(verb || does && (object || said)) {
        return 0;
    }
    // A season does not work on requests.
    let on = |cue: Cue| around.right.iter().skip(1).take(3).any(|w| cue.has(Some(w)));
    let everyday = it.is(Cue::Everyday);
    // A countable noun has an article in English, so what opens a sentence without one is a name;
    // one that shows something may be a view of the design.
    let shows =
        one.is_some_and(|w| matches!(w.as_ref(), "lists" | "shows" | "displays" | "opens" | "contains"));
    // Without an article, a product that is also a countable noun is not that noun: `Playwright checks that`.
    let mass = it.is_any(&[Cue::Mass, Cue::Person, Cue::Place]);
    let being = one.is_some_and(|w| matches!(w.as_ref(), "is" | "was" | "has"));
    let trade = it.class == Class::Name && everyday && !mass && !being;
    let object = object || trade && said;
    let ordinary = it.class == Class::Word && !everyday && !guarded(it) && !it.is(Cue::Mass);
    let countable = !shows && (ordinary || trade);
    if countable && does && object || speaks(it, around, verb && on(Cue::Work) || on(Cue::Task)) {
        6
    } else if !everyday && (verb || it.class == Class::Name) {
        3
    } else {
        0
    }
}

/// Whether the object of what a name does shows that it is software.
fn speaks(it: &Occurrence, around: &Around, task: bool) -> bool {
    task && !it.is(Cue::Person) || field(it, around) || machine(around)
}

fn machine(around: &Around) -> bool {
    around.left.iter().chain(&around.right).any(|w| Cue::Machine.has(Some(w)))
}

/// The weight of the frame for a name that is capitalised inside a sentence.
pub(super) fn weight(it: &Occurrence, around: &Around) -> i32 {
    let lead = around.left.first().map_or("", AsRef::as_ref);
    // `skeletons from Chakra stand in`: parts of an interface come from a kit.
    let kit = !guarded(it) || it.is(Cue::Mass) && !guarded_as_name(it);
    if it.class == Class::Word && lead == "from" && Cue::Part.has(around.left.get(1)) && kit {
        return 4;
    }
    if !matches!(it.class, Class::Word | Class::Proper) || !governed(around) || !ends_phrase(around) {
        return 0;
    }
    let inside = matches!(lead, "in" | "on" | "into" | "inside" | "within" | "onto");
    let is = |cue: Cue| it.class == Class::Word && it.is(cue);
    let field = field(it, around);
    // People do things and are sent things, and places have things in them: neither is software.
    let is_technology = if is(Cue::Person) {
        field && (inside || matches!(lead, "via" | "through" | "using"))
    } else if is(Cue::Place) {
        field && !inside && !matches!(lead, "to" | "from")
    } else {
        field || !guarded(it)
    };
    if is_technology || machine(around) { 4 } else { 0 }
}
