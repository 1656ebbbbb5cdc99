//! Responses that cannot be used: each is refused whole with one sentence, nothing is written, and the phase stays.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;

use serde_json::json;

use crate::sessions::{CODE, Make, PLAN, Session};

const ANSWER: &str = "iteration-1/generating-response.md";

/// An answer with one file of this name.
fn named(name: &str) -> String {
    format!("<<<FILE: {name}>>>\nclass X {{}}\n")
}

fn many(count: usize) -> String {
    (0..count).map(|n| named(&format!("F{n}.java"))).collect()
}

/// Steps with this response, and expects that only the error is recorded.
#[track_caller]
fn is_unusable(session: &Session, name: &str, bytes: &[u8]) {
    session.write(ANSWER, bytes);
    let before = session.contents();
    let said = session.stays(2, &["step"]);
    assert!(said.err.contains("generating-response.md"), "{name}: {said:?}");
    let record = session.record();
    assert_eq!((&record["status"], &record["phase"]), (&json!("error"), &json!("generating")), "{name}");
    assert!(record["last_error"].as_str().is_some_and(|error| error.len() > 10), "{name}: {record}");
    assert!(!session.exists("iteration-1/code"), "{name}: code was written");
    assert!(session.contents() == before, "{name}: a file changed");
}

/// Acceptance 4, and every other name and form that is refused.
#[test]
fn an_answer_that_is_no_set_of_files_is_refused_whole() {
    let long = format!("{}.java", "x".repeat(124));
    let names = [
        "../x.java",
        "../../../x.java",
        "/tmp/x.java",
        "a/b.java",
        "./x.java",
        "a\\b.java",
        "..\\x.java",
        "C:\\x.java",
        "C:x.java",
        "~/x.java",
        "con.java",
        "con.txt",
        "NUL.java",
        "aux.java",
        "LPT1.java",
        ".hidden.java",
        "-x.java",
        "x..java",
        "x.java.",
        "..",
        ".",
        "noextension",
        "a b.java",
        "Tïer.java",
        "x\u{0}.java",
        "x\u{1b}[31m.java",
        "x\u{202e}.java",
        "$(touch x).java",
        "Tier.sql",
        "Tier.java.sh",
        &long,
    ];
    let session = Session::generating();
    for name in names {
        is_unusable(&session, name, named(name).as_bytes());
        // One bad name among good ones refuses all of them.
        is_unusable(&session, name, format!("{CODE}{}", named(name)).as_bytes());
    }
    let forms = [
        ("no marker", "Here is the code.\n```java\nclass X {}\n```\n".to_owned()),
        ("a marker inside of a line", "See <<<FILE: X.java>>> below.\nclass X {}\n".into()),
        ("no name", "<<<FILE: >>>\nclass X {}\n".into()),
        ("the same name twice", format!("{CODE}{}", named("Tier.java"))),
        ("another letter case", format!("{CODE}{}", named("tier.java"))),
        ("501 files", many(501)),
    ];
    for (name, answer) in &forms {
        is_unusable(&session, name, answer.as_bytes());
    }
    is_unusable(&session, "binary", &[0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46]);
    is_unusable(&session, "invalid in the middle", &[CODE.as_bytes(), &[0xC3, 0x28, b'\n']].concat());
    let large = [named("X.java").into_bytes(), vec![b'x'; 50 * 1024 * 1024]].concat();
    is_unusable(&session, "50 MB", &large);
    let temporary = session.place.root().join("../x.java");
    assert!(!temporary.exists() && !session.place.exists("x.java") && !session.exists("x.java"));
    // The error is gone with the next success.
    session.write(ANSWER, CODE);
    session.goes(0, "generated", &["step"]);
    let record = session.record();
    assert_eq!((&record["status"], &record["last_error"]), (&json!("success"), &json!(null)));
}

/// Control: what is only just allowed is used.
#[test]
fn answers_at_the_limits_are_used() {
    let long = format!("{}.java", "x".repeat(123));
    for (count, answer) in [(500, many(500)), (1, named(&long)), (1, named("Tier-2_b.v1.java"))] {
        let session = Session::generating();
        session.write(ANSWER, &answer);
        session.goes(0, "generated", &["step"]);
        assert_eq!(session.artifacts(1).len(), count);
        session.goes(0, "generated", &["approve"]);
        assert_eq!(session.artifacts(1), session.code_hashes(1));
    }
}

/// A blank response is waited for, or is one that cannot be used; it is never taken.
#[test]
fn a_blank_response_is_not_taken() {
    let phases: [(&str, Make); 4] = [
        ("planning-response.md", Session::planning),
        (ANSWER, Session::generating),
        ("iteration-1/reviewing-response.md", Session::reviewing),
        ("iteration-2/revising-response.md", Session::revising),
    ];
    for (answer, make) in phases {
        let session = make();
        let phase = session.phase();
        for blank in ["", "\n", " \t\r\n\n"] {
            session.write(answer, blank);
            let before = session.contents();
            let said = session.order(&["step"]);
            assert!([2, 3].contains(&said.code), "{answer}: {blank:?}: {said:?}");
            assert!(format!("{}{}", said.out, said.err).contains(answer), "{blank:?}: {said:?}");
            assert_eq!(session.phase(), phase, "{blank:?}");
            assert!(session.contents() == before, "{answer}: {blank:?}");
        }
    }
}

#[test]
fn a_plan_that_is_no_text_is_refused() {
    let session = Session::planning();
    for bytes in [vec![0xFF, 0xFE, 0, b'p'], vec![b'x'; 50 * 1024 * 1024]] {
        session.write("planning-response.md", &bytes);
        let before = session.contents();
        let said = session.stays(2, &["step"]);
        assert!(said.err.contains("planning-response.md"), "{said:?}");
        assert_eq!(session.record()["status"], "error");
        assert!(session.contents() == before);
    }
    session.write("planning-response.md", PLAN);
    session.goes(0, "planned", &["step"]);
    assert_eq!(session.record()["last_error"], json!(null));
}

#[test]
fn a_revision_that_cannot_be_used_leaves_the_copied_code() {
    let session = Session::revising();
    let answer = "iteration-2/revising-response.md";
    for text in ["no marker\n", &named("../x.java"), &named("tier.java"), &format!("{CODE}{CODE}")] {
        session.write(answer, text);
        let before = session.contents();
        let said = session.stays(2, &["step"]);
        assert!(said.err.contains("revising-response.md"), "{said:?}");
        assert!(session.contents() == before, "{text}");
    }
    session.write(answer, CODE);
    session.goes(0, "revised", &["step"]);
}

/// A response file that is no file: a symlink is not followed, and a pipe is not waited for.
#[test]
fn a_response_that_is_no_file_is_refused() {
    type Plant = fn(&Session);
    let plants: [(&str, Plant); 3] = [
        ("a symlink", |session| {
            fs::write(session.place.at("../outside.md"), CODE).unwrap();
            symlink(session.place.at("../outside.md"), session.at(ANSWER)).unwrap();
        }),
        ("a folder", |session| fs::create_dir(session.at(ANSWER)).unwrap()),
        ("a pipe", |session| {
            let made = std::process::Command::new("mkfifo").arg(session.at(ANSWER)).status().unwrap();
            assert!(made.success());
        }),
    ];
    for (name, plant) in plants {
        let session = Session::generating();
        plant(&session);
        let mut command = session.place.command(&["session", "step", "t1"]);
        // The limit only ends a failing test.
        let output = command.timeout(Duration::from_secs(120)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{name}: {output:?}");
        assert!(said.contains("generating-response.md") && !said.contains("panicked"), "{name}: {said}");
        assert!(!session.exists("iteration-1/code") && session.phase() == "generating", "{name}");
    }
}
