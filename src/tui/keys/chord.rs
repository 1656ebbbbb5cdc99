//! A key with its modifiers, parsed from its name or from a key event.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with the modifiers that matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chord {
    code: KeyCode,
    control: bool,
}

/// The chord of a key press; `None` with Alt, which is not used. Terminals send a capital letter as itself.
pub fn pressed(key: KeyEvent) -> Option<Chord> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    (!key.modifiers.contains(KeyModifiers::ALT)).then_some(Chord { code: key.code, control })
}

/// The names that [`chord`] parses, for people.
pub const KEY_NAMES: &str = "a character (d, D, ?), space, enter, esc, tab, shift-tab, up, down, left, right, pgup, pgdn, home, \
                         end, f1, or ctrl- and one of these";

/// Parses the name of a key.
pub fn chord(name: &str) -> Option<Chord> {
    let (control, name) = name.strip_prefix("ctrl-").map_or((false, name), |rest| (true, rest));
    let code = match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        // The terminals' name and the common one.
        "shift-tab" | "backtab" => KeyCode::BackTab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "pgup" => KeyCode::PageUp,
        "pgdn" => KeyCode::PageDown,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "f1" => KeyCode::F(1),
        "space" => KeyCode::Char(' '),
        other => {
            let mut chars = other.chars();
            let c = chars.next().filter(|c| !c.is_control() && !c.is_whitespace())?;
            // With Control, terminals send no capitals.
            let c = if control { c.to_ascii_lowercase() } else { c };
            chars.next().is_none().then_some(KeyCode::Char(c))?
        }
    };
    Some(Chord { code, control })
}
