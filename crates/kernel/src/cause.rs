//! Causes of failed runs. Front ends choose their advice by the cause.

use serde::{Deserialize, Serialize};

/// Why a run failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// An agent's answer is not valid.
    Invalid,
    Timeout,
    /// An agent failed in another way.
    Agent,
    /// The score was below the threshold in every iteration.
    TooLow,
    /// The score did not change any more.
    Stalled,
    /// Models, templates or the rubric differ from those that the run started with.
    Drifted,
    Tampered,
    Budget,
    /// A person aborted the run.
    Aborted,
}

impl Cause {
    /// A short name for lists.
    pub fn word(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Timeout => "timeout",
            Self::Agent => "agent",
            Self::TooLow => "too low",
            Self::Stalled => "stalled",
            Self::Drifted => "drifted",
            Self::Tampered => "tampered",
            Self::Budget => "budget",
            Self::Aborted => "aborted",
        }
    }

    /// Whether the score was too low. The findings then show what to improve.
    pub fn is_low_score(self) -> bool {
        match self {
            Self::TooLow | Self::Stalled => true,
            Self::Invalid
            | Self::Timeout
            | Self::Agent
            | Self::Drifted
            | Self::Tampered
            | Self::Budget
            | Self::Aborted => false,
        }
    }

    /// Whether a person ended the run on purpose.
    pub fn is_intended(self) -> bool {
        match self {
            Self::Aborted => true,
            Self::Invalid
            | Self::Timeout
            | Self::Agent
            | Self::TooLow
            | Self::Stalled
            | Self::Drifted
            | Self::Tampered
            | Self::Budget => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_scores_and_aborts_are_recognised() {
        let all = [Cause::TooLow, Cause::Stalled, Cause::Aborted, Cause::Timeout];
        assert_eq!(all.map(Cause::is_low_score), [true, true, false, false]);
        assert_eq!(all.map(Cause::is_intended), [false, false, true, false]);
        assert_eq!(all.map(Cause::word), ["too low", "stalled", "aborted", "timeout"]);
    }
}
