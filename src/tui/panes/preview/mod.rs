//! Preview pane: wireframes of the views with their parts, states and flows, then the components outside of every view.
//! Large designs are cut, with a line that says so.

mod frame;
mod notes;
mod picture;

use std::collections::HashSet;

use ratatui::text::Span;

use super::Lines;
use super::names::Names;
use super::pen::Pen;
use super::wrap::line_columns;
use crate::tui::model::comments;
use crate::tui::model::design_parts::{Section, part_at};
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frame::{Drawn, Frame};
use frieze_data::text;
use frieze_intent::{ComponentType, Intent};
use frieze_kernel::SKELETON;

/// The most screens drawn, and the most trees of components outside of them.
const SCREENS: usize = 80;
const LOOSE: usize = 40;
/// From this width the states and flows are right of a frame.
const WIDE: usize = 108;
const WIDEST: usize = 76;

#[derive(Debug, Default)]
pub struct Preview {}

impl Lines for Preview {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        let to_do = "No screens yet. Run the feature to draw them here.";
        let coming = "No screens yet. They will appear here after the first iteration.";
        if let Some(reading) = pen.design(detail, to_do, coming) {
            preview_source(&mut pen, detail);
            about(&mut pen, detail);
            let draft = detail.draft.as_deref().unwrap_or_default();
            screens(&mut pen, &Names::of(&reading.intent), &commented(draft, &reading.intent));
        }
        pen.rows()
    }
}

/// The source of `preview.html`, unless it is the built-in one, which is drawn here (ruling 12).
fn preview_source(pen: &mut Pen, detail: &Detail) {
    let current = detail.run().filter(|_| detail.at.is_none());
    let view = current.filter(|view| view.gate().is_some() || view.is_sealed);
    if let Some(preview) = view.and_then(|view| view.preview.as_deref()) {
        let label = pen.own("preview.html  ", TextStyle::Dim);
        pen.text(&[label, pen.prose(preview, TextStyle::Attention)], 2);
    }
}

/// Who drafted the design, and its comparison with the brief.
fn about(pen: &mut Pen, detail: &Detail) {
    if detail.run().is_some_and(|view| view.is_skeleton) {
        pen.say(format!("This design is {SKELETON}."), TextStyle::Dim);
    }
    let critique = detail.critique_file();
    if let Some(fidelity) = critique.and_then(|critique| critique.fidelity.as_ref()) {
        pen.text(&[pen.own(fidelity.in_words(), TextStyle::Dim)], 2);
    }
}

/// The components with a comment for the next rejection.
fn commented(draft: &str, design: &Intent) -> HashSet<usize> {
    let parts = comments::places(draft, design).filter_map(part_at);
    parts.filter(|(section, _)| *section == Section::Components).map(|(_, at)| at).collect()
}

fn screens(pen: &mut Pen, names: &Names<'_>, commented: &HashSet<usize>) {
    let all = &names.intent.components;
    let views = all.iter().enumerate().filter(|(_, component)| component.kind == ComponentType::View);
    let views: Vec<usize> = views.map(|(at, _)| at).collect();
    if all.is_empty() {
        return pen.say("The design has no components.", TextStyle::Dim);
    }
    if views.is_empty() {
        pen.say("The design has no screens.", TextStyle::Attention);
    }
    let visits = notes::visits(names);
    let mut drawn = HashSet::new();
    for at in views.iter().take(SCREENS) {
        pen.gap();
        let is_wide = pen.width >= WIDE;
        let width = if is_wide { WIDEST.min(pen.width * 3 / 5) } else { pen.width.min(WIDEST + 24) };
        let mut frame = Frame::new(names, commented, pen.theme);
        let lines = frame.screen(*at, width);
        drawn.extend(frame.parts.iter().copied());
        if is_wide {
            let room = u16::try_from(pen.width - width - 3).unwrap_or(u16::MAX);
            let notes = notes::lines(names, &visits, *at, &frame.parts, room, pen.theme);
            side_by_side(pen, lines, notes, width);
        } else {
            lines.into_iter().for_each(|line| pen.row(line.row()));
            let room = u16::try_from(pen.width.saturating_sub(2)).unwrap_or(u16::MAX);
            for mut note in notes::lines(names, &visits, *at, &frame.parts, room, pen.theme) {
                note.line.spans.insert(0, Span::raw(if pen.width > 8 { "  " } else { "" }));
                pen.row(note);
            }
        }
    }
    if views.len() > SCREENS {
        let left = text::count(views.len() - SCREENS, "screen", "screens");
        pen.say(format!("… {left} more in intent.json"), TextStyle::Dim);
    }
    loose(pen, names, commented, &views, drawn);
}

fn side_by_side(pen: &mut Pen, frame: Vec<Drawn>, notes: Vec<Row>, width: usize) {
    let (mut frame, mut notes) = (frame.into_iter(), notes.into_iter());
    loop {
        let (left, right) = (frame.next(), notes.next());
        if left.is_none() && right.is_none() {
            return;
        }
        let mut row = left.map(Drawn::row).unwrap_or_default();
        if let Some(right) = right {
            let gap = (width + 3).saturating_sub(line_columns(&row.line));
            row.line.push_span(Span::raw(" ".repeat(gap)));
            row.line.spans.extend(right.line.spans);
            row.shows.extend(right.shows);
            row.above = row.above.max(right.above);
        }
        pen.row(row);
    }
}

/// Components outside of every screen: trees from their roots, then those in circles.
fn loose(
    pen: &mut Pen,
    names: &Names<'_>,
    commented: &HashSet<usize>,
    views: &[usize],
    mut drawn: HashSet<usize>,
) {
    let all = &names.intent.components;
    let children = |at: usize| {
        let ids = all.get(at).map_or(&[][..], |component| component.children.as_slice());
        ids.iter().filter_map(|id| names.component(id)).map(|(child, _)| child)
    };
    let mut reached = HashSet::new();
    let mut open = views.to_vec();
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            open.extend(children(at));
        }
    }
    let loose: Vec<usize> = (0..all.len()).filter(|at| !reached.contains(at)).collect();
    if loose.is_empty() {
        return;
    }
    let inner = loose.iter().flat_map(|at| children(*at).filter(move |child| child != at));
    let inner: HashSet<usize> = inner.collect();
    pen.gap();
    let title = pen.own("Not on any screen", TextStyle::Attention);
    let count = pen.own(format!("  {}", text::count(loose.len(), "component", "components")), TextStyle::Dim);
    pen.text(&[title, count], 2);
    let (tops, rest): (Vec<usize>, Vec<usize>) = loose.iter().partition(|at| !inner.contains(at));
    let mut trees = 0;
    for at in tops.into_iter().chain(rest) {
        if trees >= LOOSE || drawn.contains(&at) {
            continue;
        }
        trees += 1;
        let mut frame = Frame::new(names, commented, pen.theme);
        let lines = frame.tree(at, pen.width.min(WIDEST));
        drawn.extend(frame.parts.iter().copied());
        lines.into_iter().for_each(|line| pen.row(line.row()));
    }
    let left = loose.iter().filter(|at| !drawn.contains(at)).count();
    if left > 0 {
        pen.say(
            format!("… {} more in intent.json", text::count(left, "component", "components")),
            TextStyle::Dim,
        );
    }
}

#[cfg(test)]
mod tests;
