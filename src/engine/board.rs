//! The board: what front ends see of all runs. It goes down on a watch channel, so that the latest wins
//! and a slow screen never slows the engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::watch;

use crate::domain::id::FeatureId;
use crate::kernel::RunView;
use crate::ports::Progress;

/// One run as it was last shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    pub view: RunView,
    pub doing: Doing,
    /// Since when the engine does that.
    pub since: Timestamp,
    /// What the agent that is asked tells meanwhile.
    pub progress: Option<Progress>,
}

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
            board.insert(view.id.clone(), Arc::new(Seen { view, doing, since, progress }));
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
