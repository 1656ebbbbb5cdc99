//! The end of a feature (C15, C25).

use frieze_chain::flow::ChainPhase;
use frieze_chain::meta::Status;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Event, Record as _};

use crate::world::World;

fn ready() -> World {
    let mut world = World::agents("hotfix");
    world.verb("brainstorm", &[]).unwrap();
    world.play(&[]);
    world
}

#[test]
fn finish_updates_the_status_and_removes_the_history() {
    for (outcome, state, status) in [
        ("merge", ChainPhase::Completed, Status::Completed),
        ("pr", ChainPhase::Completed, Status::Completed),
        ("discard", ChainPhase::Abandoned, Status::Abandoned),
    ] {
        let mut world = ready();
        assert!(world.file(".review-history.md").is_some());
        if outcome != "discard" {
            let refusal = world.verb("finish", &[outcome]).unwrap_err();
            assert!(
                refusal.why.starts_with("not completed: specify,") && refusal.hint.ends_with("--proceed")
            );
        }
        world.verb("finish", &[outcome, "proceed"]).unwrap();
        assert_eq!((world.at(), world.record.meta.status()), (state, status));
        assert_eq!(world.file(".review-history.md"), None);
        let completed = world.file(".meta.json").unwrap().contains("\"completed\": \"2026");
        assert!(completed, "the phase and the feature");
        assert!(world.view().is_over && world.view().needs.is_none());
        // What is left to do stays where it can be read.
        let git = frieze_chain::flow::after_the_end(outcome, "a", None);
        let rows = world.rows("chain");
        assert!(!git.is_empty() && git.iter().all(|command| rows.contains(command)), "{rows:?}");
        let ended = rows.iter().find(|row| row.contains(" finish  ")).unwrap();
        let sign = if outcome == "discard" { "✗" } else { "✓" };
        assert_eq!(*ended, format!("{sign} finish  {}", status.name()));
        let looks_first = rows.iter().any(|row| row == "git status --short");
        assert_eq!(looks_first, outcome != "discard", "{rows:?}");
        for verb in ["brainstorm", "next", "finish", "start"] {
            let rule = world.verb(verb, &[]).unwrap_err().rule;
            assert_eq!(rule, if verb == "start" { "exists" } else { "over" });
        }
    }
}

/// What `currentPhase` alone says is not completed.
#[test]
fn phases_without_a_completion_are_missing() {
    for (phases, missing) in
        [(true, "not completed: specify, "), (false, "not completed: brainstorm, specify, ")]
    {
        let mut world = ready();
        world.record.meta.0.put("currentPhase", &"verify");
        if !phases {
            world.record.meta.0.put("phases", &serde_json::json!({}));
        }
        for outcome in ["pr", "merge"] {
            let refusal = world.verb("finish", &[outcome]).unwrap_err();
            assert!(refusal.why.starts_with(missing) && refusal.why.contains("verify"), "{refusal:?}");
        }
        world.verb("finish", &["pr", "proceed"]).unwrap();
        assert_eq!(world.at(), ChainPhase::Completed);
    }
}

/// Tasks cannot be made without a plan: what is missing comes first.
#[test]
fn the_hint_of_a_finish_is_a_command_that_works() {
    let mut world = World::agents("hotfix");
    for (verb, words) in [("specify", &["proceed"][..]), ("create-plan", &["proceed"]), ("create-tasks", &[])]
    {
        world.verb(verb, words).unwrap();
        world.play(&[]);
    }
    world.disk.remove("features/a/plan.md");
    world.put("tasks.md", "# Edited\n");
    let refusal = world.verb("finish", &["merge"]).unwrap_err();
    assert_eq!(
        refusal.why,
        "missing: plan.md; edited since the review: tasks.md; stale: tasks.md; \
         not completed: brainstorm, design, implement, verify"
    );
    assert!(refusal.hint.starts_with("`frieze chain create-plan a` makes it again"), "{refusal:?}");
    assert_eq!(world.verb("create-tasks", &["review"]).unwrap_err().rule, "blocked");
    world.verb("create-plan", &[]).unwrap();
    world.play(&[]);
    let refusal = world.verb("finish", &["merge"]).unwrap_err();
    assert!(refusal.hint.starts_with("`frieze chain create-tasks a --review`"), "{refusal:?}");
    world.verb("create-tasks", &["review"]).unwrap();
}

/// The last phase alone was entered, or another tool wrote the record and the documents are not there.
#[test]
fn skipped_phases_and_missing_documents_are_named_at_the_end() {
    let mut world = World::offline("quick");
    let checks = "# Checks\n\n| Requirement | Check | Result |\n|---|---|---|\n| R1 | looked | pass |\n";
    world.order("verify", &["proceed"], Some(checks)).unwrap();
    assert!(world.phase(P::Verify).completed.is_some());
    let refusal = world.verb("finish", &["merge"]).unwrap_err();
    let skipped = "not completed: brainstorm, specify, design, create-plan, create-tasks, implement";
    assert_eq!((&*refusal.why, &*refusal.hint), (skipped, "frieze chain finish a --outcome merge --proceed"));
    let mut adopted = world.clone();
    let done = serde_json::json!({ "completed": "2026-01-01T00:00:00Z" });
    let names = P::all().filter(|phase| *phase < P::Finish).map(P::name);
    let phases: serde_json::Map<_, _> = names.map(|name| (name.to_owned(), done.clone())).collect();
    adopted.record.meta.0.put("phases", &phases);
    let refusal = adopted.verb("finish", &["pr"]).unwrap_err();
    let missing = "missing: brainstorm.md, spec.md, design.md, plan.md, tasks.md, implementation.md";
    assert_eq!(refusal.why, missing);
    assert!(refusal.hint.starts_with("`frieze chain brainstorm a` makes it again"), "{refusal:?}");
    assert!(adopted.rows("chain")[0].starts_with("✗ brainstorm  ✗ specify"), "{:?}", adopted.rows("chain"));
}

/// A later verification may find that they are gone.
#[test]
fn the_blockers_of_a_verification_lead_to_another_one() {
    let mut world = World::offline("hotfix");
    world.put("brief.md", "# Shop\n\n- R1 The shop must sell.\n- R2 The shop must deliver.\n");
    world.verb("verify", &["proceed"]).unwrap();
    let refusal = world.verb("finish", &["pr"]).unwrap_err();
    assert!(refusal.why.matches("[blocker]").count() > 1, "{refusal:?}");
    assert!(refusal.hint.starts_with("`frieze chain verify a` makes it again"), "{refusal:?}");
    world.verb("verify", &[]).unwrap();
}

#[test]
fn an_outcome_is_named_and_keep_changes_nothing() {
    let mut world = ready();
    let before = world.record.meta.clone();
    for words in [&[][..], &["pr", "merge"], &["proceed"]] {
        assert_eq!(world.verb("finish", words).unwrap_err().rule, "outcome", "{words:?}");
    }
    assert_eq!(world.verb("finish", &["burn"]).unwrap_err().rule, "outcome");
    world.verb("finish", &["keep"]).unwrap();
    assert_eq!((world.at(), &world.record.meta), (ChainPhase::Ready, &before));
    world.verb("specify", &[]).unwrap();
    assert_eq!(world.verb("finish", &["discard"]).unwrap_err().rule, "under-way");
    world.verb("finish", &["keep"]).unwrap();
}

#[test]
fn unfinished_tasks_are_counted() {
    for (tasks, expected) in [
        ("# Tasks\n- [x] T1\n- [ ] T2\n- [ ] T3\n", "finished: merge; 2 of 3 tasks are not checked off"),
        ("# Tasks\n- [ ] T1\n", "finished: merge; 1 of 1 tasks is not checked off"),
        ("# Tasks\n- [x] T1\n", "finished: merge"),
    ] {
        let mut world = ready();
        world.put("tasks.md", tasks);
        world.verb("finish", &["merge", "proceed"]).unwrap();
        assert!(world.notes.iter().any(|(_, text)| text == expected), "{:?}", world.notes);
        assert_eq!(world.view().reason.as_deref(), Some(expected));
    }
}

/// Where no task is done, the implementation cannot be verified.
#[test]
fn nothing_is_verified_while_no_task_is_done() {
    for (tasks, is_verified) in
        [("# Tasks\n- [ ] T1\n- [ ] T2\n", false), ("# Tasks\n- [x] T1\n- [ ] T2\n", true)]
    {
        let mut world = World::agents("standard");
        world.put("spec.md", "# Spec\n");
        world.put("tasks.md", "# Tasks\n- [ ] T1\n- [ ] T2\n");
        world.order("implement", &["proceed"], Some("# Done\n")).unwrap();
        world.play(&[]);
        world.put("tasks.md", tasks);
        world.verb("verify", &[]).unwrap();
        world.play(&[]);
        assert_eq!(world.phase(P::Implement).verified, is_verified, "{tasks}");
        assert_eq!(world.phase(P::Verify).verified, is_verified, "{tasks}");
    }
}

/// An interruption between the record and the removal.
#[test]
fn a_removal_that_did_not_happen_is_repeated_once() {
    let mut world = ready();
    let history = world.file(".review-history.md").unwrap().to_owned();
    world.verb("finish", &["discard"]).unwrap();
    world.put(".review-history.md", &history);
    world.send(&Event::Inspected).unwrap();
    assert_eq!(world.file(".review-history.md"), None);
    world.send(&Event::Inspected).unwrap();
    let revision = world.record.revision();
    world.put(".review-history.md", "somebody else's");
    world.send(&Event::Inspected).unwrap();
    assert_eq!(
        (world.file(".review-history.md"), world.record.revision()),
        (Some("somebody else's"), revision)
    );
}
