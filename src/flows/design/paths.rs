//! Where a feature's files are (1-design-engine.md, "Feature Isolation"; ruling 13 for iterations).

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;

/// The paths of one feature.
#[derive(Clone, Debug)]
pub struct Paths(RelPath);

impl Paths {
    pub fn of(feature: &FeatureId) -> Self {
        Self(RelPath::feature(feature))
    }

    pub fn brief(&self) -> RelPath {
        self.0.join("brief.md")
    }

    /// The folder that everything below is in.
    pub fn design(&self) -> RelPath {
        self.0.join("design")
    }

    pub fn intent(&self) -> RelPath {
        self.0.join("design/intent.json")
    }

    pub fn preview(&self) -> RelPath {
        self.0.join("design/preview.html")
    }

    pub fn critique(&self) -> RelPath {
        self.0.join("design/critique.json")
    }

    pub fn journal(&self) -> RelPath {
        self.0.join("design/journal.jsonl")
    }

    pub fn marker(&self) -> RelPath {
        self.0.join("design/final/FROZEN.md")
    }

    pub fn final_intent(&self) -> RelPath {
        self.0.join("design/final/intent.json")
    }

    pub fn final_preview(&self) -> RelPath {
        self.0.join("design/final/preview.html")
    }

    /// The folder of one iteration. Folders are numbered through all runs of a feature, so that a new
    /// run overwrites nothing of an earlier one.
    pub fn iteration(&self, folder: u32) -> RelPath {
        self.0.join("design/iterations").number(folder)
    }
}
