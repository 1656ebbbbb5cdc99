//! Elements of an intent, named so that the name survives changes around them, and found by what a
//! person or a pointer calls them.

use std::collections::BTreeSet;

use super::super::noun;
use super::super::words::{content, stems};
use crate::domain::intent::{ComponentType, Intent, Pointer, Step};

/// One element, by what does not move when others come and go.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Element {
    Title,
    Summary,
    Requirement(String),
    Goal(String),
    Flow(String),
    /// A step of a flow or of an alternative, by id.
    Step(String),
    Component(String),
    Entity(String),
    /// Entity, attribute.
    Attribute(String, String),
    Interaction(String),
    Question(String),
}

/// What a person may ask for by its kind (`the export flow`, `the cart screen`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Anything,
    Flow,
    Step,
    Component,
    View,
    Entity,
    Attribute,
    Interaction,
    Goal,
    Question,
}

/// The kind that a word stands for.
pub(super) fn wanted(word: &str) -> Option<Wanted> {
    Some(match word {
        "flow" | "flows" | "journey" | "scenario" | "story" => Wanted::Flow,
        "step" => Wanted::Step,
        "screen" | "page" | "view" => Wanted::View,
        "component" | "part" | "element" | "control" | "button" | "form" | "list" | "dialog" | "panel"
        | "section" | "menu" | "tab" | "window" | "widget" | "dropdown" | "table" => Wanted::Component,
        "entity" | "object" | "model" | "thing" => Wanted::Entity,
        "attribute" | "field" | "property" | "column" | "attributes" | "fields" | "properties" => {
            Wanted::Attribute
        }
        "interaction" => Wanted::Interaction,
        "goal" | "objective" => Wanted::Goal,
        "question" => Wanted::Question,
        _ => return None,
    })
}

/// All elements that a person's words may mean: the ones of exactly that name, else the one nearest to it.
pub(super) fn find(intent: &Intent, said: &str) -> Vec<Element> {
    let found = called(intent, said);
    if !found.is_empty() {
        return found;
    }
    let said = plain(said);
    let candidates = candidates(intent);
    let (name, kind) = kinded(&said);
    nearest(intent, &candidates, &name, kind)
        .or_else(|| nearest(intent, &candidates, &said, Wanted::Anything))
        .or_else(|| leading(&said).and_then(|(name, kind)| nearest(intent, &candidates, &name, kind)))
        .into_iter()
        .collect()
}

/// The elements of exactly that id or name.
pub(super) fn called(intent: &Intent, said: &str) -> Vec<Element> {
    let said = plain(said);
    let candidates = candidates(intent);
    if let Some((element, ..)) =
        candidates.iter().find(|(_, _, id)| id.is_some_and(|id| id.eq_ignore_ascii_case(&said)))
    {
        return vec![element.clone()];
    }
    let exact = |name: &str, kind: Wanted| -> Vec<Element> {
        let key = noun::key(name);
        let same = |c: &&Candidate| !key.is_empty() && noun::key(c.1) == key && fits(intent, &c.0, kind);
        candidates.iter().filter(same).map(|(e, ..)| e.clone()).collect()
    };
    let found = exact(&said, Wanted::Anything);
    if !found.is_empty() {
        return found;
    }
    // `Bookings screen` before `screen Bookings`, and each of its kind before any other of that name. What is called
    // a screen or a list may be a flow, but no thing and no property.
    for (name, kind) in [Some(kinded(&said)), leading(&said)].into_iter().flatten() {
        let of_kind = exact(&name, kind);
        if !of_kind.is_empty() {
            return of_kind;
        }
        let mut others = exact(&name, Wanted::Anything);
        if matches!(kind, Wanted::View | Wanted::Component) {
            others.retain(|e| matches!(e, Element::Component(_) | Element::Flow(_)));
        }
        if !others.is_empty() {
            return others;
        }
    }
    Vec::new()
}

/// A kind said before the name: `screen Bookings` → `Bookings`, a view.
pub(super) fn leading(said: &str) -> Option<(String, Wanted)> {
    let (first, name) = said.split_once(' ')?;
    let kind = wanted(&first.to_lowercase())?;
    let name = ["called ", "named "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    Some((plain(name), kind))
}

/// The name without the word for its kind: `the export flow` → `export`, a flow.
pub(super) fn kinded(said: &str) -> (String, Wanted) {
    let words: Vec<&str> = said.split_whitespace().collect();
    if let [first, rest @ ..] = words.as_slice()
        && !rest.is_empty()
        && let Some(kind) = wanted(&first.to_lowercase())
        && !matches!(kind, Wanted::View | Wanted::Component)
    {
        return (plain(&rest.join(" ")), kind);
    }
    match words.as_slice() {
        [name @ .., last] if !name.is_empty() => match wanted(&last.to_lowercase()) {
            Some(kind) => (name.join(" "), kind),
            None => (said.to_owned(), Wanted::Anything),
        },
        _ => (said.to_owned(), Wanted::Anything),
    }
}

/// Words without quotes, articles and end punctuation.
pub(super) fn plain(said: &str) -> String {
    // Quotes around a name within the words: `"Reports" screen`.
    let bare = said.replace(['"', '“', '”', '«', '»', '`'], "");
    let mut text = bare.trim();
    loop {
        let before = text;
        text = text.trim_matches(|c: char| "\"'`“”‘’«».,:;!?".contains(c) || c.is_whitespace());
        for article in ["the ", "a ", "an ", "our ", "all ", "new "] {
            if text.len() > article.len()
                && text.is_char_boundary(article.len())
                && text[..article.len()].eq_ignore_ascii_case(article)
            {
                text = &text[article.len()..];
            }
        }
        if text == before {
            return text.to_owned();
        }
    }
}

/// Element, its name, its id.
type Candidate<'a> = (Element, &'a str, Option<&'a str>);

fn candidates(intent: &Intent) -> Vec<Candidate<'_>> {
    let mut out: Vec<Candidate> = Vec::new();
    for c in &intent.components {
        out.push((Element::Component(c.id.clone()), &c.name, Some(&c.id)));
    }
    for f in &intent.user_flows {
        out.push((Element::Flow(f.id.clone()), &f.name, Some(&f.id)));
        for s in every_step(f) {
            out.push((Element::Step(s.id.clone()), &s.action, Some(&s.id)));
        }
    }
    for e in &intent.data_model.entities {
        out.push((Element::Entity(e.name.clone()), &e.name, None));
        for a in &e.attributes {
            out.push((Element::Attribute(e.name.clone(), a.name.clone()), &a.name, None));
        }
    }
    for i in &intent.interactions {
        out.push((Element::Interaction(i.id.clone()), &i.trigger, Some(&i.id)));
    }
    for r in &intent.requirements {
        out.push((Element::Requirement(r.id.clone()), "", Some(&r.id)));
    }
    for g in &intent.goals {
        out.push((Element::Goal(g.clone()), g, None));
    }
    for q in &intent.open_questions {
        out.push((Element::Question(q.clone()), q, None));
    }
    out
}

/// The steps of a flow and of its alternatives.
pub(in crate::domain::draft) fn every_step(
    flow: &crate::domain::intent::UserFlow,
) -> impl Iterator<Item = &Step> {
    flow.steps.iter().chain(flow.alternatives.iter().flat_map(|a| a.steps.iter()))
}

fn fits(intent: &Intent, element: &Element, kind: Wanted) -> bool {
    match (kind, element) {
        (
            Wanted::Anything,
            Element::Step(_) | Element::Interaction(_) | Element::Goal(_) | Element::Question(_),
        ) => false,
        (Wanted::Anything, _)
        | (Wanted::Flow, Element::Flow(_))
        | (Wanted::Step, Element::Step(_))
        | (Wanted::Component, Element::Component(_))
        | (Wanted::Entity, Element::Entity(_))
        | (Wanted::Attribute, Element::Attribute(..))
        | (Wanted::Interaction, Element::Interaction(_))
        | (Wanted::Goal, Element::Goal(_))
        | (Wanted::Question, Element::Question(_)) => true,
        (Wanted::View, Element::Component(id)) => intent
            .components
            .iter()
            .any(|c| c.id == *id && matches!(c.kind, ComponentType::View | ComponentType::Container)),
        _ => false,
    }
}

/// The element that has all the words, with the fewest others; else the one that has most of them.
fn nearest(intent: &Intent, candidates: &[Candidate], said: &str, kind: Wanted) -> Option<Element> {
    let mut wanted: BTreeSet<String> = content(said).into_iter().collect();
    if wanted.is_empty() {
        wanted = stems(said).into_iter().collect();
    }
    if wanted.is_empty() {
        return None;
    }
    let mut best: Option<((usize, usize, usize), &Element)> = None;
    for (at, (element, name, _)) in candidates.iter().enumerate() {
        if !fits(intent, element, kind) {
            continue;
        }
        let has: BTreeSet<String> = stems(name).into_iter().collect();
        let missing = wanted.difference(&has).count();
        let shared = wanted.len() - missing;
        if shared == 0
            || missing * 2 > wanted.len()
            // Half of a short name is the name of something else.
            || (missing > 0 && wanted.len() < 3)
        {
            continue;
        }
        let rank = (missing, has.len() - shared, at);
        if best.as_ref().is_none_or(|(b, _)| rank < *b) {
            best = Some((rank, element));
        }
    }
    best.map(|(_, e)| e.clone())
}

/// The element at a JSON pointer, or the one around it.
pub(super) fn at_pointer(intent: &Intent, pointer: &str) -> Option<Element> {
    let mut parts = pointer.split('/').skip(1);
    let section = parts.next()?;
    let rest: Vec<&str> = parts.collect();
    let number = |n: usize| rest.get(n).and_then(|p| p.parse::<usize>().ok());
    Some(match section {
        "title" => Element::Title,
        "summary" => Element::Summary,
        "requirements" => Element::Requirement(intent.requirements.get(number(0)?)?.id.clone()),
        "goals" => Element::Goal(intent.goals.get(number(0)?)?.clone()),
        "openQuestions" => Element::Question(intent.open_questions.get(number(0)?)?.clone()),
        "components" => Element::Component(intent.components.get(number(0)?)?.id.clone()),
        "interactions" => Element::Interaction(intent.interactions.get(number(0)?)?.id.clone()),
        "userFlows" => {
            let flow = intent.user_flows.get(number(0)?)?;
            let step = match (rest.get(1).copied(), rest.get(3).copied()) {
                (Some("steps"), _) => number(2).and_then(|n| flow.steps.get(n)),
                (Some("alternatives"), Some("steps")) => {
                    number(2).and_then(|n| flow.alternatives.get(n)).and_then(|a| a.steps.get(number(4)?))
                }
                _ => None,
            };
            step.map_or_else(|| Element::Flow(flow.id.clone()), |s| Element::Step(s.id.clone()))
        }
        "dataModel" => {
            let entity = intent.data_model.entities.get(number(1)?)?;
            match (rest.get(2).copied(), number(3).and_then(|n| entity.attributes.get(n))) {
                (Some("attributes"), Some(a)) => Element::Attribute(entity.name.clone(), a.name.clone()),
                _ => Element::Entity(entity.name.clone()),
            }
        }
        _ => return None,
    })
}

/// Where an element stands now.
pub(super) fn pointer(intent: &Intent, element: &Element) -> Option<String> {
    let root = Pointer::Root;
    let index = |section: &str, at: Option<usize>| at.map(|at| root.key(section).index(at).to_string());
    match element {
        Element::Title => Some("/title".to_owned()),
        Element::Summary => Some("/summary".to_owned()),
        Element::Requirement(id) => {
            index("requirements", intent.requirements.iter().position(|r| r.id == *id))
        }
        Element::Goal(text) => index("goals", intent.goals.iter().position(|g| g == text)),
        Element::Question(text) => {
            index("openQuestions", intent.open_questions.iter().position(|q| q == text))
        }
        Element::Flow(id) => index("userFlows", intent.user_flows.iter().position(|f| f.id == *id)),
        Element::Component(id) => index("components", intent.components.iter().position(|c| c.id == *id)),
        Element::Interaction(id) => {
            index("interactions", intent.interactions.iter().position(|i| i.id == *id))
        }
        Element::Entity(name) => entity_at(intent, name).map(|at| format!("/dataModel/entities/{at}")),
        Element::Attribute(entity, name) => {
            let at = entity_at(intent, entity)?;
            let a = intent.data_model.entities[at].attributes.iter().position(|a| a.name == *name)?;
            Some(format!("/dataModel/entities/{at}/attributes/{a}"))
        }
        Element::Step(id) => intent.user_flows.iter().enumerate().find_map(|(f, flow)| {
            if let Some(s) = flow.steps.iter().position(|s| s.id == *id) {
                return Some(format!("/userFlows/{f}/steps/{s}"));
            }
            flow.alternatives.iter().enumerate().find_map(|(a, alternative)| {
                let s = alternative.steps.iter().position(|s| s.id == *id)?;
                Some(format!("/userFlows/{f}/alternatives/{a}/steps/{s}"))
            })
        }),
    }
}

fn entity_at(intent: &Intent, name: &str) -> Option<usize> {
    intent.data_model.entities.iter().position(|e| e.name == name)
}

/// What a person reads of an element: its name.
pub(super) fn named(intent: &Intent, element: &Element) -> String {
    match element {
        Element::Title => "the title".to_owned(),
        Element::Summary => "the summary".to_owned(),
        Element::Requirement(id) | Element::Step(id) | Element::Interaction(id) => id.clone(),
        Element::Goal(text) | Element::Question(text) => text.clone(),
        Element::Flow(id) => {
            intent.user_flows.iter().find(|f| f.id == *id).map_or_else(|| id.clone(), |f| f.name.clone())
        }
        Element::Component(id) => {
            intent.components.iter().find(|c| c.id == *id).map_or_else(|| id.clone(), |c| c.name.clone())
        }
        Element::Entity(name) => name.clone(),
        Element::Attribute(entity, name) => format!("{name} of {entity}"),
    }
}
