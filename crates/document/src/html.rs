//! Reader of HTML: a whole document, or a part within Markdown. It builds no tree, so a fragment with too many or too few end tags
//! is still text.

use std::convert::Infallible;

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

use crate::table::Table;
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
    let reader = HtmlReader {
        blocks,
        skipped,
        writer: Writer::default(),
        lists: Vec::new(),
        item: false,
        heading: None,
        bold: 0,
        code: 0,
        struck: 0,
        table: None,
    };
    let tokens = Tokens {
        reader,
        source: html.as_bytes(),
        at: 0,
        line,
        text: Vec::new(),
        text_line: line,
        name: Vec::new(),
        is_end: false,
        tag_line: line,
        closed: None,
        data: false,
    };
    let Ok(()) = Tokenizer::new_with_emitter(html, tokens).finish();
}

/// Receiver of the tokenizer's events. It drops attributes at once, so a tag with very many of them costs only its length.
struct Tokens<'t, 'b> {
    reader: HtmlReader<'b>,
    source: &'t [u8],
    /// Position of the tokenizer, and its line.
    at: usize,
    line: u32,
    /// Running text of one line. Its pieces may end within a character.
    text: Vec<u8>,
    text_line: u32,
    /// The tag that is being read.
    name: Vec<u8>,
    is_end: bool,
    tag_line: u32,
    /// The element with content that is skipped.
    closed: Option<&'static str>,
    /// Whether this is CDATA: a macro's text in an exported wiki page.
    data: bool,
}

impl Tokens<'_, '_> {
    fn begin_tag(&mut self, is_end: bool) {
        self.flush();
        self.name.clear();
        self.is_end = is_end;
        self.tag_line = self.line;
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.reader.text(&String::from_utf8_lossy(&self.text), self.text_line);
            self.text.clear();
        }
    }
}

impl Emitter for Tokens<'_, '_> {
    type Token = Infallible;

    /// The tokenizer may also step back by a byte.
    fn move_position(&mut self, offset: isize) {
        let from = self.at;
        self.at = from.saturating_add_signed(offset);
        let passed = self.source.get(from.min(self.at)..from.max(self.at)).unwrap_or_default();
        let feeds = feeds(passed);
        self.line =
            if offset < 0 { self.line.saturating_sub(feeds) } else { self.line.saturating_add(feeds) };
    }

    /// A string begins only after the end of CDATA.
    fn init_string(&mut self) {
        self.data = false;
    }

    /// Takes a text that ends here. A line feed may come from a character reference, and then has a wrong line. That is harmless: the
    /// reader does not use the line of white space.
    fn emit_string(&mut self, text: &[u8]) {
        if self.closed.is_some() || self.data {
            return;
        }
        let mut line = self.line.saturating_sub(feeds(text));
        for piece in text.split_inclusive(|byte| *byte == b'\n') {
            if self.text.is_empty() {
                self.text_line = line;
            }
            self.text.extend(piece);
            if piece.ends_with(b"\n") {
                self.flush();
                line = line.saturating_add(1);
            }
        }
    }

    fn init_start_tag(&mut self) {
        self.begin_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.begin_tag(true);
    }

    fn push_tag_name(&mut self, part: &[u8]) {
        self.name.extend(part);
    }

    /// The content of a closed element is raw text, so a `<` in code hides no end tag.
    fn emit_current_tag(&mut self) -> Option<State> {
        let name = String::from_utf8_lossy(&self.name);
        if self.is_end {
            if self.closed.take().is_none() {
                self.reader.close(&name);
            }
            return None;
        }
        let Some((closed, why)) = CLOSED.iter().find(|(closed, _)| *closed == name) else {
            self.reader.open(&name, self.tag_line);
            return None;
        };
        self.closed = Some(closed);
        self.reader.skipped.extend(why.map(|why| Skipped { line: self.tag_line, why }));
        naive_next_state(closed.as_bytes()).or(Some(State::RawText))
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && self.closed.is_some_and(|closed| closed.as_bytes() == self.name)
    }

    /// The tokenizer also reports `<?xml …>` and the like as comments; those are not reported as skipped.
    fn init_comment(&mut self) {
        self.flush();
        if self.source.get(..self.at).is_some_and(|read| read.ends_with(b"<!--")) {
            self.reader.skipped.push(Skipped { line: self.line, why: Why::Comment });
        }
    }

    fn init_doctype(&mut self) {
        self.flush();
    }

    /// Called at the beginning of CDATA. `true` keeps it from being a comment, which would end at its first `>`.
    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.flush();
        self.data = true;
        self.reader.skipped.push(Skipped { line: self.line, why: Why::Code });
        true
    }

    fn emit_eof(&mut self) {
        self.flush();
        self.reader.flush();
        self.reader.end_table();
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_error(&mut self, _: Error) {}
    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn set_self_closing(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}

fn feeds(text: &[u8]) -> u32 {
    u32::try_from(text.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX)
}

/// The table that is being read. A nested table is read as text of its cell.
#[derive(Default)]
struct HtmlTable {
    /// Depth of nested tables.
    depth: u32,
    table: Option<Table>,
    cells: Vec<String>,
    row_line: Option<u32>,
    /// Whether the row has a cell that is not a heading.
    has_data: bool,
    in_cell: bool,
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
    table: Option<HtmlTable>,
}

impl HtmlReader<'_> {
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
                None => self.table = Some(HtmlTable::default()),
            },
            "tr" => self.end_row(),
            "td" | "th" => {
                self.end_cell();
                if let Some(open) = self.table.as_mut().filter(|open| open.depth == 0) {
                    open.has_data |= name == "td";
                    open.in_cell = true;
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
        let Some(open) = self.table.as_mut().filter(|open| open.depth == 0 && open.in_cell) else { return };
        open.in_cell = false;
        let (cell, line) = self.writer.finish_cell();
        open.row_line = open.row_line.or(line);
        open.cells.push(cell);
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(open) = self.table.as_mut().filter(|open| open.depth == 0) else { return };
        let (cells, line) = (std::mem::take(&mut open.cells), open.row_line.take());
        let is_head = !std::mem::take(&mut open.has_data);
        let Some(line) = line else { return };
        if is_head && open.table.is_none() {
            open.table = Some(Table::new(line, cells));
        } else {
            let table = open.table.get_or_insert_with(|| Table::new(line, Vec::new()));
            table.row(line, cells, "\n", self.skipped);
        }
    }

    fn end_table(&mut self) {
        if let Some(open) = &mut self.table {
            open.depth = 0;
        }
        self.end_row();
        self.blocks.extend(self.table.take().and_then(|open| open.table).and_then(Table::finish));
    }

    /// Ends the running text; within a cell it only ends the line.
    fn flush(&mut self) {
        if self.table.as_ref().is_some_and(|open| open.in_cell) {
            self.writer.end_line();
            return;
        }
        self.bold = 0;
        self.code = 0;
        let Some(text) = self.writer.finish() else { return };
        let line = text.lines.first().map_or(1, |line| line.line);
        // Text between the rows of a table ends the table, so that blocks keep their order.
        if self.table.as_ref().is_some_and(|open| open.table.is_some() || !open.cells.is_empty()) {
            self.end_table();
            self.table = Some(HtmlTable::default());
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
