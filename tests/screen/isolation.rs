//! Fifty features, one with each of the twelve kinds of damage (promise P25): all are listed, the others are usable, and
//! the damaged ones show the problem and the fix. A locked and an unreadable feature do not affect the others either.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use portable_pty::CommandBuilder;

use crate::cli_support::{CHECKOUT, Place};
use crate::damage::damage;
use crate::terminal::Terminal;

const KINDS: usize = 12;

fn fifty() -> (Place, Vec<String>, Vec<&'static str>) {
    let place = Place::workspace();
    let ids: Vec<String> = (0..50).map(|i| format!("f{i:02}")).collect();
    for id in &ids {
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
    }
    let first: Vec<&str> = ids[..KINDS].iter().map(String::as_str).collect();
    assert_eq!(place.run(&[&["run"][..], &first].concat()).code, 3);
    let kinds = first.iter().enumerate().map(|(kind, id)| damage(&place, id, kind)).collect();
    (place, ids, kinds)
}

#[test]
fn p25_fifty_features_with_twelve_kinds_of_damage() {
    let (place, ids, kinds) = fifty();
    let mut terminal = Terminal::open(&place, 120, 60);
    terminal.wait_for("50 features").wait_until("every feature", |screen| {
        !screen.contains("reading") && ids.iter().all(|id| screen.contains(&format!(" {id} ")))
    });
    for (id, kind) in ids.iter().zip(&kinds) {
        explained(&mut terminal, id, kind);
    }
    // The intact ones, next to them.
    for id in &ids[KINDS..KINDS + 2] {
        terminal.go_to(id).wait_for(&format!("{id} ─ IDLE")).keys("r").wait_for(&format!("{id} ─ CANDIDATE"));
        for (pane, shows) in
            [("2", "by points lost"), ("4", "visited by"), ("5", "Requirements"), ("7", "run started")]
        {
            terminal.keys(pane).wait_for(shows);
        }
        // The list is ahead of the reading: the gate's content is read after the gate is announced.
        terminal
            .wait_for("EVALUATING → CANDIDATE")
            .keys("d")
            .dialog(&format!("Decide on {id}"))
            .keys("\x1b")
            .wait_gone("Decide on");
    }
    terminal
        .keys("R")
        .dialog("Run all")
        .keys("y")
        .wait_for("50 need")
        .wait_until("the end of all runs", |screen| !screen.contains("running"));
    // A picture may be taken in the middle of a frame.
    terminal.wait_until("every candidate", |screen| {
        ids[KINDS..].iter().all(|id| screen.contains(&format!("◆ {id} ")))
    });
    terminal.quit();
}

/// A damaged feature shows the problem and the fix.
fn explained(terminal: &mut Terminal, id: &str, kind: &str) {
    terminal.go_to(id).keys("9").settle();
    let screen = terminal.text();
    let row = screen
        .lines()
        .find(|line| line.starts_with('│') && line.contains(&format!(" {id} ")))
        .unwrap_or_default()
        .to_owned();
    // A false marker does not damage the record: the design was tampered with, and is reset by the same key.
    let (word, fix) = match kind {
        "a false marker" => ("tampered", "then press u"),
        "newer" => ("newer", "use the frieze that wrote it"),
        "cut short" | "garbage" | "of another feature" | "wrong types" => ("broken", "to set it aside"),
        // frieze does not touch what is not a file.
        _ => ("broken", "hint: "),
    };
    assert!(row.contains(word), "{id}, {kind}: {row}\n{screen}");
    // The list's border has a mark where it scrolls.
    let screen = screen.replace('┃', "│");
    let pane: Vec<&str> = screen.lines().skip(1).filter_map(|line| line.split("││").nth(1)).collect();
    let pane = pane.join(" ");
    assert!(
        pane.contains("state.json") || pane.contains("/design") || pane.contains("FROZEN.md"),
        "{id}, {kind}: what is wrong?\n{screen}"
    );
    terminal.keys("d").settle();
    let screen = terminal.text();
    assert!(screen.contains(fix), "{id}, {kind}: how to fix it?\n{screen}");
    println!("{id}, {kind}: {}", pane.split_whitespace().collect::<Vec<_>>().join(" "));
}

/// Permissions do not apply to a superuser.
const NOBODY: [&str; 5] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];

/// The screen as a user to whom permissions apply; `None` if that is impossible here.
fn as_one_of_many(place: &Place) -> Option<CommandBuilder> {
    let frieze = assert_cmd::cargo::cargo_bin!("frieze");
    let path = place.home().parent().unwrap().to_owned();
    let may_read = |file: &str| fs::read(place.at(file)).is_ok();
    if !may_read("features/closed/design/state.json") {
        return Some(CommandBuilder::new(frieze));
    }
    let is_given = Command::new("chown")
        .args(["-R", "65534:65534"])
        .arg(&path)
        .status()
        .is_ok_and(|done| done.success());
    let [program, arguments @ ..] = NOBODY;
    let runs = Command::new(program).args(arguments).arg(frieze).arg("--version").output();
    if !is_given || !runs.is_ok_and(|said| said.status.success()) {
        println!("not run: permissions do not apply to a superuser, and nobody else can be had");
        return None;
    }
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.arg(frieze);
    Some(command)
}

#[test]
fn p25_a_locked_and_an_unreadable_feature_do_not_affect_the_others() {
    let place = Place::workspace();
    for id in ["closed", "locked", "others"] {
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
    }
    assert_eq!(place.run(&["run", "closed", "locked"]).code, 3);
    // Locked by this process, not by the screen's.
    let lock = fs::File::options().write(true).open(place.at("features/locked/design/.lock")).unwrap();
    lock.lock().unwrap();
    let closed = place.at("features/closed/design");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let Some(command) = as_one_of_many(&place) else { return };
    let mut terminal = Terminal::start(&place, 120, 36, &[], command);
    terminal.wait_for("3 features").wait_gone("reading");
    // An unreadable feature says so, with its path and what to check.
    terminal.go_to("closed").wait_for("closed ─ UNREADABLE").wait_for("features/closed/design/state.json");
    terminal.keys("d").wait_for("Permission denied").wait_for("hint: check who owns the folder");
    // A locked one is shown, and cannot be decided meanwhile.
    terminal.keys("\x1b").settle().go_to("locked").wait_for("locked ─ CANDIDATE").decide("locked").keys("a");
    terminal.dialog("to approve, type locked").typing("locked").wait_for("✓ Confirmed").keys("\r");
    terminal.wait_for("wait until it is done").settle().keys("\x1b").dialog("Decide on locked");
    terminal.keys("\x1b").wait_gone("Decide on");
    assert!(!place.exists("features/locked/design/final"));
    // The one next to them is run and decided.
    terminal.go_to("others").keys("r").wait_for("others ─ CANDIDATE").wait_gone("reading").settle();
    terminal.decide("others").keys("a").dialog("to approve, type others").typing("others");
    terminal.wait_for("✓ Confirmed").keys("\r").wait_for("✓ others").wait_for("1 frozen");
    // After the obstacle is removed, the screen finds that by itself.
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
    lock.unlock().unwrap();
    terminal.go_to("closed").wait_for("closed ─ CANDIDATE");
    terminal.quit();
}
