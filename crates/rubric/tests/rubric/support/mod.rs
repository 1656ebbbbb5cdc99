//! What the rubric's tests share: fixtures, evaluation of edited intents, and the ways to damage, pad and repair a
//! design.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

use std::path::Path;

use frieze_data::score::Dimension;
use frieze_intent as intent;
use frieze_rubric::finding::Finding;
use frieze_rubric::{Demand, Evaluation, Force, Yardstick, evaluate, evaluate_against};
use serde_json::{Value, json};

pub mod broken;
pub mod damage;
pub mod fresh;
pub mod padding;
pub mod repair;
pub mod wordy;

pub const GOOD: [&str; 3] = ["tool-library", "shift-swap", "lost-property.ja"];

pub fn fixture(name: &str) -> Value {
    // Tests of other packages use these designs, too.
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let rubric = above.map(|folder| folder.join("crates/rubric")).find(|folder| folder.is_dir()).unwrap();
    let path = rubric.join(format!("tests/fixtures/rubric/{name}.json"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_slice(&bytes).unwrap()
}

pub fn judged(intent: &Value) -> Evaluation {
    let reading = intent::read_value(intent).unwrap_or_else(|e| panic!("{e}\n{intent:#}"));
    evaluate(&reading)
}

/// A brief that demands what a design claims it demands, one requirement a line.
pub fn brief_of(intent: &Value) -> Yardstick {
    let texts: Vec<String> = fresh::array(intent, "/requirements").iter().map(|r| text(r, "/text")).collect();
    let demands = (1..).zip(&texts).map(|(line, text)| Demand {
        id: format!("R{line}"),
        text: text.clone(),
        line,
        force: Force::Must,
        kind: intent::RequirementKind::Functional,
    });
    Yardstick::new(&texts.join("\n"), demands.collect(), &[])
}

/// Compares an intent with a brief.
pub fn held(intent: &Value, brief: &Yardstick) -> Evaluation {
    evaluate_against(&intent::read_value(intent).unwrap_or_else(|e| panic!("{e}\n{intent:#}")), brief)
}

pub fn overall(intent: &Value) -> u16 {
    judged(intent).overall.hundredths()
}

/// Overall and the five dimensions, in hundredths.
pub fn scores(evaluation: &Evaluation) -> [u16; 6] {
    let d = |d: Dimension| evaluation.dimensions.score(d).hundredths();
    let [a, b, c, e, f] = Dimension::ALL.map(d);
    [evaluation.overall.hundredths(), a, b, c, e, f]
}

/// Points and overall are a hundred.
pub fn sums_up(evaluation: &Evaluation) {
    let lost: u64 = evaluation.findings.iter().map(|f| f.points.0).sum();
    let sum = lost + u64::from(evaluation.overall.hundredths()) * 10_000_000;
    let off = sum.abs_diff(100_000_000_000);
    assert!(off <= 10_000_000, "off by {off} billionths");
}

/// Points and overall are a hundred, and points and score of each dimension are its weight. A critic may take more from one.
pub fn adds_up(evaluation: &Evaluation) {
    sums_up(evaluation);
    for d in Dimension::ALL {
        let lost: u64 = evaluation.findings.iter().filter(|f| f.dimension == d).map(|f| f.points.0).sum();
        let weight = u64::from(d.weight());
        let left = u64::from(evaluation.dimensions.score(d).hundredths()) * weight * 100_000;
        let off = (lost + left).abs_diff(weight * 1_000_000_000);
        assert!(off <= weight * 100_000 + 1_000_000, "{d:?} off by {off}");
    }
}

pub fn resolves(intent: &Value, finding: &Finding) {
    assert!(
        intent.pointer(&finding.pointer).is_some(),
        "{} leads nowhere: {}",
        finding.pointer,
        finding.message
    );
    for (text, most) in [(&finding.message, 160), (&finding.suggestion, 260)] {
        let length = text.chars().count();
        assert!(length > 0 && length <= most, "{length} characters: {text}");
    }
}

/// The list at a pointer.
pub fn list<'v>(intent: &'v mut Value, pointer: &str) -> &'v mut Vec<Value> {
    let value = intent.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
    value.as_array_mut().unwrap_or_else(|| panic!("no list at {pointer}"))
}

pub fn put(intent: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = intent.pointer_mut(parent).unwrap_or_else(|| panic!("nothing above {pointer}"));
    match parent {
        Value::Object(object) => drop(object.insert(key.to_owned(), value)),
        Value::Array(all) => all[key.parse::<usize>().unwrap()] = value,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            panic!("{pointer} has no parent")
        }
    }
}

pub fn text(intent: &Value, pointer: &str) -> String {
    intent.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}

pub fn remove(intent: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match intent.pointer_mut(parent).unwrap() {
        Value::Object(object) => drop(object.remove(key)),
        Value::Array(all) => drop(all.remove(key.parse::<usize>().unwrap())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            panic!("{pointer} has no parent")
        }
    }
}

pub fn everything_empty() -> Value {
    json!({
        "schemaVersion": "1.0.0", "featureId": "x", "version": "1.0.0", "title": "x", "summary": "",
        "requirements": [], "goals": [], "userFlows": [], "components": [], "dataModel": {"entities": []},
        "interactions": [], "openQuestions": []
    })
}
