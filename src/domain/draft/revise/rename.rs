//! Renaming: a name gives way to another wherever the thing is mentioned, in names and in texts; the names of other
//! things in which it stands stay. So do ids, for nobody reads them, and the requirements, which quote the document.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]

use std::collections::BTreeSet;

use super::super::phrase::capital;
use super::super::words::{plural, singular, words};
use super::apply::{Outcome, gone};
use super::element::{Element, called, find, kinded, leading, named, plain};
use super::entity::rename_entity;
use super::mention::{Renaming, is_another};
use super::renamed::told;
use super::text;
use crate::domain::intent::Intent;

/// The longest name that is given, in characters.
const LONGEST: usize = 300;
/// What the schema allows for a name.
const ALLOWED: usize = 500;

pub(super) fn rename(intent: &mut Intent, from: &str, to: &str, target: Option<Element>) -> Outcome {
    let length = to.chars().count();
    if length > LONGEST {
        return Err(format!("A name has at most {LONGEST} characters, and this one has {length}."));
    }
    let before = intent.clone();
    let this = ["this", "it", "that", "here"].contains(&from.to_lowercase().as_str());
    let mut exact = if this { Vec::new() } else { called(intent, from) };
    exact.retain(|e| says_it(e, &named(intent, e), from));
    let pointed = target.filter(|_| this || exact.is_empty());
    let mut anew: Vec<Anew> = Vec::new();
    for element in pointed.iter().chain(&exact) {
        anew.push(Anew::of(intent, element, from, to, pointed.is_some())?);
    }
    let mut pairs: Vec<(String, String)> = Vec::new();
    for Anew { element, old, new } in &anew {
        // `the export flow` is that flow and not every export; a pointer means one of several of a name.
        let whole = same_words(old, from);
        let one_word = !old.contains(' ') && !matches!(element, Element::Entity(_));
        let shared = pointed.is_some() && (one_word || called(&before, old).len() > 1);
        // A property has its name within its thing only.
        let within = matches!(element, Element::Attribute(..));
        if !within && !shared && (whole || pointed.is_some() || !one_word) {
            pairs.push((old.clone(), new.clone()));
            pairs.push((super::super::phrase::label(old), new.clone()));
        }
    }
    let property = !exact.is_empty() && exact.iter().all(|e| matches!(e, Element::Attribute(..)));
    if !this && !property {
        pairs.push((plain(from), to.to_owned()));
    }
    // A name of one or two letters would change words that mean something else.
    pairs.retain(|(old, _)| old.chars().count() > 2);
    let others = others(intent, &anew, &pairs);
    let (things, kept) = things(intent, &anew, &Renaming::of(&pairs, &others));
    // `CartLine` in a sentence is the thing of that name.
    pairs.extend(things.iter().filter(|(old, _)| !old.contains(' ')).cloned());
    let renaming = Renaming::of(&pairs, &others);
    text::each(intent, &mut |t| {
        renaming.text(t);
    });
    for (old, new) in &things {
        rename_entity(intent, old, new);
    }
    properties(intent, &renaming);
    for Anew { element, new, .. } in &anew {
        set(intent, element, new, &things);
    }
    if *intent == before {
        if let Some(name) = kept.first() {
            return Err(format!("There is a “{name}” already: say merge if the two are the same."));
        }
        let near = find(intent, from).first().map(|e| named(intent, e)).filter(|_| !this);
        let near = near.map(|n| format!(" Say its whole name if “{n}” is meant.")).unwrap_or_default();
        return Err(format!("Nothing in this design is called “{from}”.{near}"));
    }
    Ok(told(&before, intent, (from, to), &kept, &others))
}

/// The names of other things in which an old name stands: they stay as they are.
fn others(intent: &Intent, anew: &[Anew], pairs: &[(String, String)]) -> Vec<String> {
    // A screen and a flow that are called after a thing follow it; a screen's name stays out of another screen's.
    let is_thing = anew.iter().any(|a| matches!(a.element, Element::Entity(_)));
    let parts = intent.components.iter().map(|c| &c.name).filter(|_| !is_thing);
    let named = intent.user_flows.iter().map(|f| &f.name).filter(|_| !is_thing);
    let flows = named.chain(intent.user_flows.iter().map(|f| &f.actor));
    let things = intent.data_model.entities.iter().map(|e| &e.name);
    let is_other = |name: &&String| {
        !anew.iter().any(|a| a.old.eq_ignore_ascii_case(name))
            && pairs.iter().any(|(old, _)| is_another(name, old))
    };
    let mut all: Vec<String> = parts.chain(flows).chain(things).filter(is_other).cloned().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether two names have the same words, in the singular or the plural.
fn same_words(a: &str, b: &str) -> bool {
    let sorted = |text: &str| {
        let mut all: Vec<String> = words(text).iter().map(|w| singular(w)).collect();
        all.retain(|w| !matches!(w.as_str(), "of" | "the" | "a" | "an"));
        all.sort();
        all
    };
    sorted(a) == sorted(b)
}

/// Whether an element that was found by the stems of its name is called what was said.
fn says_it(element: &Element, name: &str, said: &str) -> bool {
    let name = if let Element::Attribute(_, name) = element { name } else { name };
    let id = matches!(element, Element::Component(id) | Element::Flow(id) if id.eq_ignore_ascii_case(&plain(said)));
    let kinds = [Some(kinded(&plain(said))), leading(&plain(said))];
    id || same_words(name, said) || kinds.iter().flatten().any(|(said, _)| same_words(name, said))
}

/// An element that was meant, with the name that it has and the one that it gets.
struct Anew {
    element: Element,
    old: String,
    new: String,
}

impl Anew {
    fn of(intent: &Intent, element: &Element, from: &str, to: &str, pointed: bool) -> Result<Self, String> {
        // `carts` renamed to `baskets` makes a Basket of a Cart.
        let form = |old: &str| {
            let (many, single) = (plural(from), singular(from));
            match old {
                _ if pointed || old.eq_ignore_ascii_case(from) => to.to_owned(),
                _ if old.eq_ignore_ascii_case(&many) => plural(to),
                _ if old.eq_ignore_ascii_case(&single) => singular(to),
                _ => to.to_owned(),
            }
        };
        let (old, new) = match element {
            Element::Component(_) | Element::Flow(_) => {
                let old = named(intent, element);
                let new = capital(&form(&old));
                (old, new)
            }
            Element::Entity(name) => {
                let new = form(name);
                let new = if name.starts_with(char::is_uppercase) { capital(&new) } else { new };
                let mut others = intent.data_model.entities.iter().filter(|e| e.name != *name);
                if others.any(|e| e.name.eq_ignore_ascii_case(&new)) {
                    return Err(format!("There is a “{new}” already: say merge if the two are the same."));
                }
                (name.clone(), new)
            }
            Element::Attribute(entity, name) => {
                let new = form(name);
                let own = intent.data_model.entities.iter().find(|e| e.name == *entity).ok_or_else(gone)?;
                if own.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(&new) && a.name != *name) {
                    return Err(format!("{entity} has “{new}” already."));
                }
                (name.clone(), new)
            }
            Element::Title => (intent.title.clone(), to.to_owned()),
            other => {
                let name = named(intent, other);
                return Err(format!("{name} has no name to change: say what its text shall be."));
            }
        };
        Ok(Self { element: element.clone(), old, new })
    }
}

/// Gives an element the name that was said for it.
fn set(intent: &mut Intent, element: &Element, new: &str, things: &[(String, String)]) {
    match element {
        Element::Component(id) => {
            intent.components.iter_mut().filter(|c| c.id == *id).for_each(|c| new.clone_into(&mut c.name));
        }
        Element::Flow(id) => {
            intent.user_flows.iter_mut().filter(|f| f.id == *id).for_each(|f| new.clone_into(&mut f.name));
        }
        Element::Title => new.clone_into(&mut intent.title),
        Element::Attribute(entity, name) => {
            let now = things.iter().find(|(old, _)| old == entity).map_or(entity, |(_, new)| new);
            let entities = intent.data_model.entities.iter_mut().filter(|e| e.name == *now);
            entities
                .flat_map(|e| e.attributes.iter_mut())
                .filter(|a| a.name == *name)
                .for_each(|a| new.clone_into(&mut a.name));
        }
        _ => {}
    }
}

/// The new names of things: those that were meant, and those in which an old name stands as whole words. The ones
/// that would then be called like another stay, and are told.
fn things(intent: &Intent, anew: &[Anew], renaming: &Renaming) -> (Vec<(String, String)>, Vec<String>) {
    let (mut renamed, mut kept) = (Vec::new(), Vec::new());
    let entities = &intent.data_model.entities;
    let mut taken: BTreeSet<String> = entities.iter().map(|e| e.name.to_lowercase()).collect();
    for name in entities.iter().map(|e| &e.name) {
        let meant = anew.iter().find(|a| a.element == Element::Entity(name.clone()));
        let mut new = name.clone();
        match meant {
            Some(meant) => new.clone_from(&meant.new),
            None => {
                renaming.name(&mut new);
            }
        }
        // A name in which the old one stands may become longer than a name can be.
        if new == *name || new.chars().count() > ALLOWED {
            continue;
        }
        if taken.insert(new.to_lowercase()) || new.eq_ignore_ascii_case(name) {
            renamed.push((name.clone(), new));
        } else {
            kept.push(new);
        }
    }
    (renamed, kept)
}

/// The names of properties in which an old name stands; one that another property has already is left.
fn properties(intent: &mut Intent, renaming: &Renaming) {
    for entity in &mut intent.data_model.entities {
        let mut taken: BTreeSet<String> = entity.attributes.iter().map(|a| a.name.to_lowercase()).collect();
        for attribute in &mut entity.attributes {
            let mut new = attribute.name.clone();
            if renaming.name(&mut new)
                && new.chars().count() <= ALLOWED
                && (taken.insert(new.to_lowercase()) || new.eq_ignore_ascii_case(&attribute.name))
            {
                attribute.name = new;
            }
        }
    }
}
