//! Notes of a step for the journal, and their kinds.

use serde_json::Value;

/// A note for the journal; the writer adds time, person, number and hash.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// One sentence for people.
    pub text: String,
    /// The same for programs.
    pub data: Value,
}

/// Declares the kinds with their names in journals, and the list of all.
macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// The kind of a journal entry. Journals of other versions may hold other names.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum NoteKind {
            $($kind,)*
        }

        impl NoteKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The name in a journal.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    Answer = "answer",
    AnswerUnusable = "answer-unusable",
    AskedAgain = "asked-again",
    BriefChanged = "brief-changed",
    AnswersChanged = "answers-changed",
    Approval = "approval",
    Artifact = "artifact",
    Broken = "broken",
    Decision = "decision",
    Derived = "derived",
    Determinism = "determinism",
    Dismissed = "dismissed",
    Evaluation = "evaluation",
    Feedback = "feedback",
    Freeze = "freeze",
    HashMismatch = "hash-mismatch",
    HumanEdit = "human-edit",
    Integrity = "integrity",
    JournalDamaged = "journal-damaged",
    JournalRestored = "journal-restored",
    Order = "order",
    Paused = "paused",
    Preview = "preview",
    PromptCut = "prompt-cut",
    Refused = "refused",
    Repair = "repair",
    Reset = "reset",
    Retry = "retry",
    Review = "review",
    Run = "run",
    Schema = "schema",
    SetAside = "set-aside",
    TemperatureRefused = "temperature-refused",
    Transition = "transition",
    Unfreeze = "unfreeze",
    UnfreezeReason = "unfreeze-reason",
}

impl NoteKind {
    /// The kind with this name; `None` if this version has no such kind.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
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
