//! Writer of documents about a feature: Markdown of a bounded size, in which quoted text has no effect.

use frieze_data::text::{cut, is_hidden};
use frieze_document::{Block, BlockKind, Document, Format, Line, Row, Text, to_markdown};

/// The largest such document, in bytes. It is the limit of a brief, because `spec.md` becomes one.
const MOST: usize = frieze_document::LARGEST - 64 * 1024;
/// Characters of a quoted text.
const TEXT: usize = 4_000;

/// A document. All texts may be foreign.
#[derive(Default)]
pub struct Page(Vec<BlockKind>);

impl Page {
    pub fn new(title: &str) -> Self {
        let mut page = Self::default();
        page.heading(1, title);
        page
    }

    /// A document that only asks why it cannot be more.
    pub fn question(title: &str, question: &str) -> String {
        Self::new(title).asking([question.to_owned()])
    }

    pub fn heading(&mut self, level: u8, title: &str) {
        self.0.push(BlockKind::Heading { level, text: clean(title) });
    }

    pub fn paragraph(&mut self, text: &str) {
        self.0.push(BlockKind::Paragraph(running(text)));
    }

    pub fn item(&mut self, depth: u8, text: &str) {
        self.0.push(BlockKind::Item { depth, marker: String::new(), text: running(text) });
    }

    /// An item with an empty checkbox.
    pub fn task(&mut self, text: &str) {
        self.0.push(BlockKind::Item { depth: 0, marker: "- [ ]".to_owned(), text: running(text) });
    }

    pub fn table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        if rows.is_empty() {
            return self.paragraph("None.");
        }
        let row = |cells: Vec<String>| Row { line: 0, cells: cells.iter().map(|cell| clean(cell)).collect() };
        let head = head.iter().map(|cell| clean(cell)).collect();
        self.0.push(BlockKind::Table { head, rows: rows.into_iter().map(row).collect() });
    }

    /// The document with the open questions at its end, or that there are none.
    pub fn asking(mut self, questions: impl IntoIterator<Item = String>) -> String {
        self.heading(2, "Open questions");
        self.items(questions, "None.");
        self.finish()
    }

    /// Items, or what is said if there are none.
    pub fn items(&mut self, texts: impl IntoIterator<Item = String>, none: &str) {
        let before = self.0.len();
        texts.into_iter().for_each(|text| self.item(0, &text));
        if self.0.len() == before {
            self.paragraph(none);
        }
    }

    /// The document. It says at its end if it was too long.
    pub fn finish(self) -> String {
        let blocks = self.0.into_iter().map(|kind| Block { line: 0, kind }).collect();
        let mut text = to_markdown(&Document { format: Format::Text, blocks, skipped: Vec::new() });
        if text.len() > MOST {
            text.truncate((0..=MOST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0));
            text.push_str("\n\nThe document was too long and ends here.\n");
        }
        text
    }
}

fn running(text: &str) -> Text {
    Text { lines: vec![Line { text: clean(text), ..Line::default() }] }
}

/// A foreign text on one line, without characters that act or hide.
fn clean(text: &str) -> String {
    let shown: String = text.chars().filter(|c| c.is_whitespace() || !is_hidden(*c)).collect();
    let line = cut(&shown.split_whitespace().collect::<Vec<_>>().join(" "), TEXT);
    if line.is_empty() { "–".to_owned() } else { line }
}

/// Names as a list, or a dash.
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}
