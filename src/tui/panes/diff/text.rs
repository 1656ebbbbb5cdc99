//! Text diff with the changed parts of its lines. Long lines wrap; in a wide pane old and new are side by side.

use ratatui::text::{Line, Span};

use crate::tui::panes::pen::Pen;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::panes::wrap::{Ends, line_columns, wrapped};
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::listing::Row;
use frieze_data::text::{self, Shown};
use frieze_intent::diff::{Hunk, Line as Comparison, Tag};

/// From this width old and new are side by side.
const WIDE: usize = 110;
/// The most rows, and the most columns of one line.
const ROWS: usize = 20_000;
const LONGEST: usize = 200_000;

pub fn write(pen: &mut Pen, hunks: &[Hunk], is_folded: impl Fn(RowTag) -> bool) {
    let last = hunks.last().and_then(|hunk| hunk.lines.last());
    let highest = last.and_then(|line| line.old.max(line.new)).unwrap_or(0);
    let digits = highest.to_string().len().max(2);
    for (at, hunk) in hunks.iter().enumerate() {
        if pen.len() > ROWS {
            let left = hunks.len() - at;
            return pen.say(format!("… {left} more passages; frieze diff shows all"), TextStyle::Dim);
        }
        let tag = RowTag::Passage(at);
        passage(pen, hunk, tag, is_folded(tag), digits);
    }
}

fn passage(pen: &mut Pen, hunk: &Hunk, tag: RowTag, folded: bool, digits: usize) {
    let count = |tag: Tag| hunk.lines.iter().filter(|line| line.tag == tag).count();
    let unchanged = match hunk.folded {
        0 => String::new(),
        n => format!("⋯ {}  ", text::count(n, "unchanged line", "unchanged lines")),
    };
    let first = hunk.lines.iter().find_map(|line| line.new.or(line.old)).unwrap_or(1);
    let spans = [
        pen.own(if folded { "▸ " } else { "▾ " }, TextStyle::Dim),
        pen.own(unchanged, TextStyle::Dim),
        pen.own(format!("line {first}  "), TextStyle::Reference),
        pen.own(format!("+{} ", count(Tag::Added)), TextStyle::Added),
        pen.own(format!("−{}", count(Tag::Removed)), TextStyle::Removed),
    ];
    pen.item(&spans, 2, |row| row.tagged(tag));
    if folded {
    } else if let Some(half) = half(pen) {
        side_by_side(pen, &hunk.lines, digits, half);
    } else {
        for (at, line) in hunk.lines.iter().enumerate() {
            if pen.len() > ROWS {
                return cut_off(pen, hunk.lines.len() - at);
            }
            let number = |n: Option<usize>| n.map(|n| n.to_string()).unwrap_or_default();
            let numbers = if pen.width >= 40 {
                format!("{:>digits$} {:>digits$} ", number(line.old), number(line.new))
            } else {
                String::new()
            };
            for made in lined(pen, line, numbers, pen.width) {
                pen.row(Row::text(made));
            }
        }
    }
}

fn cut_off(pen: &mut Pen, lines: usize) {
    let left = text::count(lines, "more line", "more lines");
    pen.say(format!("… {left} of this passage; frieze diff shows all"), TextStyle::Dim);
}

/// Removed lines on the left, the added lines that replace them on the right.
fn side_by_side(pen: &mut Pen, lines: &[Comparison], digits: usize, half: usize) {
    for run in lines.chunk_by(|a, b| (a.tag == Tag::Same) == (b.tag == Tag::Same)) {
        let left: Vec<&Comparison> = run.iter().filter(|line| line.tag != Tag::Added).collect();
        let right: Vec<&Comparison> = run.iter().filter(|line| line.tag != Tag::Removed).collect();
        for at in 0..left.len().max(right.len()) {
            if pen.len() > ROWS {
                return cut_off(pen, left.len().max(right.len()) - at);
            }
            let side = |line: Option<&&Comparison>, old: bool| {
                line.map_or_else(Vec::new, |line| {
                    let number = if old { line.old } else { line.new };
                    let number = number.map(|n| n.to_string()).unwrap_or_default();
                    lined(pen, line, format!("{number:>digits$} "), half)
                })
            };
            let (old, new) = (side(left.get(at), true), side(right.get(at), false));
            pair(pen, half, old, new);
        }
    }
}

/// The columns of old and of new lines, if they are side by side.
pub fn half(pen: &Pen) -> Option<usize> {
    (pen.width >= WIDE).then_some((pen.width.saturating_sub(3)) / 2)
}

/// Writes old lines left of new ones.
pub fn pair(pen: &mut Pen, half: usize, old: Vec<Line<'static>>, new: Vec<Line<'static>>) {
    let rows = old.len().max(new.len());
    let (mut old, mut new) = (old.into_iter(), new.into_iter());
    for _ in 0..rows {
        let mut joined = old.next().unwrap_or_default();
        let gap = half.saturating_sub(line_columns(&joined));
        joined.push_span(Span::raw(" ".repeat(gap)));
        joined.push_span(pen.own(" │ ", TextStyle::Border));
        joined.spans.extend(new.next().unwrap_or_default().spans);
        pen.row(Row::text(joined));
    }
}

/// One line with its numbers and its sign, wrapped.
fn lined(pen: &Pen, line: &Comparison, numbers: String, width: usize) -> Vec<Line<'static>> {
    let (sign, whole, part) = match line.tag {
        Tag::Same => ("  ", TextStyle::Dim, TextStyle::Dim),
        Tag::Removed => ("− ", TextStyle::Removed, TextStyle::RemovedPart),
        Tag::Added => ("+ ", TextStyle::Added, TextStyle::AddedPart),
    };
    let hang = numbers.len() + 2;
    let mut spans = vec![pen.own(numbers, TextStyle::Dim), pen.own(sign, whole)];
    let mut room = LONGEST;
    for each in &line.parts {
        let style = if each.changed { part } else { whole };
        let shown = Shown::cut(&each.text, room);
        room = room.saturating_sub(shown.width());
        spans.push(pen.own(shown.into_string(), style));
    }
    wrapped(&spans, width, hang, Ends::Kept)
}
