//! Weak verbs and sentences that say two things. English only: the rules find nothing in a Japanese sentence.

use crate::text::class::{NOUN_VERB, STEP_VERB, WEAK_VERB};
use crate::text::{class, lists, words};

fn is(word: &str, list: &[&str]) -> bool {
    list.iter().any(|listed| word.eq_ignore_ascii_case(listed))
}

/// The base form or its third person: `manage`, `manages`; not `management`, `managed`, `managing`.
fn finite(word: &str) -> bool {
    let bytes = word.as_bytes();
    let tail =
        |end: &[u8]| bytes.len() > end.len() && bytes[bytes.len() - end.len()..].eq_ignore_ascii_case(end);
    let participle = tail(b"ing") || tail(b"ed");
    word.is_ascii() && (!participle || is(word, &["need", "feed"]))
}

/// A weak verb at the place of the verb: first, or after the subject.
/// Each clause has its own verb, so words put before a sentence do not hide it.
pub(crate) fn weak(text: &str) -> Option<&str> {
    text.split(['.', ':', ';', '!', '?', '\n']).find_map(weak_of_a_clause)
}

fn weak_of_a_clause(text: &str) -> Option<&str> {
    let first: Vec<&str> = spoken_words(text).take(6).collect();
    for (at, word) in first.iter().enumerate().take(4) {
        if !finite(word) || !class::is(word, WEAK_VERB) || is_doer(word) {
            continue;
        }
        let before = at.checked_sub(1).map(|b| first[b]);
        if before.is_some_and(|b| is(b, lists::BEFORE_A_NOUN))
            || (before.is_some() && is(word, &["do", "does"]))
        {
            continue;
        }
        // "…by sending the message again" says how, and so is not bare.
        if (!is(word, lists::WEAK_NOUN_VERBS) || takes_an_object(word, before, &first[at + 1..]))
            && !says_how(text)
        {
            return Some(word);
        }
    }
    None
}

/// "Support users", "the system processes payments", "handle the error"; not "support tickets are listed",
/// "customer support answers", "the drag handle moves the row".
fn takes_an_object(verb: &str, before: Option<&str>, after: &[&str]) -> bool {
    let Some(next) = after.first() else { return false };
    if is(next, lists::DETERMINERS) {
        return true;
    }
    // "Handles reminder emails", "Supports guests": first and in the third person, unless it is a plural.
    let plural_noun =
        after.iter().take(2).any(|word| is(word, lists::AUXILIARIES)) || is(next, lists::BEFORE_A_NOUN);
    if before.is_none() && (verb.ends_with("es") || verb.ends_with("ts")) && !plural_noun {
        return true;
    }
    let plural = next.ends_with('s') && !class::is(next, STEP_VERB);
    let third_person = verb.ends_with("es") || verb.ends_with("ts");
    plural
        && (before.is_none() || third_person)
        && !after.get(1).is_some_and(|word| is(word, lists::AUXILIARIES))
}

fn says_how(text: &str) -> bool {
    let mut by = false;
    let mut how = false;
    words::each(text, |word| {
        how |= by && word.ends_with("ing");
        by = word.eq_ignore_ascii_case("by");
    });
    how
}

/// Words as they are read aloud: hyphens and apostrophes do not split them.
fn spoken_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').filter(|w| !w.is_empty())
}

/// `manager`, `handlers`: nouns, and no verbs unless they are listed.
fn is_doer(word: &str) -> bool {
    let bare = word.strip_suffix('s').unwrap_or(word);
    bare.ends_with("er") && !is(bare, lists::WEAK_VERBS)
}

/// The second verb of a sentence that says two things: "selects a photo and deletes it".
pub(crate) fn second_thing(text: &str) -> Option<&str> {
    for sentence in text.split(['.', '!', '?', ';', '\n']) {
        if !spoken_words(sentence).take(6).any(|w| finite(w) && class::is(w, STEP_VERB)) {
            continue;
        }
        let words: Vec<&str> = spoken_words(sentence).collect();
        for (at, word) in words.iter().enumerate().skip(1) {
            if !is(word, lists::JOINING) {
                continue;
            }
            let mut verb_at = at + 1;
            while words.get(verb_at).is_some_and(|w| {
                is(w, &["then", "also", "to", "optionally", "immediately"]) || w.ends_with("ly")
            }) {
                verb_at += 1;
            }
            let Some(verb) = words.get(verb_at) else { continue };
            // "view, create, edit and delete" is a list of rights or commands.
            let is_listed = |before: usize| {
                at.checked_sub(before).and_then(|at| words.get(at)).is_some_and(|w| class::is(w, STEP_VERB))
            };
            if is_listed(1) && is_listed(2) {
                continue;
            }
            // "…and reserve it": only a verb takes such an object.
            let pronoun = words.get(verb_at + 1).is_some_and(|w| is(w, &["it", "them"]));
            if !finite(verb) || !(pronoun || class::is(verb, STEP_VERB)) {
                continue;
            }
            let object = words.get(verb_at + 1).is_some_and(|w| is(w, lists::DETERMINERS));
            if object || !class::is(verb, NOUN_VERB) {
                return Some(verb);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::checks::verbs::*;

    #[test]
    fn weak_verbs_are_found_at_the_place_of_the_verb() {
        for text in [
            "Manage orders",
            "The user manages orders",
            "Handles the data",
            "System processes the request",
            "Support users",
            "Performs actions",
        ] {
            assert!(weak(text).is_some(), "{text}");
        }
        for text in [
            "Support tickets are listed",
            "Starts the process",
            "Managed accounts only",
            "Order processing begins",
            "The drag handle moves the row",
            "Manages the queue by resending each failed message",
            "注文を管理する",
            "The manager opens the list",
            "Customer support answers",
        ] {
            assert_eq!(weak(text), None, "{text}");
        }
    }

    #[test]
    fn two_things_in_a_sentence_are_found() {
        for text in [
            "Select a photo and delete it",
            "Cashier scans the item and then confirms",
            "Search the list and filter the results",
            "Customers find a room and pay the deposit",
            "Enter the address, then submit the form",
        ] {
            assert!(second_thing(text).is_some(), "{text}");
        }
        for text in [
            "Enter name and address",
            "Open the search and filter bar",
            "Choose a start and end date",
            "Choose colour and size",
            "Name und Adresse eingeben",
            "Open the print and export options",
        ] {
            assert_eq!(second_thing(text), None, "{text}");
        }
    }
}
