//! The players without a model and the built-in reviewer.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod any_text;
mod demo;
mod prompts;
mod real_documents;
mod reviewer;

use std::collections::BTreeMap;

use frieze_chain::offline::{Implemented, Seal, Sources, produce};
use frieze_chain::phase::FeaturePhase;
use frieze_design::brief::{Reading, read_prose};
use frieze_intent::Intent;

/// A feature and all artifacts that the players make of it.
pub struct Feature {
    pub brief: String,
    pub intent: Intent,
    pub session: Implemented,
    pub seal: Seal,
    pub made: BTreeMap<FeaturePhase, String>,
}

pub const CHECKSUM: &str = "5b0f6b9a3c1d4e7f8a9b0c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4051";

impl Feature {
    /// Plays all phases with the skeleton of the brief as the frozen design.
    pub fn of(brief: &str) -> Self {
        let reading = read(brief);
        let intent = frieze_generator::skeleton(&reading, &[], "demo").intent;
        let files = ["schema.sql", "types.ts"].map(|name| (name.to_owned(), "c".repeat(64)));
        let session = Implemented { id: "demo-1".to_owned(), files: files.to_vec(), iterations: 2 };
        let seal = Seal { checksum: CHECKSUM.to_owned(), number: 1 };
        let mut feature = Self { brief: brief.to_owned(), intent, session, seal, made: BTreeMap::new() };
        for phase in FeaturePhase::all() {
            if let Ok(text) = produce(phase, &feature.sources()) {
                feature.made.insert(phase, text);
            }
        }
        feature
    }

    pub fn made(&self, phase: FeaturePhase) -> &str {
        &self.made[&phase]
    }

    pub fn sources(&self) -> Sources<'_> {
        let made = |phase| self.made.get(&phase).map(String::as_str);
        Sources {
            title: &self.intent.title,
            brief: Some(&self.brief),
            answers: None,
            brainstorm: made(FeaturePhase::Brainstorm),
            spec: made(FeaturePhase::Specify),
            design: made(FeaturePhase::Design),
            plan: made(FeaturePhase::CreatePlan),
            tasks: made(FeaturePhase::CreateTasks),
            implementation: made(FeaturePhase::Implement),
            intent: Some(&self.intent),
            seal: Some(&self.seal),
            session: Some(&self.session),
            has_session: true,
            is_design_of_agent: false,
        }
    }
}

pub fn read(text: &str) -> Reading {
    read_prose("brief.md", text.as_bytes()).unwrap()
}

/// Whether a text has an id as a whole word.
pub fn names(text: &str, id: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == id)
}
