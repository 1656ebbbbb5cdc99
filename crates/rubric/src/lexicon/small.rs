//! Names that engineers write in lower case: `drive the page with playwright`.
//!
//! English has an article before a countable thing. A lower-case name without an article after a preposition is the
//! product if the sentence speaks of its purpose.

use std::borrow::Cow;

use super::around::Around;
use super::cues::Cue;
use super::{Class, Occurrence, frame};

/// The weight of the frame of a lower-case name.
pub(super) fn weight(it: &Occurrence, around: &Around) -> i32 {
    if !bare(it, around) {
        return 0;
    }
    match it.class {
        Class::Name if !it.is(Cue::Mass) => 6,
        Class::Word if countable(it) && crafted(around) => 10,
        Class::Sure | Class::Cased | Class::Name | Class::Word | Class::Proper | Class::Idiom => 0,
    }
}

/// An ordinary word that has an article in English and is no person, place or thing of a design.
fn countable(it: &Occurrence) -> bool {
    !it.is_any(&[Cue::Mass, Cue::Own, Cue::Person, Cue::Place, Cue::Borne, Cue::Everyday])
}

/// Nothing is between the preposition and the name, and the phrase ends with it.
fn bare(it: &Occurrence, around: &Around) -> bool {
    let plain = around.left_gap.chars().all(|c| c.is_whitespace() || c == '`');
    let lead = around.left.first().map_or("", AsRef::as_ref);
    let leads = match lead {
        "with" | "via" | "through" | "in" | "on" | "from" | "by" | "using" => true,
        // `reported to sentry`, and not `to go to the next step`.
        "to" => it.class == Class::Name && Cue::Mover.has(around.left.get(1)),
        _ => false,
    };
    plain && leads && frame::ends_phrase(around) && (frame::field(it, around) || crafted(around))
}

/// A verb for something that is done with software.
fn crafted(around: &Around) -> bool {
    let verb = |w: &Cow<'_, str>| {
        [Cue::Crafted, Cue::Engine, Cue::Code, Cue::Machine].iter().any(|cue| cue.has(Some(w)))
    };
    around.left.iter().skip(1).take(3).any(verb)
}
