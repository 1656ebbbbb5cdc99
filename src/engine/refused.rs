//! What the journal is told of a refusal: "Rejected transitions MUST log violation and maintain current state".

use serde_json::json;

use super::journal::Journal;
use crate::domain::journal::Entry;
use crate::kernel::{Event, Note, NoteKind, Order, Refusal};
use crate::ports::StoreError;

/// A refusal as the journal has it: by which rule, in which state, and what was attempted.
pub fn note(event: &Event, refusal: &Refusal, state: &str) -> Note {
    let data = json!({
        "rule": refusal.rule, "hint": refusal.hint, "state": state, "attempted": event.wanted(),
    });
    Note { kind: NoteKind::Refused, text: refusal.why.clone(), data }
}

/// Whether an attempt stands in the journal already, by the same person and since the record last changed: whoever holds a
/// key down floods nothing. What was ordered is told every time.
pub fn is_told(
    journal: &Journal,
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
