//! `rename`: changes an element's name, and the references to an entity. Ids and prose stay.

use frieze_intent::Intent;

use super::{Effect, Instruction, Outcome, component, entity, flow, lost};
use crate::element::{At, Key, Kind, label, short};
use crate::names::Scope;
use crate::references;

pub(super) const NAMED: &[Kind] = &[Kind::Component, Kind::Flow, Kind::Entity, Kind::Attribute];

pub(super) fn rename(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["to"])?;
    let name = it.name(clauses.get("to").ok_or_else(|| it.hint())?)?;
    let at = scope.find_or(clauses.head, it.subject, NAMED)?;
    rename_at(scope, at, name, next)
}

/// Renames the element at a place.
pub(super) fn rename_at(scope: &Scope<'_>, at: At, name: String, next: &mut Intent) -> Outcome {
    let key = Key::of(scope.design, at).ok_or_else(lost)?;
    let what = format!("Renamed the {} to “{}”.", label(scope.design, at), short(&name));
    let mut renamed = Vec::new();
    if let At::Component(i) = at {
        component(next, i)?.name = name;
    } else if let At::Flow(i) = at {
        flow(next, i)?.name = name;
    } else if let At::Entity(i) = at {
        renamed.push((key.clone(), Key::new(Kind::Entity, "", &name)));
        references::rename_entity(next, &key.name, &name);
        entity(next, i)?.name = name;
    } else {
        let At::Attribute(of, attribute) = at else { return Err(lost()) };
        renamed.push((key.clone(), Key::new(Kind::Attribute, &key.owner, &name)));
        entity(next, of)?.attributes.get_mut(attribute).ok_or_else(lost)?.name = name;
    }
    renamed.retain(|(old, new)| old != new);
    let changed = renamed.first().map(|(_, new)| new.clone()).or(Some(key));
    Ok(Effect { renamed, ..Effect::changed(what, changed) })
}
