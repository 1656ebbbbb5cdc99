//! Text field: one line or many, soft-wrapped, with the usual keys, undo, a selection and a length limit. Text is sanitised before
//! it is drawn, so that it cannot control the terminal.

mod cursor;
mod edit_keys;
mod row_layout;
#[cfg(test)]
mod tests;

use crossterm::event::KeyEvent;

use self::edit_keys::{EditCommand, Motion};
use self::row_layout::Rows;
use frieze_data::text::Shown;

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

/// A line, and a byte in it.
type Place = (usize, usize);

/// A change of the text: what was at a place, and what is there since.
#[derive(Debug)]
struct Edit {
    at: Place,
    old: String,
    new: String,
}

#[derive(Debug, Default)]
pub struct TextField {
    /// At least one.
    lines: Vec<String>,
    cursor: Place,
    /// Where the selection begins; it ends at the cursor.
    anchor: Option<Place>,
    /// A single line: Enter is ignored, and line ends become spaces.
    single: bool,
    /// The longest text, in bytes.
    longest: usize,
    bytes: usize,
    rows: Rows,
    /// The column that moving up and down aims for.
    aim: Option<usize>,
    done: Vec<Edit>,
    undone: Vec<Edit>,
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
        let mut editor = Self { single, longest, ..Self::default() };
        editor.set_text(text);
        editor
    }

    /// Sets the text and clears the history. A saved text is never refused, however long.
    pub fn set_text(&mut self, text: &str) {
        self.set_exact_text(&clean(text, self.single));
    }

    /// Sets the text as it is, including spaces at its end.
    pub fn set_exact_text(&mut self, text: &str) {
        self.lines = text.split('\n').map(str::to_owned).collect();
        self.bytes = text.len();
        (self.cursor, self.anchor, self.typing, self.aim) = (self.end(), None, None, None);
        (self.done, self.undone) = (Vec::new(), Vec::new());
        self.rows.forget();
    }

    /// Replaces the text; this can be undone.
    pub fn replace(&mut self, text: &str) -> EditOutcome {
        let text = clean(text, self.single);
        if text.len() > self.longest {
            return EditOutcome::TooLong;
        }
        self.change(((0, 0), self.end()), &text)
    }

    /// Replaces the text by a similar one. The cursor stays in its line.
    pub fn replace_similar(&mut self, text: &str) {
        let (at, byte) = self.cursor;
        let own = self.line_at(at).to_owned();
        if self.replace(text) == EditOutcome::TooLong {
            // A saved text is never refused.
            self.set_text(text);
        }
        let same = self.lines().iter().enumerate().filter(|(_, line)| **line == own).map(|(line, _)| line);
        if let Some(line) = same.min_by_key(|line| line.abs_diff(at)) {
            self.cursor = (line, byte);
        }
    }

    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The text before and after the cursor in its line.
    pub fn around(&self) -> (&str, &str) {
        let (line, byte) = self.cursor;
        self.line_at(line).split_at_checked(byte).unwrap_or_default()
    }

    /// The cursor's line, from 0.
    pub fn at_line(&self) -> usize {
        self.cursor.0
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    pub fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.trim().is_empty())
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
                (self.anchor, self.cursor) = (Some((0, 0)), self.end());
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
        if let Some(place) = self.rows.at(&self.lines, row, column) {
            (self.cursor, self.anchor, self.typing) = (place, None, None);
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
        // A word and the space before it are one undo step.
        let last = self.typing.filter(|_| self.selection().is_none());
        let goes_on = last.is_some_and(|last| !last.is_whitespace() || c.is_whitespace());
        let outcome = self.insert(c.encode_utf8(&mut [0; 4]));
        if outcome == EditOutcome::Changed {
            self.typing = Some(c);
            if let Some(edit) = self.done.pop_if(|_| goes_on)
                && let Some(before) = self.done.last_mut()
            {
                before.new.push_str(&edit.new);
            }
        }
        outcome
    }

    fn insert(&mut self, text: &str) -> EditOutcome {
        if text.is_empty() {
            return EditOutcome::Ignored;
        }
        let range = self.selection().unwrap_or((self.cursor, self.cursor));
        if self.bytes - self.part(range).len() + text.len() > self.longest {
            return EditOutcome::TooLong;
        }
        self.change(range, text)
    }

    /// Deletes the selection, or else the text that a cursor movement passes.
    fn delete(&mut self, over: Motion) -> EditOutcome {
        let range = self.selection().unwrap_or_else(|| {
            let from = self.cursor;
            self.step(over);
            if over == Motion::LineStart && self.cursor == from {
                // At the end of a line, the line break is deleted.
                self.step(Motion::Left);
            } else if over == Motion::LineEnd && self.cursor == from {
                self.step(Motion::Right);
            }
            (from.min(self.cursor), from.max(self.cursor))
        });
        if range.0 == range.1 {
            self.anchor = None;
            return EditOutcome::Ignored;
        }
        self.change(range, "")
    }

    fn undo(&mut self) -> EditOutcome {
        let Some(edit) = self.done.pop() else { return EditOutcome::Ignored };
        self.put(edit.at, &edit.new, &edit.old);
        self.undone.push(edit);
        EditOutcome::Changed
    }

    fn redo(&mut self) -> EditOutcome {
        let Some(edit) = self.undone.pop() else { return EditOutcome::Ignored };
        self.put(edit.at, &edit.old, &edit.new);
        self.done.push(edit);
        EditOutcome::Changed
    }

    /// Replaces a part of the text; this can be undone.
    fn change(&mut self, range: (Place, Place), new: &str) -> EditOutcome {
        let (at, old) = (range.0, self.part(range));
        self.put(at, &old, new);
        self.undone.clear();
        self.done.push(Edit { at, old, new: new.to_owned() });
        if self.done.len() > HISTORY {
            self.done.remove(0);
        }
        EditOutcome::Changed
    }

    /// Puts a new text in the place of an old one, and the cursor after it.
    fn put(&mut self, at: Place, old: &str, new: &str) {
        let (last, end) = end_of(at, old);
        let head = self.line_at(at.0).get(..at.1).unwrap_or_default();
        let tail = self.line_at(last).get(end..).unwrap_or_default();
        let text = format!("{head}{new}{tail}");
        self.lines.splice(at.0..=last, text.split('\n').map(str::to_owned));
        self.bytes = self.bytes + new.len() - old.len();
        (self.cursor, self.anchor, self.typing) = (end_of(at, new), None, None);
    }

    /// The text of a range.
    fn part(&self, (from, to): (Place, Place)) -> String {
        let lines = self.lines.get(from.0..=to.0).unwrap_or_default().join("\n");
        let behind = self.line_at(to.0).len() - to.1;
        lines.get(from.1..lines.len() - behind).unwrap_or_default().to_owned()
    }

    /// The selection, unless it is empty.
    fn selection(&self) -> Option<(Place, Place)> {
        let anchor = self.anchor.filter(|anchor| *anchor != self.cursor)?;
        Some((anchor.min(self.cursor), anchor.max(self.cursor)))
    }
}

/// The end of a text that begins at a place.
fn end_of((line, byte): Place, text: &str) -> Place {
    match text.rsplit_once('\n') {
        Some((above, last)) => (line + 1 + above.matches('\n').count(), last.len()),
        None => (line, byte + text.len()),
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

/// Whether a key begins a new line or ends a single one.
pub fn is_enter(key: KeyEvent) -> bool {
    matches!(edit_keys::edit_command(key), Some((EditCommand::NewLine, _)))
}
