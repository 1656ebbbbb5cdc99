//! A field that text is typed into: one line or many, soft-wrapped. The text area crate keeps the text, the
//! cursor, the selection and the history; here it learns whole characters as people see them, the keys that
//! people expect, and a limit. What is drawn goes through the sanitiser, so that no text acts on the terminal.

mod keys;
mod rows;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui_textarea::{CursorMove, TextArea};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use self::keys::Wish;
use self::rows::Rows;
use crate::domain::text::Shown;

pub use self::rows::wrapped;

/// How many edits can be taken back.
const HISTORY: usize = 2_000;
/// What the crate's jumps can reach; further it goes step by step.
const JUMP: usize = u16::MAX as usize;
const TAB: &str = "    ";

/// What became of a key or a paste.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Took {
    /// The key means nothing here.
    Nothing,
    /// The cursor or the selection moved.
    Moved,
    /// The text is another one.
    Changed,
    /// The text would be longer than it may be; it stays as it was.
    Full,
}

/// Text that is being typed.
#[derive(Debug)]
pub struct Editor {
    area: TextArea<'static>,
    /// One line: Enter is not for it, and line ends become spaces.
    single: bool,
    /// The most bytes that it takes.
    longest: usize,
    bytes: usize,
    rows: Rows,
    /// The column that going up and down aims for.
    aim: Option<usize>,
    /// How many edits of the crate each step of undo takes back, and those that were taken back.
    done: Vec<usize>,
    undone: Vec<usize>,
    /// Letters typed one after another are taken back together.
    typing: Option<char>,
}

impl Editor {
    /// Several lines.
    pub fn new(text: &str, longest: usize) -> Self {
        Self::of(text, longest, false)
    }

    /// One line, though it may be drawn in several rows.
    pub fn line(text: &str, longest: usize) -> Self {
        Self::of(text, longest, true)
    }

    fn of(text: &str, longest: usize, single: bool) -> Self {
        let mut editor = Self {
            area: TextArea::default(),
            single,
            longest,
            bytes: 0,
            rows: Rows::default(),
            aim: None,
            done: Vec::new(),
            undone: Vec::new(),
            typing: None,
        };
        editor.begin(text);
        editor
    }

    /// Another text, whose history begins here. Words that were kept are never refused, however many.
    pub fn begin(&mut self, text: &str) {
        self.begin_with(&clean(text, self.single));
    }

    /// Another text as it is, spaces at its end included.
    pub fn begin_with(&mut self, text: &str) {
        self.area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        self.area.set_max_histories(HISTORY);
        self.bytes = text.len();
        (self.done, self.undone, self.typing, self.aim) = (Vec::new(), Vec::new(), None, None);
        self.go_to_end();
        self.rows.forget();
    }

    /// Another text in place of this one; it can be taken back.
    pub fn replace(&mut self, text: &str) -> Took {
        let text = clean(text, self.single);
        if text.len() > self.longest {
            return Took::Full;
        }
        self.select_all();
        let edits = usize::from(self.removes_selection()) + usize::from(!text.is_empty());
        if text.is_empty() {
            self.area.delete_char();
        } else {
            self.area.insert_str(&text);
        }
        self.changed(edits)
    }

    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// What stands before and behind the cursor in its line.
    pub fn around(&self) -> (&str, &str) {
        let (line, byte) = self.cursor();
        self.line_at(line).split_at_checked(byte).unwrap_or_default()
    }

    pub fn lines(&self) -> &[String] {
        self.area.lines()
    }

    pub fn is_blank(&self) -> bool {
        self.area.lines().iter().all(|line| line.trim().is_empty())
    }

    /// Takes a key press.
    pub fn key(&mut self, key: KeyEvent) -> Took {
        let Some((wish, selecting)) = keys::wish(key) else { return Took::Nothing };
        if !matches!(wish, Wish::Up | Wish::Down | Wish::PageUp | Wish::PageDown) {
            self.aim = None;
        }
        match wish {
            Wish::Insert(c) => self.type_char(c),
            Wish::NewLine if self.single => Took::Nothing,
            Wish::NewLine => self.insert("\n"),
            Wish::Tab if self.single => Took::Nothing,
            Wish::Tab => self.insert(TAB),
            Wish::Undo => self.undo(),
            Wish::Redo => self.redo(),
            Wish::DeleteBack
            | Wish::DeleteNext
            | Wish::DeleteWordBack
            | Wish::DeleteWordNext
            | Wish::DeleteToStart
            | Wish::DeleteToEnd => self.delete(wish),
            Wish::SelectAll => {
                self.select_all();
                Took::Moved
            }
            Wish::Left
            | Wish::Right
            | Wish::WordLeft
            | Wish::WordRight
            | Wish::LineStart
            | Wish::LineEnd
            | Wish::TextStart
            | Wish::TextEnd
            | Wish::Up
            | Wish::Down
            | Wish::PageUp
            | Wish::PageDown => self.travel(wish, selecting),
        }
    }

    /// Takes pasted text, made safe to be seen.
    pub fn paste(&mut self, text: &str) -> Took {
        // A paste that cannot fit is not even looked at.
        if text.len() > self.longest.saturating_mul(2) {
            return Took::Full;
        }
        self.insert(&clean(text, self.single))
    }

    /// Puts the cursor where a cell was clicked, counted from the field's first cell.
    pub fn click(&mut self, column: u16, row: u16) {
        if let Some((line, byte)) = self.rows.at(self.area.lines(), row, column) {
            self.area.cancel_selection();
            self.go_to(line, byte);
            self.typing = None;
        }
    }

    /// Scrolls by rows, the cursor with them.
    pub fn scroll(&mut self, by: isize) {
        let wish = if by < 0 { Wish::Up } else { Wish::Down };
        for _ in 0..by.unsigned_abs() {
            self.travel(wish, false);
        }
    }

    fn type_char(&mut self, c: char) -> Took {
        if c.is_control() {
            return Took::Nothing;
        }
        if self.bytes - self.selected_bytes() + c.len_utf8() > self.longest {
            return Took::Full;
        }
        let edits = 1 + usize::from(self.removes_selection());
        self.area.insert_char(c);
        // A word and the space before it are one step of undo.
        let goes_on =
            edits == 1 && self.typing.is_some_and(|last| !last.is_whitespace() || c.is_whitespace());
        let took = self.changed(edits);
        if goes_on && let Some(last) = self.done.pop().and(self.done.last_mut()) {
            *last += 1;
        }
        self.typing = Some(c);
        took
    }

    fn insert(&mut self, text: &str) -> Took {
        if text.is_empty() {
            return Took::Nothing;
        }
        if self.bytes - self.selected_bytes() + text.len() > self.longest {
            return Took::Full;
        }
        let edits = 1 + usize::from(self.removes_selection());
        self.area.insert_str(text);
        self.changed(edits)
    }

    fn delete(&mut self, wish: Wish) -> Took {
        if !self.removes_selection() {
            self.area.cancel_selection();
            let (line, col) = self.place();
            let back = match wish {
                Wish::DeleteBack => Wish::Left,
                Wish::DeleteNext => Wish::Right,
                Wish::DeleteWordBack => Wish::WordLeft,
                Wish::DeleteWordNext => Wish::WordRight,
                Wish::DeleteToStart => Wish::LineStart,
                _ => Wish::LineEnd,
            };
            self.area.start_selection();
            self.step(back);
            if self.place() == (line, col) && matches!(wish, Wish::DeleteToStart | Wish::DeleteToEnd) {
                // At the end of a line, what stands in between is the line's end.
                self.step(if wish == Wish::DeleteToStart { Wish::Left } else { Wish::Right });
            }
        }
        if !self.removes_selection() {
            self.area.cancel_selection();
            return Took::Nothing;
        }
        self.area.delete_char();
        self.changed(1)
    }

    fn travel(&mut self, wish: Wish, selecting: bool) -> Took {
        self.typing = None;
        if !selecting {
            // Without Shift, a selection collapses to its end in that direction.
            let range = self.area.selection_range();
            self.area.cancel_selection();
            if let (Some((from, to)), Wish::Left | Wish::Right) = (range.filter(|(a, b)| a != b), wish) {
                let (line, col) = if wish == Wish::Left { from } else { to };
                let byte = byte_of(self.line_at(line), col);
                self.go_to(line, byte);
                return Took::Moved;
            }
        } else if !self.area.is_selecting() {
            self.area.start_selection();
        }
        self.step(wish);
        Took::Moved
    }

    /// Moves the cursor; a selection that was begun grows or shrinks.
    fn step(&mut self, wish: Wish) {
        let (line, byte) = self.cursor();
        let text = self.line_at(line);
        match wish {
            Wish::Left if byte == 0 => self.go_to_end_of(line.checked_sub(1)),
            Wish::Left => self.go_to(line, before(text, byte)),
            Wish::Right if byte >= text.len() => {
                if line + 1 < self.area.lines().len() {
                    self.go_to(line + 1, 0);
                }
            }
            Wish::Right => self.go_to(line, after(text, byte)),
            Wish::WordLeft if byte == 0 => self.go_to_end_of(line.checked_sub(1)),
            Wish::WordLeft => self.go_to(line, word_before(text, byte)),
            Wish::WordRight if byte >= text.len() => {
                if line + 1 < self.area.lines().len() {
                    self.go_to(line + 1, 0);
                }
            }
            Wish::WordRight => self.go_to(line, word_after(text, byte)),
            Wish::LineStart => self.go_to(line, 0),
            Wish::LineEnd => self.go_to(line, text.len()),
            Wish::TextStart => self.go_to(0, 0),
            Wish::TextEnd => self.go_to_end(),
            Wish::Up => self.rise(-1),
            Wish::Down => self.rise(1),
            Wish::PageUp => self.rise(-self.rows.page()),
            Wish::PageDown => self.rise(self.rows.page()),
            Wish::Insert(_)
            | Wish::NewLine
            | Wish::Tab
            | Wish::Undo
            | Wish::Redo
            | Wish::DeleteBack
            | Wish::DeleteNext
            | Wish::DeleteWordBack
            | Wish::DeleteWordNext
            | Wish::DeleteToStart
            | Wish::DeleteToEnd
            | Wish::SelectAll => {}
        }
    }

    /// Up or down by rows as they are drawn, aiming for the column that the way began at.
    fn rise(&mut self, by: isize) {
        self.rows.update(self.area.lines());
        let (line, byte) = self.cursor();
        let (row, column) = self.rows.of(self.area.lines(), line, byte);
        let aim = *self.aim.get_or_insert(column);
        let last = self.rows.count().saturating_sub(1);
        let to = row.saturating_add_signed(by).min(last);
        let place = if to == row && by < 0 {
            (0, 0)
        } else if to == row {
            let line = self.area.lines().len() - 1;
            (line, self.line_at(line).len())
        } else {
            self.rows.place(self.area.lines(), to, aim)
        };
        self.go_to(place.0, place.1);
    }

    fn undo(&mut self) -> Took {
        let Some(edits) = self.done.pop() else { return Took::Nothing };
        for _ in 0..edits {
            self.area.undo();
        }
        self.undone.push(edits);
        self.settle()
    }

    fn redo(&mut self) -> Took {
        let Some(edits) = self.undone.pop() else { return Took::Nothing };
        for _ in 0..edits {
            self.area.redo();
        }
        self.done.push(edits);
        self.settle()
    }

    fn changed(&mut self, edits: usize) -> Took {
        self.undone.clear();
        self.done.push(edits);
        self.settle()
    }

    fn settle(&mut self) -> Took {
        self.typing = None;
        self.bytes = self.area.lines().iter().map(|line| line.len() + 1).sum::<usize>().saturating_sub(1);
        Took::Changed
    }

    fn select_all(&mut self) {
        self.area.cancel_selection();
        self.go_to(0, 0);
        self.area.start_selection();
        self.go_to_end();
    }

    fn removes_selection(&self) -> bool {
        self.area.selection_range().is_some_and(|(from, to)| from != to)
    }

    fn selected_bytes(&self) -> usize {
        let Some(((first, from), (last, to))) = self.area.selection_range() else { return 0 };
        let lines = self.area.lines().iter().enumerate().skip(first).take(last - first + 1);
        let bytes = lines.map(|(at, line)| {
            let start = if at == first { byte_of(line, from) } else { 0 };
            let end = if at == last { byte_of(line, to) } else { line.len() + 1 };
            end - start
        });
        bytes.sum()
    }

    fn line_at(&self, line: usize) -> &str {
        self.area.lines().get(line).map_or("", String::as_str)
    }

    /// The cursor's line and column, in characters as the crate counts them.
    fn place(&self) -> (usize, usize) {
        let cursor = self.area.cursor();
        (cursor.0, cursor.1)
    }

    /// The cursor's line and byte.
    fn cursor(&self) -> (usize, usize) {
        let (line, col) = self.place();
        (line, byte_of(self.line_at(line), col))
    }

    fn go_to_end(&mut self) {
        self.go_to_end_of(self.area.lines().len().checked_sub(1));
    }

    fn go_to_end_of(&mut self, line: Option<usize>) {
        if let Some(line) = line {
            let end = self.line_at(line).len();
            self.go_to(line, end);
        }
    }

    fn go_to(&mut self, line: usize, byte: usize) {
        let text = self.line_at(line);
        let col = text.get(..byte).unwrap_or(text).chars().count();
        let reach = |n: usize| u16::try_from(n.min(JUMP)).unwrap_or(u16::MAX);
        self.area.move_cursor(CursorMove::Jump(reach(line), reach(col)));
        // Beyond the jump's reach there are only steps.
        while self.place().0 < line {
            let before = self.place();
            self.area.move_cursor(CursorMove::Down);
            if self.place() == before {
                return;
            }
        }
        if self.place().1 > col {
            self.area.move_cursor(CursorMove::Head);
        }
        if line > JUMP || col > JUMP {
            let end = text_len(self.line_at(line));
            if col == end {
                self.area.move_cursor(CursorMove::End);
            }
            while self.place().1 < col {
                self.area.move_cursor(CursorMove::Forward);
            }
        }
    }
}

/// Text as it may stand in the field: line ends are `\n`, tabs are spaces, and what acts or hides is written out.
pub fn clean(text: &str, single: bool) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', TAB);
    if single {
        Shown::line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_string()
    } else {
        Shown::block(&text).into_string()
    }
}

fn text_len(line: &str) -> usize {
    line.chars().count()
}

fn byte_of(line: &str, col: usize) -> usize {
    line.char_indices().nth(col).map_or(line.len(), |(at, _)| at)
}

/// The boundary of whole characters before a byte.
fn before(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .prev_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(0)
}

/// The boundary of whole characters behind a byte.
fn after(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .next_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(line.len())
}

/// Where the word begins that ends before a byte.
fn word_before(line: &str, byte: usize) -> usize {
    let head = line.get(..byte).unwrap_or(line);
    let is_word = |word: &str| word.chars().any(|c| !c.is_whitespace());
    head.split_word_bound_indices().rev().find(|(_, word)| is_word(word)).map_or(0, |(at, _)| at)
}

/// Where the next word begins, or the line's end.
fn word_after(line: &str, byte: usize) -> usize {
    let tail = line.get(byte..).unwrap_or_default();
    let mut words = tail.split_word_bound_indices().skip(1);
    let found = words.find(|(_, word)| word.chars().any(|c| !c.is_whitespace()));
    found.map_or(line.len(), |(at, _)| byte + at)
}

/// Whether a key is the one that begins a new line or ends a single one.
pub fn is_enter(key: KeyEvent) -> bool {
    matches!(keys::wish(key), Some((Wish::NewLine, _))) || key.code == KeyCode::Enter
}
