//! Titles that name no screen: kinds of tickets, sections of a document, a verb with a clause.

use super::phrase::{capital, short, told_of};
use super::words::words;

/// Whether a title is the name of a kind of ticket or of what is left over: `EPIC`, `STORY`, `Notes`.
pub(super) fn is_label(title: &str) -> bool {
    const LABELS: &[&str] = &[
        "epic",
        "epics",
        "story",
        "stories",
        "spike",
        "task",
        "tasks",
        "bug",
        "ticket",
        "issue",
        "note",
        "notes",
        "remark",
        "remarks",
        "todo",
        "misc",
        "miscellaneous",
        "comments",
        "ac",
        "acceptance",
        "criteria",
        "definition",
        "of",
        "done",
        "dod",
        "details",
        "ps",
        "hinweise",
        "bemerkungen",
        "notas",
        "remarques",
        "sonstiges",
    ];
    let named = words(title);
    !named.is_empty() && named.len() <= 3 && named.iter().all(|w| LABELS.contains(&w.as_str()))
}

/// `STORY`, `EPIC`: what kind of ticket it is, in the capitals of an export.
pub(super) fn is_kind_of_ticket(title: &str) -> bool {
    is_label(title) && (!title.chars().any(char::is_lowercase) || matches!(title, "Epic" | "Story" | "Spike"))
}

/// Whether a title is that of a section of a document: `Who it is for`, `Quality`, `Not in the first version`.
pub(super) fn is_heading(title: &str) -> bool {
    const ASKS: &[&str] = &["who", "what", "how", "why", "when", "where", "not", "out", "getting"];
    const KINDS: &[&str] = &[
        "quality",
        "qualities",
        "performance",
        "security",
        "interfaces",
        "constraints",
        "accessibility",
        "reliability",
        "scope",
        "functional",
        "non",
        "general",
        "compliance",
        "limits",
        "privacy",
        "other",
        "usability",
        "rules",
        "requirements",
        "operations",
        "notes",
        "considerations",
        "background",
        "walkthrough",
    ];
    /// The kinds of sentences of EARS.
    const SENTENCES: &[&str] = &[
        "ubiquitous",
        "event-driven",
        "state-driven",
        "unwanted behaviour",
        "unwanted behavior",
        "optional",
        "optional features",
    ];
    if SENTENCES.contains(&title.to_lowercase().as_str()) {
        return true;
    }
    let named = words(title);
    if named == ["key", "considerations"] || named == ["product", "positioning"] {
        return true;
    }
    named
        .first()
        .is_some_and(|w| ASKS.contains(&w.as_str()) || (named.len() < 3 && KINDS.contains(&w.as_str())))
}

/// `Recalculate while typing`, `Say when I am free`: a verb that a clause follows, and no name.
pub(super) fn is_only_a_deed(title: &str) -> bool {
    let mut words = title.split_whitespace().skip(1);
    words.next().is_some_and(|second| {
        matches!(
            second.to_lowercase().as_str(),
            "while"
                | "when"
                | "what"
                | "who"
                | "whom"
                | "where"
                | "how"
                | "whether"
                | "if"
                | "that"
                | "which"
                | "why"
        )
    })
}

/// `Requirement 4`, `Use case 2`, `要件 1`: a kind of text and its number, and no name.
pub(super) fn is_number(title: &str) -> bool {
    const KINDS: &[&str] = &[
        "requirement",
        "req",
        "use",
        "case",
        "user",
        "story",
        "feature",
        "anforderung",
        "walkthrough",
        "scenario",
        "epic",
        "item",
        "need",
        "uc",
        "us",
        "fr",
    ];
    let named = words(title);
    let counted = named.last().is_some_and(|last| last.chars().all(|c| c.is_ascii_digit()));
    let (_, kinds) = named.split_last().map_or(("", &[][..]), |(last, kinds)| (last.as_str(), kinds));
    counted
        && !kinds.is_empty()
        && kinds.iter().all(|word| KINDS.contains(&word.as_str()) || !word.is_ascii())
}

/// What somebody wants, as a title: `create an account with a password` → `Create an account`.
pub(super) fn of_want(want: &str) -> String {
    const ENDS: &[&str] =
        &["with", "so", "that", "by", "from", "before", "without", "through", "when", "while", "because"];
    let told = told_of(want.trim().trim_start_matches("to "));
    // `my session to be kept safe`: what it is about stands before what becomes of it.
    let owned = want.starts_with("my ") || want.starts_with("the ") || want.starts_with("our ");
    let tokens: Vec<&str> = told.split_whitespace().collect();
    let ends = |at: &usize| {
        let word = tokens[*at].to_lowercase();
        *at > 1 && (ENDS.contains(&word.as_str()) || owned && word == "to" || tokens[*at - 1].ends_with(','))
    };
    let end = (1..tokens.len()).find(ends).unwrap_or(tokens.len());
    let from = usize::from(owned && tokens.len() > 1);
    capital(&short(&tokens.get(from..end).unwrap_or_default().join(" "), 60))
}
