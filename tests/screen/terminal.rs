//! A pseudo-terminal that runs the screen.

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::cli_support::Place;

/// The time limit of a step on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub const ESC: &str = "\x1b";
pub const ENTER: &str = "\r";

/// The output so far.
struct Seen {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

/// The running screen.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn std::io::Write + Send>,
    seen: Arc<Mutex<Seen>>,
    settings: String,
    reading: Option<JoinHandle<()>>,
    closes: Arc<AtomicBool>,
}

/// A time zone in which it is about noon here, so that no day ends during a test.
fn noon() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let hour = i64::try_from(now.as_secs() / 3_600 % 24).unwrap();
    // POSIX counts westwards.
    format!("NOON{}", hour - 12)
}

fn side(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).unwrap()
}

impl Terminal {
    /// Opens the screen on a workspace.
    pub fn open(place: &Place, columns: u16, rows: u16) -> Self {
        Self::open_with(place, columns, rows, &[], &[])
    }

    pub fn open_with(
        place: &Place,
        cols: u16,
        rows: u16,
        variables: &[(&str, &str)],
        arguments: &[&str],
    ) -> Self {
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("frieze"));
        command.args(arguments);
        Self::start(place, cols, rows, variables, command)
    }

    /// A shell that starts and stops programs, to start the screen from.
    pub fn open_shell(place: &Place, cols: u16, rows: u16) -> Self {
        let mut command = CommandBuilder::new("/bin/bash");
        // Without a line editor, which would change the terminal's settings while it reads.
        command.args(["--norc", "--noprofile", "--noediting", "-i"]);
        Self::start(place, cols, rows, &[("PS1", "$ ")], command)
    }

    /// Starts a program in it.
    pub fn start(
        place: &Place,
        cols: u16,
        rows: u16,
        variables: &[(&str, &str)],
        mut command: CommandBuilder,
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        command.cwd(place.root());
        command.env_clear();
        for (name, value) in place.environment() {
            command.env(name, value);
        }
        command.env("TERM", "xterm-256color");
        command.env("TZ", noon());
        for (name, value) in variables {
            command.env(name, value);
        }
        let settings = format!("{:?}", pair.master.get_termios());
        let writer = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        let seen = Arc::new(Mutex::new(Seen {
            parser: vt100::Parser::new(side(rows), side(cols), 0),
            raw: Vec::new(),
        }));
        let (shared, closes) = (seen.clone(), Arc::new(AtomicBool::new(false)));
        let is_closed = closes.clone();
        let reading = std::thread::spawn(move || {
            let mut bytes = [0_u8; 65_536];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || is_closed.load(Ordering::SeqCst) {
                    return;
                }
                let mut seen = shared.lock().unwrap();
                seen.parser.process(&bytes[..n]);
                seen.raw.extend_from_slice(&bytes[..n]);
            }
        });
        Self { child, master: pair.master, writer, seen, settings, reading: Some(reading), closes }
    }

    /// Types keys as a person does, one after the other.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        let _ = self.writer.write_all(keys.as_bytes());
        let _ = self.writer.flush();
        self
    }

    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.keys(&format!("\x1b[200~{text}\x1b[201~"))
    }

    /// Types keys one by one, as they come from a keyboard.
    pub fn typing(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.keys(c.encode_utf8(&mut [0; 4]));
        }
        self
    }

    /// Waits for a dialog with these words until it accepts keys; earlier keys are dropped on purpose.
    #[track_caller]
    pub fn dialog(&mut self, text: &str) -> &mut Self {
        self.wait_for(text).settle()
    }

    /// Opens the gate of a feature. If the design has not been read yet, the screen says so, and the key is pressed again.
    #[track_caller]
    pub fn decide(&mut self, id: &str) -> &mut Self {
        let dialog = format!("Decide on {id}");
        loop {
            self.keys("d")
                .wait_until(&dialog, |screen| screen.contains(&dialog) || screen.contains("in a moment"));
            self.settle();
            if self.text().contains(&dialog) {
                return self;
            }
        }
    }

    /// Goes to a feature.
    #[track_caller]
    pub fn go_to(&mut self, id: &str) -> &mut Self {
        self.keys(&format!(":show {id}\r"));
        self.wait_until(&format!("{id} in front"), |screen| {
            screen.lines().skip(1).any(|line| line.contains(&format!(" {id} ─ ")))
        });
        // The list may show the design before it has been read.
        self.settle().wait_gone("reading…").settle().wait_gone("reading…").settle()
    }

    /// Clicks on a cell, counted from 0.
    pub fn click(&mut self, row: u16, column: u16) -> &mut Self {
        let (row, column) = (row + 1, column + 1);
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"))
    }

    /// The cell where a text begins, row and column.
    #[track_caller]
    pub fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.text();
        for (row, line) in (0..).zip(screen.lines()) {
            if let Some(at) = line.find(text) {
                let column = unicode_width::UnicodeWidthStr::width(&line[..at]);
                return (row, u16::try_from(column).unwrap());
            }
        }
        panic!("{text:?} is nowhere:\n{screen}");
    }

    /// Runs a closure on the screen's cells.
    pub fn with<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.seen.lock().unwrap().parser.screen())
    }

    /// Whether something was sent to the terminal, at any time.
    pub fn has_sent(&self, bytes: &str) -> bool {
        let raw = self.raw();
        raw.windows(bytes.len()).any(|window| window == bytes.as_bytes())
    }

    pub fn resize(&mut self, cols: u16, rows: u16) -> &mut Self {
        // The picture first: output for the new size must not be drawn on the old one.
        self.seen.lock().unwrap().parser.screen_mut().set_size(side(rows), side(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        self
    }

    pub fn text(&self) -> String {
        self.seen.lock().unwrap().parser.screen().contents()
    }

    /// Everything that was sent to the terminal.
    pub fn raw(&self) -> Vec<u8> {
        self.seen.lock().unwrap().raw.clone()
    }

    /// Waits until there is no output for a while.
    pub fn settle(&mut self) -> &mut Self {
        self.calm(8)
    }

    /// Waits until there is no output for this many hundredths of a second.
    pub fn calm(&mut self, hundredths: u32) -> &mut Self {
        self.calm_within(hundredths, u32::MAX)
    }

    /// As [`Self::calm`], but for at most this many hundredths of a second.
    fn calm_within(&mut self, hundredths: u32, most: u32) -> &mut Self {
        let (mut length, mut quiet) = (self.raw_length(), 0);
        for _ in 0..most {
            sleep(Duration::from_millis(10));
            let now = self.raw_length();
            quiet = if now == length { quiet + 1 } else { 0 };
            length = now;
            if quiet == hundredths {
                break;
            }
        }
        self
    }

    fn raw_length(&self) -> usize {
        self.seen.lock().unwrap().raw.len()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Waits until the screen no longer shows a text.
    #[track_caller]
    pub fn wait_gone(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("the end of {text:?}"), |screen| !screen.contains(text))
    }

    /// Waits until a condition holds and the frame that shows it is finished: keys typed before are dropped where a dialog is
    /// new (promise P9). Output that never pauses, such as a stream's, is waited for only shortly.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> &mut Self {
        if !self.comes(PATIENCE, holds) {
            panic!("{what} never came:\n{}", self.text());
        }
        self.calm_within(2, 20)
    }

    /// Waits for a condition for this long; returns whether it came true.
    pub fn comes(&self, patience: Duration, holds: impl Fn(&str) -> bool) -> bool {
        let since = Instant::now();
        while !holds(&self.text()) {
            if since.elapsed() > patience {
                return false;
            }
            sleep(Duration::from_millis(5));
        }
        true
    }

    /// The started process and its children.
    pub fn processes(&self) -> Vec<u32> {
        let first = self.child.process_id().unwrap();
        let tasks = std::fs::read_dir(format!("/proc/{first}/task")).into_iter().flatten().flatten();
        let children =
            tasks.map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
        let children: Vec<String> = children.collect();
        let children = children.iter().flat_map(|children| children.split_whitespace());
        std::iter::once(first).chain(children.filter_map(|pid| pid.parse().ok())).collect()
    }

    pub fn signal(&self, pid: u32, name: &str) {
        let status = std::process::Command::new("kill").args([name, &pid.to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {name} {pid}");
    }

    /// Waits for the end and returns the exit code. All of the terminal's state must be restored.
    #[track_caller]
    pub fn ended(self) -> u32 {
        let (code, taken) = self.outcome();
        assert!(taken.is_empty(), "{taken:?}");
        code
    }

    /// Waits for the end; returns the exit code and the terminal state that was not restored.
    #[track_caller]
    pub fn outcome(mut self) -> (u32, Vec<&'static str>) {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if since.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end:\n{}", self.text());
            }
            sleep(Duration::from_millis(5));
        };
        if let Some(reading) = self.reading.take() {
            reading.join().unwrap();
        }
        let seen = self.seen.lock().unwrap();
        let screen = seen.parser.screen();
        let count = |bytes: &[u8]| seen.raw.windows(bytes.len()).filter(|window| *window == bytes).count();
        let taken = [
            ("its settings", format!("{:?}", self.master.get_termios()) != self.settings),
            ("its page: the alternate screen", screen.alternate_screen()),
            ("its cursor, which is hidden", screen.hide_cursor()),
            ("its pastes, which are bracketed", screen.bracketed_paste()),
            ("its mouse", screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None),
            ("its focus reports", left_on(&seen.raw).contains(&1004)),
            ("its title", count(b"\x1b[22;0t") != count(b"\x1b[23;0t")),
            ("one message: the end is reported twice", count(b"was ended by signal") > 1),
        ];
        let taken = taken.into_iter().filter(|(_, is_taken)| *is_taken).map(|(what, _)| what).collect();
        (status.exit_code(), taken)
    }

    /// Types keys and closes the window as soon as the first of them shows.
    pub fn close_while(mut self, keys: &str) {
        self.closes.store(true, Ordering::SeqCst);
        self.keys(keys);
        if let Some(reading) = self.reading.take() {
            reading.join().unwrap();
        }
    }

    /// Leaves by the key.
    #[track_caller]
    pub fn quit(mut self) {
        self.keys("q");
        assert_eq!(self.ended(), 0);
    }
}

/// The terminal modes left on, of those that the screen sets: the last command for each counts.
pub fn left_on(raw: &[u8]) -> Vec<u16> {
    let last = |mode: u16, end: char| {
        let word = format!("\x1b[?{mode}{end}");
        raw.windows(word.len()).rposition(|window| window == word.as_bytes())
    };
    // The cursor is visible until it is hidden.
    let is_on = |mode: &u16| match mode {
        25 => last(25, 'l') > last(25, 'h'),
        mode => last(*mode, 'h') > last(*mode, 'l'),
    };
    [25, 1000, 1002, 1003, 1004, 1006, 1015, 1049, 2004, 2026].into_iter().filter(is_on).collect()
}
