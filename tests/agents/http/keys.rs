//! Keys: where they come from, and the message when there is none.

use std::time::{Duration, Instant};

use super::dialects::{answer, error};
use super::server::{STREAM, Server, event, json};
use super::single_request::{asked, failure};

fn entry(server: &Server, key: &str) -> String {
    format!("kind: openai, model: m, url: \"{}\", key: {key}", server.url())
}

#[test]
fn a_command_prints_the_key_without_a_shell() {
    let server = Server::saying(answer("openai", true, "m", "x"));
    for (command, expected) in [
        ("[printf, \"  the-key \\\\nuser: me\\\\n\"]", "Bearer the-key"),
        ("[echo, \"$HOME; `id`\"]", "Bearer $HOME; `id`"),
    ] {
        asked(&entry(&server, &format!("{{command: {command}}}"))).unwrap();
        let last = server.received().pop().unwrap();
        assert_eq!(last.header("authorization"), Some(expected), "{command}");
    }
}

#[test]
fn a_missing_key_is_reported_before_anything_is_sent() {
    let server = Server::saying(answer("openai", true, "m", "x"));
    for (key, words) in [
        ("{env: FRIEZE_TEST_NO_SUCH_KEY}", "the variable FRIEZE_TEST_NO_SUCH_KEY is not set"),
        ("{command: [no-such-program-at-all]}", "no-such-program-at-all could not be started"),
        ("{command: [\"true\"]}", "true printed nothing"),
        ("{command: [\"false\"]}", "false failed"),
        ("{command: [sh, -c, \"echo leaked-canary >&2; exit 3\"]}", "sh failed (exit status: 3)"),
        ("{command: [sh, -c, \"echo half-canary; exit 3\"]}", "sh failed"),
        ("{command: [head, -c, \"100000\", /dev/zero]}", "printed more than a key"),
        ("{command: [printf, \"\\\\377\\\\376\"]}", "not UTF-8"),
        ("{command: [printf, \"canary\\\\001canary\"]}", "invalid characters"),
    ] {
        let why = failure(&entry(&server, key));
        assert!(why.contains(words), "{key}: {words:?} is not in {why:?}");
        assert!(!why.contains("canary"), "{why}");
    }
    assert!(server.received().is_empty());
}

#[test]
fn a_key_command_that_hangs_is_killed_with_its_children() {
    let folder = tempfile::TempDir::new().unwrap();
    let pid = folder.path().join("pid");
    let server = Server::saying("");
    let script = format!("sleep 1000 & echo $! > {}; wait", pid.display());
    let began = Instant::now();
    let why = failure(&entry(&server, &format!("{{command: [sh, -c, \"{script}\"]}}")));
    assert!(why.contains("printed none within 10 s and was stopped"), "{why}");
    assert!(began.elapsed().as_secs() >= 9);
    let pid = std::fs::read_to_string(pid).unwrap();
    let status = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    // A killed process takes a moment to end.
    let gone = || status().is_empty() || status().contains(") Z ");
    let waited = (0..200).any(|_| {
        gone() || {
            std::thread::sleep(Duration::from_millis(20));
            false
        }
    });
    assert!(waited, "still there: {}", status());
}

/// The server echoes the key in errors, answers, its name and in pieces. It appears nowhere in the output.
#[test]
fn a_key_echoed_by_a_server_is_hidden() {
    const KEY: &str = "sk-canary-0123456789";
    let key = format!("{{command: [echo, {KEY}]}}");
    let base64 = "c2stY2FuYXJ5LTAxMjM0NTY3ODk";
    let hex = "736b2d63616e6172792d30313233343536373839";
    let quote = format!("{KEY} {base64} {hex} %73k-canary");
    let refusing = Server::saying(json("401 Unauthorized", &error("openai", "x", &quote)));
    let why = failure(&entry(&refusing, &key));
    assert!(why.contains("[key] [key]") && why.contains("check the key (what echo prints)"), "{why}");
    let stream: String = super::dialects::events("openai", &quote, &quote, None).iter().map(event).collect();
    for said in [format!("{STREAM}{stream}").into_bytes(), answer("openai", false, &quote, &quote)] {
        let server = Server::saying(said);
        let (answered, reported) = super::single_request::ask_with_progress(&entry(&server, &key));
        let all = format!("{:?} {reported}", answered.unwrap());
        for form in [KEY, base64, hex] {
            assert!(!all.contains(form), "{form} in {all}");
        }
        assert!(all.contains("[key]"), "{all}");
    }
}
