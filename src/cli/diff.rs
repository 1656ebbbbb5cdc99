//! `frieze diff`: what changed, by identity first, then in the text.

use serde_json::json;

use super::args::Diff;
use super::base::{self, Base};
use super::files::read;
use super::out::Out;
use super::{End, Ended, Named, Stop, Tools, show};
use crate::domain::diff as compare;
use crate::domain::id::FeatureId;
use crate::domain::intent::Intent;
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
    let range = args.new.as_deref().map(|new| new.to_str().and_then(base::range));
    let (old, new) = match (feature, range, &args.new) {
        (Some(feature), None | Some(Some(_)), _) => designs(&open()?, &feature, range.flatten())?,
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
    out.raw(compare::summary(&changes, out.styled).as_bytes());
    if !changes.is_empty() {
        let hunks = compare::text(&compare::document(&old), &compare::document(&new), CONTEXT);
        out.line("");
        out.raw(compare::hunks(&hunks, out.styled).as_bytes());
    }
    Ok(End::Done)
}

/// Two designs of a feature: the ones that are named, or the last two iterations.
fn designs<F: Flow>(
    tools: &Tools<F>,
    feature: &FeatureId,
    range: Option<(Base, Option<Base>)>,
) -> Result<(Intent, Intent), Stop> {
    let view = show::looked(tools, feature)?;
    if range.is_none() && view.iteration < 2 {
        return Err(Stop::refused(
            format!("{feature} has no two iterations to compare"),
            "a second one follows a rejection, or a first one under the threshold",
        ));
    }
    let (old, new) = range.unwrap_or((Base::Iteration(view.iteration - 1), None));
    let old = old.read(tools, &view)?;
    if let Some(new) = new {
        return Ok((old, new.read(tools, &view)?));
    }
    // The file itself, so that an edit by hand is part of what is shown; while it is frozen, what is frozen.
    let new = match show::design(tools, &tools.engine.seal(&view))? {
        Some(current) => current,
        None => base::iteration(tools, &view, view.iteration)?,
    };
    Ok((old, new))
}
