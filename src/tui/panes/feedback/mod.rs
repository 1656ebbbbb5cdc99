//! Feedback pane: the requests of each rejection with their outcomes. Changes are found by comparing designs; only a person
//! marks a request as done.

use jiff::Timestamp;

use super::Lines;
use super::pen::Pen;
use super::person;
use super::row_tag::RowTag;
use crate::tui::model::comments;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::view::time_text;
use crate::tui::widgets::listing::Row;
use frieze_data::text::{Shown, count};
use frieze_design::feedback::{Done, FoundChange, Outcome};
use frieze_engine::past::{Item, Rejection};

/// The most changed places listed per request, and the most columns of each; the Diff pane has all of them in full.
const PLACES: usize = 3;
const PLACE: usize = 240;
/// The most lines of the draft.
const DRAFT: usize = 12;

#[derive(Debug, Default)]
pub struct Feedback {}

impl Lines for Feedback {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut writer = Writer { detail, pen: Pen::new(width, theme) };
        writer.write();
        writer.pen.rows()
    }
}

/// Rows in the making.
struct Writer<'a> {
    detail: &'a Detail,
    pen: Pen,
}

impl Writer<'_> {
    fn write(&mut self) {
        let detail = self.detail;
        let draft = detail.unsent_draft().unwrap_or_default().trim();
        if let Err(why) = &detail.draft {
            self.pen.problem(&format!("The feedback draft cannot be read: {why}"));
        }
        if !draft.is_empty() {
            self.heading("Not sent yet", "sent with the next rejection", TextStyle::Attention);
            for line in draft.lines().take(DRAFT) {
                self.text("   ", line, TextStyle::Plain);
            }
            if draft.lines().nth(DRAFT).is_some() {
                self.text("   ", "…", TextStyle::Dim);
            }
            self.pen.gap();
        }
        if let Err(why) = &detail.done {
            self.pen.problem(why);
        }
        if let Err(why) = &detail.past {
            self.pen.problem(&format!("Past rejections cannot be read: {why}"));
        } else if detail.rejections.is_empty() {
            self.text(" ", &self.no_rejection(), TextStyle::Dim);
        }
        let mut number = 0;
        for rejection in &detail.rejections {
            self.pen.gap();
            self.rejection(rejection);
            if let Some(why) = &rejection.report_problem {
                self.pen.problem(why);
            }
            if rejection.is_restarted {
                let text = "A new design was started after this rejection. The outcomes compare it with the \
                    rejected one.";
                self.text("   ", text, TextStyle::Attention);
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
                self.text("   ", &text, TextStyle::Attention);
            }
            match &rejection.items {
                Err(why) => self.pen.problem(why),
                Ok(items) if items.is_empty() => {
                    self.text("   ", "rejected without feedback", TextStyle::Dim);
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
        let (sign, style) =
            if mark.is_some() { (" ✓ ", TextStyle::Dim) } else { (" • ", TextStyle::Strong) };
        let pointer = match &item.outcome {
            Ok(Outcome::Changed { changes, .. }) => {
                changes.iter().find(|change| !change.is_removed).map(|change| change.pointer.clone())
            }
            _ => item.asked.pointer.clone(),
        };
        let words = self.pen.prose(&comments::describe(&item.asked.words), style);
        self.pen.item(&[self.pen.own(sign, style), words], 3, |row| Row {
            pointer,
            ..row.tagged(RowTag::Request(number))
        });
        if let Some(mark) = &mark {
            self.done(mark);
        }
        match &item.outcome {
            Ok(Outcome::Changed { changes, report, denied }) => {
                self.changed(changes, report.as_deref(), *denied);
            }
            Ok(Outcome::NotFound { why }) => {
                // The person knows better.
                match mark {
                    Some(_) => self.outcome(&format!("no change found: {why}"), ' ', TextStyle::Dim),
                    None => self.outcome(&format!("not done: {why}"), '✗', TextStyle::Bad),
                }
            }
            Ok(Outcome::Waiting) => self.outcome("waiting for the next iteration", '…', TextStyle::Busy),
            Ok(Outcome::Unknown) => self.outcome(
                "unknown: no pointer, and no reply by the generator; see Diff",
                '?',
                TextStyle::Attention,
            ),
            Err(why) => {
                self.outcome(&format!("unknown: {why}"), '?', TextStyle::Attention);
            }
        }
    }

    fn changed(&mut self, changes: &[FoundChange], report: Option<&str>, denied: bool) {
        let style = if denied { TextStyle::Attention } else { TextStyle::Good };
        for change in changes.iter().take(PLACES) {
            self.text("   → ", Shown::cut(&change.in_words(), PLACE).as_str(), style);
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
            self.outcome(&format!("{says}: {report}"), sign, style);
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
        let spans =
            [self.pen.own(format!(" {words}"), style), self.pen.own(format!("  {note}"), TextStyle::Dim)];
        self.pen.text(&spans, 2);
    }

    fn outcome(&mut self, text: &str, sign: char, style: TextStyle) {
        self.text(&format!("   {sign} "), text, style);
    }

    /// A text behind a lead, and below the lead's end if it is longer than a line.
    fn text(&mut self, lead: &str, text: &str, style: TextStyle) {
        let spans = [self.pen.own(lead.to_owned(), style), self.pen.prose(text, style)];
        self.pen.text(&spans, lead.chars().count());
    }
}

#[cfg(test)]
mod tests;
