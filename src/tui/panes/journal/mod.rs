//! Journal pane: all steps, newest last, each with time, sign, word, person and text. Damaged lines are shown in their
//! place.

mod kinds;
mod steps;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use ratatui::text::{Line as Text, Span};
use unicode_width::UnicodeWidthStr as _;

use self::steps::Step;
use super::Lines;
use super::person;
use super::wrap;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_kernel::journal::{Entry, Line};

/// The most lines of one entry, and the most characters wrapped into them.
const LINES: usize = 12;
const CHARS: usize = 8_000;
/// The most damaged lines in a row that are shown one by one.
const DAMAGED: usize = 3;
/// Columns of the time and a space.
const TIME: usize = 9;
/// Columns of the word, and the pane width from which names are aligned.
const WORD: usize = 9;
const COLUMNS: usize = 50;
/// The fewest columns for a text to begin on the line of the name.
const LEAST: usize = 16;
/// The most columns of a name.
const WHO: usize = 24;

#[derive(Debug, Default)]
pub struct Journal {}

impl Lines for Journal {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut writer = Writer { detail, width: usize::from(width), theme, rows: Vec::new(), day: None };
        writer.write();
        writer.rows
    }

    fn begins_at_end(&self) -> bool {
        true
    }
}

/// Rows in the making.
struct Writer<'a> {
    detail: &'a Detail,
    width: usize,
    theme: Theme,
    rows: Vec<Row>,
    /// The day of the previous entry.
    day: Option<Date>,
}

impl Writer<'_> {
    fn write(&mut self) {
        let (reading, is_whole) = match &self.detail.journal {
            Ok((reading, is_whole)) => (reading, *is_whole),
            Err(why) => return self.problem(&format!("The journal cannot be read: {why}")),
        };
        if !is_whole {
            let text =
                format!("Only the end is shown. `frieze log {}` prints everything.", self.detail.key());
            self.say(&text, TextStyle::Dim);
        }
        if reading.lines.is_empty() {
            return self
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
        let mut numbered = (1..).zip(&reading.lines);
        while let Some((number, line)) = numbered.next() {
            let what = damage.get(&number).map(Vec::as_slice).unwrap_or_default();
            match line {
                Line::Entry(entry) => {
                    self.uncounted(&mut raw);
                    for what in what {
                        self.problem(&format!("damaged here: {what}"));
                    }
                    // Damaged entries are not merged into a step.
                    let rest = (number + 1..).zip(reading.lines.iter().skip(number)).take(steps::MOST);
                    let rest = rest.map_while(|(number, line)| match line {
                        Line::Entry(entry) if !damage.contains_key(&number) => Some(entry),
                        Line::Entry(_) | Line::Raw(_) => None,
                    });
                    let step = Step::of(entry, &rest.collect::<Vec<_>>());
                    for _ in 1..step.count {
                        numbered.next();
                    }
                    self.step(entry, &step);
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
                    self.problem(&text);
                    let beginning = bytes.get(..CHARS.min(bytes.len())).unwrap_or_default();
                    let text = String::from_utf8_lossy(beginning);
                    let shown = Shown::cut(&text, self.width.saturating_sub(TIME));
                    self.rows
                        .push(Row::text(self.theme.line(format!("{:TIME$}{shown}", ""), TextStyle::Dim)));
                }
            }
        }
        self.uncounted(&mut raw);
    }

    /// Counts the damaged lines in a row that were not shown.
    fn uncounted(&mut self, raw: &mut usize) {
        if *raw > DAMAGED {
            self.problem(&format!("and {} more damaged lines", *raw - DAMAGED));
        }
        *raw = 0;
    }

    fn problem(&mut self, text: &str) {
        let text = Shown::line(wrap::beginning(text, CHARS)).into_string();
        let lines = wrap::lines(&text, self.width.saturating_sub(3), LINES).into_iter().enumerate();
        let rows = lines.map(|(at, line)| {
            let line = format!(" {} {line}", if at == 0 { '!' } else { ' ' });
            let line = self.theme.line(line, TextStyle::Bad);
            if at == 0 { Row::head(line) } else { Row::text(line) }
        });
        self.rows.extend(Row::wrapped(rows.collect(), || format!("! {text}")));
    }

    fn say(&mut self, text: &str, style: TextStyle) {
        for line in wrap::lines(text, self.width.saturating_sub(2), LINES) {
            self.rows.push(Row::text(self.theme.line(format!(" {line}"), style)));
        }
    }

    /// A step, with the time of its first entry.
    fn step(&mut self, entry: &Entry, step: &Step<'_>) {
        let at = entry.at.parse::<Timestamp>().ok().map(|at| at.to_zoned(self.detail.zone.clone()));
        if let Some(at) = &at {
            let day = at.date();
            if self.day != Some(day) {
                self.day = Some(day);
                let day = format!(" ── {} ", at.strftime("%-d %B %Y"));
                let line = "─".repeat(self.width.saturating_sub(day.width() + 1).min(40));
                self.rows.push(Row::text(self.theme.line(format!("{day}{line}"), TextStyle::Dim)));
            }
        }
        let time = match at {
            Some(at) => at.strftime("%H:%M:%S").to_string(),
            None => Shown::cut(&entry.at, TIME - 1).into_string(),
        };
        let (sign, word, style) = kinds::of(step.kind);
        let word = if word.is_empty() { Shown::cut(step.kind, 16).into_string() } else { word.to_owned() };
        let mut head = vec![
            self.theme.span(format!("{time:<TIME$}"), TextStyle::Dim),
            self.theme.span(format!("{sign} {word}"), style),
        ];
        // With enough room, names are aligned.
        let pad = if self.width >= COLUMNS { WORD.saturating_sub(word.width()) } else { 0 };
        head.push(Span::raw(" ".repeat(pad)));
        let taken = TIME + 2 + word.width() + pad;
        let room = self.width.saturating_sub(taken + 2).min(WHO);
        let who = match person::name(step.by) {
            "" => String::new(),
            name if room > 1 => format!("  {}", Shown::cut(name, room)),
            _ => String::new(),
        };
        let taken = taken + who.width();
        head.push(self.theme.span(who, TextStyle::Dim));
        let text = Shown::line(wrap::beginning(&step.text, CHARS)).into_string();
        let indent = TIME + 2;
        let width = self.width.saturating_sub(indent);
        // The text begins after the name if there is enough room, otherwise on the next line.
        let behind = taken + 2 + LEAST <= self.width || taken + 2 + text.width() <= self.width;
        let place = if behind { "x".repeat(taken - indent) + "  " } else { String::new() };
        let whole: String = head.iter().map(|span| span.content.as_ref()).collect();
        let mut lines = wrap::lines(&format!("{place}{text}"), width, LINES).into_iter();
        if behind {
            let first = lines.next().unwrap_or_default();
            head.push(Span::raw(format!("  {}", first.get(place.len()..).unwrap_or_default())));
        }
        let first = std::iter::once(Row::head(Text::from(head)));
        let rest = lines.map(|line| Row::text(format!("{:indent$}{line}", "")));
        self.rows.extend(Row::wrapped(first.chain(rest).collect(), || format!("{whole}  {text}")));
    }
}

#[cfg(test)]
mod tests;
