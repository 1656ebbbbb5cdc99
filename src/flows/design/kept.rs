//! What stays as it was fixed although it is configured otherwise in the middle of a run: "Any attempt to modify threshold
//! mid-run MUST be rejected". The run goes on under its own values; the attempt is told once for each value. What a run
//! cannot go on with, another model or template, ends it instead (`moves::broken_guarantee`).

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::{Pins, Terms};
use crate::kernel::{Event, Facts, Note, NoteKind, Step};

/// What was tried and refused last in this run, and is configured still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tried {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threshold: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_iterations: Option<u32>,
}

impl Tried {
    /// What is configured otherwise than a run was begun with. What was put back as it was is no attempt any more.
    pub fn of(pins: &Pins, found: &Pins) -> Self {
        Self {
            threshold: Some(found.threshold).filter(|found| *found != pins.threshold),
            max_iterations: Some(found.max_iterations).filter(|found| *found != pins.max_iterations),
        }
    }

    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// One sentence for each value that was refused.
    pub fn told(&self, pins: &Pins) -> Vec<String> {
        let threshold =
            self.threshold.map(|tried| sentence("threshold", pins.threshold.into(), tried.into()));
        let most = self.max_iterations.map(|tried| sentence("maxIterations", pins.max_iterations, tried));
        threshold.into_iter().chain(most).collect()
    }
}

fn sentence(what: &str, kept: u32, tried: u32) -> String {
    format!(
        "{what} {tried} is refused in the middle of a run, which keeps {kept}; the next run takes what is configured then"
    )
}

/// Completes a step of a run that was under way with the attempts that its terms show. A look is no invocation, and
/// changes nothing for whoever only reads with other settings.
pub fn refused(
    mut step: Step<DesignRecord>,
    was: DesignPhase,
    event: &Event,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    if !step.changed || matches!(event, Event::Looked) || !is_under_way(was) {
        return step;
    }
    let Some(run) = &mut step.record.run else { return step };
    let (pins, found) = (&run.pins, &facts.terms.pins);
    let mut note = |what: &str, kept: u32, tried: u32| {
        let data = json!({ "rule": "fixed-in-a-run", "what": what, "kept": kept, "tried": tried, "user": facts.who });
        step.notes.push(Note { kind: NoteKind::Refused, text: sentence(what, kept, tried), data });
    };
    let tried = Tried::of(pins, found);
    let before = std::mem::replace(&mut run.tried, tried);
    let Tried { threshold, max_iterations } = tried;
    if let Some(tried) = threshold.filter(|_| before.threshold != threshold) {
        note("threshold", pins.threshold.into(), tried.into());
    }
    if let Some(tried) = max_iterations.filter(|_| before.max_iterations != max_iterations) {
        note("maxIterations", pins.max_iterations, tried);
    }
    step
}

/// Whether a run has begun and not ended.
pub fn is_under_way(phase: DesignPhase) -> bool {
    match phase {
        DesignPhase::Generating
        | DesignPhase::Evaluating
        | DesignPhase::Candidate
        | DesignPhase::Revising => true,
        DesignPhase::Idle | DesignPhase::Frozen | DesignPhase::Failed => false,
    }
}
