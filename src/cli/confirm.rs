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
use secrecy::SecretString;
use tokio::signal::unix::SignalKind;
use unicode_width::UnicodeWidthStr;

use super::Stop;
use super::out::remark;
use crate::domain::text::Shown;
use crate::kernel::LONGEST_WORDS;
use crate::terminal::{Endings, hung_up};

/// Whether a screen can be shown and typed at.
pub fn at_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Whether a question is seen, and somebody can type an answer to it.
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Refuses where nobody can be asked.
pub fn person_at_terminal(verb: &str) -> Result<(), Stop> {
    if can_ask() {
        return Ok(());
    }
    Err(Stop::refused(
        format!("{verb} asks a person, and there is no terminal to ask at"),
        format!("run `frieze {verb}` yourself at a terminal; no flag, file or variable decides"),
    ))
}

/// A line that a person typed key by key; `None` when they left with Esc, Ctrl-C or Ctrl-D.
pub fn typed(question: &str) -> Result<Option<String>, Stop> {
    typed_as(question, Echo::Shown)
}

/// The same for a passphrase: nothing of it is shown, and it may be pasted from a password manager.
pub fn typed_secretly(question: &str) -> Result<Option<SecretString>, Stop> {
    typed_as(question, Echo::Hidden).map(|line| line.map(SecretString::from))
}

/// Whether what is typed can be read.
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
    // What was typed before the question could be read was not an answer to it: what the terminal still
    // holds, and what was taken from it already.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    while poll(Duration::ZERO).map_err(|e| unreadable(&e))? {
        read().map_err(|e| unreadable(&e))?;
    }
    let mut stderr = std::io::stderr();
    // A question that nobody sees is not asked.
    write!(stderr, "{}", Shown::line(question)).and_then(|()| stderr.flush()).map_err(|e| unreadable(&e))?;
    let mut line = Typed::default();
    loop {
        match read().map_err(|e| unreadable(&e))? {
            Event::Key(key) if key.is_press() => match pressed(key) {
                Pressed::Done => return Ok(Some(line.text)),
                Pressed::Left => return Ok(None),
                Pressed::Back => {
                    let columns = line.back().filter(|_| echo == Echo::Shown).map_or(0, columns);
                    let _ = write!(stderr, "{}", "\x08 \x08".repeat(columns));
                }
                Pressed::Char(c) => match line.take(c) {
                    Took::Char if echo == Echo::Hidden => {}
                    Took::Char => {
                        let _ = write!(stderr, "{}", Shown::line(&c.to_string()));
                    }
                    Took::Full { told: false } => {
                        let why = format!("a line ends at {LONGEST_WORDS} bytes; no more is taken");
                        let typed = if echo == Echo::Shown { line.text.as_str() } else { "" };
                        again(&mut stderr, &why, question, typed);
                    }
                    Took::Full { told: true } => {}
                },
                Pressed::Nothing => {}
            },
            Event::Paste(pasted) if echo == Echo::Hidden => {
                pasted.trim_end_matches(['\r', '\n']).chars().for_each(|c| {
                    line.take(c);
                });
            }
            Event::Paste(_) => {
                again(&mut stderr, "a paste decides nothing; please type it", question, &line.text);
            }
            Event::Key(_) | Event::FocusGained | Event::FocusLost | Event::Mouse(_) | Event::Resize(..) => {}
        }
        let _ = stderr.flush();
    }
}

/// Says why something was not taken, and asks again with what was typed so far.
fn again(stderr: &mut impl Write, why: &str, question: &str, line: &str) {
    let _ = write!(stderr, "\r\n{why}\r\n{}{}", Shown::line(question), Shown::line(line));
}

/// A line as far as it was typed: as long as words for the record may be.
#[derive(Default)]
struct Typed {
    text: String,
    /// It was said that no more is taken: a key that is held down says it once.
    full: bool,
}

/// What became of a character.
#[derive(PartialEq, Eq, Debug)]
enum Took {
    Char,
    Full { told: bool },
}

impl Typed {
    fn take(&mut self, c: char) -> Took {
        if self.text.len() + c.len_utf8() > LONGEST_WORDS {
            return Took::Full { told: std::mem::replace(&mut self.full, true) };
        }
        self.text.push(c);
        Took::Char
    }

    /// Takes the last character back, and says which it was.
    fn back(&mut self) -> Option<char> {
        self.full = false;
        self.text.pop()
    }
}

/// How many columns a character takes as it is shown.
fn columns(c: char) -> usize {
    UnicodeWidthStr::width(Shown::line(&c.to_string()).as_str())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_beyond_the_end_is_told_and_nothing_is_lost() {
        let mut line = Typed::default();
        assert!((0..LONGEST_WORDS / 2).all(|_| line.take('ü') == Took::Char));
        let told: Vec<Took> = ['a', 'ü', 'b'].into_iter().map(|c| line.take(c)).collect();
        assert_eq!(told, [false, true, true].map(|told| Took::Full { told }));
        assert_eq!(line.back(), Some('ü'));
        assert_eq!(line.take('c'), Took::Char);
        // There is room for one byte, and this has two.
        assert_eq!(line.take('ü'), Took::Full { told: false });
        assert_eq!((line.text.len(), line.take('d')), (LONGEST_WORDS - 1, Took::Char));
    }

    #[test]
    fn what_is_taken_back_leaves_as_many_columns_as_it_took() {
        let mut line = Typed::default();
        for (c, taken) in [('a', 1), ('設', 2), ('ü', 1)] {
            line.take(c);
            assert_eq!(line.back().map(columns), Some(taken), "{c:?}");
        }
        assert_eq!(line.back(), None);
    }
}
