//! The plain gates of a session: an approval, or the question after a revision without changes. They are bound to the files that
//! were shown.

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_kernel::{
    Binding, Choice, Files, Gate, GateKind, Key, Request, RequestKind, Until, Watch, Wording,
};

use super::turn::plain_names;
use super::{agent, reads};
use crate::approval::{binding, boundary, is_code_approved};
use crate::files::{SessionFiles, code_path};
use crate::phase::Work;
use crate::record::Record;

pub(super) const CHOICES: [&str; 4] = ["approve", "approve-prompts", "review", "edit"];

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Approve(Work),
    /// The approved revision has the code of the iteration before (S46).
    NoOp,
}

/// The open question of a record.
pub(super) fn question(record: &Record) -> Option<Question> {
    let is_open = record.is_made() && !record.metadata.frieze.closed;
    let work = record.phase.work().filter(|_| is_open && record.phase.is_boundary())?;
    let is_approved = match work {
        Work::Planning => false,
        Work::Generating | Work::Revising => is_code_approved(record),
        Work::Reviewing => record.review_approved,
    };
    match is_approved {
        false => Some(Question::Approve(work)),
        true => (work == Work::Revising && record.metadata.frieze.no_op).then_some(Question::NoOp),
    }
}

/// The question of the open gate: an approval can be repeated until the session moves on, because the files can still be edited.
pub(super) fn askable(record: &Record) -> Option<Question> {
    let own = &record.metadata.frieze;
    let again = record.phase.work().filter(|_| record.phase.is_boundary() && record.is_made() && !own.closed);
    question(record).or(again.map(Question::Approve))
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

/// The files of an approval, as they are now.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub required: BTreeMap<String, Digest>,
    /// Prompts and responses that `approve-prompts` hashes too.
    pub optional: BTreeMap<String, Digest>,
    pub code: BTreeMap<FileName, Digest>,
}

impl Shown {
    /// Hashes the files of the present boundary.
    ///
    /// # Errors
    /// Why there is nothing to approve: a missing file, an empty folder, or something in it that is no plain file.
    pub(super) fn now(record: &Record, files: &dyn Files) -> Result<Self, String> {
        let paths = SessionFiles::of(&record.session_id);
        let boundary = boundary(record, &paths, true).ok_or("there is nothing to approve")?;
        let name = |path| paths.relative(path).unwrap_or_default().to_owned();
        let mut shown = Self::default();
        for path in &boundary.required {
            let digest =
                files.digest(path)?.ok_or_else(|| format!("{path} is missing: put it back first"))?;
            shown.required.insert(name(path), digest);
        }
        let optional =
            boundary.optional.iter().filter_map(|path| Some((name(path), files.digest(path).ok()??)));
        shown.optional = optional.collect();
        let Some(folder) = boundary.code else { return Ok(shown) };
        let (names, problem) = plain_names(&files.list(&folder));
        if let Some(why) = problem {
            return Err(format!("{folder}: {why}"));
        }
        for file in names {
            let path = folder.named(&file);
            let digest = files.digest(&path)?.ok_or_else(|| format!("{path} is missing"))?;
            shown.code.insert(file, digest);
        }
        match shown.code.is_empty() {
            true => Err(format!("{folder} has no file to approve: write one there, or begin a new session")),
            false => Ok(shown),
        }
    }

    /// The files by their paths below the session, with the optional ones if they are asked for.
    pub(super) fn files(&self, iteration: u32, with_optional: bool) -> BTreeMap<String, Digest> {
        let optional = self.optional.iter().filter(|_| with_optional);
        let named = self.required.iter().chain(optional).map(|(path, sha256)| (path.clone(), *sha256));
        named.chain(self.code.iter().map(|(name, sha256)| (code_path(iteration, name), *sha256))).collect()
    }
}

/// The open gate, bound to the files as they are now. Without a file to approve its choices are barred.
pub(super) fn bound(record: &Record, files: &dyn Files) -> Option<Gate> {
    let mut gate = gate(record)?;
    if question(record) == Some(Question::NoOp) {
        return Some(gate);
    }
    let barred = match Shown::now(record, files) {
        Ok(shown) => {
            gate.binding.sha256 = binding(&shown.files(record.current_iteration, true)).1;
            None
        }
        Err(why) => Some(why),
    };
    gate.choices.iter_mut().for_each(|choice| choice.barred.clone_from(&barred));
    Some(gate)
}

/// The open gate. An approval is bound to no files yet: the hash is a placeholder.
pub(super) fn gate(record: &Record) -> Option<Gate> {
    let (id, iteration) = (&record.session_id, record.current_iteration);
    let choice = |letter, name, effect: &str| {
        let (effect, wording) = (effect.to_owned(), Wording::Optional("a note"));
        Choice { letter, name, effect, wording, barred: None }
    };
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
            let choices = vec![choice('a', CHOICES[0], effect), choice('p', CHOICES[1], prompts)];
            ("approve", question, Digest::of(b""), choices)
        }
        Question::NoOp => {
            let question = "The revision produced no changes. Review it all the same, or edit it?".to_owned();
            let edit = "The approval is withdrawn, so that you can edit the code and approve it again.";
            let choices = vec![
                choice('r', CHOICES[2], "The next step writes the prompt for the review."),
                choice('e', CHOICES[3], edit),
            ];
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
        choices,
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
    let of = record.artifacts.iter().filter(|artifact| artifact.is_code_of(record.current_iteration));
    binding(&of.filter_map(|artifact| Some((artifact.path.clone(), artifact.sha256?))).collect()).1
}
