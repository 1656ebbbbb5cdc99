//! Where a text names one of a set of things: by the words of the name, in any form.

use std::collections::HashMap;

use frieze_language::{Kind, by_code, tokens};

/// Words of a name that are compared; the words after them tell no two names of a document apart.
const LONGEST: usize = 12;

/// The names of things of one kind.
#[derive(Default, Debug)]
pub struct Names {
    /// The words of a name, joined, with the position of the thing.
    known: HashMap<String, usize>,
    /// The most words of a name.
    longest: usize,
    language: Option<&'static str>,
}

impl Names {
    pub fn of<'n>(language: Option<&'static str>, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut all = Self { known: HashMap::new(), longest: 0, language };
        for (at, name) in names.into_iter().enumerate() {
            all.add(name, at);
        }
        all
    }

    /// The first of two with the same words keeps them.
    pub fn add(&mut self, name: &str, at: usize) {
        let words: Vec<String> = stems(self.language, name).take(LONGEST).collect();
        if !words.is_empty() {
            self.longest = self.longest.max(words.len());
            self.known.entry(words.join(" ")).or_insert(at);
        }
    }

    /// The thing that has this name.
    pub fn called(&self, name: &str) -> Option<usize> {
        let words: Vec<String> = stems(self.language, name).take(LONGEST).collect();
        self.known.get(&words.join(" ")).copied()
    }

    /// The things that a text names, by first mention, each once.
    pub fn in_text(&self, text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        if self.known.is_empty() {
            return found;
        }
        let words: Vec<String> = stems(self.language, text).collect();
        let mut from = 0;
        while from < words.len() {
            // The longest name is meant: `gift card` and not `card`.
            let hit = (1..=self.longest).rev().find_map(|length| {
                let part = words.get(from..from + length)?;
                Some((length, *self.known.get(&part.join(" "))?))
            });
            let Some((length, at)) = hit else {
                from += 1;
                continue;
            };
            if found.len() < crate::bounds::NAMED && !found.contains(&at) {
                found.push(at);
            }
            from += length;
        }
        found
    }
}

/// The words of a text in the form in which they are compared.
pub fn stems(language: Option<&'static str>, text: &str) -> impl Iterator<Item = String> {
    let words = tokens(text).filter(|token| token.kind != Kind::Mark);
    let language = language.and_then(by_code);
    words.map(move |token| match language {
        Some(language) => language.stem(token.text),
        None => token.text.to_lowercase(),
    })
}

/// The words of a text that say something on their own, in the form in which they are compared.
pub fn content(language: Option<&'static str>, text: &str) -> impl Iterator<Item = String> {
    let language = language.and_then(by_code);
    let words = tokens(text).filter(|token| token.kind == Kind::Word);
    words.filter_map(move |token| match language {
        Some(language) if language.is_stop(&token.text.to_lowercase()) => None,
        Some(language) => Some(language.stem(token.text)),
        None => Some(token.text.to_lowercase()),
    })
}
