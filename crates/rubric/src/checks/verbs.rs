//! Weak verbs. English only: the rules find nothing in a Japanese sentence.

use crate::text::class::{STEP_VERB, WEAK_VERB};
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
}
