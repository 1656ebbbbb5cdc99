//! A chain for front ends and in `--json`.

use frieze_data::text::Shown;
use frieze_kernel::{Cause, FileState, Files, Flow as _, Need, Phase as _, RequestKind, RunView, WaitingFor};
use serde_json::{Value, json};

use super::gate::{self, gate, open_question};
use super::players::{other_run, player_run};
use super::record::{Outcome, QuestionKind, Record};
use super::sheets::stale;
use super::table::ChainPhase;
use super::{Chain, agent, enter};
use crate::files::{ChainFiles, REVIEW};
use crate::phase::FeaturePhase;
use crate::review::Review;
use crate::terms::Terms;

/// The longest measure in lists, in characters: other programs' words may be part of it.
const LONGEST_MEASURE: usize = 40;
/// What a person says after the last phase.
const ENDS: &str = "`finish` and pr, merge, keep or discard";

/// The command that comes next, as a hint. Where a person has to fill in a word, it is no command yet.
pub(super) fn next_command(record: &Record) -> String {
    let next = next(record);
    let command = next.next_command.unwrap_or_default();
    if next.needs.and_then(Need::words).is_some() { format!("`{command}` ends it") } else { command }
}

/// What comes next: its command, what that needs, what the run waits for, and what is asked.
fn next(record: &Record) -> RunView {
    let id = &record.id;
    let next = |needs, command| {
        let view = RunView::new(id.clone(), Chain::NAME, record.own.state.name());
        RunView { needs, next_command: Some(command), ..view }
    };
    let waits_for = |who| Some(WaitingFor { who, delay: None });
    if !record.is_made() {
        return next(Some(Need::Start), format!("frieze chain start {id} --mode standard"));
    }
    if let Some(question) = open_question(record) {
        let command = format!("frieze chain {} {id}", question.phase.name());
        let (waiting_for, reason) = (waits_for("a decision".into()), Some(question.text.clone()));
        return RunView { waiting_for, reason, ..next(Some(Need::Decision), command) };
    }
    if let Some(run) = other_run(record) {
        let reason = Some(format!("waits for {} to be {}", run.name(), run.end));
        let waiting_for = waits_for(run.name().into());
        return RunView { waiting_for, reason, ..next(Some(Need::Other), format!("frieze run {id}")) };
    }
    if let Some(active) = record.under_way() {
        let asked = record.own.asking.and_then(|_| agent::asked(record.own.state, active));
        let waiting_for = asked.and_then(|(role, _)| waits_for(role.name().into()));
        // The other run is done.
        let needs = player_run(record).map(|_| Need::Step);
        return RunView { waiting_for, ..next(needs, format!("frieze chain next {id}")) };
    }
    let phase = enter::next(record);
    match phase.artifact() {
        _ if record.own.state.is_over() => next(None, "`frieze new` begins one".to_owned()),
        Some(_) => next(Some(Need::Step), format!("frieze chain {} {id}", phase.name())),
        // A shell that gets the outcomes with `|` between them would take the first one.
        None => next(Some(Need::Words(ENDS)), format!("frieze chain finish {id} --outcome OUTCOME")),
    }
}

pub(super) fn view(record: &Record) -> RunView {
    let (state, own, next) = (record.own.state, &record.own, next(record));
    let is_over = state.is_over();
    let (active, problem, outcome) = (own.active.as_ref(), own.problem.as_ref(), own.outcome.as_ref());
    let stage = open_question(record).map(|question| question.phase).or(active.map(|active| active.phase));
    let ended = outcome.filter(|_| stage.is_none() && !is_over).map(|outcome| outcome.phase);
    // Another tool may have ended the feature.
    let is_last = |outcome: &&Outcome| !is_over || outcome.phase == FeaturePhase::Finish;
    let message = outcome.filter(is_last).map(|outcome| outcome.message.clone());
    let status = || is_over.then(|| record.meta.status_word().into_owned());
    let command = next.next_command.as_deref().unwrap_or_default();
    let hint = problem.map(|_| format!("`{command}` asks how to go on"));
    RunView {
        work: state.work(),
        begins_in: ChainPhase::Producing.name(),
        since: own.since,
        iteration: active.map_or(0, |active| active.iteration),
        folder: active.map_or(0, |active| active.folder),
        max_iterations: Some(record.meta.mode().max_iterations()),
        measure: Some(measure(record, stage.or(ended))),
        stage: stage.map(FeaturePhase::name),
        // It need not be the furthest.
        ended_stage: ended.map(FeaturePhase::name),
        worktree: record.meta.worktree().filter(|_| !is_over),
        is_over,
        is_dropped: state == ChainPhase::Abandoned,
        ends_feature: is_over,
        reason: problem.map(|one| one.text.clone()).or(next.reason).or(message).or_else(status),
        cause: problem.map(|problem| problem.cause),
        hint,
        gates: gate(record).into_iter().collect(),
        next_command: next.next_command.filter(|_| !is_over),
        watches: Chain::wants(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        spent: own.spent,
        spent_in_all: own.spent,
        next: Chain::TABLE.leaving(state).map(|edge| (edge.to.name(), edge.trigger)).collect(),
        ..next
    }
}

/// The view with the files as they are now: where nobody waits for the other run any more, it has stopped, as an inspection saves it;
/// a session that is lost is to be restored, and the next command is one that is not refused.
pub(super) fn with_files(record: &Record, terms: Option<&Terms>, files: &dyn Files) -> RunView {
    if let Some(Err(why)) = player_run(record).map(|run| run.is_done(&record.id, files)) {
        let mut stopped = record.clone();
        stopped.stop(Cause::Invalid, why);
        return with_files(&stopped, terms, files);
    }
    let mut view = view(record);
    view.gates = gate::bound(record, files).into_iter().collect();
    if enter::is_settled(record, files) {
        return RunView { needs: Some(Need::Step), reason: None, waiting_for: None, ..view };
    }
    if matches!(view.needs, None | Some(Need::Decision)) {
        return view;
    }
    let (stops, is_ready) = (view.needs != Some(Need::Other), record.own.state == ChainPhase::Ready);
    let needs_frozen = is_ready && terms.is_some_and(|terms| terms.session_needs_design);
    let lost = other_run(record).map_or(Ok(()), |run| run.check(record, files)).map_err(|lost| (None, lost));
    match lost.and_then(|()| enter::check(record, enter::next(record), needs_frozen, files)) {
        Err((None, lost)) => {
            let (needs, reason) = (Some(Need::Restore), Some(format!("{}; {}", lost.why, lost.hint)));
            RunView { needs, reason, cause: None, hint: None, next_command: None, waiting_for: None, ..view }
        }
        Err((Some(first), refusal)) if is_ready || first == FeaturePhase::Design => {
            let hint = view.hint.map(|_| format!("`{}` comes first", refusal.hint));
            let needs = if stops { Some(Need::Step) } else { view.needs };
            RunView { hint, needs, next_command: Some(refusal.hint), ..view }
        }
        Err(_) | Ok(_) => view,
    }
}

/// What lists show: `specify 2/3` while a phase is under way, else the phase that messages name, or the furthest.
fn measure(record: &Record, named: Option<FeaturePhase>) -> String {
    let most = record.meta.mode().max_iterations();
    if let Some(active) = record.under_way() {
        return format!("{} {}/{most}", active.phase.name(), active.iteration);
    }
    let word = record.meta.status_word();
    let phase = named.or_else(|| record.meta.furthest()).map_or("begun", FeaturePhase::name);
    if word.eq_ignore_ascii_case(record.meta.status().name()) {
        return phase.to_owned();
    }
    Shown::cut(&format!("{phase} ({word})"), LONGEST_MEASURE).to_string()
}

/// What `--json` adds.
pub(super) fn details(record: &Record, view: &RunView, files: &dyn Files) -> Value {
    let own = &record.own;
    let active = own.active.as_ref();
    let mode = record.meta.mode();
    let is_warning = own.question.as_ref().is_some_and(|question| question.kind == QuestionKind::Skip);
    let last = own.outcome.as_ref().map(|outcome| (outcome.phase, outcome.folder, outcome.iterations));
    let now = active.map(|active| (active.phase, active.folder, active.iteration)).or(last);
    let round = |(phase, folder, _)| ChainFiles::of(&record.id).round(phase, folder);
    let file = now.map(|now| files.state(&round(now).join(REVIEW)));
    let review = file.as_ref().and_then(FileState::bytes).and_then(Review::read);
    json!({
        "schemaVersion": 1,
        "id": record.id,
        "name": record.meta.name(),
        "mode": mode.name(),
        "status": record.meta.status_word(),
        "phase": active.map(|active| active.phase).or_else(|| record.meta.furthest()),
        "currentPhase": record.meta.furthest(),
        "state": view.state,
        "iteration": now.map_or(0, |(.., iteration)| iteration),
        "maxIterations": mode.max_iterations(),
        "type": if is_warning { "warning" } else { "proceed" },
        "message": view.reason,
        "approved": review.as_ref().map(|review| review.approved),
        "issues": review.iter().flat_map(issues).collect::<Value>(),
        "phases": FeaturePhase::all().map(|phase| of_phase(record, phase, files)).collect::<Value>(),
        "worktree": record.meta.worktree(),
        "next": view.next_command,
    })
}

fn issues(review: &Review) -> impl Iterator<Item = Value> {
    review.issues.iter().enumerate().map(|(at, issue)| {
        let mut value = json!(issue);
        value["scope"] = json!(review.scope.contains(&at));
        value
    })
}

fn of_phase(record: &Record, phase: FeaturePhase, files: &dyn Files) -> Value {
    let mut value = json!(record.meta.phase(phase));
    value["phase"] = json!(phase);
    value["artifact"] = json!(phase.artifact());
    value["stale"] = json!(stale(record, phase, files).is_some());
    value
}
