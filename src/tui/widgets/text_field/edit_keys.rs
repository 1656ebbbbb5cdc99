//! Keys of a text field, as people expect them and not as the text area crate binds them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditCommand {
    Insert(char),
    NewLine,
    Tab,
    Move(Motion),
    /// Deletes the selection, or else what the cursor would pass.
    Delete(Motion),
    SelectAll,
    Undo,
    Redo,
}

/// A movement of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
}

/// The command of a key, and whether it selects while moving.
pub fn edit_command(key: KeyEvent) -> Option<(EditCommand, bool)> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let KeyCode::Char(c) = key.code else {
        return named(key.code, control || alt).map(|edit_command| (edit_command, shift));
    };
    let edit_command = match (control, alt) {
        (false, false) => Some(EditCommand::Insert(c)),
        (true, false) => with_control(c, shift),
        (false, true) => with_alt(c),
        (true, true) => None,
    }?;
    Some((edit_command, false))
}

fn with_control(c: char, shift: bool) -> Option<EditCommand> {
    Some(match c.to_ascii_lowercase() {
        'z' if shift || c == 'Z' => EditCommand::Redo,
        'z' => EditCommand::Undo,
        'y' => EditCommand::Redo,
        'a' => EditCommand::Move(Motion::LineStart),
        'e' => EditCommand::Move(Motion::LineEnd),
        'b' => EditCommand::Move(Motion::Left),
        'f' => EditCommand::Move(Motion::Right),
        'p' => EditCommand::Move(Motion::Up),
        'n' => EditCommand::Move(Motion::Down),
        // Ctrl+Backspace arrives as Ctrl+H from many terminals, and as Backspace's own code from some.
        'w' | 'h' => EditCommand::Delete(Motion::WordLeft),
        'd' => EditCommand::Delete(Motion::Right),
        'u' => EditCommand::Delete(Motion::LineStart),
        'k' => EditCommand::Delete(Motion::LineEnd),
        // Line feed and carriage return, as terminals without better codes send them.
        'j' | 'm' => EditCommand::NewLine,
        _ => return None,
    })
}

fn with_alt(c: char) -> Option<EditCommand> {
    Some(match c {
        'b' => EditCommand::Move(Motion::WordLeft),
        'f' => EditCommand::Move(Motion::WordRight),
        'd' => EditCommand::Delete(Motion::WordRight),
        'a' => EditCommand::SelectAll,
        '<' => EditCommand::Move(Motion::TextStart),
        '>' => EditCommand::Move(Motion::TextEnd),
        _ => return None,
    })
}

fn named(code: KeyCode, by_word: bool) -> Option<EditCommand> {
    Some(match (code, by_word) {
        (KeyCode::Enter, _) => EditCommand::NewLine,
        (KeyCode::Tab, _) => EditCommand::Tab,
        (KeyCode::Left, false) => EditCommand::Move(Motion::Left),
        (KeyCode::Left, true) => EditCommand::Move(Motion::WordLeft),
        (KeyCode::Right, false) => EditCommand::Move(Motion::Right),
        (KeyCode::Right, true) => EditCommand::Move(Motion::WordRight),
        (KeyCode::Up, _) => EditCommand::Move(Motion::Up),
        (KeyCode::Down, _) => EditCommand::Move(Motion::Down),
        (KeyCode::PageUp, _) => EditCommand::Move(Motion::PageUp),
        (KeyCode::PageDown, _) => EditCommand::Move(Motion::PageDown),
        (KeyCode::Home, false) => EditCommand::Move(Motion::LineStart),
        (KeyCode::Home, true) => EditCommand::Move(Motion::TextStart),
        (KeyCode::End, false) => EditCommand::Move(Motion::LineEnd),
        (KeyCode::End, true) => EditCommand::Move(Motion::TextEnd),
        (KeyCode::Backspace, false) => EditCommand::Delete(Motion::Left),
        (KeyCode::Backspace, true) => EditCommand::Delete(Motion::WordLeft),
        (KeyCode::Delete, false) => EditCommand::Delete(Motion::Right),
        (KeyCode::Delete, true) => EditCommand::Delete(Motion::WordRight),
        _ => return None,
    })
}
