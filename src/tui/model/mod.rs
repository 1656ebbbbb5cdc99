//! The model: everything that the screen shows. Nothing here touches a terminal, a disk or a clock.

pub mod comments;
pub mod design_parts;
pub mod detail;
pub mod drafts;
pub mod feature_list;
pub mod feedback_items;
mod message;
pub mod other_flow;
pub mod read_log;
pub mod run_key;
mod timers;
pub mod transcript;

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::layout::Size;

use crate::tui::keys::{Keys, PaneKey};
use crate::tui::machine::Machine;
use crate::tui::modal::Modal;
use crate::tui::modal::gate::GateDialog;
use crate::tui::modal::sheet::Sheet;
use crate::tui::model::detail::Detail;
use crate::tui::model::drafts::Drafts;
use crate::tui::model::feature_list::Features;
use crate::tui::model::other_flow::OtherFlow;
use crate::tui::model::read_log::ReadLog;
use crate::tui::model::run_key::RunKey;
use crate::tui::panes::{Panes, WITH_PAST};
use crate::tui::screen_settings::Budget;
use crate::tui::view::areas::{Areas, gate_area};
use crate::tui::view::list::head_rows;
use crate::tui::view::theme::{Background, Theme};
use frieze_engine::BoardEntry;
use frieze_kernel::Attention;

use message::Message;

/// The whole screen.
#[derive(Debug, Default)]
pub struct Model {
    pub now: Timestamp,
    pub size: Size,
    pub theme: Theme,
    pub background: Background,
    pub keys: Keys,
    /// The name of the workspace's folder.
    pub workspace_name: String,
    pub features: Features,
    /// The state machine of designs, as a diagram.
    pub machine: Machine,
    /// The other workflows of the workspace.
    pub others: Vec<OtherFlow>,
    /// The last feature that was read; another one may be selected by now.
    pub detail: Option<Arc<Detail>>,
    /// The past iteration in the panes of the design, once it was read, and its folder.
    pub past: Option<Arc<Detail>>,
    pub past_folder: Option<u32>,
    /// When the selection changed.
    pub selected_at: Option<Timestamp>,
    /// The pane in front among those that share an area.
    pub tab: PaneKey,
    /// The pane that takes the keys.
    pub focus: PaneKey,
    /// The pane whose line led to an element in the Intent pane.
    pub came_from: Option<PaneKey>,
    pub zoomed: bool,
    pub panes: Panes,
    pub modal: Option<Modal>,
    /// How many sheets were opened.
    sheets: u64,
    /// The gate that waits while the panes have the keys.
    pub aside: Option<Box<GateDialog>>,
    pub message: Option<Message>,
    /// The lines of each design that were on the screen.
    pub read_log: ReadLog,
    /// Progress of the runs whose agent is answering.
    pub live: HashMap<RunKey, Arc<BoardEntry>>,
    /// The limits of a run.
    pub budget: Budget,
    /// Whether the built-in generator reads the feedback of a rejection.
    pub is_built_in: bool,
    /// Text for decisions that are not made yet.
    pub drafts: Drafts,
    /// The words of the last search.
    pub search_words: String,
    /// A command about a feature that is still being read; it is carried out afterwards.
    pub pending_command: Option<(RunKey, String)>,
    /// The last refused action, so that repeating it is journalled only once.
    pub last_refused: Option<RefusedAction>,
    /// The typed commands, oldest first.
    pub commands: Vec<String>,
    /// The paths typed for new features, oldest first.
    pub paths: Vec<String>,
    /// A demo workspace was just made: run its features as soon as they are listed.
    pub run_when_listed: bool,
    /// Why files are polled and not watched.
    pub polling: Option<String>,
    /// The person confirmed that quitting pauses the runs.
    pub may_quit: bool,
    /// When features held by other processes were last inspected.
    pub leases_checked: Option<Timestamp>,
    /// Whether the terminal window has the focus; `None` if the terminal did not report it.
    pub focused: Option<bool>,
    /// Until then, keys are dropped: they were typed for something that is not open.
    pub drop_keys_until: Option<(Timestamp, MeantFor)>,
    /// The time of the last key, paste or mouse event.
    pub last_input: Timestamp,
    /// The screen was too small and was not drawn since. Keys are ignored until it is.
    pub is_undrawn: bool,
    /// Something visible has changed.
    pub dirty: bool,
}

/// What keys were typed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeantFor {
    /// A text that could not be begun: its letters, and the Enter at its end.
    Text,
    /// A dialog that closed by itself: all keys but Ctrl+C.
    Dialog,
}

/// An action that the feature's state did not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedAction {
    pub run: RunKey,
    pub action: &'static str,
    /// When the feature entered that state.
    pub since: Option<Timestamp>,
}

impl Model {
    /// A screen without features.
    pub fn new(
        workspace_name: String,
        machine: Machine,
        theme: Theme,
        keys: Keys,
        size: Size,
        now: Timestamp,
    ) -> Self {
        let mut model = Self {
            now,
            size,
            theme,
            keys,
            workspace_name,
            machine,
            tab: PaneKey::Critique,
            last_input: now,
            dirty: true,
            ..Self::default()
        };
        model.arrange();
        model
    }

    /// The areas of the screen; `None` if it is too small.
    pub fn areas(&self) -> Option<Areas> {
        if self.aside.is_some() || matches!(self.modal, Some(Modal::Gate(_))) {
            let front = if self.is_tab(self.focus) { self.focus } else { self.tab };
            let next_to = Areas::next_to_gate(self.size, front);
            if next_to.is_some() {
                return next_to;
            }
        }
        // A candidate's remarks are short; what went wrong has a reason and a hint.
        let explains = self.features.selected_card().is_some_and(|card| {
            card.needs_person() && card.reason.is_some() && card.needs != Some(Attention::Decision)
        });
        // While another feature is read, everything stays in place.
        let view = self.detail.as_ref().and_then(|detail| detail.run());
        let has_history = view.is_some_and(|view| view.judged.len() > 1);
        let has_history = (!self.is_other_selected()).then_some(has_history);
        Areas::of(self.size, self.tab, self.focus, self.zoomed, has_history, explains)
    }

    /// Whether the panes are seen: no dialog covers them.
    pub fn shows_panes(&self) -> bool {
        match &self.modal {
            Some(Modal::Gate(_)) => gate_area(self.size).is_some(),
            Some(_) => false,
            None => true,
        }
    }

    /// Whether keys typed before the next frame are dropped, since nobody has seen what they would act on.
    pub fn awaits_drawing(&self) -> bool {
        let is_back = self.is_undrawn && self.areas().is_some();
        is_back || self.modal.as_ref().is_some_and(Modal::awaits_drawing)
    }

    /// Lays everything out again. Call it after every change of size, focus, pane or data; only visible panes cost
    /// anything.
    pub fn arrange(&mut self) {
        let Some(areas) = self.areas() else { return };
        let list = areas.inside(PaneKey::Features);
        self.features.resize(list.height.saturating_sub(head_rows(list.width)));
        // The detail of another feature is never shown as that of this one.
        let (current, past) = (self.current().cloned(), self.past.clone());
        self.panes.arrange(&areas, current.as_deref(), past.as_deref(), self.theme);
        if let Some(modal) = &mut self.modal {
            modal.arrange(self.size, self.theme, &self.keys, &self.features);
        }
        if let Some(gate) = &mut self.aside {
            gate.arrange(self.size, self.theme);
        }
    }

    /// Opens an empty sheet, and returns its number: its lines may come when another one is open.
    pub fn open_sheet(&mut self, title: String) -> u64 {
        self.sheets += 1;
        self.modal = Some(Modal::Sheet(Box::new(Sheet::new(self.sheets, title))));
        self.sheets
    }

    /// Whether the shown design can be compared with another base than it is.
    pub fn can_change_base(&self) -> bool {
        let Some(detail) = self.shown_in(PaneKey::Diff) else { return false };
        let shown = self.panes.diff.pane.shown(detail).map(|compared| &compared.base);
        detail.base_choices().iter().any(|base| Some(base) != shown)
    }

    /// What a pane shows of the selected run: a past iteration if one is chosen, else its detail.
    pub fn shown_in(&self, pane: PaneKey) -> Option<&Arc<Detail>> {
        self.past.as_ref().filter(|_| WITH_PAST.contains(&pane)).or_else(|| self.current())
    }

    /// The detail of the selected run; `None` while it is being read.
    pub fn current(&self) -> Option<&Arc<Detail>> {
        self.detail
            .as_ref()
            .filter(|detail| self.features.selected_run().is_some_and(|key| detail.is_of(key)))
    }
}

const HISTORY: usize = 100;

/// Adds a typed line to its history.
pub fn remember(history: &mut Vec<String>, line: &str) {
    if !line.is_empty() {
        history.retain(|other| other != line);
        history.push(line.to_owned());
        let too_many = history.len().saturating_sub(HISTORY);
        history.drain(..too_many);
    }
}
