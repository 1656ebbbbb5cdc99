//! What front ends see of a design.

use super::answered::time_of_day;
use super::gate::{barred, gate};
use super::history::HistoryEntry;
use super::kept::{Tried, is_under_way};
use super::phase::{DesignPhase, TABLE};
use super::previewing;
use super::record::{Candidate, DesignRecord, Evaluated, Failure, Reason};
use super::stagnation::plateau;
use super::terms::Terms;
use super::wants::wants;
use crate::domain::integrity;
use crate::domain::score::Score;
use crate::kernel::{Cause, Harm, Judged, Move, Need, Phase, RunView, Spent, Want};

/// All that a front end sees of a record.
pub fn view(record: &DesignRecord) -> RunView {
    let state = record.state;
    RunView {
        id: record.feature_id.clone(),
        state: state.name(),
        work: state.work(),
        begins_in: DesignPhase::Generating.name(),
        since: record.since,
        iteration: record.iteration,
        folder: record.folder(),
        design: record.intent_sha256,
        max_iterations: record.pins().map(|pins| pins.max_iterations),
        score: score(record),
        threshold: record.pins().map(|pins| pins.threshold),
        needs: needs(record),
        is_sealed: state == DesignPhase::Frozen || is_restored(record),
        harm: harm(record),
        reason: reason(record),
        violation: violation(record).map(|failure| integrity::without_hashes(&failure.message).to_owned()),
        cause: failure(record).map(|failure| cause(failure.reason)),
        hint: record.failure.as_ref().map(|f| f.hint.clone()),
        scores: record.score_history.clone(),
        judged: record.evaluations.iter().map(judged).collect(),
        best: record.best.as_ref().map(|best| (best.iteration, best.score)),
        plateau: plateau(&record.evaluations)
            .filter(|plateau| plateau.repeats > 0)
            .map(|plateau| (plateau.since, plateau.until, plateau.repeats)),
        path: record.history.iter().filter_map(moved).collect(),
        gate: if state == DesignPhase::Candidate { gate(record) } else { None },
        watches: wants(record).iter().any(|request| matches!(request.want, Want::Watch(_))),
        waiting_for: waiting_for(record),
        preview: previewing::said(record),
        refused: refused(record),
        spent: record.run.as_ref().map_or_else(Spent::default, |run| run.spent),
        spent_in_all: record.spent,
        answered_by: record.run.as_ref().map_or_else(Vec::new, |run| {
            run.answered_by.iter().map(|(role, by)| (role.clone(), by.model.clone())).collect()
        }),
        next: TABLE.leaving(state).map(|edge| (edge.to.name(), edge.trigger)).collect(),
    }
}

/// The same of a candidate, under the terms as they are now: what they bar at its gate, and what of them is not taken over
/// in the middle of its run, before a person decides.
pub fn under(record: &DesignRecord, terms: &Terms) -> RunView {
    let mut view = view(record);
    if let Some(gate) = &mut view.gate {
        for (name, why) in barred(record, terms) {
            for choice in gate.choices.iter_mut().filter(|choice| choice.name == name) {
                choice.barred.get_or_insert_with(|| why.clone());
            }
        }
    }
    if let Some(run) = record.run.as_ref().filter(|_| is_under_way(record.state)) {
        view.refused = Tried::of(&run.pins, &terms.pins).told(&run.pins);
    }
    view
}

/// A frozen design that was tampered with and put back is as immutable as before: its marker lies there.
fn is_restored(record: &DesignRecord) -> bool {
    record.state == DesignPhase::Idle && record.frozen.is_some()
}

/// What it needs from a person.
fn needs(record: &DesignRecord) -> Option<Need> {
    match record.state {
        DesignPhase::Candidate => Some(Need::Decision),
        DesignPhase::Failed => Some(Need::Reset),
        DesignPhase::Idle if asks_for_a_reason(record) => Some(Need::Reason),
        DesignPhase::Idle if is_restored(record) => None,
        DesignPhase::Idle => Some(Need::Start),
        DesignPhase::Generating | DesignPhase::Evaluating | DesignPhase::Revising | DesignPhase::Frozen => {
            None
        }
    }
}

/// Why it failed, if it did.
fn failure(record: &DesignRecord) -> Option<&Failure> {
    record.failure.as_ref().filter(|_| record.state == DesignPhase::Failed)
}

/// The same where what was sealed is not what lies there.
fn violation(record: &DesignRecord) -> Option<&Failure> {
    failure(record).filter(|failure| failure.reason == Reason::IntegrityViolation)
}

/// Why it is where it is, where that needs words.
fn reason(record: &DesignRecord) -> Option<String> {
    match record.state {
        DesignPhase::Failed => record.failure.as_ref().map(|f| f.message.clone()),
        DesignPhase::Idle if asks_for_a_reason(record) => {
            Some("design/final/FROZEN.md was deleted: why?".to_owned())
        }
        DesignPhase::Idle if is_restored(record) => Some(
            "the frozen design was put back and verifies; it stays frozen until design/final/FROZEN.md is deleted"
                .to_owned(),
        ),
        DesignPhase::Candidate => record.candidate.as_ref().and_then(remarkable),
        DesignPhase::Idle
        | DesignPhase::Generating
        | DesignPhase::Evaluating
        | DesignPhase::Revising
        | DesignPhase::Frozen => None,
    }
}

/// What was tried and refused in the run that is under way. After it, it is history.
fn refused(record: &DesignRecord) -> Vec<String> {
    let run = record.run.as_ref().filter(|_| is_under_way(record.state));
    run.map_or_else(Vec::new, |run| run.tried.told(&run.pins))
}

/// Why a run failed, as front ends know it.
fn cause(reason: Reason) -> Cause {
    match reason {
        Reason::SchemaInvalid => Cause::Invalid,
        Reason::AgentTimeout => Cause::Timeout,
        Reason::AgentError => Cause::Agent,
        Reason::MaxIterations => Cause::TooLow,
        Reason::NoProgress => Cause::Stalled,
        Reason::DeterminismViolation => Cause::Drifted,
        Reason::IntegrityViolation => Cause::Tampered,
        Reason::BudgetSpent => Cause::Budget,
        Reason::Aborted => Cause::Aborted,
    }
}

/// The score of the candidate, else the last one.
fn score(record: &DesignRecord) -> Option<Score> {
    match &record.candidate {
        Some(candidate) => candidate.score,
        None => record.score_history.last().map(|(_, score)| *score),
    }
}

/// Whom it waits for.
fn waiting_for(record: &DesignRecord) -> Option<String> {
    let asked = |who: &str| match &record.retry {
        None => who.to_owned(),
        Some(retry) => {
            let at = time_of_day(retry.not_before);
            format!("{who}, which is asked again at {at} ({})", retry.why)
        }
    };
    match record.state {
        DesignPhase::Generating => Some(asked("the generator")),
        DesignPhase::Evaluating => Some(asked("the critic")),
        DesignPhase::Candidate => Some("a decision".to_owned()),
        DesignPhase::Revising | DesignPhase::Idle | DesignPhase::Frozen | DesignPhase::Failed => None,
    }
}

/// What is wrong with its files, as far as the last look told.
fn harm(record: &DesignRecord) -> Option<Harm> {
    if violation(record).is_some() {
        return Some(Harm::Tampered);
    }
    let candidate = record.candidate.as_ref().filter(|_| record.state == DesignPhase::Candidate);
    candidate.is_some_and(|candidate| candidate.score.is_none()).then_some(Harm::Damaged)
}

/// What a person should know of a candidate before anything else.
fn remarkable(candidate: &Candidate) -> Option<String> {
    let edited = || candidate.edited.then(|| "design/intent.json was edited by hand".to_owned());
    let edited = candidate.barred.clone().or_else(edited);
    let outdated = candidate.brief_changed.then(|| {
        "brief.md was changed after this design was made from it; a rejection has it read again".to_owned()
    });
    let unseen = candidate.unseen_by.as_ref().map(|critic| {
        let counts_on = "; its findings on what was left alone count on";
        let word = if candidate.counts_on { counts_on } else { "" };
        format!("the critic {critic} has not seen this version{word}")
    });
    let answered = candidate.answers_changed.then(|| {
        "answers.md was changed after this design was made; a rejection has it read again".to_owned()
    });
    let said: Vec<String> = edited.into_iter().chain(unseen).chain(outdated).chain(answered).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

fn judged(evaluated: &Evaluated) -> Judged {
    let Evaluated { iteration, overall, dimensions, edited, .. } = evaluated;
    Judged { iteration: *iteration, overall: *overall, dimensions: *dimensions, edited: *edited }
}

fn moved(entry: &HistoryEntry) -> Option<Move> {
    match entry {
        HistoryEntry::Transition { at, from, to, by, why } => {
            Some(Move { at: *at, from: from.name(), to: to.name(), by: by.clone(), why: why.clone() })
        }
        HistoryEntry::Decision { .. } => None,
    }
}

fn asks_for_a_reason(record: &DesignRecord) -> bool {
    record.unfrozen.as_ref().is_some_and(|unfrozen| unfrozen.reason.is_none())
}
