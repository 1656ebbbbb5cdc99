//! Line numbers of offsets in a text.

pub struct Lines {
    /// First byte of each line.
    starts: Vec<usize>,
}

impl Lines {
    pub fn new(text: &str) -> Self {
        Self { starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect() }
    }

    /// The line of an offset in bytes, from 1.
    pub fn of(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }
}
