//! A session for front ends.

use frieze_kernel::{BUILT_IN, Cause, Flow as _, Move, Need, Phase as _, RequestKind, RunView, WaitingFor};

use super::Session;
use super::gate::{Question, gate, question, subject, wants};
use crate::files::SessionFiles;
use crate::phase::Phase;
use crate::record::{MANUAL, Record, Status};
use crate::warnings::NO_OP_CAUSES;

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
        watches: wants(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        waiting_for: waiting_for(record, needs).map(|who| WaitingFor { who, delay: None }),
        spent: record.metadata.frieze.spent,
        spent_in_all: record.metadata.frieze.spent,
        next: Session::TABLE.leaving(phase).map(|edge| (edge.to.name(), edge.trigger)).collect(),
        ..RunView::new(record.session_id.clone(), Session::NAME, phase.name())
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
    match record.phase.work().filter(|_| record.phase.awaits_response() && !own.awaited.there) {
        Some(_) if record.asking().is_some() => None,
        Some(work) if record.providers.of(work) == MANUAL => Some(Need::File),
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
    let Some(work) = record.phase.work().filter(|_| record.phase.awaits_response()) else {
        return Some("waits for the next step".to_owned());
    };
    let (files, iteration) = (SessionFiles::of(&record.session_id), record.current_iteration);
    let (prompt, response) = (files.prompt(work, iteration), files.response(work, iteration));
    Some(match record.providers.of(work) {
        _ if own.awaited.there => format!("waits for a step that reads {response}"),
        agent if record.asking().is_some() => format!("waits for {agent}, which answers {prompt}"),
        MANUAL => format!("waits for {response}, the answer to {prompt}"),
        BUILT_IN => format!("waits for a step in which the built-in {} writes {response}", work.role()),
        agent => format!("waits for a step that asks {agent} to answer {prompt}"),
    })
}

/// The choices after a revision without changes.
pub(super) fn both_ways(record: &Record) -> String {
    let id = &record.session_id;
    format!(
        "`frieze session decide {id} edit`, then approve the edit; or `frieze session decide {id} review`"
    )
}

fn reason(record: &Record) -> Option<String> {
    let error = record.last_error.clone().filter(|_| record.status == Status::Error);
    if record.metadata.frieze.closed { Some("closed".to_owned()) } else { error.or_else(|| awaited(record)) }
}

/// A response that cannot be used, or an agent without an answer. A front end ends with exit code 2 where there is a cause.
fn cause(record: &Record) -> Option<Cause> {
    let is_failed = record.status == Status::Error && !record.metadata.frieze.closed;
    let is_there = record.metadata.frieze.awaited.there || !record.phase.awaits_response();
    is_failed.then_some(if is_there { Cause::Invalid } else { Cause::Agent })
}

fn hint(record: &Record) -> Option<String> {
    let work = record.phase.work()?;
    let response = SessionFiles::of(&record.session_id).response(work, record.current_iteration);
    let command = next_command(record);
    let is_of_agent = cause(record)? == Cause::Agent;
    Some(match is_of_agent {
        true => format!("`{command}` asks again; or write {response} yourself"),
        false => format!("correct {response}, then `{command}`"),
    })
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
        Some(Need::Start | Need::Reason | Need::Reset | Need::Resume | Need::Words(_)) => None,
        None => record.asking().and_then(|_| Some(record.phase.work()?.role())),
    }
}

fn path(record: &Record) -> Vec<Move> {
    let pairs = record.phase_history.iter().zip(record.phase_history.iter().skip(1));
    let moves = pairs.filter_map(|(before, after)| {
        let edge = Session::TABLE.leaving(before.phase).find(|edge| edge.to == after.phase)?;
        let (from, to) = (edge.from.name(), edge.to.name());
        Some(Move { at: after.timestamp, from, to, by: edge.by.to_string(), why: edge.trigger.to_owned() })
    });
    moves.collect()
}
