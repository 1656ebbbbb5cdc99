//! The screens as wireframes: every view in a frame with its parts in it, its states, and the flows that visit it;
//! then what no view leads to. What is drawn is bounded, and what was left out is told.

mod frame;
mod notes;
mod picture;

use std::collections::HashSet;

use ratatui::text::{Line, Span};

use super::Lines;
use super::names::Names;
use super::pen::{Pen, counted};
use super::wrap::line_columns;
use crate::domain::intent::ComponentType;
use crate::tui::comments;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::parts;
use crate::tui::theme::{Look, Theme};
use frame::{Drawn, Frame};
use notes::Visits;

/// Screens, and trees beside them, that are drawn.
const SCREENS: usize = 80;
const LOOSE: usize = 40;
/// From this width on a frame has its states and flows beside it.
const WIDE: usize = 108;
/// The widest frame.
const WIDEST: usize = 76;

/// The pane's own state.
#[derive(Debug, Default)]
pub struct Preview {}

impl Lines for Preview {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match &detail.intent {
            None => {
                let told = detail.nothing_yet(
                    "There are no screens yet: run the feature, and they are drawn here.",
                    "There are no screens yet: they are drawn here once there is a design.",
                );
                pen.say(told, Look::Dim);
            }
            Some(Err(why)) => {
                let sign = pen.own("! ", Look::Bad);
                let why = pen.prose(why, Look::Plain);
                pen.item(&[sign, why], 2, |row| row);
                pen.say("Mend the file, or run the feature again.", Look::Dim);
            }
            Some(Ok(reading)) => {
                pen.apart(detail);
                whose(&mut pen, detail);
                let draft = detail.draft.as_deref().unwrap_or_default();
                screens(&mut pen, &Names::of(&reading.intent), &commented(draft));
            }
        }
        pen.rows()
    }
}

/// Whose page `preview.html` is, where it is not simply the one that is drawn here (ruling 12).
fn whose(pen: &mut Pen, detail: &Detail) {
    let view = detail.view.as_ref().ok().filter(|view| view.gate.is_some() || view.is_sealed);
    if let Some(preview) = view.and_then(|view| view.preview.as_deref()) {
        let (label, told) = (pen.own("preview.html  ", Look::Dim), pen.prose(preview, Look::Attention));
        pen.text(&[label, told], 2);
    }
}

/// The components with a comment that waits for the next rejection.
fn commented(draft: &str) -> HashSet<usize> {
    let pointers = comments::of(draft).filter_map(|(pointer, _)| parts::holding(pointer));
    pointers.filter_map(|part| part.strip_prefix("/components/")?.parse().ok()).collect()
}

fn screens(pen: &mut Pen, names: &Names<'_>, commented: &HashSet<usize>) {
    let all = &names.intent.components;
    let views: Vec<usize> =
        (0..all.len()).filter(|at| all.get(*at).is_some_and(|c| c.kind == ComponentType::View)).collect();
    if all.is_empty() {
        return pen.say("The design has no components, so there is nothing to draw.", Look::Dim);
    }
    if views.is_empty() {
        pen.say("The design names no screen.", Look::Attention);
    }
    let visits = Visits::of(names);
    let mut drawn = vec![false; all.len()];
    for at in views.iter().take(SCREENS) {
        pen.gap();
        let beside = pen.width >= WIDE;
        let width = if beside { WIDEST.min(pen.width * 3 / 5) } else { pen.width.min(WIDEST + 24) };
        let mut frame = Frame::new(names, commented, pen.theme);
        let lines = frame.screen(*at, width);
        for part in &frame.parts {
            if let Some(drawn) = drawn.get_mut(*part) {
                *drawn = true;
            }
        }
        if beside {
            let room = u16::try_from(pen.width - width - 3).unwrap_or(u16::MAX);
            let notes = notes::lines(names, &visits, *at, &frame.parts, room, pen.theme);
            side_by_side(pen, lines, notes, width);
        } else {
            lines.into_iter().for_each(|line| pen.row(line.row()));
            let room = u16::try_from(pen.width.saturating_sub(2)).unwrap_or(u16::MAX);
            for note in notes::lines(names, &visits, *at, &frame.parts, room, pen.theme) {
                let indented = [vec![Span::raw(if pen.width > 8 { "  " } else { "" })], note.spans].concat();
                pen.row(Row::text(Line::from(indented)));
            }
        }
    }
    if views.len() > SCREENS {
        let left = counted(views.len() - SCREENS, "screen", "screens");
        pen.say(format!("… {left} more in intent.json"), Look::Dim);
    }
    loose(pen, names, commented, &views, drawn);
}

fn side_by_side(pen: &mut Pen, frame: Vec<Drawn>, notes: Vec<Line<'static>>, width: usize) {
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
            row.line.spans.extend(right.spans);
        }
        pen.row(row);
    }
}

/// Components that no screen leads to: the tops of their trees first, then what has no top.
fn loose(
    pen: &mut Pen,
    names: &Names<'_>,
    commented: &HashSet<usize>,
    views: &[usize],
    mut drawn: Vec<bool>,
) {
    let all = &names.intent.components;
    let mut reached = vec![false; all.len()];
    let mut open = views.to_vec();
    while let Some(at) = open.pop() {
        if reached.get(at) != Some(&false) {
            continue;
        }
        if let (Some(reached), Some(component)) = (reached.get_mut(at), all.get(at)) {
            *reached = true;
            open.extend(component.children.iter().filter_map(|id| names.component(id)).map(|(at, _)| at));
        }
    }
    let loose: Vec<usize> = (0..all.len()).filter(|at| reached.get(*at) == Some(&false)).collect();
    if loose.is_empty() {
        return;
    }
    let mut inner = vec![false; all.len()];
    for at in &loose {
        let children = all.get(*at).map_or(&[][..], |component| component.children.as_slice());
        for (child, _) in
            children.iter().filter_map(|id| names.component(id)).filter(|(child, _)| child != at)
        {
            if let Some(inner) = inner.get_mut(child) {
                *inner = true;
            }
        }
    }
    pen.gap();
    let title = pen.own("Not on any screen", Look::Attention);
    let count =
        counted(loose.len(), "component that no screen contains", "components that no screen contains");
    let told = pen.own(format!("  {count}"), Look::Dim);
    pen.text(&[title, told], 2);
    let (tops, rest): (Vec<usize>, Vec<usize>) = loose.iter().partition(|at| inner.get(**at) == Some(&false));
    let mut trees = 0;
    for at in tops.into_iter().chain(rest) {
        if trees >= LOOSE || drawn.get(at) != Some(&false) {
            continue;
        }
        trees += 1;
        let mut frame = Frame::new(names, commented, pen.theme);
        let lines = frame.tree(at, pen.width.min(WIDEST));
        for part in &frame.parts {
            if let Some(drawn) = drawn.get_mut(*part) {
                *drawn = true;
            }
        }
        lines.into_iter().for_each(|line| pen.row(line.row()));
    }
    let left = loose.iter().filter(|at| drawn.get(**at) == Some(&false)).count();
    if left > 0 {
        pen.say(format!("… {} more in intent.json", counted(left, "component", "components")), Look::Dim);
    }
}
