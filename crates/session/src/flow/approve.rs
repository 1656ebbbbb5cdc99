//! Decisions: an approval hashes what is on disk and records who accepted it. "Approval does not prevent edits."

use frieze_kernel::{By, Decision, Note, NoteKind, Step};
use serde_json::json;

use super::gate::{self, CHOICES, Question, askable, subject};
use super::step::issue;
use super::table::refused;
use super::turn::{Stepped, Turn, failed, well};
use crate::approval::{Boundary, approve_code, binding};
use crate::artifact::same_as_before;
use crate::frozen_design;
use crate::phase::Work;
use crate::profile::ProcessingResult;
use crate::record::{Approval, Record, Status};
use crate::warnings;

/// Carries out a decision at an open gate.
///
/// # Errors
/// The files are others than those shown, or the design is not the one that the session began with.
pub(super) fn decided(mut record: Record, decision: &Decision, turn: &Turn<'_>) -> Stepped {
    record.metadata.frieze.design = frozen_design::verified(&record, turn.facts)?;
    let changed = |what: &str| {
        let why = format!("{what} after it was shown, so nothing was decided; look again");
        Err(refused(&record, "changed", &why))
    };
    let sha256 = decision.binding().sha256;
    match askable(&record) {
        Some(Question::Approve(work)) => match Boundary::now(&record, turn.facts) {
            Ok(shown) if binding(&shown.all()) == sha256 => approve(record, work, shown, decision, turn),
            Ok(_) => changed(&format!("{} changed", subject(&record, work))),
            Err(why) => changed(&format!("{why}. It changed")),
        },
        Some(Question::NoOp) if gate::approved(&record) == sha256 => Ok(after_no_op(record, decision)),
        Some(Question::NoOp) => changed("the approval changed"),
        None => Err(refused(&record, "no-boundary", "nothing is to be decided")),
    }
}

fn approve(mut record: Record, work: Work, shown: Boundary, decision: &Decision, turn: &Turn<'_>) -> Stepped {
    let (iteration, now) = (record.current_iteration, turn.facts.now);
    if matches!(work, Work::Planning | Work::Reviewing) {
        let bytes = turn.facts.bytes(&turn.files.response(work, iteration)).unwrap_or_default();
        match turn.facts.terms.profile(&record.profile)?.read(work, bytes, &[]) {
            Ok(ProcessingResult::Review(review)) => record.metadata.frieze.verdict = Some(review.verdict),
            Ok(ProcessingResult::Plan | ProcessingResult::Code(_)) => {}
            Err(why) => return Ok(failed(record, NoteKind::AnswerUnusable, By::Human, &why)),
        }
    }
    let with_prompts = decision.choice() == CHOICES[1];
    let files = if with_prompts { shown.all() } else { shown.required.clone() };
    let data = json!({ "files": files, "note": decision.words() });
    let text = format!("approved {}", subject(&record, work));
    let mut notes = vec![Note { kind: NoteKind::Approval, text, data }];
    if with_prompts {
        record.prompt_hashes.extend(shown.optional);
    }
    let hash = shown.required.values().next().copied();
    match work {
        Work::Planning => (record.plan_approved, record.plan_hash) = (true, hash),
        Work::Reviewing => (record.review_approved, record.review_hash) = (true, hash),
        Work::Generating | Work::Revising => {
            let changes =
                approve_code(&mut record, &shown.required, now).into_iter().zip(["added", "deleted"]);
            notes.extend(changes.filter(|(paths, _)| !paths.is_empty()).map(|(paths, done)| {
                let text = format!("{done} by a person: {}", warnings::some(&paths));
                Note { kind: NoteKind::Artifact, text, data: json!({ "files": paths }) }
            }));
        }
    }
    notes.extend(warnings::changed(&record, turn.facts, true));
    let by = turn.facts.who.clone();
    record.approved(Approval { at: now, by, phase: record.phase, iteration, files });
    well(&mut record, Status::Success);
    record.metadata.frieze.no_op = work == Work::Revising && same_as_before(iteration, &record.artifacts);
    if record.metadata.frieze.no_op {
        let data = json!({ "causes": warnings::NO_OP_CAUSES });
        notes.push(Note { kind: NoteKind::HashMismatch, text: warnings::NO_OP.to_owned(), data });
    }
    let mut step = match work {
        Work::Planning => {
            let text = format!("approve: {} → {}", work.ed(), Work::Generating.ing());
            issue(record, Work::Generating, turn)?.note(NoteKind::Order, text, json!({}))
        }
        Work::Generating | Work::Reviewing | Work::Revising => Step::to(record, By::Human),
    };
    step.notes.extend(notes);
    Ok(step)
}

/// Steps on with a revision without changes, or takes its approval back: "no hash before an approval" holds again.
fn after_no_op(mut record: Record, decision: &Decision) -> Step<Record> {
    record.metadata.frieze.no_op = false;
    let mut text = "the revision is reviewed as it is";
    if decision.choice() == CHOICES[3] {
        text = "the approval was withdrawn to edit the code";
        let iteration = record.current_iteration;
        record
            .artifacts
            .iter_mut()
            .filter(|one| one.code_of(iteration).is_some())
            .for_each(|one| one.sha256 = None);
    }
    Step::to(record, By::Human).note(NoteKind::Decision, text, json!({ "note": decision.words() }))
}
