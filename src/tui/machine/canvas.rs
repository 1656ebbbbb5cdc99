//! Grid of cells with box-drawing lines that join where they meet.

const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;
/// The sign where lines meet, by their sum.
const JOINTS: [char; 16] = [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A grid of cells with lines, signs and words.
#[derive(Debug)]
pub struct Canvas {
    width: usize,
    lines: Vec<u8>,
    signs: Vec<Option<char>>,
}

impl Canvas {
    /// An empty grid.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, lines: vec![0; width * height], signs: vec![None; width * height] }
    }

    /// Draws a line down a column. Its ends are half lines, which join other lines.
    pub fn down(&mut self, x: usize, from: usize, to: usize) {
        for y in from..=to {
            self.add(x, y, if y > from { UP } else { 0 } | if y < to { DOWN } else { 0 });
        }
    }

    /// Draws a line along a row.
    pub fn along(&mut self, y: usize, from: usize, to: usize) {
        let (from, to) = (from.min(to), from.max(to));
        for x in from..=to {
            self.add(x, y, if x > from { LEFT } else { 0 } | if x < to { RIGHT } else { 0 });
        }
    }

    /// Puts a sign on a cell, over its lines.
    pub fn sign(&mut self, x: usize, y: usize, sign: char) {
        if let Some(cell) = self.at(x, y).and_then(|at| self.signs.get_mut(at)) {
            *cell = Some(sign);
        }
    }

    /// Writes a word of one-column characters.
    pub fn word(&mut self, x: usize, y: usize, word: &str) {
        for (x, c) in (x..).zip(word.chars()) {
            self.sign(x, y, c);
        }
    }

    /// Whether a cell has no sign.
    pub fn is_free(&self, x: usize, y: usize) -> bool {
        self.at(x, y).and_then(|at| self.signs.get(at)).is_some_and(Option::is_none)
    }

    /// The rows as text, without trailing spaces.
    pub fn rows(&self) -> Vec<String> {
        let width = self.width.max(1);
        let joint = |lines: u8| JOINTS.get(usize::from(lines)).copied().unwrap_or(' ');
        let cells = self.lines.iter().zip(&self.signs).map(|(lines, sign)| sign.unwrap_or(joint(*lines)));
        let cells: Vec<char> = cells.collect();
        cells.chunks(width).map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }

    fn add(&mut self, x: usize, y: usize, lines: u8) {
        if let Some(cell) = self.at(x, y).and_then(|at| self.lines.get_mut(at)) {
            *cell |= lines;
        }
    }

    fn at(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.width).then_some(y * self.width + x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_where_they_meet_and_cross_where_they_cross() {
        let mut canvas = Canvas::new(7, 4);
        canvas.along(1, 0, 6);
        canvas.down(3, 0, 3);
        canvas.down(0, 1, 2);
        canvas.down(6, 0, 1);
        canvas.sign(5, 1, '▶');
        assert_eq!(canvas.rows(), ["   │  │", "┌──┼─▶┘", "│  │", "   │"]);
    }
}
