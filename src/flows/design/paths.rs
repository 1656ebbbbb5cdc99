//! Where a feature's files are (1-design-engine.md, "Feature Isolation"; ruling 13 for iterations).

use super::CRITIC;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::kernel::Role;

/// The paths of one feature.
#[derive(Clone, Debug)]
pub struct Paths(RelPath);

impl Paths {
    /// Those below `features/<id>/`.
    pub fn of(feature: &FeatureId) -> Self {
        Self(RelPath::feature(feature))
    }

    /// The requirement document, byte for byte.
    pub fn brief(&self) -> RelPath {
        self.0.join("brief.md")
    }

    /// The folder that everything below is in.
    pub fn design(&self) -> RelPath {
        self.0.join("design")
    }

    /// The current design.
    pub fn intent(&self) -> RelPath {
        self.0.join("design/intent.json")
    }

    /// The page of the current design.
    pub fn preview(&self) -> RelPath {
        self.0.join("design/preview.html")
    }

    /// Scores and findings of the current design.
    pub fn critique(&self) -> RelPath {
        self.0.join("design/critique.json")
    }

    /// Everything that happened.
    pub fn journal(&self) -> RelPath {
        self.0.join("design/journal.jsonl")
    }

    /// The freeze marker: where it is, the design is frozen.
    pub fn marker(&self) -> RelPath {
        self.0.join("design/final/FROZEN.md")
    }

    /// The frozen design, in its canonical form.
    pub fn final_intent(&self) -> RelPath {
        self.0.join("design/final/intent.json")
    }

    /// The page that was approved.
    pub fn final_preview(&self) -> RelPath {
        self.0.join("design/final/preview.html")
    }

    /// The folder of all iterations.
    pub fn iterations(&self) -> RelPath {
        self.0.join("design/iterations")
    }

    /// The folder of one iteration. Folders are numbered through all runs of a feature, so that a new
    /// run overwrites nothing of an earlier one.
    pub fn iteration(&self, folder: u32) -> RelPath {
        self.iterations().number(folder)
    }

    /// The design of an iteration.
    pub fn kept_intent(&self, folder: u32) -> RelPath {
        self.iteration(folder).join("intent.json")
    }

    /// Scores and findings of that design.
    pub fn kept_critique(&self, folder: u32) -> RelPath {
        self.iteration(folder).join("critique.json")
    }

    /// What may be a person's design, and had to give its place to another one.
    pub fn replaced_intent(&self, folder: u32) -> RelPath {
        self.iteration(folder).join("intent-replaced.json")
    }

    /// The words with which an iteration was rejected.
    pub fn feedback(&self, folder: u32) -> RelPath {
        self.iteration(folder).join("feedback.md")
    }

    /// What a role is sent in an iteration, at its n-th attempt.
    pub fn prompt(&self, folder: u32, role: Role, attempt: u32) -> RelPath {
        let before = if role == CRITIC { "critic-prompt-" } else { "generator-prompt-" };
        self.iteration(folder).numbered(before, attempt, ".txt")
    }

    /// What the role answered to it, as it came.
    pub fn answer(&self, folder: u32, role: Role, attempt: u32) -> RelPath {
        let before = if role == CRITIC { "critic-answer-" } else { "generator-answer-" };
        self.iteration(folder).numbered(before, attempt, ".txt")
    }

    /// What came in place of an answer and is no whole one, when an attempt was made for the n-th time. It does not stand
    /// where answers do: a replay would take it for one.
    pub fn unusable(&self, folder: u32, role: Role, attempt: u32, time: u32) -> RelPath {
        let before = if role == CRITIC { "critic-unusable-" } else { "generator-unusable-" };
        let folder = self.iteration(folder);
        match time {
            ..=1 => folder.numbered(before, attempt, ".txt"),
            _ => folder.twice_numbered(before, [(attempt, "-time-"), (time, ".txt")]),
        }
    }

    /// Where an agent that exchanges files finds it.
    pub fn exchange(&self, folder: u32, role: Role, attempt: u32) -> RelPath {
        let before = if role == CRITIC { "critic-" } else { "generator-" };
        self.iteration(folder).numbered(before, attempt, "")
    }
}
