//! Asking a person, key by key (promise P9). Keys typed before the question was drawn are dropped, a
//! paste decides nothing, and there must be a terminal with somebody at it.

use std::io::{IsTerminal, Write};
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyModifiers, poll, read,
};
use crossterm::execute;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::termios::{QueueSelector, tcflush};
use tokio::signal::unix::SignalKind;

use super::Stop;
use super::out::remark;
use crate::domain::text::Shown;
use crate::terminal::{Endings, hung_up};

/// The longest line that is taken.
const LONGEST: usize = 200;

/// Whether a screen can be shown and typed at.
pub fn at_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Refuses where nobody can be asked.
pub fn person_at_terminal(verb: &str) -> Result<(), Stop> {
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        return Ok(());
    }
    Err(Stop::refused(
        format!("{verb} asks a person, and there is no terminal to ask at"),
        format!("run `frieze {verb}` yourself at a terminal; no flag, file or variable decides"),
    ))
}

/// A line that a person typed key by key; `None` when they left with Esc, Ctrl-C or Ctrl-D.
pub fn typed(question: &str) -> Result<Option<String>, Stop> {
    let mode = RawMode::enter()?;
    let line = ask(question);
    drop(mode);
    remark("");
    line
}

fn ask(question: &str) -> Result<Option<String>, Stop> {
    // What was typed before the question could be read was not an answer to it: what the terminal still
    // holds, and what was taken from it already.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    while poll(Duration::ZERO).map_err(|e| unreadable(&e))? {
        read().map_err(|e| unreadable(&e))?;
    }
    let mut stderr = std::io::stderr();
    // A question that nobody sees is not asked.
    write!(stderr, "{}", Shown::line(question)).and_then(|()| stderr.flush()).map_err(|e| unreadable(&e))?;
    let mut line = String::new();
    loop {
        match read().map_err(|e| unreadable(&e))? {
            Event::Key(key) if key.is_press() => match pressed(key) {
                Pressed::Done => return Ok(Some(line)),
                Pressed::Left => return Ok(None),
                Pressed::Back => {
                    if line.pop().is_some() {
                        let _ = write!(stderr, "\x08 \x08");
                    }
                }
                Pressed::Char(c) if line.len() < LONGEST => {
                    line.push(c);
                    let _ = write!(stderr, "{}", Shown::line(&c.to_string()));
                }
                Pressed::Char(_) | Pressed::Nothing => {}
            },
            Event::Paste(_) => {
                let _ = write!(stderr, "\r\na paste decides nothing; please type it\r\n");
                let _ = write!(stderr, "{}{}", Shown::line(question), Shown::line(&line));
            }
            Event::Key(_) | Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Resize(..) => {}
        }
        let _ = stderr.flush();
    }
}

enum Pressed {
    Char(char),
    Back,
    Done,
    Left,
    Nothing,
}

fn pressed(key: KeyEvent) -> Pressed {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if let KeyCode::Char('c' | 'd') = key.code
        && control
    {
        return Pressed::Left;
    }
    if key.code == KeyCode::Esc {
        Pressed::Left
    } else if key.code == KeyCode::Enter {
        Pressed::Done
    } else if key.code == KeyCode::Backspace {
        Pressed::Back
    } else if let KeyCode::Char(c) = key.code
        && !control
    {
        Pressed::Char(c)
    } else {
        Pressed::Nothing
    }
}

fn unreadable(e: &std::io::Error) -> Stop {
    Stop::refused(format!("the terminal cannot be used: {e}"), "nothing was decided; try another terminal")
}

/// The terminal in raw mode, given back whatever happens.
struct RawMode;

impl RawMode {
    fn enter() -> Result<Self, Stop> {
        static WATCHED: Once = Once::new();
        WATCHED.call_once(watch_signals);
        enable_raw_mode().map_err(|e| unreadable(&e))?;
        let mode = Self;
        let _ = execute!(std::io::stderr(), EnableBracketedPaste);
        Ok(mode)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    let _ = execute!(std::io::stderr(), DisableBracketedPaste);
    let _ = disable_raw_mode();
}

/// A signal that ends the program in the middle of a question must not leave a terminal that echoes
/// nothing (promise P12), and nobody is asked at a terminal that is gone. Returns when the signals are watched.
fn watch_signals() {
    let (ready, watched) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let number = signalled(ready);
        if let Some(number) = number {
            give_back();
            remark("");
            std::process::exit(128 + number);
        }
    });
    // Where no thread watches, the sender is gone, and asking goes on without.
    let _ = watched.recv();
}

/// Waits for a signal that ends the program; its number, or `None` where signals cannot be watched.
fn signalled(ready: Sender<()>) -> Option<i32> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    runtime.block_on(async {
        let mut endings = Endings::watch();
        let _ = ready.send(());
        drop(ready);
        let kind = tokio::select! {
            kind = endings.next() => kind,
            () = hung_up() => SignalKind::hangup(),
        };
        Some(kind.as_raw_value())
    })
}
