//! What makers choose and what a product offers: `we would take Delphi`, `a Leaflet layer`, `Chakra's skeletons`.

use std::borrow::Cow;

use super::around::Around;
use super::cues::Cue;
use super::{Class, Occurrence, frame};

/// How many words may be between a name and the part that it offers: `an Ionic tabs page`.
const BETWEEN: usize = 2;

/// A person chose it: `dates lean on Moment`, `by means of Kestra`, `for the till we take Delphi`.
pub(super) fn chosen(it: &Occurrence, around: &Around, name_case: bool) -> bool {
    if !matches!(it.class, Class::Word | Class::Proper) || frame::pressed(around) {
        return false;
    }
    let mut words = around.left.iter().map(AsRef::as_ref);
    let (one, two, three) =
        (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
    let makers = ["we", "we'd", "we’d", "we'll", "i", "i'd", "let's"];
    let taken = matches!(one, "take" | "took" | "want" | "favour" | "favor" | "need")
        && (makers.contains(&two)
            || makers.contains(&three) && matches!(two, "would" | "shall" | "will" | "should"));
    let relied = match one {
        "of" => matches!(two, "means" | "help" | "aid" | "way" | "top"),
        "on" => Cue::ReliedOn.has(Some(two)),
        "for" => matches!(two, "go" | "opt" | "opts" | "opted" | "went" | "going") && !three.ends_with("not"),
        "with" => matches!(two, "stick" | "stay" | "go" | "went" | "going"),
        "to" => Cue::LeftTo.has(Some(two)),
        _ => false,
    };
    // `as Bootstrap defines it`: what a product prescribes is in its manual.
    let ruled = one == "as"
        && name_case
        && around.right.first().is_some_and(|w| {
            matches!(w.as_ref(), "defines" | "documents" | "recommends" | "prescribes" | "ships" | "provides")
        });
    if ruled {
        return !it.is(Cue::Person) && !it.is(Cue::Borne);
    }
    if !(taken || relied) || !frame::ends_phrase(around) {
        return false;
    }
    if name_case {
        let own = it.class == Class::Word && !it.is_any(&[Cue::Person, Cue::Place, Cue::Borne]);
        // What makers take is no place; a person or a thing of the design may be relied on.
        let open = !frame::guarded(it) && !it.is(Cue::Borne)
            || taken && !it.is(Cue::Person) && it.class == Class::Word
            || one == "on" && matches!(two, "lean" | "leans" | "bet" | "standardise" | "standardize") && own
            || one == "of" && two == "means";
        return open || frame::field(it, around);
    }
    // `we lean on moment`: English would have an article, unless the word is no countable noun.
    it.class == Class::Word
        && !frame::guarded_as_name(it)
        && !it.is(Cue::Mass)
        && matches!(one, "on" | "take" | "took")
        && around.left.iter().any(|w| makers.contains(&w.as_ref()))
        && !it.term.ends_with('s')
}

/// Ordinary words are products where only software can be used or be the thing: `uses Photon`, `the forum is
/// Discourse`.
pub(super) fn alone(it: &Occurrence, around: &Around, name_case: bool) -> bool {
    let ordinary = matches!(it.class, Class::Word | Class::Proper);
    if !ordinary || !name_case || !frame::ends_phrase(around) || frame::pressed(around) {
        return false;
    }
    let mut words = around.left.iter().map(AsRef::as_ref);
    let (one, two) = (words.next().unwrap_or(""), words.next());
    let crafted = matches!(one, "with" | "in" | "using" | "on")
        && (Cue::Crafted.has(two)
            || matches!(two, Some("made" | "edited" | "laid" | "composed" | "hosted" | "modelled")));
    // `pulled from Exchange`, `watched in Ignition`: English would have an article.
    let held = it.class == Class::Proper
        && matches!(one, "in" | "from" | "via" | "through" | "with" | "into" | "by" | "over")
        && two.is_some_and(|w| w.ends_with("ed") || Cue::Made.has(Some(w)) || Cue::Mover.has(Some(w)));
    let wanted =
        matches!(one, "wants" | "prefers" | "favours") && it.class == Class::Word && !it.is(Cue::Mass);
    let served = one == "is" && around.left.iter().skip(1).take(3).any(|w| Cue::Product.has(Some(w)));
    let taken = matches!(one, "uses" | "using") || crafted || held || served;
    // Nobody wants a season or a room by name alone, but a child may want `Iris`.
    let own = it.is(Cue::Own);
    (wanted || taken && !own)
        && !it.is_any(&[Cue::Person, Cue::Place])
        && (wanted && own || !it.is(Cue::Borne))
}

/// The weight of a name before a part of an interface or a store: `a Pulsar stream`, `the Cupertino date picker`.
pub(super) fn part(it: &Occurrence, around: &Around, owner: bool) -> i32 {
    if !around.small_after || !matches!(it.class, Class::Word | Class::Name | Class::Proper) {
        return 0;
    }
    let after = around.right.iter().skip(usize::from(owner));
    let (mut noun, mut between) = (None, 0);
    for word in after.take(BETWEEN + 1) {
        // In `tabs page`, the last noun says what it is.
        if Cue::Part.has(Some(word)) || Cue::Offer.has(Some(word)) {
            noun = Some(word);
        } else if noun.is_some() || !Cue::Between.has(Some(word)) {
            break;
        } else {
            between += 1;
        }
    }
    let Some(noun) = noun else { return 0 };
    let article = around.left.first().is_some_and(|w| matches!(w.as_ref(), "a" | "an"));
    let strict = Cue::Offer.has(Some(noun)) || between > 0 && frame::listed(it.favour, Some(noun));
    let guarded = frame::guarded(it) || it.is(Cue::Everyday) && it.class == Class::Name;
    let is_technology = if guarded {
        // `a Phoenix map` is one of the town, and `the Room page` is the design's own.
        strict
            && (it.class != Class::Proper
                || frame::field(it, around)
                || article && !Cue::Part.has(Some(noun)))
            && (article
                || it.is(Cue::Place)
                || owner && (frame::field(it, around) || Cue::Using.has(around.left.first())))
    } else {
        strict || article && !owner && !it.is(Cue::Mass)
    };
    if is_technology { 6 } else { 0 }
}

/// `Kafka's letters`, `the Kafka museum`: things of people, not of software.
pub(super) fn is_of_people(
    it: &Occurrence,
    around: &Around,
    one: Option<&Cow<'_, str>>,
    two: Option<&Cow<'_, str>>,
) -> bool {
    let left = around.left.first().is_some_and(|w| matches!(w.as_ref(), "of" | "by"))
        && Cue::Life.has(around.left.get(1));
    let adjective =
        one.is_some_and(|w| matches!(w.as_ref(), "last" | "first" | "early" | "late" | "lost" | "famous"));
    matches!(it.class, Class::Name | Class::Word)
        && (Cue::Life.has(one) || adjective && Cue::Life.has(two) || left)
}
