//! The course of the overall score: a point for each evaluation, steps between them, the threshold as dots.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::domain::score::Score;
use crate::kernel::{Judged, RunView};
use crate::tui::theme::{Look, Theme};

/// Columns of the axis with its figures.
const AXIS: u16 = 4;
/// Columns of a score.
const VALUE: u16 = 5;
/// The lowest score that is told as 100.
const NEARLY_ALL: u16 = 9_950;

/// Draws the last evaluations that fit. Below the plot stand the iterations' numbers.
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

/// What is drawn where.
struct Plot<'a> {
    /// The cells for the course itself.
    inside: Rect,
    /// The score at the lowest row, in hundredths as all of them.
    low: u16,
    /// The threshold, and how many rows above the lowest one it stands.
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
        let low = (lowest / 100 * 100).min(9_500);
        let mut plot = Self { inside, low, threshold: None, shown, cut: from > 0 };
        // What is over the threshold stands above its row and what is under it below, wherever there are rows for that.
        plot.threshold = threshold.map(|threshold| {
            let least = u16::from(scores().any(|score| score < threshold)).min(plot.top());
            let most = plot.top() - u16::from(scores().any(|score| score > threshold)).min(plot.top());
            (threshold, plot.level(threshold).min(most).max(least))
        });
        plot
    }

    /// How many rows the highest one is above the lowest.
    fn top(&self) -> u16 {
        self.inside.height.saturating_sub(1)
    }

    /// How many rows above the lowest one a score stands by its measure alone.
    fn level(&self, score: u16) -> u16 {
        let above = u32::from(score.saturating_sub(self.low));
        let range = u32::from(10_000 - self.low);
        let up = (above * u32::from(self.top()) + range / 2) / range;
        u16::try_from(up).unwrap_or(0).min(self.top())
    }

    /// The row of a score. A row with a figure is for what has that figure, wherever another one is left for the rest.
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

    /// Whether the figure of the lowest row is a score's own.
    fn is_lowest(&self, score: u16) -> bool {
        score < self.low + 100
    }

    /// The figures of the axis, each with its row: none that is not true of everything in it.
    fn figures(&self) -> Vec<(u16, u16)> {
        let (highest, lowest) = (self.inside.y, self.inside.bottom().saturating_sub(1));
        let threshold = self.threshold.map(|(threshold, level)| (threshold, lowest.saturating_sub(level)));
        let is_true = |row: u16, has_it: &dyn Fn(u16) -> bool| {
            let scores = self.shown.iter().map(|judged| judged.overall.hundredths());
            threshold.is_none_or(|(_, taken)| taken != row)
                && scores.filter(|score| self.row(*score) == row).all(has_it)
        };
        let mut figures = Vec::from_iter(threshold);
        if is_true(highest, &|score| score >= NEARLY_ALL) {
            figures.push((10_000, highest));
        }
        if is_true(lowest, &|score| self.is_lowest(score)) && highest != lowest {
            figures.push((self.low, lowest));
        }
        figures
    }

    /// The column of a point: with room for half a figure on either side, as far as there is any.
    fn column(&self, at: usize) -> u16 {
        let margin = if self.inside.width > 4 * VALUE { VALUE / 2 } else { 0 };
        let room = usize::from(self.inside.width.saturating_sub(1 + 2 * margin));
        let gaps = self.shown.len().saturating_sub(1).max(1);
        // Few points need not go from wall to wall.
        let room = room.min(gaps * 14);
        self.inside.x + margin + u16::try_from(at * room / gaps).unwrap_or(0)
    }

    fn axis(&self, theme: Theme, buffer: &mut Buffer) {
        let look = theme.style(Look::Dim);
        let x = self.inside.x - 1;
        for y in self.inside.y..self.inside.bottom() {
            buffer.set_string(x, y, "│", look);
        }
        let bottom = self.inside.bottom();
        buffer.set_string(x, bottom, "└", look);
        buffer.set_string(x + 1, bottom, "─".repeat(usize::from(self.inside.width)), look);
        for (score, y) in self.figures() {
            let is_threshold = self.threshold.is_some_and(|(threshold, _)| threshold == score);
            let look = theme.style(if is_threshold { Look::Plain } else { Look::Dim });
            buffer.set_string(self.inside.x - AXIS, y, format!("{:>3}┤", score / 100), look);
        }
        if let Some((threshold, _)) = self.threshold {
            let dots = "┄".repeat(usize::from(self.inside.width));
            buffer.set_string(self.inside.x, self.row(threshold), dots, look);
        }
    }

    /// The word for the dots, where nothing else stands on them: at the end if it can be.
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
            buffer.set_string(x, y, WORD, theme.style(Look::Dim));
        }
    }

    /// Steps from point to point, half-way between them.
    fn steps(&self, theme: Theme, buffer: &mut Buffer) {
        let look = theme.style(Look::Busy);
        for (at, pair) in self.shown.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            let (x0, x1) = (self.column(at), self.column(at + 1));
            let (y0, y1) = (self.row(from.overall.hundredths()), self.row(to.overall.hundredths()));
            let middle = x0.midpoint(x1);
            let mut put = |x: u16, y: u16, sign: &str| {
                if self.inside.contains((x, y).into()) {
                    buffer.set_string(x, y, sign, look);
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

    /// Points, and figures for those that matter, the last one first, where nothing else stands.
    fn points(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        let is_best = |judged: &Judged| view.best == Some((judged.iteration, judged.overall));
        let best = self.shown.iter().position(is_best);
        for (at, judged) in self.shown.iter().enumerate() {
            let (x, y) = (self.column(at), self.row(judged.overall.hundredths()));
            let (sign, look) = match () {
                () if best == Some(at) => ("★", Look::Good),
                () if judged.edited => ("✎", Look::Strong),
                () => ("●", Look::Strong),
            };
            if self.inside.contains((x, y).into()) {
                buffer.set_string(x, y, sign, theme.style(look));
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
        // Above it, below or behind it, never on the dots of the threshold, which it is not about.
        let places = [y.checked_sub(1).map(|y| (from, y)), Some((from, y + 1)), Some((x + 2, y))];
        for (from, row) in places.into_iter().flatten() {
            let place = Rect { x: from, y: row, width, height: 1 };
            if self.inside.intersection(place) != place {
                continue;
            }
            let free = |x: u16| buffer.cell((x, row)).is_some_and(|cell| cell.symbol() == " ");
            let beside =
                [from.saturating_sub(1).max(self.inside.x), (from + width).min(self.inside.right() - 1)];
            if (from..from + width).chain(beside).all(free) {
                buffer.set_string(from, row, &text, theme.style(Look::Plain));
                return;
            }
        }
    }

    /// The iterations' numbers below the plot; where the score stood still the axis is heavy.
    fn numbers(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        let bottom = self.inside.bottom();
        let mut free_from = self.inside.x;
        for (at, judged) in self.shown.iter().enumerate() {
            let x = self.column(at);
            buffer.set_string(x, bottom, "┴", theme.style(Look::Dim));
            let mark = if judged.edited { "✎" } else { "" };
            let text = format!("{}{mark}", judged.iteration);
            let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            let from = x.saturating_sub(width.saturating_sub(1) / 2).max(self.inside.x);
            if from >= free_from && from.saturating_add(width) <= self.inside.right() {
                buffer.set_string(from, bottom + 1, text, theme.style(Look::Dim));
                free_from = from + width + 1;
            }
        }
        if self.cut {
            buffer.set_string(self.inside.x - 2, bottom + 1, "…", theme.style(Look::Dim));
        }
        let Some((since, until, _)) = view.plateau else { return };
        let place = |wanted: u32, last: bool| {
            let is = |judged: &Judged| judged.iteration == wanted;
            if last { self.shown.iter().rposition(is) } else { self.shown.iter().position(is) }
        };
        if let Some(until) = place(until, true) {
            let from = place(since, false).map_or(self.inside.x, |at| self.column(at));
            for x in from..=self.column(until) {
                buffer.set_string(x, bottom, "━", theme.style(Look::Attention));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::sample;

    /// What the axis says of a row is true of every point in it, and what is over the threshold stands above its dots.
    #[test]
    fn figures_are_true_of_the_points_that_stand_beside_them() {
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
                    let view = RunView { threshold, ..sample::judged(course) };
                    let plot = Plot::of(&view, Rect::new(0, 0, 60, height));
                    let what = format!("{course:?} at {threshold:?} in {height}: {:?}", plot.figures());
                    let points = course.iter().map(|score| (*score, plot.row(*score)));
                    for (score, row) in points {
                        assert!(plot.inside.contains((plot.inside.x, row).into()), "{what}");
                        let beside = plot.figures().into_iter().filter(|(_, y)| *y == row && height > 4);
                        for (figure, _) in beside {
                            assert!(score.abs_diff(figure) < 100, "{score} beside {figure}: {what}");
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
    fn the_lowest_score_stands_at_its_own_figure() {
        let shown = |course: &[u16]| {
            sample::drawn(60, 5, |area, buffer| draw(&sample::judged(course), Theme::Plain, area, buffer))
        };
        let flat = shown(&[6_057, 6_057]);
        assert!(flat.lines().any(|line| line.starts_with(" 60┤") && line.contains('●')), "{flat}");
        assert!(flat.contains("60.57"), "{flat}");
        // What is over the threshold is told so where nothing is under it.
        let over = shown(&[9_043, 9_150]);
        assert!(over.lines().any(|line| line.starts_with(" 80┤┄┄┄┄")), "{over}");
        assert!(over.lines().any(|line| line.starts_with("   │") && line.contains('●')), "{over}");
    }
}
