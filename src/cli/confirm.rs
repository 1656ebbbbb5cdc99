//! Questions to a person, answered key by key (promise P9). Keys typed before the question appeared are dropped, a paste decides
//! nothing, and there must be a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyModifiers, poll, read,
};
use crossterm::execute;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::termios::{QueueSelector, tcflush};
use secrecy::SecretString;
use tokio::signal::unix::SignalKind;
use unicode_width::UnicodeWidthStr;

use super::Stop;
use super::out::remark;
use crate::terminal::{EndSignals, wait_for_hangup};
use frieze_data::text::Shown;
use frieze_kernel::LONGEST_WORDS;

/// Whether there is a terminal for the screen.
pub fn at_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Whether a question can be shown and answered.
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether the terminal cannot move its cursor.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

/// Refuses a verb on a run that needs a terminal.
pub fn person_at_terminal(verb: &str, run: &str) -> Result<(), Stop> {
    if can_ask() {
        return Ok(());
    }
    Err(Stop::refused(
        format!("{verb} needs a person at a terminal, and there is none"),
        format!("run `frieze {verb} {run}` yourself at a terminal; no flag, file or variable can decide"),
    ))
}

/// A line typed key by key; `None` if the person cancelled with Esc, Ctrl-C or Ctrl-D.
pub fn typed(question: &str) -> Result<Option<String>, Stop> {
    typed_as(question, Echo::Shown)
}

/// A hidden line for a passphrase, which may be pasted from a password manager.
pub fn typed_secretly(question: &str) -> Result<Option<SecretString>, Stop> {
    typed_as(question, Echo::Hidden).map(|line| line.map(SecretString::from))
}

/// Whether typed text is visible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Echo {
    Shown,
    Hidden,
}

fn typed_as(question: &str, echo: Echo) -> Result<Option<String>, Stop> {
    let mode = RawMode::enter()?;
    let line = ask(question, echo);
    drop(mode);
    remark("");
    line
}

fn ask(question: &str, echo: Echo) -> Result<Option<String>, Stop> {
    // Drops keys typed before the question, both in the terminal and in the input buffer.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    while poll(Duration::ZERO).map_err(|e| unreadable(&e))? {
        read().map_err(|e| unreadable(&e))?;
    }
    let mut stderr = std::io::stderr();
    // If the question cannot be shown, it is not asked.
    write!(stderr, "{}", Shown::line(question)).and_then(|()| stderr.flush()).map_err(|e| unreadable(&e))?;
    let mut line = InputLine::default();
    loop {
        match read().map_err(|e| unreadable(&e))? {
            Event::Key(key) if key.is_press() => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                let cancels = control && matches!(key.code, KeyCode::Char('c' | 'd'));
                if cancels || key.code == KeyCode::Esc {
                    return Ok(None);
                } else if key.code == KeyCode::Enter {
                    return Ok(Some(line.text));
                } else if key.code == KeyCode::Backspace {
                    let columns = line.back().filter(|_| echo == Echo::Shown).map_or(0, columns);
                    let _ = write!(stderr, "{}", "\x08 \x08".repeat(columns));
                } else if let KeyCode::Char(c) = key.code
                    && !control
                {
                    match line.add(c) {
                        Typing::Char if echo == Echo::Hidden => {}
                        Typing::Char => {
                            let _ = write!(stderr, "{}", Shown::line(&c.to_string()));
                        }
                        Typing::Full { is_reported: false } => {
                            let why =
                                format!("a line has at most {LONGEST_WORDS} bytes; the rest is ignored");
                            let typed = if echo == Echo::Shown { line.text.as_str() } else { "" };
                            repeat_question(&mut stderr, &why, question, typed);
                        }
                        Typing::Full { is_reported: true } => {}
                    }
                }
            }
            Event::Paste(pasted) if echo == Echo::Hidden => {
                pasted.trim_end_matches(['\r', '\n']).chars().for_each(|c| {
                    line.add(c);
                });
            }
            Event::Paste(_) => {
                repeat_question(&mut stderr, "pasted text is ignored; please type it", question, &line.text);
            }
            Event::Key(_) | Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Resize(..) => {}
        }
        let _ = stderr.flush();
    }
}

/// Explains ignored input and repeats the question with the typed text.
fn repeat_question(stderr: &mut impl Write, why: &str, question: &str, line: &str) {
    let _ = write!(stderr, "\r\n{why}\r\n{}{}", Shown::line(question), Shown::line(line));
}

/// The line so far, limited like words for the record.
#[derive(Default)]
struct InputLine {
    text: String,
    /// Whether the limit was reported already, so that a held key reports it once.
    full: bool,
}

/// The result of adding a character.
#[derive(PartialEq, Eq, Debug)]
enum Typing {
    Char,
    Full { is_reported: bool },
}

impl InputLine {
    fn add(&mut self, c: char) -> Typing {
        if self.text.len() + c.len_utf8() > LONGEST_WORDS {
            return Typing::Full { is_reported: std::mem::replace(&mut self.full, true) };
        }
        self.text.push(c);
        Typing::Char
    }

    /// Removes and returns the last character.
    fn back(&mut self) -> Option<char> {
        self.full = false;
        self.text.pop()
    }
}

/// Width of a character on screen, in columns.
fn columns(c: char) -> usize {
    UnicodeWidthStr::width(Shown::line(&c.to_string()).as_str())
}

fn unreadable(e: &std::io::Error) -> Stop {
    Stop::refused(format!("the terminal cannot be used: {e}"), "nothing was decided; try another terminal")
}

/// The terminal in raw mode; dropping it restores the terminal.
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
        restore();
    }
}

fn restore() {
    let _ = execute!(std::io::stderr(), DisableBracketedPaste);
    let _ = disable_raw_mode();
}

/// Restores the terminal if a signal or a hang-up ends the program during a question (promise P12). Returns when the signals
/// are watched.
fn watch_signals() {
    let (ready, watched) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let number = wait_for_signal(ready);
        if let Some(number) = number {
            restore();
            remark("");
            std::process::exit(128 + number);
        }
    });
    // If no thread watches, the sender is dropped and asking goes on without.
    let _ = watched.recv();
}

/// Waits for an ending signal; returns its number, or `None` if signals cannot be watched.
fn wait_for_signal(ready: Sender<()>) -> Option<i32> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    runtime.block_on(async {
        let mut end_signals = EndSignals::watch();
        let _ = ready.send(());
        drop(ready);
        let kind = tokio::select! {
            kind = end_signals.next() => kind,
            () = wait_for_hangup() => SignalKind::hangup(),
        };
        Some(kind.as_raw_value())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_beyond_the_limit_is_reported_once() {
        let mut line = InputLine::default();
        assert!((0..LONGEST_WORDS / 2).all(|_| line.add('ü') == Typing::Char));
        let is_reported: Vec<Typing> = ['a', 'ü', 'b'].into_iter().map(|c| line.add(c)).collect();
        assert_eq!(is_reported, [false, true, true].map(|is_reported| Typing::Full { is_reported }));
        assert_eq!(line.back(), Some('ü'));
        assert_eq!(line.add('c'), Typing::Char);
        // There is room for one byte, but this has two.
        assert_eq!(line.add('ü'), Typing::Full { is_reported: false });
        assert_eq!((line.text.len(), line.add('d')), (LONGEST_WORDS - 1, Typing::Char));
    }

    #[test]
    fn a_removed_character_frees_its_columns() {
        let mut line = InputLine::default();
        for (c, taken) in [('a', 1), ('設', 2), ('ü', 1)] {
            line.add(c);
            assert_eq!(line.back().map(columns), Some(taken), "{c:?}");
        }
        assert_eq!(line.back(), None);
    }
}
