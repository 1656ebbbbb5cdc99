//! Reader of Word documents: the paragraphs of `word/document.xml` with their styles and numbers.

mod numbering;
mod styles;

use std::io::{Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use zip::ZipArchive;

use numbering::Numbering;
use styles::Styles;

use crate::table::OpenTable;
use crate::writer::{Writer, joined};
use crate::{Block, BlockKind, Document, Format, MOST_LINES, NotABrief, Skipped, Why};

/// Most bytes of all unpacked parts together.
const MOST_UNPACKED: usize = 64 * 1024 * 1024;
/// Most unpacked bytes per packed byte. Word's own documents stay below fifty.
const MOST_RATIO: usize = 200;
/// Unpacked bytes that a small document may have with any ratio.
const FREE: usize = 1024 * 1024;
/// Deepest nesting of elements. Word's own documents stay below a hundred.
const DEEPEST: u32 = 512;

/// Reads the bytes of a zip file.
///
/// # Errors
///
/// If it is not a Word document, or cannot be unpacked within the limits.
pub fn read(bytes: &[u8]) -> Result<Document, NotABrief> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|_| NotABrief::Damaged { why: "it is not a complete zip file" })?;
    if archive.index_for_name("word/document.xml").is_none() {
        return Err(other(&archive));
    }
    let mut budget = MOST_UNPACKED.min(FREE + bytes.len().saturating_mul(MOST_RATIO));
    let mut part = |name: &str| unpack(&mut archive, name, &mut budget);
    let text = part("word/document.xml")?.unwrap_or_default();
    let styles = part("word/styles.xml")?.map_or_else(|| Ok(Styles::default()), |xml| Styles::read(&xml))?;
    let numbering =
        part("word/numbering.xml")?.map_or_else(|| Ok(Numbering::default()), |xml| Numbering::read(&xml))?;
    let mut body = Body { styles, numbering, ..Body::default() };
    body.read(&text)?;
    Ok(Document { format: Format::Docx, blocks: body.blocks, skipped: body.skipped })
}

/// The refusal of a zip file that is not a Word document.
fn other(archive: &ZipArchive<Cursor<&[u8]>>) -> NotABrief {
    let has = |start: &str| archive.file_names_raw().any(|name| name.starts_with(start.as_bytes()));
    if has("xl/") {
        NotABrief::Spreadsheet
    } else if has("ppt/") {
        NotABrief::Office { what: "a presentation" }
    } else if has("mimetype") && has("content.xml") {
        NotABrief::Office { what: "an OpenDocument file" }
    } else if has("Index/") && has("Metadata/") {
        NotABrief::Office { what: "a document of Apple Pages, Numbers or Keynote" }
    } else {
        NotABrief::Archive
    }
}

/// The text of a part; `None` if the document has no such part.
fn unpack(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
    budget: &mut usize,
) -> Result<Option<String>, NotABrief> {
    if archive.index_for_name(name).is_none() {
        return Ok(None);
    }
    let file = archive.by_name(name).map_err(|_| NotABrief::Damaged {
        why: "a part of it is encrypted or compressed in an unknown way",
    })?;
    let mut bytes = Vec::new();
    let limit = u64::try_from(*budget).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit)
        .read_to_end(&mut bytes)
        .map_err(|_| NotABrief::Damaged { why: "a part of it cannot be unpacked" })?;
    *budget =
        budget.checked_sub(bytes.len()).ok_or(NotABrief::Damaged { why: "it is too large when unpacked" })?;
    let text =
        String::from_utf8(bytes).map_err(|_| NotABrief::Damaged { why: "a part of it is not UTF-8" })?;
    Ok(Some(text))
}

/// Calls `take` for each event of a part. Refuses entities and deep nesting.
fn events(xml: &str, mut take: impl FnMut(&Event<'_>) -> Result<(), NotABrief>) -> Result<(), NotABrief> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let mut depth = 0_u32;
    loop {
        let event = reader.read_event().map_err(|_| NotABrief::Damaged { why: "a part of it is not XML" })?;
        match &event {
            Event::Eof => return Ok(()),
            Event::DocType(_) => return Err(NotABrief::Damaged { why: "it declares entities" }),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Empty(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::GeneralRef(_) => {}
        }
        if depth > DEEPEST {
            return Err(NotABrief::Damaged { why: "its elements are nested too deep" });
        }
        take(&event)?;
    }
}

/// The value of an attribute. Names include their prefix.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    // The checks for doubled names take quadratic time.
    attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.0 == name)
        .map(|found| found.value.to_string())
}

/// Whether a switch is on: it is, unless its value is off.
fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(attribute(element, "w:val").as_deref(), Some("0" | "false" | "off" | "none"))
}

fn referenced(reference: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return Some(character);
    }
    match reference.as_ref() {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// Properties of a paragraph.
#[derive(Default)]
struct Paragraph {
    style: String,
    outline: Option<u8>,
    list: Option<String>,
    depth: Option<u8>,
}

#[derive(Default)]
struct Body {
    styles: Styles,
    numbering: Numbering,
    blocks: Vec<Block>,
    skipped: Vec<Skipped>,
    writer: Writer,
    /// Number of the current paragraph.
    line: u32,
    paragraph: Paragraph,
    table: Option<OpenTable>,
    /// Whether the table's settings, or those of its row, say that it has a head.
    has_head: bool,
    in_text: bool,
    in_run: bool,
    is_struck: bool,
    is_bold: bool,
    /// Depth of elements inside a skipped part.
    unread: u32,
}

impl Body {
    fn read(&mut self, xml: &str) -> Result<(), NotABrief> {
        events(xml, |event| {
            match event {
                Event::Start(element) => self.start(element)?,
                Event::End(element) => self.end(element.name().0),
                Event::Text(text) if self.in_text => self.text(text),
                Event::GeneralRef(reference) if self.in_text => {
                    if let Some(character) = referenced(reference) {
                        self.text(character.encode_utf8(&mut [0; 4]));
                    }
                }
                Event::Text(_)
                | Event::GeneralRef(_)
                | Event::Empty(_)
                | Event::CData(_)
                | Event::Comment(_)
                | Event::Decl(_)
                | Event::PI(_)
                | Event::DocType(_)
                | Event::Eof => {}
            }
            Ok(())
        })?;
        self.end_paragraph();
        self.end_table();
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if self.is_struck || self.unread > 0 {
            return;
        }
        self.writer.set_bold(self.is_bold);
        // Text before the first paragraph counts as part of it.
        self.writer.push(text, self.line.max(1));
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), NotABrief> {
        let name = element.name();
        // A copy for older programs, text that was moved away, and old formats of paragraphs and runs.
        if self.unread > 0 || matches!(name.0, "mc:Fallback" | "w:moveFrom" | "w:pPrChange" | "w:rPrChange") {
            self.unread += 1;
            return Ok(());
        }
        let value = || attribute(element, "w:val");
        match name.0 {
            "w:p" => {
                self.end_paragraph();
                self.line = self.line.saturating_add(1);
                if usize::try_from(self.line).unwrap_or(usize::MAX) > MOST_LINES {
                    return Err(NotABrief::TooManyLines { lines: MOST_LINES + 1 });
                }
                self.paragraph = Paragraph::default();
            }
            "w:pStyle" => self.paragraph.style = value().unwrap_or_default(),
            "w:outlineLvl" => self.paragraph.outline = value().and_then(|level| level.parse().ok()),
            "w:numId" => self.paragraph.list = value(),
            "w:ilvl" => self.paragraph.depth = value().and_then(|depth| depth.parse().ok()),
            "w:r" => {
                (self.in_run, self.is_bold, self.is_struck) = (true, false, false);
            }
            "w:b" if self.in_run => self.is_bold = is_on(element),
            "w:rStyle" if self.in_run => {
                self.is_bold |= value().is_some_and(|style| self.styles.is_bold(&style));
            }
            "w:strike" | "w:dstrike" if self.in_run && is_on(element) => {
                self.is_struck = true;
                self.skipped.push(Skipped { line: self.line, why: Why::NotAsked });
            }
            "w:t" => self.in_text = true,
            "w:tab" if self.in_run => self.text(" "),
            "w:noBreakHyphen" => self.text("-"),
            "w:br" | "w:cr" => self.writer.end_line(),
            "a:blip" | "v:imagedata" => self.skipped.push(Skipped { line: self.line, why: Why::Code }),
            "w:tbl" => match &mut self.table {
                Some(open) => open.depth += 1,
                None => {
                    self.end_paragraph();
                    (self.table, self.has_head) = (Some(OpenTable::default()), false);
                }
            },
            "w:tblLook" => {
                let first = attribute(element, "w:firstRow");
                self.set_head(matches!(first.as_deref(), Some("1" | "true" | "on")));
            }
            "w:tblHeader" => self.set_head(is_on(element)),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        if self.unread > 0 {
            self.unread -= 1;
            return;
        }
        match name {
            "w:p" => self.end_paragraph(),
            "w:r" => self.in_run = false,
            "w:t" => self.in_text = false,
            "w:tc" => self.end_cell(),
            "w:tr" => self.end_row(),
            "w:tbl" => match &mut self.table {
                Some(open) if open.depth > 0 => open.depth -= 1,
                Some(_) | None => self.end_table(),
            },
            _ => {}
        }
    }

    fn set_head(&mut self, has_head: bool) {
        self.has_head |= has_head && self.table.as_ref().is_some_and(|open| open.depth == 0);
    }

    fn end_cell(&mut self) {
        if let Some(open) = self.table.as_mut().filter(|open| open.depth == 0) {
            open.cell(self.writer.finish_cell());
        }
    }

    fn end_row(&mut self) {
        if let Some(open) = self.table.as_mut().filter(|open| open.depth == 0) {
            open.end_row(self.has_head, &mut self.skipped);
        }
    }

    fn end_table(&mut self) {
        // Word never writes text outside of a cell; it becomes a cell.
        self.end_cell();
        self.end_row();
        self.blocks.extend(self.table.take().and_then(OpenTable::close));
    }

    fn end_paragraph(&mut self) {
        let Paragraph { style, outline, list, depth } = std::mem::take(&mut self.paragraph);
        let style = self.styles.of(&style);
        let list = list.or(style.list);
        let depth = depth.or(style.depth).unwrap_or(0);
        let marker = list.as_deref().and_then(|list| self.numbering.next(list, depth));
        if self.table.is_some() {
            if let Some(marker) = marker.filter(|marker| !marker.is_empty()) {
                self.writer.prefix(&marker, self.line);
            }
            self.writer.end_line();
            return;
        }
        let Some(text) = self.writer.finish() else { return };
        let line = text.lines.first().map_or(self.line, |line| line.line);
        if style.is_contents {
            self.skipped.push(Skipped { line, why: Why::NotAsked });
            return;
        }
        // Outline level 9 means running text.
        let level = outline.filter(|level| *level < 9).map(|level| level + 1).or(style.level);
        let kind = match (level, marker) {
            (Some(level), marker) => {
                let marker =
                    marker.filter(|marker| !marker.is_empty()).map(|marker| marker + " ").unwrap_or_default();
                BlockKind::Heading { level, text: marker + &joined(&text) }
            }
            (None, Some(marker)) => BlockKind::Item { depth, marker, text },
            (None, None) => BlockKind::Paragraph(text),
        };
        self.blocks.push(Block { line, kind });
    }
}
