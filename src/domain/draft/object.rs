//! The object of what somebody does, as a button says it: without what counts it, and without what says how good it is.

use super::noun::bare;
use super::verbs;
use super::words::{is_stop, singular};

/// The object after a verb: its name, the words it was read from, and whether it is many.
pub(super) fn object(tokens: &[&str]) -> (String, String, bool) {
    let mut name: Vec<&str> = Vec::new();
    let mut span: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate().take(9) {
        let word = bare(token);
        let lower = word.to_lowercase();
        let owner = word.ends_with("'s") || word.ends_with("’s") || word.ends_with("s'");
        if word.is_empty() || token.starts_with('(') {
            break;
        }
        if name.is_empty() && (owner || skipped(&lower)) {
            span.push(word);
            continue;
        }
        let leads = lower == "user"
            && tokens.get(at + 1).is_some_and(|n| !is_stop(&n.to_lowercase()))
            && !token.ends_with([',', '.']);
        let broken = (is_stop(&lower) && !leads)
            || lower.ends_with("ly")
            || lower.chars().all(char::is_numeric)
            || (!name.is_empty() && (lower.ends_with("ing") || verbs::is_inflected(&lower)))
            || matches!(
                lower.as_str(),
                "once"
                    | "again"
                    | "back"
                    | "per"
                    | "simultaneously"
                    | "together"
                    | "anew"
                    | "which"
                    | "across"
                    | "between"
                    | "during"
                    | "under"
                    | "against"
                    | "because"
                    | "directly"
                    | "instead"
                    | "later"
                    | "twice"
                    | "first"
                    | "immediately"
                    | "anyway"
                    | "online"
            );
        if broken {
            break;
        }
        // `a classic, blank-slate entry`: what stands before the comma only says of which kind.
        let ends = token.ends_with([',', '.', ';', ':', ')', '?']);
        let listed = tokens.get(at + 1).is_some_and(|n| matches!(*n, "and" | "or"));
        if name.is_empty() && token.ends_with(',') && !listed && judges(&lower) {
            continue;
        }
        name.push(word);
        span.push(word);
        if ends || name.len() == 3 {
            break;
        }
    }
    while name.last().is_some_and(|w| judges(&w.to_lowercase()) || skipped(&w.to_lowercase())) {
        name.pop();
    }
    let many = name.last().is_some_and(|w| singular(w) != **w);
    (name.join(" "), span.join(" "), many)
}

/// Words before a noun that say which or how many or how good, not what.
fn skipped(word: &str) -> bool {
    const SKIPPED: &[&str] = &[
        "a", "an", "the", "their", "his", "her", "its", "my", "our", "your", "own", "one", "two", "three",
        "more", "or", "some", "any", "all", "each", "every", "multiple", "several", "this", "that", "those",
        "these", "another", "and", "many", "few", "both", "up", "to", "out", "in", "of", "off", "at",
        "least", "most",
    ];
    #[rustfmt::skip]
    const JUDGING: &[&str] = &[
        "new", "existing", "specific", "valid", "invalid", "incorrect", "correct", "wrong",
        "unsupported", "expired", "duplicate", "nested", "current", "working", "certain", "additional",
        "particular", "given", "different", "other", "same", "single", "first", "second", "last",
        "next", "previous", "default", "empty", "full", "entire", "whole", "relevant", "blank-slate",
        "living", "detailed", "digital", "immediate", "missing", "original", "available", "selected",
        "chosen", "forgotten", "old", "free", "own", "weak",
    ];
    SKIPPED.contains(&word) || JUDGING.contains(&word)
}

fn judges(word: &str) -> bool {
    skipped(word)
        || ["able", "ible", "ful", "ous", "less", "ical"].iter().any(|e| word.ends_with(e))
            && !matches!(word, "table" | "variable" | "cable" | "timetable")
        || word.ends_with("ed") && word.len() > 4 && !matches!(word, "feed" | "speed" | "embed")
}
