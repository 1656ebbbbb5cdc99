//! The reviewer loop: "a. Execute phase skill", "b. Spawn chain-reviewer agent", "c. Reviewer returns", "d. IF approved", "e. IF NOT
//! approved AND iteration < max", "f. IF NOT approved AND iteration == max".

use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_kernel::{By, FileState, NoteKind, Refusal, Step};
use serde_json::json;

use super::prompts::Material;
use super::record::{Active, Artifact, Outcome, Player, ProblemCause, QuestionKind, Record};
use super::table::{ChainPhase, refused};
use super::turn::{Turn, fault};
use super::{agent, enter, finish, players};
use crate::changes::describe;
use crate::history::{self, Entry};
use crate::meta::{PhaseUpdate, update_phase_state};
use crate::phase::FeaturePhase;
use crate::review::{Issue, Judged, Review, Severity};
use crate::role::ChainRole;
use crate::scope;
use crate::transition::prerequisite;

/// The most concerns that `.meta.json` keeps of a phase, and how many a message names.
const MOST_NOTES: usize = 50;
const NAMED: usize = 3;

/// Begins to produce the artifact of a round.
///
/// # Errors
/// The prompt cannot be made, the calls are used up, or the texts that are needed are missing.
pub(super) fn begin_round(
    mut record: Record,
    by: By,
    takes_spec: bool,
    review: Option<&Review>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let Some(mut active) = record.own.active.take() else { return Ok(Step::same(record)) };
    active.producer = producer(&active, turn);
    (active.attempt, active.is_final, active.is_ready) = (1, false, false);
    active.base = turn.digest(active.phase);
    active.inputs = turn.input_hashes(active.phase);
    let (producer, phase) = (active.producer.clone(), active.phase);
    record.own.active = Some(active);
    (record.own.state, record.own.asking) = (ChainPhase::Producing, None);
    match producer {
        Player::Agent(_) => {
            let Some(role) = phase.role() else { return Ok(Step::to(record, by)) };
            agent::ask(record, role, &Material { review, ..Material::default() }, by, turn)
        }
        Player::Design => players::begin_design(record, by, takes_spec, turn),
        Player::Session => players::begin_session(record, by, turn),
        Player::BuiltIn | Player::Person => Ok(Step::to(record, by)),
    }
}

/// Who makes the artifact of a round. An artifact that was edited since its review is the person's revision.
fn producer(active: &Active, turn: &Turn<'_>) -> Player {
    let now = turn.digest(active.phase);
    if active.iteration > 1 && active.reviewed.is_some() && now.is_some() && now != active.reviewed {
        return Player::Person;
    }
    let agent = active.phase.role().and_then(|role| turn.terms().agents.get(&role));
    // Without an agent nobody can revise a person's text: it stays as it is.
    if active.producer == Player::Person && agent.is_none() {
        return Player::Person;
    }
    if active.iteration == 1 && active.phase == FeaturePhase::Design {
        return Player::Design;
    }
    if active.iteration == 1 && active.phase == FeaturePhase::Implement {
        return Player::Session;
    }
    agent.map_or(Player::BuiltIn, |name| Player::Agent(name.clone()))
}

/// Begins with a document that a person brought: it is the artifact of the first round.
pub(super) fn begin_with(mut record: Record, text: &str, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let Some(mut active) = record.own.active.take() else { return Ok(Step::same(record)) };
    let Some(path) = turn.files.artifact(active.phase) else { return Ok(Step::same(record)) };
    let mut step = Step::to(record, By::Human);
    if let Some(before) = turn.facts.bytes(&path).filter(|before| *before != text.as_bytes()) {
        step = step.write(turn.round(&active).replaced(), before.to_vec());
    }
    active.producer = Player::Person;
    active.base = Some(Digest::of(text.as_bytes()));
    step.record.own.active = Some(active);
    (step.record.own.state, step.record.own.asking) = (ChainPhase::Producing, None);
    Ok(step.write(path, text.as_bytes().to_vec()))
}

/// Reviews the artifact that is there.
///
/// # Errors
/// There is none, or the prompt cannot be made.
pub(super) fn review_as_it_is(record: Record, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let Some(phase) = record.own.active.as_ref().map(|active| active.phase) else {
        return Ok(Step::same(record));
    };
    match turn.artifact(phase) {
        FileState::Bytes(bytes) => to_review(record, bytes, By::Human, turn),
        FileState::Absent => {
            let why = format!("there is no {} to review", phase.artifact().unwrap_or_default());
            Err(refused(&record, "no-artifact", &why))
        }
        FileState::Unreadable(why) => Err(refused(&record, "unreadable", why)),
    }
}

/// Makes an artifact without an agent: built in, from another workflow, or as a person left it.
pub(super) fn proceeded(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.clone() else { return Step::same(record) };
    match (record.own.state, &active.producer) {
        (ChainPhase::Producing, Player::Person) => as_it_is(record, turn),
        (ChainPhase::Producing, Player::BuiltIn | Player::Design | Player::Session) => {
            match players::produce(&record, turn) {
                Ok(text) => {
                    if let Some(active) = record.own.active.as_mut() {
                        active.inputs = turn.input_hashes(active.phase);
                    }
                    produced(record, &text, None, turn)
                }
                Err(why) => fault(record, ProblemCause::Invalid, &why),
            }
        }
        (ChainPhase::Reviewing, _) => {
            let path = turn.files.round(active.phase, active.folder).artifact();
            let Some(text) = turn.text(&path) else {
                return fault(record, ProblemCause::Invalid, &format!("{path} is missing or cannot be read"));
            };
            let issues = own_issues(&record, active.phase, text, turn);
            let review = match issues.is_empty() {
                true => players::review(&record, &active, text, turn),
                false => {
                    let summary = "The engine found what no reviewer has to read.".to_owned();
                    Review { approved: false, issues, summary }
                }
            };
            conclude(record, &review, Vec::new(), turn)
        }
        (
            ChainPhase::Producing
            | ChainPhase::Ready
            | ChainPhase::Asking
            | ChainPhase::Completed
            | ChainPhase::Abandoned,
            _,
        ) => Step::same(record),
    }
}

/// Takes the artifact as a person left it.
fn as_it_is(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.as_mut() else { return Step::same(record) };
    let file = active.phase.artifact().unwrap_or_default();
    match turn.artifact(active.phase) {
        FileState::Bytes(bytes) => {
            active.changes = "Edited by a person.".to_owned();
            let text = format!("{file} is taken as a person left it");
            let step = or_fault(record, |record| to_review(record, bytes, By::Engine, turn));
            step.note(NoteKind::HumanEdit, text, json!({}))
        }
        FileState::Absent => fault(record, ProblemCause::Invalid, &format!("{file} is missing")),
        FileState::Unreadable(why) => fault(record, ProblemCause::Invalid, why),
    }
}

/// Writes the artifact of a round, unless a person changed the file meanwhile: then theirs is reviewed.
pub(super) fn produced(
    mut record: Record,
    text: &str,
    changes: Option<String>,
    turn: &Turn<'_>,
) -> Step<Record> {
    let Some(active) = record.own.active.as_mut() else { return Step::same(record) };
    let Some(path) = turn.files.artifact(active.phase) else { return Step::same(record) };
    let before = match turn.artifact(active.phase) {
        FileState::Bytes(bytes) if Some(Digest::of(bytes)) != active.base => return as_it_is(record, turn),
        FileState::Bytes(bytes) => Some(bytes),
        FileState::Absent => None,
        FileState::Unreadable(why) => return fault(record, ProblemCause::Invalid, why),
    };
    let old = before.map(|bytes| lossy(bytes.clone()));
    active.changes = changes.unwrap_or_else(|| describe(old.as_deref(), text));
    // A version that was reviewed is in the folder of its round.
    let known = record.own.artifacts.get(&active.phase).map(|artifact| artifact.sha256);
    let kept = before.filter(|bytes| Some(Digest::of(bytes)) != known && bytes.as_slice() != text.as_bytes());
    let replaced = turn.round(active).replaced();
    let (phase, inputs) = (active.phase, active.inputs.clone());
    let mut step = or_fault(record, |record| to_review(record, text.as_bytes(), By::Engine, turn));
    // Also if nobody could be asked for a review: the text is frieze's own.
    step.record
        .own
        .artifacts
        .entry(phase)
        .insert_entry(Artifact { sha256: Digest::of(text.as_bytes()), made_from: inputs });
    if let Some(bytes) = kept {
        step = step.write(replaced, bytes.clone());
    }
    let note = format!("{} is written", path.name());
    step.write(path, text.as_bytes().to_vec()).note(NoteKind::Artifact, note, json!({ "bytes": text.len() }))
}

/// Hands an artifact to the reviewer.
///
/// # Errors
/// The prompt cannot be made, or the calls are used up.
fn to_review(mut record: Record, bytes: &[u8], by: By, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let Some(mut active) = record.own.active.take() else { return Ok(Step::same(record)) };
    let (phase, text, sha256) = (active.phase, lossy(bytes.to_vec()), Digest::of(bytes));
    let has_issues = !own_issues(&record, phase, &text, turn).is_empty();
    let agent = turn.terms().agents.get(&ChainRole::ChainReviewer).filter(|_| !has_issues);
    active.reviewer = agent.map_or(Player::BuiltIn, |name| Player::Agent(name.clone()));
    (active.reviewed, active.attempt, active.is_final) = (Some(sha256), 1, false);
    record.own.artifacts.insert(phase, Artifact { sha256, made_from: active.inputs.clone() });
    (record.own.state, record.own.asking) = (ChainPhase::Reviewing, None);
    let copy = turn.round(&active).artifact();
    record.own.active = Some(active);
    let step = match agent {
        Some(_) => {
            let material = Material { current: Some(&text), ..Material::default() };
            agent::ask(record, ChainRole::ChainReviewer, &material, by, turn)?
        }
        None => Step::to(record, by),
    };
    Ok(step.write(copy, bytes.to_vec()))
}

/// What the engine says without a reviewer: "Empty artifact: Return not approved with blocker", "Missing previous when required".
fn own_issues(record: &Record, phase: FeaturePhase, text: &str, turn: &Turn<'_>) -> Vec<Issue> {
    let completed = phase.before().filter(|before| record.meta.phase(*before).completed.is_some());
    let required = prerequisite(phase).map(|(needed, _)| needed).into_iter().chain(completed);
    let is_missing = required.into_iter().any(|needed| *turn.artifact(needed) == FileState::Absent);
    let empty = text.trim().is_empty().then_some("Artifact is empty");
    let missing = is_missing.then_some("Previous phase artifact required but missing");
    let texts = empty.into_iter().chain(missing);
    texts.map(|text| Issue::new(Severity::Blocker, text)).collect()
}

/// The places of the issues of an agent that ask for more than the texts that define the scope: after the specification, that is it.
/// Of a final review there are none: a person weighs its issues.
pub(super) fn marked(record: &Record, review: &Review, turn: &Turn<'_>) -> Vec<usize> {
    let Some(active) = record.own.active.as_ref().filter(|active| !active.is_final) else {
        return Vec::new();
    };
    let artifact = |phase| turn.files.artifact(phase).and_then(|path| turn.text(&path));
    let (spec, brief) = (artifact(FeaturePhase::Specify), turn.text(&turn.files.brief()));
    let others = [brief, artifact(FeaturePhase::Brainstorm)].into_iter().flatten();
    let is_spec_all = spec.is_some() && active.phase > FeaturePhase::Specify;
    let known: Vec<&str> = spec.into_iter().chain(others.filter(|_| !is_spec_all)).collect();
    scope::places(review, &known)
}

/// Takes a verdict: the phase is completed, or the next round begins. `scope` are the places of the issues that ask for more.
pub(super) fn conclude(
    mut record: Record,
    review: &Review,
    scope: Vec<usize>,
    turn: &Turn<'_>,
) -> Step<Record> {
    let Some(active) = record.own.active.clone() else { return Step::same(record) };
    let round = turn.round(&active);
    let path = if active.is_final { round.final_review() } else { round.review() };
    let kept = json::pretty(&Judged { review: review.clone(), scope });
    record.own.asking = None;
    let entry = Entry {
        phase: active.phase,
        has_heading: record.own.history_of != Some(active.phase),
        iteration: active.iteration,
        at: turn.facts.now,
        review,
        changes: if active.is_final { "None: this is the final review." } else { &active.changes },
    };
    let text = history::write(&entry);
    record.own.history_of = Some(active.phase);
    let most = record.meta.mode().max_iterations();
    let is_last = active.iteration >= most;
    let step = if active.is_final {
        after_final(record, review, turn)
    } else if review.approved || is_last {
        completed(record, review, turn)
    } else {
        next_round(record, review, turn)
    };
    let who = if active.is_final { "the final reviewer" } else { "the reviewer" };
    let verdict = if review.approved { "approved" } else { "did not approve" };
    let note = format!("{who} {verdict} {} in iteration {}", active.phase.name(), active.iteration);
    let data =
        json!({ "approved": review.approved, "issues": review.issues.len(), "iteration": active.iteration });
    step.write(path, kept).append(turn.files.history(), text).note(NoteKind::Review, note, data)
}

/// "iteration++ CONTINUE (executor revises based on feedback)".
fn next_round(mut record: Record, review: &Review, turn: &Turn<'_>) -> Step<Record> {
    if let Some(active) = record.own.active.as_mut() {
        active.prior = Some(active.folder);
        active.iteration = active.iteration.saturating_add(1);
        active.folder = active.folder.saturating_add(1);
        active.is_fresh = false;
    }
    or_fault(record, |record| begin_round(record, By::Engine, false, Some(review), turn))
}

/// The chain reviewer is done: in the phase `implement` a final reviewer follows.
fn completed(mut record: Record, review: &Review, turn: &Turn<'_>) -> Step<Record> {
    let notes = if review.approved { Vec::new() } else { concerns(review) };
    let is_implement =
        record.own.active.as_ref().is_some_and(|active| active.phase == FeaturePhase::Implement);
    let Some(name) = turn.terms().agents.get(&ChainRole::FinalReviewer).filter(|_| is_implement) else {
        return complete(record, review.approved, notes, By::Engine, turn);
    };
    if let Some(active) = record.own.active.as_mut() {
        (active.is_final, active.attempt) = (true, 1);
        active.reviewer = Player::Agent(name.clone());
    }
    or_fault(record, |record| {
        agent::ask(record, ChainRole::FinalReviewer, &Material::default(), By::Engine, turn)
    })
}

/// The final reviewer's concerns are asked about.
fn after_final(mut record: Record, review: &Review, turn: &Turn<'_>) -> Step<Record> {
    let weighs = |issue: &Issue| issue.severity != Severity::Note;
    if review.approved && !review.issues.iter().any(weighs) {
        let (approved, notes) = chain_notes(&record, turn);
        return complete(record, approved, notes, By::Engine, turn);
    }
    let text = format!(
        "The final reviewer has concerns: {}. Address them, or accept the implementation?",
        named(review)
    );
    enter::open(&mut record, QuestionKind::Final, FeaturePhase::Implement, text, Vec::new());
    Step::to(record, By::Engine)
}

/// What the chain reviewer said in the round of the final review.
fn chain_notes(record: &Record, turn: &Turn<'_>) -> (bool, Vec<String>) {
    let review = record.own.active.as_ref().and_then(|active| judged(turn, &turn.round(active).review()));
    review.map_or((true, Vec::new()), |one| {
        let notes = if one.review.approved { Vec::new() } else { concerns(&one.review) };
        (one.review.approved, notes)
    })
}

/// A person accepts the final reviewer's concerns: they are noted.
pub(super) fn accepted(record: Record, turn: &Turn<'_>) -> Step<Record> {
    let (_, mut notes) = chain_notes(&record, turn);
    let path = record.own.active.as_ref().map(|active| turn.round(active).final_review());
    let review = path.and_then(|path| judged(turn, &path));
    notes.extend(review.map(|one| concerns(&one.review)).unwrap_or_default());
    let step = complete(record, false, notes, By::Human, turn);
    step.note(NoteKind::Decision, "the final reviewer's concerns are accepted", json!({ "choice": "accept" }))
}

/// A person has the final reviewer's concerns addressed: the rounds begin again, with another session.
///
/// # Errors
/// As a round.
pub(super) fn addressed(mut record: Record, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    if let Some(active) = record.own.active.as_mut() {
        active.prior = Some(active.folder);
        active.folder = active.folder.saturating_add(1);
        (active.iteration, active.session) = (1, None);
    }
    let step = begin_round(record, By::Human, false, None, turn)?;
    Ok(step.note(
        NoteKind::Decision,
        "the final reviewer's concerns are addressed",
        json!({ "choice": "address" }),
    ))
}

/// "Mark phase completed with iterations count", with the concerns of a reviewer who did not approve.
fn complete(mut record: Record, approved: bool, notes: Vec<String>, by: By, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.take() else { return Step::same(record) };
    let had_notes = !record.meta.phase(active.phase).reviewer_notes.is_empty();
    let message = match (notes.is_empty(), active.iteration) {
        (true, 1) => "Phase complete (1 iteration)".to_owned(),
        (true, more) => format!("Phase complete ({more} iterations)"),
        (false, _) => format!("Phase complete. Reviewer concerns: {}", list(&notes)),
    };
    let updates = PhaseUpdate {
        completed: Some(turn.facts.now),
        iterations: Some(active.iteration),
        reviewer_notes: (had_notes || !notes.is_empty()).then_some(notes),
        ..PhaseUpdate::default()
    };
    update_phase_state(&mut record.meta, active.phase, &updates);
    if active.phase == FeaturePhase::Verify && approved {
        mark_verified(&mut record, turn);
    }
    (record.own.state, record.own.asking, record.own.question) = (ChainPhase::Ready, None, None);
    let (phase, folder) = (active.phase, active.folder);
    record.own.outcome =
        Some(Outcome { phase, iterations: active.iteration, folder, approved, message: message.clone() });
    Step::to(record, by).note(
        NoteKind::Order,
        format!("{}: {message}", phase.name()),
        json!({ "approved": approved }),
    )
}

/// "verified": the phases that a sound verification found completed, without concerns and not stale. Where no task is done, nothing
/// was implemented that could be verified.
fn mark_verified(record: &mut Record, turn: &Turn<'_>) {
    let (open, all) = finish::open_tasks(turn);
    let is_undone = all > 0 && open == all;
    for phase in FeaturePhase::ALL {
        let state = record.meta.phase(phase);
        let is_sound =
            state.completed.is_some() && state.reviewer_notes.is_empty() && !record.is_stale(phase);
        if is_sound && !(is_undone && phase >= FeaturePhase::Implement) {
            let updates = PhaseUpdate { verified: Some(true), ..PhaseUpdate::default() };
            update_phase_state(&mut record.meta, phase, &updates);
        }
    }
}

/// The concerns of a review, bounded, the heaviest first.
fn concerns(review: &Review) -> Vec<String> {
    let mut issues: Vec<&Issue> = review.issues.iter().collect();
    issues.sort_by_key(|issue| issue.severity);
    issues
        .iter()
        .take(MOST_NOTES)
        .map(|issue| format!("[{}] {}", issue.severity.name(), issue.description))
        .collect()
}

fn named(review: &Review) -> String {
    list(&concerns(review))
}

fn list(notes: &[String]) -> String {
    let more = notes.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let shown: Vec<&str> = notes.iter().take(NAMED).map(|note| note.trim_end_matches('.')).collect();
    format!("{}{more}", shown.join("; "))
}

/// The review of a round from its file.
pub(super) fn judged(turn: &Turn<'_>, path: &RelPath) -> Option<Judged> {
    turn.facts.bytes(path).and_then(Judged::read)
}

/// The round with the last review of a phase that stopped.
pub(super) fn last_review(active: &Active, turn: &Turn<'_>) -> Option<u32> {
    let is_there = judged(turn, &turn.round(active).review()).is_some();
    if is_there { Some(active.folder) } else { active.prior }
}

/// A step that an engine takes: what a person would be refused stops it.
pub(super) fn or_fault(
    record: Record,
    step: impl FnOnce(Record) -> Result<Step<Record>, Refusal>,
) -> Step<Record> {
    let before = record.clone();
    step(record).unwrap_or_else(|refusal| {
        let cause = if refusal.rule == "budget" { ProblemCause::Budget } else { ProblemCause::Invalid };
        fault(before, cause, &refusal.why)
    })
}
