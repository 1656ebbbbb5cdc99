//! What a pane's line is, for actions on it.

use crate::tui::model::transcript::FileKind;
use frieze_data::score::Dimension;

/// The part of a pane that a line is, by its place in the data of the pane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowTag {
    Gauge(Dimension),
    Finding(usize),
    /// The findings of one check, by the first of them.
    Group(usize),
    /// A change of an element.
    Change(usize),
    /// The text of the file, below the changes.
    Text,
    /// A passage of the text.
    Passage(usize),
    /// A file of an attempt.
    File(usize, FileKind),
    /// A request of a rejection, counted from 1 through all rejections.
    Request(usize),
    /// A row of a sheet, by its hash.
    Sheet(u64),
}
