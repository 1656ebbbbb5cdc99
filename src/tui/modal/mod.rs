//! The dialog in front, if there is one. It has all keys while it is open; nothing opens by itself.

pub mod ask;
mod buttons;
mod choices;
pub mod gate;
pub mod help;
pub mod leave;
pub mod prompt;
mod prose;
pub mod welcome;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use super::drafts::Drafts;
use super::features::Features;
use super::keys::Keys;
use super::model::Model;
use super::msg::Cmd;
use super::theme::Theme;
use crate::domain::id::FeatureId;

/// The dialogs that there are.
#[derive(Debug)]
pub enum Modal {
    Help(help::Help),
    Gate(Box<gate::GateDialog>),
    Prompt(Box<prompt::Prompt>),
    Welcome(welcome::Welcome),
    Leave(leave::Leave),
    Ask(Box<ask::Ask>),
}

/// What a dialog wants after a key.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The dialog is over.
    pub close: bool,
    pub cmds: Vec<Cmd>,
    /// What the person should be told.
    pub say: Option<String>,
    /// Another dialog takes its place.
    pub next: Option<Modal>,
    /// Something that only the model as a whole can do.
    pub then: Option<Then>,
}

/// What a dialog asks of the screen when it is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// A line that was typed into a prompt, for what it was asked for.
    Typed(prompt::Purpose, String),
    /// The filter, as it is typed.
    Filter(String),
    /// The words for a feature's next rejection, as they are typed.
    Draft(FeatureId, String),
    /// A comment on an element that was left before it was finished.
    Half(FeatureId, String, String),
    /// A note or a reason for a choice, as it is typed.
    Aside(FeatureId, &'static str, String),
    /// The words for a rejection went along with the decision.
    Sent(FeatureId, String),
    /// The person leaves, whatever is under way.
    Leave,
}

impl Outcome {
    /// The dialog stays, and nothing else happens.
    pub fn stay() -> Self {
        Self::default()
    }

    /// The dialog is over, and nothing else happens.
    pub fn close() -> Self {
        Self { close: true, ..Self::default() }
    }
}

impl Modal {
    /// A key, all of which the dialog has.
    pub fn key(&mut self, key: KeyEvent, model: &Context<'_>) -> Outcome {
        match self {
            Self::Help(help) => help.key(key),
            Self::Gate(gate) => gate.key(key, model),
            Self::Prompt(prompt) => prompt.key(key, model),
            Self::Welcome(welcome) => welcome.key(key),
            Self::Leave(leave) => leave.key(key),
            Self::Ask(ask) => ask.key(key),
        }
    }

    /// A text that was pasted, as one.
    pub fn pasted(&mut self, text: &str, model: &Context<'_>) -> Outcome {
        match self {
            Self::Welcome(_) | Self::Leave(_) | Self::Ask(_) => Outcome::stay(),
            Self::Help(help) => help.pasted(text),
            Self::Gate(gate) => gate.pasted(text),
            Self::Prompt(prompt) => prompt.pasted(text, model),
        }
    }

    /// A click or the wheel.
    pub fn mouse(&mut self, mouse: MouseEvent, model: &Context<'_>) -> Outcome {
        match self {
            Self::Gate(gate) => gate.mouse(mouse, model),
            Self::Help(help) => help.mouse(mouse),
            Self::Welcome(welcome) => welcome.mouse(mouse),
            Self::Leave(leave) => leave.mouse(mouse),
            Self::Ask(ask) => ask.mouse(mouse),
            Self::Prompt(_) => Outcome::stay(),
        }
    }

    /// What a path that was being typed could go on to.
    pub fn found(&mut self, typed: &str, paths: &[String]) -> Outcome {
        match self {
            Self::Prompt(prompt) => prompt.found(typed, paths),
            Self::Help(_) | Self::Gate(_) | Self::Welcome(_) | Self::Leave(_) | Self::Ask(_) => {
                Outcome::stay()
            }
        }
    }

    /// The frame with this dialog is on the screen: from now on keys are meant for it.
    pub fn drawn(&mut self) {
        match self {
            Self::Gate(gate) => gate.drawn(),
            Self::Leave(leave) => leave.drawn(),
            Self::Ask(ask) => ask.drawn(),
            Self::Help(_) | Self::Prompt(_) | Self::Welcome(_) => {}
        }
    }

    /// Whether keys that were typed before the dialog was on the screen must be dropped.
    pub fn awaits_drawing(&self) -> bool {
        match self {
            Self::Gate(gate) => gate.awaits_drawing(),
            Self::Leave(leave) => leave.awaits_drawing(),
            Self::Ask(ask) => ask.awaits_drawing(),
            Self::Help(_) | Self::Prompt(_) | Self::Welcome(_) => false,
        }
    }

    /// Whether keys are letters of a text now.
    pub fn takes_text(&self) -> bool {
        match self {
            Self::Gate(gate) => gate.takes_text(),
            Self::Help(help) => help.takes_text(),
            Self::Prompt(_) => true,
            Self::Welcome(_) | Self::Leave(_) | Self::Ask(_) => false,
        }
    }

    /// Makes the lines, which depend on the width and on what they tell of.
    pub fn arrange(&mut self, screen: Size, theme: Theme, keys: &Keys, features: &Features) {
        match self {
            Self::Help(help) => help.arrange(screen, theme),
            Self::Gate(gate) => gate.arrange(screen, theme),
            Self::Prompt(prompt) => prompt.arrange(screen),
            Self::Welcome(welcome) => welcome.arrange(screen, theme),
            Self::Leave(leave) => leave.arrange(screen, theme, keys, features),
            Self::Ask(ask) => ask.arrange(screen, theme),
        }
    }

    /// Draws the dialog over the screen; where the cursor is, if there is one.
    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        match self {
            Self::Help(help) => {
                help.draw(model, buffer);
                None
            }
            Self::Gate(gate) => gate.draw(model, buffer),
            Self::Prompt(prompt) => prompt.draw(model, buffer),
            Self::Welcome(welcome) => {
                welcome.draw(model, buffer);
                None
            }
            Self::Leave(leave) => {
                leave.draw(model, buffer);
                None
            }
            Self::Ask(ask) => {
                ask.draw(model, buffer);
                None
            }
        }
    }
}

/// What a dialog may know of the rest of the screen.
#[derive(Debug)]
pub struct Context<'a> {
    pub features: &'a Features,
    pub drafts: &'a Drafts,
}
