//! Builders of tables: each row gets as many cells as the head.

use crate::{Block, BlockKind, Row, Skipped, Why};

/// Most empty cells that are added to short rows. It bounds the memory of a wide head over many short rows.
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

    /// Adds a row. More cells than the head has come from a separator without quotes, so they are joined to the last cell. A short
    /// row beyond `MOST_ADDED` is skipped.
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

    /// The table as a block; `None` if it is empty.
    pub fn finish(self) -> Option<Block> {
        if self.rows.is_empty() && self.head.iter().all(String::is_empty) {
            return None;
        }
        Some(Block { line: self.line, kind: BlockKind::Table { head: self.head, rows: self.rows } })
    }
}

/// The table that a reader of nested elements is in. A nested table is read as text of its cell.
#[derive(Default)]
pub struct OpenTable {
    /// Depth of nested tables.
    pub depth: u32,
    table: Option<Table>,
    cells: Vec<String>,
    row_line: Option<u32>,
}

impl OpenTable {
    pub fn has_cells(&self) -> bool {
        self.table.is_some() || !self.cells.is_empty()
    }

    /// Adds a cell to the row, with the line of its text.
    pub fn cell(&mut self, (text, line): (String, Option<u32>)) {
        self.row_line = self.row_line.or(line);
        self.cells.push(text);
    }

    /// Ends the row. Only the first one can be the head. A row without text is dropped.
    pub fn end_row(&mut self, is_head: bool, skipped: &mut Vec<Skipped>) {
        let cells = std::mem::take(&mut self.cells);
        let Some(line) = self.row_line.take() else { return };
        if is_head && self.table.is_none() {
            self.table = Some(Table::new(line, cells));
        } else {
            let table = self.table.get_or_insert_with(|| Table::new(line, Vec::new()));
            table.row(line, cells, "\n", skipped);
        }
    }

    pub fn close(self) -> Option<Block> {
        self.table.and_then(Table::finish)
    }
}
