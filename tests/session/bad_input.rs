//! Files of a session that were replaced, folders that lead outside, ids that are paths, and two processes at once.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Child;

use serde_json::json;

use crate::cli_support::{Place, snapshot};
use crate::sessions::{CODE, Make, PLAN, Session, creation, workspace};

const PASSWORDS: &str = "root:x:0:0";

fn is_anywhere(place: &Place, text: &str) -> bool {
    place.snapshot().iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(text))
}

/// An approved file that became a symlink is reported like any change, and is never followed.
#[test]
fn an_approved_file_that_became_a_symlink_is_not_followed() {
    let files: [(&str, Make); 2] = [
        ("planning-response.md", || {
            let session = Session::generating();
            session.write("iteration-1/generating-response.md", CODE);
            session
        }),
        ("iteration-1/code/Tier.java", || {
            let session = Session::generated();
            session.goes(0, "generated", &["approve"]);
            session
        }),
    ];
    for (name, make) in files {
        let session = make();
        fs::remove_file(session.at(name)).unwrap();
        symlink("/etc/passwd", session.at(name)).unwrap();
        let verified = session.order(&["verify"]);
        assert!(
            format!("{}{}", verified.out, verified.err).contains("changed since approval"),
            "{verified:?}"
        );
        assert_eq!(session.order(&["verify", "--strict"]).code, 2, "{name}");
        let said = session.order(&["step"]);
        assert!([0, 1, 2].contains(&said.code), "{name}: {said:?}");
        let last = name.rsplit('/').next().unwrap();
        assert!(said.err.contains("changed since approval") || said.err.contains(last), "{name}: {said:?}");
        session.order(&["approve"]);
        session.order(&["take", "--into", "out"]);
        assert!(!is_anywhere(&session.place, PASSWORDS), "{name}: a file from outside was copied");
        assert_eq!(fs::read_link(session.at(name)).unwrap().to_str(), Some("/etc/passwd"), "{name}");
    }
}

#[test]
fn a_symlink_among_the_code_is_not_approved() {
    let session = Session::generated();
    symlink("/etc/passwd", session.at("iteration-1/code/Link.java")).unwrap();
    let said = session.order(&["approve"]);
    assert!([1, 2].contains(&said.code), "{said:?}");
    said.complains(said.code, "Link.java");
    assert!(session.artifacts(1).iter().all(|(_, hash)| hash.is_none()));
    session.remove("iteration-1/code/Link.java");
    session.goes(0, "generated", &["approve"]);
    // Nor is one that comes later taken, and that is said.
    symlink("/etc/passwd", session.at("iteration-1/code/Link.java")).unwrap();
    let said = session.order(&["verify", "--strict"]);
    assert!(said.code == 2 && said.out.contains("Link.java"), "{said:?}");
    let said = session.order(&["take", "--into", "out"]);
    assert!(said.code == 0 && said.err.contains("Link.java"), "{said:?}");
    assert!(!session.place.exists("out/Link.java"));
}

/// A session whose folders were moved outside and linked is refused; nothing is written or read there.
#[test]
fn a_folder_that_leads_outside_is_not_followed() {
    let generating: Make = || {
        let session = Session::generating();
        session.write("iteration-1/generating-response.md", CODE);
        session
    };
    let cases: [(&str, Make, &str); 6] = [
        ("iteration-1/code", Session::generated, "approve"),
        ("iteration-1/code", generating, "step"),
        ("iteration-1", generating, "step"),
        ("iteration-1", Session::generated, "approve"),
        ("", generating, "step"),
        ("../..", generating, "step"),
    ];
    for (folder, make, order) in cases {
        let session = make();
        let link = session.place.at(match folder {
            "../.." => ".aiwf",
            _ => ".aiwf/sessions/t1",
        });
        let link = if folder.starts_with("iteration") { session.at(folder) } else { link };
        let outside = session.place.at("../outside");
        if link.exists() {
            fs::rename(&link, &outside).unwrap();
        } else {
            fs::create_dir(&outside).unwrap();
        }
        symlink(&outside, &link).unwrap();
        let files = || -> Vec<(String, Vec<u8>)> {
            snapshot(&outside).into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
        };
        let before = (files(), fs::read(session.at("session.json")).unwrap());
        let said = session.order(&[order]);
        assert!([1, 2].contains(&said.code), "{folder}: {order}: {said:?}");
        said.complains(said.code, "");
        assert!(files() == before.0, "{folder}: {order}: files outside changed");
        if folder.starts_with("iteration") {
            let record = session.record();
            let phase = if order == "approve" { "generated" } else { "generating" };
            assert_eq!(record["phase"], phase, "{folder}");
            let artifacts = record["artifacts"].as_array().unwrap();
            assert!(artifacts.iter().all(|artifact| artifact["sha256"].is_null()), "{folder}");
        } else {
            assert!(fs::read(session.at("session.json")).unwrap() == before.1, "{folder}");
        }
        assert_eq!(session.place.run(&["status"]).code, 0, "{folder}: the list is shown");
    }
}

/// A file of the session's own that is replaced by something else is not written through.
#[test]
fn frieze_writes_through_no_symlink() {
    for name in ["session.json", "journal.jsonl", ".lock", "iteration-1"] {
        let session = Session::planned();
        let outside = session.place.at("../outside");
        if session.exists(name) {
            fs::rename(session.at(name), &outside).unwrap();
        } else {
            fs::write(&outside, "precious").unwrap();
        }
        symlink(&outside, session.at(name)).unwrap();
        let before = fs::read(&outside).unwrap();
        let said = session.order(&["approve"]);
        assert!([1, 2].contains(&said.code), "{name}: {said:?}");
        said.complains(said.code, "");
        assert!(fs::read(&outside).unwrap() == before, "{name}: written outside");
    }
}

#[test]
fn code_is_not_taken_to_where_a_symlink_leads() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    let outside = session.place.at("../outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("precious"), "precious").unwrap();
    fs::create_dir(session.place.at("out")).unwrap();
    symlink(outside.join("precious"), session.place.at("out/Tier.java")).unwrap();
    let said = session.order(&["take", "--into", "out"]);
    assert_eq!(said.code, 1, "{said:?}");
    said.complains(1, "Tier.java");
    assert_eq!(fs::read_to_string(outside.join("precious")).unwrap(), "precious");
}

#[test]
fn an_id_that_is_a_path_names_no_session() {
    let long = "x".repeat(65);
    let ids = [
        "",
        ".",
        "..",
        "../x",
        "../../x",
        "/tmp/x",
        "a/b",
        "a\\b",
        "./t1",
        "t1/",
        "T1",
        "con",
        "nul",
        "-x",
        "a b",
        "a.b",
        "tïer",
        "a\u{1b}[31m",
        &long,
    ];
    let place = workspace();
    place.done(&creation("t1"));
    let before = snapshot(&place.at(".."));
    for id in ids {
        let mut commands = vec![creation(id), vec!["session", "decide", id, "review"]];
        commands.push(vec!["session", "take", id, "--into", "out"]);
        for verb in ["step", "approve", "close", "reopen", "show", "log", "verify"] {
            commands.push(vec!["session", verb, id]);
        }
        let named = format!("session/{id}");
        for verb in ["show", "log", "run"] {
            commands.push(vec![verb, &named]);
        }
        for command in commands {
            let said = place.run(&command);
            assert!([1, 64].contains(&said.code), "{command:?}: {said:?}");
            assert!(!said.err.is_empty(), "{command:?}: {said:?}");
        }
    }
    let is_kept = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
        files.into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
    };
    assert!(is_kept(snapshot(&place.at(".."))) == is_kept(before), "an id became a path");
}

fn ended(child: Child) -> (i32, String) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code().unwrap_or(-1), said)
}

/// Processes that step at once: all end, one of them moves the session, and nothing is lost.
#[test]
fn of_many_steps_at_once_one_moves_the_session() {
    for _ in 0..4 {
        let session = Session::planning();
        session.write("planning-response.md", PLAN);
        let entries = session.record()["phase_history"].as_array().map_or(0, Vec::len);
        let children: Vec<Child> =
            (0..4).map(|_| session.place.started(&["session", "step", "t1"])).collect();
        let mut codes: Vec<i32> = children
            .into_iter()
            .map(|child| {
                let (code, said) = ended(child);
                assert!(code == 0 || said.contains("hint: "), "{code}: {said}");
                code
            })
            .collect();
        codes.sort_unstable();
        assert_eq!(codes, [0, 1, 1, 1]);
        let record = session.record();
        assert_eq!((&record["phase"], &record["status"]), (&json!("planned"), &json!("success")));
        assert_eq!(record["phase_history"].as_array().map_or(0, Vec::len), entries + 1);
        assert_eq!(session.read("planning-response.md"), PLAN);
        let log = session.place.json(&["session", "log", "t1", "--json"]);
        assert_eq!(log["damage"], json!([]));
        session.goes(0, "generating", &["approve"]);
    }
}

/// Approvals at once: the plan is approved once, with its hash.
#[test]
fn of_two_approvals_at_once_one_is_recorded() {
    let session = Session::planned();
    let children: Vec<Child> = (0..2).map(|_| session.place.started(&["session", "approve", "t1"])).collect();
    let mut codes: Vec<i32> = children.into_iter().map(|child| ended(child).0).collect();
    codes.sort_unstable();
    assert_eq!(codes, [0, 1]);
    let record = session.record();
    assert_eq!((&record["phase"], &record["plan_approved"]), (&json!("generating"), &json!(true)));
    assert_eq!(record["metadata"]["frieze"]["approvals"].as_array().map(Vec::len), Some(1));
}

/// The folder itself may be a symlink too, or be below one.
#[test]
fn code_is_not_taken_into_a_folder_behind_a_symlink() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    let outside = session.place.at("../outside");
    fs::create_dir(&outside).unwrap();
    symlink(&outside, session.place.at("linked")).unwrap();
    let absolute = session.place.at("linked");
    for into in ["linked", "linked/", "linked/below", absolute.to_str().unwrap()] {
        let said = session.order(&["take", "--into", into]);
        said.complains(1, "is a symlink, or is below one");
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}
