//! A key with its modifiers, parsed from its name or from a key event.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with the modifiers that matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chord {
    code: Code,
    control: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Code {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    F1,
}

/// The chord of a key press; `None` for keys without a name in the table.
pub fn pressed(key: KeyEvent) -> Option<Chord> {
    // Terminals send a capital letter as itself. Alt is not used.
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    #[expect(clippy::wildcard_enum_match_arm, reason = "there are many keys without a name")]
    let code = match key.code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::F(1) => Code::F1,
        _ => return None,
    };
    Some(Chord { code, control })
}

/// The names that [`chord`] parses, for people.
pub const KEY_NAMES: &str = "a character (d, D, ?), space, enter, esc, tab, shift-tab, up, down, left, right, pgup, pgdn, home, \
                         end, f1, or ctrl- and one of these";

/// Parses the name of a key.
pub fn chord(name: &str) -> Option<Chord> {
    let (control, name) = name.strip_prefix("ctrl-").map_or((false, name), |rest| (true, rest));
    let code = match name {
        "enter" => Code::Enter,
        "esc" => Code::Esc,
        "tab" => Code::Tab,
        // The terminals' name and the common one.
        "shift-tab" | "backtab" => Code::BackTab,
        "up" => Code::Up,
        "down" => Code::Down,
        "left" => Code::Left,
        "right" => Code::Right,
        "pgup" => Code::PageUp,
        "pgdn" => Code::PageDown,
        "home" => Code::Home,
        "end" => Code::End,
        "f1" => Code::F1,
        "space" => Code::Char(' '),
        other => {
            let mut chars = other.chars();
            let c = chars.next().filter(|c| !c.is_control() && !c.is_whitespace())?;
            // With Control, terminals send no capitals.
            let c = if control { c.to_ascii_lowercase() } else { c };
            chars.next().is_none().then_some(Code::Char(c))?
        }
    };
    Some(Chord { code, control })
}
