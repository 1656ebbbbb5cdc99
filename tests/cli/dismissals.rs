//! `frieze dismiss`: a critic's finding keeps a design from the gate, a person dismisses it, and its price comes back.

use serde_json::{Value, json};

use crate::cli_support::{CHECKOUT, Place};

/// A feature whose critic always answers with these findings.
fn criticised(findings: &[Value]) -> Place {
    let place = Place::workspace();
    place.write("critic.json", json!({ "findings": findings }).to_string());
    std::fs::create_dir_all(place.home().join("config/frieze")).expect("a folder");
    let yaml = "critic: eyes\nagents:\n  eyes: {kind: command, command: [sh, -c, \"cat > /dev/null; cat critic.json\"], folder: .}\n";
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).expect("a file");
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place
}

fn finding(severity: &str, pointer: &str, message: &str) -> Value {
    let suggestion = "Say what is refunded.";
    json!({ "check": "coherence/judgement", "pointer": pointer, "severity": severity, "message": message, "suggestion": suggestion })
}

/// The number of the finding with these words, from the list.
fn number(place: &Place, words: &str) -> String {
    let critique = &place.json(&["show", "checkout", "--json"])["critique"];
    let findings = critique["findings"].as_array().expect("findings");
    let found = findings
        .iter()
        .find(|finding| finding["message"].as_str().expect("a message").contains(words))
        .expect("the finding");
    found["id"].as_str().expect("an id").to_owned()
}

fn score(place: &Place) -> f64 {
    place.row("checkout")["score"].as_f64().expect("a score")
}

#[test]
fn critical_findings_bar_the_gate_until_they_are_dismissed_with_a_reason() {
    let wrong = "The first flow is of another product.";
    let place = criticised(&[
        finding("critical", "/userFlows/0", wrong),
        finding("critical", "/requirements/0", "The first requirement is lost."),
        finding("critical", "/components/0", "The first component is of another product."),
    ]);
    let ran = place.run(&["run", "checkout"]);
    assert_eq!((ran.code, place.state("checkout").as_str()), (2, "FAILED"), "{ran:?}");
    let before = score(&place);
    let listed = place.done(&["dismiss", "checkout"]).out;
    assert!(listed.contains(wrong) && listed.contains("-10.00"), "{listed}");
    let id = number(&place, "another product.");
    place.stopped(1, "needs a reason", &["dismiss", "checkout", &id]);
    place.stopped(1, "nosuch", &["dismiss", "checkout", "nosuch", "--reason", "x"]);
    for words in ["The first flow", "The first requirement", "The first component"] {
        let id = number(&place, words);
        let said = place.done(&["dismiss", "checkout", &id, "--reason", "checked with the owner"]).out;
        assert!(said.contains(&format!("dismissed {id}; checkout now scores")), "{said}");
        // Once is enough.
        place.stopped(1, "", &["dismiss", "checkout", &id, "--reason", "again"]);
    }
    assert!(score(&place) >= before + 20.0, "{before} {}", score(&place));
    assert!(place.read("features/checkout/design/journal.jsonl").contains("checked with the owner"));
    // The next run takes the best design; the same findings stay dismissed.
    place.done(&["reset", "checkout", "--from-best"]);
    let ran = place.run(&["run", "checkout"]);
    assert_eq!((ran.code, place.state("checkout").as_str()), (3, "CANDIDATE"), "{ran:?}");
    let listed = place.done(&["dismiss", "checkout"]).out;
    assert_eq!(listed.matches("checked with the owner").count(), 3, "{listed}");
    assert!(listed.contains("all are dismissed") && !listed.contains("--reason TEXT"), "{listed}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("Found by the critic eyes: 3, no points"), "{shown}");
}

#[test]
fn nothing_is_dismissed_that_arithmetic_found() {
    let place = Place::candidate();
    let said = place.done(&["dismiss", "checkout"]).out;
    assert!(said.contains("no critic has findings on checkout"), "{said}");
    place.stopped(1, "", &["dismiss", "checkout", "1", "--reason", "x"]);
    place.stopped(1, "nosuch", &["dismiss", "nosuch"]);
}
