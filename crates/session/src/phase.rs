//! The ten phases of a session (S1), and the four kinds of work.

use frieze_kernel::Phase as _;
use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr, VariantArray};

/// A phase, as `WorkflowPhase` of the requirement has it: saved as `planning`, shown as `PLANNING`.
///
/// In an *-ing* phase a prompt is issued and its response is awaited (S2); in an *-ed* phase the response was
/// processed (S3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Phase {
    Initialized,
    Planning,
    Planned,
    Generating,
    Generated,
    Reviewing,
    Reviewed,
    Revising,
    Revised,
    Complete,
}

impl Phase {
    /// The word in `session.json`.
    pub fn saved(self) -> String {
        self.name().to_lowercase()
    }

    /// The work whose response this phase waits for or has processed; `None` at both ends of a session.
    pub fn work(self) -> Option<Work> {
        Work::ALL.into_iter().find(|work| [work.ing(), work.ed()].contains(&self))
    }

    /// The work whose response file is awaited: in an *-ing* phase (S2).
    pub fn awaited(self) -> Option<Work> {
        self.work().filter(|work| work.ing() == self)
    }

    /// The work that `approve` can commit here: in an *-ed* phase (S33).
    pub fn boundary(self) -> Option<Work> {
        self.work().filter(|work| work.ed() == self)
    }
}

impl frieze_kernel::Phase for Phase {
    /// In the order of the requirement.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// The word that people see.
    fn name(self) -> &'static str {
        self.into()
    }

    fn work(self) -> &'static str {
        match self {
            Self::Initialized => "begin",
            Self::Planning => "plan",
            Self::Generating => "write",
            Self::Reviewing => "review",
            Self::Revising => "revise",
            Self::Planned | Self::Generated | Self::Reviewed | Self::Revised => "check",
            Self::Complete => "done",
        }
    }
}

/// What a prompt asks for. Each has a prompt, a response and a role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Work {
    Planning,
    Generating,
    Reviewing,
    Revising,
}

impl Work {
    /// In the order of a session.
    pub const ALL: [Self; 4] = [Self::Planning, Self::Generating, Self::Reviewing, Self::Revising];

    /// The phase that waits for its response.
    pub fn ing(self) -> Phase {
        self.row().0[0]
    }

    /// The phase that has processed its response.
    pub fn ed(self) -> Phase {
        self.row().0[1]
    }

    /// The name of the prompt's file.
    pub fn prompt(self) -> &'static str {
        self.row().1
    }

    /// The name of the response's file.
    pub fn response(self) -> &'static str {
        self.row().2
    }

    /// Who answers: a name in `providers`.
    pub fn role(self) -> &'static str {
        self.row().3
    }

    /// Both phases, both files, the role.
    fn row(self) -> ([Phase; 2], &'static str, &'static str, &'static str) {
        use Phase::{Generated, Generating, Planned, Planning, Reviewed, Reviewing, Revised, Revising};
        match self {
            Self::Planning => ([Planning, Planned], "planning-prompt.md", "planning-response.md", "planner"),
            Self::Generating => {
                ([Generating, Generated], "generating-prompt.md", "generating-response.md", "generator")
            }
            Self::Reviewing => {
                ([Reviewing, Reviewed], "reviewing-prompt.md", "reviewing-response.md", "reviewer")
            }
            Self::Revising => ([Revising, Revised], "revising-prompt.md", "revising-response.md", "reviser"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S1–S3: `session.json` and the screen depend on these words.
    #[test]
    fn phases_are_spelled_as_the_requirement_has_them() {
        let saved =
            "initialized planning planned generating generated reviewing reviewed revising revised complete";
        assert_eq!(Phase::ALL.iter().map(|phase| phase.saved()).collect::<Vec<_>>().join(" "), saved);
        for phase in Phase::ALL.iter().copied() {
            assert_eq!(phase.name(), phase.saved().to_uppercase());
            assert_eq!(serde_json::to_string(&phase).unwrap(), format!("\"{}\"", phase.saved()));
            let ends = phase.saved().ends_with("ing");
            assert_eq!(phase.awaited().is_some(), ends, "{phase}");
            let is_ed = phase.saved().ends_with("ed") && phase != Phase::Initialized;
            assert_eq!(phase.boundary().is_some(), is_ed, "{phase}");
        }
        for work in Work::ALL {
            assert_eq!((work.ing().work(), work.ed().work()), (Some(work), Some(work)));
            assert_eq!(work.prompt(), format!("{}-prompt.md", work.ing().saved()));
            assert_eq!(work.response(), format!("{}-response.md", work.ing().saved()));
        }
    }
}
