//! The reviewer loop: "a. Execute phase skill", "b. Spawn chain-reviewer agent", "c. Reviewer returns", "d. IF approved", "e. IF NOT
//! approved AND iteration < max", "f. IF NOT approved AND iteration == max".

use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::{count, first, lossy};
use frieze_kernel::{By, Cause, FileState, NoteKind, Step, Write};
use serde_json::json;

use super::prompts::Material;
use super::record::{Active, Artifact, Outcome, Player, Question, QuestionKind, Record};
use super::sheets::stale;
use super::table::{ChainPhase, refused};
use super::turn::{Stepped, Turn, fault, or_fault};
use super::{agent, enter, finish, players};
use crate::changes::describe;
use crate::files::{ARTIFACT, FINAL_REVIEW, REPLACED, REVIEW, text_digest};
use crate::history;
use crate::meta::update_phase_state;
use crate::phase::FeaturePhase;
use crate::review::{Issue, Review, Severity};
use crate::role::ChainRole;
use crate::scope;
use crate::transition::prerequisite;

/// The most concerns that `.meta.json` keeps of a phase, and how many a message names.
const MOST_NOTES: usize = 50;
const NAMED: usize = 3;

/// Begins to produce the artifact of a round.
pub(super) fn begin_round(
    mut record: Record,
    by: By,
    takes_spec: bool,
    review: Option<&Review>,
    turn: &Turn<'_>,
) -> Stepped {
    let Some(mut active) = record.own.active.take() else { return Ok(Step::same(record)) };
    active.producer = producer(&active, turn);
    (active.attempt, active.is_final, active.is_ready) = (1, false, false);
    active.base = turn.digest(active.phase);
    active.inputs = turn.input_hashes(active.phase);
    let (producer, role) = (active.producer.clone(), active.phase.role());
    record.own.active = Some(active);
    (record.own.state, record.own.asking) = (ChainPhase::Producing, None);
    match (producer, role) {
        (Player::Agent(_), Some(role)) => {
            agent::ask(record, role, &Material { review, ..Material::default() }, by, turn)
        }
        (Player::Design, _) => players::begin_design(record, by, takes_spec, turn),
        (Player::Session, _) => players::begin_session(record, by, turn),
        (Player::Agent(_) | Player::BuiltIn | Player::Person, _) => Ok(Step::to(record, by)),
    }
}

/// Who makes the artifact of a round. An artifact that was edited since its review is the person's revision.
fn producer(active: &Active, turn: &Turn<'_>) -> Player {
    let (now, is_first) = (turn.digest(active.phase), active.iteration == 1);
    let agent = active.phase.role().and_then(|role| turn.facts.terms.agents.get(&role));
    // Without an agent nobody can revise a person's text: it stays as it is.
    let stays = active.producer == Player::Person && agent.is_none();
    if stays || !is_first && active.reviewed.is_some() && now.is_some() && now != active.reviewed {
        return Player::Person;
    }
    let by_run = is_first && !turn.facts.terms.by_agent.contains(&active.phase);
    let by_run = [(FeaturePhase::Design, Player::Design), (FeaturePhase::Implement, Player::Session)]
        .into_iter()
        .find(|(phase, _)| by_run && *phase == active.phase);
    let by_agent = || agent.map_or(Player::BuiltIn, |agent| Player::Agent(agent.name.clone()));
    by_run.map_or_else(by_agent, |(_, player)| player)
}

/// Begins with a document that a person brought: it is the artifact of the first round.
pub(super) fn begin_with(mut record: Record, text: &str, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.as_mut() else { return Step::same(record) };
    let Some(path) = turn.files.artifact(active.phase) else { return Step::same(record) };
    active.producer = Player::Person;
    active.base = Some(text_digest(path.name(), text.as_bytes()));
    let replaced = turn.round(active).join(REPLACED);
    (record.own.state, record.own.asking) = (ChainPhase::Producing, None);
    let before = turn.facts.bytes(&path).filter(|before| *before != text.as_bytes());
    let mut step = Step::to(record, By::Human);
    // First the copy: an interruption between the two loses nothing.
    step.writes.extend(before.map(|before| Write { path: replaced, bytes: before.to_vec() }));
    step.write(path, text.as_bytes().to_vec())
}

pub(super) fn review_as_it_is(record: Record, turn: &Turn<'_>) -> Stepped {
    let Some(active) = &record.own.active else { return Ok(Step::same(record)) };
    let FileState::Bytes(bytes) = turn.artifact(active.phase) else {
        let why = format!("there is no {} to review", active.phase.artifact().unwrap_or_default());
        return Err(refused(&record, "no-artifact", &why));
    };
    to_review(record, bytes, By::Human, turn)
}

/// Makes an artifact or a verdict without an agent: built in, from another workflow, or as a person left it.
pub(super) fn proceeded(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.clone() else { return Step::same(record) };
    if record.own.state == ChainPhase::Reviewing {
        return review_built_in(record, &active, turn);
    }
    if active.producer == Player::Person {
        return as_it_is(record, turn);
    }
    match players::produce(&record, &active, turn) {
        Ok(text) => {
            let inputs = turn.input_hashes(active.phase);
            record.own.active = Some(Active { inputs, ..active });
            produced(record, &text, None, turn)
        }
        Err(why) => fault(record, Cause::Invalid, &why),
    }
}

fn review_built_in(record: Record, active: &Active, turn: &Turn<'_>) -> Step<Record> {
    // Without the approved design it would review less.
    if active.phase > FeaturePhase::Design
        && let Err(why) = players::seal(&record.id, turn.facts)
    {
        return fault(record, Cause::Invalid, &why);
    }
    let path = turn.round(active).join(ARTIFACT);
    let Some(text) = turn.text(&path) else {
        return fault(record, Cause::Invalid, &format!("{path} is missing or cannot be read"));
    };
    let issues = own_issues(&record, active.phase, text, turn);
    let review = if issues.is_empty() {
        players::review(&record, active, text, turn)
    } else {
        let summary = "The engine found what no reviewer has to read.".to_owned();
        Review::refusal(issues, summary)
    };
    conclude(record, &review, turn)
}

/// Takes the artifact as a person or the agent's program left it.
pub(super) fn as_it_is(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.as_mut() else { return Step::same(record) };
    let file = active.phase.artifact().unwrap_or_default();
    let is_programs = turn.facts.terms.by_agent.contains(&active.phase);
    let who = if is_programs { "a person or a program" } else { "a person" };
    match turn.artifact(active.phase) {
        FileState::Bytes(bytes) => {
            active.changes = format!("Edited by {who}.");
            let step = or_fault(record, |record| to_review(record, bytes, By::Engine, turn));
            step.note(NoteKind::HumanEdit, format!("{file} is taken as {who} left it"), json!({}))
        }
        FileState::Absent => fault(record, Cause::Invalid, &format!("{file} is missing")),
        FileState::Unreadable(why) => fault(record, Cause::Invalid, why),
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
        FileState::Bytes(_) if turn.digest(active.phase) != active.base => return as_it_is(record, turn),
        FileState::Bytes(bytes) => Some(bytes),
        FileState::Absent => None,
        FileState::Unreadable(why) => return fault(record, Cause::Invalid, why),
    };
    active.changes = changes.unwrap_or_else(|| describe(turn.text(&path), text));
    let (phase, replaced) = (active.phase, turn.round(active).join(REPLACED));
    let written =
        Artifact { sha256: text_digest(path.name(), text.as_bytes()), made_from: active.inputs.clone() };
    // A version that was reviewed is in the folder of its round.
    let known = record.known(phase);
    let kept = before.filter(|bytes| Some(Digest::of(bytes)) != known && bytes.as_slice() != text.as_bytes());
    let mut step = or_fault(record, |record| to_review(record, text.as_bytes(), By::Engine, turn));
    // Also if nobody could be asked for a review: the text is frieze's own.
    step.record.own.artifacts.insert(phase, written);
    step.writes.extend(kept.map(|bytes| Write { path: replaced, bytes: bytes.clone() }));
    let note = format!("{} is written", path.name());
    step.write(path, text.as_bytes().to_vec()).note(NoteKind::Artifact, note, json!({ "bytes": text.len() }))
}

/// Hands an artifact to the reviewer.
fn to_review(mut record: Record, bytes: &[u8], by: By, turn: &Turn<'_>) -> Stepped {
    let Some(mut active) = record.own.active.take() else { return Ok(Step::same(record)) };
    let (phase, text) = (active.phase, lossy(bytes));
    let sha256 = text_digest(phase.artifact().unwrap_or_default(), bytes);
    let has_issues = !own_issues(&record, phase, &text, turn).is_empty();
    let agent = turn.facts.terms.agents.get(&ChainRole::ChainReviewer).filter(|_| !has_issues);
    active.reviewer = agent.map_or(Player::BuiltIn, |agent| Player::Agent(agent.name.clone()));
    (active.reviewed, active.attempt, active.is_final) = (Some(sha256), 1, false);
    record.own.artifacts.insert(phase, Artifact { sha256, made_from: active.inputs.clone() });
    (record.own.state, record.own.asking) = (ChainPhase::Reviewing, None);
    let copy = turn.round(&active).join(ARTIFACT);
    record.own.active = Some(active);
    let step = if agent.is_some() {
        let material = Material { current: Some(&text), ..Material::default() };
        agent::ask(record, ChainRole::ChainReviewer, &material, by, turn)?
    } else {
        Step::to(record, by)
    };
    Ok(step.write(copy, bytes.to_vec()))
}

/// What the engine says without a reviewer: "Empty artifact: Return not approved with blocker", "Missing previous when required".
fn own_issues(record: &Record, phase: FeaturePhase, text: &str, turn: &Turn<'_>) -> Vec<Issue> {
    let before = FeaturePhase::all().rfind(|before| *before < phase);
    let completed = before.filter(|before| record.meta.phase(*before).completed.is_some());
    let mut required = prerequisite(phase).map(|(needed, _)| needed).into_iter().chain(completed);
    let missing = required.find(|needed| *turn.artifact(*needed) == FileState::Absent);
    let missing = missing.map(|needed| {
        let (name, file) = (needed.name(), needed.artifact().unwrap_or_default());
        format!("Previous phase artifact required but missing: {file}. Restore it, or enter {name} again")
    });
    let empty = text.trim().is_empty().then(|| "Artifact is empty".to_owned());
    empty.into_iter().chain(missing).map(|text| Issue::new(Severity::Blocker, text)).collect()
}

/// An agent's review with its issues that ask for more than the texts that define the scope: after the specification, that is it. Of
/// a final review there are none: a person weighs its issues.
pub(super) fn marked(record: &Record, review: Review, turn: &Turn<'_>) -> Review {
    let Some(active) = record.own.active.as_ref().filter(|active| !active.is_final) else { return review };
    let spec = turn.artifact_text(FeaturePhase::Specify);
    let is_spec_all = spec.is_some() && active.phase > FeaturePhase::Specify;
    let others = [turn.text(&turn.files.home.brief()), turn.artifact_text(FeaturePhase::Brainstorm)];
    let known: Vec<&str> =
        spec.into_iter().chain(others.into_iter().flatten().filter(|_| !is_spec_all)).collect();
    Review { scope: scope::places(&review, &known), ..review }
}

/// Takes a verdict: the phase is completed, or the next round begins.
pub(super) fn conclude(mut record: Record, review: &Review, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.clone() else { return Step::same(record) };
    let (name, changes, who) = match active.is_final {
        true => (FINAL_REVIEW, "None: this is the final review.", "the final reviewer"),
        false => (REVIEW, &*active.changes, "the reviewer"),
    };
    let path = turn.round(&active).join(name);
    let kept = json::pretty(review);
    let heading = Some(active.phase).filter(|phase| record.own.history_of != Some(*phase));
    let text = history::write(heading, active.iteration, turn.facts.now, review, changes);
    (record.own.history_of, record.own.asking) = (Some(active.phase), None);
    let is_last = active.iteration >= record.meta.mode().max_iterations();
    let step = if active.is_final {
        after_final(record, review, turn)
    } else if review.approved || is_last {
        completed(record, review, turn)
    } else {
        next_round(record, review, turn)
    };
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
    let active = record.own.active.as_mut().filter(|active| active.phase == FeaturePhase::Implement);
    let Some((agent, active)) = turn.facts.terms.agents.get(&ChainRole::FinalReviewer).zip(active) else {
        return complete(record, review.approved, &concerns(review), By::Engine, turn);
    };
    (active.is_final, active.attempt) = (true, 1);
    active.reviewer = Player::Agent(agent.name.clone());
    or_fault(record, |record| {
        agent::ask(record, ChainRole::FinalReviewer, &Material::default(), By::Engine, turn)
    })
}

/// The final reviewer's concerns are asked about.
fn after_final(mut record: Record, review: &Review, turn: &Turn<'_>) -> Step<Record> {
    let weighs = |issue: &Issue| issue.severity != Severity::Note;
    if review.approved && !review.issues.iter().any(weighs) {
        let (approved, notes) = chain_notes(&record, turn);
        return complete(record, approved, &notes, By::Engine, turn);
    }
    let concerns = list(&weighed(review));
    let text =
        format!("The final reviewer has concerns: {concerns}. Address them, or accept the implementation?");
    let (kind, phase) = (QuestionKind::Final, FeaturePhase::Implement);
    enter::open(&mut record, Question { kind, phase, text, answered: Vec::new(), opened: 0 });
    Step::to(record, By::Engine)
}

/// What the chain reviewer said in the round of the final review.
fn chain_notes(record: &Record, turn: &Turn<'_>) -> (bool, Vec<String>) {
    let active = record.own.active.as_ref();
    let review = active.and_then(|active| judged(turn, &turn.round(active).join(REVIEW)));
    review.map_or((true, Vec::new()), |review| (review.approved, concerns(&review)))
}

/// A person accepts the final reviewer's concerns: they are noted.
pub(super) fn accepted(record: Record, turn: &Turn<'_>) -> Step<Record> {
    let (_, mut notes) = chain_notes(&record, turn);
    let active = record.own.active.as_ref();
    let review = active.and_then(|active| judged(turn, &turn.round(active).join(FINAL_REVIEW)));
    notes.extend(review.as_ref().map(weighed).unwrap_or_default());
    let step = complete(record, false, &notes, By::Human, turn);
    step.note(NoteKind::Decision, "the final reviewer's concerns are accepted", json!({ "choice": "accept" }))
}

/// A person has the final reviewer's concerns addressed: the rounds begin again, with another session.
pub(super) fn addressed(mut record: Record, turn: &Turn<'_>) -> Stepped {
    if let Some(active) = record.own.active.as_mut() {
        active.prior = Some(active.folder);
        active.folder = active.folder.saturating_add(1);
        (active.iteration, active.session) = (1, None);
    }
    let text = "the final reviewer's concerns are addressed";
    let step = begin_round(record, By::Human, false, None, turn)?;
    Ok(step.note(NoteKind::Decision, text, json!({ "choice": "address" })))
}

/// "Mark phase completed with iterations count", with the concerns of a reviewer who did not approve.
fn complete(mut record: Record, approved: bool, notes: &[String], by: By, turn: &Turn<'_>) -> Step<Record> {
    let Some(active) = record.own.active.take() else { return Step::same(record) };
    let (phase, iterations, folder) = (active.phase, active.iteration, active.folder);
    let message = match notes.is_empty() {
        true => format!("Phase complete ({})", count(iterations, "iteration", "iterations")),
        false => format!("Phase complete. Reviewer concerns: {}", list(notes)),
    };
    let mut updates = vec![("completed", json!(turn.facts.now)), ("iterations", json!(iterations))];
    if !notes.is_empty() || !record.meta.phase(phase).reviewer_notes.is_empty() {
        updates.push(("reviewerNotes", json!(notes)));
    }
    update_phase_state(&mut record.meta, phase, &updates);
    if phase == FeaturePhase::Verify && approved {
        mark_verified(&mut record, turn);
    }
    (record.own.state, record.own.asking, record.own.question) = (ChainPhase::Ready, None, None);
    record.own.outcome = Some(Outcome { phase, iterations, folder, approved, message: message.clone() });
    let note = format!("{}: {message}", phase.name());
    Step::to(record, by).note(NoteKind::Order, note, json!({ "approved": approved }))
}

/// "verified": the phases that a sound verification found completed, without concerns and not stale. Where no task is done, nothing
/// was implemented that could be verified.
fn mark_verified(record: &mut Record, turn: &Turn<'_>) {
    let (open, all) = finish::open_tasks(turn);
    let is_undone = all > 0 && open == all;
    for phase in FeaturePhase::all() {
        let state = record.meta.phase(phase);
        let is_stale = stale(record, phase, turn.facts);
        let is_sound = state.completed.is_some() && state.reviewer_notes.is_empty() && !is_stale;
        if is_sound && !(is_undone && phase >= FeaturePhase::Implement) {
            update_phase_state(&mut record.meta, phase, &[("verified", json!(true))]);
        }
    }
}

/// The concerns of a reviewer who did not approve.
fn concerns(review: &Review) -> Vec<String> {
    if review.approved { Vec::new() } else { weighed(review) }
}

/// The issues of a review, bounded, the heaviest first.
fn weighed(review: &Review) -> Vec<String> {
    let mut issues: Vec<&Issue> = review.issues.iter().collect();
    issues.sort_by_key(|issue| issue.severity);
    let note = |issue: &&Issue| format!("[{}] {}", issue.severity.name(), issue.description);
    issues.iter().take(MOST_NOTES).map(note).collect()
}

fn list(notes: &[String]) -> String {
    let notes: Vec<&str> = notes.iter().map(|note| note.trim_end_matches('.')).collect();
    first(&notes, NAMED, "; ")
}

/// The review of a round from its file.
pub(super) fn judged(turn: &Turn<'_>, path: &RelPath) -> Option<Review> {
    turn.facts.bytes(path).and_then(Review::read)
}

/// The round with the last review of a phase that stopped.
pub(super) fn last_review(active: &Active, turn: &Turn<'_>) -> Option<u32> {
    let is_there = judged(turn, &turn.round(active).join(REVIEW)).is_some();
    if is_there { Some(active.folder) } else { active.prior }
}
