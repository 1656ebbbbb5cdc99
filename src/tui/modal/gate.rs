//! The gate: approve, reject, abort.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use super::{Context, Outcome};
use crate::kernel::Gate;
use crate::tui::model::Model;
use crate::tui::theme::Theme;

/// The dialog's own state.
#[derive(Debug)]
pub struct GateDialog {
    pub gate: Gate,
    drawn: bool,
}

impl GateDialog {
    /// `seen` is how many of how many parts of the design were on the screen, `draft` what was written for a
    /// rejection before.
    pub fn new(gate: Gate, _seen: (usize, usize), _draft: &str) -> Self {
        Self { gate, drawn: false }
    }

    pub fn key(&mut self, _key: KeyEvent, _context: &Context<'_>) -> Outcome {
        Outcome::close()
    }

    pub fn pasted(&mut self, _text: &str, _context: &Context<'_>) -> Outcome {
        Outcome::stay()
    }

    pub fn drawn(&mut self) {
        self.drawn = true;
    }

    pub fn awaits_drawing(&self) -> bool {
        !self.drawn
    }

    pub fn arrange(&mut self, _size: Size, _theme: Theme) {}

    pub fn draw(&self, _model: &Model, _buffer: &mut Buffer) -> Option<Position> {
        None
    }
}
