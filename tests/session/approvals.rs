//! What an approval hashes, what an edit after it changes (a warning, and nothing else), and revisions without changes.

use serde_json::{Value, json};

use crate::sessions::{CODE, PLAN, Session, review, sha256};

const CODE_CHANGED: &str = "⚠️  Code changed since approval";
const PLAN_CHANGED: &str = "⚠️  Plan changed since approval";
const NO_CHANGES: &str = "⚠️  Revision produced no changes";

/// No order but an approval records a hash.
#[test]
fn no_step_records_a_hash() {
    let unhashed = |session: &Session| {
        let record = session.record();
        let artifacts = record["artifacts"].as_array().unwrap();
        assert!(artifacts.iter().all(|artifact| artifact["sha256"].is_null()), "{record}");
        assert_eq!((&record["review_hash"], &record["prompt_hashes"]), (&json!(null), &json!({})));
        record
    };
    for session in [Session::new(), Session::planning(), Session::planned()] {
        assert_eq!(unhashed(&session)["plan_hash"], json!(null));
    }
    for session in [Session::generating(), Session::generated()] {
        assert_eq!(unhashed(&session)["plan_hash"], sha256(PLAN));
    }
    for session in [Session::reviewing(), Session::reviewed("FAIL")] {
        assert_eq!(session.record()["review_hash"], json!(null));
    }
    assert!(Session::revised(CODE).artifacts(2).iter().all(|(_, hash)| hash.is_none()));
}

/// Acceptance 5.
#[test]
fn code_is_hashed_as_it_is_and_a_later_edit_only_warns() {
    let session = Session::generated();
    session.write("iteration-1/code/Tier.java", "class Tier { long id; }\n");
    session.write("iteration-1/code/Note.java", "class Note {}\n");
    let (code, shown) = session.json(&["approve"]);
    assert_eq!((code, &shown["phase"], &shown["approved"]), (0, &json!("generated"), &json!(true)));
    let approved = session.code_hashes(1);
    assert_eq!((session.artifacts(1), approved.len()), (approved.clone(), 3));
    session.write("iteration-1/code/Tier.java", "class Tier { int id; }\n");
    let shown = session.json(&["show"]).1;
    assert!(shown["warnings"].to_string().contains(CODE_CHANGED), "{shown}");
    let said = session.goes(0, "reviewing", &["step"]);
    assert!(said.err.contains(CODE_CHANGED) && said.out.contains("REVIEWING"), "{said:?}");
    assert_eq!(session.artifacts(1), approved, "a step records no hash");
    assert!(session.exists("iteration-1/reviewing-prompt.md"));
    let prompt = session.read("iteration-1/reviewing-prompt.md");
    assert!(prompt.contains("int id"), "the review is of the current files: {prompt}");
    let log = session.place.json(&["session", "log", "t1", "--json"]).to_string();
    assert!(log.contains("hash-mismatch"), "{log}");
}

#[test]
fn without_an_edit_nothing_warns() {
    let session = Session::generated();
    for (phase, words) in
        [("generated", &["approve"][..]), ("reviewing", &["step"]), ("reviewing", &["show"])]
    {
        let said = session.goes(0, phase, words);
        assert_eq!(said.err, "", "{words:?}");
    }
    assert_eq!(session.json(&["show"]).1["warnings"], json!([]));
}

#[test]
fn a_second_approval_records_the_edit() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.write("iteration-1/code/Tier.java", "class Tier { int id; }\n");
    session.goes(0, "generated", &["approve"]);
    assert_eq!(session.artifacts(1), session.code_hashes(1));
    let said = session.goes(0, "reviewing", &["step"]);
    assert!(!said.err.contains(CODE_CHANGED), "{said:?}");
}

#[test]
fn a_file_added_after_the_approval_is_not_approved() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.write("iteration-1/code/Late.java", "class Late {}\n");
    let said = session.stays(1, &["step"]);
    assert!(said.err.contains("approve"), "{said:?}");
    session.goes(0, "generated", &["approve"]);
    session.goes(0, "reviewing", &["step"]);
    assert_eq!(session.artifacts(1).len(), 3);
}

/// What a step would refuse is no step that is due.
#[test]
fn an_added_file_needs_a_decision_wherever_it_is_said() {
    let session = Session::generated();
    let place = &session.place;
    session.goes(0, "generated", &["approve"]);
    session.write("iteration-1/code/Late.java", "class Late {}\n");
    let (approve, why) =
        ("frieze session approve t1", "iteration-1/code/Late.java was added after the approval");
    for arguments in [&["show", "session/t1", "--json"][..], &["session", "show", "t1", "--json"]] {
        let shown = place.json(arguments);
        let said = (&shown["needs"], &shown["nextCommand"]);
        assert_eq!(said, (&"decision".into(), &approve.into()), "{shown}");
    }
    let (_, shown) = session.json(&["show"]);
    assert_eq!(shown["approved"], false, "{shown}");
    let said = place.run(&["run", "session/t1"]);
    assert!(said.code == 3 && said.out.contains(approve) && said.out.contains(why), "{said:?}");
    for command in [&["status"][..], &["session", "show", "t1"]] {
        let said = place.done(command).out;
        assert!(said.contains("needs decision") && !said.contains("session step"), "{command:?}: {said}");
    }
    session.remove("iteration-1/code/Late.java");
    let (_, shown) = session.json(&["show"]);
    assert!(shown["needs"] == "step" && shown["approved"] == true, "{shown}");
    session.goes(0, "reviewing", &["step"]);
}

#[test]
fn a_deleted_file_is_dropped_by_an_approval_and_reported() {
    let session = Session::generated();
    session.remove("iteration-1/code/Tier.java");
    let said = session.goes(0, "generated", &["approve"]);
    assert!(format!("{}{}", said.out, said.err).contains("Tier.java"), "{said:?}");
    let artifacts = session.artifacts(1);
    assert_eq!((artifacts.len(), &artifacts), (1, &session.code_hashes(1)));
}

#[test]
fn a_file_deleted_after_the_approval_only_warns() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.remove("iteration-1/code/Tier.java");
    let said = session.goes(0, "reviewing", &["step"]);
    assert!(said.err.contains(CODE_CHANGED), "{said:?}");
    assert!(!session.exists("iteration-1/code/Tier.java"), "frieze gives back no file");
}

#[test]
fn without_code_there_is_nothing_to_approve() {
    let session = Session::generated();
    session.remove("iteration-1/code/Tier.java");
    session.remove("iteration-1/code/TierRepository.java");
    session.stays(1, &["approve"]);
    session.stays(1, &["step"]);
    session.write("iteration-1/code/Other.java", "class Other {}\n");
    session.goes(0, "generated", &["approve"]);
    assert_eq!(session.artifacts(1), session.code_hashes(1));
}

#[test]
fn a_plan_can_be_edited_until_it_is_approved() {
    let session = Session::planned();
    session.write("planning-response.md", "another plan\n");
    let said = session.goes(0, "generating", &["approve"]);
    assert!(!said.err.contains(PLAN_CHANGED), "{said:?}");
    assert_eq!(session.record()["plan_hash"], sha256("another plan\n"));
    let prompt = session.read("iteration-1/generating-prompt.md");
    assert!(prompt.contains("another plan"), "{prompt}");
}

#[test]
fn a_plan_that_is_gone_is_not_approved() {
    let session = Session::planned();
    session.remove("planning-response.md");
    let said = session.stays(1, &["approve"]);
    assert!(said.err.contains("planning-response.md"), "{said:?}");
    assert_eq!(session.record()["plan_hash"], json!(null));
    assert!(!session.exists("iteration-1"));
    session.write("planning-response.md", PLAN);
    session.goes(0, "generating", &["approve"]);
}

#[test]
fn a_plan_that_changes_after_its_approval_warns_at_every_order() {
    for deleted in [false, true] {
        let session = Session::generating();
        if deleted {
            session.remove("planning-response.md");
        } else {
            session.write("planning-response.md", "another plan\n");
        }
        session.write("iteration-1/generating-response.md", CODE);
        for (phase, words) in
            [("generated", &["step"][..]), ("generated", &["approve"]), ("reviewing", &["step"])]
        {
            let said = session.goes(0, phase, words);
            assert!(said.err.contains(PLAN_CHANGED), "{words:?}: {said:?}");
        }
        let verified = session.goes(0, "reviewing", &["verify"]);
        assert!(format!("{}{}", verified.out, verified.err).contains(PLAN_CHANGED), "{verified:?}");
        assert_eq!(session.order(&["verify", "--strict"]).code, 2);
        assert_eq!(session.record()["plan_hash"], sha256(PLAN), "the approved hash stays");
    }
}

#[test]
fn prompts_and_answers_are_hashed_on_request() {
    let session = Session::planning();
    let of_file = |name: &str| json!(sha256(session.read(name)));
    // A prompt that the person changed is hashed as it is.
    session.write("planning-prompt.md", "my own prompt\n");
    session.write("planning-response.md", PLAN);
    session.goes(0, "planned", &["step"]);
    session.goes(0, "generating", &["approve", "--hash-prompts"]);
    assert_eq!(
        session.record()["prompt_hashes"],
        json!({"planning-prompt.md": of_file("planning-prompt.md")})
    );
    session.write("iteration-1/generating-response.md", CODE);
    session.goes(0, "generated", &["step"]);
    session.goes(0, "generated", &["approve", "--hash-prompts"]);
    session.goes(0, "reviewing", &["step"]);
    session.write("iteration-1/reviewing-response.md", review("PASS"));
    session.goes(0, "reviewed", &["step"]);
    session.goes(0, "reviewed", &["approve", "--hash-prompts"]);
    let record = session.record();
    let hashes = record["prompt_hashes"].as_object().unwrap();
    for (name, hash) in hashes {
        assert_eq!(*hash, of_file(name), "{name}");
    }
    assert!(hashes.contains_key("iteration-1/reviewing-prompt.md"), "{record}");
    assert!(hashes.contains_key("iteration-1/generating-response.md"), "{record}");
    assert_eq!(record["review_hash"], of_file("iteration-1/reviewing-response.md"));
}

#[test]
fn without_the_request_no_prompt_is_hashed() {
    assert_eq!(Session::complete().record()["prompt_hashes"], json!({}));
}

#[test]
fn an_approval_records_who_and_which_hashes() {
    let session = Session::reviewed("PASS");
    session.goes(0, "reviewed", &["approve"]);
    let record = session.record();
    let approvals: Vec<Value> =
        record["metadata"]["frieze"]["approvals"].as_array().cloned().unwrap_or_default();
    let phases: Vec<&str> = approvals.iter().filter_map(|approval| approval["phase"].as_str()).collect();
    assert_eq!(phases, ["planned", "generated", "reviewed"]);
    let files = ["planning-response.md", "iteration-1/code/Tier.java", "iteration-1/reviewing-response.md"];
    for (approval, name) in approvals.iter().zip(files) {
        let text = approval.to_string();
        assert!(text.contains(name) && text.contains(&sha256(session.read(name))), "{name}: {text}");
        assert!(approval["by"].as_str().is_some_and(|by| by.contains("Ada Lovelace")), "{text}");
        let time = approval["at"].as_str().unwrap_or_default();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{text}");
    }
}

/// Acceptance 6: a revision with the code of the iteration before.
#[test]
fn a_revision_without_changes_asks_what_to_do() {
    let session = Session::reviewed("FAIL");
    session.stays(1, &["step"]);
    session.goes(0, "reviewed", &["approve"]);
    let said = session.goes(0, "revising", &["step"]);
    assert!(said.out.contains("REVISING"), "{said:?}");
    let record = session.record();
    assert_eq!((&record["current_iteration"], &record["review_approved"]), (&json!(2), &json!(false)));
    assert!(session.exists("iteration-2/revising-prompt.md"));
    assert_eq!(session.read("iteration-2/code/Tier.java"), session.read("iteration-1/code/Tier.java"));
    session.write("iteration-2/revising-response.md", CODE);
    session.goes(0, "revised", &["step"]);
    let said = session.goes(3, "revised", &["approve"]);
    assert!(said.err.contains(NO_CHANGES), "{said:?}");
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains("decide t1 review") && text.contains("edit"), "{said:?}");
    let waiting = session.order(&["step"]);
    assert!([1, 3].contains(&waiting.code) && session.phase() == "revised", "{waiting:?}");
    let needs = session.row()["needs"].clone();
    assert_eq!(needs, "decision");
    session.goes(0, "revised", &["decide", "review"]);
    session.stays(1, &["decide", "review"]);
    session.goes(0, "reviewing", &["step"]);
    assert_eq!(session.artifacts(2), session.code_hashes(2));
}

#[test]
fn a_revision_without_changes_can_be_edited_instead() {
    let session = Session::revised(CODE);
    session.goes(3, "revised", &["approve"]);
    session.goes(0, "revised", &["decide", "edit"]);
    assert!(session.artifacts(2).iter().all(|(_, hash)| hash.is_none()), "the approval is withdrawn");
    session.stays(1, &["step"]);
    session.write("iteration-2/code/Tier.java", "class Tier { long id; }\n");
    let said = session.goes(0, "revised", &["approve"]);
    assert!(!said.err.contains(NO_CHANGES), "{said:?}");
    session.goes(0, "reviewing", &["step"]);
}

/// The document's edge cases: a file more, a file less, another name, another content.
#[test]
fn only_equal_names_with_equal_hashes_are_no_change() {
    type Change = fn(&Session);
    let changes: [(&str, i32, Change); 6] = [
        ("nothing", 3, |_| ()),
        ("an edit that was undone", 3, |session| {
            session.write("iteration-2/code/Tier.java", "class X {}\n");
            session.write("iteration-2/code/Tier.java", session.read("iteration-1/code/Tier.java"));
        }),
        ("a file more", 0, |session| session.write("iteration-2/code/Note.java", "class Note {}\n")),
        ("a file less", 0, |session| session.remove("iteration-2/code/Tier.java")),
        ("another name", 0, |session| {
            let name = |name: &str| session.at(&format!("iteration-2/code/{name}.java"));
            std::fs::rename(name("Tier"), name("Level")).unwrap();
        }),
        ("another content", 0, |session| session.write("iteration-2/code/Tier.java", "class Tier { }\n")),
    ];
    for (name, code, change) in changes {
        let session = Session::revised(CODE);
        change(&session);
        let said = session.goes(code, "revised", &["approve"]);
        assert_eq!(said.err.contains(NO_CHANGES), code == 3, "{name}: {said:?}");
        assert_eq!(session.artifacts(2), session.code_hashes(2), "{name}");
    }
}

#[test]
fn a_revision_that_names_one_file_keeps_the_others() {
    let session = Session::revised("<<<FILE: Tier.java>>>\nclass Tier { long id; }\n");
    assert_eq!(session.read("iteration-2/code/Tier.java"), "class Tier { long id; }\n");
    let other = "iteration-2/code/TierRepository.java";
    assert_eq!(session.read(other), session.read("iteration-1/code/TierRepository.java"));
    assert_eq!(session.read("iteration-1/code/Tier.java"), "class Tier {}\n", "an iteration stays as it is");
    session.goes(0, "revised", &["approve"]);
    assert_eq!(session.artifacts(2), session.code_hashes(2));
    assert_eq!(session.artifacts(1), session.code_hashes(1));
    for artifact in session.record()["artifacts"].as_array().unwrap() {
        let phase = if artifact["iteration"] == 1 { "generated" } else { "revised" };
        assert_eq!(artifact["phase"], phase, "{artifact}");
    }
}

#[test]
fn verify_reports_and_only_strict_fails() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.goes(0, "generated", &["verify"]);
    session.goes(0, "generated", &["verify", "--strict"]);
    session.write("iteration-1/code/Tier.java", "class Tier { int id; }\n");
    let before = session.files();
    let said = session.goes(0, "generated", &["verify"]);
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains(CODE_CHANGED) && text.contains("Tier.java"), "{said:?}");
    for said in [said, session.place.run(&["verify"])] {
        assert!(said.out.contains("; `frieze verify session/t1` fails for that"), "{said:?}");
    }
    assert_eq!(session.place.run(&["verify", "session/t1"]).code, 2);
    assert_eq!(session.order(&["verify", "--strict"]).code, 2);
    assert_eq!(session.place.run(&["session", "verify", "--strict"]).code, 2, "all sessions");
    assert!(session.place.json(&["session", "verify", "t1", "--json"]).to_string().contains("Tier.java"));
    assert_eq!(session.files(), before, "verifying changed a file");
}

#[test]
fn take_copies_the_approved_code_and_overwrites_nothing_else() {
    let session = Session::generated();
    let take = ["take", "--into", "src/tiers"];
    session.stays(1, &take);
    assert!(!session.place.exists("src/tiers/Tier.java"), "not approved");
    session.goes(0, "generated", &["approve"]);
    session.goes(0, "generated", &take);
    for name in ["Tier.java", "TierRepository.java"] {
        let code = session.read(&format!("iteration-1/code/{name}"));
        assert_eq!(session.place.read(&format!("src/tiers/{name}")), code);
    }
    session.goes(0, "generated", &take);
    session.place.write("src/tiers/Tier.java", "// my own\n");
    session.place.write("src/tiers/Mine.java", "// mine\n");
    let said = session.stays(1, &take);
    assert!(said.err.contains("Tier.java"), "{said:?}");
    assert_eq!(session.place.read("src/tiers/Tier.java"), "// my own\n");
    assert_eq!(session.place.read("src/tiers/Mine.java"), "// mine\n");
}

#[test]
fn take_copies_the_last_iteration() {
    let session = Session::revised("<<<FILE: Tier.java>>>\nclass Tier { long id; }\n");
    session.goes(0, "revised", &["approve"]);
    session.goes(0, "revised", &["take", "--into", "src"]);
    assert_eq!(session.place.read("src/Tier.java"), "class Tier { long id; }\n");
    assert_eq!(session.place.read("src/TierRepository.java"), "interface TierRepository {}\n");
}

/// "Hash mismatches log warnings but do not block workflow": what was edited late is taken as it is.
#[test]
fn take_goes_on_after_a_late_edit_and_names_it() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.write("iteration-1/code/Tier.java", "class Tier { long id; }\n");
    let said = session.goes(0, "generated", &["take", "--into", "out"]);
    assert!(
        said.err.contains(&format!("{CODE_CHANGED} (.aiwf/sessions/t1/iteration-1/code/Tier.java)")),
        "{said:?}"
    );
    assert!(said.out.contains("copied 2 of 2 files into out\n"), "{said:?}");
    assert_eq!(session.place.read("out/Tier.java"), "class Tier { long id; }\n");
    let said = session.goes(0, "generated", &["take", "--into", "out"]);
    assert!(said.out.contains("copied 0 of 2 files into out; 2 already there, the same"), "{said:?}");
    session.remove("iteration-1/code/Tier.java");
    let said = session.goes(0, "generated", &["take", "--into", "less"]);
    assert!(said.err.contains("Tier.java") && said.out.contains("copied 1 of 2 files into"), "{said:?}");
    assert!(!session.place.exists("less/Tier.java"));
    // Nor is a file that nobody approved taken, and that is said.
    session.write("iteration-1/code/Late.java", "class Late {}\n");
    let said = session.goes(0, "generated", &["take", "--into", "more"]);
    let late = "not approved, so not copied (.aiwf/sessions/t1/iteration-1/code/Late.java)";
    assert!(said.err.contains(late) && said.out.contains("copied 1 of 2 files into"), "{said:?}");
    assert!(!session.place.exists("more/Late.java"));
    // A refusal leaves no folder behind.
    session.remove("iteration-1/code/TierRepository.java");
    session.stays(1, &["take", "--into", "none"]);
    assert!(!session.place.exists("none"));
}

/// A warning has one line, with the files that it is about.
#[test]
fn a_warning_is_one_line_with_its_files() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    session.write("planning-response.md", "another plan\n");
    session.write("iteration-1/code/Tier.java", "class Tier { int n; }\n");
    let said = session.goes(0, "reviewing", &["step"]);
    let warnings: Vec<&str> = said.err.lines().filter(|line| line.contains("changed since")).collect();
    let expected = [
        format!("{PLAN_CHANGED} (planning-response.md)"),
        format!("{CODE_CHANGED} (iteration-1/code/Tier.java)"),
    ];
    assert_eq!(warnings, expected, "{said:?}");
    let shown = session.place.done(&["session", "show", "t1"]).out;
    assert!(shown.contains("! Code changed since approval (") && !shown.contains("! ⚠️"), "{shown}");
    assert_eq!(shown.matches("Code changed since approval").count(), 1, "{shown}");
    let plain = session.place.done(&["session", "verify", "t1", "--plain"]).out;
    assert!(plain.contains("    Code changed since approval (") && !plain.contains("⚠️"), "{plain}");
}

#[test]
fn show_separates_choices_from_their_effects() {
    let shown = Session::planned().place.done(&["session", "show", "t1"]).out;
    let line = shown.lines().find(|line| line.starts_with("approve-prompts")).unwrap_or_default();
    assert!(line.starts_with("approve-prompts  As"), "{shown}");
}

#[test]
fn a_complete_session_says_how_to_take_its_code() {
    let session = Session::reviewed("PASS");
    session.goes(0, "reviewed", &["approve"]);
    let said = session.goes(0, "complete", &["step"]);
    assert!(said.out.contains("next: frieze session take t1 --into FOLDER"), "{said:?}");
}

#[test]
fn a_revision_shows_the_review_that_it_answers() {
    let session = Session::revised(CODE);
    let shown = session.place.done(&["session", "show", "t1"]).out;
    assert!(shown.contains("of iteration 1") && shown.contains("fail: "), "{shown}");
}
