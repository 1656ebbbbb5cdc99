//! The state of a file when it was read, and the kinds of entries of a folder.

/// The state of a file when it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileState {
    Absent,
    Bytes(Vec<u8>),
    /// The file could not be read; the sentence says why.
    Unreadable(String),
}

impl FileState {
    /// The bytes of a readable file.
    pub fn bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    File,
    Folder,
    Symlink,
    Other,
}
