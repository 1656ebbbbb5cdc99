//! The table of terms and one pass over a text that finds where they are spelled.

use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, Anchored, Input, MatchKind};

use super::Occurrence;
use super::shape;

/// The table as written; see its first lines for the form.
pub(super) const TERMS: &str = include_str!("terms.txt");

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
    /// The technology only in a sentence that has another hit.
    Idiom,
    /// The technology only when it touches another hit: a word that developers' products use in earnest.
    Beside,
}

struct Term {
    name: &'static str,
    what: &'static str,
    class: Class,
    favour: Vec<&'static str>,
    against: Vec<&'static str>,
}

struct Table {
    terms: Vec<Term>,
    spellings: Vec<Spelling>,
    search: Option<AhoCorasick>,
}

struct Spelling {
    text: String,
    term: usize,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| read(TERMS));

/// How many places are kept: a bound on the work, which no design comes near.
pub(super) const MOST: usize = 50_000;

/// Every place where a term is spelled as words of its own, in order; `Sure` and `Cased` are decided.
pub(super) fn occurrences(text: &str) -> Vec<Occurrence> {
    let table = &*TABLE;
    let Some(search) = &table.search else { return Vec::new() };
    let mut found = Vec::new();
    let mut at = 0;
    while found.len() < MOST
        && let Some(m) = search.find(Input::new(text).span(at..text.len()).anchored(Anchored::No))
    {
        let spelled = table.spellings.get(m.pattern().as_usize());
        match spelled.and_then(|s| accept(text, m.start(), m.end(), s, table)) {
            Some(it) => {
                at = it.end;
                found.push(it);
            }
            // A longer spelling may hide a shorter one that ends at a word boundary; patterns are short, so
            // trying again one byte further keeps the pass linear.
            None => match table.shorter(text, m.start(), m.end()) {
                Some(it) => {
                    at = it.end;
                    found.push(it);
                }
                None => at = m.start() + 1,
            },
        }
    }
    shape::add_identifiers(text, &mut found);
    found
}

impl Table {
    /// The longest shorter spelling that starts at the same place and is a word of its own.
    fn shorter(&self, text: &str, start: usize, end: usize) -> Option<Occurrence> {
        let mut end = end;
        loop {
            let search = self.search.as_ref()?;
            let m = search.find(Input::new(text).span(start..end - 1).anchored(Anchored::No))?;
            if m.start() != start {
                return None;
            }
            let spelled = self.spellings.get(m.pattern().as_usize())?;
            if let Some(it) = accept(text, start, m.end(), spelled, self) {
                return Some(it);
            }
            end = m.end();
        }
    }
}

fn accept(text: &str, start: usize, end: usize, spelled: &Spelling, table: &Table) -> Option<Occurrence> {
    let term = table.terms.get(spelled.term)?;
    if !shape::stands_alone(text, start, end) {
        return None;
    }
    if term.class == Class::Cased && text.get(start..end) != Some(spelled.text.as_str()) {
        return None;
    }
    Some(Occurrence {
        start,
        end,
        term: term.name,
        what: term.what,
        class: term.class,
        favour: static_slice(spelled.term, true),
        against: static_slice(spelled.term, false),
        accepted: matches!(term.class, Class::Sure | Class::Cased),
    })
}

fn static_slice(term: usize, favour: bool) -> &'static [&'static str] {
    TABLE.terms.get(term).map_or(&[], |t| if favour { &t.favour } else { &t.against })
}

fn read(source: &'static str) -> Table {
    let mut what = "";
    let mut terms: Vec<Term> = Vec::new();
    let mut spellings = Vec::new();
    let mut seen = HashSet::new();
    for line in source.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            what = section;
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
            let term = terms.len();
            terms.push(Term { name, what, class, favour: favour.clone(), against: against.clone() });
            for text in std::iter::once(name).chain(names) {
                // Several words are also written with hyphens, and a line may be wrapped between them.
                for text in [text.to_owned(), text.replace(' ', "-"), text.replace(' ', "\n")] {
                    if seen.insert(text.to_ascii_lowercase()) {
                        spellings.push(Spelling { text, term });
                    }
                }
            }
        }
    }
    let search = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .ascii_case_insensitive(true)
        // A full automaton searches faster, and takes longer to build than most documents take to search.
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(spellings.iter().map(|s| &s.text))
        .ok();
    Table { terms, spellings, search }
}

fn class_of(word: &str) -> Option<Class> {
    match word {
        "sure" => Some(Class::Sure),
        "cased" => Some(Class::Cased),
        "name" => Some(Class::Name),
        "word" => Some(Class::Word),
        "idiom" => Some(Class::Idiom),
        "beside" => Some(Class::Beside),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_no_spelling_is_listed_twice() {
        let mut seen = HashSet::new();
        for line in TERMS.lines().filter(|l| !l.is_empty() && !l.starts_with(['#', '['])) {
            let (class, rest) = line.split_once(' ').unwrap();
            assert!(class_of(class).is_some(), "{line}");
            for spelling in rest.split(" |").next().unwrap().split([',', '=']) {
                let spelling = spelling.trim().to_ascii_lowercase();
                assert!(spelling.len() > 1 && seen.insert(spelling.clone()), "{spelling} in {line}");
            }
        }
        assert!(TABLE.search.is_some() && TABLE.terms.len() > 1000);
        assert!(TABLE.terms.iter().all(|t| !t.what.is_empty()));
    }
}
