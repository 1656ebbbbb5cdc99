//! `set` and `describe`: change one property of an element.

use frieze_data::json;
use frieze_intent::Intent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::rename::{NAMED, rename_at};
use super::require::requirement_kind;
use super::{
    Effect, Instruction, Outcome, alternative, component, component_id, component_type, entity, flow, lost,
    steps,
};
use crate::element::{self, At, Key, Kind, label, short, state_name};
use crate::names::Scope;
use crate::phrase::Phrase;

pub(super) fn describe(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    let text = it.text().ok_or_else(|| it.hint())?;
    let at = scope.find_or(it.phrase, it.subject, of_property("description"))?;
    put(scope, at, "description", text, next)
}

pub(super) fn set(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    let clauses = it.phrase.bare().clauses(&["to"])?;
    let (property, rest) = clauses.head.bare().first().ok_or_else(|| it.hint())?;
    let property = property.to_lowercase();
    match property.as_str() {
        "title" => {
            next.title = it.value(clauses.get("to"))?;
            return Ok(Effect::changed("Changed the title.".to_owned(), Key::of(next, At::Title)));
        }
        "summary" => {
            next.summary = it.value(clauses.get("to"))?;
            return Ok(Effect::changed("Changed the summary.".to_owned(), Key::of(next, At::Summary)));
        }
        "state" => {
            let (name, owner) = rest.around("of", true).unwrap_or((rest, Phrase { tokens: &[], ..rest }));
            return state(scope, it, name, owner, &it.value(clauses.get("to"))?, next);
        }
        _ => {}
    }
    let kinds = of_property(&property);
    if kinds.is_empty() {
        return Err(format!("“{}” is not a property that can be set. {}", short(&property), it.hint()));
    }
    let of = match rest.first() {
        None if rest.is_empty() => rest,
        Some((word, of)) if word.eq_ignore_ascii_case("of") => of,
        _ => return Err(it.hint()),
    };
    let at = scope.find_or(of, it.subject, kinds)?;
    match (property.as_str(), clauses.get("to")) {
        ("name", to) => rename_at(scope, at, it.value(to)?, next),
        ("part", Some(part)) => {
            let id = component_id(scope.design, scope.find(part, &[Kind::Component])?)?;
            put(scope, at, &property, id, next)
        }
        ("entities", Some(list)) => {
            let names = list.list().into_iter().map(|name| {
                let at = scope.find(name, &[Kind::Entity])?;
                Ok(Key::of(scope.design, at).ok_or_else(lost)?.name)
            });
            entities(scope, at, names.collect::<Result<Vec<String>, String>>()?, next)
        }
        ("at", Some(step)) => {
            let At::Alternative(flow, _) = at else { return Err(lost()) };
            let step = scope.child(step, At::Flow(flow), &[Kind::Step])?;
            let id = element::id(scope.design, step).ok_or_else(lost)?.to_owned();
            put(scope, at, &property, id, next)
        }
        (_, to) => put(scope, at, &property, it.value(to)?, next),
    }
}

/// The kinds of element that have a property.
fn of_property(property: &str) -> &'static [Kind] {
    match property {
        "name" => NAMED,
        "description" => &[Kind::Component, Kind::Entity, Kind::Attribute, Kind::Relationship],
        "type" => &[Kind::Component, Kind::Attribute],
        "kind" => &[Kind::Requirement],
        "required" => &[Kind::Attribute],
        "actor" | "goal" => &[Kind::Flow],
        "action" | "outcome" => &[Kind::Step],
        "part" => &[Kind::Step, Kind::Interaction],
        "entities" => &[Kind::Step, Kind::Component],
        "condition" | "at" => &[Kind::Alternative],
        "trigger" | "response" | "feedback" => &[Kind::Interaction],
        "text" => &[Kind::Requirement, Kind::Goal, Kind::Question],
        _ => &[],
    }
}

/// Sets a property. The value of a reference is an id.
fn put(scope: &Scope<'_>, at: At, property: &str, value: String, next: &mut Intent) -> Outcome {
    let value = match (at, property) {
        (At::Component(_), "type") => json::of(&component_type(&value)?),
        (_, "required") => json::of(&yes(&value)?),
        (_, "kind") => {
            let unknown = || format!("“{}” is not a kind: functional, quality or constraint.", short(&value));
            json::of(&requirement_kind(&value).ok_or_else(unknown)?)
        }
        _ => Value::String(value),
    };
    let key = if property == "part" { "component" } else { property };
    let was = match at {
        At::Component(i) => change(component(next, i).ok(), key, value),
        At::Entity(i) => change(entity(next, i).ok(), key, value),
        At::Attribute(of, i) => change(entity(next, of)?.attributes.get_mut(i), key, value),
        At::Relationship(of, i) => change(entity(next, of)?.relationships.get_mut(i), key, value),
        At::Requirement(i) => change(next.requirements.get_mut(i), key, value),
        At::Flow(i) => change(flow(next, i).ok(), key, value),
        At::Step(flow, alternative, i) => change(steps(next, flow, alternative)?.get_mut(i), key, value),
        At::Alternative(flow, i) => change(alternative(next, flow, i).ok(), key, value),
        At::Interaction(i) => change(next.interactions.get_mut(i), key, value),
        At::Goal(i) => change(next.goals.get_mut(i), key, value),
        At::Question(i) => change(next.open_questions.get_mut(i), key, value),
        At::Title | At::Summary | At::State(..) => None,
    };
    let was = was.ok_or_else(lost)?;
    let mut what = format!("Changed the {property} of the {}.", label(scope.design, at));
    if let Some(was) = was.as_str().filter(|was| property == "description" && !was.trim().is_empty()) {
        what.push_str(&format!(" It replaces “{}”.", short(was)));
    }
    moved(scope, at, what, next)
}

/// Sets a property of an element by its name in the document, or an element that is a text; returns the value before.
fn change<T: Serialize + DeserializeOwned>(
    element: Option<&mut T>,
    property: &str,
    value: Value,
) -> Option<Value> {
    let element = element?;
    let mut written = json::of(element);
    let place = if written.is_string() { &mut written } else { &mut written[property] };
    let was = std::mem::replace(place, value);
    *element = serde_json::from_value(written).ok()?;
    Some(was)
}

/// The effect on an element that keeps its place. Its key may change with its text.
fn moved(scope: &Scope<'_>, at: At, what: String, next: &Intent) -> Outcome {
    let (old, new) = Key::of(scope.design, at).zip(Key::of(next, at)).ok_or_else(lost)?;
    let renamed = if old == new { Vec::new() } else { vec![(old, new.clone())] };
    Ok(Effect { renamed, ..Effect::changed(what, Some(new)) })
}

fn entities(scope: &Scope<'_>, at: At, names: Vec<String>, next: &mut Intent) -> Outcome {
    let what = format!("The {} names {} now.", label(scope.design, at), short(&names.join(", ")));
    let list = if let At::Component(i) = at {
        &mut component(next, i)?.entities
    } else {
        let At::Step(flow, alternative, step) = at else { return Err(lost()) };
        &mut steps(next, flow, alternative)?.get_mut(step).ok_or_else(lost)?.entities
    };
    list.clear();
    super::unite(list, names);
    Ok(Effect::changed(what, Key::of(scope.design, at)))
}

/// Sets what a part shows in one of its states.
fn state(
    scope: &Scope<'_>,
    it: &Instruction<'_>,
    name: Phrase<'_>,
    owner: Phrase<'_>,
    text: &str,
    next: &mut Intent,
) -> Outcome {
    let at = match it.subject {
        Some(at @ At::State(..)) if name.is_empty() => at,
        subject => {
            let owner = scope.find_or(owner, subject, &[Kind::Component])?;
            scope.child(name, owner, &[Kind::State])?
        }
    };
    let At::State(of, state) = at else { return Err(lost()) };
    let state = component(next, of)?.states.get_mut(state).ok_or_else(lost)?;
    *state = format!("{}: {text}", state_name(state));
    Ok(Effect::changed(
        format!("Changed what the {} shows.", label(scope.design, at)),
        Key::of(scope.design, at),
    ))
}

fn yes(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(format!("“{}” is not yes or no.", short(value))),
    }
}
