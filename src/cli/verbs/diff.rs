//! `frieze diff`: changed elements by identity, then changed lines of text.

use serde_json::json;

use crate::cli::args::Diff;
use crate::cli::out::{Out, remark};
use crate::cli::verbs::files::read;
use crate::cli::verbs::show;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, feature};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_design::answers::{self, Answer, AnswerChange};
use frieze_engine::past;
use frieze_intent::Intent;
use frieze_intent::diff as compare;
use frieze_kernel::files::Home;

/// Unchanged lines around a change.
const CONTEXT: usize = 2;

const FORMS: &str = "`frieze help diff` shows what can be compared";

pub fn diff(
    open: impl FnOnce() -> Result<Context, Stop>,
    files: &NamedFiles<'_>,
    args: &Diff,
    out: &Out,
) -> Ended {
    let feature: Option<FeatureId> = args.old.to_str().and_then(|text| feature(text).ok());
    let range = args.new.as_deref().map(|new| new.to_str().and_then(range));
    let (old, new) = match (feature, range, &args.new) {
        (Some(feature), None | Some(Some(_)), _) => designs(&open()?, &feature, range.flatten())?,
        (Some(feature), Some(None), Some(new)) if !files.has(&args.old) => {
            return Err(Stop::refused(
                format!("{} is not a design of {feature}", new.display()),
                format!("there is no file named {feature}; {FORMS}"),
            ));
        }
        (_, _, Some(new)) => (Side::of(read(files, &args.old)?.intent), Side::of(read(files, new)?.intent)),
        (_, _, None) => {
            return Err(Stop::refused(
                format!("{} is not a feature, and there is no second file to compare", args.old.display()),
                FORMS,
            ));
        }
    };
    let answers = answers::compare(&old.answers, &new.answers);
    let (old, new) = (old.intent, new.intent);
    let changes = compare::between(&old, &new);
    if args.json {
        out.json(&json!({ "schemaVersion": 1, "changes": changes.changes, "answers": answers }));
        return Ok(End::Done);
    }
    if !answers.is_empty() {
        print_answers(&answers, out);
    }
    out.raw(compare::summary(&changes, |mark, text| out.paint(mark, text)).as_bytes());
    if !changes.is_empty() {
        let hunks = compare::text(&compare::document(&old), &compare::document(&new), CONTEXT);
        out.line("");
        out.raw(compare::hunks(&hunks, |mark, text| out.paint(mark, text)).as_bytes());
    }
    Ok(End::Done)
}

/// A design with the answers to open questions from which it was made.
struct Side {
    intent: Intent,
    answers: Vec<Answer>,
}

impl Side {
    /// A design in a file, whose answers are unknown.
    fn of(intent: Intent) -> Self {
        Self { intent, answers: Vec::new() }
    }
}

fn print_answers(changes: &[AnswerChange], out: &Out) {
    out.line("answers to open questions:");
    for change in changes {
        out.line(&format!("  {}", Shown::line(&change.question)));
        for (mark, sign, text) in
            [(compare::Mark::Removed, '-', &change.old), (compare::Mark::Added, '+', &change.new)]
        {
            for line in text.iter().flat_map(|text| text.lines()) {
                out.line(&format!("    {}", out.paint(mark, &format!("{sign} {}", Shown::line(line)))));
            }
        }
    }
    out.line("");
}

/// Parses `A` or `A..B`, as the screen's `:diff` does; without B, the current design is meant. `None` if it is neither.
fn range(text: &str) -> Option<(past::DesignName, Option<past::DesignName>)> {
    match text.split_once("..") {
        Some((old, new)) => Some((past::DesignName::parse(old)?, Some(past::DesignName::parse(new)?))),
        None => Some((past::DesignName::parse(text)?, None)),
    }
}

/// Two designs of a feature: the named ones; else a manual edit and its original; else the last two iterations.
fn designs(
    context: &Context,
    feature: &FeatureId,
    range: Option<(past::DesignName, Option<past::DesignName>)>,
) -> Result<(Side, Side), Stop> {
    let view = show::inspect(context, feature)?;
    let (store, seal, home) = (context.store.as_ref(), context.design().seal(&view), Home::of(feature));
    let past = past::past_iterations(store, &home, 0)?;
    let at = |place: past::DesignLocation| -> Result<Side, Stop> {
        let intent = place.read(store, feature, &seal)?.intent;
        Ok(Side { intent, answers: past::answers(store, &home, place)? })
    };
    let read = |named: past::DesignName| at(named.locate(feature, Some(&view), &past)?);
    if let Some((old, Some(new))) = range {
        return Ok((read(old)?, read(new)?));
    }
    let named = range.map(|(old, _)| old);
    // The file itself, so that manual edits are shown; for a frozen feature, the frozen design.
    let current = seal.design(store)?;
    let is_edited = || current.as_ref().is_some_and(|present| past::is_edited(store, &home, &view, present));
    let earlier = past.iter().rev().find(|past| past.folder < view.folder).map(|past| past.folder);
    let old = match named {
        Some(named) => named.locate(feature, Some(&view), &past)?,
        None if is_edited() => {
            let number = view.iteration;
            remark(&format!(
                "iteration {number} as edited by hand, compared with iteration {number} as generated"
            ));
            past::DesignLocation::Folder(view.folder)
        }
        None => {
            let folder = earlier.ok_or_else(|| {
                Stop::refused(
                    format!("{feature} has no two iterations to compare"),
                    "a second iteration follows a rejection, or a score below the threshold",
                )
            })?;
            if view.iteration < 2 {
                remark(&format!("compared with iterations/{folder}, of an earlier run"));
            }
            past::DesignLocation::Folder(folder)
        }
    };
    let old = at(old)?;
    let new = match current {
        Some(current) => {
            let place = if view.folder == 0 {
                past::DesignLocation::Frozen
            } else {
                past::DesignLocation::Folder(view.folder)
            };
            Side { intent: current.intent, answers: past::answers(store, &home, place)? }
        }
        None => read(past::DesignName::Iteration(view.iteration))?,
    };
    Ok((old, new))
}

#[cfg(test)]
mod tests {
    use crate::cli::verbs::diff::*;

    #[test]
    fn designs_have_the_same_names_as_on_the_screen() {
        use past::DesignName::{Frozen, Iteration, Rejected};
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
