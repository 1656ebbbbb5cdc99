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
        "reset" => ('↺', "reset", Look::Plain),
        "derived" => ('·', "renewed", Look::Plain),
        _ => ('·', "", Look::Plain),
    };
    Kind { sign, word, style: theme.style(look) }
}
