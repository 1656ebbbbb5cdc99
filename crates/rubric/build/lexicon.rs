//! Compiles the lexicon's terms into static tables. Parsing them at every start would take longer than judging a design of 10 kB.

use std::cmp::Reverse;
use std::fmt::{Display, Write as _};

#[path = "../src/lexicon/first_word.rs"]
mod first_word;

/// One way in which a term is spelled.
struct Spelling<'a> {
    text: &'a str,
    /// The index of the spelling that names the term, in the order of the text.
    name: usize,
    line: usize,
}

/// Rust source of the tables of `src/lexicon/terms.rs`. The head of `terms.txt` explains the format of `terms`.
///
/// # Errors
/// The first line that does not have this format.
pub fn tables(terms: &str) -> Result<String, String> {
    let (mut what, mut field) = ("", Vec::new());
    let (mut lines, mut spellings) = (Vec::new(), Vec::new());
    for line in terms.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            (what, field) = (section, Vec::new());
            continue;
        }
        if let Some(words) = line.strip_prefix('~') {
            field = words.split_whitespace().collect();
            continue;
        }
        let mut parts = line.split('|').map(str::trim);
        let (class, entries) =
            parts.next().and_then(|l| l.split_once(' ')).ok_or_else(|| format!("no terms: {line}"))?;
        let class = class_of(class).ok_or_else(|| format!("no class of terms: {line}"))?;
        let (mut favour, mut against) = (Vec::new(), Vec::new());
        for part in parts {
            match (part.strip_prefix('+'), part.strip_prefix('-')) {
                (Some(words), _) => favour.extend(words.split_whitespace()),
                (None, Some(words)) => against.extend(words.split_whitespace()),
                (None, None) => return Err(format!("neither words for it nor against it: {line}")),
            }
        }
        for entry in entries.split(", ") {
            let (name, line) = (spellings.len(), lines.len());
            spellings.extend(entry.split('=').map(|text| Spelling { text: text.trim(), name, line }));
        }
        lines.push(format!(
            "Line {{ class: Class::{class}, what: {what:?}, favour: &{favour:?}, against: &{against:?}, field: &{field:?} }}"
        ));
    }
    Ok(array("LINES", "&[Line]", &lines) + &index(&spellings))
}

/// Rust source of the lists of words: the enum `Cue` of their names, and `WORDS`. Each line of `text` is a list: `name: words`.
///
/// # Errors
/// The first line that does not have this format.
pub fn cues(text: &str) -> Result<String, String> {
    let (mut names, mut all) = (Vec::new(), Vec::new());
    for list in named_lists(text) {
        let (name, words) = list?;
        names.push(name.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect::<String>());
        all.push(format!("&{words:?}"));
    }
    let names = names.join(", ");
    Ok(format!("#[derive(Clone, Copy, Debug)]\npub enum Cue {{ {names} }}\n")
        + &array("WORDS", "&[&[&str]]", &all))
}

/// A constant for each list of words.
///
/// # Errors
/// The first line that does not have the format of [`cues`].
pub fn constants(text: &str) -> Result<String, String> {
    let constant = |list: Result<(&str, Vec<String>), String>| {
        let (name, words) = list?;
        let name = name.to_uppercase().replace('-', "_");
        Ok(format!("pub(crate) const {name}: &[&str] = &{words:?};\n"))
    };
    named_lists(text).map(constant).collect()
}

/// The lists of a text, a line each: a name and its entries; `_` is a space within an entry.
fn named_lists(text: &str) -> impl Iterator<Item = Result<(&str, Vec<String>), String>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (name, words) = line.split_once(": ").ok_or_else(|| format!("no list of words: {line}"))?;
        Ok((name, words.split_whitespace().map(|word| word.replace('_', " ")).collect()))
    })
}

/// The spellings sorted by the bucket of their first word, longest first, with the index of the buckets.
fn index(spellings: &[Spelling<'_>]) -> String {
    let mut signs = [false; 256];
    let mut begins = vec![0; first_word::BUCKETS + 1];
    let mut order: Vec<(usize, Reverse<usize>, usize)> = Vec::new();
    for (id, spelling) in spellings.iter().enumerate() {
        let bytes = spelling.text.as_bytes();
        let word = &bytes[..first_word::length(bytes)];
        let bucket = first_word::bucket(word);
        order.push((bucket, Reverse(bytes.len()), id));
        begins[bucket + 1] += 1;
        if let Some(sign) = bytes.first().filter(|b| !b.is_ascii_alphanumeric()) {
            signs[usize::from(*sign)] = true;
        }
    }
    for bucket in 0..first_word::BUCKETS {
        begins[bucket + 1] += begins[bucket];
    }
    order.sort_unstable();
    let mut places = vec![0; spellings.len()];
    for (place, (.., id)) in order.iter().enumerate() {
        places[*id] = place;
    }
    let written = order.iter().map(|(.., id)| {
        let Spelling { text, name, line } = &spellings[*id];
        format!("Spelling {{ text: {text:?}, name: {}, line: {line} }}", places[*name])
    });
    array("SPELLINGS", "&[Spelling]", &written.collect::<Vec<_>>())
        + &array("BEGINS", "&[u32; first_word::BUCKETS + 1]", &begins)
        + &array("SIGNS", "&[bool; 256]", &signs)
}

fn class_of(word: &str) -> Option<&'static str> {
    match word {
        "sure" => Some("Sure"),
        "cased" => Some("Cased"),
        "name" => Some("Name"),
        "word" => Some("Word"),
        "proper" => Some("Proper"),
        "idiom" => Some("Idiom"),
        _ => None,
    }
}

fn array(name: &str, of: &str, items: &[impl Display]) -> String {
    let mut out = format!("pub static {name}: {of} = &[\n");
    for item in items {
        let _ = writeln!(out, "{item},");
    }
    out + "];\n"
}
