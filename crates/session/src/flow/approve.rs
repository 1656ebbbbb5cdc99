//! Decisions: an approval hashes what is on disk and records who accepted it. "Approval does not prevent edits."

use frieze_data::digest::Digest;
use frieze_kernel::{By, Decision, FileState, Note, NoteKind, Refusal, Step};
use serde_json::json;

use super::gate::{self, CHOICES, Question, Shown, askable, subject};
use super::step::issue;
use super::table::refused;
use super::turn::{Turn, failed, warning_note, well};
use crate::approval::{approve_code, binding};
use crate::artifact::same_as_before;
use crate::phase::Work;
use crate::profile::Answer;
use crate::record::{Approval, Record, Status};
use crate::review::Review;
use crate::warnings;

/// The most names in a sentence of the journal.
const NAMED: usize = 10;

/// Carries out a decision at an open gate.
///
/// # Errors
/// The files are others than those shown.
pub(super) fn decided(record: Record, decision: &Decision, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let choice = decision.choice();
    let changed = |record: &Record, what: &str| {
        Err(refused(
            record,
            "changed",
            &format!("{what} after it was shown, so nothing was decided; look again"),
        ))
    };
    match askable(&record) {
        Some(Question::Approve(work)) => {
            let shown = match Shown::now(&record, turn) {
                Ok(shown) => shown,
                Err(why) => return changed(&record, &format!("{why}. It changed")),
            };
            let all = shown.files(record.current_iteration, true);
            if binding(&all).1 != decision.binding().sha256 {
                return changed(&record, &format!("{} changed", subject(&record, work)));
            }
            approve(record, work, &shown, choice == CHOICES[1], turn, decision.words())
        }
        Some(Question::NoOp) if gate::approved(&record) != decision.binding().sha256 => {
            changed(&record, "the approval changed")
        }
        Some(Question::NoOp) => Ok(after_no_op(record, decision)),
        None => Err(refused(&record, "no-boundary", "nothing is to be decided")),
    }
}

fn approve(
    mut record: Record,
    work: Work,
    shown: &Shown,
    with_prompts: bool,
    turn: &Turn<'_>,
    words: Option<&str>,
) -> Result<Step<Record>, Refusal> {
    let (iteration, now) = (record.current_iteration, turn.facts.now);
    if matches!(work, Work::Planning | Work::Reviewing) {
        let bytes = turn.facts.bytes(&turn.files.response(work, iteration)).unwrap_or_default();
        let profile = turn.facts.terms.profile(&record.profile)?;
        let result = profile.read(Answer { work, iteration, bytes, known: &[], at: now });
        if let Some(why) = &result.error_message {
            return Ok(failed(record, NoteKind::AnswerUnusable, By::Human, why));
        }
        if work == Work::Reviewing {
            record.metadata.frieze.verdict = Review::read(bytes).ok().map(|review| review.verdict);
        }
    }
    let files = shown.files(iteration, with_prompts);
    let what = subject(&record, work);
    let data = json!({ "files": files, "note": words });
    let mut notes = vec![Note { kind: NoteKind::Approval, text: format!("approved {what}"), data }];
    notes.extend(warnings_at_approval(&record, work, turn));
    if with_prompts {
        record.prompt_hashes.extend(shown.optional.clone());
    }
    let hash: Option<Digest> = shown.required.values().next().copied();
    match work {
        Work::Planning => (record.plan_approved, record.plan_hash) = (true, hash),
        Work::Reviewing => (record.review_approved, record.review_hash) = (true, hash),
        Work::Generating | Work::Revising => {
            let code = approve_code(&record, work.ed(), &shown.code, now)
                .map_err(|why| refused(&record, "no-file", &why))?;
            record.artifacts = code.artifacts;
            for (paths, text) in [(code.added, "added"), (code.dropped, "deleted")] {
                notes.extend((!paths.is_empty()).then(|| {
                    let named: Vec<&str> = paths.iter().take(NAMED).map(String::as_str).collect();
                    let text = format!("{text} by a person: {} files, {}", paths.len(), named.join(", "));
                    Note { kind: NoteKind::Artifact, text, data: json!({ "files": paths }) }
                }));
            }
        }
    }
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

/// Changed standards (S26), and a plan that changed since it was approved (S31).
fn warnings_at_approval(record: &Record, work: Work, turn: &Turn<'_>) -> Vec<Note> {
    let bundle: &FileState = turn.facts.at(&turn.files.standards());
    let plan = turn.facts.bytes(&turn.files.response(Work::Planning, 1)).map(Digest::of);
    let plan = warnings::plan(record, plan).filter(|_| work != Work::Planning);
    warnings::standards(record, bundle, true).into_iter().chain(plan).map(warning_note).collect()
}

/// Steps on with a revision without changes, or takes its approval back: "no hash before an approval" holds again.
fn after_no_op(mut record: Record, decision: &Decision) -> Step<Record> {
    let is_edit = decision.choice() == CHOICES[3];
    record.metadata.frieze.no_op = false;
    let iteration = record.current_iteration;
    if is_edit {
        record.artifacts.iter_mut().filter(|one| one.is_code_of(iteration)).for_each(|one| one.sha256 = None);
    }
    let text = if is_edit {
        "the approval was withdrawn to edit the code"
    } else {
        "the revision is reviewed as it is"
    };
    Step::to(record, By::Human).note(NoteKind::Decision, text, json!({ "note": decision.words() }))
}
