//! Findings call elements by their names, never by their ids.

use crate::support::broken::BREAKS;
use crate::support::damage::DAMAGES;
use crate::support::fresh::array;
use crate::support::{GOOD, brief_of, fixture, held, judged, text};
use frieze_rubric::finding::Finding;
use serde_json::Value;

/// The ids of flows, steps, components and interactions. Requirements are called by the brief's own ids, with their words.
fn ids(intent: &Value) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut add = |element: &Value| ids.push(text(element, "/id"));
    for flow in array(intent, "/userFlows") {
        add(flow);
        array(flow, "/steps").iter().for_each(&mut add);
        for alternative in array(flow, "/alternatives") {
            array(alternative, "/steps").iter().for_each(&mut add);
        }
    }
    array(intent, "/components").iter().for_each(&mut add);
    array(intent, "/interactions").iter().for_each(&mut add);
    ids
}

/// Whether a text has an id as a word of its own.
fn has(text: &str, id: &str) -> bool {
    let is_of_a_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(id).any(|(at, _)| {
        !text[..at].ends_with(is_of_a_word) && !text[at + id.len()..].starts_with(is_of_a_word)
    })
}

fn names_no_id(intent: &Value, findings: &[Finding]) {
    for finding in findings {
        // A reference that leads nowhere is quoted as it is.
        let quoted = text(intent, &finding.pointer);
        for id in ids(intent).iter().filter(|id| **id != quoted) {
            for said in [&finding.message, &finding.suggestion] {
                assert!(!has(said, id), "{}: \"{said}\" has the id {id}", finding.check);
            }
        }
    }
}

#[test]
fn no_finding_calls_an_element_by_its_id() {
    for damage in DAMAGES {
        let mut damaged = fixture("tool-library");
        let brief = brief_of(&damaged);
        (damage.apply)(&mut damaged);
        names_no_id(&damaged, &judged(&damaged).findings);
        names_no_id(&damaged, &held(&damaged, &brief).findings);
    }
    for name in GOOD {
        let good = fixture(name);
        let brief = brief_of(&good);
        for (_, damage) in BREAKS {
            for nth in 0..4 {
                let mut broken = good.clone();
                if damage(&mut broken, nth) {
                    names_no_id(&broken, &judged(&broken).findings);
                    names_no_id(&broken, &held(&broken, &brief).findings);
                }
            }
        }
    }
}

/// An element without a name is called by its place, and a copy next to its original.
#[test]
fn an_element_without_a_name_is_called_by_its_place() {
    let says = |apply: fn(&mut Value), message: &str| {
        let mut intent = fixture("tool-library");
        apply(&mut intent);
        let findings = judged(&intent).findings;
        assert!(findings.iter().any(|f| f.message == message), "no \"{message}\" in {findings:#?}");
    };
    says(
        |v| v["userFlows"][0]["steps"][1]["component"] = "nowhere".into(),
        "Step 2 of \"Reserve a tool\" happens at \"nowhere\", which is not a component.",
    );
    says(
        |v| v["userFlows"][1]["alternatives"][0]["steps"][0]["component"] = "nowhere".into(),
        "Step 1 of alternative 1 of \"Hand out a reserved tool\" happens at \"nowhere\", which is not a component.",
    );
    says(
        |v| v["goals"].as_array_mut().unwrap().push(fixture("tool-library")["goals"][1].clone()),
        "Goal 4 says the same as goal 2.",
    );
    says(
        |v| {
            let mut copy = v["components"][4].clone();
            copy["id"] = "calendar".into();
            copy["name"] = "Calendar".into();
            v["components"].as_array_mut().unwrap().push(copy);
        },
        "Component 17 \"Calendar\" says the same as component 5 \"Date range picker\".",
    );
    says(
        |v| v["components"][12]["id"] = "code-scanner".into(),
        "\"Condition form\" has the id of an earlier one.",
    );
}
