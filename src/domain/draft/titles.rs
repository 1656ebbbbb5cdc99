//! Titles that name no screen: kinds of tickets, sections of a document, a verb with a clause.

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
