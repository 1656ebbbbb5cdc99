//! Writing a run's journal through the store: the notes of one step are one write, and the journal is
//! continued wherever it ended, without reading all of it.

use std::sync::Arc;

use crate::domain::journal::{JournalReading, Note, Tip, read};
use crate::domain::path::RelPath;
use crate::ports::{Store, StoreError};

/// How much of a journal's end is read first to find its tip.
const END: usize = 64 * 1024;

/// One journal file, for its only writer.
pub struct Journal {
    store: Arc<dyn Store>,
    path: RelPath,
    /// `None` until the file was looked at, and after a write that may have been cut short.
    tip: Option<Tip>,
}

impl Journal {
    pub fn new(store: Arc<dyn Store>, path: RelPath) -> Self {
        Self { store, path, tip: None }
    }

    /// Appends notes in one write. When it returns `Ok`, they are on the disk.
    pub fn append(&mut self, notes: &[Note]) -> Result<Tip, StoreError> {
        let tip = self.tip()?;
        if notes.is_empty() {
            return Ok(tip);
        }
        let (bytes, next) = tip.continued(notes);
        self.tip = None;
        self.store.append(&self.path, &bytes)?;
        self.tip = Some(next);
        Ok(next)
    }

    /// Where the journal ends now.
    pub fn tip(&mut self) -> Result<Tip, StoreError> {
        if let Some(tip) = self.tip {
            return Ok(tip);
        }
        let mut most = END;
        loop {
            let (start, bytes) = self.store.read_end(&self.path, most)?.unwrap_or_default();
            if let Some(tip) = Tip::at_end_of(&bytes, start == 0) {
                self.tip = Some(tip);
                return Ok(tip);
            }
            most = most.saturating_mul(4);
        }
    }

    /// The whole journal, if it has at most `most` bytes.
    pub fn read(&self, most: usize) -> Result<JournalReading, StoreError> {
        Ok(read(&self.store.read(&self.path, most)?.unwrap_or_default()))
    }
}
