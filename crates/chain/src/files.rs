//! Paths of a chain's files. The names of artifacts are in `phase.rs`; those of the design belong to the kernel.

use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::path::{RelPath, number_in};
use frieze_kernel::Place;
use frieze_kernel::files::Home;

use crate::phase::FeaturePhase;
use crate::role::ChainRole;

/// The name of the record.
pub const RECORD: &str = ".meta.json";
/// The folder of all rounds, in the folder of the chain.
pub const ROUNDS: &str = "rounds";

/// The files of one feature that a chain reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainFiles {
    feature: RelPath,
    home: Home,
}

impl ChainFiles {
    /// Below `features/<id>/`.
    pub fn of(id: &FeatureId) -> Self {
        Self { feature: RelPath::feature(id), home: Home::of(id) }
    }

    /// The files that the engine keeps: the record is next to the artifacts, the rest in `chain/`.
    pub fn place(&self) -> Place {
        let place = Place::of(self.feature.clone(), self.folder(), RECORD);
        Place { record: self.record(), ..place }
    }

    /// The folder of the feature.
    pub fn feature(&self) -> &RelPath {
        &self.feature
    }

    /// The record.
    pub fn record(&self) -> RelPath {
        self.feature.join(RECORD)
    }

    /// What reviewers said, for people.
    pub fn history(&self) -> RelPath {
        self.feature.join(".review-history.md")
    }

    /// The requirement document of the feature.
    pub fn brief(&self) -> RelPath {
        self.home.brief()
    }

    /// A person's answers to open questions.
    pub fn answers(&self) -> RelPath {
        self.home.answers()
    }

    /// The frozen design.
    pub fn intent(&self) -> RelPath {
        self.home.frozen().intent()
    }

    /// The marker of the frozen design.
    pub fn marker(&self) -> RelPath {
        self.home.marker()
    }

    /// The artifact of a phase; `None` for `finish`.
    pub fn artifact(&self, phase: FeaturePhase) -> Option<RelPath> {
        phase.artifact().map(|name| self.feature.join(name))
    }

    /// The rounds of a phase, numbered through all its runs.
    pub fn rounds(&self, phase: FeaturePhase) -> RelPath {
        self.folder().join(ROUNDS).join(phase.name())
    }

    /// One round.
    pub fn round(&self, phase: FeaturePhase, folder: u32) -> Round {
        Round(self.rounds(phase).number(folder))
    }

    /// All sessions.
    pub fn sessions() -> RelPath {
        RelPath::new(".aiwf/sessions")
    }

    /// The record of a session.
    pub fn session(id: &FeatureId) -> RelPath {
        Self::sessions().id(id).join("session.json")
    }

    /// A file of a session's code by its path in the session's record; `None` for any other path.
    pub fn code(session: &FeatureId, path: &str) -> Option<RelPath> {
        let (folder, name) = path.strip_prefix("iteration-")?.split_once("/code/")?;
        let name: FileName = name.parse().ok()?;
        let folder = Self::sessions().id(session).numbered("iteration-", number_in(folder)?, "");
        Some(folder.join("code").named(&name))
    }

    fn folder(&self) -> RelPath {
        self.feature.join("chain")
    }
}

/// The files of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round(RelPath);

impl Round {
    pub fn folder(&self) -> &RelPath {
        &self.0
    }

    /// The artifact that was reviewed.
    pub fn artifact(&self) -> RelPath {
        self.0.join("artifact.md")
    }

    /// An artifact that the round's one took the place of, before anybody reviewed it.
    pub fn replaced(&self) -> RelPath {
        self.0.join("replaced.md")
    }

    /// The verdict of the chain reviewer.
    pub fn review(&self) -> RelPath {
        self.0.join("review.json")
    }

    /// The verdict of the final reviewer.
    pub fn final_review(&self) -> RelPath {
        self.0.join("final-review.json")
    }

    /// The prompt of a role's n-th attempt.
    pub fn prompt(&self, role: ChainRole, attempt: u32) -> RelPath {
        self.0.numbered(role.prompt(), attempt, ".txt")
    }

    /// The answer to that prompt, unchanged.
    pub fn answer(&self, role: ChainRole, attempt: u32) -> RelPath {
        self.0.numbered(role.answer(), attempt, ".txt")
    }

    /// What a call brought before it failed.
    pub fn partial(&self, call: u32) -> RelPath {
        self.0.numbered("unusable-", call, ".txt")
    }

    /// The folder of a call for agents that exchange files.
    pub fn exchange(&self, call: u32) -> RelPath {
        self.0.numbered("exchange-", call, "")
    }
}
