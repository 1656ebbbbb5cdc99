//! Words that are typed at the bottom of the screen: the question, the words on as many lines as they take, and below
//! them what the keys do with them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};

use crate::domain::text::Shown;
use crate::tui::editor::Editor;
use crate::tui::model::Model;
use crate::tui::theme::Look;

/// The most lines of the words; longer ones scroll.
const ROWS: u16 = 6;
/// The question above them and the keys below.
const AROUND: u16 = 2;

/// Where the words stand on a screen of this size: above the last line, as high as they need to be.
pub fn place(words: &mut Editor, size: Size) -> Rect {
    let width = size.width.saturating_sub(2);
    let most = ROWS.min(size.height.saturating_sub(AROUND)).max(1);
    let height = u16::try_from(words.height_at(width)).unwrap_or(most).clamp(1, most);
    let y = size.height.saturating_sub(1 + height);
    Rect { x: 1, y, width, height: height.min(size.height) }
}

/// Draws them with the question and the keys; where the cursor is.
pub fn draw(
    words: &Editor,
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
    let asked = Shown::cut(question.trim_end(), usize::from(place.width)).into_string();
    Span::styled(asked, theme.style(Look::Strong))
        .render(Rect { height: 1, ..Rect { y: whole.y, ..place } }, buffer);
    let mut told = Line::default();
    for (key, does) in keys {
        told.push_span(Span::styled((*key).to_owned(), theme.style(Look::Reference)));
        told.push_span(Span::styled(format!(" {does}  "), theme.style(Look::Dim)));
    }
    told.render(Rect { y: place.bottom(), height: 1, ..place }, buffer);
    words.draw(place, buffer, theme)
}
