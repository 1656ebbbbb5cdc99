//! CANDIDATE: a design that meets the threshold waits for a person's decision. Every inspection compares it with the disk: a
//! hand edit is scored before it can be approved (ruling 11), and a marker completes a freeze that a crash interrupted
//! (ruling 15).

use std::collections::BTreeMap;

use serde_json::json;

use crate::design::phases::candidate_score::{critic_has_judged, earlier_score, saved_critiques, score_edit};
use crate::design::phases::decisions;
use crate::design::phases::dismissals::{self, DISMISS};
use crate::design::preview_origin::Preview;
use crate::design::record::{Candidate, DesignRecord, Evaluated};
use crate::design::scored_design::ScoredDesign;
use crate::design::{Facts, Outcome, Step, freeze, gate, preview_server, refuse, score_check, yardstick};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_intent as intent;
use frieze_kernel::files::{ANSWERS, BRIEF, Home};
use frieze_kernel::{By, Event, FileState, NoteKind, Order};

/// How many hand edits of a run are recorded as evaluations.
const MOST_EDITS: usize = 50;

/// The files to read for an event.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let [judged, edited] = saved_critiques(record);
    let mut reads = vec![
        judged,
        edited,
        paths.iteration(record.folder()).intent(),
        paths.intent(),
        paths.critique(),
        paths.preview(),
        paths.brief(),
        paths.answers(),
        paths.marker(),
        paths.signature(),
        paths.frozen().intent(),
        paths.frozen().preview(),
    ];
    reads.extend(yardstick::reads(record));
    reads
}

/// Reads the server's answer only if the preview has to be rebuilt.
pub fn reads_then(record: &DesignRecord, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    preview_server::reads(record, seen.get(&paths.preview()).unwrap_or(&FileState::Absent))
        .into_iter()
        .collect()
}

/// Reads the end of the journal only if there is a marker: it shows whether this candidate was approved.
pub fn reads_end(record: &DesignRecord, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let marker = seen.get(&paths.marker()).is_some_and(|state| *state != FileState::Absent);
    marker.then(|| paths.journal()).into_iter().collect()
}

/// The changes of an event in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    match event {
        Event::Inspected => inspect(record, facts),
        Event::Decided(decision) => decisions::decide(record, decision, facts),
        Event::AskedAgain { .. } | Event::Answered { .. } | Event::Faulted { .. } => {
            preview_server::step(record, event, facts)
        }
        Event::Ordered(Order::Attempt { what }) => {
            let refusal = gate::refuse_choice(&record, what, &facts.terms, facts);
            Err(refusal.unwrap_or_else(|| refuse(&record, event)))
        }
        Event::Ordered(Order::Verb { verb: DISMISS, words, text }) => {
            dismissals::of_candidate(record, words, text.as_deref(), facts)
        }
        Event::Ordered(
            Order::Start
            | Order::Stop { .. }
            | Order::Reset { .. }
            | Order::Explain { .. }
            | Order::Verb { .. },
        )
        | Event::Proceeded { .. } => Err(refuse(&record, event)),
    }
}

fn inspect(record: DesignRecord, facts: &Facts) -> Outcome {
    let paths = Home::of(&record.feature_id);
    if *facts.at(&paths.marker()) != FileState::Absent {
        return freeze::recover(record, facts);
    }
    let on_disk = facts.bytes(&paths.intent()).map(Digest::of);
    let known = record.candidate.as_ref().map(|c| c.intent_sha256);
    let reading = match facts.at(&paths.intent()) {
        FileState::Bytes(bytes) => intent::read(bytes).map_err(|e| e.to_string()),
        FileState::Absent => Err("design/intent.json is missing".to_owned()),
        FileState::Unreadable(why) => Err(why.clone()),
    };
    let step = match reading {
        Ok(reading) if Some(reading.sha256) == known => unchanged(record, &reading, facts),
        Ok(reading) => match yardstick::of(&record, facts) {
            Ok(yardstick) => {
                let yardstick = yardstick.as_ref();
                let (judged, lost) = match earlier_score(&record, &reading, yardstick, facts) {
                    Some(judged) => (judged, None),
                    None => score_edit(&record, reading, yardstick, facts),
                };
                accept_edit(record, &judged, lost, facts)
            }
            // The file's own hash would be that of the design, if it is in canonical form.
            Err(why) => {
                unusable(record, format!("design/intent.json was edited by hand, and {why}"), None, facts)
            }
        },
        Err(why) => {
            let barred = format!("design/intent.json is not a valid intent after the edit by hand: {why}");
            unusable(record, barred, on_disk, facts)
        }
    };
    Ok(note_changed_documents(step, facts))
}

/// Records whether brief or answers changed since the design was generated.
fn note_changed_documents(mut step: Step, facts: &Facts) -> Step {
    // Without a brief, the last state stays.
    let Some(brief) = facts.bytes(&Home::of(&step.record.feature_id).brief()).map(Digest::of) else {
        return step;
    };
    let answers = facts.bytes(&Home::of(&step.record.feature_id).answers()).map(Digest::of);
    let Some(run) = &step.record.run else { return step };
    let changed = (run.brief_sha256 != brief, run.answers_sha256 != answers);
    let Some(candidate) = &mut step.record.candidate else { return step };
    let before = (candidate.brief_changed, candidate.answers_changed);
    (candidate.brief_changed, candidate.answers_changed) = changed;
    let text = |file: &str, changed: bool| match changed {
        true => format!("{file} was changed after the design was generated"),
        false => format!("{file} is again the version that the design is based on"),
    };
    if before.0 != changed.0 {
        step.changed = true;
        let data = json!({ "briefSha256": brief });
        step = step.note(NoteKind::BriefChanged, text(BRIEF, changed.0), data);
    }
    if before.1 != changed.1 {
        step.changed = true;
        let data = json!({ "answersSha256": answers });
        step = step.note(NoteKind::AnswersChanged, text(ANSWERS, changed.1), data);
    }
    step
}

/// A candidate whose design is unchanged. If nobody ever edited it, only a contradicting score can bar it, and that is checked
/// again.
fn unchanged(mut record: DesignRecord, reading: &intent::Reading, facts: &Facts) -> Step {
    let was_barred = record.candidate.as_mut().filter(|c| !c.edited).and_then(|c| c.barred.take());
    let saved = saved_critiques(&record);
    let broken = score_check::contradiction(&record, reading, &saved, facts);
    // With a file missing, the contradiction cannot be settled.
    let is_still_barred = was_barred.is_some() && !score_check::has_evidence(&record, reading, &saved, facts);
    if broken.is_some() || is_still_barred {
        if let Some(candidate) = &mut record.candidate {
            candidate.barred = was_barred.or(candidate.barred.take());
        }
        return match broken {
            Some(broken) => bar(record, broken, facts),
            None => Step::same(record),
        };
    }
    let mut step = restore_files(record, reading, facts);
    if was_barred.is_none() {
        return step;
    }
    step.changed = true;
    let data = json!({ "iteration": step.record.iteration, "by": facts.who });
    step.note(NoteKind::Determinism, "the candidate's recorded scores agree again", data)
}

/// Bars the approval of a candidate.
fn bar(mut record: DesignRecord, why: String, facts: &Facts) -> Step {
    match &mut record.candidate {
        Some(candidate) if candidate.barred.as_deref() != Some(&why) => {
            candidate.barred = Some(why.clone());
            let data = json!({ "iteration": record.iteration, "by": facts.who });
            Step::to(record, By::System).note(NoteKind::Determinism, why, data)
        }
        Some(_) | None => Step::same(record),
    }
}

/// Restores a critique or a preview that is missing or changed (ruling 12).
fn restore_files(record: DesignRecord, reading: &intent::Reading, facts: &Facts) -> Step {
    let paths = Home::of(&record.feature_id);
    let critique_is_there = facts.bytes(&paths.critique()).map(Digest::of)
        == record.candidate.as_ref().map(|c| c.critique_sha256);
    let preview_is_there =
        facts.bytes(&paths.preview()).map(Digest::of) == record.preview.as_ref().map(|p| p.sha256);
    let mut step = Step::same(record);
    if !preview_is_there {
        step.changed = true;
        let page = preview_server::rebuild_page(&step.record, reading, facts).unwrap_or_else(|| {
            let before = step.record.preview.take().filter(|before| before.intent_sha256 == reading.sha256);
            let compared = before.as_ref().and_then(|before| before.compared);
            let (mut preview, page) = Preview::of(reading, compared);
            // Keep a pending server request.
            preview.request = before.and_then(|before| before.request);
            step.record.preview = Some(preview);
            page
        });
        let text = "design/preview.html was missing or changed, and was restored";
        step = step.write(paths.preview(), page).note(NoteKind::Derived, text, json!({}));
    }
    let critique = if critique_is_there { None } else { restore_critique(&step.record, reading, facts) };
    if let Some(critique) = critique {
        if let Some(candidate) = &mut step.record.candidate {
            candidate.critique_sha256 = Digest::of(&critique);
        }
        step.changed = true;
        let text = "design/critique.json was missing or changed, and was restored";
        step = step.write(paths.critique(), critique).note(NoteKind::Derived, text, json!({}));
    }
    step
}

/// The critique of an unchanged candidate, from the saved copy. Without a copy it is recomputed, which works only if the rubric
/// alone gives the same score.
fn restore_critique(record: &DesignRecord, reading: &intent::Reading, facts: &Facts) -> Option<Vec<u8>> {
    let candidate = record.candidate.as_ref()?;
    let mut saved = saved_critiques(record).into_iter().filter_map(|path| facts.bytes(&path));
    if let Some(saved) = saved.find(|bytes| candidate.critique_sha256 == Digest::of(bytes)) {
        return Some(saved.to_vec());
    }
    let yardstick = yardstick::of(record, facts).ok()?;
    let threshold = record.pins_or(&facts.terms).threshold;
    // A dismissal changed the critique; the saved copy is as the critic left it.
    if let Some(judged) = earlier_score(record, reading, yardstick.as_ref(), facts) {
        let critique = judged.critique(record, threshold);
        if candidate.critique_sha256 == Digest::of(&critique) {
            return Some(critique);
        }
    }
    let judged = ScoredDesign::by_rubric(reading.clone(), yardstick.as_ref());
    (candidate.score == Some(judged.evaluation.overall)).then(|| judged.critique(record, threshold))
}

/// Makes a person's edit the candidate; it can be approved if it meets the threshold. The table has no edge from CANDIDATE to
/// EVALUATING, so the state stays.
fn accept_edit(mut record: DesignRecord, judged: &ScoredDesign, lost: Option<String>, facts: &Facts) -> Step {
    let (overall, sha256) = (judged.evaluation.overall, judged.reading.sha256);
    let threshold = record.pins_or(&facts.terms).threshold;
    let folder = Home::of(&record.feature_id).iteration(record.folder());
    let critique = judged.critique(&record, threshold);
    let is_generated =
        |e: &Evaluated| !e.edited && e.iteration == record.iteration && e.input_sha256 == sha256;
    let is_restored = record.evaluations.iter().any(is_generated);
    judged.accept(&mut record, &critique, !is_restored);
    let short = !judged.meets(threshold);
    if let Some(candidate) = record.candidate.as_mut().filter(|_| short) {
        candidate.barred =
            Some(format!("the score after the edit by hand is {overall}, below the threshold {threshold}"));
    }
    let is_same = |e: &&Evaluated| e.input_sha256 == sha256 && e.yardstick_sha256 == judged.yardstick_sha256;
    let before = record.evaluations.iter().find(is_same).map(|e| e.overall);
    if let (Some(before), Some(candidate)) = (before.filter(|b| *b != overall), &mut record.candidate) {
        candidate.barred = Some(format!(
            "this design scored {before} with the critic's findings, which are missing from iterations/, and scores {overall} now"
        ));
    }
    let lost = lost.filter(|_| !critic_has_judged(&record, sha256));
    if let (Some(lost), Some(candidate)) = (lost, &mut record.candidate) {
        candidate.barred.get_or_insert(lost);
    }
    if before.is_none() {
        // Bounded: the oldest edit is dropped; the journal keeps all.
        if record.evaluations.iter().filter(|e| e.edited).count() >= MOST_EDITS
            && let Some(oldest) = record.evaluations.iter().position(|e| e.edited)
        {
            record.evaluations.remove(oldest);
        }
        record.evaluations.push(Evaluated {
            input_sha256: sha256,
            iteration: record.iteration,
            overall,
            dimensions: judged.evaluation.dimensions,
            edited: true,
            yardstick_sha256: judged.yardstick_sha256,
        });
    }
    let what = if is_restored { "is again as it was generated" } else { "was edited by hand" };
    let text = format!("design/intent.json {what} and now scores {overall}{}", judged.critic_note());
    let unseen_by = record.candidate.as_ref().and_then(|candidate| candidate.unseen_by.clone());
    let data = json!({ "intentSha256": sha256, "iteration": record.iteration, "unseenBy": unseen_by });
    let bytes = facts.bytes(&Home::of(&record.feature_id).intent()).unwrap_or_default().to_vec();
    let mut step = Step::to(record, By::Human).write(folder.edited_intent(), bytes).note(
        NoteKind::HumanEdit,
        text,
        data,
    );
    step.notes.push(judged.note(step.record.iteration));
    judged.write_files(step, folder.edited_critique(), critique)
}

/// An edit that cannot be scored, for example because it is not a valid intent: nothing can be approved until it can.
fn unusable(mut record: DesignRecord, barred: String, on_disk: Option<Digest>, facts: &Facts) -> Step {
    let sha256 = on_disk.unwrap_or_else(|| Digest::of(&[]));
    let known = record.candidate.as_ref();
    if known.is_some_and(|c| c.barred.as_deref() == Some(&barred) && c.intent_sha256 == sha256) {
        return Step::same(record);
    }
    let critique_sha256 = known.map_or(sha256, |c| c.critique_sha256);
    record.candidate = Some(Candidate {
        intent_sha256: sha256,
        critique_sha256,
        score: None,
        edited: true,
        barred: Some(barred.clone()),
        brief_changed: known.is_some_and(|c| c.brief_changed),
        answers_changed: known.is_some_and(|c| c.answers_changed),
        unseen_by: None,
        counts_on: false,
    });
    let data = json!({ "iteration": record.iteration, "by": facts.who });
    Step::to(record, By::Human).note(NoteKind::HumanEdit, barred, data)
}
