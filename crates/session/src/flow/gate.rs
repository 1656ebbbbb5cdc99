//! The plain gates of a session: an approval, or the question after a revision without changes. They are bound to the files that
//! were shown.

use frieze_data::digest::Digest;
use frieze_kernel::{Binding, Choice, Files, Gate, GateKind, Key, Request, RequestKind, Until, Watch};

use super::{agent, reads};
use crate::approval::{Boundary, binding, is_code_approved};
use crate::phase::{Phase, Work};
use crate::record::Record;

pub(super) const CHOICES: [&str; 4] = ["approve", "approve-prompts", "review", "edit"];

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Approve(Work),
    /// The approved revision has the code of the iteration before (S46).
    NoOp,
}

/// The work that can be approved now.
fn boundary(record: &Record) -> Option<Work> {
    record.phase.boundary().filter(|_| record.is_made() && !record.metadata.frieze.closed)
}

/// The open question of a record.
pub(super) fn question(record: &Record) -> Option<Question> {
    let work = boundary(record)?;
    match is_approved(record) {
        false => Some(Question::Approve(work)),
        true => (work == Work::Revising && record.metadata.frieze.no_op).then_some(Question::NoOp),
    }
}

/// Whether the present phase is approved. An approved plan is already in the next phase.
pub(super) fn is_approved(record: &Record) -> bool {
    match record.phase.boundary() {
        Some(Work::Generating | Work::Revising) => is_code_approved(record),
        Some(Work::Reviewing) => record.review_approved,
        Some(Work::Planning) => false,
        None => record.phase == Phase::Complete,
    }
}

/// A file that was added after the code was approved, and the command that approves it: no step leaves it out.
pub(super) fn added_later(record: &Record, files: &dyn Files) -> Option<[String; 2]> {
    let is_code = matches!(boundary(record)?, Work::Generating | Work::Revising);
    let now = (is_code && question(record).is_none()).then(|| Boundary::now(record, files))?.ok()?;
    let approved = record.approved_code(record.current_iteration);
    let added = now.required.into_keys().find(|path| !approved.contains_key(path))?;
    let command = format!("frieze session approve {}", record.session_id);
    Some([format!("{added} was added after the approval"), command])
}

/// The question of the open gate: an approval can be repeated until the session moves on, because the files can still be edited.
pub(super) fn askable(record: &Record) -> Option<Question> {
    question(record).or_else(|| boundary(record).map(Question::Approve))
}

/// Requests of a record: a decision, an agent's answer, or a file that a person brings.
pub(super) fn wants(record: &Record) -> Vec<Request> {
    if let Some(gate) = gate(record) {
        return vec![Request { key: gate.key.clone(), kind: RequestKind::Gate(gate) }];
    }
    if record.metadata.frieze.closed {
        return Vec::new();
    }
    let Some(path) = reads::awaited(record) else { return Vec::new() };
    let key = Key(format!("{}/{}", record.phase.saved(), record.current_iteration));
    let watch = RequestKind::Watch(Watch { path, until: Until::There });
    let watch = (!record.metadata.frieze.awaited.there).then_some(Request { key, kind: watch });
    agent::request(record).into_iter().chain(watch).collect()
}

/// The open gate, bound to the files as they are now. Without a file to approve its choices are barred.
pub(super) fn bound(record: &Record, files: &dyn Files) -> Option<Gate> {
    let mut gate = gate(record)?;
    if question(record) == Some(Question::NoOp) {
        return Some(gate);
    }
    match Boundary::now(record, files) {
        Ok(now) => gate.binding.sha256 = binding(&now.all()),
        Err(why) => gate.bar(&why),
    }
    Some(gate)
}

/// The open gate. An approval is bound to no files yet: the hash is a placeholder.
pub(super) fn gate(record: &Record) -> Option<Gate> {
    let (id, iteration) = (&record.session_id, record.current_iteration);
    let (what, question, sha256, choices) = match askable(record)? {
        Question::Approve(work) => {
            let again = if question(record).is_none() { " again" } else { "" };
            let question = format!("Approve {}{again}?", subject(record, work));
            let effect = match work {
                Work::Planning => "The plan is hashed, and the prompt for the code is written.",
                Work::Generating | Work::Revising => "Each file of the code is hashed; nothing is locked.",
                Work::Reviewing => "The review is hashed: its verdict is the one that counts.",
            };
            let prompts = "As approve; prompts and responses are hashed too.";
            let choices = [Choice::plain('a', CHOICES[0], effect), Choice::plain('p', CHOICES[1], prompts)];
            ("approve", question, Digest::of(b""), choices)
        }
        Question::NoOp => {
            let question = "The revision produced no changes. Review it all the same, or edit it?".to_owned();
            let edit = "The approval is withdrawn, so that you can edit the code and approve it again.";
            let review = "The next step writes the prompt for the review.";
            let choices = [Choice::plain('r', CHOICES[2], review), Choice::plain('e', CHOICES[3], edit)];
            ("no-op", question, approved(record), choices)
        }
    };
    let approvals = record.metadata.frieze.approvals.len();
    Some(Gate {
        key: Key(format!("{what}/{}/{iteration}/{approvals}", record.phase.saved())),
        kind: GateKind::Plain,
        question,
        what: "files",
        binding: Binding { feature: id.clone(), iteration, sha256 },
        choices: choices.into(),
    })
}

/// What an approval is about.
pub(super) fn subject(record: &Record, work: Work) -> String {
    match work {
        Work::Planning | Work::Reviewing => work.response().to_owned(),
        Work::Generating | Work::Revising => format!("the code of iteration {}", record.current_iteration),
    }
}

/// The digest of the approved code of the iteration.
pub(super) fn approved(record: &Record) -> Digest {
    binding(&record.approved_code(record.current_iteration))
}
