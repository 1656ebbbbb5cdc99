//! Index of the words of flows, to find the flow that a text belongs to.

use std::collections::{HashMap, HashSet};

use super::Drafting;
use crate::names::content;

/// The flows that contain a word.
#[derive(Default)]
pub(super) struct WordIndex {
    by_word: HashMap<String, Vec<usize>>,
}

impl Drafting<'_, '_, '_> {
    /// An index of the words of all flows so far.
    pub(super) fn word_index(&self) -> WordIndex {
        let mut index = WordIndex::default();
        for (at, flow) in self.drafted.flows.iter().enumerate() {
            let steps = flow.alternatives.iter().flat_map(|alternative| &alternative.steps);
            let steps = flow.steps.iter().chain(steps);
            let steps = steps.flat_map(|step| [Some(step.action.as_str()), step.outcome.as_deref()]);
            let conditions = flow.alternatives.iter().map(|alternative| Some(alternative.condition.as_str()));
            let texts = steps.chain(conditions).chain([Some(flow.name.as_str()), flow.goal.as_deref()]);
            for word in texts.flatten().flat_map(|text| content(self.reading.language, text)) {
                let flows = index.by_word.entry(word).or_default();
                if flows.last() != Some(&at) && flows.len() < WordIndex::MOST {
                    flows.push(at);
                }
            }
        }
        index
    }
}

impl WordIndex {
    /// Most flows that are stored for a word. Common words do not distinguish flows.
    const MOST: usize = 64;
    /// Least common words. Fewer can be common by chance.
    const LEAST: usize = 3;

    fn count(&self, language: Option<&'static str>, text: &str) -> (usize, Option<(usize, usize)>) {
        let words: HashSet<String> = content(language, text).take(200).collect();
        let mut flows: HashMap<usize, usize> = HashMap::new();
        // The order of a map does not matter here: the flows are counted.
        for flow in words.iter().filter_map(|word| self.by_word.get(word)).flatten() {
            *flows.entry(*flow).or_default() += 1;
        }
        let most = flows.into_iter().max_by_key(|(flow, words)| (*words, std::cmp::Reverse(*flow)));
        (words.len(), most)
    }

    /// The flow with at least half of a text's words.
    pub(super) fn covering(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        let (words, most) = self.count(language, text);
        most.filter(|(_, common)| *common >= Self::LEAST && common * 2 >= words).map(|(flow, _)| flow)
    }

    /// The flow with most of a text's words, and at least [`Self::LEAST`] of them.
    pub(super) fn related(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        self.count(language, text).1.filter(|(_, common)| *common >= Self::LEAST).map(|(flow, _)| flow)
    }

    /// The flow with most of a text's words.
    pub(super) fn nearest(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        self.count(language, text).1.map(|(flow, _)| flow)
    }
}
