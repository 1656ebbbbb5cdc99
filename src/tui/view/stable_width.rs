//! Joined emoji at a stable width. Terminals disagree about their width: one draws a family of four in two columns, another in
//! eight, and everything after it moves. So only the first emoji of a group is drawn, in the columns counted for the group.

use ratatui::buffer::Buffer;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Joiner, emoji selector, and the five skin tones.
fn joins(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

/// Replaces every group of joined emoji by its first one.
pub fn stable_width(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    for at in 0..buffer.content.len() {
        let symbol = buffer.content[at].symbol();
        // Most cells hold one character of one byte.
        if symbol.len() < 5 || !symbol.chars().skip(1).any(joins) {
            continue;
        }
        let (columns, first) = (symbol.width(), symbol.chars().next().unwrap_or(' '));
        buffer.content[at].set_char(first);
        let is_last = width > 0 && (at + 1).is_multiple_of(width);
        if columns > first.width().unwrap_or(1) && !is_last {
            buffer.content[at + 1].set_char(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::text::Line;
    use ratatui::widgets::Widget as _;

    use super::*;

    #[test]
    fn every_cell_has_the_same_width_in_every_terminal() {
        let check = |text: &str, expected: &str| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
            Line::from(text.to_owned()).render(buffer.area, &mut buffer);
            stable_width(&mut buffer);
            assert_eq!(
                buffer,
                Buffer::with_lines([format!(
                    "{expected:<width$}",
                    width = 12 + expected.chars().count() - expected.width()
                )]),
                "{text}"
            );
        };
        check("a👩\u{200D}👩\u{200D}👧b", "a👩b");
        check("❤\u{FE0F}b", "❤ b");
        check("👋🏽 b", "👋 b");
        check("e\u{301}漢b", "e\u{301}漢b");
    }
}
