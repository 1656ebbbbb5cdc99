//! The width of a text in a drawing, estimated without a font: rather too wide than too narrow.

use unicode_width::UnicodeWidthChar as _;

/// The width of a character in the diagram's 13 px type, in tenths of a pixel.
fn tenths(c: char) -> i32 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 125,
        'A'..='Z' | '&' | '#' | '+' | '=' | '_' | '–' | '—' | '…' => 96,
        _ => match c.width() {
            Some(0) => 0,
            Some(2) => 135,
            _ => 76,
        },
    }
}

/// The width of a text in whole pixels, rounded up.
pub(super) fn width_px(text: &str) -> i32 {
    text.chars().take(10_000).map(tenths).sum::<i32>() / 10 + 1
}

/// The text cut to fit, with an ellipsis; `None` if it fits as it is.
pub(super) fn cut_to(text: &str, room_px: i32) -> Option<String> {
    if width_px(text) <= room_px {
        return None;
    }
    let mut left = room_px * 10 - tenths('…');
    let mut cut: String = text
        .chars()
        .take_while(|&c| {
            left -= tenths(c);
            left >= 0
        })
        .collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    Some(cut)
}
