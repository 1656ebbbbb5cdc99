//! Players without a model: the built-in ones, the design workflow, and a session. Their artifacts are made of what is on disk.

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::integrity::{self, Integrity};
use frieze_intent::Intent;
use frieze_kernel::{Begin, By, FileState, Key, NoteKind, Refusal, Request, RequestKind, Step, Until, Watch};
use serde_json::{Value, json};

use super::record::{Active, Player, ProblemCause, Record};
use super::table::refused;
use super::turn::{Turn, fault};
use crate::files::ChainFiles;
use crate::offline::{self, Implemented, Seal, Sources};
use crate::phase::FeaturePhase;
use crate::review::Review;

/// The workflows that play phases, by their names.
const DESIGN: &str = "design";
const SESSION: &str = "session";
/// The most files of code that a final review reads.
const MOST_FILES: usize = 200;

/// Has the design made from the specification.
///
/// # Errors
/// There is no text to make it from.
pub(super) fn begin_design(
    record: Record,
    by: By,
    takes_spec: bool,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let brief = turn.files.brief();
    let old = match turn.facts.at(&brief) {
        FileState::Bytes(bytes) => Some(bytes),
        FileState::Absent => None,
        FileState::Unreadable(why) => return Err(refused(&record, "unreadable", why)),
    };
    let spec = turn.files.artifact(FeaturePhase::Specify).and_then(|path| turn.facts.bytes(&path));
    match (old, spec) {
        (None, None) => {
            Err(refused(&record, "no-brief", "there is neither spec.md nor brief.md to design from"))
        }
        (Some(_), None) => Ok(Step::to(with_readiness(record, turn), by)),
        (Some(old), Some(spec)) if old.as_slice() == spec || !takes_spec => {
            Ok(Step::to(with_readiness(record, turn), by))
        }
        (old, Some(spec)) => {
            let kept = record.own.active.as_ref().map(|active| turn.round(active).replaced());
            let spec = spec.to_vec();
            let mut step = Step::to(record, by);
            if let Some((path, old)) = kept.zip(old) {
                step = step.write(path, old.clone());
            }
            // The person took it as the brief: what led to it is not stale.
            for phase in [FeaturePhase::Brainstorm, FeaturePhase::Specify] {
                let artifact = step.record.own.artifacts.get_mut(&phase);
                if let Some(known) = artifact.and_then(|one| one.made_from.get_mut(brief.name())) {
                    *known = Digest::of(&spec);
                }
            }
            Ok(step.write(brief, spec).note(
                NoteKind::Artifact,
                "spec.md is the brief of the design",
                json!({}),
            ))
        }
    }
}

/// Has the code made by a session of its own.
///
/// # Errors
/// Its name would be too long.
pub(super) fn begin_session(mut record: Record, by: By, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let number = record.own.sessions.saturating_add(1);
    let name = format!("{}-{number}", record.id);
    let is_new = record.own.active.as_ref().is_some_and(|active| active.session.is_none());
    if is_new {
        let id: FeatureId = match name.parse() {
            Ok(id) => id,
            Err(why) => {
                let why: frieze_data::id::NotAnId = why;
                return Err(refused(&record, "name", &format!("its session would be {name}: {why}")));
            }
        };
        record.own.sessions = number;
        if let Some(active) = record.own.active.as_mut() {
            active.session = Some(id);
        }
    }
    Ok(Step::to(with_readiness(record, turn), by))
}

/// What a phase waits for that another workflow plays.
pub(super) fn requests(record: &Record, active: &Active) -> Vec<Request> {
    let files = ChainFiles::of(&record.id);
    let (flow, id, words, watch) = match (&active.producer, &active.session) {
        (Player::Design, _) => {
            let watch = Watch { path: files.marker(), until: Until::There };
            (DESIGN, record.id.clone(), Vec::new(), watch)
        }
        (Player::Session, Some(session)) => {
            let words = vec!["profile=contract".to_owned(), format!("feature={}", record.id)];
            let watch = Watch { path: ChainFiles::session(session), until: Until::Changed };
            (SESSION, session.clone(), words, watch)
        }
        (Player::Session, None) | (Player::BuiltIn | Player::Agent(_) | Player::Person, _) => {
            return Vec::new();
        }
    };
    let key = |what: &str| Key(format!("{what}/{}/{}", active.phase.name(), active.folder));
    let run = RequestKind::Run { flow, id, begin: Begin::Ensure(words) };
    vec![
        Request { key: key("run"), kind: run },
        Request { key: key("watch"), kind: RequestKind::Watch(watch) },
    ]
}

/// Notes whether the design is frozen, or the session complete.
pub(super) fn inspected(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let was_ready = record.own.active.as_ref().is_some_and(|active| active.is_ready);
    let waits_for_design = record.own.active.as_ref().is_some_and(|active| active.producer == Player::Design);
    if waits_for_design && let Err(why) = seal(&record.id, turn) {
        return fault(record, ProblemCause::Invalid, &why);
    }
    record = with_readiness(record, turn);
    let Some(active) = &record.own.active else { return Step::same(record) };
    let what =
        if active.producer == Player::Design { "the design is frozen" } else { "the session is complete" };
    match (was_ready, active.is_ready) {
        (false, false) | (true, true) => Step::same(record),
        (false, true) => Step::to(record, By::System).note(NoteKind::Artifact, what, json!({})),
        (true, false) => Step::to(record, By::System),
    }
}

/// The record with what is known now about the workflow that plays the phase.
fn with_readiness(mut record: Record, turn: &Turn<'_>) -> Record {
    let Some(active) = record.own.active.as_mut() else { return record };
    active.is_ready = match (&active.producer, &active.session) {
        (Player::Design, _) => seal(&record.id, turn).is_ok_and(|seal| seal.is_some()),
        (Player::Session, Some(session)) => finished(session, turn).is_some(),
        (Player::Session, None) | (Player::BuiltIn | Player::Agent(_) | Player::Person, _) => active.is_ready,
    };
    record
}

/// The checksum and the number of the frozen design; `None` if it is not frozen.
///
/// # Errors
/// The frozen files were changed.
fn seal(id: &FeatureId, turn: &Turn<'_>) -> Result<Option<(String, u32)>, String> {
    let (marker, intent) = (turn.facts.at(&turn.files.marker()), turn.facts.at(&turn.files.intent()));
    match integrity::check(id, None, marker, intent) {
        Integrity::Sound(marker) => Ok(Some((marker.checksum_sha256.to_string(), marker.freeze_number))),
        Integrity::NoMarker { .. } => Ok(None),
        Integrity::Violated(violation) => Err(violation.to_string()),
    }
}

/// A session that is complete.
struct Finished {
    id: String,
    files: Vec<(String, String)>,
    iterations: u32,
    verdict: String,
}

fn finished(id: &FeatureId, turn: &Turn<'_>) -> Option<Finished> {
    let mut finished = finished_in(id, turn.facts.bytes(&ChainFiles::session(id))?)?;
    for (path, sha256) in &mut finished.files {
        let now = ChainFiles::code(id, path).filter(|path| turn.facts.files.contains_key(path));
        if let Some(now) = now {
            *sha256 = turn
                .facts
                .bytes(&now)
                .map_or_else(|| "missing".to_owned(), |bytes| Digest::of(bytes).to_string());
        }
    }
    Some(finished)
}

fn finished_in(id: &FeatureId, bytes: &[u8]) -> Option<Finished> {
    let record: Value = serde_json::from_slice(bytes).ok()?;
    if record.get("phase")?.as_str()? != "complete" {
        return None;
    }
    let iteration = record.get("current_iteration").and_then(Value::as_u64).unwrap_or(1);
    let artifacts = record.get("artifacts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let file = |one: &Value| {
        let is_last = one.get("iteration").and_then(Value::as_u64) == Some(iteration);
        let text = |key: &str| one.get(key).and_then(Value::as_str).map(str::to_owned);
        is_last.then(|| Some((text("path")?, text("sha256").unwrap_or_default())))?
    };
    let verdict = record.pointer("/metadata/frieze/verdict").and_then(Value::as_str).unwrap_or("pass");
    Some(Finished {
        id: id.to_string(),
        files: artifacts.iter().filter_map(file).collect(),
        iterations: u32::try_from(iteration).unwrap_or(u32::MAX),
        verdict: verdict.to_owned(),
    })
}

/// The paths of a complete session's code.
pub(super) fn code(id: &FeatureId, bytes: &[u8]) -> Vec<RelPath> {
    let files = finished_in(id, bytes).map(|session| session.files).unwrap_or_default();
    files.iter().filter_map(|(path, _)| ChainFiles::code(id, path)).take(MOST_FILES).collect()
}

/// The artifact of the phase that is under way.
///
/// # Errors
/// What it is made from is missing or was changed.
pub(super) fn produce(record: &Record, turn: &Turn<'_>) -> Result<String, String> {
    let Some(active) = &record.own.active else { return Err("no phase is under way".to_owned()) };
    let owned = Owned::of(record, active, turn);
    if active.phase == FeaturePhase::Design && owned.intent.is_none() {
        seal(&record.id, turn)?;
        return Err("the design is not frozen, so design.md cannot be made".to_owned());
    }
    if active.phase == FeaturePhase::Implement && owned.session.is_none() {
        return Err("the session is not complete, so implementation.md cannot be made".to_owned());
    }
    let text = owned.with(record, |sources| offline::produce(active.phase, sources));
    text.ok_or_else(|| format!("{} has no artifact", active.phase.name()))
}

/// The built-in reviewer's verdict.
pub(super) fn review(record: &Record, text: &str, turn: &Turn<'_>) -> Review {
    let Some(active) = &record.own.active else {
        return Review { approved: false, issues: Vec::new(), summary: String::new() };
    };
    Owned::of(record, active, turn).with(record, |sources| offline::review(active.phase, text, sources))
}

/// The texts that the built-in players read.
struct Owned {
    brief: Option<String>,
    answers: Option<String>,
    /// Brainstorm, specification, design, plan, tasks and implementation.
    artifacts: [Option<String>; 6],
    intent: Option<Intent>,
    seal: Option<(String, u32)>,
    session: Option<Finished>,
}

impl Owned {
    fn of(record: &Record, active: &Active, turn: &Turn<'_>) -> Self {
        let artifact = |phase| turn.files.artifact(phase).and_then(|path| turn.text(&path));
        let [brainstorm, specify, design, plan, tasks, implement, ..] = FeaturePhase::ALL;
        let seal = seal(&record.id, turn).ok().flatten();
        let intent = turn.facts.bytes(&turn.files.intent()).and_then(|bytes| frieze_intent::read(bytes).ok());
        let known = active.session.clone().or_else(|| last_session(record));
        Self {
            brief: turn.text(&turn.files.brief()),
            answers: turn.text(&turn.files.answers()),
            artifacts: [brainstorm, specify, design, plan, tasks, implement].map(artifact),
            intent: intent.map(|reading| reading.intent).filter(|_| seal.is_some()),
            seal,
            session: known.and_then(|id| finished(&id, turn)),
        }
    }

    fn with<T>(&self, record: &Record, read: impl FnOnce(&Sources<'_>) -> T) -> T {
        let [brainstorm, spec, design, plan, tasks, implementation] = &self.artifacts;
        let session = self.session.as_ref().map(|session| Implemented {
            id: &session.id,
            files: &session.files,
            iterations: session.iterations,
            verdict: &session.verdict,
        });
        read(&Sources {
            id: record.id.as_str(),
            title: record.meta.name().unwrap_or(record.id.as_str()),
            brief: self.brief.as_deref(),
            answers: self.answers.as_deref(),
            brainstorm: brainstorm.as_deref(),
            spec: spec.as_deref(),
            design: design.as_deref(),
            plan: plan.as_deref(),
            tasks: tasks.as_deref(),
            implementation: implementation.as_deref(),
            intent: self.intent.as_ref(),
            seal: self.seal.as_ref().map(|(checksum, number)| Seal { checksum, number: *number }),
            session,
        })
    }
}

/// The session that implemented the feature last.
pub(super) fn last_session(record: &Record) -> Option<FeatureId> {
    let number = Some(record.own.sessions).filter(|number| *number > 0)?;
    format!("{}-{number}", record.id).parse().ok()
}
