//! A person's instructions, applied everywhere they reach. Each returns the elements that it changed and a
//! sentence, or the reason why it could not be done.

use std::collections::BTreeSet;

use super::super::naming::clipped;
use super::choice::{self, Choice};
use super::element::{Element, every_step, find};
use super::instruction::{Ask, Place};
use super::{add, before, change, deed, describe, part, relate, remove, rename, reshape};
use crate::domain::brief::Brief;
use crate::domain::intent::Intent;

/// The changed elements and what was done, or why nothing was.
pub(super) type Outcome = Result<(Vec<Element>, String), String>;

pub(super) fn apply(
    intent: &mut Intent,
    brief: Option<&Brief>,
    ask: &Ask,
    target: Option<Element>,
    words: &str,
) -> Outcome {
    match ask {
        Ask::Rename { from, to } => rename::rename(intent, from, to, target),
        Ask::Remove { what, of } => remove::remove(intent, what, of.as_deref(), target),
        Ask::Add { what, to } => add::add(intent, what, to.as_deref(), target, words),
        Ask::Wish(wished) => part::wish(intent, wished, target, words),
        Ask::Split { what, parts } => reshape::split(intent, what, parts, target),
        Ask::Merge { what, into } => reshape::merge(intent, what, into.as_deref()),
        Ask::Happens { case, answer, of } => {
            describe::happens(intent, brief, case, answer.as_deref(), of.as_deref(), target)
        }
        Ask::Describe { what, text } => describe::describe(intent, brief, what, text.as_deref(), target),
        Ask::RequireBefore { what, before } => before::require_before(intent, what, before),
        Ask::Required { what, of, required } => {
            change::required_field(intent, what, of.as_deref(), *required, target)
        }
        Ask::Change { what, to } => change::change(intent, what, to, target),
        Ask::Move { what, to, place } => match place {
            Place::Under => reshape::move_under(intent, what, to, target),
            Place::Before | Place::After => reshape::move_step(intent, what, to, *place, target),
        },
        Ask::Able { actor, deed: done, sentence } => match (deed::deed(intent, actor, done), sentence) {
            (Some(done), _) => Ok(done),
            (None, Some(ask)) => apply(intent, brief, ask, target, words),
            (None, None) => Err(format!("Nobody in this design is called “{actor}”.")),
        },
        Ask::Relate { one, many, several } => relate::relate(intent, one, many, *several),
        Ask::State { state, of, says } => describe::state(intent, state, of, says, target),
        Ask::Show { what, on } => part::show(intent, what, on, target, words),
        Ask::Choose { what, control, labels, on } => {
            choice::choose(intent, &Choice { what, control, labels, on: on.as_deref() }, target, words)
        }
        Ask::Says { what, sentence } => describe::says(intent, what, sentence, target),
    }
}

/// The elements that a name or the pointer means.
pub(super) fn meant(intent: &Intent, said: &str, target: Option<Element>) -> Result<Vec<Element>, String> {
    let this = ["this", "it", "that", "here"].contains(&said.to_lowercase().as_str());
    match target {
        Some(element) if this || find(intent, said).is_empty() => return Ok(vec![element]),
        _ => {}
    }
    let found = find(intent, said);
    if found.is_empty() { Err(format!("Nothing in this design is called “{said}”.")) } else { Ok(found) }
}

pub(super) fn gone() -> String {
    "It is no longer in the design.".to_owned()
}

pub(super) fn fresh_step_id(flow: &crate::domain::intent::UserFlow) -> String {
    let taken: BTreeSet<&str> = every_step(flow).map(|s| s.id.as_str()).collect();
    let stem = clipped(&flow.id, 100);
    let mut n = 1_usize;
    while taken.contains(format!("{stem}.r{n}").as_str()) {
        n += 1;
    }
    format!("{stem}.r{n}")
}
