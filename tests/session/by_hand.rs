//! A person with files takes a session from its first order to its end: phases, files, exit codes, `--json`, and the
//! commands that list and show it.

use serde_json::json;

use crate::cli_support::Place;
use crate::sessions::{
    CODE, Make, PLAN, REPOSITORY, STANDARDS, Session, TIER, creation, keys, review, row, sha256,
};

/// Acceptance 1, literally: nothing but the standards is there.
#[test]
fn a_new_session_has_a_record_and_its_standards() {
    let place = Place::empty();
    for name in STANDARDS {
        place.write(&format!("std/{name}"), format!("# {name}\n"));
    }
    place.done(&["init", "."]);
    place.done(&creation("t1"));
    let session = Session { place };
    let record = session.record();
    assert_eq!(record["standards_hash"], sha256(session.read("standards-bundle.md")));
    assert!(!session.exists("iteration-1") && !session.exists("planning-prompt.md"));
    assert_eq!(
        (&record["session_id"], &record["profile"], &record["phase"], &record["current_iteration"]),
        (&json!("t1"), &json!("jpa-mt"), &json!("initialized"), &json!(1))
    );
    let context = json!({
        "scope": "domain", "entity": "Tier", "table": "app.t", "bounded-context": "c", "schema-file": "s.sql",
    });
    assert_eq!(record["context"], context);
    let manual = json!({
        "planner": "manual", "generator": "manual", "reviewer": "manual", "reviser": "manual",
    });
    assert_eq!(record["providers"], manual);
    assert_eq!(record["artifacts"], json!([]), "standards are no artifacts");
    let names: Vec<String> = session.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["journal.jsonl", "session.json", "standards-bundle.md"]);
}

/// Acceptance 2.
#[test]
fn the_first_step_writes_the_prompt_and_the_second_changes_nothing() {
    let session = Session::new();
    let said = session.goes(3, "planning", &["step"]);
    assert!(said.out.contains("PLANNING"), "{said:?}");
    assert!(session.exists("planning-prompt.md") && !session.exists("iteration-1"));
    assert!(session.read("planning-prompt.md").contains("Tier"), "the context is in the prompt");
    assert_eq!(session.record()["status"], "in_progress");
    let before = session.files();
    let said = session.goes(3, "planning", &["step"]);
    let text = format!("{}{}", said.out, said.err);
    assert!(text.contains("planning-prompt.md") && text.contains("planning-response.md"), "{said:?}");
    let (code, shown) = session.json(&["step"]);
    assert_eq!((code, &shown["needs"], &shown["phase"]), (3, &json!("file"), &json!("planning")));
    let paths = ["planning-prompt.md", "planning-response.md"].map(Session::path);
    assert_eq!(shown["awaiting"], json!(paths));
    assert_eq!((&shown["approved"], &shown["lastError"]), (&json!(false), &json!(null)));
    assert_eq!(session.files(), before, "waiting changed a file");
}

/// Acceptance 3.
#[test]
fn a_plan_is_approved_and_the_generation_begins() {
    let session = Session::planning();
    session.write("planning-response.md", "plan\n");
    let said = session.goes(0, "planned", &["step"]);
    assert!(said.out.contains("PLANNED"), "{said:?}");
    let record = session.record();
    assert_eq!((&record["plan_hash"], &record["plan_approved"]), (&json!(null), &json!(false)));
    let said = session.stays(1, &["step"]);
    assert!(said.err.lines().any(|line| line.starts_with("hint: ") && line.contains("approve")), "{said:?}");
    let (code, shown) = session.json(&["approve"]);
    assert_eq!((code, &shown["phase"], &shown["iteration"]), (0, &json!("generating"), &json!(1)));
    let paths = ["iteration-1/generating-prompt.md", "iteration-1/generating-response.md"].map(Session::path);
    assert_eq!((&shown["needs"], &shown["awaiting"]), (&json!("file"), &json!(paths)));
    let record = session.record();
    assert_eq!((&record["plan_hash"], &record["plan_approved"]), (&json!(sha256("plan\n")), &json!(true)));
    assert_eq!(record["status"], "in_progress");
    assert!(session.exists("iteration-1/generating-prompt.md") && !session.exists("iteration-1/code"));
    assert_eq!(session.read("planning-response.md"), "plan\n");
}

/// Acceptance 4.
#[test]
fn the_code_of_a_response_is_extracted_byte_for_byte() {
    let session = Session::generating();
    session.write("iteration-1/generating-response.md", CODE);
    let said = session.goes(0, "generated", &["step"]);
    assert!(said.out.contains("GENERATED"), "{said:?}");
    assert_eq!(session.read("iteration-1/code/Tier.java"), TIER);
    assert_eq!(session.read("iteration-1/code/TierRepository.java"), REPOSITORY);
    let names = ["Tier", "TierRepository"].map(|name| (format!("iteration-1/code/{name}.java"), None));
    assert_eq!(session.artifacts(1), names);
    for artifact in session.record()["artifacts"].as_array().unwrap() {
        assert_eq!(artifact["phase"], "generated");
        assert!(artifact["created_at"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok(), "{artifact}");
    }
    assert_eq!(session.record()["status"], "success");
    assert_eq!(session.read("iteration-1/generating-response.md"), CODE, "a response is never changed");
    assert!(!session.read("session.json").contains("class Tier"), "the record has metadata only");
}

#[test]
fn files_have_exactly_the_bytes_between_their_markers() {
    let contents = [
        "// no newline at the end",
        "// spaces at the end  \n\n\n",
        "// lines\r\nof another\r\nsystem\r\n",
        "\ttabs and ü → 漢字 and \u{FEFF}\n",
        "text <<<FILE: Other.java>>>\n",
        "@@@REVIEW_META\n```\n--- x ---\n",
    ];
    for content in contents {
        let session = Session::generating();
        let last_line = if content.ends_with('\n') { content.to_owned() } else { format!("{content}\n") };
        let answer =
            format!("Text before.\n\n<<<FILE: First.java>>>\n{last_line}<<<FILE: Last.java>>>\n{content}");
        session.write("iteration-1/generating-response.md", &answer);
        session.goes(0, "generated", &["step"]);
        assert_eq!(session.read("iteration-1/code/First.java"), last_line, "{content:?}");
        assert_eq!(session.read("iteration-1/code/Last.java"), content, "{content:?}");
    }
}

/// Acceptance 6 and 7 in one tree: which files are there at the end, and none of a further iteration.
#[test]
fn the_files_of_a_whole_session_have_the_names_of_the_document() {
    let session = Session::revised("<<<FILE: Tier.java>>>\nclass Tier { long id; }\n");
    session.goes(0, "revised", &["approve"]);
    session.goes(0, "reviewing", &["step"]);
    session.write("iteration-2/reviewing-response.md", review("PASS"));
    session.goes(0, "reviewed", &["step"]);
    session.goes(0, "reviewed", &["approve"]);
    session.goes(0, "complete", &["step"]);
    let record = session.record();
    assert_eq!((&record["status"], &record["current_iteration"]), (&json!("success"), &json!(2)));
    let names: Vec<String> = session.files().into_iter().map(|(name, _)| name).collect();
    let expected = [
        "iteration-1/code/Tier.java",
        "iteration-1/code/TierRepository.java",
        "iteration-1/generating-prompt.md",
        "iteration-1/generating-response.md",
        "iteration-1/reviewing-prompt.md",
        "iteration-1/reviewing-response.md",
        "iteration-2/code/Tier.java",
        "iteration-2/code/TierRepository.java",
        "iteration-2/reviewing-prompt.md",
        "iteration-2/reviewing-response.md",
        "iteration-2/revising-prompt.md",
        "iteration-2/revising-response.md",
        "journal.jsonl",
        "planning-prompt.md",
        "planning-response.md",
        "session.json",
        "standards-bundle.md",
    ];
    assert_eq!(names, expected);
    let phases: Vec<&str> =
        record["phase_history"].as_array().unwrap().iter().filter_map(|e| e["phase"].as_str()).collect();
    let expected = [
        "planning",
        "planned",
        "generating",
        "generated",
        "reviewing",
        "reviewed",
        "revising",
        "revised",
        "reviewing",
        "reviewed",
        "complete",
    ];
    let begun = usize::from(phases.first() == Some(&"initialized"));
    assert_eq!(phases[begun..], expected);
}

/// Acceptance 7: a complete session takes no order.
#[test]
fn a_complete_session_refuses_every_order() {
    let session = Session::complete();
    assert_eq!(session.record()["status"], "success");
    let before = session.files();
    for words in [&["step"][..], &["approve"], &["decide", "review"], &["decide", "edit"], &["close"]] {
        session.stays(1, words);
    }
    let said = session.order(&["step"]);
    assert!(said.err.contains("new session"), "{said:?}");
    let changed = session.contents();
    assert_eq!(changed, before.into_iter().filter(|(name, _)| is_content(name)).collect::<Vec<_>>());
    assert_eq!(session.phase(), "complete");
}

fn is_content(name: &str) -> bool {
    !["session.json", "journal.jsonl"].contains(&name)
}

#[test]
fn orders_of_another_phase_are_refused() {
    let sessions: [(&str, Make); 4] = [
        ("initialized", Session::new),
        ("planning", Session::planning),
        ("generating", Session::generating),
        ("reviewing", Session::reviewing),
    ];
    for (phase, make) in sessions {
        let session = make();
        let before = session.contents();
        for words in [&["approve"][..], &["decide", "review"], &["decide", "edit"]] {
            session.stays(1, words);
            assert_eq!(session.phase(), phase);
        }
        assert_eq!(session.contents(), before, "{phase}");
    }
}

#[test]
fn a_response_that_appears_changes_what_the_session_needs() {
    let session = Session::planning();
    assert_eq!(session.row()["needs"], "file");
    session.write("planning-response.md", PLAN);
    assert_eq!(session.row()["needs"], "step");
    assert_eq!(session.json(&["show"]).1["needs"], "step");
    assert_eq!(session.phase(), "planning", "looking never moves a session");
    session.goes(0, "planned", &["step"]);
    let needs = session.row()["needs"].clone();
    assert!(["decision", "approval"].contains(&needs.as_str().unwrap_or_default()), "{needs}");
}

#[test]
fn status_list_show_and_log_show_a_session_and_change_nothing() {
    let session = Session::generating();
    let place = &session.place;
    let before = session.files();
    for arguments in [
        &["session", "show", "t1"][..],
        &["show", "session/t1"],
        &["session", "list"],
        &["status"],
        &["session", "verify", "t1"],
        &["session", "verify"],
        &["session", "log", "t1"],
        &["log", "session/t1"],
    ] {
        let said = place.done(arguments);
        let is_listing = !arguments.contains(&"verify") && !arguments.contains(&"log");
        assert!(!is_listing || said.out.contains("GENERATING"), "{arguments:?}: {said:?}");
        assert!(!is_listing || said.out.contains("t1"), "{arguments:?}: {said:?}");
        assert_eq!(said.err, "", "{arguments:?}");
    }
    let log = place.done(&["log", "session/t1"]).out;
    for words in ["PLANNING", "PLANNED → GENERATING"] {
        assert!(log.contains(words), "{words}: {log}");
    }
    for arguments in [&["session", "show", "t1", "--json"][..], &["show", "session/t1", "--json"]] {
        let shown = place.json(arguments);
        assert!(shown.to_string().contains("generating"), "{arguments:?}: {shown}");
    }
    for arguments in [&["session", "log", "t1", "--json"][..], &["log", "session/t1", "--json"]] {
        let log = place.json(arguments);
        assert_eq!(log["damage"], json!([]), "{arguments:?}");
        assert!(log["entries"].as_array().is_some_and(|entries| entries.len() > 3), "{log}");
    }
    let (code, shown) = session.json(&["show"]);
    assert_eq!((code, &shown["phase"], &shown["status"]), (0, &json!("generating"), &json!("in_progress")));
    let listing = place.json(&["session", "list", "--json"]);
    let status = place.json(&["status", "--json"]);
    assert_eq!(keys(&status), ["features", "limits", "schemaVersion", "sessions"]);
    for listing in [listing, status] {
        assert_eq!(row(&listing, "t1")["needs"], "file");
    }
    assert_eq!(session.files(), before, "looking changed a file");
}

#[test]
fn run_takes_steps_until_a_file_or_an_approval_is_missing() {
    let session = Session::new();
    let run = || session.place.run(&["run", "session/t1"]);
    assert_eq!((run().code, session.phase().as_str()), (3, "planning"));
    session.write("planning-response.md", PLAN);
    assert_eq!((run().code, session.phase().as_str()), (3, "planned"), "run approves nothing");
    assert_eq!((run().code, session.phase().as_str()), (3, "planned"));
    session.goes(0, "generating", &["approve"]);
    session.write("iteration-1/generating-response.md", "no marker\n");
    assert_eq!((run().code, session.phase().as_str()), (2, "generating"));
    session.write("iteration-1/generating-response.md", CODE);
    assert_eq!((run().code, session.phase().as_str()), (3, "generated"));
    session.goes(0, "generated", &["approve"]);
    session.write("iteration-1/reviewing-response.md", review("PASS"));
    assert_eq!((run().code, session.phase().as_str()), (3, "reviewed"), "two steps, each of its own");
    session.goes(0, "reviewed", &["approve"]);
    assert_eq!((run().code, session.phase().as_str()), (0, "complete"));
    let log = session.place.json(&["log", "session/t1", "--json"]).to_string();
    assert!(log.contains("order"), "each step is journalled: {log}");
}

#[test]
fn a_closed_session_refuses_orders_until_it_is_reopened() {
    for make in [Session::planning, Session::generated] {
        let session = make();
        let (phase, before) = (session.phase(), session.contents());
        let said = session.goes(0, &phase, &["close"]);
        assert!(said.out.contains("`frieze session reopen t1` goes on with it"), "{said:?}");
        assert!(!said.out.contains("next:"), "nothing has to be done: {said:?}");
        for words in [&["step"][..], &["approve"], &["decide", "review"]] {
            let said = session.stays(1, words);
            assert!(said.err.contains("reopen"), "{words:?}: {said:?}");
        }
        let shown =
            format!("{}{}", session.order(&["show"]).out, session.place.done(&["session", "list"]).out);
        assert!(shown.contains("closed"), "{shown}");
        let listed = session.place.done(&["status"]).out;
        assert!(listed.contains("closed, `frieze session reopen t1` goes on"), "{listed}");
        session.goes(0, &phase, &["reopen"]);
        assert_eq!(session.contents(), before);
        let said = session.order(&["step"]);
        assert_eq!(said.code, if phase == "planning" { 3 } else { 1 }, "{said:?}");
        assert!(!said.err.contains("reopen"), "{said:?}");
    }
}

#[test]
fn ids_are_made_of_the_profile_and_counted() {
    let session = Session::new();
    let mut words = creation("t1");
    words.remove(4);
    for n in 1..=3 {
        session.place.done(&words);
        assert!(session.place.exists(&format!(".aiwf/sessions/jpa-mt-{n}/session.json")), "{n}");
    }
}

#[test]
fn a_session_is_not_created_over_another_one() {
    let session = Session::planned();
    let before = session.place.snapshot();
    session.place.stopped(1, "t1", &creation("t1"));
    let is_same = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
        files.into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
    };
    assert!(is_same(session.place.snapshot()) == is_same(before), "a refused creation changed files");
}

#[test]
fn what_is_missing_is_named() {
    let session = Session::new();
    let place = &session.place;
    for verb in ["step", "approve", "close", "reopen", "show", "log", "verify"] {
        place.stopped(1, "nothing", &["session", verb, "nothing"]);
    }
    place.stopped(1, "nothing", &["session", "decide", "nothing", "review"]);
    place.stopped(1, "nothing", &["session", "take", "nothing", "--into", "out"]);
    for verb in ["show", "log", "run"] {
        place.stopped(1, "nothing", &[verb, "session/nothing"]);
    }
    place.stopped(1, "no-such-profile", &["session", "new", "t2", "--profile", "no-such-profile"]);
    place.stopped(1, "no-such-feature", &["session", "new", "t2", "--feature", "no-such-feature"]);
    let mut unknown = creation("t2");
    unknown.extend(["--planner", "no-such-agent"]);
    place.stopped(1, "no-such-agent", &unknown);
    for key in ["scope", "entity", "schema-file"] {
        let mut words = creation("t2");
        let at = words.iter().position(|word| word.starts_with(&format!("{key}="))).unwrap();
        words.drain(at - 1..=at);
        place.stopped(1, key, &words);
    }
    let mut words = creation("t2");
    let at = words.iter().position(|word| word.starts_with("scope=")).unwrap();
    words[at] = "scope=galaxy";
    place.stopped(1, "galaxy", &words);
    assert!(!place.exists(".aiwf/sessions/t2") && !place.exists(".aiwf/sessions/nothing"));
    assert_eq!(session.phase(), "initialized");
}

#[test]
fn words_outside_the_grammar_end_with_64() {
    let session = Session::planned();
    let before = session.files();
    for arguments in [
        &["session"][..],
        &["session", "step"],
        &["session", "approve"],
        &["session", "decide", "t1"],
        &["session", "decide", "t1", "perhaps"],
        &["session", "take", "t1"],
        &["session", "approve", "t1", "planned"],
        &["session", "new", "t2", "-c", "no-value"],
        &["session", "jump", "t1"],
    ] {
        let said = session.place.run(arguments);
        assert_eq!(said.code, 64, "{arguments:?}: {said:?}");
    }
    assert_eq!(session.files(), before);
}
