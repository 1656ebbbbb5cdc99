//! What the command line prints: results on stdout, troubles and progress on stderr. Text from files
//! passes through [`Shown`] on its way here.

use std::io::{ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use super::End;
use crate::domain::diff::Mark;
use crate::domain::text::{Shown, is_hidden, may_end_between};

/// Where and how to print.
pub struct Out {
    /// Colours and signs on stdout.
    pub styled: bool,
    /// Nothing but results was asked for.
    pub plain: bool,
    /// Progress on stderr, in a line that is drawn anew.
    pub progress: bool,
    /// Whether stderr is a terminal: nobody else is told what only passes.
    pub watched: bool,
    /// Columns of the terminal; a pipe has no end of them.
    pub width: usize,
    /// As `width`, of the terminal that progress is shown on.
    pub progress_width: usize,
    /// Whoever read stdout went away.
    unread: AtomicBool,
}

/// A style, as the terminal's own sixteen colours have it.
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
        let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Self {
            plain,
            styled: !plain && !no_color && !dumb && std::io::stdout().is_terminal(),
            progress: !plain && !dumb && std::io::stderr().is_terminal(),
            watched: std::io::stderr().is_terminal(),
            // A pipe has no width: nothing is cut or wrapped for it.
            width: columns(std::io::stdout()).unwrap_or(UNLIMITED),
            progress_width: columns(std::io::stderr()).unwrap_or(UNLIMITED),
            unread: AtomicBool::new(false),
        }
    }

    /// A line on stdout.
    pub fn line(&self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    /// A line in a style, wrapped between words; what does not fit goes on under the same indent.
    pub fn paragraph(&self, style: Style, indent: usize, text: &Shown) {
        for (n, line) in wrapped(text.as_str(), self.width.saturating_sub(indent)).iter().enumerate() {
            let lead = if n == 0 { 0 } else { indent };
            let line = self.style(style, line);
            self.line(&format!("{}{line}", " ".repeat(lead)));
        }
    }

    /// Bytes on stdout, as they are. Where they cannot be written for another reason than that nobody
    /// reads them any more, the program ends and says so (promise P4).
    pub fn raw(&self, bytes: &[u8]) {
        if self.unread.load(Ordering::Relaxed) {
            return;
        }
        let mut stdout = std::io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Ok(()) => {}
            // A reader that went away (`| head`) has read enough; the work is done all the same.
            Err(e) if e.kind() == ErrorKind::BrokenPipe => self.unread.store(true, Ordering::Relaxed),
            Err(e) => {
                complain(
                    &format!("could not write to standard output: {e}"),
                    "see where it goes to, a full disk perhaps; `frieze status` tells what was done",
                );
                std::process::exit(i32::from(End::Failed.code()));
            }
        }
    }

    /// A value as indented JSON on stdout. What a terminal would act upon or could not show is escaped,
    /// which changes no value: programs read the same text.
    pub fn json(&self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        let mut text = escaped(&text);
        text.push('\n');
        self.raw(text.as_bytes());
    }

    /// Text in a style, if styles are on.
    pub fn style(&self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Plain => return text.to_owned(),
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Good => "32",
            Style::Bad => "31",
            Style::Notice => "33",
        };
        if self.styled { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A piece of a comparison in its colour, if styles are on; what changed inside a line is reversed.
    pub fn paint(&self, mark: Mark, text: &str) -> String {
        let (on, off) = match mark {
            Mark::Added => ("32", "0"),
            Mark::Removed => ("31", "0"),
            Mark::Changed => ("33", "0"),
            Mark::Moved | Mark::Folded => ("36", "0"),
            Mark::Inside => ("7", "27"),
        };
        if self.styled { format!("\x1b[{on}m{text}\x1b[{off}m") } else { text.to_owned() }
    }
}

const UNLIMITED: usize = 100_000;

/// Lines of at most so many columns, broken between words; a longer word is a line of its own.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in unbroken(text) {
        let word = word.as_str();
        let wide = width(word);
        let is_space = word.trim().is_empty();
        if used > 0 && used + wide > columns && !is_space {
            lines.push(line.trim_end().to_owned());
            (line, used) = (String::new(), 0);
        }
        // A line that goes on begins with a word.
        if is_space && used == 0 && !lines.is_empty() {
            continue;
        }
        line.push_str(word);
        used += wide;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// The pieces of a text between which a line may end: at spaces, and between letters of a script that is written without
/// them.
fn unbroken(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = "";
    for cluster in text.graphemes(true) {
        let is_space = |cluster: &str| cluster.trim().is_empty();
        match pieces.last_mut() {
            Some(piece) if is_space(before) == is_space(cluster) && !may_end_between(before, cluster) => {
                piece.push_str(cluster);
            }
            Some(_) | None => pieces.push(cluster.to_owned()),
        }
        before = cluster;
    }
    pieces
}

/// Columns of a terminal; `None` for a pipe. Nobody else is asked: the terminal library would start `tput`
/// where there is no terminal.
fn columns(of: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(of).ok()?;
    (size.ws_col > 0).then(|| usize::from(size.ws_col).clamp(40, 200))
}

/// Combining marks on one character that are sent as they are.
const MOST_MARKS: usize = 8;

/// JSON in which no character acts, hides or piles up. All of them stand inside strings.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut marks = 0;
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        // Most of it is plain, and taken in one piece.
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

/// A sentence on stderr, and what to do about it.
pub fn complain(what: &str, hint: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "frieze: {}", Shown::block(what));
    if !hint.is_empty() {
        let _ = writeln!(stderr, "hint: {}", Shown::block(hint));
    }
}

/// Something that people should know and that changes no result, on stderr.
pub fn remark(what: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", Shown::block(what));
}

/// Rows as aligned columns; wide characters count as the terminal counts them.
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
    fn json_is_sent_as_it_is_but_for_what_acts_hides_or_piles_up() {
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
    fn a_line_ends_at_a_space_and_never_before_a_sign() {
        let lines = wrapped("The “Card page”, in the brief's words (R4), is shown.", 16);
        assert_eq!(lines, ["The “Card page”,", "in the brief's", "words (R4), is", "shown."]);
    }

    #[test]
    fn a_script_without_spaces_is_broken_between_its_letters() {
        assert_eq!(wrapped("返品を受け付ける。", 10), ["返品を受け", "付ける。"]);
        assert_eq!(wrapped("返品を「受けた」。", 9), ["返品を", "「受け", "た」。"]);
    }
}
