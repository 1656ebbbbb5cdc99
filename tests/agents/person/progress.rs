//! The progress of a run: one changing line or one line per event on a terminal; nothing in a pipe, and no control
//! characters.

use std::io::{BufRead as _, BufReader, Write as _};

use super::bench::Bench;
use super::provider::intent;
use crate::http::dialects::answer;
use crate::http::server::{Server, response};

fn bench(server: &Server) -> Bench {
    let bench = Bench::new();
    let url = server.url();
    bench
        .user(&format!("generator: remote\nagents:\n  remote: {{kind: openai, model: m, url: \"{url}\"}}\n"));
    bench
}

/// Slow enough that every piece is reported, and hostile enough to need cleaning.
fn dripping() -> Server {
    Server::new(|number, _, out| match number {
        1 => out.write_all(&response(
            "503 Busy",
            "text/plain",
            "retry-after: 0\r\n",
            "\u{1b}[2J\u{9b}wait\r\n",
        )),
        _ => {
            let said = answer("openai", true, "m", intent());
            for piece in said.chunks(said.len() / 8 + 1) {
                out.write_all(piece)?;
                std::thread::sleep(std::time::Duration::from_millis(60));
            }
            Ok(())
        }
    })
}

/// "Progress on stderr only when it is a terminal".
#[test]
fn a_pipe_gets_no_progress() {
    for server in [dripping(), trying()] {
        // The command helper checks that no output contains control characters.
        let said = bench(&server).run(&["run", "checkout"]);
        // These servers count few tokens, so the note that a prompt was probably truncated appears.
        let passing: Vec<&str> = said.err.lines().filter(|line| !line.contains("may have cut it")).collect();
        assert_eq!((said.code, passing), (3, vec![]), "{said:?}");
        assert!(said.out.contains("CANDIDATE"), "{said:?}");
    }
}

/// What a person has to do is printed, also into a pipe.
#[test]
fn a_pipe_gets_what_a_person_has_to_do() {
    let bench = Bench::new();
    bench.user("generator: desk\nagents: {desk: {kind: files}}\n");
    let mut run = bench.place.started(&["run", "checkout"]);
    let mut line = String::new();
    BufReader::new(run.stderr.take().unwrap()).read_line(&mut line).unwrap();
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(line.starts_with("checkout: generator: waiting for features/checkout/design/"), "{line:?}");
}

/// A terminal that cannot redraw a line gets one line per event.
#[test]
fn a_dumb_terminal_gets_one_line_per_event() {
    let server = dripping();
    let (code, shown) = bench(&server).shell("TERM=dumb frieze run checkout", &[]);
    assert_eq!(code, 3, "{shown}");
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("checkout: ")).collect();
    let asks = lines.iter().filter(|line| **line == "checkout: generator: asking m at 127.0.0.1").count();
    assert!((1..=2).contains(&asks), "{shown}");
    for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
        assert_ne!(line, next, "a line is repeated: {shown}");
    }
    assert!(lines.iter().all(|line| line.chars().count() <= 300), "{shown}");
    // Not one line per piece of the answer.
    assert!(lines.len() < 10, "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

/// Busy, then no design, then broken, then good.
fn trying() -> Server {
    Server::new(|number, _, out| {
        out.write_all(&match number {
            1 => response("429 Busy", "text/plain", "retry-after: 0\r\n", "\u{1b}[2J\u{9b}slow down\r\n"),
            2 => answer("openai", true, "m", "no design"),
            3 => response(
                "500 Oh no",
                "text/html",
                "retry-after-ms: 20\r\n",
                "<html><h1>Oh <b>no</b></h1></html>",
            ),
            _ => answer("openai", true, "m", intent()),
        })
    })
}

/// Repeated requests are reported as they happen, one line each, in order.
const ASKED_AGAIN: [&str; 3] = [
    "checkout: the generator postponed its answer (429 Too Many Requests",
    "checkout: the answer is not a valid design (",
    "checkout: the generator postponed its answer (500 Internal Server Error",
];

#[test]
fn each_repeated_request_has_a_line() {
    let server = trying();
    let (code, shown) = bench(&server).shell("TERM=dumb frieze run checkout", &[]);
    assert_eq!((code, server.received().len()), (3, 4), "{shown}");
    let is_repeat =
        |line: &&str| ["postponed its answer", "sent back"].iter().any(|words| line.contains(words));
    let lines: Vec<&str> = shown.lines().filter(is_repeat).collect();
    assert_eq!(lines.len(), ASKED_AGAIN.len(), "{shown}");
    for (line, words) in lines.iter().zip(ASKED_AGAIN) {
        assert!(line.starts_with(words), "{words:?} is not how {line:?} begins");
    }
    assert!(
        lines[0].contains("it will be asked again at ") && lines[1].contains("sent back, attempt 2"),
        "{shown}"
    );

    let server = trying();
    let (code, shown) = bench(&server).shell("frieze run checkout", &[]);
    assert_eq!(code, 3, "{shown}");
    let mut from = 0;
    for words in ASKED_AGAIN {
        // They replace the progress line and stay above it.
        let words = format!("\r\u{1b}[K{words}");
        let at = shown[from..].find(&words).unwrap_or_else(|| panic!("{words:?} is not in {shown:?}"));
        from += at + words.len();
    }
    assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");

    let server = trying();
    let said = bench(&server).run(&["--plain", "run", "checkout"]);
    assert!(said.code == 3 && !said.err.contains("postponed its answer"), "{said:?}");
}

#[test]
fn plain_means_nothing_but_the_result() {
    let server = dripping();
    let said = bench(&server).run(&["--plain", "run", "checkout", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(serde_json::from_str::<serde_json::Value>(&said.out).is_ok(), "{said:?}");
    assert!(!said.err.contains("asking m"), "{said:?}");
}

/// On a capable terminal the progress is one line that is redrawn and finally removed.
#[test]
fn a_terminal_gets_one_line_that_moves() {
    let server = dripping();
    let (code, shown) = bench(&server).shell("frieze run checkout", &[]);
    assert_eq!(code, 3, "{shown}");
    assert!(
        shown.contains("\r\u{1b}[K1 running: checkout generating 1/10, waiting for the generator"),
        "{shown:?}"
    );
    let (_, after) = shown.rsplit_once("\r\u{1b}[K").unwrap();
    assert!(after.contains("CANDIDATE") && !after.contains("running:"), "{shown:?}");
    assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");
}
