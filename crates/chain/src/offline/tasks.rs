//! `tasks.md`: the steps of the plan, with a task for each part of the design that a step names by its pointer, else one task.

use std::collections::BTreeMap;

use frieze_session::contract::FILES;

use super::demands::Demands;
use super::page::{Page, listed};
use super::steps::{Kind, Step, steps};
use super::{Sources, plan};
use crate::entries::{self, Entry};

/// A task before it has its number.
struct Task {
    title: String,
    serves: Vec<String>,
    criteria: Vec<String>,
    files: Vec<&'static str>,
}

pub fn produce(sources: &Sources<'_>) -> String {
    let demands = Demands::of(sources);
    let read = |plan: &str| Some(entries::steps(plan)).filter(|steps| !steps.is_empty());
    let Some(groups) = sources.plan.and_then(read).or_else(|| read(&plan::produce(sources))) else {
        let question = "What is to be done? There is no frozen design and no plan with steps.";
        return Page::question(&sources.title, question);
    };
    let parts = sources.intent.iter().flat_map(steps);
    let mut parts: BTreeMap<String, Step> = parts.map(|part| (part.pointer.clone(), part)).collect();
    let mut page = Page::new(&format!("Tasks: {}", sources.title));
    let mut numbers = 1..;
    for step in groups {
        page.heading(2, &format!("{} {}", step.id, step.title));
        for (task, number) in of_step(&step, &mut parts, &demands).into_iter().zip(&mut numbers) {
            page.task(&format!("T-{number} {}", task.title));
            page.item(1, &format!("Step: {}", step.id));
            if sources.has_session && !task.files.is_empty() {
                page.item(1, &format!("Files: {}", listed(&task.files)));
            }
            page.item(1, &format!("Requirements: {}", demands.list(&task.serves)));
            for criterion in task.criteria {
                page.item(1, &format!("Done when: {criterion}"));
            }
        }
    }
    let open = parts.into_values().map(|one| {
        format!("{}, {}: which step makes it? No step has it as its element.", one.title, one.pointer)
    });
    let uncovered = demands.uncovered().filter(|_| sources.intent.is_some());
    page.questions(&uncovered.chain(open).chain(sources.open()).collect::<Vec<_>>());
    page.finish()
}

/// The task of a part. Only uses of an entity are known, so that it has its own criteria alone.
fn of_part(part: Step, demands: &Demands) -> Task {
    let mut criteria = part.shows.clone();
    if part.kind != Kind::Entity {
        criteria.extend(part.serves.iter().map(|id| criterion(id, demands)));
    }
    if criteria.is_empty() {
        criteria.push(format!("it is as {} says", part.pointer));
    }
    let title = format!("{}, {}", part.title, part.pointer);
    Task { title, criteria, files: files(&part), serves: part.serves }
}

/// The files of the profile `contract` that have the part, or a scenario for the requirements that it serves.
fn files(part: &Step) -> Vec<&'static str> {
    let [schema, types, operations, scenarios] = FILES;
    match part.kind {
        Kind::Entity => vec![schema, types, operations],
        Kind::Interaction if part.serves.is_empty() => vec![operations],
        Kind::Interaction => vec![operations, scenarios],
        Kind::Component if part.serves.is_empty() => Vec::new(),
        Kind::Component | Kind::Flow => vec![scenarios],
    }
}

/// The tasks of a step: those of the parts of the design that it names as its elements, or else one. Each part has one step.
fn of_step(step: &Entry, parts: &mut BTreeMap<String, Step>, demands: &Demands) -> Vec<Task> {
    let elements = step.details.iter().filter(|line| line.starts_with("Element"));
    let words = elements.flat_map(|line| line.split([' ', ',']));
    let tasks: Vec<Task> =
        words.filter_map(|word| parts.remove(word)).map(|part| of_part(part, demands)).collect();
    if !tasks.is_empty() {
        return tasks;
    }
    let named = step.ids();
    let served = demands.all.iter().filter(|demand| demand.is_in(&named));
    let serves: Vec<String> = served.map(|demand| demand.id.clone()).collect();
    let mut criteria: Vec<String> = serves.iter().map(|id| criterion(id, demands)).collect();
    if criteria.is_empty() {
        criteria.push(format!("a person checks step {}", step.id));
    }
    vec![Task { title: step.title.clone(), serves, criteria, files: Vec::new() }]
}

fn criterion(id: &str, demands: &Demands) -> String {
    let text = demands.get(id).map_or("–", |demand| &demand.text);
    format!("{id}: {text}")
}
