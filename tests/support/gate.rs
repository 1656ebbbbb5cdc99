//! A pseudo-terminal with the real binary: the screen's content, the output, the exit code, and whether the terminal's
//! settings were restored.
#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::panic,
    reason = "shared by several test programs, and none uses all of it; a helper may panic"
)]

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

use crate::cli_support::Place;

const PATIENCE: Duration = Duration::from_secs(30);
/// Written to the terminal after the program's end, so that its reader knows that nothing more comes.
const LAST: &[u8] = b"\x1b]last\x07";
pub const PROMPT: &str = "or the first 6 digits of the hash to ";

pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    /// Kept open: some systems discard what was written to a terminal that nobody has open any more.
    _slave: Box<dyn SlavePty + Send>,
    writer: Box<dyn std::io::Write + Send>,
    seen: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
    settings: String,
    reading: std::thread::JoinHandle<()>,
}

impl Terminal {
    pub fn start(place: &Place, arguments: &[&str]) -> Self {
        Self::start_with(place, &[], arguments)
    }

    pub fn start_with(place: &Place, variables: &[(&str, &str)], arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("frieze"));
        command.args(arguments);
        Self::started(place, variables, command)
    }

    /// A line for the shell, to which the program is `$FRIEZE`.
    pub fn in_shell(place: &Place, line: &str) -> Self {
        let mut command = CommandBuilder::new("/bin/sh");
        command.args(["-c", line]);
        let program = assert_cmd::cargo::cargo_bin!("frieze").to_string_lossy().into_owned();
        Self::started(place, &[("FRIEZE", &program)], command)
    }

    fn started(place: &Place, variables: &[(&str, &str)], mut command: CommandBuilder) -> Self {
        let size = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.cwd(place.root());
        command.env_clear();
        for (name, value) in place.environment() {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let settings = format!("{:?}", pair.master.get_termios());
        let writer = pair.master.take_writer().expect("a writer");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let child = pair.slave.spawn_command(command).expect("frieze starts");
        let side = |n: u16| NonZeroU16::new(n).expect("not zero");
        let seen = Arc::new(Mutex::new((vt100::Parser::new(side(60), side(200), 0), Vec::new())));
        let shared = seen.clone();
        let reading = std::thread::spawn(move || {
            let mut bytes = [0_u8; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 {
                    return;
                }
                let mut seen = shared.lock().expect("the screen");
                seen.0.process(&bytes[..n]);
                seen.1.extend_from_slice(&bytes[..n]);
                // Keys that nobody read may be echoed after the mark.
                let recent = seen.1.len().saturating_sub(n + LAST.len());
                let mark = seen.1[recent..].windows(LAST.len()).position(|bytes| bytes == LAST);
                if let Some(at) = mark {
                    seen.1.truncate(recent + at);
                    return;
                }
            }
        });
        Self { child, master: pair.master, _slave: pair.slave, writer, seen, settings, reading }
    }

    pub fn send(&mut self, keys: impl AsRef<[u8]>) -> &mut Self {
        // An ended process reads nothing more.
        let _ = self.writer.write_all(keys.as_ref());
        let _ = self.writer.flush();
        self
    }

    pub fn screen(&self) -> String {
        self.seen.lock().expect("the screen").0.screen().contents()
    }

    pub fn raw(&self) -> Vec<u8> {
        self.seen.lock().expect("the screen").1.clone()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        let since = Instant::now();
        while !self.screen().contains(text) {
            if since.elapsed() > PATIENCE {
                panic!("{text:?} never came:\n{}", self.screen());
            }
            sleep(Duration::from_millis(4));
        }
        self
    }

    /// Waits until the screen shows one of two texts.
    #[track_caller]
    pub fn wait_for_either(&mut self, one: &str, other: &str) -> &mut Self {
        let since = Instant::now();
        while !self.screen().contains(one) && !self.screen().contains(other) {
            if since.elapsed() > PATIENCE {
                panic!("neither {one:?} nor {other:?} came:\n{}", self.screen());
            }
            sleep(Duration::from_millis(4));
        }
        self
    }

    pub fn pid(&self) -> String {
        self.child.process_id().expect("a process id").to_string()
    }

    /// Sends a signal to the program alone.
    pub fn signal(&mut self, name: &str) -> &mut Self {
        let status = std::process::Command::new("kill").args([name, &self.pid()]).status();
        assert!(status.is_ok_and(|s| s.success()), "kill {name}");
        self
    }

    /// Waits for the end; returns the exit code and the screen's content. The settings must be as before.
    #[track_caller]
    pub fn end(self) -> (i32, String) {
        let (code, screen, _) = self.ended();
        (code, screen)
    }

    /// Like [`Terminal::end`], with every byte that was sent to the terminal.
    #[track_caller]
    pub fn ended(mut self) -> (i32, String, Vec<u8>) {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            if since.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end:\n{}", self.screen());
            }
            sleep(Duration::from_millis(4));
        };
        // The last output may still be on its way.
        let name = self.master.tty_name().expect("a terminal's name");
        let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::NOCTTY;
        let terminal = rustix::fs::open(name, flags, rustix::fs::Mode::empty()).expect("the terminal");
        // Ctrl-S may have stopped it.
        rustix::termios::tcflow(&terminal, rustix::termios::Action::OOn).expect("a running terminal");
        let mut terminal = std::fs::File::from(terminal);
        // A Ctrl-C that arrives only now discards what is on its way, and with it the mark.
        while !self.reading.is_finished() {
            terminal.write_all(LAST).expect("the terminal takes the mark");
            assert!(since.elapsed() < 2 * PATIENCE, "no mark comes:\n{}", self.screen());
            sleep(Duration::from_millis(20));
        }
        let screen = self.screen();
        assert_eq!(
            format!("{:?}", self.master.get_termios()),
            self.settings,
            "settings not given back: {screen}"
        );
        let paste = self.seen.lock().expect("the screen").0.screen().bracketed_paste();
        assert!(!paste, "bracketed paste is still on: {screen}");
        let code =
            if status.signal().is_some() { -1 } else { i32::try_from(status.exit_code()).unwrap_or(-1) };
        let raw = self.raw();
        (code, screen, raw)
    }
}

/// Approves a candidate, as a person does.
pub fn freeze(place: &Place, id: &str) {
    let mut terminal = Terminal::start(place, &["approve", id]);
    terminal.wait_for(PROMPT).send(format!("{id}\r"));
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert_eq!(place.state(id), "FROZEN");
}

pub fn undecided(place: &Place, why: &str) {
    assert!(!place.exists("features/checkout/design/final"), "{why}: frozen");
    assert_eq!(place.state("checkout"), "CANDIDATE", "{why}");
    assert!(!place.exists("features/checkout/design/iterations/1/feedback.md"), "{why}: rejected");
}
