//! HTML to blocks: a whole document, or a part between the lines of Markdown. Tags are read as they come, without a tree: a fragment
//! that opens or closes too much is still text.

mod scan;

use scan::{Scanner, Token};

use crate::table::Table;
use crate::writer::{Writer, joined};
use crate::{Block, BlockKind, Skipped, Why};

/// Elements that begin a text of their own.
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
/// Elements whose content is not read, with the reason where it is reported.
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

/// The name of the tag that a text begins with, in lower case; empty where it begins with none.
pub fn tag_name(text: &str) -> String {
    let inner = text.strip_prefix('<').unwrap_or_default();
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    inner
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':'))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Reads HTML that begins on a line.
pub fn read(html: &str, line: u32, blocks: &mut Vec<Block>, skipped: &mut Vec<Skipped>) {
    let mut reader = Reader {
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
    let mut scanner = Scanner::new(html, line);
    while let Some((line, token)) = scanner.next() {
        match token {
            Token::Text(text) => reader.text(&text, line),
            Token::Open(name) => match CLOSED.iter().find(|(closed, _)| *closed == name) {
                Some((_, why)) => {
                    scanner.pass(&name);
                    reader.skipped.extend(why.map(|why| Skipped { line, why }));
                }
                None => reader.open(&name, line),
            },
            Token::Close(name) => reader.close(&name),
            Token::Comment => reader.skipped.push(Skipped { line, why: Why::Comment }),
            Token::Data => reader.skipped.push(Skipped { line, why: Why::Code }),
        }
    }
    reader.flush();
    reader.end_table();
}

/// The table that is open. A table within it is read as text of its cell.
#[derive(Default)]
struct Open {
    /// Tables within.
    depth: u32,
    table: Option<Table>,
    cells: Vec<String>,
    row_line: Option<u32>,
    /// The row has a cell that is no heading.
    has_data: bool,
    in_cell: bool,
}

struct Reader<'a> {
    blocks: &'a mut Vec<Block>,
    skipped: &'a mut Vec<Skipped>,
    writer: Writer,
    /// The lists that are open: the last number of each that is numbered.
    lists: Vec<Option<u32>>,
    /// An item has begun and has no text yet.
    item: bool,
    heading: Option<u8>,
    bold: u32,
    code: u32,
    struck: u32,
    table: Option<Open>,
}

impl Reader<'_> {
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
                None => self.table = Some(Open::default()),
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

    /// Ends the running text; within a cell it only ends its line.
    fn flush(&mut self) {
        if self.table.as_ref().is_some_and(|open| open.in_cell) {
            self.writer.end_line();
            return;
        }
        self.bold = 0;
        self.code = 0;
        let Some(text) = self.writer.finish() else { return };
        let line = text.lines.first().map_or(1, |line| line.line);
        // Text between the rows of a table ends it, so that blocks keep their order.
        if self.table.as_ref().is_some_and(|open| open.table.is_some() || !open.cells.is_empty()) {
            self.end_table();
            self.table = Some(Open::default());
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
