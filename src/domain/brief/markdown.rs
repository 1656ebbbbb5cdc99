//! Markdown and plain text to blocks, through a CommonMark parser.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::block::{Block, Form};
use super::layout::Laid;
use super::plain;
use super::prose::Prose;

/// Deeper nesting than any person writes is read as text: it would cost the parser a step per level and line.
const DEEPEST: usize = 48;

pub(super) fn blocks(laid: &Laid<'_>) -> Vec<Block> {
    let flattened = flatten(laid.text());
    let source = flattened.as_deref().unwrap_or(laid.text());
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_GFM
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut builder = Builder::new(laid, source);
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        builder.take(event, range);
    }
    builder.flush();
    let mut blocks = builder.blocks;
    super::headings::raise(&mut blocks);
    blocks
}

/// Replaces the markers beyond the deepest level that is read by spaces, byte for byte.
fn flatten(source: &str) -> Option<String> {
    let mut changed: Option<Vec<u8>> = None;
    let bytes = source.as_bytes();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let mut level = 0;
        for (offset, byte) in line.bytes().enumerate() {
            match byte {
                b' ' | b'\t' | b'0'..=b'9' => {}
                b'>' | b'-' | b'*' | b'+' | b'.' | b')' => {
                    level += 1;
                    if level > DEEPEST
                        && let Some(place) =
                            changed.get_or_insert_with(|| bytes.to_vec()).get_mut(at + offset)
                    {
                        *place = b' ';
                    }
                }
                _ => break,
            }
        }
        // A rule (`-----`) is no nesting, and blanking its tail leaves a rule.
        at += line.len();
    }
    changed.and_then(|bytes| String::from_utf8(bytes).ok())
}

struct ItemFrame {
    block: usize,
    filled: bool,
}

struct Builder<'a> {
    laid: &'a Laid<'a>,
    source: &'a str,
    line_starts: Vec<usize>,
    blocks: Vec<Block>,
    current: Prose,
    current_line: Option<u32>,
    items: Vec<ItemFrame>,
    lists: Vec<u32>,
    groups: u32,
    bold_from: Vec<usize>,
    struck_from: Vec<usize>,
    cells: Option<Vec<Prose>>,
    code: Option<(bool, u32)>,
    html: Option<String>,
    metadata: bool,
    picture: u32,
    heading: bool,
}

impl<'a> Builder<'a> {
    fn new(laid: &'a Laid<'a>, source: &'a str) -> Self {
        let line_starts = std::iter::once(0)
            .chain(source.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        Self {
            laid,
            source,
            line_starts: line_starts.collect(),
            blocks: Vec::new(),
            current: Prose::default(),
            current_line: None,
            items: Vec::new(),
            lists: Vec::new(),
            groups: 0,
            bold_from: Vec::new(),
            struck_from: Vec::new(),
            cells: None,
            code: None,
            html: None,
            metadata: false,
            picture: 0,
            heading: false,
        }
    }

    /// The line in the document of an offset in the text.
    fn line_of(&self, offset: usize) -> u32 {
        self.line_below(offset, 0)
    }

    /// The line in the document that stands so many lines of the text below an offset.
    fn line_below(&self, offset: usize, lines: u32) -> u32 {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        self.laid.line(u32::try_from(line).unwrap_or(u32::MAX).saturating_add(lines))
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Code(text) => {
                match self.source.get(range.clone()).filter(|source| source.contains('\n')) {
                    // The parser makes a space of each line end in it, and every word has its own line.
                    Some(source) => {
                        // Marks of a quotation stand before the lines that it goes on in.
                        let source = source.trim_matches('`');
                        let lines = source.split('\n').enumerate().map(|(at, line)| {
                            if at == 0 { line } else { line.trim_start_matches([' ', '>']) }
                        });
                        self.text(&lines.collect::<Vec<_>>().join("\n"), range);
                    }
                    None => self.text(&text, range),
                }
            }
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text, range);
            }
            Event::Html(html) => {
                if let Some(block) = &mut self.html {
                    block.push_str(&html);
                }
            }
            Event::InlineHtml(html) => {
                if let Some(shown) = plain::shown_html(&html) {
                    self.text(shown, range);
                }
            }
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
            Event::SoftBreak | Event::HardBreak => self.current.end_line(),
            Event::Rule => self.flush(),
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.metadata {
            return;
        }
        if self.picture > 0 {
            return;
        }
        for (index, piece) in text.split('\n').enumerate() {
            if index > 0 {
                self.current.end_line();
            }
            let line = self.line_below(range.start, u32::try_from(index).unwrap_or(u32::MAX));
            let piece = piece.trim_end_matches('\r');
            if piece.contains('\t') {
                self.current.push(&plain::untabbed(piece), line);
            } else {
                self.current.push(piece, line);
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.flush(),
            Tag::Heading { .. } => {
                self.flush();
                self.heading = true;
            }
            Tag::BlockQuote(_) => self.flush(),
            Tag::CodeBlock(kind) => {
                self.flush();
                let fenced = match &kind {
                    CodeBlockKind::Indented => self.source.get(range.clone()).is_some_and(plain::is_code),
                    CodeBlockKind::Fenced(info) => !plain::is_readable_fence(info),
                };
                self.code = Some((fenced, self.line_of(range.start)));
            }
            Tag::HtmlBlock => {
                self.flush();
                self.html = Some(String::new());
            }
            Tag::List(_) => {
                self.flush();
                self.groups += 1;
                self.lists.push(self.groups);
            }
            Tag::Item => {
                self.flush();
                let mut block = Block::new(Form::Item, Prose::default(), self.line_of(range.start));
                block.number = self.source.get(range.start..).and_then(plain::item_number);
                block.group = self.lists.last().copied().unwrap_or(0);
                block.parent = self.items.last().map(|frame| frame.block);
                self.items.push(ItemFrame { block: self.blocks.len(), filled: false });
                self.blocks.push(block);
            }
            Tag::Table(_) => {
                self.flush();
                self.groups += 1;
            }
            Tag::TableHead | Tag::TableRow => {
                self.current_line = Some(self.line_of(range.start));
                self.cells = Some(Vec::new());
            }
            Tag::TableCell => self.current = Prose::default(),
            Tag::Strong => self.bold_from.push(self.current.len()),
            Tag::Strikethrough => self.struck_from.push(self.current.len()),
            Tag::Image { .. } => {
                if self.picture == 0 {
                    let line = self.line_of(range.start);
                    let parent = self.items.last().map(|frame| frame.block);
                    let mut block = Block::new(Form::Picture, Prose::default(), line);
                    block.parent = parent;
                    block.until = self.blocks.len() + 1;
                    if self.cells.is_none() && !self.heading {
                        self.blocks.push(block);
                    }
                }
                self.picture += 1;
            }
            Tag::MetadataBlock(_) => self.metadata = true,
            Tag::Emphasis
            | Tag::Link { .. }
            | Tag::Superscript
            | Tag::Subscript
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::BlockQuote(_) => self.flush(),
            TagEnd::Heading(level) => self.end_heading(level, range),
            TagEnd::CodeBlock => {
                let prose = std::mem::take(&mut self.current).finish();
                if let Some((closed, line)) = self.code.take() {
                    if closed {
                        self.push(Block::new(Form::Code, Prose::default(), line));
                    } else {
                        self.current = prose;
                        self.flush();
                    }
                }
            }
            TagEnd::HtmlBlock => {
                for (line, text) in plain::html_lines(&self.html.take().unwrap_or_default()) {
                    let line = self.line_below(range.start, line);
                    self.current.push(&text, line);
                    self.current.end_line();
                }
                self.flush();
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                if let Some(frame) = self.items.pop() {
                    let end = self.blocks.len();
                    if let Some(block) = self.blocks.get_mut(frame.block) {
                        block.until = end;
                    }
                }
            }
            TagEnd::TableHead => self.end_row(true),
            TagEnd::TableRow => self.end_row(false),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.current).finish();
                if let Some(cells) = &mut self.cells {
                    cells.push(cell);
                }
            }
            TagEnd::Strong => {
                if let Some(start) = self.bold_from.pop() {
                    self.current.embolden(start);
                }
            }
            TagEnd::Strikethrough => {
                if let Some(start) = self.struck_from.pop() {
                    self.current.cut(start);
                }
            }
            TagEnd::Image => self.picture = self.picture.saturating_sub(1),
            TagEnd::MetadataBlock(_) => self.metadata = false,
            TagEnd::Table
            | TagEnd::Emphasis
            | TagEnd::Link
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel, range: Range<usize>) {
        self.heading = false;
        let hashed = self.source.get(range).is_some_and(|text| text.trim_start().starts_with('#'));
        let prose = std::mem::take(&mut self.current).finish();
        if prose.is_empty() {
            return;
        }
        // Text over a rule that was meant as a rule is no heading.
        let sentence = plain::is_sentence(prose.text()) && !super::section::is_phrase(prose.text());
        if !hashed && (!prose.wraps().is_empty() || sentence) {
            self.current = prose;
            self.flush();
            return;
        }
        let line = prose.line();
        self.push(Block::new(Form::Heading(level as u8), prose, line));
    }

    fn end_row(&mut self, head: bool) {
        let cells = self.cells.take().unwrap_or_default();
        let line = self.current_line.take().unwrap_or(1);
        let mut block = Block::new(Form::Row { head }, Prose::default(), line);
        block.cells = cells;
        block.group = self.groups;
        self.push(block);
    }

    fn push(&mut self, mut block: Block) {
        block.parent = self.items.last().map(|frame| frame.block);
        block.until = self.blocks.len() + 1;
        self.blocks.push(block);
    }

    /// Ends the running text: it is an item's own, or a paragraph, or several where its lines are marked.
    fn flush(&mut self) {
        if self.cells.is_some() || self.code.is_some() {
            return;
        }
        self.bold_from.clear();
        self.struck_from.clear();
        let prose = std::mem::take(&mut self.current).finish();
        if prose.is_empty() {
            return;
        }
        let outside = self.items.is_empty();
        let mut group = 0;
        for part in plain::parts(prose, outside) {
            let line = part.prose.line();
            if let Some(frame) = self.items.last_mut().filter(|frame| !frame.filled) {
                frame.filled = true;
                let at = frame.block;
                if let Some(block) = self.blocks.get_mut(at) {
                    block.prose = part.prose;
                    block.line = line;
                }
                continue;
            }
            let mut block = Block::new(part.form, part.prose, line);
            block.number = part.number;
            if part.form == Form::Item {
                if group == 0 {
                    self.groups += 1;
                    group = self.groups;
                }
                block.group = group;
            }
            self.push(block);
        }
    }
}
