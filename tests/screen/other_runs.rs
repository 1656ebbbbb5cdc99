//! A run of another workflow than the design, on the real screen: its row, its sheets, the next step, a plain gate, a verb.

use crate::cli_support::Place;
use crate::pictures::{Album, COLOURS};
use crate::terminal::{ENTER, ESC, Terminal};

const FOLDER: &str = ".aiwf/sessions/t1";
const STANDARDS: [&str; 5] = [
    "PACKAGES_AND_LAYERS.md",
    "NAMING_AND_API.md",
    "ORG.md",
    "JPA_AND_DATABASE.md",
    "ARCHITECTURE_AND_MULTITENANCY.md",
];
const CREATION: [&str; 16] = [
    "--set",
    "session.standardsRoot=std",
    "session",
    "new",
    "t1",
    "--profile",
    "jpa-mt",
    "-c",
    "scope=domain",
    "-c",
    "entity=Tier",
    "-c",
    "table=app.t",
    "-c",
    "bounded-context=c",
    "-cschema-file=s.sql",
];

/// A workspace with a candidate, and a session that waits for a plan.
fn workspace() -> Place {
    let place = Place::candidate();
    for name in STANDARDS {
        place.write(&format!("std/{name}"), format!("# {name}\n\nKeep to it.\n"));
    }
    place.write("s.sql", "create table app.t (id bigint primary key);\n");
    place.done(&CREATION);
    let said = place.run(&["session", "step", "t1"]);
    assert_eq!(said.code, 3, "{said:?}");
    place
}

fn record(place: &Place) -> serde_json::Value {
    serde_json::from_str(&place.read(&format!("{FOLDER}/session.json"))).unwrap()
}

#[test]
fn a_session_is_shown_stepped_decided_and_closed_on_the_screen() {
    let mut album = Album::default();
    for size in [(80, 24), (120, 36)] {
        let place = workspace();
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal.wait_for("? session/t1").wait_for("file?").wait_for("◆ checkout");
        terminal.keys(":show session/t1\r").settle().keys("2").wait_for("planning-prompt.md");
        album.take(&mut terminal, "other-run-sheet", size);
        // The response appears: the row changes without a key.
        terminal.keys("1");
        place.write(&format!("{FOLDER}/planning-response.md"), "# Plan\n\n1. Write the entity.\n");
        terminal.wait_for("▸ session/t1").keys("r").wait_for("◆ session/t1");
        assert_eq!(record(&place)["phase"], "planned");
        terminal.keys("3").wait_for("1. Write the entity.");
        terminal.decide("session/t1").wait_for("Approve planning-response.md?");
        album.take(&mut terminal, "other-run-gate", size);
        terminal.keys("\r").settle();
        assert_eq!(record(&place)["phase"], "planned", "nothing was chosen");
        terminal.keys("a").dialog("confirms approve").keys("y").wait_gone("Decide on session/t1");
        assert_eq!(record(&place)["phase"], "generating");
        // It has another step for the person, so the cursor stays.
        terminal.keys("9").wait_for("session/t1 ─ GENERATING");
        terminal.keys(":clo\t").wait_for("close");
        terminal.keys("\r").wait_for("Closed. :session reopen t1 goes on with it.");
        terminal.keys("1").wait_for("· session/t1").wait_for("closed");
        terminal.quit();
    }
}

/// Its documents are read and its end is asked about there.
#[test]
fn a_chain_is_read_and_ended_on_the_screen() {
    let place = Place::workspace();
    place.write(
        "pos.md",
        "# Point of sale\n\n- The cashier can scan a product.\n- The cashier can take cash.\n",
    );
    place.done(&["new", "pos", "--brief", "pos.md", "--mode", "quick"]);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("pos").keys(":show chain/pos\r").settle().keys("r");
    terminal
        .wait_for("chain/pos is READY, brainstorm: Phase complete (1 iteration). Press r for the next step");
    terminal.keys("2").wait_for("✓ brainstorm  1 iteration").keys("jj\r");
    terminal
        .wait_for("features/pos/brainstorm.md ─ / finds · esc closes")
        .wait_for("Open questions")
        .keys(ESC);
    terminal.wait_gone("esc closes").keys(":help chain\r").wait_for("Usage: frieze chain").keys(ESC);
    terminal.wait_gone("esc closes").keys(":chain finish \t").settle();
    terminal.wait_for(":chain finish pos").keys(ESC).settle();
    // The first completion is what the document names first.
    terminal.keys(":finish \t").wait_for("pr  merge  keep").keys(ESC).settle();
    terminal.keys(":finish discard\r").dialog("finish discard: chain/pos?").keys(ENTER).settle();
    let meta = || place.read("features/pos/.meta.json");
    assert!(meta().contains("\"active\""), "{}", meta());
    terminal.keys("y").wait_for("✗ finish  abandoned");
    assert!(meta().contains("\"abandoned\""), "{}", meta());
    // A path is named as it was typed.
    terminal.keys("N").wait_for("[and id]").typing("../nope.md").keys(ENTER);
    terminal.wait_until("the error", |screen| screen.contains("hint: ") && !screen.contains("./../nope.md"));
    terminal.keys(ESC).wait_gone("[and id]");
    terminal.quit();
}

/// A chain that another shell puts under a feature appears without a key, and so does each of its steps.
#[test]
fn a_chain_of_another_shell_is_seen() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("◆ checkout");
    place.write(
        "pos.md",
        "# Point of sale\n\n- The cashier can scan a product.\n- The cashier can take cash.\n",
    );
    place.done(&["new", "pos", "--brief", "pos.md"]);
    terminal.wait_for("· pos");
    place.done(&["chain", "start", "pos", "--mode", "quick"]);
    terminal.wait_for("▸ pos").wait_for("begun");
    place.done(&["chain", "brainstorm", "pos"]);
    // The name of the phase is wider than its column.
    terminal.wait_gone("begun");
    place.done(&["chain", "specify", "pos"]);
    assert_eq!(place.run(&["chain", "design", "pos", "--keep-brief"]).code, 3);
    // It waits for the design, which is due.
    terminal.wait_for("· pos");
    terminal.keys(":show chain/pos\r").settle().keys("r").wait_for("chain/pos waits for design/pos");
    terminal.quit();
}
