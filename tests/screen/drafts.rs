//! Feedback drafts: they survive a screen that is killed during typing, and a person's own editor can write them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use portable_pty::CommandBuilder;

use crate::cli_support::Place;
use crate::terminal::{ESC, Terminal};

const DRAFT: &str = "features/checkout/design/feedback-draft.md";

#[test]
fn drafts_survive_a_killed_screen() {
    let place = Place::candidate();
    let draft = || fs::read_to_string(place.at(DRAFT)).unwrap_or_default().trim_end_matches('\n').to_owned();
    // So narrow that the dialog has the whole width and no line is wrapped.
    let mut kept = String::new();
    for words in ["The cart says nothing", " of what is missing", " 漢字 in it"] {
        let mut terminal = Terminal::open(&place, 119, 36);
        terminal.wait_for("checkout ─ CANDIDATE").go_to("checkout").decide("checkout");
        if !kept.is_empty() {
            terminal.wait_for("your draft has 1 line");
        }
        terminal.keys("r").dialog("reject checkout").wait_for(&kept);
        terminal.keys("\x1b[1;5F").typing(words);
        terminal.wait_until("a part of it on the disk", |_| draft().len() > kept.len());
        // More is being typed when it is killed.
        let screen = terminal.processes()[1];
        terminal.typing(" and more").signal(screen, "-KILL");
        assert_eq!(terminal.ended(), 128 + 9);
        let (typed, found) = (format!("{kept}{words} and more"), draft());
        assert!(typed.starts_with(&found) && found.len() > kept.len(), "{found:?} of {typed:?}");
        kept = found;
    }
    let mut terminal = Terminal::open(&place, 119, 36);
    terminal.wait_for("checkout ─ CANDIDATE").go_to("checkout").decide("checkout").keys("r");
    terminal.dialog(&kept).keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on");
    terminal.quit();
}

/// `Ctrl+X` gives the terminal to the editor as it was found, and takes it back with the text.
#[test]
fn an_external_editor_writes_the_draft() {
    let place = Place::candidate();
    let script = "#!/bin/sh\nstty -a > during\ncp \"$1\" had\nprintf 'and this by an editor\\n' >> \"$1\"\n";
    place.write("editor", script);
    fs::set_permissions(place.at("editor"), fs::Permissions::from_mode(0o755)).unwrap();
    let editor = place.at("editor").display().to_string();
    let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", &format!("stty -a > before; exec '{frieze}'")]);
    let mut terminal = Terminal::start(&place, 120, 36, &[("EDITOR", &editor)], command);
    terminal.wait_for("checkout ─ CANDIDATE").go_to("checkout").decide("checkout").keys("r");
    terminal.dialog("reject checkout").typing("typed here").wait_for("✓ draft saved").keys("\x18");
    terminal.wait_for("and this by an editor").wait_for("typed here").wait_for("reject checkout");
    assert_eq!(place.read("had"), "typed here\n");
    assert_eq!(place.read("during"), place.read("before"), "lent as it was found");
    terminal
        .wait_until("both on the disk", |_| place.read(DRAFT).contains("typed here\nand this by an editor"));
    // The dialog accepts keys again.
    terminal.settle().keys("\x1b[1;5F").typing(" and more").wait_for("editor and more");
    assert!(terminal.with(vt100::Screen::alternate_screen), "the screen has the terminal again");
    terminal.keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on");
    terminal.quit();
}
