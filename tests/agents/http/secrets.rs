//! No key in any file, journal or output, whatever a server does with it (promise P20).

use std::io::Write as _;

use super::binary::{intent, place};
use super::dialects::{KINDS, answer, error};
use super::server::{Server, json};
use crate::cli_support::{Place, Said};

/// A key that every encoding changes.
const KEY: &str = "canary/Key+0123456789~x";
/// The key in base64, in base64 behind `Bearer `, percent-encoded and in hex; without the part that depends on what
/// follows.
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

/// The forms of the key that a text contains.
fn leaked(what: &str, bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let leaked = FORMS.iter().filter(|form| text.contains(&form.to_lowercase()));
    leaked.map(|form| format!("{form} in {what}: {text}")).collect()
}

#[track_caller]
fn nowhere_in(place: &Place, run: impl Fn(&[&str]) -> Said) {
    let leaks = leaks(place, run);
    assert!(leaks.is_empty(), "{leaks:#?}");
}

/// Searches all files and the output of every command that shows something.
fn leaks(place: &Place, run: impl Fn(&[&str]) -> Said) -> Vec<String> {
    let mut leaks = Vec::new();
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
        leaks.extend(leaked(
            &format!("{arguments:?}"),
            format!("{said:?}{}{}", said.out, said.err).as_bytes(),
        ));
    }
    for (name, bytes) in place.snapshot() {
        leaks.extend(leaked(&name, name.as_bytes()));
        leaks.extend(leaked(&name, &bytes));
    }
    leaks
}

/// Control: the same search finds a key that does leak, in each encoding and each place. The encodings are made by other
/// means than the list above.
#[test]
fn p20_a_leaked_canary_is_found_in_every_encoding() {
    let base64 = |text: &str| {
        let output = std::process::Command::new("base64").arg("-w0").stdin(stdin(text)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let percent = KEY.replace('/', "%2f").replace('+', "%2b");
    let hex: String = KEY.bytes().map(|byte| format!("{byte:02X}")).collect();
    let (plain, bearer) = (base64(KEY), base64(&format!("Bearer {KEY}")));
    for form in [KEY.to_owned(), plain, bearer, percent, hex] {
        let place = Place::candidate();
        let run = |arguments: &[&str]| place.run(arguments);
        nowhere_in(&place, run);
        // In a file, in a file's name, and in a command's output.
        let note = "features/checkout/design/note.txt";
        place.write(note, format!("x{form}x"));
        assert!(leaks(&place, run).iter().any(|leak| leak.contains(note)), "{form} in a file");
        std::fs::remove_file(place.at(note)).unwrap();
        if !form.contains('/') {
            place.write(&form, "");
            assert!(!leaks(&place, run).is_empty(), "{form} as a name");
            std::fs::remove_file(place.at(&form)).unwrap();
        }
        let brief = format!("# Checkout\n\nA clerk MUST be able to open the door {form}.\n");
        place.write("shown.md", brief);
        place.done(&["new", "shown", "--brief", "shown.md"]);
        place.run(&["run", "shown"]);
        for path in ["shown.md", "features/shown/brief.md"] {
            std::fs::remove_file(place.at(path)).unwrap();
        }
        let said = place.run(&["show", "shown", "--all"]);
        let found = leaks(&place, run);
        assert!(found.iter().any(|leak| leak.contains("features/shown/design")), "{form}: {said:?}");
    }
}

/// A text as a program reads it.
fn stdin(text: &str) -> std::fs::File {
    use std::io::Seek as _;
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

#[test]
fn no_key_is_ever_written_or_shown() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().write_all(format!("{KEY}\nuser: me\n").as_bytes()).unwrap();
    let command = format!("{{command: [cat, \"{}\"]}}", file.path().display());
    for (number, kind) in KINDS.iter().enumerate() {
        for (source, streaming) in [("{env: CANARY_KEY}", true), (command.as_str(), number == 1)] {
            // The server echoes the key in its refusal, then in its model's name and in a valid design.
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
