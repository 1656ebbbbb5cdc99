//! Models on the screen: who answers, partial answers, what a run used and may use, and never a key (promise P20).

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli_support::{CHECKOUT, Place};
use crate::dialects::{answer, error, events};
use crate::server::{STREAM, Server, event, json, response};
use crate::terminal::Terminal;

fn intent() -> String {
    Place::candidate().read("features/checkout/design/intent.json")
}

/// A feature whose generator is a model on a server.
fn place(server: &Server, settings: &str, more: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let url = server.url();
    let yaml = format!(
        "{settings}generator: remote\nagents:\n  remote: {{kind: openai, model: m-1, url: \"{url}\"{more}}}\n"
    );
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    place
}

#[test]
fn the_machine_pane_shows_usage_and_limits() {
    let design = intent();
    let server = Server::new(move |number, _, out| match number {
        1 => out.write_all(&response("400 Bad Request", "text/plain", "", "no")),
        _ => out.write_all(&answer("openai", true, "m-1", &design)),
    });
    let limits = "currency: EUR\nmaxTokens: 300000\nmaxCost: \"1.25\"\n";
    let place = place(&server, limits, ", price: {input: \"2.50\", output: \"10\"}");
    let mut terminal = Terminal::open(&place, 160, 45);
    terminal.wait_for("checkout").keys("9").settle();
    assert!(!terminal.text().contains(" used "), "nothing was taken yet:\n{}", terminal.text());
    terminal
        .keys("r")
        .wait_for("Paused")
        .settle()
        .keys("x")
        .dialog("Why abort the run of checkout?")
        .keys("count the next run alone")
        .keys("\r")
        .wait_for("checkout ─ FAILED")
        .settle()
        .keys("u")
        .dialog("Reset checkout to IDLE?")
        .keys("y")
        .wait_for("checkout ─ IDLE")
        .settle();
    terminal.keys("r").wait_for("checkout ─ CANDIDATE").wait_for(" used ").settle();
    let screen = terminal.text();
    let took = screen.lines().find(|line| line.contains(" used ")).unwrap();
    let run = "2 calls, 11 + 7 tokens, 0.000098 EUR (at most 300000 tokens, 1.25 EUR)";
    assert!(took.contains(run), "{took}\n{screen}");
    assert!(screen.contains("in all runs 3 calls, about "), "{screen}");
    terminal.keys("0").wait_for("m-1");
    terminal.quit();
}

/// Half of an answer is on the screen before the other half is sent; so is the deferral before it.
#[test]
fn a_partial_answer_is_on_the_screen() {
    let (design, goes_on) = (intent(), Arc::new(AtomicBool::new(false)));
    let waits = goes_on.clone();
    let server = Server::new(move |number, _, out| {
        if number == 1 {
            return out.write_all(&response("503 Busy", "text/plain", "retry-after: 0\r\n", "loading"));
        }
        let said: Vec<String> = events("openai", "m-1", &design, None).iter().map(event).collect();
        let (first, rest) = said.split_at(said.len() / 2);
        out.write_all(STREAM.as_bytes())?;
        for piece in first {
            out.write_all(piece.as_bytes())?;
            std::thread::sleep(std::time::Duration::from_millis(40));
        }
        while !waits.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_millis(20));
            out.write_all(b": wait\n\n")?;
        }
        out.write_all(rest.concat().as_bytes())
    });
    let place = place(&server, "", "");
    let design = intent();
    let (come, to_come) = design.split_at(design.len() / 2);
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| line.len() > 20).collect()
    };
    let (come, to_come) = (lines(come), lines(to_come));
    let mut terminal = Terminal::open(&place, 160, 45);
    terminal.wait_for("checkout").keys("r").keys("0");
    terminal.wait_until("what came so far", |screen| come.iter().any(|line| screen.contains(&line[..20])));
    terminal.wait_for("503").wait_for("Waiting for the generator").wait_for("m-1 is answe");
    let last = to_come.last().unwrap();
    assert!(!terminal.text().contains(last.as_str()), "{last}");
    goes_on.store(true, Ordering::SeqCst);
    terminal.wait_for("checkout ─ CANDIDATE").wait_for("11 + 7 tokens");
    terminal.quit();
}

/// The Exchange pane shows a truncated answer, its cause and its consequence.
#[test]
fn an_unusable_answer_is_on_the_screen() {
    let cut = events("openai", "m-1", "{\"title\": \"half a", Some("length"));
    let server = Server::saying(format!("{STREAM}{}", cut.iter().map(event).collect::<String>()));
    let place = place(&server, "", "");
    let mut terminal = Terminal::open(&place, 160, 45);
    terminal.wait_for("checkout").keys("r").wait_for("checkout ─ FAILED").settle().keys("0");
    terminal.wait_for("unusable answer: the answer was cut").wait_for("11 + 7 tokens");
    terminal
        .wait_for("generator-unusable-1.txt")
        .wait_for("│ {\"title\": \"half a")
        .wait_for("no complete answer");
    terminal.quit();
}

/// A key that every encoding changes.
const KEY: &str = "canary/Key+0123456789~x";
/// The key as it is, in base64, percent-encoded, in hex.
const FORMS: [&str; 4] = [
    KEY,
    "Y2FuYXJ5L0tleSswMTIzNDU2Nzg5fn",
    "canary%2FKey%2B0123456789~x",
    "63616e6172792f4b65792b303132333435363738397e78",
];

#[test]
fn no_key_is_ever_on_the_screen() {
    let quoting = FORMS.join(" ");
    let mut design: serde_json::Value = serde_json::from_str(&intent()).unwrap();
    design["summary"] = quoting.clone().into();
    let server = Server::new(move |number, _, out| match number {
        1 => out.write_all(&json("401 Unauthorized", &error("openai", "x", &quoting))),
        2 => out.write_all(&answer("openai", true, &quoting, &quoting)),
        _ => out.write_all(&answer("openai", true, &quoting, &design.to_string())),
    });
    let place = place(&server, "", ", key: {env: CANARY}");
    for (columns, rows) in [(160, 45), (80, 24)] {
        let mut terminal = Terminal::open_with(&place, columns, rows, &[("CANARY", KEY)], &[]);
        terminal.wait_for("checkout").settle();
        if columns == 160 {
            terminal.keys("r").wait_for("! Paused since").settle();
            // The refusal is shown without the key.
            terminal.keys("7").settle();
            terminal.wait_for("[key]");
            terminal.keys("r").wait_for("checkout ─ CANDIDATE").settle();
        }
        for pane in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] {
            terminal.keys(pane).settle().keys("z").settle().keys("G").settle();
        }
        terminal.keys("Z").settle().keys("0").settle().keys("d").settle();
        let raw = String::from_utf8_lossy(&terminal.raw()).to_lowercase();
        for form in FORMS {
            assert!(!raw.contains(&form.to_lowercase()), "{form} was sent to the terminal");
        }
        terminal.keys("\x1b").settle();
        terminal.quit();
    }
    let sent = server.received();
    let expected = format!("Bearer {KEY}");
    assert!(sent.len() >= 3 && sent.iter().all(|r| r.header("authorization") == Some(&expected)));
}

/// The first trusted agent creates the folder for trust while the screen is open.
#[test]
fn trust_from_another_shell_counts_on_the_open_screen() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.write("frieze.yaml", "generator: mine\nagents:\n  mine: {kind: command, command: [\"false\"]}\n");
    assert!(!place.home().join("config/frieze").exists(), "nothing was trusted before");
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ IDLE").keys("r").wait_for("came with this");
    let listed = place.run(&["trust"]).out;
    let hash =
        listed.split("SHA-256 ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().to_owned();
    place.done(&["trust", "mine", "--sha256", &hash]);
    terminal.keys("r").wait_for("! Paused since");
    terminal.quit();
}
