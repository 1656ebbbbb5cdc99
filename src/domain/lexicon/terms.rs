//! The table of terms and one pass over a text that finds where they are spelled.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::Occurrence;
use super::{inflected, shape};

/// The table as written: names of software, parts of platforms, what engineers say; see its first lines for the form.
pub(super) const TERMS: &str = concat!(
    include_str!("terms.txt"),
    include_str!("libraries.txt"),
    include_str!("platforms.txt"),
    include_str!("services.txt"),
    include_str!("jargon.txt"),
    include_str!("idioms.txt")
);

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
    /// An ordinary word that designs use for their own things: only when capitalised, and where its field is
    /// spoken of.
    Proper,
    /// The technology only in a sentence that has another hit.
    Idiom,
    /// The technology only when it touches another hit: a word that developers' products use in earnest.
    Beside,
}

struct Term {
    name: &'static str,
    what: &'static str,
    class: Class,
    /// The line in `Table::cues`.
    line: usize,
}

/// The words of one line that settle the sense of its terms, those that speak against it, and those of its field.
struct Cues {
    favour: Vec<&'static str>,
    against: Vec<&'static str>,
    field: Vec<&'static str>,
}

struct Table {
    terms: Vec<Term>,
    cues: Vec<Cues>,
    /// The term that each spelling of the index stands for.
    meant: Vec<usize>,
    index: Index,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| read(TERMS));

/// How many places are kept: a bound on the work, which no design comes near.
pub(super) const MOST: usize = 50_000;

/// Every place where a term is spelled as words of its own, in order; `Sure` and `Cased` are decided.
pub(super) fn occurrences(text: &str) -> Vec<Occurrence> {
    let table = &*TABLE;
    let mut found = Vec::new();
    let mut at = 0;
    while found.len() < MOST && at < text.len() {
        let (start, past) = table.index.start(text, at);
        let it = table
            .index
            .spelled(text, start, past)
            .find_map(|(id, end)| accept(text, start, end, id, table))
            .or_else(|| inflected::at(text, start, past));
        at = it.as_ref().map_or(past, |it| it.end);
        found.extend(it);
    }
    shape::add_identifiers(text, &mut found);
    found
}

/// The term of one word that is spelled by a part of a longer word, if it has that spelling in this case.
pub(super) fn within(text: &str, start: usize, end: usize) -> Option<(&'static str, &'static str, Class)> {
    let table = &*TABLE;
    let (id, _) = table.index.spelled(text, start, end).find(|(_, at)| *at == end)?;
    let term = table.terms.get(*table.meant.get(id)?)?;
    let exact = !matches!(term.class, Class::Cased | Class::Proper) || table.index.exact(text, start, id);
    exact.then_some((term.name, term.what, term.class))
}

fn accept(text: &str, start: usize, end: usize, id: usize, table: &'static Table) -> Option<Occurrence> {
    let term = table.terms.get(*table.meant.get(id)?)?;
    let cues = table.cues.get(term.line)?;
    let end = plural(text, end, term).unwrap_or(end);
    if !shape::stands_alone(text, start, end)
        || matches!(term.class, Class::Cased | Class::Proper) && !table.index.exact(text, start, id)
    {
        return None;
    }
    Some(Occurrence {
        start,
        end,
        term: term.name,
        what: term.what,
        class: term.class,
        favour: &cues.favour,
        against: &cues.against,
        field: &cues.field,
        accepted: matches!(term.class, Class::Sure | Class::Cased),
    })
}

/// `li elements` is what `li element` is: a name of several words may stand in the plural.
fn plural(text: &str, end: usize, term: &Term) -> Option<usize> {
    let mut after = text.get(end..)?.strip_prefix('s')?.chars();
    let noun =
        term.class == Class::Sure && term.name.contains(' ') && term.name.ends_with(char::is_lowercase);
    (noun && !after.next().is_some_and(char::is_alphanumeric)).then_some(end + 1)
}

fn read(source: &'static str) -> Table {
    let mut what = "";
    let mut field: Vec<&'static str> = Vec::new();
    let mut terms: Vec<Term> = Vec::new();
    let mut cues: Vec<Cues> = Vec::new();
    let (mut spellings, mut meant) = (Vec::new(), Vec::new());
    for line in source.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            what = section;
            field.clear();
            continue;
        }
        if let Some(words) = line.strip_prefix('~') {
            field = words.split_whitespace().collect();
            continue;
        }
        let mut parts = line.split('|').map(str::trim);
        let Some((class, entries)) = parts.next().and_then(|l| l.split_once(' ')) else { continue };
        let Some(class) = class_of(class) else { continue };
        let (mut favour, mut against) = (Vec::new(), Vec::new());
        for part in parts {
            if let Some(words) = part.strip_prefix('+') {
                favour.extend(words.split_whitespace());
            } else if let Some(words) = part.strip_prefix('-') {
                against.extend(words.split_whitespace());
            }
        }
        for entry in entries.split(", ").map(str::trim) {
            let mut names = entry.split('=').map(str::trim);
            let Some(name) = names.next() else { continue };
            for text in std::iter::once(name).chain(names) {
                spellings.push(text);
                meant.push(terms.len());
            }
            terms.push(Term { name, what, class, line: cues.len() });
        }
        cues.push(Cues { favour, against, field: field.clone() });
    }
    Table { terms, cues, meant, index: Index::of(spellings) }
}

fn class_of(word: &str) -> Option<Class> {
    match word {
        "sure" => Some(Class::Sure),
        "cased" => Some(Class::Cased),
        "name" => Some(Class::Name),
        "word" => Some(Class::Word),
        "proper" => Some(Class::Proper),
        "idiom" => Some(Class::Idiom),
        "beside" => Some(Class::Beside),
        _ => None,
    }
}

/// The spellings by their first word: one look-up per word of a text finds those that stand there.
///
/// Built at the start of the process from some thousands of spellings, so building is as plain as searching.
struct Index {
    spellings: Vec<&'static str>,
    /// Ids of spellings, those of a bucket side by side and the longest first.
    order: Vec<usize>,
    /// Where each bucket begins in `order`; one more than there are buckets.
    buckets: Vec<usize>,
    /// The bytes other than letters and digits with which spellings begin.
    signs: [bool; 256],
    /// The lengths of the first words, one bit each, by the first four letters: it dismisses most words of a text
    /// before they are read to their end.
    heads: Vec<u32>,
}

const BUCKETS: usize = 16_384;

impl Index {
    fn of(spellings: Vec<&'static str>) -> Self {
        let mut signs = [false; 256];
        let mut heads = vec![0; HEADS];
        let mut homes: Vec<usize> = Vec::with_capacity(spellings.len());
        let mut buckets = vec![0; BUCKETS + 1];
        for spelling in &spellings {
            let bytes = spelling.as_bytes();
            let home = bucket(bytes.get(..head(bytes)).unwrap_or(&[]));
            homes.push(home);
            if let Some(count) = buckets.get_mut(home + 1) {
                *count += 1;
            }
            let (place, length) = place_of_head(bytes, head(bytes));
            if let Some(lengths) = heads.get_mut(place) {
                *lengths |= length;
            }
            let sign = bytes.first().filter(|b| !b.is_ascii_alphanumeric());
            if let Some(sign) = sign.and_then(|b| signs.get_mut(usize::from(*b))) {
                *sign = true;
            }
        }
        let mut before = 0;
        for begin in &mut buckets {
            before += *begin;
            *begin = before;
        }
        let mut order = vec![0; spellings.len()];
        let mut free = buckets.clone();
        for (id, home) in homes.into_iter().enumerate() {
            if let Some(next) = free.get_mut(home)
                && let Some(slot) = order.get_mut(*next)
            {
                (*slot, *next) = (id, *next + 1);
            }
        }
        for bucket in buckets.windows(2).map(|ends| ends[0]..ends[1]).filter(|bucket| bucket.len() > 1) {
            let long = |id: &usize| Reverse(spellings.get(*id).map_or(0, |spelling| spelling.len()));
            order.get_mut(bucket).unwrap_or_default().sort_by_key(long);
        }
        Self { spellings, order, buckets, signs, heads }
    }

    /// The next place from `at` on where a spelling can begin, and the place from which to look on after it.
    ///
    /// Inside a run of letters and digits nothing begins: it would be part of a longer word.
    fn start(&self, text: &str, at: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let begins = |b: &u8| b.is_ascii_alphanumeric() || self.signs.get(usize::from(*b)) == Some(&true);
        let rest = bytes.get(at..).unwrap_or(&[]);
        let start = at + rest.iter().position(begins).unwrap_or(rest.len());
        let run = bytes.get(start..).unwrap_or(&[]);
        let length = run.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        (start, (start + length.max(1)).min(text.len().max(start + 1)))
    }

    /// The spellings that stand at `start`, the longest first, each with its end. A run of letters and digits there
    /// ends at `past`.
    fn spelled(&self, text: &str, start: usize, past: usize) -> impl Iterator<Item = (usize, usize)> {
        let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
        let run = bytes.first().is_some_and(u8::is_ascii_alphanumeric);
        let head = if run { past - start } else { head(bytes) };
        let (place, length) = place_of_head(bytes, head);
        let range = if self.heads.get(place).is_some_and(|lengths| lengths & length != 0) {
            let bucket = bucket(bytes.get(..head).unwrap_or(&[]));
            self.buckets.get(bucket).copied().unwrap_or(0)..self.buckets.get(bucket + 1).copied().unwrap_or(0)
        } else {
            0..0
        };
        self.order.get(range).unwrap_or(&[]).iter().filter_map(move |id| {
            let spelling = self.spellings.get(*id)?.as_bytes();
            let there = bytes.get(..spelling.len())?;
            let same = spelling.iter().zip(there).all(|(a, b)| a.eq_ignore_ascii_case(b) || gap(*a, *b));
            (same && !is_many(spelling, there)).then_some((*id, start + spelling.len()))
        })
    }

    /// Whether the spelling stands at `start` with its own capitals.
    fn exact(&self, text: &str, start: usize, id: usize) -> bool {
        let Some(spelling) = self.spellings.get(id) else { return false };
        let there = text.as_bytes().get(start..start + spelling.len()).unwrap_or(&[]);
        spelling.bytes().zip(there).all(|(a, b)| a == *b || gap(a, *b))
    }
}

/// `CVs` and `RTOs` are many of something else than `CVS` and `RTOS`.
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

/// How long the first word is: a sign of its own counts to it, as in `@Entity`.
fn head(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first().is_some_and(|b| !b.is_ascii_alphanumeric()));
    sign + bytes.iter().skip(sign).take_while(|b| b.is_ascii_alphanumeric()).count()
}

const HEADS: usize = 1 << HEAD_BITS;
const HEAD_BITS: u32 = 16;

/// Where the first four bytes of a first word stand in `Index::heads`, whatever their case, and the bit of its length.
fn place_of_head(bytes: &[u8], head: usize) -> (usize, u32) {
    let lower = |at: usize| {
        let byte = if at < head { bytes.get(at).copied().unwrap_or(0) } else { 0 };
        u32::from(byte.to_ascii_lowercase())
    };
    let letters = lower(0) | lower(1) << 8 | lower(2) << 16 | lower(3) << 24;
    let place = letters.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HEAD_BITS);
    (usize::try_from(place).unwrap_or(0), 1 << head.min(31))
}

/// FNV-1a over the lower-case word.
fn bucket(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, b| {
        (hash ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    usize::try_from((hash ^ (hash >> 15)) & 0x3fff).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_read_and_no_spelling_is_listed_twice() {
        let mut seen = HashSet::new();
        for line in TERMS.lines().filter(|l| !l.is_empty() && !l.starts_with(['#', '[', '~'])) {
            let (class, rest) = line.split_once(' ').unwrap();
            assert!(class_of(class).is_some(), "{line}");
            for spelling in rest.split(" |").next().unwrap().split([',', '=']) {
                let spelling = spelling.trim().to_ascii_lowercase();
                assert!(spelling.len() > 1 && seen.insert(spelling.clone()), "{spelling} in {line}");
            }
        }
        assert!(TABLE.terms.len() > 1000);
        assert!(TABLE.terms.iter().all(|t| !t.what.is_empty()));
    }
}
