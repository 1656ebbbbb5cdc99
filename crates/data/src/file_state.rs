//! The state of a file when it was read.

/// The state of a file when it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileState {
    Absent,
    Bytes(Vec<u8>),
    /// The file could not be read; the sentence says why.
    Unreadable(String),
}
