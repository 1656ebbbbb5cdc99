//! Reader of plans and lists of tasks: the steps of any plan with what they depend on, and the tasks of any list.

use std::collections::BTreeSet;

use crate::sections::{Block, Sections, begins_word, ids};

/// A step or a task as a document has it.
#[derive(Clone, Default)]
pub struct Entry {
    /// Its own id, or its number in the list.
    pub id: String,
    pub title: String,
    pub is_done: bool,
    /// The lines below it, or the other cells of its row.
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

    /// The ids that its dependencies name, or `None` if it says nothing about them. They are in lines, sentences and brackets that
    /// begin with the word: numbers in others count tables or days.
    pub fn needs(&self) -> Option<Vec<&str>> {
        let parts =
            self.lines().flat_map(|line| line.split(". ")).flat_map(|line| line.split(['(', ')', ';']));
        let begins = |part: &&str| {
            let (stem, rest) = part.trim().split_at_checked("depend".len()).unwrap_or_default();
            stem.eq_ignore_ascii_case("depend") && !rest.starts_with("ing")
        };
        let named = parts.filter(begins).flat_map(ids).filter(|id| *id != self.id);
        self.lines().any(|line| begins_word(line, &["depend"])).then(|| named.collect())
    }
}

/// The steps of a plan: headings with an id, or else numbered items, or else rows of a table with an id.
pub fn steps(text: &str) -> Vec<Entry> {
    with_ids(&Sections::read(text))
}

/// The tasks of a document: items with a checkbox, or else what a plan has for steps.
pub fn tasks(text: &str) -> Vec<Entry> {
    let sections = Sections::read(text);
    let mut boxes = entries(&sections, |block| {
        block.is_checked?;
        Some(block.leading_id().unwrap_or(("", &block.text)))
    });
    for (task, number) in boxes.iter_mut().zip(1..).filter(|(task, _)| task.id.is_empty()) {
        task.id = i32::to_string(&number);
    }
    if boxes.is_empty() { with_ids(&sections) } else { boxes }
}

fn with_ids(sections: &Sections) -> Vec<Entry> {
    // The first level is the title's.
    let forms: [fn(&Block) -> bool; 3] = [
        |block| block.level.is_some_and(|level| level > 1),
        |block| block.depth == Some(0),
        |block| !block.cells.is_empty(),
    ];
    let of_form = |is_of: fn(&Block) -> bool| {
        entries(sections, |block| {
            let (id, title) = block.leading_id().filter(|_| is_of(block))?;
            let second = || block.cells.get(1).map_or("", |(_, cell)| cell);
            Some((id, if title.is_empty() { second() } else { title }))
        })
    };
    forms.into_iter().map(of_form).find(|entries| !entries.is_empty()).unwrap_or_default()
}

/// The entries that these blocks begin. One ends with the next, and with a block of its rank or above.
fn entries<'s>(
    sections: &'s Sections,
    begins: impl Fn(&'s Block) -> Option<(&'s str, &'s str)>,
) -> Vec<Entry> {
    let rank = |block: &Block| match (block.level, block.depth) {
        (Some(level), _) => (0, level),
        (None, Some(depth)) => (1, depth),
        (None, None) => (2, 0),
    };
    let (mut all, mut open): (Vec<Entry>, _) = (Vec::new(), None);
    for block in &sections.0 {
        if let Some((id, title)) = begins(block) {
            let title = title.lines().next().unwrap_or_default().to_owned();
            let is_done = block.is_checked == Some(true);
            let rest = block.text.lines().skip(1).map(str::to_owned);
            let cells = block.cells.iter().skip(1).map(|(head, cell)| format!("{head}: {cell}"));
            all.push(Entry { id: id.to_owned(), title, is_done, details: rest.chain(cells).collect() });
            open = Some(rank(block));
        } else if open.is_some_and(|own| rank(block) <= own) {
            open = None;
        } else if let Some(entry) = all.last_mut().filter(|_| open.is_some()) {
            entry.details.extend(block.text.lines().map(str::to_owned));
        }
    }
    all
}
