//! The course of the overall score: a point for each evaluation, steps between them, the threshold as dots.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::domain::score::Score;
use crate::kernel::{Judged, RunView};
use crate::tui::theme::{Look, Theme};

/// Columns of the axis with its figures.
const AXIS: u16 = 4;
/// Columns of a score.
const VALUE: u16 = 5;

/// Draws the last evaluations that fit. Below the plot stand the iterations' numbers.
pub fn draw(view: &RunView, theme: Theme, area: Rect, buffer: &mut Buffer) {
    if area.width < AXIS + 3 || area.height < 3 {
        return;
    }
    let plot = Plot::of(view, area);
    plot.axis(theme, buffer);
    plot.threshold(view, theme, buffer);
    plot.steps(theme, buffer);
    plot.points(view, theme, buffer);
    plot.word(view, theme, buffer);
    plot.numbers(view, theme, buffer);
}

/// What is drawn where.
struct Plot<'a> {
    /// The cells for the course itself.
    inside: Rect,
    /// The score at the lowest row.
    low: u16,
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
        let lowest = shown.iter().map(|judged| judged.overall.hundredths()).min().unwrap_or(0);
        let lowest = view.threshold.map_or(lowest, |threshold| lowest.min(u16::from(threshold) * 100));
        let low = lowest.saturating_sub(500) / 500 * 500;
        Self { inside, low, shown, cut: from > 0 }
    }

    /// The row of a score.
    fn row(&self, score: u16) -> u16 {
        let rows = u32::from(self.inside.height.saturating_sub(1));
        let above = u32::from(score.saturating_sub(self.low));
        let range = u32::from(10_000 - self.low.min(9_500));
        let up = (above * rows + range / 2) / range;
        self.inside.bottom().saturating_sub(1 + u16::try_from(up.min(rows)).unwrap_or(0))
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
        for figure in [10_000, self.low] {
            self.figure(figure, look, buffer);
        }
    }

    fn figure(&self, score: u16, look: Style, buffer: &mut Buffer) {
        let y = self.row(score);
        let text = format!("{:>3}┤", score / 100);
        buffer.set_string(self.inside.x - AXIS, y, text, look);
    }

    fn threshold(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        let Some(threshold) = view.threshold else { return };
        let look = theme.style(Look::Dim);
        let y = self.row(u16::from(threshold) * 100);
        self.figure(u16::from(threshold) * 100, theme.style(Look::Plain), buffer);
        buffer.set_string(self.inside.x, y, "┄".repeat(usize::from(self.inside.width)), look);
    }

    /// The word for the dots, where nothing else stands on them: at the end if it can be.
    fn word(&self, view: &RunView, theme: Theme, buffer: &mut Buffer) {
        const WORD: &str = " threshold ";
        let Some(threshold) = view.threshold else { return };
        let y = self.row(u16::from(threshold) * 100);
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
        // Above it or below, never on the dots of the threshold, which it is not about.
        for row in [y.checked_sub(1), Some(y + 1)] {
            let Some(row) = row else { continue };
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
