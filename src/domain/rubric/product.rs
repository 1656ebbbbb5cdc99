//! What a design is about, and which sentences of a text speak of it. Sentences put after a text that would fit any
//! other design as well ("It gives everybody a clear overview and builds trust") add nothing to it.

use super::said::{SENTENCE_ENDS, Said};
use super::texts::Texts;
use super::vague::has_measure;
use super::vocabulary::Word;
use super::words::{self, KeySet};

/// The beginnings of the words of what is demanded and of what is kept.
pub(super) struct Product {
    roots: KeySet,
    unspaced: bool,
}

/// From so many of the product's words on, a sentence speaks of it.
const ENOUGH: usize = 2;

impl Product {
    pub(super) fn of(texts: &Texts) -> Self {
        let telling = &texts.telling;
        let kept = telling.entities.iter().flat_map(|entity| entity.attributes.iter().chain([&entity.name]));
        let all = telling.requirements.clone().chain(kept.copied());
        let unspaced = telling.requirements.clone().any(|id| texts.said(id).has_unspaced());
        Self { roots: all.flat_map(|id| texts.said(id).roots()).collect(), unspaced }
    }

    /// Whether a text and what is demanded are of one script, and so can be compared.
    pub(super) fn compares(&self, said: Said) -> bool {
        said.has_unspaced() == self.unspaced
    }

    /// Whether a text speaks of the product, as far as the two can be compared.
    pub(super) fn is_spoken_of(&self, said: Said) -> bool {
        !self.compares(said) || self.speaks(said.words()) > 0
    }

    /// The words of a text without those of later sentences that do not speak of the product.
    pub(super) fn pith<'s>(&self, said: Said<'s>) -> Vec<&'s Word> {
        let mut pith = Vec::with_capacity(said.word_count());
        self.pith_into(said, &mut pith, |_| ());
        pith
    }

    /// The same into a buffer; `kept` is told of each sentence that is left.
    pub(super) fn pith_into<'s>(
        &self,
        said: Said<'s>,
        pith: &mut Vec<&'s Word>,
        mut kept: impl FnMut(&'s str),
    ) {
        pith.clear();
        if !said.has_sentences() {
            pith.extend(said.words());
            kept(said.text);
            return;
        }
        let mut all = said.words();
        for sentence in said.text.split(SENTENCE_ENDS) {
            let from = pith.len();
            let mut count = 0;
            words::each(sentence, |_| count += 1);
            pith.extend(all.by_ref().take(count));
            if from > 0 && self.speaks(pith[from..].iter().copied()) < ENOUGH {
                pith.truncate(from);
            } else {
                kept(sentence);
            }
        }
    }

    /// How many distinct words of a text are specific, as [`Said::substance`] counts them, without such sentences.
    pub(super) fn substance(&self, said: Said) -> usize {
        if !said.has_sentences() || said.substance() == 0 {
            return said.substance();
        }
        let mut keys: Vec<_> =
            self.pith(said).into_iter().filter(|word| word.is_specific()).map(|word| word.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    /// Whether a measure stands in what a text says of the product.
    pub(super) fn is_measured(&self, said: Said) -> bool {
        let mut measured = false;
        if has_measure(said.text) {
            self.pith_into(said, &mut Vec::new(), |sentence| measured |= has_measure(sentence));
        }
        measured
    }

    /// How many different words of the product stand among some words.
    pub(super) fn speaks<'s>(&self, words: impl Iterator<Item = &'s Word>) -> usize {
        let mut roots: Vec<_> = words
            .filter(|word| word.is_specific() && self.roots.contains(&word.root))
            .map(|word| word.root)
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }
}
