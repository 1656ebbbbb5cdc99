//! What sorts of things happen, each with a sign and a word; a sort that is not known here is shown by its own
//! name.

use ratatui::style::Style;

use crate::tui::theme::{Look, Theme};

/// How a sort of entry is shown.
pub struct Kind {
    pub sign: char,
    /// Empty where the entry's own name is to be shown.
    pub word: &'static str,
    pub style: Style,
}

pub fn of(kind: &str, theme: Theme) -> Kind {
    let (sign, word, look) = match kind {
        "decision" => ('◆', "DECISION", Look::Attention),
        "refused" => ('✗', "REFUSED", Look::Bad),
        "freeze" => ('✓', "FROZEN", Look::Good),
        "unfreeze" => ('○', "UNFROZEN", Look::Attention),
        "unfreeze-reason" => ('○', "why unfrozen", Look::Plain),
        "integrity" => ('!', "INTEGRITY", Look::Bad),
        "determinism" => ('!', "DETERMINISM", Look::Bad),
        "broken" => ('!', "BROKEN", Look::Bad),
        "journal-damaged" => ('!', "JOURNAL", Look::Bad),
        "journal-restored" => ('!', "restored", Look::Attention),
        "prompt-cut" => ('!', "prompt cut", Look::Attention),
        "set-aside" => ('!', "set aside", Look::Attention),
        "schema" => ('!', "schema", Look::Bad),
        "answer-unusable" => ('✗', "no answer", Look::Attention),
        "retry" | "asked-again" => ('↻', "asked again", Look::Plain),
        "repair" => ('↻', "sent back", Look::Plain),
        "human-edit" => ('✎', "hand edit", Look::Attention),
        "brief-changed" => ('✎', "brief", Look::Attention),
        "evaluation" => ('=', "score", Look::Strong),
        "transition" => ('→', "move", Look::Plain),
        "run" => ('▸', "run", Look::Plain),
        "answer" => ('←', "answer", Look::Plain),
        "feedback" => ('✎', "feedback", Look::Plain),
        "preview" => ('▫', "preview", Look::Plain),
        "reset" => ('↺', "reset", Look::Plain),
        "derived" => ('·', "renewed", Look::Plain),
        _ => ('·', "", Look::Plain),
    };
    Kind { sign, word, style: theme.style(look) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that the engine and the flow write: what is damaged is no unimportant line.
    #[test]
    fn every_kind_that_is_written_has_a_sign_of_its_own() {
        let kinds = [
            "answer",
            "answer-unusable",
            "asked-again",
            "brief-changed",
            "broken",
            "decision",
            "derived",
            "determinism",
            "evaluation",
            "feedback",
            "freeze",
            "human-edit",
            "integrity",
            "journal-damaged",
            "journal-restored",
            "preview",
            "prompt-cut",
            "refused",
            "repair",
            "reset",
            "retry",
            "run",
            "schema",
            "set-aside",
            "transition",
            "unfreeze",
            "unfreeze-reason",
        ];
        for kind in kinds {
            assert_ne!(of(kind, Theme::Plain).word, "", "{kind}");
        }
        assert_eq!(of("odd-sort", Theme::Plain).word, "");
        let damaged = of("journal-damaged", Theme::Plain);
        assert_eq!((damaged.sign, damaged.style), ('!', Theme::Plain.style(Look::Bad)));
    }
}
