//! `frieze score` against a requirement document.

use crate::cli_support::Place;
use serde_json::{Value, json};

const DESIGN: &str = "features/checkout/design/intent.json";
const ANOTHER: &str = "# Library\n\n- A reader must be able to borrow a book for four weeks.\n- A reader can extend a loan once.\n";

fn overall(scored: &Value) -> f64 {
    scored["overall"].as_f64().expect("a score")
}

#[test]
fn a_design_is_scored_against_the_named_brief() {
    let place = Place::candidate();
    place.write("library.md", ANOTHER);
    let own = place.json(&["score", DESIGN, "--brief", "checkout.md", "--json"]);
    assert_eq!(own["fidelity"]["foreign"], 0, "{own}");
    // As in the run.
    let judged = &place.json(&["show", "checkout", "--json"])["critique"];
    assert_eq!((&own["overall"], &own["fidelity"]), (&judged["overall"], &judged["fidelity"]));
    let other = place.json(&["score", DESIGN, "--brief", "library.md", "--json"]);
    assert_eq!(
        (&other["fidelity"]["demanded"], &other["fidelity"]["met"]),
        (&json!(2), &json!(0)),
        "{other}"
    );
    assert!(overall(&other) < 40.0 && overall(&own) >= 80.0, "{other}");
    let said = place.done(&["score", DESIGN, "--brief", "library.md"]).out;
    assert!(
        said.contains("2 requirements in the brief, 0 in the design, 0 met")
            && said.contains("fidelity/foreign-requirement"),
        "{said}"
    );
    let (without, bare) = (place.done(&["score", DESIGN]).out, place.json(&["score", DESIGN, "--json"]));
    assert!(!without.contains("in the brief") && bare.get("fidelity").is_none(), "{without}");
    assert!(without.contains("without a brief") && !said.contains("without a brief"), "{without}");
    let piped = place.run_with(ANOTHER.as_bytes(), &["score", DESIGN, "--brief", "-", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&piped.out).unwrap(), other);
    place.write("empty.md", "");
    place.stopped(1, "empty.md", &["score", DESIGN, "--brief", "empty.md"]);
    place.stopped(1, "gone.md", &["score", DESIGN, "--brief", "gone.md"]);
}

/// Critical findings come first, whatever they cost: the word explains the order.
#[test]
fn findings_name_their_severity() {
    let place = Place::candidate();
    let findings =
        place.json(&["score", DESIGN, "--json"])["findings"].as_array().cloned().unwrap_or_default();
    let said = place.done(&["score", DESIGN]).out;
    assert!(!findings.is_empty(), "{said}");
    for finding in &findings {
        let of_check = || findings.iter().filter(|other| other["check"] == finding["check"]);
        let words = ["critical", "major", "minor", "info"];
        let heaviest = words.into_iter().find(|word| of_check().any(|one| one["severity"] == *word));
        let head =
            format!(" {:<8} {} ", heaviest.unwrap_or_default(), finding["check"].as_str().unwrap_or("?"));
        assert!(said.contains(&head), "{head}: {said}");
    }
}

/// A requirement that only an answer states is not foreign.
#[test]
fn answers_count_as_the_brief_does() {
    let place = Place::candidate();
    let said = "The shopper can pay with a gift card.";
    let mut design: Value = serde_json::from_str(&place.read(DESIGN)).unwrap();
    let more = json!({ "id": "R99", "text": said, "kind": "functional", "source": { "file": "brief.md", "line": 1 } });
    design["requirements"].as_array_mut().unwrap().push(more);
    place.write("design.json", design.to_string());
    place.write("answers.md", format!("## How else does the shopper pay?\n\n{said}\n"));
    let without = place.json(&["score", "design.json", "--brief", "checkout.md", "--json"]);
    assert_eq!(without["fidelity"]["foreign"], 1, "{without}");
    let arguments = ["score", "design.json", "--brief", "checkout.md", "--answers", "answers.md", "--json"];
    let with = place.json(&arguments);
    assert_eq!(with["fidelity"]["foreign"], 0, "{with}");
    assert!(overall(&with) > overall(&without), "{with}");
    place.stopped(1, "gone.md", &["score", DESIGN, "--brief", "checkout.md", "--answers", "gone.md"]);
}

/// As an agent may answer: a requirement of the brief by its id.
#[test]
fn requirements_of_the_named_brief_may_be_ids() {
    let place = Place::candidate();
    let mut design: Value = serde_json::from_str(&place.read(DESIGN)).unwrap();
    for requirement in design["requirements"].as_array_mut().unwrap() {
        *requirement = requirement["id"].clone();
    }
    place.write("design.json", design.to_string());
    let [whole, by_id] = [DESIGN, "design.json"]
        .map(|design| place.json(&["score", design, "--brief", "checkout.md", "--json"]));
    assert_eq!(by_id, whole);
    place.stopped(1, "design.json: /requirements/0", &["score", "design.json"]);
    design["requirements"][0] = json!("R99");
    place.write("design.json", design.to_string());
    let unknown = "design.json: /requirements/0: \"R99\" is not an id of the brief's requirements";
    place.stopped(1, unknown, &["score", "design.json", "--brief", "checkout.md"]);
}

/// The critic of a workspace judges by the workspace's brief, so `--again` takes no other.
#[test]
fn answers_need_a_brief_and_again_takes_none() {
    let place = Place::candidate();
    for arguments in [&["--answers", "answers.md"][..], &["--again", "--brief", "checkout.md"]] {
        let said = place.run(&[&["score", DESIGN], arguments].concat());
        assert_eq!(said.code, 64, "{said:?}");
        assert!(said.out.is_empty() && said.err.contains("--brief"), "{said:?}");
    }
}
