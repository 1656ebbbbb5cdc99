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
        finding("taste/clarity", "/goals/0", Severity::Critical),
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

/// A model names the fault in its own words however it is asked: what has a dimension counts.
#[test]
fn a_fault_that_no_check_is_called_after_counts_as_a_judgement_of_its_dimension() {
    let intent = fixture("tool-library");
    let before = judged(&intent);
    for (said, check, dimension) in [
        ("clarity/taste", "clarity/judgement", Dimension::Clarity),
        ("Clarity / two readings", "clarity/judgement", Dimension::Clarity),
        ("completeness", "completeness/judgement", Dimension::Completeness),
        ("coherence/", "coherence/judgement", Dimension::Coherence),
        ("frameworkAgnosticism/web-idiom", "agnosticism/judgement", Dimension::FrameworkAgnosticism),
        ("agnosticism/web-idiom", "agnosticism/judgement", Dimension::FrameworkAgnosticism),
        ("framework-agnosticism/web-idiom", "agnosticism/judgement", Dimension::FrameworkAgnosticism),
        ("dataModelIntegrity/owner-of-a-tool", "data-model/judgement", Dimension::DataModelIntegrity),
        ("dataModelIntegrity/unreached-entity", "data-model/unreached-entity", Dimension::DataModelIntegrity),
        ("Clarity/Vague term", "clarity/vague-term", Dimension::Clarity),
    ] {
        let (after, refused) =
            with_critic(before.clone(), &intent, &[finding(said, "/goals/0", Severity::Major)], "eyes");
        assert_eq!(refused, Vec::<String>::new(), "{said}");
        let found = after.findings.iter().find(|f| f.critic.is_some()).unwrap();
        assert_eq!((found.check.as_str(), found.dimension), (check, dimension), "{said}");
        assert_eq!(found.points.to_string(), "0.75", "{said}");
        assert_eq!(after.overall.hundredths(), before.overall.hundredths() - 75, "{said}");
        adds_up(&after);
    }
    for said in ["", "/", "/clarity", "usability/taste", "clarityx/taste", "…/…"] {
        let (after, refused) =
            with_critic(before.clone(), &intent, &[finding(said, "/goals/0", Severity::Major)], "eyes");
        assert!(refused[0].contains("no check, and begins with no dimension"), "{said}: {refused:?}");
        assert_eq!(after, before, "{said}");
    }
    // Two faults at one place are two, by what is said of them; one that is said in two spellings is one.
    let twice = [
        ("clarity/unclear-owner", "Nobody is named as its owner."),
        ("clarity/judgement", "It may begin today or tomorrow."),
        ("clarity/owner", "nobody is named as its owner"),
        ("clarity/vague-term", "Two readings."),
        ("clarity/vague term", "Three readings."),
    ]
    .map(|(said, message)| CriticFinding {
        message: message.to_owned(),
        ..finding(said, "/goals/0", Severity::Minor)
    });
    let (after, refused) = with_critic(before.clone(), &intent, &twice, "eyes");
    let heard: Vec<_> = after.findings.iter().filter(|f| f.critic.is_some()).collect();
    assert_eq!((heard.len(), refused.len()), (3, 2), "{refused:?}");
    // Said again as they were kept, which is without the critic's own names of them, they are as many.
    let kept: Vec<CriticFinding> = heard
        .iter()
        .map(|f| CriticFinding {
            check: f.check.clone(),
            pointer: f.pointer.clone(),
            severity: f.severity,
            message: f.message.clone(),
            suggestion: f.suggestion.clone(),
        })
        .collect();
    assert_eq!(with_critic(before, &intent, &kept, "eyes"), (after.clone(), Vec::new()));
}

/// What the rubric took points for, a critic does not take them for once more.
#[test]
fn what_the_rubric_found_itself_is_not_charged_again() {
    let mut intent = fixture("tool-library");
    intent["goals"][0] = "The list should be fast and user-friendly.".into();
    let before = judged(&intent);
    let own = before.findings.iter().find(|f| f.check == "clarity/vague-term").expect("a vague term");
    for (pointer, charged) in
        [(own.pointer.as_str(), false), ("/goals", false), ("/title", true), ("/goals/1", true)]
    {
        let said = finding("clarity/vague-term", pointer, Severity::Major);
        let (after, refused) = with_critic(before.clone(), &intent, &[said], "eyes");
        assert_eq!(after != before, charged, "{pointer}: {refused:?}");
        assert_eq!(refused.iter().any(|why| why.contains("found that itself")), !charged, "{pointer}");
    }
    // Another fault at the same place is another.
    let said = finding("clarity/judgement", &own.pointer, Severity::Major);
    assert!(with_critic(before.clone(), &intent, &[said], "eyes").0.overall < before.overall);
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
