//! `tasks.md`: the steps of the plan, with a task for each part of the design that a step names by its pointer, split where it would
//! serve many requirements; else one task.

use std::collections::{BTreeMap, BTreeSet};

use frieze_session::contract::FILES;

use super::Sources;
use super::demands::Demands;
use super::page::{Page, listed};
use super::steps::{Kind, Step, plan, steps};
use crate::phase::FeaturePhase;
use crate::sections::{self, Entry, ids};

/// The most requirements of one task, so that it stays small.
const MOST: usize = 5;

/// A task before it has its number.
struct Task {
    title: String,
    serves: Vec<String>,
    criteria: Vec<String>,
    files: Vec<&'static str>,
}

pub fn produce(sources: &Sources<'_>) -> String {
    let demands = Demands::of(sources);
    let read = |plan: &str| Some(sections::steps(plan)).filter(|steps| !steps.is_empty());
    let written = sources.artifact(FeaturePhase::CreatePlan).and_then(read);
    let Some(groups) = written.or_else(|| read(&plan(sources))) else {
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
    page.asking(uncovered.chain(open).chain(sources.open()))
}

/// The tasks of a part: one for every few requirements that it serves, at least one.
fn of_part(part: &Step, demands: &Demands) -> Vec<Task> {
    // Only uses of an entity are known, so that it has one task and its own criteria.
    let is_whole = part.kind == Kind::Entity || part.serves.is_empty();
    let chunks: Vec<&[String]> =
        if is_whole { vec![&part.serves] } else { part.serves.chunks(MOST).collect() };
    let count = chunks.len();
    let task = |(at, ids): (usize, &[String])| {
        let number = if count > 1 { format!(" ({} of {count})", at + 1) } else { String::new() };
        let mut criteria = if at == 0 { part.shows.clone() } else { Vec::new() };
        if part.kind != Kind::Entity {
            criteria.extend(ids.iter().map(|id| criterion(id, demands)));
        }
        if criteria.is_empty() {
            criteria.push(format!("it is as {} says", part.pointer));
        }
        let title = format!("{}, {}{number}", part.title, part.pointer);
        Task { title, serves: ids.to_vec(), criteria, files: files(part) }
    };
    chunks.into_iter().enumerate().map(task).collect()
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
        words.filter_map(|word| parts.remove(word)).flat_map(|part| of_part(&part, demands)).collect();
    let said = step.lines().filter(|line| tasks.is_empty() || line.starts_with("Requirement"));
    let named: BTreeSet<String> = said.flat_map(ids).map(str::to_owned).collect();
    let is_new = |id: &String| !tasks.iter().any(|task| task.serves.contains(id));
    let named = demands.all.iter().filter(|demand| demand.is_in(&named)).map(|demand| demand.id.clone());
    let serves: Vec<String> = named.filter(is_new).collect();
    if !tasks.is_empty() && serves.is_empty() {
        return tasks;
    }
    let mut criteria: Vec<String> = serves.iter().map(|id| criterion(id, demands)).collect();
    if criteria.is_empty() {
        criteria.push(format!("a person checks step {}", step.id));
    }
    let rest = Task { title: step.title.clone(), serves, criteria, files: Vec::new() };
    tasks.into_iter().chain([rest]).collect()
}

fn criterion(id: &str, demands: &Demands) -> String {
    let text = demands.get(id).map_or("–", |demand| &demand.text);
    format!("{id}: {text}")
}
