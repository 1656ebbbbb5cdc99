//! Compiles `assets/language/<code>.toml` into static tables. Keys become names of enum variants, so an unknown key does not
//! compile.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use rust_stemmers::{Algorithm, Stemmer};
use serde::Deserialize;

/// In the order in which `detect` prefers them.
const CODES: [&str; 5] = ["en", "de", "es", "fr", "ja"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lexicon {
    name: String,
    stemmer: Option<Algorithm>,
    #[serde(default)]
    is_spaceless: bool,
    #[serde(default)]
    is_eliding: bool,
    #[serde(default)]
    is_name_first: bool,
    #[serde(default)]
    has_capital_nouns: bool,
    stop: Vec<String>,
    abbreviations: Vec<String>,
    phrases: BTreeMap<String, Vec<String>>,
    headings: BTreeMap<String, Vec<String>>,
    columns: BTreeMap<String, Vec<String>>,
    labels: BTreeMap<String, Vec<String>>,
    cells: BTreeMap<String, Vec<String>>,
    answers: BTreeMap<String, Vec<String>>,
    types: BTreeMap<String, Vec<String>>,
    gherkin: BTreeMap<String, Vec<String>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("../../assets/language");
    println!("cargo::rerun-if-changed=build.rs");
    let mut out = String::from("pub(crate) static LANGUAGES: &[Language] = &[\n");
    for code in CODES {
        let path = folder.join(code).with_extension("toml");
        println!("cargo::rerun-if-changed={}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let lexicon = toml::from_str(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        language(&mut out, code, &lexicon)?;
    }
    out.push_str("];\n");
    let target = Path::new(&std::env::var("OUT_DIR")?).join("languages.rs");
    std::fs::write(target, out)?;
    Ok(())
}

fn language(out: &mut String, code: &str, lexicon: &Lexicon) -> Result<(), Box<dyn Error>> {
    let Lexicon { name, is_spaceless, is_eliding, is_name_first, has_capital_nouns, .. } = lexicon;
    let stemmer = lexicon.stemmer.map_or("None".to_owned(), |known| format!("Some(Algorithm::{known:?})"));
    write!(out, "Language {{ code: {code:?}, name: {name:?}, stemmer: {stemmer}, ")?;
    write!(out, "is_spaceless: {is_spaceless}, is_eliding: {is_eliding}, is_name_first: {is_name_first}, ")?;
    writeln!(out, "has_capital_nouns: {has_capital_nouns},")?;
    for (field, words) in [("stop", &lexicon.stop), ("abbreviations", &lexicon.abbreviations)] {
        let mut words = words.clone();
        words.sort();
        words.dedup();
        writeln!(out, "{field}: &{words:?},")?;
    }
    let whole =
        |phrase: &str| if *is_spaceless { vec![phrase.to_owned()] } else { split(phrase, *is_eliding) };
    for (field, kind, table) in [
        ("phrases", "Tag", &lexicon.phrases),
        ("labels", "Label", &lexicon.labels),
        ("cells", "Cell", &lexicon.cells),
    ] {
        let mut rows: Vec<(Vec<String>, String)> = Vec::new();
        for (key, phrases) in table {
            rows.extend(phrases.iter().map(|phrase| (whole(phrase), variant(key))));
        }
        rows.sort();
        writeln!(out, "{field}: &[")?;
        for (words, value) in rows {
            writeln!(out, "Phrase {{ words: &{words:?}, value: {kind}::{value} }},")?;
        }
        writeln!(out, "],")?;
    }
    let stemmer = lexicon.stemmer.map(Stemmer::create);
    let stem = |word: &str| stemmer.as_ref().map_or(word.to_owned(), |s| s.stem(word).into_owned());
    for (field, kind, table) in
        [("headings", "Topic", &lexicon.headings), ("columns", "Column", &lexicon.columns)]
    {
        writeln!(out, "{field}: &[")?;
        for (key, phrases) in table {
            for phrase in phrases {
                let (is_end, is_start) = (phrase.starts_with('*'), phrase.ends_with('*'));
                let words = whole(phrase.trim_matches('*'));
                let stems: Vec<String> = words
                    .iter()
                    // `Required` and `Requirement` have one stem: columns are compared by their words.
                    .map(|word| if field == "columns" { word.clone() } else { stem(word) })
                    .collect();
                let value = variant(key);
                write!(out, "Title {{ stems: &{stems:?}, is_start: {is_start}, is_end: {is_end}, ")?;
                writeln!(out, "value: {kind}::{value} }},")?;
            }
        }
        writeln!(out, "],")?;
    }
    let tables = [("answers", &lexicon.answers), ("types", &lexicon.types), ("gherkin", &lexicon.gherkin)];
    for (field, table) in tables {
        writeln!(out, "{field}: &[")?;
        for (key, words) in table {
            writeln!(out, "({key:?}, &{words:?}),")?;
        }
        writeln!(out, "],")?;
    }
    writeln!(out, "}},")?;
    Ok(())
}

/// The words of a phrase; an elided article counts as a word.
fn split(phrase: &str, is_eliding: bool) -> Vec<String> {
    let apart = if is_eliding { phrase.replace('\'', "' ") } else { phrase.to_owned() };
    apart.split_whitespace().map(str::to_owned).collect()
}

/// `must_not` is `MustNot`.
fn variant(key: &str) -> String {
    key.split('_')
        .map(|part| {
            let mut rest = part.chars();
            rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
        })
        .collect()
}
