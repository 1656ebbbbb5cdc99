//! Adding what a person asks for: attributes, things, states, goals, questions, flows and parts; and steps
//! that must come before others. What the brief does not say of it is asked, not invented.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]
#![expect(clippy::needless_pass_by_value, reason = "an element is named once and then spent")]

use std::collections::BTreeSet;

use super::super::model::Things;
use super::super::naming::{Ids, clipped};
use super::super::phrase::{capital, small, tidy};
use super::super::view;
use super::super::words::{content, overlap, stems, words};
use super::ASKED;
use super::apply::{Outcome, fresh_step_id, gone, meant};
use super::deed::screen_named;
use super::element::{Element, Wanted, every_step, find, kinded, named, plain};
use super::property::{attribute_of, home_of, properties, thing, thing_with, told_state, with_list};
use crate::domain::intent::{Component, ComponentType, Intent, Step, UserFlow};

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
    let lower = what.to_lowercase();
    let listed = properties(&name);
    let home = to.and_then(|t| home_of(intent, t, listed.len() > 1)).or(target);
    if to.is_some() && home.is_none() && matches!(kind, Wanted::Attribute) {
        return Err(format!("Nothing in this design is called “{}”.", to.unwrap_or_default()));
    }
    let entity_home = match (&home, to) {
        (Some(Element::Entity(e)), _) => Some(e.clone()),
        (_, Some(t)) => find(intent, &format!("entity {t}"))
            .into_iter()
            .find_map(|e| if let Element::Entity(e) = e { Some(e) } else { None }),
        _ => None,
    };
    if let Some(entity) = entity_home.filter(|_| {
        kind == Wanted::Attribute || (kind == Wanted::Anything && matches!(home, Some(Element::Entity(_))))
    }) {
        let mut changed = Vec::new();
        let mut told = Vec::new();
        for property in &listed {
            let (elements, what) = attribute_of(intent, &entity, property)?;
            changed.extend(elements);
            told.push(what);
        }
        return Ok((changed, told.join(" ")));
    }
    match kind {
        Wanted::Entity => return thing(intent, &name, said),
        Wanted::Goal => {
            intent.goals.push(capital(&name));
            return Ok((vec![Element::Goal(capital(&name))], "Added the goal.".to_owned()));
        }
        Wanted::Question => {
            let question = if name.ends_with('?') { capital(&name) } else { capital(&name) + "?" };
            intent.open_questions.push(question.clone());
            return Ok((vec![Element::Question(question)], "Added the question.".to_owned()));
        }
        Wanted::Flow => return flow(intent, &name, said),
        Wanted::Attribute => {
            return Err(
                "Say of which thing it is a property, as in “add attribute phone to Customer”.".to_owned()
            );
        }
        _ => {}
    }
    if let Some(state) = lower.strip_suffix(" state")
        && let Some(Element::Component(id)) = &home
    {
        let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
        if !c.states.iter().any(|s| s.to_lowercase().starts_with(state)) {
            c.states.push(state.to_owned());
        }
        return Ok((
            vec![Element::Component(id.clone())],
            format!("“{}” now has the state “{state}”.", c.name),
        ));
    }
    if kind == Wanted::Step {
        return step(intent, &name, home);
    }
    part(intent, &Part { what, said, kind: None, verb: "uses" }, home)
}

/// What shall be shown on a screen: a part of it.
pub(super) fn show(
    intent: &mut Intent,
    what: &str,
    on: &str,
    target: Option<Element>,
    said: &str,
) -> Outcome {
    let found = meant(intent, on, target)?;
    let home = found.into_iter().find(|e| matches!(e, Element::Component(_)));
    let home = home.ok_or_else(|| format!("“{on}” is no screen."))?;
    let place = named(intent, &home);
    let part_of_it = Part { what, said, kind: Some(ComponentType::Data), verb: "sees" };
    let (changed, _) = part(intent, &part_of_it, Some(home))?;
    Ok((changed, format!("“{place}” now shows the {}, with a step that tells it.", small(&plain(what)))))
}

/// A part that is asked for: its name, the words that asked, and what somebody does with it.
pub(super) struct Part<'w> {
    pub(super) what: &'w str,
    pub(super) said: &'w str,
    /// What it is, where its name does not tell.
    pub(super) kind: Option<ComponentType>,
    pub(super) verb: &'w str,
}

/// The flow that shares most words with a text.
fn nearest_flow(intent: &Intent, text: &str) -> Option<usize> {
    let wanted = content(text);
    let score = |f: &UserFlow| {
        let told: Vec<&str> = every_step(f).map(|s| s.action.as_str()).chain([f.name.as_str()]).collect();
        overlap(&wanted, &stems(&told.join(" ")))
    };
    let best =
        intent.user_flows.iter().map(score).enumerate().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
    (best.1 > 0 || intent.user_flows.len() == 1).then_some(best.0)
}

fn step(intent: &mut Intent, name: &str, home: Option<Element>) -> Outcome {
    let f = match home {
        Some(Element::Flow(id)) => intent.user_flows.iter().position(|f| f.id == id),
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

/// A part of a screen, or a screen, with a step that leads to it.
pub(super) fn part(intent: &mut Intent, asked: &Part<'_>, home: Option<Element>) -> Outcome {
    let Part { what, said, .. } = *asked;
    let name = capital(&screen_named(&plain(what)).unwrap_or_else(|| plain(what)));
    if intent.components.iter().any(|c| super::super::noun::key(&c.name) == super::super::noun::key(&name)) {
        return Err(format!("There is a part called “{name}” already."));
    }
    let last = words(&name).last().cloned().unwrap_or_default();
    let view = asked.kind.is_none() && ["screen", "page", "view", "dashboard"].contains(&last.as_str());
    let kind = if let Some(kind) = asked.kind {
        kind
    } else if view {
        ComponentType::View
    } else if ["dialog", "modal", "panel", "section", "tab", "sidebar", "wizard"].contains(&last.as_str()) {
        ComponentType::Container
    } else if [
        "list", "table", "grid", "chart", "calendar", "timeline", "map", "summary", "report", "details",
    ]
    .contains(&last.as_str())
    {
        ComponentType::Data
    } else if ["notification", "message", "validation", "log", "reminder", "export", "backup"]
        .contains(&last.as_str())
    {
        ComponentType::Utility
    } else {
        ComponentType::Control
    };
    let parent = match &home {
        Some(Element::Component(id)) => intent.components.iter().position(|c| c.id == *id),
        Some(Element::Flow(id)) => {
            let component = intent
                .user_flows
                .iter()
                .find(|f| f.id == *id)
                .and_then(|f| f.steps.first())
                .map(|s| s.component.clone());
            component.and_then(|c| intent.components.iter().position(|p| p.id == c))
        }
        Some(Element::Entity(e)) => intent.components.iter().position(|c| c.entities.contains(e)),
        _ => None,
    };
    let wanted =
        content(&format!("{name} {}", parent.map(|p| intent.components[p].name.clone()).unwrap_or_default()));
    let parent = parent.or_else(|| {
        let views = intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View);
        views
            .map(|(at, c)| (overlap(&wanted, &stems(&format!("{} {}", c.name, c.description))), at))
            .max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
            .map(|(_, at)| at)
    });
    let own = content(&name);
    let satisfies: Vec<String> = intent
        .requirements
        .iter()
        .filter(|r| own.len() > 1 && overlap(&own, &stems(&r.text)) == own.len())
        .take(5)
        .map(|r| r.id.clone())
        .collect();
    let told = intent.requirements.iter().find(|r| satisfies.contains(&r.id)).map(|r| r.text.clone());
    let mut ids = Ids::taken(intent.components.iter().map(|c| c.id.clone()));
    let id = ids.fresh("part", &name);
    // Only what its own words name: where it stands tells nothing about what it is for.
    let things = Things::in_model(&intent.data_model);
    let entities: Vec<String> =
        things.find(&name).into_iter().take(2).map(|t| things.name(t).to_owned()).collect();
    let description = told.map_or_else(|| format!("{ASKED}: {}.", tidy(said)), |t| clipped(&t, 400));
    let states = if view {
        vec![
            format!("empty: says that there is nothing on the {} yet", small(&name)),
            "loading: says that it is on its way".to_owned(),
            format!("error: says why the {} cannot be shown", small(&name)),
        ]
    } else {
        Vec::new()
    };
    let component = Component {
        id: id.clone(),
        kind,
        name: name.clone(),
        description,
        children: Vec::new(),
        entities: entities.clone(),
        states,
        satisfies,
    };
    intent.components.push(component);
    let parent_id = parent.map(|p| intent.components[p].id.clone());
    if let (Some(p), false) = (parent, view) {
        intent.components[p].children.push(id.clone());
    }
    let flow = intent
        .user_flows
        .iter()
        .position(|f| parent_id.as_ref().is_some_and(|p| f.steps.iter().any(|s| s.component == *p)))
        .filter(|_| !view)
        .or_else(|| nearest_flow(intent, &name))
        .or(if intent.user_flows.is_empty() { None } else { Some(0) });
    let mut changed = vec![Element::Component(id.clone())];
    if let Some(flow) = flow.and_then(|f| intent.user_flows.get_mut(f)) {
        let told: Vec<Vec<String>> = flow.steps.iter().map(|s| stems(&s.action)).collect();
        let after =
            flow.steps.iter().rposition(|s| Some(&s.component) == parent_id.as_ref()).filter(|_| !view);
        let at = after.unwrap_or_else(|| super::super::flow::nearest(&told, &name, flow.steps.len()));
        let verb = if view { "opens" } else { asked.verb };
        let step_id = fresh_step_id(flow);
        let action = format!("The {} {verb} the {}", small(&flow.actor), small(&name));
        let step = Step { id: step_id.clone(), action, component: id, entities, outcome: None };
        flow.steps.insert((at + 1).min(flow.steps.len()), step);
        changed.push(Element::Step(step_id));
    }
    if view {
        intent.open_questions.push(format!(
            "What does the {0} show, what is done there, and from where does one come to the {0}? It was asked for in review.",
            small(&name)
        ));
    }
    Ok((changed, format!("Added “{name}” and a step that uses it.")))
}

/// Something that must come before a step: a confirmation before a deletion.
pub(super) fn require_before(intent: &mut Intent, what: &str, before: &str) -> Outcome {
    let wanted: BTreeSet<String> = content(before).into_iter().map(|w| root(&w)).collect();
    if wanted.is_empty() {
        return Err("Say before what, as in “require a confirmation before delete”.".to_owned());
    }
    let speaks = |text: &str| {
        let has: BTreeSet<String> = stems(text).iter().map(|w| root(w)).collect();
        wanted.iter().all(|w| has.contains(w))
    };
    let names: std::collections::BTreeMap<&str, &str> =
        intent.components.iter().map(|c| (c.id.as_str(), c.name.as_str())).collect();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (f, flow) in intent.user_flows.iter().enumerate() {
        let at = flow.steps.iter().position(|s| speaks(&s.action));
        let at = at.or_else(|| {
            flow.steps.iter().position(|s| names.get(s.component.as_str()).is_some_and(|n| speaks(n)))
        });
        places.extend(at.map(|s| (f, s)));
    }
    if places.is_empty() {
        return Err(format!("No step speaks of “{before}”: say it as the design does."));
    }
    places.truncate(8);
    let mut changed = Vec::new();
    let mut ids = Ids::taken(intent.components.iter().map(|c| c.id.clone()));
    let name = capital(what);
    let known = intent
        .components
        .iter()
        .find(|c| super::super::noun::key(&c.name) == super::super::noun::key(&name))
        .map(|c| c.id.clone());
    let (f, s) = places[0];
    let holder = intent.user_flows[f].steps[s].component.clone();
    let component = known.unwrap_or_else(|| {
        let id = ids.fresh("part", &name);
        intent.components.push(Component {
            id: id.clone(),
            kind: ComponentType::Control,
            name: name.clone(),
            description: format!("Asks for a {what} before {before}. {ASKED}."),
            children: Vec::new(),
            entities: Vec::new(),
            states: Vec::new(),
            satisfies: Vec::new(),
        });
        let parent = intent
            .components
            .iter()
            .position(|c| c.kind != ComponentType::View && c.children.contains(&holder));
        let view = parent.or_else(|| {
            intent.components.iter().position(|c| c.id == holder || c.children.contains(&holder))
        });
        if let Some(view) = view {
            intent.components[view].children.push(id.clone());
        }
        changed.push(Element::Component(id.clone()));
        id
    });
    for (f, s) in places {
        let flow = &mut intent.user_flows[f];
        let id = fresh_step_id(flow);
        let entities = flow.steps[s].entities.clone();
        let action = format!("The system asks for {} before {before}", view::some(what));
        let gives = if what.to_lowercase().contains("confirm") { "confirms" } else { "gives it" };
        let outcome = Some(format!("The {} {gives}", small(&flow.actor)));
        flow.steps
            .insert(s, Step { id: id.clone(), action, component: component.clone(), entities, outcome });
        changed.push(Element::Step(id));
    }
    Ok((changed, format!("{} is now asked for before {before}.", capital(&view::some(what)))))
}

/// `deletion`, `deleting` and `delete` are one.
fn root(word: &str) -> String {
    ["ion", "ing", "ment", "al", "e"]
        .iter()
        .find_map(|e| word.strip_suffix(e).filter(|r| r.len() > 3))
        .unwrap_or(word)
        .to_owned()
}
