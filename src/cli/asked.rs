//! What was asked for at the last rejection and what became of it, as `show` tells it.

use serde_json::{Value, json};

use super::Tools;
use super::out::{Out, Style, remark};
use crate::domain::feedback::{self, Outcome};
use crate::domain::text::Shown;
use crate::engine::past::{Item, past, rejections};
use crate::kernel::{Flow, RunView};

/// How many places are shown of one item unless all are asked for.
const PLACES: usize = 3;

/// What was asked for at the last rejection.
#[derive(Default)]
pub struct Asked {
    /// Oldest line first; none where nothing was rejected.
    items: Vec<Item>,
    /// Whether the design was begun anew since.
    anew: bool,
}

/// The last rejection, of this run or else of an earlier one.
pub fn read<F: Flow>(tools: &Tools<F>, view: &RunView) -> Asked {
    let (store, home) = (tools.store.as_ref(), F::home(&view.id));
    // Iterations that only the threshold sent back follow it too, and the words that ended the run before may go into this one.
    let before_run = view.folder.saturating_sub(view.iteration);
    let from = |folder| past(store, &home, folder).map(|past| rejections(store, &home, &past, 1).pop());
    let last = match from(before_run) {
        Ok(None) if before_run > 0 => from(0),
        found => found,
    };
    let not_known = |why: &str| {
        remark(&format!("what was asked for at the last rejection is not known: {why}"));
        Asked::default()
    };
    match last {
        Ok(None) => Asked::default(),
        Ok(Some(rejection)) => {
            // Of the current iteration's report, `show` itself tells that.
            if let Some(why) = rejection.unread.filter(|_| rejection.folder.saturating_add(1) != view.folder)
            {
                remark(&why);
            }
            let anew = rejection.anew;
            rejection.items.map_or_else(|why| not_known(&why), |items| Asked { items, anew })
        }
        Err(e) => not_known(&e.to_string()),
    }
}

/// For programs.
pub fn as_json(asked: &Asked) -> Value {
    let each = asked.items.iter().map(|Item { asked, outcome }| {
        let mut told = match outcome {
            Err(why) => json!({ "outcome": "not-known", "why": why }),
            Ok(Outcome::Waiting) => json!({ "outcome": "waiting" }),
            Ok(Outcome::Changed { places, told, denied }) => {
                let place = |p: &feedback::Place| json!({ "pointer": p.pointer, "change": p.sentence });
                let places: Vec<Value> = places.iter().map(place).collect();
                json!({ "outcome": "changed", "places": places, "generatorSays": told, "denied": denied })
            }
            Ok(Outcome::NotFound { why }) => json!({ "outcome": "no-change-found", "why": why }),
            Ok(Outcome::Untold) => json!({ "outcome": "not-told" }),
        };
        told["words"] = asked.words.clone().into();
        told
    });
    each.collect()
}

/// For people.
pub fn print(asked: &Asked, most: usize, out: &Out) {
    let items = asked.items.as_slice();
    if items.is_empty() {
        return;
    }
    out.line("");
    out.line(&out.style(Style::Bold, "Asked for at the last rejection"));
    if asked.anew {
        let told = "  The design was begun anew since then; it is held against the one that was rejected.";
        out.paragraph(Style::Plain, 2, &Shown::line(told));
    }
    let line = |indent: usize, text: &str| out.paragraph(Style::Plain, indent, &Shown::line(text));
    for Item { asked, outcome } in items.iter().take(most) {
        line(4, &format!("  * {}", asked.words));
        match outcome {
            Err(why) => line(8, &format!("      not known: {why}")),
            Ok(Outcome::Waiting) => line(8, "      no design has answered this yet"),
            Ok(Outcome::Changed { places, told, denied }) => {
                let shown = if most == usize::MAX { most } else { PLACES };
                for place in places.iter().take(shown) {
                    line(8, &format!("      changed at {}: {}", place.pointer, place.sentence));
                }
                if places.len() > shown {
                    line(8, &format!("      and at {} more places (--all)", places.len() - shown));
                }
                if let Some(told) = told.as_ref().filter(|_| *denied) {
                    line(8, &format!("      the generator says that it did not do this: {told}"));
                }
            }
            Ok(Outcome::NotFound { why }) => line(8, &format!("      no change found: {why}")),
            Ok(Outcome::Untold) => {
                line(
                    8,
                    "      not told: it names no element of the design, and the generator says nothing of it",
                );
            }
        }
    }
    if items.len() > most {
        line(4, &format!("    and {} more (--all)", items.len() - most));
    }
}
