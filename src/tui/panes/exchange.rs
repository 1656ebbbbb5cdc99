//! The exchange pane: what the agents of this iteration were sent and what they answered, attempt by attempt; who
//! answered and what it took; what was put off or sent back, and why. While an agent is asked, its answer as it comes
//! stands on top.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::text::{Line, Span};

use super::pen::{Pen, capital};
use super::wrap;
use super::{Folds, Lines};
use crate::domain::text::{Shown, size};
use crate::engine::{Doing, Seen};
use crate::tui::clock;
use crate::tui::detail::Detail;
use crate::tui::exchange::{Attempt, Held, Part, Text, Turn, Unusable};
use crate::tui::listing::Row;
use crate::tui::theme::{Look, Theme};

/// The lines that an answer under way has on top: always as many, so that nothing below moves.
const LIVE: usize = 8;
/// How much of its end is looked at for them, in characters for each column.
const LIVE_COLUMNS: usize = 2 * LIVE;
/// The most rows of one part of a text.
const ROWS: usize = 600;
/// The most violations that are listed of an answer.
const VIOLATIONS: usize = 20;

/// The most characters of a name or a sentence of somebody else's.
const SENTENCE: usize = 400;

/// The beginning of a name or a sentence of somebody else's: all of it is in the files.
fn short(text: &str) -> &str {
    text.char_indices().nth(SENTENCE).map_or(text, |(end, _)| &text[..end])
}

/// The pane's own state.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// What the agent that is asked tells meanwhile.
    live: Option<Arc<Seen>>,
    /// The texts whose folding is not as it was at the beginning, by their tags.
    turned: HashSet<usize>,
    all_open: bool,
}

impl Exchange {
    /// What the board tells of the selected feature; `None` once nobody is asked any more. Whether it changes anything.
    pub fn tell(&mut self, live: Option<Arc<Seen>>) -> bool {
        let changes = self.live.is_some() || live.is_some();
        self.live = live;
        changes
    }

    /// Folds or unfolds the text that a row is of.
    pub fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) {
        if row.tag == 0 {
            return;
        }
        let is_open = self.is_open(row.tag, last_answer(detail));
        if fold.is_none_or(|fold| fold == is_open) && !self.turned.remove(&row.tag) {
            self.turned.insert(row.tag);
        }
    }

    pub fn fold_all(&mut self) {
        self.all_open = !self.all_open;
        self.turned.clear();
    }

    fn is_open(&self, tag: usize, last: usize) -> bool {
        (self.all_open || tag == last) != self.turned.contains(&tag)
    }
}

impl Folds for Exchange {
    fn unfold_everything(&mut self, _: &Detail) {
        self.all_open = true;
        self.turned.clear();
    }

    fn unfold_line(&mut self, detail: &Detail, row: &Row) {
        self.fold(detail, row, Some(false));
    }
}

/// The tag of a text of an attempt: each attempt has room for as many as can be.
fn tag(attempt: usize, part: Part) -> usize {
    const PARTS: usize = 64;
    let part = match part {
        Part::Prompt => 0,
        Part::Answer => 1,
        Part::Unusable(time) => 1 + usize::try_from(time).unwrap_or(PARTS),
    };
    PARTS * attempt + 1 + part.min(PARTS - 1)
}

/// The text that is open at the beginning: what came last.
fn last_answer(detail: &Detail) -> usize {
    let attempts = detail.exchange.attempts.iter().enumerate().rev();
    attempts.filter_map(|(at, attempt)| Some(tag(at, attempt.last_text()?))).next().unwrap_or(0)
}

impl Lines for Exchange {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        if let Some(seen) = &self.live {
            live(&mut pen, seen);
        }
        match (&detail.view, &detail.exchange.unlisted) {
            (Err(stated), _) => {
                let sign = pen.own("! ", Look::Bad);
                let line = pen.prose(&stated.line(), Look::Plain);
                pen.item(&[sign, line], 2, |row| row);
            }
            (Ok(_), Some(why)) => {
                let sign = pen.own("! ", Look::Bad);
                let line =
                    pen.prose(&format!("what was sent and answered cannot be read: {why}"), Look::Plain);
                pen.item(&[sign, line], 2, |row| row);
            }
            (Ok(_), None) if detail.exchange.attempts.is_empty() => {
                let told = detail.nothing_yet(
                    "Nobody has been asked yet: run the feature, and what its agents are sent and what they answer stands here.",
                    "Nobody has been asked yet: what agents are sent and what they answer stands here then.",
                );
                pen.say(told, Look::Dim);
            }
            (Ok(view), None) => {
                let heading = pen.own(format!("Iteration {}", view.iteration), Look::Heading);
                let told = pen.own("  what was sent and received", Look::Dim);
                pen.text(&[heading, told], 2);
                let last = last_answer(detail);
                for (at, attempt) in detail.exchange.attempts.iter().enumerate() {
                    self.attempt(&mut pen, detail, attempt, at, last);
                }
            }
        }
        pen.rows()
    }
}

impl Exchange {
    fn attempt(&self, pen: &mut Pen, detail: &Detail, attempt: &Attempt, at: usize, last: usize) {
        pen.gap();
        let number = if attempt.number > 1 { format!(", attempt {}", attempt.number) } else { String::new() };
        let mut spans = vec![pen.own(format!("{}{number}", capital(attempt.role)), Look::Strong)];
        match &attempt.by {
            Some(by) => {
                spans.push(pen.own(" answered by ", Look::Dim));
                spans.push(pen.name(short(&by.model), Look::Reference));
                if let Some(fingerprint) = &by.fingerprint {
                    spans.push(pen.own(" · ", Look::Dim));
                    spans.push(pen.name(short(fingerprint), Look::Dim));
                }
                if !by.took.is_empty() {
                    spans.push(pen.own(" · ", Look::Dim));
                    spans.push(pen.name(short(&by.took), Look::Plain));
                }
            }
            None if attempt.answer.is_some() => {}
            None if attempt.last_text().is_some() => spans.push(pen.own(" no whole answer", Look::Dim)),
            None => spans.push(pen.own(" no answer yet", Look::Dim)),
        }
        pen.text(&spans, 2);
        if let Some(prompt) = &attempt.prompt {
            self.file(pen, "prompt", prompt, tag(at, Part::Prompt), last);
        }
        for turn in &attempt.turns {
            match turn {
                Turn::Again { at, told } => {
                    let at = at.parse::<Timestamp>().map(|at| clock::dated(at, &detail.zone));
                    let sign = pen.own("  ↻ ", Look::Attention);
                    let when = pen.own(format!("{} ", at.unwrap_or_default()), Look::Dim);
                    let what = pen.prose(short(told), Look::Plain);
                    pen.text(&[sign, when, what], 4);
                }
                Turn::Unusable(unusable) => self.unusable(pen, unusable, at, last),
            }
        }
        if let Some(answer) = &attempt.answer {
            self.file(pen, "answer", answer, tag(at, Part::Answer), last);
        }
        if attempt.violations.is_empty() {
            return;
        }
        pen.text(&[pen.own("  ✗ not accepted:", Look::Bad)], 4);
        for violation in attempt.violations.iter().take(VIOLATIONS) {
            let sign = pen.own("    · ", Look::Bad);
            let violation = pen.prose(short(violation), Look::Plain);
            pen.text(&[sign, violation], 6);
        }
    }

    /// What could not be used: why, what it took, and what is kept of it.
    fn unusable(&self, pen: &mut Pen, unusable: &Unusable, at: usize, last: usize) {
        let mut spans = vec![pen.own("  ✗ could not be used", Look::Bad)];
        if !unusable.why.is_empty() {
            spans.push(pen.own(": ", Look::Bad));
            spans.push(pen.prose(short(&unusable.why), Look::Plain));
        }
        if !unusable.took.is_empty() {
            spans.push(pen.own(" · ", Look::Dim));
            spans.push(pen.name(short(&unusable.took), Look::Plain));
        }
        pen.text(&spans, 4);
        if let Some(text) = &unusable.text {
            self.file(pen, "what came", text, tag(at, Part::Unusable(unusable.time)), last);
        }
    }

    /// A file: its name and size, and where it is unfolded, its text.
    fn file(&self, pen: &mut Pen, what: &'static str, text: &Text, tag: usize, last: usize) {
        let is_open = self.is_open(tag, last);
        let name = text.path.as_str().rsplit('/').next().unwrap_or_default();
        let spans = [
            pen.own(if is_open { "▾ " } else { "▸ " }, Look::Dim),
            pen.own(what, Look::Plain),
            pen.own(format!("  {} · ", size(text.bytes)), Look::Dim),
            pen.name(name, Look::Dim),
        ];
        pen.item(&spans, 2, |row| row.tagged(tag));
        if !is_open {
            return;
        }
        match &text.held {
            Err(why) => {
                let sign = pen.own("  ! ", Look::Bad);
                let why = pen.prose(why, Look::Plain);
                pen.text(&[sign, why], 4);
            }
            Ok(Held::Whole(all)) => quoted(pen, all, tag),
            Ok(Held::Ends { first, last, left_out }) => {
                quoted(pen, first, tag);
                let mark = format!("  … {} left out here; all of it is in ", size(*left_out));
                let mark = [pen.own(mark, Look::Attention), pen.name(text.path.as_str(), Look::Dim)];
                pen.text(&mark, 4);
                quoted(pen, last, tag);
            }
        }
    }
}

/// Somebody else's text, behind a bar.
fn quoted(pen: &mut Pen, text: &str, tag: usize) {
    let text = Shown::block(text).into_string();
    let lines = wrap::lines(&text, pen.width.saturating_sub(4), ROWS);
    for line in lines {
        let bar = pen.own("  │ ", Look::Dim);
        let line = pen.own(line, Look::Plain);
        pen.row(Row::text(fitting(vec![bar, line], pen.width)).tagged(tag));
    }
}

/// The answer that is under way: who is asked since when, and the end of what has come.
fn live(pen: &mut Pen, seen: &Seen) {
    let Doing::Asking(role) = seen.doing else { return };
    let model = seen.view.answered_by.iter().find(|(of, _)| of == role).map(|(_, model)| model.as_str());
    let mut spans = vec![pen.own("⠿ ", Look::Busy), pen.own(format!("the {role} is asked"), Look::Busy)];
    if let Some(model) = model {
        spans.push(pen.own(" · ", Look::Dim));
        spans.push(pen.name(short(model), Look::Reference));
    }
    let Some(progress) = &seen.progress else { return pen.text(&spans, 2) };
    if let Some(told) = told(seen, DOING) {
        spans.push(pen.own(" · ", Look::Dim));
        spans.push(pen.prose(&told, Look::Plain));
    }
    pen.text(&spans, 2);
    if progress.received == 0 {
        return;
    }
    let width = pen.width.saturating_sub(4);
    let characters = progress.tail.chars().count();
    let skipped = characters.saturating_sub(LIVE_COLUMNS * width.max(1));
    let end: String = progress.tail.chars().skip(skipped).collect();
    let lines = wrap::lines(&Shown::block(&end).into_string(), width, usize::MAX);
    let from = lines.len().saturating_sub(LIVE);
    let is_cut = from > 0 || skipped > 0 || progress.received > progress.tail.len() as u64;
    let mut lines: Vec<String> = lines.into_iter().skip(from).collect();
    lines.resize(LIVE, String::new());
    for (at, line) in lines.into_iter().enumerate() {
        let bar = if at == 0 && is_cut { "  … " } else { "  │ " };
        let spans = vec![pen.own(bar, Look::Busy), pen.own(line, Look::Plain)];
        pen.row(Row::text(fitting(spans, pen.width)));
    }
    pen.gap();
}

/// What an agent does and how much has come, in a few words: `answering, 3.2 kB`.
pub fn told(seen: &Seen, room: usize) -> Option<String> {
    let progress = seen.progress.as_ref()?;
    let received = (progress.received > 0).then(|| size(progress.received));
    let left = room.saturating_sub(received.as_ref().map_or(0, |size| size.len() + ", ".len()));
    let doing = Shown::cut(progress.stage.words(), left.min(DOING)).into_string();
    match (doing.is_empty(), received) {
        (true, None) => None,
        (false, None) => Some(doing),
        (true, received) => received,
        (false, Some(received)) => Some(format!("{doing}, {received}")),
    }
}

/// The most columns of what an agent says it does.
const DOING: usize = 120;

/// A line that is no wider than the pane, however narrow that is.
fn fitting(spans: Vec<Span<'static>>, width: usize) -> Line<'static> {
    let line = Line::from(spans);
    if wrap::line_columns(&line) <= width {
        return line;
    }
    Line::from(Shown::cut(&line.to_string(), width).into_string())
}

#[cfg(test)]
mod tests;
