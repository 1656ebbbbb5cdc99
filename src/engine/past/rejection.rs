//! The rejections of a feature: what was asked for, and what became of it in the iteration that followed, found by comparing
//! the two designs.

use crate::domain::feedback::{self, Asked, Outcome};
use crate::domain::files::Home;
use crate::domain::path::RelPath;
use crate::ports::Store;

use super::{Past, Place, read_design};

/// How many bytes of designs are compared, newest first.
const BYTES: usize = 8 * 1024 * 1024;

/// One rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The iteration that was rejected, by its folder.
    pub folder: u32,
    /// What was asked for, or why that cannot be read.
    pub items: Result<Vec<Item>, String>,
    /// Why what the generator said of it cannot be used, where that is so.
    pub unread: Option<String>,
    /// Whether the design was begun anew since: the items are told of that one, against the one that was rejected.
    pub anew: bool,
}

/// One thing asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub asked: Asked,
    /// The reason where the designs cannot be compared.
    pub outcome: Result<Outcome, String>,
}

/// The last rejections, newest first.
pub fn rejections(store: &dyn Store, home: &Home, past: &[Past], most: usize) -> Vec<Rejection> {
    let mut left = BYTES;
    let rejected = past
        .iter()
        .enumerate()
        .rev()
        .filter_map(|(at, p)| Some((past.get(at + 1..)?, p, p.feedback.as_ref()?)));
    rejected
        .take(most)
        .map(|(later, rejected, words)| {
            let next = Next::of(store, home, later);
            let answer = next.as_ref().map(|next| next.past);
            Rejection {
                folder: rejected.folder,
                items: words
                    .clone()
                    .map(|words| items(store, home, rejected, next.as_ref(), &words, &mut left)),
                unread: answer.and_then(|next| next.report.as_ref()?.as_ref().err().cloned()),
                anew: next.is_some_and(|next| next.anew),
            }
        })
        .collect()
}

/// The iteration whose design answers a rejection.
struct Next<'p> {
    past: &'p Past,
    /// It started from no design: what had been answered before is not in it.
    anew: bool,
}

impl<'p> Next<'p> {
    /// The last one that was begun anew, else the first that made a design: a run may have ended before it made one.
    fn of(store: &dyn Store, home: &Home, later: &'p [Past]) -> Option<Self> {
        let made = later.iter().filter(|past| past.design.is_some());
        let is_anew = |past: &&Past| matches!(store.look(&home.iteration(past.folder).previous()), Ok(None));
        let anew = made.clone().rev().find(is_anew).map(|past| Self { past, anew: true });
        anew.or_else(|| made.clone().next().map(|past| Self { past, anew: false }))
    }
}

fn items(
    store: &dyn Store,
    home: &Home,
    rejected: &Past,
    next: Option<&Next<'_>>,
    words: &str,
    left: &mut usize,
) -> Vec<Item> {
    let asked = feedback::asked(words);
    let outcomes = match next {
        None => Ok(vec![Outcome::Waiting; asked.len()]),
        Some(next) if !next.anew && !follows(store, home, rejected, next.past) => {
            Err("the iteration that followed it is not there any more".to_owned())
        }
        Some(next) => outcomes(store, home, rejected, next, &asked, left),
    };
    match outcomes {
        Ok(outcomes) => {
            let pairs = asked.into_iter().zip(outcomes);
            pairs.map(|(asked, outcome)| Item { asked, outcome: Ok(outcome) }).collect()
        }
        Err(why) => asked.into_iter().map(|asked| Item { asked, outcome: Err(why.clone()) }).collect(),
    }
}

/// Whether an iteration is the one that the words of a rejection went into: the next one, or a later one that started from the
/// rejected design, since a run may have ended before it made the next.
fn follows(store: &dyn Store, home: &Home, rejected: &Past, next: &Past) -> bool {
    if next.folder == rejected.folder.saturating_add(1) {
        return true;
    }
    let before = decided(home, rejected);
    let design = |path: RelPath| read_design(store, &path).ok().flatten().map(|reading| reading.sha256);
    let was = design(before);
    was.is_some() && was == design(home.iteration(next.folder).previous())
}

/// Where the design lies that was rejected.
fn decided(home: &Home, rejected: &Past) -> RelPath {
    let folder = home.iteration(rejected.folder);
    if matches!(rejected.decided(), Place::Edited(_)) { folder.edited_intent() } else { folder.intent() }
}

fn outcomes(
    store: &dyn Store,
    home: &Home,
    rejected: &Past,
    next: &Next<'_>,
    asked: &[Asked],
    left: &mut usize,
) -> Result<Vec<Outcome>, String> {
    let folder = home.iteration(next.past.folder);
    if *left == 0 {
        return Err("too long ago to be looked up here; comparing any two iterations shows it".to_owned());
    }
    let design = |path: &RelPath| read_design(store, path).map_err(|e| e.to_string());
    // What the iteration started from lies beside its answer.
    let before = if next.anew { decided(home, rejected) } else { folder.previous() };
    let Some(before) = design(&before)? else {
        return Err("the design that was rejected is not there any more".to_owned());
    };
    let Some(after) = design(&folder.intent())? else {
        return Ok(vec![Outcome::Waiting; asked.len()]);
    };
    *left = left.saturating_sub(before.canonical.len() + after.canonical.len());
    let report = next.past.report.as_ref().and_then(|read| read.as_ref().ok());
    Ok(feedback::outcomes(asked, &before.intent, &after.intent, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::{brief, draft};
    use crate::engine::past::past;

    const BRIEF: &[u8] =
        b"# Checkout\n\n- As a customer I want to put products into a cart.\n- As a customer I \
        want to pay by card.\n\n## Data\n\n- Order: number, total\n";
    const HOME: &str = "features/checkout/design";

    /// Folders 1 and 2, each ended by a rejection; 2 was made from 1 with a component reworded.
    fn files() -> Files {
        let id = "checkout".parse().unwrap();
        let first = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let mut second = first.clone();
        second.components[0].description.push_str(" It is quick.");
        let bytes = |intent| serde_json::to_vec(intent).unwrap();
        let words = |words: &str| words.as_bytes().to_vec();
        let place = |name: &str| format!("{HOME}/iterations/{name}");
        Files::from([
            (place("1/intent.json"), bytes(&first)),
            (place("1/feedback.md"), words("/components/0: be quick\n/components/1: be quick")),
            (place("2/previous.json"), bytes(&first)),
            (place("2/intent.json"), bytes(&second)),
            (place("2/feedback.md"), words("again")),
        ])
    }

    fn of(files: &Files) -> Vec<Rejection> {
        let (store, home) =
            (DurableStore::new(MemoryDisk::holding(files)), Home::of(&"checkout".parse().unwrap()));
        rejections(&store, &home, &past(&store, &home, 0).unwrap(), 50)
    }

    fn outcomes_without(file: &str) -> Vec<Result<Outcome, String>> {
        let mut files = files();
        files.remove(&format!("{HOME}/iterations/{file}"));
        let rejections = of(&files);
        assert_eq!(rejections.iter().map(|r| r.folder).collect::<Vec<_>>(), [2, 1]);
        rejections.into_iter().flat_map(|r| r.items.unwrap()).map(|item| item.outcome).collect()
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
        assert!(outcomes_without("1/intent.json")[1].is_ok(), "what it started from lies beside it");
    }

    /// A run that ended before it made a design has answered nothing, and the one that did is found behind it.
    #[test]
    fn a_folder_without_a_design_answers_nothing() {
        let files = files();
        let moved = |name: &String| name.replace("iterations/2/", "iterations/3/");
        let mut moved: Files = files.iter().map(|(name, bytes)| (moved(name), bytes.clone())).collect();
        let previous = files[&format!("{HOME}/iterations/2/previous.json")].clone();
        moved.insert(format!("{HOME}/iterations/2/previous.json"), previous);
        let rejections = of(&moved);
        let items = rejections.iter().find(|r| r.folder == 1).unwrap().items.as_ref().unwrap();
        assert!(matches!(items[0].outcome, Ok(Outcome::Changed { .. })), "{items:?}");
        assert!(matches!(items[1].outcome, Ok(Outcome::NotFound { .. })), "{items:?}");
    }

    /// After an unfreeze a run begins from no design: what the one before had of the words is not in it.
    #[test]
    fn a_design_that_was_begun_anew_is_held_against_what_was_rejected() {
        let mut files = files();
        let place = |name: &str| format!("{HOME}/iterations/{name}");
        let first = files[&place("1/intent.json")].clone();
        files.insert(place("3/intent.json"), first);
        let rejections = of(&files);
        assert!(rejections.iter().all(|rejection| rejection.anew), "{rejections:?}");
        let items = rejections[1].items.as_ref().unwrap();
        assert_eq!(items.len(), 2);
        for item in items {
            assert!(matches!(item.outcome, Ok(Outcome::NotFound { .. })), "{item:?}");
        }
        files.insert(place("3/previous.json"), files[&place("2/intent.json")].clone());
        let items = of(&files)[1].items.clone().unwrap();
        assert!(matches!(items[0].outcome, Ok(Outcome::Changed { .. })), "{items:?}");
    }

    /// A folder where a file belongs cannot be read, and is not taken for a file that is not there.
    #[test]
    fn what_cannot_be_read_is_told_where_it_would_stand() {
        for (file, told) in [("1/feedback.md", "feedback.md"), ("2/previous.json", "previous.json")] {
            let mut files = files();
            files.remove(&format!("{HOME}/iterations/{file}"));
            files.insert(format!("{HOME}/iterations/{file}/x"), Vec::new());
            let why = match &of(&files)[1].items {
                Err(why) => why.clone(),
                Ok(items) => items[0].outcome.clone().unwrap_err(),
            };
            assert!(why.contains(told), "{why}");
        }
        let mut files = files();
        files.insert(format!("{HOME}/iterations/2/report.json"), b"no JSON".to_vec());
        let first = &of(&files)[1];
        assert!(first.unread.as_ref().unwrap().contains("report.json cannot be used"), "{first:?}");
        assert!(matches!(first.items.as_ref().unwrap()[0].outcome, Ok(Outcome::Changed { .. })));
    }

    /// What started from another design says nothing of this one; a later iteration that started from it does.
    #[test]
    fn the_iteration_that_followed_is_the_next_one_or_started_from_what_was_rejected() {
        let files = files();
        let moved = |name: &String| name.replace("iterations/2/", "iterations/3/");
        let mut moved: Files = files.iter().map(|(name, bytes)| (moved(name), bytes.clone())).collect();
        let rejections = of(&moved);
        assert!(matches!(rejections[1].items.as_ref().unwrap()[0].outcome, Ok(Outcome::Changed { .. })));
        let other = files[&format!("{HOME}/iterations/2/intent.json")].clone();
        moved.insert(format!("{HOME}/iterations/3/previous.json"), other);
        let rejections = of(&moved);
        assert_eq!(rejections.iter().map(|r| r.folder).collect::<Vec<_>>(), [3, 1]);
        let why = rejections[1].items.as_ref().unwrap()[0].outcome.clone().unwrap_err();
        assert!(why.contains("not there any more"), "{why}");
    }
}
