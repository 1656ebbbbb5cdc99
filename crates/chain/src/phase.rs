//! The eight phases of a feature, in their order.

use serde::{Deserialize, Serialize};

use crate::role::ChainRole;

/// A phase of a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeaturePhase {
    Brainstorm,
    Specify,
    Design,
    CreatePlan,
    CreateTasks,
    Implement,
    Verify,
    Finish,
}

/// The question that every review answers.
pub const QUESTION: &str = "Can the next phase complete its work using ONLY this artifact?";

/// What a phase writes.
struct Writes {
    artifact: &'static str,
    /// Its row of "Next Phase Expectations (for Reviewer)", word for word.
    needs: &'static str,
    /// Who writes it. The design is made by the design workflow, and only notes about it are written; a session makes the code.
    by: Option<ChainRole>,
}

impl FeaturePhase {
    /// All phases in their order.
    pub const ALL: [Self; 8] = [
        Self::Brainstorm,
        Self::Specify,
        Self::Design,
        Self::CreatePlan,
        Self::CreateTasks,
        Self::Implement,
        Self::Verify,
        Self::Finish,
    ];

    /// Its name in `.meta.json` and on the command line, and what it writes; `finish` writes nothing.
    const fn row(self) -> (&'static str, Option<Writes>) {
        let (name, artifact, needs, by) = match self {
            Self::Brainstorm => (
                "brainstorm",
                "brainstorm.md",
                "**Spec needs:** Clear problem statement, explored options, user intent captured",
                Some(ChainRole::Brainstormer),
            ),
            Self::Specify => (
                "specify",
                "spec.md",
                "**Design needs:** All requirements listed, acceptance criteria defined, scope boundaries clear",
                Some(ChainRole::Specifier),
            ),
            Self::Design => (
                "design",
                "design.md",
                "**Plan needs:** Components defined, interfaces specified, dependencies identified, risks noted",
                Some(ChainRole::DesignerNotes),
            ),
            Self::CreatePlan => (
                "create-plan",
                "plan.md",
                "**Tasks needs:** Ordered steps with dependencies, all design items covered, clear sequencing",
                Some(ChainRole::Planner),
            ),
            Self::CreateTasks => (
                "create-tasks",
                "tasks.md",
                "**Implement needs:** Small actionable tasks (<15 min each), clear acceptance criteria per task",
                Some(ChainRole::Tasker),
            ),
            Self::Implement => (
                "implement",
                "implementation.md",
                "**Verify needs:** All tasks addressed, tests exist/pass, no obvious issues",
                None,
            ),
            Self::Verify => (
                "verify",
                "verification.md",
                "**Finish needs:** Quality confirmed, implementation matches spec, ready to merge",
                Some(ChainRole::Verifier),
            ),
            Self::Finish => return ("finish", None),
        };
        (name, Some(Writes { artifact, needs, by }))
    }

    /// Its name in `.meta.json` and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The file that it produces; `None` for `finish`.
    #[must_use]
    pub fn artifact(self) -> Option<&'static str> {
        self.row().1.map(|writes| writes.artifact)
    }

    /// What the next phase needs of its artifact; `None` for `finish`, which is not reviewed.
    #[must_use]
    pub fn expectations(self) -> Option<&'static str> {
        self.row().1.map(|writes| writes.needs)
    }

    /// The role that writes its artifact.
    #[must_use]
    pub fn role(self) -> Option<ChainRole> {
        self.row().1?.by
    }

    /// The phase with a name, as other tools spell it: in any case, with hyphens, underscores, spaces or none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let letters = |text: &str| {
            let kept = text.chars().filter(char::is_ascii_alphanumeric);
            kept.map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let wanted = letters(name);
        Self::ALL.into_iter().find(|phase| letters(phase.name()) == wanted)
    }

    /// The phase before; `None` for the first.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        Self::ALL.into_iter().rfind(|phase| *phase < self)
    }

    /// The phase after; `None` for the last.
    #[must_use]
    pub fn after(self) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| *phase > self)
    }
}
