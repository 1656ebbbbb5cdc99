//! Orders that are ended by SIGKILL at each of their system calls: the session is as before or as after, no file is half
//! written, and giving the order again ends where it would have (promises P1, P3). Needs strace.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli_support::Place;
use crate::long;
use crate::sessions::{CODE, PLAN, Session, sha256};

/// The calls that change something; with `FRIEZE_LONG` also those that do not.
const CALLS: [&str; 10] = [
    "write",
    "fsync",
    "fdatasync",
    "rename",
    "renameat",
    "renameat2",
    "mkdir",
    "mkdirat",
    "unlink",
    "unlinkat",
];
const MORE_CALLS: [&str; 4] = ["openat", "close", "flock", "ftruncate"];

/// The most calls of one kind at which an order is ended; an order has fewer.
const MOST: usize = 400;

/// An order with the phases before and after it.
struct Case {
    make: fn() -> Session,
    order: &'static str,
    before: &'static str,
    after: &'static str,
}

const CASES: [Case; 4] = [
    Case {
        make: || {
            let session = Session::planning();
            session.write("planning-response.md", PLAN);
            session
        },
        order: "step",
        before: "planning",
        after: "planned",
    },
    Case { make: Session::planned, order: "approve", before: "planned", after: "generating" },
    Case {
        make: || {
            let session = Session::generating();
            session.write("iteration-1/generating-response.md", CODE);
            session
        },
        order: "step",
        before: "generating",
        after: "generated",
    },
    Case { make: Session::generated, order: "approve", before: "generated", after: "generated" },
];

/// Whether strace can be used here.
fn is_traceable() -> bool {
    let mut command = Command::new("strace");
    command.args(["-qq", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    let found = command.status().is_ok_and(|status| status.success());
    if !found {
        println!("not run: strace is missing or may not trace");
    }
    found
}

/// The session in a workspace of its own; making it by orders would take longer than the test.
fn copied(session: &Session) -> Session {
    let place = Place::empty();
    let from = format!("{}/.", session.place.root().display());
    let status = Command::new("cp").args(["-a", &from]).arg(place.root()).status().unwrap();
    assert!(status.success());
    Session { place }
}

/// Gives an order and kills it at its `at`-th call of this name; whether it was killed.
fn killed(place: &Place, order: &str, call: &str, at: usize) -> bool {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "/dev/null", "-e"]);
    command.arg(format!("trace={call}")).arg("-e").arg(format!("inject={call}:signal=KILL:when={at}"));
    command.arg(assert_cmd::cargo::cargo_bin!("frieze")).args(["session", order, "t1"]);
    command.current_dir(place.root()).env_clear().envs(place.environment());
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{call} {at}: {said}");
    // strace ends as its program did.
    output.status.code().is_none()
}

/// What has to be the same in the end: all files but record and journal, and the record without its times.
fn outcome(session: &Session) -> Vec<(String, String)> {
    let record = session.record();
    let mut parts: Vec<(String, String)> =
        ["phase", "status", "plan_hash", "review_hash", "current_iteration"]
            .into_iter()
            .map(|name| (name.to_owned(), record[name].to_string()))
            .collect();
    parts.push(("artifacts".into(), format!("{:?}", session.artifacts(1))));
    let phases: Vec<&Value> =
        record["phase_history"].as_array().unwrap().iter().map(|entry| &entry["phase"]).collect();
    parts.push(("history".into(), format!("{phases:?}")));
    parts.extend(session.contents().into_iter().map(|(name, bytes)| (name, sha256(bytes))));
    parts
}

/// An order that is refused in every phase of these cases lets frieze sweep what a killed process left.
fn swept(session: &Session) {
    let said = session.order(&["decide", "review"]);
    assert_eq!(said.code, 1, "{said:?}");
}

fn check(case: &Case, session: &Session, call: &str, at: usize, undisturbed: &[(String, String)]) -> bool {
    let session = copied(session);
    let responses = ["planning-response.md", "iteration-1/generating-response.md"];
    let response = |name: &str| session.exists(name).then(|| session.read(name));
    let written = responses.map(response);
    let was_killed = killed(&session.place, case.order, call, at);
    let what = format!("{} killed at {call} {at}", case.order);
    assert_eq!(responses.map(response), written, "{what}: a response changed");
    let listed = session.place.done(&["status"]);
    assert!(listed.out.contains("t1"), "{what}: {listed:?}");
    let shown = session.order(&["show"]);
    assert_eq!(shown.code, 0, "{what}: {shown:?}");
    let phase = session.phase();
    assert!([case.before, case.after].contains(&phase.as_str()), "{what}: {phase}");
    if was_killed && (phase == case.before) {
        // The second approval of the same code may be refused where the first was recorded.
        let said = session.order(&[case.order]);
        let codes: &[i32] = if case.before == case.after { &[0, 1] } else { &[0] };
        assert!(codes.contains(&said.code), "{what}: {said:?}");
    }
    swept(&session);
    assert_eq!(outcome(&session), undisturbed, "{what}");
    let log = session.place.json(&["session", "log", "t1", "--json"]);
    assert_eq!(log["damage"], serde_json::json!([]), "{what}");
    was_killed
}

/// Acceptance 9.
#[test]
fn an_order_that_is_killed_at_any_call_ends_where_it_would_have() {
    if !is_traceable() {
        return;
    }
    let mut points = 0;
    for case in CASES {
        let session = (case.make)();
        let whole = copied(&session);
        whole.goes(0, case.after, &[case.order]);
        swept(&whole);
        let undisturbed = outcome(&whole);
        let more: &[&str] = if long() { &MORE_CALLS } else { &[] };
        for call in CALLS.iter().chain(more) {
            // The gate tries every third call of those that are made often; `FRIEZE_LONG` all of them.
            let stride = if long() || !["write", "fsync", "fdatasync"].contains(call) { 1 } else { 3 };
            let is_killed = |at: &usize| check(&case, &session, call, *at, &undisturbed);
            points += (1..MOST).step_by(stride).take_while(is_killed).count();
        }
    }
    println!("{points} points");
    assert!(points > 20, "only {points} points: nothing was killed");
}
