//! The workflows of one workspace.

use std::sync::Arc;

use super::runs::Runs;

/// All runs of a workspace, by workflow.
#[derive(Clone)]
pub struct Flows {
    /// The runs of the features' designs.
    pub design: Arc<dyn Runs>,
    /// The other workflows, in the order of lists.
    pub others: Vec<Arc<dyn Runs>>,
}

impl Flows {
    /// All workflows, the design first.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn Runs>> {
        std::iter::once(&self.design).chain(&self.others)
    }

    /// The workflow of this name.
    pub fn named(&self, name: &str) -> Option<&Arc<dyn Runs>> {
        self.all().find(|runs| runs.name() == name)
    }
}
