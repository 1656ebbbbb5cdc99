//! Orders: `step` moves once or not at all, `close` and `reopen` move nothing. "Step advances. Approve commits."

use frieze_data::file_name::FileName;
use frieze_kernel::{BUILT_IN, By, FileState, Files as _, NoteKind, Order, Refusal, Step, Write};
use serde_json::json;

use super::gate::{Question, added_later, question};
use super::table::{no_such_order, refused, refused_with};
use super::turn::{Stepped, Turn, failed, well};
use super::view::{both_ways, next_command};
use super::{agent, begin, built_in, prompts, reads};
use crate::artifact::Artifact;
use crate::bundle;
use crate::files::{code_path, plain_names};
use crate::frozen_design;
use crate::phase::{Phase, Work};
use crate::profile::ProcessingResult;
use crate::record::{Awaited, MANUAL, Record, Status};
use crate::review::{Review, Verdict};
use crate::warnings::{self, SIGN};
use frieze_data::text::count;

/// Notes whether the response is there. An inspection never moves a session.
pub(super) fn inspected(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let Some(path) = reads::awaited(&record).filter(|_| !record.metadata.frieze.closed) else {
        return Step::same(record);
    };
    let (own, is_there) = (&mut record.metadata.frieze, *turn.facts.at(&path) != FileState::Absent);
    if own.awaited.there == is_there {
        return Step::same(record);
    }
    (own.awaited.there, own.asking) = (is_there, own.asking.filter(|_| !is_there));
    well(&mut record, Status::InProgress);
    let step = Step::to(record, By::System);
    match is_there {
        true => step.note(NoteKind::Answer, format!("{} is there", path.name()), json!({})),
        false => step,
    }
}

/// Carries out an order.
///
/// # Errors
/// The phase does not allow it, nothing is approved, or a prompt or a built-in answer cannot be made.
pub(super) fn ordered(record: Record, order: &Order, turn: &Turn<'_>) -> Stepped {
    let (is_made, is_closed) = (record.is_made(), record.metadata.frieze.closed);
    match order {
        Order::Verb { verb: "new", .. } if is_made => {
            Err(refused(&record, "exists", "it was begun already; choose another id"))
        }
        Order::Verb { verb: "new", words, text } => begin::begin(record, words, text.as_deref(), turn),
        _ if !is_made => {
            let why = format!("there is no session {} yet", record.session_id);
            Err(Refusal::new("no-session", why, next_command(&record)))
        }
        Order::Verb { verb: "reopen", .. } if is_closed => Ok(closed(record, false)),
        Order::Verb { verb: "reopen", .. } => Err(refused(&record, "open", "it is not closed")),
        _ if is_closed => Err(refused(&record, "closed", "it is closed")),
        _ if record.phase == Phase::Complete => {
            Err(refused(&record, "complete", "a new session is required for more"))
        }
        Order::Start | Order::Verb { verb: "step", .. } => one_step(record, turn),
        Order::Verb { verb: "close", .. } => Ok(closed(record, true)),
        Order::Stop { reason } => stopped(record, reason),
        Order::Attempt { what } => Err(attempted(&record, what)),
        Order::Verb { verb, .. } => Err(no_such_order(&record, verb)),
        Order::Reset { .. } | Order::Explain { .. } => Err(no_such_order(&record, order.verb())),
    }
}

fn one_step(record: Record, turn: &Turn<'_>) -> Stepped {
    let design = frozen_design::verified(&record, turn.facts)?;
    let (before, warnings) = (record.phase, warnings::changed(&record, turn.facts, false));
    let unapproved = |why| Err(refused(&record, "not-approved", why));
    let mut step = match (question(&record), record.phase.work()) {
        (Some(Question::NoOp), _) => {
            return unapproved("the revision produced no changes; decide what to do");
        }
        (Some(Question::Approve(_)), _) => return unapproved("it is not approved"),
        (None, Some(work)) if record.phase.awaited().is_some() => receive(record, work, turn)?,
        (None, Some(Work::Generating | Work::Revising)) => {
            check_readable(&record, turn)?;
            if let Some([why, hint]) = added_later(&record, turn.facts) {
                return Err(refused_with(&record, "not-approved", &why, hint));
            }
            issue(record, Work::Reviewing, turn)?
        }
        (None, Some(Work::Reviewing)) => conclude(record, turn)?,
        (None, None | Some(Work::Planning)) => issue(record, Work::Planning, turn)?,
    };
    if step.changed {
        step.record.metadata.frieze.design = design;
    }
    if step.record.phase != before {
        let text = format!("step: {before} → {}", step.record.phase);
        let iteration = step.record.current_iteration;
        step = step.note(NoteKind::Order, text, json!({ "iteration": iteration }));
        step.notes.extend(warnings);
    }
    Ok(step)
}

/// The code goes into the next prompt, or into the next iteration: nothing of it may be left out because it cannot be read.
fn check_readable(record: &Record, turn: &Turn<'_>) -> Result<(), Refusal> {
    let folder = turn.files.code_folder(record.current_iteration);
    let (names, problem) = plain_names(&turn.facts.list(&folder));
    let unreadable = names.iter().find_map(|name| turn.facts.digest(&folder.named(name)).err());
    let Some(why) = problem.map(|why| format!("{folder}: {why}")).or(unreadable) else { return Ok(()) };
    let hint = format!("correct that, then frieze session step {}", record.session_id);
    Err(refused_with(record, "unreadable", &why, hint))
}

/// Moves into an *-ing* phase and writes its prompt in the same commit.
pub(super) fn issue(mut record: Record, work: Work, turn: &Turn<'_>) -> Stepped {
    let iteration = record.current_iteration.saturating_add(u32::from(work == Work::Revising));
    let mut writes = vec![prompts::prompt(&record, work, iteration, turn)?];
    if work == Work::Revising {
        writes.extend(carried_over(&mut record, iteration, turn));
        (record.review_approved, record.review_hash) = (false, None);
        record.metadata.frieze.verdict = None;
    }
    (record.phase, record.current_iteration) = (work.ing(), iteration);
    record.metadata.frieze.awaited = Awaited::default();
    well(&mut record, Status::InProgress);
    Ok(Step { writes, ..Step::to(record, By::Human) })
}

/// The approved code as it is now, for the next iteration: a revision may name only the files that change. Files that are there
/// already stay.
fn carried_over(record: &mut Record, next: u32, turn: &Turn<'_>) -> Vec<Write> {
    let folder = turn.files.code_folder(next);
    let there = plain_names(&turn.facts.list(&folder)).0;
    let mut writes = Vec::new();
    for (name, bytes) in turn.code() {
        let path = code_path(record.current_iteration, &name);
        if !record.artifacts.iter().any(|known| known.path == path && known.sha256.is_some()) {
            continue;
        }
        let copy = Artifact::extracted(code_path(next, &name), Phase::Revised, next, turn.facts.now);
        record.artifacts.push(copy);
        if !there.contains(&name) {
            writes.push(Write { path: folder.named(&name), bytes: bytes.to_vec() });
        }
    }
    writes
}

/// Reads the response; without one, asks the role.
fn receive(mut record: Record, work: Work, turn: &Turn<'_>) -> Stepped {
    let response = turn.files.response(work, record.current_iteration);
    let file = turn.facts.at(&response);
    record.metadata.frieze.awaited.there = *file != FileState::Absent;
    let bytes = match file {
        FileState::Bytes(bytes) => bytes,
        FileState::Unreadable(why) => {
            return Ok(failed(record, NoteKind::AnswerUnusable, By::Human, why));
        }
        FileState::Absent => {
            return match record.provider(work) {
                MANUAL => {
                    well(&mut record, Status::InProgress);
                    Ok(Step::to(record, By::Human))
                }
                BUILT_IN => built_in::answer(record, work, turn),
                _ => agent::ask(record, work, turn),
            };
        }
    };
    let profile = turn.facts.terms.profile(&record.profile)?;
    let known: Vec<FileName> = record.code_names().into_iter().chain(turn.code().into_keys()).collect();
    let read = profile.read(work, bytes, &known);
    let result = match read.and_then(|result| replacing_no_own_file(&record, result, turn)) {
        Ok(result) => result,
        Err(why) => return Ok(failed(record, NoteKind::AnswerUnusable, By::Human, &why)),
    };
    record.phase = work.ed();
    (record.metadata.frieze.awaited, record.metadata.frieze.asking) = (Awaited::default(), None);
    well(&mut record, Status::Success);
    let contradiction = match result {
        ProcessingResult::Plan => None,
        ProcessingResult::Code(files) => return Ok(extracted(record, work, files, turn)),
        ProcessingResult::Review(review) => review.contradiction(),
    };
    let Some(what) = contradiction else { return Ok(Step::to(record, By::Human)) };
    let text = format!("{SIGN}{what}. The verdict decides: edit {} if it is wrong", work.response());
    Ok(Step::to(record, By::Human).note(NoteKind::HashMismatch, text, json!({})))
}

/// Carries out the write plan of an answer. Nothing is hashed.
fn extracted(mut record: Record, work: Work, files: bundle::Files, turn: &Turn<'_>) -> Step<Record> {
    let iteration = record.current_iteration;
    let paths: Vec<String> = files.iter().map(|(name, _)| code_path(iteration, name)).collect();
    record.artifacts.retain(|artifact| !paths.contains(&artifact.path));
    let artifact = |path: &String| Artifact::extracted(path.clone(), work.ed(), iteration, turn.facts.now);
    record.artifacts.extend(paths.iter().map(artifact));
    let text = format!("extracted from {}: {}", work.response(), count(paths.len(), "file", "files"));
    let step = Step::to(record, By::Human).note(NoteKind::Artifact, text, json!({ "files": paths }));
    files.into_iter().fold(step, |step, (name, content)| {
        step.write(turn.files.code(iteration, &name), content.into_bytes())
    })
}

/// The answer, unless a person put a file of that name into the folder, or edited the copy of the approved one.
fn replacing_no_own_file(
    record: &Record,
    result: ProcessingResult,
    turn: &Turn<'_>,
) -> Result<ProcessingResult, String> {
    let ProcessingResult::Code(files) = &result else { return Ok(result) };
    let iteration = record.current_iteration;
    let is_own = |(name, content): &&(FileName, String)| {
        let file = turn.facts.at(&turn.files.code(iteration, name));
        let copied = turn.facts.bytes(&turn.files.code(iteration.saturating_sub(1), name));
        let is_its = |bytes: &[u8]| bytes == content.as_bytes() || copied == Some(bytes);
        *file != FileState::Absent && !file.bytes().is_some_and(is_its)
    };
    let Some((name, _)) = files.iter().find(is_own) else { return Ok(result) };
    let path = code_path(iteration, name);
    Err(format!("{path} is there and is not the response's: move it away, then step; nothing was extracted"))
}

/// Carries out an approved review: the verdict that was approved counts.
fn conclude(mut record: Record, turn: &Turn<'_>) -> Stepped {
    let path = turn.files.response(Work::Reviewing, record.current_iteration);
    let missing = || format!("{path} is missing or cannot be read: put it back, then step");
    let read = |bytes| Review::read(bytes).map_err(|why| format!("{}: {why}", path.name()));
    let review = match turn.facts.bytes(&path).ok_or_else(missing).and_then(read) {
        Ok(review) => review,
        Err(why) => return Ok(failed(record, NoteKind::AnswerUnusable, By::Human, &why)),
    };
    match record.metadata.frieze.verdict.unwrap_or(review.verdict) {
        Verdict::Fail => {
            check_readable(&record, turn)?;
            issue(record, Work::Revising, turn)
        }
        Verdict::Pass => {
            record.phase = Phase::Complete;
            well(&mut record, Status::Success);
            Ok(Step::to(record, By::Human))
        }
    }
}

fn closed(mut record: Record, closed: bool) -> Step<Record> {
    (record.metadata.frieze.closed, record.metadata.frieze.asking) = (closed, None);
    if !closed && record.status == Status::Error {
        // The next step finds it again.
        let is_waiting = record.phase.awaited().is_some();
        well(&mut record, if is_waiting { Status::InProgress } else { Status::Success });
    }
    let text = if closed { "closed" } else { "reopened" };
    Step::to(record, By::Human).note(NoteKind::Order, text, json!({}))
}

/// Withdraws the request to an agent. The next step asks again.
fn stopped(mut record: Record, reason: &str) -> Stepped {
    if record.metadata.frieze.asking.take().is_none() {
        return Err(refused(&record, "nothing-under-way", "no agent is asked, so there is nothing to stop"));
    }
    well(&mut record, Status::InProgress);
    let data = json!({ "reason": reason });
    Ok(Step::to(record, By::Human).note(NoteKind::Paused, "the request was stopped", data))
}

/// Why something cannot be done now that a person tried.
fn attempted(record: &Record, what: &str) -> Refusal {
    if !super::gate::CHOICES.contains(&what) {
        return no_such_order(record, what);
    }
    if question(record) == Some(Question::NoOp) {
        let why = "the revision produced no changes, which is decided first";
        return refused_with(record, "no-boundary", why, both_ways(record));
    }
    let response = record.phase.work().map(Work::response);
    let why = match (response, record.phase.awaited().is_some()) {
        (Some(response), true) if record.metadata.frieze.awaited.there => {
            format!("{response} is there, but no step has read it yet, so there is nothing to {what}")
        }
        (Some(response), true) => {
            format!("there is nothing to {what} yet: write {response}, then let a step read it")
        }
        (Some(_), false) => format!("{what} is none of its choices now, or its files are missing"),
        (None, _) => format!("there is nothing to {what} before the first step"),
    };
    refused(record, "no-boundary", &why)
}
