//! Parsing of agents' answers: text → JSON → schema → value, or precise violations. No part of an invalid answer is used
//! (promise P23).

mod extract;
mod patch;
mod requirements;

use serde::Deserialize;
use serde_json::Value;

pub use self::extract::document;
pub use self::requirements::INTENT_SCHEMA;

use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::schema;
use frieze_data::schema::Violation;
use frieze_data::text::Shown;
use frieze_intent as intent;
use frieze_intent::{NotAnIntent, Reading};
use frieze_rubric::{CriticFinding, Yardstick};

/// A valid generator answer.
#[derive(Clone, PartialEq, Debug)]
pub struct DesignAnswer {
    pub reading: Reading,
    /// The intent as written to disk: indented, keys sorted, a final newline.
    pub pretty: Vec<u8>,
    /// The generator's report on findings and feedback, as JSON.
    pub report: Option<Vec<u8>>,
    /// How many requirements were put on the line where the brief states them.
    pub moved: usize,
}

/// Reads a generator's answer: a bare intent, `{"intent": …, "report": …}`, or `{"patch": …, "report": …}` against the
/// previous design, if patches are allowed. With a yardstick, requirements may be ids of its demands, and their lines are put right.
///
/// # Errors
/// The violations of JSON, schema or patch, and a design of another feature.
pub fn design(
    text: &str,
    feature: &FeatureId,
    previous: Option<&[u8]>,
    yardstick: Option<&Yardstick>,
) -> Result<DesignAnswer, Vec<Violation>> {
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
                    let message = "an answer contains an intent or a patch, not both".to_owned();
                    return Err(vec![Violation { pointer: "/patch".into(), message }]);
                }
                (None, Some(_), None) => {
                    let message = "a patch is not allowed here: answer with the whole design".to_owned();
                    return Err(vec![Violation { pointer: "/patch".into(), message }]);
                }
                (None, Some(patch), Some(previous)) => patch::apply(&patch, previous)?,
                (intent, None, _) => intent.unwrap_or(Value::Null),
            };
            report
        }
        Some(_) | None => None,
    };
    if let Some(yardstick) = yardstick {
        requirements::fill(&mut value, yardstick)?;
    }
    let mut reading = intent::read_value(&value).map_err(|e| with_their_places(e.violations(), &value))?;
    let named = &reading.intent.feature_id;
    if named != feature.as_str() {
        let message = format!("{named:?} is another feature; expected {:?}", feature.as_str());
        return Err(vec![Violation { pointer: "/featureId".into(), message }]);
    }
    let lines = yardstick.map_or_else(Vec::new, |it| requirements::elsewhere(&reading.intent, it));
    if !lines.is_empty() {
        requirements::put_on_lines(&mut value, &lines);
        reading = intent::read_value(&value).map_err(NotAnIntent::violations)?;
    }
    let (pretty, report) = (json::pretty(&value), report.as_ref().map(json::pretty));
    Ok(DesignAnswer { reading, pretty, report, moved: lines.len() })
}

/// Reads a design that may be written as in an answer: its requirements may be ids of the yardstick's demands.
///
/// # Errors
/// The violations of JSON or schema, and ids that the yardstick does not have.
pub fn bare_design(bytes: &[u8], yardstick: &Yardstick) -> Result<Reading, NotAnIntent> {
    let mut value = json::read(bytes)?;
    requirements::fill(&mut value, yardstick).map_err(NotAnIntent::Invalid)?;
    intent::read_value(&value)
}

/// The most columns of an object that a violation quotes.
const QUOTED: usize = 160;

/// Violations that quote the invalid objects: a model finds a place by its id and name, not by counting.
fn with_their_places(mut violations: Vec<Violation>, answer: &Value) -> Vec<Violation> {
    for Violation { pointer, message } in &mut violations {
        let Some(Value::Object(members)) = answer.pointer(pointer).filter(|_| !pointer.is_empty()) else {
            continue;
        };
        let simple = members.iter().filter(|(_, value)| !value.is_object() && !value.is_array());
        let mut simple: Vec<(&String, &Value)> = simple.collect();
        simple.sort_by_key(|(name, _)| (*name != "id", *name != "name"));
        let quoted: Vec<String> = simple.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        let quoted = format!("{{{}}}", quoted.join(", "));
        *message = format!("{message}; found in {}", Shown::cut(&quoted, QUOTED));
    }
    violations
}

/// Reads a critic's answer: `{"findings": […]}`.
///
/// # Errors
/// The violations of JSON or schema.
pub fn critic(text: &str) -> Result<Vec<CriticFinding>, Vec<Violation>> {
    #[derive(Deserialize)]
    struct Findings {
        findings: Vec<CriticFinding>,
    }
    let value = document(text)?;
    let violations = schema::critic_answer().violations(&value);
    if !violations.is_empty() {
        return Err(with_their_places(violations, &value));
    }
    serde_json::from_value::<Findings>(value)
        .map(|answer| answer.findings)
        .map_err(|e| vec![Violation { pointer: String::new(), message: e.to_string() }])
}
