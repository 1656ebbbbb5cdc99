//! The box of a dialog: its width, its border and its title.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget as _};

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::text::Shown;

/// The width of a dialog: `widest`, or the whole screen if too few columns would be left on its sides to be read.
pub fn dialog_width(screen: u16, widest: u16) -> u16 {
    const LEAST: u16 = 12;
    if screen < widest.saturating_add(2 * LEAST) { screen } else { widest }
}

/// Draws an empty dialog box with a title, and a text in the lower border; returns its inside.
pub fn dialog(place: Rect, title: &str, below: Option<&str>, theme: Theme, buffer: &mut Buffer) -> Rect {
    Clear.render(place, buffer);
    let title = Shown::cut(title.trim(), usize::from(place.width.saturating_sub(4)));
    let mut block = Block::bordered()
        .border_style(theme.style(TextStyle::Focused))
        .title_top(theme.span(format!(" {title} "), TextStyle::Heading));
    if let Some(text) = below {
        block = block.title_bottom(Line::from(format!(" {text} ")).alignment(Alignment::Right));
    }
    block.render(place, buffer);
    place.inner(Margin::new(2, 1))
}

#[cfg(test)]
mod tests {
    use super::dialog_width;

    #[test]
    fn the_sides_of_a_dialog_are_wide_enough_to_read_or_empty() {
        for screen in 60..250 {
            for widest in [76, 104] {
                let sides = screen - dialog_width(screen, widest);
                assert!(sides == 0 || sides >= 24, "{sides} of {screen} next to {widest}");
            }
        }
    }
}
