//! Reader of plans and lists of tasks, in the form that the prompts ask for: steps with what they depend on, and tasks.

use std::collections::BTreeSet;

use crate::sections::{Block, Sections, ids, leading_id};

/// A step or a task as a document has it.
#[derive(Clone, Default)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub is_done: bool,
    /// The lines below it.
    pub details: Vec<String>,
}

impl Entry {
    /// The title and the details.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.title).chain(&self.details).map(String::as_str)
    }

    /// The ids that it names.
    pub fn ids(&self) -> BTreeSet<String> {
        self.lines().flat_map(ids).map(str::to_owned).collect()
    }

    /// The ids in its line "Depends on: …"; `None` if it has no such line.
    pub fn needs(&self) -> Option<Vec<&str>> {
        let needed = self.details.iter().find_map(|line| line.strip_prefix("Depends on"))?;
        Some(ids(needed).collect())
    }
}

/// The steps of a plan: headings that begin with an id. The first level is the title's.
pub fn steps(text: &str) -> Vec<Entry> {
    entries(text, |block| leading_id(&block.text).filter(|_| block.level.is_some_and(|level| level > 1)))
}

/// The tasks of a document: items with a checkbox. One without an id has its number.
pub fn tasks(text: &str) -> Vec<Entry> {
    let mut tasks = entries(text, |block| {
        block.is_checked?;
        Some(leading_id(&block.text).unwrap_or(("", &block.text)))
    });
    for (task, number) in tasks.iter_mut().zip(1..).filter(|(task, _)| task.id.is_empty()) {
        task.id = i32::to_string(&number);
    }
    tasks
}

/// The entries that these blocks begin, with their ids and titles. One ends with the next, and with a block of its rank or above.
fn entries(text: &str, begins: impl Fn(&Block) -> Option<(&str, &str)>) -> Vec<Entry> {
    let rank = |block: &Block| match (block.level, block.depth) {
        (Some(level), _) => (0, level),
        (None, Some(depth)) => (1, depth),
        (None, None) => (2, 0),
    };
    let (mut all, mut open): (Vec<Entry>, _) = (Vec::new(), None);
    for block in &Sections::read(text).0 {
        if let Some((id, title)) = begins(block) {
            let title = title.lines().next().unwrap_or_default().to_owned();
            let details = block.text.lines().skip(1).map(str::to_owned).collect();
            all.push(Entry { id: id.to_owned(), title, is_done: block.is_checked == Some(true), details });
            open = Some(rank(block));
        } else if open.is_some_and(|own| rank(block) <= own) {
            open = None;
        } else if let Some(entry) = all.last_mut().filter(|_| open.is_some()) {
            entry.details.extend(block.text.lines().map(str::to_owned));
        }
    }
    all
}
