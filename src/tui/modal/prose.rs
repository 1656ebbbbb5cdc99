//! Multi-line input at the bottom of the screen: the question, the text, and the keys below it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget as _};

use crate::tui::model::Model;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::text_field::TextField;
use frieze_data::text::Shown;

/// The most lines of the text; longer text scrolls.
const ROWS: u16 = 6;
/// The line of the question and the line of the keys.
const AROUND: u16 = 2;

/// The area of the text: above the last line of the screen, as high as the text needs.
pub fn place(words: &mut TextField, size: Size) -> Rect {
    let width = size.width.saturating_sub(2);
    let most = ROWS.min(size.height.saturating_sub(AROUND)).max(1);
    let height = u16::try_from(words.height_at(width)).unwrap_or(most).clamp(1, most);
    let y = size.height.saturating_sub(1 + height);
    Rect { x: 1, y, width, height: height.min(size.height) }
}

/// Draws everything; returns the position of the cursor.
pub fn draw(
    words: &TextField,
    place: Rect,
    question: &str,
    keys: &[(&str, &str)],
    model: &Model,
    buffer: &mut Buffer,
) -> Position {
    let theme = model.theme;
    let whole =
        Rect { x: 0, y: place.y.saturating_sub(1), width: model.size.width, height: place.height + AROUND };
    Clear.render(whole.intersection(*buffer.area()), buffer);
    let question = Shown::cut(question.trim_end(), usize::from(place.width)).into_string();
    theme
        .span(question, TextStyle::Strong)
        .render(Rect { height: 1, ..Rect { y: whole.y, ..place } }, buffer);
    let mut help = Line::default();
    for (key, does) in keys {
        help.push_span(theme.span((*key).to_owned(), TextStyle::Reference));
        help.push_span(theme.span(format!(" {does}  "), TextStyle::Dim));
    }
    help.render(Rect { y: place.bottom(), height: 1, ..place }, buffer);
    words.draw(place, buffer, theme)
}
