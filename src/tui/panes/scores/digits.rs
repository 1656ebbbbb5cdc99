//! Score in large digits, for a run with one iteration.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::score::Score;

/// Rows of a digit.
pub const HEIGHT: u16 = 3;

const FIGURES: [[&str; 3]; 10] = [
    ["╭─╮", "│ │", "╰─╯"],
    ["  ╷", "  │", "  ╵"],
    ["╶─╮", "╭─╯", "╰─╴"],
    ["╶─╮", "╶─┤", "╶─╯"],
    ["╷ ╷", "╰─┤", "  ╵"],
    ["╭─╴", "╰─╮", "╶─╯"],
    ["╭─╴", "├─╮", "╰─╯"],
    ["╶─╮", "  │", "  ╵"],
    ["╭─╮", "├─┤", "╰─╯"],
    ["╭─╮", "╰─┤", "╶─╯"],
];

/// Draws the score if it fits.
pub fn draw(score: Score, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let rows = large(&score.to_string());
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if area.height < HEIGHT || usize::from(area.width) < width + 1 {
        return;
    }
    let top = area.y + (area.height - HEIGHT).min(1);
    for (row, y) in rows.into_iter().zip(top..) {
        let place = Rect { x: area.x + 1, y, width: area.width - 1, height: 1 };
        theme.line(row, TextStyle::Strong).render(place, buffer);
    }
}

fn large(text: &str) -> [String; 3] {
    let row = |at: usize| {
        let figure = |c: char| match c.to_digit(10).and_then(|d| usize::try_from(d).ok()) {
            Some(digit) => FIGURES.get(digit).and_then(|rows| rows.get(at)).copied().unwrap_or_default(),
            None if at == 2 => "·",
            None => " ",
        };
        text.chars().map(figure).collect::<Vec<_>>().join(" ")
    };
    [row(0), row(1), row(2)]
}
