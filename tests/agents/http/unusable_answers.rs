//! Unusable answers are saved as received, bounded and without keys, and the failure names the file (promise P23).

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;

use super::binary::{configure, place};
use super::dialects::{KINDS, error, events};
use super::server::{STREAM, Server, event, response};
use crate::cli_support::{CHECKOUT, Place, Said};

const KEY: &str = "canary/Key+0123456789~x";
const KEPT: &str = "features/checkout/design/iterations/1/generator-unusable-1.txt";

/// A workspace whose generator is a program.
fn program(script: &str, settings: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.write("agent.sh", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(place.at("agent.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    let entry = format!("{{kind: command, command: [./agent.sh], environment: [MY_KEY]{settings}}}");
    configure(&place, &format!("generator: prog\nagents: {{prog: {entry}}}\n"));
    place
}

/// The run fails and shows where the answer was saved.
#[track_caller]
fn fails(place: &Place, what: &str) -> Vec<u8> {
    let run = |arguments: &[&str]| place.run_env(&[("MY_KEY", KEY)], arguments);
    // A time limit and an answer that cannot be used fail the run; without any answer it pauses.
    let code = run(&["run", "checkout"]).code;
    let ends = [(2, "FAILED".to_owned()), (3, "GENERATING".to_owned())];
    assert!(ends.contains(&(code, place.state("checkout"))), "{what}: {code}");
    let shown = run(&["show", "checkout"]);
    let words = |said: &Said| said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&shown).contains(&format!("its output is in {KEPT}")), "{what}: {shown:?}");
    assert!(!shown.out.contains('\x1b'), "{what}: {shown:?}");
    let log = run(&["log", "checkout", "--json"]).out;
    assert!(
        log.contains(&format!("its output is saved as {KEPT}")) || log.contains("it is saved as"),
        "{log}"
    );
    let answer = "features/checkout/design/iterations/1/generator-answer-1.txt";
    assert!(!place.exists(answer), "a replay would take it for an answer");
    fs::read(place.at(KEPT)).unwrap()
}

#[test]
fn the_output_of_a_failed_program_is_saved() {
    let cases: [(&str, &str, &[u8]); 6] = [
        ("printf 'half an answer'; exit 3", "", b"half an answer"),
        (
            "echo half; printf 'no key: \\033[31mlogin' >&2; kill -9 $$",
            "",
            b"half\n[frieze: its standard error:]\nno key: \x1b[31mlogin",
        ),
        ("printf 'a\\377\\376'", "", b"a\xff\xfe"),
        ("echo nothing >&2", "", b"[frieze: its standard error:]\nnothing\n"),
        ("printf \"it is $MY_KEY.\"; exit 1", "", b"it is [key]."),
        ("printf %s \"$MY_KEY\" | base64; exit 1", "", b"[key]g=\n"),
    ];
    for (script, settings, expected) in cases {
        let kept = fails(&program(script, settings), script);
        assert_eq!(String::from_utf8_lossy(&kept), String::from_utf8_lossy(expected), "{script}");
        assert_eq!(kept, expected, "{script}");
    }
}

/// A program that was stopped, by time or size, cannot hand over its output by itself.
#[test]
fn the_output_of_a_stopped_program_is_saved_and_bounded() {
    for (script, settings) in [
        ("while :; do echo half; sleep 0.1; done", ", timeoutSeconds: 4"),
        ("echo half; sleep 600", ", idleSeconds: 3"),
    ] {
        let kept = String::from_utf8(fails(&program(script, settings), script)).unwrap();
        assert!(kept.starts_with("half\n") && kept.replace("half\n", "").is_empty(), "{script}: {kept}");
    }
    let script = "head -c 17000000 /dev/zero | tr '\\0' x";
    let kept = String::from_utf8(fails(&program(script, ""), script)).unwrap();
    let (much, note) = kept.split_at(64 * 1024);
    assert!(much.bytes().all(|byte| byte == b'x'));
    assert!(note.starts_with("\n[frieze: only the first 65536 of 16") && note.len() < 100, "{note}");
}

#[test]
fn a_refusal_of_a_server_is_saved() {
    for kind in KINDS {
        let body = error(kind, "no_such_thing", &format!("\x1b[31mno such thing, {KEY}\x1b[0m")).to_string();
        let page = format!("<html>\n<p>{KEY} is not here</p>");
        for (status, body) in [("400 Bad Request", body), ("401 Unauthorized", page)] {
            let server = Server::saying(response(status, "text/html", "", &body));
            let place = place(kind, &server, ", key: {env: MY_KEY}", "");
            let kept = fails(&place, status);
            assert_eq!(String::from_utf8(kept).unwrap(), body.replace(KEY, "[key]"), "{kind} {status}");
        }
    }
    // The page is larger than any refusal.
    let server = Server::saying(response("400 Bad Request", "text/html", "", "long ".repeat(100_000)));
    let kept = String::from_utf8(fails(&place("openai", &server, "", ""), "long")).unwrap();
    assert!(kept.starts_with("long ") && kept.contains("[frieze: only the first 65536 of"), "{}", kept.len());
    assert!(kept.len() < 66_000, "{}", kept.len());
}

/// The answer is not JSON, or does not end in time.
#[test]
fn an_unusable_response_of_a_server_is_saved() {
    let server = Server::saying(response("200 OK", "application/json", "", "<html>welcome"));
    assert_eq!(fails(&place("openai", &server, "", ""), "a page"), b"<html>welcome");
    for kind in KINDS {
        let half: String =
            events(kind, "m", "{\"title\": \"a title\"}", None).iter().take(4).map(event).collect();
        let says = format!("{STREAM}{half}");
        let server = Server::new(move |_, _, out| {
            out.write_all(says.as_bytes())?;
            // Until the client disconnects.
            std::io::copy(&mut out.try_clone()?, &mut std::io::sink()).map(drop)
        });
        let kept = fails(&place(kind, &server, ", timeoutSeconds: 3", ""), kind);
        assert_eq!(String::from_utf8(kept).unwrap(), half, "{kind}");
    }
}

/// Each deferred answer is saved in its own file.
#[test]
fn each_response_of_a_busy_server_is_saved() {
    let server = Server::new(|number, _, out| {
        let (status, body) = match number {
            1 => ("429 Too Many Requests", "later"),
            2 => ("503 Busy", "loading"),
            _ => ("400 Bad Request", "no"),
        };
        out.write_all(&response(status, "text/plain", "retry-after: 0\r\n", body))
    });
    let place = place("openai", &server, "", "");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    for (kept, expected) in [("", "later"), ("-time-2", "loading"), ("-time-3", "no")] {
        let path = KEPT.replace("-1.txt", &format!("-1{kept}.txt"));
        assert_eq!(place.read(&path), expected);
    }
    let reason = place.row("checkout")["reason"].to_string();
    assert!(reason.contains("generator-unusable-1-time-3.txt"), "{reason}");
}

/// An answer that is not JSON, or not a design, is saved in full.
#[test]
fn an_answer_without_a_design_is_saved_in_full() {
    for said in ["no design at all", "{\"title\": 1}"] {
        let place = program(&format!("printf '%s' '{said}'"), "");
        let run = place.run_env(&[("MY_KEY", KEY)], &["run", "checkout", "--set", "repairAttempts=0"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(place.read("features/checkout/design/iterations/1/generator-answer-1.txt"), said);
        let shown = place.run(&["show", "checkout"]).out;
        assert!(shown.contains("the answers are in design/iterations/1"), "{shown}");
    }
}
