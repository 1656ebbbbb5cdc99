//! The rejections of a feature: what was asked for, and what became of it in the iteration that followed, found
//! by comparing the two designs.

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
    /// Why what the generator said of it cannot be used, where that is so.
    pub unread: Option<String>,
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
            let unread = next.and_then(|next| next.report.as_ref()?.as_ref().err().cloned());
            Rejection { folder: rejected.folder, items, unread }
        })
        .collect()
}

/// The item that a row of the Feedback pane speaks of: counted from 1 through all rejections.
pub fn item(rejections: &[Rejection], number: usize) -> Option<(&Rejection, &Item)> {
    let mut items = rejections.iter().flat_map(|r| r.items.iter().map(move |item| (r, item)));
    items.nth(number.checked_sub(1)?)
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
    Ok(feedback::outcomes(
        asked,
        &before.intent,
        &after.intent,
        next.report.as_ref().and_then(|read| read.as_ref().ok()),
    ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::{brief, draft};

    const BRIEF: &[u8] =
        b"# Checkout\n\n- As a customer I want to put products into a cart.\n- As a customer I \
        want to pay by card.\n\n## Data\n\n- Order: number, total\n";

    /// Folders 1 and 2, each ended by a rejection; 2 was made from 1 with a component reworded.
    fn store(without: &str) -> DurableStore<MemoryDisk> {
        let id = "checkout".parse().unwrap();
        let first = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let mut second = first.clone();
        second.components[0].description.push_str(" It is quick.");
        let bytes = |intent| serde_json::to_vec(intent).unwrap();
        let mut files = Files::default();
        let place = "features/checkout/design/iterations";
        files.insert(format!("{place}/1/intent.json"), bytes(&first));
        files.insert(format!("{place}/2/previous.json"), bytes(&first));
        files.insert(format!("{place}/2/intent.json"), bytes(&second));
        files.insert("features/checkout/design/feedback-done.json".to_owned(), b"[]".to_vec());
        files.remove(&format!("{place}/{without}"));
        DurableStore::new(MemoryDisk::holding(&files))
    }

    fn outcomes_without(file: &str) -> Vec<Result<Outcome, String>> {
        let past = |folder, words: &str| Past {
            folder,
            design: None,
            edited: None,
            feedback: Some(words.to_owned()),
            report: None,
        };
        let past = [past(1, "/components/0: be quick\n/components/1: be quick"), past(2, "again")];
        let home = RelPath::new("features/checkout/design");
        let rejections = read(&store(file), &home, &past);
        assert_eq!(rejections.iter().map(|r| r.folder).collect::<Vec<_>>(), [2, 1]);
        rejections.into_iter().flat_map(|r| r.items).map(|item| item.outcome).collect()
    }

    #[test]
    fn each_rejection_is_held_against_the_iteration_after_it() {
        let outcomes = outcomes_without("");
        assert_eq!(outcomes[0], Ok(Outcome::Waiting), "nothing came after the last one");
        assert!(
            matches!(&outcomes[1], Ok(Outcome::Changed { places, .. }) if places.len() == 1),
            "{outcomes:?}"
        );
        assert!(matches!(&outcomes[2], Ok(Outcome::NotFound { .. })), "{outcomes:?}");
    }

    #[test]
    fn what_cannot_be_compared_is_said() {
        assert_eq!(outcomes_without("2/intent.json")[1], Ok(Outcome::Waiting));
        assert!(outcomes_without("2/previous.json")[1].is_err());
    }

    #[test]
    fn marks_that_cannot_be_read_are_told_and_none_are_no_trouble() {
        let id = "checkout".parse().unwrap();
        assert!(
            done(&store(""), &RelPath::new("features/checkout/design"), &id)
                .unwrap_err()
                .contains("feedback-done")
        );
        assert_eq!(done(&store(""), &RelPath::new("features/checkout"), &id), Ok(DoneFile::new(&id)));
    }
}
