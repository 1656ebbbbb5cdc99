//! Changes between two intents: by element (added, removed, renamed, changed, moved), and by lines of text.
//!
//! An element is identified by its id or name. Requirements, flows, steps and interactions have serial ids, which
//! shift when one is inserted. So the same content under another number is the same element. References to a
//! renamed element are translated first: a renamed component is one change, not one for every step that uses it.

mod change;
mod element;
mod lines;
mod pairing;
mod references;
mod rendering;
mod sentence;
#[cfg(test)]
mod tests;
mod walk;

use crate::Intent;
use frieze_data::json;

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

/// The document for the comparison by lines: keys sorted as in the canonical form, one value a line.
pub fn document(intent: &Intent) -> String {
    format!("{:#}", json::of(intent))
}
