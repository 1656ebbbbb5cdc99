//! Typed passphrase of a signing key: shown as dots only, and part of no message.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use secrecy::SecretString;

/// The longest passphrase, in characters.
const LONGEST: usize = 1_000;

/// The passphrase so far.
#[derive(Default)]
pub(super) struct Passphrase(String);

impl Passphrase {
    /// Takes a key: letters, Backspace and Ctrl+U.
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

    /// Takes a paste of a password manager, without a line end after it.
    pub fn pasted(&mut self, text: &str) {
        text.trim_end_matches(['\r', '\n']).chars().for_each(|c| self.take(c));
    }

    fn take(&mut self, c: char) {
        if self.len() < LONGEST {
            self.0.push(c);
        }
    }

    /// The number of characters.
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

    use super::super::tests::test_screen::{NAME, TestScreen, detail_of, gate_of, reading, run_view};
    use crate::tui::model::detail::{Approval, Detail};
    use crate::tui::msg::{Job, Msg};

    fn at_the_gate(size: (u16, u16), is_signed: bool) -> TestScreen {
        let mut screen = TestScreen::new(size, "");
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        let detail = Arc::into_inner(detail_of(view, reading("0.1.0"), "")).unwrap();
        let signed = if is_signed {
            "signed with ~/.ssh/id_ed25519 (the default)"
        } else {
            "not signed: it shows accidents"
        };
        let by = "Ada (claimed by this workspace's frieze.yaml)".to_owned();
        let approval = Approval { by, signed: signed.to_owned(), is_signed };
        screen.send(Msg::Detail(Arc::new(Detail { approval, ..detail })));
        screen
    }

    #[test]
    fn approver_and_key_are_shown_before_and_at_the_confirmation() {
        for size in [(80, 24), (120, 36), (200, 60)] {
            for is_signed in [false, true] {
                let mut screen = at_the_gate(size, is_signed);
                for keys in ["d", "a"] {
                    let shown = screen.keys(keys).draw();
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
    fn the_passphrase_of_a_locked_key_sends_the_same_decision_again() {
        let mut screen = at_the_gate((80, 24), true);
        screen.keys(&format!("d a \"{NAME}\" enter"));
        assert!(screen.draw().contains("being signed"), "{}", screen.draw());
        assert_eq!(screen.take_commands(), ["decide approve \"\" unseen"]);
        screen.send(Msg::PassphraseNeeded(NAME.parse().unwrap(), "Enter passphrase:".to_owned()));
        let shown = screen.draw();
        assert!(shown.contains("Enter passphrase:") && shown.contains("Nothing is decided yet"), "{shown}");
        let shown = screen.keys("\"sesamee\" back").draw();
        assert!(shown.contains("› ••••••") && !shown.contains("sesam"), "{shown}");
        screen.keys("enter");
        let commands = screen.take_commands();
        assert!(
            commands.len() == 1 && commands[0].starts_with("Unlock(") && !commands[0].contains("sesam"),
            "{commands:?}"
        );
        // It was the wrong one; leaving then decides nothing and forgets the passphrase.
        screen.send(Msg::PassphraseNeeded(
            NAME.parse().unwrap(),
            "That was not it. Enter passphrase:".to_owned(),
        ));
        let shown = screen.draw();
        assert!(shown.contains("That was not it") && !shown.contains("•"), "{shown}");
        screen.keys("esc");
        assert!(screen.is_open() && screen.take_commands().is_empty());
        screen.keys("esc esc");
        assert!(!screen.is_open() && screen.decisions().is_empty());
    }

    /// The dialog was closed while the decision was being signed: nothing is decided, and a message says so.
    #[test]
    fn a_passphrase_question_after_closing_decides_nothing() {
        let mut screen = at_the_gate((80, 24), true);
        screen.keys(&format!("d a \"{NAME}\" enter esc"));
        screen.take_commands();
        screen.send(Msg::PassphraseNeeded(NAME.parse().unwrap(), "Enter passphrase:".to_owned()));
        assert!(screen.draw().contains("not decided"), "{}", screen.draw());
        assert!(screen.take_commands().is_empty() && !screen.is_open());
        screen.ended(Job::Decide, Err("nothing"));
    }
}
