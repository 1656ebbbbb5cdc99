//! Headings that say by their first and last words that what stands below is not built, or not decided: `Out of the first
//! release`, `Possible future extensions`, `Open product questions`.

use super::Role;

/// More words name something that the product has.
const MOST_WORDS: usize = 6;

#[rustfmt::skip]
const OUTSIDE: &[&[&str]] = &[
    &["out", "of", "the"], &["outside"], &["outside", "of"], &["not", "in", "the"], &["not", "in", "mvp"], &["not", "in", "v1"],
    &["fuera", "de"], &["fuera", "del"], &["fora", "de"], &["fora", "do"], &["fora", "da"], &["hors", "de"], &["hors", "du"],
    &["fuori", "dal"], &["fuori", "dalla"], &["nicht", "in"], &["nicht", "im"], &["niet", "in"], &["poza", "zakresem"],
];
/// What lies outside of a release is not built in it; what lies outside of opening hours is.
#[rustfmt::skip]
const RELEASES: &[&str] = &[
    "release", "version", "mvp", "scope", "phase", "iteration", "sprint", "increment", "milestone", "v1", "pilot", "pr", "release1",
    "alcance", "ámbito", "versión", "fase", "iteración", "entrega", "escopo", "versão", "iteração", "périmètre", "lot", "itération",
    "livraison", "ambito", "perimetro", "versione", "umfang", "phase1", "ausbaustufe", "etappe", "versie", "fase1", "prototype", "prototipo",
];
/// What is to come, before what is thought of; `Pay later features` are features.
#[rustfmt::skip]
const FUTURE: &[&str] = &["future", "future's", "künftige", "zukünftige", "spätere", "toekomstige", "later"];
/// `Future extensions` in the languages that say it behind: `Posibles mejoras futuras`, `Évolutions futures`.
const TO_COME: &[&str] = &["futura", "futuras", "futuro", "futuros", "futur", "futures", "future", "futuri"];
#[rustfmt::skip]
const POSSIBLE: &[&str] = &[
    "possible", "planned", "potential", "ideas", "for", "and", "posible", "posibles", "possíveis", "possibles", "possibili", "mögliche",
    "mogelijke",
];
/// What is only thought of: `future bookings` are bookings.
#[rustfmt::skip]
const THOUGHTS: &[&str] = &[
    "idea", "ideas", "enhancement", "enhancements", "extension", "extensions", "feature", "features", "capability", "capabilities",
    "scope", "releases", "versions", "phases", "improvement", "improvements", "functionality", "possibilities", "evolution",
    "iterations", "additions", "capacidades", "mejoras", "funcionalidades", "extensiones", "ampliaciones", "fases", "versiones",
    "melhorias", "extensões", "évolutions", "améliorations", "fonctionnalités", "erweiterungen", "ausbaustufen", "funktionen",
    "ideen", "uitbreidingen", "estensioni", "funzionalità",
];
const UNSETTLED: &[&str] = &["open", "unresolved", "undecided"];
const ASKED: &[&str] = &["questions", "decisions", "issues", "points"];
/// What a document has questions of; `open support issues` are what a product keeps.
#[rustfmt::skip]
const ASKED_OF: &[&str] = &[
    "product", "design", "technical", "legal", "business", "project", "scope", "architecture", "architectural", "ux", "ui", "policy",
    "commercial", "functional", "domain", "organisational", "organizational", "regulatory", "remaining", "and", "specification",
    "requirement", "requirements", "implementation", "research", "strategic", "planning",
];

/// The role that the words of a heading have together.
pub(super) fn role(words: &[&str]) -> Option<Role> {
    if words.len() > MOST_WORDS {
        return None;
    }
    let opens = OUTSIDE.iter().any(|start| words.starts_with(start));
    // A release is a `lot` in French alone.
    let release =
        |word: &&&str| RELEASES.contains(*word) && (**word != "lot" || words.first() == Some(&"hors"));
    if opens && words.iter().any(|word| release(&word)) || is_thought(words) {
        return Some(Role::Exclusions);
    }
    is_asked(words).then_some(Role::Questions)
}

/// `Possible future extensions`, `Mejoras futuras posibles`: what is thought of for some day. A line below that binds may be meant all the same.
pub(super) fn is_thought(words: &[&str]) -> bool {
    let opened = words.iter().take_while(|word| POSSIBLE.contains(word)).count();
    let closed = words.iter().rev().take_while(|word| POSSIBLE.contains(word)).count();
    let rest = words.get(opened..words.len() - closed.min(words.len() - opened)).unwrap_or_default();
    let thought = |word: Option<&&str>| word.is_some_and(|word| THOUGHTS.contains(word));
    let ahead = rest.first().is_some_and(|word| FUTURE.contains(word)) && thought(rest.last());
    let behind = rest.last().is_some_and(|word| TO_COME.contains(word)) && thought(rest.first());
    words.len() <= MOST_WORDS && rest.len() > 1 && (ahead || behind)
}

/// `Open product questions`.
pub(super) fn is_asked(words: &[&str]) -> bool {
    let [first, middle @ .., last] = words else { return false };
    let of_the_document = !middle.is_empty() && middle.iter().all(|word| ASKED_OF.contains(word));
    words.len() <= MOST_WORDS && UNSETTLED.contains(first) && ASKED.contains(last) && of_the_document
}
