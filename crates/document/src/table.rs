//! Tables as every reader makes them: each row has as many cells as the head.

use crate::{Block, BlockKind, Row, Skipped, Why};

/// Empty cells that are added to short rows at most: a wide head over many short rows would take memory without end.
const MOST_ADDED: usize = 1 << 18;

/// Collects the rows of one table.
pub struct Table {
    line: u32,
    head: Vec<String>,
    rows: Vec<Row>,
    added: usize,
}

impl Table {
    pub fn new(line: u32, head: Vec<String>) -> Self {
        Self { line, head, rows: Vec::new(), added: 0 }
    }

    /// Adds a row. Where it has more cells than the head, the last cell goes on with them: a separator in the last column that was
    /// not quoted. A row that is too short for the room that is left is passed over.
    pub fn row(&mut self, line: u32, mut cells: Vec<String>, separator: &str, skipped: &mut Vec<Skipped>) {
        let width = self.head.len();
        if cells.iter().all(String::is_empty) {
            return;
        }
        if width > 0 {
            if cells.len() > width {
                let rest = cells.split_off(width);
                if let Some(last) = cells.last_mut() {
                    for cell in rest.iter().filter(|cell| !cell.is_empty()) {
                        last.push_str(separator);
                        last.push_str(cell);
                    }
                }
            }
            self.added += width - cells.len();
            if self.added > MOST_ADDED {
                skipped.push(Skipped { line, why: Why::Table });
                return;
            }
            cells.resize(width, String::new());
        }
        self.rows.push(Row { line, cells });
    }

    /// The table as a block; `None` where it has nothing.
    pub fn finish(self) -> Option<Block> {
        if self.rows.is_empty() && self.head.iter().all(String::is_empty) {
            return None;
        }
        Some(Block { line: self.line, kind: BlockKind::Table { head: self.head, rows: self.rows } })
    }
}
