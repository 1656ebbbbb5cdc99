//! A workflow other than the design, as far as the screen knows it: names and tables, from the workflow itself.

use crate::tui::keys::PaneKey;
use crate::tui::machine::Machine;
use crate::tui::model::Model;
use crate::tui::view::TABS;
use frieze_engine::{Flows, Runs};
use frieze_kernel::{Sheet, Verb};

/// The places of sheets, in their order.
pub const PLACES: [PaneKey; 6] =
    [PaneKey::Critique, PaneKey::Diff, PaneKey::Preview, PaneKey::Intent, PaneKey::Feedback, PaneKey::Scores];

/// A workflow other than the design.
#[derive(Clone, Debug)]
pub struct OtherFlow {
    pub name: &'static str,
    pub machine: Machine,
    pub verbs: &'static [Verb],
    pub sheets: &'static [Sheet],
}

impl OtherFlow {
    fn of(runs: &dyn Runs) -> Self {
        let machine = Machine::of(runs.machine());
        Self { name: runs.name(), machine, verbs: runs.verbs(), sheets: runs.sheets() }
    }

    /// All workflows of a workspace other than the design.
    pub fn all(flows: &Flows) -> Vec<Self> {
        flows.others.iter().map(|runs| Self::of(runs.as_ref())).collect()
    }

    /// The panes that have its sheets, with their titles.
    pub fn places(&self) -> impl Iterator<Item = (PaneKey, &'static str)> {
        PLACES.into_iter().zip(self.sheets).map(|(pane, sheet)| (pane, sheet.title))
    }
}

impl Model {
    /// Whether a run of another workflow than the design is selected.
    pub fn is_other_selected(&self) -> bool {
        self.features.selected_run().is_some_and(|key| key.design().is_none())
    }

    /// The workflow of the selected run; `None` for designs.
    pub fn other_flow(&self) -> Option<&OtherFlow> {
        let key = self.features.selected_run()?;
        self.others.iter().find(|flow| flow.name == key.flow)
    }

    /// The verbs of the selected run's workflow.
    pub fn verbs(&self) -> &'static [Verb] {
        self.other_flow().map_or(&[], |flow| flow.verbs)
    }

    /// The state machine of the selected run.
    pub fn selected_machine(&self) -> &Machine {
        self.other_flow().map_or(&self.machine, |flow| &flow.machine)
    }

    /// The panes of the selected run that share an area, with their titles.
    pub fn tabs(&self) -> Vec<(PaneKey, &'static str)> {
        if !self.is_other_selected() {
            return TABS.to_vec();
        }
        let journal = TABS.into_iter().filter(|(pane, _)| *pane == PaneKey::Journal);
        let mut tabs: Vec<_> =
            self.other_flow().into_iter().flat_map(OtherFlow::places).chain(journal).collect();
        tabs.sort_by_key(|(pane, _)| *pane);
        tabs
    }

    /// Whether a pane is one of those that share an area.
    pub fn is_tab(&self, pane: PaneKey) -> bool {
        self.tabs().iter().any(|(key, _)| *key == pane)
    }

    /// Whether the selected run has a pane.
    pub fn has_pane(&self, pane: PaneKey) -> bool {
        let is_scores = pane == PaneKey::Scores && !self.is_other_selected();
        matches!(pane, PaneKey::Features | PaneKey::Machine) || is_scores || self.is_tab(pane)
    }

    /// Gives the panes to the selected run: its sheets, and a pane in front that it has.
    pub fn place_panes(&mut self) {
        let places: Vec<PaneKey> =
            self.other_flow().into_iter().flat_map(OtherFlow::places).map(|(pane, _)| pane).collect();
        self.panes.place_sheets(places.into_iter());
        let first = self.tabs().first().map_or(PaneKey::Journal, |(pane, _)| *pane);
        if !self.is_tab(self.tab) {
            self.tab = first;
        }
        if !self.has_pane(self.focus) {
            self.focus = self.tab;
        }
    }
}
