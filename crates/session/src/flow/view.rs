//! A session for front ends.

use frieze_data::path::RelPath;
use frieze_kernel::{
    Attention, BUILT_IN, Cause, FileProblem, Files, Flow as _, Move, Need, Phase as _, RequestKind, RunView,
    Sealed, WaitingFor,
};
use serde_json::{Value, json};

use super::gate::{Question, bound, gate, is_approved, question, subject, wants};
use super::{Session, reads};
use crate::files::SessionFiles;
use crate::phase::Phase;
use crate::record::{MANUAL, Record, Status};
use crate::warnings::{self, NO_OP_CAUSES, Warning};

pub(super) fn view(record: &Record) -> RunView {
    let phase = record.phase;
    let is_over = phase == Phase::Complete || record.metadata.frieze.closed;
    let needs = needs(record);
    RunView {
        about: record.metadata.frieze.feature.clone(),
        work: frieze_kernel::Phase::work(phase),
        begins_in: Phase::Generating.name(),
        since: record.phase_history.last().map(|change| change.timestamp),
        iteration: record.current_iteration,
        folder: record.current_iteration,
        measure: Some(format!("iteration {}", record.current_iteration)),
        needs,
        is_over,
        reason: reason(record),
        cause: cause(record),
        hint: hint(record),
        path: path(record),
        gates: gate(record).into_iter().collect(),
        next_command: Some(next_command(record)),
        is_closed: record.metadata.frieze.closed,
        watches: wants(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        waiting_for: waiting_for(record, needs).map(|who| WaitingFor { who: who.into(), delay: None }),
        spent: record.metadata.frieze.spent,
        spent_in_all: record.metadata.frieze.spent,
        next: next(record).collect(),
        ..RunView::new(record.session_id.clone(), Session::NAME, phase.name())
    }
}

/// The view with the gate as the files allow it. If nothing can be chosen, the reason for that is shown, and no command.
pub(super) fn under(record: &Record, files: &dyn Files) -> RunView {
    let view = RunView { gates: bound(record, files).into_iter().collect(), ..view(record) };
    let why = view.gate().filter(|_| view.needs == Some(Need::Decision)).and_then(|gate| {
        let barred: Option<Vec<&String>> = gate.choices.iter().map(|choice| choice.barred.as_ref()).collect();
        barred?.first().map(|why| (*why).clone())
    });
    match why {
        Some(_) => {
            RunView { file_problem: Some(FileProblem::Damaged), reason: why, next_command: None, ..view }
        }
        None => view,
    }
}

fn needs(record: &Record) -> Option<Need> {
    let own = &record.metadata.frieze;
    if own.closed || record.phase == Phase::Complete {
        return None;
    }
    if !record.is_made() {
        return Some(Need::Start);
    }
    if question(record).is_some() {
        return Some(Need::Decision);
    }
    match record.phase.awaited().filter(|_| !own.awaited.there) {
        Some(_) if record.metadata.frieze.asking.is_some() => None,
        Some(work) if record.provider(work) == MANUAL => Some(Need::File),
        Some(_) | None => Some(Need::Step),
    }
}

/// What the session waits for; `None` if it is over.
pub(super) fn awaited(record: &Record) -> Option<String> {
    let own = &record.metadata.frieze;
    if own.closed || record.phase == Phase::Complete {
        return None;
    }
    match question(record) {
        Some(Question::Approve(work)) => {
            return Some(format!("waits for an approval of {}", subject(record, work)));
        }
        Some(Question::NoOp) => {
            let (ways, causes) = (both_ways(record), NO_OP_CAUSES.join(" "));
            return Some(format!("the revision produced no changes: {ways}. Possible causes: {causes}"));
        }
        None => {}
    }
    let Some((work, [prompt, response])) = record.phase.awaited().zip(reads::exchanged(record)) else {
        return Some("waits for the next step".to_owned());
    };
    Some(match record.provider(work) {
        _ if own.awaited.there => format!("waits for a step that reads {response}"),
        agent if record.metadata.frieze.asking.is_some() => {
            format!("waits for {agent}, which answers {prompt}")
        }
        MANUAL => format!("waits for {response}, the answer to {prompt}"),
        BUILT_IN => format!("waits for a step in which the built-in {} writes {response}", work.role()),
        agent => format!("waits for a step that asks {agent} to answer {prompt}"),
    })
}

/// The choices after a revision without changes.
pub(super) fn both_ways(record: &Record) -> String {
    let command = format!("frieze session decide {}", record.session_id);
    format!("`{command} edit`, then approve the edit; or `{command} review`")
}

fn reason(record: &Record) -> Option<String> {
    let error = record.last_error.clone().filter(|_| record.status == Status::Error);
    if record.metadata.frieze.closed { Some("closed".to_owned()) } else { error.or_else(|| awaited(record)) }
}

/// A response that cannot be used, or an agent without an answer. A front end ends with exit code 2 where there is a cause.
fn cause(record: &Record) -> Option<Cause> {
    let is_failed = record.status == Status::Error && !record.metadata.frieze.closed;
    let is_there = record.metadata.frieze.awaited.there || record.phase.awaited().is_none();
    is_failed.then_some(if is_there { Cause::Invalid } else { Cause::Agent })
}

fn hint(record: &Record) -> Option<String> {
    let work = record.phase.work()?;
    let response = SessionFiles::of(&record.session_id).response(work, record.current_iteration);
    let command = next_command(record);
    Some(match cause(record)? == Cause::Agent {
        true => format!("`{command}` asks again; or write {response} yourself"),
        false => format!("correct {response}, then `{command}`"),
    })
}

/// The phases that it can go to, and the orders that lead there; a closed session takes none.
fn next(record: &Record) -> impl Iterator<Item = (&'static str, &'static str)> {
    let leaving = Session::TABLE.leaving(record.phase).filter(|_| !record.metadata.frieze.closed);
    leaving.map(|edge| (edge.to.name(), edge.trigger))
}

/// The command that does the next thing.
pub(super) fn next_command(record: &Record) -> String {
    let id = &record.session_id;
    let own = &record.metadata.frieze;
    match (question(record), record.phase) {
        _ if own.closed => format!("frieze session reopen {id}"),
        (Some(Question::Approve(_)), _) => format!("frieze session approve {id}"),
        // A review of the same code would say the same.
        (Some(Question::NoOp), _) => format!("frieze session decide {id} edit"),
        (None, Phase::Complete) => format!("frieze session take {id} --into FOLDER"),
        (None, _) if !record.is_made() => format!("frieze session new {id}"),
        (None, _) => format!("frieze session step {id}"),
    }
}

fn waiting_for(record: &Record, needs: Option<Need>) -> Option<&'static str> {
    match needs {
        Some(Need::Decision) => Some("a decision"),
        Some(Need::File) => Some("a file"),
        Some(Need::Step) => Some("a step"),
        Some(Need::Start | Need::Reason | Need::Reset | Need::Resume | Need::Words(_) | Need::Other) => None,
        None => record.metadata.frieze.asking.and_then(|_| Some(record.phase.work()?.role())),
    }
}

fn path(record: &Record) -> Vec<Move> {
    let moves = record.phase_history.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        let edge = Session::TABLE.leaving(before.phase).find(|edge| edge.to == after.phase)?;
        let (from, to) = (edge.from.name(), edge.to.name());
        Some(Move { at: after.timestamp, from, to, by: edge.by.to_string(), why: edge.trigger.to_owned() })
    });
    moves.collect()
}

/// A session in `--json`, in the document's words.
pub(super) fn details(record: &Record, files: &dyn Files) -> Value {
    let warnings = warnings(record, files);
    let view = view(record);
    let awaiting = reads::exchanged(record).filter(|_| !record.metadata.frieze.closed);
    json!({
        "profile": record.profile,
        "phase": record.phase,
        "status": record.status,
        "iteration": record.current_iteration,
        "needs": Attention::of(&view).and_then(Attention::name),
        "awaiting": awaiting.iter().flatten().map(RelPath::as_str).collect::<Vec<_>>(),
        "approved": is_approved(record),
        "hashes": record.hashes(),
        "artifacts": record.artifacts,
        "warnings": warnings,
        "lastError": record.last_error,
        "closed": record.metadata.frieze.closed,
        "feature": record.metadata.frieze.feature,
        "nextCommand": view.next_command,
    })
}

/// The warnings as the problem of a verification; `None` if the session was never begun. Nothing is sealed, so this only reports
/// (ruling 14).
pub(super) fn verify(record: &Record, files: &dyn Files) -> Option<Sealed> {
    let standards = record.standards_hash?;
    let texts = warnings(record, files);
    let hint = "nothing is blocked: approve again what you changed on purpose, or restore the files";
    Some(Sealed {
        expected: Some(standards),
        problem: (!texts.is_empty()).then(|| texts.join("; ")),
        hint: (!texts.is_empty()).then(|| hint.to_owned()),
        ..Sealed::default()
    })
}

fn warnings(record: &Record, files: &dyn Files) -> Vec<String> {
    warnings::changed(record, files, false).iter().map(Warning::to_string).collect()
}
