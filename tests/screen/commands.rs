//! The command line of the screen runs every command of the shell and shows what it prints.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, ESC, Terminal};
use crate::two_windows::slow_generator;

fn open(place: &Place) -> Terminal {
    let mut terminal = Terminal::open(place, 120, 36);
    terminal.wait_for("checkout").wait_gone("reading");
    terminal
}

#[test]
fn what_a_command_prints_is_in_a_sheet() {
    let place = Place::candidate();
    let mut terminal = open(&place);
    for (line, printed) in [
        ("doctor", "frieze.yaml"),
        ("config", "threshold"),
        ("log checkout --json", "\"kind\""),
        ("prompt", "frieze prompt checkout"),
        ("hash nowhere.json", "nowhere.json"),
        ("session list", "frieze session list"),
        ("verify --nonsense", "wrong usage"),
    ] {
        terminal
            .keys(&format!(":{line}\r"))
            .wait_for("esc closes")
            .wait_gone("Waiting for it")
            .wait_for(printed);
        terminal.settle().keys(ESC).wait_gone("esc closes");
    }
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.quit();
}

#[test]
fn trust_is_asked_for_on_the_terminal() {
    let place = Place::candidate();
    place.write("frieze.yaml", "generator: local\nagents:\n  local: {kind: command, command: [cat]}\n");
    place.write("refunds.md", CHECKOUT);
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    let mut terminal = open(&place);
    terminal.go_to("refunds").keys("r").wait_for("`:trust local`");
    terminal.keys(":trust local\r").wait_for("Type local to trust it").typing("local").keys(ENTER);
    terminal.wait_for("trusted, as described here").wait_for("Press Enter").keys(ENTER);
    terminal.wait_for("`frieze trust local` is done.");
    terminal.quit();
}

/// The signal of the key that ends an editor at once may arrive after its end.
#[test]
fn an_interruption_that_ends_the_editor_does_not_end_the_screen() {
    let place = Place::candidate();
    place.write("ends.sh", "kill -INT 0\n");
    let mut terminal = Terminal::open_with(&place, 120, 36, &[("EDITOR", "sh ends.sh")], &[]);
    terminal.wait_for("checkout").wait_gone("reading");
    for _ in 0..12 {
        terminal.keys("e").settle();
    }
    terminal.keys("?").wait_for("Keys").keys("q");
    terminal.quit();
}

/// A decision with options of the shell is made there. Ctrl-C ends the question, or the waiting after it, but not the screen.
#[test]
fn a_command_that_asks_has_the_terminal_and_its_interruptions() {
    let place = Place::candidate();
    place.write("words.md", "rename screen \"Cart page\" to \"Basket\"\n");
    let mut terminal = open(&place);
    terminal.keys(":reject --feedback words.md\r").wait_for("type checkout").keys("\x03");
    terminal.wait_for("Press Enter to return").settle().keys("\x03").wait_for("refused");
    assert_eq!(place.state("checkout"), "CANDIDATE");
    // An editor that reads lines gets the signal of the key, as do the screen and its guard. It ends a moment later: the guard
    // asks the terminal whether the signal is of a key.
    place.write("lines.sh", "#!/bin/sh\ntrap 'sleep 1; trap - INT; kill -INT $$' INT\necho 'write here'\nread words\necho \"$words\" > \"$1\"\n");
    terminal.quit();
    let editor = ("EDITOR", "sh lines.sh");
    let mut terminal = Terminal::open_with(&place, 120, 36, &[editor], &[]);
    terminal.wait_for("checkout").wait_gone("reading").keys("e").wait_for("write here").keys("\x03");
    terminal.wait_for("sh ended with signal").keys(":reject --feedback words.md\r");
    terminal.wait_for("type checkout").typing("checkout").keys(ENTER).wait_for("Press Enter").keys(ENTER);
    terminal.wait_for("is done.").wait_until("the rejection", |_| place.state("checkout") != "CANDIDATE");
    terminal.quit();
}

/// Closing the sheet ends the program, which releases its feature.
#[test]
fn a_closed_sheet_ends_its_command() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    slow_generator(&place, "{}");
    let mut terminal = open(&place);
    terminal.keys(":run checkout --plain\r").wait_for("Waiting for it");
    let record = "features/checkout/design/state.json";
    terminal.wait_until("its run", |_| place.exists(record) && place.read(record).contains("GENERATING"));
    terminal.keys(ESC).wait_gone("Waiting for it");
    terminal.wait_until("the feature is free", |screen| {
        ["running in", "in use", "elsewhere"].iter().all(|words| !screen.contains(words))
    });
    terminal.keys("9").wait_for("checkout ─ GENERATING");
    terminal.quit();
}

/// A stopped process does not take TERM, and a killed screen ends nothing by itself.
#[test]
fn no_command_is_left_behind() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    slow_generator(&place, "{}");
    for is_killed in [false, true] {
        let mut terminal = open(&place);
        let screen = *terminal.processes().last().unwrap();
        terminal.keys(":run checkout --plain\r").wait_for("Waiting for it");
        terminal.wait_until("its run", |_| !running(&place).is_empty());
        let runs = running(&place);
        runs.iter().for_each(|run| terminal.signal(*run, "-STOP"));
        if is_killed {
            terminal.signal(screen, "-KILL");
            terminal.ended();
        } else {
            terminal.keys(ESC).wait_gone("Waiting for it");
            terminal.quit();
        }
        let since = std::time::Instant::now();
        while !running(&place).is_empty() {
            let is_late = since.elapsed().as_secs() > 20;
            for run in runs.iter().filter(|_| is_late) {
                let _ = std::process::Command::new("kill").args(["-KILL", &run.to_string()]).status();
            }
            assert!(!is_late, "{runs:?} is left behind");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// The processes `frieze run` that work in a place.
fn running(place: &Place) -> Vec<u32> {
    let root = place.root().canonicalize().unwrap();
    let all = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_one = |id: &u32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let here = std::fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|folder| folder == root);
        here && line.split(|byte| *byte == 0).any(|word| word == b"run")
    };
    all.filter(is_one).collect()
}
