//! The terminal is given back after every end (promise P12). `Terminal::ended` holds every ending to it.

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
    assert_eq!(taken.len(), 6, "{taken:?}");
}

/// A tmux of its own, ended with the test.
struct Tmux {
    socket: String,
    place: Place,
}

impl Tmux {
    fn run(&self, arguments: &[&str]) -> String {
        let output = std::process::Command::new("tmux")
            .args(["-L", &self.socket, "-f", "/dev/null"])
            .args(arguments)
            .env_clear()
            .envs(self.place.environment())
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.place.root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn wait_until(&self, what: &str, holds: impl Fn() -> bool) {
        let since = std::time::Instant::now();
        while !holds() {
            assert!(
                since.elapsed().as_secs() < 30,
                "{what} never came: {}",
                self.run(&["capture-pane", "-p"])
            );
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// The last of a chain of processes that each started one.
    fn screen(&self) -> u32 {
        let mut pid: u32 = self.run(&["display-message", "-p", "#{pane_pid}"]).trim().parse().unwrap();
        while let Some(child) = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))
            .ok()
            .and_then(|children| children.split_whitespace().next().and_then(|child| child.parse().ok()))
        {
            pid = child;
        }
        pid
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = std::process::Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

/// Whether a program is there to test with; says so where it is not.
fn has(program: &str) -> bool {
    let has = std::process::Command::new(program).arg("-V").output().is_ok_and(|said| said.status.success());
    if !has {
        println!("not run: {program} is missing");
    }
    has
}

/// A session that does not own its terminal is sent no signal when that goes, and reading from it comes back at once
/// for ever.
#[test]
fn p12_what_shows_or_asks_ends_when_its_terminal_is_gone_without_a_signal() {
    if !has("tmux") || !has("setsid") {
        return;
    }
    for (arguments, shown) in [("", "CANDIDATE"), ("approve checkout", "or the first 6 digits of the hash")] {
        let socket = format!("frieze-gone-{}-{}", std::process::id(), arguments.len());
        let tmux = Tmux { socket, place: Place::candidate() };
        let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
        let script = format!("exec setsid --wait {frieze} {arguments}");
        tmux.run(&["new-session", "-d", "-x", "100", "-y", "30", "sh", "-c", &script]);
        tmux.wait_until("what is asked or shown", || tmux.run(&["capture-pane", "-p"]).contains(shown));
        let last = tmux.screen();
        tmux.run(&["kill-server"]);
        // What has ended has no files, even where nobody has asked for its end yet.
        let runs = || std::path::PathBuf::from(format!("/proc/{last}/fd/0")).is_symlink();
        let since = std::time::Instant::now();
        while runs() && since.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let still_runs = runs();
        if still_runs {
            let _ = std::process::Command::new("kill").args(["-KILL", &last.to_string()]).status();
        }
        assert!(!still_runs, "{arguments:?} is still there without a terminal");
        assert_eq!(tmux.place.state("checkout"), "CANDIDATE");
    }
}

#[test]
fn p12_inside_tmux_the_terminal_is_given_back() {
    if !has("tmux") {
        return;
    }
    for ending in ["q", "-TERM", "-KILL", "-HUP", "-INT", "-QUIT", "-ABRT", "-SEGV"] {
        let socket = format!("frieze-{}{ending}", std::process::id());
        let tmux = Tmux { socket, place: Place::workspace() };
        let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
        let script = format!("stty -a > before; {frieze}; stty -a > after; echo it is over; read wait");
        tmux.run(&["new-session", "-d", "-x", "100", "-y", "30", "sh", "-c", &script]);
        tmux.wait_until("the screen", || tmux.run(&["capture-pane", "-p"]).contains("No features yet"));
        let flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag}";
        assert!(
            tmux.run(&["display-message", "-p", flags]).starts_with("1 0 1"),
            "the screen has the terminal"
        );
        if ending == "q" {
            tmux.run(&["send-keys", "q"]);
        } else {
            let status =
                std::process::Command::new("kill").args([ending, &tmux.screen().to_string()]).status();
            assert!(status.is_ok_and(|status| status.success()), "kill {ending}");
        }
        tmux.wait_until("the end", || tmux.run(&["capture-pane", "-p"]).contains("it is over"));
        assert_eq!(tmux.place.read("after"), tmux.place.read("before"), "{ending}");
        assert_eq!(tmux.run(&["display-message", "-p", flags]).trim(), "0 1 0", "{ending}");
    }
}

/// A shell in tmux that stops and continues what it starts.
#[test]
fn p12_inside_tmux_a_stopped_screen_gives_the_terminal_back_and_takes_it_again() {
    if !has("tmux") || !std::path::Path::new("/bin/bash").exists() {
        return;
    }
    let socket = format!("frieze-{}-stop", std::process::id());
    let tmux = Tmux { socket, place: Place::workspace() };
    let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
    // Without a line editor, which would change the terminal's settings while it reads.
    let shell = ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"];
    tmux.run(&[&["new-session", "-d", "-x", "100", "-y", "30"][..], &shell].concat());
    let typed = |line: &str| tmux.run(&["send-keys", line, "Enter"]);
    let shows = |text: &str| tmux.run(&["capture-pane", "-p"]).contains(text);
    let flags = || tmux.run(&["display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"]);
    typed(&format!("stty -a > before; {frieze}"));
    tmux.wait_until("the screen", || shows("No features yet"));
    tmux.run(&["send-keys", "C-z"]);
    tmux.wait_until("the stop", || shows("Stopped"));
    assert_eq!(flags().trim(), "0 1 0");
    typed("stty -a > stopped; echo at the $((1+1))nd prompt");
    tmux.wait_until("the shell", || shows("at the 2nd prompt"));
    assert_eq!(tmux.place.read("stopped"), tmux.place.read("before"));
    typed("fg");
    tmux.wait_until("the screen again", || shows("No features yet"));
    assert!(flags().starts_with("1 0 1"), "{}", flags());
    tmux.run(&["send-keys", "q"]);
    tmux.wait_until("the end", || shows("2nd prompt"));
    typed("stty -a > after; echo it is $((0+1)) over");
    tmux.wait_until("the shell again", || shows("it is 1 over"));
    assert_eq!(tmux.place.read("after"), tmux.place.read("before"));
    assert_eq!(flags().trim(), "0 1 0");
}
