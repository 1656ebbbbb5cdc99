//! Steps: prompts, responses, what waits and what cannot be used.

use frieze_kernel::{Cause, Flow as _, Need, NoteKind, Phase as _, RequestKind, Until};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;
use frieze_session::record::Status;
use frieze_session::warnings;

use crate::world::{BUNDLE, CODE, FAIL, PASS, World};

const JPA: [&str; 6] = [
    "profile=jpa-mt",
    "context.scope=domain",
    "context.entity=Tier",
    "context.table=app.t",
    "context.bounded-context=c",
    "context.schema-file=s.sql",
];

/// Acceptance 1: the bundle is the standards' only copy (S22), and no iteration begins before the plan (S14).
#[test]
fn new_writes_the_bundle_and_its_hash() {
    let mut world = World::empty();
    world.begin(&JPA).unwrap();
    assert_eq!(world.file("standards-bundle.md"), Some(BUNDLE));
    assert_eq!(world.record.standards_hash, Some(frieze_data::digest::Digest::of(BUNDLE.as_bytes())));
    assert_eq!(world.record.context.text("schema-file"), Some("s.sql"));
    assert_eq!(world.disk.len(), 2, "{:?}", world.disk.keys());
    assert_eq!(world.view().next_command.as_deref(), Some("frieze session step t1"));
    assert_eq!(world.begin(&[]).unwrap_err().rule, "exists");
}

#[test]
fn new_refuses_words_that_it_does_not_know() {
    for (words, expected) in [
        (vec!["profile=jpa-mt"], "-c scope=…"),
        (vec!["profile=x"], "no profile has the name"),
        (vec!["size=1"], "\"size\" is no key"),
        (vec!["profile"], "no KEY=VALUE"),
        (vec!["planner=a", "planner=b"], "repeated"),
        (vec!["context.=a"], "no key"),
        (vec!["feature=../x"], "feature"),
        (vec!["planner=built-in"], "need a feature"),
    ] {
        let mut world = World::empty();
        let refusal = world.begin(&words).unwrap_err();
        assert!(refusal.why.contains(expected), "{words:?}: {}", refusal.why);
        assert!(world.disk.is_empty());
    }
    let mut built_in = JPA.to_vec();
    built_in.extend(["feature=checkout", "planner=built-in"]);
    assert!(World::empty().begin(&built_in).unwrap_err().why.contains("profile `contract`"));
    let mut never = World::empty();
    assert_eq!(never.step().unwrap_err().rule, "no-session");
    assert_eq!(never.view().needs, Some(Need::Start));
}

/// Acceptance 2 and 3 up to the plan: a step waits, and waits again without a trace.
#[test]
fn a_step_without_the_response_waits() {
    let mut world = World::new();
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.status), (Phase::Planning, Status::InProgress));
    let view = world.view();
    assert_eq!(view.needs, Some(Need::File));
    let reason = view.reason.unwrap();
    assert!(reason.contains(".aiwf/sessions/t1/planning-response.md"), "{reason}");
    assert!(reason.contains(".aiwf/sessions/t1/planning-prompt.md"), "{reason}");
    let prompt = world.file("planning-prompt.md").unwrap();
    assert!(prompt.contains("planning-response.md") && prompt.ends_with('\n'), "{prompt}");
    let before = world.disk.clone();
    world.step().unwrap();
    assert_eq!(world.disk, before);
    let watch = Session::wants(&world.record).pop().unwrap().kind;
    assert!(matches!(watch, RequestKind::Watch(watch) if watch.until == Until::There));

    world.put("planning-response.md", "plan");
    world.send(&frieze_kernel::Event::Inspected).unwrap();
    assert_eq!((world.phase(), world.view().needs), (Phase::Planning, Some(Need::Step)));
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.plan_hash), (Phase::Planned, None));
    assert_eq!(world.view().needs, Some(Need::Decision));
    let refusal = world.step().unwrap_err();
    assert_eq!((refusal.rule, refusal.hint.as_str()), ("not-approved", "frieze session approve t1"));
}

/// Acceptance 4: byte for byte, without a hash; and every answer that is none, one by one.
#[test]
fn a_response_becomes_files_or_nothing() {
    let mut world = World::at(Phase::Generating);
    world.put("iteration-1/generating-response.md", CODE);
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Generated);
    assert_eq!(world.file("iteration-1/code/A.java"), Some("class A {}\n"));
    assert_eq!(world.file("iteration-1/code/B.java"), Some("class B {}\n"));
    assert!(world.record.artifacts.iter().all(|artifact| artifact.sha256.is_none()));
    assert_eq!(world.record.artifacts.len(), 2);

    for answer in ["", "no marker", "<<<FILE: ../x.java>>>\n", "<<<FILE: a.x>>>\n<<<FILE: a.x>>>\n", "a\0"] {
        unusable(Phase::Generating, answer, |world| world.put("iteration-1/generating-response.md", answer));
    }
    for answer in ["", "no verdict", "@@@REVIEW_META\nverdict: FAIL\n@@@\n", &format!("{PASS}{FAIL}")] {
        unusable(Phase::Reviewing, answer, |world| world.put("iteration-1/reviewing-response.md", answer));
    }
    unusable(Phase::Planning, "blank", |world| world.put("planning-response.md", " \n"));
    unusable(Phase::Planning, "large", |world| {
        let _ = world.unreadable.insert(".aiwf/sessions/t1/planning-response.md".to_owned());
    });
}

/// The phase is kept, nothing is written but the record, and the same error is recorded once.
fn unusable(phase: Phase, case: &str, bring: impl Fn(&mut World)) {
    let mut world = World::at(phase);
    bring(&mut world);
    let before: Vec<String> = world.disk.keys().cloned().collect();
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.status), (phase, Status::Error), "{case}");
    assert_eq!(world.disk.keys().cloned().collect::<Vec<_>>(), before, "{case}");
    assert_eq!(world.notes[0].0, NoteKind::AnswerUnusable);
    let view = world.view();
    assert_eq!((view.cause, view.reason), (Some(Cause::Invalid), world.record.last_error.clone()), "{case}");
    assert!(view.hint.unwrap().contains("correct"), "{case}");
    let record = world.record.clone();
    world.step().unwrap();
    assert_eq!(world.record, record, "{case}");
    world.unreadable.clear();
    for _ in 0..2 {
        let response = world.response().unwrap();
        world.remove(&response);
        world.step().unwrap();
        assert_eq!((world.record.status, &world.record.last_error), (Status::InProgress, &None), "{case}");
    }
    world.forward(FAIL);
    assert_ne!(world.phase(), phase, "{case}");
}

/// Acceptance 6 and 7: a failed review begins the next iteration with the approved code, a passed one completes the session.
#[test]
fn a_verdict_leads_to_the_next_iteration_or_to_the_end() {
    let mut world = World::at(Phase::Reviewed);
    assert_eq!(world.step().unwrap_err().rule, "not-approved");
    world.decide("approve").unwrap();
    // Hole 12: code that was deleted is not carried over.
    world.remove("iteration-1/code/B.java");
    world.put("iteration-2/code/Own.java", "mine");
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.current_iteration), (Phase::Revising, 2));
    assert_eq!(world.warnings(), [warnings::CODE_CHANGED]);
    assert_eq!(world.file("iteration-2/code/A.java"), Some("class A {}\n"));
    assert_eq!(world.file("iteration-2/code/B.java"), None);
    assert_eq!(world.file("iteration-2/code/Own.java"), Some("mine"));
    let prompt = world.file("iteration-2/revising-prompt.md").unwrap();
    assert!(prompt.contains("| verdict: FAIL") && prompt.contains("| class A {}"), "{prompt}");
    world.forward(FAIL);
    assert_eq!(world.phase(), Phase::Revised);
    assert_eq!(world.file("iteration-2/code/A.java"), Some("class A { int i2; }\n"));
    while world.phase() != Phase::Complete {
        world.forward(PASS);
    }
    assert_eq!(
        (world.record.status, world.view().is_over, world.view().needs),
        (Status::Success, true, None)
    );
    for verb in ["step", "close", "new", "reopen"] {
        world.verb(verb).unwrap_err();
    }
    let refused = world.attempt("approve");
    assert!(refused.why.contains("a new session is required"), "{refused:?}");
    assert!(refused.hint.starts_with("frieze session take "), "{refused:?}");
    assert_eq!(Session::wants(&world.record).len(), 0);
}

/// The approved verdict counts, whatever becomes of its file, until another approval. A file that cannot be read keeps the phase.
#[test]
fn the_approved_verdict_counts() {
    let mut world = World::at(Phase::Reviewed);
    world.decide("approve").unwrap();
    world.put("iteration-1/reviewing-response.md", "nothing");
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.status), (Phase::Reviewed, Status::Error));
    world.remove("iteration-1/reviewing-response.md");
    world.step().unwrap();
    assert!(world.record.last_error.as_ref().unwrap().contains("put it back"));
    world.put("iteration-1/reviewing-response.md", PASS);
    let mut approved_again = World::at(Phase::Reviewed);
    world.step().unwrap();
    assert_eq!((world.phase(), world.warnings()), (Phase::Revising, vec![warnings::REVIEW_CHANGED]));
    approved_again.decide("approve").unwrap();
    approved_again.put("iteration-1/reviewing-response.md", PASS);
    approved_again.decide("approve").unwrap();
    approved_again.step().unwrap();
    assert_eq!(approved_again.phase(), Phase::Complete);
}

/// "REVIEWED: response received, verdict processed": a verdict that its counts contradict is one all the same, with a warning.
#[test]
fn a_verdict_against_its_counts_warns() {
    let mut world = World::at(Phase::Reviewing);
    world.put("iteration-1/reviewing-response.md", &PASS.replace("issues_critical: 0", "issues_critical: 1"));
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Reviewed);
    let warning = world.warnings()[0];
    assert!(warning.contains("says PASS, and counts 1 critical issue. The verdict decides"), "{warning}");
    let view = world.view();
    let says = "The review says PASS, and counts 1 critical issue";
    assert_eq!(view.gate().unwrap().question, format!("{says}. Approve reviewing-response.md?"));
    assert_eq!(view.reason, Some(format!("{says}; waits for an approval of reviewing-response.md")));
    world.decide("approve").unwrap();
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Complete);
    assert_eq!(
        world.view().next_command.as_deref(),
        Some("frieze session take t1 --into FOLDER"),
        "the code is wanted somewhere"
    );
}

/// The hint of a built-in step that fails is no step that fails again.
#[test]
fn a_built_in_step_without_a_design_says_what_to_do() {
    let mut world = World::empty();
    world.begin(&["feature=checkout", "planner=built-in"]).unwrap();
    world.step().unwrap();
    let refusal = world.step().unwrap_err();
    assert_eq!(refusal.rule, "no-design");
    assert!(
        refusal.hint.starts_with(
            "freeze the design (`frieze run design/checkout`, then `frieze approve design/checkout`), or"
        ),
        "{}",
        refusal.hint
    );
    assert!(refusal.hint.contains("planning-response.md"), "{}", refusal.hint);
}

#[test]
fn a_closed_session_takes_no_order_until_it_is_reopened() {
    for phase in Phase::ALL.iter().copied().filter(|phase| *phase != Phase::Complete) {
        let mut world = World::at(phase);
        assert_eq!(world.verb("reopen").unwrap_err().rule, "open");
        world.verb("close").unwrap();
        let view = world.view();
        assert_eq!((view.needs, view.is_over, view.gates.len()), (None, true, 0), "{phase}");
        assert!(view.is_closed && view.next.is_empty(), "{phase}: {:?}", view.next);
        assert_eq!(view.next_command.as_deref(), Some("frieze session reopen t1"));
        assert!(Session::wants(&world.record).is_empty());
        assert_eq!(world.step().unwrap_err().rule, "closed");
        world.verb("reopen").unwrap();
        assert_eq!(world.phase(), phase);
        let view = world.view();
        assert!(view.needs.is_some() && !view.is_closed && !view.next.is_empty(), "{phase}");
    }
}

/// A prompt that cannot be made moves nothing.
#[test]
fn a_profile_that_cannot_be_used_moves_nothing() {
    let mut world = World::new();
    world.terms.profiles.clear();
    assert_eq!(world.step().unwrap_err().rule, "profile");
    assert_eq!(world.phase(), Phase::Initialized);
}
