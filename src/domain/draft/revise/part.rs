//! A part that is asked for, or a screen: where it stands, what it is, and a step that leads to it. What the brief does
//! not say of it is asked, not invented.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element hold no parts")]

use std::collections::BTreeSet;

use super::super::flow::nearest;
use super::super::model::{Things, sentence};
use super::super::naming::{Ids, clipped};
use super::super::noun;
use super::super::phrase::{capital, small, tidy};
use super::super::view::some;
use super::super::words::{content, overlap, stems, words};
use super::ASKED;
use super::apply::{Outcome, fresh_step_id, meant};
use super::deed::screen_named;
use super::element::{Element, called, every_step, find, named, plain};
use super::wished::{Purpose, Wished};
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
    let kind = asked.kind.unwrap_or_else(|| kind_of(&name));
    let label = small(&name);
    let (changed, _) =
        made(intent, asked, &New { kind, label, told: None, about: &name, name: name.clone() }, home)?;
    Ok((changed, format!("Added “{name}” and a step that uses it.")))
}

/// Something new: what it is and is called, how a sentence speaks of it, what it is for, and the words that tell about
/// which things it is.
struct New<'w> {
    kind: ComponentType,
    name: String,
    label: String,
    told: Option<String>,
    about: &'w str,
}

/// A screen or a part that was asked for by its kind and its name, or by what it is for.
pub(super) fn wish(intent: &mut Intent, wished: &Wished, target: Option<Element>, said: &str) -> Outcome {
    let (noun, name) = (wished.noun.as_str(), wished.name.clone());
    if name.is_empty() {
        return Err(format!("Say what the {noun} is called, as in “add a {noun} \"Help\"”."));
    }
    let holds = |e: &Element| matches!(e, Element::Component(_) | Element::Flow(_));
    let called_so = match &wished.purpose {
        // `for the cart`: where it is, if there is one.
        Some(Purpose::For(place)) if wished.place.is_none() => called(intent, place).into_iter().find(holds),
        _ => None,
    };
    let said_home = wished.place.as_deref();
    let found = said_home.and_then(|place| find(intent, place).into_iter().find(holds));
    let unknown = said_home.filter(|_| found.is_none());
    let home = found.or(called_so).or(target);
    let names_it = name.to_lowercase().split(' ').next_back() == Some(noun);
    let label = if names_it { small(&name) } else { format!("{noun} “{name}”") };
    let purpose = wished.purpose.as_ref().map(|purpose| match purpose {
        Purpose::Where(told) if told.starts_with("it ") => told.clone(),
        Purpose::Where(told) => format!("where {told}"),
        Purpose::To(told) => format!("to {told}"),
        Purpose::For(told) => format!("for {told}"),
        Purpose::With(told) => format!("with {told}"),
    });
    let told = match &purpose {
        Some(told) => sentence(&capital(told)),
        None => format!("{} of {}.", capital(&some(noun)), intent.title),
    };
    let about = format!("{name} {}", purpose.unwrap_or_default());
    let verb = if wished.kind == ComponentType::Data { "sees" } else { "uses" };
    let asked = Part { what: &name, said, kind: Some(wished.kind), verb };
    let new = New { kind: wished.kind, name: name.clone(), label, told: Some(told), about: &about };
    let (changed, flow) = made(intent, &asked, &new, home.as_ref())?;
    let mut what = match flow {
        Some(flow) => format!("Added the {noun} “{name}”, to which a step of “{flow}” comes."),
        None => format!("Added the {noun} “{name}”; no flow comes to it yet."),
    };
    if let Some(place) = unknown {
        what.push_str(&format!(" Nothing in this design is called “{place}”."));
    }
    Ok((changed, what))
}

/// The changed elements, and the name of the flow that comes to what is new.
fn made(
    intent: &mut Intent,
    asked: &Part<'_>,
    new: &New<'_>,
    home: Option<&Element>,
) -> Result<(Vec<Element>, Option<String>), String> {
    let New { kind, name, label, .. } = new;
    if intent.components.iter().any(|c| noun::key(&c.name) == noun::key(name)) {
        return Err(format!("There is a part called “{name}” already."));
    }
    let is_view = *kind == ComponentType::View;
    let home = home.and_then(|home| held_by(intent, home));
    let holder = if is_view { home } else { home.or_else(|| nearest_view(intent, new.about)) };
    let component = component(intent, asked, new);
    let id = component.id.clone();
    let holder_id = holder.map(|at| intent.components[at].id.clone());
    if let (Some(at), false) = (holder, is_view) {
        intent.components[at].children.push(id.clone());
    }
    let step = lead_to(intent, &component, asked.verb, new, holder_id.as_deref());
    intent.components.push(component);
    if is_view {
        intent.open_questions.push(format!(
            "What does the {label} show, what is done there, and from where does one come to the {label}? It was asked for in review."
        ));
    }
    let (step, flow) = step.unzip();
    Ok((std::iter::once(Element::Component(id)).chain(step).collect(), flow))
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
pub(super) fn kind_of(name: &str) -> ComponentType {
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
fn component(intent: &Intent, asked: &Part<'_>, new: &New<'_>) -> Component {
    let (name, kind) = (new.name.clone(), new.kind);
    let own = content(&name);
    let names = |text: &str| own.len() > 1 && overlap(&own, &stems(text)) == own.len();
    let demands = || intent.requirements.iter().filter(|r| names(&r.text));
    let asked_for = || format!("{ASKED}: {}.", tidy(asked.said));
    let told = match &new.told {
        Some(told) => format!("{told} {}", asked_for()),
        None => demands().next().map_or_else(asked_for, |r| clipped(&r.text, 400)),
    };
    // Only what its own words name: where it stands tells nothing about what it is for.
    let things = Things::in_model(&intent.data_model);
    let about = things.find(new.about);
    let many = about.first().map(|t| things.many(*t)).filter(|_| new.told.is_some());
    let entities = about.iter().take(2).map(|t| things.name(*t).to_owned()).collect();
    let is_view = kind == ComponentType::View;
    Component {
        id: Ids::taken(intent.components.iter().map(|c| c.id.clone())).fresh("part", &name),
        kind,
        description: told,
        children: Vec::new(),
        entities,
        states: if is_view { states_of(&new.label, many.as_deref()) } else { Vec::new() },
        satisfies: demands().take(5).map(|r| r.id.clone()).collect(),
        name,
    }
}

/// The states that every screen has, told of what it shows where that is known.
fn states_of(view: &str, many: Option<&str>) -> Vec<String> {
    let (nothing, coming) = match many {
        Some(many) => (format!("no {many}"), format!("the {many} are")),
        None => (format!("nothing on the {view}"), "it is".to_owned()),
    };
    vec![
        format!("empty: says that there {} {nothing} yet", if many.is_some() { "are" } else { "is" }),
        format!("loading: says that {coming} on {} way", if many.is_some() { "their" } else { "its" }),
        format!("error: says why the {view} cannot be shown"),
    ]
}

/// A step that comes to a part, with the name of its flow: behind the last one at what holds it, else where a flow speaks of
/// it, else where most is done.
fn lead_to(
    intent: &mut Intent,
    part: &Component,
    verb: &str,
    new: &New<'_>,
    holder: Option<&str>,
) -> Option<(Element, String)> {
    let held = holder.map(|id| below(intent, id)).unwrap_or_default();
    let goes_through = |held: &BTreeSet<String>| {
        intent.user_flows.iter().position(|f| f.steps.iter().any(|s| held.contains(&s.component)))
    };
    let (through, held) = match goes_through(&held) {
        Some(flow) => (Some(flow), held),
        None => match nearest_flow(intent, new.about) {
            Some(flow) => (Some(flow), held),
            None => {
                let main = busiest_view(intent).map(|id| below(intent, &id)).unwrap_or_default();
                (goes_through(&main), main)
            }
        },
    };
    let flow = intent.user_flows.get_mut(through.unwrap_or(0))?;
    let told: Vec<Vec<String>> = flow.steps.iter().map(|s| stems(&s.action)).collect();
    let after = flow.steps.iter().rposition(|s| held.contains(&s.component));
    let after = after.unwrap_or_else(|| nearest(&told, new.about, flow.steps.len()));
    let verb = if part.kind == ComponentType::View { "opens" } else { verb };
    let step = Step {
        id: fresh_step_id(flow),
        action: format!("The {} {verb} the {}", small(&flow.actor), new.label),
        component: part.id.clone(),
        entities: part.entities.clone(),
        outcome: None,
    };
    let id = step.id.clone();
    flow.steps.insert((after + 1).min(flow.steps.len()), step);
    Some((Element::Step(id), flow.name.clone()))
}

/// A part with everything on it.
fn below(intent: &Intent, id: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::from([id.to_owned()]);
    let mut queue = vec![id.to_owned()];
    while let Some(next) = queue.pop() {
        for child in intent.components.iter().filter(|c| c.id == next).flat_map(|c| &c.children) {
            if all.insert(child.clone()) {
                queue.push(child.clone());
            }
        }
    }
    all
}

/// The screen on which most steps are done.
fn busiest_view(intent: &Intent) -> Option<String> {
    let views = intent.components.iter().filter(|c| c.kind == ComponentType::View);
    let steps = |id: &str| {
        let held = below(intent, id);
        intent.user_flows.iter().flat_map(every_step).filter(|s| held.contains(&s.component)).count()
    };
    let counted = views.map(|c| (steps(&c.id), &c.id)).rev();
    counted.max_by_key(|(steps, _)| *steps).filter(|(steps, _)| *steps > 0).map(|(_, id)| id.clone())
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
