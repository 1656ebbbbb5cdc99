//! Turns of the mouse wheel.

use crossterm::event::MouseEventKind;

/// The lines that a turn of the wheel scrolls by; 0 for other events.
pub fn wheel(kind: MouseEventKind) -> isize {
    if kind == MouseEventKind::ScrollDown {
        3
    } else if kind == MouseEventKind::ScrollUp {
        -3
    } else {
        0
    }
}
