//! Dialogs. An open dialog takes all keys; none opens by itself.

pub mod ask;
mod dialog_box;
pub mod gate;
mod help;
mod lines;
pub mod plain_gate;
pub mod prompt;
mod prose;
pub mod sheet;
mod text_dialog;
pub mod welcome;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use crate::tui::keys::Keys;
use crate::tui::model::Model;
use crate::tui::model::feature_list::Features;
use crate::tui::msg::Cmd;
use crate::tui::view::theme::Theme;

/// An open dialog.
#[derive(Debug)]
pub enum Modal {
    Gate(Box<gate::GateDialog>),
    PlainGate(Box<plain_gate::PlainGate>),
    Prompt(Box<prompt::Prompt>),
    Welcome(welcome::Welcome),
    Ask(Box<ask::Ask>),
    Sheet(Box<sheet::Sheet>),
}

/// The result of a key, a click or a paste.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Whether the dialog closes.
    pub close: bool,
    pub cmds: Vec<Cmd>,
    /// A line that was entered, and its purpose.
    pub typed: Option<(prompt::Purpose, String)>,
}

impl Outcome {
    pub fn stay() -> Self {
        Self::default()
    }

    pub fn close() -> Self {
        Self { close: true, ..Self::default() }
    }
}

impl Modal {
    /// Whether it only says something until the next key.
    pub fn is_card(&self) -> bool {
        matches!(self, Self::Welcome(welcome) if welcome.is_card)
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        match self {
            Self::Gate(gate) => gate.key(key, model),
            Self::PlainGate(gate) => gate.key(key),
            Self::Prompt(prompt) => prompt.key(key, model),
            Self::Welcome(welcome) => welcome.key(key),
            Self::Ask(ask) => ask.key(key, model),
            Self::Sheet(sheet) => sheet.key(key),
        }
    }

    /// Handles pasted text.
    pub fn pasted(&mut self, text: &str, model: &mut Model) -> Outcome {
        match self {
            Self::Welcome(_) | Self::Ask(_) | Self::PlainGate(_) => Outcome::stay(),
            Self::Gate(gate) => gate.pasted(text, model),
            Self::Prompt(prompt) => prompt.pasted(text, model),
            Self::Sheet(sheet) => sheet.pasted(text),
        }
    }

    /// Handles a click or the wheel.
    pub fn mouse(&mut self, mouse: MouseEvent, model: &mut Model) -> Outcome {
        match self {
            Self::Gate(gate) => gate.mouse(mouse, model),
            Self::PlainGate(gate) => gate.mouse(mouse),
            Self::Welcome(welcome) => welcome.mouse(mouse),
            Self::Ask(ask) => ask.mouse(mouse, model),
            Self::Sheet(sheet) => sheet.mouse(mouse),
            Self::Prompt(_) => Outcome::stay(),
        }
    }

    /// The dialog is on the screen now.
    pub fn drawn(&mut self) {
        match self {
            Self::Gate(gate) => gate.drawn(),
            Self::PlainGate(gate) => gate.drawn = true,
            Self::Ask(ask) => ask.drawn = true,
            Self::Prompt(_) | Self::Welcome(_) | Self::Sheet(_) => {}
        }
    }

    /// Whether keys must be dropped because the dialog is not on the screen yet.
    pub fn awaits_drawing(&self) -> bool {
        match self {
            Self::Gate(gate) => !gate.drawn,
            Self::PlainGate(gate) => !gate.drawn,
            Self::Ask(ask) => !ask.drawn,
            Self::Prompt(_) | Self::Welcome(_) | Self::Sheet(_) => false,
        }
    }

    /// Whether letters are text now.
    pub fn takes_text(&self) -> bool {
        match self {
            Self::Gate(gate) => gate.takes_text(),
            Self::Prompt(_) => true,
            Self::Sheet(sheet) => sheet.takes_text(),
            Self::Welcome(_) | Self::Ask(_) | Self::PlainGate(_) => false,
        }
    }

    /// Makes the lines for a screen of this size.
    pub fn arrange(&mut self, screen: Size, theme: Theme, keys: &Keys, features: &Features) {
        match self {
            Self::Gate(gate) => gate.arrange(screen, theme),
            Self::PlainGate(gate) => gate.arrange(screen, theme),
            Self::Prompt(prompt) => prompt.arrange(screen),
            Self::Welcome(welcome) => welcome.arrange(screen, theme, keys, features.is_empty()),
            Self::Ask(ask) => ask.arrange(screen, theme),
            Self::Sheet(sheet) => sheet.arrange(screen, theme),
        }
    }

    /// Draws the dialog over the screen; returns the position of the cursor if there is one.
    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        match self {
            Self::Gate(gate) => return gate.draw(model, buffer),
            Self::Prompt(prompt) => return prompt.draw(model, buffer),
            Self::Welcome(welcome) => welcome.draw(model.theme, buffer),
            Self::Ask(ask) => ask.draw(model.theme, buffer),
            Self::Sheet(sheet) => sheet.draw(model.size, model.theme, buffer),
            Self::PlainGate(gate) => gate.draw(model.theme, buffer),
        }
        None
    }
}
