//! Causes of failed runs. Front ends choose their advice by the cause.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a run failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum Cause {
    /// An agent's answer is not valid.
    Invalid,
    Timeout,
    /// An agent failed in another way.
    Agent,
    /// The score was below the threshold in every iteration.
    #[strum(serialize = "too low")]
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
        self.into()
    }

    /// Whether the score was too low. The findings then show what to improve.
    pub fn is_low_score(self) -> bool {
        matches!(self, Self::TooLow | Self::Stalled)
    }

    /// Whether a person ended the run on purpose.
    pub fn is_intended(self) -> bool {
        self == Self::Aborted
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
