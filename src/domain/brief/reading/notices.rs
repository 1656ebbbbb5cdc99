//! Sentences on the document itself: how it is to be read, who may have it, what it covers.

use super::super::modal::{self, Strength};
use super::super::sentence;

/// What one calls the document, or the page and the letter that it is.
#[rustfmt::skip]
const DOCUMENT: &[&str] = &[
    "document", "specification", "page", "export", "e-mail", "email", "mail", "message", "file", "paper", "srs", "prd",
    "dokument", "seite", "spezifikation", "lastenheft", "pflichtenheft", "documento", "página", "page",
];
/// What one does with it.
#[rustfmt::skip]
const HANDLED: &[&str] = &[
    "edited", "forwarded", "copied", "printed", "distributed", "disclosed", "published", "shared", "changed", "quoted",
    "bearbeitet", "weitergegeben", "weitergeleitet", "kopiert", "geändert",
];

/// `This page must not be edited`, `In this document the word “shall” …`, `If you are not the intended recipient …`.
pub(super) fn is_notice(text: &str) -> bool {
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).take(60).collect();
    is_disclaimer(text) || is_legend(text) || is_of_the_document(&words, modal::strength(text))
}

fn is_disclaimer(text: &str) -> bool {
    #[rustfmt::skip]
    const SAYS: &[&str] = &[
        "not the intended recipient", "not the addressee", "consider the environment", "nicht der richtige adressat",
        "nicht der beabsichtigte empfänger", "n'êtes pas le destinataire", "no es el destinatario",
    ];
    let lower = text.to_lowercase();
    SAYS.iter().any(|says| lower.contains(says))
}

/// `M = must, S = should`: nothing but marks and what they mean.
fn is_legend(text: &str) -> bool {
    let mut parts = text.trim_end_matches('.').split([',', ';']);
    let marks = |part: &str| {
        part.split_once('=').is_some_and(|(mark, meaning)| {
            (1..=2).contains(&mark.split_whitespace().count())
                && (1..=4).contains(&meaning.split_whitespace().count())
        })
    };
    text.matches('=').count() >= 2 && parts.all(marks)
}

fn is_of_the_document(words: &[String], strength: Strength) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let named = |at: usize| DOCUMENT.contains(&word(at));
    let this = |at: usize| {
        matches!(
            word(at),
            "this" | "the" | "dieses" | "diese" | "diesem" | "dieser" | "este" | "esta" | "ce" | "cette"
        )
    };
    let says = |told: &[&str]| words.iter().any(|word| told.contains(&word.as_str()));
    let inside = matches!(word(0), "in" | "throughout" | "within" | "en" | "dans") && this(1) && named(2);
    if inside && says(&["word", "words", "wort", "wörter", "denotes", "indicates", "means", "bedeutet"]) {
        return true;
    }
    let own = this(0) && word(0) != "the" && named(1) || word(0) == "the" && word(1) == "old" && named(2);
    let covers = says(&["covers", "describes", "specifies", "defines", "beschreibt", "describe", "décrit"]);
    own && (says(HANDLED) || covers && strength < Strength::Must)
}

/// `We should have chipped them`, `You should have seen the office`: too late to ask for it.
pub(super) fn is_too_late(text: &str) -> bool {
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).collect();
    let done = |word: &str| {
        word.ends_with("ed")
            || matches!(word, "been" | "seen" | "known" | "thought" | "done" | "had" | "told" | "gone")
    };
    let at = |from: usize, words: &[String]| {
        words.get(from).is_some_and(|word| word == "have")
            && words.get(from + 1).is_some_and(|word| done(word))
    };
    modal::strength(text) < Strength::Must
        && words.iter().enumerate().any(|(index, word)| {
            let denied = words.get(index + 1).is_some_and(|w| matches!(w.as_str(), "never" | "not"));
            matches!(word.as_str(), "should" | "would" | "could")
                && at(index + 1 + usize::from(denied), &words)
        })
}

/// What a ticket has, and a form for its customers does not.
#[rustfmt::skip]
const OF_A_TICKET: &[&str] = &[
    "effort", "phase", "status", "priority", "owner", "assignee", "assigned to", "assigned", "estimate", "estimation", "estimated",
    "sprint", "story points", "points", "milestone", "epic", "component", "label", "labels", "tags", "depends on", "dependencies",
    "blocked by", "blocks", "traces to", "trace", "traces", "created", "updated", "last updated", "reporter", "reviewer", "author",
    "version", "risk", "complexity", "iteration", "severity", "moscow", "jira", "ticket", "ref", "target release",
    "priorität", "aufwand", "prioridad", "estado", "esfuerzo", "prioridade", "esforço", "priorité", "statut", "prioriteit", "autor",
];

/// `Effort: 3 | Phase: 2 | Status: done`: several fields of a ticket on one line, each with a value of few words.
pub(super) fn is_of_fields(text: &str) -> bool {
    const MOST_NAMED: usize = 3;
    const MOST_SAID: usize = 5;
    let parts: Vec<&str> =
        text.split([" | ", " · "].iter().find(|mark| text.contains(**mark)).unwrap_or(&"|")).collect();
    let fielded = |part: &&str| {
        part.split_once(':').is_some_and(|(name, said)| {
            (1..=MOST_NAMED).contains(&name.split_whitespace().count())
                && said.split_whitespace().count() <= MOST_SAID
                && !said.trim_end().ends_with(['.', '!', '?'])
        })
    };
    let of_a_ticket = |part: &&str| {
        let name = part.split(':').next().unwrap_or_default().to_lowercase();
        OF_A_TICKET.contains(&name.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    let fields = parts.len() >= 2 && parts.iter().all(fielded) && parts.iter().any(of_a_ticket);
    fields && !modal::is_binding(text)
}

/// `Shelf readers will not be developed.`: left out, though it stands among what limits the product.
pub(super) fn is_not_built(text: &str) -> bool {
    #[rustfmt::skip]
    const LEFT: &[&str] = &[
        "will not be developed", "will not be built", "will not be implemented", "will not be delivered", "is not developed",
        "are not developed", "won't be built", "won't be developed", "no se desarrollará", "no se desarrollarán",
        "no se implementará", "no se implementarán", "wird nicht entwickelt", "wird nicht umgesetzt", "werden nicht entwickelt",
        "werden nicht umgesetzt", "ne sera pas développé", "ne seront pas développé", "não será desenvolvid",
        "não serão desenvolvid",
    ];
    /// What else ends its sentence: `is out of scope for this release`, `is not part of this project`.
    const APART: &[&str] =
        &["is out of scope", "are out of scope", "is not part of this", "are not part of this"];
    const MOST_BEHIND: usize = 4;
    let lower = text.to_lowercase();
    let first = sentence::sentences(&lower).first().and_then(|range| lower.get(range.clone())).unwrap_or("");
    let told = |words: &&str| first.split_once(*words).filter(|(subject, _)| is_a_bare_subject(subject));
    let left = LEFT.iter().any(|words| told(words).is_some());
    let apart = APART.iter().filter_map(told).any(|(_, behind)| {
        let behind = behind.trim_end_matches(['.', '!']);
        behind.split_whitespace().count() <= MOST_BEHIND && !behind.contains([',', ';', ':'])
    });
    (left || apart) && modal::strength(text) < Strength::Must
}

/// `The grower sees which plots`: more than the name of what is left out.
fn is_a_bare_subject(subject: &str) -> bool {
    const MOST: usize = 8;
    #[rustfmt::skip]
    const SAYS: &[&str] = &["that", "which", "when", "if", "can", "must", "whether", "who", "what", "shall", "should", "while", "where"];
    let words = || modal::words(subject).map(|(_, word)| word);
    words().take(MOST + 1).count() <= MOST && !words().any(|word| SAYS.contains(&word))
}
