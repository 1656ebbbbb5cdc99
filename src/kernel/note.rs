//! A line for the journal, and the kinds of lines there are.

use serde_json::Value;

/// A line for the journal; time, person, sequence and chain are added where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// One sentence for people.
    pub text: String,
    /// The same for programs.
    pub data: Value,
}

/// The kinds with their names in journals, declared once: the list of all of them cannot lack one.
macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// What a line of the journal tells of. What is written is one of these; a journal that is read may be older, or
        /// another program's, and hold other names.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum NoteKind {
            $($kind,)*
        }

        impl NoteKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// Its name in a journal.
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
    Broken = "broken",
    Decision = "decision",
    Derived = "derived",
    Determinism = "determinism",
    Evaluation = "evaluation",
    Feedback = "feedback",
    Freeze = "freeze",
    HumanEdit = "human-edit",
    Integrity = "integrity",
    JournalDamaged = "journal-damaged",
    JournalRestored = "journal-restored",
    Preview = "preview",
    PromptCut = "prompt-cut",
    Refused = "refused",
    Repair = "repair",
    Reset = "reset",
    Retry = "retry",
    Run = "run",
    Schema = "schema",
    SetAside = "set-aside",
    Transition = "transition",
    Unfreeze = "unfreeze",
    UnfreezeReason = "unfreeze-reason",
}

impl NoteKind {
    /// The kind with this name, if this program writes any such lines.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name_and_no_other_name_is_one() {
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
