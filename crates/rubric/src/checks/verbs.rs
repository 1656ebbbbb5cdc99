//! Weak verbs. English only: the rules find nothing in a Japanese sentence.

use crate::text::lists;

fn is(word: &str, list: &[&str]) -> bool {
    list.iter().any(|listed| word.eq_ignore_ascii_case(listed))
}

/// The base form or its third person: `manage`, `manages`; not `manager`, `managed`, `managing`.
fn is_weak(word: &str) -> bool {
    lists::WEAK_VERBS.iter().any(|verb| {
        word.split_at_checked(verb.len())
            .is_some_and(|(stem, end)| stem.eq_ignore_ascii_case(verb) && is(end, &["", "s", "es"]))
    })
}

/// A weak verb at the place of the verb: first, or after the subject.
/// Each clause has its own verb, so words put before a sentence do not hide it.
pub(crate) fn weak(text: &str) -> Option<&str> {
    text.split(['.', ':', ';', '!', '?', '\n']).find_map(weak_of_a_clause)
}

fn weak_of_a_clause(clause: &str) -> Option<&str> {
    // Hyphens and apostrophes do not split a word.
    let words = clause.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(5).collect();
    let is_verb = |at: usize| match (at.checked_sub(1), words.get(at + 1)) {
        (Some(before), _) if is(words[before], lists::BEFORE_A_NOUN) => false,
        // `Support tickets are listed`, `the drag handle`: such a word is a verb before an object.
        (before, next) if is(words[at], lists::WEAK_NOUN_VERBS) => {
            before.is_none() && words[at].ends_with('s')
                || next.is_some_and(|word| is(word, lists::DETERMINERS))
        }
        _ => true,
    };
    (0..words.len().min(4)).find(|at| is_weak(words[*at]) && is_verb(*at)).map(|at| words[at])
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
            "Support each guest",
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
            "注文を管理する",
            "The manager opens the list",
            "Customer support answers",
        ] {
            assert_eq!(weak(text), None, "{text}");
        }
    }
}
