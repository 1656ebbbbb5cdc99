//! A session of profile `contract`, from a frozen design to its end, without a network and without a model.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli_support::{CHECKOUT, Place, snapshot};
use crate::gate_support::{PROMPT, Terminal, freeze};
use crate::sessions::{Session, sha256};

const CREATION: [&str; 10] = [
    "session",
    "new",
    "--feature",
    "checkout",
    "--planner",
    "built-in",
    "--generator",
    "built-in",
    "--reviewer",
    "built-in",
];

/// A workspace whose feature `checkout` is frozen.
fn frozen() -> Place {
    let place = Place::candidate();
    freeze(&place, "checkout");
    place
}

/// Runs the session to its end; returns the phases in which an approval was given.
fn run_to_the_end(place: &Place, id: &str) -> Vec<String> {
    let (run, record) = (format!("session/{id}"), format!(".aiwf/sessions/{id}/session.json"));
    let mut approved = Vec::new();
    for _ in 0..20 {
        let said = place.run(&["run", &run]);
        let value: Value = serde_json::from_str(&place.read(&record)).unwrap();
        let phase = value["phase"].as_str().unwrap().to_owned();
        if phase == "complete" {
            assert_eq!(said.code, 0, "{said:?}");
            return approved;
        }
        assert_eq!(said.code, 3, "{phase}: {said:?}");
        place.done(&["session", "approve", id]);
        approved.push(phase);
    }
    panic!("{id} does not come to its end: {approved:?}");
}

/// Acceptance 10.
#[test]
fn a_frozen_design_becomes_contracts_with_three_approvals() {
    let place = frozen();
    let said = place.done(&CREATION);
    assert!(said.out.contains("checkout-1"), "{said:?}");
    assert_eq!(run_to_the_end(&place, "checkout-1"), ["planned", "generated", "reviewed"]);
    let code = ".aiwf/sessions/checkout-1/iteration-1/code";
    let names: Vec<String> = snapshot(&place.at(code)).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["acceptance.feature", "openapi.yaml", "schema.sql", "types.ts"]);
    let intent: Value =
        serde_json::from_str(&place.read("features/checkout/design/final/intent.json")).unwrap();
    let scenarios = place.read(&format!("{code}/acceptance.feature"));
    let ids: Vec<&str> =
        intent["requirements"].as_array().unwrap().iter().filter_map(|r| r["id"].as_str()).collect();
    assert!(ids.len() > 3, "{intent}");
    for id in ids {
        assert!(scenarios.contains(id), "{id} is not in {scenarios}");
    }
    let record: Value = serde_json::from_str(&place.read(".aiwf/sessions/checkout-1/session.json")).unwrap();
    assert_eq!((&record["profile"], &record["status"]), (&"contract".into(), &"success".into()));
    assert_eq!(record["providers"]["reviser"], "manual");
    assert_eq!(record["metadata"]["frieze"]["feature"], "checkout");
    let hashes: BTreeMap<&str, &str> = record["artifacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|artifact| (artifact["path"].as_str().unwrap(), artifact["sha256"].as_str().unwrap()))
        .collect();
    assert_eq!(hashes.len(), 4);
    for (path, hash) in hashes {
        assert_eq!(hash, sha256(place.read(&format!(".aiwf/sessions/checkout-1/{path}"))), "{path}");
    }
    // The design is an input: nothing of it changed.
    place.done(&["verify", "checkout"]);
    assert_eq!(place.state("checkout"), "FROZEN");
}

#[test]
fn a_changed_preview_is_named_and_not_the_marker() {
    let place = frozen();
    place.done(&CREATION);
    let page = "features/checkout/design/final/preview.html";
    place.write(page, format!("{}<!-- -->", place.read(page)));
    let said = place.run(&["show", "session/checkout-1"]);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("preview.html was changed since the approval"), "{said:?}");
    assert!(!words.contains("FROZEN.md cannot be used"), "{said:?}");
}

/// The verbs of the design say that its feature has more runs.
#[test]
fn a_feature_names_its_sessions() {
    let place = frozen();
    assert!(!place.done(&["show", "checkout"]).out.contains("session/checkout-1"));
    let frozen = |place: &Place| place.done(&["status"]).out.contains("1 frozen (not verified) · 1 feature");
    assert!(frozen(&place));
    place.done(&CREATION);
    assert!(frozen(&place), "{:?}", place.done(&["status"]));
    let said = place.done(&["show", "checkout"]);
    assert!(said.out.contains("also    session/checkout-1: `frieze show session/checkout-1`"), "{said:?}");
    let shown = place.json(&["show", "checkout", "--json"]);
    assert_eq!(shown["feature"]["flows"][1]["id"], "checkout-1", "{shown}");
    let said = place.done(&["log", "checkout"]);
    assert!(said.err.contains("checkout has other runs") && !said.out.contains("session/"), "{said:?}");
    for n in 2..=7 {
        place.done(&CREATION);
        assert!(place.done(&["session", "show", &format!("checkout-{n}")]).out.contains("INITIALIZED"));
    }
    assert!(place.done(&["show", "checkout"]).out.contains("session/checkout-5 and 2 more"));
}

#[test]
fn the_same_design_makes_the_same_files() {
    let place = frozen();
    for n in 1..=2 {
        place.done(&CREATION);
        run_to_the_end(&place, &format!("checkout-{n}"));
    }
    let files = |n: u8| snapshot(&place.at(&format!(".aiwf/sessions/checkout-{n}/iteration-1/code")));
    assert!(files(1) == files(2));
}

#[test]
fn the_contracts_are_taken_out_file_by_file() {
    let place = frozen();
    place.done(&CREATION);
    run_to_the_end(&place, "checkout-1");
    place.done(&["session", "take", "checkout-1", "--into", "contracts"]);
    let code = snapshot(&place.at(".aiwf/sessions/checkout-1/iteration-1/code"));
    assert!(snapshot(&place.at("contracts")) == code);
    place.done(&["session", "take", "checkout-1", "--into", "contracts"]);
    place.write("contracts/types.ts", "// my own\n");
    place.stopped(1, "types.ts", &["session", "take", "checkout-1", "--into", "contracts"]);
    assert_eq!(place.read("contracts/types.ts"), "// my own\n");
}

/// What is wrong with a complete session is said below its design; a field of the record may have any name.
#[test]
fn reasons_of_other_runs_cannot_act_on_the_terminal() {
    let place = frozen();
    place.done(&CREATION);
    run_to_the_end(&place, "checkout-1");
    let mut record: Value = serde_json::from_str(&place.read("features/checkout/design/state.json")).unwrap();
    record["x')\n\nnothing needs you\n\u{1b}]52;c;cm0gLXJm\u{7}\u{9b}8m\u{202e}"] = 1.into();
    place.write("features/checkout/design/state.json", record.to_string());
    let said = place.run(&["status"]);
    assert!(said.out.contains("session/checkout-1"), "{said:?}");
    assert!(!said.out.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{said:?}");
    assert!(!said.out.lines().any(|line| line == "nothing needs you"), "{said:?}");
}

/// One order, one phase: each agent's answer becomes the response file before the session moves.
#[test]
fn each_step_with_a_built_in_role_does_one_thing() {
    let place = frozen();
    let mut words = CREATION.to_vec();
    words.insert(2, "t1");
    place.done(&words);
    let session = Session { place };
    session.order(&["step"]);
    assert_eq!(session.phase(), "planning");
    for _ in 0..3 {
        let before = session.phase();
        let had_a_response = session.exists("planning-response.md");
        let said = session.order(&["step"]);
        assert!([0, 3].contains(&said.code), "{said:?}");
        if session.phase() != before {
            assert!(had_a_response, "the answer becomes the response file first");
            break;
        }
        assert!(session.exists("planning-response.md"), "{said:?}");
    }
    assert_eq!(session.phase(), "planned");
    session.stays(1, &["step"]);
    assert!(!session.exists("iteration-1"));
    // The response is a file like any other: the person edits it, and approves what is there.
    let plan = format!("{}\nMy own line.\n", session.read("planning-response.md"));
    session.write("planning-response.md", &plan);
    session.goes(0, "generating", &["approve"]);
    assert_eq!(session.record()["plan_hash"], sha256(&plan));
}

#[test]
fn the_session_of_a_feature_without_a_frozen_design_says_what_is_missing() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let said = place.run(&CREATION);
    assert!([0, 1].contains(&said.code), "{said:?}");
    if said.code == 1 {
        said.complains(1, "checkout");
        assert!(!place.exists(".aiwf/sessions/checkout-1"));
        return;
    }
    // A session can begin early; a built-in role has nothing to work with, and says so.
    let said = place.run(&["run", "session/checkout-1"]);
    assert!([1, 2, 3].contains(&said.code), "{said:?}");
    assert!(said.err.contains("hint: ") && said.err.contains("frozen"), "{said:?}");
    assert!(!place.exists(".aiwf/sessions/checkout-1/iteration-1"));
}

/// Without a frozen design the built-in agents have nothing to work from; a person may begin all the same.
#[test]
fn a_design_that_is_not_frozen_is_said_at_the_beginning() {
    let place = Place::candidate();
    let said = place.stopped(1, "checkout has no frozen design, and the built-in agents need one", &CREATION);
    assert!(
        said.err.contains("frieze approve checkout") && said.err.contains("leave out --feature"),
        "{said:?}"
    );
    assert!(!place.exists(".aiwf/sessions/checkout-1"));
    let said = place.done(&["session", "new", "--feature", "checkout", "--profile", "contract"]);
    assert!(said.err.contains("⚠️  checkout has no frozen design"), "{said:?}");
    freeze(&place, "checkout");
    let said = place.done(&CREATION);
    assert!(!said.err.contains("frozen"), "{said:?}");
}

/// A failed run cannot be approved, and goes on only after its reset.
#[test]
fn a_failed_design_is_reset_before_it_is_frozen() {
    let place = Place::workspace();
    place.write("b.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "b.md"]);
    assert_eq!(place.run(&["run", "checkout", "--set", "maxIterations=1"]).code, 2);
    let said = place.stopped(1, "checkout has no frozen design", &CREATION);
    let how = "(`frieze reset checkout`, `frieze run checkout`, then `frieze approve checkout`)";
    assert!(said.err.contains(how), "{said:?}");
    place.done(&["reset", "checkout"]);
    assert_eq!(place.run(&["run", "checkout", "--set", "maxIterations=2"]).code, 3);
}

/// Where only the feature is named, a person confirms at a terminal; a command that names the session needs none.
#[test]
fn an_approval_without_a_terminal_names_the_session() {
    let place = frozen();
    place.done(&CREATION);
    place.run(&["run", "session/checkout-1"]);
    let said = place.stopped(1, "approve needs a person at a terminal", &["approve", "checkout"]);
    assert!(said.err.contains("`frieze approve session/checkout-1`"), "{said:?}");
    let said = place.run(&["reject", "session/checkout-1"]);
    assert!(
        said.code == 1 && said.err.contains("it takes approve, approve-prompts: see `frieze show"),
        "{said:?}"
    );
    place.done(&["approve", "session/checkout-1"]);
}

/// What was changed after its approval is no work for a session: no prompt quotes it, and nothing is made of it.
#[test]
fn a_frozen_design_that_was_changed_is_refused_at_every_step() {
    let place = frozen();
    let intent = "features/checkout/design/final/intent.json";
    let approved = place.read(intent);
    let changed = approved.replace("Cart", "Rigged");
    assert_ne!(approved, changed);
    place.done(&CREATION);
    place.run(&["run", "session/checkout-1"]);
    place.write(intent, &changed);
    let said = place.run(&["session", "approve", "checkout-1"]);
    assert!(said.code == 1 && said.err.contains("frieze verify checkout"), "{said:?}");
    assert!(!place.exists(".aiwf/sessions/checkout-1/iteration-1/generation-prompt.md"));
    let said = place.stopped(1, "not the design that was frozen", &CREATION);
    assert!(
        said.err.contains("frieze verify checkout") && !place.exists(".aiwf/sessions/checkout-2"),
        "{said:?}"
    );
    let by_hand = ["session", "new", "--feature", "checkout", "--profile", "contract"];
    place.done(&by_hand);
    let said = place.run(&["session", "step", "checkout-2"]);
    assert!(said.code == 1 && said.err.contains("not the design that was frozen"), "{said:?}");
    place.write(intent, &approved);
    place.done(&["session", "approve", "checkout-1"]);
    assert_eq!(place.run(&["session", "step", "checkout-2"]).code, 3);
}

/// The approval is for the brief and the answers, too: `frieze verify` and a session say the same.
#[test]
fn a_changed_brief_or_new_answers_are_refused_at_every_step() {
    let place = frozen();
    let [brief, answers] = ["brief.md", "answers.md"].map(|name| format!("features/checkout/{name}"));
    let approved = place.read(&brief);
    assert!(!place.exists(&answers));
    place.done(&CREATION);
    place.run(&["run", "session/checkout-1"]);
    for (path, text) in
        [(&brief, format!("{approved}\n- More.\n")), (&answers, "## Which?\n\nNone.\n".to_owned())]
    {
        place.write(path, text);
        assert_eq!(place.run(&["verify", "checkout"]).code, 2, "{path}");
        for order in
            [&["session", "approve", "checkout-1"][..], &["session", "step", "checkout-1"], &CREATION]
        {
            let said = place.run(order);
            assert!(said.code == 1 && said.err.contains(path.as_str()), "{order:?}: {said:?}");
        }
        assert_eq!(place.json(&["show", "session/checkout-1", "--json"])["needs"], "restore", "{path}");
        place.write(&brief, &approved);
        let _ = std::fs::remove_file(place.at(&answers));
    }
    place.done(&["session", "approve", "checkout-1"]);
}

/// Code is made, approved and taken from the design that the session began with, frozen and as it was approved.
#[test]
fn another_design_stops_generation_approval_and_take() {
    let place = frozen();
    let [intent, marker] =
        ["intent.json", "FROZEN.md"].map(|name| format!("features/checkout/design/final/{name}"));
    let (approved, frozen) = (place.read(&intent), place.read(&marker));
    let put_back = || {
        place.write(&intent, &approved);
        place.write(&marker, &frozen);
    };
    let edit = || place.write(&intent, approved.replace("Cart", "Rigged"));
    let unfreeze = || std::fs::remove_file(place.at(&marker)).unwrap();
    place.done(&CREATION);
    let session: Value = serde_json::from_str(&place.read(".aiwf/sessions/checkout-1/session.json")).unwrap();
    let hash = place.done(&["hash", &intent]).out;
    assert_eq!(session["metadata"]["frieze"]["design"], hash.trim());
    let (step, approve) = (["session", "step", "checkout-1"], ["session", "approve", "checkout-1"]);
    let take = ["session", "take", "checkout-1", "--into", "src"];
    let is_refused = |order: &[&str]| {
        edit();
        let said = place.stopped(1, "not the design that was frozen", order);
        assert!(said.err.contains("frieze verify checkout") && said.err.contains("new session"), "{said:?}");
        let said = place.run(&["session", "verify", "checkout-1", "--strict"]);
        assert!(said.code == 2 && said.out.contains("not the design that was frozen"), "{said:?}");
        unfreeze();
        place.stopped(1, "not frozen any more", order);
        put_back();
        unfreeze();
        place.stopped(1, "not frozen any more", order);
        put_back();
        place.done(&["session", "verify", "checkout-1", "--strict"]);
    };
    for order in [step, step, step, approve, step, step, approve] {
        is_refused(&order);
        place.done(&order);
    }
    is_refused(&take);
    assert!(!place.exists("src"));
    place.done(&take);
    assert!(place.read("src/acceptance.feature").contains("Cart"));
}

/// Its code is not to be taken, which is said everywhere in the same words; but it needs nobody.
#[track_caller]
fn is_only_said(place: &Place, why: &str, due: &str) {
    let feature = place.json(&["status", "--json"])["features"][0].clone();
    assert_eq!((&feature["due"], &feature["flows"][1]["needs"]), (&due.into(), &Value::Null), "{feature}");
    place.stopped(1, why, &["session", "take", "checkout-1", "--into", "src"]);
    let id = "session/checkout-1";
    for command in [&["status"][..], &["session", "list"], &["show", id], &["verify"], &["session", "verify"]]
    {
        let said = place.run(command).out;
        assert!(said.contains(&format!("checkout-1 is COMPLETE: checkout: {why}")), "{command:?}: {said}");
        assert!(!said.contains("needs restore") && !said.contains("session take"), "{command:?}: {said}");
    }
    let shown = place.done(&["show", id]).out;
    assert!(shown.contains("or begin a new session") && !shown.contains("session close"), "{shown}");
}

#[test]
fn a_complete_session_whose_design_is_not_the_approved_one_any_more_says_so() {
    let place = frozen();
    place.done(&CREATION);
    run_to_the_end(&place, "checkout-1");
    let intent = "features/checkout/design/final/intent.json";
    let approved = place.read(intent);
    place.write(intent, approved.replace("Cart", "Rigged"));
    is_only_said(&place, "integrity violation", "design/checkout");
    place.write(intent, approved);
    std::fs::remove_file(place.at("features/checkout/design/final/FROZEN.md")).unwrap();
    place.done(&["unfreeze", "checkout", "--reason", "more to do"]);
    is_only_said(&place, "its design is not frozen any more", "design/checkout");
}

/// Nothing is to be restored: the other design was approved, too.
#[test]
fn a_complete_session_of_another_design_than_the_frozen_one_needs_nobody() {
    let place = frozen();
    place.done(&CREATION);
    run_to_the_end(&place, "checkout-1");
    std::fs::remove_file(place.at("features/checkout/design/final/FROZEN.md")).unwrap();
    place.done(&["unfreeze", "checkout", "--reason", "more to do"]);
    let brief = place.read("features/checkout/brief.md").replace("show the new total", "show the new sum");
    place.write("features/checkout/brief.md", brief);
    assert_eq!(place.run(&["run", "design/checkout"]).code, 3);
    let mut terminal = Terminal::start(&place, &["approve", "design/checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    assert_eq!(terminal.end().0, 0);
    let feature = place.json(&["status", "--json"])["features"][0].clone();
    let session = &feature["flows"][1];
    assert_eq!((&session["id"], &session["needs"]), (&"checkout-1".into(), &Value::Null), "{feature}");
    let why = session["reason"].as_str().unwrap();
    assert!(why.contains("it is frozen as") && !why.contains("put the approved files back"), "{why}");
    is_only_said(&place, "it is frozen as", "design/checkout");
}

/// What no order of it can do is offered nowhere: lists, `show` and the gate say what is needed instead.
#[test]
fn a_session_whose_design_changed_needs_it_restored() {
    let place = frozen();
    let [intent, marker] =
        ["intent.json", "FROZEN.md"].map(|name| format!("features/checkout/design/final/{name}"));
    let approved = place.read(&intent);
    let kept: Vec<(String, Vec<u8>)> =
        place.snapshot().into_iter().filter(|(path, _)| path.starts_with("features/")).collect();
    place.done(&CREATION);
    place.run(&["run", "session/checkout-1"]);
    place.done(&["session", "new", "--feature", "checkout", "--profile", "contract"]);
    let barred = |shown: &Value| -> Vec<String> {
        let choices = shown["gates"][0]["choices"].as_array().into_iter().flatten();
        choices.filter_map(|choice| Some(choice["barred"].as_str()?.to_owned())).collect()
    };
    let is_restored_first = |why: &str, due: (&str, &str), next: &str| {
        let is_why = |text: &Value| {
            let text = text.as_str().unwrap_or_default();
            let names_next = text.contains(next);
            text.contains(why) && names_next && text.contains("new session")
        };
        let rows = place.json(&["session", "list", "--json"]);
        for row in rows["sessions"].as_array().unwrap() {
            assert!(row["needs"] == "restore" && is_why(&row["reason"]), "{row}");
        }
        let feature = place.json(&["status", "--json"])["features"][0].clone();
        assert_eq!(
            (&feature["due"], &feature["next"], &feature["flows"][1]["needs"]),
            (&due.0.into(), &due.1.into(), &"restore".into())
        );
        let listed = place.done(&["status"]).out;
        let line = listed.lines().find(|line| line.contains("session/checkout-1")).unwrap();
        assert!(line.contains("needs restore"), "{listed}");
        let shown = place.json(&["show", "session/checkout-1", "--json"]);
        let details = place.json(&["session", "show", "checkout-1", "--json"]);
        assert!(is_why(&shown["reason"]), "{shown}");
        assert_eq!(barred(&shown).len(), 2, "{shown}");
        assert!(barred(&shown).into_iter().all(|why| is_why(&why.into())), "{shown}");
        for shown in [shown, details] {
            assert_eq!(
                (&shown["needs"], &shown["nextCommand"]),
                (&"restore".into(), &next.into()),
                "{shown}"
            );
        }
        let printed = place.done(&["show", "session/checkout-1"]).out;
        assert!(printed.contains("needs restore") && !printed.contains("session approve"), "{printed}");
        let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("? approve not possible now approve-prompts not possible now"), "{printed}");
    };
    place.write(&intent, approved.replace("Cart", "Rigged"));
    let verify = "frieze verify checkout";
    is_restored_first("not the design that was frozen", ("session/checkout-1", verify), verify);
    place.write(&intent, &approved);
    std::fs::remove_file(place.at(&marker)).unwrap();
    // Why its marker was deleted is asked first. Without it, there is nothing to verify.
    let asks = ("design/checkout", "frieze show design/checkout");
    is_restored_first("not frozen any more", asks, "frieze run design/checkout");
    // With its record: the marker alone is no freeze any more, once frieze has seen that it was deleted.
    kept.iter().for_each(|(path, bytes)| place.write(path, bytes));
    let shown = place.json(&["show", "session/checkout-1", "--json"]);
    assert!(shown["needs"] == "decision" && barred(&shown).is_empty(), "{shown}");
    let rows = place.json(&["session", "list", "--json"]);
    assert_eq!(
        (&rows["sessions"][0]["needs"], &rows["sessions"][1]["needs"]),
        (&"decision".into(), &"step".into())
    );
}

/// A feature has one next thing, whichever of its runs that is.
#[test]
fn the_session_of_a_feature_is_its_next_thing_until_it_is_complete() {
    let place = frozen();
    let feature = |place: &Place| -> Value {
        let listing: Value = serde_json::from_str(&place.done(&["status", "--json"]).out).unwrap();
        listing["features"][0].clone()
    };
    let before = feature(&place);
    assert!(before.get("due").is_none());
    place.done(&CREATION);
    let said = place.run(&["run", "checkout"]);
    assert!(said.code == 3 && said.out.contains("session/checkout-1"), "{said:?}");
    let now = feature(&place);
    let fields = before.as_object().unwrap();
    assert!(fields.iter().all(|(name, value)| now[name] == *value), "{now}");
    assert_eq!(
        (&now["due"], &now["next"], &now["flows"][1]["needs"]),
        (&"session/checkout-1".into(), &"frieze session approve checkout-1".into(), &"decision".into())
    );
    let said = place.done(&["status"]).out;
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    assert!(
        lines[0].starts_with("checkout  PLANNED") && lines[0].contains("session/checkout-1 needs decision")
    );
    let counts = "1 needs you · 1 frozen (not verified) · 1 feature";
    assert_eq!(lines[1..], ["design/checkout  FROZEN", "", counts], "{said}");
    // Without its name, the decision is typed at a terminal.
    place.run(&["approve", "checkout"]).complains(1, "terminal");
    place.run(&["reject", "session/checkout-1"]).complains(1, "checkout-1");
    let said = place.done(&["approve", "session/checkout-1"]);
    assert!(said.out.contains("session/checkout-1  GENERATING"), "{said:?}");

    let said = place.done(&["verify", "session/checkout-1"]);
    assert_eq!(said.out.trim(), "session/checkout-1  nothing that was approved has changed");
    let plan = ".aiwf/sessions/checkout-1/planning-response.md";
    let approved = place.read(plan);
    place.write(plan, format!("{approved}More.\n"));
    let said = place.run(&["verify", "session/checkout-1"]);
    assert!(said.code == 2 && said.out.contains("planning-response.md"), "{said:?}");
    let said = place.done(&["verify"]);
    assert!(said.out.contains("changed; `frieze verify session/checkout-1` fails"), "{said:?}");
    place.write(plan, approved);
    assert!(place.done(&["doctor"]).out.contains("sessions: 1 checked"));
    place.write(".aiwf/sessions/archive/notes.md", "A person's own folder.");
    place.done(&["doctor"]);
    // Without its record nothing lists what is in its folder.
    let [record, aside] =
        ["checkout-1/session.json", "aside"].map(|name| place.at(&format!(".aiwf/sessions/{name}")));
    std::fs::rename(&record, &aside).unwrap();
    let said = place.run(&["doctor"]);
    assert!(
        said.out.contains("session/checkout-1: .aiwf/sessions/checkout-1 has no session.json"),
        "{said:?}"
    );
    assert!(said.code == 2 && said.out.contains("restore session.json from version control"), "{said:?}");
    std::fs::rename(&aside, &record).unwrap();

    run_to_the_end(&place, "checkout-1");
    assert_eq!(feature(&place)["due"], "design/checkout");
}

/// A role that the command does not name is given to the configured agent.
#[test]
fn the_configuration_names_the_agents_of_roles() {
    let place = frozen();
    let roles = "roles:\n  session: {planner: built-in, reviewer: nobody}\n  design: {critic: built-in}\n";
    place.write("frieze.yaml", format!("{}{roles}", place.read("frieze.yaml")));
    let new = ["session", "new", "t1", "--feature", "checkout"];
    place.run(&new).complains(1, "roles.session.reviewer nobody: ");
    place.done(&[&new[..], &["--reviewer", "manual"]].concat());
    let record: Value = serde_json::from_str(&place.read(".aiwf/sessions/t1/session.json")).unwrap();
    let providers = &record["providers"];
    assert_eq!(
        (&providers["planner"], &providers["generator"], &providers["reviewer"]),
        (&"built-in".into(), &"manual".into(), &"manual".into())
    );
    let settings = place.done(&["config"]).out;
    assert!(settings.contains("roles.session.planner") && !settings.contains("roles.design"), "{settings}");
    place.write("frieze.yaml", "version: 1\nroles: {session: {poet: built-in}}\n");
    place.run(&["config"]).complains(1, "unknown key 'poet'");
}
