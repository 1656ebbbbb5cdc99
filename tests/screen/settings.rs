//! The screen's settings: colours, keys, the bell, the mouse.

use crate::cli_support::Place;
use crate::terminal::{ESC, Terminal};

fn sends(terminal: &Terminal, part: &str) -> bool {
    terminal.raw().windows(part.len()).any(|window| window == part.as_bytes())
}

/// Foreground colours, as sent.
fn is_coloured(terminal: &Terminal) -> bool {
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    raw.contains("\x1b[38;5;") || (30..38).any(|n| raw.contains(&format!("\x1b[{n}m")))
}

#[test]
fn colours_can_be_switched_off() {
    let check = |yaml: &str, variables: &[(&str, &str)], coloured: bool| {
        let place = Place::candidate();
        place.write("frieze.yaml", yaml);
        let mut terminal = Terminal::open_with(&place, 120, 36, variables, &[]);
        terminal.wait_for("CANDIDATE").settle();
        assert_eq!(is_coloured(&terminal), coloured, "{yaml:?} with {variables:?}");
        terminal.quit();
    };
    let bare = ("NO_COLOR", "");
    check("", &[bare], true);
    check("", &[("NO_COLOR", "1")], false);
    check("screen: {theme: plain}", &[bare], false);
    check("screen: {theme: colours}", &[("NO_COLOR", "1")], true);
}

#[test]
fn a_terminal_that_cannot_show_the_screen_gets_the_list() {
    let place = Place::candidate();
    let mut terminal = Terminal::open_with(&place, 120, 36, &[("TERM", "dumb")], &[]);
    terminal.wait_for("TERM=dumb").wait_for("checkout  CANDIDATE").wait_for("1 needs you");
    assert!(!sends(&terminal, "\x1b[?1049h"), "no alternate screen");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn configured_keys_work_and_are_in_the_help() {
    let place = Place::candidate();
    place.write("frieze.yaml", "screen: {keys: {quit: Q, decide: D, help: f1}}\n");
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("D decide").wait_for("Overall").keys("q").keys("d").settle();
    assert!(!terminal.text().contains("Choose an action."), "{}", terminal.text());
    terminal.keys("D").wait_for("Choose an action.").keys(ESC).wait_gone("Choose an action.").keys("Q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn changed_settings_apply_at_once_and_bad_ones_change_nothing() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("d decide").calm(20);
    place.write("frieze.yaml", "screen: {keys: {decide: D, quit: Q}, mouse: false}\n");
    terminal.wait_for("D decide");
    assert!(sends(&terminal, "\x1b[?1000l"), "the mouse was not given back");
    place.write("frieze.yaml", "screen: {keys: {decide: }}}\n");
    // None of it applies; the earlier settings still do.
    terminal.wait_for("previous settings stay").keys("D").wait_for("Choose an action.");
    terminal.keys(ESC).wait_gone("Choose an action.").keys("Q");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn the_mouse_is_left_to_the_terminal() {
    for (yaml, captured) in [("", true), ("screen: {mouse: false}", false)] {
        let place = Place::candidate();
        place.write("frieze.yaml", yaml);
        let mut terminal = Terminal::open(&place, 80, 24);
        terminal.wait_for("checkout").settle();
        assert_eq!(sends(&terminal, "\x1b[?1000h"), captured, "{yaml:?}");
        terminal.quit();
    }
}

#[test]
fn the_bell_can_be_switched_off() {
    for (yaml, rings) in [("", true), ("screen: {notify: false}", false)] {
        let place = Place::workspace();
        place.write("frieze.yaml", yaml);
        place.write("checkout.md", crate::cli_support::CHECKOUT);
        place.done(&["new", "checkout", "--brief", "checkout.md"]);
        let mut terminal = Terminal::open(&place, 80, 24);
        // The terminal loses the focus.
        terminal.wait_for("checkout").keys("r\x1b[O");
        terminal.wait_for("1 needs you").settle();
        assert_eq!(sends(&terminal, "\x1b]9;checkout waits"), rings, "{yaml:?}");
        terminal.quit();
    }
}

#[test]
fn wrong_settings_keep_no_screen_from_opening() {
    let check = |yaml: &str, words: &str| {
        let place = Place::candidate();
        place.write("frieze.yaml", yaml);
        let mut terminal = Terminal::open(&place, 200, 36);
        terminal.wait_for(words).wait_for("checkout").wait_for("CANDIDATE");
        terminal.keys("2").wait_gone(words);
        terminal.quit();
    };
    check("screen: {theme: pink}", "frieze.yaml: line 1, column 17: screen.theme: invalid value; use");
    check("screen: {keys: {dance: d}}", "frieze.yaml: screen.keys.dance: unknown action");
    check("screen: {keys: {decide: r, run: r}}", "\"r\" is already the key of decide");
}
