//! What changed between two intents: by identity first (which components, flows, entities were added,
//! removed, renamed, changed, moved), then by text with the changes inside each line.
//!
//! Identity is an element's id or name. Requirements, flows, steps and interactions carry serial ids that
//! shift when one is put in between, so the same content under another number is the same element. What
//! was renamed is translated in everything that refers to it: a renamed component is one change, not one
//! for every step that uses it.

mod change;
mod element;
mod lines;
mod pairing;
mod references;
mod rendering;
mod sentence;
mod walk;
mod wording;

use crate::domain::intent::Intent;
use crate::domain::json;

pub use change::{Change, Changes, Element, Field, Kind};
pub use lines::{Hunk, Line, Part, Tag, text};
pub use rendering::{Mark, hunks, summary, unpainted};

/// All changes from `old` to `new`, in the order of the document. Empty for equal intents.
pub fn between(old: &Intent, new: &Intent) -> Changes {
    if old == new {
        return Changes::default();
    }
    let (mut old, new) = (json::of(old), json::of(new));
    references::translate(&mut old, &new);
    Changes { changes: walk::intents(&old, &new) }
}

/// The document as it is compared by text: keys sorted as in the canonical form, one value a line.
pub fn document(intent: &Intent) -> String {
    format!("{:#}", json::of(intent))
}
