//! The critique of one design: scores and findings, as `design/critique.json` and `score --json` have them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::carried::Carried;
use super::digest::Digest;
use super::finding::Finding;
use super::id::FeatureId;
use super::rubric::{self, Evaluation};
use super::schema;
use super::score::{Dimensions, Points, Score};

/// What `frieze score --json` prints. No time and no name: equal inputs give equal bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Critique {
    /// The rubric's version.
    pub rubric: String,
    pub input_sha256: Digest,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// The points of all findings and the overall add up to 100.00 (± 0.01).
    pub findings: Vec<Finding>,
    /// What the critic said that could not be used, and why.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_used: Vec<String>,
    /// Set where a person edited the design after the critic had judged it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carried: Option<Carried>,
}

/// `design/critique.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CritiqueFile {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub iteration: u32,
    pub threshold: u8,
    pub rubric: String,
    pub rubric_sha256: Digest,
    pub input_sha256: Digest,
    pub overall: Score,
    pub dimensions: Dimensions,
    pub findings: Vec<Finding>,
    /// What the critic said that could not be used, and why.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_used: Vec<String>,
    /// Set where a person edited the design after the critic had judged it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carried: Option<Carried>,
}

impl CritiqueFile {
    /// Reads the file; the error says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        schema::critique().read(bytes)
    }
}

/// Findings with their places, apart by who found them.
pub type Apart<'a> = BTreeMap<Option<&'a str>, Vec<(usize, &'a Finding)>>;

/// What the rubric found first, then what each critic reported; in their order.
pub fn by_source<'a>(findings: impl IntoIterator<Item = (usize, &'a Finding)>) -> Apart<'a> {
    let mut apart = Apart::new();
    for (at, finding) in findings {
        apart.entry(finding.critic.as_deref()).or_default().push((at, finding));
    }
    apart
}

/// What the findings take together.
pub fn taken<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Points {
    Points(findings.into_iter().fold(0, |sum, finding| finding.points.0.saturating_add(sum)))
}

impl From<CritiqueFile> for Critique {
    fn from(file: CritiqueFile) -> Self {
        let CritiqueFile { rubric, input_sha256, overall, dimensions, findings, not_used, carried, .. } =
            file;
        Self { rubric, input_sha256, overall, dimensions, findings, not_used, carried }
    }
}

impl From<Evaluation> for Critique {
    fn from(evaluation: Evaluation) -> Self {
        let Evaluation { input_sha256, overall, dimensions, findings } = evaluation;
        let (rubric, not_used) = (rubric::VERSION.to_owned(), Vec::new());
        Self { rubric, input_sha256, overall, dimensions, findings, not_used, carried: None }
    }
}
