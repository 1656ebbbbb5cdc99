//! Lookup of elements by name. A name that fits no element or several is refused with a suggestion.

use std::collections::BTreeSet;

use frieze_data::text::closest;
use frieze_intent::{ComponentType, Intent};

use crate::element::{self, At, Key, Kind, Renamed};
use crate::grammar;
use crate::phrase::{Phrase, clean};

/// The most names, and the most bytes of each, that are searched for a similar name.
const COMPARED: usize = 2_000;
const LONGEST: usize = 160;

/// The current design, the design that the person saw, and the changes of keys since.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) design: &'a Intent,
    pub(crate) seen: &'a Intent,
    /// See [`element::with_other_names`].
    pub(crate) others: &'a BTreeSet<Key>,
    pub(crate) history: &'a [Renamed],
}

/// The kinds of element that a phrase may name.
type Kinds<'k> = &'k [Kind];

impl Scope<'_> {
    /// The element that a phrase names, of one of some kinds.
    ///
    /// # Errors
    /// If no element or several have the name, or it has another kind.
    pub(crate) fn find(&self, phrase: Phrase<'_>, kinds: Kinds<'_>) -> Result<At, String> {
        let phrase = phrase.bare();
        if phrase.is_empty() {
            return Err(format!("No {} is named.", names(kinds)));
        }
        if let [one] = phrase.tokens
            && one.text.starts_with('/')
            && !one.is_quoted
        {
            let at = self.pointer(one.text)?.ok_or_else(|| format!("{} is not an element.", one.text))?;
            return self.of_kind(at, kinds);
        }
        let everything = element::all(self.design, None);
        if let Some(at) = self.named(&phrase.text(), &everything, kinds)? {
            return Ok(at);
        }
        // `step S3`, `goal 2`, `the Cart screen`.
        for (word, name) in [phrase.first(), phrase.last()].into_iter().flatten() {
            let Some((kind, component)) = grammar::kind(word).filter(|_| !name.is_empty()) else { continue };
            if let Some(at) = self.numbered(name, kind, None)? {
                return self.of_kind(at, kinds);
            }
            let is_meant = |at: &At| at.kind() == kind && self.is_of_type(*at, component);
            let of_kind: Vec<At> = everything.iter().copied().filter(is_meant).collect();
            if let Some(at) = self.named(&name.text(), &of_kind, kinds)? {
                return Ok(at);
            }
        }
        if let Some((name, owner)) = phrase.around("of", true).filter(|(a, b)| !a.is_empty() && !b.is_empty())
        {
            let owner = self.find(owner, &[Kind::Flow, Kind::Alternative, Kind::Component, Kind::Entity])?;
            return self.child(name, owner, kinds);
        }
        Err(self.unknown(&phrase.text(), &everything, kinds))
    }

    /// The element that a phrase names, or else the element of the pointer before the instruction.
    ///
    /// # Errors
    /// As [`Self::find`], and if there is neither.
    pub(crate) fn find_or(
        &self,
        phrase: Phrase<'_>,
        subject: Option<At>,
        kinds: Kinds<'_>,
    ) -> Result<At, String> {
        match subject {
            Some(at) if phrase.is_empty() => self.of_kind(at, kinds),
            _ => self.find(phrase, kinds),
        }
    }

    /// The child of an element, named with or without its kind.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub(crate) fn child(&self, phrase: Phrase<'_>, owner: At, kinds: Kinds<'_>) -> Result<At, String> {
        let phrase = phrase.bare();
        let children = element::children(self.design, owner);
        if let Some(at) = self.named(&phrase.text(), &children, kinds)? {
            return Ok(at);
        }
        if let Some((word, name)) = phrase.first()
            && let Some((kind, _)) = grammar::kind(word).filter(|_| !name.is_empty())
        {
            if let Some(at) = self.numbered(name, kind, Some(owner))? {
                return self.of_kind(at, kinds);
            }
            let of_kind: Vec<At> = children.iter().copied().filter(|at| at.kind() == kind).collect();
            if let Some(at) = self.named(&name.text(), &of_kind, kinds)? {
                return Ok(at);
            }
        }
        let why = self.unknown(&phrase.text(), &children, kinds);
        Err(format!("{} of the {}.", why.trim_end_matches('.'), element::label(self.design, owner)))
    }

    /// The current place of the element at a pointer into the design that the person saw; `None` for a whole section.
    ///
    /// # Errors
    /// If there was no element, or it was removed since.
    pub(crate) fn pointer(&self, pointer: &str) -> Result<Option<At>, String> {
        let Some(at) = At::of_pointer(self.seen, pointer)? else { return Ok(None) };
        self.now(at).map(Some)
    }

    /// The current place of an element of the design that the person saw.
    fn now(&self, at: At) -> Result<At, String> {
        let key = Key::of(self.seen, at);
        if let Some(other) = key.as_ref().filter(|key| self.is_other(key)).and_then(|it| it.find(self.design))
        {
            let [seen, now] =
                [(self.seen, at), (self.design, other)].map(|(design, at)| element::label(design, at));
            return Err(format!("It was the {seen}, and is the {now} in the new draft: name the element."));
        }
        let key = self.history.iter().fold(key, |key, renamed| key.map(|key| renamed.after(&key)));
        let found = key.and_then(|key| key.find(self.design));
        found.ok_or_else(|| format!("The {} was already removed.", element::label(self.seen, at)))
    }

    /// Whether the id of an element, or that of its owner, is another one's in the new draft.
    fn is_other(&self, key: &Key) -> bool {
        let owner = key.kind.owner().map(|kind| Key::new(kind, "", &key.owner));
        self.others.contains(key) || owner.is_some_and(|owner| self.others.contains(&owner))
    }

    /// `goal 2`, `step 1 of Checkout`: counted from 1, in the design that the person saw.
    fn numbered(&self, phrase: Phrase<'_>, kind: Kind, owner: Option<At>) -> Result<Option<At>, String> {
        let is_counted = match owner {
            None => matches!(kind, Kind::Goal | Kind::Question),
            Some(_) => matches!(kind, Kind::Step | Kind::Alternative),
        };
        let number = phrase.text().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(number) = number.filter(|_| is_counted) else { return Ok(None) };
        let owner = owner.map(|owner| self.before(owner));
        let all = match owner {
            // The owner is new, so the person saw no numbers in it.
            Some(None) => return Ok(None),
            Some(Some(owner)) => element::children(self.seen, owner),
            None => element::all(self.seen, Some(kind)),
        };
        let found = all.into_iter().filter(|at| at.kind() == kind).nth(number);
        found.map(|at| self.now(at)).transpose()
    }

    /// The open question with a number. A new draft may not ask it any more.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn question(&self, number: &str) -> Result<&str, String> {
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let count = self.seen.open_questions.len();
        let found = at.and_then(|at| self.seen.open_questions.get(at)).map(String::as_str);
        found.ok_or_else(|| format!("There is no question {number}: the design has {count}."))
    }

    /// The place of an element in the design that the person saw.
    fn before(&self, at: At) -> Option<At> {
        let key = Key::of(self.design, at)?;
        let key = self.history.iter().rev().fold(key, |key, renamed| renamed.before(&key));
        key.find(self.seen)
    }

    /// The element with a name: first by its exact id or name, then in any case.
    fn named(&self, name: &str, among: &[At], kinds: Kinds<'_>) -> Result<Option<At>, String> {
        let folded = fold(name);
        if folded.is_empty() {
            return Ok(None);
        }
        for is_exact in [true, false] {
            let is_same = |known: &str| if is_exact { known == name } else { is_folded(known, &folded) };
            let is_it = |at: &At| {
                element::id(self.design, *at).is_some_and(is_same)
                    || element::name(self.design, *at).is_some_and(|called| is_same(&called))
            };
            let found: Vec<At> = among.iter().copied().filter(is_it).collect();
            let fit: Vec<At> = found.iter().copied().filter(|at| kinds.contains(&at.kind())).collect();
            match (fit.as_slice(), found.as_slice()) {
                ([one], _) => {
                    let is_by_id = element::id(self.design, *one).is_some_and(is_same);
                    let key = Key::of(self.design, *one).filter(|key| is_by_id && self.is_other(key));
                    let now = element::label(self.design, *one);
                    let other =
                        || format!("{name} is the {now} in the new draft: name the element that is meant.");
                    return key.map_or(Ok(Some(*one)), |_| Err(other()));
                }
                ([], []) => {}
                ([], [other, ..]) => {
                    let label = element::label(self.design, *other);
                    return Err(format!("The {label} does not fit here: it is not a {}.", names(kinds)));
                }
                (several, _) => return Err(self.ambiguous(name, several)),
            }
        }
        Ok(None)
    }

    fn ambiguous(&self, name: &str, several: &[At]) -> String {
        let places: Vec<String> = several
            .iter()
            .take(3)
            .map(|at| match self.before(*at) {
                Some(seen) => format!("{} ({})", element::label(self.design, *at), seen.pointer()),
                None => format!("{} (new)", element::label(self.design, *at)),
            })
            .collect();
        let count = several.len();
        format!(
            "“{}” is the name of {count} elements: {}. Say which.",
            element::short(name),
            places.join(", ")
        )
    }

    fn unknown(&self, name: &str, among: &[At], kinds: Kinds<'_>) -> String {
        let fit = among.iter().filter(|at| kinds.contains(&at.kind())).take(COMPARED);
        let named = fit.filter_map(|at| Some((fold(&element::name(self.design, *at)?), *at)));
        let known: Vec<(String, At)> = named.filter(|(known, _)| known.len() <= LONGEST).collect();
        let nearest = closest(&fold(name), known.iter().map(|(known, _)| known.as_str()));
        let nearest = known.iter().find(|(known, _)| Some(known.as_str()) == nearest);
        let near =
            nearest.map(|(_, at)| format!(" (the nearest is the {})", element::label(self.design, *at)));
        format!("No {} is named “{}”{}.", names(kinds), element::short(name), near.unwrap_or_default())
    }

    fn of_kind(&self, at: At, kinds: Kinds<'_>) -> Result<At, String> {
        if kinds.contains(&at.kind()) {
            return Ok(at);
        }
        Err(format!("The {} is not a {}.", element::label(self.design, at), names(kinds)))
    }

    fn is_of_type(&self, at: At, component: Option<ComponentType>) -> bool {
        let At::Component(i) = at else { return true };
        component.is_none_or(|kind| self.design.components.get(i).is_some_and(|part| part.kind == kind))
    }
}

/// Kinds in a sentence: `part, flow or entity`.
fn names(kinds: Kinds<'_>) -> String {
    let kinds = if kinds.len() > 5 { &[] } else { kinds };
    match kinds {
        [] => "element".to_owned(),
        [one] => one.name().to_owned(),
        [many @ .., last] => {
            let many: Vec<&str> = many.iter().map(|kind| kind.name()).collect();
            format!("{} or {}", many.join(", "), last.name())
        }
    }
}

/// A name in lower case with single spaces, to compare names.
pub(crate) fn fold(name: &str) -> String {
    clean(name).to_lowercase()
}

/// Whether a name folds to `folded`; the first letter that differs decides.
fn is_folded(name: &str, folded: &str) -> bool {
    if name.is_ascii() {
        let name = name.trim();
        return name.len() == folded.len() && name.eq_ignore_ascii_case(folded);
    }
    fold(name) == folded
}
