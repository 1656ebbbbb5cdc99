//! The two ways a record changes its phase: a move, and a failure, which is a move with a reason.

use serde_json::json;

use super::history::HistoryEntry;
use super::phase::DesignPhase;
use super::record::{Broken, DesignRecord, Failure, Reason};
use super::terms::{Terms, is_built_in};
use crate::domain::integrity::Violation;
use crate::kernel::{self, By, Facts, NoteKind, Phase, Refusal, Step};

/// Refuses words that the record has no room for.
pub fn short_enough(what: &str, words: &str) -> Result<(), Refusal> {
    let hint = "say it in a few sentences; nothing was decided";
    kernel::short_enough(what, words).map_err(|why| Refusal::new("words", why, hint))
}

/// Moves a record to another phase, with the transition in its history and in the journal.
pub fn moved(
    mut record: DesignRecord,
    to: DesignPhase,
    by: By,
    why: &str,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let from = record.state;
    record.state = to;
    record.since = Some(facts.now);
    record.repairs = 0;
    record.retry = None;
    let who = if by == By::Human { facts.who.clone() } else { by.to_string() };
    record.remember(HistoryEntry::Transition { at: facts.now, from, to, by: who, why: why.to_owned() });
    let data = json!({ "from": from, "to": to, "by": by.to_string(), "iteration": record.iteration });
    let text = format!("{} → {}: {why}", from.name(), to.name());
    Step::to(record, by).note(NoteKind::Transition, text, data)
}

/// Ends a run: FAILED, with what happened and what to do next.
pub fn failed(
    mut record: DesignRecord,
    reason: Reason,
    by: By,
    message: &str,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let hint = hint(reason, &record);
    record.broken = None;
    record.artifact_invalid = false;
    record.candidate = None;
    record.failure = Some(Failure { reason, message: message.to_owned(), at: facts.now, hint });
    moved(record, DesignPhase::Failed, by, message, facts)
}

/// Ends what the marker and what it seals are not right about: FAILED, with both checksums in the journal.
pub fn integrity_failed(
    record: DesignRecord,
    violation: &Violation,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let message = violation.to_string();
    let data = json!({ "expected": violation.expected, "actual": violation.actual });
    let mut step = failed(record, Reason::IntegrityViolation, By::System, &message, facts);
    if let (Some(failure), Some(hint)) = (&mut step.record.failure, violation.hint) {
        failure.hint = format!("{hint}; then `frieze reset {}`", step.record.feature_id);
    }
    step.note(NoteKind::Integrity, message, data)
}

/// The best iteration of a run, as what the next one may start from.
fn best(record: &DesignRecord) -> String {
    let id = &record.feature_id;
    record.best.as_ref().map_or(String::new(), |best| {
        format!(
            "; the best was iteration {} with {}, and `frieze reset {id} --from-best` starts the next run from it",
            best.iteration, best.score
        )
    })
}

/// What to do about an agent that was not there, or not as it is configured: the doctor looks for just that.
pub fn to_the_doctor(record: &DesignRecord) -> String {
    let (id, best) = (&record.feature_id, best(record));
    format!("`frieze doctor` shows what the agent needs; then `frieze reset {id}` and run it again{best}")
}

fn hint(reason: Reason, record: &DesignRecord) -> String {
    let (id, best) = (&record.feature_id, best(record));
    let is_skeleton = record.pins().and_then(|pins| pins.generator.name()).is_some_and(is_built_in);
    match reason {
        Reason::MaxIterations | Reason::NoProgress if is_skeleton => format!(
            "it is a skeleton, drafted without a model: answer its questions (`frieze answer {id}`) or say more in the brief; or give \
             the role of the generator to a model (agents and roles in frieze.yaml); then `frieze reset {id}` and run it again{best}"
        ),
        Reason::SchemaInvalid => format!(
            "the answers are in design/iterations/{}; `frieze reset {id}`, then run it again{best}",
            record.folder()
        ),
        Reason::AgentTimeout => {
            format!(
                "raise timeoutSeconds of that agent, or agentTimeoutSeconds where it has none, in frieze.yaml; then `frieze reset {id}` and run it again{best}"
            )
        }
        Reason::AgentError => {
            format!("mend what it says, then `frieze reset {id}` and run it again{best}")
        }
        Reason::MaxIterations => {
            format!(
                "say more in the brief or raise maxIterations in frieze.yaml, then `frieze reset {id}`{best}"
            )
        }
        Reason::NoProgress => {
            format!(
                "its findings are what the score still misses: say more about that in the brief, then `frieze reset {id}`{best}"
            )
        }
        Reason::DeterminismViolation => {
            format!("put back what changed, or `frieze reset {id}` and begin a new run with it{best}")
        }
        Reason::BudgetSpent => {
            format!(
                "raise maxCalls, maxTokens or maxCost in frieze.yaml, or lower the agent's maxAnswerTokens, which is counted before \
                 each call; then `frieze reset {id}` and run it again{best}"
            )
        }
        Reason::IntegrityViolation => {
            format!(
                "find out who changed the file (git log, backups) and restore it; or give that freeze up: delete design/final/FROZEN.md \
                 where it is still there, then `frieze reset {id}`"
            )
        }
        Reason::Aborted => {
            format!("everything is still on disk; `frieze reset {id}` makes a new run possible{best}")
        }
    }
}

/// Breaks of what was fixed at the start of the run, in one sentence; `None` when all is as it was.
pub fn broken_guarantee(record: &DesignRecord, facts: &Facts<Terms>) -> Option<Broken> {
    let changed = changed(record, &facts.terms)?;
    let message = format!("determinism violation: {changed}");
    Some(Broken { reason: Reason::DeterminismViolation, message })
}

/// What is not as it was when the run started, with both values.
pub fn changed(record: &DesignRecord, terms: &Terms) -> Option<String> {
    let parts: Vec<String> = record
        .pins()?
        .differences(&terms.pins)
        .iter()
        .map(|d| format!("{} was {} when the run started and is now {}", d.what, d.pinned, d.found))
        .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
