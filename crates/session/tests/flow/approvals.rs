//! Approvals: what is hashed, what a decision is bound to, and what is only reported.

use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_kernel::{FileProblem, Flow as _, GateKind, Need, NoteKind, Phase as _};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;
use frieze_session::record::Status;
use frieze_session::warnings;

use crate::world::{CODE, FAIL, PASS, World};

fn digest(text: &str) -> Option<Digest> {
    Some(Digest::of(text.as_bytes()))
}

/// Acceptance 3: the one approval that also moves (ruling 17).
#[test]
fn an_approved_plan_begins_generating_in_one_commit() {
    let mut world = World::at(Phase::Planned);
    assert_eq!(world.view().gate().unwrap().kind, GateKind::Plain);
    world.decide("approve").unwrap();
    assert_eq!((world.phase(), world.record.current_iteration), (Phase::Generating, 1));
    assert_eq!((world.record.plan_approved, world.record.plan_hash), (true, digest("the plan\n")));
    assert!(world.record.prompt_hashes.is_empty());
    assert!(world.file("iteration-1/generating-prompt.md").unwrap().contains("| the plan"));
    let approval = &world.record.metadata.frieze.approvals[0];
    assert_eq!((approval.by.as_str(), approval.phase, approval.files.len()), ("Ada", Phase::Planned, 1));
    assert_eq!(
        world.notes.iter().map(|note| note.0).collect::<Vec<_>>(),
        [NoteKind::Order, NoteKind::Approval]
    );
}

/// S44: prompts and responses only if they are asked for.
#[test]
fn prompts_are_hashed_on_demand() {
    let mut world = World::at(Phase::Planned);
    world.decide("approve-prompts").unwrap();
    world.forward(PASS);
    world.decide("approve-prompts").unwrap();
    let hashed: Vec<&str> = world.record.prompt_hashes.keys().map(String::as_str).collect();
    let expected =
        ["iteration-1/generating-prompt.md", "iteration-1/generating-response.md", "planning-prompt.md"];
    assert_eq!(hashed, expected);
    assert_eq!(world.record.prompt_hashes[expected[1]], digest(CODE).unwrap());
}

/// S30: the profile validates the plan; what it refuses is on record and approves nothing.
#[test]
fn a_blank_plan_is_not_approved() {
    let mut world = World::at(Phase::Planned);
    world.put("planning-response.md", "\n");
    world.decide("approve").unwrap();
    assert_eq!(
        (world.phase(), world.record.status, world.record.plan_hash),
        (Phase::Planned, Status::Error, None)
    );
    assert!(world.record.metadata.frieze.approvals.is_empty());
    world.put("planning-response.md", "better");
    world.decide("approve").unwrap();
    assert_eq!((world.phase(), &world.record.last_error), (Phase::Generating, &None));
}

/// Acceptance 5: what is there is hashed, and later edits only warn (S35, S36, S52, S53).
#[test]
fn edited_added_and_deleted_files_are_approved_as_they_are() {
    let mut world = World::at(Phase::Generated);
    world.put("iteration-1/code/A.java", "edited");
    world.put("iteration-1/code/C.java", "added");
    world.remove("iteration-1/code/B.java");
    world.put("iteration-1/code/.DS_Store", "of the system");
    world.decide("approve").unwrap();
    let hashes: Vec<_> = world.record.artifacts.iter().map(|one| (one.path.as_str(), one.sha256)).collect();
    assert_eq!(
        hashes,
        [("iteration-1/code/A.java", digest("edited")), ("iteration-1/code/C.java", digest("added"))]
    );
    let texts: Vec<&str> = world.notes.iter().map(|(_, text)| text.as_str()).collect();
    assert!(
        texts.iter().any(|text| text.contains("added by a person: iteration-1/code/C.java")),
        "{texts:?}"
    );
    assert!(texts.iter().any(|text| text.contains("deleted by a person: iteration-1/code/B.java")));
    assert_eq!((world.phase(), world.view().needs), (Phase::Generated, Some(Need::Step)));
    assert!(world.view().gates[0].question.contains("again"), "an edit can be approved");

    world.put("iteration-1/code/A.java", "edited again");
    world.remove("iteration-1/code/C.java");
    world.put("planning-response.md", "another plan");
    world.put("iteration-1/code/D.java", "class D {}");
    assert_eq!(world.step().unwrap_err().rule, "not-approved");
    world.remove("iteration-1/code/D.java");
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Reviewing);
    assert_eq!(world.warnings(), [warnings::PLAN_CHANGED, warnings::CODE_CHANGED]);
    assert!(world.file("iteration-1/reviewing-prompt.md").unwrap().contains("| edited again"));
}

/// A decision holds for the files that were shown: edited, deleted, added ones are others.
#[test]
fn files_that_change_between_showing_and_deciding_are_not_approved() {
    type Change = fn(&mut World);
    let code: [Change; 4] = [
        |world| world.put("iteration-1/code/A.java", "edited"),
        |world| world.remove("iteration-1/code/A.java"),
        |world| world.put("iteration-1/code/C.java", "added"),
        |world| world.put("iteration-1/code/sub/C.java", "in a folder"),
    ];
    for change in code {
        let mut world = World::at(Phase::Generated);
        let decision = world.decision("approve");
        change(&mut world);
        let refusal = world.send(&decision).unwrap_err();
        assert_eq!(refusal.rule, "changed", "{}", refusal.why);
        assert!(world.record.artifacts.iter().all(|one| one.sha256.is_none()));
    }
    let mut world = World::at(Phase::Planned);
    let decision = world.decision("approve");
    world.remove("planning-response.md");
    assert_eq!(world.send(&decision).unwrap_err().rule, "changed");
    // The view without files is bound to none.
    let gate = Session::view(&world.record).gates.remove(0);
    let blind = gate.decide("approve", None, frieze_kernel::Confirmed::Named("t1"), false).unwrap();
    assert_eq!(world.send(&frieze_kernel::Event::Decided(blind)).unwrap_err().rule, "changed");
}

/// A gate without a file to approve says why.
#[test]
fn a_gate_without_files_is_barred() {
    let barred = |world: &World| world.view().gate().unwrap().choices[0].barred.clone().unwrap_or_default();
    let mut world = World::at(Phase::Planned);
    assert_eq!(barred(&world), "");
    world.remove("planning-response.md");
    assert!(barred(&world).contains("planning-response.md is missing"));
    let view = world.view();
    assert!(view.reason.unwrap().contains("planning-response.md is missing"), "the list says it too");
    assert_eq!((view.file_problem, view.next_command), (Some(FileProblem::Damaged), None));
    let mut world = World::at(Phase::Generated);
    world.put("iteration-1/code/my file.txt", "x");
    assert!(barred(&world).contains("is not a file name"), "{}", barred(&world));
    world.remove("iteration-1/code/my file.txt");
    world.put("iteration-1/code/sub/a.txt", "x");
    assert!(barred(&world).contains("no plain file"));
    world.remove("iteration-1/code/sub/a.txt");
    world.unreadable.insert(".aiwf/sessions/t1/iteration-1/code/A.java".to_owned());
    assert!(barred(&world).contains("too many bytes"));
    world.remove("iteration-1/code/A.java");
    world.unreadable.clear();
    world.remove("iteration-1/code/B.java");
    assert!(barred(&world).contains("has no file to approve"));
    for number in 0..=500 {
        world.put(&format!("iteration-1/code/{number}.x"), "x");
    }
    assert!(barred(&world).contains("more than 500 files"));
}

/// Acceptance 6, S46: an approved revision without changes asks what to do, and a withdrawn approval is another gate.
#[test]
fn a_revision_without_changes_is_reviewed_or_edited() {
    let mut world = World::at(Phase::Revising);
    world.put("iteration-2/revising-response.md", "<<<FILE: A.java>>>\nclass A {}\n");
    world.step().unwrap();
    let first = world.view().gate().unwrap().key.clone();
    world.decide("approve").unwrap();
    assert_eq!(world.warnings(), [warnings::NO_OP]);
    let view = world.view();
    assert_eq!(
        (view.needs, view.next_command.as_deref()),
        (Some(Need::Decision), Some("frieze session decide t1 edit"))
    );
    assert!(view.reason.unwrap().contains(warnings::NO_OP_CAUSES[0]));
    let names: Vec<&str> = view.gates[0].choices.iter().map(|choice| choice.name).collect();
    assert_eq!(names, ["review", "edit"]);
    assert_eq!(world.step().unwrap_err().rule, "not-approved");

    world.decide("edit").unwrap();
    let of_now = || world.record.artifacts.iter().filter(|one| one.iteration == 2);
    assert!(of_now().count() == 2 && of_now().all(|one| one.sha256.is_none()));
    assert_ne!(world.view().gate().unwrap().key, first);
    world.decide("approve").unwrap();
    world.decide("review").unwrap();
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.current_iteration), (Phase::Reviewing, 2));

    // A changed file makes the revision another one.
    let mut world = World::at(Phase::Revised);
    world.decide("approve").unwrap();
    assert!(world.warnings().is_empty() && !world.record.metadata.frieze.no_op);
}

/// Acceptance 8, S26, S27: changed standards are reported at every approval and by the verification, and block nothing.
#[test]
fn changed_standards_warn_at_every_boundary() {
    for phase in Phase::ALL.iter().copied().filter(|phase| phase.boundary().is_some()) {
        let mut world = World::at(phase);
        let verified = |world: &World| {
            let id = &world.record.session_id;
            Session::verify(id, Some(&world.record), world, &frieze_kernel::approval::Rules::default())
                .unwrap()
        };
        assert_eq!(verified(&world).problem, None, "{phase}");
        world.put("standards-bundle.md", "other");
        world.decide("approve").unwrap();
        assert_eq!(world.warnings(), [warnings::STANDARDS_CHANGED_AT_APPROVAL], "{phase}");
        assert!(verified(&world).problem.unwrap().contains(warnings::STANDARDS_CHANGED));
        assert!(!verified(&world).is_broken);
    }
    let mut world = World::at(Phase::Planned);
    world.remove("standards-bundle.md");
    world.decide("approve").unwrap();
    assert_eq!(world.warnings(), ["Could not verify standards: the file is missing"]);
}

/// Ruling 14: what changed since its approval is reported, whatever it is.
#[test]
fn a_verification_reports_every_change() {
    let mut world = World::at(Phase::Reviewed);
    world.decide("approve").unwrap();
    world.put("planning-response.md", "x");
    world.put("iteration-1/code/A.java", "x");
    world.put("iteration-1/reviewing-response.md", FAIL.trim());
    let rules = frieze_kernel::approval::Rules::default();
    let problem = Session::verify(&world.record.session_id, Some(&world.record), &world, &rules)
        .unwrap()
        .problem
        .unwrap();
    for text in [warnings::PLAN_CHANGED, warnings::CODE_CHANGED, warnings::REVIEW_CHANGED] {
        assert!(problem.contains(text), "{problem}");
    }
    // An earlier iteration is history: only the last approved code is compared.
    let mut world = World::at(Phase::Revised);
    world.decide("approve").unwrap();
    world.put("iteration-1/code/A.java", "x");
    let verified = |world: &World| {
        Session::verify(&world.record.session_id, Some(&world.record), world, &rules).unwrap().problem
    };
    assert_eq!(verified(&world), None);
    world.put("iteration-2/code/A.java", "x");
    assert_eq!(verified(&world), Some(format!("{} (iteration-2/code/A.java)", warnings::CODE_CHANGED)));
    let never = World::empty();
    assert_eq!(
        Session::verify(&never.record.session_id, Some(&never.record), &|_: &_| FileState::Absent, &rules),
        None
    );
}

/// S29, S33: where nothing is to be approved, the order says what to do.
#[test]
fn an_approval_in_another_phase_is_refused_with_the_next_command() {
    let refusal = World::at(Phase::Planning).attempt("approve");
    assert_eq!((refusal.rule, refusal.hint.as_str()), ("no-boundary", "frieze session step t1"));
    assert!(refusal.why.contains("write planning-response.md, then let a step read it"), "{}", refusal.why);
    let mut world = World::at(Phase::Planning);
    world.put("planning-response.md", "plan");
    world.send(&frieze_kernel::Event::Inspected).unwrap();
    assert!(world.attempt("approve").why.contains("no step has read it yet"));
    assert_eq!(World::new().attempt("approve").rule, "no-boundary");
    assert_eq!(World::new().attempt("fly").rule, "no-such-order");
}
