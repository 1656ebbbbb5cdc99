//! A chain in `--json`.

use frieze_kernel::{FileState, Files};
use serde_json::{Value, json};

use super::record::{QuestionKind, Record};
use super::sheets::stale;
use super::view;
use crate::files::ChainFiles;
use crate::phase::FeaturePhase;
use crate::review::Judged;

pub(super) fn details(record: &Record, files: &dyn Files) -> Value {
    let own = &record.own;
    let paths = ChainFiles::of(&record.id);
    let active = own.active.as_ref();
    let (view, mode) = (view::view(record), record.meta.mode());
    let kind = match own.question.as_ref().map(|question| question.kind) {
        Some(QuestionKind::Skip) => "warning",
        Some(QuestionKind::Partial | QuestionKind::Brief | QuestionKind::Final) | None => "proceed",
    };
    let round = active.map(|active| (active.phase, active.folder));
    let round = round.or_else(|| own.outcome.as_ref().map(|outcome| (outcome.phase, outcome.folder)));
    let judged = round.and_then(|(phase, folder)| match files.state(&paths.round(phase, folder).review()) {
        FileState::Bytes(bytes) => Judged::read(&bytes),
        FileState::Absent | FileState::Unreadable(_) => None,
    });
    let issues: Vec<Value> = judged.iter().flat_map(issues).collect();
    let phases: Vec<Value> =
        FeaturePhase::ALL.into_iter().map(|phase| of_phase(record, phase, files)).collect();
    json!({
        "schemaVersion": 1,
        "id": record.id,
        "name": record.meta.name(),
        "mode": mode.name(),
        "status": record.meta.status_word(),
        "phase": active.map(|active| active.phase).or_else(|| record.meta.furthest()),
        "currentPhase": record.meta.furthest(),
        "state": view.state,
        "iteration": active.map_or_else(|| own.outcome.as_ref().map_or(0, |one| one.iterations), |one| one.iteration),
        "maxIterations": mode.max_iterations(),
        "type": kind,
        "message": view.reason,
        "approved": judged.as_ref().map(|judged| judged.review.approved),
        "issues": issues,
        "phases": phases,
        "worktree": record.meta.worktree(),
        "next": view.next_command,
    })
}

fn issues(judged: &Judged) -> Vec<Value> {
    let issue = |(at, issue): (usize, &crate::review::Issue)| {
        json!({
            "severity": issue.severity,
            "description": issue.description,
            "location": issue.location,
            "scope": judged.scope.contains(&at),
        })
    };
    judged.review.issues.iter().enumerate().map(issue).collect()
}

fn of_phase(record: &Record, phase: FeaturePhase, files: &dyn Files) -> Value {
    let state = record.meta.phase(phase);
    json!({
        "phase": phase,
        "artifact": phase.artifact(),
        "started": state.started,
        "completed": state.completed,
        "verified": state.verified,
        "iterations": state.iterations,
        "reviewerNotes": state.reviewer_notes,
        "stale": stale(record, phase, files),
    })
}
