//! In languages whose sentences are not taken apart: things that come back behind an article, and the fields that a list
//! in brackets or behind `with` gives to the noun before it.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::intent::RequirementKind;

use super::{AttributeMention, Brief, EntityMention, Traced, foreign, modal};

mod had;

/// More things than this are not what a brief is about.
const MOST: usize = 12;
/// Texts in which a thing stands; a long brief says everything more often.
const LEAST: usize = 2;
const MANY_TEXTS: usize = 60;
/// Names in a list of fields.
const ENOUGH: usize = 3;

/// `mit`, `con`, `avec`: what stands before a list of what something has.
pub(super) const WITH: &[&str] = &[" mit ", " con ", " avec ", " com ", " met "];
/// What stands before that by which something is searched or sorted.
const BY: &[&str] = &[" por ", " par ", " nach ", " op ", " per "];
const JOINTS: &[&str] = &[" und ", " sowie ", " y ", " e ", " et ", " en "];
#[rustfmt::skip]
const PREPOSITIONS: &[&str] = &[
    "zu", "für", "in", "an", "auf", "aus", "bei", "von", "nach", "über", "vor", "ohne", "por", "de", "para", "en", "con", "a",
    "sin", "pour", "dans", "sur", "à", "par", "avec", "sans", "per", "di", "da", "voor", "op", "van", "bij", "em", "com",
];
/// What is no thing, whatever stands before it.
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "programm", "programa", "programme", "programma", "produkt", "producto", "produit", "stand", "wunsch", "bildschirm", "angaben", "gesamtbestand", "tabelle", "regel", "möglichkeit", "betrieb", "internet",
    "menos", "mano", "toque", "sol", "casa", "empresa", "madre", "padre", "hija", "hijo", "resto", "tiempo", "cambio", "fin",
    "inicio", "botón", "móvil", "reste", "main", "temps", "début", "besoin", "bouton", "école", "manière", "resto", "modo",
    "prima", "tempo", "volta", "manera", "lado", "plek", "keer", "deel", "moment",
];

/// Whether a lower-case word names no thing, whatever stands before it.
pub(super) fn is_never(lower: &str) -> bool {
    NEVER.contains(&lower)
}

pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    let Some(articles) = foreign::articles(&brief.language) else { return };
    let functional = brief.statements.iter().filter(|s| s.kind == RequirementKind::Functional);
    let stated = functional.map(|s| (s.text.as_str(), s.line));
    let wants = brief.stories.iter().flat_map(|s| {
        let want = s.want.as_deref().filter(|want| *want != s.title);
        [Some(s.title.as_str()), want].into_iter().flatten().map(move |text| (text, s.line))
    });
    let told: Vec<(&str, u32)> =
        stated.chain(wants).chain(said.iter().map(|t| (t.text.as_str(), t.line))).collect();
    let mut fields: Vec<(String, Vec<AttributeMention>, u32)> = Vec::new();
    for (text, line) in &told {
        fields.extend(lists(text, *line, articles).into_iter().map(|(name, list)| (name, list, *line)));
    }
    let nouns = returning(brief, &told, articles);
    let listed = brief.entities.iter().filter(|e| e.defined).count() >= 3 && foreign::is_told_of(brief);
    for (name, line) in nouns.into_iter().filter(|_| !listed) {
        if brief.entities.len() < MOST && place(brief, &name).is_none() {
            add(brief, &name, line);
        }
    }
    for (name, list, line) in fields {
        let at = match place(brief, &name) {
            Some(at) => at,
            None if listed || brief.entities.len() >= MOST + 4 => continue,
            None => add(brief, &name, line),
        };
        if let Some(entity) = brief.entities.get_mut(at).filter(|e| !e.defined || e.attributes.len() < 2) {
            entity.take(list, usize::MAX);
        }
    }
}

/// What sentences of their own say that things have is taken of those that are known.
pub(super) fn had(brief: &mut Brief) {
    let Some(articles) = foreign::articles(&brief.language) else { return };
    let told = brief.first_told().flat_map(|s| had::of(&s.text, s.line, articles));
    let told: Vec<(String, Vec<AttributeMention>)> = told.collect();
    for (name, list) in told {
        let entity = place(brief, &name).and_then(|at| brief.entities.get_mut(at));
        if let Some(entity) = entity.filter(|e| !e.defined || e.attributes.len() < 2) {
            entity.take(list, usize::MAX);
        }
    }
}

fn place(brief: &Brief, name: &str) -> Option<usize> {
    let key = foreign::stem(name);
    brief.entities.iter().position(|e| foreign::stem(&e.name) == key)
}

fn add(brief: &mut Brief, name: &str, line: u32) -> usize {
    brief.entities.push(EntityMention::of(name, line));
    brief.entities.len() - 1
}

/// The nouns that stand behind an article in several texts, those in most texts first.
fn returning(brief: &Brief, told: &[(&str, u32)], articles: &foreign::Articles) -> Vec<(String, u32)> {
    #[derive(Default)]
    struct Seen {
        texts: BTreeSet<u32>,
        line: u32,
        forms: BTreeMap<String, usize>,
    }
    let actors: BTreeSet<String> = brief
        .actors
        .iter()
        .filter_map(|a| a.text.split_whitespace().next())
        .map(super::acting::key)
        .collect();
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for (text, line) in told {
        let words = foreign::apart(text);
        for pair in words.windows(2) {
            let [article, noun] = pair else { continue };
            let article = article.to_lowercase();
            let key = foreign::stem(noun);
            if !articles.leads(&article)
                || !foreign::is_noun(noun, articles.capital)
                || actors.contains(&super::acting::key(noun))
                || super::acting::is_role(noun, &brief.language)
                || is_never(&noun.to_lowercase())
            {
                continue;
            }
            let entry = seen.entry(key).or_default();
            if entry.texts.is_empty() {
                entry.line = *line;
            }
            entry.texts.insert(*line);
            *entry.forms.entry((*noun).to_owned()).or_default() += 1;
        }
    }
    let least = if told.len() > MANY_TEXTS { LEAST + 1 } else { LEAST };
    let mut found: Vec<(usize, String, u32)> = seen
        .into_values()
        .filter(|seen| seen.texts.len() >= least)
        .filter_map(|seen| {
            // The shortest form is the singular.
            let name = seen.forms.into_keys().min_by_key(|form| form.chars().count())?;
            Some((seen.texts.len(), name, seen.line))
        })
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.2.cmp(&b.2)).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, name, line)| (name, line)).collect()
}

/// `ein Gerät mit Nummer, Ort und Baujahr`, `eine Meldung (Datum, Strecke, Gegenstand)`.
fn lists(text: &str, line: u32, articles: &foreign::Articles) -> Vec<(String, Vec<AttributeMention>)> {
    let mut found = Vec::new();
    for lead in WITH {
        for (at, _) in text.match_indices(lead).take(3) {
            let list = text.get(at + lead.len()..).unwrap_or_default();
            let list = list.split(['.', ';', ':', '(']).next().unwrap_or(list);
            let names = names(list, line, articles.capital);
            let owner = noun_before(text.get(..at).unwrap_or_default(), articles);
            found.extend(owner.filter(|_| names.len() >= ENOUGH).map(|owner| (owner, names)));
        }
    }
    for (at, _) in text.match_indices(" (").take(3) {
        let Some(inside) = text.get(at + 2..).and_then(|rest| rest.split(')').next()) else { continue };
        let names = names(inside, line, articles.capital);
        // `Geräte (Laptops, Tablets)` are of several kinds.
        let kinds = names.iter().filter(|n| n.name.ends_with('s')).count() * 2 > names.len();
        let owner = noun_before(text.get(..at).unwrap_or_default(), articles);
        found.extend(owner.filter(|_| names.len() >= ENOUGH && !kinds).map(|owner| (owner, names)));
    }
    found
}

/// The last noun behind an article before a place.
fn noun_before(head: &str, articles: &foreign::Articles) -> Option<String> {
    let words: Vec<&str> = modal::words(head).map(|(_, word)| word).collect();
    let nouns = words.windows(2).enumerate().rev().filter(|(_, pair)| {
        pair.first().is_some_and(|article| articles.leads(&article.to_lowercase()))
            && pair.last().is_some_and(|noun| {
                foreign::is_noun(noun, articles.capital) && !is_never(&noun.to_lowercase())
            })
    });
    let nouns: Vec<(usize, &[&str])> = nouns.collect();
    // `eine Ausleihe zu einem Gerät`: behind a preposition stands what it is to, for or from.
    let placed = |at: usize| {
        at.checked_sub(1)
            .and_then(|b| words.get(b))
            .is_some_and(|w| PREPOSITIONS.contains(&w.to_lowercase().as_str()))
    };
    let found = nouns.iter().find(|(at, _)| !placed(*at)).or_else(|| nouns.first())?;
    found.1.last().map(|noun| (*noun).to_owned())
}

/// The names of a list up to the first entry that is none.
pub(super) fn names(list: &str, line: u32, capital: bool) -> Vec<AttributeMention> {
    let mut list = list.to_owned();
    for joint in JOINTS {
        list = list.replace(joint, ", ");
    }
    // `con búsqueda por nombre y fecha`: what is searched by are the names.
    let by = |entry: &str| {
        BY.iter().find_map(|by| entry.split_once(by)).map_or(entry.len(), |(_, name)| name.len())
    };
    let entries =
        list.split(", ").map(str::trim).map(|entry| entry.get(entry.len() - by(entry)..).unwrap_or(entry));
    let entries = entries.take_while(|entry| {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let noun = |word: &&str| word.chars().all(|c| c.is_alphabetic() || c == '-');
        (1..=3).contains(&words.len())
            && words.iter().all(noun)
            && words.iter().any(|word| word.chars().count() > 2)
            && (!capital || words.iter().any(|word| word.starts_with(char::is_uppercase)))
            && !words
                .iter()
                .any(|w| matches!(*w, "que" | "si" | "no" | "se" | "qui" | "nicht" | "zu" | "pour" | "para"))
    });
    let cut = |entry: &str| {
        // German puts the verb behind the list: `mit Nummer und Ort aufzunehmen`.
        let words: Vec<&str> = entry.split_whitespace().collect();
        let end = words
            .iter()
            .rposition(|w| !capital || w.starts_with(char::is_uppercase))
            .map_or(words.len(), |at| at + 1);
        words.get(..end).unwrap_or(&words).join(" ")
    };
    entries.map(cut).filter(|name| !name.is_empty()).map(|name| AttributeMention::of(name, line)).collect()
}
