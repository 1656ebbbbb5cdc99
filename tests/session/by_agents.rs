//! Roles that a configured agent plays: its answer becomes the response file, and a fault keeps the phase.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use crate::sessions::{PLAN, Session, creation, workspace};

/// A session whose planner is a program of the user's own.
fn planned_by(script: &str) -> Session {
    let place = workspace();
    place.write("agent.sh", format!("#!/bin/sh\ncat >/dev/null\n{script}\n"));
    fs::set_permissions(place.at("agent.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    let folder = place.home().join("config/frieze");
    fs::create_dir_all(&folder).unwrap();
    let program = place.at("agent.sh");
    let settings = format!("agents:\n  prog:\n    kind: command\n    command: [{}]\n", program.display());
    fs::write(folder.join("config.yaml"), settings).unwrap();
    let mut words = creation("t1");
    words.extend(["--planner", "prog"]);
    place.done(&words);
    Session { place }
}

#[test]
fn the_answer_of_an_agent_becomes_the_response_file() {
    let session = planned_by("printf '# Plan\\n\\n1. Write the entity.\\n2. Write the repository.\\n'");
    assert_eq!(session.record()["providers"]["planner"], "prog");
    let said = session.place.run(&["run", "session/t1"]);
    assert_eq!((said.code, session.phase().as_str()), (3, "planned"), "{said:?}");
    assert_eq!(session.read("planning-response.md").trim(), PLAN.trim());
    let exchange = crate::cli_support::snapshot(&session.at("exchange"));
    let texts: String =
        exchange.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    assert!(texts.contains("Write the repository."), "the answer is kept as it was: {texts}");
    session.stays(1, &["step"]);
    session.goes(0, "generating", &["approve"]);
    // The other roles are people.
    session.goes(3, "generating", &["step"]);
}

/// A response that a person wrote is used; nobody is asked for another.
#[test]
fn a_response_file_comes_before_the_agent() {
    let session = planned_by("echo asked >>\"$HOME/asked\"; echo another plan");
    session.order(&["step"]);
    if session.phase() == "planning" && !session.exists("planning-response.md") {
        session.write("planning-response.md", PLAN);
        session.goes(0, "planned", &["step"]);
        assert_eq!(session.read("planning-response.md"), PLAN);
        assert!(!session.place.home().join("asked").exists(), "the agent was asked all the same");
    } else {
        panic!("the first step writes the prompt, and only that");
    }
}

#[test]
fn an_agent_that_fails_keeps_the_phase() {
    for script in ["echo broken >&2; exit 3", "exit 0"] {
        let session = planned_by(script);
        let said = session.place.run(&["run", "session/t1"]);
        assert_eq!(said.code, 2, "{script}: {said:?}");
        assert!(said.err.contains("prog") && said.err.contains("hint: "), "{script}: {said:?}");
        let record = session.record();
        assert_eq!(record["phase"], "planning", "{script}");
        assert!(record["last_error"].is_string(), "{script}: {record}");
        assert!(!session.exists("planning-response.md"), "{script}");
        // The person can write the answer instead.
        session.write("planning-response.md", PLAN);
        session.goes(0, "planned", &["step"]);
        assert_eq!(session.record()["last_error"], json!(null));
    }
}

/// Until a file is there, at most twenty seconds.
fn wait_for(path: &std::path::Path) {
    for _ in 0..400 {
        if path.exists() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{} did not appear", path.display());
}

/// Begins a step, and kills its process when a file is there.
fn kill_when(session: &Session, path: &std::path::Path) {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("frieze"));
    command.args(["session", "step", "t1"]).current_dir(session.place.root());
    command.env_clear().envs(session.place.environment()).stdin(std::process::Stdio::null());
    let mut child =
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    wait_for(path);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A person answers in the folder that was named before the interruption.
#[test]
fn an_answer_by_files_that_came_during_an_interruption_is_taken() {
    let session = planned_by("");
    fs::write(session.place.home().join("config/frieze/config.yaml"), "agents: {prog: {kind: files}}\n")
        .unwrap();
    session.order(&["step"]);
    let exchange = session.at("exchange/planner/1");
    kill_when(&session, &exchange.join("prompt.md"));
    fs::write(exchange.join("response.md"), "the plan\n").unwrap();
    let said = session.place.run(&["run", "session/t1"]);
    assert_eq!((said.code, session.phase().as_str()), (3, "planned"), "{said:?}");
    assert_eq!(session.read("planning-response.md"), "the plan\n");
}

/// A session whose process was killed while its agent worked, and the file with a line for each call of the agent.
fn killed_at_work() -> (Session, std::path::PathBuf) {
    let script = "echo asked >>\"$HOME/asked\"; test -e \"$HOME/quick\" || sleep 30; echo the plan";
    let session = planned_by(script);
    session.order(&["step"]);
    let asked = session.place.home().join("asked");
    kill_when(&session, &asked);
    fs::write(session.place.home().join("quick"), "").unwrap();
    (session, asked)
}

/// It leaves nothing to decide: the same order goes on.
#[test]
fn an_order_goes_on_after_a_kill_while_the_agent_worked() {
    let (session, asked) = killed_at_work();
    let said = session.place.run(&["run", "session/t1"]);
    assert_eq!((said.code, session.phase().as_str()), (3, "planned"), "{said:?}");
    assert_eq!(session.read("planning-response.md"), "the plan\n");
    assert_eq!(fs::read_to_string(&asked).unwrap().lines().count(), 2, "the lost answer and the other one");
}

#[test]
fn closing_after_a_kill_while_the_agent_worked_asks_nobody() {
    let (session, asked) = killed_at_work();
    session.goes(0, "planning", &["close"]);
    assert!(!session.exists("planning-response.md"));
    assert_eq!(fs::read_to_string(&asked).unwrap().lines().count(), 1, "the agent was asked again");
    assert_eq!(session.record()["metadata"]["frieze"]["spent"]["calls"], 1);
}
