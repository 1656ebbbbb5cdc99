//! Renaming: a name gives way to another wherever it stands as whole words, in names and in texts. Ids stay, for
//! nobody reads them; the requirements quote the document and stay.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]

use std::collections::BTreeSet;

use super::super::phrase::capital;
use super::super::words::{plural, singular, words};
use super::apply::{Outcome, gone};
use super::element::{Element, called, every_step, find, kinded, named, plain};
use super::entity::rename_entity;
use super::text;
use crate::domain::intent::Intent;

/// Names that a report tells one by one.
const TOLD: usize = 12;

pub(super) fn rename(intent: &mut Intent, from: &str, to: &str, target: Option<Element>) -> Outcome {
    let before = intent.clone();
    let this = ["this", "it", "that", "here"].contains(&from.to_lowercase().as_str());
    let mut exact = if this { Vec::new() } else { called(intent, from) };
    exact.retain(|e| says_it(e, &named(intent, e), from));
    let pointed = target.filter(|_| this || exact.is_empty());
    let mut olds: Vec<(Element, String)> = Vec::new();
    for element in pointed.iter().chain(&exact) {
        if let Some(old) = one(intent, element, from, to, pointed.is_some())? {
            olds.push((element.clone(), old));
        }
    }
    let mut kept = Vec::new();
    let mut everywhere = |intent: &mut Intent, from: &str| {
        // A name of one or two letters would change words that mean something else.
        if from.chars().count() > 2 {
            let (renamed, taken) = names(intent, from, to);
            kept.extend(taken);
            text::each(intent, &mut |t| {
                text::replace(t, from, to);
                // `CartLine` in a sentence is the thing of that name.
                for (old, new) in &renamed {
                    text::replace(t, old, new);
                }
            });
        }
    };
    let mut done = BTreeSet::new();
    for (element, old) in &olds {
        // `the export flow` is that flow and not every export; a pointer means one of several of a name.
        let whole = same_words(old, from);
        let one_word = !old.contains(' ') && !matches!(element, Element::Entity(_));
        let shared = pointed.is_some() && (one_word || called(&before, old).len() > 1);
        if shared || !whole && pointed.is_none() && one_word {
            continue;
        }
        for form in [old.clone(), super::super::phrase::label(old)] {
            if done.insert(form.to_lowercase()) {
                everywhere(intent, &form);
            }
        }
    }
    // A property has its name within its thing only.
    let property = !exact.is_empty() && exact.iter().all(|e| matches!(e, Element::Attribute(..)));
    if !this && !property {
        everywhere(intent, &plain(from));
    }
    if *intent == before {
        if let Some(name) = kept.first() {
            return Err(format!("There is a “{name}” already: say merge if the two are the same."));
        }
        let near = find(intent, from).first().map(|e| named(intent, e)).filter(|_| !this);
        let near = near.map(|n| format!(" Say its whole name if “{n}” is meant.")).unwrap_or_default();
        return Err(format!("Nothing in this design is called “{from}”.{near}"));
    }
    Ok(told(&before, intent, from, to, &kept))
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
    id || same_words(name, said) || same_words(name, &kinded(&plain(said)).0)
}

/// Gives one element another name; the name that it had.
fn one(
    intent: &mut Intent,
    element: &Element,
    from: &str,
    to: &str,
    pointed: bool,
) -> Result<Option<String>, String> {
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
    match element {
        Element::Component(id) => {
            let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
            let new = capital(&form(&c.name));
            Ok(Some(std::mem::replace(&mut c.name, new)))
        }
        Element::Flow(id) => {
            let f = intent.user_flows.iter_mut().find(|f| f.id == *id).ok_or_else(gone)?;
            let new = capital(&form(&f.name));
            Ok(Some(std::mem::replace(&mut f.name, new)))
        }
        Element::Entity(name) => {
            let new = form(name);
            let new = if name.starts_with(char::is_uppercase) { capital(&new) } else { new };
            let taken =
                |e: &crate::domain::intent::Entity| e.name.eq_ignore_ascii_case(&new) && e.name != *name;
            if intent.data_model.entities.iter().any(taken) {
                return Err(format!("There is a “{new}” already: say merge if the two are the same."));
            }
            rename_entity(intent, name, &new);
            Ok(Some(name.clone()))
        }
        Element::Attribute(entity, name) => {
            let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
            let new = form(name);
            if e.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(&new) && a.name != *name) {
                return Err(format!("{entity} has “{new}” already."));
            }
            for a in e.attributes.iter_mut().filter(|a| a.name == *name) {
                a.name.clone_from(&new);
            }
            Ok(None)
        }
        Element::Title => Ok(Some(std::mem::replace(&mut intent.title, to.to_owned()))),
        other => Err(format!("{} has no name to change: say what its text shall be.", named(intent, other))),
    }
}

/// The names of things and of their properties in which a name stands as whole words. The ones that would then be
/// called like another stay. The things that were renamed, and the names that were taken.
fn names(intent: &mut Intent, from: &str, to: &str) -> (Vec<(String, String)>, Vec<String>) {
    let mut kept = Vec::new();
    let mut taken: BTreeSet<String> =
        intent.data_model.entities.iter().map(|e| e.name.to_lowercase()).collect();
    let old: Vec<String> = intent.data_model.entities.iter().map(|e| e.name.clone()).collect();
    let mut renamed = Vec::new();
    for name in old {
        let mut new = name.clone();
        if text::replace_in_name(&mut new, from, to) && new != name {
            if taken.insert(new.to_lowercase()) || new.eq_ignore_ascii_case(&name) {
                renamed.push((name, new));
            } else {
                kept.push(new);
            }
        }
    }
    for (name, new) in &renamed {
        rename_entity(intent, name, new);
    }
    for entity in &mut intent.data_model.entities {
        let mut taken: BTreeSet<String> = entity.attributes.iter().map(|a| a.name.to_lowercase()).collect();
        for attribute in &mut entity.attributes {
            let mut new = attribute.name.clone();
            if text::replace_in_name(&mut new, from, to)
                && (taken.insert(new.to_lowercase()) || new.eq_ignore_ascii_case(&attribute.name))
            {
                attribute.name = new;
            }
        }
    }
    renamed.retain(|(old, _)| !old.contains(' '));
    (renamed, kept)
}

/// What was renamed where, and what was not.
fn told(before: &Intent, after: &Intent, from: &str, to: &str, kept: &[String]) -> (Vec<Element>, String) {
    let mut changed = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut texts = 0_usize;
    let mut name = |old: &str, new: &str| {
        if old != new && !names.iter().any(|n| n.starts_with(&format!("“{old}”"))) {
            names.push(format!("“{old}” (now “{new}”)"));
        }
        old != new
    };
    if name(&before.title, &after.title) {
        changed.push(Element::Title);
    }
    for (old, new) in before.data_model.entities.iter().zip(&after.data_model.entities) {
        let entity = name(&old.name, &new.name) | (old.description != new.description);
        texts += usize::from(old.description != new.description);
        if entity {
            changed.push(Element::Entity(new.name.clone()));
        }
        for (a, b) in old.attributes.iter().zip(&new.attributes) {
            texts += usize::from(a.description != b.description);
            if name(&a.name, &b.name) | (a != b) {
                changed.push(Element::Attribute(new.name.clone(), b.name.clone()));
            }
        }
        let said = |e: &crate::domain::intent::Entity| -> Vec<Option<String>> {
            e.relationships.iter().map(|r| r.description.clone()).collect()
        };
        texts += said(old).iter().zip(said(new)).filter(|(a, b)| **a != *b).count();
    }
    for (old, new) in before.components.iter().zip(&after.components) {
        let own = usize::from(old.description != new.description)
            + old.states.iter().zip(&new.states).filter(|(a, b)| a != b).count();
        texts += own;
        if name(&old.name, &new.name) | (own > 0) {
            changed.push(Element::Component(new.id.clone()));
        }
    }
    for (old, new) in before.user_flows.iter().zip(&after.user_flows) {
        let named = name(&old.name, &new.name) | name(&old.actor, &new.actor);
        texts += usize::from(old.goal != new.goal);
        if named | (old.goal != new.goal) {
            changed.push(Element::Flow(new.id.clone()));
        }
        let cases = old.alternatives.iter().zip(&new.alternatives);
        texts += cases.filter(|(a, b)| a.condition != b.condition).count();
        for (a, b) in every_step(old).zip(every_step(new)) {
            let own = usize::from(a.action != b.action) + usize::from(a.outcome != b.outcome);
            texts += own;
            if own > 0 {
                changed.push(Element::Step(b.id.clone()));
            }
        }
    }
    for (old, new) in before.interactions.iter().zip(&after.interactions) {
        if old != new {
            texts += 1;
            changed.push(Element::Interaction(new.id.clone()));
        }
    }
    if before.summary != after.summary {
        texts += 1;
        changed.push(Element::Summary);
    }
    for (_, new) in before.goals.iter().zip(&after.goals).filter(|(a, b)| a != b) {
        texts += 1;
        changed.push(Element::Goal(new.clone()));
    }
    for (_, new) in before.open_questions.iter().zip(&after.open_questions).filter(|(a, b)| a != b) {
        texts += 1;
        changed.push(Element::Question(new.clone()));
    }
    let more = names.len().saturating_sub(TOLD);
    names.truncate(TOLD);
    if more > 0 {
        names.push(format!("{more} more names"));
    }
    if texts > 0 {
        names.push(if texts == 1 { "one text".to_owned() } else { format!("{texts} texts") });
    }
    let mut what = format!("Renamed “{from}” to “{to}” in {}.", super::super::phrase::listed(&names));
    let quoting = before.requirements.iter().filter(|r| text::speaks_of(&r.text, &plain(from))).count();
    if quoting > 0 {
        let (are, they) = if quoting == 1 {
            ("requirement that says", "quotes")
        } else {
            ("requirements that say", "quote")
        };
        what.push_str(&format!(" {quoting} {are} “{from}” {they} the document and stay."));
    }
    if !kept.is_empty() {
        let kept: Vec<String> = kept.iter().map(|k| format!("“{k}”")).collect();
        what.push_str(&format!(
            " Not renamed: what would then be called {}, as there is one already.",
            super::super::phrase::listed(&kept)
        ));
    }
    (changed, what)
}
