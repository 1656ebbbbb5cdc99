//! What a front end sees of a run: words and numbers, nothing that could change it.

use jiff::Timestamp;
use serde::Serialize;

use super::gate::Gate;
use crate::domain::id::FeatureId;
use crate::domain::score::Score;

/// One run as front ends see it.
#[derive(Clone, PartialEq, Debug)]
pub struct RunView {
    pub id: FeatureId,
    /// The phase's name.
    pub state: &'static str,
    /// Since when.
    pub since: Option<Timestamp>,
    pub iteration: u32,
    /// The number of the iteration's folder under `iterations/`.
    pub folder: u32,
    pub max_iterations: Option<u32>,
    /// The last score.
    pub score: Option<Score>,
    pub threshold: Option<u8>,
    /// What it needs from a person.
    pub needs: Option<Need>,
    /// Why it is where it is, where that needs words.
    pub reason: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// All scores of the run, by iteration.
    pub scores: Vec<(u32, Score)>,
    /// The open gate.
    pub gate: Option<Gate>,
    /// What happens next without anybody, if anything does.
    pub waiting_for: Option<String>,
    /// The phases that may follow and what leads there.
    pub next: Vec<(&'static str, &'static str)>,
}

/// What a run needs from a person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// Approve, reject or abort.
    Decision,
    /// Say why it was unfrozen.
    Reason,
    /// Look at what failed, then reset.
    Reset,
    /// Begin a run.
    Start,
}

impl Need {
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Reason => "reason",
            Self::Reset => "reset",
            Self::Start => "start",
        }
    }
}
