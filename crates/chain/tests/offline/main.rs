//! The players without a model and the built-in reviewer.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod any_text;
mod demo;
mod prompts;
mod real_documents;
mod reviewer;

use std::collections::BTreeMap;

use frieze_chain::offline::{Implemented, Sources, produce};
use frieze_chain::phase::FeaturePhase;
use frieze_design::brief::{Reading, read_prose};
use frieze_design::freeze_marker::{self, Marker};
use frieze_intent::Intent;
use frieze_testkit::frozen;

/// A feature and all artifacts that the players make of it.
pub struct Feature {
    pub brief: String,
    pub intent: Intent,
    pub session: Implemented,
    pub seal: Marker,
    pub made: BTreeMap<FeaturePhase, String>,
}

impl Feature {
    /// Plays all phases with the skeleton of the brief as the frozen design.
    pub fn of(brief: &str) -> Self {
        let reading = read(brief);
        let intent = frieze_generator::skeleton(&reading, &[], "demo").intent;
        let files = ["schema.sql", "types.ts"].map(|name| (name.to_owned(), "c".repeat(64)));
        let session = Implemented { id: "demo-1".to_owned(), files: files.to_vec(), iterations: 2 };
        let seal = seal(&intent);
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
        Sources {
            title: self.intent.title.clone(),
            brief: Some(&self.brief),
            answers: None,
            artifacts: self.made.iter().map(|(phase, text)| (*phase, text.as_str())).collect(),
            intent: Some(self.intent.clone()),
            seal: Some(self.seal.clone()),
            session: Some(self.session.clone()),
            open_session: None,
            has_session: true,
            is_design_of_agent: false,
        }
    }
}

/// The sources with another artifact.
pub fn with<'a>(mut sources: Sources<'a>, phase: FeaturePhase, text: &'a str) -> Sources<'a> {
    sources.artifacts.insert(phase, text);
    sources
}

/// The marker of a frozen design.
pub fn seal(intent: &Intent) -> Marker {
    let (text, _) = frozen::marker("demo", 1, &serde_json::to_vec(intent).unwrap());
    freeze_marker::read(text.as_bytes()).unwrap()
}

pub fn read(text: &str) -> Reading {
    read_prose("brief.md", text.as_bytes()).unwrap()
}

/// Whether a text has an id as a whole word.
pub fn names(text: &str, id: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == id)
}
