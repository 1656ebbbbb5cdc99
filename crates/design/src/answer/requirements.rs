//! The requirements of an answer: written by reference to the reading of the brief, and put on their lines.

use std::sync::LazyLock;

use serde_json::{Value, json};

use frieze_data::schema::{INTENT_TEXT, Violation};
use frieze_intent::Intent;
use frieze_kernel::files::BRIEF;
use frieze_rubric as rubric;
use frieze_rubric::Yardstick;

/// The schema of a design in an answer: that of an intent, but a requirement may be the id of one that the brief has.
pub static INTENT_SCHEMA: LazyLock<String> =
    LazyLock::new(|| INTENT_TEXT.replacen(REQUIREMENT, OR_ITS_ID, 1));

/// The one reference to a requirement in the schema of an intent, and its form in an answer.
const REQUIREMENT: &str = r##""$ref": "#/$defs/requirement""##;
const OR_ITS_ID: &str = r##""anyOf": [
          {
            "$ref": "#/$defs/id"
          },
          {
            "$ref": "#/$defs/requirement"
          }
        ]"##;

/// Fills in requirements that are written as an id of the brief's reading: `"R1"` or `{"id": "R1"}`.
///
/// # Errors
/// Ids that the reading does not have.
pub(super) fn fill(design: &mut Value, yardstick: &Yardstick) -> Result<(), Vec<Violation>> {
    let Some(requirements) = design.get_mut("requirements").and_then(Value::as_array_mut) else {
        return Ok(());
    };
    let mut unknown = Vec::new();
    for (at, requirement) in requirements.iter_mut().enumerate() {
        let id = match requirement {
            Value::String(id) => id.as_str(),
            Value::Object(members) if !members.contains_key("text") => {
                members.get("id").and_then(Value::as_str).unwrap_or_default()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => continue,
        };
        match yardstick.demands().iter().find(|demand| demand.id == id) {
            Some(demand) => {
                *requirement = json!({
                    "id": demand.id,
                    "text": demand.text,
                    "source": { "file": BRIEF, "line": demand.line.max(1) },
                    "kind": demand.kind,
                });
            }
            None => unknown.push(Violation {
                pointer: format!("/requirements/{at}"),
                message: format!("{id:?} is not an id of the brief's requirements"),
            }),
        }
    }
    if unknown.is_empty() { Ok(()) } else { Err(unknown) }
}

/// The requirements that are not on the line where the brief states them, with that line.
pub(super) fn elsewhere(intent: &Intent, yardstick: &Yardstick) -> Vec<(usize, u32)> {
    let lines = rubric::lines(intent, yardstick);
    let all = intent.requirements.iter().zip(lines).enumerate();
    all.filter_map(|(at, (requirement, line))| {
        Some((at, line.filter(|line| *line != requirement.source.line)?))
    })
    .collect()
}

/// Puts requirements on their lines.
pub(super) fn put_on_lines(design: &mut Value, lines: &[(usize, u32)]) {
    for (at, line) in lines {
        if let Some(source) = design.pointer_mut(&format!("/requirements/{at}/source/line")) {
            *source = json!(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{answer, brief, draft};
    use frieze_data::id::FeatureId;
    use frieze_data::json as strict;

    const TEXT: &[u8] =
        b"# Cart\n\n- The shopper must be able to see the cart.\n- The shopper can empty the cart.\n";

    /// A design whose requirements are these, and the reading of its brief.
    fn design(requirements: &Value) -> (FeatureId, Value, Yardstick) {
        let id: FeatureId = "cart".parse().unwrap();
        let mut design = strict::of(&draft::draft(&brief::read(BRIEF, TEXT).unwrap(), &id));
        design["requirements"] = requirements.clone();
        (id, design, brief::yardstick(TEXT, b"", &[]))
    }

    #[test]
    fn requirements_may_be_ids_or_whole() {
        let (id, mut whole, yardstick) = design(&json!(["R1", { "id": "R2" }]));
        let answered = answer::design(&whole.to_string(), &id, None, Some(&yardstick)).unwrap();
        let filled = answered.reading.value();
        assert_eq!(
            filled["requirements"],
            json!([
                { "id": "R1", "text": "The shopper must be able to see the cart.", "kind": "functional", "source": { "file": "brief.md", "line": 3 } },
                { "id": "R2", "text": "The shopper can empty the cart.", "kind": "functional", "source": { "file": "brief.md", "line": 4 } },
            ])
        );
        // A mixture gives the same design.
        whole["requirements"] = json!([filled["requirements"][0], "R2"]);
        let mixed = answer::design(&whole.to_string(), &id, None, Some(&yardstick)).unwrap();
        assert_eq!(mixed.reading.sha256, answered.reading.sha256);
    }

    #[test]
    fn an_unknown_id_is_a_violation_that_names_it() {
        let (id, wrong, yardstick) = design(&json!(["R1", "R9", "R2", { "id": "X" }]));
        let violations = answer::design(&wrong.to_string(), &id, None, Some(&yardstick)).unwrap_err();
        let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
        let why = "is not an id of the brief's requirements";
        assert_eq!(
            lines,
            [format!("/requirements/1: \"R9\" {why}"), format!("/requirements/3: \"X\" {why}")]
        );
        // Without a reading, an id says nothing.
        let violations = answer::design(&wrong.to_string(), &id, None, None).unwrap_err();
        assert_eq!(violations[0].pointer, "/requirements/0");
    }

    #[test]
    fn the_schema_of_an_answer_differs_in_one_place_only() {
        let mut schema: Value = serde_json::from_str(&INTENT_SCHEMA).unwrap();
        let whole: Value = serde_json::from_str(INTENT_TEXT).unwrap();
        let items = schema["properties"]["requirements"]["items"].take();
        assert_eq!(items, json!({ "anyOf": [{ "$ref": "#/$defs/id" }, { "$ref": "#/$defs/requirement" }] }));
        schema["properties"]["requirements"]["items"] = whole["properties"]["requirements"]["items"].clone();
        assert_eq!(schema, whole);
    }
}
