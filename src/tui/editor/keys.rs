//! Which key means what while text is typed: what people expect of a field, not what the crate binds.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks of the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
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

/// What a key asks for, and whether it selects on its way.
pub fn wish(key: KeyEvent) -> Option<(Wish, bool)> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let KeyCode::Char(c) = key.code else {
        return named(key.code, control || alt).map(|wish| (wish, shift));
    };
    let wish = match (control, alt) {
        (false, false) => Some(Wish::Insert(c)),
        (true, false) => with_control(c, shift),
        (false, true) => with_alt(c),
        // Neither means anything together with the other.
        (true, true) => None,
    }?;
    Some((wish, false))
}

fn with_control(c: char, shift: bool) -> Option<Wish> {
    Some(match c.to_ascii_lowercase() {
        'z' if shift || c == 'Z' => Wish::Redo,
        'z' => Wish::Undo,
        'y' => Wish::Redo,
        'a' => Wish::LineStart,
        'e' => Wish::LineEnd,
        'b' => Wish::Left,
        'f' => Wish::Right,
        'p' => Wish::Up,
        'n' => Wish::Down,
        // Ctrl+Backspace arrives as Ctrl+H from many terminals, and as Backspace's own code from some.
        'w' | 'h' => Wish::DeleteWordBack,
        'd' => Wish::DeleteNext,
        'u' => Wish::DeleteToStart,
        'k' => Wish::DeleteToEnd,
        // Line feed and carriage return, as terminals without better codes send them.
        'j' | 'm' => Wish::NewLine,
        _ => return None,
    })
}

fn with_alt(c: char) -> Option<Wish> {
    Some(match c {
        'b' => Wish::WordLeft,
        'f' => Wish::WordRight,
        'd' => Wish::DeleteWordNext,
        'a' => Wish::SelectAll,
        '<' => Wish::TextStart,
        '>' => Wish::TextEnd,
        _ => return None,
    })
}

fn named(code: KeyCode, by_word: bool) -> Option<Wish> {
    Some(match (code, by_word) {
        (KeyCode::Enter, _) => Wish::NewLine,
        (KeyCode::Tab, _) => Wish::Tab,
        (KeyCode::Left, false) => Wish::Left,
        (KeyCode::Left, true) => Wish::WordLeft,
        (KeyCode::Right, false) => Wish::Right,
        (KeyCode::Right, true) => Wish::WordRight,
        (KeyCode::Up, _) => Wish::Up,
        (KeyCode::Down, _) => Wish::Down,
        (KeyCode::PageUp, _) => Wish::PageUp,
        (KeyCode::PageDown, _) => Wish::PageDown,
        (KeyCode::Home, false) => Wish::LineStart,
        (KeyCode::Home, true) => Wish::TextStart,
        (KeyCode::End, false) => Wish::LineEnd,
        (KeyCode::End, true) => Wish::TextEnd,
        (KeyCode::Backspace, false) => Wish::DeleteBack,
        (KeyCode::Backspace, true) => Wish::DeleteWordBack,
        (KeyCode::Delete, false) => Wish::DeleteNext,
        (KeyCode::Delete, true) => Wish::DeleteWordNext,
        _ => return None,
    })
}
