//! Requirement documents of any format as one sequence of blocks. Each block knows the line of the original on which it begins,
//! so that whatever is read of it can be looked up.
//!
//! Formats: Markdown and plain text (one reader: plain text is Markdown without marks), Gherkin feature files, HTML, CSV with a
//! header, Word (`.docx`). What is none of them is refused with what it is and what to do ([`NotABrief`]).

/// The largest document that is read, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;

/// The format that was recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Markdown, or plain text.
    Text,
    Gherkin,
    Html,
    Csv,
    Docx,
}

/// A document as blocks, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    pub format: Format,
    pub blocks: Vec<Block>,
    /// Parts that were passed over, with the reason (a code fence, a picture, a comment, markup that is not read).
    pub skipped: Vec<Skipped>,
}

/// A piece of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Counts from 1, in the original; of a `.docx` the paragraph, of a CSV the line.
    pub line: u32,
    pub kind: BlockKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// `level` counts from 1. `text` has no markup.
    Heading {
        level: u8,
        text: String,
    },
    Paragraph(Text),
    /// An item of a list. `depth` counts from 0; `marker` is its number as written (`3.`, `2)`), empty for a bullet.
    Item {
        depth: u8,
        marker: String,
        text: Text,
    },
    /// `head` is empty for a table without one. Rows have as many cells as the head, each without markup.
    Table {
        head: Vec<String>,
        rows: Vec<Row>,
    },
}

/// A row of a table, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub line: u32,
    pub cells: Vec<String>,
}

/// Running text without markup, in its lines: a hard or soft break of the original begins the next one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    pub lines: Vec<Line>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Counts from 1.
    pub line: u32,
    pub text: String,
    /// What is set off in bold at its beginning: `FR-001`, `Given`, `User`. Empty otherwise.
    pub strong: String,
    /// Byte ranges in `text` that the author set as code: a name, never words.
    pub code: Vec<std::ops::Range<usize>>,
}

/// A part that was passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub line: u32,
    pub why: Why,
}

/// Why a part of a document is not read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Why {
    /// A code block or a diagram.
    Code,
    /// A comment of the markup, or front matter.
    Comment,
    /// Markup of AsciiDoc, reStructuredText, Org or a wiki: convert the document to Markdown.
    OtherMarkup,
    /// A table whose columns say nothing of requirements or things.
    Table,
    /// Said to be no requirement by the document itself: out of scope, an assumption, a note, a reference.
    NotAsked,
    /// Prose that asks for nothing.
    Prose,
}
