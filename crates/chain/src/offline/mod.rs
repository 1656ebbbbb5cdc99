//! The players of a chain without a model: they rearrange what is there, and ask about what is not. The built-in reviewer reads the
//! structure of what they or others write.

mod brainstorm;
mod demands;
mod design;
mod implementation;
mod page;
mod plan;
mod review;
mod spec;
mod steps;
mod tasks;
mod verification;

use frieze_intent::Intent;

use crate::phase::FeaturePhase;

pub use review::review;

/// What the players and the reviewer can read. Texts are whole files.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    pub title: &'a str,
    pub brief: Option<&'a str>,
    pub answers: Option<&'a str>,
    pub brainstorm: Option<&'a str>,
    pub spec: Option<&'a str>,
    pub design: Option<&'a str>,
    pub plan: Option<&'a str>,
    pub tasks: Option<&'a str>,
    pub implementation: Option<&'a str>,
    pub intent: Option<&'a Intent>,
    pub seal: Option<Seal<'a>>,
    pub session: Option<Implemented<'a>>,
    /// Whether a session with the profile `contract` makes the code.
    pub has_session: bool,
    /// Whether an agent writes `design.md`, and no design is frozen for it.
    pub is_design_of_agent: bool,
}

/// The seal of a frozen design.
#[derive(Clone, Copy)]
pub struct Seal<'a> {
    pub checksum: &'a str,
    /// Counts the freezes of the feature from 1.
    pub number: u32,
}

/// A finished session.
#[derive(Clone, Copy)]
pub struct Implemented<'a> {
    pub id: &'a str,
    /// Paths and their SHA-256.
    pub files: &'a [(String, String)],
    pub iterations: u32,
    pub verdict: &'a str,
}

/// The artifact of a phase, made of what is there. `None` for `finish`. The same sources give the same artifact.
pub fn produce(phase: FeaturePhase, sources: &Sources<'_>) -> Option<String> {
    match phase {
        FeaturePhase::Brainstorm => Some(brainstorm::produce(sources)),
        FeaturePhase::Specify => Some(spec::produce(sources)),
        FeaturePhase::Design => Some(design::produce(sources)),
        FeaturePhase::CreatePlan => Some(plan::produce(sources)),
        FeaturePhase::CreateTasks => Some(tasks::produce(sources)),
        FeaturePhase::Implement => Some(implementation::produce(sources)),
        FeaturePhase::Verify => Some(verification::produce(sources)),
        FeaturePhase::Finish => None,
    }
}
