//! The built-in reviewer: one file for each row of "Next Phase Needs". It reads structure only and names place and lack. A blocker
//! is what the next phase cannot do without.

mod brainstorm;
mod design;
mod findings;
mod implementation;
mod plan;
mod spec;
mod tasks;
mod verification;

use super::Sources;
use super::sections::Sections;
use crate::phase::FeaturePhase;
use crate::review::Review;
use findings::Findings;

/// The built-in reviewer's verdict on an artifact of a phase. The same input gives the same verdict.
pub fn review(phase: FeaturePhase, artifact: &str, sources: &Sources<'_>) -> Review {
    let mut found = Findings::default();
    let sections = Sections::read(artifact);
    if phase == FeaturePhase::Finish {
        return found.close(phase);
    }
    if artifact.trim().is_empty() {
        found.blocker(None, "Artifact is empty");
        return found.close(phase);
    }
    if sections.blocks.iter().all(|block| block.level.is_none()) {
        found.warning(None, "The document has no heading.");
    }
    match phase {
        FeaturePhase::Brainstorm => brainstorm::review(&sections, &mut found),
        FeaturePhase::Specify => spec::review(artifact, &sections, sources, &mut found),
        FeaturePhase::Design => design::review(&sections, sources, &mut found),
        FeaturePhase::CreatePlan => plan::review(artifact, &sections, sources, &mut found),
        FeaturePhase::CreateTasks => tasks::review(artifact, &sections, sources, &mut found),
        FeaturePhase::Implement => implementation::review(artifact, &sections, sources, &mut found),
        FeaturePhase::Verify => verification::review(&sections, sources, &mut found),
        FeaturePhase::Finish => {}
    }
    found.close(phase)
}
