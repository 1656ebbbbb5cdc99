//! The critique of one design: scores and findings, as `design/critique.json` and `score --json` have them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::carry_over::CarryOver;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::schema;
use frieze_data::score::{Dimension, Dimensions, Points, Score};
use frieze_data::text::sort_key;
use frieze_kernel::Spent;
use frieze_rubric as rubric;
use frieze_rubric::finding::{Finding, Severity};
use frieze_rubric::{Evaluation, Fidelity};

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
    /// The critic's findings that could not be used, and why.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_used: Vec<String>,
    /// Set if a person edited the design after the critic judged it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carried: Option<CarryOver>,
    /// The comparison with the brief, if there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fidelity: Option<Fidelity>,
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
    /// The critic's findings that could not be used, and why.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_used: Vec<String>,
    /// Set if a person edited the design after the critic judged it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub carried: Option<CarryOver>,
    /// The comparison with the brief, if there was one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fidelity: Option<Fidelity>,
}

impl CritiqueFile {
    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        schema::critique().read(bytes)
    }
}

/// Findings with their indices, by the critic that reported them; `None` is the rubric.
pub type BySource<'a> = BTreeMap<Option<&'a str>, Vec<(usize, &'a Finding)>>;

/// The rubric's findings first, then each critic's; each in their order.
pub fn by_source<'a>(findings: impl IntoIterator<Item = (usize, &'a Finding)>) -> BySource<'a> {
    let mut sources = BySource::new();
    for (at, finding) in findings {
        sources.entry(finding.critic.as_deref()).or_default().push((at, finding));
    }
    sources
}

/// The sum of the findings' points.
pub fn total_points<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Points {
    Points(findings.into_iter().fold(0, |sum, finding| finding.points.0.saturating_add(sum)))
}

/// What the findings of each source cost, in their order, rounded so that it adds up to what the score lacks.
pub fn points_by_source(overall: Score, sources: &BySource<'_>) -> Vec<Points> {
    let exact = sources.values().map(|group| total_points(group.iter().map(|(_, finding)| *finding)));
    Points::round_to_total(Points::lost(overall), &exact.collect::<Vec<_>>())
}

/// The dimension that a finding costs. `None` if it is about the brief, for a requirement that is not met, or a foreign one: what it
/// costs is lost in every dimension.
pub fn costs(finding: &Finding) -> Option<Dimension> {
    (!finding.check.starts_with("fidelity/")).then_some(finding.dimension)
}

/// What the findings cost in one dimension, or in every one.
fn lost_in(findings: &[Finding], dimension: Option<Dimension>) -> Points {
    total_points(findings.iter().filter(|finding| costs(finding) == dimension))
}

/// The points that a dimension lost: those of its own findings, and its part of what the requirements cost that are not met.
pub fn points_lost(findings: &[Finding], dimension: Dimension) -> Points {
    let (own, of_brief) = (lost_in(findings, Some(dimension)), lost_in(findings, None));
    Points(own.0.saturating_add(of_brief.0 / 100 * u64::from(dimension.weight())))
}

/// What requirements that are not met cost every dimension, in a sentence; `None` if nothing.
pub fn lost_in_every_dimension(findings: &[Finding]) -> Option<String> {
    let lost = lost_in(findings, None);
    (lost.hundredths() > 0).then(|| {
        format!("Requirements that are not met or foreign cost every dimension {lost} of its 100 points.")
    })
}

impl From<CritiqueFile> for Critique {
    fn from(file: CritiqueFile) -> Self {
        Self {
            rubric: file.rubric,
            input_sha256: file.input_sha256,
            overall: file.overall,
            dimensions: file.dimensions,
            findings: file.findings,
            not_used: file.not_used,
            carried: file.carried,
            fidelity: file.fidelity,
        }
    }
}

impl From<Evaluation> for Critique {
    fn from(evaluation: Evaluation) -> Self {
        let Evaluation { input_sha256, overall, dimensions, findings, fidelity } = evaluation;
        let (rubric, not_used) = (rubric::VERSION.to_owned(), Vec::new());
        Self { rubric, input_sha256, overall, dimensions, findings, not_used, carried: None, fidelity }
    }
}

/// Two critiques of one design, outside of every run.
pub struct TwoCritiques {
    /// The critic's name in the configuration.
    pub critic: String,
    /// The model that answered.
    pub model: Option<String>,
    /// Both critiques, or why there are none.
    pub outcome: Result<[Critique; 2], String>,
    pub spent: Spent,
    /// Whether the brief was quoted; without a brief, the critic judges only the design.
    pub has_brief: bool,
}

/// A finding with its index in the critique.
pub type Placed<'a> = (usize, &'a Finding);

/// Sorts findings: the most expensive first, then by place, numbers in it as numbers.
pub fn sort(findings: &mut [Placed<'_>]) {
    findings.sort_by_cached_key(|(at, finding)| {
        (Reverse(finding.points), [&finding.pointer, &finding.message].map(|text| sort_key(text)), *at)
    });
}

/// The findings grouped by check, critical ones first, then the most expensive; each group is sorted.
pub fn by_check(mut findings: Vec<Placed<'_>>) -> Vec<Vec<Placed<'_>>> {
    sort(&mut findings);
    let mut groups: Vec<Vec<Placed<'_>>> = Vec::new();
    let mut places = HashMap::new();
    for (at, finding) in findings {
        let key = (finding.check.as_str(), finding.critic.as_deref(), finding.dimension);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push((at, finding)),
            None => groups.push(vec![(at, finding)]),
        }
    }
    let is_critical = |group: &[Placed<'_>]| group.iter().any(|(_, f)| f.severity == Severity::Critical);
    let points = |group: &[Placed<'_>]| total_points(group.iter().map(|(_, finding)| *finding));
    groups.sort_by_key(|group| Reverse((is_critical(group), points(group))));
    groups
}
