//! The board: the state of all runs for front ends, in a watch channel. A slow screen sees only the latest state and never
//! slows the engine.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::watch;

use frieze_data::id::FeatureId;
use frieze_kernel::{NoteKind, RunView};
use frieze_ports::{AgentStatus, Progress};

/// The latest state of one run.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardEntry {
    pub view: RunView,
    pub activity: Activity,
    /// When the activity began. A request that was queued begins when its agent is asked.
    pub since: Timestamp,
    /// The progress of the agent at work.
    pub progress: Option<Progress>,
    /// The last journal notes of the run, oldest first. Front ends that missed states find the events here.
    pub notes: VecDeque<BoardNote>,
}

impl BoardEntry {
    /// Whether its agent waits for its turn: the allowed number of agents is already at work.
    pub fn is_queued(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.status == AgentStatus::Queued)
    }

    /// What its agent needs a person to do.
    pub fn needs_person(&self) -> Option<&str> {
        match &self.progress.as_ref()?.status {
            AgentStatus::NeedsPerson(words) => Some(words),
            AgentStatus::Silent | AgentStatus::Queued | AgentStatus::Says(_) => None,
        }
    }
}

/// A journal note of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardNote {
    /// Counts the notes of the run on the board, from 1.
    pub number: u64,
    pub kind: NoteKind,
    pub text: String,
}

/// The most notes of one run on the board.
const MOST_NOTES: usize = 32;

/// What the engine does for a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Activity {
    /// Nothing: the run waits for a person, or has ended.
    #[default]
    Idle,
    /// It waits for the agent of this role.
    Asking(&'static str),
    /// It takes a step.
    Stepping,
}

/// All runs that this engine has open.
pub type Board = BTreeMap<FeatureId, Arc<BoardEntry>>;

/// The sender of the board.
#[derive(Clone)]
pub struct BoardSender(watch::Sender<Board>);

impl BoardSender {
    /// An empty board, and its receiver.
    pub fn new() -> (Self, watch::Receiver<Board>) {
        let (sender, receiver) = watch::channel(Board::new());
        (Self(sender), receiver)
    }

    /// Shows the latest state of a run.
    pub fn show(&self, view: RunView, activity: Activity, now: Timestamp) {
        self.0.send_modify(|board| {
            let before = board.get(&view.id).filter(|entry| entry.activity == activity);
            let since = before.map_or(now, |entry| entry.since);
            let same_request =
                before.filter(|entry| matches!(activity, Activity::Asking(_)) && entry.view == view);
            let progress = same_request.and_then(|entry| entry.progress.clone());
            let notes = board.get(&view.id).map(|entry| entry.notes.clone()).unwrap_or_default();
            board.insert(view.id.clone(), Arc::new(BoardEntry { view, activity, since, progress, notes }));
        });
    }

    /// Shows that the engine no longer works on a run; its last view stays.
    pub fn show_idle(&self, feature: &FeatureId, now: Timestamp) {
        self.0.send_if_modified(|board| {
            let entry = board.get_mut(feature).filter(|entry| entry.activity != Activity::Idle);
            let Some(entry) = entry else { return false };
            let entry = Arc::make_mut(entry);
            (entry.activity, entry.since, entry.progress) = (Activity::Idle, now, None);
            true
        });
    }

    /// Adds the journal notes of a step.
    pub fn add_notes(&self, feature: &FeatureId, notes: &[(NoteKind, String)]) {
        self.0.send_if_modified(|board| {
            let Some(entry) = board.get_mut(feature).filter(|_| !notes.is_empty()) else { return false };
            let all = &mut Arc::make_mut(entry).notes;
            for (kind, text) in notes {
                let number = all.back().map_or(1, |last| last.number + 1);
                all.push_back(BoardNote { number, kind: *kind, text: text.clone() });
            }
            all.drain(..all.len().saturating_sub(MOST_NOTES));
            true
        });
    }

    /// Shows the progress of the agent at work.
    pub fn show_progress(&self, feature: &FeatureId, progress: Progress, now: Timestamp) {
        self.0.send_if_modified(|board| {
            let entry = board.get_mut(feature).filter(|entry| matches!(entry.activity, Activity::Asking(_)));
            let Some(entry) = entry else { return false };
            let entry = Arc::make_mut(entry);
            if entry.is_queued() {
                entry.since = now;
            }
            entry.progress = Some(progress);
            true
        });
    }
}
