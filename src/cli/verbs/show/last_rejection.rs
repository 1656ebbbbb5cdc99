//! The requests of the last rejection with their outcomes, for `show`.

use serde_json::{Value, json};

use crate::cli::Context;
use crate::cli::out::{Out, Style, remark};
use frieze_design::feedback;
use frieze_design::feedback::{DoneFile, Outcome};
use frieze_engine::past::{Item, done_marks, past_iterations, rejections};
use frieze_kernel::RunView;
use frieze_kernel::files::Home;

/// How many changed places to show for a request without `--all`.
const PLACES: usize = 3;

#[derive(Default)]
pub struct LastRejection {
    /// In the order of the feedback, each with the person who marked it as done; empty if nothing was rejected.
    items: Vec<(Item, Option<String>)>,
    /// The number of further lines.
    unlisted: usize,
    /// Whether the design was started again since.
    is_restarted: bool,
}

/// Reads the last rejection, of this run or else of an earlier one.
pub fn read(context: &Context, view: &RunView) -> LastRejection {
    let (store, home) = (context.store.as_ref(), Home::of(&view.id));
    // Iterations after it may have been sent back by the threshold alone, and feedback of the previous run may apply to this one.
    let before_run = view.folder.saturating_sub(view.iteration);
    let from = |folder| {
        past_iterations(store, &home, folder)
            .map(|past| rejections(store, &home, &past, view.drops_words, 1).pop())
    };
    let last = match from(before_run) {
        Ok(None) if before_run > 0 => from(0),
        found => found,
    };
    let not_known = |why: &str| {
        remark(&format!("the last rejection is unknown: {why}"));
        LastRejection::default()
    };
    match last {
        Ok(None) => LastRejection::default(),
        Ok(Some(rejection)) => {
            // `show` itself reports on the current iteration's report.
            if let Some(why) =
                rejection.report_problem.filter(|_| rejection.folder.saturating_add(1) != view.folder)
            {
                remark(&why);
            }
            let (unlisted, is_restarted) = (rejection.unlisted, rejection.is_restarted);
            let marks = done_marks(store, &home, &view.id);
            let marks = marks.unwrap_or_else(|why| {
                remark(&why);
                DoneFile::new(&view.id)
            });
            let marked = |item: Item| {
                let by = marks.mark(rejection.folder, item.asked.sha256).map(|done| done.by.clone());
                (item, by)
            };
            let listed = |items: Vec<Item>| {
                let items = items.into_iter().map(marked).collect();
                LastRejection { items, unlisted, is_restarted }
            };
            rejection.items.map_or_else(|why| not_known(&why), listed)
        }
        Err(e) => not_known(&e.to_string()),
    }
}

/// For `--json`.
pub fn as_json(rejection: &LastRejection) -> Value {
    let each = rejection.items.iter().map(|(Item { asked, outcome }, by)| {
        let mut item = match outcome {
            Err(why) => json!({ "outcome": "not-known", "why": why }),
            Ok(Outcome::Waiting) => json!({ "outcome": "waiting" }),
            Ok(Outcome::Changed { changes, report, denied }) => {
                let place = |p: &feedback::FoundChange| json!({ "pointer": p.pointer, "change": p.sentence });
                let places: Vec<Value> = changes.iter().map(place).collect();
                json!({ "outcome": "changed", "places": places, "generatorSays": report, "denied": denied })
            }
            Ok(Outcome::NotFound { why }) => json!({ "outcome": "no-change-found", "why": why }),
            Ok(Outcome::Unknown) => json!({ "outcome": "not-told" }),
        };
        item["words"] = asked.words.clone().into();
        if let Some(by) = by {
            item["markedDoneBy"] = by.clone().into();
        }
        item
    });
    each.collect()
}

/// For people.
pub fn print(rejection: &LastRejection, most: usize, out: &Out) {
    let items = rejection.items.as_slice();
    if items.is_empty() {
        return;
    }
    out.line("");
    out.line(&out.style(Style::Bold, "Requests of the last rejection"));
    if rejection.is_restarted {
        let note = "  The design was started again since; it is compared with the rejected one.";
        out.paragraph(Style::Plain, 2, note);
    }
    let line = |indent: usize, text: &str| out.paragraph(Style::Plain, indent, text);
    for (Item { asked, outcome }, by) in items.iter().take(most) {
        line(4, &format!("  * {}", asked.words));
        if let Some(by) = by {
            line(8, &format!("      ✓ marked done by {by}"));
        }
        match outcome {
            Err(why) => line(8, &format!("      unknown: {why}")),
            Ok(Outcome::Waiting) => line(8, "      no new design yet"),
            Ok(Outcome::Changed { changes, report, denied }) => {
                let shown = if most == usize::MAX { most } else { PLACES };
                for change in changes.iter().take(shown) {
                    line(8, &format!("      {}", change.in_words()));
                }
                if changes.len() > shown {
                    line(8, &format!("      and {} more places (--all)", changes.len() - shown));
                }
                if let Some(report) = report {
                    let did = if *denied { "reports that it did not do this" } else { "says" };
                    line(8, &format!("      the generator {did}: {report}"));
                }
            }
            Ok(Outcome::NotFound { why }) => line(8, &format!("      not done: {why}")),
            Ok(Outcome::Unknown) => {
                line(8, "      unknown: it has no pointer, and the generator does not report on it");
            }
        }
    }
    if items.len() > most {
        line(4, &format!("    and {} more (--all)", items.len() - most));
    }
    if rejection.unlisted > 0 {
        line(4, &format!("    and {} more lines, too many to be listed", rejection.unlisted));
    }
}
