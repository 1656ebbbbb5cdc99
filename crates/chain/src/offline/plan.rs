//! `plan.md`: ordered steps, one for each entity, each component's interactions, each component and each flow.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::Intent;

use super::Sources;
use super::demands::{Demand, Names, demands, designed};
use super::elements::{Element, Reference, elements, satisfied};
use super::page::{Page, inert, listed, pointer};
use super::sections::Sections;

/// A step of the plan, made of one or more parts of the design.
pub struct PlanStep {
    pub id: String,
    pub title: String,
    pub parts: Vec<Element>,
    /// Ids of steps before it.
    pub needs: Vec<String>,
    pub serves: Vec<String>,
}

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Plan: {}", inert(sources.title)));
    let Some(intent) = sources.intent else {
        of_text(sources, &mut page);
        return page.finish();
    };
    let demands = designed(intent, sources);
    let names = Names::of(&demands);
    page.paragraph(
        "Steps in order: entities, interfaces, views, flows. Each depends only on steps before it.",
    );
    page.heading(2, "Steps");
    for step in steps(intent) {
        page.heading(3, &format!("{} {}", step.id, step.title));
        let pointers: Vec<String> = step.parts.iter().map(|part| pointer(&part.pointer)).collect();
        page.item(0, &format!("Elements: {}", pointers.join(", ")));
        let needs = if step.needs.is_empty() { "nothing".to_owned() } else { listed(&step.needs) };
        page.item(0, &format!("Depends on: {needs}"));
        page.item(0, &format!("Requirements: {}", names.list(&step.serves)));
    }
    page.questions(2, &uncovered(intent, &demands));
    page.finish()
}

/// Sections of a design that somebody wrote, in the order in which their parts are made.
const WRITTEN: [(&str, &[&str]); 4] = [
    ("Entity", &["data", "entit"]),
    ("Interface", &["interface", "api"]),
    ("Component", &["component", "module"]),
    ("Flow", &["flow"]),
];

/// Steps of a `design.md` without a frozen design: its parts by name, and a question about what they need.
fn of_text(sources: &Sources<'_>, page: &mut Page) {
    let design = sources.design.map(Sections::read).unwrap_or_default();
    let demands = demands(sources);
    let mut steps = Vec::new();
    for (sort, stems) in WRITTEN {
        let parts = design.parts(stems);
        steps.extend(parts.into_iter().map(|part| (sort, part)));
    }
    if steps.is_empty() {
        page.questions(
            2,
            &["What is planned? There is no frozen design and no design.md with components.".to_owned()],
        );
        return;
    }
    page.heading(2, "Steps");
    let mut found = BTreeSet::new();
    for (at, (sort, part)) in steps.iter().enumerate() {
        page.heading(3, &format!("P-{} {sort} {}", at + 1, inert(&part.name)));
        page.item(0, "Depends on: not known");
        let served = demands.iter().filter(|demand| demand.is_in(&part.ids));
        let served: Vec<String> = served.map(Demand::name).collect();
        found.extend(served.iter().cloned());
        page.item(0, &format!("Requirements: {}", listed(&served)));
    }
    let lost = demands.iter().map(Demand::name).filter(|name| !found.contains(name));
    let lost = lost.map(|name| format!("{name}: which part of design.md serves it? None names it."));
    let depends = "What does each step depend on? Only a frozen design says it in a form that can be read.";
    page.questions(2, &lost.chain([depends.to_owned()]).collect::<Vec<_>>());
}

/// The steps of a design, in their order.
pub fn steps(intent: &Intent) -> Vec<PlanStep> {
    let names: BTreeMap<&str, &str> =
        intent.components.iter().map(|component| (component.id.as_str(), component.name.as_str())).collect();
    let mut steps: Vec<PlanStep> = Vec::new();
    let mut made: BTreeMap<Reference, usize> = BTreeMap::new();
    for element in elements(intent) {
        // All interactions of a component are one step.
        let same = made.get(&element.reference).copied().filter(|_| element.reference.is_interfaces());
        let at = same.unwrap_or(steps.len());
        if at == steps.len() {
            made.entry(element.reference.clone()).or_insert(at);
            let title = match &element.reference {
                Reference::Interfaces(component) => {
                    let name = names.get(component.as_str()).copied().unwrap_or(component);
                    format!("Interfaces of {}", inert(name))
                }
                Reference::Entity(_) | Reference::Component(_) | Reference::Flow(_) => {
                    format!("{} {}", element.reference.kind(), inert(&element.name))
                }
            };
            let id = format!("P-{}", at + 1);
            steps.push(PlanStep { id, title, parts: Vec::new(), needs: Vec::new(), serves: Vec::new() });
        }
        if let Some(step) = steps.get_mut(at) {
            step.parts.push(element);
        }
    }
    let needed = needed(&steps, &made);
    for (at, needed) in needed.iter().enumerate() {
        let needs = needed.iter().filter_map(|at| steps.get(*at)).map(|step| step.id.clone()).collect();
        let Some(step) = steps.get(at) else { continue };
        let mut seen = BTreeSet::new();
        let serves = step.parts.iter().flat_map(|part| &part.serves).filter(|id| seen.insert(id.as_str()));
        let serves = serves.cloned().collect();
        if let Some(step) = steps.get_mut(at) {
            (step.needs, step.serves) = (needs, serves);
        }
    }
    steps
}

/// For each step, the steps before it that it needs. A relation of two entities binds the later one.
fn needed(steps: &[PlanStep], made: &BTreeMap<Reference, usize>) -> Vec<BTreeSet<usize>> {
    let mut needed: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); steps.len()];
    for (at, step) in steps.iter().enumerate() {
        for part in &step.parts {
            for other in part.needs.iter().filter_map(|need| made.get(need).copied()) {
                let (later, earlier) =
                    if part.reference.is_entity() { (at.max(other), at.min(other)) } else { (at, other) };
                if let Some(needs) = needed.get_mut(later).filter(|_| earlier < later) {
                    needs.insert(earlier);
                }
            }
        }
    }
    needed
}

/// Questions about the requirements that no part of the design serves.
pub fn uncovered(intent: &Intent, demands: &[Demand]) -> Vec<String> {
    let served = satisfied(intent);
    let reasons: BTreeMap<&str, &str> =
        intent.not_designed.iter().map(|one| (one.requirement.as_str(), one.reason.as_str())).collect();
    let open = demands.iter().filter(|demand| !served.contains_key(demand.id.as_str()));
    open.map(|demand| match reasons.get(demand.id.as_str()) {
        Some(reason) => format!("{}: not designed. Reason: {}", demand.name(), inert(reason)),
        None => format!("{}: which element serves it? The design has none.", demand.name()),
    })
    .collect()
}
