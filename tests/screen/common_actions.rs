//! Common actions of a person: abort, reset, begin, pause, search, click, suspend.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, ESC, Terminal};
use crate::two_windows::slow_generator;
use frieze::tui::TABLE;

fn open(place: &Place) -> Terminal {
    let mut terminal = Terminal::open(place, 120, 36);
    terminal.wait_for("frieze").wait_until("all features", |screen| !screen.contains("reading"));
    terminal
}

#[test]
fn a_candidate_is_aborted_with_a_reason_and_reset() {
    let place = Place::candidate();
    let mut terminal = open(&place);
    terminal.go_to("checkout").decide("checkout").keys("x").dialog("abort checkout");
    // A reason is required; Enter alone decides nothing.
    terminal.keys(ENTER).wait_for("abort needs");
    terminal.typing("the shop moves to another system").keys(ENTER).dialog("to abort, press y");
    terminal.keys("y").wait_for("checkout ─ FAILED");
    terminal.wait_until("the reason in the journal", |_| {
        place.read("features/checkout/design/journal.jsonl").contains("the shop moves to another system")
    });
    terminal.wait_gone("abort checkout").keys("d").wait_for("Press u to reset it");
    terminal
        .keys("u")
        .dialog("Reset checkout to IDLE?")
        .keys("y")
        .wait_for("checkout ─ IDLE")
        .keys("r")
        .wait_for("checkout ─ CANDIDATE");
    terminal.quit();
}

#[test]
fn a_failed_feature_is_reset_to_its_best_design() {
    let place = Place::demo();
    let mut terminal = open(&place);
    terminal.go_to("ideas").wait_for("ideas ─ FAILED");
    terminal.keys("2").wait_for("Completeness");
    assert!(!terminal.text().contains("f an earlier run"), "{}", terminal.text());
    // The old preview is still there and marked as old.
    terminal
        .keys("U")
        .dialog("Reset ideas to IDLE?")
        .keys("y")
        .wait_for("ideas ─ IDLE · last: 2 of 10 · 62.90 / 80 in iteration 1")
        .wait_for("! Of an earlier run");
    terminal.keys("r").wait_for("ideas ─ FAILED").wait_gone("f an earlier run");
    let journal = place.read("features/ideas/design/journal.jsonl");
    assert!(journal.contains("best"), "{journal}");
    terminal.settle().keys(":reset\r").wait_for("ideas ─ IDLE").settle().wait_for("undo → FAILED");
    terminal.keys(":reset --undo\r").wait_for("ideas is FAILED again: ").wait_for("ideas ─ FAILED").settle();
    terminal.keys(":reset\r").wait_for("ideas ─ IDLE");
    // If there is nothing to reset, the screen says so and changes nothing.
    terminal.go_to("checkout").keys("u").wait_for("has not failed");
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.quit();
}

#[test]
fn features_begin_from_a_document() {
    let place = Place::workspace();
    place.write("wish list.md", CHECKOUT);
    let mut terminal = open(&place);
    terminal.wait_for("No features yet").keys("N").wait_for("path of the brief").keys("wish list.md");
    terminal.keys(ENTER).wait_for("· wish-list");
    // The skipped lines are listed, as in a shell.
    terminal.wait_for("8 requirements").wait_for("skipped (out of scope): line 42");
    terminal.keys(":new wish list.md second\r").wait_for("· second");
    terminal.keys(":new nowhere.md third\r").wait_for("nowhere.md");
    terminal.keys(":new wish list.md second\r").wait_for("second");
    terminal.settle().keys(":run wish-list second\r");
    terminal.wait_for("2 need you");
    assert_eq!((place.state("wish-list"), place.state("second")), ("CANDIDATE".into(), "CANDIDATE".into()));
    assert!(!place.exists("features/third"));
    terminal.quit();
}

/// Its generator waits for a signal: on any machine nothing ends before that.
#[test]
fn a_run_is_paused_and_goes_on() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    for id in ["checkout", "refunds"] {
        place.done(&["new", id, "--brief", "checkout.md"]);
    }
    slow_generator(&place, &Place::candidate().read("features/checkout/design/intent.json"));
    let mut terminal = open(&place);
    let row = |id: &'static str, word: &'static str| {
        move |screen: &str| {
            let row = |line: &str| line.get(..60).unwrap_or(line).contains(word);
            screen.lines().any(|line| line.contains(&format!("{id} ")) && row(line))
        }
    };
    terminal.go_to("checkout").keys("R").dialog("Run all").keys("y");
    terminal
        .wait_until("work on it", row("checkout", "gen"))
        .wait_until("and the other", row("refunds", "gen"));
    terminal.keys("p").wait_until("the pause", row("checkout", "paused"));
    assert_eq!(place.state("checkout"), "GENERATING");
    assert!(row("refunds", "gen")(&terminal.text()), "the other one goes on:\n{}", terminal.text());
    terminal.keys("r").wait_until("work on it again", row("checkout", "gen"));
    place.write("go", "");
    terminal.wait_for("checkout ─ CANDIDATE").wait_gone("running");
    terminal.quit();
}

#[test]
fn features_are_found_sorted_and_opened() {
    let place = Place::demo();
    let mut terminal = open(&place);
    terminal.keys("/").wait_for("Features").keys("card").wait_for("Features · /card: 1 of 6");
    terminal.wait_gone("◆ refunds").keys(ENTER).settle().keys(ESC).wait_for("◆ refunds");
    terminal.keys("/").settle().keys("nosuch").wait_for("Nothing matches").keys(ESC).wait_for("◆ refunds");
    for title in ["Features · by name", "Features · lowest first", "Features · newest state"] {
        terminal.keys("s").wait_for(title);
    }
    terminal.keys("s").wait_gone("newest state");
    terminal.keys("s").wait_for("by name");
    let (checkout, _) = terminal.find("◆ checkout");
    let (refunds, _) = terminal.find("◆ refunds");
    assert!(checkout < refunds);
    // Completion, an unknown word, and history.
    terminal
        .keys(":")
        .settle()
        .keys("sho\tref\t")
        .wait_for(":show refunds")
        .keys(ENTER)
        .wait_for(" refunds ─ ");
    // Several matches are listed.
    terminal.keys(":").settle().keys("re\t").wait_for("reject  reset");
    terminal.wait_until("what was typed", |screen| screen.lines().any(|line| line.trim_end() == ":re"));
    terminal.keys("se\t").wait_for(":reset").keys("b\t").wait_for(":reset best").keys(ESC).settle();
    terminal.keys(":").settle().keys("show \t").wait_for("checkout  gift-cards");
    terminal.keys("g\t").wait_for(":show gift-cards").keys(ENTER).wait_for(" gift-cards ─ ");
    terminal.keys(":dance\r").wait_for("Unknown command");
    terminal.settle().keys(":").settle().keys("\x1b[A").wait_for(":dance").keys(ESC).wait_gone(":dance");
    terminal.quit();
}

#[test]
fn the_help_lists_every_key_of_the_table() {
    let place = Place::workspace();
    let mut terminal = Terminal::open(&place, 120, 80);
    terminal.wait_for("No features yet").keys("?").wait_for(" Keys ").settle();
    let screen = terminal.text();
    for row in TABLE {
        let is_listed =
            screen.lines().any(|line| line.contains(&format!("  {} ", row.keys)) && line.contains(row.help));
        assert!(is_listed, "{} is not listed:\n{screen}", row.name);
    }
    // If the window is too small, it scrolls.
    terminal.resize(80, 24).settle();
    let mut help = terminal.text();
    for _ in 0..TABLE.len() {
        terminal.keys("j").settle();
        help.push_str(&terminal.text());
    }
    for row in TABLE {
        assert!(help.contains(row.help), "{} is nowhere", row.name);
    }
    // Every action is listed with its name in the settings.
    for name in ["next-needy", "mark-done"] {
        terminal.keys(&format!("/{name}")).wait_for(&format!("/{name}"));
        let row = TABLE.iter().find(|row| row.name == name).unwrap();
        assert!(terminal.text().contains(row.help), "{name} is not found:\n{}", terminal.text());
        terminal.keys(ESC).wait_for("esc closes");
    }
    terminal.keys(ESC).wait_gone(" Keys ");
    terminal.quit();
}

#[test]
fn the_mouse_selects_a_feature_and_a_pane() {
    let place = Place::demo();
    let mut terminal = open(&place);
    // A person who has read nothing here yet gets a card with the words.
    terminal.wait_for("Yours alone").keys("\x1b").wait_gone("Yours alone");
    let (row, column) = terminal.find("loyalty");
    terminal.click(row, column).wait_for(" loyalty ─ CANDIDATE");
    let (row, column) = terminal.find("Journal");
    terminal.click(row, column + 2).wait_for("run started");
    let (row, column) = terminal.find("Diff");
    terminal.click(row, column).wait_for("after the next iteration");
    // A click into a dialog selects at most; it does not decide.
    terminal.decide("loyalty");
    let (row, column) = terminal.find(" a  approve");
    terminal.click(row, column + 2).dialog("type loyalty").click(row, column).settle();
    assert_eq!(place.state("loyalty"), "CANDIDATE");
    terminal.keys("\x03").settle();
    terminal.keys("\x03").wait_gone("Decide on");
    terminal.quit();
}

#[test]
fn a_dialog_stays_whole_while_the_window_changes() {
    let place = Place::candidate();
    let mut terminal = open(&place);
    terminal.go_to("checkout").decide("checkout").keys("r").dialog("reject checkout");
    terminal.keys("words that stay");
    for (columns, rows) in [(80, 24), (40, 10), (200, 60), (60, 16), (120, 36)] {
        terminal.resize(columns, rows).settle();
        let wanted = if columns < 60 { "frieze needs" } else { "words that stay" };
        // A screen that is too small may still draw the dialog.
        terminal.wait_until(wanted, |screen| screen.contains(wanted) || screen.contains("words that stay"));
    }
    terminal.keys(ESC).dialog("Decide on").keys("a").dialog("to approve, type").resize(60, 16).settle();
    terminal.wait_for("› ").typing("chec").wait_for("› chec");
    // Each step back is awaited: on a slow machine the next key would come too early.
    terminal.keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on");
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.quit();
}

/// Events at the same instant must not hide each other.
#[test]
fn a_key_and_a_resize_at_the_same_instant_both_count() {
    let place = Place::workspace();
    let mut terminal = Terminal::open(&place, 100, 30);
    terminal.wait_for("No features yet").settle().keys("/").settle();
    let screen = terminal.processes()[1];
    let mut words = String::new();
    for (at, c) in ('a'..='t').enumerate() {
        let rows = if at % 2 == 0 { 24 } else { 30 };
        // Nothing is read meanwhile, so both are there when it continues.
        terminal.signal(screen, "-STOP");
        if at % 4 < 2 {
            terminal.keys(c.encode_utf8(&mut [0; 4])).resize(80, rows);
        } else {
            terminal.resize(80, rows).keys(c.encode_utf8(&mut [0; 4]));
        }
        terminal.signal(screen, "-CONT");
        words.push(c);
        let line = format!("/{words}");
        terminal.wait_until(&format!("{line:?} in the last of {rows} lines"), |screen| {
            screen.lines().count() == usize::from(rows) && screen.lines().last() == Some(line.as_str())
        });
    }
    terminal.keys(ESC).wait_gone("/abc");
    terminal.quit();
}

#[test]
fn a_suspended_screen_gives_the_terminal_to_the_shell_and_comes_back() {
    if !std::path::Path::new("/bin/bash").exists() {
        println!("not run: bash is missing");
        return;
    }
    let place = Place::candidate();
    let mut terminal = Terminal::open_shell(&place, 100, 30);
    let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
    terminal.wait_for("$ ").keys(&format!("stty -a > before; {frieze}\r")).wait_for("CANDIDATE");
    terminal.settle().keys("\x1a").wait_for("Stopped");
    terminal.with(|screen| {
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    });
    terminal.keys("stty -a > stopped; echo at the $((1+1))nd prompt\r").wait_for("at the 2nd prompt");
    assert_eq!(place.read("stopped"), place.read("before"));
    terminal.keys("fg\r").wait_for("CANDIDATE").wait_gone("2nd prompt").settle();
    terminal.keys("7").wait_for("IDLE → GENERATING").settle().keys("q");
    terminal.wait_for("2nd prompt").keys("stty -a > after; exit\r");
    assert_eq!(terminal.ended(), 0);
    assert_eq!(place.read("after"), place.read("before"));
}

/// `a` answers the open question of the selected line; a half-typed answer is kept.
#[test]
fn an_open_question_is_answered_in_its_pane() {
    let place = Place::candidate();
    let mut terminal = open(&place);
    terminal.go_to("checkout").keys("5Z").wait_for("Cart page").settle();
    terminal.keys("f").wait_for("find: ").keys("which steps are taken").keys(ENTER).settle();
    terminal.keys("a").dialog("which steps are taken").keys("The clerk prints").keys(ESC);
    terminal.wait_for("Your text is kept");
    terminal.settle().keys("a").dialog("The clerk prints").keys(" the label.").keys(ENTER);
    terminal.wait_for("answer saved in answers.md");
    let answers = place.read("features/checkout/answers.md");
    assert!(
        answers.contains("which steps are taken") && answers.contains("The clerk prints the label."),
        "{answers}"
    );
    // An answered question is marked, and its answer can be changed.
    terminal.wait_for("✓ Story \"Orders\"").keys("a").dialog("The clerk prints the label.").keys(ESC);
    terminal.settle().keys("Z").wait_for("answers.md was changed");
    terminal.quit();
}
