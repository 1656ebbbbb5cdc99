//! Reader of requirement documents. A document becomes a sequence of blocks, each with its line in the original.
//!
//! Formats: Markdown and plain text (one reader: plain text is Markdown without marks), Gherkin feature files, HTML, CSV with a
//! header, Word (`.docx`). Other files are refused with their format and a hint ([`NotABrief`]).

mod decode;
mod docx;
mod gherkin;
mod html;
mod lines;
mod markdown;
mod plain;
mod recognise;
mod refusal;
mod render;
mod separated;
mod table;
mod writer;

pub use plain::front_matter;
pub use refusal::NotABrief;
pub use render::to_markdown;

/// The largest document that is read, in bytes. A requirement document of four mebibytes is a mistake.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// The most lines (of a `.docx` paragraphs) that are read.
pub const MOST_LINES: usize = 500_000;

/// Reads a document. Its bytes decide the format; `name` decides between formats that begin alike (`.feature`, `.csv`,
/// `.html`, `.yaml`, `.adoc`). Blocks and skipped parts are in the order of their lines.
///
/// # Errors
///
/// If the format is not supported, or the file has no words or is too large.
pub fn read(name: &str, bytes: &[u8]) -> Result<Document, NotABrief> {
    read_as(name, bytes, false)
}

/// As [`read`], for documents about work that is done: of Markdown nothing is skipped. Code and pictures are paragraphs of one
/// line, and the marker of an item has its checkbox: `- [ ]`, `3. [x]`.
///
/// # Errors
///
/// As [`read`].
pub fn read_whole(name: &str, bytes: &[u8]) -> Result<Document, NotABrief> {
    read_as(name, bytes, true)
}

fn read_as(name: &str, bytes: &[u8], whole: bool) -> Result<Document, NotABrief> {
    if bytes.len() > LARGEST {
        return Err(NotABrief::TooLarge { bytes: bytes.len() });
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return checked(docx::read(bytes)?);
    }
    let text = decode::decode(bytes)?;
    let lines = text.lines().count();
    if lines > MOST_LINES {
        return Err(NotABrief::TooManyLines { lines });
    }
    let format = recognise::format(name, &text)?;
    let (mut blocks, mut skipped) = (Vec::new(), Vec::new());
    match format {
        Format::Gherkin => gherkin::read(&text, 0, &mut blocks, &mut skipped),
        Format::Html => html::read(&text, 1, &mut blocks, &mut skipped),
        Format::Csv => separated::read(&text, &mut blocks, &mut skipped),
        Format::Text | Format::Docx => markdown::read(&text, 0, true, whole, &mut blocks, &mut skipped),
    }
    checked(Document { format, blocks, skipped })
}

/// The document, if it has any words.
fn checked(mut document: Document) -> Result<Document, NotABrief> {
    if document.blocks.is_empty() {
        return Err(NotABrief::NoWords);
    }
    document.skipped.sort_by_key(|part| (part.line, part.why));
    document.skipped.dedup();
    Ok(document)
}

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
    /// Parts that are not read, with the reason (a code fence, a picture, a comment).
    pub skipped: Vec<Skipped>,
}

/// A piece of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Line in the original, from 1; in a `.docx` the number of the paragraph.
    pub line: u32,
    pub kind: BlockKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// `level` counts from 1. `text` has no markup; it includes an outline number and a keyword of Gherkin (`3.2 Payment`,
    /// `Scenario: Pay by card`).
    Heading {
        level: u8,
        text: String,
    },
    Paragraph(Text),
    /// An item of a list. `depth` counts from 0; `marker` is its number as written (`3.`, `2)`, `a)`, `3.2.1`, `（１）`) or as
    /// Word shows it, empty for a bullet.
    Item {
        depth: u8,
        marker: String,
        text: Text,
    },
    /// `head` may be empty. Rows have as many cells as the head, each without markup.
    Table {
        head: Vec<String>,
        rows: Vec<Row>,
    },
}

/// A row of a table. Line breaks within a cell are line feeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub line: u32,
    pub cells: Vec<String>,
}

/// Running text without markup, in lines. A hard or soft break of the original ends a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    pub lines: Vec<Line>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Counts from 1.
    pub line: u32,
    pub text: String,
    /// Bold text at its beginning: `FR-001`, `Given`, `User`.
    pub strong: String,
    /// Byte ranges in `text` that are marked as code.
    pub code: Vec<std::ops::Range<usize>>,
}

/// A part that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub line: u32,
    pub why: Why,
}

/// Why a part of a document is not read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Why {
    /// A code block, a diagram or a picture.
    Code,
    /// A comment of the markup, or front matter.
    Comment,
    /// A table without columns for requirements or entities.
    Table,
    /// The document marks it as no requirement: out of scope, an assumption, a note, a reference, struck out.
    NotAsked,
    /// Prose without a demand.
    Prose,
}
