//! What tests show: a feature, a screen, and texts that mean harm; in `design`, whole designs.

pub mod design;

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::domain::feedback::DoneFile;
use crate::domain::files::Home;
use crate::domain::journal;
use crate::domain::score::{Dimension, Dimensions, Score};
use crate::engine::{Doing, Seal};
use crate::kernel::{Judged, Move, Need, RunView};
use crate::tui::detail::Detail;
use crate::tui::features::Card;
use crate::tui::keys::Keys;
use crate::tui::machine::Machine;
use crate::tui::model::Model;
use crate::tui::theme::Theme;

/// Texts that act, hide, reorder, pile up or are wider than they seem.
pub const HOSTILE: [&str; 6] = [
    "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m red \r\n\t end",
    "\u{202e}reversed\u{2066} and\u{200b} hidden\u{e0041}",
    "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\u{30b}\u{30c}\u{30d}",
    "設計を承認する前に、すべての画面を確認してください。設計を承認する前に、すべての画面を確認してください。",
    "👩‍👩‍👧‍👦👍🏽🇩🇪 ⚠️ ☺︎ text",
    "|││┃▶\\u{202e}…",
];

/// Longer than any screen, without a blank, and full of marks.
pub fn endless() -> String {
    format!("e{}", "\u{301}".repeat(200)) + &"x漢".repeat(100_000)
}

pub fn now() -> Timestamp {
    "2026-11-21T14:04:07Z".parse().unwrap()
}

pub fn view() -> RunView {
    let at = |minute: i64| Timestamp::from_second(now().as_second() - minute * 60).unwrap();
    let step = |from, to, minute| Move {
        at: at(minute),
        from,
        to,
        by: "engine".to_owned(),
        why: format!("{to} was due"),
    };
    RunView {
        id: "checkout".parse().unwrap(),
        state: "CANDIDATE",
        work: "run",
        begins_in: "GENERATING",
        since: Some(at(2)),
        iteration: 1,
        folder: 1,
        design: None,
        max_iterations: Some(10),
        score: Some(Score::from_hundredths(8_640)),
        threshold: Some(80),
        needs: Some(Need::Decision),
        is_sealed: false,
        harm: None,
        reason: None,
        violation: None,
        cause: None,
        hint: None,
        scores: vec![],
        judged: vec![],
        best: None,
        plateau: None,
        path: vec![
            step("IDLE", "GENERATING", 4),
            step("GENERATING", "EVALUATING", 3),
            step("EVALUATING", "CANDIDATE", 2),
        ],
        gate: None,
        waiting_for: Some("a decision".to_owned()),
        preview: None,
        refused: Vec::new(),
        spent: crate::kernel::Spent::default(),
        spent_in_all: crate::kernel::Spent::default(),
        answered_by: Vec::new(),
        next: vec![],
        watches: false,
    }
}

/// The same with these overall scores, in hundredths.
pub fn judged(scores: &[u16]) -> RunView {
    let judged = scores.iter().zip(1..).map(|(score, iteration)| Judged {
        iteration,
        overall: Score::from_hundredths(*score),
        dimensions: Dimensions::from_fn(|d| {
            Score::from_hundredths(if d == Dimension::Clarity { score / 2 } else { *score })
        }),
        edited: false,
    });
    let judged: Vec<Judged> = judged.collect();
    RunView {
        scores: judged.iter().map(|j| (j.iteration, j.overall)).collect(),
        best: judged.iter().map(|j| (j.iteration, j.overall)).max_by_key(|(_, score)| *score),
        score: judged.last().map(|j| j.overall),
        judged,
        ..view()
    }
}

pub fn detail() -> Detail {
    let id = "checkout".parse().unwrap();
    Detail {
        done: Ok(DoneFile::new(&id)),
        id,
        view: Ok(view()),
        intent: None,
        left_out: Vec::new(),
        answers: Vec::new(),
        seal: Seal::none(&Home::of(&"checkout".parse().unwrap())),
        critique: None,
        before: None,
        past: Ok(Vec::new()),
        is_edited: false,
        bytes: [None, None],
        journal: Ok((journal::read(b""), true)),
        draft: Ok(String::new()),
        held: None,
        approval: Default::default(),
        rejections: Vec::new(),
        exchange: Default::default(),
        zone: TimeZone::UTC,
        compared: None,
        looked: None,
    }
}

/// A screen with one feature, which is at rest.
pub fn model(view: RunView) -> Model {
    model_of(design(), view)
}

pub fn model_of(machine: Machine, view: RunView) -> Model {
    let size = Size::new(120, 36);
    let mut model = Model::new("acme-shop".to_owned(), machine, Theme::Plain, Keys::default(), size, now());
    model.features.list(std::slice::from_ref(&view.id));
    model.features.update([(view.id.clone(), Card::of(&view, Doing::Resting))]);
    model.detail = Some(Arc::new(Detail { view: Ok(view), ..detail() }));
    model
}

/// A drawing at a size, as text; around it stands a frame that it may not touch.
pub fn drawn(width: u16, height: u16, draw: impl FnOnce(Rect, &mut Buffer)) -> String {
    let whole = Rect::new(0, 0, width + 2, height + 2);
    let mut buffer = Buffer::filled(whole, ratatui::buffer::Cell::new("#"));
    let inside = Rect::new(1, 1, width, height);
    for y in inside.y..inside.bottom() {
        for x in inside.x..inside.right() {
            buffer[(x, y)].set_symbol(" ");
        }
    }
    draw(inside, &mut buffer);
    let mut out = String::new();
    for y in 0..whole.height {
        let mut row = String::new();
        for x in 0..whole.width {
            let symbol = buffer[(x, y)].symbol();
            let is_frame = !inside.contains((x, y).into());
            assert!(!is_frame || symbol == "#", "{width}x{height}: the frame at {x},{y} holds {symbol:?}");
            if !is_frame {
                row.push_str(symbol);
            }
        }
        if (inside.y..inside.bottom()).contains(&y) {
            out.push_str(row.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The first flow there is: what is drawn of it is the same for every other.
#[cfg(test)]
fn design() -> Machine {
    Machine::of::<crate::flows::design::Design>()
}
