//! A chain for front ends.

use frieze_data::text::Shown;
use frieze_kernel::{Cause, Flow as _, Move, Need, Phase as _, RequestKind, RunView, WaitingFor};

use super::Chain;
use super::agent;
use super::enter::next;
use super::finish::OUTCOMES;
use super::gate::{gate, wants};
use super::record::{Active, Player, ProblemCause, Record};
use super::table::ChainPhase;
use crate::meta::Status;
use crate::phase::FeaturePhase;

/// The rule of a refusal that a phase's prerequisite is missing: `type` in Interface 1.
pub(super) const BLOCKED: &str = "blocked";
/// The longest measure in lists, in characters: other programs' words may be part of it.
const LONGEST_MEASURE: usize = 40;

pub(super) fn view(record: &Record) -> RunView {
    let state = record.own.state;
    let is_over = state.is_over();
    let needs = needs(record);
    let active = record.own.active.as_ref();
    let problem = record.own.problem.as_ref();
    RunView {
        work: state.work(),
        begins_in: ChainPhase::Producing.name(),
        since: record.own.since,
        iteration: active.map_or(0, |active| active.iteration),
        folder: active.map_or(0, |active| active.folder),
        max_iterations: Some(record.meta.mode().max_iterations()),
        measure: Some(measure(record)),
        stage: active.map(|active| active.phase.name()),
        worktree: record.meta.worktree().filter(|_| !is_over),
        needs,
        is_over,
        reason: reason(record),
        cause: problem.map(|problem| match problem.cause {
            ProblemCause::Invalid => Cause::Invalid,
            ProblemCause::Agent => Cause::Agent,
            ProblemCause::Budget => Cause::Budget,
        }),
        hint: problem.map(|_| format!("`{}` asks how to go on", next_command(record))),
        path: path(record),
        gates: gate(record).into_iter().collect(),
        next_command: (!is_over).then(|| next_command(record)),
        watches: wants(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        waiting_for: waiting_for(record).map(|who| WaitingFor { who, delay: None }),
        spent: record.own.spent,
        spent_in_all: record.own.spent,
        next: Chain::TABLE.leaving(state).map(|edge| (edge.to.name(), edge.trigger)).collect(),
        ..RunView::new(record.id.clone(), Chain::NAME, state.name())
    }
}

/// What lists show: `specify 2/3` while a phase is under way, else the furthest phase.
fn measure(record: &Record) -> String {
    let most = record.meta.mode().max_iterations();
    if let Some(active) = record.own.active.as_ref().filter(|_| record.own.state.is_under_way()) {
        return format!("{} {}/{most}", active.phase.name(), active.iteration);
    }
    let word = record.meta.status_word();
    let is_known = word.eq_ignore_ascii_case(record.meta.status().name());
    let status = if is_known { String::new() } else { format!(" ({word})") };
    let furthest = record.meta.furthest().map_or("begun", FeaturePhase::name);
    Shown::cut(&format!("{furthest}{status}"), LONGEST_MEASURE).to_string()
}

fn needs(record: &Record) -> Option<Need> {
    if !record.is_made() {
        return Some(Need::Start);
    }
    match record.own.state {
        ChainPhase::Ready => Some(Need::Step),
        ChainPhase::Asking => Some(Need::Decision),
        // The other run comes first; it says itself what it needs.
        ChainPhase::Producing if waits_for_run(record).is_some() => Some(Need::Start),
        ChainPhase::Producing | ChainPhase::Reviewing | ChainPhase::Completed | ChainPhase::Abandoned => None,
    }
}

/// The phase that another workflow plays, if it is not done.
pub(super) fn waits_for_run(record: &Record) -> Option<&Active> {
    let is_producing = record.own.state == ChainPhase::Producing;
    let active = record.own.active.as_ref().filter(|active| is_producing && !active.is_ready)?;
    match active.producer {
        Player::Design | Player::Session => Some(active),
        Player::BuiltIn | Player::Agent(_) | Player::Person => None,
    }
}

fn reason(record: &Record) -> Option<String> {
    if let Some(problem) = &record.own.problem {
        return Some(problem.text.clone());
    }
    if let Some(question) = record.own.question.as_ref().filter(|_| record.own.state == ChainPhase::Asking) {
        return Some(question.text.clone());
    }
    if let Some(active) = waits_for_run(record) {
        let id = &record.id;
        return Some(match (&active.producer, &active.session) {
            (Player::Session, Some(session)) => {
                format!("waits for the session {session} to be complete; `frieze session show {session}`")
            }
            (Player::Session, None)
            | (Player::Design | Player::BuiltIn | Player::Agent(_) | Player::Person, _) => {
                format!("waits for the design to be frozen; `frieze show {id}`")
            }
        });
    }
    // Another tool may have ended the feature.
    let is_ended = |phase| record.own.state.is_over() && phase != FeaturePhase::Finish;
    let outcome = record.own.outcome.as_ref().filter(|outcome| !is_ended(outcome.phase));
    let status = || record.own.state.is_over().then(|| record.meta.status_word());
    outcome.map(|outcome| outcome.message.clone()).or_else(status)
}

/// The command that does the next thing.
pub(super) fn next_command(record: &Record) -> String {
    let id = &record.id;
    if !record.is_made() {
        return format!("frieze chain start {id} --mode standard");
    }
    match (record.own.state, &record.own.question) {
        (ChainPhase::Asking, Some(question)) => format!("frieze chain {} {id}", question.phase.name()),
        (ChainPhase::Producing | ChainPhase::Reviewing, _) => match waits_for_run(record) {
            Some(_) => format!("frieze run {id}"),
            None => format!("frieze chain next {id}"),
        },
        (ChainPhase::Completed | ChainPhase::Abandoned, _) => "frieze new".to_owned(),
        (ChainPhase::Ready | ChainPhase::Asking, _) if record.meta.status() != Status::Active => {
            format!("frieze chain show {id}")
        }
        (ChainPhase::Ready | ChainPhase::Asking, _) => match next(record) {
            Some(phase) => format!("frieze chain {} {id}", phase.name()),
            None => format!("frieze chain finish {id} --outcome {}", OUTCOMES.join("|")),
        },
    }
}

fn waiting_for(record: &Record) -> Option<&'static str> {
    if record.own.state == ChainPhase::Asking {
        return Some("a decision");
    }
    match waits_for_run(record).map(|active| &active.producer) {
        Some(Player::Design) => Some("the design to be frozen"),
        Some(Player::Session) => Some("the session to be complete"),
        Some(Player::BuiltIn | Player::Agent(_) | Player::Person) | None => {
            record.own.asking.and_then(|_| Some(agent::asked(record)?.0.name()))
        }
    }
}

fn path(record: &Record) -> Vec<Move> {
    let moves = record.own.moves.iter().map(|moved| Move {
        at: moved.at,
        from: moved.from.name(),
        to: moved.to.name(),
        by: moved.by.clone(),
        why: moved.about.clone(),
    });
    moves.collect()
}
