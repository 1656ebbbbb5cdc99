//! The words of each text, read once for all checks: their classes, the content words, and whether the text is filler. Texts share a
//! few long lists, so that none needs memory of its own.

use std::ops::Range;

use crate::text::class::Class;
use crate::text::vocabulary::{Root, Vocabulary, Word, WordIndex};
use crate::text::words::Key;
use crate::text::{class, filler, same, words};

/// Facts about one text. Its words are in the lists of the [`Saying`] that read it.
#[derive(Clone, Debug)]
pub(crate) struct Record<'i> {
    text: &'i str,
    words: Range<usize>,
    content: Range<usize>,
    /// The words of the sentences that speak of the product, if these are not all.
    pith: Option<Range<usize>>,
    /// How many distinct words are specific.
    specific: usize,
    filler: Option<&'static str>,
    /// The lists that contain any of its words.
    classes: Class,
    odd: bool,
    sentences: bool,
    unspaced: bool,
}

impl Record<'_> {
    /// Marks the text as filler because it is used in too many places.
    pub(crate) fn fills_places(&mut self) {
        self.filler = self.filler.or(Some("appears in too many places"));
    }
}

/// The words of all texts that were read.
#[derive(Default)]
pub(crate) struct Saying<'i> {
    vocabulary: Vocabulary<'i>,
    words: Vec<WordIndex>,
    content: Vec<Key>,
    piths: Vec<WordIndex>,
    /// Content words of the text being read, with repetitions.
    loose: Vec<(Key, bool)>,
}

/// One text, with everything that checks need of it.
#[derive(Clone, Copy)]
pub(crate) struct Said<'s> {
    pub(crate) text: &'s str,
    /// Its words, in order.
    words: &'s [WordIndex],
    /// Those of the sentences that speak of the product.
    pith: &'s [WordIndex],
    known: &'s [Word],
    /// Its distinct content words, sorted.
    pub(crate) content: &'s [Key],
    record: &'s Record<'s>,
}

/// What ends a sentence.
const SENTENCE_ENDS: [char; 8] = ['.', '!', '?', ';', '\n', '。', '！', '？'];

/// The sentences of a text. A dot inside a word, as in `order.log` and `3.5`, or after a sign, as in `*.`, ends none.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let joins = |at: usize| {
            let (before, after) = (text.get(..at), text.get(at + 1..));
            after.is_some_and(|after| after.starts_with(char::is_alphanumeric))
                || before.is_some_and(|before| before.ends_with(['*', '/', '=', '+']))
        };
        let mut ends = text.char_indices().filter(|(_, c)| SENTENCE_ENDS.contains(c));
        let end = ends.find(|(at, c)| *c != '.' || !joins(*at));
        rest = end.and_then(|(at, c)| text.get(at + c.len_utf8()..));
        text.get(..end.map_or(text.len(), |(at, _)| at))
    })
}

impl<'i> Saying<'i> {
    /// Reads a text: the one pass over its characters that finds its words.
    pub(crate) fn read(&mut self, text: &'i str) -> Record<'i> {
        let (first_word, first_content) = (self.words.len(), self.content.len());
        let (mut end, mut odd, mut sentences, mut unspaced, mut classes) = (None, false, false, false, 0);
        let apostrophes = text.contains('\'') || !text.is_ascii() && text.contains('’');
        words::each(text, |word| {
            let from = word.as_ptr().addr() - text.as_ptr().addr();
            let place = self.vocabulary.place(word);
            let read = self.vocabulary.word(place);
            if let Some(before) = end {
                let gap = text.get(before..from).unwrap_or_default();
                odd |= gap.is_empty() && !read.unspaced;
                sentences |= gap != " " && gap != "." && gap.contains(SENTENCE_ENDS);
            }
            odd |= apostrophes && has_loose_apostrophe(word);
            classes |= read.class;
            unspaced |= read.unspaced;
            end = Some(from + word.len());
            self.words.push(place);
        });
        self.loose.clear();
        let read = self.words[first_word..].iter().map(|place| self.vocabulary.word(*place));
        let content = read.filter(|word| word.class & class::STOP == 0);
        self.loose.extend(content.map(|word| (word.key, word.is_specific())));
        let loose = self.loose.len();
        self.loose.sort_unstable();
        self.loose.dedup();
        self.content.extend(self.loose.iter().map(|(key, _)| *key));
        let mut record = Record {
            text,
            words: first_word..self.words.len(),
            content: first_content..self.content.len(),
            pith: None,
            specific: self.loose.iter().filter(|(_, specific)| *specific).count(),
            filler: None,
            classes,
            odd,
            sentences,
            unspaced,
        };
        record.filler = filler::judge(&self.said(&record), loose);
        record
    }

    /// Adds the texts of another reading as if they had been read here: its records, and its words after these.
    pub(crate) fn and(&mut self, later: Self, records: &mut [Record]) {
        let (words, content) = (self.words.len(), self.content.len());
        let places = self.vocabulary.and(later.vocabulary);
        self.words.extend(later.words.iter().map(|place| places[place.index()]));
        self.content.extend_from_slice(&later.content);
        for record in records {
            let moved = |range: &Range<usize>, by| range.start + by..range.end + by;
            record.words = moved(&record.words, words);
            record.content = moved(&record.content, content);
        }
    }

    /// Keeps which words of each text are in sentences that speak of the product.
    pub(crate) fn keep_piths(&mut self, records: &mut [Record], kept: Vec<(usize, Range<usize>)>) {
        for (at, words) in kept {
            let (record, end) = (&mut records[at], self.piths.len());
            let first = record.words.start;
            self.piths.extend_from_slice(&self.words[first + words.start..first + words.end]);
            record.pith.get_or_insert(end..end).end = self.piths.len();
        }
    }

    /// How many different roots and short roots there are.
    pub(crate) fn roots(&self) -> (usize, usize) {
        self.vocabulary.roots()
    }

    pub(crate) fn said<'s>(&'s self, record: &'s Record<'_>) -> Said<'s> {
        Said {
            text: record.text,
            words: &self.words[record.words.clone()],
            pith: record.pith.clone().map_or(&self.words[record.words.clone()], |pith| &self.piths[pith]),
            known: self.vocabulary.words(),
            content: &self.content[record.content.clone()],
            record,
        }
    }
}

impl<'s> Said<'s> {
    /// Its words, in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'s Word> + Clone + use<'s> {
        self.words_from(0)
    }

    /// Its words from position `first` on.
    pub(crate) fn words_from(&self, first: usize) -> impl Iterator<Item = &'s Word> + Clone + use<'s> {
        self.known_words(self.words.get(first..).unwrap_or_default())
    }

    /// The words of its sentences that speak of the product; of a single sentence, all.
    pub(crate) fn pith(&self) -> impl Iterator<Item = &'s Word> + Clone + use<'s> {
        self.known_words(self.pith)
    }

    fn known_words(&self, words: &'s [WordIndex]) -> impl Iterator<Item = &'s Word> + Clone + use<'s> {
        let known = self.known;
        words.iter().filter_map(|place| known.get(place.index()))
    }

    pub(crate) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// How many distinct words are specific: no stop words, no words that fit any design, nothing at all where the
    /// text is filler. Repeating words or adding generic sentences does not raise it.
    pub(crate) fn substance(&self) -> usize {
        if self.record.filler.is_some() { 0 } else { self.record.specific }
    }

    /// Why it is filler, if it is. An empty text is none: it is missing, which is another matter.
    pub(crate) fn filler(&self) -> Option<&'static str> {
        self.record.filler
    }

    /// Whether one of these lists contains a word of it.
    pub(crate) fn has_any(&self, lists: Class) -> bool {
        self.record.classes & lists != 0
    }

    /// Whether a word is joined or split differently from how it looks.
    pub(crate) fn is_odd(&self) -> bool {
        self.record.odd
    }

    /// Whether it has several sentences.
    pub(crate) fn has_sentences(&self) -> bool {
        self.record.sentences
    }

    /// Whether it has all content words of a name.
    pub(crate) fn has_all(&self, name: &Said) -> bool {
        !name.content.is_empty() && name.content.iter().all(|word| self.content.binary_search(word).is_ok())
    }

    /// One key for the set of its content words.
    pub(crate) fn set_key(&self) -> Key {
        words::set_key(self.content)
    }

    /// One key for a name: see [`words::name_key`].
    pub(crate) fn name_key(&self) -> Key {
        words::name_key_of(self.words().map(|word| word.key))
    }

    /// The beginnings of its specific words.
    pub(crate) fn roots(self) -> impl Iterator<Item = Key> + use<'s> {
        self.words().filter(|word| word.is_specific()).map(|word| word.root.key)
    }

    /// The same with fewer letters, as claims are compared.
    pub(crate) fn short_roots(self) -> impl Iterator<Item = Root> + use<'s> {
        self.words().filter(|word| word.is_specific()).map(|word| word.short_root)
    }

    /// Whether a part of it is of a script that sets no spaces.
    pub(crate) fn has_unspaced(&self) -> bool {
        self.record.unspaced
    }
}

/// The distinct content words of several texts taken as one, sorted, into a buffer.
pub(crate) fn content_of<'s>(texts: impl IntoIterator<Item = Said<'s>>, into: &mut Vec<Key>) {
    into.clear();
    let mut sources = 0;
    for text in texts {
        into.extend_from_slice(text.content);
        sources += usize::from(!text.content.is_empty());
    }
    if sources > 1 {
        into.sort_unstable();
        into.dedup();
    }
}

/// The distinct content words among some words, in the order of their first occurrence; sorted if there are more than
/// are compared in order.
pub(crate) fn in_order<'w>(words: impl Iterator<Item = &'w Word>, into: &mut Vec<Key>) {
    into.clear();
    let mut all = words.filter(|word| word.class & class::STOP == 0).map(|word| word.key);
    for key in all.by_ref() {
        if into.contains(&key) {
            continue;
        }
        into.push(key);
        if into.len() > same::LONGEST {
            break;
        }
    }
    if into.len() > same::LONGEST {
        into.extend(all);
        into.sort_unstable();
        into.dedup();
    }
}

/// The same of several texts taken as one.
pub(crate) fn content_in_order<'s>(texts: impl IntoIterator<Item = Said<'s>>, into: &mut Vec<Key>) {
    in_order(texts.into_iter().flat_map(|text| text.words()), into);
}

/// `'fast'` keeps its last mark and `l'area` is one word; the key omits an `'s`.
fn has_loose_apostrophe(word: &str) -> bool {
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    bare.contains(['\'', '’'])
}

#[cfg(test)]
mod tests {
    use crate::text::said::*;

    fn substance(text: &str) -> usize {
        let mut saying = Saying::default();
        let record = saying.read(text);
        saying.said(&record).substance()
    }

    #[test]
    fn a_dot_inside_a_word_ends_no_sentence() {
        let all: Vec<&str> = sentences("Reads order.log in 3.5 s. Then it ends; 終わり。次").collect();
        assert_eq!(all, ["Reads order.log in 3.5 s", " Then it ends", " 終わり", "次"]);
    }

    #[test]
    fn repetition_and_generic_sentences_have_no_substance() {
        assert_eq!(substance("Order list order list."), substance("Order list."));
        assert_eq!(substance("The user can use the system to perform various actions."), 0);
        assert!(substance("未払いの注文を新しい順に表示する") > 3);
    }
}
