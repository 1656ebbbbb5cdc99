//! The contract with agents: reply text → JSON → schema → value, or precise violations. Whole or
//! nothing: no part of an invalid answer is used (promise P23).

mod extract;
mod patch;

use serde::Deserialize;
use serde_json::Value;

use self::extract::{document, unfenced};
use super::id::FeatureId;
use super::intent::{self, Reading};
use super::json;
use super::rubric::CriticFinding;
use super::schema::{self, Violation};

/// A generator's answer that passed.
#[derive(Clone, PartialEq, Debug)]
pub struct DesignAnswer {
    pub reading: Reading,
    /// The intent as it is written to disk: indented, keys sorted, a final newline.
    pub pretty: Vec<u8>,
    /// What the generator says it did with the findings and the feedback, as JSON.
    pub report: Option<Vec<u8>>,
}

/// Reads a generator's answer: a bare intent, `{"intent": …, "report": …}`, or `{"patch": …, "report": …}` against the
/// previous design, where there is one.
pub fn design(
    text: &str,
    feature: &FeatureId,
    previous: Option<&[u8]>,
) -> Result<DesignAnswer, Vec<Violation>> {
    // Most answers are a design and nothing else: they need not be taken apart to find it.
    if let Some((reading, pretty)) = intent::read_and_written(unfenced(text.trim())) {
        return of_feature(DesignAnswer { reading, pretty, report: None }, feature);
    }
    let mut value = document(text)?;
    let report = match value.as_object_mut() {
        Some(object) if object.contains_key("intent") || object.contains_key("patch") => {
            let violations = schema::design_answer().violations(&Value::Object(object.clone()));
            if !violations.is_empty() {
                return Err(violations);
            }
            let report = object.remove("report");
            let violations = report.as_ref().map_or_else(Vec::new, |r| schema::report().violations(r));
            if !violations.is_empty() {
                let below = |v: Violation| Violation { pointer: format!("/report{}", v.pointer), ..v };
                return Err(violations.into_iter().map(below).collect());
            }
            let patch = object.remove("patch");
            value = match (object.remove("intent"), patch, previous) {
                (Some(_), Some(_), _) => {
                    let message = "an answer holds an intent or a patch, not both".to_owned();
                    return Err(vec![Violation { pointer: "/patch".into(), message }]);
                }
                (None, Some(_), None) => {
                    let message = "no patch was asked for: answer with the whole design".to_owned();
                    return Err(vec![Violation { pointer: "/patch".into(), message }]);
                }
                (None, Some(patch), Some(previous)) => patch::applied(&patch, previous)?,
                (intent, None, _) => intent.unwrap_or(Value::Null),
            };
            report
        }
        Some(_) | None => None,
    };
    let reading = intent::read_value(&value).map_err(intent::NotAnIntent::violations)?;
    let (pretty, report) = (json::pretty(&value), report.as_ref().map(json::pretty));
    of_feature(DesignAnswer { reading, pretty, report }, feature)
}

/// The answer, if its design is that of the feature it was asked for.
fn of_feature(answer: DesignAnswer, feature: &FeatureId) -> Result<DesignAnswer, Vec<Violation>> {
    let named = &answer.reading.intent.feature_id;
    if named == feature.as_str() {
        return Ok(answer);
    }
    let message = format!("{named:?} is not this feature, which is {:?}", feature.as_str());
    Err(vec![Violation { pointer: "/featureId".into(), message }])
}

/// Reads a critic's answer: `{"findings": […]}`.
pub fn critic(text: &str) -> Result<Vec<CriticFinding>, Vec<Violation>> {
    #[derive(Deserialize)]
    struct Findings {
        findings: Vec<CriticFinding>,
    }
    let value = document(text)?;
    let violations = schema::critic_answer().violations(&value);
    if !violations.is_empty() {
        return Err(violations);
    }
    serde_json::from_value::<Findings>(value)
        .map(|answer| answer.findings)
        .map_err(|e| vec![Violation { pointer: String::new(), message: e.to_string() }])
}
