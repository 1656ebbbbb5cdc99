//! A chain in `--json`.

use frieze_kernel::{FileState, Files};
use serde_json::{Value, json};

use super::record::{QuestionKind, Record};
use super::sheets::stale;
use super::view;
use crate::files::{ChainFiles, REVIEW};
use crate::phase::FeaturePhase;
use crate::review::Review;

pub(super) fn details(record: &Record, files: &dyn Files) -> Value {
    let own = &record.own;
    let active = own.active.as_ref();
    let (view, mode) = (view::with_files(record, files), record.meta.mode());
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
    value["stale"] = json!(stale(record, phase, files));
    value
}
