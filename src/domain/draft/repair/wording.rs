//! Wording: a sentence that plainly tells two deeds, told as two sentences that keep every word of it.

use super::super::phrase::tidy;
use super::super::verbs;

/// Words by which the two halves of a sentence hang together: a negation or a case of the one is one of the
/// other, and so is what may, must or can be done.
#[rustfmt::skip]
const BINDING: &[&str] = &[
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot", "unless", "except",
    "if", "when", "while", "until", "after", "before", "because", "so", "that", "which", "who", "whose", "where",
    "or", "can", "may", "must", "should", "shall", "will", "would", "could", "might", "either", "both", "only",
    "does", "do", "is", "are", "each", "every",
];

/// `A user selects a photo and deletes it` → the two sentences. None where they would not both be true by
/// themselves, or would not have all the words.
pub(super) fn two_deeds(text: &str, verb: &str) -> Option<(String, String)> {
    let (first, second) = two(text, verb)?;
    let lower = |w: &str| bare(w).to_lowercase();
    let bound =
        |t: &str| t.split_whitespace().any(|w| BINDING.contains(&lower(w).as_str()) || w.contains("n't"));
    if bound(&first) || bound(&second) || text.contains(['(', ':', ';', ',', '"', '“', '—']) {
        return None;
    }
    let subject = subject(&first)?;
    let begins = second.split(' ').next().map(lower).unwrap_or_default();
    let alike = subject.split(' ').count() <= 4
        && !verbs::is_plural(&subject)
        && begins.ends_with('s')
        && verbs::is_inflected(&begins);
    let whole = second.split(' ').count() > 1 && first.split(' ').count() > subject.split(' ').count() + 1;
    (alike && whole).then(|| (first, format!("{subject} {second}")))
}

fn bare(token: &str) -> &str {
    token.trim_matches(|c: char| !c.is_alphanumeric())
}

/// What stands before and after the word that joins the verb to the first.
fn two(text: &str, verb: &str) -> Option<(String, String)> {
    let lower = text.to_ascii_lowercase();
    for joint in [" and then ", " and ", " then "] {
        let mut from = 0;
        while let Some(at) = lower.get(from..).and_then(|rest| rest.find(joint)).map(|at| at + from) {
            let rest = text.get(at + joint.len()..)?;
            let says = rest.split_whitespace().next().is_some_and(|w| bare(w).eq_ignore_ascii_case(verb));
            if says && at > 0 {
                return Some((tidy(text.get(..at)?), tidy(rest)));
            }
            from = at + joint.len();
        }
    }
    None
}

/// The words before the first verb: who does it.
fn subject(action: &str) -> Option<String> {
    let tokens: Vec<&str> = action.split(' ').collect();
    let at = tokens.iter().take(8).position(|t| verbs::is_inflected(&bare(t).to_lowercase()))?;
    (at > 0).then(|| tokens[..at].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_deeds_of_one_person_are_two_sentences() {
        let (first, second) = two_deeds("A user selects a photo and deletes it", "deletes").unwrap();
        assert_eq!((first.as_str(), second.as_str()), ("A user selects a photo", "A user deletes it"));
    }

    #[test]
    fn what_hangs_together_stays_together() {
        for (text, verb) in [
            ("A guest does not open the order and sees prices", "sees"),
            ("A user can select a photo and delete it", "delete"),
            ("When a user selects a photo and deletes it", "deletes"),
            ("A clerk opens the till and count the money", "count"),
            ("The clerk opens the shop that sells toys and buys it", "buys"),
            ("No clerk opens the till and counts the money", "counts"),
        ] {
            assert_eq!(two_deeds(text, verb), None, "{text}");
        }
    }
}
