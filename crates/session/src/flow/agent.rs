//! Configured agents: their answer becomes the response file, which the next step reads as if a person had brought it.

use frieze_data::path::RelPath;
use frieze_kernel::{
    AgentRequest, Answer, By, Fault, FileState, Key, NoteKind, Request, RequestKind, Role, Step,
};
use serde_json::json;

use super::reads;
use super::table::refused;
use super::turn::{Stepped, Turn, failed, well};
use crate::files::SessionFiles;
use crate::phase::Work;
use crate::record::{Record, Status};

/// The open request to an agent. Its key and exchange folder stay when it is asked again: an answer that came meanwhile is taken.
pub(super) fn request(record: &Record) -> Option<Request> {
    let (work, number) = asked(record)?;
    // With a response nobody is asked, also after an interruption before the record was saved.
    if record.metadata.frieze.awaited.there {
        return None;
    }
    let files = SessionFiles::of(&record.session_id);
    let (prompt, exchange) = (files.prompt(work, record.current_iteration), exchange(&files, work, number));
    let ask = AgentRequest::new(Role(work.role()), Some(record.provider(work)), prompt, exchange);
    let ask = AgentRequest { rank: record.current_iteration.into(), ..ask };
    Some(Request { key: Key(format!("{}/{number}", work.role())), kind: RequestKind::Agent(ask) })
}

/// Asks the agent, once: a step while it works changes nothing.
pub(super) fn ask(mut record: Record, work: Work, turn: &Turn<'_>) -> Stepped {
    if record.metadata.frieze.asking.is_some() {
        return Ok(Step::same(record));
    }
    if !count(&mut record, turn) {
        let path = turn.files.response(work, record.current_iteration);
        let why = format!("its requests to agents are used up; write {path} yourself, or raise the limit");
        return Err(refused(&record, "budget", &why));
    }
    well(&mut record, Status::InProgress);
    let text = format!("{} asked as {}", record.provider(work), work.role());
    Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({})))
}

/// Asks the same request again: another call.
pub(super) fn asked_again(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    if !count(&mut record, turn) {
        return failed(record, NoteKind::Paused, By::Engine, "the session's requests to agents are used up");
    }
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, "asked again after an interruption", json!({}))
}

/// Keeps the answer, and writes it as the response, unless a person brought one meanwhile: no response file is ever overwritten.
pub(super) fn answered(mut record: Record, answer: &Answer, turn: &Turn<'_>) -> Step<Record> {
    record.metadata.frieze.spent.pay(answer);
    let asked = asked(&record);
    record.metadata.frieze.asking = None;
    let Some(path) = reads::awaited(&record) else { return Step::to(record, By::Engine) };
    record.metadata.frieze.awaited.there = true;
    well(&mut record, Status::InProgress);
    let name = path.name().to_owned();
    let mut step = Step::to(record, By::Engine);
    if let Some((work, number)) = asked {
        let kept = exchange(&turn.files, work, number).join("answer.txt");
        step = step.write(kept, answer.text.clone().into_bytes());
    }
    if *turn.facts.at(&path) != FileState::Absent {
        let text = format!("an answer came too late: {name} was there already and stays");
        return step.note(NoteKind::Answer, text, json!({ "model": answer.model }));
    }
    let text = format!("{} answered: {name}", answer.model);
    let note = json!({ "model": answer.model, "bytes": answer.text.len() });
    step.write(path, answer.text.clone().into_bytes()).note(NoteKind::Answer, text, note)
}

/// Keeps what came until the fault in the exchange folder.
pub(super) fn faulted(mut record: Record, fault: &Fault, partial: &[u8], turn: &Turn<'_>) -> Step<Record> {
    if let Fault::Unusable { answer, .. } = fault {
        record.metadata.frieze.spent.pay(answer);
    }
    let asked = asked(&record);
    record.metadata.frieze.asking = None;
    let who = asked.map_or("agent", |(work, _)| work.role());
    let why = format!("the {who} gave no answer: {}", fault.in_words());
    let step = failed(record, NoteKind::Paused, By::Engine, &why);
    let Some((work, number)) = asked.filter(|_| !partial.is_empty()) else { return step };
    step.write(exchange(&turn.files, work, number).join("partial.txt"), partial.to_vec())
}

/// The open request: its work and its number.
fn asked(record: &Record) -> Option<(Work, u32)> {
    record.phase.work().zip(record.metadata.frieze.asking)
}

fn exchange(files: &SessionFiles, work: Work, number: u32) -> RelPath {
    files.folder.join("exchange").join(work.role()).number(number)
}

/// Counts another request; `false` if none is left.
fn count(record: &mut Record, turn: &Turn<'_>) -> bool {
    let own = &mut record.metadata.frieze;
    let is_left = !own.spent.is_used_up(turn.facts.terms.max_calls);
    own.asking = is_left.then(|| own.spent.count()).map(|number| own.asking.unwrap_or(number));
    is_left
}
