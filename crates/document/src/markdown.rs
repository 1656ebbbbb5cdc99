//! Reader of Markdown and plain text, with a CommonMark parser.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::lines::Lines;
use crate::plain::{self, Plain};
use crate::table::Table;
use crate::writer::{Writer, joined};
use crate::{Block, BlockKind, Skipped, Why, gherkin, html};

/// Reads a text. `before` is the number of lines before it in the document. Fences of Markdown are read only if `outer` is set,
/// so that fences do not nest. With `whole`, code, pictures and checkboxes are read, too.
pub fn read(
    text: &str,
    before: u32,
    outer: bool,
    whole: bool,
    blocks: &mut Vec<Block>,
    skipped: &mut Vec<Skipped>,
) {
    let Plain { source, markers, skipped: passed } = plain::lay_out(text);
    skipped.extend(passed.into_iter().map(|part| Skipped { line: part.line.saturating_add(before), ..part }));
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let mut reader = MarkdownReader {
        source: &source,
        markers,
        lines: Lines::new(&source),
        before,
        outer,
        whole,
        blocks,
        skipped,
        writer: Writer::default(),
        item: None,
        lists: 0,
        bold: 0,
        struck: 0,
        picture: 0,
        table: None,
        cells: Vec::new(),
        code: None,
        html: None,
    };
    for (event, range) in Parser::new_ext(&source, options).into_offset_iter() {
        reader.take(event, range);
    }
    reader.flush();
}

/// An item without its text yet.
struct StartedItem {
    depth: u8,
    marker: String,
}

/// How a code block is read.
enum Code {
    Skipped,
    Text,
    /// All of it as one line.
    Line,
    Gherkin,
    Markdown,
}

struct MarkdownReader<'a> {
    source: &'a str,
    markers: BTreeMap<u32, String>,
    lines: Lines,
    before: u32,
    outer: bool,
    whole: bool,
    blocks: &'a mut Vec<Block>,
    skipped: &'a mut Vec<Skipped>,
    writer: Writer,
    item: Option<StartedItem>,
    lists: u8,
    bold: u32,
    struck: u32,
    picture: u32,
    table: Option<Table>,
    cells: Vec<String>,
    /// How it is read, its first line, its text.
    code: Option<(Code, u32, String)>,
    html: Option<(u32, String)>,
}

impl MarkdownReader<'_> {
    fn line(&self, offset: usize) -> u32 {
        self.lines.of(offset).saturating_add(self.before)
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) => self.text(&text, range.start),
            Event::Code(text) if self.is_shown() => {
                let line = self.line(range.start);
                self.writer.code(&text, line);
            }
            Event::Html(html) => {
                if let Some((_, block)) = &mut self.html {
                    block.push_str(&html);
                }
            }
            Event::InlineHtml(html) => self.inline_html(&html, range),
            Event::SoftBreak | Event::HardBreak => self.writer.end_line(),
            Event::Rule => self.flush(),
            Event::TaskListMarker(is_checked) => self.checkbox(is_checked),
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => {}
        }
    }

    fn is_shown(&self) -> bool {
        (self.picture == 0 || self.whole) && self.struck == 0
    }

    fn checkbox(&mut self, is_checked: bool) {
        if let Some(item) = self.item.as_mut().filter(|_| self.whole) {
            let bullet = if item.marker.is_empty() { "-" } else { &item.marker };
            item.marker = format!("{bullet} [{}]", if is_checked { 'x' } else { ' ' });
        }
    }

    fn text(&mut self, text: &str, offset: usize) {
        if let Some((_, _, code)) = &mut self.code {
            code.push_str(text);
        } else if self.is_shown() {
            let line = self.line(offset);
            self.writer.push(text, line);
        }
    }

    fn inline_html(&mut self, html: &str, range: Range<usize>) {
        let tag = html::tag_name(html);
        if html.starts_with("<!--") {
            self.skip(range.start, Why::Comment);
        } else if tag == "br" {
            self.writer.end_line();
        } else if !html::is_element(&tag) {
            // A placeholder like `<id>` in a path is text.
            self.text(html, range.start);
        }
    }

    fn skip(&mut self, offset: usize, why: Why) {
        let line = self.line(offset);
        self.skipped.push(Skipped { line, why });
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } | Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) => {
                self.flush();
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let as_what = self.code_kind(&kind, range.clone());
                // The text of a fence begins below it.
                let below = u32::from(matches!(kind, CodeBlockKind::Fenced(_)));
                self.code = Some((as_what, self.line(range.start).saturating_add(below), String::new()));
            }
            Tag::HtmlBlock => {
                self.flush();
                self.html = Some((self.line(range.start), String::new()));
            }
            Tag::List(_) => {
                self.flush();
                self.lists = self.lists.saturating_add(1);
            }
            Tag::Item => {
                self.flush();
                let marker = match self.markers.remove(&self.lines.of(range.start)) {
                    Some(marker) => marker,
                    None => self.source.get(range.start..).map(number).unwrap_or_default(),
                };
                self.item = Some(StartedItem { depth: self.lists.saturating_sub(1), marker });
            }
            Tag::Table(_) => self.flush(),
            Tag::TableHead | Tag::TableRow => self.cells.clear(),
            Tag::Strong => {
                self.bold += 1;
                self.writer.set_bold(true);
            }
            Tag::Strikethrough => {
                if self.struck == 0 {
                    self.skip(range.start, Why::NotAsked);
                }
                self.struck += 1;
            }
            Tag::Image { dest_url, .. } => {
                self.picture += 1;
                if self.whole {
                    self.text(&dest_url, range.start);
                    self.text(" ", range.start);
                } else if self.picture == 1 {
                    self.skip(range.start, Why::Code);
                }
            }
            Tag::TableCell
            | Tag::MetadataBlock(_)
            | Tag::Emphasis
            | Tag::Link { .. }
            | Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition => {}
        }
    }

    fn code_kind(&self, kind: &CodeBlockKind<'_>, range: Range<usize>) -> Code {
        let body = self.source.get(range).unwrap_or_default();
        let kind = match kind {
            CodeBlockKind::Indented if self.lists > 0 => Code::Text,
            CodeBlockKind::Indented => Code::Skipped,
            CodeBlockKind::Fenced(info) => self.fence_kind(info, body),
        };
        // A scenario in a document about work is code.
        match kind {
            Code::Skipped | Code::Gherkin if self.whole => Code::Line,
            Code::Skipped | Code::Text | Code::Line | Code::Gherkin | Code::Markdown => kind,
        }
    }

    fn fence_kind(&self, info: &CowStr<'_>, body: &str) -> Code {
        let language = info.split([' ', '{', ',']).next().unwrap_or_default().to_ascii_lowercase();
        let inner = body.split_once('\n').map(|(_, inner)| inner).unwrap_or_default();
        match language.as_str() {
            "gherkin" | "feature" | "cucumber" => Code::Gherkin,
            "" if gherkin::is_feature(inner) => Code::Gherkin,
            "md" | "markdown" if self.outer => Code::Markdown,
            _ => Code::Skipped,
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => self.flush(),
            TagEnd::Heading(level) => self.end_heading(level, range),
            TagEnd::CodeBlock => self.end_code(range.start),
            TagEnd::HtmlBlock => {
                if let Some((line, html)) = self.html.take() {
                    html::read(&html, line, self.blocks, self.skipped);
                }
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists = self.lists.saturating_sub(1);
            }
            TagEnd::Item => {
                self.flush();
                self.item = None;
            }
            TagEnd::TableCell => {
                let (cell, _) = self.writer.finish_cell();
                self.cells.push(cell);
            }
            TagEnd::TableHead => {
                let line = self.line(range.start);
                self.table = Some(Table::new(line, std::mem::take(&mut self.cells)));
            }
            TagEnd::TableRow => {
                let line = self.line(range.start);
                let cells = std::mem::take(&mut self.cells);
                if let Some(table) = &mut self.table {
                    table.row(line, cells, " | ", self.skipped);
                }
            }
            TagEnd::Table => self.blocks.extend(self.table.take().and_then(Table::finish)),
            TagEnd::Strong => {
                self.bold = self.bold.saturating_sub(1);
                if self.bold == 0 {
                    self.writer.end_bold();
                }
            }
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Image => self.picture = self.picture.saturating_sub(1),
            TagEnd::MetadataBlock(_)
            | TagEnd::Emphasis
            | TagEnd::Link
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel, range: Range<usize>) {
        let is_hashed = self.source.get(range.clone()).is_some_and(|text| text.trim_start().starts_with('#'));
        let line = self.line(range.start);
        let Some(text) = self.writer.finish() else { return };
        let last = text.lines.last().map(|line| line.text.as_str()).unwrap_or_default();
        // Sentences above a rule are a paragraph, although Markdown takes the rule for an underline.
        if !is_hashed && (text.lines.len() > 1 || last.ends_with(['.', '!', ';', '。'])) {
            self.blocks.push(Block { line, kind: BlockKind::Paragraph(text) });
            return;
        }
        // A heading at the beginning of an item replaces the item.
        self.item = None;
        self.blocks
            .push(Block { line, kind: BlockKind::Heading { level: level as u8, text: joined(&text) } });
    }

    fn end_code(&mut self, offset: usize) {
        let Some((as_what, line, text)) = self.code.take() else { return };
        match as_what {
            Code::Skipped => self.skip(offset, Why::Code),
            Code::Gherkin => gherkin::read(&text, line.saturating_sub(1), self.blocks, self.skipped),
            Code::Markdown => {
                read(&text, line.saturating_sub(1), false, self.whole, self.blocks, self.skipped);
            }
            Code::Line => {
                self.writer.push(&text, line);
                self.flush();
            }
            Code::Text => {
                for (line, text) in (line..).zip(text.lines()) {
                    self.writer.push(text, line);
                    self.writer.end_line();
                }
                self.flush();
            }
        }
    }

    /// Ends the running text, which belongs to the started item or is a paragraph.
    fn flush(&mut self) {
        if self.table.is_some() || self.code.is_some() {
            return;
        }
        self.bold = 0;
        let Some(text) = self.writer.finish() else { return };
        let line = text.lines.first().map_or(1, |line| line.line);
        let kind = match self.item.take() {
            Some(StartedItem { depth, marker }) => BlockKind::Item { depth, marker, text },
            None => BlockKind::Paragraph(text),
        };
        self.blocks.push(Block { line, kind });
    }
}

/// The number of an item with its mark: `3.`, `2)`; empty for a bullet.
fn number(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text.get(..digits + 1) {
        Some(number) if digits > 0 => number.to_owned(),
        _ => String::new(),
    }
}
