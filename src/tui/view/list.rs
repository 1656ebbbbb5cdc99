//! Rows of the list: sign and word of the state, score or another measure, sparkline and age.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};
use unicode_width::UnicodeWidthStr as _;

use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::model::feature_list::{Card, ListedRow};
use crate::tui::panes::{agent_calls, feature, scores, wrap};
use crate::tui::view::theme::TextStyle;
use crate::tui::view::time_text;
use frieze_data::score::Score;
use frieze_data::text::Shown;
use frieze_engine::{Activity, BoardEntry};
use frieze_kernel::Attention;

mod columns;

use columns::{AGE, Columns, WORD};

/// The mark after a feature's name if its design changed since it was last shown to this person.
const CHANGED: &str = " Δ";

/// From this inner width on, the columns have heads.
const HEADED: u16 = 50;

/// The rows of the column heads in a list of this inner width.
pub fn head_rows(width: u16) -> u16 {
    u16::from(width >= HEADED)
}

pub fn draw(model: &Model, place: Rect, buffer: &mut Buffer) {
    if model.features.is_empty() {
        return empty(model, place, buffer);
    }
    let (columns, has_flows) = columns(model, place.width);
    let mut y = place.y + head_rows(place.width);
    if y > place.y {
        model.theme.line(heads(&columns), TextStyle::Dim).render(Rect { height: 1, ..place }, buffer);
    }
    let first = y;
    for listed in model.features.visible().take(usize::from(place.bottom().saturating_sub(y))) {
        let line = Rect { y, height: 1, ..place };
        let (due, card) = (listed.due, listed.card);
        let live = model.live.get(due).filter(|_| card.is_some_and(Card::is_running)).map(Arc::as_ref);
        let is_changed = is_changed(model, &listed);
        let [name, flow] = names(&listed, has_flows);
        let mark = if listed.is_marked { '*' } else { ' ' };
        let texts = [&name, listed.title, &flow];
        row(model, texts, card, live, (is_changed, mark), &columns).render(line, buffer);
        if listed.is_selected {
            buffer.set_style(line, model.theme.selected(model.focus == PaneKey::Features));
        }
        y += 1;
    }
    if y == first && !model.features.filter().is_empty() {
        let text = format!(
            "Nothing matches /{}. Press {} to clear the filter.",
            Shown::cut(model.features.filter(), 20),
            model.keys.first(Action::Back)
        );
        let rest = Rect { y, height: place.bottom().saturating_sub(y), ..place };
        Paragraph::new(text).wrap(Wrap { trim: true }).render(rest, buffer);
    }
}

/// The heads of the columns.
fn heads(columns: &Columns) -> String {
    let Columns { name, title, flow, score, sparks, word, reason, .. } = columns;
    let title = if *title > 0 { format!(" {:<width$}", "title", width = title - 1) } else { String::new() };
    let flow = if *flow > 0 { format!(" {:<width$}", "flow", width = flow - 1) } else { String::new() };
    let why = if *reason > 0 { "  why" } else { "" };
    format!(
        "  {:<name$}{title}{flow} {:>score$}{:sparks$} {:<word$} {:>AGE$}{why}",
        "feature", "score", "", "state", "age"
    )
}

/// The column widths, and whether the workflows of features with several runs have a column. They have one if no name is
/// shortened for it.
fn columns(model: &Model, width: u16) -> (Columns, bool) {
    let rows = || model.features.visible();
    let name = |row: &ListedRow<'_>, has_flows| {
        let mark = if is_changed(model, row) { CHANGED.width() } else { 0 };
        names(row, has_flows)[0].width() + mark
    };
    let of = |width, has_flows| {
        let listed = rows().map(|row| (name(&row, has_flows), row.title.width(), row.card));
        Columns::of(model, width, listed.collect::<Vec<_>>().into_iter())
    };
    let flow = rows().map(|row| names(&row, true)[1].width() + 1).max().unwrap_or(0);
    if rows().any(|row| row.runs > 1) {
        let columns = of(width.saturating_sub(u16::try_from(flow).unwrap_or(u16::MAX)), true);
        if rows().all(|row| name(&row, true) <= columns.name) {
            return (Columns { flow, ..columns }, true);
        }
    }
    (of(width, false), false)
}

/// Whether the design of a row has changed since it was last shown to this person.
fn is_changed(model: &Model, row: &ListedRow<'_>) -> bool {
    let design = row.card.and_then(|card| card.design);
    row.due.design().is_some_and(|id| model.read_log.is_changed(id, design))
}

/// The name of a row, and its workflow if that has a column.
fn names(row: &ListedRow<'_>, has_flows: bool) -> [String; 2] {
    let (name, flow, more) = (row.key.to_string(), row.due.flow, row.runs - 1);
    match (has_flows, more) {
        (true, 0) => [name, flow.to_owned()],
        (true, _) => [name, format!("{flow} +{more}")],
        (false, 0) => [name, String::new()],
        (false, _) if row.due == row.key => [format!("{name} +{more}"), String::new()],
        (false, _) => [format!("{name} · {flow} +{more}"), String::new()],
    }
}

/// A row of the list, of this name, title and workflow.
fn row(
    model: &Model,
    [name, title, flow]: [&str; 3],
    card: Option<&Card>,
    live: Option<&BoardEntry>,
    (is_changed, marked): (bool, char),
    columns: &Columns,
) -> Line<'static> {
    let theme = model.theme;
    let named = |room: usize| {
        let name = feature::name(name, room);
        let pad = " ".repeat(room.saturating_sub(name.width()));
        (name, pad)
    };
    let Some(card) = card else {
        let (name, pad) = named(columns.name);
        return Line::from(vec![
            theme.span(format!(" {marked}{name}"), TextStyle::Plain),
            theme.span(format!("{pad} …"), TextStyle::Dim),
        ]);
    };
    let (sign, word, style) = label(card, model.now, columns.is_wide);
    let score = match card.score {
        Some(Score::FULL) => "100".to_owned(),
        Some(score) => score.to_string(),
        None => String::new(),
    };
    // The mark takes columns from the name.
    let mark = if is_changed { CHANGED } else { "" };
    let (room, measure) = columns.without_score(name.width() + mark.width(), card);
    let (name, pad) = named(room.saturating_sub(mark.width()));
    let mut spans = vec![
        theme.span(format!("{sign}{marked}"), style),
        theme.span(name, if card.needs_person() { TextStyle::Strong } else { TextStyle::Plain }),
        theme.span(mark, TextStyle::Reference),
        Span::raw(pad),
    ];
    if columns.title > 0 {
        let width = columns.title - 1;
        let title = wrap::fitted(title, width);
        let pad = width.saturating_sub(wrap::columns(&title));
        spans.push(theme.span(format!(" {title}{:pad$}", ""), TextStyle::Dim));
    }
    if columns.flow > 0 {
        spans.push(theme.span(format!(" {flow:<width$}", width = columns.flow - 1), TextStyle::Dim));
    }
    let has_sparks = columns.sparks > 0 && measure.is_none();
    let score = || format!(" {score:>width$}", width = columns.score);
    spans.push(Span::raw(measure.unwrap_or_else(score)));
    if has_sparks {
        spans.push(theme.span(
            format!(" {:<4}", card.scores.iter().map(|score| scores::spark(*score)).collect::<String>()),
            TextStyle::Dim,
        ));
    }
    spans.push(theme.span(format!(" {word:<width$}", width = columns.word), style));
    let moves = card.is_running() || card.held_by.is_some();
    let age = card.begun().map(|since| time_text::age(since, model.now, moves)).unwrap_or_default();
    spans.push(theme.span(format!(" {age:>AGE$}"), TextStyle::Dim));
    let held = card.held_by.as_deref().map(|by| format!("running elsewhere: {by}"));
    let progress = held.or_else(|| live.and_then(|entry| agent_calls::progress_text(entry, columns.reason)));
    if let Some(why) = progress.as_deref().or(card.reason.as_deref()).filter(|_| columns.reason > 0) {
        let why = Shown::cut(why, columns.reason.saturating_sub(2));
        spans.push(theme.span(format!("  {why}"), TextStyle::Dim));
    }
    Line::from(spans)
}

/// Sign, word and style of a feature's state, with the progress of its run.
fn label(card: &Card, now: Timestamp, is_wide: bool) -> (char, Cow<'static, str>, TextStyle) {
    if card.is_queued {
        return ('⋯', "queued".into(), TextStyle::Dim);
    }
    match &card.activity {
        // The feature can be decided while a server draws its preview.
        Activity::Asking(_) if card.needs == Some(Attention::Decision) || card.awaits_file => {}
        Activity::Asking(_) | Activity::Stepping => {
            return (spinner(now), stage(card, is_wide), TextStyle::Busy);
        }
        // The record shows the progress of another process; the sign does not turn.
        Activity::Idle if card.held_by.is_some() && card.is_paused() => {
            return ('⠿', stage(card, is_wide), TextStyle::Busy);
        }
        Activity::Idle => {}
    }
    let (sign, word, style) = card.label();
    (sign, word.into(), style)
}

/// The progress of a run: `gen 2/10`, shortened to the room.
fn stage(card: &Card, is_wide: bool) -> Cow<'static, str> {
    let word = card.work;
    match (card.iteration, card.max_iterations) {
        (0, _) => word.into(),
        (n, Some(max)) if is_wide && word.len() < 5 => format!("{word} {n}/{max}").into(),
        (n, _) if word.len() + n.to_string().len() < WORD => format!("{word} {n}").into(),
        _ => word.into(),
    }
}

/// The frames of the spinner.
const SPINNER: [char; 8] = ['⠹', '⠼', '⠶', '⠧', '⠏', '⠛', '⠹', '⠼'];

pub fn spinner(now: Timestamp) -> char {
    let turn = now.as_millisecond().rem_euclid(800) / 100;
    usize::try_from(turn).ok().and_then(|turn| SPINNER.get(turn)).copied().unwrap_or('⠹')
}

fn empty(model: &Model, place: Rect, buffer: &mut Buffer) {
    let text = format!(
        "No features yet.\n\nPress {} to create one from a requirement document: Markdown, HTML, Word, Gherkin, CSV or plain text.",
        model.keys.first(Action::NewFeature)
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).render(place, buffer);
}

#[cfg(test)]
mod tests;
