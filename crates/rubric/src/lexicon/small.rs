//! Names that engineers write in lower case: `drive the page with playwright`, `a small electron tray app`.
//!
//! English has an article before a countable thing. A lower-case name without an article after a preposition, or before a noun of
//! software, is the product if the sentence speaks of its purpose.

use std::borrow::Cow;

use super::around::Around;
use super::cues::Cue;
use super::{Class, Occurrence, frame};

/// How many words may be between a lower-case name and its noun: `an electron tray app`.
const BETWEEN: usize = 2;

/// The weight of a lower-case name that means nothing else in any language.
const COINED: i32 = 8;

/// The weight of the frame of a lower-case name.
pub(super) fn weight(it: &Occurrence, around: &Around) -> i32 {
    if it.class == Class::Name && it.is(Cue::Coined) {
        // In `the vite of the French`, it is a word that somebody talks about.
        let named = around.opens || around.left.first().is_some_and(|w| w == "the");
        return if !named || frame::field(it, around) { COINED } else { 0 };
    }
    let spoken = around.left.iter().chain(&around.right).any(|w| frame::listed(it.against, Some(w)));
    if spoken || around.quoted || frame::pressed(around) {
        return 0;
    }
    let name = it.class == Class::Name;
    if name && (!it.is(Cue::Mass) && bare(it, around) || before_noun(it, around)) {
        6
    } else if it.class == Class::Word && countable(it) && bare(it, around) && crafted(around) {
        10
    } else {
        0
    }
}

/// An ordinary word that has an article in English and is no person, place or thing of a design.
fn countable(it: &Occurrence) -> bool {
    !it.is_any(&[Cue::Mass, Cue::Own, Cue::Person, Cue::Place, Cue::Borne, Cue::Everyday])
        && !it.term.ends_with(['s', 'S'])
}

/// Nothing is between the preposition and the name, and no noun follows.
fn bare(it: &Occurrence, around: &Around) -> bool {
    let plain = around.left_gap.chars().all(|c| c.is_whitespace() || c == '`');
    let lead = around.left.first().map_or("", AsRef::as_ref);
    let leads = matches!(lead, "with" | "via" | "through" | "in" | "on" | "from" | "by" | "using" | "to");
    // `dyes with azure and gold`: an item of an enumeration is a thing.
    let row = around.right.first().is_some_and(|w| matches!(w.as_ref(), "and" | "or"));
    plain
        && leads
        && !(row && it.is(Cue::Everyday))
        && frame::ends_phrase(around)
        && (frame::field(it, around) || crafted(around) || moved(it, around))
}

/// `reported to sentry`: things are sent to a name that is no common noun.
fn moved(it: &Occurrence, around: &Around) -> bool {
    it.class == Class::Name && Cue::Mover.has(around.left.get(1))
}

/// A verb for something that is done with software.
fn crafted(around: &Around) -> bool {
    let verb = |w: &Cow<'_, str>| {
        [Cue::Crafted, Cue::Engine, Cue::Code, Cue::Machine].iter().any(|cue| cue.has(Some(w)))
    };
    around.left.iter().skip(1).take(3).any(verb)
}

/// `an electron tray app`: a noun of software follows, with an article before it.
fn before_noun(it: &Occurrence, around: &Around) -> bool {
    if !around.right_gap.chars().all(char::is_whitespace) {
        return false;
    }
    let noun = |w: &Cow<'_, str>| {
        [Cue::Strong, Cue::Firm, Cue::Machine].iter().any(|cue| cue.has(Some(w)))
            || frame::listed(it.favour, Some(w))
    };
    let article = around.left.iter().take(2).any(|w| matches!(w.as_ref(), "a" | "an" | "the" | "our"));
    article && around.right.iter().take(BETWEEN).any(noun)
}
