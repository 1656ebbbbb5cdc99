//! Signs and styles of the kinds of journal entries.

use crate::tui::view::theme::TextStyle;
use frieze_kernel::NoteKind;

/// Sign and style of a kind of entry, by its name in the journal.
pub fn of(name: &str) -> (char, TextStyle) {
    let Some(kind) = NoteKind::named(name) else { return ('·', TextStyle::Plain) };
    match kind {
        NoteKind::Decision => ('◆', TextStyle::Attention),
        NoteKind::Refused => ('✗', TextStyle::Bad),
        NoteKind::Freeze | NoteKind::Approval => ('✓', TextStyle::Good),
        NoteKind::Unfreeze => ('○', TextStyle::Attention),
        NoteKind::UnfreezeReason => ('○', TextStyle::Plain),
        NoteKind::Integrity
        | NoteKind::Determinism
        | NoteKind::Broken
        | NoteKind::JournalDamaged
        | NoteKind::Schema => ('!', TextStyle::Bad),
        NoteKind::JournalRestored
        | NoteKind::PromptCut
        | NoteKind::SetAside
        | NoteKind::Paused
        | NoteKind::HashMismatch => ('!', TextStyle::Attention),
        NoteKind::AnswerUnusable => ('✗', TextStyle::Attention),
        NoteKind::Retry | NoteKind::AskedAgain | NoteKind::Repair => ('↻', TextStyle::Plain),
        NoteKind::TemperatureRefused | NoteKind::Derived => ('·', TextStyle::Plain),
        NoteKind::HumanEdit | NoteKind::BriefChanged | NoteKind::AnswersChanged | NoteKind::Dismissed => {
            ('✎', TextStyle::Attention)
        }
        NoteKind::Evaluation | NoteKind::Review => ('=', TextStyle::Strong),
        NoteKind::Transition => ('→', TextStyle::Plain),
        NoteKind::Run | NoteKind::Order => ('▸', TextStyle::Plain),
        NoteKind::Answer => ('←', TextStyle::Plain),
        NoteKind::Feedback => ('✎', TextStyle::Plain),
        NoteKind::Preview | NoteKind::Artifact => ('▫', TextStyle::Plain),
        NoteKind::Reset => ('↺', TextStyle::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Damage must not look unimportant, and a kind of another version is no damage.
    #[test]
    fn damage_has_a_sign_that_other_kinds_lack() {
        assert_eq!(of("journal-damaged"), ('!', TextStyle::Bad));
        assert_eq!(of("odd-sort"), ('·', TextStyle::Plain));
    }
}
