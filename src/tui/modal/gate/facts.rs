//! What was shown, compared with what is known now: a decision is about the bytes that the person saw, and where
//! they are others, nothing is decided and the change is shown.

use std::sync::Arc;

use super::heard::Hearing;
use super::{DRAFTED, GateDialog, Stage, WITH_SIGHT};
use crate::domain::diff;
use crate::domain::digest::Digest;
use crate::domain::intent::Reading;
use crate::domain::score::Score;
use crate::kernel::{By, Choice};
use crate::tui::detail::{Approval, Detail};
use crate::tui::features::Features;
use crate::tui::machine::{Edge, Machine};

/// What else is known of the design, as it was when the dialog was opened.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub state: &'static str,
    pub score: Option<Score>,
    pub threshold: Option<u8>,
    /// What is to be known of it before anything else: that it was edited by hand, or made from another brief.
    pub remark: Option<String>,
    /// Whose page would be frozen, where it is not simply the built-in one (ruling 12).
    pub preview: Option<String>,
    /// Who would approve it, and what would sign that.
    pub approval: Approval,
    /// The design that lay on the disk.
    pub on_disk: Option<Digest>,
    pub shown: Option<Arc<Reading>>,
    pub hearing: Hearing,
}

impl Facts {
    pub fn of(detail: &Detail, is_built_in: bool) -> Self {
        let view = detail.view.as_ref().ok();
        Self {
            state: view.map_or("", |view| view.state),
            score: view.and_then(|view| view.score),
            threshold: view.and_then(|view| view.threshold),
            remark: view.and_then(|view| view.reason.clone()),
            preview: view.and_then(|view| view.preview.clone()),
            approval: detail.approval.clone(),
            on_disk: on_disk(detail).map(|reading| reading.sha256),
            shown: on_disk(detail).cloned(),
            hearing: Hearing::of(is_built_in),
        }
    }
}

impl GateDialog {
    /// Compares what is shown with what is known now. True when the decision was carried out.
    pub fn notice(&mut self, features: &Features, detail: Option<&Arc<Detail>>, machine: &Machine) -> bool {
        let id = &self.gate.binding.feature.clone();
        let now = features.card(id).map(|card| (card.state, card.iteration));
        let moved = now.filter(|now| *now != (self.facts.state, self.gate.binding.iteration));
        if matches!(self.stage, Stage::Sent(_)) {
            return moved.is_some_and(|(state, _)| self.leads_to(machine, state));
        }
        let Some(detail) = detail.filter(|detail| detail.id == *id) else {
            self.stale = moved.map(|(state, _)| format!("{id} is {state} now")).or(self.stale.take());
            return false;
        };
        self.compare(detail);
        self.held = detail.held.as_ref().map(|(by, _)| by.clone());
        self.facts.approval = detail.approval.clone();
        // A drawing may come, or fail, while the dialog is open.
        self.facts.preview = detail.view.as_ref().ok().and_then(|view| view.preview.clone());
        let now = on_disk(detail).map(|reading| reading.sha256);
        let shown = &self.gate.binding;
        self.stale = match &detail.view {
            Err(stated) => Some(stated.what.clone()),
            Ok(view) => match &view.gate {
                None => Some(format!("{id} is {} now and waits for no decision", view.state)),
                Some(gate) if gate.binding.sha256 != shown.sha256 => Some(format!(
                    "the design is another one now: {} was shown, {} is there",
                    shown.sha256.short(),
                    gate.binding.sha256.short()
                )),
                Some(gate) if gate.key != self.gate.key || gate.binding != *shown => {
                    Some(format!("iteration {} waits for a decision now", gate.binding.iteration))
                }
                Some(_) if now != self.facts.on_disk => Some(match now {
                    Some(there) => format!(
                        "intent.json was changed: {} was shown, {} is on the disk",
                        shown.sha256.short(),
                        there.short()
                    ),
                    None => "intent.json cannot be read any more".to_owned(),
                }),
                Some(_) => None,
            },
        };
        if self.stale.is_some() {
            // What became of the design says why the engine refused, and better.
            self.message = None;
        }
        false
    }

    /// Whether a feature that has moved on there did so by what was chosen here, and not by what somebody else decided.
    fn leads_to(&self, machine: &Machine, state: &str) -> bool {
        let chosen = self.choice().map(|choice| choice.name);
        let (own, others): (Vec<&Edge>, Vec<&Edge>) = machine
            .leaving(self.facts.state)
            .filter(|edge| edge.by == By::Human)
            .partition(|edge| Some(edge.trigger) == chosen);
        let at_work = |edge: &&Edge| machine.leaving(edge.to).any(|next| next.by == By::Engine);
        own.iter().any(|edge| edge.to == state)
            || others.iter().all(|edge| edge.to != state) && own.iter().any(at_work)
    }

    /// What was decided, and what follows.
    pub fn outcome(&self) -> String {
        let id = self.feature();
        let name = self.choice().map_or("decide", |choice| choice.name);
        let end = if name.ends_with('e') { "d" } else { "ed" };
        let next = self.gate.binding.iteration.saturating_add(1);
        let follows = if name == DRAFTED { format!("; iteration {next} begins") } else { String::new() };
        format!("{id}: {name}{end}{follows}")
    }

    /// Why a choice cannot be made now.
    pub(super) fn barred<'a>(&'a self, choice: &'a Choice) -> Option<&'a str> {
        let held = self.held.as_ref().map(|_| "another frieze is at work on this feature");
        let lost = (choice.name == WITH_SIGHT && self.facts.on_disk.is_none())
            .then_some("design/intent.json is missing or cannot be used");
        held.or(choice.barred.as_deref()).or(lost)
    }

    /// What became of the design that was shown, in lines; worked out once for every design that is found.
    fn compare(&mut self, detail: &Detail) {
        let (Some(shown), Some(now)) = (&self.facts.shown, on_disk(detail)) else { return };
        if now.sha256 == shown.sha256 {
            self.change = None;
        } else if self.change.as_ref().is_none_or(|(digest, _)| *digest != now.sha256) {
            let changes = diff::between(&shown.intent, &now.intent);
            self.change = Some((now.sha256, diff::summary(&changes, diff::unpainted)));
        }
    }
}

fn on_disk(detail: &Detail) -> Option<&Arc<Reading>> {
    match &detail.intent {
        Some(Ok(reading)) => Some(reading),
        Some(Err(_)) | None => None,
    }
}
