//! A screen, or a part of one, that is asked for by its kind: `add a screen "Trash" to the gallery where people find what
//! they deleted`. Its name is what is quoted or called so, else it comes of what it is for.

use super::super::phrase::capital;
use super::super::{noun, verbs};
use super::deed::screen_named;
use super::demanded::ADD;
use super::element::plain;
use super::part::kind_of;
use super::pieces::{after, cut, find_outside};
use crate::domain::intent::ComponentType;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wished {
    /// The word for its kind.
    pub(super) noun: String,
    pub(super) kind: ComponentType,
    /// Empty where the words name nothing.
    pub(super) name: String,
    /// On what it stands, or from where one comes to it.
    pub(super) place: Option<String>,
    pub(super) purpose: Option<Purpose>,
}

/// What it is for, by the word that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Where(String),
    To(String),
    /// It may be a place as well: `for the cart`.
    For(String),
    With(String),
}

#[rustfmt::skip]
const KINDS: &[&str] = &[
    "screen", "page", "view", "dashboard", "dialog", "popup", "modal", "window", "panel", "section", "tab", "wizard",
    "form", "list", "table", "grid", "calendar", "chart", "map", "button", "link", "menu", "dropdown",
];
const WHERE: &[&str] =
    &[" where ", " on which ", " in which ", " with which ", " that lets ", " that ", " which "];
#[rustfmt::skip]
const PLACES: &[&str] = &[
    " into ", " in ", " onto ", " on ", " under ", " within ", " inside ", " next to ", " beside ", " below ", " after ",
    " behind ", " from ", " to ",
];
/// The whole product is where every screen is.
#[rustfmt::skip]
const WHOLE: &[&str] = &[
    "app", "application", "product", "system", "design", "site", "website", "feature", "it", "we", "this", "here",
];
/// More words than this are no name.
const NAME: usize = 5;

/// `add …`, `… is missing`, `the gallery needs …`.
pub(super) fn wished(text: &str) -> Option<Wished> {
    let said = after(text, ADD).or_else(|| {
        after(text, &["i miss ", "we miss ", "i want ", "we want ", "i would like ", "i'd like ", "build "])
    });
    if let Some(said) = said.or_else(|| text.strip_suffix(" is missing")) {
        return asked(said);
    }
    let (home, said) =
        cut(text, &[" needs ", " should have ", " must have ", " lacks ", " is missing ", " has no "])?;
    let mut found = asked(said)?;
    found.place = found.place.or_else(|| place(home));
    Some(found)
}

fn asked(said: &str) -> Option<Wished> {
    let mut said = said.trim();
    while let Some(rest) =
        after(said, &["a ", "an ", "the ", "another ", "new ", "one more ", "separate ", "own "])
    {
        said = rest;
    }
    let (head, tail) = match mark(said) {
        Some(at) => said.split_at(at),
        None => (said, ""),
    };
    let (noun, kind, name) = kind_first(head).or_else(|| kind_last(head, tail))?;
    let view = kind == ComponentType::View;
    let (place, purpose) = tailed(tail, view);
    let named = name.is_empty().then(|| purpose.as_ref().and_then(|p| of_purpose(p, &noun))).flatten();
    let found = Wished { name: named.unwrap_or(name), noun, kind, place, purpose };
    // `a form to the cart` names a part by its kind alone.
    (view || !found.name.is_empty()).then_some(found)
}

/// `screen "Trash"`, `page called Trash`, `view Parcels`; the kind alone where something else must name it.
fn kind_first(head: &str) -> Option<(String, ComponentType, String)> {
    let (said, rest) = head.split_once(' ').unwrap_or((head, ""));
    let noun = said.to_lowercase();
    let kind = kind(&noun)?;
    let rest = after(rest.trim(), &["that is ", "which is "]).unwrap_or(rest.trim());
    if rest.is_empty() {
        return Some((noun, kind, String::new()));
    }
    let told = after(
        rest,
        &["called ", "named ", "titled ", "entitled ", "with the name ", "with the title ", ": "],
    );
    // `page title` and `Screen Reader support` are no pages and no screens.
    let is_name = told.is_some() || quoted(rest) || said == noun && rest.starts_with(char::is_uppercase);
    let name = plain(told.unwrap_or(rest));
    (is_name && (quoted(told.unwrap_or(rest)) || is_short(&name))).then(|| (noun, kind, capital(&name)))
}

/// `"Trash" screen`; `help page`, where words behind it tell more of it.
fn kind_last(head: &str, tail: &str) -> Option<(String, ComponentType, String)> {
    let (name, noun) = head.rsplit_once(' ')?;
    let noun = noun.to_lowercase();
    let kind = kind(&noun)?;
    if quoted(name) {
        return Some((noun, kind, capital(&plain(name))));
    }
    let name = plain(head);
    (kind == ComponentType::View && !tail.is_empty() && is_short(&name)).then(|| (noun, kind, capital(&name)))
}

fn kind(noun: &str) -> Option<ComponentType> {
    KINDS.contains(&noun).then(|| match noun {
        "dialog" | "popup" | "modal" | "window" => ComponentType::Container,
        _ => noun::kind_of(noun).unwrap_or_else(|| kind_of(noun)),
    })
}

fn is_short(name: &str) -> bool {
    (1..=NAME).contains(&name.split_whitespace().count())
}

/// Whether all of it stands between quotation marks.
fn quoted(text: &str) -> bool {
    let ends = |c: Option<char>| c.is_some_and(|c| "\"'`“”„‘’«»".contains(c));
    let text = text.trim();
    text.chars().count() > 2 && ends(text.chars().next()) && ends(text.chars().next_back())
}

/// Where the first word stands that ends a name.
fn mark(text: &str) -> Option<usize> {
    let all = WHERE.iter().chain(PLACES).chain(&[" for ", " with "]);
    let found = all.filter_map(|mark| find_outside(text, mark));
    // `that is called Trash`, `with the name Trash`: the name is still to come.
    found
        .filter(|at| {
            after(
                &text[at + 1..],
                &["that is called ", "which is called ", "with the name ", "with the title "],
            )
            .is_none()
        })
        .min()
}

/// Where it is to be, and what it is for.
fn tailed(tail: &str, view: bool) -> (Option<String>, Option<Purpose>) {
    if tail.is_empty() {
        return (None, None);
    }
    if let Some(purpose) = purpose(tail) {
        // `a button to print labels on the cart page`; what somebody does on a screen goes on to its end.
        let (told, made): (&str, fn(String) -> Purpose) = match &purpose {
            Purpose::For(told) => (told, Purpose::For),
            Purpose::To(told) if !view => (told, Purpose::To),
            Purpose::To(_) | Purpose::Where(_) | Purpose::With(_) => return (None, Some(purpose)),
        };
        return match cut(told, &[" to the ", " on the ", " in the ", " under the "]) {
            Some((told, home)) => (place(home), Some(made(told.to_owned()))),
            None => (None, Some(purpose)),
        };
    }
    let Some(rest) = PLACES.iter().find_map(|mark| strip(tail, mark)) else { return (None, None) };
    let (said, more) = match mark(rest).filter(|at| purpose(&rest[*at..]).is_some()) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    (place(said), purpose(more))
}

fn purpose(tail: &str) -> Option<Purpose> {
    let told = |rest: &str| rest.trim().trim_end_matches(['.', '!']).to_owned();
    if let Some(rest) = strip(tail, " that lets ") {
        return Some(Purpose::Where(format!("it lets {}", told(rest))));
    }
    if let Some(rest) = [" that ", " which "].iter().find_map(|mark| strip(tail, mark)) {
        return Some(Purpose::Where(format!("it {}", told(rest))));
    }
    WHERE
        .iter()
        .find_map(|mark| strip(tail, mark))
        .map(|rest| Purpose::Where(told(rest)))
        .or_else(|| strip(tail, " for ").map(|rest| Purpose::For(told(rest))))
        .or_else(|| strip(tail, " with ").map(|rest| Purpose::With(told(rest))))
        .or_else(|| strip(tail, " to ").filter(|rest| is_deed(rest)).map(|rest| Purpose::To(told(rest))))
}

/// `compare products`, `print a label`, and not `the gallery` or `checkout page`.
fn is_deed(text: &str) -> bool {
    let deed = mark(text).map_or(text, |at| &text[..at]);
    let words: Vec<String> = deed.split_whitespace().map(str::to_lowercase).collect();
    let (Some(first), Some(second), Some(last)) = (words.first(), words.get(1), words.last()) else {
        return false;
    };
    let goes_on = verbs::determines(second) || verbs::is_plural(last);
    verbs::begins_with_verb(text)
        || text.starts_with(char::is_lowercase) && !verbs::determines(first) && goes_on
}

fn strip<'a>(tail: &'a str, mark: &str) -> Option<&'a str> {
    tail.get(..mark.len()).filter(|head| head.eq_ignore_ascii_case(mark)).and_then(|_| tail.get(mark.len()..))
}

fn place(said: &str) -> Option<String> {
    let said = plain(said);
    (!said.is_empty() && !WHOLE.contains(&said.to_lowercase().as_str())).then_some(said)
}

/// A name by what it is for: `where members see their orders` → `Orders screen`.
fn of_purpose(purpose: &Purpose, noun: &str) -> Option<String> {
    let name = match purpose {
        Purpose::Where(told) => screen_named(&format!("{noun} where {told}")).or_else(|| deed_of(told))?,
        Purpose::To(told) => plain(mark(told).map_or(told, |at| &told[..at])),
        Purpose::For(told) => {
            let told = plain(told);
            let doing = told.split(' ').next().is_some_and(|first| first.len() > 4 && first.ends_with("ing"));
            if doing { told } else { format!("{told} {noun}") }
        }
        Purpose::With(_) => return None,
    };
    is_short(&name).then(|| capital(&name))
}

/// `people can pick up parcels` → `pick up parcels`.
fn deed_of(told: &str) -> Option<String> {
    let deed = match cut(told, &[" can ", " may ", " could ", " are able to ", " is able to "]) {
        Some((_, deed)) => deed,
        None => told.split_once(' ')?.1,
    };
    let deed =
        ["their ", "his ", "her "].iter().fold(deed.to_owned(), |deed, whose| deed.replacen(whose, "", 1));
    let words: Vec<&str> =
        deed.split_whitespace().take_while(|w| !matches!(*w, "and" | "or")).take(NAME).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
