//! Reader of HTML: a whole document, or a part within Markdown. It builds no tree, so a fragment with too many or too few end tags
//! is still text.

use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::lines::Lines;
use crate::table::OpenTable;
use crate::writer::{Writer, joined};
use crate::{Block, BlockKind, Skipped, Why};

/// Elements that begin a new text.
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "legend", "li", "main", "ol", "p",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
];
/// Elements within running text.
#[rustfmt::skip]
const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "col", "colgroup", "data", "del", "dfn", "em", "font",
    "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta", "nobr", "output", "picture", "q", "rp", "rt", "ruby", "s", "samp",
    "small", "source", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];
/// Elements with content that is not read, and the reason if that is reported.
const CLOSED: &[(&str, Option<Why>)] = &[
    ("script", None),
    ("style", None),
    ("nav", None),
    ("title", None),
    ("noscript", None),
    ("template", None),
    ("textarea", None),
    ("select", None),
    ("svg", Some(Why::Code)),
    ("pre", Some(Why::Code)),
];

/// Whether a name in lower case is an element of HTML.
pub fn is_element(name: &str) -> bool {
    BLOCKS.contains(&name) || INLINE.contains(&name) || CLOSED.iter().any(|(closed, _)| *closed == name)
}

/// The name of the tag at the beginning of a text, in lower case; empty without a tag.
pub fn tag_name(text: &str) -> String {
    let inner = text.strip_prefix('<').unwrap_or_default();
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    inner
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':'))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Reads HTML; `line` is its first line in the document.
pub fn read(html: &str, line: u32, blocks: &mut Vec<Block>, skipped: &mut Vec<Skipped>) {
    let mut reader = HtmlReader {
        blocks,
        skipped,
        writer: Writer::default(),
        lists: Vec::new(),
        item: false,
        heading: None,
        bold: 0,
        code: 0,
        struck: 0,
        closed: None,
        table: None,
        in_cell: false,
        has_data: false,
    };
    let lines = Lines::new(html);
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span| -> Option<Infallible> {
        let [first, last] =
            [span.start, span.end.saturating_sub(1)].map(|at| line.saturating_add(lines.of(at) - 1));
        reader.take(&event, first, last);
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    reader.flush();
    reader.end_table();
}

struct HtmlReader<'a> {
    blocks: &'a mut Vec<Block>,
    skipped: &'a mut Vec<Skipped>,
    writer: Writer,
    /// The open lists, each with its last number if it is numbered.
    lists: Vec<Option<u32>>,
    /// Whether an item has begun and has no text yet.
    item: bool,
    heading: Option<u8>,
    bold: u32,
    code: u32,
    struck: u32,
    /// The element with content that is skipped.
    closed: Option<&'static str>,
    table: Option<OpenTable>,
    in_cell: bool,
    /// Whether the row has a cell that is not a heading.
    has_data: bool,
}

impl HtmlReader<'_> {
    /// Takes an event with its first and its last line. Attributes are dropped at once, so a tag with very many of them costs only
    /// its length.
    fn take(&mut self, event: &CallbackEvent<'_>, line: u32, last: u32) {
        if let Some(closed) = self.closed {
            let is_end = matches!(event, CallbackEvent::EndTag { name } if *name == closed.as_bytes());
            self.closed = (!is_end).then_some(closed);
            return;
        }
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(&String::from_utf8_lossy(name), line),
            CallbackEvent::EndTag { name } => self.close(&String::from_utf8_lossy(name)),
            // A line feed from a character reference counts too, but never beyond the last line.
            CallbackEvent::String { value } => {
                let text = String::from_utf8_lossy(value);
                text.split_inclusive('\n')
                    .zip(line..)
                    .for_each(|(text, line)| self.text(text, line.min(last)));
            }
            // The tokenizer also reports `<?xml …>` and the like as comments.
            CallbackEvent::Comment { value } if !value.starts_with(b"?") => {
                self.skipped.push(Skipped { line, why: Why::Comment });
            }
            CallbackEvent::Comment { .. }
            | CallbackEvent::AttributeName { .. }
            | CallbackEvent::AttributeValue { .. }
            | CallbackEvent::CloseStartTag { .. }
            | CallbackEvent::Doctype { .. }
            | CallbackEvent::Error(_) => {}
        }
    }

    fn text(&mut self, text: &str, line: u32) {
        if self.struck > 0 {
            return;
        }
        if self.code > 0 {
            self.writer.code(text, line);
        } else {
            self.writer.push(text, line);
        }
    }

    fn open(&mut self, name: &str, line: u32) {
        if let Some((closed, why)) = CLOSED.iter().find(|(closed, _)| *closed == name) {
            self.closed = Some(closed);
            self.skipped.extend(why.map(|why| Skipped { line, why }));
            return;
        }
        if BLOCKS.contains(&name) {
            self.flush();
        }
        match name {
            "br" => self.writer.end_line(),
            "b" | "strong" => {
                self.bold += 1;
                self.writer.set_bold(true);
            }
            "code" | "tt" | "kbd" => self.code += 1,
            "s" | "del" | "strike" => {
                if self.struck == 0 {
                    self.skipped.push(Skipped { line, why: Why::NotAsked });
                }
                self.struck += 1;
            }
            "img" | "picture" => self.skipped.push(Skipped { line, why: Why::Code }),
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(0)),
            "li" => {
                if let Some(Some(number)) = self.lists.last_mut() {
                    *number = number.saturating_add(1);
                }
                self.item = true;
            }
            "table" => match &mut self.table {
                Some(open) => open.depth += 1,
                None => self.table = Some(OpenTable::default()),
            },
            "tr" => self.end_row(),
            "td" | "th" => {
                self.end_cell();
                if self.table.as_ref().is_some_and(|open| open.depth == 0) {
                    self.has_data |= name == "td";
                    self.in_cell = true;
                }
            }
            _ => self.heading = heading(name).or(self.heading),
        }
    }

    fn close(&mut self, name: &str) {
        if BLOCKS.contains(&name) {
            self.flush();
        }
        match name {
            "b" | "strong" => {
                self.bold = self.bold.saturating_sub(1);
                if self.bold == 0 {
                    self.writer.end_bold();
                }
            }
            "code" | "tt" | "kbd" => self.code = self.code.saturating_sub(1),
            "s" | "del" | "strike" => self.struck = self.struck.saturating_sub(1),
            "ul" | "ol" => {
                self.lists.pop();
                self.item = false;
            }
            "li" => self.item = false,
            "td" | "th" => self.end_cell(),
            "tr" => self.end_row(),
            "table" => match &mut self.table {
                Some(open) if open.depth > 0 => open.depth -= 1,
                Some(_) | None => self.end_table(),
            },
            _ => {}
        }
        if heading(name).is_some() {
            self.heading = None;
        }
    }

    fn end_cell(&mut self) {
        if let Some(open) = self.table.as_mut().filter(|open| open.depth == 0 && self.in_cell) {
            self.in_cell = false;
            open.cell(self.writer.finish_cell());
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        if let Some(open) = self.table.as_mut().filter(|open| open.depth == 0) {
            open.end_row(!std::mem::take(&mut self.has_data), self.skipped);
        }
    }

    fn end_table(&mut self) {
        if let Some(open) = &mut self.table {
            open.depth = 0;
        }
        self.end_row();
        self.blocks.extend(self.table.take().and_then(OpenTable::close));
    }

    /// Ends the running text; within a cell it only ends the line.
    fn flush(&mut self) {
        if self.in_cell {
            self.writer.end_line();
            return;
        }
        self.bold = 0;
        self.code = 0;
        let Some(text) = self.writer.finish() else { return };
        let line = text.lines.first().map_or(1, |line| line.line);
        // Text between the rows of a table ends the table, so that blocks keep their order.
        if self.table.as_ref().is_some_and(OpenTable::has_cells) {
            self.end_table();
            self.table = Some(OpenTable::default());
        }
        let kind = if let Some(level) = self.heading {
            self.item = false;
            BlockKind::Heading { level, text: joined(&text) }
        } else if self.item {
            self.item = false;
            let depth = u8::try_from(self.lists.len().saturating_sub(1)).unwrap_or(u8::MAX);
            let marker =
                self.lists.last().copied().flatten().map(|number| format!("{number}.")).unwrap_or_default();
            BlockKind::Item { depth, marker, text }
        } else {
            BlockKind::Paragraph(text)
        };
        self.blocks.push(Block { line, kind });
    }
}

fn heading(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}
