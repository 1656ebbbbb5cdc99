//! Programs that frieze knows, through the real binary: stand-ins print the streams of events that the real ones print, and check
//! their arguments. `real_programs.sh` does the same with the real programs.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use serde_json::{Value, json};

use crate::person::bench::Bench;
use crate::person::provider::intent;

/// What a stand-in prints on standard output for this answer.
pub fn stream(kind: &str, answer: &str) -> String {
    let (first, second) = answer.split_at(answer.floor_char_boundary(answer.len() / 2));
    let events = match kind {
        "claude" => {
            let piece = |text: &str| json!({ "type": "stream_event", "event": { "type": "content_block_delta", "delta": { "type": "text_delta", "text": text } } });
            let message = json!({ "type": "stream_event", "event": { "type": "message_start", "message": { "model": "claude-real-1" } } });
            let usage =
                json!({ "input_tokens": 9000, "cache_read_input_tokens": 1000, "output_tokens": 700 });
            let result = json!({ "type": "result", "subtype": "success", "is_error": false, "result": answer,
                "total_cost_usd": 0.0123, "usage": usage });
            vec![message, piece(first), piece(second), result]
        }
        "codex" => vec![
            json!({ "type": "thread.started", "thread_id": "1" }),
            json!({ "type": "item.completed", "item": { "type": "agent_message", "text": answer } }),
            json!({ "type": "turn.completed", "usage": { "input_tokens": 10_000, "output_tokens": 700 } }),
        ],
        "gemini-cli" => {
            let piece = |text: &str| json!({ "type": "message", "role": "assistant", "content": text, "delta": true });
            let models = json!({ "gemini-real-1": { "output_tokens": 700 } });
            let stats = json!({ "input_tokens": 10_000, "output_tokens": 700, "models": models });
            vec![
                json!({ "type": "init", "model": "auto" }),
                piece(first),
                piece(second),
                json!({ "type": "result", "status": "success", "stats": stats }),
            ]
        }
        _ => vec![
            json!({ "type": "text", "part": { "text": answer } }),
            json!({ "type": "step_finish", "part": { "reason": "stop", "cost": 0.0123, "tokens": {
                "input": 9000, "output": 700, "reasoning": 0, "cache": { "read": 1000, "write": 0 } } } }),
        ],
    };
    events.iter().map(|event| format!("{event}\n")).collect()
}

/// The stand-in of a program: what it is asked decides what it prints.
pub fn stand_in(bench: &Bench, kind: &str, events: &str) {
    std::fs::write(bench.place.home().join("stream"), events).unwrap();
    let (name, check) = match kind {
        "claude" => (
            "claude",
            r#"[ "$1 $2" = "auth status" ] && { cat "$HOME/status"; exit 0; }
case "$*" in *"--output-format=stream-json --verbose --include-partial-messages"*"--tools= "*) ;; *) exit 9;; esac
[ "$CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC" = 1 ] || exit 8"#,
        ),
        "codex" => (
            "codex",
            r#"[ "$1 $2" = "login status" ] && { echo "Logged in using ChatGPT" >&2; exit 0; }
case "$*" in "exec --json --sandbox=read-only --skip-git-repo-check"*" -") ;; *) exit 9;; esac"#,
        ),
        "gemini-cli" => {
            ("gemini", r#"case "$*" in "--output-format=stream-json --skip-trust"*) ;; *) exit 9;; esac"#)
        }
        _ => (
            "opencode",
            r#"case "$*" in "run --format=json --agent=frieze"*) ;; *) exit 9;; esac
case "$OPENCODE_CONFIG_CONTENT" in *'"*":"deny"'*) ;; *) exit 8;; esac
echo "timestamp=1 level=INFO message=stream providerID=real modelID=m1 small=false agent=frieze" >&2"#,
        ),
    };
    bench.program(
        name,
        &format!(
            "[ \"$1\" = --version ] && {{ echo '{name} 9.8.7'; exit 0; }}\n{check}\n\
             [ -n \"$(cat)\" ] || exit 7\ncat \"$HOME/stream\"; [ ! -e \"$HOME/fails\" ] || exit 1"
        ),
    );
    std::fs::write(bench.place.home().join("status"), "{\"loggedIn\": true}").unwrap();
    std::fs::create_dir_all(bench.place.home().join(".gemini")).unwrap();
    std::fs::write(bench.place.home().join(".gemini/settings.json"), "{\"selectedType\": \"x\"}").unwrap();
}

const KINDS: [(&str, &str, Option<&str>); 4] = [
    ("claude", "claude-real-1", Some("0.0123")),
    ("codex", "codex", None),
    ("gemini-cli", "gemini-real-1", None),
    ("opencode", "real/m1", Some("0.0123")),
];

/// A bench with one known program as generator.
fn bench(kind: &str, settings: &str, events: &str) -> Bench {
    let bench = Bench::new();
    stand_in(&bench, kind, events);
    bench.user(&format!("generator: writer\nagents:\n  writer: {{kind: {kind}{settings}}}\n"));
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
fn every_known_program_makes_a_candidate() {
    for (kind, model, cost) in KINDS {
        let bench = bench(kind, "", &stream(kind, intent()));
        let doctor = bench.healthy();
        assert!(doctor.contains("version 9.8.7 (tested: "), "{doctor}");
        bench.becomes_a_candidate(&["run", "checkout"]);
        assert_eq!(bench.answered("checkout", "generator"), model, "{kind}");
        let row = bench.place.row("checkout");
        let spent = &row["spent"];
        assert_eq!(
            (&spent["inputTokens"], &spent["outputTokens"]),
            (&json!(10_000), &json!(700)),
            "{kind}: {row}"
        );
        assert_eq!(spent["cost"].as_str(), Some(cost.unwrap_or("0.00")), "{kind}: {row}");
    }
}

/// A price of the definition comes before the cost that the program reports; a cost in dollars is none in another currency.
#[test]
fn a_price_comes_before_the_reported_cost() {
    let events = stream("claude", intent());
    for (settings, set, cost) in
        [(", price: {input: \"2\", output: \"10\"}", "currency=USD", "0.027"), ("", "currency=EUR", "0.00")]
    {
        let bench = bench("claude", settings, &events);
        bench.becomes_a_candidate(&["run", "checkout", "--set", set]);
        assert_eq!(bench.place.row("checkout")["spent"]["cost"], cost, "{settings} {set}");
    }
}

#[test]
fn a_limit_holds_before_the_call() {
    let bench = bench("claude", ", maxAnswerTokens: 9000", &stream("claude", intent()));
    let said = bench.run(&["run", "checkout", "--set", "maxTokens=9000"]);
    assert_eq!(said.code, 2, "{said:?}");
    let row = bench.place.row("checkout");
    assert!(row["reason"].as_str().unwrap().contains("the limit is 9000"), "{row}");
    assert_eq!(row["spent"]["calls"], 0, "{row}");
}

/// The model that the first answer names answers to the end.
#[test]
fn another_model_ends_the_run() {
    let events = stream("claude", "no design").replacen("claude-real-1", "claude-real-2", 1);
    let bench = bench("claude", "", &events);
    // The first call names one model, every later one another.
    bench.program(
        "claude",
        "[ \"$1\" = --version ] && exit 0\ncat > /dev/null\nif [ -e \"$HOME/again\" ]; then cat \"$HOME/stream\"; else \
         touch \"$HOME/again\"; sed s/claude-real-2/claude-real-1/ \"$HOME/stream\"; fi",
    );
    let said = bench.run(&["run", "checkout"]);
    assert_eq!(said.code, 2, "{said:?}");
    let reason = bench.place.row("checkout")["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("claude-real-1") && reason.contains("claude-real-2"), "{reason}");
}

#[test]
fn doctor_and_run_report_a_missing_login() {
    let words = "Not logged in · Please run /login";
    let events: [Value; 2] = [
        json!({ "type": "assistant", "error": "authentication_failed",
            "message": { "model": "<synthetic>", "content": [{ "type": "text", "text": words }] } }),
        json!({ "type": "result", "subtype": "success", "is_error": true, "result": words }),
    ];
    let bench = bench("claude", "", &format!("{}\n{}\n", events[0], events[1]));
    std::fs::write(bench.place.home().join("status"), "{\"loggedIn\": false}").unwrap();
    std::fs::write(bench.place.home().join("fails"), "").unwrap();
    let said = bench.run(&["doctor"]);
    assert!(said.code == 2 && said.out.contains("but not logged in"), "{said:?}");
    assert!(said.out.contains("run `claude auth login` once"), "{said:?}");
    let reason = fails(&bench);
    assert!(
        reason.contains("claude is not logged in (Not logged in") && reason.contains("`claude auth login`"),
        "{reason}"
    );
}

#[test]
fn a_program_fails_in_its_own_words() {
    let cut = |kind: &str| {
        let events = stream(kind, intent());
        events.lines().take(2).map(|line| format!("{line}\n")).collect::<String>()
    };
    for (kind, events, fails_too, expected) in [
        (
            "claude",
            json!({ "type": "result", "is_error": true, "result": "API Error: 529" }).to_string(),
            true,
            "API Error: 529",
        ),
        ("claude", cut("claude"), false, "broke off"),
        ("claude", cut("claude"), true, "ended with exit code 1"),
        (
            "codex",
            json!({ "type": "turn.failed", "error": { "message": "no such model" } }).to_string(),
            true,
            "no such model",
        ),
        ("gemini-cli", cut("gemini-cli"), false, "broke off"),
        (
            "opencode",
            json!({ "type": "error", "error": { "name": "APIError" } }).to_string(),
            false,
            "APIError",
        ),
        ("claude", "no events at all".to_owned(), false, "broke off"),
    ] {
        let bench = bench(kind, "", &events);
        if fails_too {
            std::fs::write(bench.place.home().join("fails"), "").unwrap();
        }
        let reason = fails(&bench);
        assert!(reason.contains("writer") && reason.contains(expected), "{kind}: {reason}");
    }
}

#[test]
fn an_old_version_is_recognised() {
    let bench = bench("claude", "", "");
    bench.program("claude", "echo \"error: unknown option '--safe-mode'\" >&2; exit 1");
    let reason = fails(&bench);
    assert!(
        reason.contains("unknown option") && reason.contains("frieze was tested with claude 2."),
        "{reason}"
    );
}

/// A key that a program repeats, in an event or in pieces of a stream, is removed.
#[test]
fn a_key_in_the_events_is_removed() {
    let key = "key-0123456789-abcdef";
    let answer = format!("the key is {key}!");
    let mut bench = bench("claude", ", environment: [MY_API_KEY]", &stream("claude", &answer));
    bench.set("MY_API_KEY", key);
    fails(&bench);
    for (name, bytes) in bench.place.snapshot() {
        assert!(!String::from_utf8_lossy(&bytes).contains(key), "{name}");
    }
}

/// A program of the definition runs in place of the one in `PATH`, with its own first arguments.
#[test]
fn another_program_of_the_same_kind() {
    let bench = bench("claude", ", command: [wrapper, two words], model: opus", &stream("claude", intent()));
    bench.program(
        "wrapper",
        "[ \"$1\" = 'two words' ] || exit 5\nshift\ncase \"$*\" in *--model=opus|--version|'auth status') ;; *) exit 6;; esac\n\
         exec claude \"$@\"",
    );
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "claude-real-1");
}

/// A program that floods is stopped; what it printed is bounded.
#[test]
fn a_flood_of_events_is_stopped() {
    let bench = bench("claude", "", "");
    let piece = r#"{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"%s"}}}\n"#;
    bench.program(
        "claude",
        &format!("x=$(head -c 60000 /dev/zero | tr '\\0' x); while printf '{piece}' \"$x\"; do :; done"),
    );
    assert!(fails(&bench).contains("printed more than 16 MiB and was stopped"));
    bench.program("claude", "cat /dev/zero");
    assert!(fails_again(&bench).contains("printed more than 16 MiB and was stopped"));
}

/// The reason of a second failure: of a new run, or of the paused one.
#[track_caller]
fn fails_again(bench: &Bench) -> String {
    if bench.place.state("checkout") == "FAILED" {
        bench.place.done(&["reset", "checkout"]);
    }
    fails(bench)
}
