//! Runs of the real binary with a model on a server as generator: one success, and every way to fail.

use std::io::Write as _;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use super::dialects::{KINDS, answer, error, events, in_one};
use super::server::{STREAM, Server, event, response};
use crate::cli_support::{CHECKOUT, Place};

/// A valid design of the brief, as the built-in generator makes it.
pub fn intent() -> &'static str {
    static INTENT: OnceLock<String> = OnceLock::new();
    INTENT.get_or_init(|| Place::candidate().read("features/checkout/design/intent.json"))
}

/// A workspace with one feature, whose user has configured a model as generator.
pub fn place(kind: &str, server: &Server, more: &str, settings: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let url = server.url();
    configure(
        &place,
        &format!(
            "{settings}\ngenerator: remote\nagents:\n  remote:\n    {{kind: {kind}, model: m, url: \"{url}\"{more}}}\n"
        ),
    );
    place
}

pub fn configure(place: &Place, yaml: &str) {
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    // The user's own file names its programs by their whole paths.
    let yaml = yaml.replace("[./", &format!("[{}/", place.root().display()));
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
}

fn record(place: &Place) -> Value {
    serde_json::from_str(&place.read("features/checkout/design/state.json")).unwrap()
}

/// The run fails with these words after this many requests.
#[track_caller]
fn fails(place: &Place, server: &Server, words: &[&str], requests: usize) {
    ends(place, server, words, requests, 2);
}

/// Without an answer, the run waits for a person (ruling 25).
fn pauses(place: &Place, server: &Server, words: &[&str], requests: usize) {
    ends(place, server, words, requests, 3);
    assert_eq!(place.row("checkout")["needs"], "resume");
}

fn ends(place: &Place, server: &Server, words: &[&str], requests: usize, code: i32) {
    let said = place.run(&["run", "checkout"]);
    assert_eq!(said.code, code, "{said:?}");
    let reason = place.row("checkout")["reason"].as_str().unwrap_or_default().to_owned();
    for words in words {
        assert!(reason.contains(words), "{words:?} is not in {reason:?}");
    }
    assert_eq!(server.received().len(), requests, "{reason}");
}

#[test]
fn a_model_takes_a_brief_to_a_candidate() {
    for kind in KINDS {
        let server = Server::saying(answer(kind, true, "m-2025-01-01", intent()));
        let place = place(kind, &server, ", temperature: omit", "");
        let said = place.run(&["run", "checkout"]);
        assert_eq!((said.code, place.state("checkout").as_str()), (3, "CANDIDATE"), "{kind}: {said:?}");
        let record = record(&place);
        let by = &record["run"]["answeredBy"]["generator"];
        assert_eq!(
            (by["model"].as_str(), record["run"]["spent"]["calls"].as_u64()),
            (Some("m-2025-01-01"), Some(2)),
            "the generator was asked, and the critic: {record}"
        );
        assert_eq!(by["fingerprint"].as_str(), (kind == "openai").then_some("fp_1"), "{record}");
        assert_eq!(record["run"]["pins"]["generator"]["temperatureOmitted"], true, "ruling 6: {record}");
        assert_eq!(
            (&record["spent"]["inputTokens"], &record["spent"]["outputTokens"]),
            (&11.into(), &7.into())
        );
        let log = place.done(&["log", "checkout"]).out;
        assert!(log.contains("answered as m-2025-01-01") && log.contains("11 + 7 tokens"), "{log}");
        let sent = server.received().remove(0).body.to_string();
        assert!(sent.contains("A shopper pays for the goods in the cart."), "the brief is in the prompt");
    }
}

#[test]
fn a_different_model_ends_the_run() {
    let server = Server::new(|number, _, out| {
        let (model, text) = if number == 1 { ("m-january", "no design") } else { ("m-february", intent()) };
        out.write_all(&answer("openai", true, model, text))
    });
    let place = place("openai", &server, "", "");
    fails(&place, &server, &["determinism violation", "m-january", "m-february"], 2);
}

#[test]
fn the_model_that_must_answer_can_be_named() {
    let server = Server::saying(answer("openai", true, "m-february", intent()));
    let place = place("openai", &server, ", reports: m-january", "");
    fails(&place, &server, &["determinism violation", "m-january", "m-february"], 1);
}

#[test]
fn a_deferred_answer_is_requested_again_journalled_and_counted() {
    let server = Server::new(|number, _, out| match number {
        1 => out.write_all(&response(
            "429 Too Many Requests",
            "application/json",
            "retry-after-ms: 20\r\n",
            "{}",
        )),
        2 => out.write_all(&response("503 Busy", "text/plain", "retry-after: 0\r\n", "loading the model")),
        _ => out.write_all(&answer("openai", true, "m", intent())),
    });
    let place = place("openai", &server, "", "");
    let said = place.run(&["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(server.received().len(), 3);
    assert_eq!(record(&place)["run"]["spent"]["calls"], 4, "every request was counted, and the critic's");
    let log = place.done(&["log", "checkout"]).out;
    assert!(log.contains("retry 1") && log.contains("retry 2") && log.contains("loading the model"), "{log}");
}

/// The text for a duration that does not fit into milliseconds.
const NEVER: &str = "it can be asked again in more than 18446744073709551 s";

/// frieze gives up on a broken server after a time or a number of requests; every request is counted.
#[test]
fn a_broken_server_is_given_up() {
    for (status, after, settings, words, requests) in [
        ("500 Internal Server Error", "retry-after-ms: 1\r\n", "", "it was asked 7 times", 7),
        (
            "429 Too Many Requests",
            "retry-after-ms: 1\r\n",
            "maxCalls: 3",
            "reached its limit of calls (maxCalls: 3)",
            3,
        ),
        ("503 Busy", "", "agentTimeoutSeconds: 2", "it was asked 2 times", 2),
        ("429 Too Many Requests", "retry-after: 3600\r\n", "", "it can be asked again in 3600 s", 1),
        ("429 Too Many Requests", "retry-after: 1e300\r\n", "", NEVER, 1),
        ("429 Too Many Requests", "retry-after: 99999999999999999999\r\n", "", NEVER, 1),
        ("501 Not Implemented", "retry-after: 0\r\n", "", "501 Not Implemented", 1),
    ] {
        let server = Server::saying(response(status, "text/html", after, "<h1>Oh no</h1>"));
        let place = place("openai", &server, "", settings);
        let ends = if settings.contains("maxCalls") { fails } else { pauses };
        ends(&place, &server, &[words], requests);
        assert_eq!(record(&place)["run"]["spent"]["calls"], requests, "{status}: every request was counted");
    }
}

/// If an agent finally asks to wait longer than allowed, the run reports how long.
#[test]
fn a_later_wait_above_the_limit_is_reported_with_its_length() {
    let server = Server::new(|number, _, out| {
        let wish = if number == 1 { "retry-after-ms: 1\r\n" } else { "retry-after: 1e300\r\n" };
        out.write_all(&response("429 Too Many Requests", "application/json", wish, "{}"))
    });
    let place = place("openai", &server, "", "");
    pauses(&place, &server, &["it was asked 2 times", "more than 18446744073709551 s"], 2);
}

/// The beginning of a streamed answer; then the connection breaks.
fn half() -> Vec<u8> {
    let said: Vec<String> = events("openai", "m", intent(), None).iter().map(event).collect();
    let text = said[..said.len() / 2].concat();
    let stream = STREAM.replace("connection: close", "transfer-encoding: chunked");
    format!("{stream}{:x}\r\n{text}\r\n", text.len()).into_bytes()
}

/// The request is repeated; the lost answer is counted, reported and kept.
#[test]
fn a_connection_lost_during_an_answer_does_not_end_the_run() {
    let server = Server::new(|number, _, out| match number {
        1 | 2 => out.write_all(&half()),
        _ => out.write_all(&answer("openai", true, "m", intent())),
    });
    let place = place("openai", &server, ", price: {input: \"1\", output: \"1\"}", "");
    let said = place.run(&["run", "checkout"]);
    assert_eq!((said.code, server.received().len()), (3, 3), "{said:?}");
    let record = record(&place);
    let spent = &record["run"]["spent"];
    assert_eq!((spent["calls"].as_u64(), spent["estimated"].as_u64()), (Some(4), Some(2)), "{record}");
    let prompt = place.read("features/checkout/design/iterations/1/generator-prompt-1.txt").len() as u64;
    assert!(spent["inputTokens"].as_u64().unwrap() > 2 * prompt / 3, "both prompts were counted: {record}");
    assert!(spent["outputTokens"].as_u64().unwrap() > 100, "and what came: {record}");
    let folder = "features/checkout/design/iterations/1/generator-unusable-1";
    for kept in [".txt", "-time-2.txt"] {
        let kept = place.read(&format!("{folder}{kept}"));
        assert!(!kept.is_empty() && intent().starts_with(&kept), "{kept}");
    }
    let log = place.done(&["log", "checkout"]).out;
    for words in ["retry 1", "retry 2", "generator-unusable-1.txt", "generator-unusable-1-time-2.txt"] {
        assert!(log.contains(words), "{words}: {log}");
    }
    let lost = "the generator lost its answer (the connection was lost after";
    assert_eq!(log.matches(lost).count(), 2, "{log}");
}

/// A server that cuts every answer gets three requests at most, or fewer if the budget is smaller.
#[test]
fn a_server_that_cuts_every_answer_is_given_up() {
    for (settings, words, requests) in [
        ("", "of the answer: ", 3),
        ("", "it was asked 3 times", 3),
        ("maxCalls: 2", "reached its limit of calls (maxCalls: 2)", 2),
        ("agentTimeoutSeconds: 2", "it was asked 2 times", 2),
    ] {
        let server = Server::saying(half());
        let place = place("openai", &server, "", settings);
        let ends = if settings.contains("maxCalls") { fails } else { pauses };
        ends(&place, &server, &[words], requests);
        assert_eq!(record(&place)["run"]["spent"]["calls"], requests, "every request was counted");
    }
    // A run that resumes with recorded answers does not use a lost answer.
    let server = Server::saying("");
    let place = place("openai", &server, "", "maxCalls: 2");
    fails(&place, &server, &["reached its limit of calls"], 2);
    assert!(!place.exists("features/checkout/design/iterations/1/generator-unusable-1.txt"), "nothing came");
    assert!(place.done(&["log", "checkout"]).out.contains("it is empty"));
}

#[test]
fn a_budget_stops_before_the_call() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let tokens = place("openai", &server, "", "maxTokens: 5000");
    fails(&tokens, &server, &["the next call may use", "the limit is 5000"], 0);
    let price = ", price: {input: \"2.50\", output: \"10\"}, maxAnswerTokens: 10000";
    let cost = place("openai", &server, price, "maxCost: \"0.10\"");
    fails(&cost, &server, &["the next call may cost", "the limit is 0.10"], 0);
    let calls = place("openai", &server, "", "maxCalls: 2");
    configure(&calls, &std::fs::read_to_string(calls.home().join("config/frieze/config.yaml")).unwrap());
    assert_eq!(calls.run(&["run", "checkout"]).code, 3);
    assert_eq!(server.received().len(), 1);
}

#[test]
fn a_refused_temperature_is_recorded_and_shown_and_no_error() {
    let refused = super::server::json(
        "400 Bad Request",
        &error("openai", "temperature", "temperature is not supported"),
    );
    let server = Server::new(move |number, received, out| {
        if !received.body["temperature"].is_null() {
            return out.write_all(&refused);
        }
        let text = if number == 2 { intent() } else { r#"{"findings":[]}"# };
        out.write_all(&answer("openai", true, "m-2025-01-01", text))
    });
    let place = place("openai", &server, "", "critic: remote");
    let said = place.run(&["run", "checkout"]);
    assert_eq!((said.code, place.state("checkout").as_str()), (3, "CANDIDATE"), "{said:?}");
    assert_eq!(server.received().len(), 3, "a refusal, the generator, the critic");
    let run = &record(&place)["run"];
    assert_eq!(run["temperatureRefusedBy"]["generator"], "m-2025-01-01", "{run}");
    assert_eq!(run["temperatureRefusedBy"]["critic"], "m-2025-01-01", "{run}");
    assert_eq!(run["spent"]["calls"], 2, "the refusal is no call: {run}");
    let words = "temperature: refused by m-2025-01-01";
    let log = place.done(&["log", "checkout"]).out;
    assert_eq!(log.matches(words).count(), 1, "{log}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains(words), "{shown}");
}

/// A prompt that does not fit into the stated context is refused before a request; one that fits is sent.
#[test]
fn a_prompt_larger_than_the_context_is_not_sent() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let small = place("openai", &server, ", context: 9000, maxAnswerTokens: 8000", "");
    small.run(&["run", "checkout"]);
    let reason = small.row("checkout")["reason"].as_str().unwrap_or_default().to_owned();
    for words in [
        "the prompt has about",
        "up to 8000 (maxAnswerTokens)",
        "context of 9000 tokens",
        "shorten the brief",
    ] {
        assert!(reason.contains(words), "{words:?} is not in {reason:?}");
    }
    assert!(server.received().is_empty());
    let large = place("openai", &server, ", context: 200000", "");
    assert_eq!(large.run(&["run", "checkout"]).code, 3);
}

#[test]
fn a_model_that_does_not_answer_in_time_fails_the_run() {
    let server = Server::new(|_, _, out| {
        out.write_all(STREAM.as_bytes())?;
        loop {
            std::thread::sleep(Duration::from_millis(50));
            out.write_all(b": still here\n\n")?;
        }
    });
    let place = place("openai", &server, ", timeoutSeconds: 1", "");
    fails(&place, &server, &["did not answer within 1 s"], 1);
    server.wait_until_gone();
}

#[test]
fn an_interrupted_run_closes_its_connection() {
    let server = Server::new(|_, _, out| {
        out.write_all(STREAM.as_bytes())?;
        loop {
            std::thread::sleep(Duration::from_millis(20));
            out.write_all(b": still here\n\n")?;
        }
    });
    let place = place("openai", &server, "", "");
    let mut child = place.started(&["run", "checkout"]);
    server.wait_for(1);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    server.wait_until_gone();
    assert_eq!(place.state("checkout"), "GENERATING", "the run goes on when it is started again");
    assert_eq!(server.received().len(), 1);
}

#[test]
fn a_machine_without_certificates_and_behind_a_proxy_reaches_itself() {
    let bare = [("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")];
    let proxied = [("HTTP_PROXY", "http://127.0.0.1:1"), ("HTTPS_PROXY", "http://127.0.0.1:1")];
    let server = Server::saying(answer("openai", true, "m", intent()));
    let place = place("openai", &server, "", "");
    let variables = [bare, proxied].concat();
    let said = place.run_env(&variables, &["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    let yaml =
        "generator: remote\nagents: {remote: {kind: openai, model: m, url: \"https://127.0.0.1:1\"}}\n";
    configure(&place, yaml);
    place.write("second.md", CHECKOUT);
    place.done(&["new", "second", "--brief", "second.md"]);
    let said = place.run_env(&bare, &["run", "second"]);
    assert_eq!(said.code, 3, "{said:?}");
    let reason = place.row("second")["reason"].to_string();
    assert!(reason.contains("ca-certificates"), "{reason}");
}

#[test]
fn a_missing_key_does_not_fail_a_run() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let place = place("openai", &server, ", key: {env: NO_SUCH_KEY}", "");
    for (variables, words) in
        [(&[][..], "the variable NO_SUCH_KEY is not set"), (&[("NO_SUCH_KEY", " ")], "NO_SUCH_KEY is empty")]
    {
        let said = place.run_env(variables, &["run", "checkout"]);
        said.complains(1, words);
        assert!(said.err.contains("remote: ") && said.err.contains("export NO_SUCH_KEY="), "{said:?}");
        assert_eq!(place.state("checkout"), "IDLE");
    }
    assert!(server.received().is_empty());
    let printed = self::place("openai", &server, ", key: {command: [no-such-program]}", "");
    printed.run(&["run", "checkout"]).complains(1, "there is no key: no-such-program is not in PATH");
    assert_eq!(printed.state("checkout"), "IDLE");
    assert!(server.received().is_empty());
    assert_eq!(place.run_env(&[("NO_SUCH_KEY", "k")], &["run", "checkout"]).code, 3);
}

/// Token counts come from the server and may be absurd. No record is damaged by them.
#[test]
fn invalid_token_counts_do_no_damage() {
    for (counts, estimated) in [
        ("\"prompt_tokens\":10000000000000000000,\"completion_tokens\":18446744073709551615", 1),
        ("\"prompt_tokens\":-1,\"completion_tokens\":1.5", 1),
        ("\"prompt_tokens\":1e400,\"completion_tokens\":7", 1),
        ("\"prompt_tokens\":\"11\",\"completion_tokens\":null", 1),
        ("\"prompt_tokens\":1000000000,\"completion_tokens\":1000000000", 0),
    ] {
        let said = in_one("openai", "m", intent(), None).to_string();
        let other = said.replace("\"completion_tokens\":7,\"prompt_tokens\":11", counts);
        let other = other.replace("\"prompt_tokens\":11,\"completion_tokens\":7", counts);
        assert_ne!(said, other);
        let server = Server::saying(response("200 OK", "application/json", "", other));
        let dear = ", price: {input: \"999999999\", output: \"999999999\"}";
        let place = place("openai", &server, dear, "repairAttempts: 5");
        let said = place.run(&["run", "checkout"]);
        if counts.contains("1e400") {
            // Not a JSON number: the whole answer is rejected.
            assert_eq!(place.row("checkout")["needs"], "resume", "{said:?}");
            continue;
        }
        assert_eq!(said.code, 3, "{counts}: {said:?}");
        let spent = &place.row("checkout")["spent"];
        assert_eq!(spent["estimated"], estimated, "{counts}: {spent}");
        // The counts are read again, shown, and frozen.
        assert!(place.done(&["show", "checkout"]).out.contains("tokens"));
    }
}

/// A relative path of a key command is read from the workspace, even when frieze starts elsewhere.
#[test]
fn a_commands_path_is_read_from_the_workspace() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::saying(answer("openai", true, "m", intent()));
    let place = place("openai", &server, ", key: {command: [./key.sh, key.txt]}", "");
    for (folder, key) in [(".", "key-of-the-workspace"), ("below", "another-key")] {
        place.write(&format!("{folder}/key.sh"), "#!/bin/sh\ncat \"$1\"\n");
        place.write(&format!("{folder}/key.txt"), key);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.at(&format!("{folder}/key.sh")), executable).unwrap();
    }
    let root = place.root().display().to_string();
    // A program in the workspace must be trusted there.
    let user = place.home().join("config/frieze/config.yaml");
    let yaml = std::fs::read_to_string(&user).unwrap().replace(&format!("[{root}/"), "[./");
    std::fs::write(&user, "").unwrap();
    place.write("frieze.yaml", yaml);
    let shown = place.run(&["trust", "remote"]).out;
    let hash = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap();
    place.done(&["trust", "remote", "--sha256", hash]);
    let said = place.run_in("below", &["-C", &root, "run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(place.run_in("below", &["doctor"]).out.contains("agent remote"));
    for request in server.received() {
        assert_eq!(request.header("authorization"), Some("Bearer key-of-the-workspace"));
    }
    assert!(!server.received().is_empty());
}

/// A truncated answer was charged: its tokens are counted and its text is kept.
#[test]
fn a_truncated_answer_is_counted_and_saved() {
    for streaming in [true, false] {
        let text = "{\"title\": \"half a";
        let said = match streaming {
            true => events("openai", "m-1", text, Some("length")).iter().map(event).collect::<String>(),
            false => in_one("openai", "m-1", text, Some("length")).to_string(),
        };
        let kind = if streaming { "text/event-stream" } else { "application/json" };
        let said = response("200 OK", kind, "", said);
        let server = Server::saying(said);
        let place = place("openai", &server, &format!(", streaming: {streaming}"), "");
        fails(&place, &server, &["cut at the token limit", "raise maxAnswerTokens"], 1);
        let record = record(&place);
        let spent = &record["run"]["spent"];
        assert_eq!((&spent["inputTokens"], &spent["outputTokens"]), (&11.into(), &7.into()), "{record}");
        assert_eq!(spent["estimated"], 0, "the server said it: {record}");
        let hint = record["failure"]["hint"].as_str().unwrap();
        assert!(!hint.contains("doctor"), "the doctor sees nothing of it: {hint}");
        let folder = "features/checkout/design/iterations/1";
        assert_eq!(place.read(&format!("{folder}/generator-unusable-1.txt")), "{\"title\": \"half a");
        assert!(
            !place.exists(&format!("{folder}/generator-answer-1.txt")),
            "a replay would take it for an answer"
        );
    }
}

/// If no server answers, the message names `frieze doctor`.
#[test]
fn a_missing_server_points_to_the_doctor() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let place = place("openai", &server, "", "");
    configure(
        &place,
        "generator: remote\nagents: {remote: {kind: openai, model: m, url: \"http://127.0.0.1:1\"}}\n",
    );
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let record = record(&place);
    assert!(record["paused"]["hint"].as_str().unwrap().contains("frieze doctor"), "{record}");
}

/// Ollama's default context is smaller than a prompt, and it truncates silently.
#[test]
fn a_prompt_that_was_probably_truncated_is_reported() {
    let server = Server::saying(answer("openai", true, "m", intent()));
    let cut = place("openai", &server, "", "");
    let said = cut.run(&["run", "checkout"]);
    let words = "the server counted 11 tokens in a prompt of about";
    assert!(
        said.code == 3 && said.err.contains(words) && said.err.contains("OLLAMA_CONTEXT_LENGTH"),
        "{said:?}"
    );
    assert!(cut.done(&["log", "checkout"]).out.contains(words));
    for counted in ["4000000", "0"] {
        let said = String::from_utf8(answer("openai", true, "m", intent())).unwrap();
        let other = said.replace("\"prompt_tokens\":11", &format!("\"prompt_tokens\":{counted}"));
        assert_ne!(said, other);
        let server = Server::saying(other);
        let place = place("openai", &server, "", "");
        let said = place.run(&["run", "checkout"]);
        assert!(!said.err.contains("OLLAMA_CONTEXT_LENGTH"), "{counted}: {said:?}");
    }
}

/// If the model does not send a design, its text is quoted.
#[test]
fn an_answer_without_a_design_is_quoted() {
    let server = Server::saying(answer("openai", true, "m", "I'm sorry, \u{1b}[31mI cannot do that."));
    let place = place("openai", &server, "", "repairAttempts: 0");
    let words = "intent.json does not conform to its schema: not one JSON document:";
    fails(&place, &server, &[words, "it begins with “I'm sorry, ␛[31mI cannot do that.”"], 1);
}

#[test]
fn a_proxy_of_the_environment_is_suggested_without_its_password() {
    let server = Server::saying("");
    let place = place("openai", &server, "", "");
    configure(
        &place,
        "generator: far\nagents: {far: {kind: openai, model: m, url: \"http://models.invalid/v1\"}}\n",
    );
    let variables = [("HTTP_PROXY", "http://me:canary@127.0.0.1:1"), ("http_proxy", "http://127.0.0.1:2")];
    let said = place.run_env(&variables, &["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    let record = record(&place).to_string();
    let words =
        ["no answer from http://models.invalid/v1 (", "the proxy, if one is set (HTTPS_PROXY, NO_PROXY)"];
    assert!(words.iter().all(|words| record.contains(words)) && !record.contains("canary"), "{record}");
}
