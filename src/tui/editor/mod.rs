//! A field that text is typed into: one line or many, soft-wrapped. The text area crate keeps the text, the
//! cursor, the selection and the history; here it learns whole characters as people see them, the keys that
//! people expect, and a limit. What is drawn goes through the sanitiser, so that no text acts on the terminal.

mod keys;
mod rows;
#[cfg(test)]
mod tests;
mod travel;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui_textarea::TextArea;

use self::keys::Wish;
use self::rows::Rows;
use crate::domain::text::Shown;

pub use self::rows::wrapped;

/// How many edits can be taken back.
const HISTORY: usize = 2_000;
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

    /// Another text, of which most lines are the same: the cursor stays in its line, wherever that stands now.
    pub fn take_in(&mut self, text: &str) {
        let (at, byte) = self.cursor();
        let own = self.line_at(at).to_owned();
        if self.replace(text) == Took::Full {
            // Words that were kept are never refused.
            self.begin(text);
        }
        let same = self.lines().iter().enumerate().filter(|(_, line)| **line == own).map(|(line, _)| line);
        if let Some(line) = same.min_by_key(|line| line.abs_diff(at)) {
            self.area.cancel_selection();
            self.go_to(line, byte);
        }
    }

    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// What stands before and behind the cursor in its line.
    pub fn around(&self) -> (&str, &str) {
        let (line, byte) = self.cursor();
        self.line_at(line).split_at_checked(byte).unwrap_or_default()
    }

    /// The line that the cursor is in, from 0.
    pub fn at_line(&self) -> usize {
        self.cursor().0
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
            Wish::DeleteBack => self.delete(Wish::Left),
            Wish::DeleteNext => self.delete(Wish::Right),
            Wish::DeleteWordBack => self.delete(Wish::WordLeft),
            Wish::DeleteWordNext => self.delete(Wish::WordRight),
            Wish::DeleteToStart => self.delete(Wish::LineStart),
            Wish::DeleteToEnd => self.delete(Wish::LineEnd),
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

    /// Deletes what is selected, or else what a step goes over.
    fn delete(&mut self, over: Wish) -> Took {
        if !self.removes_selection() {
            self.area.cancel_selection();
            let (line, col) = self.place();
            self.area.start_selection();
            self.step(over);
            let to_edge = matches!(over, Wish::LineStart | Wish::LineEnd);
            if to_edge && self.place() == (line, col) {
                // At the end of a line, what stands in between is the line's end.
                self.step(if over == Wish::LineStart { Wish::Left } else { Wish::Right });
            }
        }
        if !self.removes_selection() {
            self.area.cancel_selection();
            return Took::Nothing;
        }
        self.area.delete_char();
        self.changed(1)
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

fn byte_of(line: &str, col: usize) -> usize {
    line.char_indices().nth(col).map_or(line.len(), |(at, _)| at)
}

/// Whether a key is the one that begins a new line or ends a single one.
pub fn is_enter(key: KeyEvent) -> bool {
    matches!(keys::wish(key), Some((Wish::NewLine, _))) || key.code == KeyCode::Enter
}
