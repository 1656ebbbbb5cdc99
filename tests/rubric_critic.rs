//! A model critic adds findings, never numbers, and never raises a score (ruling 7).

#[cfg(test)]
mod rubric_support;

use frieze::domain::finding::Severity;
use frieze::domain::rubric::{CriticFinding, with_critic};
use frieze::domain::score::Dimension;
use rubric_support::damage::DAMAGES;
use rubric_support::{adds_up, everything_empty, fixture, judged, scores};

fn finding(check: &str, pointer: &str, severity: Severity) -> CriticFinding {
    CriticFinding {
        check: check.to_owned(),
        pointer: pointer.to_owned(),
        severity,
        message: "Two readers would build two things.".to_owned(),
        suggestion: "Say which.".to_owned(),
    }
}

#[test]
fn findings_cost_by_severity_and_what_does_not_resolve_is_refused_with_why() {
    let intent = fixture("tool-library");
    let before = judged(&intent);
    let said = [
        finding("clarity/judgement", "/goals/0", Severity::Major),
        finding("clarity/judgement", "/goals/0", Severity::Minor),
        finding("coherence/judgement", "/userFlows/0", Severity::Info),
        finding("clarity/taste", "/goals/0", Severity::Critical),
        finding("clarity/judgement", "/goals/77", Severity::Critical),
        CriticFinding {
            message: "x".repeat(501),
            ..finding("clarity/judgement", "/title", Severity::Critical)
        },
        CriticFinding {
            suggestion: "  ".to_owned(),
            ..finding("clarity/judgement", "/title", Severity::Critical)
        },
    ];
    let (after, refused) = with_critic(before.clone(), &intent, &said, "second-eyes");
    adds_up(&after);
    assert_eq!(after.overall.hundredths(), before.overall.hundredths() - 75);
    assert_eq!(after.findings.len(), before.findings.len() + 2);
    assert_eq!(refused.len(), 5, "{refused:#?}");
    for (why, part) in refused.iter().zip(["no check", "nothing stands", "500", "empty", "twice"]) {
        assert!(why.contains(part), "{why}");
    }
    assert_eq!(after.input_sha256, before.input_sha256);
}

#[test]
fn a_critic_costs_a_dimension_a_fifth_at_most_and_never_raises_anything() {
    let mut damaged = fixture("tool-library");
    for damage in DAMAGES.iter().step_by(9) {
        (damage.apply)(&mut damaged);
    }
    for intent in [fixture("shift-swap"), damaged, everything_empty()] {
        let before = judged(&intent);
        let mut said: Vec<_> = ["completeness", "coherence", "clarity", "agnosticism", "data-model"]
            .iter()
            .flat_map(|d| {
                [
                    "",
                    "/title",
                    "/goals",
                    "/components",
                    "/requirements",
                    "/userFlows",
                    "/summary",
                    "/interactions",
                ]
                .map(|p| finding(&format!("{d}/judgement"), p, Severity::Critical))
            })
            .collect();
        let (after, refused) = with_critic(before.clone(), &intent, &said, "second-eyes");
        assert!(refused.is_empty(), "{refused:?}");
        adds_up(&after);
        for (b, a) in scores(&before).into_iter().zip(scores(&after)) {
            assert!(a <= b && b - a <= 2_001, "{b} to {a}");
        }
        for d in Dimension::ALL {
            assert!(after.dimensions.score(d) <= before.dimensions.score(d));
        }
        said.reverse();
        assert_eq!(
            with_critic(before.clone(), &intent, &said, "second-eyes").0,
            after,
            "the order of the report does not matter"
        );
        assert_eq!(with_critic(before.clone(), &intent, &[], "second-eyes").0, before);
    }
}

#[test]
fn a_critic_that_sends_a_number_is_not_read() {
    let text = r#"{"check":"clarity/judgement","pointer":"","severity":"minor","message":"a","suggestion":"b","points":-50}"#;
    assert!(serde_json::from_str::<CriticFinding>(text).is_err());
    assert!(serde_json::from_str::<CriticFinding>(&text.replace(r#","points":-50"#, "")).is_ok());
}
