//! A session for front ends.

use frieze_data::path::RelPath;
use frieze_design::frozen;
use frieze_kernel::{
    Attention, BUILT_IN, Cause, FileProblem, Files, Flow as _, Move, Need, Phase as _, RequestKind, RunView,
    Sealed, WaitingFor,
};
use serde_json::{Value, json};

use super::gate::{Question, added_later, bound, gate, is_approved, question, subject, wants};
use super::{Session, reads};
use crate::files::SessionFiles;
use crate::frozen_design;
use crate::phase::{Phase, Work};
use crate::record::{MANUAL, Record, Status};
use crate::review::Review;
use crate::warnings::{self, NO_OP_CAUSES};

pub(super) fn view(record: &Record) -> RunView {
    let phase = record.phase;
    let (needs, who) = waits(record);
    let error = record.last_error.clone().filter(|_| record.status == Status::Error);
    let closed = record.metadata.frieze.closed.then(|| "closed".to_owned());
    let reason = closed.or(error).or_else(|| awaited(record));
    RunView {
        about: record.metadata.frieze.feature.clone(),
        work: frieze_kernel::Phase::work(phase),
        begins_in: Phase::Generating.name(),
        since: record.phase_history.last().map(|change| change.timestamp),
        iteration: record.current_iteration,
        folder: record.current_iteration,
        measure: Some(format!("iteration {}", record.current_iteration)),
        needs,
        is_over: record.is_over(),
        reason,
        cause: cause(record),
        hint: hint(record),
        path: path(record),
        gates: gate(record).into_iter().collect(),
        next_command: Some(next_command(record)),
        is_closed: record.metadata.frieze.closed,
        watches: wants(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        waiting_for: who.map(|who| WaitingFor { who: who.into(), delay: None }),
        spent: record.metadata.frieze.spent,
        spent_in_all: record.metadata.frieze.spent,
        next: next(record).collect(),
        ..RunView::new(record.session_id.clone(), Session::NAME, phase.name())
    }
}

/// The view with the files as they are now. Where they allow no choice, the reason for that is shown. From another design than it
/// began with a session makes nothing: that one has to be restored first. A complete one needs nobody; its code is not taken.
pub(super) fn with_files(record: &Record, files: &dyn Files) -> RunView {
    let mut view = view(record);
    let changed = frozen_design::verified(record, files).err().filter(|_| !record.metadata.frieze.closed);
    if let Some((refusal, feature)) = changed.zip(view.about.as_ref()) {
        let why = format!("{}; {}", refusal.why, refusal.hint);
        if view.is_over {
            return RunView { reason: Some(why), next_command: None, ..view };
        }
        view.next_command = Some(match frozen::hash(feature, record.metadata.frieze.design, files) {
            Err(_) => format!("frieze verify {feature}"),
            Ok(None) => format!("frieze run design/{feature}"),
            Ok(Some(_)) => format!("frieze session close {}", record.session_id),
        });
        view.gates.iter_mut().for_each(|gate| gate.bar(&why));
        let stops = view.needs.is_some();
        let (needs, reason) = if stops { (Some(Need::Restore), Some(why)) } else { (None, view.reason) };
        return RunView { needs, reason, cause: None, hint: None, waiting_for: None, ..view };
    }
    view.gates = bound(record, files).into_iter().collect();
    let path = SessionFiles::of(&record.session_id).response(Work::Reviewing, record.current_iteration);
    let says = |review: &[u8]| Review::read(review).ok()?.contradiction();
    if let (Phase::Reviewed, Some(gate)) = (record.phase, view.gates.first_mut())
        && let Some(what) = files.state(&path).bytes().and_then(says)
    {
        gate.question = format!("{what}. {}", gate.question);
        view.reason = view.reason.map(|reason| format!("{what}; {reason}"));
    }
    if let Some([why, command]) = added_later(record, files) {
        (view.needs, view.reason, view.next_command) = (Some(Need::Decision), Some(why), Some(command));
        view.waiting_for = Some(WaitingFor { who: "a decision".into(), delay: None });
    }
    // All choices are barred for the same reason.
    let barred = view.gate().and_then(|gate| gate.choices.first()?.barred.clone());
    if barred.is_some() && view.needs == Some(Need::Decision) {
        (view.file_problem, view.reason, view.next_command) = (Some(FileProblem::Damaged), barred, None);
    }
    view
}

/// What it needs from a person, and whom or what it waits for.
fn waits(record: &Record) -> (Option<Need>, Option<&'static str>) {
    let own = &record.metadata.frieze;
    if record.is_over() {
        return (None, None);
    }
    if !record.is_made() {
        return (Some(Need::Start), None);
    }
    if question(record).is_some() {
        return (Some(Need::Decision), Some("a decision"));
    }
    match record.phase.awaited().filter(|_| !own.awaited.there) {
        Some(work) if own.asking.is_some() => (None, Some(work.role())),
        Some(work) if record.provider(work) == MANUAL => (Some(Need::File), Some("a file")),
        Some(_) | None => (Some(Need::Step), Some("a step")),
    }
}

/// What the session waits for; `None` if it is over.
pub(super) fn awaited(record: &Record) -> Option<String> {
    let own = &record.metadata.frieze;
    match question(record) {
        _ if record.is_over() => return None,
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
        agent if own.asking.is_some() => format!("waits for {agent}, which answers {prompt}"),
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
        false => format!("correct {response} or the file that is named, then `{command}`"),
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
    match (question(record), record.phase) {
        _ if record.metadata.frieze.closed => format!("frieze session reopen {id}"),
        (Some(Question::Approve(_)), _) => format!("frieze session approve {id}"),
        // A review of the same code would say the same.
        (Some(Question::NoOp), _) => format!("frieze session decide {id} edit"),
        (None, Phase::Complete) => format!("frieze session take {id} --into FOLDER"),
        (None, _) if !record.is_made() => format!("frieze session new {id}"),
        (None, _) => format!("frieze session step {id}"),
    }
}

fn path(record: &Record) -> Vec<Move> {
    let history = record.phase_history.iter();
    let moves = history.clone().zip(history.skip(1)).filter_map(|(before, after)| {
        let edge = Session::TABLE.leaving(before.phase).find(|edge| edge.to == after.phase)?;
        let (from, to) = (edge.from.name(), edge.to.name());
        Some(Move { at: after.timestamp, from, to, by: edge.by.to_string(), why: edge.trigger.to_owned() })
    });
    moves.collect()
}

/// A session in `--json`, in the document's words.
pub(super) fn details(record: &Record, view: &RunView, files: &dyn Files) -> Value {
    let awaiting = reads::exchanged(record).filter(|_| !record.metadata.frieze.closed);
    json!({
        "profile": record.profile,
        "phase": record.phase,
        "status": record.status,
        "iteration": record.current_iteration,
        "needs": Attention::of(view).and_then(Attention::name),
        "awaiting": awaiting.iter().flatten().map(RelPath::as_str).collect::<Vec<_>>(),
        "approved": is_approved(record) && added_later(record, files).is_none(),
        "hashes": record.hashes(),
        "artifacts": record.artifacts,
        "warnings": warnings(record, files),
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
    let problem = (!texts.is_empty()).then(|| texts.join("; "));
    let hint = problem.as_ref().map(|_| "approve again what you changed, or restore the files".into());
    Some(Sealed { expected: Some(standards), problem, hint, ..Sealed::default() })
}

fn warnings(record: &Record, files: &dyn Files) -> Vec<String> {
    warnings::changed(record, files, false).into_iter().map(|note| note.text).collect()
}
