//! Reader of artifacts: the blocks of a Markdown document with their lines, and its sections. It reads structure only.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A Markdown document as blocks, in their order.
#[derive(Default)]
pub struct Sections {
    pub blocks: Vec<Block>,
    /// The heads of the tables.
    heads: Vec<Vec<String>>,
}

/// A heading, a paragraph, an item, a row of a table or a code block. Its text has no markup.
#[derive(Default)]
pub struct Block {
    /// From 1.
    pub line: usize,
    pub text: String,
    /// Of a heading.
    pub level: Option<HeadingLevel>,
    /// Of an item.
    pub depth: Option<usize>,
    /// Of an ordered item.
    pub number: Option<u64>,
    /// Of an item with a checkbox.
    pub is_checked: Option<bool>,
    /// Of a row.
    pub cells: Vec<String>,
    /// The number of tables up to this row.
    table: usize,
}

/// A part that a section describes.
pub struct Part {
    pub name: String,
    /// All ids in its text.
    pub ids: BTreeSet<String>,
}

impl Sections {
    pub fn read(text: &str) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut reader = Reader { starts, ..Reader::default() };
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            reader.take(&event, range.start);
        }
        reader.flush();
        reader.sections
    }

    /// The cell of a row in the first column whose head has a word with one of these beginnings.
    pub fn cell<'s>(&'s self, block: &'s Block, stems: &[&str]) -> Option<&'s str> {
        let head = self.heads.get(block.table.checked_sub(1)?)?;
        let at = head.iter().position(|head| begins_word(head, stems))?;
        block.cells.get(at).map(String::as_str)
    }

    /// The blocks below each heading that has a word with one of these beginnings.
    pub fn sections(&self, stems: &[&str]) -> impl Iterator<Item = Range<usize>> {
        self.blocks.iter().enumerate().filter_map(move |(at, block)| {
            block.level.filter(|_| begins_word(&block.text, stems))?;
            Some(at + 1..self.end(at))
        })
    }

    /// The end of the section that a heading opens: the next heading of its level or above.
    pub fn end(&self, heading: usize) -> usize {
        let Some(level) = self.blocks.get(heading).and_then(|block| block.level) else { return heading };
        let rest = self.blocks.iter().enumerate().skip(heading + 1);
        let mut ends = rest.filter(|(_, block)| block.level.is_some_and(|other| other <= level));
        ends.next().map_or(self.blocks.len(), |(at, _)| at)
    }

    pub fn of(&self, range: Range<usize>) -> &[Block] {
        self.blocks.get(range).unwrap_or_default()
    }

    /// The parts that the first such section describes: its highest headings, or else its items and rows.
    pub fn parts(&self, stems: &[&str]) -> Vec<Part> {
        let blocks = self.sections(stems).next().map(|range| self.of(range)).unwrap_or_default();
        let top = blocks.iter().filter_map(|block| block.level).min();
        let mut parts: Vec<Part> = Vec::new();
        for block in blocks {
            let is_item = top.is_none() && (block.depth == Some(0) || !block.cells.is_empty());
            if is_item || top.is_some() && block.level == top {
                parts.push(Part { name: name(&block.text, is_item).to_owned(), ids: BTreeSet::new() });
            }
            if let Some(part) = parts.last_mut() {
                part.ids.extend(ids(&block.text).map(str::to_owned));
            }
        }
        parts
    }

    /// All ids that the document names.
    pub fn ids(&self) -> BTreeSet<String> {
        self.blocks.iter().flat_map(|block| ids(&block.text)).map(str::to_owned).collect()
    }
}

/// The name in a heading without its number, or at the beginning of an item or a row.
fn name(text: &str, is_item: bool) -> &str {
    if is_item {
        return text.split([':', '|', '–', '—', '(']).next().unwrap_or_default().trim();
    }
    text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '))
}

/// Whether a word of a text begins with one of these stems, which are in lower case.
pub fn begins_word(text: &str, stems: &[&str]) -> bool {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| stems.iter().any(|stem| word.starts_with(stem)))
}

/// The words of a text that can be ids: letters, digits, `-`, `_`, `.`, with at least one digit.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .map(|word| word.trim_matches(['.', '-', '_']))
        .filter(|word| word.len() <= 24 && word.bytes().any(|b| b.is_ascii_digit()))
}

/// The id at the beginning of a text, and the text after it: `P-1`, `T001`, `1.2`, and `3` of `Step 3: …`.
pub fn leading_id(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['[', '(', ' ', '*']);
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | ')' | ']' | ',' | '|'));
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = after_mark(rest);
    let word = word.trim_end_matches('.');
    if is_id(word) {
        return Some((word, rest));
    }
    if !word.starts_with(char::is_uppercase) || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let number = number.trim_end_matches('.');
    is_id(number).then_some((number, after_mark(rest)))
}

fn after_mark(text: &str) -> &str {
    text.trim_start_matches([' ', ':', ')', ']', ',', '|', '-', '–', '—', '*', '.'])
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

#[derive(Default)]
struct Reader {
    sections: Sections,
    /// The first byte of each line.
    starts: Vec<usize>,
    /// The next number of each open list.
    lists: Vec<Option<u64>>,
    /// The block that is read.
    open: Block,
    cells: Vec<String>,
}

impl Reader {
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    fn take(&mut self, event: &Event<'_>, offset: usize) {
        if let Event::Text(text) | Event::Code(text) = event {
            self.push(text, offset);
        } else if matches!(event, Event::SoftBreak | Event::HardBreak) {
            self.push(" ", offset);
        } else if let Event::TaskListMarker(is_checked) = event {
            self.open.is_checked = Some(*is_checked);
        } else if let Event::Start(tag) = event {
            self.start(tag, offset);
        } else if let Event::End(tag) = event {
            self.end(*tag, offset);
        }
    }

    fn push(&mut self, text: &str, offset: usize) {
        if self.open.line == 0 {
            self.open.line = self.line(offset);
        }
        self.open.text.push_str(text);
    }

    fn start(&mut self, tag: &Tag<'_>, offset: usize) {
        if let Tag::Heading { level, .. } = tag {
            self.flush();
            self.open.level = Some(*level);
        } else if let Tag::List(first) = tag {
            self.flush();
            self.lists.push(*first);
        } else if matches!(tag, Tag::Item) {
            self.flush();
            let number = self.lists.last_mut().and_then(|next| {
                let number = *next;
                *next = number.map(|number| number.saturating_add(1));
                number
            });
            let depth = Some(self.lists.len().saturating_sub(1));
            self.open = Block { line: self.line(offset), depth, number, ..Block::default() };
        } else if matches!(tag, Tag::TableHead | Tag::TableRow) {
            self.cells.clear();
        } else if matches!(tag, Tag::Paragraph | Tag::BlockQuote(_) | Tag::Table(_) | Tag::CodeBlock(_)) {
            self.flush();
        }
    }

    fn end(&mut self, tag: TagEnd, offset: usize) {
        if tag == TagEnd::TableCell {
            let cell = std::mem::take(&mut self.open);
            self.cells.push(cell.text.trim().to_owned());
        } else if tag == TagEnd::TableHead {
            self.sections.heads.push(std::mem::take(&mut self.cells));
        } else if tag == TagEnd::TableRow {
            let (line, cells) = (self.line(offset), std::mem::take(&mut self.cells));
            let (text, table) = (cells.join(" | "), self.sections.heads.len());
            self.sections.blocks.push(Block { line, text, cells, table, ..Block::default() });
        } else if let TagEnd::List(_) = tag {
            self.flush();
            self.lists.pop();
        } else if matches!(tag, TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::Item) {
            self.flush();
        }
    }

    /// Ends the running text. An item without a text yet stays open: the first text in it is its own.
    fn flush(&mut self) {
        let text = self.open.text.trim();
        if text.is_empty() {
            return;
        }
        let text = text.to_owned();
        let block = Block { text, ..std::mem::take(&mut self.open) };
        self.sections.blocks.push(block);
    }
}
