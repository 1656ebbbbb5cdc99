//! The demo's features from the brief to the verification.

use frieze_chain::offline::{Sources, produce, review};
use frieze_chain::phase::FeaturePhase;

use crate::{Feature, names, read, with};

pub const BRIEFS: [(&str, &str); 6] = [
    ("checkout", include_str!("../../../../assets/demo/checkout.md")),
    ("refunds", include_str!("../../../../assets/demo/refunds.md")),
    ("store-pickup", include_str!("../../../../assets/demo/store-pickup.md")),
    ("gift-cards", include_str!("../../../../assets/demo/gift-cards.md")),
    ("loyalty", include_str!("../../../../assets/demo/loyalty.txt")),
    ("ideas", include_str!("../../../../assets/demo/ideas.md")),
];

#[test]
fn every_requirement_is_in_every_artifact() {
    for (name, brief) in BRIEFS {
        let feature = Feature::of(brief);
        let count = read(brief).requirements.len();
        for (at, requirement) in read(brief).requirements.iter().enumerate() {
            let id = format!("R{}", at + 1);
            for phase in [
                FeaturePhase::Design,
                FeaturePhase::CreatePlan,
                FeaturePhase::CreateTasks,
                FeaturePhase::Implement,
                FeaturePhase::Verify,
            ] {
                assert!(names(feature.made(phase), &id), "{name}: {id} in {}", phase.name());
            }
            let spec = feature.made(FeaturePhase::Specify);
            assert!(
                names(spec, &id) || read(spec).requirements.get(at) == Some(requirement),
                "{name}: {id} in spec.md"
            );
        }
        println!("{name}: {count} of {count} requirements in all artifacts");
        assert!(!feature.made(FeaturePhase::Verify).contains("not found"), "{name}");
    }
}

#[test]
fn the_specification_is_read_as_the_brief_is() {
    for (name, brief) in BRIEFS {
        let feature = Feature::of(brief);
        let (before, after) = (read(brief), read(feature.made(FeaturePhase::Specify)));
        assert_eq!(before.requirements, after.requirements, "{name}");
        assert_eq!(before.stories, after.stories, "{name}");
        assert_eq!(before.entities, after.entities, "{name}");
        assert_eq!(before.questions, after.questions, "{name}");
        // As the brief of the design flow it gives the same design, so that answers keep their questions.
        let designed = |reading| frieze_generator::skeleton(reading, &[], "demo").intent;
        assert_eq!(designed(&before), designed(&after), "{name}");
    }
}

#[test]
fn the_built_in_reviewer_approves_what_the_players_make() {
    for (name, brief) in BRIEFS {
        let feature = Feature::of(brief);
        for (phase, text) in &feature.made {
            let verdict = review(*phase, text, &feature.sources());
            assert!(verdict.approved, "{name}, {}: {verdict:?}", phase.name());
        }
    }
}

#[test]
fn a_specification_is_taken_over_as_it_is() {
    for (name, brief) in BRIEFS.iter().take(2) {
        assert_eq!(Feature::of(brief).made(FeaturePhase::Specify), *brief, "{name}");
    }
    // One that has an index already gets it again and not twice.
    for (name, brief) in BRIEFS.iter().skip(2) {
        let spec = Feature::of(brief).made(FeaturePhase::Specify).to_owned();
        assert_eq!(Feature::of(&spec).made(FeaturePhase::Specify), spec, "{name}");
        assert_eq!(spec.matches("Traceability").count(), 1, "{name}");
    }
}

#[test]
fn answers_take_requirements_out_and_are_quoted() {
    let brief = "# Desk\n\n## Requirements\n\n- The desk must open.\n- The desk must close at night.\n";
    let answers = "## R2 (line 6): what is different when it is done?\n\nout of scope\n";
    let sources = Sources { brief: Some(brief), answers: Some(answers), ..Sources::default() };
    let spec = produce(FeaturePhase::Specify, &sources).unwrap();
    assert!(spec.contains("| R2 | – | must | 6 | The desk must close at night. | out of scope |"), "{spec}");
    assert!(spec.contains("- R1: what shows"), "{spec}");
    assert!(spec.contains("- What is out of scope?"), "{spec}");
    let brainstorm = produce(FeaturePhase::Brainstorm, &sources).unwrap();
    assert!(brainstorm.contains("\n    - out of scope\n"), "{brainstorm}");
    let found = produce(FeaturePhase::Verify, &sources).unwrap();
    assert!(names(&found, "R1") && !names(&found, "R2"), "{found}");
}

#[test]
fn artifacts_name_the_sealed_design_and_the_session() {
    let feature = Feature::of(BRIEFS[3].1);
    let design = feature.made(FeaturePhase::Design);
    let checksum = feature.seal.checksum_sha256;
    assert!(design.contains(&format!("- Checksum: {checksum}\n- Freeze: 1\n")), "{design}");
    let value = serde_json::to_value(&feature.intent).unwrap();
    let is_pointer = |text: &&str| text.starts_with('/') && !text.ends_with(',');
    let pointers: Vec<&str> = design.split_whitespace().filter(is_pointer).collect();
    assert!(pointers.len() > 30);
    for pointer in pointers {
        assert!(value.pointer(pointer).is_some(), "{pointer}");
    }
    let plan = feature.made(FeaturePhase::CreatePlan);
    let orders = ["Entity", "Component", "Flow"].map(|kind| plan.find(&format!(" {kind} ")).unwrap());
    assert!(orders.is_sorted(), "{orders:?}");
    let made = feature.made(FeaturePhase::Implement);
    assert!(made.contains(&format!("| schema.sql | {} |", "c".repeat(64))), "{made}");
    assert!(made.contains("- Iterations: 2\n- Verdict: pass\n"), "{made}");
}

#[test]
fn interactions_come_before_the_component_that_has_them() {
    let plan = Feature::of(BRIEFS[1].1).made(FeaturePhase::CreatePlan).to_owned();
    let interaction = plan.find("Interaction ").unwrap();
    let component = plan.find("Component Request a refund").unwrap();
    assert!(interaction < component, "{plan}");
}

#[test]
fn tasks_follow_a_plan_that_somebody_wrote() {
    let feature = Feature::of(BRIEFS[4].1);
    let plan = "# Plan\n\n## A-1 Data, for R6\n\n## A-2 Tell the staff about R20\n\nDepends on: A-1\n";
    let sources = with(feature.sources(), FeaturePhase::CreatePlan, plan);
    let tasks = produce(FeaturePhase::CreateTasks, &sources).unwrap();
    let (data, staff) = tasks.split_once("\n## A-2 ").unwrap();
    assert!(data.contains("## A-1 Data") && data.contains("Requirements: R6"), "{tasks}");
    assert!(staff.contains("Done when: R20: Members must be able"), "{tasks}");
}

/// An edit of one step changes its task and no other; a step that is taken out becomes a question.
#[test]
fn tasks_keep_the_parts_of_an_edited_plan() {
    let feature = Feature::of(BRIEFS[4].1);
    let (plan, before) = (feature.made(FeaturePhase::CreatePlan), feature.made(FeaturePhase::CreateTasks));
    let made = |plan: &str| {
        let sources = with(feature.sources(), FeaturePhase::CreatePlan, plan);
        produce(FeaturePhase::CreateTasks, &sources).unwrap()
    };
    assert_eq!(made(plan), *before);
    let renamed = made(&plan.replacen("### P-1 ", "### P-1 First ", 1));
    assert_eq!(renamed, before.replacen("## P-1 ", "## P-1 First ", 1));
    let (start, rest) = plan.split_once("### P-2 ").unwrap();
    let (step, rest) = rest.split_once("### P-3 ").unwrap();
    let (_, pointer) = step.split_once("Element: ").unwrap();
    let pointer = pointer.lines().next().unwrap();
    let shorter = made(&format!("{start}### P-3 {rest}"));
    assert!(shorter.contains(&format!(", {pointer}: which step makes it?")), "{shorter}");
    let tasks = |text: &str| text.matches("Done when: ").count();
    let lost = before.split("\n## ").filter(|group| group.starts_with("P-2 ")).map(tasks).sum::<usize>();
    assert_eq!(tasks(&shorter) + lost, tasks(before), "{shorter}");
}

#[test]
fn without_sources_there_are_questions_or_nothing() {
    for phase in FeaturePhase::all() {
        let text = produce(phase, &Sources { title: "Desk".to_owned(), ..Sources::default() });
        match phase {
            FeaturePhase::Brainstorm
            | FeaturePhase::Specify
            | FeaturePhase::Design
            | FeaturePhase::Implement
            | FeaturePhase::Finish => assert!(text.is_err()),
            FeaturePhase::CreatePlan | FeaturePhase::CreateTasks | FeaturePhase::Verify => {
                let text = text.unwrap();
                let (_, questions) = text.split_once("## Open questions\n\n- ").unwrap();
                assert!(questions.contains('?'), "{text}");
            }
        }
    }
}
