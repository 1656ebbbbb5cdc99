//! A chain for front ends.

use std::borrow::Cow;

use frieze_data::text::Shown;
use frieze_kernel::{Files, Flow as _, Need, Phase as _, RequestKind, RunView, WaitingFor};

use super::Chain;
use super::agent;
use super::enter::next;
use super::gate::{gate, open_question, wants};
use super::players::{check_session, other_run, player_run};
use super::record::Record;
use super::sheets::is_unfrozen;
use super::table::ChainPhase;
use crate::files::ChainFiles;
use crate::phase::FeaturePhase;
use crate::transition::prerequisite;

/// The longest measure in lists, in characters: other programs' words may be part of it.
const LONGEST_MEASURE: usize = 40;
/// What a person says after the last phase.
const ENDS: &str = "`finish` and pr, merge, keep or discard";

pub(super) fn view(record: &Record) -> RunView {
    let state = record.own.state;
    let is_over = state.is_over();
    let own = &record.own;
    let (active, problem, outcome) = (own.active.as_ref(), own.problem.as_ref(), own.outcome.as_ref());
    RunView {
        work: state.work(),
        begins_in: ChainPhase::Producing.name(),
        since: record.own.since,
        iteration: active.map_or(0, |active| active.iteration),
        folder: active.map_or(0, |active| active.folder),
        max_iterations: Some(record.meta.mode().max_iterations()),
        measure: Some(measure(record)),
        stage: active.map(|active| active.phase.name()),
        // It need not be the furthest.
        ended_stage: outcome.filter(|_| active.is_none() && !is_over).map(|outcome| outcome.phase.name()),
        worktree: record.meta.worktree().filter(|_| !is_over),
        needs: needs(record),
        is_over,
        is_dropped: state == ChainPhase::Abandoned,
        ends_feature: is_over,
        reason: reason(record),
        cause: problem.map(|problem| problem.cause),
        hint: problem.map(|_| format!("`{}` asks how to go on", next_command(record))),
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

/// The view with the files as they are now: a session that is lost is to be restored, and the next command is one that is not refused.
pub(super) fn with_files(record: &Record, files: &dyn Files) -> RunView {
    let lost = other_run(record).and_then(|_| check_session(record, files).err());
    let Some(lost) = lost else {
        let lacks =
            lacking(record, files).map(|phase| format!("frieze chain {} {}", phase.name(), record.id));
        let view = view(record);
        return RunView { next_command: lacks.or(view.next_command), ..view };
    };
    RunView {
        needs: Some(Need::Restore),
        reason: Some(format!("{}; {}", lost.why, lost.hint)),
        next_command: None,
        waiting_for: None,
        ..view(record)
    }
}

/// The earlier phase without which the next one is refused: its artifact is gone, or its design is not frozen any more.
fn lacking(record: &Record, files: &dyn Files) -> Option<FeaturePhase> {
    let next = next(record).filter(|_| record.own.state == ChainPhase::Ready)?;
    let paths = ChainFiles::of(&record.id);
    let is_gone = |needed: &FeaturePhase| paths.artifact(*needed).is_some_and(|path| !files.has(&path));
    let needed = prerequisite(next).map(|(needed, _)| needed).filter(is_gone);
    let needs_design = next == FeaturePhase::Implement && is_unfrozen(record, files);
    needed.or(needs_design.then_some(FeaturePhase::Design))
}

/// What lists show: `specify 2/3` while a phase is under way, else the furthest phase.
fn measure(record: &Record) -> String {
    let most = record.meta.mode().max_iterations();
    if let Some(active) = record.own.active.as_ref().filter(|_| record.own.state.is_under_way()) {
        return format!("{} {}/{most}", active.phase.name(), active.iteration);
    }
    let word = record.meta.status_word();
    let furthest = record.meta.furthest().map_or("begun", FeaturePhase::name);
    if word.eq_ignore_ascii_case(record.meta.status().name()) {
        return furthest.to_owned();
    }
    Shown::cut(&format!("{furthest} ({word})"), LONGEST_MEASURE).to_string()
}

fn needs(record: &Record) -> Option<Need> {
    if !record.is_made() {
        return Some(Need::Start);
    }
    match record.own.state {
        ChainPhase::Ready if next(record).is_none() => Some(Need::Words(ENDS)),
        ChainPhase::Ready => Some(Need::Step),
        ChainPhase::Asking => Some(Need::Decision),
        ChainPhase::Producing if other_run(record).is_some() => Some(Need::Other),
        // The other run is done.
        ChainPhase::Producing => player_run(record).map(|_| Need::Step),
        ChainPhase::Reviewing | ChainPhase::Completed | ChainPhase::Abandoned => None,
    }
}

fn reason(record: &Record) -> Option<String> {
    let own = &record.own;
    let problem = own.problem.as_ref().map(|problem| problem.text.clone());
    let question = || open_question(record).map(|question| question.text.clone());
    let waits = || other_run(record).map(|run| format!("waits for {} to be {}", run.name(), run.end));
    // Another tool may have ended the feature.
    let is_ended = |phase| own.state.is_over() && phase != FeaturePhase::Finish;
    let outcome = own.outcome.as_ref().filter(|one| !is_ended(one.phase)).map(|one| one.message.clone());
    let status = || own.state.is_over().then(|| record.meta.status_word());
    problem.or_else(question).or_else(waits).or(outcome).or_else(status)
}

/// The command that does the next thing.
pub(super) fn next_command(record: &Record) -> String {
    let id = &record.id;
    if !record.is_made() {
        return format!("frieze chain start {id} --mode standard");
    }
    if let Some(question) = open_question(record) {
        return format!("frieze chain {} {id}", question.phase.name());
    }
    if record.own.state.is_under_way() {
        let verb = if other_run(record).is_some() { "run" } else { "chain next" };
        return format!("frieze {verb} {id}");
    }
    if record.own.state.is_over() {
        return "frieze new".to_owned();
    }
    match next(record) {
        Some(phase) => format!("frieze chain {} {id}", phase.name()),
        // A shell that gets the outcomes with `|` between them would take the first one.
        None => format!("frieze chain finish {id} --outcome OUTCOME"),
    }
}

fn waiting_for(record: &Record) -> Option<Cow<'static, str>> {
    if record.own.state == ChainPhase::Asking {
        return Some("a decision".into());
    }
    let agent = || record.own.asking.and_then(|_| Some(agent::asked(record)?.0.name().into()));
    other_run(record).map(|run| run.name().into()).or_else(agent)
}
