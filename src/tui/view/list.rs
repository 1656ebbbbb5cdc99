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
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::panes::{exchange, feature, scores};
use crate::tui::theme::Look;

/// From this inside width on there is room for sparklines, if the names leave it.
const SPARKLINES: u16 = 40;
/// Columns of the score, the state's word and the age.
const SCORE: usize = 5;
const WORD: usize = 6;
/// `gen 2/10`, where there is room.
const LONG_WORD: usize = 8;
const AGE: usize = 3;
/// What stands behind the name of a feature whose design is another one than this person last looked at.
const CHANGED: &str = " Δ";
/// The most columns of a name where the reason stands behind it, the steps in which they grow, so that the columns hardly
/// ever move while the list scrolls, and the fewest of a reason.
const NAME: usize = 30;
const STEP: usize = 6;
const REASON: usize = 16;

pub fn draw(model: &Model, place: Rect, buffer: &mut Buffer) {
    if model.features.is_empty() {
        return empty(model, place, buffer);
    }
    let longest = model.features.visible().map(|(id, ..)| id.as_str().len()).max().unwrap_or(0);
    let mut y = place.y;
    for (id, card, selected) in model.features.visible() {
        let line = Rect { y, height: 1, ..place };
        let live = model.live.get(id).filter(|_| card.is_some_and(Card::is_running)).map(Arc::as_ref);
        let is_changed = model.looks.is_changed(id, card.and_then(|card| card.design));
        row(model, id.as_str(), card, live, is_changed, (place.width, longest)).render(line, buffer);
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

/// A line of the list, in so many columns; `longest` is the longest name in it.
fn row(
    model: &Model,
    id: &str,
    card: Option<&Card>,
    live: Option<&Seen>,
    is_changed: bool,
    (width, longest): (u16, usize),
) -> Line<'static> {
    let theme = model.theme;
    let room = |sparks: usize, word: usize| {
        let fixed = 2 + 1 + SCORE + sparks + 1 + word + 1 + AGE;
        usize::from(width).saturating_sub(fixed)
    };
    let is_wide = width >= SPARKLINES && longest.min(NAME) <= room(5, LONG_WORD);
    let (sparks, word_width) = if is_wide { (5, LONG_WORD) } else { (0, WORD) };
    let room = room(sparks, word_width);
    // Where there is much room, the reason stands behind.
    let (room, reason) = if room >= NAME + REASON {
        let name = longest.next_multiple_of(STEP).min(NAME);
        (name, room - name)
    } else {
        (room, 0)
    };
    let named = |room: usize| {
        let name = feature::name(id, room);
        let pad = " ".repeat(room.saturating_sub(name.width()));
        (name, pad)
    };
    let Some(card) = card else {
        let (name, pad) = named(room);
        return Line::from(vec![
            Span::styled(format!("  {name}"), theme.style(Look::Plain)),
            Span::styled(format!("{pad} …"), theme.style(Look::Dim)),
        ]);
    };
    let (sign, word, look) = if card.is_queued { QUEUED } else { standing(card, model.now, is_wide) };
    // A long word takes its columns from the name, and so does the mark.
    let room = room.saturating_sub(word.width().saturating_sub(word_width));
    let mark = if is_changed { CHANGED } else { "" };
    let (name, pad) = named(room.saturating_sub(mark.width()));
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
    if sparks > 0 {
        spans.push(Span::styled(
            format!(" {:<4}", card.scores.iter().map(|score| scores::spark(*score)).collect::<String>()),
            theme.style(Look::Dim),
        ));
    }
    spans.push(Span::styled(format!(" {word:<word_width$}"), theme.style(look)));
    let age = card.since.map(|since| clock::age(since, model.now, card.is_running())).unwrap_or_default();
    spans.push(Span::styled(format!(" {age:>AGE$}"), theme.style(Look::Dim)));
    let held = card.held.as_deref().map(|by| format!("running elsewhere: {by}"));
    let told = held.or_else(|| live.and_then(exchange::told));
    if let Some(why) = told.as_deref().or(card.reason.as_deref()).filter(|_| reason > 0) {
        let why = Shown::cut(why, reason.saturating_sub(2));
        spans.push(Span::styled(format!("  {why}"), theme.style(Look::Dim)));
    }
    Line::from(spans)
}

/// The sign and the word of what waits until an agent has time for it.
const QUEUED: (char, Cow<'static, str>, Look) = ('⋯', Cow::Borrowed("queued"), Look::Dim);

/// The sign and the word of where a feature stands, with how far a run is.
fn standing(card: &Card, now: Timestamp, is_wide: bool) -> (char, Cow<'static, str>, Look) {
    match &card.doing {
        // A preview that is being drawn keeps nobody from deciding.
        Doing::Asking(_) if card.needs == Some(Call::Decision) => {}
        Doing::Asking(_) | Doing::Stepping => {
            let word = card.work();
            let word = match (card.iteration, card.max_iterations) {
                (0, _) => word.into(),
                (n, Some(max)) if is_wide && word.len() < 5 => format!("{word} {n}/{max}").into(),
                (n, _) if word.len() + n.to_string().len() < WORD => format!("{word} {n}").into(),
                _ => word.into(),
            };
            return (spinner(now), word, Look::Busy);
        }
        Doing::Resting => {}
    }
    let (sign, word, look) = card.standing();
    (sign, word.into(), look)
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
mod tests {
    use super::*;
    use crate::engine::Trouble;
    use crate::kernel::Unreadable;
    use crate::tui::panes::sample;

    fn card(state: &'static str, needs: Option<Call>, doing: Doing) -> Card {
        let mut card = Card::of(&sample::judged(&[6_010, 8_640]), doing);
        (card.state, card.needs, card.is_sealed) = (state, needs, state == "FROZEN");
        card
    }

    fn shown(id: &str, card: Option<&Card>, width: u16) -> String {
        row(&sample::model(sample::view()), id, card, None, false, (width, id.len())).to_string()
    }

    #[test]
    fn each_state_has_a_sign_and_a_word() {
        let check = |card: &Card, text: &str| assert_eq!(shown("checkout", Some(card), 34), text);
        let resting = Doing::Resting;
        check(
            &card("CANDIDATE", Some(Call::Decision), resting.clone()),
            "◆ checkout        86.40 decide  2m",
        );
        check(&card("IDLE", Some(Call::Reason), resting.clone()), "? checkout        86.40 why?    2m");
        check(&card("FAILED", Some(Call::Reset), resting.clone()), "✗ checkout        86.40 failed  2m");
        check(&card("IDLE", Some(Call::Start), resting.clone()), "· checkout        86.40 idle    2m");
        check(&card("FAILED", Some(Call::Tampered), resting.clone()), "‼ checkout      86.40 tampered  2m");
        let mut harmed = card("CANDIDATE", Some(Call::Decision), resting.clone());
        harmed.harm = Some(crate::kernel::Harm::Damaged);
        check(&harmed, "! checkout        86.40 broken  2m");
        (harmed.needs, harmed.harm) = (Some(Call::Start), Some(crate::kernel::Harm::Missing));
        check(&harmed, "! checkout        86.40 brief?  2m");
        check(&card("FROZEN", None, resting.clone()), "✓ checkout        86.40 frozen  2m");
        check(&card("REVISING", None, resting), "‖ checkout        86.40 paused  2m");
        let mut running = card("GENERATING", None, Doing::Asking("generator"));
        running.since = Some(sample::now());
        running.score = Some(Score::FULL);
        check(&running, &format!("{} checkout          100 gen 1   0s", spinner(sample::now())));
        running.doing = Doing::Resting;
        check(&running, "‖ checkout          100 paused now");
        assert!(shown("checkout", Some(&card("GENERATING", None, Doing::Stepping)), 54).contains("gen 1/10"));
    }

    #[test]
    fn what_no_agent_has_time_for_is_queued_and_not_running() {
        let mut model = sample::model(sample::view());
        let id = model.features.selected().unwrap().clone();
        let waits =
            || crate::ports::Progress { doing: crate::engine::IN_THE_QUEUE.to_owned(), ..Default::default() };
        let seen = |progress| Seen {
            view: crate::kernel::RunView { state: "GENERATING", needs: None, ..sample::view() },
            doing: Doing::Asking("generator"),
            since: sample::now(),
            progress,
            noted: std::collections::VecDeque::new(),
        };
        let mut drawn = |progress| {
            let seen = seen(progress);
            model.features.update([(id.clone(), Card::live(&seen))]);
            model.live.insert(id.clone(), Arc::new(seen));
            let header =
                sample::drawn(80, 1, |area, buffer| super::super::bars::header(&model, area, buffer));
            header + &sample::drawn(40, 3, |area, buffer| draw(&model, area, buffer))
        };
        let shown = drawn(Some(waits()));
        assert!(shown.contains("⋯ checkout") && shown.contains("queued"), "{shown}");
        assert!(shown.contains(" · 1 queued") && !shown.contains("running"), "{shown}");
        let shown = drawn(None);
        assert!(shown.contains(" · 1 running") && !shown.contains("queued"), "{shown}");
        // What it is called is what it is found by.
        for (filter, is_queued) in [("queued", true), ("running", false)] {
            model.features.set_filter(filter);
            for (progress, is_there) in [(Some(waits()), is_queued), (None, !is_queued)] {
                model.features.update([(id.clone(), Card::live(&seen(progress)))]);
                assert_eq!(model.features.matching(), usize::from(is_there), "{filter}");
            }
        }
    }

    fn damaged() -> Trouble {
        Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Damaged("cut off".to_owned()) }
    }

    #[test]
    fn what_cannot_be_used_here_says_why() {
        let newer =
            Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Newer { found: 9, known: 1 } };
        let shown = |trouble: &Trouble| shown("checkout", Some(&Card::unusable(trouble)), 34);
        assert_eq!(shown(&damaged()), "! checkout              broken    ");
        assert_eq!(shown(&newer), "! checkout              newer     ");
    }

    #[test]
    fn what_changed_since_it_was_looked_at_is_marked_and_the_columns_stay() {
        let model = sample::model(sample::view());
        let card = card("CANDIDATE", Some(Call::Decision), Doing::Resting);
        for (id, width) in [("checkout", 34), ("a-feature-with-a-very-long-name", 34), ("checkout", 120)] {
            let shown =
                |is_changed| row(&model, id, Some(&card), None, is_changed, (width, id.len())).to_string();
            let (same, changed) = (shown(false), shown(true));
            assert!(changed.contains(" Δ ") && !same.contains('Δ'), "{changed}");
            let at = |row: &str| row.find("86.40").map(|at| row[..at].width());
            assert_eq!((at(&same), same.width()), (at(&changed), changed.width()), "{same}\n{changed}");
        }
    }

    #[test]
    fn a_failed_feature_says_why_in_every_width() {
        let mut failed = card("FAILED", Some(Call::Reset), Doing::Resting);
        failed.cause = Some("stalled");
        assert_eq!(shown("checkout", Some(&failed), 34), "✗ checkout       86.40 stalled  2m");
        assert!(shown("checkout", Some(&failed), 54).contains(" stalled "));
    }

    #[test]
    fn what_another_process_runs_is_not_called_paused() {
        let mut running = card("GENERATING", None, Doing::Resting);
        running.held = Some("process 7 on desk: frieze run checkout".into());
        let row = |width| shown("checkout", Some(&running), width);
        assert_eq!(row(34), "⠿ checkout        86.40 in use  2m");
        assert!(
            row(120).contains("running elsewhere: process 7 on desk: frieze run checkout"),
            "{}",
            row(120)
        );
    }

    #[test]
    fn rows_fill_their_width_and_no_more() {
        let long = "a-feature-with-a-very-long-name-that-does-not-fit-into-the-list";
        let mut broken = Card::unusable(&damaged());
        for text in sample::HOSTILE.iter().map(|text| (*text).to_owned()).chain([sample::endless()]) {
            broken.reason = Some(text.into());
            for width in [0, 5, 20, 34, 54, 78, 200] {
                for card in
                    [None, Some(&broken), Some(&card("CANDIDATE", Some(Call::Decision), Doing::Resting))]
                {
                    let row = shown(long, card, width);
                    assert!(width < 34 || row.width() <= usize::from(width), "{width}: {row:?}");
                    assert!(!row.contains(['\u{1b}', '\u{202e}']), "{row:?}");
                }
            }
        }
        assert!(shown(long, None, 34).contains('…'));
    }
}
