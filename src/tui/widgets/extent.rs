//! Scroll position of a list, as text and as a scroll thumb.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// The scroll thumb in a border.
const THUMB: &str = "┃";

/// The visible lines among all lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    top: usize,
    height: usize,
    count: usize,
}

impl Extent {
    /// `None` if all lines are visible.
    pub fn of(top: usize, height: usize, count: usize) -> Option<Self> {
        (height > 0 && count > height).then_some(Self { top, height, count })
    }

    /// For people, counted from 1: `12–30 of 57`.
    pub fn text(self) -> String {
        format!("{}–{} of {}", self.top + 1, (self.top + self.height).min(self.count), self.count)
    }

    /// The first row and the length of the scroll thumb in a border of `rows` rows. It touches an end only if the list does.
    pub fn thumb(self, rows: usize) -> (usize, usize) {
        let length = (rows * self.height / self.count).clamp(1, rows.max(1));
        let (room, below) = (rows.saturating_sub(length), self.count - self.height);
        let from = match self.top {
            0 => 0,
            top if top >= below => room,
            top => (room * top / below).clamp(1, room.saturating_sub(1).max(1)),
        };
        (from.min(room), length)
    }
}

/// Draws the scroll thumb into the right border.
pub fn draw_thumb(extent: Option<Extent>, place: Rect, buffer: &mut Buffer) {
    let Some(extent) = extent.filter(|_| place.width > 0) else { return };
    let rows = place.height.saturating_sub(2);
    let (from, length) = extent.thumb(usize::from(rows));
    let below = place.y + 1 + u16::try_from(from).unwrap_or(rows);
    for y in (below..place.bottom().saturating_sub(1)).take(length) {
        if let Some(cell) = buffer.cell_mut(Position::new(place.right() - 1, y)) {
            cell.set_symbol(THUMB);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;

    #[test]
    fn a_thumb_is_at_an_end_only_if_the_list_is() {
        assert_eq!((Extent::of(0, 5, 5), Extent::of(0, 0, 9)), (None, None));
        for (rows, height, count) in [(20, 20, 21), (20, 20, 40), (20, 20, 100_000), (8, 10, 30), (3, 3, 9)] {
            for top in 0..=(count - height) {
                let (from, length) = Extent::of(top, height, count).unwrap().thumb(rows);
                assert!(length > 0 && from + length <= rows, "{rows} {height} {count} {top}");
                if rows > length + 1 {
                    assert_eq!(from == 0, top == 0, "{rows} {height} {count} {top}");
                    assert_eq!(from + length == rows, top == count - height, "{rows} {height} {count} {top}");
                }
            }
        }
        assert_eq!(Extent::of(0, 3, 9).unwrap().thumb(0), (0, 1));
    }
}
