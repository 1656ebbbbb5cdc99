//! The list of features: a sign and a word for each state, the score, its course, and for how long.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::score::Score;
use crate::domain::text::Shown;
use crate::engine::{Doing, Seen};
use crate::kernel::Call;
use crate::tui::clock;
use crate::tui::features::Card;
use crate::tui::holder;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::panes::{exchange, feature, scores};
use crate::tui::theme::Look;

mod columns;

use columns::{AGE, Columns, SCORE, WORD};

/// What stands behind the name of a feature whose design is another one than this person last looked at.
const CHANGED: &str = " Δ";

pub fn draw(model: &Model, place: Rect, buffer: &mut Buffer) {
    if model.features.is_empty() {
        return empty(model, place, buffer);
    }
    let columns =
        Columns::of(model, place.width, model.features.visible().map(|(id, card, _)| (id.as_str(), card)));
    let mut y = place.y;
    for (id, card, selected) in model.features.visible() {
        let line = Rect { y, height: 1, ..place };
        let live = model.live.get(id).filter(|_| card.is_some_and(Card::is_running)).map(Arc::as_ref);
        let is_changed = model.looks.is_changed(id, card.and_then(|card| card.design));
        row(model, id.as_str(), card, live, is_changed, &columns).render(line, buffer);
        if selected {
            buffer.set_style(line, model.theme.selected(model.focus == PaneKey::Features));
        }
        y += 1;
    }
    if y == place.y && !model.features.filter().is_empty() {
        let text = format!(
            "nothing matches /{}; {} clears it",
            Shown::cut(model.features.filter(), 20),
            model.keys.first(Action::Back)
        );
        Paragraph::new(text).wrap(Wrap { trim: true }).render(place, buffer);
    }
}

/// A line of the list.
fn row(
    model: &Model,
    id: &str,
    card: Option<&Card>,
    live: Option<&Seen>,
    is_changed: bool,
    columns: &Columns,
) -> Line<'static> {
    let theme = model.theme;
    let named = |room: usize| {
        let name = feature::name(id, room);
        let pad = " ".repeat(room.saturating_sub(name.width()));
        (name, pad)
    };
    let Some(card) = card else {
        let (name, pad) = named(columns.name);
        return Line::from(vec![
            Span::styled(format!("  {name}"), theme.style(Look::Plain)),
            Span::styled(format!("{pad} …"), theme.style(Look::Dim)),
        ]);
    };
    let (sign, word, look) = shown_as(card, model.now, columns.is_wide);
    // The mark takes its columns from the name.
    let mark = if is_changed { CHANGED } else { "" };
    let (name, pad) = named(columns.name.saturating_sub(mark.width()));
    let score = match card.score {
        Some(Score::FULL) => "100".to_owned(),
        Some(score) => score.to_string(),
        None => String::new(),
    };
    let mut spans = vec![
        Span::styled(format!("{sign} "), theme.style(look)),
        Span::styled(name, theme.style(if card.calls() { Look::Strong } else { Look::Plain })),
        Span::styled(mark, theme.style(Look::Reference)),
        Span::raw(pad),
        Span::raw(format!(" {score:>SCORE$}")),
    ];
    if columns.sparks > 0 {
        spans.push(Span::styled(
            format!(" {:<4}", card.scores.iter().map(|score| scores::spark(*score)).collect::<String>()),
            theme.style(Look::Dim),
        ));
    }
    spans.push(Span::styled(format!(" {word:<width$}", width = columns.word), theme.style(look)));
    let moves = card.is_running() || card.held.is_some();
    let age = card.since.map(|since| clock::age(since, model.now, moves)).unwrap_or_default();
    spans.push(Span::styled(format!(" {age:>AGE$}"), theme.style(Look::Dim)));
    let held = card.held.as_deref().map(|by| format!("running elsewhere: {}", holder::named(by)));
    let told = held.or_else(|| live.and_then(exchange::told));
    if let Some(why) = told.as_deref().or(card.reason.as_deref()).filter(|_| columns.reason > 0) {
        let why = Shown::cut(why, columns.reason.saturating_sub(2));
        spans.push(Span::styled(format!("  {why}"), theme.style(Look::Dim)));
    }
    Line::from(spans)
}

/// The sign and the word of a feature, whoever is at work on it.
fn shown_as(card: &Card, now: Timestamp, is_wide: bool) -> (char, Cow<'static, str>, Look) {
    if card.is_queued { QUEUED } else { standing(card, now, is_wide) }
}

/// The sign and the word of what waits until an agent has time for it.
const QUEUED: (char, Cow<'static, str>, Look) = ('⋯', Cow::Borrowed("queued"), Look::Dim);

/// The sign and the word of where a feature stands, with how far a run is.
fn standing(card: &Card, now: Timestamp, is_wide: bool) -> (char, Cow<'static, str>, Look) {
    match &card.doing {
        // A preview that is being drawn keeps nobody from deciding.
        Doing::Asking(_) if card.needs == Some(Call::Decision) => {}
        Doing::Asking(_) | Doing::Stepping => return (spinner(now), stage(card, is_wide), Look::Busy),
        // What another process is at work on is as far as its record says; the sign stands still.
        Doing::Resting if card.held.is_some() && card.is_paused() => {
            return (ELSEWHERE, stage(card, is_wide), Look::Busy);
        }
        Doing::Resting => {}
    }
    let (sign, word, look) = card.standing();
    (sign, word.into(), look)
}

/// The sign of what another process is at work on.
const ELSEWHERE: char = '⠿';

/// How far a run is: `gen 2/10`, or as much of it as there is room for.
fn stage(card: &Card, is_wide: bool) -> Cow<'static, str> {
    let word = card.work;
    match (card.iteration, card.max_iterations) {
        (0, _) => word.into(),
        (n, Some(max)) if is_wide && word.len() < 5 => format!("{word} {n}/{max}").into(),
        (n, _) if word.len() + n.to_string().len() < WORD => format!("{word} {n}").into(),
        _ => word.into(),
    }
}

/// The frames of what turns while something is being worked on.
const SPINNER: [char; 8] = ['⠹', '⠼', '⠶', '⠧', '⠏', '⠛', '⠹', '⠼'];

pub fn spinner(now: Timestamp) -> char {
    let turn = now.as_millisecond().rem_euclid(800) / 100;
    usize::try_from(turn).ok().and_then(|turn| SPINNER.get(turn)).copied().unwrap_or('⠹')
}

fn empty(model: &Model, place: Rect, buffer: &mut Buffer) {
    let text = format!(
        "No features yet.\n\n{} makes one from a requirement document: Markdown or plain text, as you have it.",
        model.keys.first(Action::NewFeature)
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).render(place, buffer);
}

#[cfg(test)]
mod tests;
