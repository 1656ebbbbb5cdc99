//! Reader of artifacts: the blocks and sections of a document, and its steps and tasks, in the form that the prompts ask for. It
//! reads structure only.

use std::collections::BTreeSet;

use frieze_document::{BlockKind, NotABrief};
use frieze_kernel::files::BRIEF;

/// A document as blocks, in their order.
#[derive(Default)]
pub struct Sections(pub Vec<Block>);

/// A heading, a paragraph, an item, a row of a table or a code block. Its text has no markup.
#[derive(Default)]
pub struct Block {
    pub text: String,
    /// Of a heading.
    pub level: Option<u8>,
    /// Of an item.
    pub depth: Option<u8>,
    /// Of an item with a checkbox.
    pub is_checked: Option<bool>,
    /// Of a row: the head of each column, and the cell.
    pub cells: Vec<(String, String)>,
}

impl Block {
    /// The cell of a row in the column with this head.
    pub fn cell(&self, column: &str) -> Option<&str> {
        self.cells.iter().find(|(head, _)| head.eq_ignore_ascii_case(column)).map(|(_, cell)| cell.as_str())
    }

    /// Its text without the number that a heading may have.
    pub fn title(&self) -> &str {
        self.text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '))
    }

    /// Whether it is the heading of a section with this name.
    pub fn is_heading(&self, name: &str) -> bool {
        self.level.is_some() && self.title().eq_ignore_ascii_case(name)
    }
}

impl Sections {
    /// A document that cannot be read has no blocks.
    pub fn read(text: &str) -> Self {
        Self::checked(text).unwrap_or_default()
    }

    /// # Errors
    /// The document is too large, or no text for people.
    pub fn checked(text: &str) -> Result<Self, NotABrief> {
        let mut blocks = Vec::new();
        for part in frieze_document::read_whole(BRIEF, text.as_bytes())?.blocks {
            let mut block = Block::default();
            match part.kind {
                BlockKind::Heading { level, text } => (block.level, block.text) = (Some(level), text),
                BlockKind::Paragraph(text) => block.text = joined(&text),
                BlockKind::Item { depth, marker, text } => {
                    block.is_checked = marker.strip_suffix(']').map(|marker| marker.ends_with('x'));
                    (block.depth, block.text) = (Some(depth), joined(&text));
                }
                BlockKind::Table { head, rows } => {
                    let heads = || head.iter().cloned().chain(std::iter::repeat(String::new()));
                    blocks.extend(rows.into_iter().map(|row| Block {
                        text: row.cells.join(" | "),
                        cells: heads().zip(row.cells).collect(),
                        ..Block::default()
                    }));
                    continue;
                }
            }
            blocks.push(block);
        }
        Ok(Self(blocks))
    }

    /// The blocks below each such heading.
    pub fn below(&self, is_wanted: impl Fn(&Block) -> bool) -> Vec<&[Block]> {
        let headings = self.0.iter().enumerate().filter(|(_, block)| is_wanted(block));
        let below = headings.map(|(at, heading)| {
            let rest = self.0.get(at + 1..).unwrap_or_default();
            let is_end = |block: &Block| block.level.is_some_and(|level| Some(level) <= heading.level);
            rest.get(..rest.iter().position(is_end).unwrap_or(rest.len())).unwrap_or_default()
        });
        below.collect()
    }

    /// All ids that the document names. What only an open question names is not dealt with.
    pub fn ids(&self) -> BTreeSet<String> {
        let (mut found, mut questions) = (BTreeSet::new(), None);
        for block in &self.0 {
            if let Some(level) = block.level {
                let is_below = questions.is_some_and(|above| level > above);
                // Not a title, nor a part that is called so.
                let opens = level > 1 && block.is_heading("Open questions");
                questions = questions.filter(|_| is_below).or(opens.then_some(level));
            }
            if questions.is_none() {
                found.extend(ids(&block.text).map(str::to_owned));
            }
        }
        found
    }
}

fn joined(text: &frieze_document::Text) -> String {
    text.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The words of a text that can be ids: letters, digits, `-`, `_`, `.`, with at least one digit.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .map(|word| word.trim_matches(['.', '-', '_']))
        .filter(|word| word.len() <= 24 && word.bytes().any(|b| b.is_ascii_digit()))
}

/// The id at the beginning of a text, and the text after it: `P-1`, `T001`, `1.2`.
pub fn leading_id(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | ')' | ',')).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let word = word.trim_end_matches('.');
    is_id(word).then(|| (word, rest.trim_start_matches([' ', ':', ')', ',', '-', '–', '—'])))
}

/// Whether a word is up to eight capitals, and then a number: `R5`, `FR-001`, `1.2`.
pub fn is_id(word: &str) -> bool {
    let at = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (letters, number) = word.split_at(at);
    letters.len() <= 8
        && letters.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'-' | b'_'))
        && (1..=8).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'a'..=b'z'))
}

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
