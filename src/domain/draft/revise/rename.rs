//! Renaming: an element gets another name wherever it is named.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]

use std::collections::BTreeSet;

use super::super::phrase::capital;
use super::apply::{Outcome, gone, meant};
use super::element::{Element, named, plain};
use super::entity::rename_entity;
use super::text;
use crate::domain::intent::Intent;

pub(super) fn rename(intent: &mut Intent, from: &str, to: &str, target: Option<Element>) -> Outcome {
    let actors: BTreeSet<String> =
        intent.user_flows.iter().map(|f| f.actor.clone()).filter(|a| a.eq_ignore_ascii_case(from)).collect();
    let found = match meant(intent, from, target) {
        Ok(found) => found,
        Err(why) => {
            let mut count = 0_usize;
            text::each(intent, &mut |t| count += usize::from(text::replace(t, from, to)));
            return if count > 0 || !actors.is_empty() {
                Ok((Vec::new(), format!("Put “{to}” in the place of “{from}” in {count} texts.")))
            } else {
                Err(why)
            };
        }
    };
    let mut changed = Vec::new();
    let mut olds: BTreeSet<String> = BTreeSet::new();
    for element in found {
        match &element {
            Element::Component(id) => {
                let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
                olds.insert(std::mem::replace(&mut c.name, capital(to)));
                changed.push(element);
            }
            Element::Flow(id) => {
                let f = intent.user_flows.iter_mut().find(|f| f.id == *id).ok_or_else(gone)?;
                olds.insert(std::mem::replace(&mut f.name, capital(to)));
                changed.push(element);
            }
            Element::Entity(name) => {
                if intent
                    .data_model
                    .entities
                    .iter()
                    .any(|e| e.name.eq_ignore_ascii_case(to) && e.name != *name)
                {
                    return Err(format!("There is a “{to}” already: say merge if the two are the same."));
                }
                rename_entity(intent, name, to);
                olds.insert(name.clone());
                changed.push(Element::Entity(to.to_owned()));
            }
            Element::Attribute(entity, name) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
                for a in e.attributes.iter_mut().filter(|a| a.name == *name) {
                    to.clone_into(&mut a.name);
                }
                changed.push(Element::Attribute(entity.clone(), to.to_owned()));
            }
            Element::Title => {
                to.clone_into(&mut intent.title);
                changed.push(element);
            }
            other => {
                return Err(format!(
                    "{} has no name to change: say what its text shall be.",
                    named(intent, other)
                ));
            }
        }
    }
    for old in olds {
        // A name of one letter or a word that is everywhere would change sentences that mean something else.
        if old.chars().count() > 2 {
            text::each(intent, &mut |t| {
                text::replace(t, &old, to);
            });
        }
        let spoken = super::super::phrase::label(&old);
        if spoken != old && spoken.chars().count() > 2 {
            text::each(intent, &mut |t| {
                text::replace(t, &spoken, to);
            });
        }
    }
    if from.to_lowercase() != "this"
        && plain(from).chars().count() > 2
        && !changed.iter().all(|c| matches!(c, Element::Attribute(..)))
    {
        text::each(intent, &mut |t| {
            text::replace(t, from, to);
        });
    }
    Ok((changed, format!("Renamed “{from}” to “{to}” wherever it stands.")))
}
