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
    let speaks = |stem: &String, root: &str| {
        // To be logged in leaves no history, and logic none either.
        if root == "log" { stem == root && !signs_in(text) } else { stem.starts_with(root) }
    };
    DUTIES
        .iter()
        .find(|(_, roots)| stems.iter().any(|s| roots.iter().any(|r| speaks(s, r))))
        .map(|(duty, _)| *duty)
}

fn signs_in(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "log in",
        "logs in",
        "logged in",
        "logged-in",
        "log out",
        "logs out",
        "logged out",
        "logging in",
        "log on",
    ]
    .iter()
    .any(|said| lower.contains(said))
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
