//! The players of a chain without a model: they rearrange what is there, and ask about what is not. The built-in reviewer reads the
//! structure of what they or others write.

mod brainstorm;
mod demands;
mod design;
mod outcome;
mod review;
mod spec;
mod steps;
mod tasks;

use std::collections::BTreeMap;

use frieze_data::text::count;
use frieze_design::freeze_marker::Marker;
use frieze_design::page;
use frieze_intent::Intent;

use crate::phase::FeaturePhase;
use crate::sections::{self, Entry};

pub use review::review;
pub(crate) use spec::without_index;

/// What the players and the reviewer can read. Texts are whole files.
#[derive(Clone, Default)]
pub struct Sources<'a> {
    pub title: String,
    pub brief: Option<&'a str>,
    pub answers: Option<&'a str>,
    pub artifacts: BTreeMap<FeaturePhase, &'a str>,
    pub intent: Option<Intent>,
    pub seal: Option<Marker>,
    /// A session that passed its review.
    pub session: Option<Implemented>,
    /// That the session of an implementation that was left is open, and how to go on with it.
    pub open_session: Option<String>,
    /// Whether a session with the profile `contract` makes the code.
    pub has_session: bool,
    /// Whether an agent writes `design.md`, and no design is frozen for it.
    pub is_design_of_agent: bool,
}

impl<'a> Sources<'a> {
    pub fn artifact(&self, phase: FeaturePhase) -> Option<&'a str> {
        self.artifacts.get(&phase).copied()
    }

    fn tasks(&self) -> Vec<Entry> {
        self.artifact(FeaturePhase::CreateTasks).map(sections::tasks).unwrap_or_default()
    }

    /// That the frozen design has open questions.
    fn open(&self) -> Option<String> {
        let open = self.intent.as_ref()?.open_questions.len();
        let open = (open > 0).then(|| count(open, "open question", "open questions"))?;
        Some(format!("The frozen design has {open}: design.md lists them."))
    }
}

/// A complete session.
#[derive(Clone)]
pub struct Implemented {
    pub id: String,
    /// Paths and their SHA-256.
    pub files: Vec<(String, String)>,
    pub iterations: u32,
}

/// Why there is neither a brainstorm nor a specification.
const NO_BRIEF: &str = "there is no brief.md";
/// What a complete session's review said.
const VERDICT: &str = "pass";

/// The artifact of a phase, made of what is there. The same sources give the same artifact.
///
/// # Errors
/// What there has to be first.
pub fn produce(phase: FeaturePhase, sources: &Sources<'_>) -> Result<String, &'static str> {
    Ok(match phase {
        FeaturePhase::Brainstorm => brainstorm::produce(sources)?,
        FeaturePhase::Specify => spec::produce(sources)?,
        FeaturePhase::Design => design::produce(sources)?,
        FeaturePhase::CreatePlan => steps::plan(sources),
        FeaturePhase::CreateTasks => tasks::produce(sources),
        FeaturePhase::Implement => outcome::implementation(sources)?,
        FeaturePhase::Verify => outcome::verification(sources),
        FeaturePhase::Finish => return Err("the end has no artifact"),
    })
}
