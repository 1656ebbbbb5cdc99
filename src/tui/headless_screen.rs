//! The screen without a terminal, for benchmarks.

use std::collections::BTreeMap;

use crossterm::event::KeyCode;
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use crate::tui::keys::{Keys, PaneKey, WrongKeys};
use crate::tui::machine::Machine;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::model::detail::{Base, Detail};
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Msg;
use crate::tui::update::update;
use crate::tui::view::theme::Theme;
use crate::tui::view::{LastFrame, view};
use frieze_data::id::FeatureId;
use frieze_engine::{Activity, Seal};
use frieze_kernel::files::Home;
use frieze_kernel::{RunView, Transitions};
use frieze_ports::Store;

/// A screen that draws into a buffer only.
#[derive(Debug)]
pub struct HeadlessScreen {
    model: Model,
    last_frame: LastFrame,
    buffer: Buffer,
    previous: Buffer,
}

impl HeadlessScreen {
    /// An empty screen for a flow with these transitions.
    pub fn new(transitions: Transitions, width: u16, height: u16) -> Result<Self, WrongKeys> {
        let (keys, size) = (Keys::of(&BTreeMap::new())?, Size::new(width, height));
        let machine = Machine::of(transitions);
        let model =
            Model::new("headless".to_owned(), machine, Theme::Colours, keys, size, Timestamp::UNIX_EPOCH);
        let empty = Buffer::empty(size.into());
        Ok(Self { model, last_frame: LastFrame::default(), buffer: empty.clone(), previous: empty })
    }

    /// Lists features and reads their cards.
    pub fn list(&mut self, views: &[RunView]) {
        let ids: Vec<FeatureId> = views.iter().map(|view| view.id.clone()).collect();
        update(&mut self.model, Msg::Listed(Ok(ids)));
        let cards = views.iter().map(|view| (RunKey::of(view), Card::of(view, Activity::Idle)));
        update(&mut self.model, Msg::CardsRead(cards.collect()));
    }

    /// Reads the selected feature from a store, compared with one of its iterations.
    pub fn read(&mut self, view: RunView, store: &dyn Store, with: u32) {
        let id = view.id.clone();
        let detail =
            Detail::read(Ok(view), store, &id, Seal::none(&Home::of(&id)), Some(Base::Iteration(with)));
        update(&mut self.model, Msg::Detail(detail.into()));
    }

    /// Presses a key, or backspace; returns the number of commands that follow.
    pub fn key(&mut self, c: char) -> usize {
        let code = if c == '\u{8}' { KeyCode::Backspace } else { KeyCode::Char(c) };
        update(&mut self.model, Msg::Key(code.into())).len()
    }

    /// Opens the feedback editor of the selected candidate and pastes a text. Returns whether it takes text.
    pub fn write_feedback(&mut self, text: &str) -> bool {
        for key in ['d', 'r'] {
            self.key(key);
            // A dialog takes keys once it is on the screen.
            update(&mut self.model, Msg::Drawn(Vec::new()));
        }
        update(&mut self.model, Msg::Pasted(text.to_owned()));
        self.model.modal.as_ref().is_some_and(Modal::takes_text)
    }

    /// Makes the lines of every visible pane again, as after a feature was read.
    pub fn remake(&mut self) {
        self.model.panes.changed();
        self.model.arrange();
    }

    /// Draws a frame; returns how many cells differ from the previous one.
    pub fn frame(&mut self) -> usize {
        // Two buffers in turn, as a terminal has them.
        std::mem::swap(&mut self.buffer, &mut self.previous);
        self.buffer.reset();
        view(&self.model, &self.last_frame, &mut self.buffer);
        self.last_frame.keep(&self.model, &self.buffer);
        self.previous.diff(&self.buffer).len()
    }

    /// The number of lines in a pane.
    pub fn lines(&self, pane: PaneKey) -> usize {
        self.model.panes.list(pane).map_or(0, |list| list.rows().len())
    }
}
