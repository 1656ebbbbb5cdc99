//! `tasks.md`: a task for each part of the design, split where it would serve many requirements, and one for each other step of
//! the plan.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::demands::{Demand, Names, demands, designed};
use super::elements::Element;
use super::page::{Page, inert, listed, pointer};
use super::plan::{self, PlanStep, uncovered};
use super::sections::ids;
use super::steps::{self, ReadStep, ReadTask};
use super::{Implemented, Sources};

/// The most requirements of one task, so that it stays small.
const MOST: usize = 5;
/// The most steps and parts that are compared by name.
const NAMED: usize = 1_000;

/// A step with its tasks.
struct Group {
    title: String,
    /// The id of the step; empty for parts that the plan does not name.
    step: String,
    tasks: Vec<Task>,
}

struct Task {
    title: String,
    serves: Vec<String>,
    criteria: Vec<String>,
    files: Vec<String>,
}

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Tasks: {}", inert(sources.title)));
    let demands = sources.intent.map_or_else(|| demands(sources), |intent| designed(intent, sources));
    let groups = groups(sources, &demands);
    let names = Names::of(&demands);
    if groups.is_empty() {
        page.questions(
            2,
            &["What is to be done? There is no frozen design and no plan with steps.".to_owned()],
        );
        return page.finish();
    }
    let mut count = 0;
    for group in groups {
        page.heading(2, group.title.trim());
        for task in group.tasks {
            count += 1;
            page.item(0, &format!("[ ] **T-{count}** {}", task.title));
            let step = if group.step.is_empty() { "not in the plan" } else { &group.step };
            page.item(1, &format!("Step: {step}"));
            let files = if task.files.is_empty() { "not known yet".to_owned() } else { listed(&task.files) };
            page.item(1, &format!("Files: {files}"));
            page.item(1, &format!("Requirements: {}", names.list(&task.serves)));
            for criterion in task.criteria {
                page.item(1, &format!("Done when: {criterion}"));
            }
        }
    }
    page.questions(2, &sources.intent.map(|intent| uncovered(intent, &demands)).unwrap_or_default());
    page.finish()
}

fn groups(sources: &Sources<'_>, demands: &[Demand]) -> Vec<Group> {
    let texts: BTreeMap<&str, &str> =
        demands.iter().map(|demand| (demand.id.as_str(), demand.text.as_str())).collect();
    let files = sources.session.map_or(&[][..], |session| session.files);
    let designed = sources.intent.map(plan::steps).unwrap_or_default();
    let read = sources.plan.map(steps::read).unwrap_or_default();
    let mut groups: Vec<Group> = Vec::new();
    if read.is_empty() {
        groups.extend(designed.into_iter().map(|PlanStep { id, title, parts, .. }| Group {
            title: format!("{id} {title}"),
            tasks: parts.iter().flat_map(|part| of_part(part, &texts, files)).collect(),
            step: id,
        }));
        return groups;
    }
    let parts: Vec<Element> = designed.into_iter().flat_map(|step| step.parts).collect();
    let at_of = steps_of(&parts, &read);
    let mut by_step: Vec<Vec<Task>> = read.iter().map(|_| Vec::new()).collect();
    let mut lost = Vec::new();
    for (part, at) in parts.iter().zip(at_of) {
        let own = at.and_then(|at| by_step.get_mut(at)).unwrap_or(&mut lost);
        own.extend(of_part(part, &texts, files));
    }
    for (step, mut tasks) in read.iter().zip(by_step) {
        if tasks.is_empty() {
            tasks.push(of_step(step, demands, &texts));
        }
        let title = format!("{} {}", inert(&step.id), inert(&step.title));
        groups.push(Group { title, step: inert(&step.id), tasks });
    }
    if !lost.is_empty() {
        groups.push(Group { title: "Not in the plan".to_owned(), step: String::new(), tasks: lost });
    }
    groups
}

/// For each part its step: the one that has its pointer, or else the one whose title has its name.
fn steps_of(parts: &[Element], steps: &[ReadStep]) -> Vec<Option<usize>> {
    let mut pointers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut titles = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let words = step.text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '`' | ';'));
        for word in words.filter(|word| word.starts_with('/')) {
            pointers.entry(word).or_insert(at);
        }
        titles.push(step.title.to_lowercase());
    }
    let is_short = parts.len() <= NAMED && steps.len() <= NAMED;
    let named = |part: &Element| {
        let name = part.name.to_lowercase();
        titles.iter().position(|title| is_short && !name.is_empty() && title.contains(&name))
    };
    parts.iter().map(|part| pointers.get(part.pointer.as_str()).copied().or_else(|| named(part))).collect()
}

/// The tasks of a part: one for every few requirements that it serves, at least one.
fn of_part(part: &Element, texts: &BTreeMap<&str, &str>, files: &[(String, String)]) -> Vec<Task> {
    // Only uses of an entity are known, so that it has one task and its own criteria.
    let is_whole = part.reference.is_entity() || part.serves.is_empty();
    let chunks: Vec<&[String]> =
        if is_whole { vec![&part.serves] } else { part.serves.chunks(MOST).collect() };
    let count = chunks.len();
    let files = files_of(&part.name, files);
    let task = |(at, ids): (usize, &[String])| {
        let mut title =
            format!("{} {}, {}", part.reference.kind(), inert(&part.name), pointer(&part.pointer));
        if count > 1 {
            // Infallible: writing to a `String`.
            let _ = write!(title, " ({} of {count})", at + 1);
        }
        let mut criteria = if at == 0 { part.shows.clone() } else { Vec::new() };
        if !part.reference.is_entity() {
            criteria.extend(ids.iter().map(|id| criterion(id, texts)));
        }
        if criteria.is_empty() {
            criteria.push(format!("it is as {} says", pointer(&part.pointer)));
        }
        Task { title, serves: ids.to_vec(), criteria, files: files.clone() }
    };
    chunks.into_iter().enumerate().map(task).collect()
}

fn of_step(step: &ReadStep, demands: &[Demand], texts: &BTreeMap<&str, &str>) -> Task {
    let named: BTreeSet<String> = ids(&step.text).map(str::to_owned).collect();
    let serves: Vec<String> =
        demands.iter().filter(|demand| demand.is_in(&named)).map(|demand| demand.id.clone()).collect();
    let mut criteria: Vec<String> = serves.iter().map(|id| criterion(id, texts)).collect();
    if criteria.is_empty() {
        criteria.push(format!("a person checks step {}", inert(&step.id)));
    }
    Task { title: inert(&step.title), serves, criteria, files: Vec::new() }
}

fn criterion(id: &str, texts: &BTreeMap<&str, &str>) -> String {
    format!("{}: {}", inert(id), texts.get(id).map_or_else(|| "–".to_owned(), |text| inert(text)))
}

/// The files that are named after a part.
fn files_of(name: &str, files: &[(String, String)]) -> Vec<String> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let name = letters(name);
    let is_named = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        name.len() > 2 && letters(file.split('.').next().unwrap_or(file)).contains(&name)
    };
    files.iter().filter(|(path, _)| is_named(path)).map(|(path, _)| inert(path)).collect()
}

/// The files of a session that a task names, or that are named after it.
pub fn files(task: &ReadTask, session: Implemented<'_>) -> Vec<String> {
    let text = task.details.join("\n");
    let is_named = |path: &str| task.title.contains(path) || text.contains(path);
    session.files.iter().filter(|(path, _)| is_named(path)).map(|(path, _)| inert(path)).collect()
}
