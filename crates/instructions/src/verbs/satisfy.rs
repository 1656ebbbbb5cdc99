//! `satisfy`: adds requirements to the claims of an element.

use frieze_intent::Intent;

use super::{Effect, Instruction, Outcome, component, flow, lost, unite};
use crate::element::{At, Key, Kind, id, label};
use crate::names::Scope;

pub(super) fn satisfy(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["by"])?;
    let requirements = clauses.head.list().into_iter().map(|name| {
        let at = scope.find(name, &[Kind::Requirement])?;
        id(scope.design, at).map(str::to_owned).ok_or_else(lost)
    });
    let requirements = requirements.collect::<Result<Vec<String>, String>>()?;
    if requirements.is_empty() {
        return Err(it.hint());
    }
    let by = clauses.get_or_none("by");
    let at = scope.find_or(by, it.subject, &[Kind::Component, Kind::Flow, Kind::Interaction])?;
    let list = match at {
        At::Component(i) => &mut component(next, i)?.satisfies,
        At::Flow(i) => &mut flow(next, i)?.satisfies,
        At::Interaction(i) => &mut next.interactions.get_mut(i).ok_or_else(lost)?.satisfies,
        At::Title
        | At::Summary
        | At::Requirement(_)
        | At::Goal(_)
        | At::Step(..)
        | At::Alternative(..)
        | At::State(..)
        | At::Entity(_)
        | At::Attribute(..)
        | At::Relationship(..)
        | At::Question(_) => return Err(lost()),
    };
    let what = format!("The {} satisfies {} now.", label(scope.design, at), requirements.join(", "));
    unite(list, requirements);
    Ok(Effect::changed(what, Key::of(scope.design, at)))
}
