//! Reader of CSV with a header, as Jira, Notion and Excel export it. The file becomes one table.

use csv::{ByteRecord, ReaderBuilder};

use crate::lines::Lines;
use crate::table::Table;
use crate::writer::Writer;
use crate::{Block, Skipped};

const SEPARATORS: [u8; 3] = *b",;\t";

/// The most frequent separator of the header.
fn separator(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    // With equal counts the first wins, so a header without separators is read with commas.
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// Reads CSV with a header.
pub fn read(text: &str, blocks: &mut Vec<Block>, skipped: &mut Vec<Skipped>) {
    let (before, body) = header(text);
    let separator = separator(body);
    let mut reader = ReaderBuilder::new();
    reader.delimiter(separator).has_headers(false).flexible(true);
    let mut reader = reader.from_reader(body.as_bytes());
    let lines = Lines::new(body);
    let mut table: Option<Table> = None;
    let joint = char::from(separator).to_string();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        let start = record.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        // The record begins before the blank lines above it.
        let blank = body.bytes().skip(start).take_while(|byte| *byte == b'\n').count();
        let line = before.saturating_add(lines.of(start + blank));
        let cells: Vec<String> = record.iter().map(cell).collect();
        match &mut table {
            Some(table) => table.row(line, cells, &joint, skipped),
            None => table = Some(Table::new(line, cells)),
        }
    }
    blocks.extend(table.and_then(Table::finish));
}

fn cell(bytes: &[u8]) -> String {
    let mut writer = Writer::default();
    for line in String::from_utf8_lossy(bytes).lines() {
        writer.push(line, 1);
        writer.end_line();
    }
    writer.finish_cell().0
}

/// The number of lines before the header, and the text from there. Excel writes `sep=;` first.
fn header(text: &str) -> (u32, &str) {
    match text.split_once('\n') {
        Some((first, rest)) if first.len() == 5 && first.starts_with("sep=") => (1, rest),
        Some(_) | None => (0, text),
    }
}
