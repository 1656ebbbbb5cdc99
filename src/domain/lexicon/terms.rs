//! The table of terms and one pass over a text that finds where they are spelled.

use std::ops::Range;
use std::sync::LazyLock;

use super::Occurrence;
use super::index::Index;
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

/// Every place where a term is spelled as words of its own or has the form of one, in order; `Sure` and `Cased` are
/// decided.
pub(super) fn occurrences(text: &str) -> Vec<Occurrence> {
    let mut found = spelled(text);
    shape::add_identifiers(text, &mut found);
    found
}

/// Every place where a term is spelled as words of its own.
pub(super) fn spelled(text: &str) -> Vec<Occurrence> {
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
    found
}

/// Whether anything can be [`spelled`] where one of a word's runs of letters and digits begins.
pub(super) fn may_begin(word: &str) -> bool {
    let runs = word.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| !run.is_empty());
    let index = &TABLE.index;
    runs.into_iter().any(|run| index.begins(run) || inflected::at(run, 0, run.len()).is_some())
}

/// Whether anything is [`spelled`] where one of the runs of the word at these bytes begins.
pub(super) fn begins_at(text: &str, word: Range<usize>) -> bool {
    let index = &TABLE.index;
    let mut at = word.start;
    while at < word.end {
        let (start, past) = index.start(text, at);
        let is_spelled = || index.spelled(text, start, past).next().is_some();
        if start < word.end && (is_spelled() || inflected::at(text, start, past).is_some()) {
            return true;
        }
        at = past;
    }
    false
}

/// Whether anything can be [`spelled`] where a sign stands before a letter or digit.
pub(super) fn may_open(sign: u8) -> bool {
    TABLE.index.opens(sign)
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
        // Whoever asks for signs asks before letters and digits alone, and takes `'s` for an ending.
        let signs: Vec<_> =
            TABLE.index.spellings.iter().filter(|s| !s.starts_with(char::is_alphanumeric)).collect();
        assert!(signs.len() > 50);
        for spelling in signs {
            let after = spelling.chars().nth(1);
            assert!(
                after.is_some_and(|c| c.is_ascii_alphanumeric()) && !spelling.starts_with("'s"),
                "{spelling}"
            );
        }
        assert!(TABLE.terms.iter().all(|t| !t.what.is_empty()));
    }
}
