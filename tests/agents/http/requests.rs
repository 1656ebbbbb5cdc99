//! The three dialects: requests, responses, and the records of both.

use frieze_flows::design::{CRITIC, GENERATOR};
use frieze_kernel::Usage;
use frieze_ports::Live;
use serde_json::Value;

use super::dialects::{KINDS, answer};
use super::server::Server;
use super::single_request::{agent_of, ask_with_progress, asked, prompt, runtime};

const TEXT: &str = "{\"title\": \"Größe 🦀\", \"more\": \"and more and more and more and more of it\"}";

#[test]
fn a_whole_answer_and_a_stream_are_the_same_answer() {
    for kind in KINDS {
        for streaming in [false, true] {
            let server = Server::saying(answer(kind, streaming, "m-2025-01-01", TEXT));
            let entry =
                format!("kind: {kind}, model: m, url: \"{}/v1\", streaming: {streaming}", server.url());
            let (outcome, reported) = ask_with_progress(&entry);
            let answer = outcome.unwrap_or_else(|e| panic!("{entry}: {e:?}"));
            assert_eq!(answer.text, TEXT, "{entry}");
            assert_eq!(answer.model, "m-2025-01-01", "{entry}");
            assert_eq!(answer.usage, Some(Usage { input_tokens: 11, output_tokens: 7 }), "{entry}");
            assert_eq!(answer.fingerprint.as_deref(), (kind == "openai").then_some("fp_1"), "{entry}");
            assert!(
                reported.contains("asking m at 127.0.0.1") && reported.contains("Größe"),
                "{entry}: {reported}"
            );
            assert_eq!(server.received().len(), 1, "{entry}");
        }
    }
}

/// A server without streaming may answer with one response although a stream was requested.
#[test]
fn a_whole_answer_to_a_request_for_a_stream_is_read() {
    for kind in KINDS {
        let server = Server::saying(answer(kind, false, "m", TEXT));
        assert_eq!(asked(&format!("kind: {kind}, model: m, url: \"{}\"", server.url())).unwrap().text, TEXT);
    }
}

/// The request body for an entry of this kind with these settings.
fn posted(kind: &str, settings: &str, role: frieze_kernel::Role) -> (String, Value, super::server::Received) {
    let server = Server::saying(answer(kind, false, "m", TEXT));
    let entry = format!("kind: {kind}, model: m/1, url: \"{}/v1/\"{settings}", server.url());
    let agent = agent_of(role, &entry).unwrap();
    runtime().block_on(agent.ask(prompt(role, "Design it. ä🦀"), Live::new(drop))).unwrap();
    let received = server.received().remove(0);
    (received.line.clone(), received.body.clone(), received)
}

#[test]
fn requests_follow_the_dialects() {
    let key = ", key: {command: [echo, key-of-the-test]}";
    for streaming in [true, false] {
        let settings = format!("{key}, seed: 7, maxAnswerTokens: 99, streaming: {streaming}");
        let (line, body, received) = posted("openai", &settings, GENERATOR);
        assert_eq!(line, "POST /v1/chat/completions HTTP/1.1");
        assert_eq!(received.header("authorization"), Some("Bearer key-of-the-test"));
        assert_eq!(body["messages"], serde_json::json!([{ "role": "user", "content": "Design it. ä🦀" }]));
        assert_eq!(
            (&body["model"], &body["temperature"], &body["seed"]),
            (&"m/1".into(), &0.into(), &7.into())
        );
        assert_eq!((&body["max_tokens"], &body["stream"]), (&99.into(), &streaming.into()));
        assert_eq!(body["stream_options"]["include_usage"].as_bool(), streaming.then_some(true));
        assert_eq!(body["response_format"]["json_schema"]["name"], "design_intent");

        let (line, body, received) = posted("anthropic", &settings, GENERATOR);
        assert_eq!(line, "POST /v1/messages HTTP/1.1");
        assert_eq!(received.header("x-api-key"), Some("key-of-the-test"));
        assert_eq!(received.header("anthropic-version"), Some("2023-06-01"));
        assert_eq!(received.header("authorization"), None);
        assert_eq!((&body["temperature"], &body["max_tokens"]), (&0.into(), &99.into()));
        assert_eq!((&body["seed"], &body["stream"]), (&Value::Null, &streaming.into()));
        assert_eq!(body["output_config"]["format"]["type"], "json_schema");

        let (line, body, received) = posted("gemini", &settings, GENERATOR);
        let verb = if streaming { "streamGenerateContent?alt=sse" } else { "generateContent" };
        assert_eq!(line, format!("POST /v1/models/m%2F1:{verb} HTTP/1.1"));
        assert_eq!(received.header("x-goog-api-key"), Some("key-of-the-test"));
        assert_eq!(body["contents"][0]["parts"][0]["text"], "Design it. ä🦀");
        let how = &body["generationConfig"];
        assert_eq!(
            (&how["temperature"], &how["seed"], &how["maxOutputTokens"]),
            (&0.into(), &7.into(), &99.into())
        );
        assert_eq!(how["responseMimeType"], "application/json");
        assert_eq!(how["responseJsonSchema"]["properties"]["featureId"]["type"], "string");
    }
}

#[test]
fn only_the_configuration_omits_parameters() {
    for kind in KINDS {
        let (_, body, received) = posted(kind, ", temperature: omit, structured: false", GENERATOR);
        let text = body.to_string();
        for name in [
            "temperature",
            "seed",
            "response_format",
            "output_config",
            "responseJsonSchema",
            "responseMimeType",
        ] {
            assert!(!text.contains(&format!("\"{name}\"")), "{kind}: {text}");
        }
        for name in ["authorization", "x-api-key", "x-goog-api-key", "cookie", "referer"] {
            assert_eq!(received.header(name), None, "{kind}: a server without a key gets none");
        }
        let (_, body, _) = posted(kind, ", patches: true", GENERATOR);
        assert!(!body.to_string().contains("featureId"), "{kind}: patches have another shape than an intent");
        let (_, body, _) = posted(kind, "", CRITIC);
        assert!(body.to_string().contains("\"findings\""), "{kind}: a critic answers findings");
    }
}

#[test]
fn a_renamed_token_limit_needs_one_request() {
    let agent = agent_of(
        GENERATOR,
        "kind: openai, model: m, url: \"https://api.openai.com/v1\", key: {env: NO_SUCH_KEY_}",
    );
    let fault = runtime().block_on(agent.unwrap().ask(prompt(GENERATOR, "x"), Live::new(drop)));
    let said = format!("{fault:?}");
    assert!(said.contains("NO_SUCH_KEY_ is not set") && said.contains("export NO_SUCH_KEY_="), "{said}");
}

/// A model that follows a schema writes properties in its order, so each element's description comes before its parts.
#[test]
fn the_schema_goes_out_in_the_order_of_its_file() {
    let in_order = |text: &str, names: &[&str]| {
        let mut from = 0;
        for name in names {
            let key = format!("\"{name}\":");
            let at = text[from..].find(&key).unwrap_or_else(|| panic!("{name} is not behind {from}: {text}"));
            from += at + key.len();
        }
    };
    for kind in KINDS {
        let (.., received) = posted(kind, "", GENERATOR);
        let properties = received.text.find("\"properties\":").unwrap();
        in_order(
            &received.text[properties..],
            &[
                "schemaVersion",
                "featureId",
                "version",
                "title",
                "summary",
                "requirements",
                "goals",
                "userFlows",
                "components",
                "dataModel",
                "interactions",
                "openQuestions",
                "$defs",
            ],
        );
        let step = received.text.find("\"userFlow\":").unwrap();
        in_order(
            &received.text[step..],
            &["id", "name", "actor", "goal", "steps", "alternatives", "satisfies"],
        );
        let (.., received) = posted(kind, "", CRITIC);
        let finding = received.text.find("\"finding\":").unwrap();
        in_order(&received.text[finding..], &["check", "pointer", "severity", "message", "suggestion"]);
    }
}
