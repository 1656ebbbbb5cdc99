//! Feedback pane: the requests of each rejection with their outcomes. Changes are found by comparing designs; only a person
//! marks a request as done.

use jiff::Timestamp;
use ratatui::text::Line;

use super::Lines;
use super::person;
use super::row_tag::RowTag;
use super::wrap;
use crate::tui::model::comments;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::view::time_text;
use crate::tui::widgets::listing::Row;
use frieze_data::text::{Shown, count};
use frieze_design::feedback::{Done, FoundChange, Outcome};
use frieze_engine::past::{Item, Rejection};

/// The most lines of one text, and the most characters wrapped into them.
const LINES: usize = 8;
const CHARS: usize = 8_000;
/// The most changed places listed per request.
const PLACES: usize = 3;
/// The most lines per place; the Diff pane has the whole change.
const PLACE: usize = 2;
/// The most lines of the draft.
const DRAFT: usize = 12;

#[derive(Debug, Default)]
pub struct Feedback {}

impl Lines for Feedback {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut writer = Writer { detail, width: usize::from(width), theme, rows: Vec::new() };
        writer.write();
        writer.rows
    }
}

/// Rows in the making.
struct Writer<'a> {
    detail: &'a Detail,
    width: usize,
    theme: Theme,
    rows: Vec<Row>,
}

impl Writer<'_> {
    fn write(&mut self) {
        let detail = self.detail;
        let draft = detail.draft.as_deref().unwrap_or_default().trim();
        if let Err(why) = &detail.draft {
            self.problem(&format!("The feedback draft cannot be read: {why}"));
        }
        if !draft.is_empty() {
            self.heading("Not sent yet", "sent with the next rejection", TextStyle::Attention);
            let text = Shown::block(wrap::beginning(draft, CHARS)).into_string();
            self.block(&text, "   ", "   ", TextStyle::Plain, DRAFT);
            self.rows.push(Row::text(""));
        }
        if let Err(why) = &detail.done {
            self.problem(why);
        }
        if let Err(why) = &detail.past {
            self.problem(&format!("Past rejections cannot be read: {why}"));
        } else if detail.rejections.is_empty() {
            self.block(&self.no_rejection(), " ", " ", TextStyle::Dim, LINES);
        }
        let mut number = 0;
        for (at, rejection) in detail.rejections.iter().enumerate() {
            if at > 0 {
                self.rows.push(Row::text(""));
            }
            self.rejection(rejection);
            if let Some(why) = &rejection.report_problem {
                self.problem(why);
            }
            if rejection.is_from_scratch {
                let text = "A new design was started after this rejection. The outcomes compare it with the \
                    rejected one.";
                self.block(text, "   ", "   ", TextStyle::Attention, LINES);
            }
            for item in rejection.items.iter().flatten() {
                number += 1;
                self.item(rejection.folder, item, number);
            }
            if rejection.unlisted > 0 {
                let text = format!(
                    "and {} more lines, too many to be listed; iterations/{}/feedback.md has them",
                    rejection.unlisted, rejection.folder
                );
                self.block(&text, "   ", "   ", TextStyle::Attention, LINES);
            }
            match &rejection.items {
                Err(why) => self.problem(why),
                Ok(items) if items.is_empty() => {
                    self.block("rejected without feedback", "   ", "   ", TextStyle::Dim, 1);
                }
                Ok(_) => {}
            }
        }
    }

    /// Why no rejection is listed, by the journal if a person deleted the feedback.
    fn no_rejection(&self) -> String {
        let detail = self.detail;
        let rejections = detail.rejections_in_journal();
        if rejections > 0 {
            return format!(
                "{} in the journal. No requests are listed: design/iterations has no feedback.md any more.",
                count(rejections, "rejection", "rejections")
            );
        }
        // Keys are not named here: they can be rebound, and the last line of the screen shows them.
        let mut text =
            "No rejection yet. After one, each request is listed here with its outcome in the next \
            iteration."
                .to_owned();
        // A frozen design takes no comment.
        if !detail.run().is_some_and(|view| view.is_sealed) {
            text.push_str(" Comments from other panes are collected for the next rejection.");
        }
        text
    }

    /// `Iteration 2 rejected  2 changed · 1 ? suspicious · 1 not done · 1 ✓ done`: each request once. A change is suspicious if the
    /// generator denies that it was made for the request.
    fn rejection(&mut self, rejection: &Rejection) {
        let items = rejection.items.as_deref().unwrap_or_default();
        let is_marked = |item: &&Item| self.mark(rejection.folder, item).is_some();
        let open: Vec<&Item> = items.iter().filter(|item| !is_marked(item)).collect();
        let count =
            |is: fn(&Outcome) -> bool| open.iter().filter(|item| item.outcome.as_ref().is_ok_and(is)).count();
        let unreadable = open.iter().filter(|item| item.outcome.is_err()).count();
        let parts = [
            (count(|o| matches!(o, Outcome::Changed { denied: false, .. })), "changed"),
            (count(|o| matches!(o, Outcome::Changed { denied: true, .. })), "? suspicious"),
            (count(|o| matches!(o, Outcome::NotFound { .. })), "not done"),
            (count(|o| matches!(o, Outcome::Waiting)), "waiting"),
            (count(|o| matches!(o, Outcome::Unknown)) + unreadable, "unknown"),
            (items.len() - open.len(), "✓ done"),
        ];
        let counts = parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
        let counts: Vec<String> = counts.collect();
        let rejected = match self.detail.number_of(rejection.folder) {
            Some(number) => format!("Iteration {number} rejected"),
            None => "Rejected in an earlier run".to_owned(),
        };
        self.heading(&rejected, &counts.join(" · "), TextStyle::Heading);
    }

    fn item(&mut self, folder: u32, item: &Item, number: usize) {
        let mark = self.mark(folder, item).cloned();
        let sign = if mark.is_some() { " ✓ " } else { " • " };
        let from = self.rows.len();
        let words = Shown::line(&comments::describe(wrap::beginning(&item.asked.words, CHARS))).into_string();
        self.block(
            &words,
            sign,
            "   ",
            if mark.is_some() { TextStyle::Dim } else { TextStyle::Strong },
            LINES,
        );
        if let Some(mark) = &mark {
            self.done(mark);
        }
        match &item.outcome {
            Ok(Outcome::Changed { changes, report, denied }) => {
                self.changed(changes, report.as_deref(), *denied);
            }
            Ok(Outcome::NotFound { why }) => {
                let why = wrap::beginning(why, CHARS);
                // The person knows better.
                match mark {
                    Some(_) => self.outcome(&format!("no change found: {why}"), ' ', TextStyle::Dim),
                    None => self.outcome(&format!("not done: {why}"), '✗', TextStyle::Bad),
                }
            }
            Ok(Outcome::Waiting) => self.outcome("waiting for the next iteration", '…', TextStyle::Busy),
            Ok(Outcome::Unknown) => self.outcome(
                "unknown: no element named and no reply by the generator; see Diff",
                '?',
                TextStyle::Attention,
            ),
            Err(why) => {
                self.outcome(&format!("unknown: {}", wrap::beginning(why, CHARS)), '?', TextStyle::Attention);
            }
        }
        let pointer = match &item.outcome {
            Ok(Outcome::Changed { changes, .. }) => {
                changes.iter().find(|change| !change.is_removed).map(|change| change.pointer.clone())
            }
            _ => item.asked.pointer.clone(),
        };
        for (at, row) in self.rows.iter_mut().enumerate().skip(from) {
            row.tag = Some(RowTag::Request(number));
            row.head = at == from;
            if row.pointer.is_none() {
                row.pointer.clone_from(&pointer);
            }
        }
    }

    fn changed(&mut self, changes: &[FoundChange], report: Option<&str>, denied: bool) {
        let style = if denied { TextStyle::Attention } else { TextStyle::Good };
        for change in changes.iter().take(PLACES) {
            let text = wrap::beginning(&change.in_words(), CHARS).to_owned();
            let from = self.rows.len();
            let text = Shown::line(&text).into_string();
            self.block(&text, "   → ", "     ", style, PLACE);
            let pointer = Some(&change.pointer).filter(|_| !change.is_removed);
            for row in self.rows.iter_mut().skip(from) {
                row.pointer = pointer.cloned();
            }
        }
        if changes.len() > PLACES {
            self.outcome(&format!("and at {} more places; see Diff", changes.len() - PLACES), '→', style);
        }
        if let Some(report) = report {
            let (says, sign, style) = if denied {
                ("generator says it did not do this", '?', TextStyle::Attention)
            } else {
                ("generator", ' ', TextStyle::Dim)
            };
            self.outcome(&format!("{says}: {}", wrap::beginning(report, CHARS)), sign, style);
        }
    }

    fn done(&mut self, mark: &Done) {
        let by = Shown::cut(person::name(&mark.by), 40);
        let when = mark.at.parse::<Timestamp>().ok();
        let when = when.map(|at| format!(", {}", time_text::dated(at, &self.detail.zone)));
        self.outcome(&format!("marked done by {by}{}", when.unwrap_or_default()), '✓', TextStyle::Good);
    }

    fn mark(&self, folder: u32, item: &Item) -> Option<&Done> {
        self.detail.done.as_ref().ok()?.mark(folder, item.asked.sha256)
    }

    fn heading(&mut self, words: &str, note: &str, style: TextStyle) {
        let words = Shown::cut(words, self.width.saturating_sub(1));
        let room = self.width.saturating_sub(words.width() + 3);
        let mut spans = vec![self.theme.span(format!(" {words}"), style)];
        if room > 3 && !note.is_empty() {
            spans.push(self.theme.span(format!("  {}", Shown::cut(note, room)), TextStyle::Dim));
        }
        self.rows.push(Row::text(Line::from(spans)));
    }

    fn problem(&mut self, text: &str) {
        self.block(&Shown::line(text).into_string(), " ! ", "   ", TextStyle::Bad, LINES);
    }

    fn outcome(&mut self, text: &str, sign: char, style: TextStyle) {
        let text = Shown::line(text).into_string();
        self.block(&text, &format!("   {sign} "), "     ", style, LINES);
    }

    /// A safe text, with a lead for its first line and one for the others.
    fn block(&mut self, text: &str, first: &str, then: &str, style: TextStyle, most: usize) {
        let room = self.width.saturating_sub(first.chars().count() + 1);
        for (at, line) in wrap::lines(text, room, most).into_iter().enumerate() {
            let before = if at == 0 { first } else { then };
            self.rows.push(Row::text(self.theme.line(format!("{before}{line}"), style)));
        }
    }
}

#[cfg(test)]
mod tests;
