//! What the open questions ask for. A question counts if it names a requirement and asks something about it; naming
//! requirements is not enough.

use crate::text::texts::{Id, Texts};
use crate::text::words::{Key, NameMap};
use crate::text::{lists, words};
use frieze_intent::Intent;

/// The questions that name a requirement, by its id.
pub(crate) struct Questions<'i> {
    by: NameMap<'i, Vec<Id>>,
}

/// A question with more requirements than this is a list.
const MOST_NAMED: usize = 3;

impl<'i> Questions<'i> {
    pub(crate) fn of(intent: &'i Intent, texts: &Texts) -> Self {
        let mut by: NameMap<'i, Vec<Id>> =
            intent.requirements.iter().map(|r| (r.id.as_str(), Vec::new())).collect();
        let mut named = Vec::new();
        for (question, id) in intent.open_questions.iter().zip(texts.ids.questions.clone()) {
            named.clear();
            let words = question
                .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '?' | '"'))
                .map(|word| word.trim_end_matches(['.', '-']));
            named.extend(words.filter(|word| by.contains_key(word)));
            if named.len() > MOST_NAMED || texts.said(id).substance() < 3 + named.len() {
                continue;
            }
            for name in &named {
                by.entry(name).and_modify(|asked| asked.push(id));
            }
        }
        Self { by }
    }

    /// Whether some question names a requirement and asks something of it.
    pub(crate) fn names(&self, id: &str) -> bool {
        self.by.get(id).is_some_and(|asked| !asked.is_empty())
    }

    /// Whether some question asks how a requirement is measured: it asks for a measure, or uses the requirement's
    /// words.
    pub(crate) fn for_a_measure(&self, requirement: usize, id: &str, texts: &Texts) -> bool {
        let own = texts.said(texts.ids.requirements.start + requirement);
        let roots: Vec<Key> = own.roots().collect();
        self.by.get(id).into_iter().flatten().any(|question| {
            let said = texts.said(*question);
            said.has_unspaced() != own.has_unspaced()
                || said.words().any(|word| {
                    word.is_specific() && roots.contains(&word.root.key)
                        || lists::MEASURING.iter().any(|listed| words::key(listed) == word.key)
                })
        })
    }
}
