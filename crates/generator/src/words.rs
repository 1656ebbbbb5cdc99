//! Words of answers and types, in every language with a lexicon. Of the brief itself only types of fields and words for failures
//! are read with them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use frieze_language::{Kind, tokens};
use strum::EnumString;

/// The meaning of a word in an answer, by its key in a lexicon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Word {
    OutOfScope,
    NotNeeded,
    Lead,
    Has,
    And,
    If,
    Then,
    Required,
    Optional,
    One,
    Many,
    Empty,
    Loading,
    Error,
    Failure,
}

struct Words {
    said: HashSet<(Word, &'static str)>,
    types: HashMap<&'static str, &'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { said: HashSet::new(), types: HashMap::new() };
    for language in frieze_language::all() {
        for (key, list) in language.answers {
            let Ok(word) = key.parse::<Word>() else { continue };
            words.said.extend(list.iter().map(|text| (word, *text)));
        }
        words
            .types
            .extend(language.types.iter().flat_map(|(kind, list)| list.iter().map(|word| (*word, *kind))));
    }
    words
});

impl Word {
    /// Whether a text consists of one of these words.
    pub fn is(self, text: &str) -> bool {
        let text = text.trim().trim_end_matches(['.', '!', '。']).to_lowercase();
        WORDS.said.contains(&(self, text.as_str()))
    }

    /// Whether a text contains one of these words.
    pub fn is_in(self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut words = tokens(&text).filter(|token| token.kind == Kind::Word);
        words.any(|token| WORDS.said.contains(&(self, token.text)))
    }
}

/// The attribute type for the type word of a brief; `None` if the word is unknown.
pub fn attribute_type(typed: &str) -> Option<&'static str> {
    let typed = typed.trim().trim_matches('`').to_lowercase();
    let outer = typed.split(['(', '<', '[', ',']).next().unwrap_or_default().trim();
    WORDS.types.get(typed.as_str()).or_else(|| WORDS.types.get(outer)).copied()
}
