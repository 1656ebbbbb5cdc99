//! Conversations, message by message, as the protocol's schema has them.

use serde_json::{Value, json};

use super::{Client, Refused};
use crate::secret_redactor::SecretRedactor;
use frieze_kernel::{Answer, Fault, Usage};

/// The one message that the client wants to send.
#[track_caller]
fn sent(client: &mut Client) -> Value {
    let bytes = client.take_outgoing();
    let text = String::from_utf8(bytes).unwrap();
    let [line] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text:?} is not one line") };
    serde_json::from_str(line).unwrap()
}

/// The parameters of the next request, or notification.
#[track_caller]
fn sent_params(client: &mut Client, method: &str) -> Value {
    let message = sent(client);
    assert_eq!((&message["jsonrpc"], &message["method"]), (&json!("2.0"), &json!(method)), "{message}");
    message["params"].clone()
}

fn say(client: &mut Client, message: &Value) {
    client.receive(format!("{message}\n").as_bytes());
}

fn reply(client: &mut Client, id: u64, result: &Value) {
    say(client, &json!({ "jsonrpc": "2.0", "id": id, "result": result }));
}

fn update(client: &mut Client, update: &Value) {
    let params = json!({ "sessionId": "s1", "update": update });
    say(client, &json!({ "jsonrpc": "2.0", "method": "session/update", "params": params }));
}

fn chunk(kind: &str, text: &str) -> Value {
    json!({ "sessionUpdate": kind, "content": { "type": "text", "text": text } })
}

/// A client whose prompt is being answered.
fn asked() -> Client {
    let mut client = Client::new(Some("Draft it".to_owned()));
    client.begin("/empty");
    sent(&mut client);
    reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
    sent(&mut client);
    reply(&mut client, 1, &json!({ "sessionId": "s1" }));
    sent(&mut client);
    client
}

fn answer(client: Client) -> Result<Answer, Fault> {
    client.response.answer("asked-for", 100, &SecretRedactor::of([]))
}

#[test]
fn a_prompt_is_answered() {
    let mut client = Client::new(Some("Draft it".to_owned()));
    client.begin("/empty");
    let hello = sent_params(&mut client, "initialize");
    assert_eq!(hello["protocolVersion"], 1);
    let offers = json!({ "fs": { "readTextFile": false, "writeTextFile": false }, "terminal": false });
    assert_eq!(hello["clientCapabilities"], offers);
    let welcome = json!({ "protocolVersion": 1, "agentInfo": { "name": "scripted", "version": "1.2" } });
    reply(&mut client, 0, &welcome);
    assert_eq!(client.agent.as_deref(), Some("scripted 1.2"));
    assert_eq!(sent_params(&mut client, "session/new"), json!({ "cwd": "/empty", "mcpServers": [] }));
    reply(&mut client, 1, &json!({ "sessionId": "s1" }));
    let prompt = json!({ "sessionId": "s1", "prompt": [{ "type": "text", "text": "Draft it" }] });
    assert_eq!(sent_params(&mut client, "session/prompt"), prompt);
    update(&mut client, &chunk("agent_thought_chunk", "hm"));
    update(&mut client, &chunk("agent_message_chunk", "{\"a\""));
    assert_eq!((client.response.take_fresh().as_str(), client.is_done()), ("{\"a\"", false));
    update(&mut client, &chunk("agent_message_chunk", ": 1}"));
    client.receive(b"a line of a log\n");
    say(&mut client, &json!({ "jsonrpc": "2.0", "method": "session/of_next_year", "params": 1 }));
    say(&mut client, &json!({ "jsonrpc": "2.0", "id": 99, "result": {} }));
    let usage = json!({ "totalTokens": 1801, "inputTokens": 1234, "outputTokens": 567 });
    reply(&mut client, 2, &json!({ "stopReason": "end_turn", "usage": usage }));
    assert!(client.is_done() && client.take_outgoing().is_empty());
    let answer = answer(client).unwrap();
    assert_eq!((answer.text.as_str(), answer.model.as_str()), ("{\"a\": 1}", "asked-for"));
    assert_eq!(answer.usage, Some(Usage { input_tokens: 1234, output_tokens: 567 }));
}

/// Without a prompt the conversation ends with the session.
#[test]
fn a_check_asks_no_model() {
    let mut client = Client::new(None);
    client.begin("/empty");
    sent(&mut client);
    reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
    sent(&mut client);
    reply(&mut client, 1, &json!({ "sessionId": "s1" }));
    assert!(client.is_done() && client.refused.is_none() && client.take_outgoing().is_empty());
}

/// Of the modes that an agent offers, one in which it changes nothing is set before the prompt. If that fails, it is asked all the
/// same.
#[test]
fn a_careful_mode_is_set_if_it_is_offered() {
    let mode = |id: &str, name: &str| json!({ "id": id, "name": name });
    for (current, offered, set) in [
        ("code", vec![mode("code", "Code"), mode("ask", "Ask")], Some("ask")),
        (
            "auto",
            vec![mode("plan", "Plan"), mode("read-only", "Read Only"), mode("auto", "Auto")],
            Some("read-only"),
        ),
        ("default", vec![mode("default", "Default"), mode("yolo", "YOLO"), mode("m3", "Plan")], Some("m3")),
        ("ask", vec![mode("ask", "Ask"), mode("plan", "Plan")], None),
        ("build", vec![mode("build", "Build"), mode("planner", "Plan and build")], None),
        ("build", Vec::new(), None),
    ] {
        let session =
            json!({ "sessionId": "s1", "modes": { "currentModeId": current, "availableModes": offered } });
        for fails in [false, true] {
            let mut client = Client::new(Some("x".to_owned()));
            reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
            sent(&mut client);
            reply(&mut client, 1, &session);
            if let Some(set) = set {
                let params = sent_params(&mut client, "session/set_mode");
                assert_eq!(params, json!({ "sessionId": "s1", "modeId": set }));
                match fails {
                    true => {
                        say(&mut client, &json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -32601 } }));
                    }
                    false => reply(&mut client, 3, &json!({})),
                }
            }
            assert_eq!(sent_params(&mut client, "session/prompt")["sessionId"], "s1");
            assert!(client.refused.is_none());
        }
        // A check changes nothing.
        let mut client = Client::new(None);
        reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
        sent(&mut client);
        reply(&mut client, 1, &session);
        assert!(client.is_done() && client.take_outgoing().is_empty());
    }
}

/// The places in which Gemini CLI and OpenCode name the model and the tokens.
#[test]
fn models_and_tokens_are_found() {
    let quota = json!({ "stopReason": "end_turn", "_meta": { "quota": {
        "token_count": { "input_tokens": 12, "output_tokens": 5 },
        "model_usage": [
            { "model": "small", "token_count": { "output_tokens": 1 } },
            { "model": "large", "token_count": { "output_tokens": 4 } },
        ] } } });
    let option = json!([{ "id": "model", "category": "model", "type": "select", "currentValue": "p/m" }]);
    let whole = json!({ "stopReason": "end_turn", "usage": { "inputTokens": 12, "outputTokens": 5 } });
    for (session, end, model) in [
        (json!({ "sessionId": "s1", "models": { "currentModelId": "auto" } }), &quota, "large"),
        (json!({ "sessionId": "s1", "configOptions": option }), &whole, "p/m"),
        (json!({ "sessionId": "s1", "models": { "currentModelId": "m" } }), &whole, "m"),
    ] {
        let mut client = Client::new(Some("x".to_owned()));
        reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
        reply(&mut client, 1, &session);
        client.response.push_text("text").unwrap();
        reply(&mut client, 2, end);
        let answer = answer(client).unwrap();
        assert_eq!(answer.model, model);
        assert_eq!(answer.usage, Some(Usage { input_tokens: 12, output_tokens: 5 }));
    }
}

#[test]
fn every_permission_is_refused() {
    let option = |id: &str, kind: &str| json!({ "optionId": id, "name": id, "kind": kind });
    let selected = |id: &str| json!({ "outcome": "selected", "optionId": id });
    let cancelled = || json!({ "outcome": "cancelled" });
    for (options, expected) in [
        (vec![option("yes", "allow_once"), option("no", "reject_once")], selected("no")),
        (vec![option("never", "reject_always"), option("yes", "allow_once")], selected("never")),
        (vec![option("yes", "allow_once"), option("always", "allow_always")], cancelled()),
        (Vec::new(), cancelled()),
    ] {
        let mut client = asked();
        let params = json!({ "sessionId": "s1", "toolCall": { "toolCallId": "t1" }, "options": options });
        say(
            &mut client,
            &json!({ "jsonrpc": "2.0", "id": "p-7", "method": "session/request_permission", "params": params }),
        );
        let reply = json!({ "jsonrpc": "2.0", "id": "p-7", "result": { "outcome": expected } });
        assert_eq!(sent(&mut client), reply);
    }
}

#[test]
fn files_and_terminals_are_not_offered() {
    let mut client = asked();
    for method in ["fs/read_text_file", "fs/write_text_file", "terminal/create", "of/next/year"] {
        say(&mut client, &json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": {} }));
        let message = sent(&mut client);
        assert_eq!((&message["id"], &message["error"]["code"]), (&json!(7), &json!(-32601)), "{message}");
    }
    for _ in 0..2000 {
        say(&mut client, &json!({ "jsonrpc": "2.0", "id": 7, "method": "fs/read_text_file" }));
    }
    assert_eq!(client.refused, Some(Refused::Failed("it made more than 1000 requests".to_owned())));
}

#[test]
fn an_agent_that_wants_a_login_is_recognised() {
    let mut client = Client::new(Some("x".to_owned()));
    reply(
        &mut client,
        0,
        &json!({ "protocolVersion": 1, "authMethods": [{ "id": "key", "name": "An API key" }] }),
    );
    let error =
        json!({ "code": -32000, "message": "Authentication required", "data": { "details": "no key" } });
    say(&mut client, &json!({ "jsonrpc": "2.0", "id": 1, "error": error }));
    let words = "Authentication required: no key".to_owned();
    assert_eq!(client.refused, Some(Refused::NeedsLogin(words, vec!["An API key".to_owned()])));
}

#[test]
fn what_is_no_answer_is_a_fault() {
    for (reason, words) in [
        ("max_tokens", "cut at the token limit"),
        ("refusal", "refused to answer"),
        ("cancelled", "cancelled the prompt"),
        ("max_turn_requests", "limit of turns"),
        ("end_turn", "empty answer"),
    ] {
        let mut client = asked();
        if reason != "end_turn" {
            client.response.push_text("half").unwrap();
        }
        reply(&mut client, 2, &json!({ "stopReason": reason }));
        let fault = answer(client).unwrap_err();
        assert!(fault.in_words().contains(words), "{reason}: {fault:?}");
    }
    for (message, words) in [
        (json!({ "id": 0, "result": { "protocolVersion": 2 } }), "version 2 of the protocol"),
        (json!({ "id": 0, "result": null }), "version null"),
        (json!({ "id": 0, "error": { "code": -32603, "message": "broken" } }), "broken"),
        (json!({ "id": 0, "error": [] }), "it gave no reason"),
    ] {
        let mut client = Client::new(Some("x".to_owned()));
        say(&mut client, &message);
        let Some(Refused::Failed(why)) = &client.refused else { panic!("{message}: {:?}", client.refused) };
        assert!(why.contains(words), "{why}");
    }
    let mut client = Client::new(Some("x".to_owned()));
    reply(&mut client, 0, &json!({ "protocolVersion": 1 }));
    reply(&mut client, 1, &json!({ "sessionId": 5 }));
    assert_eq!(client.refused, Some(Refused::Failed("it began no session".to_owned())));
}

/// A prompt that is being answered can be cancelled; before and after it there is nothing to cancel.
#[test]
fn a_prompt_is_cancelled() {
    assert!(Client::new(Some("x".to_owned())).cancellation().is_empty());
    let mut client = asked();
    let message: Value = serde_json::from_slice(&client.cancellation()).unwrap();
    assert_eq!((&message["method"], message.get("id")), (&json!("session/cancel"), None));
    assert_eq!(message["params"], json!({ "sessionId": "s1" }));
    reply(&mut client, 2, &json!({ "stopReason": "end_turn" }));
    assert!(client.cancellation().is_empty());
}

/// Whatever an agent says, reading it does not panic.
#[test]
fn strange_messages_are_ignored() {
    let values = ["null", "[]", "\"x\"", "-1", "1e300", "{\"type\":[]}", "{\"message\":{}}"];
    for id in ["0", "1", "2", "\"x\"", "null", "[]"] {
        for value in values {
            let mut client = asked();
            for key in ["result", "error", "params"] {
                client.receive(format!("{{\"id\":{id},\"{key}\":{value}}}\n").as_bytes());
                client.receive(format!("{{\"method\":\"session/update\",\"{key}\":{value}}}\n").as_bytes());
                client.receive(format!("{{\"id\":{id},\"method\":{value},\"{key}\":{value}}}\n").as_bytes());
                client.receive(value.as_bytes());
            }
        }
    }
}
