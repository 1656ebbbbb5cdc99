//! What stood at a path when somebody looked.

/// What stood at a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Look {
    Absent,
    Bytes(Vec<u8>),
    /// Something is there and could not be read; the sentence says why.
    Unreadable(String),
}
