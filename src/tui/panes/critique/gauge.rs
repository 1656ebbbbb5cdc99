//! Gauges of the five dimensions and of the overall score: name, score, bar, weight, points lost, count of findings.

use std::cmp::Ordering;

use ratatui::text::Span;

use crate::tui::model::detail::Detail;
use crate::tui::panes::pen::Pen;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::panes::scores::distance;
use crate::tui::panes::toggles::Toggles;
use crate::tui::view::theme::TextStyle;
use frieze_data::score::{Dimension, Points, Score};
use frieze_data::text::{self, Shown};
use frieze_design::critique::{CritiqueFile, costs, lost_in_every_dimension, points_lost};

/// Columns: sign and name, score, weight, points lost, count of findings.
const NAME: usize = 23;
const SCORE: usize = 7;
const WEIGHT: usize = 6;
const LOST: usize = 8;
const COUNT: usize = 14;
/// The shortest and the longest bar.
const SHORTEST: usize = 6;
const LONGEST: usize = 24;

/// The columns of each part; zero for a part without room.
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
        let mut take = |columns: usize, reserved: usize| {
            let taken = if left >= columns + reserved { columns } else { 0 };
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

pub fn write(pen: &mut Pen, file: &CritiqueFile, detail: &Detail, open: &Toggles) {
    let room = Room::of(pen.width);
    let lost = Points::round_to_total(
        Points::lost(file.overall),
        &Dimension::ALL.map(|dimension| points_lost(&file.findings, dimension)),
    );
    for (dimension, lost) in Dimension::ALL.into_iter().zip(lost) {
        let count = file.findings.iter().filter(|finding| costs(finding) == Some(dimension)).count();
        let sign = match (count, open.is_on(RowTag::Gauge(dimension), true)) {
            (0, _) => "  ",
            (_, true) => "▾ ",
            (_, false) => "▸ ",
        };
        let score = file.dimensions.score(dimension);
        let mut spans = line(pen, &room, sign, dimension.name(), score, TextStyle::Plain);
        if room.weight > 0 {
            spans.push(pen.own(format!("{:>4} %", dimension.weight()), TextStyle::Dim));
        }
        if room.lost > 0 && lost.0 > 0 {
            spans.push(pen.own(format!("{:>LOST$}", format!("−{lost}")), TextStyle::Dim));
        }
        if room.count > 0 && count > 0 {
            spans.push(pen.own(format!("  {}", text::count(count, "finding", "findings")), TextStyle::Dim));
        } else if room.count > 0 && lost.0 > 0 {
            spans.push(pen.own("  requirements", TextStyle::Dim));
        }
        pen.item(&spans, 2, |row| row.tagged(RowTag::Gauge(dimension)));
    }
    if let Some(lost) = lost_in_every_dimension(&file.findings) {
        pen.text(&[pen.own(format!("  {lost}"), TextStyle::Dim)], 2);
    }
    let threshold = detail.run().and_then(|view| view.threshold).unwrap_or(file.threshold);
    let needed = Score::from_hundredths(u16::from(threshold) * 100);
    let reached = file.overall >= needed;
    let style = if reached { TextStyle::Good } else { TextStyle::Attention };
    let spans = line(pen, &room, "  ", "Overall", file.overall, style);
    pen.text(&spans, 2);
    let points = distance(file.overall, needed);
    let (sign, distance) = match file.overall.cmp(&needed) {
        Ordering::Equal => ("✓ ", format!("exactly the threshold of {threshold}")),
        Ordering::Greater => ("✓ ", format!("{points} above the threshold of {threshold}")),
        Ordering::Less => ("! ", format!("{points} below the threshold of {threshold}")),
    };
    pen.signed(sign, style, &distance, 2);
}

fn line(
    pen: &Pen,
    room: &Room,
    sign: &'static str,
    name: &str,
    score: Score,
    style: TextStyle,
) -> Vec<Span<'static>> {
    let name = Shown::cut(name, room.name.saturating_sub(2));
    let columns = room.name.saturating_sub(2);
    let mut spans = vec![
        pen.own(sign, TextStyle::Dim),
        pen.own(format!("{:<columns$}", name.as_str()), TextStyle::Plain),
        pen.own(
            format!("{:>SCORE$}", score.to_string()),
            if style == TextStyle::Plain { TextStyle::Strong } else { style },
        ),
    ];
    if room.bar > 0 {
        // Only a full score fills the bar.
        let full = usize::from(score.hundredths()) * room.bar / 10_000;
        spans.push(pen.own(format!("  {}", "▇".repeat(full)), style));
        spans.push(pen.own("░".repeat(room.bar - full), TextStyle::Dim));
    }
    spans
}
