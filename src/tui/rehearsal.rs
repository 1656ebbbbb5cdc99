//! The screen without a terminal, for the benches: features and designs in, keys in, pictures out.

use std::collections::BTreeMap;

use crossterm::event::KeyCode;
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::detail::{Base, Detail};
use super::features::Card;
use super::keys::{Keys, PaneKey, WrongKeys};
use super::machine::Machine;
use super::model::Model;
use super::msg::Msg;
use super::theme::Theme;
use super::update::update;
use super::view::{Before, view};
use crate::domain::id::FeatureId;
use crate::engine::{Doing, Seal};
use crate::kernel::{Flow, RunView};
use crate::ports::Store;

/// A screen of which nobody sees the pictures.
#[derive(Debug)]
pub struct Rehearsal {
    model: Model,
    before: Before,
    picture: Buffer,
    last: Buffer,
}

impl Rehearsal {
    pub fn new<F: Flow>(width: u16, height: u16) -> Result<Self, WrongKeys> {
        let (keys, size) = (Keys::of(&BTreeMap::new())?, Size::new(width, height));
        let machine = Machine::of::<F>();
        let model =
            Model::new("rehearsal".to_owned(), machine, Theme::Colours, keys, size, Timestamp::UNIX_EPOCH);
        let empty = Buffer::empty(size.into());
        Ok(Self { model, before: Before::default(), picture: empty.clone(), last: empty })
    }

    /// The features that there are, read.
    pub fn list(&mut self, views: &[RunView]) {
        let ids: Vec<FeatureId> = views.iter().map(|view| view.id.clone()).collect();
        update(&mut self.model, Msg::Listed(Ok(ids)));
        let cards = views.iter().map(|view| (view.id.clone(), Card::of(view, Doing::Resting)));
        update(&mut self.model, Msg::Read(cards.collect()));
    }

    /// Everything about the selected feature, as it is read from a store, compared with one of its iterations.
    pub fn read<F: Flow>(&mut self, view: RunView, store: &dyn Store, with: u32) {
        let id = view.id.clone();
        let detail =
            Detail::read::<F>(Ok(view), store, &id, Seal::none(&F::home(&id)), Some(Base::Iteration(with)));
        update(&mut self.model, Msg::Detail(detail.into()));
    }

    /// A key, and what follows from it within the screen.
    pub fn key(&mut self, c: char) -> usize {
        update(&mut self.model, Msg::Key(KeyCode::Char(c).into())).len()
    }

    /// Makes the lines of every pane on the screen anew, as when a feature was read.
    pub fn remake(&mut self) {
        self.model.panes.changed();
        self.model.arrange();
    }

    /// Draws a picture; how many cells differ from the last one.
    pub fn frame(&mut self) -> usize {
        // Two buffers in turn, as a terminal has them.
        std::mem::swap(&mut self.picture, &mut self.last);
        self.picture.reset();
        view(&self.model, &self.before, &mut self.picture);
        self.before.keep(&self.model, &self.picture);
        self.last.diff(&self.picture).len()
    }

    /// How many lines a pane has.
    pub fn lines(&self, pane: PaneKey) -> usize {
        self.model.panes.list(pane).map_or(0, |list| list.rows().len())
    }
}
