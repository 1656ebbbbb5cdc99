//! Words that are no instruction: those that address the judgement, and those in another language.

use super::pieces::VERBS;

pub(super) fn commands_the_judge(text: &str) -> bool {
    let lower = text.to_lowercase();
    let addressed = ["ignore ", "disregard ", "forget ", "bypass ", "override ", "skip the "]
        .iter()
        .any(|v| lower.contains(v))
        && [
            "rule",
            "instruction",
            "check",
            "rubric",
            "threshold",
            "prompt",
            "requirement",
            "finding",
            "above",
        ]
        .iter()
        .any(|n| lower.contains(n));
    let scored = ["score", "points", "rating", "grade", "mark"].iter().any(|n| lower.contains(n))
        && ["give ", "set the score", "set score", "award", "raise the score", "100", "maximum", "perfect"]
            .iter()
            .any(|v| lower.contains(v));
    let passed = [
        "approve this",
        "approve it",
        "mark as approved",
        "freeze it",
        "freeze this",
        "let it pass",
        "make it pass",
        "system prompt",
        "you are now",
        "pass the evaluation",
        "give 100",
    ]
    .iter()
    .any(|v| lower.contains(v));
    addressed || scored || passed
}

pub(super) fn english(text: &str) -> bool {
    const COMMON: &[&str] = &[
        "the", "a", "an", "is", "are", "to", "of", "and", "this", "that", "it", "in", "for", "with", "not",
        "should", "needs", "too", "good", "bad", "looks", "please", "what", "why", "how", "more", "no",
        "yes", "i", "we", "you", "on", "be",
    ];
    #[rustfmt::skip]
    const FOREIGN: &[&str] = &[
        "der", "die", "das", "und", "nicht", "por", "favor", "una", "los", "las", "el", "le", "les", "une",
        "pas", "est", "het", "een", "niet", "il", "che", "não", "uma",
    ];
    let words = super::super::words::words(text);
    let foreign = words.iter().any(|w| FOREIGN.contains(&w.as_str()));
    let ascii = text.chars().filter(|c| c.is_alphabetic() && c.is_ascii()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > 0
        && ascii * 10 >= letters * 9
        && (!foreign || words.iter().any(|w| COMMON.contains(&w.as_str()) || VERBS.contains(&w.as_str())))
}
