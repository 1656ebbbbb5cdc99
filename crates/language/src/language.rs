//! One language: its stemmer, its stop words and the phrases of its lexicon.

use rust_stemmers::{Algorithm, Stemmer};

use crate::lexicon::{Cell, Column, Label, Phrase, Tag, Title, Topic};
use crate::tokens::{Kind, tokens};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A language with a lexicon.
#[derive(Debug)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    /// In English.
    pub name: &'static str,
    stemmer: Option<Algorithm>,
    /// Text has no spaces between words, so phrases are searched in the whole text.
    pub is_spaceless: bool,
    /// Articles are joined to the next word by an apostrophe.
    is_eliding: bool,
    /// `the Checkout page`; otherwise `la page Paiement`.
    pub is_name_first: bool,
    /// Every noun begins with a capital, so a capital does not mark a name.
    pub has_capital_nouns: bool,
    stop: &'static [&'static str],
    abbreviations: &'static [&'static str],
    phrases: &'static [Phrase<Tag>],
    labels: &'static [Phrase<Label>],
    cells: &'static [Phrase<Cell>],
    headings: &'static [Title<Topic>],
    columns: &'static [Title<Column>],
    /// Words of plain answers, by their meaning.
    pub answers: &'static [Words],
    /// Words for the attribute types of a design, by type.
    pub types: &'static [Words],
    /// Keywords of Gherkin, by the part that they begin.
    gherkin: &'static [Words],
}

/// A key of the lexicon with its words.
pub type Words = (&'static str, &'static [&'static str]);

/// A phrase of the lexicon in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub tag: Tag,
    /// Its first byte.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
}

/// Every language with a lexicon, English first.
pub fn all() -> &'static [Language] {
    LANGUAGES
}

/// A language by its ISO 639-1 code.
pub fn by_code(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code == code)
}

impl Language {
    /// The stem of a word, in lower case; the word in lower case where the language has no stemmer.
    pub fn stem(&self, word: &str) -> String {
        let lower = word.to_lowercase();
        match self.stemmer {
            Some(algorithm) => Stemmer::create(algorithm).stem(&lower).into_owned(),
            None => lower,
        }
    }

    /// Whether a word in lower case is a stop word.
    pub fn is_stop(&self, word: &str) -> bool {
        self.stop.binary_search(&word).is_ok()
    }

    /// The stop words that do not negate: a text without them says the same.
    pub fn empty_words(&self) -> impl Iterator<Item = &'static str> {
        let negates =
            |word: &&str| self.marks(word).iter().any(|mark| matches!(mark.tag, Tag::Not | Tag::MustNot));
        self.stop.iter().copied().filter(move |word| !negates(word))
    }

    /// The keywords of Gherkin that begin a part: `feature`, `rule`, `scenario`, `examples`, `step`, or `joined`, a step without a
    /// space after its keyword.
    pub fn gherkin(&self, part: &str) -> &'static [&'static str] {
        self.gherkin.iter().find(|(key, _)| *key == part).map_or(&[], |(_, words)| *words)
    }

    /// Whether a word that a full stop follows is an abbreviation.
    pub fn is_abbreviation(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        self.abbreviations.binary_search(&lower.as_str()).is_ok()
    }

    /// The phrases of the lexicon in a text, in order, without overlaps; the longest one where several begin at one place. A
    /// phrase that is quoted or joined by a hyphen is a name and is skipped.
    pub fn marks(&self, text: &str) -> Vec<Mark> {
        if self.is_spaceless { self.marks_in_text(text) } else { self.marks_in_words(text) }
    }

    fn marks_in_words(&self, text: &str) -> Vec<Mark> {
        let words = self.words(text);
        let mut marks = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let found = longest(self.phrases, &words, at).filter(|(_, end)| !is_name(text, word.start, *end));
            match found {
                Some((phrase, end)) => {
                    marks.push(Mark { tag: phrase.value, start: word.start, end });
                    at += phrase.words.len();
                }
                None => at += 1,
            }
        }
        marks
    }

    fn marks_in_text(&self, text: &str) -> Vec<Mark> {
        let mut found: Vec<Mark> = Vec::new();
        for phrase in self.phrases {
            let Some(word) = phrase.words.first() else { continue };
            found.extend(text.match_indices(word).map(|(start, _)| Mark {
                tag: phrase.value,
                start,
                end: start + word.len(),
            }));
        }
        found.sort_by(|a, b| a.start.cmp(&b.start).then(b.end.cmp(&a.end)));
        let mut end = 0;
        found.retain(|mark| {
            let keeps = mark.start >= end;
            if keeps {
                end = mark.end;
            }
            keeps
        });
        found
    }

    /// The topic of a section, by the stems of its heading.
    pub fn topic(&self, heading: &str) -> Option<Topic> {
        self.title(self.headings, heading, |word| self.stem(word))
    }

    /// The meaning of a column, by the words of its head.
    pub fn column(&self, head: &str) -> Option<Column> {
        self.title(self.columns, head, str::to_owned)
    }

    /// The meaning of a cell that holds a known value.
    pub fn cell(&self, text: &str) -> Option<Cell> {
        let words = self.words(text);
        let (phrase, _) = longest(self.cells, &words, 0)?;
        (self.is_spaceless || phrase.words.len() == words.len()).then_some(phrase.value)
    }

    /// The label with which a text begins, and the byte after it.
    pub fn label(&self, text: &str) -> Option<(Label, usize)> {
        if self.is_spaceless {
            let of = |phrase: &&Phrase<Label>| phrase.words.iter().all(|word| text.starts_with(word));
            let best = self
                .labels
                .iter()
                .filter(of)
                .max_by_key(|p| p.words.iter().map(|w| w.len()).sum::<usize>())?;
            return Some((best.value, best.words.iter().map(|word| word.len()).sum()));
        }
        // A label has a few words, so the rest of a long text need not be split.
        let head = text.char_indices().nth(60).map_or(text, |(end, _)| text.get(..end).unwrap_or(text));
        let (phrase, end) = longest(self.labels, &self.words(head), 0)?;
        Some((phrase.value, end))
    }

    fn title<T: Copy>(&self, titles: &[Title<T>], text: &str, form: impl Fn(&str) -> String) -> Option<T> {
        if self.is_spaceless {
            let text = text.trim();
            let fits = |t: &&Title<T>| {
                t.stems.first().is_some_and(|s| {
                    text == *s || (t.is_start && text.starts_with(s)) || (t.is_end && text.ends_with(s))
                })
            };
            let length = |t: &&Title<T>| t.stems.iter().map(|s| s.len()).sum::<usize>();
            return titles.iter().filter(fits).max_by_key(length).map(|t| t.value);
        }
        let words = self.words(text);
        let stems: Vec<String> =
            words.iter().filter(|word| !word.lower.is_empty()).map(|word| form(&word.lower)).collect();
        let equal = |one: &[String], other: &[&str]| one.iter().map(String::as_str).eq(other.iter().copied());
        let fits = |t: &&Title<T>| {
            equal(&stems, t.stems)
                || (t.is_start && stems.get(..t.stems.len()).is_some_and(|head| equal(head, t.stems)))
                || (t.is_end
                    && stems
                        .len()
                        .checked_sub(t.stems.len())
                        .and_then(|from| stems.get(from..))
                        .is_some_and(|tail| equal(tail, t.stems)))
        };
        titles.iter().filter(fits).max_by_key(|t| t.stems.len()).map(|t| t.value)
    }

    /// The words of a text in lower case, elided articles as separate words. A mark other than `-`, `/` or `*` is an empty
    /// word, so no phrase matches across it.
    fn words(&self, text: &str) -> Vec<Word> {
        let mut out = Vec::new();
        for token in tokens(text) {
            let end = token.start + token.text.len();
            if token.kind == Kind::Mark {
                if !matches!(token.text, "-" | "/" | "*") {
                    out.push(Word { lower: String::new(), start: token.start, end });
                }
                continue;
            }
            let lower = token.text.to_lowercase().replace('\u{2019}', "'");
            // Lower case can have another length, so the cut is searched in the word itself.
            let cut = token.text.find(['\'', '\u{2019}']).filter(|_| self.is_eliding);
            match cut.and_then(|at| token.text.get(at..)?.chars().next().map(|c| at + c.len_utf8())) {
                Some(at) => {
                    let (head, tail) = lower.split_once('\'').unwrap_or((&lower, ""));
                    out.push(Word { lower: format!("{head}'"), start: token.start, end: token.start + at });
                    if !tail.is_empty() {
                        out.push(Word { lower: tail.to_owned(), start: token.start + at, end });
                    }
                }
                None => out.push(Word { lower, start: token.start, end }),
            }
        }
        out
    }
}

struct Word {
    lower: String,
    start: usize,
    end: usize,
}

/// The longest phrase that begins at word `at`, and the byte after it. `phrases` is sorted by words.
fn longest<'p, T>(phrases: &'p [Phrase<T>], words: &[Word], at: usize) -> Option<(&'p Phrase<T>, usize)> {
    let first = words.get(at)?.lower.as_str();
    let from = phrases.partition_point(|phrase| phrase.words.first().is_some_and(|word| *word < first));
    let mut best = None;
    for phrase in phrases.get(from..).unwrap_or_default() {
        if phrase.words.first() != Some(&first) {
            break;
        }
        let Some(these) = words.get(at..at + phrase.words.len()) else { continue };
        if these.iter().map(|word| word.lower.as_str()).eq(phrase.words.iter().copied()) {
            let end = these.last().map_or(0, |word| word.end);
            // A longer phrase is sorted after its own beginning.
            best = Some((phrase, end));
        }
    }
    best
}

/// Whether a phrase is quoted, or joined to a neighbour by a hyphen.
fn is_name(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).and_then(|head| head.chars().next_back());
    let after = text.get(end..).and_then(|tail| tail.chars().next());
    let quotes =
        |c: Option<char>| c.is_some_and(|c| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '`' | '‘'));
    (quotes(before) && quotes(after)) || before == Some('-') || after == Some('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(code: &str, text: &str) -> Vec<(Tag, String)> {
        let marks = by_code(code).map(|language| language.marks(text)).unwrap_or_default();
        let wanted = |m: &Mark| !matches!(m.tag, Tag::Article);
        let word = |m: &Mark| (m.tag, text.get(m.start..m.end).unwrap_or_default().to_owned());
        marks.iter().filter(|m| wanted(m)).map(word).collect()
    }

    #[test]
    fn phrases_are_found_longest_first() {
        assert_eq!(tags("en", "The desk MUST NOT close"), [(Tag::MustNot, "MUST NOT".to_owned())]);
        assert_eq!(tags("fr", "En tant qu'agent"), [(Tag::AsA, "En tant qu'".to_owned())]);
        assert_eq!(tags("ja", "結果を表示しなければならない"), [(Tag::Must, "なければならない".to_owned())]);
        assert_eq!(tags("en", "a must-have, and \"MUST\" is a word"), [(Tag::And, "and".to_owned())]);
    }

    #[test]
    fn headings_have_topics_by_their_stems() {
        let topic = |code, text| by_code(code).and_then(|language| language.topic(text));
        assert_eq!(topic("en", "Functional Requirements"), Some(Topic::Requirements));
        assert_eq!(topic("en", "Non-Functional Requirement"), Some(Topic::Quality));
        assert_eq!(topic("en", "Out of scope"), Some(Topic::OutOfScope));
        assert_eq!(topic("en", "Finding a date"), None);
        assert_eq!(topic("de", "Offene Fragen"), Some(Topic::Questions));
        assert_eq!(topic("es", "Requisitos funcionales"), Some(Topic::Requirements));
        assert_eq!(topic("fr", "Critères d'acceptation"), Some(Topic::Criteria));
        assert_eq!(topic("ja", "受け入れ基準"), Some(Topic::Criteria));
    }

    #[test]
    fn words_are_stemmed_and_tables_are_sorted() {
        assert_eq!(by_code("en").map(|l| l.stem("Bookings")), Some("book".to_owned()));
        assert_eq!(by_code("ja").map(|l| l.stem("資料")), Some("資料".to_owned()));
        for language in all() {
            assert!(language.stop.is_sorted() && language.abbreviations.is_sorted(), "{}", language.code);
            assert!(language.phrases.is_sorted_by_key(|phrase| phrase.words), "{}", language.code);
        }
    }
}
