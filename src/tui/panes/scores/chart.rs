//! Chart of the overall score: a point per evaluation, steps between them, and a dotted line for the threshold.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::score::Score;
use frieze_kernel::{Judged, RunView};

/// Columns of the axis with its figures.
const AXIS: u16 = 4;
/// Columns of a score.
const VALUE: u16 = 5;
/// The lowest score that may be in the row labelled 100.
const NEARLY_ALL: u16 = 9_950;

/// Draws the last evaluations that fit, with the iterations' numbers below.
pub fn draw(view: &RunView, theme: Theme, area: Rect, buffer: &mut Buffer) {
    if area.width < AXIS + 3 || area.height < 3 {
        return;
    }
    let plot = Plot::of(view, area);
    plot.axis(theme, buffer);
    plot.steps(theme, buffer);
    plot.points(view, theme, buffer);
    plot.word(theme, buffer);
    plot.numbers(view, theme, buffer);
}

/// A score in whole points.
fn rounded(score: u16) -> u16 {
    (score + 50) / 100
}

/// The layout of the chart. All scores are in hundredths.
struct Plot<'a> {
    /// The cells of the points and steps.
    inside: Rect,
    /// The score of the lowest row.
    low: u16,
    /// The threshold, and its row counted from the lowest one.
    threshold: Option<(u16, u16)>,
    shown: &'a [Judged],
    /// Whether earlier evaluations are left out.
    cut: bool,
}

impl<'a> Plot<'a> {
    fn of(view: &'a RunView, area: Rect) -> Self {
        let inside = Rect { x: area.x + AXIS, y: area.y, width: area.width - AXIS, height: area.height - 2 };
        // A point and its step need two columns.
        let most = usize::from(inside.width / 2).max(1);
        let from = view.judged.len().saturating_sub(most);
        let shown = view.judged.get(from..).unwrap_or_default();
        let scores = || shown.iter().map(|judged| judged.overall.hundredths());
        let threshold = view.threshold.map(|threshold| u16::from(threshold) * 100);
        let lowest = scores().chain(threshold).min().unwrap_or(0);
        let low = (rounded(lowest) * 100).min(9_500);
        // The threshold has its own label.
        let low = if threshold.is_some_and(|at| lowest < at && at <= low) { low - 100 } else { low };
        let mut plot = Self { inside, low, threshold: None, shown, cut: from > 0 };
        // Scores above the threshold get rows above it, and scores below it rows below, if there are enough rows.
        plot.threshold = threshold.map(|threshold| {
            let least = u16::from(scores().any(|score| score < threshold)).min(plot.top());
            let most = plot.top() - u16::from(scores().any(|score| score > threshold)).min(plot.top());
            (threshold, plot.level(threshold).min(most).max(least))
        });
        plot
    }

    /// The highest row, counted from the lowest one.
    fn top(&self) -> u16 {
        self.inside.height.saturating_sub(1)
    }

    /// The row of a score by scale only, counted from the lowest one.
    fn level(&self, score: u16) -> u16 {
        let above = u32::from(score.saturating_sub(self.low));
        let range = u32::from(10_000 - self.low);
        let up = (above * u32::from(self.top()) + range / 2) / range;
        u16::try_from(up).unwrap_or(0).min(self.top())
    }

    /// The row of a score on the screen. A row with a label is for scores that match the label, if other rows are free.
    fn row(&self, score: u16) -> u16 {
        let (mut least, mut most) = (0, self.top());
        if let Some((threshold, level)) = self.threshold {
            match score.cmp(&threshold) {
                Ordering::Less => most = level.saturating_sub(1),
                Ordering::Equal => (least, most) = (level, level),
                Ordering::Greater => least = (level + 1).min(most),
            }
        }
        if !self.is_lowest(score) && least == 0 && least < most {
            least = 1;
        }
        if score < NEARLY_ALL && most == self.top() && least < most {
            most -= 1;
        }
        self.inside.bottom().saturating_sub(1 + self.level(score).clamp(least, most))
    }

    /// Whether the label of the lowest row matches a score.
    fn is_lowest(&self, score: u16) -> bool {
        rounded(score) * 100 <= self.low
    }

    /// The labels of the axis with their rows. A label must match all points of its row.
    fn labels(&self) -> Vec<(u16, u16)> {
        let (highest, lowest) = (self.inside.y, self.inside.bottom().saturating_sub(1));
        let threshold = self.threshold.map(|(threshold, level)| (threshold, lowest.saturating_sub(level)));
        let matches = |row: u16, has_label: &dyn Fn(u16) -> bool| {
            let scores = self.shown.iter().map(|judged| judged.overall.hundredths());
            threshold.is_none_or(|(_, taken)| taken != row)
                && scores.filter(|score| self.row(*score) == row).all(has_label)
        };
        let mut labels = Vec::from_iter(threshold);
        if matches(highest, &|score| score >= NEARLY_ALL) {
            labels.push((10_000, highest));
        }
        if matches(lowest, &|score| self.is_lowest(score)) && highest != lowest {
            labels.push((self.low, lowest));
        }
        labels
    }

    /// The column of a point, with room for half a value on either side if possible.
    fn column(&self, at: usize) -> u16 {
        let margin = if self.inside.width > 4 * VALUE { VALUE / 2 } else { 0 };
        let room = usize::from(self.inside.width.saturating_sub(1 + 2 * margin));
        let gaps = self.shown.len().saturating_sub(1).max(1);
        // A few points do not spread over the whole width.
        let room = room.min(gaps * 14);
        self.inside.x + margin + u16::try_from(at * room / gaps).unwrap_or(0)
    }

    fn axis(&self, theme: Theme, buffer: &mut Buffer) {
        let style = theme.style(TextStyle::Dim);
        let x = self.inside.x - 1;
        for y in self.inside.y..self.inside.bottom() {
            buffer.set_string(x, y, "│", style);
        }
        let bottom = self.inside.bottom();
        buffer.set_string(x, bottom, "└", style);
        buffer.set_string(x + 1, bottom, "─".repeat(usize::from(self.inside.width)), style);
        for (score, y) in self.labels() {
            let is_threshold = self.threshold.is_some_and(|(threshold, _)| threshold == score);
            let style = theme.style(if is_threshold { TextStyle::Plain } else { TextStyle::Dim });
            buffer.set_string(self.inside.x - AXIS, y, format!("{:>3}┤", score / 100), style);
        }
        if let Some((threshold, _)) = self.threshold {
            let dots = "┄".repeat(usize::from(self.inside.width));
            buffer.set_string(self.inside.x, self.row(threshold), dots, style);
        }
    }

    /// The word "threshold" on free dots, as far right as possible.
    fn word(&self, theme: Theme, buffer: &mut Buffer) {
        const WORD: &str = " threshold ";
        let Some((threshold, _)) = self.threshold else { return };
        let y = self.row(threshold);
        let width = u16::try_from(WORD.len()).unwrap_or(0);
        let Some(last) = self.inside.right().checked_sub(width).filter(|last| *last > self.inside.x) else {
            return;
        };
        let dots = |x: u16| buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == "┄");
        if let Some(x) = (self.inside.x + 1..=last).rev().find(|from| (*from..from + width).all(dots)) {
            buffer.set_string(x, y, WORD, theme.style(TextStyle::Dim));
        }
    }

    /// The steps half-way between the points.
    fn steps(&self, theme: Theme, buffer: &mut Buffer) {
        let style = theme.style(TextStyle::Busy);
        for (at, pair) in self.shown.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            let (x0, x1) = (self.column(at), self.column(at + 1));
            let (y0, y1) = (self.row(from.overall.hundredths()), self.row(to.overall.hundredths()));
            let middle = x0.midpoint(x1);
            let mut put = |x: u16, y: u16, sign: &str| {
                if self.inside.contains((x, y).into()) {
                    buffer.set_string(x, y, sign, style);
                }
            };
            for x in x0 + 1..x1 {
                if x != middle || y0 == y1 {
                    put(x, if x < middle { y0 } else { y1 }, "─");
                }
            }
            if y0 != y1 && middle > x0 {
                let (up, down) = if y1 < y0 { ("╯", "╭") } else { ("╮", "╰") };
                put(middle, y0, up);
                put(middle, y1, down);
                for y in y0.min(y1) + 1..y0.max(y1) {
                    put(middle, y, "│");
                }
            }
        }
    }

    /// The points with their values as far as cells are free: the last and the best first.
    fn points(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        let is_best = |judged: &Judged| view.best == Some((judged.iteration, judged.overall));
        let best = self.shown.iter().position(is_best);
        for (at, judged) in self.shown.iter().enumerate() {
            let (x, y) = (self.column(at), self.row(judged.overall.hundredths()));
            let (sign, style) = match () {
                () if best == Some(at) => ("★", TextStyle::Good),
                () if judged.edited => ("✎", TextStyle::Strong),
                () => ("●", TextStyle::Strong),
            };
            if self.inside.contains((x, y).into()) {
                buffer.set_string(x, y, sign, theme.style(style));
            }
        }
        let last = self.shown.len().saturating_sub(1);
        let mut order: Vec<usize> = vec![last];
        order.extend(best.filter(|best| *best != last));
        order.extend((0..last).filter(|at| Some(*at) != best));
        for at in order {
            if let Some(judged) = self.shown.get(at) {
                self.value(at, judged.overall, theme, buffer);
            }
        }
    }

    fn value(&self, at: usize, score: Score, theme: Theme, buffer: &mut Buffer) {
        let text = score.to_string();
        let width = u16::try_from(text.len()).unwrap_or(VALUE);
        let (x, y) = (self.column(at), self.row(score.hundredths()));
        let from = x.saturating_sub(width / 2).max(self.inside.x);
        let from = from.min(self.inside.right().saturating_sub(width));
        if from < self.inside.x {
            return;
        }
        // Above, below or right of the point; never on the dots of the threshold.
        let places = [y.checked_sub(1).map(|y| (from, y)), Some((from, y + 1)), Some((x + 2, y))];
        for (from, row) in places.into_iter().flatten() {
            let place = Rect { x: from, y: row, width, height: 1 };
            if self.inside.intersection(place) != place {
                continue;
            }
            let free = |x: u16| buffer.cell((x, row)).is_some_and(|cell| cell.symbol() == " ");
            let neighbours =
                [from.saturating_sub(1).max(self.inside.x), (from + width).min(self.inside.right() - 1)];
            if (from..from + width).chain(neighbours).all(free) {
                buffer.set_string(from, row, &text, theme.style(TextStyle::Plain));
                return;
            }
        }
    }

    /// The iterations' numbers below the plot; the axis of a plateau is heavy.
    fn numbers(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        let bottom = self.inside.bottom();
        let mut free_from = self.inside.x;
        for (at, judged) in self.shown.iter().enumerate() {
            let x = self.column(at);
            buffer.set_string(x, bottom, "┴", theme.style(TextStyle::Dim));
            let mark = if judged.edited { "✎" } else { "" };
            let text = format!("{}{mark}", judged.iteration);
            let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            let from = x.saturating_sub(width.saturating_sub(1) / 2).max(self.inside.x);
            if from >= free_from && from.saturating_add(width) <= self.inside.right() {
                buffer.set_string(from, bottom + 1, text, theme.style(TextStyle::Dim));
                free_from = from + width + 1;
            }
        }
        if self.cut {
            buffer.set_string(self.inside.x - 2, bottom + 1, "…", theme.style(TextStyle::Dim));
        }
        let Some((begin, until, _)) = view.plateau else { return };
        let place = |wanted: u32, last: bool| {
            let is = |judged: &Judged| judged.iteration == wanted;
            if last { self.shown.iter().rposition(is) } else { self.shown.iter().position(is) }
        };
        if let Some(until) = place(until, true) {
            let from = place(begin, false).map_or(self.inside.x, |at| self.column(at));
            for x in from..=self.column(until) {
                buffer.set_string(x, bottom, "━", theme.style(TextStyle::Attention));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures;

    /// A label matches every point of its row, and scores above the threshold are above its dots.
    #[test]
    fn labels_match_the_points_of_their_rows() {
        let courses: [&[u16]; 8] = [
            &[6_057, 6_057, 6_057, 6_057],
            &[6_010, 7_420, 8_640],
            &[7_990, 8_010],
            &[8_000, 10_000],
            &[9_043, 9_150],
            &[0, 10_000, 9_949, 120],
            &[10_000, 10_000],
            &[6_057, 6_301, 9_890],
        ];
        for course in courses {
            for threshold in [None, Some(80), Some(0), Some(100)] {
                for height in 3..20 {
                    let view = RunView { threshold, ..fixtures::judged(course) };
                    let plot = Plot::of(&view, Rect::new(0, 0, 60, height));
                    let what = format!("{course:?} at {threshold:?} in {height}: {:?}", plot.labels());
                    let points = course.iter().map(|score| (*score, plot.row(*score)));
                    for (score, row) in points {
                        assert!(plot.inside.contains((plot.inside.x, row).into()), "{what}");
                        let labels = plot.labels().into_iter().filter(|(_, y)| *y == row && height > 4);
                        for (label, _) in labels {
                            assert!(score.abs_diff(label) < 100, "{score} in the row of {label}: {what}");
                        }
                    }
                    let mut sorted = course.to_vec();
                    sorted.sort_unstable();
                    assert!(sorted.is_sorted_by(|a, b| plot.row(*a) >= plot.row(*b)), "{what}");
                }
            }
        }
    }

    #[test]
    fn the_lowest_score_is_at_its_own_label() {
        let shown = |course: &[u16]| {
            fixtures::drawn(60, 5, |area, buffer| draw(&fixtures::judged(course), Theme::Plain, area, buffer))
        };
        let flat = shown(&[6_057, 6_057]);
        assert!(flat.lines().any(|line| line.starts_with(" 61┤") && line.contains('●')), "{flat}");
        assert!(flat.contains("60.57"), "{flat}");
        let rounded = shown(&[7_160, 7_160]);
        assert!(rounded.lines().any(|line| line.starts_with(" 72┤") && line.contains('●')), "{rounded}");
        // Scores above the threshold are above its row, even if none is below it.
        let over = shown(&[9_043, 9_150]);
        assert!(over.lines().any(|line| line.starts_with(" 80┤┄┄┄┄")), "{over}");
        assert!(over.lines().any(|line| line.starts_with("   │") && line.contains('●')), "{over}");
    }
}
