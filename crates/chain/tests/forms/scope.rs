//! Scope expansion is recognised, and no verdict depends on it (C3).

use frieze_chain::review::{Issue, Review, Severity, expansions};

const SPEC: &str =
    "# Checkout\n\nR1 A customer pays the order by card.\nR2 A receipt is mailed. Refunds stay manual.\n";

fn found(issues: &[(Severity, &str)]) -> Vec<usize> {
    let issues = issues.iter().map(|(severity, text)| Issue::new(*severity, *text)).collect();
    expansions(&Review::refusal(issues, String::new()), &[SPEC])
}

fn marked(description: &str) -> bool {
    found(&[(Severity::Warning, description)]) == [0]
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

#[test]
fn only_the_issues_themselves_are_marked() {
    let blocker = (Severity::Blocker, "Consider vouchers: R1 cannot be met without them.");
    let (more, fault) = ("Also add support for gift vouchers.", "R2 is unclear.");
    assert_eq!(found(&[blocker, (Severity::Warning, fault), (Severity::Warning, more)]), [2]);
    assert_eq!(found(&[]), [0_usize; 0]);
}
