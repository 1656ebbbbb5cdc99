//! The table of terms and one pass over a text that finds where they are spelled.

use super::shape::MOST;
use super::{Occurrence, first_word, inflected, shape};

/// The tables that `build/lexicon.rs` makes of the lists: thousands of terms that no process has to parse.
mod made {
    use super::{Class, Line, Spelling, first_word};

    include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));
}

/// How much a spelling says about the sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Always the technology.
    Sure,
    /// The technology in exactly this spelling.
    Cased,
    /// The technology when capitalised inside a sentence, unless the words around say otherwise.
    Name,
    /// An English word, a person or a place first.
    Word,
    /// An ordinary word that designs use for their own things: only when capitalised, and in a sentence about the
    /// term's field.
    Proper,
    /// The technology only in a sentence that has another hit.
    Idiom,
}

/// One way in which a term is spelled.
struct Spelling {
    text: &'static str,
    /// The index of the spelling that names the term: this one, or the first of several.
    name: u32,
    line: u32,
}

/// The properties that one line of the lists gives to all its terms.
struct Line {
    class: Class,
    what: &'static str,
    /// Words that settle the sense of its terms, words that speak against it, and those of its field.
    favour: &'static [&'static str],
    against: &'static [&'static str],
    field: &'static [&'static str],
}

impl Spelling {
    /// The properties of its line.
    fn line(&self) -> Option<&'static Line> {
        made::LINES.get(self.line as usize)
    }

    /// What the term is called, whichever way it is spelled.
    fn name(&self) -> &'static str {
        made::SPELLINGS.get(self.name as usize).map_or(self.text, |it| it.text)
    }

    /// Whether it is at `start` in exactly its own case.
    fn exact(&self, text: &str, start: usize) -> bool {
        let there = text.as_bytes().get(start..start + self.text.len()).unwrap_or(&[]);
        self.text.bytes().zip(there).all(|(a, b)| a == *b || gap(a, *b))
    }
}

/// Every place where a term is spelled as words of its own, in order; `Sure` and `Cased` are decided.
pub(super) fn occurrences(text: &str) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let mut at = 0;
    while found.len() < MOST && at < text.len() {
        let (start, past) = next(text, at);
        let it = spelled(text, start, past)
            .find_map(|(spelling, end)| accept(text, start, end, spelling))
            .or_else(|| inflected::at(text, start, past));
        at = it.as_ref().map_or(past, |it| it.end);
        found.extend(it);
    }
    shape::add_identifiers(text, &mut found);
    found
}

/// The term of one word that is spelled by a part of a longer word, if it has that spelling in this case.
pub(super) fn within(text: &str, start: usize, end: usize) -> Option<(&'static str, &'static str, Class)> {
    let (spelling, _) = spelled(text, start, end).find(|(_, at)| *at == end)?;
    let line = spelling.line()?;
    let exact = !matches!(line.class, Class::Cased | Class::Proper) || spelling.exact(text, start);
    exact.then_some((spelling.name(), line.what, line.class))
}

fn accept(text: &str, start: usize, end: usize, spelling: &Spelling) -> Option<Occurrence> {
    let (line, term) = (spelling.line()?, spelling.name());
    let end = plural(text, end, term, line.class).unwrap_or(end);
    if !shape::is_whole_word(text, start, end)
        || matches!(line.class, Class::Cased | Class::Proper) && !spelling.exact(text, start)
    {
        return None;
    }
    Some(Occurrence {
        start,
        end,
        term,
        what: line.what,
        class: line.class,
        favour: line.favour,
        against: line.against,
        field: line.field,
        accepted: matches!(line.class, Class::Sure | Class::Cased),
    })
}

/// `li elements` is found as `li element`: a name of several words may be in the plural.
fn plural(text: &str, end: usize, term: &str, class: Class) -> Option<usize> {
    let mut after = text.get(end..)?.strip_prefix('s')?.chars();
    let noun = class == Class::Sure && term.contains(' ') && term.ends_with(char::is_lowercase);
    (noun && !after.next().is_some_and(char::is_alphanumeric)).then_some(end + 1)
}

/// The next place from `at` on where a spelling can begin, and the place from which to look on after it.
///
/// Inside a run of letters and digits nothing begins: it would be part of a longer word.
fn next(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let rest = bytes.get(at..).unwrap_or(&[]);
    let begins = |b: &u8| OF_A_RUN[usize::from(*b)] || made::SIGNS[usize::from(*b)];
    let start = at + rest.iter().position(begins).unwrap_or(rest.len());
    let run = bytes.get(start..).unwrap_or(&[]);
    let length = run.iter().position(|b| !OF_A_RUN[usize::from(*b)]).unwrap_or(run.len());
    (start, (start + length.max(1)).min(text.len().max(start + 1)))
}

/// Letters and digits without a sign in between. A look-up table, because every byte of a design is tested.
const OF_A_RUN: [bool; 256] = {
    let mut of = [false; 256];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        of[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    of
};

/// The spellings at `start`, the longest first, each with its end. A run of letters and digits there ends at `past`.
fn spelled(text: &str, start: usize, past: usize) -> impl Iterator<Item = (&'static Spelling, usize)> {
    let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
    let is_run = bytes.first().is_some_and(u8::is_ascii_alphanumeric);
    let head = if is_run { past - start } else { first_word::length(bytes) };
    let bucket = first_word::bucket(bytes.get(..head).unwrap_or(&[]));
    let begin = |bucket: usize| made::BEGINS.get(bucket).map_or(0, |begin| *begin as usize);
    let range = begin(bucket)..begin(bucket + 1);
    made::SPELLINGS.get(range).unwrap_or(&[]).iter().filter_map(move |spelling| {
        let expected = spelling.text.as_bytes();
        let there = bytes.get(..expected.len())?;
        let same = expected.iter().zip(there).all(|(a, b)| a.eq_ignore_ascii_case(b) || gap(*a, *b));
        (same && !is_many(expected, there)).then_some((spelling, start + expected.len()))
    })
}

/// `CVs` and `RTOs` are plurals, not `CVS` and `RTOS`.
fn is_many(spelling: &[u8], there: &[u8]) -> bool {
    let (Some((b'S', stem)), Some((b's', one))) = (spelling.split_last(), there.split_last()) else {
        return false;
    };
    stem.iter().chain(one).all(u8::is_ascii_uppercase)
}

/// Several words are also written with hyphens, and a line may be wrapped between them.
fn gap(spelled: u8, there: u8) -> bool {
    spelled == b' ' && matches!(there, b'-' | b'\n')
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The lists, see the first lines of the first one for their form.
    const TERMS: &str = concat!(
        include_str!("terms.txt"),
        include_str!("libraries.txt"),
        include_str!("platforms.txt"),
        include_str!("services.txt"),
        include_str!("jargon.txt"),
        include_str!("idioms.txt")
    );

    #[test]
    fn every_spelling_is_in_the_table_and_none_is_listed_twice() {
        let mut seen = HashSet::new();
        for line in TERMS.lines().filter(|l| !l.is_empty() && !l.starts_with(['#', '[', '~'])) {
            let (_, rest) = line.split_once(' ').unwrap();
            for entry in rest.split(" |").next().unwrap().split(',') {
                let name = entry.split('=').next().unwrap().trim();
                for text in entry.split('=').map(str::trim) {
                    assert!(text.len() > 1 && seen.insert(text.to_ascii_lowercase()), "{text} in {line}");
                    let run = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
                    let found = spelled(text, 0, run.max(1)).find(|(it, _)| it.text == text);
                    assert_eq!(found.map(|(it, end)| (it.name(), end)), Some((name, text.len())), "{line}");
                }
            }
        }
        assert_eq!(made::SPELLINGS.len(), seen.len());
        assert!(made::LINES.iter().all(|line| !line.what.is_empty()));
    }
}
