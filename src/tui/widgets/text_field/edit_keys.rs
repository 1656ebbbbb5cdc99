//! Keys of a text field, as people expect them and not as the text area crate binds them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// An editing command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditCommand {
    Insert(char),
    NewLine,
    Tab,
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
    DeleteBack,
    DeleteNext,
    DeleteWordBack,
    DeleteWordNext,
    DeleteToStart,
    DeleteToEnd,
    SelectAll,
    Undo,
    Redo,
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
        'a' => EditCommand::LineStart,
        'e' => EditCommand::LineEnd,
        'b' => EditCommand::Left,
        'f' => EditCommand::Right,
        'p' => EditCommand::Up,
        'n' => EditCommand::Down,
        // Ctrl+Backspace arrives as Ctrl+H from many terminals, and as Backspace's own code from some.
        'w' | 'h' => EditCommand::DeleteWordBack,
        'd' => EditCommand::DeleteNext,
        'u' => EditCommand::DeleteToStart,
        'k' => EditCommand::DeleteToEnd,
        // Line feed and carriage return, as terminals without better codes send them.
        'j' | 'm' => EditCommand::NewLine,
        _ => return None,
    })
}

fn with_alt(c: char) -> Option<EditCommand> {
    Some(match c {
        'b' => EditCommand::WordLeft,
        'f' => EditCommand::WordRight,
        'd' => EditCommand::DeleteWordNext,
        'a' => EditCommand::SelectAll,
        '<' => EditCommand::TextStart,
        '>' => EditCommand::TextEnd,
        _ => return None,
    })
}

fn named(code: KeyCode, by_word: bool) -> Option<EditCommand> {
    Some(match (code, by_word) {
        (KeyCode::Enter, _) => EditCommand::NewLine,
        (KeyCode::Tab, _) => EditCommand::Tab,
        (KeyCode::Left, false) => EditCommand::Left,
        (KeyCode::Left, true) => EditCommand::WordLeft,
        (KeyCode::Right, false) => EditCommand::Right,
        (KeyCode::Right, true) => EditCommand::WordRight,
        (KeyCode::Up, _) => EditCommand::Up,
        (KeyCode::Down, _) => EditCommand::Down,
        (KeyCode::PageUp, _) => EditCommand::PageUp,
        (KeyCode::PageDown, _) => EditCommand::PageDown,
        (KeyCode::Home, false) => EditCommand::LineStart,
        (KeyCode::Home, true) => EditCommand::TextStart,
        (KeyCode::End, false) => EditCommand::LineEnd,
        (KeyCode::End, true) => EditCommand::TextEnd,
        (KeyCode::Backspace, false) => EditCommand::DeleteBack,
        (KeyCode::Backspace, true) => EditCommand::DeleteWordBack,
        (KeyCode::Delete, false) => EditCommand::DeleteNext,
        (KeyCode::Delete, true) => EditCommand::DeleteWordNext,
        _ => return None,
    })
}
