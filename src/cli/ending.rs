//! Ends of a verb: an exit code, or an error with a hint.

use frieze_engine::Trouble;
use frieze_engine::past::NoDesign;
use frieze_kernel::Refusal;
use frieze_ports::{Misconfigured, StoreError};

/// The end of a command, ordered by severity. `frieze --help` lists the exit codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Done,
    /// A person has to decide.
    Waiting,
    /// The rules forbid it.
    Refused,
    /// A run failed, a design was tampered with, or the disk failed.
    Failed,
    /// The screen's own exit code.
    Screen(u8),
}

impl End {
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

/// Why a verb stopped.
#[derive(Clone, Debug)]
pub struct Stop {
    pub what: String,
    pub hint: String,
    pub end: End,
}

impl Stop {
    /// A refusal; nothing was changed.
    pub fn refused(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into(), end: End::Refused }
    }

    pub fn failed(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into(), end: End::Failed }
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

impl From<Misconfigured> for Stop {
    fn from(e: Misconfigured) -> Self {
        Self::refused(e.what, e.hint)
    }
}

impl From<StoreError> for Stop {
    fn from(e: StoreError) -> Self {
        Self::failed(e.to_string(), e.hint())
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
            | NoDesign::Missing(_)
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

/// The result of a verb.
pub type Ended = Result<End, Stop>;
