//! Comparison of the candidate that the dialog shows with the one on the disk. A decision is bound to the bytes that were
//! shown; if they have changed, nothing is decided and the dialog shows the change.

use std::sync::Arc;

use super::{APPROVE, CHOOSE, GateDialog, NOTHING, REJECT, Stage};
use crate::tui::machine::{Edge, Machine};
use crate::tui::model::detail::{Approval, Detail};
use crate::tui::model::feature_list::Features;
use frieze_intent::diff;
use frieze_kernel::{By, Choice};

impl GateDialog {
    /// Compares the shown candidate with the current one. True when the decision was carried out.
    pub fn refresh(&mut self, features: &Features, detail: Option<&Arc<Detail>>, machine: &Machine) -> bool {
        let id = &self.gate.binding.feature.clone();
        let now = features.card(id).map(|card| (card.state, card.iteration));
        let moved = now.filter(|now| *now != (self.state(), self.gate.binding.iteration));
        if self.is_sent() {
            return moved.is_some_and(|(state, _)| self.is_own_result(machine, state));
        }
        let Some(detail) = detail.filter(|detail| detail.is_of(&id.into())) else {
            self.is_over |= moved.is_some_and(|(state, _)| state != self.state());
            self.stale = moved.map(|(state, _)| format!("{id} is {state} now.")).or(self.stale.take());
            return false;
        };
        self.compare(detail);
        self.show(detail);
        self.is_over = detail.run().is_some_and(|view| view.gate().is_none());
        self.is_lost = detail.run().is_some_and(|view| view.gate().is_some()) && detail.reading().is_none();
        let [now, before] = [detail, &self.shown].map(|of| of.reading().map(|reading| reading.sha256));
        let shown = &self.gate.binding;
        let decided = detail.last_decision().filter(|last| self.shown.last_decision().as_ref() != Some(last));
        let decided = decided.map(|(_, decided)| decided).unwrap_or_default();
        self.stale = match &detail.view {
            Err(problem) => Some(problem.what.clone()),
            Ok(view) => match view.gate() {
                None => Some(format!("{id} is {} now. There is nothing to decide.{decided}", view.state)),
                Some(gate) if gate.binding.sha256 != shown.sha256 => Some(format!(
                    "The design has changed: {} was shown, {} is current.{decided}",
                    shown.sha256.short(),
                    gate.binding.sha256.short()
                )),
                Some(gate) if gate.key != self.gate.key || gate.binding != *shown => Some(format!(
                    "Iteration {} is waiting for a decision now.{decided}",
                    gate.binding.iteration
                )),
                Some(_) if now != before => Some(match now {
                    Some(there) => format!(
                        "intent.json has changed: {} was shown, {} is on the disk.",
                        shown.sha256.short(),
                        there.short()
                    ),
                    None => "intent.json can no longer be read.".to_owned(),
                }),
                Some(_) => None,
            },
        };
        if let (None, Some(gate)) = (&self.stale, detail.run().and_then(|view| view.gate())) {
            // What a choice needs may have been lost, or restored.
            self.gate.choices.clone_from(&gate.choices);
        }
        if self.stale.is_some() {
            // The change explains better why the engine refused.
            self.message = None;
        }
        false
    }

    /// Shows the run as it is now. An approval that is being confirmed with other terms must be confirmed again.
    fn show(&mut self, detail: &Arc<Detail>) {
        let is_confirming = self.stage == Stage::Confirming && self.is_approval();
        if is_confirming && terms(detail) != terms(&self.now) {
            self.confirmation.set_text("");
            self.drawn = false;
            self.message = Some("What you approve has changed. Please read it again.".to_owned());
        }
        self.now = detail.clone();
    }

    /// The state of the run when the dialog was opened.
    fn state(&self) -> &'static str {
        self.shown.run().map_or("", |view| view.state)
    }

    /// Whether the choice made here led to a state, rather than somebody else's decision.
    fn is_own_result(&self, machine: &Machine, state: &str) -> bool {
        let chosen = self.choice().map(|choice| choice.name);
        let (own, others): (Vec<&Edge>, Vec<&Edge>) = machine
            .leaving(self.state())
            .filter(|edge| edge.by == By::Human)
            .partition(|edge| Some(edge.trigger) == chosen);
        let at_work = |edge: &&Edge| machine.leaving(edge.to).any(|next| next.by == By::Engine);
        own.iter().any(|edge| edge.to == state)
            || others.iter().all(|edge| edge.to != state) && own.iter().any(at_work)
    }

    /// The decision and what follows: `checkout: rejected; iteration 4 begins`.
    pub fn outcome(&self) -> String {
        let id = self.feature();
        let name = self.choice().map_or("decide", |choice| choice.name);
        let end = if name.ends_with('e') { "d" } else { "ed" };
        let next = self.gate.binding.iteration.saturating_add(1);
        let follows = if name == REJECT { format!("; iteration {next} begins") } else { String::new() };
        format!("{id}: {name}{end}{follows}")
    }

    /// Why a choice cannot be made now.
    pub(super) fn barred<'a>(&'a self, choice: &'a Choice) -> Option<&'a str> {
        let held = self.now.held_by.as_ref().map(|_| "this feature is running in another frieze");
        let lost = (choice.name == APPROVE && self.shown.reading().is_none())
            .then_some("design/intent.json is missing or cannot be used");
        held.or(choice.barred.as_deref()).or(lost)
    }

    /// The choices that can be made now.
    pub(super) fn possible(&self) -> Vec<&Choice> {
        self.gate.choices.iter().filter(|choice| self.barred(choice).is_none()).collect()
    }

    /// What to do before a choice.
    pub(super) fn task(&self) -> &'static str {
        if self.possible().is_empty() { NOTHING } else { CHOOSE }
    }

    /// Describes how the design changed since it was shown; worked out once for each new version.
    fn compare(&mut self, detail: &Detail) {
        let (Some(shown), Some(now)) = (self.shown.reading(), detail.reading()) else { return };
        if now.sha256 == shown.sha256 {
            self.change = None;
        } else if self.change.as_ref().is_none_or(|(digest, _)| *digest != now.sha256) {
            let changes = diff::between(&shown.intent, &now.intent);
            self.change = Some((now.sha256, diff::summary(&changes, diff::unpainted)));
        }
    }
}

/// What an approval means, apart from the design: the engine's remark, for example that the brief was changed; whose preview page
/// would be frozen, unless it is the built-in one (ruling 12); and the approver.
pub(super) fn terms(detail: &Detail) -> (Option<&str>, Option<&str>, &Approval) {
    let view = detail.run();
    let [remark, preview] =
        [view.and_then(|it| it.reason.as_deref()), view.and_then(|it| it.preview.as_deref())];
    (remark, preview, &detail.approval)
}

/// The comparison of the design on the disk with the brief, then one line for each requirement that it leaves out.
pub(super) fn fidelity(detail: &Detail) -> Vec<String> {
    let critique = detail.critique_file();
    let of_this = critique.filter(|file| detail.reading().is_some_and(|now| now.sha256 == file.input_sha256));
    let Some(fidelity) = of_this.and_then(|file| file.fidelity.as_ref()) else { return Vec::new() };
    let left = fidelity.left_out.iter();
    let left = left.map(|left| format!("left out: {} (line {}): {}", left.id, left.line, left.reason));
    std::iter::once(fidelity.in_words()).chain(left).collect()
}

/// One line for each dismissed finding.
pub(super) fn dismissed(detail: &Detail) -> Vec<String> {
    let critique = detail.critique_file();
    let findings = critique.iter().flat_map(|file| &file.findings);
    let dismissed = findings.filter_map(|finding| Some((finding, finding.dismissed.as_ref()?)));
    dismissed
        .map(|(finding, by)| format!("dismissed: {} ({}): {}", finding.check, by.by, by.reason))
        .collect()
}
