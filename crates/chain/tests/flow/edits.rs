//! Artifacts that a person edits, deletes or brings are theirs.

use frieze_chain::flow::ChainPhase;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Cause, Event, NoteKind};

use crate::world::{NO, World, YES};

#[test]
fn an_edit_while_the_executor_works_is_reviewed_instead() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.put("brainstorm.md", "# Mine\n");
    world.answer("# Theirs\n");
    assert_eq!(world.file("brainstorm.md"), Some("# Mine\n"));
    assert!(world.prompt().contains("| # Mine"));
    assert!(world.notes.iter().any(|(kind, _)| *kind == NoteKind::HumanEdit));
    assert_eq!(world.file("chain/rounds/brainstorm/1/brainstormer-answer-1.txt"), Some("# Theirs\n"));
}

#[test]
fn an_edit_between_rounds_is_the_next_version() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.answer("# First\n");
    world.put("brainstorm.md", "# Mine\n");
    world.answer(NO);
    assert_eq!(world.role(), "chain-reviewer", "nobody writes over it");
    assert!(world.prompt().contains("| # Mine"));
    world.answer(NO);
    assert_eq!(world.role(), "brainstormer");
    assert!(world.prompt().contains("| # Mine"), "the next round has it as it is");
    world.answer("# Third\n");
    world.answer(YES);
    assert_eq!(world.file("brainstorm.md"), Some("# Third\n"));
    assert_eq!(world.file("chain/rounds/brainstorm/2/artifact.md"), Some("# Mine\n"));
}

#[test]
fn an_edited_artifact_is_not_written_over_without_a_question() {
    for (edit, text) in [("# Mine\n", "was edited since"), ("", "was edited since")] {
        let mut world = World::agents("standard");
        world.verb("brainstorm", &[]).unwrap();
        world.play(&[]);
        world.put("brainstorm.md", edit);
        world.verb("brainstorm", &[]).unwrap();
        assert!(world.view().gate().unwrap().question.contains(text));
        world.decide("fresh").unwrap();
        world.answer("# New\n");
        assert_eq!(world.file("brainstorm.md"), Some("# New\n"));
        assert_eq!(world.file("chain/rounds/brainstorm/2/replaced.md"), Some(edit));
    }
    let mut world = World::agents("standard");
    world.put("brainstorm.md", "# By hand\n");
    world.verb("brainstorm", &[]).unwrap();
    assert!(world.view().gate().unwrap().question.contains("is unknown to the chain"));
}

#[test]
fn a_decision_about_another_file_is_refused() {
    let mut world = World::agents("standard");
    world.put("brainstorm.md", "# By hand\n");
    world.verb("brainstorm", &[]).unwrap();
    let shown = world.decision("fresh");
    world.put("brainstorm.md", "# By hand, again\n");
    assert_eq!(world.send(&shown).unwrap_err().rule, "changed");
    world.decide("review").unwrap();
    assert!(world.prompt().contains("| # By hand, again"));
}

#[test]
fn a_document_of_ones_own_is_the_artifact() {
    let mut world = World::agents("standard");
    world.order("brainstorm", &[], Some("# Mine\n")).unwrap();
    assert_eq!((world.role(), world.file("brainstorm.md")), ("chain-reviewer", Some("# Mine\n")));
    world.answer(YES);
    assert_eq!(world.phase(P::Brainstorm).iterations, Some(1));
    world.order("brainstorm", &[], Some("# Mine 2\n")).unwrap();
    world.answer(YES);
    assert_eq!(world.file("brainstorm.md"), Some("# Mine 2\n"));
    let refusal = world.order("create-plan", &[], Some("# Plan\n")).unwrap_err();
    assert_eq!(refusal.hint, "answer with --proceed together with --from");
    world.put("spec.md", "# By hand\n");
    world.verb("specify", &[]).unwrap();
    let refusal = world.order("specify", &[], Some("# Spec\n")).unwrap_err();
    assert_eq!(refusal.hint, "answer with --continue or --fresh or --review together with --from");
    world.verb("leave", &[]).unwrap();
    world.order("create-plan", &["proceed"], Some("# Plan\n")).unwrap();
    assert_eq!(world.role(), "chain-reviewer");
}

#[test]
fn a_deleted_artifact_is_written_again_and_an_unreadable_one_stops() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.answer("# First\n");
    world.disk.remove("features/a/brainstorm.md");
    world.answer(NO);
    world.answer("# Second\n");
    assert_eq!(world.file("brainstorm.md"), Some("# Second\n"));
    world.answer(NO);
    world.put("brainstorm.md", "\0unreadable");
    world.answer("# Third\n");
    assert_eq!((world.at(), world.view().cause), (ChainPhase::Ready, Some(Cause::Invalid)));
    assert_eq!(world.file("chain/rounds/brainstorm/3/brainstormer-answer-1.txt"), Some("# Third\n"));
    assert_eq!(world.verb("brainstorm", &["fresh"]).unwrap_err().rule, "unreadable");
}

#[test]
fn reviewing_what_is_not_there_is_barred() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.fault();
    world.verb("brainstorm", &[]).unwrap();
    let gate = world.view().gate().unwrap().clone();
    let barred: Vec<&str> =
        gate.choices.iter().filter(|choice| choice.barred.is_some()).map(|choice| choice.name).collect();
    assert_eq!(barred, ["review"]);
    assert_eq!(world.verb("brainstorm", &["review"]).unwrap_err().rule, "no-artifact");
    assert_eq!(world.at(), ChainPhase::Asking);
}

/// A text that came while a session made the code stays as it is in every round.
#[test]
fn a_text_of_ones_own_is_not_replaced_by_what_was_waited_for() {
    let mut world = World::offline("standard");
    world.put("spec.md", "# Spec\n");
    world.verb("implement", &["proceed"]).unwrap();
    world.put("implementation.md", "# Mine\n");
    crate::others::session(&mut world, 1, "complete");
    world.send(&Event::Inspected).unwrap();
    world.settle();
    assert!(world.phase(P::Implement).completed.is_some());
    assert_eq!(world.file("implementation.md"), Some("# Mine\n"));
}

/// `--continue` is from the document, also of a phase that was completed.
#[test]
fn a_completed_phase_is_continued_from_its_document() {
    let mut world = World::offline("hotfix");
    world.verb("brainstorm", &[]).unwrap();
    world.put("brainstorm.md", "# Mine\n");
    world.verb("brainstorm", &["review"]).unwrap();
    world.verb("brainstorm", &["continue"]).unwrap();
    assert_eq!(world.file("brainstorm.md"), Some("# Mine\n"));
    world.verb("brainstorm", &["fresh"]).unwrap();
    assert_ne!(world.file("brainstorm.md"), Some("# Mine\n"));
}

/// The next request has another folder.
#[test]
fn who_leaves_a_request_learns_that_its_answer_is_not_read() {
    let mut world = World::agents("hotfix");
    world.verb("brainstorm", &[]).unwrap();
    world.verb("leave", &[]).unwrap();
    let note = "an answer in features/a/chain/rounds/brainstorm/1/exchange-1 is not read any more";
    assert!(world.notes.contains(&(NoteKind::Artifact, note.to_owned())), "{:?}", world.notes);
}

/// People and agents check tasks off: the list is still the one that was reviewed, and nothing that was made from it is old. Only what
/// would write over it is asked about.
#[test]
fn a_checked_task_is_no_edit() {
    let mut world = World::agents("hotfix");
    world.put("plan.md", "# Plan\n");
    world.order("create-tasks", &["proceed"], Some("# Tasks\n- [ ] T1\n- [ ] T2\n")).unwrap();
    world.play(&[]);
    world.put("spec.md", "# Spec\n");
    world.order("implement", &["proceed"], Some("# Done\n")).unwrap();
    world.play(&[]);
    world.put("tasks.md", "# Tasks\n- [x] T1\n- [X] T2\n");
    assert!(!world.is_stale(P::Implement));
    assert!(!world.rows("chain").iter().any(|row| row.contains("edited since")));
    world.verb("create-tasks", &[]).unwrap();
    assert!(world.view().gate().unwrap().question.contains("tasks.md was edited since"));
    world.verb("create-tasks", &["fresh"]).unwrap();
    world.answer("# Tasks\n- [ ] T3\n");
    assert_eq!(world.file("chain/rounds/create-tasks/2/replaced.md"), Some("# Tasks\n- [x] T1\n- [X] T2\n"));
    let mut edited = world.clone();
    edited.put("tasks.md", "# Tasks\n- [x] T1, another one\n");
    assert!(edited.is_stale(P::Implement));
}
