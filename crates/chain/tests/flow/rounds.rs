//! The reviewer loop (C10–C15, C17, C20, C26).

use frieze_chain::flow::ChainPhase;
use frieze_chain::meta::Mode;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Cause, NoteKind};

use crate::world::{NO, World, YES};

/// All sequences of verdicts up to five rounds in the four modes: calls, iterations, notes, history.
#[test]
fn the_loop_is_the_requirements_for_every_sequence_of_verdicts() {
    for mode in Mode::ALL {
        let most = usize::try_from(mode.max_iterations()).unwrap();
        for bits in 0..32_u8 {
            let verdicts: Vec<bool> = (0..5).map(|bit| bits & (1 << bit) != 0).collect();
            let mut world = World::agents(mode.name());
            world.verb("brainstorm", &[]).unwrap();
            let calls = world.play(&verdicts);
            let approved = verdicts.iter().take(most).position(|yes| *yes);
            let rounds = approved.map_or(most, |at| at + 1);
            assert_eq!(calls, rounds, "{mode:?} {verdicts:?}");
            let state = world.phase(P::Brainstorm);
            assert_eq!(state.iterations, Some(rounds as u64));
            assert!(state.started.is_some() && state.completed.is_some() && !state.is_partial());
            assert_eq!(state.reviewer_notes.is_empty(), approved.is_some());
            let history = world.history();
            assert_eq!(history.len(), rounds);
            for (at, one) in history.iter().enumerate() {
                assert_eq!(one.number, u32::try_from(at).unwrap() + 1);
                assert_eq!(one.approved, verdicts[at]);
                assert_eq!(one.phase, "brainstorm");
                assert_eq!(one.issues, usize::from(!verdicts[at]));
            }
            assert_eq!(world.at(), ChainPhase::Ready);
            assert_eq!(world.record.own.spent.calls, 2 * rounds as u64);
            let message = world.view().reason.unwrap();
            match approved {
                Some(0) => assert_eq!(message, "Phase complete (1 iteration)"),
                Some(_) => assert_eq!(message, format!("Phase complete ({rounds} iterations)")),
                None => assert_eq!(message, "Phase complete. Reviewer concerns: [warning] R2 is unclear"),
            }
            let reviewed = (1..=most)
                .filter(|n| world.file(&format!("chain/rounds/brainstorm/{n}/artifact.md")).is_some());
            assert_eq!(reviewed.count(), rounds);
            assert_eq!(world.record.meta.furthest(), Some(P::Brainstorm));
        }
    }
}

#[test]
fn a_revision_quotes_the_issues_and_the_draft() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    assert_eq!(world.role(), "brainstormer");
    assert!(world.prompt().contains("= brief.md\n| # Checkout"), "{}", world.prompt());
    assert!(world.prompt().starts_with("brainstorm brainstorm.md 1 of 3\n**Spec needs:**"));
    world.answer("# First\n\nText.\n");
    assert_eq!(world.role(), "chain-reviewer");
    assert!(world.prompt().contains("| # First"));
    assert_eq!(world.view().measure.as_deref(), Some("brainstorm 1/3"));
    world.answer(NO);
    assert_eq!(world.role(), "brainstormer");
    assert!(world.prompt().contains("- warning: R2 is unclear.") && world.prompt().contains("| # First"));
    assert_eq!(world.view().measure.as_deref(), Some("brainstorm 2/3"));
    world.answer(r##"{"artifact": "# Second\n", "changes": "R2 is clear."}"##);
    world.answer(YES);
    assert_eq!(world.file("brainstorm.md"), Some("# Second\n"));
    assert!(world.file(".review-history.md").unwrap().contains("**Changes Made:**\nR2 is clear."));
    assert_eq!(world.view().measure.as_deref(), Some("brainstorm"));
    assert_eq!(world.view().next_command.as_deref(), Some("frieze chain specify a"));
    world.verb("specify", &[]).unwrap();
    assert!(world.prompt().contains("= brainstorm.md\n| # Second"));
    world.answer("# Spec\n");
    assert!(world.prompt().contains("= brainstorm.md\n| # Second"), "the previous artifact is quoted");
}

/// Acceptance 6: an answer that breaks the contract is sent back twice, then it counts as a refusal.
#[test]
fn an_invalid_verdict_is_sent_back_and_never_completes_a_round() {
    let blocked_approval = r#"{"approved": true, "issues": [{"severity": "blocker", "description": "x"}]}"#;
    for bad in ["It looks good.", "{}", blocked_approval, r#"{"approved": false, "issues": []}"#] {
        let mut world = World::agents("hotfix");
        world.verb("brainstorm", &[]).unwrap();
        world.answer("# First\n");
        for sent_back in 0..2 {
            world.answer(bad);
            assert_eq!(world.role(), "chain-reviewer", "{bad} {sent_back}");
            assert!(world.prompt().contains("! "), "{}", world.prompt());
            assert!(world.notes.iter().any(|(kind, _)| *kind == NoteKind::Repair));
        }
        world.answer(bad);
        assert_eq!(world.role(), "nobody");
        let state = world.phase(P::Brainstorm);
        assert!(state.reviewer_notes[0].contains("no valid verdict"), "{:?}", state.reviewer_notes);
        assert_eq!(world.record.own.spent.calls, 4);
        for attempt in 1..=3 {
            assert!(
                world
                    .file(&format!("chain/rounds/brainstorm/1/chain-reviewer-answer-{attempt}.txt"))
                    .is_some()
            );
        }
    }
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.answer("# First\n");
    world.answer("prose");
    world.answer(YES);
    assert_eq!(world.phase(P::Brainstorm).iterations, Some(1));
}

#[test]
fn an_executor_without_an_artifact_is_sent_back_and_then_stops() {
    for bad in ["", "no heading", r#"{"changes": "x"}"#] {
        let mut world = World::agents("standard");
        world.verb("brainstorm", &[]).unwrap();
        for _ in 0..3 {
            assert_eq!(world.role(), "brainstormer");
            world.answer(bad);
        }
        assert_eq!((world.at(), world.view().cause), (ChainPhase::Ready, Some(Cause::Invalid)));
        assert!(world.phase(P::Brainstorm).is_partial() && world.file("brainstorm.md").is_none());
        world.verb("brainstorm", &["continue"]).unwrap();
        assert_eq!(world.view().cause, None);
        world.play(&[]);
        assert!(!world.phase(P::Brainstorm).is_partial());
    }
}

/// "Empty artifact: Return not approved with blocker": no reviewer is asked.
#[test]
fn the_engine_refuses_an_empty_artifact_itself() {
    let mut world = World::agents("hotfix");
    world.order("brainstorm", &[], Some(" \n")).unwrap();
    assert_eq!(world.role(), "nobody");
    assert_eq!(world.phase(P::Brainstorm).reviewer_notes, ["[blocker] Artifact is empty"]);
    assert_eq!(world.record.own.spent.calls, 0);
}

#[test]
fn a_previous_artifact_that_is_gone_is_a_blocker() {
    let mut world = World::agents("hotfix");
    world.verb("brainstorm", &[]).unwrap();
    world.play(&[]);
    world.verb("specify", &[]).unwrap();
    world.disk.remove("features/a/brainstorm.md");
    world.answer("# Spec\n");
    assert_eq!(world.role(), "nobody");
    assert_eq!(
        world.phase(P::Specify).reviewer_notes,
        [
            "[blocker] Previous phase artifact required but missing: brainstorm.md. Restore it, or enter brainstorm again"
        ]
    );
}

/// C3: an issue that asks for more is shown as such, and a refusal stays a refusal.
#[test]
fn scope_expansion_changes_no_verdict() {
    for text in [
        "What about the open questions?",
        "Also include an example for each requirement.",
        "Also consider edge cases for each user.",
        "Also add support for gift vouchers.",
    ] {
        let refusal = format!(
            r#"{{"approved": false, "issues": [{{"severity": "warning", "description": "{text}"}}]}}"#
        );
        let mut world = World::agents("quick");
        world.verb("brainstorm", &[]).unwrap();
        world.answer("# Checkout\n");
        world.answer(&refusal);
        assert_eq!(world.role(), "brainstormer", "{text}");
        let judged = world.file("chain/rounds/brainstorm/1/review.json").unwrap();
        assert!(judged.contains("\"scope\": [\n    0\n  ]"), "{judged}");
        world.answer("# Checkout\n\nMore.\n");
        world.answer(&refusal);
        assert_eq!(world.phase(P::Brainstorm).reviewer_notes, [format!("[warning] {text}")]);
    }
}

#[test]
fn a_used_up_budget_stops_with_its_reason() {
    let mut world = World::agents("standard");
    world.terms.max_calls = Some(2);
    world.verb("brainstorm", &[]).unwrap();
    world.answer("# First\n");
    world.answer(NO);
    assert_eq!((world.at(), world.view().cause), (ChainPhase::Ready, Some(Cause::Budget)));
    assert_eq!(world.history().len(), 1, "the review is kept");
    assert_eq!(world.verb("brainstorm", &["continue"]).unwrap_err().rule, "budget");
    world.terms.max_calls = None;
    world.verb("brainstorm", &["continue"]).unwrap();
    assert!(
        world.prompt().contains("2 of 3") && world.prompt().contains("R2 is unclear."),
        "{}",
        world.prompt()
    );
}
