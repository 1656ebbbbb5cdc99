//! Gates: questions that a person must answer. No choice is preselected, there is no timeout, and only a person's confirmation of
//! exactly the shown bytes makes a decision. The confirmation of an approval that seals must be typed (promise P9).

use serde::{Deserialize, Serialize};

use super::key::Key;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;

/// How many hexadecimal digits of the hash confirm a decision, and how many do on a screen that showed all that is decided.
pub const CONFIRMING_DIGITS: usize = 6;
const FEWEST_DIGITS: usize = 4;

/// The choice that freezes something at a sealing gate.
pub const APPROVE: &str = "approve";

/// The longest reason or note in bytes. Feedback has a file of its own.
pub const LONGEST_WORDS: usize = 4_000;

/// Checks the length of a reason or note; `what` names it in the message.
///
/// # Errors
/// A sentence with both lengths.
pub fn short_enough(what: &str, words: &str) -> Result<(), String> {
    match words.len() {
        ..=LONGEST_WORDS => Ok(()),
        bytes => Err(format!("the {what} has {bytes} bytes, and at most {LONGEST_WORDS} are recorded")),
    }
}

/// A question to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    pub key: Key,
    pub kind: GateKind,
    pub question: String,
    /// What the hash of the binding is of, for example `intent`.
    pub what: &'static str,
    pub binding: Binding,
    pub choices: Vec<Choice>,
}

/// How a decision at a gate is confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GateKind {
    /// An approval freezes something: its confirmation is typed, and no flag replaces it.
    Sealing,
    /// The work is reversible: the command names what it decides; on the screen a letter and `y` suffice.
    Plain,
}

/// A person's confirmation of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed<'t> {
    /// This text was typed after the gate was shown.
    Typed(&'t str),
    /// The same, on a screen that showed all that is decided: fewer digits are enough.
    TypedAfterReading(&'t str),
    /// A command or a dialog named this: the run, or the first digits of the hash. Not enough for an approval that seals.
    Named(&'t str),
}

impl Confirmed<'_> {
    /// How many digits of the hash are enough.
    pub fn digits(self) -> usize {
        match self {
            Self::TypedAfterReading(_) => FEWEST_DIGITS,
            Self::Typed(_) | Self::Named(_) => CONFIRMING_DIGITS,
        }
    }
}

/// The shown design that a decision is bound to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Binding {
    pub feature: FeatureId,
    pub iteration: u32,
    /// Canonical SHA-256 of the intent.
    pub sha256: Digest,
}

/// One way to decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// Its key on the screen; it never changes.
    pub letter: char,
    pub name: &'static str,
    /// The consequences, in a sentence.
    pub effect: String,
    pub wording: Wording,
    /// Why the choice is not available now.
    pub barred: Option<String>,
}

impl Choice {
    /// A choice that a person may add a note to.
    pub fn plain(letter: char, name: &'static str, effect: &str) -> Self {
        Self { letter, name, effect: effect.to_owned(), wording: Wording::Optional("a note"), barred: None }
    }
}

/// Whether a choice takes words, and what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Wording {
    Optional(&'static str),
    Required(&'static str),
}

/// A person's decision. Only [`Gate::decide`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    key: Key,
    choice: &'static str,
    words: Option<String>,
    binding: Binding,
    unseen: bool,
}

/// Why nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    #[error("nothing was decided: {0:?} is not one of the choices")]
    NoSuchChoice(String),
    #[error("nothing was decided: {0}")]
    Barred(String),
    #[error("nothing was decided: {choice} needs {what}")]
    NoWords { choice: &'static str, what: &'static str },
    #[error("nothing was decided: type {name} or the first {digits} digits of the hash")]
    NotConfirmed { name: FeatureId, digits: usize },
}

impl Gate {
    /// Bars all choices for one reason.
    pub fn bar(&mut self, why: &str) {
        self.choices.iter_mut().for_each(|choice| choice.barred = Some(why.to_owned()));
    }

    /// The names of the choices that are not barred.
    pub fn possible(&self) -> impl Iterator<Item = &'static str> {
        self.choices.iter().filter(|choice| choice.barred.is_none()).map(|choice| choice.name)
    }

    /// Makes a decision of a person's choice.
    ///
    /// `confirmed` holds the run's name, or at least the first [`Confirmed::digits`] of the hash. `unseen` means that parts of what
    /// is decided were never on the screen.
    ///
    /// # Errors
    /// If the choice is unknown or barred, needs words, or is not confirmed.
    pub fn decide(
        &self,
        choice: &str,
        words: Option<&str>,
        confirmed: Confirmed<'_>,
        unseen: bool,
    ) -> Result<Decision, Undecided> {
        let chosen = self
            .choices
            .iter()
            .find(|c| c.name == choice)
            .ok_or_else(|| Undecided::NoSuchChoice(choice.chars().take(40).collect()))?;
        if let Some(why) = &chosen.barred {
            return Err(Undecided::Barred(why.clone()));
        }
        let words = words.map(str::trim).filter(|w| !w.is_empty()).map(str::to_owned);
        if let (Wording::Required(what), None) = (chosen.wording, &words) {
            return Err(Undecided::NoWords { choice: chosen.name, what });
        }
        let is_confirmed = match confirmed {
            Confirmed::Named(_) if self.is_typed(chosen.name) => false,
            Confirmed::Typed(_) | Confirmed::TypedAfterReading(_) | Confirmed::Named(_) => {
                self.is_confirmed_by(confirmed)
            }
        };
        if !is_confirmed {
            let name = self.binding.feature.clone();
            return Err(Undecided::NotConfirmed { name, digits: confirmed.digits() });
        }
        let (key, binding) = (self.key.clone(), self.binding.clone());
        Ok(Decision { key, choice: chosen.name, words, binding, unseen })
    }

    /// Whether the confirmation of a choice must be typed.
    pub fn is_typed(&self, choice: &str) -> bool {
        self.kind == GateKind::Sealing && choice == APPROVE
    }

    /// Whether the text of a confirmation names this gate.
    pub fn is_confirmed_by(&self, confirmed: Confirmed<'_>) -> bool {
        let (Confirmed::Typed(text) | Confirmed::TypedAfterReading(text) | Confirmed::Named(text)) =
            confirmed;
        let typed = text.trim();
        let digits = typed.len() >= confirmed.digits() && self.binding.sha256.to_string().starts_with(typed);
        digits || typed == self.binding.feature.as_str()
    }

    /// The hash of the file that is decided about; `None` if there is none: then the binding has the hash of nothing.
    pub fn file_hash(&self) -> Option<&Digest> {
        Some(&self.binding.sha256).filter(|sha256| **sha256 != Digest::of(b""))
    }
}

impl Decision {
    /// The key of the gate.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The name of the choice.
    pub fn choice(&self) -> &'static str {
        self.choice
    }

    /// Feedback, reason or note; not blank.
    pub fn words(&self) -> Option<&str> {
        self.words.as_deref()
    }

    /// The design that the person decided about.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// Whether parts of the design were never on the screen.
    pub fn unseen(&self) -> bool {
        self.unseen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        let choice = |letter, name, wording, barred: Option<&str>| Choice {
            letter,
            name,
            effect: String::new(),
            wording,
            barred: barred.map(str::to_owned),
        };
        Gate {
            key: Key("gate/1".into()),
            kind: GateKind::Sealing,
            question: "?".into(),
            what: "intent",
            binding: Binding {
                feature: "checkout".parse().unwrap(),
                iteration: 1,
                sha256: Digest::of(b"shown"),
            },
            choices: vec![
                choice('a', "approve", Wording::Optional("a note"), None),
                choice('r', "reject", Wording::Required("feedback"), None),
                choice('x', "barred", Wording::Optional("a note"), Some("not now")),
            ],
        }
    }

    fn not_confirmed() -> Undecided {
        Undecided::NotConfirmed { name: "checkout".parse().unwrap(), digits: 6 }
    }

    #[test]
    fn only_a_typed_confirmation_decides() {
        let hash = Digest::of(b"shown").to_string();
        let plain = Gate { kind: GateKind::Plain, ..gate() };
        let read = |typed| gate().decide("approve", None, Confirmed::TypedAfterReading(typed), false);
        assert!(read(&hash[..4]).is_ok() && read(&hash[1..8]).is_err());
        let refused = read(&hash[..3]).unwrap_err().to_string();
        assert!(refused.contains("first 4 digits of the hash"), "{refused}");
        for good in ["checkout", " checkout\n", &hash, &hash[..6], &hash[..12]] {
            assert!(gate().decide("approve", None, Confirmed::Typed(good), false).is_ok(), "{good:?}");
            let rejected = gate().decide("reject", Some("more"), Confirmed::Named(good), false);
            assert!(rejected.is_ok(), "only an approval must be typed: {good:?}");
            let named = Confirmed::Named(good);
            assert_eq!(gate().decide("approve", None, named, false), Err(not_confirmed()), "{good:?}");
            assert!(plain.decide("approve", None, named, false).is_ok(), "{good:?}");
        }
        for bad in ["", "\n", " ", "y", "yes", "approve", "Checkout", &hash[..5], &hash[1..8], "checkout2"] {
            for (gate, confirmed) in [(gate(), Confirmed::Typed(bad)), (plain.clone(), Confirmed::Named(bad))]
            {
                let decided = gate.decide("approve", None, confirmed, false);
                assert_eq!(decided, Err(not_confirmed()), "{bad:?}");
            }
        }
    }

    #[test]
    fn a_rejection_needs_words_and_a_barred_choice_is_refused() {
        let no_words = gate().decide("reject", Some("  \n"), Confirmed::Typed("checkout"), false);
        assert!(matches!(no_words, Err(Undecided::NoWords { .. })));
        assert!(matches!(
            gate().decide("barred", None, Confirmed::Typed("checkout"), false),
            Err(Undecided::Barred(_))
        ));
        assert!(matches!(
            gate().decide("", None, Confirmed::Typed("checkout"), false),
            Err(Undecided::NoSuchChoice(_))
        ));
        let decision = gate().decide("reject", Some(" more "), Confirmed::Typed("checkout"), true).unwrap();
        assert_eq!((decision.words(), decision.unseen()), (Some("more"), true));
    }
}
