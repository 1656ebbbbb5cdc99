//! Multi-line input at the bottom of the screen: the question, the text, and the keys below it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::Text;
use ratatui::widgets::{Clear, Widget as _};

use super::lines::Lines;
use crate::tui::model::Model;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::text_field::TextField;

/// The most lines of the text, which scrolls if it is longer, and of the question.
const ROWS: u16 = 6;
/// The first line of the question and the line of the keys.
const AROUND: u16 = 2;

/// The rows that the text may take: between the line of the question and that of the keys.
pub fn area(size: Size) -> Rect {
    Rect { x: 1, y: 1, width: size.width.saturating_sub(2), height: size.height.saturating_sub(AROUND) }
}

/// The last rows of an area, as many as a text needs.
pub fn place(words: &mut TextField, area: Rect) -> Rect {
    let most = ROWS.min(area.height).max(1);
    let height = u16::try_from(words.height_at(area.width)).unwrap_or(most).clamp(1, most);
    Rect { y: area.bottom().saturating_sub(height), height, ..area }
}

/// Draws everything; returns the position of the cursor, and the first row.
pub fn draw(
    words: &TextField,
    place: Rect,
    question: &str,
    keys: &[(&str, &str)],
    model: &Model,
    buffer: &mut Buffer,
) -> (Position, u16) {
    let theme = model.theme;
    let mut asked = Lines::new(place.width.into(), ROWS.min(place.y).into(), theme);
    asked.say(question.trim_end(), TextStyle::Strong);
    let y = place.y.saturating_sub(u16::try_from(asked.lines.len()).unwrap_or(1));
    let whole = Rect { x: 0, y, width: model.size.width, height: place.bottom() + 1 - y };
    Clear.render(whole.intersection(*buffer.area()), buffer);
    Text::from(asked.lines).render(Rect { y, height: place.y - y, ..place }, buffer);
    let mut help = Lines::new(place.width.into(), 1, theme);
    help.keys(keys);
    Text::from(help.lines).render(Rect { y: place.bottom(), height: 1, ..place }, buffer);
    (words.draw(place, buffer, theme), y)
}
