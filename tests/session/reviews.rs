//! Answers of a review: both forms of a verdict, what cannot be read, and what a verdict leads to.

use serde_json::json;

use crate::sessions::{Session, review, sha256};

const ANSWER: &str = "iteration-1/reviewing-response.md";

fn json_review(verdict: &str) -> String {
    let issue = json!({"severity": "major", "description": "No equals.", "location": "Tier.java"});
    let issues = if verdict == "fail" { vec![issue] } else { vec![] };
    let value = json!({"verdict": verdict, "issues": issues, "summary": "Read."});
    format!("My review:\n\n```json\n{value:#}\n```\n\nThat is all.\n")
}

fn block(lines: &str) -> String {
    format!("@@@REVIEW_META\n{lines}@@@\n")
}

#[test]
fn both_forms_of_a_verdict_are_read() {
    let rows = [
        (review("PASS"), "complete"),
        (review("FAIL"), "revising"),
        (review("pass"), "complete"),
        (review("Fail"), "revising"),
        (block("missing_inputs: 0\nissues_critical: 0\nissues_total: 0\nverdict: PASS\n"), "complete"),
        (block("issues_total: 12\nverdict: FAIL\nmissing_inputs: 2\nissues_critical: 3\n"), "revising"),
        (json_review("pass"), "complete"),
        (json_review("fail"), "revising"),
    ];
    for (answer, next) in rows {
        let session = Session::reviewing();
        session.write(ANSWER, &answer);
        let said = session.goes(0, "reviewed", &["step"]);
        assert!(said.out.contains("REVIEWED"), "{said:?}");
        let shown = session.order(&["show"]).out.to_lowercase();
        let verdict = if next == "complete" { "pass" } else { "fail" };
        assert!(shown.contains(verdict), "{answer}: {shown}");
        let record = session.record();
        assert_eq!((&record["review_hash"], &record["review_approved"]), (&json!(null), &json!(false)));
        session.stays(1, &["step"]);
        session.goes(0, "reviewed", &["approve"]);
        assert_eq!(session.record()["review_hash"], sha256(&answer));
        session.goes(0, next, &["step"]);
        let iteration = if next == "complete" { 1 } else { 2 };
        assert_eq!(session.record()["current_iteration"], iteration, "{answer}");
        assert_eq!(session.exists("iteration-2"), iteration == 2, "{answer}");
        assert_eq!(session.read(ANSWER), answer, "a response is never changed");
    }
}

#[test]
fn an_answer_without_a_verdict_keeps_the_phase() {
    let rows = [
        ("empty", String::new()),
        ("words", "Looks good to me.\n".into()),
        ("another verdict", review("MAYBE")),
        ("no verdict", block("issues_total: 0\nissues_critical: 0\nmissing_inputs: 0\n")),
        ("no count", block("verdict: PASS\nissues_total: 0\nissues_critical: 0\n")),
        ("a negative count", review("PASS").replace("issues_total: 1", "issues_total: -1")),
        ("no number", review("PASS").replace("issues_total: 1", "issues_total: none")),
        ("a fraction", review("PASS").replace("issues_total: 1", "issues_total: 1.5")),
        (
            "a large number",
            review("PASS").replace("issues_total: 1", &format!("issues_total: {}", "9".repeat(40))),
        ),
        ("two blocks", format!("{}{}", review("PASS"), review("FAIL"))),
        ("no end", review("PASS").replacen("\n@@@\n", "\n", 1)),
        ("JSON cut short", "```json\n{\"verdict\": \"pass\"\n```\n".into()),
        ("JSON of another verdict", json_review("excellent")),
        ("JSON without a verdict", "```json\n{\"issues\": [], \"summary\": \"Read.\"}\n```\n".into()),
        ("a list", "```json\n[\"pass\"]\n```\n".into()),
        ("deep JSON", format!("```json\n{}{}\n```\n", "[".repeat(50_000), "]".repeat(50_000))),
    ];
    let session = Session::reviewing();
    for (name, answer) in rows {
        session.write(ANSWER, &answer);
        let before = session.contents();
        if answer.is_empty() {
            // A blank response is no response, or none that can be used.
            let said = session.order(&["step"]);
            assert!([2, 3].contains(&said.code), "{said:?}");
        } else {
            let said = session.stays(2, &["step"]);
            assert!(said.err.contains("reviewing-response.md"), "{name}: {said:?}");
            let record = session.record();
            assert_eq!(record["status"], "error", "{name}");
            assert!(record["last_error"].as_str().is_some_and(|error| error.len() > 10), "{name}: {record}");
        }
        assert_eq!(session.phase(), "reviewing", "{name}");
        assert!(session.contents() == before, "{name}: a file changed");
    }
    session.write(ANSWER, review("PASS"));
    session.goes(0, "reviewed", &["step"]);
    let record = session.record();
    assert_eq!((&record["status"], &record["last_error"]), (&json!("success"), &json!(null)));
}

#[test]
fn a_verdict_can_be_edited_until_it_is_approved() {
    let session = Session::reviewed("FAIL");
    session.write(ANSWER, review("PASS"));
    session.goes(0, "reviewed", &["approve"]);
    assert_eq!(session.record()["review_hash"], sha256(review("PASS")));
    session.goes(0, "complete", &["step"]);
}

#[test]
fn a_review_that_is_gone_is_not_approved() {
    let session = Session::reviewed("PASS");
    session.remove(ANSWER);
    let said = session.stays(1, &["approve"]);
    assert!(said.err.contains("reviewing-response.md"), "{said:?}");
    assert_eq!(session.record()["review_approved"], false);
}

#[test]
fn an_unreadable_edit_of_a_review_is_not_approved() {
    let session = Session::reviewed("PASS");
    session.write(ANSWER, "I changed my mind.\n");
    let said = session.order(&["approve"]);
    assert!([1, 2].contains(&said.code), "{said:?}");
    said.complains(said.code, "reviewing-response.md");
    assert_eq!((session.phase().as_str(), &session.record()["review_approved"]), ("reviewed", &json!(false)));
}

/// The loop: iterations are counted where a revision begins, and the second review is of the second iteration.
#[test]
fn the_loop_goes_on_until_a_review_passes() {
    let session = Session::revising();
    for iteration in 2..=4 {
        let folder = format!("iteration-{iteration}");
        let code = format!("<<<FILE: Tier.java>>>\nclass Tier {{ int version = {iteration}; }}\n");
        session.write(&format!("{folder}/revising-response.md"), code);
        session.goes(0, "revised", &["step"]);
        session.goes(0, "revised", &["approve"]);
        session.goes(0, "reviewing", &["step"]);
        assert!(session.exists(&format!("{folder}/reviewing-prompt.md")));
        session.goes(3, "reviewing", &["step"]);
        let record = session.record();
        assert_eq!(
            (&record["current_iteration"], &record["review_approved"]),
            (&json!(iteration), &json!(false))
        );
        let verdict = if iteration == 4 { "PASS" } else { "FAIL" };
        session.write(&format!("{folder}/reviewing-response.md"), review(verdict));
        session.goes(0, "reviewed", &["step"]);
        session.goes(0, "reviewed", &["approve"]);
        session.goes(0, if iteration == 4 { "complete" } else { "revising" }, &["step"]);
    }
    assert!(!session.exists("iteration-5"));
    assert!(!session.exists("iteration-2/generating-prompt.md"));
}
