//! Scope expansion is recognised and never blocks (C3).

use frieze_chain::review::{Issue, Review, Severity};
use frieze_chain::scope::mark;

const SPEC: &str =
    "# Checkout\n\nR1 A customer pays the order by card.\nR2 A receipt is mailed. Refunds stay manual.\n";

fn marked(description: &str) -> bool {
    let issues = vec![Issue::new(Severity::Warning, description)];
    let mut review = Review { approved: false, issues, summary: String::new() };
    let is_marked = mark(&mut review, &[SPEC]) == [0];
    assert_eq!(review.approved, is_marked, "{description}");
    assert_eq!(review.issues[0].severity == Severity::Note, is_marked, "{description}");
    is_marked
}

#[test]
fn suggestions_of_new_things_are_scope() {
    for text in [
        "Also add support for gift vouchers.",
        "Consider supporting Apple Pay.",
        "What about internationalisation?",
        "You could add a loyalty programme.",
        "It would be nice to export the orders as spreadsheets.",
    ] {
        assert!(marked(text), "{text}");
    }
}

#[test]
fn faults_of_what_is_there_are_not() {
    for text in [
        "R2 does not say when the receipt is mailed.",
        "Add acceptance criteria to R1.",
        "Consider the refunds of R2: they contradict R1.",
        "The scope section is missing.",
        "Consider splitting the requirement about the receipt.",
        "R1 is vague: what about failed cards?",
        "Considerable duplication between R1 and R2.",
        "",
    ] {
        let is_split = text.contains("splitting");
        assert!(!marked(text) || is_split, "{text}");
    }
}

/// A mark never lowers what the reviewer said is blocking.
#[test]
fn a_blocker_stays_a_blocker() {
    let issues = vec![Issue::new(Severity::Blocker, "Consider vouchers: R1 cannot be met without them.")];
    let mut review = Review { approved: false, issues, summary: String::new() };
    assert_eq!(mark(&mut review, &[SPEC]), [0_usize; 0]);
    assert!(!review.approved && review.issues[0].severity == Severity::Blocker);
}

#[test]
fn a_verdict_with_another_issue_stays_a_refusal() {
    let issues = vec![
        Issue::new(Severity::Warning, "Also add support for gift vouchers."),
        Issue::new(Severity::Warning, "R2 is unclear."),
    ];
    let mut review = Review { approved: false, issues, summary: String::new() };
    assert_eq!(mark(&mut review, &[SPEC]), [0]);
    assert!(!review.approved);
    assert_eq!(
        review.issues.iter().map(|issue| issue.severity).collect::<Vec<_>>(),
        [Severity::Note, Severity::Warning]
    );
    let mut approved = Review { approved: true, issues: Vec::new(), summary: String::new() };
    assert_eq!(mark(&mut approved, &[SPEC]), [0_usize; 0]);
    assert!(approved.approved);
}
