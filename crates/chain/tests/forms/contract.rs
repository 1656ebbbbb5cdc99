//! Answers of executors and reviewers (C2–C4, C17): what is accepted, and the reason for everything else.

use frieze_chain::contract::{LARGEST, MOST_ISSUES, artifact, review};
use frieze_chain::phase::FeaturePhase;
use frieze_chain::review::Severity;
use frieze_data::section_changes::section_changes;

#[test]
fn an_artifact_is_markdown_with_a_heading_or_an_object() {
    for (answer, text, changes) in [
        ("# Spec\ntext", "# Spec\ntext\n", None),
        ("Some words.\n\n## Goals\n", "Some words.\n\n## Goals\n", None),
        ("```markdown\n# Spec\n```", "# Spec\n", None),
        (r##"{"artifact": "# Spec\n", "changes": " R2 is new "}"##, "# Spec\n", Some("R2 is new")),
        ("```json\n{\"artifact\": \"# Spec\"}\n```", "# Spec\n", None),
        ("# Spec\n\n```json\n{}\n```", "# Spec\n\n```json\n{}\n```\n", None),
    ] {
        let produced = artifact(answer).unwrap();
        assert_eq!((produced.artifact.as_str(), produced.changes.as_deref()), (text, changes), "{answer}");
    }
    for (answer, why) in [
        ("", "empty"),
        (" \n ", "empty"),
        ("no heading", "no heading"),
        ("```\n# in code\n```", "no heading"),
        ("#hashtag", "no heading"),
        (r#"{"artifact": ""}"#, "empty"),
        (r#"{"changes": "x"}"#, "`artifact`"),
        (&"x".repeat(LARGEST + 1), "at most"),
    ] {
        let found = artifact(answer).unwrap_err();
        assert!(found.len() == 1 && found[0].contains(why), "{found:?}");
    }
}

#[test]
fn a_review_is_a_verdict_with_its_issues() {
    let found = review(
        r#"Here it is: {"approved": false, "issues": [
        {"severity": "Blocker", "description": " R2 is untestable ", "location": "R2"},
        {"severity": "note", "description": "typo", "location": 12, "category": "extra", "requirement": "R3"},
        {"severity": "warning", "description": "x", "location": null}], "summary": "Nearly."}"#,
    )
    .unwrap();
    let issues: Vec<_> = found
        .issues
        .iter()
        .map(|issue| (issue.severity, issue.description.as_str(), issue.location.as_deref()))
        .collect();
    let expected = [
        (Severity::Blocker, "R2 is untestable", Some("R2")),
        (Severity::Note, "extra (R3): typo", Some("line 12")),
        (Severity::Warning, "x", None),
    ];
    assert_eq!((found.approved, issues, found.summary.as_str()), (false, expected.to_vec(), "Nearly."));
    let bare = review(r#"{"approved": true}"#).unwrap();
    assert!(bare.approved && bare.issues.is_empty() && bare.summary.is_empty());
}

/// Acceptance 6.
#[test]
fn what_is_no_verdict_is_named() {
    for (answer, why) in [
        ("It looks good to me.", "not one JSON document"),
        ("", "empty"),
        ("{}", "`approved` is missing"),
        (r#"{"approved": "yes"}"#, "`approved` is missing"),
        (r#"{"approved": false, "issues": []}"#, "there is no issue"),
        (r#"{"approved": false}"#, "there is no issue"),
        (r#"{"approved": true, "issues": [{"severity": "blocker", "description": "x"}]}"#, "a blocker"),
        (r#"{"approved": true, "issues": {}}"#, "no list"),
        (
            r#"{"approved": true, "issues": [{"severity": "huge", "description": "x"}]}"#,
            "/issues/0: severity",
        ),
        (r#"{"approved": true, "issues": [{"severity": "note"}]}"#, "`description`"),
        (r#"{"approved": true, "issues": ["x"]}"#, "`severity` is missing"),
        (r#"{"approved": true} {"approved": false}"#, "two objects"),
        ("[true]", "`approved`"),
    ] {
        let found = review(answer).unwrap_err();
        assert!(found.iter().any(|text| text.contains(why)), "{answer}: {found:?}");
    }
}

#[test]
fn very_many_issues_are_bounded_with_a_note() {
    let one =
        |severity: &str| format!(r#"{{"severity": "{severity}", "description": "{}"}}"#, "d".repeat(3_000));
    let all: Vec<String> =
        (0..10_000).map(|at| one(if at == 9_999 { "blocker" } else { "warning" })).collect();
    // The same form with short texts, because an answer has at most ten megabytes.
    let short =
        format!(r#"{{"approved": false, "issues": [{}]}}"#, all.join(",").replace(&"d".repeat(3_000), "d"));
    let found = review(&short).unwrap();
    assert_eq!(found.issues.len(), MOST_ISSUES + 1);
    assert_eq!(found.issues[0].severity, Severity::Blocker);
    assert_eq!(found.issues[MOST_ISSUES].description, "9800 more issues were left out");
    let long = format!(r#"{{"approved": false, "issues": [{}]}}"#, one("note"));
    assert_eq!(review(&long).unwrap().issues[0].description.chars().count(), 2_001);
    assert!(review(&format!(r#"{{"approved": true, "summary": "{}"}}"#, "x".repeat(LARGEST))).is_err());
}

#[test]
fn changes_are_described_by_sections() {
    let old = "# Spec\nintro\n## Goals\na\n## Scope\nb\n";
    for (now, expected) in [
        (old, "Nothing was changed."),
        ("# Spec\nintro\n## Goals\nc\n## Risks\nd\n", "Added: Risks. Changed: Goals. Removed: Scope."),
        ("# Spec\nintro\n## Scope\nb\n## Goals\na\n", "The order of the sections was changed."),
    ] {
        assert_eq!(section_changes(Some(old), now), expected);
    }
    assert_eq!(section_changes(None, old), "First version.");
    let many: String = (0..20).map(|at| format!("## S{at:02}\n")).collect();
    assert!(section_changes(Some("# x\n"), &many).contains("S07 and 12 more"));
}

/// C18: the rows are the requirement's.
#[test]
fn the_expectations_are_the_requirements_seven_rows() {
    let rows: Vec<&str> = FeaturePhase::all().filter_map(FeaturePhase::expectations).collect();
    assert_eq!(rows.len(), 7);
    let needs = ["Spec", "Design", "Plan", "Tasks", "Implement", "Verify", "Finish"];
    for (row, needs) in rows.iter().zip(needs) {
        assert!(row.starts_with(&format!("**{needs} needs:** ")), "{row}");
    }
    assert!(rows[4].contains("Small actionable tasks (<15 min each)"));
}
