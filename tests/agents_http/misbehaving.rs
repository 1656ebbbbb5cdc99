//! Every way in which a server misbehaves, and what becomes of it: a sentence, never a hang, a retry or half an answer.

use std::io::Write as _;
use std::time::Duration;

use frieze::kernel::Fault;
use frieze::ports::{Live, Patience};
use serde_json::json;

use crate::asking::{agent, agent_of, asked, failure, prompt, runtime};
use crate::dialects::{KINDS, answer, error, events, in_one};
use crate::server::{STREAM, Server, event, json, response};
use frieze::flows::design::GENERATOR;

const TEXT: &str = "{\"title\": \"a title\"}";

fn entry(kind: &str, server: &Server) -> String {
    format!("kind: {kind}, model: m, url: \"{}\", idleSeconds: 1", server.url())
}

/// What the server says makes the agent fail with these words, after one request.
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
fn an_answer_that_breaks_off_is_none() {
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

/// What was lost on its way may be asked for again, and may have been charged; what a server ended, or will say again, not.
#[test]
fn what_was_lost_on_its_way_is_told_from_what_is_no_answer() {
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
        // The connection ends, and the announced rest does not come.
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
fn an_answer_at_its_limit_a_refusal_and_an_empty_answer_say_what_they_are() {
    for (kind, limit, refused) in [
        ("openai", "length", "content_filter"),
        ("anthropic", "max_tokens", "refusal"),
        ("gemini", "MAX_TOKENS", "SAFETY"),
    ] {
        for (why, words) in [(limit, "raise maxAnswerTokens"), (refused, "would not answer")] {
            fails(kind, json("200 OK", &in_one(kind, "m", TEXT, Some(why))), &[words]);
            let stream: String = events(kind, "m", TEXT, Some(why)).iter().map(event).collect();
            fails(kind, format!("{STREAM}{stream}"), &[words]);
        }
        fails(kind, answer(kind, false, "m", " \n"), &["answered nothing"]);
        fails(kind, answer(kind, true, "m", ""), &["answered nothing"]);
    }
    let refusal = json!({ "model": "m", "choices": [{ "message": { "refusal": "I cannot" }, "finish_reason": "stop" }] });
    fails("openai", json("200 OK", &refusal), &["would not answer: I cannot"]);
    let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } });
    fails("gemini", json("200 OK", &blocked), &["blocked the prompt (PROHIBITED_CONTENT)"]);
    fails("openai", json("200 OK", &json!({})), &["broke off"]);
    let tool = json!({ "choices": [{ "message": { "content": null }, "finish_reason": "tool_calls" }] });
    fails("openai", json("200 OK", &tool), &["called a tool"]);
}

#[test]
fn a_refused_parameter_is_named_with_the_setting_that_leaves_it_out() {
    for (kind, code, message, words) in [
        ("openai", "temperature", "Unsupported value: 'temperature' does not support 0", "temperature: omit"),
        (
            "anthropic",
            "invalid_request_error",
            "`temperature` is deprecated for this model.",
            "temperature: omit",
        ),
        ("gemini", "INVALID_ARGUMENT", "temperature is not supported", "temperature: omit"),
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
            "more context",
        ),
        ("openai", "x", "Client sent an HTTP request to an HTTPS server.", "write its url with https://"),
        ("gemini", "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "key"),
    ] {
        let server = Server::saying(json("400 Bad Request", &error(kind, code, message)));
        let why =
            failure(&format!("{}{}", entry(kind, &server), if kind == "openai" { ", seed: 1" } else { "" }));
        assert!(why.contains(words) && why.contains(message), "{kind}: {words:?} is not in {why:?}");
        assert_eq!(server.received().len(), 1, "nothing is dropped silently and sent again");
    }
    // What was not sent is not what was refused.
    let server = Server::saying(json("400 Bad Request", &error("openai", "temperature", "temperature")));
    let why = failure(&format!("{}, temperature: omit", entry("openai", &server)));
    assert!(!why.contains("temperature: omit"), "{why}");
}

#[test]
fn refusals_say_what_to_mend() {
    for kind in KINDS {
        for (status, words) in [
            ("401 Unauthorized", "the server wants a key"),
            ("403 Forbidden", "the server wants a key"),
            ("404 Not Found", "check the model (m)"),
            ("413 Payload Too Large", "larger than the server takes"),
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
    fails("openai", response("400 Bad Request", "text/plain", "", ""), &["it said nothing more"]);
}

/// A key that is set is no missing key.
#[test]
fn a_key_that_is_refused_is_told_from_one_that_may_not() {
    for kind in KINDS {
        for (status, words) in [
            ("401 Unauthorized", "check the key (what echo prints)"),
            ("403 Forbidden", "the key (what echo prints) may not"),
        ] {
            let server = Server::saying(json(status, &error(kind, "code", "the words")));
            let why =
                failure(&format!("{}, key: {{command: [echo, key-of-the-test]}}", entry(kind, &server)));
            assert!(why.contains(words) && !why.contains("wants a key"), "{kind}: {why}");
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
fn a_busy_server_is_left_to_the_run() {
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
    // What a server does not do at all it will not do later.
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
    // Its prompt was counted by then.
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
    fails("anthropic", format!("{STREAM}{start}{other}"), &["broke its answer off: no"]);
}

#[test]
fn what_is_no_text_is_refused() {
    for kind in KINDS {
        let mut stream = STREAM.as_bytes().to_vec();
        stream.extend(b"data: {\"x\": \"\xff\xfe\"}\n\n");
        fails(kind, stream, &["not UTF-8"]);
        fails(kind, response("200 OK", "application/json", "", b"{\"model\": \"\xff\"}"), &["not UTF-8"]);
        fails(kind, response("200 OK", "text/html", "", "<html>a portal</html>"), &["not JSON"]);
        fails(kind, format!("{STREAM}data: {{nonsense\n\n"), &["not JSON"]);
        let deep = "[".repeat(100_000);
        fails(kind, response("200 OK", "application/json", "", &deep), &["not JSON"]);
        fails(kind, "HTTP/1.1 200 OK\r\n".to_owned() + &"x".repeat(100), &["broke the connection"]);
        fails(kind, "nonsense\r\n\r\n", &["broke the connection"]);
        fails(kind, "", &["broke the connection"]);
    }
}

#[test]
fn nothing_is_read_without_bound() {
    let endless = |start: &'static str, piece: Vec<u8>| {
        Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            // A hundred times what is allowed; the client goes away long before.
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
        (endless(HEADERS, mib("h")), "broke the connection"),
    ] {
        let why = failure(&entry("openai", &server));
        assert!(why.contains(words), "{words:?} is not in {why:?}");
        server.wait_until_gone();
    }
}

#[test]
fn a_server_that_falls_silent_is_left() {
    for (start, words) in [
        (
            format!("{STREAM}{}", event(&events("openai", "m", TEXT, None)[1])),
            "nothing came for 1 s, after 5 bytes",
        ),
        ("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{".to_owned(), "nothing came for 1 s"),
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

/// Bytes that drip keep an answer alive; the time for a whole answer is the engine's, which drops the future.
#[test]
fn dripping_bytes_and_slow_headers_last_until_the_whole_time_is_over() {
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
fn a_connection_that_stays_open_behind_a_whole_answer_is_no_matter() {
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
        assert!(why.contains(&format!("sends on to {}", other.url())) && !why.contains("secret"), "{why}");
    }
    assert!(other.received().is_empty(), "neither key nor prompt went there");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let closed = Server::saying("").url();
    let why = failure(&format!("kind: openai, model: m, url: \"{closed}/v1\""));
    assert!(why.contains(&format!("{closed}/v1")) || why.contains("broke the connection"), "{why}");
    let why = failure("kind: openai, model: m, url: \"http://127.0.0.1:1/v1\"");
    assert!(
        why.contains("nothing answers at http://127.0.0.1:1/v1") && why.contains("is the server running"),
        "{why}"
    );
    let why = failure("kind: openai, model: m, url: \"http://no-such-host.invalid/v1\"");
    assert!(why.contains("no-such-host.invalid"), "{why}");
}

#[test]
fn addresses_that_would_give_a_key_away_are_refused() {
    for (entry, words) in [
        ("url: \"http://me:hunter2@localhost:1/v1\"", "a user or a password"),
        ("url: \"http://models.example.org/v1\", key: {env: HOME}", "in plain text"),
        ("url: \"http://192.168.1.5:8000/v1\", key: {env: HOME}", "in plain text"),
        ("url: \"localhost:11434/v1\"", "http://"),
        ("url: \"ftp://localhost/v1\"", "http://"),
        ("url: \"/v1\"", "no address"),
        ("url: \"http://localhost:1\", proxy: \"http://me:hunter2@localhost:2\"", "a user or a password"),
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

/// Whoever stops waiting closes the connection: a provider stops charging.
#[test]
fn dropping_the_question_closes_the_connection() {
    for start in ["", STREAM] {
        let server = Server::new(move |_, _, out| {
            out.write_all(start.as_bytes())?;
            std::thread::sleep(Duration::from_millis(50));
            // Until the client is gone.
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
fn a_proxy_is_used_where_it_is_named_and_only_there() {
    let proxy = Server::saying(answer("openai", false, "m", TEXT));
    let entry =
        format!("kind: openai, model: m, url: \"http://models.example/v1\", proxy: \"{}\"", proxy.url());
    assert_eq!(asked(&entry).unwrap().text, TEXT);
    assert_eq!(proxy.received()[0].line, "POST http://models.example/v1/chat/completions HTTP/1.1");
}
