//! How a verb ends: with an exit code, or stopped with what happened and what to do.

use crate::engine::Trouble;
use crate::engine::past::NoDesign;
use crate::kernel::Refusal;
use crate::ports::StoreError;

/// How a command ended; of several ends the worst counts, which is the greatest. `frieze --help` lists the exit codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Done,
    /// A person is waited for.
    Waiting,
    /// The rules say no.
    Refused,
    /// A run failed, a design was tampered with, or the disk did not cooperate.
    Failed,
    /// The screen's own exit code.
    Screen(u8),
}

impl End {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Failed => 2,
            Self::Waiting => 3,
            Self::Screen(code) => code,
        }
    }
}

/// Why a verb could not do its work: what happened, what to do, and how it counts.
#[derive(Debug)]
pub struct Stop {
    pub what: String,
    /// What to do about it.
    pub hint: String,
    pub end: End,
}

impl Stop {
    /// The rules or the files say no, and nothing was changed.
    pub fn refused(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into(), end: End::Refused }
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        let end = match &trouble {
            Trouble::Refused(_)
            | Trouble::NoSuchFeature { .. }
            | Trouble::Held { .. }
            | Trouble::Misconfigured(_)
            | Trouble::NotSigned(_) => End::Refused,
            Trouble::Record { .. }
            | Trouble::Overtaken { .. }
            | Trouble::Store(_)
            | Trouble::Recorded { .. }
            | Trouble::Unlocked { .. }
            | Trouble::Lost(_) => End::Failed,
        };
        Self { what: trouble.to_string(), hint: trouble.hint(), end }
    }
}

impl From<StoreError> for Stop {
    fn from(e: StoreError) -> Self {
        Self { what: e.to_string(), hint: e.hint().to_owned(), end: End::Failed }
    }
}

impl From<NoDesign> for Stop {
    fn from(no: NoDesign) -> Self {
        let end = match &no {
            NoDesign::NotShown { .. } | NoDesign::Store(_) => End::Failed,
            NoDesign::NoIterations(_)
            | NoDesign::NoSuchIteration { .. }
            | NoDesign::NothingRejected(_)
            | NoDesign::NothingFrozen(_)
            | NoDesign::NotThere(_)
            | NoDesign::NotRead { .. } => End::Refused,
        };
        Self { what: no.to_string(), hint: no.hint().to_owned(), end }
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::refused(refusal.why, refusal.hint)
    }
}

/// What a verb comes to.
pub type Ended = Result<End, Stop>;
