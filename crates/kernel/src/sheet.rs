//! Sheets: how a workflow shows what a run is about. One pane draws all of them, and `show` prints them.

use super::facts::{FileState, Files};
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use jiff::Timestamp;
use strum::IntoStaticStr;

/// The most rows of a sheet.
pub const MOST_ROWS: usize = 5_000;
/// The longest row, in characters.
const LONGEST_ROW: usize = 2_000;

/// A sheet of a workflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Its name in commands.
    pub name: &'static str,
    pub title: &'static str,
}

/// One row of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetRow {
    /// How far it is indented; a row can be folded with the deeper rows that follow it.
    pub depth: u8,
    pub text: String,
    pub look: RowLook,
    /// The file that it is about.
    pub opens: Option<RelPath>,
    /// A time that front ends show after the text, as the person's clock has it.
    pub at: Option<Timestamp>,
}

/// What a row is, for its colour and sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum RowLook {
    Heading,
    Text,
    Dim,
    Good,
    Warning,
    Bad,
    Added,
    Removed,
}

impl RowLook {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl SheetRow {
    /// A row without a file.
    pub fn new(depth: u8, look: RowLook, text: impl Into<String>) -> Self {
        Self { depth, text: text.into(), look, opens: None, at: None }
    }

    /// The row with a time after its text.
    #[must_use]
    pub fn at(mut self, time: Timestamp) -> Self {
        self.at = Some(time);
        self
    }

    /// The lines of a file, or a row that says why there are none.
    pub fn of_file(depth: u8, path: &RelPath, files: &dyn Files) -> Vec<Self> {
        match files.state(path) {
            FileState::Absent => {
                vec![Self::new(depth, RowLook::Dim, format!("{} is not there", path.name()))]
            }
            FileState::Unreadable(why) => vec![Self::new(depth, RowLook::Bad, why)],
            FileState::Bytes(bytes) => {
                let lines = lossy(bytes);
                lines.lines().take(MOST_ROWS + 1).map(|line| Self::new(depth, RowLook::Text, line)).collect()
            }
        }
    }

    /// The row with the file that it is about.
    #[must_use]
    pub fn about(mut self, path: RelPath) -> Self {
        self.opens = Some(path);
        self
    }
}

/// The first rows of a sheet, and a word if there are more; long rows are cut.
pub fn bounded(mut rows: Vec<SheetRow>) -> Vec<SheetRow> {
    if rows.len() > MOST_ROWS {
        rows.truncate(MOST_ROWS);
        rows.push(SheetRow::new(0, RowLook::Dim, "cut here: the rest is in the files"));
    }
    for row in &mut rows {
        if let Some((end, _)) = row.text.char_indices().nth(LONGEST_ROW) {
            row.text.truncate(end);
            row.text.push('…');
        }
    }
    rows
}
