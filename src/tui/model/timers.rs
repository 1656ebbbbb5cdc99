//! Timers: when the screen changes by itself.

use std::time::Duration;

use super::Model;
use crate::tui::modal::Modal;
use crate::tui::model::run_key::RunKey;

/// How often a spinner turns, and how often ages are drawn again.
const TURN: Duration = Duration::from_millis(100);
const AGES: Duration = Duration::from_secs(60);
/// How long the panes may show the feature that was selected before, until they say that they are reading.
const LOADING: Duration = Duration::from_millis(150);
/// The pause in the typing after which the feedback is read by the grammar.
const PAUSE: Duration = Duration::from_millis(120);
/// How often a feature that another process holds is inspected. The release of a lease changes no watched file.
const LEASES: Duration = Duration::from_secs(2);
/// How long after an input event the person counts as present.
const PRESENT: jiff::SignedDuration = jiff::SignedDuration::from_secs(30);

impl Model {
    /// Whether the person looks at this window. Many terminals do not report it; then recent input decides.
    pub fn is_person_here(&self) -> bool {
        self.focused.unwrap_or_else(|| self.now.duration_since(self.last_input) < PRESENT)
    }

    /// How long the selected feature has been read; `None` once it is.
    fn loading_time(&self) -> Option<Duration> {
        let since = self.selected_at.filter(|_| self.current().is_none())?;
        self.now.duration_since(since).try_into().ok()
    }

    /// Whether the selected feature is being read only since a moment ago.
    pub fn is_loading_briefly(&self) -> bool {
        self.loading_time().is_some_and(|time| time < LOADING)
    }

    /// The selected feature, if another process held it and that was checked a while ago.
    pub fn lease_check_due(&self) -> Option<RunKey> {
        let detail = self.current()?;
        let (_, at) = detail.held_by.as_ref()?;
        (self.now.duration_since(*at).unsigned_abs() >= LEASES).then(|| detail.key())
    }

    /// The features that other processes hold, if those were checked a while ago.
    pub fn leases_to_check(&mut self) -> Vec<RunKey> {
        let is_due =
            self.leases_checked.is_none_or(|at| self.now.duration_since(at).unsigned_abs() >= LEASES);
        if self.features.counts().elsewhere == 0 || !is_due {
            return Vec::new();
        }
        self.leases_checked = Some(self.now);
        let held = self.features.cards().filter(|(_, card)| card.held_by.is_some());
        held.map(|(id, _)| id.clone()).collect()
    }

    /// How long until something on the screen changes by itself; `None` if nothing does, so that no timer runs.
    pub fn next_tick(&self) -> Option<Duration> {
        let message = self.message.as_ref().and_then(|message| message.time_left(self.now));
        let all = [self.next_move(), message, self.read_log.due_in(self.now), self.preview_in()];
        all.into_iter().flatten().min()
    }

    /// How long until the feedback that is being typed is read by the grammar; `None` if that was done.
    pub fn preview_in(&self) -> Option<Duration> {
        let Some(Modal::Gate(gate)) = &self.modal else { return None };
        let since = self.now.duration_since(self.last_input).unsigned_abs();
        gate.awaits_preview().then(|| PAUSE.saturating_sub(since))
    }

    fn next_move(&self) -> Option<Duration> {
        if self.features.counts().runs_here() > 0 {
            return Some(TURN);
        }
        let loading = self.loading_time().and_then(|time| LOADING.checked_sub(time));
        if let Some(wait) = loading.filter(|wait| !wait.is_zero()) {
            return Some(wait);
        }
        let elsewhere = self.features.counts().elsewhere > 0;
        if elsewhere || self.current().is_some_and(|detail| detail.held_by.is_some()) {
            return Some(LEASES);
        }
        let has_ages = self.features.visible().any(|row| row.card.is_some_and(|card| card.since.is_some()));
        has_ages.then_some(AGES)
    }
}
