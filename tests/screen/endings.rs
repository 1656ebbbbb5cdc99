//! The terminal is given back after every end (promise P12). `Terminal::ended` holds every ending to it; those that a
//! person cannot bring about are in `own_doors`, and all of them inside tmux in `tmux`.

use crate::cli_support::Place;
use crate::terminal::Terminal;

fn opened() -> (Place, Terminal) {
    let place = Place::workspace();
    let mut terminal = Terminal::open(&place, 100, 30);
    terminal.wait_for("No features yet");
    (place, terminal)
}

#[test]
fn p12_leaving_gives_the_terminal_back() {
    let (_place, terminal) = opened();
    terminal.quit();
    let (_place, mut terminal) = opened();
    terminal.keys("\x03");
    assert_eq!(terminal.ended(), 0);
}

#[test]
fn p12_signals_to_the_screen_or_to_its_guard_give_the_terminal_back() {
    for (name, number) in
        [("-TERM", 15), ("-HUP", 1), ("-INT", 2), ("-QUIT", 3), ("-KILL", 9), ("-ABRT", 6), ("-SEGV", 11)]
    {
        let (_place, terminal) = opened();
        let processes = terminal.processes();
        assert_eq!(processes.len(), 2, "a guard and its screen");
        terminal.signal(processes[1], name);
        assert_eq!(terminal.ended(), 128 + number, "{name} to the screen");
    }
    for name in ["-TERM", "-HUP", "-INT", "-QUIT"] {
        let (_place, terminal) = opened();
        terminal.signal(terminal.processes()[0], name);
        terminal.ended();
    }
}

#[test]
fn p12_a_killed_guard_takes_its_screen_along() {
    let (_place, terminal) = opened();
    let processes = terminal.processes();
    terminal.signal(processes[0], "-KILL");
    terminal.ended();
    let screen = format!("/proc/{}", processes[1]);
    let since = std::time::Instant::now();
    while std::path::Path::new(&screen).exists() && since.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!std::path::Path::new(&screen).exists(), "the screen is still running");
}

/// Control: a screen whose guard is left out takes all of it along when it is killed, and the same check says so.
#[test]
fn p12_a_screen_without_its_guard_is_caught() {
    let place = Place::workspace();
    let mut terminal = Terminal::open_with(&place, 100, 30, &[("_FRIEZE_SCREEN_IS_GUARDED", "1")], &[]);
    terminal.wait_for("No features yet");
    let processes = terminal.processes();
    assert_eq!(processes.len(), 1, "it is alone");
    terminal.signal(processes[0], "-KILL");
    let (_, taken) = terminal.outcome();
    assert_eq!(taken.len(), 7, "{taken:?}");
}
