//! The blocks a document is made of, in order: headings, paragraphs, list items, table rows.

use super::prose::Prose;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// 1 to 6.
    Heading(u8),
    Paragraph,
    Item,
    /// A table row; the first of a table is its head.
    Row {
        head: bool,
    },
    /// Fenced code or a diagram: noted, not read.
    Code,
    /// A picture: noted, not read.
    Picture,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) form: Form,
    pub(super) prose: Prose,
    pub(super) line: u32,
    /// The cells of a row.
    pub(super) cells: Vec<Prose>,
    /// The number of an ordered item, as the document has it.
    pub(super) number: Option<String>,
    /// Which list or table it belongs to; 0 for none.
    pub(super) group: u32,
    /// The item it stands in, as an index of the block.
    pub(super) parent: Option<usize>,
    /// One past the last block inside it.
    pub(super) until: usize,
}

impl Block {
    pub(super) fn new(form: Form, prose: Prose, line: u32) -> Self {
        Self { form, prose, line, cells: Vec::new(), number: None, group: 0, parent: None, until: 0 }
    }

    pub(super) fn has_words(&self) -> bool {
        let wordy = |prose: &Prose| prose.text().chars().any(char::is_alphanumeric);
        wordy(&self.prose) || self.cells.iter().any(wordy)
    }
}
