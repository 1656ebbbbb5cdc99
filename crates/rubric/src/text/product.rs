//! What a design is about, and which sentences of a text speak of it. Sentences that would fit any other design ("It
//! gives everybody a clear overview and builds trust") add nothing to a text. Nor do sentences that thank, praise or
//! command the reader, or words of the product that are only strung together.

use std::ops::Range;

use crate::checks::vague::has_measure;
use crate::text::class::{
    BLANK, Class, DATA_VERB, FAILURE, GENERIC, GLUE, SCAFFOLD, STEP_VERB, STOP, TALK, TITLE,
};
use crate::text::said::{Said, sentences};
use crate::text::texts::Texts;
use crate::text::vocabulary::Word;
use crate::text::words::{Key, KeySet};
use crate::text::{filler, words};

/// The beginnings of the words of the requirements and of the data model.
#[derive(Default)]
pub(crate) struct Product {
    roots: KeySet,
    /// The beginnings of the words of the entities' names, including words that fit any design.
    names: KeySet,
    /// The same words, whole.
    kept: KeySet,
    unspaced: bool,
    /// Whether rows of words can be recognised. Without known stop words, every text of a language looks like one.
    knows_rows: bool,
}

/// A sentence with at least so many of the product's words speaks of it.
const ENOUGH: usize = 2;
/// A text of at least so many of the product's words and nothing else is a heap.
const HEAP: usize = 3;
/// Up to so many other words only say that something is open.
const LEFT_OPEN: usize = 1;
/// The most words of the text so far with which a later sentence is compared.
const COMPARED: usize = 24;

impl Product {
    pub(crate) fn of(texts: &Texts) -> Self {
        let ids = &texts.ids;
        let kept = ids.entities.iter().flat_map(|entity| entity.attributes.iter().chain([&entity.name]));
        let all = ids.requirements.clone().chain(kept.copied());
        let unspaced = ids.requirements.clone().any(|id| texts.said(id).has_unspaced());
        let roots = all.flat_map(|id| texts.said(id).roots()).collect();
        let named = || ids.entities.iter().flat_map(|entity| texts.said(entity.name).words());
        // `Bar` and `Stub` are names like others, unless all names are such words.
        let has_real_names = named().any(|word| word.class & (STOP | BLANK) == 0);
        let named =
            || named().filter(|word| word.class & STOP == 0 && (has_real_names || word.class & BLANK == 0));
        let names = named().map(|word| word.root.key).collect();
        let kept = named().map(|word| word.key).collect();
        Self { roots, names, kept, unspaced, knows_rows: true }
    }

    /// Recognises rows of words from now on only if most requirements are none.
    pub(crate) fn compare_rows<'s>(&mut self, demands: impl Iterator<Item = Said<'s>> + Clone) {
        let rows = demands.clone().filter(|said| self.is_strung(*said)).count();
        self.knows_rows = rows * 2 <= demands.count();
    }

    /// Whether a requirement demands something: it is not filler, not a title (`Requirement one`), and not a number or letter with
    /// generic words. One with an open point demands the rest of its text.
    pub(crate) fn is_demanded(&self, said: Said) -> bool {
        let own = |word: &Word| word.is_specific() || self.kept.contains(&word.key);
        let has = |class: Class| said.words().any(|word| word.class & class != 0);
        match said.filler() {
            None if has(TITLE)
                && !said.words().any(|word| own(word) && word.class & (TITLE | SCAFFOLD) == 0) =>
            {
                false
            }
            None => said.words().any(own) || has(GENERIC) && !has(BLANK) || has_measure(said.text),
            Some(filler::OPEN) => without_marks(&said).filter(|word| own(word)).count() > LEFT_OPEN,
            Some(_) => false,
        }
    }

    /// Whether a word is in an entity's name.
    pub(crate) fn has_name(&self, word: Key) -> bool {
        self.kept.contains(&word)
    }

    /// Whether a text and the requirements have one script, and so can be compared.
    pub(crate) fn compares(&self, said: Said) -> bool {
        said.has_unspaced() == self.unspaced
    }

    /// Whether a text speaks of the product, as far as the two can be compared.
    pub(crate) fn is_spoken_of(&self, said: Said) -> bool {
        !self.compares(said) || said.pith().any(|word| self.has(word))
    }

    /// Whether a text speaks of the product or of the texts `around` it, and is more than a row of their words.
    pub(crate) fn is_on_topic<'s>(&self, said: Said, around: impl IntoIterator<Item = Said<'s>>) -> bool {
        let is_of = |other: Said| {
            // A whole word: `counted` does not speak of a `counter`.
            let has = |word: &Word| other.pith().any(|own| own.key == word.key);
            said.pith().any(|word| word.is_specific() && has(word))
        };
        !self.is_strung(said) && (self.is_spoken_of(said) || around.into_iter().any(is_of))
    }

    /// Whether a word says something: it is specific, and no praise or order unless the product is about such.
    pub(crate) fn says(&self, word: &Word) -> bool {
        word.is_specific() && (word.class & TALK == 0 || self.has(word))
    }

    /// Whether a word is one of the product's.
    pub(crate) fn has(&self, word: &Word) -> bool {
        word.is_specific() && self.roots.contains(&word.root.key)
    }

    /// Whether what a text says of the product is a row of its words and not a sentence.
    pub(crate) fn is_strung(&self, said: Said) -> bool {
        // Most texts begin with another word.
        let begins = self.knows_rows && said.words().next().is_some_and(|word| self.is_bare(word));
        let joins = |word: &Word| word.class & GLUE != 0;
        begins && !said.pith().any(joins) && self.strings(said.pith())
    }

    /// Whether some words are only the product's, with articles and prepositions between them.
    fn strings<'w>(&self, words: impl Iterator<Item = &'w Word>) -> bool {
        let mut own = 0;
        for word in words.filter(|word| word.class & GLUE == 0) {
            if !self.is_bare(word) {
                return false;
            }
            own += 1;
        }
        own >= HEAP
    }

    /// Whether a word is a thing that the product is about, not an action, a negation or a failure.
    fn is_bare(&self, word: &Word) -> bool {
        let says = || word.class & (STEP_VERB | DATA_VERB | FAILURE) != 0;
        !word.unspaced && (self.names.contains(&word.root.key) || self.has(word) && !says())
    }

    /// Whether a later sentence says something about the product, and more than the first did.
    fn goes_on(&self, before: &[&Word], sentence: &[&Word]) -> bool {
        let is_new = |word: &&&Word| {
            word.is_specific() && !before.iter().take(COMPARED).any(|known| known.root == word.root)
        };
        self.speaks(sentence.iter().copied()) >= ENOUGH
            && sentence.iter().filter(is_new).nth(1).is_some()
            && !sentence.iter().any(|word| word.class & TALK != 0 && !self.has(word))
            && !self.strings(sentence.iter().copied())
    }

    /// Calls `take` with each sentence of a text that speaks of the product, and the positions of its words. The first one
    /// always does.
    pub(crate) fn pith_of<'s>(&self, said: Said<'s>, mut take: impl FnMut(&'s str, Range<usize>)) {
        let (mut pith, mut next) = (Vec::new(), 0);
        for sentence in sentences(said.text) {
            let (from, first) = (pith.len(), next);
            words::each(sentence, |_| next += 1);
            pith.extend(said.words_from(first).take(next - first));
            if from > 0 && !self.goes_on(&pith[..from], &pith[from..]) {
                pith.truncate(from);
            } else {
                let end = next.min(said.word_count());
                take(sentence, first.min(end)..end);
            }
        }
    }

    /// The first distinct words of a text that say something: neither empty words nor talk to the reader.
    pub(crate) fn content<'s>(&self, said: Said<'s>) -> Vec<&'s Word> {
        let mut content: Vec<&Word> = Vec::new();
        let has_content = |word: &Word| word.class & STOP == 0 && (word.class & TALK == 0 || self.has(word));
        for word in said.pith().filter(|word| has_content(word)) {
            if content.len() < COMPARED && content.iter().all(|known| known.key != word.key) {
                content.push(word);
            }
        }
        content
    }

    /// Whether a text speaks of the product, or shares a word with a text `around` it that does, or one that `is_known`. What the
    /// `actor` is called and what people do at any interface are words of any text.
    pub(crate) fn is_about<'s>(
        &self,
        said: Said,
        actor: Said,
        mut around: impl Iterator<Item = Said<'s>>,
        is_known: impl Fn(Key) -> bool,
    ) -> bool {
        let acts = |word: &Word| !word.is_specific() && word.class & (STEP_VERB | DATA_VERB) != 0;
        let mut is_shared = || {
            let mut words = self.content(said);
            words.retain(|word| !acts(word) && actor.content.binary_search(&word.key).is_err());
            let shares = |other: Said| other.pith().any(|own| words.iter().any(|word| word.key == own.key));
            let is_of_product = |other: Said| !self.compares(other) || self.speaks_in(other);
            words.iter().any(|word| is_known(word.key))
                || around.any(|other| is_of_product(other) && shares(other))
        };
        said.filler().is_none()
            && !self.is_strung(said)
            && (self.speaks_in(said) || !self.compares(said) && self.substance(said) > 0 || is_shared())
    }

    /// Whether a text has a word of the product, or of an entity's name.
    pub(crate) fn speaks_in(&self, said: Said) -> bool {
        said.pith().any(|word| self.has(word) || self.has_name(word.key))
    }

    /// How many distinct words of a text are specific, as [`Said::substance`] counts them, without such sentences; or whether it names
    /// an entity, which may have the name of anything.
    pub(crate) fn substance(&self, said: Said) -> usize {
        if said.substance() == 0 {
            return usize::from(said.words().any(|word| self.kept.contains(&word.key)));
        }
        if !said.has_sentences() {
            return said.substance();
        }
        let specific = said.pith().filter(|word| word.is_specific());
        words::distinct(specific.map(|word| word.key)).len()
    }

    /// How many different words of the product are among some words.
    pub(crate) fn speaks<'s>(&self, words: impl Iterator<Item = &'s Word>) -> usize {
        words::distinct(words.filter(|word| self.has(word)).map(|word| word.root.key)).len()
    }
}

/// The words of a text except marks such as "TBD".
fn without_marks<'s>(said: &Said<'s>) -> impl Iterator<Item = &'s Word> {
    let marks: Vec<(usize, usize)> = filler::marks(said).collect();
    let (text, mut is_outside) = (said.text, Vec::new());
    words::each(text, |word| {
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        is_outside.push(marks.iter().all(|(start, end)| at < *start || at >= *end));
    });
    said.words().zip(is_outside).filter(|(_, is_outside)| *is_outside).map(|(word, _)| word)
}
