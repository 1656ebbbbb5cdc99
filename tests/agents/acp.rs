//! Agents that speak the Agent Client Protocol, through the real binary, against scripted ones: they ask for permissions, hang,
//! die, flood, want a login. `real_programs.sh` asks real ones.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use serde_json::{Value, json};

use crate::person::bench::Bench;
use crate::person::provider::intent;

/// A script that answers `initialize` and `session/new`, then does this for the prompt. `$line` is the prompt's message.
fn scripted(prompt: &str) -> String {
    format!(
        r#"say() {{ printf '%s\n' "$1"; }}
while IFS= read -r line; do
  case "$line" in
  *'"method":"initialize"'*)
    say '{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"agentInfo":{{"name":"scripted","version":"1"}}}}}}' ;;
  *'"method":"session/new"'*)
    # An empty folder of its own, and no servers.
    case "$line" in *"\"cwd\":\"$PWD\""*'"mcpServers":[]'*) [ -z "$(ls -A)" ] || exit 9 ;; *) exit 8 ;; esac
    say '{{"jsonrpc":"2.0","id":1,"result":{{"sessionId":"s1","models":{{"currentModelId":"scripted-1"}}}}}}' ;;
  *'"method":"session/prompt"'*)
    {prompt} ;;
  esac
done"#
    )
}

/// The end of a prompt that was answered.
const ANSWERED: &str = r#"cat "$HOME/chunks"
    say '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","usage":{"inputTokens":10000,"outputTokens":700}}}'"#;

/// The answer in pieces, as messages.
fn chunks(answer: &str) -> String {
    let pieces: Vec<char> = answer.chars().collect();
    let message = |text: String| -> Value {
        let update =
            json!({ "sessionUpdate": "agent_message_chunk", "content": { "type": "text", "text": text } });
        json!({ "jsonrpc": "2.0", "method": "session/update", "params": { "sessionId": "s1", "update": update } })
    };
    pieces.chunks(1000).map(|piece| format!("{}\n", message(piece.iter().collect()))).collect()
}

/// A stand-in of a program that answers over the protocol.
pub fn stand_in(bench: &Bench, name: &str) {
    bench.program(name, &scripted(ANSWERED));
    std::fs::write(bench.place.home().join("chunks"), chunks(intent())).unwrap();
}

/// A bench whose generator is a scripted agent.
fn bench(prompt: &str, settings: &str) -> Bench {
    let bench = Bench::new();
    bench.program("scripted", &scripted(prompt));
    std::fs::write(bench.place.home().join("chunks"), chunks(intent())).unwrap();
    bench.user(&format!(
        "generator: writer\nagents:\n  writer: {{kind: acp, command: [scripted]{settings}}}\n"
    ));
    bench
}

/// The reason of a run that failed, or paused without an answer.
#[track_caller]
fn fails(bench: &Bench) -> String {
    let said = bench.run(&["run", "checkout", "--set", "repairAttempts=0"]);
    let ended = (said.code, bench.place.state("checkout"));
    let ends = [(2, "FAILED".to_owned()), (3, "GENERATING".to_owned())];
    assert!(ends.contains(&ended), "{said:?}");
    bench.place.row("checkout")["reason"].as_str().unwrap().to_owned()
}

#[test]
fn an_agent_answers() {
    let bench = bench(ANSWERED, "");
    let doctor = bench.healthy();
    assert!(doctor.contains("scripted 1 begins a session"), "{doctor}");
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "scripted-1");
    let row = bench.place.row("checkout");
    let spent = &row["spent"];
    assert_eq!((&spent["inputTokens"], &spent["outputTokens"]), (&json!(10_000), &json!(700)), "{row}");
}

/// Permissions are refused, files and terminals are not offered; the agent goes on without them.
#[test]
fn an_agent_that_asks_for_permission_is_refused() {
    let asks = r#"say '{"jsonrpc":"2.0","id":"p","method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Yes","kind":"allow_once"},{"optionId":"no","name":"No","kind":"reject_once"}]}}'
    IFS= read -r reply; printf '%s\n' "$reply" > "$HOME/permission"
    say '{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/x","content":"x"}}'
    IFS= read -r reply; printf '%s\n' "$reply" > "$HOME/file""#;
    let bench = bench(&format!("{asks}\n    {ANSWERED}"), "");
    bench.becomes_a_candidate(&["run", "checkout"]);
    let reply = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(bench.place.home().join(name)).unwrap()).unwrap()
    };
    assert_eq!(reply("permission")["result"]["outcome"], json!({ "outcome": "selected", "optionId": "no" }));
    assert_eq!(reply("file")["error"]["code"], -32601);
}

/// A hanging agent is asked to cancel before it is ended.
#[test]
fn an_agent_that_hangs_is_cancelled_and_ended() {
    let hangs = r#"trap '' TERM; IFS= read -r reply; printf '%s\n' "$reply" > "$HOME/cancelled"; sleep 600"#;
    let bench = bench(hangs, ", idleSeconds: 1");
    let reason = fails(&bench);
    assert!(reason.contains("writer printed nothing for 1 s and was stopped"), "{reason}");
    let cancelled = std::fs::read_to_string(bench.place.home().join("cancelled")).unwrap();
    assert!(cancelled.contains(r#""method":"session/cancel""#), "{cancelled}");
}

#[test]
fn an_agent_that_fails_says_why() {
    for (prompt, words) in [
        (
            "echo 'no memory' >&2; exit 3",
            "writer ended with exit code 3 before its answer was complete: no memory",
        ),
        ("head -n 1 \"$HOME/chunks\"; exit 0", "ended before its answer was complete"),
        ("kill -9 $$", "writer was killed by signal 9"),
        (
            r#"say '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error","data":{"details":"quota exceeded"}}}'"#,
            "writer gave no answer: Internal error: quota exceeded",
        ),
        (r#"say '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}'"#, "empty answer"),
        (
            r#"head -n 1 "$HOME/chunks"; say '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"max_tokens"}}'"#,
            "cut at the token limit",
        ),
        ("cat /dev/zero", "printed more than 16 MiB and was stopped"),
        ("while :; do cat \"$HOME/chunks\"; done", "printed more than 16 MiB and was stopped"),
        (
            r#"while :; do say '{"jsonrpc":"2.0","id":7,"method":"terminal/create"}'; done"#,
            "it made more than 1000 requests",
        ),
    ] {
        let reason = fails(&bench(prompt, ""));
        assert!(reason.contains("writer") && reason.contains(words), "{prompt}: {reason}");
    }
}

/// A login is missed before the run, and by the run, in the agent's own words.
#[test]
fn a_missing_login_is_reported() {
    let bench = bench("", "");
    bench.program(
        "scripted",
        r#"IFS= read -r line
printf '%s\n' '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"authMethods":[{"id":"g","name":"Log in with Google"}]}}'
IFS= read -r line
printf '%s\n' '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"API key is missing"}}'; sleep 600"#,
    );
    let said = bench.run(&["doctor"]);
    assert!(
        said.code == 2 && said.out.contains("scripted is not logged in (API key is missing)"),
        "{said:?}"
    );
    let reason = fails(&bench);
    assert!(
        reason.contains(
            "is not logged in (API key is missing); run scripted once and log in there (Log in with Google)"
        ),
        "{reason}"
    );
}

/// It needs trust like every program, and a key that it repeats is removed.
#[test]
fn trust_and_keys_are_as_for_every_program() {
    let key = "key-0123456789-abcdef";
    let mut bench = bench(&format!("{ANSWERED}; exit 0"), "");
    std::fs::write(bench.place.home().join("chunks"), chunks(&format!("the key is {key}!"))).unwrap();
    bench.user("");
    bench.place.write(
        "frieze.yaml",
        "generator: writer\nagents:\n  writer: {kind: acp, command: [scripted, --acp], environment: [MY_API_KEY]}\n",
    );
    bench.set("MY_API_KEY", key);
    let said = bench.run(&["run", "checkout"]);
    assert!(said.code == 1 && said.err.contains("frieze trust writer"), "{said:?}");
    assert!(bench.run(&["trust"]).out.contains("runs scripted --acp"));
    bench.trust("writer");
    fails(&bench);
    for (name, bytes) in bench.place.snapshot() {
        assert!(!String::from_utf8_lossy(&bytes).contains(key), "{name}");
    }
}
