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
    let list = if let At::Component(i) = at {
        &mut component(next, i)?.satisfies
    } else if let At::Flow(i) = at {
        &mut flow(next, i)?.satisfies
    } else {
        let At::Interaction(i) = at else { return Err(lost()) };
        &mut next.interactions.get_mut(i).ok_or_else(lost)?.satisfies
    };
    let what = format!("The {} satisfies {} now.", label(scope.design, at), requirements.join(", "));
    unite(list, requirements);
    Ok(Effect::changed(what, Key::of(scope.design, at)))
}
