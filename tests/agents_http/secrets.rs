//! No key in any file, journal or output, whatever a server does with it (promise P20).

use std::io::Write as _;

use crate::binary::{intent, place};
use crate::cli_support::{Place, Said};
use crate::dialects::{KINDS, answer, error};
use crate::server::{Server, json};

/// A key with characters that every encoding writes otherwise.
const KEY: &str = "canary/Key+0123456789~x";
/// It in base64, in base64 behind `Bearer `, percent-encoded, and in hex; without what depends on what follows.
const FORMS: [&str; 5] = [
    KEY,
    "Y2FuYXJ5L0tleSswMTIzNDU2Nzg5fn",
    "NhbmFyeS9LZXkrMDEyMzQ1Njc4OX54",
    "canary%2FKey%2B0123456789~x",
    "63616e6172792f4b65792b303132333435363738397e78",
];

fn quoting() -> String {
    FORMS.map(|form| format!("<{form}>")).join(" ")
}

#[track_caller]
fn nowhere(what: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    for form in FORMS {
        assert!(!text.contains(&form.to_lowercase()), "{form} in {what}: {text}");
    }
}

/// Every verb that shows something, and every file.
fn nowhere_in(place: &Place, run: impl Fn(&[&str]) -> Said) {
    for arguments in [
        &["run", "checkout"][..],
        &["doctor"],
        &["doctor", "--json"],
        &["config"],
        &["config", "--json"],
        &["status", "--json"],
        &["show", "checkout", "--all"],
        &["log", "checkout", "--json"],
    ] {
        let said = run(arguments);
        nowhere(&format!("{arguments:?}"), format!("{said:?}{}{}", said.out, said.err).as_bytes());
    }
    for (name, bytes) in place.snapshot() {
        nowhere(&name, name.as_bytes());
        nowhere(&name, &bytes);
    }
}

#[test]
fn no_key_is_ever_written_or_shown() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().write_all(format!("{KEY}\nuser: me\n").as_bytes()).unwrap();
    let command = format!("{{command: [cat, \"{}\"]}}", file.path().display());
    for (number, kind) in KINDS.iter().enumerate() {
        for (source, streaming) in [("{env: CANARY_KEY}", true), (command.as_str(), number == 1)] {
            // The server quotes the key in its refusal, then in its model's name and in a valid design.
            let mut design: serde_json::Value = serde_json::from_str(intent()).unwrap();
            design["summary"] = quoting().into();
            let server = Server::new(move |number, _, out| match number {
                1 => out.write_all(&json("400 Bad Request", &error(kind, "x", &quoting()))),
                _ => out.write_all(&answer(kind, streaming, &format!("m {KEY}"), &design.to_string())),
            });
            let more = format!(", key: {source}, streaming: {streaming}");
            let place = place(kind, &server, &more, "");
            let run = |arguments: &[&str]| place.run_env(&[("CANARY_KEY", KEY)], arguments);
            nowhere_in(&place, run);
            let state = place.read("features/checkout/design/state.json");
            assert!(state.contains("400 Bad Request") && state.contains("[key]"), "{state}");
            run(&["reset", "checkout"]);
            nowhere_in(&place, run);
            let answer = place.read("features/checkout/design/intent.json");
            assert!(answer.contains("<[key]> <[key]"), "{answer}");
            let sent = server.received().pop().unwrap();
            assert!(sent.headers.iter().any(|(_, value)| value.ends_with(KEY)), "the server did get it");
        }
    }
}
