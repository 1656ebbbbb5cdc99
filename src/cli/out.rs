//! Output of the command line: results on standard output, errors and progress on standard error. Callers pass text from files
//! through [`Shown`] first.

use std::io::{ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use super::End;
use super::pager::Pager;
use frieze_data::text::{Shown, is_hidden, may_break_between};
use frieze_intent::diff::Mark;

/// Output settings.
pub struct Out {
    /// Colours and symbols on standard output.
    pub styled: bool,
    /// Only results.
    pub plain: bool,
    /// Progress on standard error, in one redrawn line.
    pub progress: bool,
    /// Whether standard error is a terminal; temporary messages are only for people.
    pub watched: bool,
    /// Width of the terminal in columns; a pipe is unlimited.
    pub width: usize,
    /// Width of the terminal for progress.
    pub progress_width: usize,
    /// The reader of standard output is gone.
    unread: AtomicBool,
    pager: Mutex<Option<Pager>>,
}

/// A style from the terminal's sixteen colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    Notice,
}

impl Out {
    pub fn new(plain: bool) -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = super::confirm::is_dumb();
        Self {
            plain,
            styled: !plain && !no_color && !dumb && std::io::stdout().is_terminal(),
            progress: !plain && !dumb && std::io::stderr().is_terminal(),
            watched: std::io::stderr().is_terminal(),
            // A pipe is unlimited: nothing is cut or wrapped.
            width: columns(std::io::stdout()).unwrap_or(UNLIMITED),
            progress_width: columns(std::io::stderr()).unwrap_or(UNLIMITED),
            unread: AtomicBool::new(false),
            pager: Mutex::new(None),
        }
    }

    /// Shows the results in a pager from now on, if a person reads them on a terminal.
    pub fn page(&self) {
        if !self.plain && std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
            *self.pager.lock().unwrap_or_else(PoisonError::into_inner) = Pager::start();
        }
    }

    pub fn line(&self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    /// A styled line, made safe to show and wrapped between words; further lines are indented.
    pub fn paragraph(&self, style: Style, indent: usize, text: &str) {
        let text = Shown::line(text);
        for (n, line) in wrapped(text.as_str(), self.width.saturating_sub(indent)).iter().enumerate() {
            let lead = if n == 0 { 0 } else { indent };
            let line = self.style(style, line);
            self.line(&format!("{}{line}", " ".repeat(lead)));
        }
    }

    /// The number of items beyond the shown ones, if there are any.
    pub fn more(&self, all: usize, shown: usize, indent: usize, hint: &str) {
        let more = all.saturating_sub(shown);
        if more > 0 {
            self.line(&format!("{}and {more} more{hint}", " ".repeat(indent)));
        }
    }

    /// Writes bytes to standard output. If that fails for any reason but a closed pipe, the program ends with an error (promise
    /// P4).
    pub fn raw(&self, bytes: &[u8]) {
        if self.unread.load(Ordering::Relaxed) {
            return;
        }
        let written = match self.pager.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(pager) => {
                pager.write(bytes);
                Ok(())
            }
            None => {
                let mut stdout = std::io::stdout().lock();
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
        };
        match written {
            Ok(()) => {}
            // A closed reader (`| head`) has read enough; the work continues.
            Err(e) if e.kind() == ErrorKind::BrokenPipe => self.unread.store(true, Ordering::Relaxed),
            Err(e) => {
                complain(
                    &format!("could not write to standard output: {e}"),
                    "check its target, such as a full disk; `frieze status` shows what was done",
                );
                self.exit(i32::from(End::Failed.code()));
            }
        }
    }

    /// Ends the program. The pager is closed first and waited for: an exit runs no destructors.
    pub fn exit(&self, code: i32) -> ! {
        drop(self.pager.lock().unwrap_or_else(PoisonError::into_inner).take());
        std::process::exit(code)
    }

    /// Prints a value as indented JSON. Control and hidden characters are escaped, which changes no value.
    pub fn json(&self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        let mut text = escaped(&text);
        text.push('\n');
        self.raw(text.as_bytes());
    }

    pub fn style(&self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Plain => return text.to_owned(),
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Good => "32",
            Style::Bad => "31",
            Style::Notice => "33",
        };
        self.between(code, "0", text)
    }

    /// A piece of a diff in its colour, if styles are on; changes inside a line are reversed.
    pub fn paint(&self, mark: Mark, text: &str) -> String {
        let (on, off) = match mark {
            Mark::Added => ("32", "0"),
            Mark::Removed => ("31", "0"),
            Mark::Changed => ("33", "0"),
            Mark::Moved | Mark::Folded => ("36", "0"),
            Mark::Inside => ("7", "27"),
        };
        self.between(on, off, text)
    }

    /// A text between two codes for the terminal, if styles are on.
    fn between(&self, on: &str, off: &str, text: &str) -> String {
        if self.styled { format!("\x1b[{on}m{text}\x1b[{off}m") } else { text.to_owned() }
    }
}

const UNLIMITED: usize = 100_000;

/// Wraps a text at word boundaries; a word that is too long gets a line of its own.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in break_points(text) {
        let word = word.as_str();
        let wide = width(word);
        let is_space = word.trim().is_empty();
        if used > 0 && used + wide > columns && !is_space {
            lines.push(plain_spaces(&line));
            (line, used) = (String::new(), 0);
        }
        // A continuation line starts with a word.
        if is_space && used == 0 && !lines.is_empty() {
            continue;
        }
        line.push_str(word);
        used += wide;
    }
    lines.push(plain_spaces(&line));
    lines
}

/// A finished line: what kept words together in it is a space like others.
fn plain_spaces(line: &str) -> String {
    line.trim_end().replace('\u{a0}', " ")
}

/// Splits a text at possible line ends: at spaces, and between letters of scripts without spaces.
fn break_points(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = "";
    for cluster in text.graphemes(true) {
        let is_space = |cluster: &str| cluster.trim().is_empty() && cluster != "\u{a0}";
        match pieces.last_mut() {
            Some(piece) if is_space(before) == is_space(cluster) && !may_break_between(before, cluster) => {
                piece.push_str(cluster);
            }
            Some(_) | None => pieces.push(cluster.to_owned()),
        }
        before = cluster;
    }
    pieces
}

/// Width of a terminal; `None` for a pipe. Asks the system directly, because the terminal library would start `tput` without a
/// terminal.
fn columns(of: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(of).ok()?;
    (size.ws_col > 0).then(|| usize::from(size.ws_col).clamp(40, 200))
}

/// Maximum number of combining marks on a character before they are escaped.
const MOST_MARKS: usize = 8;

/// Escapes control characters, hidden characters and excessive marks in JSON. They occur only in strings.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut marks = 0;
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        // Take plain text in one piece.
        let plain = rest.bytes().take_while(|b| *b == b'\n' || (b' '..=b'~').contains(b)).count();
        if let Some((head, tail)) = rest.split_at_checked(plain).filter(|_| plain > 0) {
            text.push_str(head);
            (rest, marks) = (tail, 0);
            continue;
        }
        let is_mark = !c.is_ascii() && unicode_width::UnicodeWidthChar::width(c) == Some(0);
        marks = if is_mark { marks + 1 } else { 0 };
        if is_hidden(c) || marks > MOST_MARKS {
            for unit in c.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            text.push(c);
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    text
}

/// Prints an error and its hint to standard error.
pub fn complain(what: &str, hint: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "frieze: {}", Shown::block(what));
    if !hint.is_empty() {
        let _ = writeln!(stderr, "hint: {}", Shown::block(hint));
    }
}

/// Prints a remark to standard error; it does not affect the result.
pub fn remark(what: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", Shown::block(what));
}

/// A time of a journal or record, as the person's clock shows it.
pub fn local_time(at: &str) -> String {
    match at.parse::<Timestamp>() {
        Ok(time) => time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        Err(_) => at.to_owned(),
    }
}

/// Aligns rows in columns, by the width of characters on a terminal.
pub fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let widths: Vec<usize> = (0..columns)
        .map(|c| rows.iter().filter_map(|row| row.get(c)).map(|cell| width(cell)).max().unwrap_or(0))
        .collect();
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (cell, column) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(width(cell)) + 2));
            }
            line.trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_MARKS, escaped, wrapped};

    #[test]
    fn json_is_unchanged_except_for_dangerous_characters() {
        let piled = format!("e{}", "\u{301}".repeat(MOST_MARKS + 2));
        let json =
            format!("{{\n  \"a\": \"b\u{7f}c\u{202e}d 返品 \u{1f600}\",\n  \"e\": \"{piled}f{piled}\"\n}}");
        let few = format!("e{}\\u0301\\u0301", "\u{301}".repeat(MOST_MARKS));
        let sent =
            format!("{{\n  \"a\": \"b\\u007fc\\u202ed 返品 \u{1f600}\",\n  \"e\": \"{few}f{few}\"\n}}");
        assert_eq!(escaped(&json), sent);
        assert_eq!(escaped(""), "");
    }

    #[test]
    fn a_line_ends_at_a_space_and_never_before_punctuation() {
        let lines = wrapped("The “Card page”, in the brief's words (R4), is shown.", 16);
        assert_eq!(lines, ["The “Card page”,", "in the brief's", "words (R4), is", "shown."]);
    }

    #[test]
    fn a_script_without_spaces_is_broken_between_its_letters() {
        assert_eq!(wrapped("返品を受け付ける。", 10), ["返品を受け", "付ける。"]);
        assert_eq!(wrapped("返品を「受けた」。", 9), ["返品を", "「受け", "た」。"]);
    }
}
