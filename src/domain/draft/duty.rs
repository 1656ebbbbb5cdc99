//! Duties: what a product does behind its screens, by the words that a brief uses for it.

use super::phrase::capital;
use super::words::{content, plural};

/// What a part without a face is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    Checking,
    Telling,
    Admitting,
    Recording,
    Keeping,
    Loading,
}

/// Beginnings of the words for each duty; the first that matches stands.
const DUTIES: &[(Duty, &[&str])] = &[
    (Duty::Checking, &["validat", "uniqu", "reject", "invalid", "enforc", "verif"]),
    (Duty::Telling, &["notif", "messag", "warn", "alert", "inform", "remind", "e-mail"]),
    (Duty::Admitting, &["privileg", "permission", "deny", "denied", "authoriz", "authoris", "access"]),
    (Duty::Recording, &["audit", "histor", "log"]),
    (Duty::Keeping, &["save", "sav", "persist", "stor", "recover", "sync", "retain", "preserv"]),
    (Duty::Loading, &["load", "lazy", "pagin"]),
];

/// The duty that a sentence speaks of.
pub(super) fn of(text: &str) -> Option<Duty> {
    let stems = content(text);
    DUTIES
        .iter()
        .find(|(_, roots)| stems.iter().any(|s| roots.iter().any(|r| s.starts_with(r))))
        .map(|(duty, _)| *duty)
}

impl Duty {
    /// The duty towards a thing: `Order checks`, `Access to orders`.
    pub(super) fn named(self, thing: &str) -> String {
        let many = plural(thing);
        match self {
            Self::Checking => capital(&format!("{thing} checks")),
            Self::Telling => capital(&format!("{thing} notices")),
            Self::Admitting => format!("Access to {many}"),
            Self::Recording => capital(&format!("{thing} history")),
            Self::Keeping => format!("Saving of {many}"),
            Self::Loading => format!("Loading of {many}"),
        }
    }
}
