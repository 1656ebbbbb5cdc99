//! Journal notes of refusals: "Rejected transitions MUST log violation and maintain current state".

use serde_json::json;

use super::journal_file::JournalFile;
use frieze_kernel::journal::Entry;
use frieze_kernel::{Event, Note, NoteKind, Order, Refusal};
use frieze_ports::StoreError;

/// The note of a refusal: the rule, the state, and what was attempted.
pub fn note(event: &Event, refusal: &Refusal, state: &str) -> Note {
    let data = json!({
        "rule": refusal.rule, "hint": refusal.hint, "state": state, "attempted": event.verb(),
    });
    Note { kind: NoteKind::Refused, text: refusal.why.clone(), data }
}

/// Whether the same attempt of the same person is in the journal already, after entry `since`. So holding a key down does not
/// flood the journal. Refused orders are noted every time.
///
/// # Errors
/// `StoreError` if the journal cannot be read.
pub fn is_noted(
    journal: &JournalFile,
    since: u64,
    event: &Event,
    who: &str,
    note: &Note,
) -> Result<bool, StoreError> {
    let Event::Ordered(Order::Attempt { .. }) = event else { return Ok(false) };
    let same = |entry: &Entry| {
        entry.kind == note.kind.name()
            && entry.by == who
            && entry.text == note.text
            && entry.data == note.data
    };
    Ok(journal.entries_since(since)?.iter().any(same))
}
