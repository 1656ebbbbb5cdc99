//! Every way in which a server misbehaves: the agent reports one sentence and never hangs, retries or uses half an answer.

use std::io::Write as _;
use std::time::Duration;

use frieze_kernel::Fault;
use frieze_ports::{Ask, Live, Patience};
use serde_json::{Value, json};

use super::dialects::{KINDS, answer, error, events, in_one};
use super::server::{STREAM, Server, event, json, response};
use super::single_request::{agent, agent_of, asked, failure, prompt, runtime};
use frieze_flows::design::GENERATOR;

const TEXT: &str = "{\"title\": \"a title\"}";

fn entry(kind: &str, server: &Server) -> String {
    format!("kind: {kind}, model: m, url: \"{}\", idleSeconds: 1", server.url())
}

/// The agent fails with these words after one request.
#[track_caller]
fn fails(kind: &str, bytes: impl Into<Vec<u8>>, words: &[&str]) {
    let server = Server::saying(bytes);
    let why = failure(&entry(kind, &server));
    for words in words {
        assert!(why.contains(words), "{kind}: {words:?} is not in {why:?}");
    }
    assert_eq!(server.received().len(), 1, "{kind}: never asked again");
}

#[test]
fn an_incomplete_answer_is_rejected() {
    for kind in KINDS {
        let all = events(kind, "m", TEXT, None);
        let text: String = all.iter().take(4).map(event).collect();
        fails(kind, format!("{STREAM}{text}"), &["broke off after"]);
        // In the middle of an event, and in the middle of a declared length.
        let cut = text.len() - 12;
        fails(kind, format!("{STREAM}{}", &text[..cut]), &["broke off after"]);
        // In the middle of a character.
        let torn: String = events(kind, "m", "{\"title\": \"Größe\"}", None).iter().map(event).collect();
        let torn = format!("{STREAM}{torn}");
        fails(kind, &torn.as_bytes()[..torn.rfind('ö').unwrap() + 1], &["broke off after"]);
        let whole = answer(kind, false, "m", TEXT);
        fails(kind, &whole[..whole.len() - 20], &["connection was lost"]);
    }
}

/// A lost answer may be requested again, and may have been charged. An answer that the server ended on purpose may not.
#[test]
fn a_lost_answer_is_distinguished_from_an_unusable_one() {
    let again = |kind: &str, bytes: &[u8]| match asked(&entry(kind, &Server::saying(bytes))) {
        Err(Fault::Unusable { again, answer, .. }) => (again, answer.text),
        other => panic!("{kind}: {other:?}"),
    };
    for kind in KINDS {
        let text: String = events(kind, "m", TEXT, None).iter().take(4).map(event).collect();
        let piece = format!("{:x}\r\n{text}\r\n", text.len());
        let chunked = STREAM.replace("connection: close", "transfer-encoding: chunked");
        let whole = answer(kind, false, "m", TEXT);
        let (lost, came) = again(kind, format!("{STREAM}{text}").as_bytes());
        assert!(lost && TEXT.starts_with(&came) && !came.is_empty(), "{kind}: {came:?}");
        assert!(again(kind, format!("{STREAM}{}", &text[..text.len() - 12]).as_bytes()).0);
        // The connection ends before the announced length.
        assert_eq!(again(kind, format!("{chunked}{piece}").as_bytes()), (true, came));
        assert_eq!(again(kind, &whole[..whole.len() - 20]), (true, String::new()));
        for nothing in ["", "HTTP/1.1 200 OK\r\ncontent-type: appl"] {
            assert_eq!(again(kind, nothing.as_bytes()), (true, String::new()), "{kind}: {nothing:?}");
        }
        let limit = match kind {
            "openai" => "length",
            "anthropic" => "max_tokens",
            _ => "MAX_TOKENS",
        };
        let cut: String = events(kind, "m", TEXT, Some(limit)).iter().map(event).collect();
        assert_eq!(again(kind, format!("{STREAM}{cut}").as_bytes()), (false, TEXT.to_owned()));
        let nonsense = format!("{STREAM}{text}data: {{nonsense\n\n");
        assert!(!again(kind, nonsense.as_bytes()).0, "{kind}");
    }
}

#[test]
fn truncated_refused_and_empty_answers_are_distinguished() {
    for (kind, limit, refused) in [
        ("openai", "length", "content_filter"),
        ("anthropic", "max_tokens", "refusal"),
        ("gemini", "MAX_TOKENS", "SAFETY"),
    ] {
        for (why, words) in [(limit, "raise maxAnswerTokens"), (refused, "refused to answer")] {
            fails(kind, json("200 OK", &in_one(kind, "m", TEXT, Some(why))), &[words]);
            let stream: String = events(kind, "m", TEXT, Some(why)).iter().map(event).collect();
            fails(kind, format!("{STREAM}{stream}"), &[words]);
        }
        fails(kind, answer(kind, false, "m", " \n"), &["an empty answer"]);
        fails(kind, answer(kind, true, "m", ""), &["an empty answer"]);
    }
    let refusal = json!({ "model": "m", "choices": [{ "message": { "refusal": "I cannot" }, "finish_reason": "stop" }] });
    fails("openai", json("200 OK", &refusal), &["refused to answer: I cannot"]);
    let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } });
    fails("gemini", json("200 OK", &blocked), &["blocked the prompt (PROHIBITED_CONTENT)"]);
    fails("openai", json("200 OK", &json!({})), &["broke off"]);
    let tool = json!({ "choices": [{ "message": { "content": null }, "finish_reason": "tool_calls" }] });
    fails("openai", json("200 OK", &tool), &["called a tool"]);
}

#[test]
fn a_refused_parameter_is_named_with_the_setting_that_omits_it() {
    for (kind, code, message, words) in [
        ("openai", "response_format", "response_format is not supported by this model", "structured: false"),
        ("openai", "400", "Failed to initialize samplers: failed to parse grammar", "structured: false"),
        (
            "anthropic",
            "invalid_request_error",
            "output_config: Extra inputs are not permitted",
            "structured: false",
        ),
        ("gemini", "INVALID_ARGUMENT", "Unknown name \"responseJsonSchema\"", "structured: false"),
        ("openai", "seed", "seed is not supported", "seed: remove it"),
        ("openai", "max_tokens", "max_tokens is too large: 32000", "maxAnswerTokens is 32000"),
        ("openai", "stream", "stream is not supported", "streaming: false"),
        (
            "openai",
            "exceed_context_size_error",
            "the request exceeds the available context size, try increasing it",
            "llama.cpp: -c 32768",
        ),
        (
            "openai",
            "context_length_exceeded",
            "This model's maximum context length is 8192 tokens; reduce max_tokens",
            "lower maxAnswerTokens, which is 32000",
        ),
        (
            "anthropic",
            "invalid_request_error",
            "prompt is too long: 210000 tokens > 200000 maximum",
            "exceed the context",
        ),
        ("openai", "x", "Client sent an HTTP request to an HTTPS server.", "start its url with https://"),
        ("gemini", "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "key"),
    ] {
        let server = Server::saying(json("400 Bad Request", &error(kind, code, message)));
        let why =
            failure(&format!("{}{}", entry(kind, &server), if kind == "openai" { ", seed: 1" } else { "" }));
        assert!(why.contains(words) && why.contains(message), "{kind}: {words:?} is not in {why:?}");
        assert_eq!(server.received().len(), 1, "nothing is dropped silently and sent again");
    }
}

/// Ruling 6: the temperature alone is left out by itself, at once, and for as long as the process knows the model.
#[test]
fn a_refused_temperature_is_left_out_and_reported() {
    for (kind, code, message) in [
        ("openai", "temperature", "Unsupported value: 'temperature' does not support 0"),
        ("anthropic", "invalid_request_error", "`temperature` is deprecated for this model."),
        ("gemini", "INVALID_ARGUMENT", "temperature is not supported"),
    ] {
        let asks = |body: &Value| {
            !body["temperature"].is_null() || !body["generationConfig"]["temperature"].is_null()
        };
        let server = Server::new(move |_, received, out| {
            out.write_all(&match asks(&received.body) {
                true => json("400 Bad Request", &error(kind, code, message)),
                false => answer(kind, true, "m", TEXT),
            })
        });
        let agent = agent(&entry(kind, &server));
        for (time, requests) in [(1, 2), (2, 3)] {
            let given =
                runtime().block_on(agent.ask(prompt(GENERATOR, "Design it."), Live::new(drop))).unwrap();
            assert!(given.temperature_refused && given.text == TEXT, "{kind} {time}: {given:?}");
            let asked: Vec<bool> = server.received().iter().map(|received| asks(&received.body)).collect();
            assert_eq!(asked.len(), requests, "{kind}");
            assert_eq!(asked.iter().filter(|asks| **asks).count(), 1, "{kind}: asked for once");
        }
        // Another process that knows it from the record of the run.
        let before = server.received().len();
        let known = Ask { temperature_refused: true, ..prompt(GENERATOR, "Design it.") };
        let other = self::agent(&entry(kind, &server));
        let given = runtime().block_on(other.ask(known, Live::new(drop))).unwrap();
        assert!(given.temperature_refused, "{kind}");
        assert_eq!(server.received().len(), before + 1, "{kind}");
        // With `temperature: omit` nothing is refused.
        let given = asked(&format!("{}, temperature: omit", entry(kind, &server))).unwrap();
        assert!(!given.temperature_refused, "{kind}");
        assert_eq!(server.received().len(), before + 2, "{kind}");
    }
}

/// A refusal that stays without the temperature is an ordinary one, and nothing is remembered.
#[test]
fn a_refusal_that_only_mentions_the_temperature_is_repeated_once() {
    let server = Server::saying(json("400 Bad Request", &error("openai", "x", "no temperature here")));
    for requests in [2, 4] {
        let why = failure(&entry("openai", &server));
        assert!(why.contains("no temperature here"), "{why}");
        assert_eq!(server.received().len(), requests);
    }
}

#[test]
fn refusals_name_the_correction() {
    for kind in KINDS {
        for (status, words) in [
            ("401 Unauthorized", "the server needs a key"),
            ("403 Forbidden", "the server needs a key"),
            ("404 Not Found", "check the model (m)"),
            ("413 Payload Too Large", "too large for the server"),
            ("418 I'm a teapot", "the words"),
        ] {
            fails(kind, json(status, &error(kind, "code", "the words")), &[words, "the words", &status[..3]]);
        }
    }
    let quota =
        json!({ "error": { "message": "You exceeded your current quota", "code": "insufficient_quota" } });
    fails("openai", json("429 Too Many Requests", &quota), &["no credit"]);
    fails(
        "openai",
        response("400 Bad Request", "text/html", "", "<html><h1>Bad <b>thing</b></h1>\u{1b}[31m"),
        &["Bad thing"],
    );
    fails("openai", response("400 Bad Request", "text/plain", "", b"\xff\xfe"), &["400"]);
    fails("openai", response("400 Bad Request", "text/plain", "", "x".repeat(1 << 20)), &["xxxx"]);
    fails("openai", response("400 Bad Request", "text/plain", "", ""), &["no further message"]);
}

/// A refused key is not reported as missing.
#[test]
fn a_refused_key_is_distinguished_from_a_missing_permission() {
    for kind in KINDS {
        for (status, words) in [
            ("401 Unauthorized", "check the key (what echo prints)"),
            ("403 Forbidden", "the key (what echo prints) is not permitted"),
        ] {
            let server = Server::saying(json(status, &error(kind, "code", "the words")));
            let why =
                failure(&format!("{}, key: {{command: [echo, key-of-the-test]}}", entry(kind, &server)));
            assert!(why.contains(words) && !why.contains("needs a key"), "{kind}: {why}");
        }
    }
}

#[track_caller]
fn later(bytes: impl Into<Vec<u8>>, expected: Option<u64>) {
    let bytes = bytes.into();
    let server = Server::saying(bytes.clone());
    match asked(&entry("openai", &server)) {
        Err(Fault::TryLater { after_ms, .. }) => {
            assert_eq!(after_ms, expected, "{}", String::from_utf8_lossy(&bytes));
        }
        other => panic!("{other:?}: {}", String::from_utf8_lossy(&bytes)),
    }
    assert_eq!(server.received().len(), 1, "the flow asks again, and counts it; nobody else does");
}

#[test]
fn a_busy_server_is_retried_by_the_run() {
    let says = |status: &str, more: &str| {
        response(status, "application/json", more, error("openai", "x", "busy").to_string())
    };
    for status in ["429 Too Many Requests", "503 Service Unavailable", "529 Overloaded"] {
        later(says(status, ""), None);
        later(says(status, "retry-after: 3\r\n"), Some(3000));
        later(says(status, "Retry-After-Ms: 1500\r\nretry-after: 9\r\n"), Some(1500));
        let dates = "date: Mon, 05 Jan 2026 12:00:00 GMT\r\nretry-after: Mon, 05 Jan 2026 12:00:09 GMT\r\n";
        later(says(status, dates), Some(9000));
        later(says(status, "retry-after: when it rains\r\n"), None);
    }
    for status in [
        "408 Request Timeout",
        "500 Internal Server Error",
        "502 Bad Gateway",
        "504 Gateway Timeout",
        "522 Connection Timed Out",
    ] {
        later(response(status, "text/html", "", "<html><body><h1>Oh no</h1></body></html>"), None);
    }
    // An unsupported request is not repeated.
    for status in
        ["501 Not Implemented", "505 HTTP Version Not Supported", "508 Loop Detected", "511 Sign In"]
    {
        fails(
            "openai",
            response(status, "text/html", "", "<html><h1>Never</h1></html>"),
            &[&status[..3], "Never"],
        );
    }
    let google = json!([{ "error": { "code": 429, "message": "quota exceeded, see billing", "details": [{ "retryDelay": "12s" }] } }]);
    later(json("429 Too Many Requests", &google), Some(12_000));
    // In the middle of a stream.
    let start = event(&events("anthropic", "m", TEXT, None)[0]);
    let overloaded = event(&error("anthropic", "overloaded_error", "Overloaded"));
    let server = Server::saying(format!("{STREAM}{start}{overloaded}"));
    // The server had counted the prompt by then.
    assert!(matches!(asked(&entry("anthropic", &server)), Err(Fault::Unusable { again: true, .. })));
    let server = Server::saying(format!("{STREAM}{overloaded}"));
    assert!(matches!(asked(&entry("anthropic", &server)), Err(Fault::TryLater { after_ms: None, .. })));
    for broken in [
        json!({ "error": { "code": 502, "message": "Provider disconnected" } }),
        json!({ "error": { "type": "server_error", "message": "The server had an error" } }),
        json!({ "error": { "code": 500, "status": "INTERNAL", "message": "An internal error" } }),
    ] {
        let server = Server::saying(format!("{STREAM}{}", event(&broken)));
        let outcome = asked(&entry("openai", &server));
        assert!(matches!(outcome, Err(Fault::TryLater { .. })), "{broken}: {outcome:?}");
    }
    let other = event(&error("anthropic", "invalid_request_error", "no"));
    fails("anthropic", format!("{STREAM}{start}{other}"), &["stopped its answer: no"]);
}

#[test]
fn a_response_that_is_not_text_is_refused() {
    for kind in KINDS {
        let mut stream = STREAM.as_bytes().to_vec();
        stream.extend(b"data: {\"x\": \"\xff\xfe\"}\n\n");
        fails(kind, stream, &["not UTF-8"]);
        fails(kind, response("200 OK", "application/json", "", b"{\"model\": \"\xff\"}"), &["not UTF-8"]);
        fails(kind, response("200 OK", "text/html", "", "<html>a portal</html>"), &["not JSON"]);
        fails(kind, format!("{STREAM}data: {{nonsense\n\n"), &["not JSON"]);
        let deep = "[".repeat(100_000);
        fails(kind, response("200 OK", "application/json", "", &deep), &["not JSON"]);
        fails(kind, "HTTP/1.1 200 OK\r\n".to_owned() + &"x".repeat(100), &["closed the connection"]);
        fails(kind, "nonsense\r\n\r\n", &["closed the connection"]);
        fails(kind, "", &["closed the connection"]);
    }
}

#[test]
fn every_response_has_a_size_limit() {
    let endless = |start: &'static str, piece: Vec<u8>| {
        Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            // A hundred times the limit; the client disconnects long before.
            (0..1700).try_for_each(|_| out.write_all(&piece))
        })
    };
    let mib = |text: &str| text.repeat((1 << 20) / text.len() + 1).into_bytes();
    const PLAIN: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"x\": \"";
    const ANNOUNCED: &str =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 104857600\r\n\r\n{\"x\": \"";
    const PAGE: &str = "HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\n\r\n<html>";
    const HEADERS: &str = "HTTP/1.1 200 OK\r\nx: ";
    const ONE_LINE: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"x\": \"";
    let text = event(&json!({ "choices": [{ "delta": { "content": "y".repeat(100_000) } }] }));
    let empty = event(&json!({ "choices": [{ "delta": {} }] }));
    for (server, words) in [
        (endless(PLAIN, mib("z")), "larger than 16 MiB"),
        (endless(ANNOUNCED, mib("z")), "larger than 16 MiB"),
        (endless(ONE_LINE, mib("z")), "larger than 16 MiB"),
        (endless(STREAM, mib(&text)), "larger than 16 MiB"),
        (endless(STREAM, mib(&empty)), "larger than 16 MiB"),
        (endless(STREAM, mib(": alive\n\n")), "larger than 16 MiB"),
        (endless(PAGE, mib("page ")), "page page"),
        (endless(HEADERS, mib("h")), "closed the connection"),
    ] {
        let why = failure(&entry("openai", &server));
        assert!(why.contains(words), "{words:?} is not in {why:?}");
        server.wait_until_gone();
    }
}

#[test]
fn a_silent_server_is_given_up() {
    for (start, words) in [
        (
            format!("{STREAM}{}", event(&events("openai", "m", TEXT, None)[1])),
            "the server sent nothing for 1 s, after 5 bytes",
        ),
        ("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{".to_owned(), "the server sent nothing for 1 s"),
        ("HTTP/1.1 400 Bad Request\r\ncontent-length: 50\r\n\r\nits words".to_owned(), "its words"),
    ] {
        let server = Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
        });
        let why = failure(&entry("openai", &server));
        assert!(why.contains(words), "{words:?} is not in {why:?}");
    }
}

/// Slow bytes keep an answer alive. The limit for the whole answer belongs to the engine, which drops the future.
#[test]
fn slow_bytes_and_headers_last_until_the_total_timeout() {
    let whole = answer("openai", true, "m", TEXT);
    let slow = Server::new(move |_, _, out| {
        whole.chunks(8).try_for_each(|piece| {
            std::thread::sleep(Duration::from_millis(5));
            out.write_all(piece)
        })
    });
    assert_eq!(asked(&entry("openai", &slow)).unwrap().text, TEXT);
    for start in ["HTTP/1.1 200 OK\r\nx-slow: ", STREAM] {
        let dripping = Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            loop {
                std::thread::sleep(Duration::from_millis(5));
                out.write_all(b":")?;
            }
        });
        let asking = agent(&entry("openai", &dripping)).ask(prompt(GENERATOR, "x"), Live::new(drop));
        let outcome =
            runtime().block_on(async { tokio::time::timeout(Duration::from_millis(300), asking).await });
        assert!(outcome.is_err(), "the time ended it: {outcome:?}");
        dripping.wait_until_gone();
    }
    let patience = agent("kind: openai, model: m, url: \"http://localhost:1\", timeoutSeconds: 7").patience();
    assert_eq!(patience, Patience::Ms(7000));
    assert_eq!(
        agent("kind: openai, model: m, url: \"http://localhost:1\"").patience(),
        Patience::AsConfigured
    );
}

#[test]
fn a_connection_that_stays_open_after_an_answer_is_fine() {
    for kind in KINDS {
        let whole = answer(kind, true, "m", TEXT);
        let server = Server::new(move |_, _, out| {
            out.write_all(&whole)?;
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
        });
        assert_eq!(asked(&entry(kind, &server)).unwrap().text, TEXT, "{kind}");
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let other = Server::saying(answer("openai", false, "m", TEXT));
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let more = format!("location: {}/elsewhere?token=secret\r\n", other.url());
        let server = Server::saying(response(status, "text/plain", &more, ""));
        let why = failure(&format!("{}, key: {{command: [echo, the-key-of-it]}}", entry("openai", &server)));
        assert!(why.contains(&format!("redirects to {}", other.url())) && !why.contains("secret"), "{why}");
    }
    assert!(other.received().is_empty(), "neither key nor prompt went there");
}

#[test]
fn a_missing_server_is_named() {
    let closed = Server::saying("").url();
    let why = failure(&format!("kind: openai, model: m, url: \"{closed}/v1\""));
    assert!(why.contains(&format!("{closed}/v1")) || why.contains("closed the connection"), "{why}");
    let why = failure("kind: openai, model: m, url: \"http://127.0.0.1:1/v1\"");
    assert!(
        why.contains("no answer from http://127.0.0.1:1/v1")
            && why.contains("check that the server is running"),
        "{why}"
    );
    let why = failure("kind: openai, model: m, url: \"http://no-such-host.invalid/v1\"");
    assert!(why.contains("no-such-host.invalid"), "{why}");
}

#[test]
fn addresses_that_would_leak_a_key_are_refused() {
    for (entry, words) in [
        ("url: \"http://me:hunter2@localhost:1/v1\"", "a user or password"),
        ("url: \"http://models.example.org/v1\", key: {env: HOME}", "in plain text"),
        ("url: \"http://192.168.1.5:8000/v1\", key: {env: HOME}", "in plain text"),
        ("url: \"localhost:11434/v1\"", "http://"),
        ("url: \"ftp://localhost/v1\"", "http://"),
        ("url: \"/v1\"", "not an address"),
        ("url: \"http://localhost:1\", proxy: \"http://me:hunter2@localhost:2\"", "a user or password"),
        ("url: \"http://localhost:1\", proxy: \"proxy\"", "proxy"),
    ] {
        match agent_of(GENERATOR, &format!("kind: openai, model: m, {entry}")) {
            Err(Fault::Unready { why }) => {
                assert!(why.contains(words) && why.contains("agents.tried"), "{entry}: {why}");
                assert!(!why.contains("hunter2"), "{why}");
            }
            Err(other) => panic!("{entry}: {other:?}"),
            Ok(_) => panic!("{entry}: accepted"),
        }
    }
    for url in [
        "http://localhost:1",
        "http://127.0.0.9:1",
        "http://[::1]:1",
        "http://a.localhost:1",
        "https://x.example",
    ] {
        let entry = format!("kind: openai, model: m, url: \"{url}\", key: {{env: HOME}}");
        assert!(agent_of(GENERATOR, &entry).is_ok(), "{url}");
    }
    assert!(
        agent_of(GENERATOR, "kind: openai, model: m, url: \"http://192.168.1.5:1\"").is_ok(),
        "no key, no secret"
    );
}

/// Dropping the request closes the connection, so that the provider stops charging.
#[test]
fn dropping_the_request_closes_the_connection() {
    for start in ["", STREAM] {
        let server = Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            std::thread::sleep(Duration::from_millis(50));
            // Until the client has disconnected.
            while out.write_all(if start.is_empty() { b"" } else { b":\n" }).is_ok() {
                let mut ended = [0; 1];
                if out.peek(&mut ended).is_ok_and(|n| n == 0) {
                    break;
                }
            }
            Ok(())
        });
        runtime().block_on(async {
            let asking = agent(&entry("openai", &server)).ask(prompt(GENERATOR, "x"), Live::new(drop));
            let task = tokio::spawn(asking);
            while server.received().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            task.abort();
            let _ = task.await;
        });
        server.wait_until_gone();
    }
}

#[test]
fn a_proxy_is_used_only_if_configured() {
    let proxy = Server::saying(answer("openai", false, "m", TEXT));
    let entry =
        format!("kind: openai, model: m, url: \"http://models.example/v1\", proxy: \"{}\"", proxy.url());
    assert_eq!(asked(&entry).unwrap().text, TEXT);
    assert_eq!(proxy.received()[0].line, "POST http://models.example/v1/chat/completions HTTP/1.1");
}
