//! A part that is asked for, or a screen: where it stands, what it is, and a step that leads to it. What the brief does
//! not say of it is asked, not invented.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element hold no parts")]

use super::super::flow::nearest;
use super::super::model::Things;
use super::super::naming::{Ids, clipped};
use super::super::noun;
use super::super::phrase::{capital, small, tidy};
use super::super::words::{content, overlap, stems, words};
use super::ASKED;
use super::apply::{Outcome, fresh_step_id, meant};
use super::deed::screen_named;
use super::element::{Element, every_step, named, plain};
use crate::domain::intent::{Component, ComponentType, Intent, Step, UserFlow};

/// A part that is asked for: its name, the words that asked, and what somebody does with it.
pub(super) struct Part<'w> {
    pub(super) what: &'w str,
    pub(super) said: &'w str,
    /// What it is, where its name does not tell.
    pub(super) kind: Option<ComponentType>,
    pub(super) verb: &'w str,
}

/// A part of a screen, or a screen, with a step that leads to it.
pub(super) fn part(intent: &mut Intent, asked: &Part<'_>, home: Option<&Element>) -> Outcome {
    let name = capital(&screen_named(&plain(asked.what)).unwrap_or_else(|| plain(asked.what)));
    if intent.components.iter().any(|c| noun::key(&c.name) == noun::key(&name)) {
        return Err(format!("There is a part called “{name}” already."));
    }
    let kind = asked.kind.unwrap_or_else(|| kind_of(&name));
    let holder = home.and_then(|home| held_by(intent, home)).or_else(|| nearest_view(intent, &name));
    let component = component(intent, asked, name, kind);
    let (id, name) = (component.id.clone(), component.name.clone());
    let holder_id = holder.map(|at| intent.components[at].id.clone()).filter(|_| kind != ComponentType::View);
    if let (Some(at), Some(_)) = (holder, &holder_id) {
        intent.components[at].children.push(id.clone());
    }
    let step = lead_to(intent, &component, asked.verb, holder_id.as_deref());
    intent.components.push(component);
    if kind == ComponentType::View {
        intent.open_questions.push(format!(
            "What does the {0} show, what is done there, and from where does one come to the {0}? It was asked for in review.",
            small(&name)
        ));
    }
    let changed = std::iter::once(Element::Component(id)).chain(step).collect();
    Ok((changed, format!("Added “{name}” and a step that uses it.")))
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
    let (changed, _) = part(intent, &part_of_it, Some(&home))?;
    Ok((changed, format!("“{place}” now shows the {}, with a step that tells it.", small(&plain(what)))))
}

/// What a part is, by the last word of its name.
fn kind_of(name: &str) -> ComponentType {
    match words(name).last().map(String::as_str).unwrap_or_default() {
        "screen" | "page" | "view" | "dashboard" => ComponentType::View,
        "dialog" | "modal" | "panel" | "section" | "tab" | "sidebar" | "wizard" => ComponentType::Container,
        "list" | "table" | "grid" | "chart" | "calendar" | "timeline" | "map" | "summary" | "report"
        | "details" => ComponentType::Data,
        "notification" | "message" | "validation" | "log" | "reminder" | "export" | "backup" => {
            ComponentType::Utility
        }
        _ => ComponentType::Control,
    }
}

/// Where something new stands that was asked for at an element: the component, or the one that shows it.
fn held_by(intent: &Intent, home: &Element) -> Option<usize> {
    let at = |id: &str| intent.components.iter().position(|c| c.id == id);
    match home {
        Element::Component(id) => at(id),
        Element::Flow(id) => {
            let flow = intent.user_flows.iter().find(|f| f.id == *id)?;
            at(&flow.steps.first()?.component)
        }
        Element::Entity(name) => intent.components.iter().position(|c| c.entities.contains(name)),
        _ => None,
    }
}

/// The screen that shares most words with a name.
fn nearest_view(intent: &Intent, name: &str) -> Option<usize> {
    let wanted = content(name);
    let views = intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View);
    views
        .map(|(at, c)| (overlap(&wanted, &stems(&format!("{} {}", c.name, c.description))), at))
        .max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
        .map(|(_, at)| at)
}

/// The part itself, with the demands that its name repeats.
fn component(intent: &Intent, asked: &Part<'_>, name: String, kind: ComponentType) -> Component {
    let own = content(&name);
    let names = |text: &str| own.len() > 1 && overlap(&own, &stems(text)) == own.len();
    let demands = || intent.requirements.iter().filter(|r| names(&r.text));
    let told = demands().next().map(|r| clipped(&r.text, 400));
    // Only what its own words name: where it stands tells nothing about what it is for.
    let things = Things::in_model(&intent.data_model);
    let entities = things.find(&name).into_iter().take(2).map(|t| things.name(t).to_owned()).collect();
    Component {
        id: Ids::taken(intent.components.iter().map(|c| c.id.clone())).fresh("part", &name),
        kind,
        description: told.unwrap_or_else(|| format!("{ASKED}: {}.", tidy(asked.said))),
        children: Vec::new(),
        entities,
        states: if kind == ComponentType::View { states_of(&name) } else { Vec::new() },
        satisfies: demands().take(5).map(|r| r.id.clone()).collect(),
        name,
    }
}

/// The states that every screen has.
fn states_of(view: &str) -> Vec<String> {
    vec![
        format!("empty: says that there is nothing on the {} yet", small(view)),
        "loading: says that it is on its way".to_owned(),
        format!("error: says why the {} cannot be shown", small(view)),
    ]
}

/// A step that comes to a part: behind the last one at what holds it, else where a flow speaks of it.
fn lead_to(intent: &mut Intent, part: &Component, verb: &str, holder: Option<&str>) -> Option<Element> {
    let at_holder = |step: &Step| Some(step.component.as_str()) == holder;
    let through = intent.user_flows.iter().position(|f| f.steps.iter().any(at_holder));
    let flow = through.or_else(|| nearest_flow(intent, &part.name)).unwrap_or(0);
    let flow = intent.user_flows.get_mut(flow)?;
    let told: Vec<Vec<String>> = flow.steps.iter().map(|s| stems(&s.action)).collect();
    let after = flow.steps.iter().rposition(at_holder);
    let after = after.unwrap_or_else(|| nearest(&told, &part.name, flow.steps.len()));
    let verb = if part.kind == ComponentType::View { "opens" } else { verb };
    let step = Step {
        id: fresh_step_id(flow),
        action: format!("The {} {verb} the {}", small(&flow.actor), small(&part.name)),
        component: part.id.clone(),
        entities: part.entities.clone(),
        outcome: None,
    };
    let id = step.id.clone();
    flow.steps.insert((after + 1).min(flow.steps.len()), step);
    Some(Element::Step(id))
}

/// The flow that shares most words with a text.
pub(super) fn nearest_flow(intent: &Intent, text: &str) -> Option<usize> {
    let wanted = content(text);
    let score = |f: &UserFlow| {
        let told: Vec<&str> = every_step(f).map(|s| s.action.as_str()).chain([f.name.as_str()]).collect();
        overlap(&wanted, &stems(&told.join(" ")))
    };
    let best =
        intent.user_flows.iter().map(score).enumerate().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
    (best.1 > 0 || intent.user_flows.len() == 1).then_some(best.0)
}
