//! `frieze diff`: what changed, by identity first, then in the text.

use serde_json::json;

use super::args::Diff;
use super::files::read;
use super::out::{Out, remark};
use super::{End, Ended, Named, Stop, Tools, show};
use crate::domain::diff as compare;
use crate::domain::id::FeatureId;
use crate::domain::intent::Intent;
use crate::engine::past;
use crate::kernel::Flow;

/// Unchanged lines around a change.
const CONTEXT: usize = 2;

pub fn diff<F: Flow>(
    open: impl FnOnce() -> Result<Tools<F>, Stop>,
    files: &Named<'_>,
    args: &Diff,
    out: &Out,
) -> Ended {
    let feature: Option<FeatureId> = args.old.to_str().and_then(|text| text.parse().ok());
    let range = args.new.as_deref().map(|new| new.to_str().and_then(range));
    let (old, new) = match (feature, range, &args.new) {
        (Some(feature), None | Some(Some(_)), _) => designs(&open()?, &feature, range.flatten())?,
        (Some(feature), Some(None), Some(new)) if !files.has(&args.old) => {
            return Err(Stop::refused(
                format!("{} names no design of {feature}", new.display()),
                format!(
                    "frieze diff {feature} [1 | 1..3 | rejected | frozen]; a file called {feature} is not there"
                ),
            ));
        }
        (_, _, Some(new)) => (read(files, &args.old)?.intent, read(files, new)?.intent),
        (_, _, None) => {
            return Err(Stop::refused(
                format!(
                    "{} is no feature, and there is no second file to compare it with",
                    args.old.display()
                ),
                "frieze diff FEATURE [1 | 1..3 | rejected | frozen], or frieze diff OLD.json NEW.json",
            ));
        }
    };
    let changes = compare::between(&old, &new);
    if args.json {
        out.json(&json!({ "schemaVersion": 1, "changes": changes.changes }));
        return Ok(End::Done);
    }
    out.raw(compare::summary(&changes, |mark, text| out.paint(mark, text)).as_bytes());
    if !changes.is_empty() {
        let hunks = compare::text(&compare::document(&old), &compare::document(&new), CONTEXT);
        out.line("");
        out.raw(compare::hunks(&hunks, |mark, text| out.paint(mark, text)).as_bytes());
    }
    Ok(End::Done)
}

/// `A`, or `A..B`, in the words of the screen's `:diff`; without B it is the current design. `None` for what names no design.
fn range(text: &str) -> Option<(past::Named, Option<past::Named>)> {
    match text.split_once("..") {
        Some((old, new)) => Some((past::Named::parse(old)?, Some(past::Named::parse(new)?))),
        None => Some((past::Named::parse(text)?, None)),
    }
}

/// Two designs of a feature: the ones that are named; else an edit by hand and what it was made of, or the last two iterations.
fn designs<F: Flow>(
    tools: &Tools<F>,
    feature: &FeatureId,
    range: Option<(past::Named, Option<past::Named>)>,
) -> Result<(Intent, Intent), Stop> {
    let view = show::looked(tools, feature)?;
    let (store, seal, home) = (tools.store.as_ref(), tools.engine.seal(&view), F::home(feature));
    let past = past::past(store, &home, 0)?;
    let read = |named: past::Named| -> Result<Intent, Stop> {
        let place = named.place(feature, Some(&view), &past)?;
        Ok(place.read::<F>(store, feature, &seal)?.intent)
    };
    if let Some((old, Some(new))) = range {
        return Ok((read(old)?, read(new)?));
    }
    let named = range.map(|(old, _)| old);
    // The file itself, so that an edit by hand is part of what is shown; while it is frozen, what is frozen.
    let current = seal.design(store)?;
    let is_edited = || current.as_ref().is_some_and(|present| past::is_edited(store, &home, &view, present));
    let old = match named {
        Some(named) => named,
        None if is_edited() => {
            let number = view.iteration;
            remark(&format!("iteration {number}, edited by hand, against iteration {number}, as generated"));
            past::Named::Iteration(number)
        }
        None if view.iteration < 2 => {
            return Err(Stop::refused(
                format!("{feature} has no two iterations to compare"),
                "a second one follows a rejection, or a first one under the threshold",
            ));
        }
        None => past::Named::Iteration(view.iteration - 1),
    };
    let old = read(old)?;
    let new = match current {
        Some(current) => current.intent,
        None => read(past::Named::Iteration(view.iteration))?,
    };
    Ok((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designs_are_named_as_on_the_screen() {
        use past::Named::{Frozen, Iteration, Rejected};
        for (text, named) in [
            ("2", Some((Iteration(2), None))),
            ("1..3", Some((Iteration(1), Some(Iteration(3))))),
            ("rejected", Some((Rejected, None))),
            ("frozen", Some((Frozen, None))),
            ("frozen..2", Some((Frozen, Some(Iteration(2))))),
            ("1..rejected", Some((Iteration(1), Some(Rejected)))),
            ("", None),
            ("1..", None),
            ("..2", None),
            ("-1", None),
            ("Frozen", None),
            ("intent.json", None),
        ] {
            assert_eq!(range(text), named, "{text:?}");
        }
    }
}
