//! Streams as the programs print them, shortened: what becomes of each.

use super::{EventFormat, EventState, ProgramError};
use crate::secret_redactor::SecretRedactor;
use frieze_kernel::{Answer, Fault, Usage};

/// The state after these lines of standard output.
fn after(format: EventFormat, lines: &str) -> EventState {
    let mut state = EventState::default();
    for line in lines.lines() {
        format.read_line(line.as_bytes(), &mut state).unwrap();
    }
    state
}

fn answer(state: EventState) -> Result<Answer, Fault> {
    state.response.answer("asked-for", 100, &SecretRedactor::of([]))
}

#[track_caller]
fn answers(mut state: EventState, model: &str, usage: [u64; 2], cost_micros: Option<u64>) {
    assert_eq!(state.error, None);
    assert_eq!(state.response.take_fresh(), "{\"a\": 1}", "the live view");
    let [input_tokens, output_tokens] = usage;
    let answer = answer(state).unwrap();
    assert_eq!((answer.text.as_str(), answer.model.as_str()), ("{\"a\": 1}", model));
    assert_eq!(answer.usage, Some(Usage { input_tokens, output_tokens }));
    assert_eq!(answer.cost_micros, cost_micros);
}

const CLAUDE: &str = r#"{"type":"system","subtype":"init","tools":[],"model":"claude-opus-4-8[1m]","apiKeySource":"none"}
{"type":"system","subtype":"status","status":"requesting"}
{"type":"stream_event","event":{"type":"message_start","message":{"model":"claude-sonnet-5","content":[]}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"{\"a\""}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":": 1}"}}}
{"type":"assistant","message":{"model":"claude-sonnet-5","content":[{"type":"text","text":"{\"a\": 1}"}]}}
{"type":"a_kind_of_next_year","model":"x"}
not JSON
{"type":"result","subtype":"success","is_error":false,"result":"{\"a\": 1}","stop_reason":"end_turn","total_cost_usd":0.0122652,"usage":{"input_tokens":1000,"cache_creation_input_tokens":200,"cache_read_input_tokens":34,"output_tokens":567}}"#;

#[test]
fn claude_streams_an_answer() {
    let state = after(EventFormat::Claude, CLAUDE);
    assert!(state.response.is_thinking);
    answers(state, "claude-sonnet-5", [1234, 567], Some(12_266));
    // Without pieces the result is shown.
    let last = CLAUDE.lines().last().unwrap();
    answers(after(EventFormat::Claude, last), "asked-for", [1234, 567], Some(12_266));
}

const CLAUDE_WITHOUT_LOGIN: &str = r#"{"type":"system","subtype":"init","model":"claude-opus-4-8[1m]","apiKeySource":"none"}
{"type":"assistant","message":{"model":"<synthetic>","content":[{"type":"text","text":"Not logged in · Please run /login"}]},"error":"authentication_failed"}
{"type":"result","subtype":"success","is_error":true,"result":"Not logged in · Please run /login","total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0}}"#;

#[test]
fn claude_asks_for_a_login() {
    let state = after(EventFormat::Claude, CLAUDE_WITHOUT_LOGIN);
    let words = "Not logged in · Please run /login".to_owned();
    assert_eq!(state.error, Some(ProgramError { words, needs_login: true }));
}

#[test]
fn claude_fails_in_its_own_words() {
    for (line, words) in [
        (r#"{"type":"result","subtype":"error_max_turns","is_error":true}"#, "error_max_turns"),
        (
            r#"{"type":"result","subtype":"success","is_error":true,"result":"API Error: 529 overloaded"}"#,
            "API Error: 529 overloaded",
        ),
        (r#"{"type":"result","subtype":"success","is_error":true}"#, "it gave no reason"),
    ] {
        let error = after(EventFormat::Claude, line).error;
        assert_eq!(error, Some(ProgramError { words: words.to_owned(), needs_login: false }), "{line}");
    }
}

const CODEX: &str = r#"{"type":"thread.started","thread_id":"01a20bd0"}
{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for `m` not found."}}
{"type":"turn.started"}
{"type":"error","message":"Reconnecting... 1/5 (stream disconnected before completion)"}
{"type":"item.started","item":{"id":"item_1","type":"reasoning"}}
{"type":"item.completed","item":{"id":"item_2","type":"agent_message","text":"{\"a\": 1}"}}
{"type":"turn.completed","usage":{"input_tokens":1234,"cached_input_tokens":34,"output_tokens":567,"reasoning_output_tokens":7}}"#;

#[test]
fn codex_prints_an_answer() {
    let state = after(EventFormat::Codex, CODEX);
    assert!(state.response.is_thinking);
    answers(state, "asked-for", [1234, 567], None);
    let named = CODEX.replace(r#""thread_id""#, r#""model":"gpt-x","thread_id""#);
    answers(after(EventFormat::Codex, &named), "gpt-x", [1234, 567], None);
}

#[test]
fn the_last_message_of_codex_is_the_answer() {
    let before = r#"{"type":"item.completed","item":{"type":"agent_message","text":"I will draft it."}}"#;
    let mut state = after(EventFormat::Codex, &format!("{before}\n{CODEX}"));
    assert!(state.response.take_fresh().starts_with("I will draft it."));
    assert_eq!(answer(state).unwrap().text, "{\"a\": 1}");
}

#[test]
fn codex_asks_for_a_login() {
    let lines = r#"{"type":"turn.started"}
{"type":"error","message":"unexpected status 401 Unauthorized: Missing bearer or basic authentication in header"}
{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized: Missing bearer or basic authentication in header"}}"#;
    let error = after(EventFormat::Codex, lines).error.unwrap();
    assert!(error.needs_login && error.words.starts_with("unexpected status 401"), "{error:?}");
}

const GEMINI: &str = r#"{"type":"init","timestamp":"2026-11-24T04:34:00.972Z","session_id":"4206b08f","model":"auto"}
{"type":"message","role":"user","content":"Write a design\n"}
{"type":"message","role":"assistant","content":"{\"a\"","delta":true}
{"type":"message","role":"assistant","content":": 1}","delta":true}
{"type":"result","status":"success","stats":{"total_tokens":1801,"input_tokens":1234,"output_tokens":567,"models":{"gemini-3.5-flash-lite":{"output_tokens":20},"gemini-2.5-pro":{"output_tokens":547}}}}"#;

#[test]
fn gemini_streams_an_answer() {
    answers(after(EventFormat::GeminiCli, GEMINI), "gemini-2.5-pro", [1234, 567], None);
}

#[test]
fn gemini_stops_without_an_answer() {
    let lines = r#"{"type":"init","model":"gemini-2.5-pro"}
{"type":"error","severity":"warning","message":"Loop detected, stopping execution"}
{"type":"result","status":"success","stats":{"input_tokens":0,"output_tokens":0,"models":{}}}"#;
    let error = after(EventFormat::GeminiCli, lines).error.unwrap();
    assert_eq!((error.words.as_str(), error.needs_login), ("Loop detected, stopping execution", false));
    let lines = r#"{"type":"result","status":"error","error":{"type":"FatalAuthenticationError","message":"no key"}}"#;
    let error = after(EventFormat::GeminiCli, lines).error.unwrap();
    assert_eq!((error.words.as_str(), error.needs_login), ("no key", true));
    assert!(EventFormat::GeminiCli.asks_for_login(41, "Please set an Auth method"));
}

const OPENCODE: &str = r#"{"type":"step_start","timestamp":1795494694038,"sessionID":"ses_1","part":{"type":"step-start"}}
{"type":"text","sessionID":"ses_1","part":{"type":"text","text":"{\"a\": 1}"}}
{"type":"step_finish","sessionID":"ses_1","part":{"reason":"stop","type":"step-finish","tokens":{"total":1801,"input":1200,"output":560,"reasoning":7,"cache":{"write":4,"read":30}},"cost":0.007004}}"#;
const OPENCODE_LOG: &str = "timestamp=2026-11-24T04:33:19.226Z level=INFO run=91ffb6a5 message=stream providerID=fake \
                            modelID=m1 session.id=ses_1 small=false agent=frieze mode=primary";

#[test]
fn opencode_prints_an_answer() {
    let mut state = after(EventFormat::Opencode, OPENCODE);
    let other =
        OPENCODE_LOG.replace("modelID=m1", "modelID=title-model").replace("small=false", "small=true");
    for line in [OPENCODE_LOG, &other, "message=stream providerID=a modelID=b"] {
        EventFormat::Opencode.read_stderr_line(line, &mut state);
    }
    answers(state, "fake/m1", [1234, 567], Some(7004));
    assert!(
        EventFormat::Opencode.is_noise(OPENCODE_LOG) && !EventFormat::Opencode.is_noise("Error: no model")
    );
}

#[test]
fn opencode_fails() {
    for (line, words, needs_login) in [
        (
            r#"{"type":"error","error":{"name":"ProviderAuthError","data":{"providerID":"x","message":"no key for x"}}}"#,
            "no key for x",
            true,
        ),
        (
            r#"{"type":"error","error":{"name":"APIError","data":{"message":"busy","statusCode":529}}}"#,
            "busy",
            false,
        ),
        (r#"{"type":"error","error":{"name":"UnknownError"}}"#, "UnknownError", false),
    ] {
        let error = after(EventFormat::Opencode, line).error.unwrap();
        assert_eq!((error.words.as_str(), error.needs_login), (words, needs_login), "{line}");
    }
}

/// Each stream, cut after any of its lines, gives no answer before its last line.
#[test]
fn a_stream_without_its_end_is_no_answer() {
    for (format, lines) in [
        (EventFormat::Claude, CLAUDE),
        (EventFormat::Codex, CODEX),
        (EventFormat::GeminiCli, GEMINI),
        (EventFormat::Opencode, OPENCODE),
    ] {
        let lines: Vec<&str> = lines.lines().collect();
        for cut in 0..lines.len() {
            let state = after(format, &lines[..cut].join("\n"));
            assert!(answer(state).is_err(), "{format:?}, {cut}");
        }
    }
}

/// Whatever a program prints, reading it does not panic.
#[test]
fn strange_events_are_ignored() {
    let kinds =
        ["result", "assistant", "stream_event", "item.completed", "turn.failed", "message", "step_finish"];
    let values = ["null", "[]", "\"x\"", "-1", "1e300", "{\"type\":[]}"];
    for format in [EventFormat::Claude, EventFormat::Codex, EventFormat::GeminiCli, EventFormat::Opencode] {
        let mut state = EventState::default();
        for kind in kinds {
            for value in values {
                let line = format!(
                    r#"{{"type":"{kind}","role":"assistant","item":{value},"event":{value},"message":{value},"error":{value},"part":{value},"usage":{value},"stats":{value},"total_cost_usd":{value},"result":{value}}}"#
                );
                format.read_line(line.as_bytes(), &mut state).unwrap();
                format.read_line(value.as_bytes(), &mut state).unwrap();
            }
        }
        assert!(state.response.text.len() < 100, "{format:?}");
    }
}
