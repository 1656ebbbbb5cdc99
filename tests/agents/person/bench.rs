//! A test bench: a workspace with a brief, a folder of programs that comes first in `PATH`, and a shell that runs what the
//! README prints.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Child;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use crate::cli_support::{CHECKOUT, Place, Said};

/// The time limit of a shell or a run on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Bench {
    pub place: Place,
    variables: Vec<(String, String)>,
}

impl Bench {
    /// A workspace with one feature.
    pub fn new() -> Self {
        let place = Place::workspace();
        place.write("checkout.md", CHECKOUT);
        place.done(&["new", "checkout", "--brief", "checkout.md"]);
        let bin = place.home().join("bin");
        fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink(assert_cmd::cargo::cargo_bin!("frieze"), bin.join("frieze")).unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        Self { place, variables: vec![("PATH".to_owned(), path)] }
    }

    pub fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// A stand-in for a program; it comes first in `PATH`.
    pub fn program(&self, name: &str, script: &str) {
        let path = self.place.home().join("bin").join(name);
        executable(&path, script);
    }

    pub fn user(&self, yaml: &str) {
        fs::create_dir_all(self.place.home().join("config/frieze")).unwrap();
        // The user's own file names its programs by their whole paths.
        let yaml = yaml.replace("[./", &format!("[{}/", self.place.root().display()));
        fs::write(self.place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        let variables: Vec<(&str, &str)> =
            self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.place.run_env(&variables, arguments)
    }

    /// The doctor finds nothing wrong.
    #[track_caller]
    pub fn healthy(&self) -> String {
        let said = self.run(&["doctor"]);
        assert_eq!(said.code, 0, "{}", said.out);
        said.out
    }

    #[track_caller]
    pub fn becomes_a_candidate(&self, arguments: &[&str]) {
        let said = self.run(arguments);
        let reason = self.run(&["status", "--json"]);
        assert_eq!(said.code, 3, "{arguments:?}: {said:?}, {}", reason.out);
    }

    /// Waits until a run has written a file. The deadline only ends a test that fails.
    #[track_caller]
    pub fn appears(&self, path: &str, run: &mut Child) {
        let since = Instant::now();
        while !self.place.exists(path) {
            assert!(run.try_wait().unwrap().is_none(), "the run ended before {path} was there");
            given_up(since, run, path);
        }
    }

    /// Waits until a run has ended; its exit code.
    #[track_caller]
    pub fn ends(&self, run: &mut Child) -> Option<i32> {
        let since = Instant::now();
        loop {
            if let Some(status) = run.try_wait().unwrap() {
                return status.code();
            }
            given_up(since, run, "the end of the run");
        }
    }

    /// Who answered for a role in a feature's run.
    pub fn answered(&self, id: &str, role: &str) -> String {
        let record = self.place.read(&format!("features/{id}/design/state.json"));
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        record["run"]["answeredBy"][role]["model"].as_str().unwrap_or_default().to_owned()
    }

    /// Runs these lines in a shell at a terminal and types each answer after its question. Returns the exit code and all
    /// output.
    #[track_caller]
    pub fn shell(&self, lines: &str, answers: &[(&str, &str)]) -> (u32, String) {
        let size = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new("/bin/sh");
        command.args(["-ec", lines]);
        command.cwd(self.place.root());
        command.env_clear();
        for (name, value) in self.place.environment() {
            command.env(name, value);
        }
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        let mut child = pair.slave.spawn_command(command).unwrap();
        // The terminal ends when its last process closes it.
        drop(pair.slave);
        let mut writer = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (to, from) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || to.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let (mut shown, mut looked, since) = (Vec::new(), 0, Instant::now());
        let mut answers = answers.iter();
        let mut next = answers.next();
        loop {
            match from.recv_timeout(Duration::from_millis(100)) {
                Ok(bytes) => shown.extend(bytes),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
            }
            let new = String::from_utf8_lossy(&shown[looked..]).into_owned();
            if let Some((question, keys)) = next
                && new.contains(question)
            {
                looked = shown.len();
                writer.write_all(keys.as_bytes()).unwrap();
                next = answers.next();
            }
            if since.elapsed() > PATIENCE {
                let _ = child.kill();
                panic!(
                    "{lines}: it does not end; it waits for {next:?}\n{}",
                    String::from_utf8_lossy(&shown)
                );
            }
        }
        let shown = String::from_utf8_lossy(&shown).into_owned();
        assert!(next.is_none(), "{next:?} was never asked\n{shown}");
        (child.wait().unwrap().exit_code(), shown)
    }

    /// Reads what an agent of `frieze.yaml` would do, and trusts it.
    #[track_caller]
    pub fn trust(&self, name: &str) {
        let (code, shown) =
            self.shell(&format!("frieze trust {name}"), &[("to trust it: ", &format!("{name}\r"))]);
        assert_eq!(code, 0, "{shown}");
    }
}

/// Gives a run more time, or kills it after its limit.
#[track_caller]
fn given_up(since: Instant, run: &mut Child, what: &str) {
    if since.elapsed() > PATIENCE {
        run.kill().unwrap();
        panic!("{what} never came");
    }
    std::thread::sleep(Duration::from_millis(20));
}

pub fn executable(path: &std::path::Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Inserts the test server's address: in place of the printed one, or next to the kind.
#[track_caller]
pub fn reaching(yaml: &str, kind: &str, url: &str) -> String {
    if let Some((before, printed)) = yaml.split_once("http://localhost:") {
        let (_, after) =
            printed.split_at(printed.find(|c: char| !c.is_ascii_digit()).unwrap_or(printed.len()));
        return format!("{before}{url}{after}");
    }
    let kind = format!("kind: {kind}");
    let at = yaml.find(&kind).unwrap_or_else(|| panic!("{kind} is not in {yaml}")) + kind.len();
    let (before, after) = yaml.split_at(at);
    let line = before.lines().next_back().unwrap_or_default();
    let indent = " ".repeat(line.len() - line.trim_start().len());
    // In a flow mapping the next entry follows a comma; elsewhere it has its own line.
    let (comma, line) = if line.contains('{') { (", ", String::new()) } else { ("", format!("\n{indent}")) };
    format!("{before}{comma}{line}url: \"{url}\"{after}")
}
