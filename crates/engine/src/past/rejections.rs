//! Rejections of a feature and their outcomes, found by comparing the rejected design with the next one.

use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_design::feedback;
use frieze_design::feedback::{DoneFile, FeedbackRequest, Outcome};
use frieze_kernel::files::Home;
use frieze_ports::Store;

use super::{PastIteration, digest, read_design};

/// The most bytes of designs that are compared, newest first.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// One rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The folder of the rejected iteration.
    pub folder: u32,
    /// The items of the feedback, or why it cannot be read.
    pub items: Result<Vec<Item>, String>,
    /// The number of further lines of the feedback, too many to be listed.
    pub unlisted: usize,
    /// Why the generator's report on it cannot be used.
    pub report_problem: Option<String>,
    /// Whether a later run started from the brief or from an earlier design: its design is then compared with the rejected one.
    pub is_restarted: bool,
}

/// One item of feedback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub asked: FeedbackRequest,
    /// An error if the designs cannot be compared.
    pub outcome: Result<Outcome, String>,
}

/// The last rejections, newest first. `drops_words` is of the [`RunView`](frieze_kernel::RunView).
pub fn rejections(
    store: &dyn Store,
    home: &Home,
    past: &[PastIteration],
    drops_words: bool,
    most: usize,
) -> Vec<Rejection> {
    let mut bytes_left = MOST_BYTES;
    // After a reset this may be an earlier one.
    let current = digest(store, &home.intent()).and_then(Result::ok);
    let current = current.and_then(|current| past.iter().rev().find(|past| past.has(current)));
    let is_taken_back = |rejected: &PastIteration| current.is_some_and(|now| now.folder <= rejected.folder);
    let rejected = past
        .iter()
        .enumerate()
        .rev()
        .filter_map(|(at, p)| Some((past.split_at_checked(at + 1)?, p, p.feedback.as_ref()?)));
    rejected
        .take(most)
        .map(|((until, later), rejected, words)| {
            let next = NextIteration::of(until, later);
            let answer = next.as_ref().map(|next| next.past);
            Rejection {
                folder: rejected.folder,
                items: words.clone().map(|words| {
                    let next = next.as_ref();
                    let lost = match next {
                        None if drops_words => {
                            Some("no run gets these words any more; reject with them again")
                        }
                        Some(_) if is_taken_back(rejected) => {
                            Some("an earlier design is the current one again, without what answered this")
                        }
                        None | Some(_) => None,
                    };
                    items(store, home, rejected, next, lost, &words, &mut bytes_left)
                }),
                unlisted: words.as_deref().map_or(0, feedback::unlisted),
                report_problem: answer.and_then(|next| next.report.as_ref()?.as_ref().err().cloned()),
                is_restarted: next.is_some_and(|next| next.is_restarted),
            }
        })
        .collect()
}

/// The marks of requests that a person found done; none if there is no file.
///
/// # Errors
/// If the file cannot be read or used.
pub fn done_marks(store: &dyn Store, home: &Home, id: &FeatureId) -> Result<DoneFile, String> {
    let path = home.done();
    match store.read(&path, json::LARGEST) {
        Ok(None) => Ok(DoneFile::new(id)),
        Ok(Some(bytes)) => DoneFile::read(&bytes, id).map_err(|e| format!("{path} cannot be used: {e}")),
        Err(e) => Err(e.to_string()),
    }
}

/// The iteration that answers a rejection.
struct NextIteration<'p> {
    past: &'p PastIteration,
    /// It did not start from the rejected design or one that followed it.
    is_restarted: bool,
}

impl<'p> NextIteration<'p> {
    /// The last iteration that a run started again, else the first with a design: a run may have ended before it made one.
    /// `until` ends with the rejected iteration, and `later` follows.
    fn of(until: &[PastIteration], later: &'p [PastIteration]) -> Option<Self> {
        let made = later.iter().filter(|past| past.design.is_some());
        let first = made.clone().next()?;
        let follows = |past: &PastIteration, from| {
            let since = later.iter().take_while(|between| between.folder < past.folder);
            let rejected = until.last().filter(|_| past.folder == first.folder);
            since.chain(rejected).any(|since| since.has(from))
        };
        let restarts = |past: &&PastIteration| match past.previous {
            None => true,
            Some(Ok(from)) => until.iter().any(|earlier| earlier.has(from)) && !follows(past, from),
            Some(Err(_)) => false,
        };
        let last = made.rev().find(restarts).map(|past| Self { past, is_restarted: true });
        Some(last.unwrap_or(Self { past: first, is_restarted: false }))
    }
}

fn items(
    store: &dyn Store,
    home: &Home,
    rejected: &PastIteration,
    next: Option<&NextIteration<'_>>,
    lost: Option<&str>,
    words: &str,
    bytes_left: &mut usize,
) -> Vec<Item> {
    let requests = feedback::requests(words);
    let outcomes = match (lost, next) {
        (Some(why), _) => Ok(vec![Outcome::NotFound { why: why.to_owned() }; requests.len()]),
        (None, None) => Ok(vec![Outcome::Waiting; requests.len()]),
        (None, Some(next)) if !next.is_restarted && !follows(rejected, next.past) => {
            Err("the iteration after it is missing".to_owned())
        }
        (None, Some(next)) => outcomes(store, home, rejected, next, &requests, bytes_left),
    };
    let outcomes = match outcomes {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        Err(why) => vec![Err(why); requests.len()],
    };
    requests.into_iter().zip(outcomes).map(|(asked, outcome)| Item { asked, outcome }).collect()
}

/// Whether the feedback of a rejection went into an iteration: the next one, or a later one that started from the rejected
/// design, since a run may have ended before it made the next.
fn follows(rejected: &PastIteration, next: &PastIteration) -> bool {
    let started_from_it = || matches!(next.previous, Some(Ok(from)) if rejected.has(from));
    next.folder == rejected.folder.saturating_add(1) || started_from_it()
}

fn outcomes(
    store: &dyn Store,
    home: &Home,
    rejected: &PastIteration,
    next: &NextIteration<'_>,
    requests: &[FeedbackRequest],
    bytes_left: &mut usize,
) -> Result<Vec<Outcome>, String> {
    let folder = home.iteration(next.past.folder);
    if *bytes_left == 0 {
        return Err("too old to be compared here; compare the iterations themselves".to_owned());
    }
    let design = |path: &RelPath| read_design(store, path).map_err(|e| e.to_string());
    let before = if next.is_restarted { rejected.decided_design().path(home) } else { folder.previous() };
    let Some(before) = design(&before)? else {
        return Err("the rejected design is missing".to_owned());
    };
    let Some(after) = design(&folder.intent())? else {
        return Ok(vec![Outcome::Waiting; requests.len()]);
    };
    *bytes_left = bytes_left.saturating_sub(before.canonical.len() + after.canonical.len());
    let report = next.past.report.as_ref().and_then(|read| read.as_ref().ok());
    Ok(feedback::outcomes(requests, &before.intent, &after.intent, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::past::past_iterations;
    use frieze_design::{brief, draft};
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

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
        rejections(&store, &home, &past_iterations(&store, &home, 0).unwrap(), false, 50)
    }

    fn outcomes_without(file: &str) -> Vec<Result<Outcome, String>> {
        let mut files = files();
        files.remove(&format!("{HOME}/iterations/{file}"));
        let rejections = of(&files);
        assert_eq!(rejections.iter().map(|r| r.folder).collect::<Vec<_>>(), [2, 1]);
        rejections.into_iter().flat_map(|r| r.items.unwrap()).map(|item| item.outcome).collect()
    }

    #[test]
    fn unreadable_marks_are_reported_and_a_missing_file_has_none() {
        let id: FeatureId = "checkout".parse().unwrap();
        let files = Files::from([(format!("{HOME}/feedback-done.json"), b"[]".to_vec())]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        assert!(done_marks(&store, &Home::of(&id), &id).unwrap_err().contains("feedback-done"));
        let other = "other".parse().unwrap();
        assert_eq!(done_marks(&store, &Home::of(&other), &other), Ok(DoneFile::new(&other)));
    }

    #[test]
    fn each_rejection_is_compared_with_the_next_iteration() {
        let outcomes = outcomes_without("");
        assert_eq!(outcomes[0], Ok(Outcome::Waiting), "nothing came after the last one");
        assert!(
            matches!(&outcomes[1], Ok(Outcome::Changed { changes, .. }) if changes.len() == 1),
            "{outcomes:?}"
        );
        assert!(matches!(&outcomes[2], Ok(Outcome::NotFound { .. })), "{outcomes:?}");
    }

    #[test]
    fn missing_designs_are_waited_for_or_replaced_by_copies() {
        assert_eq!(outcomes_without("2/intent.json")[1], Ok(Outcome::Waiting));
        assert!(outcomes_without("1/intent.json")[1].is_ok(), "iteration 2 has a copy");
    }

    /// A run that ended before it made a design has answered nothing; the answer is in a later folder.
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

    /// After an unfreeze a run starts from no design.
    #[test]
    fn a_design_from_scratch_is_compared_with_the_rejected_one() {
        let mut files = files();
        let place = |name: &str| format!("{HOME}/iterations/{name}");
        let first = files[&place("1/intent.json")].clone();
        files.insert(place("3/intent.json"), first);
        let rejections = of(&files);
        assert!(rejections.iter().all(|rejection| rejection.is_restarted), "{rejections:?}");
        let items = rejections[1].items.as_ref().unwrap();
        assert_eq!(items.len(), 2);
        for item in items {
            assert!(matches!(item.outcome, Ok(Outcome::NotFound { .. })), "{item:?}");
        }
        files.insert(place("3/previous.json"), files[&place("2/intent.json")].clone());
        let items = of(&files)[1].items.clone().unwrap();
        assert!(matches!(items[0].outcome, Ok(Outcome::Changed { .. })), "{items:?}");
    }

    /// A folder in the place of a file cannot be read, and does not count as missing.
    #[test]
    fn unreadable_files_are_reported() {
        for (file, name) in [("1/feedback.md", "feedback.md"), ("2/previous.json", "previous.json")] {
            let mut files = files();
            files.remove(&format!("{HOME}/iterations/{file}"));
            files.insert(format!("{HOME}/iterations/{file}/x"), Vec::new());
            let why = match &of(&files)[1].items {
                Err(why) => why.clone(),
                Ok(items) => items[0].outcome.clone().unwrap_err(),
            };
            assert!(why.contains(name), "{why}");
        }
        let mut files = files();
        files.insert(format!("{HOME}/iterations/2/report.json"), b"no JSON".to_vec());
        let first = &of(&files)[1];
        assert!(first.report_problem.as_ref().unwrap().contains("report.json cannot be used"), "{first:?}");
        assert!(matches!(first.items.as_ref().unwrap()[0].outcome, Ok(Outcome::Changed { .. })));
    }

    #[test]
    fn the_answer_is_the_next_iteration_or_started_from_the_rejected_design() {
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
        assert!(why.contains("the iteration after it is missing"), "{why}");
    }
}
