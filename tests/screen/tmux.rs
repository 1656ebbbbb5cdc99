//! The terminal inside tmux is given back, too (promise P12), however the screen or its guard ends; and commands end when
//! their terminal is lost.

use crate::cli_support::Place;
use crate::injected_faults;
use crate::terminal::left_on;

/// A separate tmux server that ends with the test.
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

    /// The chain of processes from the pane's shell to the screen.
    fn processes(&self) -> Vec<u32> {
        let mut pid: u32 = self.run(&["display-message", "-p", "#{pane_pid}"]).trim().parse().unwrap();
        let mut chain = vec![pid];
        while let Some(child) = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))
            .ok()
            .and_then(|children| children.split_whitespace().next().and_then(|child| child.parse().ok()))
        {
            pid = child;
            chain.push(pid);
        }
        chain
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = std::process::Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

/// Whether a program is installed; prints a note if not.
fn has(program: &str) -> bool {
    let has = std::process::Command::new(program).arg("-V").output().is_ok_and(|said| said.status.success());
    if !has {
        println!("not run: {program} is missing");
    }
    has
}

/// A session that does not own its terminal gets no signal when that is lost, and reading from it returns at once for ever.
#[test]
fn p12_screen_and_gate_end_when_the_terminal_is_lost_without_a_signal() {
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
        let last = *tmux.processes().last().unwrap();
        tmux.run(&["kill-server"]);
        let since = std::time::Instant::now();
        while runs(last) && since.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let still_runs = runs(last);
        if still_runs {
            let _ = std::process::Command::new("kill").args(["-KILL", &last.to_string()]).status();
        }
        assert!(!still_runs, "{arguments:?} is still there without a terminal");
        assert_eq!(tmux.place.state("checkout"), "CANDIDATE");
    }
}

/// How a screen ends: by a key, a signal to it or to its guard, or a fault in it.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Key,
    Screen(&'static str),
    Guard(&'static str),
    /// A key of the tests' launcher, which triggers a fault.
    Breaks(&'static str),
    /// No guard watches the killed screen.
    Alone,
}

/// A screen in tmux that ended in this way; returns the terminal state that was not restored.
fn taken_by(ending: Ending, number: usize) -> Vec<String> {
    let socket = format!("frieze-{}-{number}", std::process::id());
    let frieze = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
    let (place, program, shown) = match ending {
        Ending::Key | Ending::Screen(_) | Ending::Guard(_) => (Place::workspace(), frieze, "No features yet"),
        Ending::Alone => {
            (Place::workspace(), format!("_FRIEZE_SCREEN_IS_GUARDED=1 {frieze}"), "No features yet")
        }
        Ending::Breaks(doors) => {
            (Place::empty(), injected_faults::in_a_shell(doors), "There is no workspace here yet")
        }
    };
    let tmux = Tmux { socket, place };
    let (place, sent) = (&tmux.place, tmux.place.at("sent").display().to_string());
    let script = format!(
        "stty -a > before; echo ready; read go; {program}; touch over; read go; stty -a > after; touch checked; echo it is over; read go"
    );
    tmux.run(&["new-session", "-d", "-x", "100", "-y", "30", "sh", "-c", &script]);
    tmux.wait_until("a shell", || tmux.run(&["capture-pane", "-p"]).contains("ready"));
    tmux.run(&["pipe-pane", &format!("cat > '{sent}'")]);
    tmux.run(&["send-keys", "C-j"]);
    tmux.wait_until("the screen", || tmux.run(&["capture-pane", "-p"]).contains(shown));
    let modes = || std::fs::read(place.at("sent")).map(|sent| left_on(&sent)).unwrap_or_default();
    tmux.wait_until("the screen in what was sent", || modes().contains(&1004));
    let flags = || tmux.run(&["display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"]);
    assert!(flags().starts_with("1 0 1"), "the screen has the terminal");
    let processes = tmux.processes();
    let [.., guard, screen] = processes.as_slice() else { panic!("{processes:?}") };
    match ending {
        Ending::Key => {
            tmux.run(&["send-keys", "q"]);
        }
        Ending::Breaks(_) => {
            tmux.run(&["send-keys", "e"]);
        }
        Ending::Screen(name) => signal(name, *screen),
        Ending::Alone => signal("-KILL", *screen),
        Ending::Guard(name) => signal(name, *guard),
    }
    tmux.wait_until("the end", || place.exists("over") && !runs(*screen));
    tmux.run(&["send-keys", "C-j"]);
    tmux.wait_until("what the shell finds", || place.exists("checked"));
    // The shell's later output comes through the same pipe.
    tmux.wait_until("all that was sent", || tmux.run(&["capture-pane", "-p"]).contains("it is over"));
    tmux.wait_until("all of it in the file", || place.read("sent").contains("it is over"));
    let mut taken: Vec<String> = modes().iter().map(|mode| format!("mode {mode}")).collect();
    if flags().trim() != "0 1 0" {
        taken.push(format!("alternate page, cursor, mouse: {}", flags()));
    }
    if place.read("after") != place.read("before") {
        taken.push(place.read("after"));
    }
    taken
}

#[test]
fn p12_inside_tmux_the_terminal_is_given_back() {
    if !has("tmux") {
        return;
    }
    let signals = ["-TERM", "-KILL", "-HUP", "-INT", "-QUIT", "-ABRT", "-SEGV"].map(Ending::Screen);
    let to_guards = ["-TERM", "-HUP", "-INT", "-QUIT", "-KILL"].map(Ending::Guard);
    let breaks = ["break the screen", "overflow", "exit"].map(Ending::Breaks);
    let endings = [&[Ending::Key][..], &signals, &to_guards, &breaks].concat();
    for (number, ending) in endings.into_iter().enumerate() {
        let taken = taken_by(ending, number);
        assert!(taken.is_empty(), "{ending:?}: {taken:?}");
    }
}

/// Control: the same check detects a killed screen without a guard.
#[test]
fn p12_inside_tmux_a_screen_without_its_guard_is_caught() {
    if has("tmux") {
        let taken = taken_by(Ending::Alone, 99);
        assert!(taken.iter().any(|taken| taken == "mode 1004") && taken.len() > 8, "{taken:?}");
    }
}

fn signal(name: &str, process: u32) {
    let status = std::process::Command::new("kill").args([name, &process.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "kill {name}");
}

/// An ended process has no open files, even before its parent waits for it.
fn runs(process: u32) -> bool {
    std::path::PathBuf::from(format!("/proc/{process}/fd/0")).is_symlink()
}

/// A shell in tmux that stops and continues its jobs.
#[test]
fn p12_inside_tmux_a_suspended_screen_gives_the_terminal_back() {
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
