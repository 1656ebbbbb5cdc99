//! Fifty features, one of each of the twelve kinds of damage among them (promise P25): all are listed, the others
//! are usable, and the damaged ones say what is wrong and how to mend it.

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
    // The others, beside them.
    for id in &ids[KINDS..KINDS + 2] {
        terminal.go_to(id).wait_for(&format!("{id} ─ IDLE")).keys("r").wait_for(&format!("{id} ─ CANDIDATE"));
        for (pane, shows) in
            [("2", "by price"), ("4", "visited by"), ("5", "Requirements"), ("7", "run started")]
        {
            terminal.keys(pane).wait_for(shows);
        }
        // The list is ahead of the reading: what the gate shows is read once the way to it is told.
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

/// A damaged feature says what is wrong and how to mend it.
fn explained(terminal: &mut Terminal, id: &str, kind: &str) {
    terminal.go_to(id).keys("9").settle();
    let screen = terminal.text();
    let row = screen
        .lines()
        .find(|line| line.starts_with('│') && line.contains(&format!(" {id} ")))
        .unwrap_or_default()
        .to_owned();
    // A false marker is no damaged record: the design was tampered with, and goes back by the same key.
    let (word, mends) = match kind {
        "a false marker" => ("tampered", "then u takes it back"),
        "newer" => ("newer", "use the frieze that wrote it"),
        "cut short" | "garbage" | "of another feature" | "wrong types" => {
            ("broken", "sets the damaged record aside")
        }
        // What is no file at all is nothing that frieze would touch.
        _ => ("broken", "hint: "),
    };
    assert!(row.contains(word), "{id}, {kind}: {row}\n{screen}");
    // The list's border has a mark where it scrolls.
    let screen = screen.replace('┃', "│");
    let told: Vec<&str> = screen.lines().skip(1).filter_map(|line| line.split("││").nth(1)).collect();
    let told = told.join(" ");
    assert!(
        told.contains("state.json") || told.contains("/design") || told.contains("FROZEN.md"),
        "{id}, {kind}: what is wrong?\n{screen}"
    );
    terminal.keys("d").settle();
    let screen = terminal.text();
    assert!(screen.contains(mends), "{id}, {kind}: how to mend it?\n{screen}");
    println!("{id}, {kind}: {}", told.split_whitespace().collect::<Vec<_>>().join(" "));
}
