//! Adding what a person asks for: attributes, things, states, goals, questions, flows and parts. What the brief does not
//! say of it is asked, not invented.

use super::super::naming::Ids;
use super::super::phrase::{capital, small, tidy};
use super::super::words::{content, overlap, stems};
use super::apply::{Outcome, fresh_step_id, gone};
use super::element::{Element, Wanted, find, kinded};
use super::part::{Part, nearest_flow, part};
use super::property::{attribute_of, home_of, properties, thing, thing_with, told_state, with_list};
use crate::domain::intent::{Intent, Step, UserFlow};

pub(super) fn add(
    intent: &mut Intent,
    what: &str,
    to: Option<&str>,
    target: Option<Element>,
    said: &str,
) -> Outcome {
    if ["this", "that", "it", "them", "these", "those"].contains(&what.to_lowercase().as_str()) {
        return Err(format!("Say what shall be added: “{what}” names nothing here."));
    }
    if let Some(done) = told_state(intent, to, said) {
        return done;
    }
    // `entity Material with name and price`, `Member (name, e-mail)`
    let (what, list) = with_list(what);
    let (name, kind) = kinded(what);
    if let Some(list) = list.filter(|_| matches!(kind, Wanted::Entity | Wanted::Anything) && to.is_none()) {
        return thing_with(intent, &name, list, said);
    }
    let listed = properties(&name);
    let home = to.and_then(|t| home_of(intent, t, listed.len() > 1)).or(target);
    if to.is_some() && home.is_none() && matches!(kind, Wanted::Attribute) {
        return Err(format!("Nothing in this design is called “{}”.", to.unwrap_or_default()));
    }
    if let Some(entity) = thing_that_gets(intent, kind, home.as_ref(), to) {
        return attributes(intent, &entity, &listed);
    }
    match (kind, what.to_lowercase().strip_suffix(" state"), &home) {
        (Wanted::Entity, _, _) => thing(intent, &name, said),
        (Wanted::Goal, _, _) => {
            intent.goals.push(capital(&name));
            Ok((vec![Element::Goal(capital(&name))], "Added the goal.".to_owned()))
        }
        (Wanted::Question, _, _) => {
            let question = if name.ends_with('?') { capital(&name) } else { capital(&name) + "?" };
            intent.open_questions.push(question.clone());
            Ok((vec![Element::Question(question)], "Added the question.".to_owned()))
        }
        (Wanted::Flow, _, _) => flow(intent, &name, said),
        (Wanted::Attribute, _, _) => {
            Err("Say of which thing it is a property, as in “add attribute phone to Customer”.".to_owned())
        }
        (_, Some(state), Some(Element::Component(id))) => bare_state(intent, id, state),
        (Wanted::Step, _, _) => step(intent, &name, home.as_ref()),
        _ => part(intent, &Part { what, said, kind: None, verb: "uses" }, home.as_ref()),
    }
}

/// The thing to which a property is added: the home, where one may be meant.
fn thing_that_gets(
    intent: &Intent,
    kind: Wanted,
    home: Option<&Element>,
    to: Option<&str>,
) -> Option<String> {
    match (kind, home, to) {
        (Wanted::Attribute | Wanted::Anything, Some(Element::Entity(entity)), _) => Some(entity.clone()),
        (Wanted::Attribute, _, Some(to)) => find(intent, &format!("entity {to}"))
            .into_iter()
            .find_map(|e| if let Element::Entity(e) = e { Some(e) } else { None }),
        _ => None,
    }
}

fn attributes(intent: &mut Intent, entity: &str, listed: &[String]) -> Outcome {
    let (mut changed, mut told) = (Vec::new(), Vec::new());
    for property in listed {
        let (elements, what) = attribute_of(intent, entity, property)?;
        changed.extend(elements);
        told.push(what);
    }
    Ok((changed, told.join(" ")))
}

/// A state of a part by its name alone: `add a loading state to the list`.
fn bare_state(intent: &mut Intent, component: &str, state: &str) -> Outcome {
    let part = intent.components.iter_mut().find(|c| c.id == component).ok_or_else(gone)?;
    if !part.states.iter().any(|s| s.to_lowercase().starts_with(state)) {
        part.states.push(state.to_owned());
    }
    let told = format!("“{}” now has the state “{state}”.", part.name);
    Ok((vec![Element::Component(part.id.clone())], told))
}

fn step(intent: &mut Intent, name: &str, home: Option<&Element>) -> Outcome {
    let f = match home {
        Some(Element::Flow(id)) => intent.user_flows.iter().position(|f| f.id == *id),
        _ => nearest_flow(intent, name),
    };
    let flow = f
        .and_then(|f| intent.user_flows.get_mut(f))
        .ok_or("Say to which flow, as in “add step … to the flow X”.")?;
    let last = flow.steps.last().cloned().ok_or_else(gone)?;
    let id = fresh_step_id(flow);
    flow.steps.push(Step { id: id.clone(), action: capital(name), outcome: None, ..last });
    Ok((vec![Element::Step(id)], format!("Added the step to “{}”.", flow.name)))
}

fn flow(intent: &mut Intent, name: &str, said: &str) -> Outcome {
    let name = capital(name);
    if intent.user_flows.iter().any(|f| stems(&f.name) == stems(&name)) {
        return Err(format!("There is a flow called “{name}” already."));
    }
    let wanted = content(&name);
    let component = intent
        .components
        .iter()
        .max_by_key(|c| overlap(&wanted, &stems(&c.name)))
        .map(|c| c.id.clone())
        .ok_or_else(gone)?;
    let mut ids = Ids::taken(intent.user_flows.iter().map(|f| f.id.clone()));
    let id = ids.fresh("F", &name);
    let matching =
        intent.requirements.iter().filter(|r| overlap(&wanted, &stems(&r.text)) * 2 > wanted.len()).take(10);
    let satisfies: Vec<String> = matching.map(|r| r.id.clone()).collect();
    let actor = intent.user_flows.first().map_or_else(|| "User".to_owned(), |f| f.actor.clone());
    let action = format!("The {} starts to {}", small(&actor), small(&name));
    intent.user_flows.push(UserFlow {
        id: id.clone(),
        goal: Some(name.clone()),
        steps: vec![Step { id: format!("{id}.1"), action, component, entities: Vec::new(), outcome: None }],
        alternatives: Vec::new(),
        satisfies,
        actor,
        name: name.clone(),
    });
    intent.open_questions.push(format!(
        "Which steps does the flow “{name}” have? It was asked for in review ({}).",
        tidy(said)
    ));
    Ok((vec![Element::Flow(id)], format!("Added the flow “{name}”; its steps are an open question.")))
}
