//! Things on a screen as a brief names them: `the sign-in screen`, `a grid of tiles`, `clicks Add Feed`.

use super::clicked::clicked;
use super::parts::{ALONE, AMBIGUOUS, CONTAINERS, CONTROLS, DATA, DETERMINERS, LEADING, PALE, VIEWS};
use super::phrase::{capital, small};
use super::verbs;
use super::words::{is_stop, singular, stem};
use crate::domain::intent::ComponentType;

/// A part of a screen that the text names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Named {
    pub(super) kind: ComponentType,
    pub(super) name: String,
    /// The same for all ways of writing the name.
    pub(super) key: String,
}

/// Whether a name is of something that lists things, one below the other.
pub(super) fn lists(name: &str) -> bool {
    let words = super::words::words(name);
    words.first().is_some_and(|w| w == "list") || words.last().is_some_and(|w| w == "list" || w == "table")
}

/// Everything of a kind with a name that a text has, in order, at most eight.
pub(super) fn named(text: &str) -> Vec<Named> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let mut found: Vec<Named> = Vec::new();
    let mut taken = 0;
    for at in 0..tokens.len() {
        if found.len() == 8 {
            break;
        }
        if let Some(name) = clicked(&tokens, at) {
            taken = at + 1 + name.split(' ').count();
            push(&mut found, ComponentType::Control, &name);
        }
        if at < taken {
            continue;
        }
        let word = bare(tokens[at]);
        let lower = singular(&word.to_lowercase());
        let Some(kind) = kind_of(&lower) else { continue };
        let plural_noun = lower != word.to_lowercase();
        if let Some(name) = of_romance(&tokens, at) {
            push(&mut found, kind, &name);
            continue;
        }
        let mut before = modifiers(&tokens, at);
        // `create calendar events`: what is created are events.
        let goes_on = tokens.get(at + 1).map(|next| bare(next).to_lowercase()).unwrap_or_default();
        if lower == "calendar"
            && matches!(goes_on.as_str(), "event" | "events" | "entry" | "entries" | "appointments")
        {
            continue;
        }
        // `add a list`, `show charts`: the verb is no part of the name.
        let led = before.first().is_some_and(|w| LEADING.contains(&w.to_lowercase().as_str()));
        if led && kind != ComponentType::Control {
            before.remove(0);
        }
        if before.is_empty() {
            if let Some(object) = of_object(&tokens, at).filter(|_| kind == ComponentType::Data) {
                push(&mut found, kind, &format!("{lower} of {object}"));
            } else if ALONE.contains(&lower.as_str()) && !plural_noun {
                push(&mut found, kind, &lower);
            }
            continue;
        }
        // Many pages are no page of their own.
        if plural_noun && kind == ComponentType::View {
            continue;
        }
        // `nurses report sick`: a word that is as often a verb needs an article.
        if AMBIGUOUS.contains(&lower.as_str()) {
            let from = at - before.len();
            let ahead = from.checked_sub(1).map(|b| bare(tokens[b]).to_lowercase()).unwrap_or_default();
            let led = before.iter().any(|w| w.contains('-')) || DETERMINERS.contains(&ahead.as_str());
            let person = before.last().is_some_and(|w| singular(w) != *w);
            if !led || person || plural_noun {
                continue;
            }
        }
        push(&mut found, kind, &format!("{} {lower}", before.join(" ")));
    }
    found
}

fn push(found: &mut Vec<Named>, kind: ComponentType, name: &str) {
    let key = key(name);
    if !found.iter().any(|n| n.key == key) {
        found.push(Named { kind, name: capital(name), key });
    }
}

/// The stems of a name in alphabetical order: `user list` and `list of users` are the same.
pub(super) fn key(name: &str) -> String {
    let mut stems: Vec<String> = super::words::words(name)
        .iter()
        .filter(|w| !matches!(w.as_str(), "of" | "the" | "a" | "an"))
        .map(|w| stem(w))
        .collect();
    stems.sort();
    stems.dedup();
    stems.join(" ")
}

pub(super) fn kind_of(noun: &str) -> Option<ComponentType> {
    [
        (VIEWS, ComponentType::View),
        (CONTROLS, ComponentType::Control),
        (CONTAINERS, ComponentType::Container),
        (DATA, ComponentType::Data),
    ]
    .into_iter()
    .find(|(list, _)| list.contains(&noun))
    .map(|(_, kind)| kind)
}

/// The words before a noun that belong to its name, at most three.
fn modifiers(tokens: &[&str], at: usize) -> Vec<String> {
    let mut out = Vec::new();
    for token in tokens[..at].iter().rev().take(3) {
        let word = bare(token);
        let lower = word.to_lowercase();
        let ends =
            token.ends_with([',', '.', ';', ':', ')', '?', '!', '—', '"', '”', '/']) || word.is_empty();
        let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '\'' | '’'));
        if ends
            || !plain
            || (is_stop(&lower) && (lower != "user" || out.is_empty()))
            || PALE.contains(&lower.as_str())
            || verb_form(&lower)
            || matches!(
                lower.as_str(),
                "ein"
                    | "eine"
                    | "einem"
                    | "einer"
                    | "der"
                    | "das"
                    | "mit"
                    | "un"
                    | "una"
                    | "une"
                    | "la"
                    | "le"
                    | "les"
            )
            || matches!(lower.as_str(), "list" | "table" | "grid" | "add" | "page" | "screen")
            || word.ends_with("'s")
            || word.ends_with("’s")
        {
            break;
        }
        if word.chars().all(char::is_numeric)
            || lower.ends_with("ly")
            || lower.ends_with("able")
            || lower.ends_with("ible")
            || lower.starts_with("non-")
        {
            break;
        }
        out.push(small(word));
        if token.starts_with(['(', '"', '“', '/']) {
            break;
        }
    }
    out.reverse();
    out
}

fn verb_form(word: &str) -> bool {
    verbs::is_inflected(word)
        || matches!(
            word,
            "shows"
                | "show"
                | "see"
                | "open"
                | "opens"
                | "display"
                | "displays"
                | "view"
                | "views"
                | "leaves"
                | "enters"
                | "reaches"
                | "became"
                | "makes"
                | "gets"
                | "keeps"
                | "lets"
                | "gives"
                | "offers"
                | "uses"
        )
}

/// `grid of tiles`: what the noun is of, at most two words.
fn of_object(tokens: &[&str], at: usize) -> Option<String> {
    if tokens[at].ends_with([',', '.', ';', ':']) || tokens.get(at + 1).map(|t| bare(t)) != Some("of") {
        return None;
    }
    let mut object: Vec<String> = Vec::new();
    for token in tokens.iter().skip(at + 2).take(5) {
        let word = bare(token);
        let lower = word.to_lowercase();
        if object.is_empty() && (is_stop(&lower) || PALE.contains(&lower.as_str())) {
            continue;
        }
        if word.is_empty() || is_stop(&lower) || verb_form(&lower) {
            break;
        }
        object.push(small(word));
        if object.len() == 2 || token.ends_with([',', '.', ';', ':', ')']) {
            break;
        }
    }
    (!object.is_empty()).then(|| object.join(" "))
}

/// `la page d'accueil`, `la page de contact`: in French the name stands behind the word, which is English as well.
fn of_romance(tokens: &[&str], at: usize) -> Option<String> {
    let word = tokens.get(at)?;
    let article = at.checked_sub(1).and_then(|b| tokens.get(b)).map(|t| bare(t).to_lowercase())?;
    let led = matches!(article.as_str(), "la" | "une" | "cette" | "chaque" | "sa" | "notre");
    if !led || word.ends_with([',', '.', ';', ':', ')']) || !bare(word).eq_ignore_ascii_case("page") {
        return None;
    }
    let next = tokens.get(at + 1)?;
    let noun = |token: &str| {
        let name = bare(token);
        (name.chars().count() > 3 && name.chars().all(char::is_alphabetic)).then(|| name.to_lowercase())
    };
    if let Some((_, name)) = next.split_once(['\'', '’']).filter(|(de, _)| de.eq_ignore_ascii_case("d")) {
        return noun(name).map(|name| format!("page d'{name}"));
    }
    let name = noun(tokens.get(at + 2)?).filter(|_| next.eq_ignore_ascii_case("de"))?;
    Some(format!("page de {name}"))
}

pub(super) fn bare(token: &str) -> &str {
    token.trim_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_are_read_off_the_text() {
        for (text, expected) in [
            ("they are returned to the sign-in screen.", vec!["Sign-in screen"]),
            ("displays photos in a grid of tiles", vec!["Grid of tiles"]),
            ("an administrator clicks Add Local Feed, the system", vec!["Add Local Feed"]),
            ("they open the user management screen", vec!["User management screen"]),
            ("on the same screen and the next page", vec![]),
            ("types a code into the search box", vec!["Search box"]),
            ("all pages load", vec![]),
            ("on revient sur la page d'accueil, puis", vec!["Page d'accueil"]),
            ("vers la page de contact ou qu'on rafraîchit la page, vite", vec!["Page de contact"]),
        ] {
            let names: Vec<String> = named(text).into_iter().map(|n| n.name).collect();
            assert_eq!(names, expected, "{text}");
        }
    }
}
