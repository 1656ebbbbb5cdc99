//! State machine on one line: the main path, then the other phases. A long line is cut around the current phase.

use ratatui::text::{Line, Span};

use crate::tui::machine::Machine;
use crate::tui::view::theme::{TextStyle, Theme};

/// `IDLE → GENERATING → EVALUATING → ▐CANDIDATE▌ → FROZEN · REVISING · FAILED`
pub fn line(machine: &Machine, state: &str, width: usize, theme: Theme) -> Line<'static> {
    let way = machine.main_path();
    let others = machine.phases.iter().filter(|phase| !way.contains(phase));
    let words: Vec<(&str, &'static str)> = way
        .iter()
        .enumerate()
        .map(|(at, phase)| (if at == 0 { "" } else { " → " }, *phase))
        .chain(others.map(|phase| (" · ", *phase)))
        .collect();
    let current = words.iter().position(|(_, phase)| *phase == state);
    let (from, to) = window(&words, current.unwrap_or(0), width);
    let mut spans = Vec::new();
    if from > 0 {
        spans.push(theme.span("…", TextStyle::Dim));
    } else {
        spans.push(Span::raw(" "));
    }
    for (at, (before, phase)) in words.iter().enumerate().take(to).skip(from) {
        if at > 0 {
            spans.push(theme.span((*before).to_owned(), TextStyle::Dim));
        }
        if Some(at) == current {
            spans.extend(super::marked(phase, theme));
        } else {
            spans.push(theme.span(*phase, TextStyle::Plain));
        }
    }
    if to < words.len() {
        spans.push(theme.span(" …", TextStyle::Dim));
    }
    Line::from(spans)
}

/// The range of words that fit around one of them.
fn window(words: &[(&str, &str)], around: usize, width: usize) -> (usize, usize) {
    let columns = |at: usize| words.get(at).map_or(0, |(b, phase)| b.chars().count() + phase.chars().count());
    // The marks around the current phase, and room for the marks of the cuts.
    let (mut from, mut to) = (around, (around + 1).min(words.len()));
    let mut taken = columns(around) + 2 + 3;
    loop {
        let before = from.checked_sub(1).filter(|at| taken + columns(*at) <= width);
        if let Some(at) = before {
            taken += columns(at);
            from = at;
        }
        let after = (to < words.len() && taken + columns(to) <= width).then_some(to);
        if let Some(at) = after {
            taken += columns(at);
            to = at + 1;
        }
        if before.is_none() && after.is_none() {
            return (from, to);
        }
    }
}
