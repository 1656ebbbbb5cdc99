//! What was asked for at the last rejection and what became of it, as `show` tells it: found by comparing the rejected design
//! with the one that followed.

use serde_json::{Value, json};

use super::Tools;
use super::out::{Out, Style};
use crate::domain::feedback::{self, Asked, Outcome};
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::domain::{intent, json as strict};
use crate::kernel::{Flow, RunView};

/// How many places are shown of one item unless all are asked for.
const PLACES: usize = 3;

/// The items of the last rejection, oldest line first; none where no iteration of this run follows one.
pub fn read<F: Flow>(tools: &Tools<F>, view: &RunView) -> Vec<(Asked, Outcome)> {
    let iterations = F::home(&view.id).join("iterations");
    let bytes = |path: &RelPath| tools.store.read(path, strict::LARGEST).ok().flatten();
    let words = |folder: u32| {
        let bytes = bytes(&iterations.number(folder).join("feedback.md"))?;
        Some(feedback::asked(&String::from_utf8_lossy(&bytes)))
    };
    let waiting = |asked: Vec<Asked>| asked.into_iter().map(|item| (item, Outcome::Waiting)).collect();
    // Iterations that only the threshold sent back follow it too, and the words that ended the run before may go into this one.
    let before_run = view.folder.saturating_sub(view.iteration);
    let last = (before_run..=view.folder).rev().find_map(|folder| Some((folder, words(folder)?)));
    let Some((rejected, asked)) = last else { return Vec::new() };
    if rejected == view.folder {
        return waiting(asked);
    }
    let folder = iterations.number(rejected + 1);
    let design = |path: RelPath| intent::read(&bytes(&path)?).ok().map(|reading| reading.intent);
    match (design(folder.join("previous.json")), design(folder.join("intent.json"))) {
        (Some(before), Some(after)) => {
            let report = bytes(&folder.join("report.json")).and_then(|b| feedback::read_report(&b).ok());
            let outcomes = feedback::outcomes(&asked, &before, &after, report.as_ref());
            asked.into_iter().zip(outcomes).collect()
        }
        (Some(_), None) => waiting(asked),
        // A run of its own, which knew nothing of these words.
        (None, _) => Vec::new(),
    }
}

/// For programs.
pub fn as_json(items: &[(Asked, Outcome)]) -> Value {
    let each = items.iter().map(|(asked, outcome)| {
        let mut told = match outcome {
            Outcome::Waiting => json!({ "outcome": "waiting" }),
            Outcome::Changed { places, told, denied } => {
                let place = |p: &feedback::Place| json!({ "pointer": p.pointer, "change": p.sentence });
                let places: Vec<Value> = places.iter().map(place).collect();
                json!({ "outcome": "changed", "places": places, "generatorSays": told, "denied": denied })
            }
            Outcome::NotFound { why } => json!({ "outcome": "no-change-found", "why": why }),
            Outcome::Untold => json!({ "outcome": "not-told" }),
        };
        told["words"] = asked.words.clone().into();
        told
    });
    each.collect()
}

/// For people.
pub fn print(items: &[(Asked, Outcome)], most: usize, out: &Out) {
    if items.is_empty() {
        return;
    }
    out.line("");
    out.line(&out.style(Style::Bold, "Asked for at the last rejection"));
    let line = |indent: usize, text: &str| out.paragraph(Style::Plain, indent, &Shown::line(text));
    for (asked, outcome) in items.iter().take(most) {
        line(4, &format!("  * {}", asked.words));
        match outcome {
            Outcome::Waiting => line(8, "      waits for the next iteration"),
            Outcome::Changed { places, told, denied } => {
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
            Outcome::NotFound { why } => line(8, &format!("      no change found: {why}")),
            Outcome::Untold => {
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
