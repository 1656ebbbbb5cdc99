//! The table of terms and one pass over a text that finds where they are spelled.

use std::sync::LazyLock;

use super::Occurrence;
use super::index::Index;
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
    /// The line in `Table::cues`.
    line: usize,
}

/// The words of one line that settle the sense of its terms, and those that speak against it.
struct Cues {
    favour: Vec<&'static str>,
    against: Vec<&'static str>,
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
        let it = table.index.spelled(text, start).find_map(|(id, end)| accept(text, start, end, id, table));
        at = it.as_ref().map_or(past, |it| it.end);
        found.extend(it);
    }
    shape::add_identifiers(text, &mut found);
    found
}

fn accept(text: &str, start: usize, end: usize, id: usize, table: &'static Table) -> Option<Occurrence> {
    let term = table.terms.get(*table.meant.get(id)?)?;
    let cues = table.cues.get(term.line)?;
    if !shape::stands_alone(text, start, end)
        || term.class == Class::Cased && !table.index.exact(text, start, id)
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
        accepted: matches!(term.class, Class::Sure | Class::Cased),
    })
}

fn read(source: &'static str) -> Table {
    let mut what = "";
    let mut terms: Vec<Term> = Vec::new();
    let mut cues: Vec<Cues> = Vec::new();
    let (mut spellings, mut meant) = (Vec::new(), Vec::new());
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
            for text in std::iter::once(name).chain(names) {
                spellings.push(text);
                meant.push(terms.len());
            }
            terms.push(Term { name, what, class, line: cues.len() });
        }
        cues.push(Cues { favour, against });
    }
    Table { terms, cues, meant, index: Index::of(spellings) }
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
    use std::collections::HashSet;

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
        assert!(TABLE.terms.len() > 1000);
        assert!(TABLE.terms.iter().all(|t| !t.what.is_empty()));
    }
}
