//! Notes of a step for the journal, and their kinds.

use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A note for the journal; the writer adds time, person, number and hash.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// One sentence for people.
    pub text: String,
    /// The same for programs.
    pub data: Value,
}

/// The kind of a journal entry. Journals of other versions may hold other names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum NoteKind {
    Answer,
    AnswerUnusable,
    AskedAgain,
    BriefChanged,
    AnswersChanged,
    Approval,
    Artifact,
    Broken,
    Decision,
    Derived,
    Determinism,
    Dismissed,
    Evaluation,
    Feedback,
    Freeze,
    HashMismatch,
    HumanEdit,
    Integrity,
    JournalDamaged,
    JournalRestored,
    Order,
    Paused,
    Preview,
    PromptCut,
    Refused,
    Repair,
    Reset,
    Retry,
    Review,
    Run,
    Schema,
    SetAside,
    TemperatureRefused,
    Transition,
    Unfreeze,
    UnfreezeReason,
}

impl NoteKind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in a journal.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The kind with this name; `None` if this version has no such kind.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_by_name() {
        assert!(NoteKind::ALL.len() > 20);
        for kind in NoteKind::ALL {
            assert_eq!(NoteKind::named(kind.name()), Some(*kind));
            let kebab = format!("{kind:?}").chars().fold(String::new(), |mut name, c| {
                if c.is_ascii_uppercase() && !name.is_empty() {
                    name.push('-');
                }
                name.push(c.to_ascii_lowercase());
                name
            });
            assert_eq!(kind.name(), kebab);
        }
        for other in ["", "odd-sort", "Answer", "answer ", "prompt_cut"] {
            assert_eq!(NoteKind::named(other), None, "{other}");
        }
    }
}
