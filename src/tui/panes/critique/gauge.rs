//! The five gauges and the overall: name, score, bar, weight, and what the findings take.

use ratatui::text::Span;

use super::{changes, slot};
use crate::domain::critique::{CritiqueFile, taken};
use crate::domain::score::{Dimension, Points, Score};
use crate::domain::text::Shown;
use crate::tui::detail::Detail;
use crate::tui::panes::pen::{Pen, counted};
use crate::tui::theme::Look;

/// Columns: sign and name, score, weight, points lost, count of findings.
const NAME: usize = 23;
const SCORE: usize = 7;
const WEIGHT: usize = 6;
const LOST: usize = 8;
const COUNT: usize = 14;
/// The shortest and the longest bar.
const SHORTEST: usize = 6;
const LONGEST: usize = 24;

/// What a row remembers: its dimension, and which finding it is if it is one.
pub fn tag(dimension: Dimension, finding: Option<usize>) -> usize {
    finding.map_or(0, |at| (at + 1) * 8) + slot(dimension) + 1
}

/// The row of several findings of one check remembers the first of them.
pub fn group_tag(dimension: Dimension, first: usize) -> usize {
    tag(dimension, Some(first)) + GROUP
}

/// The finding that a row is of, or the first of several.
pub fn finding_of(tag: usize) -> Option<usize> {
    (tag % GROUP / 8).checked_sub(1)
}

/// Whether a row stands for several findings of one check.
pub fn is_group(tag: usize) -> bool {
    tag >= GROUP
}

/// Far above the tags of findings, of which a critique holds fewer; a multiple of eight.
const GROUP: usize = 1 << 28;

pub fn dimension_of(tag: usize) -> Option<Dimension> {
    Dimension::ALL.get((tag % 8).checked_sub(1)?).copied()
}

/// How much room each part has; nought where it is left out.
struct Room {
    name: usize,
    bar: usize,
    weight: usize,
    lost: usize,
    count: usize,
}

impl Room {
    fn of(width: usize) -> Self {
        let name = NAME.min(width.saturating_sub(SCORE));
        let mut left = width.saturating_sub(name + SCORE);
        let mut take = |columns: usize, beside: usize| {
            let taken = if left >= columns + beside { columns } else { 0 };
            left -= taken;
            taken
        };
        let weight = take(WEIGHT, 0);
        let lost = take(LOST, SHORTEST + 2);
        let count = take(COUNT, SHORTEST + 6);
        let bar = if left >= SHORTEST + 2 { (left - 2).min(LONGEST) } else { 0 };
        Self { name, bar, weight, lost, count }
    }
}

pub fn write(pen: &mut Pen, file: &CritiqueFile, detail: &Detail, hidden: [bool; 5]) {
    let room = Room::of(pen.width);
    let of = |dimension| file.findings.iter().filter(move |finding| finding.dimension == dimension);
    let lost =
        Points::adding_up(Points::lost(file.overall), &Dimension::ALL.map(|dimension| taken(of(dimension))));
    for (dimension, lost) in Dimension::ALL.into_iter().zip(lost) {
        let (at, count) = (slot(dimension), of(dimension).count());
        let sign = match (count, hidden.get(at)) {
            (0, _) => "  ",
            (_, Some(true)) => "▸ ",
            (_, Some(false) | None) => "▾ ",
        };
        let score = file.dimensions.score(dimension);
        let mut spans = line(pen, &room, sign, dimension.name(), score, Look::Plain);
        if room.weight > 0 {
            spans.push(pen.own(format!("{:>4} %", dimension.weight()), Look::Dim));
        }
        if room.lost > 0 && lost.0 > 0 {
            spans.push(pen.own(format!("{:>LOST$}", format!("−{lost}")), Look::Dim));
        }
        if room.count > 0 && count > 0 {
            spans.push(pen.own(format!("  {}", counted(count, "finding", "findings")), Look::Dim));
        }
        pen.item(&spans, 2, |row| row.tagged(tag(dimension, None)));
    }
    let threshold = detail.view.as_ref().ok().and_then(|view| view.threshold).unwrap_or(file.threshold);
    let needed = u16::from(threshold) * 100;
    let reached = file.overall.hundredths() >= needed;
    let look = if reached { Look::Good } else { Look::Attention };
    let spans = line(pen, &room, "  ", "Overall", file.overall, look);
    pen.text(&spans, 2);
    let away = file.overall.hundredths().abs_diff(needed);
    let points = format!("{}.{:02}", away / 100, away % 100);
    let (sign, told) = match (reached, away) {
        (true, 0) => ("✓ ", format!("exactly the threshold of {threshold}")),
        (true, _) => ("✓ ", format!("{points} above the threshold of {threshold}")),
        (false, _) => ("! ", format!("{points} points are missing to the threshold of {threshold}")),
    };
    let (sign, told) = (pen.own(sign, look), pen.own(told, Look::Plain));
    let beside = changes::overall(detail, file.overall);
    // Where one line has no room for both, the second is told in fewer words, or in a line of its own: no word stands alone.
    let columns = |text: &str| text.chars().count();
    let taken = columns(&sign.content) + columns(&told.content);
    let short =
        |told: &str| told.strip_prefix(SUBJECT).filter(|rest| !rest.starts_with("the")).map(str::to_owned);
    let all = [beside.clone(), beside.as_deref().and_then(short)];
    let fitting = |room: usize| all.iter().flatten().find(|told| columns(told) + 2 <= room).cloned();
    if let Some(beside) = fitting(pen.width.saturating_sub(taken)) {
        let beside = pen.own(format!("; {beside}"), Look::Plain);
        return pen.text(&[sign, told, beside], 2);
    }
    pen.text(&[sign, told], 2);
    if let Some(beside) = fitting(pen.width).or(beside) {
        let beside = pen.own(format!("  {beside}"), Look::Plain);
        pen.text(&[beside], 2);
    }
}

/// What is left out where room is short: the line before speaks of it, too.
const SUBJECT: &str = "the score is ";

fn line(
    pen: &Pen,
    room: &Room,
    sign: &'static str,
    name: &str,
    score: Score,
    look: Look,
) -> Vec<Span<'static>> {
    let name = Shown::cut(name, room.name.saturating_sub(2));
    let columns = room.name.saturating_sub(2);
    let mut spans = vec![
        pen.own(sign, Look::Dim),
        pen.own(format!("{:<columns$}", name.as_str()), Look::Plain),
        pen.own(
            format!("{:>SCORE$}", score.to_string()),
            if look == Look::Plain { Look::Strong } else { look },
        ),
    ];
    if room.bar > 0 {
        // Only a full score fills the bar.
        let full = usize::from(score.hundredths()) * room.bar / 10_000;
        spans.push(pen.own(format!("  {}", "▇".repeat(full)), look));
        spans.push(pen.own("░".repeat(room.bar - full), Look::Dim));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_remembers_its_dimension() {
        for dimension in Dimension::ALL {
            for finding in [None, Some(0), Some(20_000)] {
                assert_eq!(dimension_of(tag(dimension, finding)), Some(dimension));
                assert_eq!(finding_of(tag(dimension, finding)), finding);
            }
        }
        let group = group_tag(Dimension::Clarity, 7);
        assert_eq!((dimension_of(group), finding_of(group)), (Some(Dimension::Clarity), Some(7)));
        assert_eq!(dimension_of(0), None);
    }
}
