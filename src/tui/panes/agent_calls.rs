//! Exchange pane: the calls of agents in this iteration, attempt by attempt, with prompt, answer, model, usage, retries and
//! rejected answers. The running call is on top.

use std::sync::Arc;

use jiff::Timestamp;
use ratatui::text::{Line, Span};

use super::pen::{Pen, capital};
use super::row_tag::RowTag;
use super::toggles::Toggles;
use super::wrap;
use super::{FoldedRow, Lines};
use crate::tui::model::detail::Detail;
use crate::tui::model::transcript::{Attempt, FileKind, MOST, Setback, TranscriptFile, Unusable};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::view::time_text;
use crate::tui::widgets::listing::Row;
use frieze_data::text::{Shown, size};
use frieze_engine::{Activity, BoardEntry};
use frieze_kernel::RunView;

/// The lines of a partial answer: always the same number, so that nothing below moves.
const LIVE: usize = 8;
/// The characters of its end that are wrapped into these lines, per column.
const LIVE_COLUMNS: usize = 2 * LIVE;
/// The most rows of one part of a text.
const ROWS: usize = 600;
/// The most violations listed for an answer.
const VIOLATIONS: usize = 20;

/// The most characters of a name or a sentence from outside.
const SENTENCE: usize = 400;

/// The beginning of a name or a sentence from outside; the files have all of it.
fn short(text: &str) -> &str {
    wrap::beginning(text, SENTENCE)
}

#[derive(Debug, Default)]
pub struct Exchange {
    /// The running call.
    live: Option<Arc<BoardEntry>>,
    /// The unfolded texts.
    open: Toggles,
}

impl Exchange {
    /// Sets the running call of the selected feature, if there is one. Returns whether the lines change.
    pub fn set_live(&mut self, live: Option<Arc<BoardEntry>>) -> bool {
        let changes = self.live.is_some() || live.is_some();
        self.live = live;
        changes
    }
}

/// The latest text, which starts unfolded.
fn last_answer(detail: &Detail) -> Option<RowTag> {
    let mut attempts = detail.transcript.attempts.iter().enumerate().rev();
    attempts.find_map(|(at, attempt)| Some(RowTag::File(at, attempt.latest_output()?)))
}

impl Lines for Exchange {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        if let Some(entry) = self.live.as_ref().filter(|_| detail.at.is_none()) {
            live(&mut pen, entry);
        }
        match (&detail.view, &detail.transcript.unlisted) {
            (Err(problem), _) => pen.problem(&problem.line()),
            (Ok(_), Some(why)) => pen.problem(&format!("Prompts and answers cannot be read: {why}")),
            (Ok(_), None) if detail.transcript.attempts.is_empty() => {
                let text = detail.nothing_yet(
                    "No agent calls yet. Run the feature to see prompts and answers here.",
                    "No agent calls yet. Prompts and answers will appear here.",
                );
                pen.say(text, TextStyle::Dim);
            }
            (Ok(view), None) => {
                let number = detail.at.map_or(Some(view.iteration), |folder| detail.number_of(folder));
                let iteration = number.map(|number| format!("Iteration {number}"));
                let iteration = iteration.unwrap_or_else(|| detail.iteration_in(detail.folder()));
                pen.heading(iteration, "prompts and answers");
                let last = last_answer(detail);
                for (at, attempt) in detail.transcript.attempts.iter().enumerate() {
                    self.attempt(&mut pen, (detail, view), attempt, at, last);
                }
            }
        }
        pen.rows()
    }

    fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) -> Option<FoldedRow> {
        let tag = row.tag?;
        self.open.set(tag, row.tag == last_answer(detail), fold.map(|fold| !fold));
        Some(FoldedRow::Tagged(tag))
    }

    fn fold_all(&mut self, detail: &Detail) -> bool {
        let has_calls = !detail.transcript.attempts.is_empty();
        if has_calls {
            self.open.toggle_all();
        }
        has_calls
    }
}

impl Exchange {
    fn attempt(
        &self,
        pen: &mut Pen,
        (detail, view): (&Detail, &RunView),
        attempt: &Attempt,
        at: usize,
        last: Option<RowTag>,
    ) {
        pen.gap();
        let number = if attempt.number > 1 { format!(", attempt {}", attempt.number) } else { String::new() };
        let mut spans = vec![pen.own(format!("{}{number}", capital(attempt.role)), TextStyle::Strong)];
        match &attempt.by {
            Some(by) => {
                spans.push(pen.own(" answered by ", TextStyle::Dim));
                spans.push(pen.name(short(&by.model), TextStyle::Reference));
                if let Some(fingerprint) = &by.fingerprint {
                    spans.extend(dotted(pen, fingerprint, TextStyle::Dim));
                }
                if !by.usage.is_empty() {
                    spans.extend(dotted(pen, &by.usage, TextStyle::Plain));
                }
                if view.temperature_refused_by.iter().any(|(role, _)| role == attempt.role) {
                    spans.push(pen.own(" · temperature: refused", TextStyle::Dim));
                }
            }
            None if attempt.answer.is_some() => {}
            None if attempt.latest_output().is_some() => {
                spans.push(pen.own(" no complete answer", TextStyle::Dim));
            }
            None if detail.at.is_some() || view.waiting_for.is_none() => {
                spans.push(pen.own(" no answer", TextStyle::Dim));
            }
            None => spans.push(pen.own(" no answer yet", TextStyle::Dim)),
        }
        pen.text(&spans, 2);
        if let Some(prompt) = &attempt.prompt {
            self.file(pen, "prompt", prompt, RowTag::File(at, FileKind::Prompt), last);
        }
        for setback in &attempt.setbacks {
            match setback {
                Setback::AskedAgain { at, text } => {
                    let at = at.parse::<Timestamp>().map(|at| time_text::dated(at, &detail.zone));
                    let sign = pen.own("  ↻ ", TextStyle::Attention);
                    let when = pen.own(format!("{} ", at.unwrap_or_default()), TextStyle::Dim);
                    let what = pen.prose(short(text), TextStyle::Plain);
                    pen.text(&[sign, when, what], 4);
                }
                Setback::Unusable(unusable) => self.unusable(pen, unusable, at, last),
            }
        }
        if let Some(answer) = &attempt.answer {
            self.file(pen, "answer", answer, RowTag::File(at, FileKind::Answer), last);
        }
        if attempt.violations.is_empty() {
            return;
        }
        pen.text(&[pen.own("  ✗ rejected:", TextStyle::Bad)], 4);
        for violation in attempt.violations.iter().take(VIOLATIONS) {
            // Before the colon is the place, if it is not the whole answer.
            let violation = violation.strip_prefix(": ").unwrap_or(violation);
            pen.signed("    · ", TextStyle::Bad, short(violation), 6);
        }
    }

    /// An unusable answer: the reason, its usage, and the part of it that was saved.
    fn unusable(&self, pen: &mut Pen, unusable: &Unusable, at: usize, last: Option<RowTag>) {
        let mut spans = vec![pen.own("  ✗ unusable answer", TextStyle::Bad)];
        if !unusable.why.is_empty() {
            spans.push(pen.own(": ", TextStyle::Bad));
            spans.push(pen.prose(short(&unusable.why), TextStyle::Plain));
        }
        if !unusable.usage.is_empty() {
            spans.extend(dotted(pen, &unusable.usage, TextStyle::Plain));
        }
        pen.text(&spans, 4);
        if let Some(text) = &unusable.file {
            self.file(
                pen,
                "partial answer",
                text,
                RowTag::File(at, FileKind::Unusable(unusable.request)),
                last,
            );
        }
    }

    /// A file: its name and size; if unfolded, its text.
    fn file(
        &self,
        pen: &mut Pen,
        what: &'static str,
        text: &TranscriptFile,
        tag: RowTag,
        last: Option<RowTag>,
    ) {
        let is_open = self.open.is_on(tag, Some(tag) == last);
        let name = text.path.as_str().rsplit('/').next().unwrap_or_default();
        let spans = [
            pen.own(if is_open { "▾ " } else { "▸ " }, TextStyle::Dim),
            pen.own(what, TextStyle::Plain),
            pen.own(format!("  {} · ", size(text.bytes)), TextStyle::Dim),
            pen.name(name, TextStyle::Dim),
        ];
        pen.item(&spans, 2, |row| row.tagged(tag));
        if !is_open {
            return;
        }
        match &text.text {
            Err(why) => pen.signed("  ! ", TextStyle::Bad, why, 4),
            Ok(beginning) => quoted(pen, beginning),
        }
        let hidden = text.bytes.saturating_sub(MOST as u64);
        if hidden > 0 {
            let mark = format!("  … {} not shown; the whole text is in ", size(hidden));
            let mark = [pen.own(mark, TextStyle::Attention), pen.name(text.path.as_str(), TextStyle::Dim)];
            pen.text(&mark, 4);
        }
    }
}

/// A name from outside, behind a dot.
fn dotted(pen: &Pen, name: &str, style: TextStyle) -> [Span<'static>; 2] {
    [pen.own(" · ", TextStyle::Dim), pen.name(short(name), style)]
}

/// A text from outside, behind a bar.
fn quoted(pen: &mut Pen, text: &str) {
    let text = Shown::block(text).into_string();
    let lines = wrap::lines(&text, pen.width.saturating_sub(4), ROWS);
    for line in lines {
        let bar = pen.own("  │ ", TextStyle::Dim);
        let line = pen.own(line, TextStyle::Plain);
        pen.row(Row::text(fitting(vec![bar, line], pen.width)));
    }
}

/// The running call: role, model, progress, and the end of the partial answer.
fn live(pen: &mut Pen, entry: &BoardEntry) {
    let Activity::Asking(role) = entry.activity else { return };
    let model = entry.view.answered_by.iter().find(|(of, _)| of == role).map(|(_, model)| model.as_str());
    // What it waits for follows.
    let waits = entry.is_queued() || entry.needs_person().is_some();
    let text = format!("{}{}", capital(role), if waits { "" } else { " running" });
    let mut spans = vec![pen.own("⠿ ", TextStyle::Busy), pen.own(text, TextStyle::Busy)];
    if let Some(model) = model {
        spans.extend(dotted(pen, model, TextStyle::Reference));
    }
    let Some(progress) = &entry.progress else { return pen.text(&spans, 2) };
    if let Some(progress) = progress_text(entry, DOING) {
        spans.push(pen.own(" · ", TextStyle::Dim));
        spans.push(pen.prose(&progress, TextStyle::Plain));
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
        let spans = vec![pen.own(bar, TextStyle::Busy), pen.own(line, TextStyle::Plain)];
        pen.row(Row::text(fitting(spans, pen.width)));
    }
    pen.gap();
}

/// The progress of a call: `answering, 3.2 kB`; `None` if nothing is known.
pub fn progress_text(entry: &BoardEntry, room: usize) -> Option<String> {
    let progress = entry.progress.as_ref()?;
    let received = (progress.received > 0).then(|| size(progress.received));
    let left = room.saturating_sub(received.as_ref().map_or(0, |size| size.len() + ", ".len()));
    let doing = Shown::cut(progress.status.words(), left.min(DOING)).into_string();
    match (doing.is_empty(), received) {
        (true, None) => None,
        (false, None) => Some(doing),
        (true, received) => received,
        (false, Some(received)) => Some(format!("{doing}, {received}")),
    }
}

/// The most columns of an agent's own progress message.
const DOING: usize = 120;

/// The spans as a line, cut to the width of the pane.
fn fitting(spans: Vec<Span<'static>>, width: usize) -> Line<'static> {
    let line = Line::from(spans);
    if wrap::line_columns(&line) <= width {
        return line;
    }
    Line::from(Shown::cut(&line.to_string(), width).into_string())
}

#[cfg(test)]
mod tests;
