//! A model critic adds findings, never numbers, and never raises a score (ruling 7).

use crate::support::damage::DAMAGES;
use crate::support::{everything_empty, fixture, judged, scores, sums_up};
use frieze_data::score::Dimension;
use frieze_rubric::finding::Severity;
use frieze_rubric::{CriticFinding, Dismissals, with_critic};

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
fn findings_cost_by_severity_and_unresolved_ones_are_refused_with_a_reason() {
    let intent = fixture("tool-library");
    let before = judged(&intent);
    let said = [
        finding("clarity/judgement", "/userFlows/0", Severity::Major),
        finding("clarity/judgement", "/userFlows/0", Severity::Minor),
        finding("coherence/judgement", "/userFlows/1", Severity::Info),
        finding("taste/clarity", "/userFlows/0", Severity::Critical),
        finding("clarity/judgement", "/userFlows/77", Severity::Critical),
        CriticFinding {
            message: "x".repeat(501),
            ..finding("clarity/judgement", "/requirements/0", Severity::Critical)
        },
        CriticFinding {
            suggestion: "  ".to_owned(),
            ..finding("clarity/judgement", "/requirements/0", Severity::Critical)
        },
    ];
    let (after, refused) = with_critic(before.clone(), &intent, &said, "second-eyes", &Dismissals::new());
    sums_up(&after);
    assert_eq!(after.overall.hundredths(), before.overall.hundredths() - 300);
    assert_eq!(after.findings.len(), before.findings.len() + 2);
    assert_eq!(refused.len(), 5, "{refused:#?}");
    for (why, part) in refused.iter().zip(["not a check", "no element", "500", "empty", "twice"]) {
        assert!(why.contains(part), "{why}");
    }
    assert_eq!(after.input_sha256, before.input_sha256);
}

/// A model describes a fault in its own words: a finding counts if it has a dimension.
#[test]
fn a_fault_without_a_check_counts_as_a_judgement_of_its_dimension() {
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
        let (after, refused) = with_critic(
            before.clone(),
            &intent,
            &[finding(said, "/userFlows/0", Severity::Major)],
            "eyes",
            &Dismissals::new(),
        );
        assert_eq!(refused, Vec::<String>::new(), "{said}");
        let found = after.findings.iter().find(|f| f.critic.is_some()).unwrap();
        assert_eq!((found.check.as_str(), found.dimension), (check, dimension), "{said}");
        assert_eq!(found.points.to_string(), "3.00", "{said}");
        assert_eq!(after.overall.hundredths(), before.overall.hundredths() - 300, "{said}");
        sums_up(&after);
    }
    for said in ["", "/", "/clarity", "usability/taste", "clarityx/taste", "…/…"] {
        let (after, refused) = with_critic(
            before.clone(),
            &intent,
            &[finding(said, "/userFlows/0", Severity::Major)],
            "eyes",
            &Dismissals::new(),
        );
        assert!(
            refused[0].ends_with(
                "is not a check and does not begin with a dimension \
                 (completeness/, coherence/, clarity/, agnosticism/, data-model/)"
            ),
            "{said}: {refused:?}"
        );
        assert_eq!(after, before, "{said}");
    }
    // Two faults at one place differ by their messages; one fault in two spellings is one.
    let twice = [
        ("clarity/unclear-owner", "Nobody is named as its owner."),
        ("clarity/judgement", "It may begin today or tomorrow."),
        ("clarity/owner", "nobody is named as its owner"),
        ("clarity/vague-term", "Two readings."),
        ("clarity/vague term", "Three readings."),
    ]
    .map(|(said, message)| CriticFinding {
        message: message.to_owned(),
        ..finding(said, "/userFlows/0", Severity::Minor)
    });
    let (after, refused) = with_critic(before.clone(), &intent, &twice, "eyes", &Dismissals::new());
    let heard: Vec<_> = after.findings.iter().filter(|f| f.critic.is_some()).collect();
    assert_eq!((heard.len(), refused.len()), (3, 2), "{refused:?}");
    // Reported again as stored, without the critic's own check names, there are as many.
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
    assert_eq!(with_critic(before, &intent, &kept, "eyes", &Dismissals::new()), (after.clone(), Vec::new()));
}

/// A critic does not charge what the rubric charged already.
#[test]
fn a_finding_of_the_rubric_is_not_charged_again() {
    let mut intent = fixture("tool-library");
    intent["userFlows"][0]["goal"] = "The list should be fast and user-friendly.".into();
    let before = judged(&intent);
    let own = before.findings.iter().find(|f| f.check == "clarity/vague-term").expect("a vague term");
    for (pointer, charged) in [
        (own.pointer.as_str(), false),
        ("/userFlows/0", false),
        ("/userFlows/1", true),
        ("/requirements/1", true),
    ] {
        let said = finding("clarity/vague-term", pointer, Severity::Major);
        let (after, refused) = with_critic(before.clone(), &intent, &[said], "eyes", &Dismissals::new());
        assert_eq!(after != before, charged, "{pointer}: {refused:?}");
        assert_eq!(refused.iter().any(|why| why.contains("already found")), !charged, "{pointer}");
    }
    // Another fault at the same place is another.
    let said = finding("clarity/judgement", &own.pointer, Severity::Major);
    assert!(
        with_critic(before.clone(), &intent, &[said], "eyes", &Dismissals::new()).0.overall < before.overall
    );
}

#[test]
fn eight_critical_findings_take_eighty_points_and_none_raises_anything() {
    let mut damaged = fixture("tool-library");
    for damage in DAMAGES.iter().step_by(9) {
        (damage.apply)(&mut damaged);
    }
    for intent in [fixture("shift-swap"), damaged, everything_empty()] {
        let before = judged(&intent);
        // An empty design has no element to point at.
        let places = match intent["userFlows"].as_array().unwrap().len() {
            0 => Vec::new(),
            _ => [
                "/userFlows/0",
                "/userFlows/0/steps/1",
                "/components/0",
                "/components/0/states/0",
                "/requirements/0",
                "/dataModel/entities/0",
                "/interactions/0",
                "/openQuestions/0",
            ]
            .to_vec(),
        };
        let dimensions = ["completeness", "coherence", "clarity", "agnosticism", "data-model"].iter().cycle();
        let cost = if places.is_empty() { 0 } else { 8_000 };
        let said = places.iter().zip(dimensions);
        let mut said: Vec<_> =
            said.map(|(p, d)| finding(&format!("{d}/judgement"), p, Severity::Critical)).collect();
        let (after, refused) = with_critic(before.clone(), &intent, &said, "second-eyes", &Dismissals::new());
        assert!(refused.is_empty(), "{refused:?}");
        sums_up(&after);
        assert_eq!(after.overall.hundredths(), before.overall.hundredths().saturating_sub(cost));
        assert!(scores(&before).into_iter().zip(scores(&after)).all(|(b, a)| a <= b));
        for d in Dimension::ALL {
            assert!(after.dimensions.score(d) <= before.dimensions.score(d));
        }
        said.reverse();
        assert_eq!(
            with_critic(before.clone(), &intent, &said, "second-eyes", &Dismissals::new()).0,
            after,
            "the order of the report does not matter"
        );
        assert_eq!(with_critic(before.clone(), &intent, &[], "second-eyes", &Dismissals::new()).0, before);
    }
}

/// A finding is about an element or a requirement: what points at a whole part, or at none, is refused.
#[test]
fn a_finding_points_at_an_element_or_a_requirement() {
    let mut intent = fixture("tool-library");
    intent["notDesigned"] = serde_json::json!([{ "requirement": "R1", "reason": "Later." }]);
    let before = judged(&intent);
    let refused = |pointer: &str| {
        let said = finding("clarity/judgement", pointer, Severity::Minor);
        with_critic(before.clone(), &intent, &[said], "eyes", &Dismissals::new()).1
    };
    for place in
        ["", "/title", "/summary", "/goals", "/goals/0", "/components", "/dataModel", "/dataModel/entities"]
    {
        assert!(refused(place)[0].contains("neither an element nor a requirement"), "{place}");
    }
    for place in [
        "/userFlows/0/steps/1/action",
        "/components/0",
        "/dataModel/entities/0/attributes/0",
        "/interactions/0",
        "/requirements/0",
        "/openQuestions/0",
        "/notDesigned/0",
    ] {
        assert_eq!(refused(place), Vec::<String>::new(), "{place}");
    }
}

#[test]
fn a_critic_that_sends_a_number_is_not_read() {
    let text = r#"{"check":"clarity/judgement","pointer":"","severity":"minor","message":"a","suggestion":"b","points":-50}"#;
    assert!(serde_json::from_str::<CriticFinding>(text).is_err());
    assert!(serde_json::from_str::<CriticFinding>(&text.replace(r#","points":-50"#, "")).is_ok());
}
