//! Search for names in texts, by the stems of their words.

use std::collections::HashMap;

use frieze_language::{Kind, by_code, tokens};

/// Words of a name that are compared. Real names do not differ only after them.
const LONGEST: usize = 12;

/// The names of one kind of element.
#[derive(Default, Debug)]
pub struct Names {
    /// The stems of a name, joined, with the position of its element.
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

    /// Adds a name. If two names have the same stems, the first one counts.
    pub fn add(&mut self, name: &str, at: usize) {
        let words: Vec<String> = stems(self.language, name).take(LONGEST).collect();
        if !words.is_empty() {
            self.longest = self.longest.max(words.len());
            self.known.entry(words.join(" ")).or_insert(at);
        }
    }

    /// The position of the element with a name.
    pub fn called(&self, name: &str) -> Option<usize> {
        let words: Vec<String> = stems(self.language, name).take(LONGEST).collect();
        self.known.get(&words.join(" ")).copied()
    }

    /// The positions of the elements that a text names, by first mention.
    pub fn in_text(&self, text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        if self.known.is_empty() {
            return found;
        }
        let words: Vec<String> = stems(self.language, text).collect();
        let mut from = 0;
        while from < words.len() {
            // The longest name wins: `gift card`, not `card`.
            let hit = (1..=self.longest).rev().find_map(|length| {
                let part = words.get(from..from + length)?;
                Some((length, *self.known.get(&part.join(" "))?))
            });
            let Some((length, at)) = hit else {
                from += 1;
                continue;
            };
            if found.len() < crate::limits::NAMED && !found.contains(&at) {
                found.push(at);
            }
            from += length;
        }
        found
    }
}

/// The stems of a text's words.
pub fn stems(language: Option<&'static str>, text: &str) -> impl Iterator<Item = String> {
    let words = tokens(text).filter(|token| token.kind != Kind::Mark);
    let language = language.and_then(by_code);
    words.map(move |token| match language {
        Some(language) => language.stem(token.text),
        None => token.text.to_lowercase(),
    })
}
