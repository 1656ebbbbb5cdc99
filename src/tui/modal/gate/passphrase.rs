//! The passphrase of a key, as far as it was typed: shown as dots alone, and part of no message.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use secrecy::SecretString;

/// The longest passphrase that is taken, in characters.
const LONGEST: usize = 1_000;

/// What was typed.
#[derive(Default)]
pub(super) struct Passphrase(String);

impl Passphrase {
    /// Takes a key; others mean nothing here.
    pub fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Backspace {
            self.0.pop();
        } else if let KeyCode::Char(c) = key.code {
            match (control, c) {
                (true, 'u') => self.0.clear(),
                (true, _) => {}
                (false, c) => self.take(c),
            }
        }
    }

    /// Takes what a password manager pastes; a line end behind it is none of it.
    pub fn pasted(&mut self, text: &str) {
        text.trim_end_matches(['\r', '\n']).chars().for_each(|c| self.take(c));
    }

    fn take(&mut self, c: char) {
        if self.len() < LONGEST {
            self.0.push(c);
        }
    }

    /// How many characters were typed.
    pub fn len(&self) -> usize {
        self.0.chars().count()
    }

    pub fn into_secret(self) -> SecretString {
        self.0.into()
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::story::{NAME, Story, detail_of, gate_of, reading, run_view};
    use crate::tui::detail::{Approval, Detail};
    use crate::tui::msg::{Errand, Msg};

    fn at_the_gate(size: (u16, u16), is_signed: bool) -> Story {
        let mut story = Story::new(size, "");
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        let detail = Arc::into_inner(detail_of(view, reading("0.1.0"), "")).unwrap();
        let signed = if is_signed {
            "signed with ~/.ssh/id_ed25519 (the default)"
        } else {
            "not signed: it shows accidents"
        };
        let by = "Ada (claimed by this workspace's frieze.yaml)".to_owned();
        let approval = Approval { by, signed: signed.to_owned(), is_signed };
        story.tell(Msg::Detail(Arc::new(Detail { approval, ..detail })));
        story
    }

    #[test]
    fn who_approves_and_what_signs_is_told_before_and_at_the_confirmation() {
        for size in [(80, 24), (120, 36), (200, 60)] {
            for is_signed in [false, true] {
                let mut story = at_the_gate(size, is_signed);
                for keys in ["d", "a"] {
                    let shown = story.keys(keys).draw();
                    assert!(
                        shown.contains("approver Ada (claimed by this workspace's"),
                        "{size:?} {keys}: {shown}"
                    );
                    assert_eq!(shown.contains("signed with ~/.ssh/id_ed25519"), is_signed, "{shown}");
                    assert_eq!(shown.contains("not signed: it shows accidents"), !is_signed, "{shown}");
                }
            }
        }
    }

    #[test]
    fn a_locked_key_is_answered_and_the_same_decision_goes_again() {
        let mut story = at_the_gate((80, 24), true);
        story.keys(&format!("d a \"{NAME}\" enter"));
        assert!(story.draw().contains("being signed"), "{}", story.draw());
        assert_eq!(story.trail(), ["decide approve \"\" unseen"]);
        story.tell(Msg::Locked(NAME.parse().unwrap(), "Enter passphrase:".to_owned()));
        let shown = story.draw();
        assert!(shown.contains("Enter passphrase:") && shown.contains("Nothing is decided yet"), "{shown}");
        let shown = story.keys("\"sesamee\" back").draw();
        assert!(shown.contains("› ••••••") && !shown.contains("sesam"), "{shown}");
        story.keys("enter");
        let trail = story.trail();
        assert!(
            trail.len() == 1 && trail[0].starts_with("Unlock(") && !trail[0].contains("sesam"),
            "{trail:?}"
        );
        // It was the wrong one; leaving then decides nothing, and what was typed is forgotten.
        story.tell(Msg::Locked(NAME.parse().unwrap(), "That was not it. Enter passphrase:".to_owned()));
        let shown = story.draw();
        assert!(shown.contains("That was not it") && !shown.contains("•"), "{shown}");
        story.keys("esc");
        assert!(story.is_open() && story.trail().is_empty());
        story.keys("esc esc");
        assert!(!story.is_open() && story.decisions().is_empty());
    }

    /// The dialog was left while the key was at work: nothing is decided, and that is told.
    #[test]
    fn a_key_that_asks_nobody_decides_nothing() {
        let mut story = at_the_gate((80, 24), true);
        story.keys(&format!("d a \"{NAME}\" enter esc"));
        story.trail();
        story.tell(Msg::Locked(NAME.parse().unwrap(), "Enter passphrase:".to_owned()));
        assert!(story.draw().contains("nothing was decided"), "{}", story.draw());
        assert!(story.trail().is_empty() && !story.is_open());
        story.ended(Errand::Decide, Err("nothing"));
    }
}
