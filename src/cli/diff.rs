//! `frieze diff`: what changed, by identity first, then in the text.

use serde_json::json;

use super::args::Diff;
use super::files::read;
use super::out::Out;
use super::{End, Ended, Named, Stop, Tools, show};
use crate::domain::id::FeatureId;
use crate::domain::intent::{self, Intent};
use crate::domain::path::RelPath;
use crate::domain::{diff as compare, json as strict};
use crate::kernel::{Flow, RunView};

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
        (Some(feature), None | Some(Some(_)), _) => iterations(&open()?, &feature, range.flatten())?,
        (_, _, Some(new)) => (read(files, &args.old)?.intent, read(files, new)?.intent),
        (_, _, None) => {
            return Err(Stop::refused(
                format!(
                    "{} is no feature, and there is no second file to compare it with",
                    args.old.display()
                ),
                "frieze diff FEATURE, frieze diff FEATURE 1..3, or frieze diff OLD.json NEW.json",
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

/// `A..B`, both from 1.
fn range(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once("..")?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// Two iterations of a feature's last run; the last two where none are named.
fn iterations<F: Flow>(
    tools: &Tools<F>,
    feature: &FeatureId,
    range: Option<(u32, u32)>,
) -> Result<(Intent, Intent), Stop> {
    let view = show::looked(tools, feature)?;
    if let Some((from, to)) = range {
        return Ok((iteration(tools, feature, &view, from)?, iteration(tools, feature, &view, to)?));
    }
    if view.iteration < 2 {
        return Err(Stop::refused(
            format!("{feature} has no two iterations to compare"),
            "a second one follows a rejection, or a first one under the threshold",
        ));
    }
    let old = iteration(tools, feature, &view, view.iteration - 1)?;
    // The file itself, so that an edit by hand is part of what is shown.
    let new = match show::current(tools, feature) {
        Some(current) => current,
        None => iteration(tools, feature, &view, view.iteration)?,
    };
    Ok((old, new))
}

fn iteration<F: Flow>(
    tools: &Tools<F>,
    feature: &FeatureId,
    view: &RunView,
    number: u32,
) -> Result<Intent, Stop> {
    let missing = || {
        let has = format!("{feature} has iterations 1 to {} in its last run", view.iteration);
        Stop::refused(format!("there is no iteration {number} of {feature} to compare"), has)
    };
    if number == 0 || number > view.iteration {
        return Err(missing());
    }
    let folder: RelPath = F::home(feature).join("iterations").number(view.folder - view.iteration + number);
    let path = folder.join("intent.json");
    let bytes = tools.store.read(&path, strict::LARGEST)?.ok_or_else(missing)?;
    intent::read(&bytes)
        .map(|reading| reading.intent)
        .map_err(|e| Stop::refused(format!("{path}: {e}"), "restore the file from version control"))
}
