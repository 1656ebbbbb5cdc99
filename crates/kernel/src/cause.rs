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
    /// The last permitted iteration was no candidate, whatever its score.
    #[strum(serialize = "last one")]
    #[serde(rename = "too-low")]
    LastIteration,
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

    /// Whether the iterations came to no candidate. The findings then show what to improve.
    pub fn is_of_score(self) -> bool {
        matches!(self, Self::LastIteration | Self::Stalled)
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
    fn causes_by_scores_and_aborts_are_recognised() {
        let all = [Cause::LastIteration, Cause::Stalled, Cause::Aborted, Cause::Timeout];
        assert_eq!(all.map(Cause::is_of_score), [true, true, false, false]);
        assert_eq!(all.map(Cause::is_intended), [false, false, true, false]);
        assert_eq!(all.map(Cause::word), ["last one", "stalled", "aborted", "timeout"]);
    }
}
