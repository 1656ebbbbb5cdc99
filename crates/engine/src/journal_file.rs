//! The journal file of a run: appends the notes of a step in one write, without reading the whole file, and repairs a lost end.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::json;

use frieze_data::path::RelPath;
use frieze_kernel::journal::{Entry, LARGEST, Note, Tip};
use frieze_kernel::{JournalEnd, NoteKind};
use frieze_ports::{Store, StoreError, StoreErrorKind};

/// The bytes read from the end first to find the tip.
const END: usize = 64 * 1024;

/// A journal file, for its only writer.
pub struct JournalFile {
    store: Arc<dyn Store>,
    path: RelPath,
    /// `None` before the file was read, and after a write that may have been cut short.
    tip: Option<Tip>,
}

/// The lines of notes at the end of a journal, not written yet.
pub struct Continuation {
    bytes: Vec<u8>,
    tip: Tip,
}

impl Continuation {
    /// The end of the journal after these lines, for the record.
    pub fn journal_end(&self) -> JournalEnd {
        JournalEnd::by(&self.bytes, self.tip)
    }
}

impl JournalFile {
    /// Reads nothing yet.
    pub fn new(store: Arc<dyn Store>, path: RelPath) -> Self {
        Self { store, path, tip: None }
    }

    /// Appends notes in one write. After `Ok` they are on disk.
    ///
    /// # Errors
    /// `StoreError` if the journal cannot be read or written.
    pub fn append(&mut self, notes: &[Note]) -> Result<Tip, StoreError> {
        let continuation = self.continued(notes)?;
        self.write(&continuation)?;
        Ok(continuation.tip)
    }

    /// The lines that would append these notes.
    ///
    /// # Errors
    /// Like [`JournalFile::tip`].
    pub fn continued(&mut self, notes: &[Note]) -> Result<Continuation, StoreError> {
        let (bytes, tip) = self.tip()?.continued(notes);
        Ok(Continuation { bytes, tip })
    }

    /// Appends lines in one write.
    ///
    /// # Errors
    /// `StoreError` if the journal cannot be written.
    pub fn write(&mut self, continuation: &Continuation) -> Result<(), StoreError> {
        if continuation.bytes.is_empty() {
            return Ok(());
        }
        self.tip = None;
        self.store.append(&self.path, &continuation.bytes)?;
        self.tip = Some(continuation.tip);
        Ok(())
    }

    /// Whether the lines of the record's last step may be missing: a step without lines leaves no trace here.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn may_lack(&mut self, known: &JournalEnd) -> Result<bool, StoreError> {
        Ok(known.lines.is_empty() || self.tip()?.seq < known.seq)
    }

    /// Brings the journal to the end that the record knows: writes lines that an interruption lost, and notes what was cut off.
    /// Numbers continue after the lost ones, so that the gap stays visible. `record` is the name of the record's file.
    ///
    /// # Errors
    /// `StoreError` if the journal cannot be read or written.
    pub fn repair(&mut self, known: &JournalEnd, record: &str, now: Timestamp) -> Result<(), StoreError> {
        let tip = self.tip()?;
        let missing = known.seq.saturating_sub(tip.seq);
        let last_step: Vec<Note> =
            known.lines.iter().filter_map(|line| Entry::read(line.as_bytes()).ok()).map(note).collect();
        let again = last_step.len().min(usize::try_from(missing).unwrap_or(usize::MAX));
        let gone = missing - again as u64;
        let report = |kind: NoteKind, text: String, data| Note {
            at: now.to_string(),
            kind: kind.name().to_owned(),
            by: "system".to_owned(),
            text,
            data,
        };
        let mut notes = last_step.get(last_step.len() - again..).unwrap_or_default().to_vec();
        if missing == 0 {
            if tip.seq > known.seq || tip.line == known.line_sha256 || tip.unfinished {
                return Ok(());
            }
            let text = format!("the journal does not end with the line that {record} knows: it was changed");
            let data = json!({ "expectedSha256": known.line_sha256 });
            notes.push(report(NoteKind::JournalDamaged, text, data));
        }
        if again > 0 {
            let text = format!(
                "an interruption kept {again} lines from the journal; they were written from {record}"
            );
            notes.push(report(NoteKind::JournalRestored, text, json!({ "lines": again })));
        }
        if gone > 0 {
            let (first, last) = (tip.seq + 1, tip.seq + gone);
            let text = format!("the journal lacks the entries {first} to {last}: its end was cut off");
            notes.push(report(NoteKind::JournalDamaged, text, json!({ "first": first, "last": last })));
        }
        let (bytes, tip) = Tip { seq: tip.seq + gone, ..tip }.continued(&notes);
        self.write(&Continuation { bytes, tip })
    }

    /// The tip of the journal.
    ///
    /// # Errors
    /// `StoreError` if the journal cannot be read, or its end has no entry.
    pub fn tip(&mut self) -> Result<Tip, StoreError> {
        self.tip_within(LARGEST)
    }

    /// The tip, if there is an entry in the last `bound` bytes.
    fn tip_within(&mut self, bound: usize) -> Result<Tip, StoreError> {
        if let Some(tip) = self.tip {
            return Ok(tip);
        }
        let mut most = END.min(bound);
        loop {
            let (start, bytes) = self.store.read_end(&self.path, most)?.unwrap_or_default();
            if let Some(tip) = Tip::at_end_of(&bytes, start == 0) {
                self.tip = Some(tip);
                return Ok(tip);
            }
            if most == bound {
                let why = format!(
                    "its last {bound} bytes hold no entry; put it back (git, backups), or move it away"
                );
                let kind = StoreErrorKind::TooLarge;
                return Err(StoreError { operation: "continue", path: self.path.to_string(), kind, why });
            }
            most = most.saturating_mul(4).min(bound);
        }
    }

    /// The entries after a number, as far as the last 64 KiB hold them.
    ///
    /// # Errors
    /// `StoreError` if the journal cannot be read.
    pub fn entries_since(&self, seq: u64) -> Result<Vec<Entry>, StoreError> {
        let (_, bytes) = self.store.read_end(&self.path, END)?.unwrap_or_default();
        let lines = bytes.split(|byte| *byte == b'\n');
        Ok(lines.filter_map(|line| Entry::read(line).ok()).filter(|entry| entry.seq > seq).collect())
    }
}

/// An entry without its number and hash.
fn note(entry: Entry) -> Note {
    let Entry { at, kind, by, text, data, .. } = entry;
    Note { at, kind, by, text, data }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_store::DurableStore;
    use frieze_testkit::MemoryDisk;

    #[test]
    fn the_search_for_the_tip_is_bounded() {
        let path = RelPath::new("journal.jsonl");
        let note = Note {
            at: "2026-01-02T03:04:05Z".to_owned(),
            kind: "run".to_owned(),
            by: "Ada".to_owned(),
            text: "begun".to_owned(),
            data: json!({}),
        };
        let (entry, _) = Tip::genesis().continued(&[note]);
        let noise = vec![b'x'; 3 * END];
        let bytes = [entry.as_slice(), &noise].concat();
        let disk = MemoryDisk::holding(&[(path.as_str().to_owned(), bytes.clone())].into());
        let store: Arc<dyn Store> = Arc::new(DurableStore::new(disk));
        let refused = JournalFile::new(store.clone(), path.clone()).tip_within(2 * END).unwrap_err();
        assert_eq!((refused.kind, refused.path.as_str()), (StoreErrorKind::TooLarge, "journal.jsonl"));
        assert!(refused.why.contains("move it away"), "{refused}");
        let tip = JournalFile::new(store, path).tip_within(bytes.len()).unwrap();
        assert_eq!((tip.seq, tip.unfinished), (1, true));
    }
}
