//! Secrets in likely and unlikely places: addresses, a proxy's address, a command's arguments, a program's variables, a
//! preview server's responses. No file that frieze writes and no output contains one (promise P20).

use serde_json::Value;

use super::bench::{Bench, executable};
use super::provider::intent;
use crate::http::dialects::answer;
use crate::http::server::Server;
use crate::stitch::server::{Manners, Stitch};

/// A key that every encoding changes.
const CANARY: &str = "canary/Key+0123456789~x";
/// The key as it is, in base64, in base64 behind `Bearer `, percent-encoded and in hex; of base64 only what the key
/// decides.
const FORMS: [&str; 5] = [
    CANARY,
    "Y2FuYXJ5L0tleSswMTIzNDU2Nzg5fn",
    "NhbmFyeS9LZXkrMDEyMzQ1Njc4OX54",
    "canary%2FKey%2B0123456789~x",
    "63616e6172792f4b65792b303132333435363738397e78",
];

const SHOWING: [&[&str]; 11] = [
    &["trust"],
    &["doctor"],
    &["doctor", "--json"],
    &["config"],
    &["config", "--json"],
    &["run", "checkout"],
    &["status"],
    &["status", "--json"],
    &["show", "checkout", "--all"],
    &["show", "checkout", "--json"],
    &["log", "checkout", "--json"],
];

#[track_caller]
fn nowhere(what: &str, bytes: &[u8], forms: &[&str]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    for form in forms {
        assert!(!text.contains(&form.to_lowercase()), "{form} in {what}: {text}");
    }
}

/// No output contains it, and no file except those that the person wrote.
#[track_caller]
fn kept(bench: &Bench, forms: &[&str], written: &[&str]) {
    for arguments in SHOWING {
        let said = bench.run(arguments);
        nowhere(&format!("{arguments:?}"), format!("{}{}", said.out, said.err).as_bytes(), forms);
    }
    for (name, bytes) in bench.place.snapshot() {
        if !written.contains(&name.as_str()) {
            nowhere(&name, &bytes, forms);
        }
    }
}

#[test]
fn an_address_is_shown_without_its_secrets() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let port = server.port();
    for (url, more, runs) in [
        (format!("http://127.0.0.1:{port}/v1?key={CANARY}"), "", true),
        (format!("http://127.0.0.1:{port}/v1#{CANARY}"), "", true),
        (format!("http://me:{CANARY}@127.0.0.1:{port}/v1"), "", false),
        (
            format!("http://127.0.0.1:{port}/v1"),
            ", proxy: \"http://me:canary/Key+0123456789~x@127.0.0.1:1\"",
            false,
        ),
        // In a wrong place, where the file is refused.
        (format!("http://127.0.0.1:{port}/v1"), ", temperature: \"canary/Key+0123456789~x\"", false),
    ] {
        for name in ["frieze.yaml", "config.yaml"] {
            let yaml = format!(
                "generator: remote\nagents:\n  remote: {{kind: openai, model: m, url: \"{url}\"{more}}}\n"
            );
            let bench = Bench::new();
            match name {
                "frieze.yaml" => bench.place.write(name, &yaml),
                _ => bench.user(&yaml),
            }
            kept(&bench, &[CANARY, "canary%2f", "canary/"], &["frieze.yaml"]);
            let state = bench.place.row("checkout")["state"].clone();
            if runs && name == "config.yaml" {
                assert_eq!(state, "CANDIDATE", "{url}");
            }
        }
    }
    let lines: Vec<String> = server.received().into_iter().map(|received| received.line).collect();
    assert!(
        lines.iter().any(|line| line.contains(CANARY)),
        "the server itself gets its address whole: {lines:?}"
    );
}

#[test]
fn a_proxys_password_and_a_commands_arguments_are_never_shown() {
    let mut bench = Bench::new();
    bench.user(&format!(
        "generator: remote\nagents:\n  remote: {{kind: openai, model: m, url: \"https://192.0.2.1/v1\", \
         key: {{command: [cat, \"/nonexistent/{CANARY}\"]}}}}\n"
    ));
    // `config` shows the command as configured.
    for arguments in SHOWING.iter().filter(|arguments| arguments[0] != "config") {
        let said = bench.run(arguments);
        nowhere(&format!("{arguments:?}"), format!("{}{}", said.out, said.err).as_bytes(), &[CANARY]);
    }
    assert!(bench.place.row("checkout")["reason"].to_string().contains("cat failed"));
    // The paused run ends before another agent gets the role.
    assert_eq!(bench.run(&["run", "checkout", "--set", "maxCalls=1"]).code, 2);
    bench.place.done(&["reset", "checkout"]);
    bench.user(
        "generator: remote\nagents:\n  remote: {kind: openai, model: m, url: \"https://192.0.2.1/v1\"}\n",
    );
    bench.set("HTTPS_PROXY", "http://me:canary%2FKey%2B0123456789~x@127.0.0.1:1");
    kept(&bench, &[&FORMS[..], &["bWU6Y2FuYXJ5"]].concat(), &[]);
}

/// A key in a program's variable is hidden in its answer and in its error output.
#[test]
fn a_programs_key_is_hidden_in_what_it_prints() {
    let mut bench = Bench::new();
    bench.set("SHOP_API_KEY", CANARY);
    let mut design: Value = serde_json::from_str(intent()).unwrap();
    design["summary"] = FORMS.join(" ").into();
    bench.place.write("answer.json", design.to_string());
    let script = "[ -e ../asked ] && { cat ../answer.json; exit 0; }; touch ../asked; echo \"refused: $SHOP_API_KEY\" >&2; exit 3";
    executable(&bench.place.at("in/agent.sh"), script);
    bench.user(
        "generator: own\nagents:\n  own: {kind: command, command: [./in/agent.sh], folder: in, environment: [SHOP_API_KEY]}\n",
    );
    kept(&bench, &FORMS, &["answer.json"]);
    let reason = bench.place.row("checkout")["reason"].to_string();
    assert!(reason.contains("exit code 3: refused: [key]"), "{reason}");
    kept(&bench, &FORMS, &["answer.json"]);
    assert_eq!(bench.place.state("checkout"), "CANDIDATE");
    assert!(
        bench.place.read("features/checkout/design/intent.json").contains("[key] [key]"),
        "it is the answer"
    );
}

/// A key and a bearer token, echoed in every form: in a refusal and in the pages.
#[test]
fn secrets_echoed_by_a_preview_server_are_hidden() {
    let page = format!("<!doctype html><h1>Drawn cart</h1><p>{}</p>", FORMS.join(" </p><p> "));
    let quoting = "PERMISSION_DENIED for canary/Key+0123456789~x Y2FuYXJ5L0tleSswMTIzNDU2Nzg5fng= \
        QmVhcmVyIGNhbmFyeS9LZXkrMDEyMzQ1Njc4OX54 canary%2FKey%2B0123456789~x 63616e6172792f4b65792b303132333435363738397e78";
    let refuses = Some((403, "Content-Type: text/plain\r\n", quoting));
    for (manners, drawn) in [
        (Manners { html: Some(page), ..Manners::default() }, true),
        (Manners { refuses, ..Manners::default() }, false),
        (Manners { refuses, refuses_all: true, ..Manners::default() }, false),
    ] {
        for credentials in ["key: {env: CANARY}", "token: {env: CANARY}, project: {env: PROJECT}"] {
            let server = Stitch::begin(manners.clone());
            let mut bench = Bench::new();
            bench.set("CANARY", CANARY);
            bench.set("PROJECT", "shop-7");
            let url = server.url();
            bench.user(&format!(
                "preview: stitch\nservers:\n  stitch: {{kind: stitch, url: \"{url}\", {credentials}}}\n"
            ));
            kept(&bench, &FORMS, &[]);
            assert_eq!(bench.place.state("checkout"), "CANDIDATE", "{credentials}");
            let preview = bench.place.read("features/checkout/design/preview.html");
            assert_eq!(preview.contains("Drawn cart"), drawn, "{credentials}");
            let sent = server.keys();
            assert!(sent.iter().any(|key| key.ends_with(CANARY)), "the server did get it");
            if credentials.starts_with("token") {
                assert!(sent.contains(&format!("authorization: Bearer {CANARY}")), "{sent:?}");
                assert!(sent.contains(&"x-goog-user-project: shop-7".to_owned()), "{sent:?}");
            }
        }
    }
}
