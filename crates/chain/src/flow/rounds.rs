//! The reviewer loop: "a. Execute phase skill", "b. Spawn chain-reviewer agent", "c. Reviewer returns", "d. IF approved", "e. IF NOT
//! approved AND iteration < max", "f. IF NOT approved AND iteration == max".

use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::section_changes::section_changes;
use frieze_data::text::{count, first, lossy};
use frieze_kernel::{By, Cause, FileState, NoteKind, Refusal, Step};
use serde_json::json;

use super::agent::{self, Material};
use super::record::{Active, Artifact, Outcome, Player, Question, QuestionKind, Record};
use super::sheets::stale;
use super::table::ChainPhase;
use super::turn::{Stepped, Turn, Work};
use super::{ends, enter, players};
use crate::files::{ARTIFACT, FINAL_REVIEW, REVIEW, text_digest};
use crate::history;
use crate::meta::update_phase_state;
use crate::offline;
use crate::phase::{FeaturePhase, prerequisite};
use crate::review::{Issue, Review, Severity, expansions};
use crate::terms::ChainRole;

/// The most concerns that `.meta.json` keeps of a phase, and how many a message names.
pub(super) const MOST_NOTES: usize = 50;
const NAMED: usize = 3;

/// Begins to produce the artifact of a round.
pub(super) fn begin_round(mut work: Work<'_>, by: By, takes_spec: bool, review: Option<&Review>) -> Stepped {
    let phase = work.active.phase;
    work.active.producer = producer(&work.active, work.turn);
    (work.active.attempt, work.active.is_final, work.active.is_ready) = (1, false, false);
    (work.active.base, work.active.inputs) = (work.turn.digest(phase), work.turn.input_hashes(phase));
    let has_brief = work.turn.text(&work.turn.files.home.brief()).is_some();
    match work.active.producer {
        Player::Design => players::begin_design(work, by, takes_spec),
        Player::Session => players::begin_session(work, by),
        Player::BuiltIn if phase <= FeaturePhase::Specify && !has_brief => {
            let from = format!("frieze chain {} {} --from FILE", phase.name(), work.record.id);
            let hint = format!("put it back, or bring a document of your own: {from}");
            Err(Refusal { hint, ..work.refused("no-brief", "brief.md is missing") })
        }
        Player::Agent(_) | Player::BuiltIn | Player::Person => {
            work.enter(ChainPhase::Producing);
            agent::ask(work, &Material { review, ..Material::default() }, by)
        }
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
pub(super) fn begin_with(mut work: Work<'_>, text: &str) -> Step<Record> {
    work.active.producer = Player::Person;
    work.active.base = Some(text_digest(work.path.name(), text.as_bytes()));
    work.enter(ChainPhase::Producing);
    let (path, copy) = (work.path.clone(), work.copy(&work.path, text.as_bytes()));
    let mut step = work.step(By::Human);
    // First the copy: an interruption between the two loses nothing.
    step.writes.extend(copy);
    let note = format!("{path} is written");
    step.write(path, text.as_bytes().to_vec()).note(NoteKind::Artifact, note, json!({ "bytes": text.len() }))
}

pub(super) fn review_as_it_is(work: Work<'_>) -> Stepped {
    let FileState::Bytes(bytes) = work.turn.facts.at(&work.path) else {
        let why = format!("there is no {} to review", work.path.name());
        return Err(work.refused("no-artifact", &why));
    };
    to_review(work, bytes, By::Human)
}

/// Makes an artifact or a verdict without an agent: built in, from another workflow, or as a person left it.
pub(super) fn proceeded(mut work: Work<'_>) -> Step<Record> {
    let (phase, is_review) = (work.active.phase, work.record.own.state == ChainPhase::Reviewing);
    if !is_review && work.active.producer == Player::Person {
        return as_it_is(work);
    }
    // Without the approved design it would be made of less, or reviewed less.
    let needs_design = phase > FeaturePhase::Design || phase == FeaturePhase::Design && !is_review;
    if needs_design && let Err((_, refusal)) = enter::check_design(&work.record, false, work.turn.facts) {
        return work.fault(Cause::Invalid, &refusal.why);
    }
    if is_review {
        return review_built_in(work);
    }
    let text = offline::produce(phase, &players::sources(&work));
    match text.map_err(|lack| format!("{lack}, so {} cannot be made", work.path.name())) {
        Ok(text) => {
            work.active.inputs = work.turn.input_hashes(phase);
            produced(work, &text, None)
        }
        Err(why) => work.fault(Cause::Invalid, &why),
    }
}

fn review_built_in(work: Work<'_>) -> Step<Record> {
    let path = work.round().join(ARTIFACT);
    let Some(text) = work.turn.text(&path) else {
        return work.fault(Cause::Invalid, &format!("{path} is missing or cannot be read"));
    };
    let issues = own_issues(&work, text);
    let review = match issues.is_empty() {
        true => offline::review(work.active.phase, text, &players::sources(&work)),
        false => Review::refusal(issues, "The engine found what no reviewer has to read."),
    };
    conclude(work, &review)
}

/// Takes the artifact as a person or the agent's program left it.
pub(super) fn as_it_is(mut work: Work<'_>) -> Step<Record> {
    let file = work.path.name().to_owned();
    match work.turn.facts.at(&work.path) {
        FileState::Bytes(bytes) => {
            // Without an agent nobody revises it.
            work.active.producer = Player::Person;
            work.active.changes = "As a person or a program left it.".to_owned();
            let step = work.or_fault(|work| to_review(work, bytes, By::Engine));
            step.note(NoteKind::HumanEdit, format!("{file} is taken as it was left"), json!({}))
        }
        FileState::Absent => work.fault(Cause::Invalid, &format!("{file} is missing")),
        FileState::Unreadable(why) => work.fault(Cause::Invalid, why),
    }
}

/// Writes the artifact of a round, unless a person changed the file meanwhile: then theirs is reviewed.
pub(super) fn produced(mut work: Work<'_>, text: &str, changes: Option<String>) -> Step<Record> {
    let (turn, phase, path, bytes) = (work.turn, work.active.phase, work.path.clone(), text.as_bytes());
    match turn.facts.at(&path) {
        FileState::Bytes(_) if turn.digest(phase) != work.active.base => return as_it_is(work),
        FileState::Bytes(_) | FileState::Absent => {}
        FileState::Unreadable(why) => return work.fault(Cause::Invalid, why),
    }
    work.active.changes = changes.unwrap_or_else(|| section_changes(turn.text(&path), text));
    let written = Artifact { sha256: text_digest(path.name(), bytes), made_from: work.active.inputs.clone() };
    // A version that was reviewed is in the folder of its round.
    let known = work.record.known(phase);
    let copy = work.copy(&path, bytes).filter(|copy| Some(Digest::of(&copy.bytes)) != known);
    let mut step = work.or_fault(|work| to_review(work, bytes, By::Engine));
    // Also if nobody could be asked for a review: the text is frieze's own.
    step.record.own.artifacts.insert(phase, written);
    step.writes.extend(copy);
    let note = format!("{path} is written");
    step.write(path, bytes.to_vec()).note(NoteKind::Artifact, note, json!({ "bytes": text.len() }))
}

/// Hands an artifact to the reviewer.
fn to_review(mut work: Work<'_>, bytes: &[u8], by: By) -> Stepped {
    let (text, sha256) = (lossy(bytes), text_digest(work.path.name(), bytes));
    let has_issues = !own_issues(&work, &text).is_empty();
    let agent = work.turn.facts.terms.agents.get(&ChainRole::ChainReviewer).filter(|_| !has_issues);
    let active = &mut work.active;
    active.reviewer = agent.map_or(Player::BuiltIn, |agent| Player::Agent(agent.name.clone()));
    (active.reviewed, active.attempt, active.is_final) = (Some(sha256), 1, false);
    let artifact = Artifact { sha256, made_from: active.inputs.clone() };
    work.record.own.artifacts.insert(active.phase, artifact);
    work.enter(ChainPhase::Reviewing);
    let copy = work.round().join(ARTIFACT);
    let material = Material { current: Some(&text), ..Material::default() };
    Ok(agent::ask(work, &material, by)?.write(copy, bytes.to_vec()))
}

/// What the engine says without a reviewer: "Empty artifact: Return not approved with blocker", "Missing previous when required".
fn own_issues(work: &Work<'_>, text: &str) -> Vec<Issue> {
    let phase = work.active.phase;
    let before = FeaturePhase::all().rfind(|before| *before < phase);
    let completed = before.filter(|before| work.record.meta.phase(*before).completed.is_some());
    let mut required = prerequisite(phase).map(|(needed, _)| needed).into_iter().chain(completed);
    let missing = required.find(|needed| *work.turn.artifact(*needed) == FileState::Absent);
    let missing = missing.map(|needed| {
        let (name, file) = (needed.name(), needed.artifact().unwrap_or_default());
        format!("Previous phase artifact required but missing: {file}. Restore it, or enter {name} again")
    });
    let empty = text.trim().is_empty().then(|| "Artifact is empty".to_owned());
    empty.into_iter().chain(missing).map(|text| Issue::new(Severity::Blocker, text)).collect()
}

/// An agent's review with its issues that ask for more than the texts that define the scope: after the specification, that is it. Of
/// a final review there are none: a person weighs its issues.
pub(super) fn marked(work: &Work<'_>, review: Review) -> Review {
    let (active, turn) = (&work.active, work.turn);
    if active.is_final {
        return review;
    }
    let spec = turn.artifact_text(FeaturePhase::Specify);
    let is_spec_all = spec.is_some() && active.phase > FeaturePhase::Specify;
    let others = [turn.text(&turn.files.home.brief()), turn.artifact_text(FeaturePhase::Brainstorm)];
    let known: Vec<&str> =
        spec.into_iter().chain(others.into_iter().flatten().filter(|_| !is_spec_all)).collect();
    Review { scope: expansions(&review, &known), ..review }
}

/// Takes a verdict: the phase is completed, or the next round begins.
pub(super) fn conclude(mut work: Work<'_>, review: &Review) -> Step<Record> {
    let (phase, iteration, turn) = (work.active.phase, work.active.iteration, work.turn);
    let (name, changes, who) = match work.active.is_final {
        true => (FINAL_REVIEW, "None: this is the final review.", "the final reviewer"),
        false => (REVIEW, &*work.active.changes, "the reviewer"),
    };
    let path = work.round().join(name);
    let heading = Some(phase).filter(|_| work.record.own.history_of != Some(phase));
    let text = history::write(heading, iteration, turn.facts.now, review, changes);
    (work.record.own.history_of, work.record.own.asking) = (Some(phase), None);
    let is_last = iteration >= work.record.meta.mode().max_iterations();
    let step = if work.active.is_final {
        after_final(work, review)
    } else if review.approved || is_last {
        completed(work, review)
    } else {
        next_round(work, review)
    };
    let verdict = if review.approved { "approved" } else { "did not approve" };
    let note = format!("{who} {verdict} {} in iteration {iteration}", phase.name());
    let data = json!({ "approved": review.approved, "issues": review.issues.len(), "iteration": iteration });
    let step = step.write(path, json::pretty(review)).append(turn.files.history(), text);
    step.note(NoteKind::Review, note, data)
}

/// "iteration++ CONTINUE (executor revises based on feedback)".
fn next_round(mut work: Work<'_>, review: &Review) -> Step<Record> {
    let active = &mut work.active;
    (active.prior, active.folder) = (Some(active.folder), active.folder.saturating_add(1));
    (active.iteration, active.is_fresh) = (active.iteration.saturating_add(1), false);
    work.or_fault(|work| begin_round(work, By::Engine, false, Some(review)))
}

/// The chain reviewer is done: in the phase `implement` a final reviewer follows.
fn completed(mut work: Work<'_>, review: &Review) -> Step<Record> {
    let is_code = work.active.phase == FeaturePhase::Implement;
    let agent = work.turn.facts.terms.agents.get(&ChainRole::FinalReviewer).filter(|_| is_code);
    let Some(agent) = agent else { return complete(work, review.approved, &concerns(review), By::Engine) };
    (work.active.is_final, work.active.attempt) = (true, 1);
    work.active.reviewer = Player::Agent(agent.name.clone());
    work.or_fault(|work| agent::ask(work, &Material::default(), By::Engine))
}

/// The final reviewer's concerns are noted, and asked about.
fn after_final(mut work: Work<'_>, review: &Review) -> Step<Record> {
    let before = judged(work.turn, &work.round().join(REVIEW));
    let (approved, mut notes) = before.map_or((true, Vec::new()), |one| (one.approved, concerns(&one)));
    if review.approved && review.issues.iter().all(|issue| issue.severity == Severity::Note) {
        return complete(work, approved, &notes, By::Engine);
    }
    let all = weighed(review);
    let concerns = list(&all);
    let text =
        format!("The final reviewer has concerns: {concerns}. Address them, or accept the implementation?");
    let (kind, phase) = (QuestionKind::Final, FeaturePhase::Implement);
    notes.extend(all);
    update_phase_state(&mut work.record.meta, phase, &[("reviewerNotes", json!(notes))]);
    enter::open(&mut work.record, Question { kind, phase, text, answered: Vec::new(), opened: 0 });
    work.step(By::Engine)
}

/// A person accepts the final reviewer's concerns: they stay noted.
pub(super) fn accepted(work: Work<'_>) -> Step<Record> {
    let notes = work.record.meta.phase(work.active.phase).reviewer_notes;
    let step = complete(work, false, &notes, By::Human);
    step.note(NoteKind::Decision, "the final reviewer's concerns are accepted", json!({ "choice": "accept" }))
}

/// A person has the final reviewer's concerns addressed: the rounds begin again, with another session that gets them.
pub(super) fn addressed(mut work: Work<'_>) -> Stepped {
    let active = &mut work.active;
    (active.prior, active.folder) = (Some(active.folder), active.folder.saturating_add(1));
    (active.iteration, active.session, active.producer) = (1, None, Player::BuiltIn);
    let text = "the final reviewer's concerns are addressed";
    let step = begin_round(work, By::Human, false, None)?;
    Ok(step.note(NoteKind::Decision, text, json!({ "choice": "address" })))
}

/// "Mark phase completed with iterations count", with the concerns of a reviewer who did not approve.
fn complete(work: Work<'_>, approved: bool, notes: &[String], by: By) -> Step<Record> {
    let Work { mut record, active: Active { phase, iteration: iterations, folder, .. }, turn, .. } = work;
    let message = match notes.is_empty() {
        true => format!("Phase complete ({})", count(iterations, "iteration", "iterations")),
        false => format!("Phase complete. Reviewer concerns: {}", list(notes)),
    };
    let mut updates = vec![("completed", json!(turn.facts.now)), ("iterations", json!(iterations))];
    let before = record.meta.phase(phase);
    if !notes.is_empty() || !before.reviewer_notes.is_empty() {
        updates.push(("reviewerNotes", json!(notes)));
    }
    if before.verified {
        updates.push(("verified", json!(false)));
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
    let (open, all) = ends::open_tasks(turn);
    let is_undone = all > 0 && open == all;
    for phase in FeaturePhase::all() {
        let state = record.meta.phase(phase);
        let is_stale = stale(record, phase, turn.facts).is_some();
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
    let is_there = judged(turn, &turn.files.round(active.phase, active.folder).join(REVIEW)).is_some();
    if is_there { Some(active.folder) } else { active.prior }
}
