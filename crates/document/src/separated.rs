//! Reader of CSV with a header, as Jira, Notion and Excel export it. The file becomes one table.

use csv::{ByteRecord, ReaderBuilder};

use crate::table::Table;
use crate::writer::Writer;
use crate::{Block, Skipped};

const SEPARATORS: [u8; 3] = *b",;\t";

/// Least separators of a header, if the file is not named as CSV.
const FEWEST: usize = 3;

/// The longest name of a column, in bytes, if the file is not named as CSV.
const LONGEST_NAME: usize = 60;

/// The separator of a file that is named as CSV: the most frequent one of its header.
pub fn separator(text: &str) -> u8 {
    let header = header(text).1.lines().next().unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    // With equal counts the first wins, so a header without separators is read with commas.
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// The separator of a text that looks like CSV: its first records have the same number of cells, and the header has only names.
pub fn recognised(text: &str) -> Option<u8> {
    let (_, body) = header(text);
    SEPARATORS.into_iter().find(|separator| {
        // The first line rules most texts out before anything is parsed.
        let first = body.lines().next().unwrap_or_default();
        if first.bytes().filter(|byte| byte == separator).count() < FEWEST {
            return false;
        }
        let mut reader = parser(*separator).from_reader(body.as_bytes());
        let mut records = reader.byte_records().map_while(Result::ok);
        let Some(head) = records.next() else { return false };
        let are_names = head.iter().all(|name| {
            let is_trimmed = name.trim_ascii().len() == name.len();
            is_trimmed && name.len() <= LONGEST_NAME && !name.contains(&b'\n') && !name.ends_with(b".")
        });
        let mut following = 0;
        let are_even = records.take(8).all(|record| {
            following += 1;
            record.len() == head.len()
        });
        are_names && are_even && following > 0 && head.len() > FEWEST
    })
}

/// Reads CSV with a header.
pub fn read(text: &str, separator: u8, blocks: &mut Vec<Block>, skipped: &mut Vec<Skipped>) {
    let (before, body) = header(text);
    let mut reader = parser(separator).from_reader(body.as_bytes());
    let mut lines = Lines { text: body, at: 0, line: before };
    let mut table: Option<Table> = None;
    let joint = char::from(separator).to_string();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        let start = record.position().map_or(0, csv::Position::byte);
        let line = lines.of(usize::try_from(start).unwrap_or(usize::MAX));
        let cells: Vec<String> = record.iter().map(cell).collect();
        match &mut table {
            Some(table) => table.row(line, cells, &joint, skipped),
            None => table = Some(Table::new(line, cells)),
        }
    }
    blocks.extend(table.and_then(Table::finish));
}

fn parser(separator: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(separator).has_headers(false).flexible(true);
    builder
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

/// Converts growing offsets to lines.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    /// The line of the first record at or after an offset. Blank lines before it are skipped.
    fn of(&mut self, offset: usize) -> u32 {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if self.at >= offset && *byte != b'\n' {
                break;
            }
            self.line = self.line.saturating_add(u32::from(*byte == b'\n'));
            self.at += 1;
        }
        self.line.saturating_add(1)
    }
}
