//! What sorts of things happen, each with a sign and a word; a sort that is not known here is shown by its own
//! name.

use ratatui::style::Style;

use crate::kernel::NoteKind;
use crate::tui::theme::{Look, Theme};

/// How a sort of entry is shown.
pub struct Kind {
    pub sign: char,
    /// Empty where the entry's own name is to be shown.
    pub word: &'static str,
    pub style: Style,
}

pub fn of(name: &str, theme: Theme) -> Kind {
    let Some(kind) = NoteKind::named(name) else {
        return Kind { sign: '·', word: "", style: theme.style(Look::Plain) };
    };
    let (sign, word, look) = match kind {
        NoteKind::Decision => ('◆', "DECISION", Look::Attention),
        NoteKind::Refused => ('✗', "REFUSED", Look::Bad),
        NoteKind::Freeze => ('✓', "FROZEN", Look::Good),
        NoteKind::Unfreeze => ('○', "UNFROZEN", Look::Attention),
        NoteKind::UnfreezeReason => ('○', "why unfrozen", Look::Plain),
        NoteKind::Integrity => ('!', "INTEGRITY", Look::Bad),
        NoteKind::Determinism => ('!', "DETERMINISM", Look::Bad),
        NoteKind::Broken => ('!', "BROKEN", Look::Bad),
        NoteKind::JournalDamaged => ('!', "JOURNAL", Look::Bad),
        NoteKind::JournalRestored => ('!', "restored", Look::Attention),
        NoteKind::PromptCut => ('!', "prompt cut", Look::Attention),
        NoteKind::SetAside => ('!', "set aside", Look::Attention),
        NoteKind::Schema => ('!', "schema", Look::Bad),
        NoteKind::AnswerUnusable => ('✗', "no answer", Look::Attention),
        NoteKind::Retry | NoteKind::AskedAgain => ('↻', "asked again", Look::Plain),
        NoteKind::Repair => ('↻', "sent back", Look::Plain),
        NoteKind::HumanEdit => ('✎', "hand edit", Look::Attention),
        NoteKind::BriefChanged => ('✎', "brief", Look::Attention),
        NoteKind::AnswersChanged => ('✎', "answers", Look::Attention),
        NoteKind::Evaluation => ('=', "score", Look::Strong),
        NoteKind::Transition => ('→', "move", Look::Plain),
        NoteKind::Run => ('▸', "run", Look::Plain),
        NoteKind::Answer => ('←', "answer", Look::Plain),
        NoteKind::Feedback => ('✎', "feedback", Look::Plain),
        NoteKind::Preview => ('▫', "preview", Look::Plain),
        NoteKind::Reset => ('↺', "reset", Look::Plain),
        NoteKind::Derived => ('·', "renewed", Look::Plain),
    };
    Kind { sign, word, style: theme.style(look) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that the engine and the flow write: what is damaged is no unimportant line.
    #[test]
    fn every_kind_that_is_written_has_a_sign_of_its_own() {
        for kind in NoteKind::ALL {
            assert_ne!(of(kind.name(), Theme::Plain).word, "", "{kind:?}");
        }
        assert_eq!(of("odd-sort", Theme::Plain).word, "");
        let damaged = of("journal-damaged", Theme::Plain);
        assert_eq!((damaged.sign, damaged.style), ('!', Theme::Plain.style(Look::Bad)));
    }
}
