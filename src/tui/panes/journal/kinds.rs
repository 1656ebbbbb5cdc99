//! Kinds of journal entries with their signs and words. An unknown kind is shown by its own name.

use crate::tui::view::theme::TextStyle;
use frieze_kernel::NoteKind;

/// Sign, word and style of a kind of entry. The word is empty if the entry's own name is shown.
pub fn of(name: &str) -> (char, &'static str, TextStyle) {
    let Some(kind) = NoteKind::named(name) else { return ('·', "", TextStyle::Plain) };
    match kind {
        NoteKind::Decision => ('◆', "DECISION", TextStyle::Attention),
        NoteKind::Refused => ('✗', "REFUSED", TextStyle::Bad),
        NoteKind::Freeze => ('✓', "FROZEN", TextStyle::Good),
        NoteKind::Unfreeze => ('○', "UNFROZEN", TextStyle::Attention),
        NoteKind::UnfreezeReason => ('○', "why unfrozen", TextStyle::Plain),
        NoteKind::Integrity => ('!', "INTEGRITY", TextStyle::Bad),
        NoteKind::Determinism => ('!', "DETERMINISM", TextStyle::Bad),
        NoteKind::Broken => ('!', "BROKEN", TextStyle::Bad),
        NoteKind::JournalDamaged => ('!', "JOURNAL", TextStyle::Bad),
        NoteKind::JournalRestored => ('!', "restored", TextStyle::Attention),
        NoteKind::PromptCut => ('!', "prompt cut", TextStyle::Attention),
        NoteKind::SetAside => ('!', "set aside", TextStyle::Attention),
        NoteKind::Schema => ('!', "schema", TextStyle::Bad),
        NoteKind::AnswerUnusable => ('✗', "no answer", TextStyle::Attention),
        NoteKind::Retry | NoteKind::AskedAgain => ('↻', "asked again", TextStyle::Plain),
        NoteKind::TemperatureRefused => ('·', "temperature", TextStyle::Plain),
        NoteKind::Paused => ('!', "paused", TextStyle::Attention),
        NoteKind::Repair => ('↻', "sent back", TextStyle::Plain),
        NoteKind::HumanEdit => ('✎', "hand edit", TextStyle::Attention),
        NoteKind::BriefChanged => ('✎', "brief", TextStyle::Attention),
        NoteKind::AnswersChanged => ('✎', "answers", TextStyle::Attention),
        NoteKind::Dismissed => ('✎', "dismissed", TextStyle::Attention),
        NoteKind::Evaluation => ('=', "score", TextStyle::Strong),
        NoteKind::Review => ('=', "review", TextStyle::Strong),
        NoteKind::Transition => ('→', "move", TextStyle::Plain),
        NoteKind::Run => ('▸', "run", TextStyle::Plain),
        NoteKind::Answer => ('←', "answer", TextStyle::Plain),
        NoteKind::Feedback => ('✎', "feedback", TextStyle::Plain),
        NoteKind::Preview => ('▫', "preview", TextStyle::Plain),
        NoteKind::Reset => ('↺', "reset", TextStyle::Plain),
        NoteKind::Order => ('▸', "order", TextStyle::Plain),
        NoteKind::Artifact => ('▫', "file", TextStyle::Plain),
        NoteKind::Approval => ('✓', "APPROVED", TextStyle::Good),
        NoteKind::HashMismatch => ('!', "changed", TextStyle::Attention),
        NoteKind::Derived => ('·', "renewed", TextStyle::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind that the engine and the flow write; damage must not look unimportant.
    #[test]
    fn every_kind_that_is_written_has_a_sign_of_its_own() {
        for kind in NoteKind::ALL {
            assert_ne!(of(kind.name()).1, "", "{kind:?}");
        }
        assert_eq!(of("odd-sort").1, "");
        let (sign, _, style) = of("journal-damaged");
        assert_eq!((sign, style), ('!', TextStyle::Bad));
    }
}
