//! Why a run failed, as a value: what a front end advises depends on it, and what it is called does not.

/// Why a run failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// What an agent wrote is not valid.
    Invalid,
    Timeout,
    /// An agent failed otherwise.
    Agent,
    /// The score stayed under the threshold to the last iteration.
    TooLow,
    /// The score stood still.
    Stalled,
    /// The run would have gone on under other conditions than it began with.
    Drifted,
    Tampered,
    Budget,
    /// A person wanted it.
    Aborted,
}

impl Cause {
    /// In a word or two, as a list has room for it.
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

    /// Whether the score was too low: what it misses then says what to do.
    pub fn is_of_the_score(self) -> bool {
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

    /// Whether that is what a person wanted, and so no trouble.
    pub fn is_wanted(self) -> bool {
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
    fn what_is_advised_depends_on_what_the_cause_is() {
        let all = [Cause::TooLow, Cause::Stalled, Cause::Aborted, Cause::Timeout];
        assert_eq!(all.map(Cause::is_of_the_score), [true, true, false, false]);
        assert_eq!(all.map(Cause::is_wanted), [false, false, true, false]);
        assert_eq!(all.map(Cause::word), ["too low", "stalled", "aborted", "timeout"]);
    }
}
