//! What the built-in generator would do at the words of a rejection, told while they are written: an iteration shall
//! not be spent to learn that a line says nothing to it. A model reads everything, and is told nothing of beforehand.

use super::GateDialog;
use crate::domain::draft;

/// The longest words and the largest design that are read along.
const WORDS: usize = 8_000;
const ELEMENTS: usize = 2_000;

/// How the words are taken.
#[derive(Clone, Default, Debug)]
pub(super) struct Hearing {
    /// Whether the built-in generator is the one that will read them.
    is_built_in: bool,
    /// The words that were looked at last.
    words: String,
    pub told: Option<String>,
}

impl Hearing {
    pub fn of(is_built_in: bool) -> Self {
        Self { is_built_in, ..Self::default() }
    }
}

impl GateDialog {
    /// Looks at the words again, if they are others.
    pub(super) fn hear(&mut self) {
        let words = self.words.text();
        let hearing = &mut self.facts.hearing;
        let Some(reading) = self.facts.shown.as_ref().filter(|_| hearing.is_built_in) else { return };
        if words == hearing.words {
            return;
        }
        let intent = &reading.intent;
        let size = intent.components.len() + intent.user_flows.len() + intent.data_model.entities.len();
        let told = (words.len() <= WORDS && size <= ELEMENTS)
            .then(|| draft::told(&draft::understood(intent, &words)));
        hearing.told = told.flatten();
        hearing.words = words;
    }
}
