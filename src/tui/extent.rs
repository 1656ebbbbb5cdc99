//! Which lines of a list are visible, as a border tells it: in figures, and by a mark whose length and place stand for them.

/// The lines that are visible among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    top: usize,
    height: usize,
    count: usize,
}

impl Extent {
    /// `None` where all lines are visible.
    pub fn of(top: usize, height: usize, count: usize) -> Option<Self> {
        (height > 0 && count > height).then_some(Self { top, height, count })
    }

    /// For people, counted from 1: `12–30 of 57`.
    pub fn told(self) -> String {
        format!("{}–{} of {}", self.top + 1, (self.top + self.height).min(self.count), self.count)
    }

    /// The rows of a border of so many that stand for what is visible: the first, and how many. It touches an end
    /// only where there is nothing more.
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

#[cfg(test)]
mod tests {
    use super::Extent;

    #[test]
    fn a_thumb_is_at_an_end_only_where_the_list_is() {
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
