//! Settings that a run keeps although the configuration changed: "Any attempt to modify threshold mid-run MUST be rejected".
//! The attempt is reported once for each value. Another model or template ends the run instead
//! (`state_change::broken_guarantee`).

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::design::record::phase::DesignPhase;
use crate::design::record::pins::Pins;
use crate::design::{Facts, Step};
use frieze_kernel::{Event, Note, NoteKind};

/// Configured values that this run refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefusedSettings {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threshold: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_iterations: Option<u32>,
}

impl RefusedSettings {
    /// The configured values that differ from the run's.
    pub fn of(pins: &Pins, found: &Pins) -> Self {
        Self {
            threshold: Some(found.threshold).filter(|found| *found != pins.threshold),
            max_iterations: Some(found.max_iterations).filter(|found| *found != pins.max_iterations),
        }
    }

    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// A message for each refused value.
    pub fn describe(&self, pins: &Pins) -> Vec<String> {
        let threshold =
            self.threshold.map(|tried| refusal_text("threshold", pins.threshold.into(), tried.into()));
        let most = self.max_iterations.map(|tried| refusal_text("maxIterations", pins.max_iterations, tried));
        threshold.into_iter().chain(most).collect()
    }
}

fn refusal_text(what: &str, pinned: u32, tried: u32) -> String {
    format!(
        "{what} {tried} is refused during a run, which keeps {pinned}; the next run uses the configured value"
    )
}

/// Adds notes on newly refused values to a step of a running run. An inspection adds none: somebody may only read, with
/// other settings.
pub fn note_refused(mut step: Step, was: DesignPhase, event: &Event, facts: &Facts) -> Step {
    if !step.changed || matches!(event, Event::Inspected) || !is_under_way(was) {
        return step;
    }
    let Some(run) = &mut step.record.run else { return step };
    let (pins, found) = (&run.pins, &facts.terms.pins);
    let mut note = |what: &str, pinned: u32, tried: u32| {
        let data = json!({ "rule": "fixed-in-a-run", "what": what, "kept": pinned, "tried": tried, "user": facts.who });
        step.notes.push(Note { kind: NoteKind::Refused, text: refusal_text(what, pinned, tried), data });
    };
    let tried = RefusedSettings::of(pins, found);
    let before = std::mem::replace(&mut run.tried, tried);
    let RefusedSettings { threshold, max_iterations } = tried;
    if let Some(tried) = threshold.filter(|_| before.threshold != threshold) {
        note("threshold", pins.threshold.into(), tried.into());
    }
    if let Some(tried) = max_iterations.filter(|_| before.max_iterations != max_iterations) {
        note("maxIterations", pins.max_iterations, tried);
    }
    step
}

/// Whether a run has started and not ended.
pub fn is_under_way(phase: DesignPhase) -> bool {
    match phase {
        DesignPhase::Generating
        | DesignPhase::Evaluating
        | DesignPhase::Candidate
        | DesignPhase::Revising => true,
        DesignPhase::Idle | DesignPhase::Frozen | DesignPhase::Failed => false,
    }
}
