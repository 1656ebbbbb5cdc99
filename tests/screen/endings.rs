//! The terminal is given back after every end (promise P12). `Terminal::ended` checks every one; `injected_faults` has the ends
//! that a person cannot cause, and `tmux` repeats all of them inside tmux.

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
    for (name, number) in
        [("-TERM", 15), ("-HUP", 1), ("-INT", 2), ("-QUIT", 3), ("-USR1", 10), ("-USR2", 12)]
    {
        let (_place, terminal) = opened();
        terminal.signal(terminal.processes()[0], name);
        assert_eq!(terminal.ended(), 128 + number, "{name} to the guard");
    }
}

/// Also one that does not answer: the third signal to its guard kills it.
#[test]
fn p12_a_screen_that_hangs_is_ended_by_repeated_interruptions() {
    for name in ["-INT", "-QUIT"] {
        let (_place, terminal) = opened();
        let processes = terminal.processes();
        terminal.signal(processes[1], "-STOP");
        for _ in 0..3 {
            terminal.signal(processes[0], name);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        assert_eq!(terminal.ended(), 128 + 9, "{name}");
    }
}

#[test]
fn p12_a_killed_guard_takes_its_screen_along() {
    let (_place, terminal) = opened();
    let processes = terminal.processes();
    terminal.signal(processes[0], "-KILL");
    terminal.ended();
    assert!(is_gone(processes[1]), "the screen is still running");
}

/// Whether a process ends. An ended process has no open files, even before its parent waits for it.
fn is_gone(process: u32) -> bool {
    let since = std::time::Instant::now();
    while std::path::PathBuf::from(format!("/proc/{process}/fd/0")).is_symlink() {
        if since.elapsed().as_secs() > 20 {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    true
}

/// Reading from a lost terminal returns at once, with nothing, for ever.
#[test]
fn p12_a_window_closed_while_typing_leaves_no_process() {
    // A burst of keys is one frame, so its last key must show.
    for keys in ["56", "/ab"].repeat(5) {
        let place = Place::candidate();
        let mut terminal = Terminal::open(&place, 100, 30);
        terminal.wait_for("CANDIDATE");
        let processes = terminal.settle().processes();
        assert_eq!(processes.len(), 2, "a guard and its screen");
        terminal.close_while(&keys.repeat(100));
        for process in processes {
            let is_gone = is_gone(process);
            if !is_gone {
                let _ = std::process::Command::new("kill").args(["-KILL", &process.to_string()]).status();
            }
            assert!(is_gone, "{process} is still there without a terminal, after {keys:?}");
        }
    }
}

/// Control: a killed screen without its guard leaves the terminal changed, and the same check detects it.
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
