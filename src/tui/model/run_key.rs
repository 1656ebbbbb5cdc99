//! Key of a run among those of all workflows.

use std::cmp::Ordering;
use std::fmt;

use frieze_data::id::FeatureId;
use frieze_kernel::RunView;

/// The workflow whose runs are the designs of the features.
pub const DESIGN: &str = "design";

/// A run: the name of its workflow, and its id there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RunKey {
    pub flow: &'static str,
    pub id: FeatureId,
}

impl RunKey {
    /// The key of a run.
    pub fn of(view: &RunView) -> Self {
        Self { flow: view.flow, id: view.id.clone() }
    }

    /// The feature, if the run is one of its design.
    pub fn design(&self) -> Option<&FeatureId> {
        (self.flow == DESIGN).then_some(&self.id)
    }

    /// Whether a name for people contains a word in lower case.
    pub fn has(&self, word: &str) -> bool {
        match self.design() {
            Some(id) => id.as_str().contains(word),
            None => self.to_string().contains(word),
        }
    }
}

impl From<FeatureId> for RunKey {
    fn from(id: FeatureId) -> Self {
        Self { flow: DESIGN, id }
    }
}

impl From<&FeatureId> for RunKey {
    fn from(id: &FeatureId) -> Self {
        id.clone().into()
    }
}

impl PartialEq<FeatureId> for RunKey {
    fn eq(&self, other: &FeatureId) -> bool {
        self.design() == Some(other)
    }
}

/// Designs come first, then the other workflows by their names.
impl Ord for RunKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = |key: &Self| (key.flow != DESIGN, key.flow);
        order(self).cmp(&order(other)).then_with(|| self.id.cmp(&other.id))
    }
}

impl PartialOrd for RunKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The name for people: a feature's id alone, else the workflow before it.
impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.design() {
            Some(id) => id.fmt(f),
            None => write!(f, "{}/{}", self.flow, self.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_flows::design::Design;
    use frieze_kernel::Flow as _;

    #[test]
    fn designs_are_named_by_their_feature_and_come_first() {
        let id: FeatureId = "checkout".parse().unwrap();
        let design = RunKey::from(&id);
        let other = RunKey { flow: "another", id: id.clone() };
        assert_eq!(design.flow, Design::NAME);
        assert_eq!([design.to_string(), other.to_string()], ["checkout", "another/checkout"]);
        assert!(design < other && design == id && other != id);
        assert!(other.has("another/che") && design.has("eck") && !design.has("another"));
    }
}
