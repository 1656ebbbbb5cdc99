//! Reader of plans and lists of tasks: the steps of any plan with what they depend on, and the tasks of any list.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::HeadingLevel;

use super::sections::{Block, Sections, begins_word, ids, leading_id};

/// A step as a plan has it.
#[derive(Default)]
pub struct ReadStep {
    pub id: String,
    pub title: String,
    pub line: usize,
    /// All its text.
    pub text: String,
    /// The ids that its dependencies name, or `None` if it says nothing about them.
    pub needs: Option<Vec<String>>,
    is_heading: bool,
}

/// The id and the title of a step, if a block begins one.
type Form = fn(&Block) -> Option<(String, String)>;

/// The steps of a plan: headings with an id, or else numbered items, or else rows of a table with an id.
pub fn read(text: &str) -> Vec<ReadStep> {
    let sections = Sections::read(text);
    let forms: [Form; 3] = [heading, item, row];
    for form in forms {
        let steps = steps(&sections, form);
        if !steps.is_empty() {
            return steps;
        }
    }
    Vec::new()
}

fn steps(sections: &Sections, form: Form) -> Vec<ReadStep> {
    let mut steps: Vec<ReadStep> = Vec::new();
    // The end of the section of the last step; blocks after it belong to no step.
    let mut end = 0;
    for (at, block) in sections.blocks.iter().enumerate() {
        let is_heading = block.level.is_some();
        if let Some((id, title)) = form(block) {
            let mut step = ReadStep { id, title, line: block.line, ..ReadStep::default() };
            add(sections, block, &mut step);
            steps.push(step);
            end = if is_heading { sections.end(at) } else { sections.blocks.len() };
        } else if is_heading {
            end = if steps.last().is_some_and(|step| step.is_heading) { end } else { at };
        } else if let Some(step) = steps.last_mut().filter(|_| at < end) {
            add(sections, block, step);
        }
        if let Some(step) = steps.last_mut().filter(|step| step.line == block.line) {
            step.is_heading = is_heading;
        }
    }
    steps
}

fn add(sections: &Sections, block: &Block, step: &mut ReadStep) {
    step.text.push_str(&block.text);
    step.text.push('\n');
    let said = match sections.cell(block, &["depend"]) {
        Some(cell) => Some(cell),
        None => after_depend(block),
    };
    if let Some(said) = said {
        let own = step.id.clone();
        let named = ids(said).map(str::to_owned).filter(|id| *id != own);
        step.needs.get_or_insert_default().extend(named);
    }
}

/// The text after the word for a dependency.
fn after_depend(block: &Block) -> Option<&str> {
    let is_said = block.cells.is_empty() && begins_word(&block.text, &["depend"]);
    let at = block.text.to_ascii_lowercase().find("depend").filter(|_| is_said)?;
    block.text.get(at..)
}

fn split(text: &str) -> Option<(String, String)> {
    leading_id(text).map(|(id, title)| (id.to_owned(), title.to_owned()))
}

fn heading(block: &Block) -> Option<(String, String)> {
    // The first level is the title's.
    block.level.filter(|level| *level > HeadingLevel::H1).and_then(|_| split(&block.text))
}

fn item(block: &Block) -> Option<(String, String)> {
    block.depth.filter(|depth| *depth == 0)?;
    split(&block.text).or_else(|| block.number.map(|number| (number.to_string(), block.text.clone())))
}

fn row(block: &Block) -> Option<(String, String)> {
    let cells = &block.cells;
    let (id, rest) = split(cells.first()?)?;
    let title = if rest.is_empty() { cells.get(1).cloned().unwrap_or_default() } else { rest };
    Some((id, title))
}

/// The ids of steps that cannot be put in an order because they depend on each other.
pub fn cycle(steps: &[ReadStep]) -> Vec<String> {
    let at_of: BTreeMap<&str, usize> =
        steps.iter().enumerate().map(|(at, step)| (step.id.as_str(), at)).collect();
    let needs = |step: &ReadStep| -> BTreeSet<usize> {
        step.needs.iter().flatten().filter_map(|need| at_of.get(need.as_str()).copied()).collect()
    };
    let mut waits: Vec<usize> = Vec::new();
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (at, step) in steps.iter().enumerate() {
        let needs = needs(step);
        waits.push(needs.len());
        for need in needs {
            if let Some(others) = needed_by.get_mut(need) {
                others.push(at);
            }
        }
    }
    let mut free: Vec<usize> = (0..steps.len()).filter(|at| waits.get(*at) == Some(&0)).collect();
    while let Some(at) = free.pop() {
        for other in needed_by.get(at).into_iter().flatten() {
            if let Some(count) = waits.get_mut(*other) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    free.push(*other);
                }
            }
        }
    }
    let left = steps.iter().zip(waits).filter(|(_, waits)| *waits > 0);
    left.map(|(step, _)| step.id.clone()).collect()
}

/// A task as a list of tasks has it.
#[derive(Default)]
pub struct ReadTask {
    /// Its own id, or its number in the list.
    pub id: String,
    pub title: String,
    pub is_done: bool,
    /// Its details, one for each block below it.
    pub details: Vec<String>,
}

/// The tasks of a document: items with a checkbox, or else headings with an id, or else rows of a table with an id.
pub fn read_tasks(text: &str) -> Vec<ReadTask> {
    let sections = Sections::read(text);
    let boxes = boxes(&sections);
    if !boxes.is_empty() {
        return boxes;
    }
    let details = |step: ReadStep| {
        let details = step.text.lines().skip(1).map(str::to_owned).collect();
        ReadTask { id: step.id, title: step.title, is_done: false, details }
    };
    read(text).into_iter().map(details).collect()
}

fn boxes(sections: &Sections) -> Vec<ReadTask> {
    let mut tasks: Vec<ReadTask> = Vec::new();
    let mut open: Option<usize> = None;
    for block in &sections.blocks {
        if let Some(is_done) = block.is_checked {
            let number = (tasks.len() + 1).to_string();
            let (id, title) = leading_id(&block.text).unwrap_or((&number, &block.text));
            let (id, title) = (id.to_owned(), title.to_owned());
            tasks.push(ReadTask { id, title, is_done, details: Vec::new() });
            open = block.depth;
        } else if block.level.is_some()
            || block.depth.is_some_and(|depth| open.is_some_and(|own| depth <= own))
        {
            open = None;
        } else if let Some(task) = tasks.last_mut().filter(|_| open.is_some()) {
            task.details.push(block.text.clone());
        }
    }
    tasks
}

impl ReadTask {
    /// The ids that it names.
    pub fn ids(&self) -> BTreeSet<String> {
        let texts = std::iter::once(&self.title).chain(&self.details);
        texts.flat_map(|text| ids(text)).map(str::to_owned).collect()
    }
}
