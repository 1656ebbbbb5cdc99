//! Journal pane: all entries, newest last, each with time, sign, kind, person and text. Damaged lines are shown in their
//! place.

mod kinds;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use unicode_width::UnicodeWidthStr as _;

use super::Lines;
use super::pen::{Pen, TEXT};
use super::person;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_kernel::journal::{Entry, Line};

/// The most damaged lines in a row that are shown one by one.
const DAMAGED: usize = 3;
/// Columns of the time and a space.
const TIME: usize = 9;
/// Columns of the kind, as in `frieze log`, and the pane width from which names are aligned.
const KIND: usize = 12;
const COLUMNS: usize = 50;
/// The most columns of the kind of another version, and of a name.
const LONGEST_KIND: usize = 20;
const WHO: usize = 24;
/// Actors that are no people; their names are not shown.
pub const UNNAMED: [&str; 2] = ["engine", "system"];

#[derive(Debug, Default)]
pub struct Journal {}

impl Lines for Journal {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut writer = Writer { detail, pen: Pen::new(width, theme), day: None };
        writer.write();
        writer.pen.rows()
    }

    fn begins_at_end(&self) -> bool {
        true
    }
}

/// Rows in the making.
struct Writer<'a> {
    detail: &'a Detail,
    pen: Pen,
    /// The day of the previous entry.
    day: Option<Date>,
}

impl Writer<'_> {
    fn write(&mut self) {
        let (reading, is_whole) = match &self.detail.journal {
            Ok((reading, is_whole)) => (reading, *is_whole),
            Err(why) => return self.pen.problem(&format!("The journal cannot be read: {why}")),
        };
        if !is_whole {
            let text =
                format!("Only the end is shown. `frieze log {}` prints everything.", self.detail.key());
            self.pen.say(text, TextStyle::Dim);
        }
        if reading.lines.is_empty() {
            return self
                .pen
                .say("No entries yet. Moves, answers and decisions will appear here.", TextStyle::Dim);
        }
        let mut damage: HashMap<usize, Vec<&str>> = HashMap::new();
        for damaged in &reading.damage {
            // If only the end was read, the missing beginning is no damage.
            if damaged.line > 1 || is_whole {
                damage.entry(damaged.line).or_default().push(&damaged.what);
            }
        }
        let mut raw = 0;
        for (number, line) in reading.without_repetitions() {
            let what = damage.get(&number).map(Vec::as_slice).unwrap_or_default();
            match line {
                Line::Entry(entry) => {
                    self.uncounted(&mut raw);
                    for what in what {
                        self.pen.problem(&format!("damaged here: {what}"));
                    }
                    // A move has the sign of what makes it.
                    let kind = match reading.lines.get(number) {
                        Some(Line::Entry(next)) if next.repeats(entry) => &next.kind,
                        _ => &entry.kind,
                    };
                    self.entry(entry, kind);
                }
                Line::Raw(_) if raw >= DAMAGED => raw += 1,
                Line::Raw(bytes) => {
                    raw += 1;
                    let torn = number == reading.lines.len() && reading.torn.is_some();
                    let text = if torn {
                        "The last line is incomplete: its writer was interrupted.".to_owned()
                    } else if reading.recovered.contains(&number) {
                        "This line is incomplete: its writer was interrupted. Nothing is missing after it."
                            .to_owned()
                    } else {
                        format!("damaged: {}", what.join("; "))
                    };
                    self.pen.problem(&text);
                    let text = String::from_utf8_lossy(bytes.get(..TEXT).unwrap_or(bytes));
                    let spans = [
                        self.pen.own(" ".repeat(TIME), TextStyle::Dim),
                        self.pen.name(&text, TextStyle::Dim),
                    ];
                    self.pen.text(&spans, TIME);
                }
            }
        }
        self.uncounted(&mut raw);
    }

    /// Counts the damaged lines in a row that were not shown.
    fn uncounted(&mut self, raw: &mut usize) {
        if *raw > DAMAGED {
            self.pen.problem(&format!("and {} more damaged lines", *raw - DAMAGED));
        }
        *raw = 0;
    }

    /// Writes an entry with the sign of a kind.
    fn entry(&mut self, entry: &Entry, kind: &str) {
        let at = entry.at.parse::<Timestamp>().ok().map(|at| at.to_zoned(self.detail.zone.clone()));
        if let Some(at) = &at {
            let day = at.date();
            if self.day != Some(day) {
                self.day = Some(day);
                let day = format!(" ── {} ", at.strftime("%-d %B %Y"));
                let line = "─".repeat(self.pen.width.saturating_sub(day.width() + 1).min(40));
                self.pen.say(format!("{day}{line}"), TextStyle::Dim);
            }
        }
        let time = match at {
            Some(at) => at.strftime("%H:%M:%S").to_string(),
            None => Shown::cut(&entry.at, TIME - 1).into_string(),
        };
        let (sign, style) = kinds::of(kind);
        let kind = Shown::cut(&entry.kind, LONGEST_KIND).into_string();
        // With enough room, names are aligned.
        let pad = if self.pen.width >= COLUMNS { KIND.saturating_sub(kind.width()) } else { 0 };
        // Most texts of a person's entries name the person themselves.
        let is_named = UNNAMED.contains(&entry.by.as_str()) || entry.text.contains(&entry.by);
        let who =
            if is_named { String::new() } else { format!("  {}", Shown::cut(person::name(&entry.by), WHO)) };
        let spans = [
            self.pen.own(format!("{time:<TIME$}"), TextStyle::Dim),
            self.pen.own(format!("{sign} {kind}"), style),
            self.pen.own(format!("{:pad$}{who}  ", ""), TextStyle::Dim),
            self.pen.prose(&entry.text, TextStyle::Plain),
        ];
        self.pen.item(&spans, TIME + 2, |row| row);
    }
}

#[cfg(test)]
mod tests;
