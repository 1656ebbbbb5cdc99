//! What a pane's line is, for actions on it.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::tui::model::transcript::FileKind;
use frieze_data::score::Dimension;

/// The part of a pane that a line is, by its place in the data of the pane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowTag {
    Gauge(Dimension),
    /// By a hash that stays when other findings come and go.
    Finding(u64),
    /// The findings of one check and critic, by a hash of the two.
    Group(u64),
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

/// The hash of what identifies a row.
pub fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
