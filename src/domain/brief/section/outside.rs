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
#[rustfmt::skip]
const FUTURE: &[&str] = &[
    "future", "futura", "futuras", "futuro", "futuros", "future's", "futures", "futur", "künftige", "zukünftige", "spätere", "toekomstige",
    "later",
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
#[rustfmt::skip]
const ASKED: &[&str] = &["questions", "question", "issues", "points", "decisions", "items", "topics"];

/// The role that the words of a heading have together.
pub(super) fn role(words: &[&str]) -> Option<Role> {
    if words.len() > MOST_WORDS {
        return None;
    }
    let among = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let opens = OUTSIDE.iter().any(|start| words.starts_with(start));
    if opens && among(RELEASES) || among(FUTURE) && among(THOUGHTS) {
        return Some(Role::Exclusions);
    }
    let unsettled =
        matches!(words.first(), Some(&("open" | "unresolved" | "undecided" | "outstanding" | "remaining")));
    let last = words.last().is_some_and(|last| ASKED.contains(last));
    (unsettled && last && words.len() > 2).then_some(Role::Questions)
}
