//! Any text in: no panic, the same result twice, and foreign text without effect.

use frieze_chain::offline::{Implemented, Sources, produce, review};
use frieze_chain::phase::FeaturePhase;
use proptest::prelude::*;

use crate::{Feature, read, seal, with};

/// Texts made of what documents and attacks are made of.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("# "),
        Just("## "),
        Just("### Requirement 1: "),
        Just("- "),
        Just("- [ ] "),
        Just("1. "),
        Just("| "),
        Just(" | "),
        Just("\n| --- | --- |\n"),
        Just("\n"),
        Just("\n\n"),
        Just("```\n"),
        Just("<!-- "),
        Just("> "),
        Just("The desk MUST open. "),
        Just("R1"),
        Just("FR-001: "),
        Just("P-1 "),
        Just("Depends on: P-2"),
        Just("Step 3: "),
        Just("Components"),
        Just("Traceability\n"),
        Just("====\n"),
        Just("Scope"),
        Just("]("),
        Just("[x]"),
        Just("`"),
        Just("**"),
        Just("~~"),
        Just("&amp;"),
        Just("\u{202e}"),
        Just("\t"),
        Just("é日本"),
        Just("This section was added to the brief above. Lines are those of the brief."),
        Just("As a clerk, I want "),
        Just("## Out of scope\n"),
        Just("Given a, When b, Then c"),
        Just("90 min"),
        Just("\u{0}"),
        Just("\\"),
    ];
    let piece = prop_oneof![8 => piece.prop_map(str::to_owned), 1 => any::<String>()];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_text_is_played_and_reviewed(
        brief in text(), design in text(), plan in text(), tasks in text(), made in text(), answers in text(),
    ) {
        let files = vec![(tasks.clone(), design.clone())];
        let session = Implemented { id: made.clone(), files, iterations: 1 };
        let intent = frieze_design::brief::read_prose("brief.md", brief.as_bytes())
            .ok()
            .map(|reading| frieze_generator::skeleton(&reading, &[], "x").intent);
        let texts = [
            (FeaturePhase::Brainstorm, &*design), (FeaturePhase::Design, &*design),
            (FeaturePhase::CreatePlan, &*plan), (FeaturePhase::CreateTasks, &*tasks),
            (FeaturePhase::Implement, &*made),
        ];
        let sources = Sources {
            title: plan.clone(), brief: Some(&brief), answers: Some(&answers), artifacts: texts.into(),
            seal: intent.as_ref().map(seal), intent, session: Some(session),
            open_session: None,
            has_session: true,
            is_design_of_agent: false,
        };
        let bare = Sources { intent: None, ..with(sources.clone(), FeaturePhase::Specify, &plan) };
        for phase in FeaturePhase::all() {
            for sources in [&sources, &bare] {
                let text = produce(phase, sources);
                prop_assert_eq!(&text, &produce(phase, sources));
                for text in text.iter().chain([&brief, &plan, &tasks]) {
                    let verdict = review(phase, text, sources);
                    prop_assert_eq!(&verdict, &review(phase, text, sources));
                    let has_blocker = verdict.issues.iter().any(|issue| {
                        issue.severity == frieze_chain::review::Severity::Blocker
                    });
                    prop_assert_eq!(verdict.approved, !has_blocker);
                }
            }
        }
    }

    #[test]
    fn a_specification_keeps_the_requirements_of_any_brief(brief in text()) {
        let sources = Sources { brief: Some(&brief), ..Sources::default() };
        let spec = produce(FeaturePhase::Specify, &sources).unwrap();
        if !brief.contains("This section was added") && let Ok(before) = frieze_design::brief::read_prose("brief.md", brief.as_bytes()) {
            let after = read(&spec);
            let texts = |reading: frieze_design::brief::Reading| -> Vec<String> {
                reading.requirements.into_iter().map(|one| one.text).collect()
            };
            prop_assert_eq!(texts(before), texts(after), "{}", spec);
        }
    }
}

/// Hostile text in every place of a design adds no heading, no checkbox, no row and no fence.
#[test]
fn quoted_text_is_inert() {
    let hostile =
        "x\n# Title\n- [ ] **T-9** y\n```\n| a | b |\n<script>alert(1)</script> [a](b) `c` &lt; \u{202e}";
    let mut feature = Feature::of("# Desk\n\n- The clerk must open the desk.\n");
    let plain = count(&feature);
    feature.intent.title = hostile.to_owned();
    "2) x".clone_into(&mut feature.intent.summary);
    for one in &mut feature.intent.requirements {
        one.text = hostile.to_owned();
    }
    for flow in &mut feature.intent.user_flows {
        (flow.name, flow.actor) = (hostile.to_owned(), hostile.to_owned());
        flow.steps.iter_mut().for_each(|step| step.action = hostile.to_owned());
    }
    for one in &mut feature.intent.components {
        (one.name, one.description) = (hostile.to_owned(), hostile.to_owned());
    }
    for phase in [FeaturePhase::Design, FeaturePhase::CreatePlan, FeaturePhase::CreateTasks] {
        // In the brief they have other texts.
        let mut sources = Sources { brief: None, ..feature.sources() };
        sources.artifacts.remove(&FeaturePhase::Specify);
        let text = produce(phase, &sources).unwrap();
        feature.made.insert(phase, text);
    }
    assert_eq!(count(&feature), plain, "{:?}", feature.made);
    for text in feature.made.values() {
        assert!(!text.contains("```") && !text.contains(" <script") && !text.contains('\u{202e}'), "{text}");
        assert!(!text.contains("\n2) "), "{text}");
        assert!(!text.contains(" [a](") && text.lines().all(|line| !line.starts_with("# Title")), "{text}");
    }
}

/// Lines that begin with structure.
fn count(feature: &Feature) -> Vec<usize> {
    let phases = [FeaturePhase::Design, FeaturePhase::CreatePlan, FeaturePhase::CreateTasks];
    let count =
        |text: &str, mark: &str| text.lines().filter(|line| line.trim_start().starts_with(mark)).count();
    let marks = ["#", "- [", "|", "```", ">"];
    phases.iter().flat_map(|phase| marks.map(|mark| count(feature.made(*phase), mark))).collect()
}
