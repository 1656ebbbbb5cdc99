//! The progress of a run: on a terminal a line that moves, or a line for each thing that an agent does; into a pipe there goes
//! none of it, and nothing that a terminal would act upon.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::bench::Bench;
use crate::dialects::answer;
use crate::provider::intent;
use crate::server::{Server, response};

fn bench(server: &Server) -> Bench {
    let bench = Bench::new();
    let url = server.url();
    bench
        .user(&format!("generator: remote\nagents:\n  remote: {{kind: openai, model: m, url: \"{url}\"}}\n"));
    bench
}

/// Slow enough for every piece to be told, hostile enough to be seen.
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
        // That nothing in it acts upon a terminal is looked at for every command that is run here.
        let said = bench(&server).run(&["run", "checkout"]);
        // These servers count few tokens, and that an answer may be to a part of the prompt does not pass.
        let passing: Vec<&str> = said.err.lines().filter(|line| !line.contains("may have cut it")).collect();
        assert_eq!((said.code, passing), (3, vec![]), "{said:?}");
        assert!(said.out.contains("CANDIDATE"), "{said:?}");
    }
}

/// Whoever has to do something is told, wherever that goes.
#[test]
fn a_pipe_gets_what_a_person_is_waited_for() {
    let bench = Bench::new();
    bench.user("generator: desk\nagents: {desk: {kind: files}}\n");
    let mut run = bench.place.started(&["run", "checkout"]);
    let mut line = String::new();
    BufReader::new(run.stderr.take().unwrap()).read_line(&mut line).unwrap();
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(line.starts_with("checkout: the generator: waits for features/checkout/design/"), "{line:?}");
}

/// A terminal that draws no line anew gets a line for each thing that an agent does.
#[test]
fn a_terminal_that_can_do_little_gets_a_line_for_each_thing() {
    let server = dripping();
    let (code, shown) = bench(&server).shell("TERM=dumb frieze run checkout", &[]);
    assert_eq!(code, 3, "{shown}");
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("checkout: ")).collect();
    let asks = lines.iter().filter(|line| **line == "checkout: the generator: asks m at 127.0.0.1").count();
    assert!((1..=2).contains(&asks), "{shown}");
    for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
        assert_ne!(line, next, "the same is told twice: {shown}");
    }
    assert!(lines.iter().all(|line| line.chars().count() <= 300), "{shown}");
    // Not a line for each piece of the answer.
    assert!(lines.len() < 10, "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

/// Busy, then no design, then broken, then well.
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

/// What is asked again is told as it happens, in a line each, in their order.
const ASKED_AGAIN: [&str; 3] = [
    "checkout: the generator put its answer off (429 Too Many Requests",
    "checkout: the answer was no valid design (",
    "checkout: the generator put its answer off (500 Internal Server Error",
];

#[test]
fn what_is_asked_again_is_told_in_a_line_each() {
    let server = trying();
    let (code, shown) = bench(&server).shell("TERM=dumb frieze run checkout", &[]);
    assert_eq!((code, server.received().len()), (3, 4), "{shown}");
    let told = |line: &&str| ["put its answer off", "sent back"].iter().any(|words| line.contains(words));
    let lines: Vec<&str> = shown.lines().filter(told).collect();
    assert_eq!(lines.len(), ASKED_AGAIN.len(), "{shown}");
    for (line, words) in lines.iter().zip(ASKED_AGAIN) {
        assert!(line.starts_with(words), "{words:?} is not how {line:?} begins");
    }
    assert!(
        lines[0].contains("it is asked again at ") && lines[1].contains("sent back, attempt 2"),
        "{shown}"
    );

    let server = trying();
    let (code, shown) = bench(&server).shell("frieze run checkout", &[]);
    assert_eq!(code, 3, "{shown}");
    let mut from = 0;
    for words in ASKED_AGAIN {
        // In the place of the line that moves, and above it from then on.
        let words = format!("\r\u{1b}[K{words}");
        let at = shown[from..].find(&words).unwrap_or_else(|| panic!("{words:?} is not in {shown:?}"));
        from += at + words.len();
    }
    assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");

    let server = trying();
    let said = bench(&server).run(&["--plain", "run", "checkout"]);
    assert!(said.code == 3 && !said.err.contains("put its answer off"), "{said:?}");
}

#[test]
fn plain_means_nothing_but_the_result() {
    let server = dripping();
    let said = bench(&server).run(&["--plain", "run", "checkout", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(serde_json::from_str::<serde_json::Value>(&said.out).is_ok(), "{said:?}");
    assert!(!said.err.contains("asks m"), "{said:?}");
}

/// At a terminal the same is one line that is drawn anew, and removed.
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
