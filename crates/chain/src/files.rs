//! Paths of a chain's files. The names of artifacts are in `phase.rs`; those of the design and of sessions belong to others.

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_kernel::files::Home;
use frieze_kernel::{Files, Place};

use crate::phase::FeaturePhase;

/// The name of the record.
pub const RECORD: &str = ".meta.json";
/// The folder of all rounds, in the folder of the chain.
pub const ROUNDS: &str = "rounds";
/// In the folder of a round: the artifact that was reviewed.
pub const ARTIFACT: &str = "artifact.md";
/// An artifact that the round's one took the place of, before anybody reviewed it.
pub const REPLACED: &str = "replaced.md";
/// The verdicts of the chain reviewer and of the final reviewer.
pub const REVIEW: &str = "review.json";
pub const FINAL_REVIEW: &str = "final-review.json";

/// The hash of an artifact's text. People and agents check tasks off: a checkbox that they set is no other text.
pub fn text_digest(name: &str, bytes: &[u8]) -> Digest {
    if Some(name) != FeaturePhase::CreateTasks.artifact() {
        return Digest::of(bytes);
    }
    let text = lossy(bytes).replace("[x]", "[ ]").replace("[X]", "[ ]");
    Digest::of(text.as_bytes())
}

/// The hash of the artifact on disk; `None` if there is none, or none that can be read.
pub fn digest(path: &RelPath, files: &dyn Files) -> Option<Digest> {
    files.state(path).bytes().map(|bytes| text_digest(path.name(), bytes))
}

/// The files of one feature that a chain reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainFiles {
    /// The folder of the feature.
    pub feature: RelPath,
    /// The feature's brief and its design.
    pub home: Home,
}

impl ChainFiles {
    /// Below `features/<id>/`.
    pub fn of(id: &FeatureId) -> Self {
        Self { feature: RelPath::feature(id), home: Home::of(id) }
    }

    /// The files that the engine keeps: the record is next to the artifacts, the rest in `chain/`.
    pub fn place(&self) -> Place {
        let place = Place::of(self.feature.clone(), self.feature.join("chain"), RECORD);
        Place { record: self.feature.join(RECORD), ..place }
    }

    /// What reviewers said, for people.
    pub fn history(&self) -> RelPath {
        self.feature.join(".review-history.md")
    }

    /// The artifact of a phase; `None` for `finish`.
    pub fn artifact(&self, phase: FeaturePhase) -> Option<RelPath> {
        phase.artifact().map(|name| self.feature.join(name))
    }

    /// The rounds of a phase, numbered through all its runs.
    pub fn rounds(&self, phase: FeaturePhase) -> RelPath {
        self.feature.join("chain").join(ROUNDS).join(phase.name())
    }

    /// The folder of one round.
    pub fn round(&self, phase: FeaturePhase, folder: u32) -> RelPath {
        self.rounds(phase).number(folder)
    }
}
