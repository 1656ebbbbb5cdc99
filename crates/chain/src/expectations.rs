//! "Next Phase Expectations (for Reviewer)": the seven rows of the requirement's table, word for word.

use crate::phase::FeaturePhase;

/// The question that every review answers.
pub const QUESTION: &str = "Can the next phase complete its work using ONLY this artifact?";

/// What the next phase needs of a phase's artifact; `None` for `finish`, which is not reviewed.
pub const fn expectations(phase: FeaturePhase) -> Option<&'static str> {
    match phase {
        FeaturePhase::Brainstorm => {
            Some("**Spec needs:** Clear problem statement, explored options, user intent captured")
        }
        FeaturePhase::Specify => Some(
            "**Design needs:** All requirements listed, acceptance criteria defined, scope boundaries clear",
        ),
        FeaturePhase::Design => Some(
            "**Plan needs:** Components defined, interfaces specified, dependencies identified, risks noted",
        ),
        FeaturePhase::CreatePlan => Some(
            "**Tasks needs:** Ordered steps with dependencies, all design items covered, clear sequencing",
        ),
        FeaturePhase::CreateTasks => Some(
            "**Implement needs:** Small actionable tasks (<15 min each), clear acceptance criteria per task",
        ),
        FeaturePhase::Implement => {
            Some("**Verify needs:** All tasks addressed, tests exist/pass, no obvious issues")
        }
        FeaturePhase::Verify => {
            Some("**Finish needs:** Quality confirmed, implementation matches spec, ready to merge")
        }
        FeaturePhase::Finish => None,
    }
}
