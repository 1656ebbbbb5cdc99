//! The rejections of a feature: what was asked for, and what became of it in the iteration that followed, found
//! by comparing the two designs.

use crate::domain::diff;
use crate::domain::feedback::{self, Asked, DoneFile, Outcome};
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::ports::Store;

use super::detail::{Past, read_intent};

/// Which items a person has marked as done.
pub const DONE_FILE: &str = "feedback-done.json";
/// How many rejections are shown, and how many bytes of designs are compared for them, newest first.
const MOST: usize = 50;
const BYTES: usize = 8 * 1024 * 1024;

/// One rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The iteration that was rejected, by its folder.
    pub folder: u32,
    pub items: Vec<Item>,
}

/// One thing asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub asked: Asked,
    /// The reason where the designs cannot be compared.
    pub outcome: Result<Outcome, String>,
}

/// All rejections, newest first.
pub fn read(store: &dyn Store, home: &RelPath, past: &[Past]) -> Vec<Rejection> {
    let mut left = BYTES;
    let rejected = past.iter().enumerate().rev().filter_map(|(at, p)| Some((at, p, p.feedback.as_deref()?)));
    rejected
        .take(MOST)
        .map(|(at, rejected, words)| {
            let asked = feedback::asked(words);
            let next = past.get(at + 1);
            let outcomes = next.map(|next| outcomes(store, home, next, &asked, &mut left));
            let items = match outcomes {
                None => {
                    asked.into_iter().map(|asked| Item { asked, outcome: Ok(Outcome::Waiting) }).collect()
                }
                Some(Ok(outcomes)) => asked
                    .into_iter()
                    .zip(outcomes)
                    .map(|(asked, outcome)| Item { asked, outcome: Ok(outcome) })
                    .collect(),
                Some(Err(why)) => {
                    asked.into_iter().map(|asked| Item { asked, outcome: Err(why.clone()) }).collect()
                }
            };
            Rejection { folder: rejected.folder, items }
        })
        .collect()
}

/// The item that a row of the Feedback pane speaks of: counted from 1 through all rejections.
pub fn item(rejections: &[Rejection], number: usize) -> Option<(&Rejection, &Item)> {
    let items = rejections.iter().flat_map(|r| r.items.iter().map(move |item| (r, item)));
    items.skip(number.checked_sub(1)?).next()
}

fn outcomes(
    store: &dyn Store,
    home: &RelPath,
    next: &Past,
    asked: &[Asked],
    left: &mut usize,
) -> Result<Vec<Outcome>, String> {
    let folder = home.join("iterations").number(next.folder);
    if *left == 0 {
        return Err("too long ago to be looked up here; the Diff pane compares any two".to_owned());
    }
    // What the iteration started from lies beside its answer.
    let before = read_intent(store, &folder.join("previous.json"));
    let after = read_intent(store, &folder.join("intent.json"));
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before?, after?),
        // Not answered yet, or a run of its own that knew nothing of these words.
        (Some(_), None) => return Ok(asked.iter().map(|_| Outcome::Waiting).collect()),
        (None, _) => return Err("the next iteration did not start from this design".to_owned()),
    };
    *left = left.saturating_sub(before.canonical.len() + after.canonical.len());
    let changes = diff::between(&before.intent, &after.intent);
    Ok(feedback::outcomes(asked, &changes, next.report.as_ref()))
}

/// The marks; none where there is no file.
pub fn done(store: &dyn Store, home: &RelPath, id: &FeatureId) -> Result<DoneFile, String> {
    let path = home.join(DONE_FILE);
    match store.read(&path, json::LARGEST) {
        Ok(None) => Ok(DoneFile::new(id)),
        Ok(Some(bytes)) => DoneFile::read(&bytes, id).map_err(|e| format!("{path} cannot be used: {e}")),
        Err(e) => Err(e.to_string()),
    }
}
