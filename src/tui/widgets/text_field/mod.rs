//! Text field: one line or many, soft-wrapped. The text area crate keeps text, cursor, selection and history; this module adds
//! grapheme clusters, the usual keys and a length limit. Text is sanitised before it is drawn, so that it cannot control the
//! terminal.

mod cursor;
mod edit_keys;
mod row_layout;
#[cfg(test)]
mod tests;

use crossterm::event::KeyEvent;
use ratatui_textarea::TextArea;

use self::edit_keys::{EditCommand, Motion};
use self::row_layout::Rows;
use frieze_data::text::Shown;

pub use self::row_layout::wrapped;

/// How many edits can be undone.
const HISTORY: usize = 2_000;
const TAB: &str = "    ";

/// The result of a key or a paste.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditOutcome {
    /// The key has no meaning here.
    Ignored,
    /// The cursor or the selection moved.
    Moved,
    /// The text changed.
    Changed,
    /// The text would be too long, and stays as it was.
    TooLong,
}

/// A text field.
#[derive(Debug)]
pub struct TextField {
    area: TextArea<'static>,
    /// A single line: Enter is ignored, and line ends become spaces.
    single: bool,
    /// The longest text, in bytes.
    longest: usize,
    bytes: usize,
    rows: Rows,
    /// The column that moving up and down aims for.
    aim: Option<usize>,
    /// The number of the crate's edits in each undo step and each redo step.
    done: Vec<usize>,
    undone: Vec<usize>,
    /// The last typed letter: letters typed in a row are one undo step.
    typing: Option<char>,
}

impl TextField {
    /// A field with several lines.
    pub fn new(text: &str, longest: usize) -> Self {
        Self::of(text, longest, false)
    }

    /// A single-line field, which may be drawn in several rows.
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
        editor.set_text(text);
        editor
    }

    /// Sets the text and clears the history. A saved text is never refused, however long.
    pub fn set_text(&mut self, text: &str) {
        self.set_exact_text(&clean(text, self.single));
    }

    /// Sets the text as it is, including spaces at its end.
    pub fn set_exact_text(&mut self, text: &str) {
        self.area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        self.area.set_max_histories(HISTORY);
        self.bytes = text.len();
        (self.done, self.undone, self.typing, self.aim) = (Vec::new(), Vec::new(), None, None);
        self.go_to_end();
        self.rows.forget();
    }

    /// Replaces the text; this can be undone.
    pub fn replace(&mut self, text: &str) -> EditOutcome {
        let text = clean(text, self.single);
        if text.len() > self.longest {
            return EditOutcome::TooLong;
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

    /// Replaces the text by a similar one. The cursor stays in its line.
    pub fn replace_similar(&mut self, text: &str) {
        let (at, byte) = self.cursor();
        let own = self.line_at(at).to_owned();
        if self.replace(text) == EditOutcome::TooLong {
            // A saved text is never refused.
            self.set_text(text);
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

    /// The text before and after the cursor in its line.
    pub fn around(&self) -> (&str, &str) {
        let (line, byte) = self.cursor();
        self.line_at(line).split_at_checked(byte).unwrap_or_default()
    }

    /// The cursor's line, from 0.
    pub fn at_line(&self) -> usize {
        self.cursor().0
    }

    pub fn lines(&self) -> &[String] {
        self.area.lines()
    }

    pub fn is_blank(&self) -> bool {
        self.area.lines().iter().all(|line| line.trim().is_empty())
    }

    /// Handles a key press.
    pub fn key(&mut self, key: KeyEvent) -> EditOutcome {
        let Some((edit_command, selecting)) = edit_keys::edit_command(key) else {
            return EditOutcome::Ignored;
        };
        let by_rows = [Motion::Up, Motion::Down, Motion::PageUp, Motion::PageDown].map(EditCommand::Move);
        if !by_rows.contains(&edit_command) {
            self.aim = None;
        }
        match edit_command {
            EditCommand::Insert(c) => self.type_char(c),
            EditCommand::NewLine | EditCommand::Tab if self.single => EditOutcome::Ignored,
            EditCommand::NewLine => self.insert("\n"),
            EditCommand::Tab => self.insert(TAB),
            EditCommand::Undo => self.undo(),
            EditCommand::Redo => self.redo(),
            EditCommand::Delete(over) => self.delete(over),
            EditCommand::SelectAll => {
                self.select_all();
                EditOutcome::Moved
            }
            EditCommand::Move(motion) => self.move_cursor(motion, selecting),
        }
    }

    /// Inserts pasted text, sanitised.
    pub fn paste(&mut self, text: &str) -> EditOutcome {
        // A paste that cannot fit is not sanitised.
        if text.len() > self.longest.saturating_mul(2) {
            return EditOutcome::TooLong;
        }
        self.insert(&clean(text, self.single))
    }

    /// Moves the cursor to a clicked cell, counted from the field's first cell.
    pub fn click(&mut self, column: u16, row: u16) {
        if let Some((line, byte)) = self.rows.at(self.area.lines(), row, column) {
            self.area.cancel_selection();
            self.go_to(line, byte);
            self.typing = None;
        }
    }

    /// Scrolls by rows with the cursor.
    pub fn scroll(&mut self, by: isize) {
        let motion = if by < 0 { Motion::Up } else { Motion::Down };
        for _ in 0..by.unsigned_abs() {
            self.move_cursor(motion, false);
        }
    }

    fn type_char(&mut self, c: char) -> EditOutcome {
        if c.is_control() {
            return EditOutcome::Ignored;
        }
        if self.bytes - self.selected_bytes() + c.len_utf8() > self.longest {
            return EditOutcome::TooLong;
        }
        let edits = 1 + usize::from(self.removes_selection());
        self.area.insert_char(c);
        // A word and the space before it are one undo step.
        let goes_on =
            edits == 1 && self.typing.is_some_and(|last| !last.is_whitespace() || c.is_whitespace());
        let outcome = self.changed(edits);
        if goes_on && let Some(last) = self.done.pop().and(self.done.last_mut()) {
            *last += 1;
        }
        self.typing = Some(c);
        outcome
    }

    fn insert(&mut self, text: &str) -> EditOutcome {
        if text.is_empty() {
            return EditOutcome::Ignored;
        }
        if self.bytes - self.selected_bytes() + text.len() > self.longest {
            return EditOutcome::TooLong;
        }
        let edits = 1 + usize::from(self.removes_selection());
        self.area.insert_str(text);
        self.changed(edits)
    }

    /// Deletes the selection, or else the text that a cursor movement passes.
    fn delete(&mut self, over: Motion) -> EditOutcome {
        if !self.removes_selection() {
            self.area.cancel_selection();
            let (line, col) = self.place();
            self.area.start_selection();
            self.step(over);
            let to_edge = matches!(over, Motion::LineStart | Motion::LineEnd);
            if to_edge && self.place() == (line, col) {
                // At the end of a line, the line break is deleted.
                self.step(if over == Motion::LineStart { Motion::Left } else { Motion::Right });
            }
        }
        if !self.removes_selection() {
            self.area.cancel_selection();
            return EditOutcome::Ignored;
        }
        self.area.delete_char();
        self.changed(1)
    }

    fn undo(&mut self) -> EditOutcome {
        let Some(edits) = self.done.pop() else { return EditOutcome::Ignored };
        for _ in 0..edits {
            self.area.undo();
        }
        self.undone.push(edits);
        self.settle()
    }

    fn redo(&mut self) -> EditOutcome {
        let Some(edits) = self.undone.pop() else { return EditOutcome::Ignored };
        for _ in 0..edits {
            self.area.redo();
        }
        self.done.push(edits);
        self.settle()
    }

    fn changed(&mut self, edits: usize) -> EditOutcome {
        self.undone.clear();
        self.done.push(edits);
        self.settle()
    }

    fn settle(&mut self) -> EditOutcome {
        self.typing = None;
        self.bytes = self.area.lines().iter().map(|line| line.len() + 1).sum::<usize>().saturating_sub(1);
        EditOutcome::Changed
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

/// Sanitises a text: line ends are `\n`, tabs are spaces, control and invisible characters are written out.
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

/// Whether a key begins a new line or ends a single one.
pub fn is_enter(key: KeyEvent) -> bool {
    matches!(edit_keys::edit_command(key), Some((EditCommand::NewLine, _)))
}
