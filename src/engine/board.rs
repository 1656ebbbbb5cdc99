//! The board: what front ends see of all runs. It goes down on a watch channel, so that the latest wins
//! and a slow screen never slows the engine.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::watch;

use crate::domain::id::FeatureId;
use crate::kernel::{NoteKind, RunView};
use crate::ports::{Progress, Stage};

/// One run as it was last shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    pub view: RunView,
    pub doing: Doing,
    /// Since when the engine does that.
    pub since: Timestamp,
    /// What the agent that is asked tells meanwhile.
    pub progress: Option<Progress>,
    /// What went into the journal while it was shown, oldest first, the last of it. The latest wins on a board; what
    /// happened in between is told by these.
    pub noted: VecDeque<Noted>,
}

impl Seen {
    /// Whether its agent is not asked yet, because as many as may be are asked for others.
    pub fn is_queued(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.stage == Stage::Queued)
    }
}

/// A line that went into the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// Counts those of its run from 1.
    pub number: u64,
    pub kind: NoteKind,
    pub text: String,
}

/// How many of them a board holds of one run.
const MOST_NOTED: usize = 32;

/// What the engine does for a run at this moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Nothing: it waits for a person, or has ended.
    Resting,
    /// It waits for an agent.
    Asking(&'static str),
    /// It takes a step.
    Stepping,
}

/// All runs that this engine has open.
pub type Board = BTreeMap<FeatureId, Arc<Seen>>;

/// The upper end of the board's channel.
#[derive(Clone)]
pub struct Showing(watch::Sender<Board>);

impl Showing {
    /// An empty board, and its lower end.
    pub fn new() -> (Self, watch::Receiver<Board>) {
        let (sender, receiver) = watch::channel(Board::new());
        (Self(sender), receiver)
    }

    /// Shows a run's latest state.
    pub fn show(&self, view: RunView, doing: Doing, now: Timestamp) {
        self.0.send_modify(|board| {
            let before = board.get(&view.id).filter(|seen| seen.doing == doing);
            let since = before.map_or(now, |seen| seen.since);
            let same_request = before.filter(|seen| matches!(doing, Doing::Asking(_)) && seen.view == view);
            let progress = same_request.and_then(|seen| seen.progress.clone());
            let noted = board.get(&view.id).map(|seen| seen.noted.clone()).unwrap_or_default();
            board.insert(view.id.clone(), Arc::new(Seen { view, doing, since, progress, noted }));
        });
    }

    /// Nobody is at work on a run any more, whatever ended that; its view stays the one that was shown last.
    pub fn rests(&self, feature: &FeatureId, now: Timestamp) {
        self.0.send_if_modified(|board| {
            let Some(seen) = board.get_mut(feature).filter(|seen| seen.doing != Doing::Resting) else {
                return false;
            };
            let seen = Arc::make_mut(seen);
            (seen.doing, seen.since, seen.progress) = (Doing::Resting, now, None);
            true
        });
    }

    /// Adds what a step put into the journal of a run that is shown.
    pub fn noted(&self, feature: &FeatureId, notes: &[(NoteKind, String)]) {
        self.0.send_if_modified(|board| {
            let Some(seen) = board.get_mut(feature).filter(|_| !notes.is_empty()) else { return false };
            let noted = &mut Arc::make_mut(seen).noted;
            for (kind, text) in notes {
                let number = noted.back().map_or(1, |last| last.number + 1);
                noted.push_back(Noted { number, kind: *kind, text: text.clone() });
            }
            noted.drain(..noted.len().saturating_sub(MOST_NOTED));
            true
        });
    }

    /// Shows what an agent tells while it is asked.
    pub fn progress(&self, feature: &FeatureId, progress: Progress) {
        self.0.send_if_modified(|board| {
            let Some(seen) = board.get_mut(feature).filter(|seen| matches!(seen.doing, Doing::Asking(_)))
            else {
                return false;
            };
            let seen = Arc::make_mut(seen);
            seen.progress = Some(progress);
            true
        });
    }
}
