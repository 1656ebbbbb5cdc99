//! Checks of a server for `frieze doctor`: free of charge, and with a hint how to fix each problem.

use std::io::Write as _;

use frieze_ports::Checked;
use serde_json::{Value, json};

use super::dialects::error;
use super::server::{Server, json as says, response};
use super::single_request::{agent, failure, runtime};

fn look(entry: &str) -> Checked {
    runtime().block_on(agent(entry).check())
}

#[track_caller]
fn check(kind: &str, said: Vec<u8>, ok: bool, found: &str, hint: &str) {
    let server = Server::saying(said);
    let checked = look(&format!("kind: {kind}, model: m1, url: \"{}/v1\"", server.url()));
    assert_eq!(checked.is_ok(), ok, "{checked:?}");
    let (said, advice) = checked.map_or_else(|e| (e.what, e.hint), |said| (said, String::new()));
    assert!(said.contains(found) && advice.contains(hint), "{said}: {advice}");
    let lines: Vec<String> = server.received().into_iter().map(|r| r.line).collect();
    let path = if kind == "openai" { "/v1/models" } else { "/v1/models/m1" };
    assert_eq!(lines, [format!("GET {path} HTTP/1.1")], "it asks no model anything");
}

fn models(names: &[&str]) -> Value {
    json!({ "object": "list", "data": names.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>() })
}

#[test]
fn a_check_reports_which_server_answers() {
    check("openai", says("200 OK", &models(&["m0", "m1"])), true, "ms and has m1", "");
    check("openai", says("200 OK", &models(&["m1:latest"])), true, "has m1", "");
    check(
        "openai",
        says("200 OK", &models(&["m0", "\u{1b}[31mx"])),
        false,
        "has no model m1",
        "it has m0, ␛[31mx",
    );
    let path = format!("/{}/model-of-its-own.gguf", "a-folder/".repeat(12));
    check("openai", says("200 OK", &models(&[&path])), false, "has no model m1", &path);
    check("openai", says("200 OK", &models(&[])), true, "lists no models", "");
    check("openai", response("404 Not Found", "text/plain", "", "no"), true, "does not list its models", "");
    check(
        "anthropic",
        says("200 OK", &json!({ "id": "m1", "display_name": "M One" })),
        true,
        "has m1 (M One)",
        "",
    );
    check(
        "gemini",
        says("200 OK", &json!({ "name": "models/m1", "version": "001" })),
        true,
        "has m1 (001)",
        "",
    );
    for kind in ["anthropic", "gemini"] {
        check(
            kind,
            says("404 Not Found", &error(kind, "not_found", "models/m1 is not found")),
            false,
            "has no model m1",
            "correct model",
        );
        // Some servers lack part of a dialect's addresses; frieze reports nothing about their models.
        check(
            kind,
            says("404 Not Found", &json!({ "detail": "Not Found" })),
            true,
            "does not describe its models",
            "",
        );
    }
    for kind in ["openai", "anthropic", "gemini"] {
        check(
            kind,
            says("401 Unauthorized", &error(kind, "x", "who are you")),
            false,
            "401 who are you",
            "needs a key",
        );
        check(kind, says("503 Busy", &error(kind, "x", "busy")), false, "503 busy", "try again later");
        // Too many requests per minute is not the same as an empty account.
        let many = |message: &str, code: &str| says("429 Too Many Requests", &error(kind, code, message));
        check(kind, many("Rate limit reached", "x"), false, "429 Rate limit reached", "try again later");
        check(kind, many("You exceeded it", "insufficient_quota"), false, "429", "no credit left");
    }
}

/// The hint for an address without its version names the version.
#[test]
fn a_wrong_address_leads_to_the_right_one() {
    for (path, right) in [
        ("", "/v1"),
        ("/", "/v1"),
        ("/v1/chat/completions", "/v1"),
        ("/gateway", "/gateway/v1"),
        ("/api/generate", "/v1"),
    ] {
        let server = Server::new(move |_, received, out| {
            let is_there = received.line == format!("GET {right}/models HTTP/1.1");
            let (status, said) = match is_there {
                true => ("200 OK", json!({ "data": [{ "id": "m" }] })),
                false => ("404 Not Found", json!({ "error": "page not found" })),
            };
            out.write_all(&says(status, &said))
        });
        let url = server.url();
        let look = |at: &str| {
            let entry = format!("kind: openai, model: m, url: \"{url}{at}\"");
            runtime().block_on(agent(&entry).check())
        };
        assert!(look(path).unwrap().contains("does not list its models"), "{path}");
        assert!(look(right).is_ok(), "{right}");
        let why = failure(&format!("kind: openai, model: m, url: \"{url}{path}\""));
        assert_eq!(why.contains("below /v1"), !path.contains("/v1"), "{why}");
    }
}

#[test]
fn the_hints_lead_from_nothing_to_a_running_model() {
    let missing = look("kind: openai, model: m, url: \"http://127.0.0.1:1/v1\"").unwrap_err();
    assert!(missing.what.contains("no answer from http://127.0.0.1:1/v1"), "{missing:?}");
    assert!(missing.hint.contains("start the server"), "{missing:?}");
    let no_key = "kind: openai, model: m, url: \"https://127.0.0.1:1/v1\", key: {env: FRIEZE_TEST_NO_KEY}";
    let missing = look(no_key).unwrap_err();
    assert!(missing.what.contains("FRIEZE_TEST_NO_KEY is not set"), "{missing:?}");
    assert!(missing.hint.contains("export FRIEZE_TEST_NO_KEY="), "{missing:?}");
}
