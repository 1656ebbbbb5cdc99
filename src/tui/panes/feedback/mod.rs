//! The feedback pane: what was asked for at each rejection, item by item, and what became of it. That something
//! changed is found in the designs; that it is done, only a person says.

use jiff::Timestamp;
use ratatui::text::{Line, Span};

use super::Lines;
use super::person;
use super::wrap;
use crate::domain::feedback::{Done, Outcome, Place};
use crate::domain::text::Shown;
use crate::engine::past::{Item, Rejection};
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::{Look, Theme};
use crate::tui::{clock, comments};

/// The most lines of one text, and the most characters that are looked at for them.
const LINES: usize = 8;
const CHARS: usize = 8_000;
/// The most places that are shown of one item.
const PLACES: usize = 3;
/// The most lines of a place; Diff has the whole change.
const PLACE: usize = 2;
/// The most lines of what was not sent yet.
const DRAFT: usize = 12;

/// The pane's own state.
#[derive(Debug, Default)]
pub struct Feedback {}

impl Lines for Feedback {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut writing = Writing { detail, width: usize::from(width), theme, rows: Vec::new() };
        writing.all();
        writing.rows
    }
}

/// Rows in the making.
struct Writing<'a> {
    detail: &'a Detail,
    width: usize,
    theme: Theme,
    rows: Vec<Row>,
}

impl Writing<'_> {
    fn all(&mut self) {
        let detail = self.detail;
        let draft = detail.draft.as_deref().unwrap_or_default().trim();
        if let Err(why) = &detail.draft {
            let text = format!("What was written for the next rejection cannot be read: {why}");
            self.block(&Shown::line(&text).into_string(), " ! ", "   ", Look::Bad, LINES);
        }
        if !draft.is_empty() {
            self.heading("Not sent yet", "goes along with the next rejection", Look::Attention);
            let text = Shown::block(wrap::beginning(draft, CHARS)).into_string();
            self.block(&text, "   ", "   ", Look::Plain, DRAFT);
            self.rows.push(Row::text(""));
        }
        if let Err(why) = &detail.done {
            self.block(&Shown::line(why).into_string(), " ! ", "   ", Look::Bad, LINES);
        }
        if let Err(why) = &detail.past {
            let text = format!("What was rejected cannot be read: {why}");
            self.block(&Shown::line(&text).into_string(), " ! ", "   ", Look::Bad, LINES);
        } else if detail.rejections.is_empty() {
            // No keys are named: they may be bound otherwise, and the last line of the screen tells them.
            let text = "Nothing was rejected yet. When you decide on a candidate and reject it, each line that \
                you write stands here, with what became of it in the next iteration. Comments on elements of \
                the design, made in the other panes, are kept for it.";
            self.block(text, " ", " ", Look::Dim, LINES);
        }
        let mut number = 0;
        for (at, rejection) in detail.rejections.iter().enumerate() {
            if at > 0 {
                self.rows.push(Row::text(""));
            }
            self.rejection(rejection);
            if let Some(why) = &rejection.unread {
                self.block(&Shown::line(why).into_string(), " ! ", "   ", Look::Bad, LINES);
            }
            if rejection.anew {
                let text = "The design was begun anew since then; what became of the words is told of that one, \
                    against the one that was rejected.";
                self.block(text, "   ", "   ", Look::Attention, LINES);
            }
            for item in rejection.items.iter().flatten() {
                number += 1;
                self.item(rejection.folder, item, number);
            }
            match &rejection.items {
                Err(why) => self.block(&Shown::line(why).into_string(), " ! ", "   ", Look::Bad, LINES),
                Ok(items) if items.is_empty() => {
                    self.block("rejected without a word", "   ", "   ", Look::Dim, 1);
                }
                Ok(_) => {}
            }
        }
    }

    /// `Iteration 2 rejected  2 changed · 1 ? doubtful · 1 not found · 1 ✓ done`: doubtful is a change that the generator
    /// says is not its answer.
    fn rejection(&mut self, rejection: &Rejection) {
        let items = rejection.items.as_deref().unwrap_or_default();
        let count = |is: fn(&Outcome) -> bool| {
            items.iter().filter(|item| item.outcome.as_ref().is_ok_and(is)).count()
        };
        let mut told = Vec::new();
        let parts = [
            (count(|o| matches!(o, Outcome::Changed { denied: false, .. })), "changed"),
            (count(|o| matches!(o, Outcome::Changed { denied: true, .. })), "? doubtful"),
            (count(|o| matches!(o, Outcome::NotFound { .. })), "not found"),
            (count(|o| matches!(o, Outcome::Waiting)), "waiting"),
            (count(|o| matches!(o, Outcome::Untold)), "not told"),
            (items.iter().filter(|item| self.mark(rejection.folder, item).is_some()).count(), "✓ done"),
        ];
        told.extend(parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")));
        let rejected = match self.detail.number_of(rejection.folder) {
            Some(number) => format!("Iteration {number} rejected"),
            None => "Rejected in an earlier run".to_owned(),
        };
        self.heading(&rejected, &told.join(" · "), Look::Heading);
    }

    fn item(&mut self, folder: u32, item: &Item, number: usize) {
        let mark = self.mark(folder, item).cloned();
        let sign = if mark.is_some() { " ✓ " } else { " • " };
        let from = self.rows.len();
        let words = Shown::line(&comments::told(wrap::beginning(&item.asked.words, CHARS))).into_string();
        self.block(&words, sign, "   ", if mark.is_some() { Look::Dim } else { Look::Strong }, LINES);
        if let Some(mark) = &mark {
            self.done(mark);
        }
        match &item.outcome {
            Ok(Outcome::Changed { places, told, denied }) => {
                self.changed(places, told.as_deref(), *denied);
            }
            Ok(Outcome::NotFound { why }) => {
                let text = format!("no change found: {}", wrap::beginning(why, CHARS));
                self.outcome(&text, '✗', Look::Bad);
            }
            Ok(Outcome::Waiting) => self.outcome("no design has answered this yet", '…', Look::Busy),
            Ok(Outcome::Untold) => self.outcome(
                "not told: it names no element, and the generator says nothing of it; see Diff",
                '?',
                Look::Attention,
            ),
            Err(why) => {
                self.outcome(&format!("not known: {}", wrap::beginning(why, CHARS)), '?', Look::Attention);
            }
        }
        let pointer = match &item.outcome {
            Ok(Outcome::Changed { places, .. }) => places.first().map(|place| place.pointer.clone()),
            _ => item.asked.pointer.clone(),
        };
        for (at, row) in self.rows.iter_mut().enumerate().skip(from) {
            row.tag = number;
            row.head = at == from;
            if row.pointer.is_none() {
                row.pointer.clone_from(&pointer);
            }
        }
    }

    fn changed(&mut self, places: &[Place], told: Option<&str>, denied: bool) {
        let look = if denied { Look::Attention } else { Look::Good };
        for place in places.iter().take(PLACES) {
            let text = format!(
                "changed at {}: {}",
                wrap::beginning(&place.pointer, CHARS),
                wrap::beginning(&place.sentence, CHARS)
            );
            let from = self.rows.len();
            let text = Shown::line(&text).into_string();
            self.block(&text, "   → ", "     ", look, PLACE);
            for row in self.rows.iter_mut().skip(from) {
                row.pointer = Some(place.pointer.clone());
            }
        }
        if places.len() > PLACES {
            self.outcome(&format!("and at {} more places; see Diff", places.len() - PLACES), '→', look);
        }
        if let Some(told) = told {
            let (says, sign, look) = if denied {
                ("the generator says that it did not do this", '?', Look::Attention)
            } else {
                ("the generator", ' ', Look::Dim)
            };
            self.outcome(&format!("{says}: {}", wrap::beginning(told, CHARS)), sign, look);
        }
    }

    fn done(&mut self, mark: &Done) {
        let by = Shown::cut(person::name(&mark.by), 40);
        let when = mark.at.parse::<Timestamp>().ok();
        let when = when.map(|at| format!(", {}", clock::dated(at, &self.detail.zone)));
        self.outcome(&format!("marked done by {by}{}", when.unwrap_or_default()), '✓', Look::Good);
    }

    fn mark(&self, folder: u32, item: &Item) -> Option<&Done> {
        self.detail.done.as_ref().ok()?.mark(folder, item.asked.sha256)
    }

    fn heading(&mut self, words: &str, told: &str, look: Look) {
        let words = Shown::cut(words, self.width.saturating_sub(1));
        let room = self.width.saturating_sub(words.width() + 3);
        let mut spans = vec![Span::styled(format!(" {words}"), self.theme.style(look))];
        if room > 3 && !told.is_empty() {
            spans.push(Span::styled(format!("  {}", Shown::cut(told, room)), self.theme.style(Look::Dim)));
        }
        self.rows.push(Row::text(Line::from(spans)));
    }

    fn outcome(&mut self, text: &str, sign: char, look: Look) {
        let text = Shown::line(text).into_string();
        self.block(&text, &format!("   {sign} "), "     ", look, LINES);
    }

    /// A text that was made safe, with what stands before its first line and before the others.
    fn block(&mut self, text: &str, first: &str, then: &str, look: Look, most: usize) {
        let room = self.width.saturating_sub(first.chars().count() + 1);
        for (at, line) in wrap::lines(text, room, most).into_iter().enumerate() {
            let before = if at == 0 { first } else { then };
            self.rows.push(Row::text(Line::styled(format!("{before}{line}"), self.theme.style(look))));
        }
    }
}

#[cfg(test)]
mod tests;
