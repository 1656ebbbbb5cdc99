//! The few words by which answers and types are understood. The words are data (`words.txt`); nothing is read of documents here
//! except the type words of fields and whether an outcome is a failure.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use frieze_language::{Kind, tokens};

/// What a word says in an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    for line in include_str!("words.txt").lines() {
        let Some((key, list)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else { continue };
        let list = list.split(" | ").map(str::trim);
        if let Some(kind) = key.strip_prefix("type ") {
            words.types.extend(list.map(|word| (word, kind)));
        } else if let Some(word) = Word::called(key) {
            words.said.extend(list.map(|text| (word, text)));
        }
    }
    words
});

impl Word {
    fn called(key: &str) -> Option<Self> {
        Some(match key {
            "out-of-scope" => Self::OutOfScope,
            "not-needed" => Self::NotNeeded,
            "lead" => Self::Lead,
            "has" => Self::Has,
            "and" => Self::And,
            "if" => Self::If,
            "then" => Self::Then,
            "required" => Self::Required,
            "optional" => Self::Optional,
            "one" => Self::One,
            "many" => Self::Many,
            "empty" => Self::Empty,
            "loading" => Self::Loading,
            "error" => Self::Error,
            "failure" => Self::Failure,
            _ => return None,
        })
    }

    /// Whether a text is one of these words, whole.
    pub fn is(self, text: &str) -> bool {
        let text = text.trim().trim_end_matches(['.', '!', '。']).to_lowercase();
        WORDS.said.contains(&(self, text.as_str()))
    }

    /// Whether a text has one of these words.
    pub fn is_in(self, text: &str) -> bool {
        let text = text.to_lowercase();
        let mut words = tokens(&text).filter(|token| token.kind == Kind::Word);
        words.any(|token| WORDS.said.contains(&(self, token.text)))
    }
}

/// The type of the schema that a document's type word means; `None` where it is none that is known.
pub fn attribute_type(typed: &str) -> Option<&'static str> {
    let typed = typed.trim().trim_matches('`').to_lowercase();
    let outer = typed.split(['(', '<', '[', ',']).next().unwrap_or_default().trim();
    WORDS.types.get(typed.as_str()).or_else(|| WORDS.types.get(outer)).copied()
}
