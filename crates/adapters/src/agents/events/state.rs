//! What a program has said so far: the answer, or why there is none.

use crate::agents::response::ResponseState;

/// Maximum length of a program's own words, in characters.
const WORDS: usize = 600;

/// What a program has said so far.
#[derive(Default)]
pub struct EventState {
    /// The answer, its model and its cost.
    pub response: ResponseState,
    /// Why the program gives no answer.
    pub error: Option<ProgramError>,
}

/// Why a program gives no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramError {
    /// In its own words, shortened.
    pub words: String,
    /// Whether it asks for a login or a key.
    pub needs_login: bool,
}

impl EventState {
    pub fn fail(&mut self, words: &str, needs_login: bool) {
        let words = words.trim();
        let words = if words.is_empty() { "it gave no reason" } else { words };
        // A later error is often only the end of an earlier one.
        let needs_login = needs_login || self.error.as_ref().is_some_and(|before| before.needs_login);
        self.error = Some(ProgramError { words: words.chars().take(WORDS).collect(), needs_login });
    }
}

/// Whether words are about a missing or refused login.
pub fn is_about_login(words: &str) -> bool {
    let words = words.to_lowercase();
    ["please run /login", "not logged in", "401 unauthorized", "invalid api key", "codex login"]
        .iter()
        .any(|known| words.contains(known))
}
