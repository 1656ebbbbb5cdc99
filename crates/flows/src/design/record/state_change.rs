//! State changes of a record: a transition, and a failure, which is a transition with a reason.

use serde_json::json;

use crate::design::record::history::HistoryEntry;
use crate::design::record::phase::DesignPhase;
use crate::design::record::run_terms::{Terms, is_built_in};
use crate::design::record::{Broken, DesignRecord, Failure, Reason};
use crate::design::{Facts, Step};
use frieze_design::integrity::Violation;
use frieze_kernel as kernel;
use frieze_kernel::{By, NoteKind, Phase, Refusal};

/// Refuses words that are too long for the record.
///
/// # Errors
/// A `Refusal` if the words are too long.
pub fn check_length(what: &str, words: &str) -> Result<(), Refusal> {
    let hint = "use a few sentences; nothing was decided";
    kernel::short_enough(what, words).map_err(|why| Refusal::new("words", why, hint))
}

/// Moves a record to another phase; history and journal record the transition.
pub fn transition(mut record: DesignRecord, to: DesignPhase, by: By, why: &str, facts: &Facts) -> Step {
    let from = record.state;
    record.state = to;
    record.since = Some(facts.now);
    record.repairs = 0;
    record.retry = None;
    record.paused = None;
    record.asked_before = 0;
    let who = if by == By::Human { facts.who.clone() } else { by.to_string() };
    record.remember(HistoryEntry::Transition { at: facts.now, from, to, by: who, why: why.to_owned() });
    let data = json!({ "from": from, "to": to, "by": by.to_string(), "iteration": record.iteration });
    let text = format!("{} → {}: {why}", from.name(), to.name());
    Step::to(record, by).note(NoteKind::Transition, text, data)
}

/// Ends a run as FAILED, with the cause and a hint.
pub fn fail(mut record: DesignRecord, reason: Reason, by: By, message: &str, facts: &Facts) -> Step {
    let hint = hint(reason, &record, facts.terms.usable_program);
    record.broken = None;
    record.artifact_invalid = false;
    // A frozen design keeps what was approved: the record is compared with its marker until the freeze ends.
    record.candidate.take_if(|_| record.frozen.is_none());
    record.failure = Some(Failure { reason, message: message.to_owned(), at: facts.now, hint });
    transition(record, DesignPhase::Failed, by, message, facts)
}

/// Makes the hint of a failed run again, after the score of its best iteration changed.
pub fn renew_hint(record: &mut DesignRecord, facts: &Facts) {
    let Some(mut failure) = record.failure.take() else { return };
    // The hint about a violation names no iteration.
    if failure.reason != Reason::IntegrityViolation {
        failure.hint = hint(failure.reason, record, facts.terms.usable_program);
    }
    record.failure = Some(failure);
}

/// Ends a run or a freeze as FAILED because of an integrity violation, with both checksums in the journal.
pub fn fail_integrity(record: DesignRecord, violation: &Violation, facts: &Facts) -> Step {
    let message = violation.to_string();
    let data = json!({ "expected": violation.expected, "actual": violation.actual });
    let mut step = fail(record, Reason::IntegrityViolation, By::System, &message, facts);
    if let (Some(failure), Some(hint)) = (&mut step.record.failure, violation.hint) {
        failure.hint = format!("{hint}; then `frieze reset {}`", step.record.feature_id);
    }
    step.note(NoteKind::Integrity, message, data)
}

/// The part of a hint about the run's best iteration.
fn best(record: &DesignRecord) -> String {
    let id = &record.feature_id;
    record.best.as_ref().map_or(String::new(), |best| {
        format!(
            "; `frieze reset {id} --from-best` starts the next run from the best iteration, {} with {}",
            best.iteration, best.score
        )
    })
}

fn hint(reason: Reason, record: &DesignRecord, program: &str) -> String {
    let (id, best) = (&record.feature_id, best(record));
    let is_skeleton = record.pins().and_then(|pins| pins.generator.name()).is_some_and(is_built_in);
    match reason {
        Reason::MaxIterations | Reason::NoProgress if is_skeleton => format!(
            "the built-in generator uses no model: answer its questions (`frieze answer {id}`), say more in the brief, or give the \
             role to a model (`frieze use {program}`); then `frieze reset {id}` and run it again{best}"
        ),
        Reason::SchemaInvalid => format!(
            "the answers are in design/iterations/{}; `frieze reset {id}`, then run it again{best}",
            record.folder()
        ),
        Reason::AgentTimeout => {
            format!(
                "raise timeoutSeconds of that agent, or agentTimeoutSeconds if it has none, in frieze.yaml; then `frieze reset {id}` and run it again{best}"
            )
        }
        Reason::AgentError => {
            format!("fix this, then `frieze reset {id}` and run it again{best}")
        }
        Reason::MaxIterations => {
            format!(
                "say more in the brief or raise maxIterations in frieze.yaml, then `frieze reset {id}`{best}"
            )
        }
        Reason::NoProgress => {
            format!(
                "its findings show what is missing: say more about that in the brief, then `frieze reset {id}`{best}"
            )
        }
        Reason::DeterminismViolation => {
            format!("restore what changed, or `frieze reset {id}` and start a new run with it{best}")
        }
        Reason::BudgetSpent => {
            format!(
                "raise maxCalls, maxTokens or maxCost in frieze.yaml, or lower the agent's maxAnswerTokens, which counts before \
                 each call; then `frieze reset {id}` and run it again{best}"
            )
        }
        Reason::IntegrityViolation => {
            format!(
                "find out who changed the file (git log, backups) and restore it; or give up that freeze: delete design/final/FROZEN.md \
                 if it is still there, then `frieze reset {id}`"
            )
        }
        Reason::Aborted => {
            format!("all files are still on disk; `frieze reset {id}` allows a new run{best}")
        }
    }
}

/// The broken guarantee if a pinned value changed during the run.
pub fn broken_guarantee(record: &DesignRecord, facts: &Facts) -> Option<Broken> {
    changed(record, &facts.terms).map(|changed| Broken::drifted(&changed))
}

/// The pinned values that changed since the run started, with both values.
pub fn changed(record: &DesignRecord, terms: &Terms) -> Option<String> {
    let parts: Vec<String> = record
        .pins()?
        .differences(&terms.pins)
        .iter()
        .map(|d| format!("{} was {} when the run started and is now {}", d.what, d.pinned, d.found))
        .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
