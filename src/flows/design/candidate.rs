//! CANDIDATE: a design that meets the threshold waits for a person. Every look compares it with what is on the disk: a hand
//! edit is scored before it can be approved (ruling 11); a marker that is already there is a freeze that a crash cut short
//! (ruling 15).

use std::collections::BTreeMap;

use serde_json::json;

use super::judged::Judged;
use super::phase::DesignPhase;
use super::previewing::Preview;
use super::record::{Candidate, DesignRecord, Evaluated};
use super::terms::{Terms, is_built_in};
use super::{Outcome, confirmed, deciding, freezing, gate, previewing, refuse};
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::files::{ANSWERS, BRIEF, Home};
use crate::domain::intent;
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, Look, NoteKind, Order, Step};

/// How many hand edits of a run the ledger of scores holds.
const MOST_EDITS: usize = 50;

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let [judged, edited] = kept_critiques(record);
    vec![
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
    ]
}

/// What was drawn of this design is only looked at where the preview is not it.
pub fn reads_then(record: &DesignRecord, seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    previewing::reads(record, seen.get(&paths.preview()).unwrap_or(&Look::Absent)).into_iter().collect()
}

/// The journal is only asked about a marker that is there: it knows whether this candidate was approved.
pub fn reads_end(record: &DesignRecord, seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let marker = seen.get(&paths.marker()).is_some_and(|look| *look != Look::Absent);
    marker.then(|| paths.journal()).into_iter().collect()
}

/// The critiques that this iteration keeps: of what the agent wrote, and of what a person made of it.
fn kept_critiques(record: &DesignRecord) -> [RelPath; 2] {
    let (paths, folder) = (Home::of(&record.feature_id), record.folder());
    [paths.iteration(folder).critique(), paths.iteration(folder).edited_critique()]
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => looked(record, facts),
        Event::Decided(decision) => deciding::decided(record, decision, facts),
        Event::AskedAgain { .. } | Event::Answered { .. } | Event::Faulted { .. } => {
            previewing::step(record, event, facts)
        }
        Event::Ordered(Order::Attempt { what }) => Err(gate::refused(&record, what, &facts.terms)
            .unwrap_or_else(|| refuse(DesignPhase::Candidate, event))),
        Event::Ordered(Order::Start | Order::Stop { .. } | Order::Reset { .. } | Order::Explain { .. })
        | Event::Proceeded { .. } => Err(refuse(DesignPhase::Candidate, event)),
    }
}

fn looked(record: DesignRecord, facts: &Facts<Terms>) -> Outcome {
    let paths = Home::of(&record.feature_id);
    if *facts.at(&paths.marker()) != Look::Absent {
        return freezing::recovered(record, facts);
    }
    let on_disk = facts.bytes(&paths.intent()).map(Digest::of);
    let known = record.candidate.as_ref().map(|c| c.intent_sha256);
    let reading = match facts.at(&paths.intent()) {
        Look::Bytes(bytes) => intent::read(bytes).map_err(|e| e.to_string()),
        Look::Absent => Err("design/intent.json is missing".to_owned()),
        Look::Unreadable(why) => Err(why.clone()),
    };
    let step = match reading {
        Ok(reading) if Some(reading.sha256) == known => unchanged(record, &reading, facts),
        Ok(reading) => {
            let (judged, lost) = match judged_before(&record, reading.sha256, facts) {
                Some(kept) => (Judged::again(reading, kept), None),
                None => judged_edited(&record, reading, facts),
            };
            edited(record, &judged, lost, facts)
        }
        Err(why) => unusable(record, &why, on_disk, facts),
    };
    Ok(against_the_documents(step, facts))
}

/// Shows a person who decides that the design was made from another brief, or other answers, than are there.
fn against_the_documents(mut step: Step<DesignRecord>, facts: &Facts<Terms>) -> Step<DesignRecord> {
    // Of one that is gone nothing is known: what was told last stays.
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
        true => format!("{file} was changed after the design was made from it"),
        false => format!("{file} is again the one that the design was made from"),
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

/// A candidate whose design nobody changed since. Where nobody edited it at all, nothing but a doubt bars it: it is looked into
/// as if it were not barred, and a doubt that is gone bars no longer.
fn unchanged(
    mut record: DesignRecord,
    reading: &intent::Reading,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let doubted = record.candidate.as_mut().filter(|c| !c.edited).and_then(|c| c.barred.take());
    let kept = kept_critiques(&record);
    let broken = confirmed::doubt(&record, reading, &kept, facts);
    // Where a witness is gone, nothing agrees again.
    let is_still_barred = doubted.is_some() && !confirmed::is_witnessed(&record, reading, &kept, facts);
    if broken.is_some() || is_still_barred {
        if let Some(candidate) = &mut record.candidate {
            candidate.barred = doubted.or(candidate.barred.take());
        }
        return match broken {
            Some(broken) => barred(record, broken, facts),
            None => Step::same(record),
        };
    }
    let mut step = refreshed(record, reading, facts);
    if doubted.is_none() {
        return step;
    }
    step.changed = true;
    let data = json!({ "iteration": step.record.iteration, "by": facts.who });
    step.note(NoteKind::Determinism, "what is recorded of the candidate's score agrees again", data)
}

/// A candidate that cannot be approved as it is recorded.
fn barred(mut record: DesignRecord, why: String, facts: &Facts<Terms>) -> Step<DesignRecord> {
    match &mut record.candidate {
        Some(candidate) if candidate.barred.as_deref() != Some(&why) => {
            candidate.barred = Some(why.clone());
            let data = json!({ "iteration": record.iteration, "by": facts.who });
            Step::to(record, By::System).note(NoteKind::Determinism, why, data)
        }
        Some(_) | None => Step::same(record),
    }
}

/// Puts back a critique or a preview that is missing or of another design (ruling 12).
fn refreshed(record: DesignRecord, reading: &intent::Reading, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let paths = Home::of(&record.feature_id);
    let critique_is_there = facts.bytes(&paths.critique()).map(Digest::of)
        == record.candidate.as_ref().map(|c| c.critique_sha256);
    let preview_is_there =
        facts.bytes(&paths.preview()).map(Digest::of) == record.preview.as_ref().map(|p| p.sha256);
    let mut step = Step::same(record);
    if !preview_is_there {
        step.changed = true;
        let page = previewing::again(&step.record, reading, facts).unwrap_or_else(|| {
            let (mut preview, page) = Preview::of(reading);
            // A server that is drawing it already goes on.
            let before =
                step.record.preview.take().filter(|before| before.intent_sha256 == preview.intent_sha256);
            preview.asked = before.and_then(|before| before.asked);
            step.record.preview = Some(preview);
            page
        });
        let text = "design/preview.html was missing or changed and was made again";
        step = step.write(paths.preview(), page).note(NoteKind::Derived, text, json!({}));
    }
    let critique = if critique_is_there { None } else { critique_again(&step.record, reading, facts) };
    if let Some(critique) = critique {
        if let Some(candidate) = &mut step.record.candidate {
            candidate.critique_sha256 = Digest::of(&critique);
        }
        step.changed = true;
        let text = "design/critique.json was missing or changed and was made again";
        step = step.write(paths.critique(), critique).note(NoteKind::Derived, text, json!({}));
    }
    step
}

/// The critique of a candidate that nobody changed. A critic's findings are in the kept copy alone; without any, it can
/// be made again, where it scores the same.
fn critique_again(record: &DesignRecord, reading: &intent::Reading, facts: &Facts<Terms>) -> Option<Vec<u8>> {
    let candidate = record.candidate.as_ref()?;
    let mut kept = kept_critiques(record).into_iter().filter_map(|path| facts.bytes(&path));
    if let Some(kept) = kept.find(|bytes| candidate.critique_sha256 == Digest::of(bytes)) {
        return Some(kept.to_vec());
    }
    let judged = Judged::by_rubric(reading.clone());
    let threshold = record.pins_or(&facts.terms).threshold;
    (candidate.score == Some(judged.evaluation.overall)).then(|| judged.critique(record, threshold))
}

/// A design of this iteration that was judged already, when an edit is undone: with the critic's findings, as the
/// kept critique has them and the ledger of scores confirms ("identical input MUST produce identical scores"). An edit
/// that was scored without its critic's findings, because they were lost, was not judged by that.
fn judged_before(record: &DesignRecord, sha256: Digest, facts: &Facts<Terms>) -> Option<CritiqueFile> {
    let is_lacking = |kept: &CritiqueFile| {
        kept.carried.is_none()
            && !is_built_in(record.critic(&facts.terms))
            && !was_judged_unedited(record, sha256)
    };
    kept_critiques(record)
        .iter()
        .filter_map(|path| CritiqueFile::read(facts.bytes(path)?).ok())
        .find(|kept| kept.input_sha256 == sha256 && is_confirmed(record, kept) && !is_lacking(kept))
}

/// Whether the critic of this run has judged a design itself.
fn was_judged_unedited(record: &DesignRecord, sha256: Digest) -> bool {
    record.evaluations.iter().any(|e| !e.edited && e.input_sha256 == sha256)
}

/// Whether a kept critique says what the ledger of scores says.
fn is_confirmed(record: &DesignRecord, kept: &CritiqueFile) -> bool {
    let entry = record.evaluations.iter().find(|e| e.input_sha256 == kept.input_sha256);
    entry.is_some_and(|entry| kept.overall == entry.overall && kept.dimensions == entry.dimensions)
}

/// A design that a person made of the candidate, and what is lost that its score needs. Always measured against what the
/// critic judged, whatever edits came in between, so that the same design scores the same.
fn judged_edited(
    record: &DesignRecord,
    reading: intent::Reading,
    facts: &Facts<Terms>,
) -> (Judged, Option<String>) {
    let (paths, critic) = (Home::of(&record.feature_id), record.critic(&facts.terms));
    let path = paths.iteration(record.folder()).critique();
    let kept = facts.bytes(&path).map(CritiqueFile::read);
    let before = facts.bytes(&paths.iteration(record.folder()).intent()).map(intent::read);
    match (kept, before) {
        (Some(Ok(kept)), Some(Ok(before)))
            if kept.input_sha256 == before.sha256 && is_confirmed(record, &kept) =>
        {
            let has_said = kept.findings.iter().any(|finding| finding.critic.is_some());
            let judged = match has_said || !is_built_in(critic) {
                true => Judged::edited(reading, &before, &kept, critic),
                false => Judged::by_rubric(reading),
            };
            (judged, None)
        }
        _ => {
            let lost = (!is_built_in(critic)).then(|| {
                format!("what the critic {critic} found before the edit by hand cannot be read in {path}")
            });
            (Judged::by_rubric(reading), lost)
        }
    }
}

/// A person changed the candidate: it is scored as it is now, and can be approved if it still meets
/// the threshold. The table has no way from CANDIDATE to EVALUATING, so the state is kept.
fn edited(
    mut record: DesignRecord,
    judged: &Judged,
    lost: Option<String>,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let (overall, sha256) = (judged.evaluation.overall, judged.reading.sha256);
    let threshold = record.pins_or(&facts.terms).threshold;
    let folder = Home::of(&record.feature_id).iteration(record.folder());
    let critique = judged.critique(&record, threshold);
    judged.accept(&mut record, &critique, true);
    let short = !judged.meets(threshold);
    if let Some(candidate) = record.candidate.as_mut().filter(|_| short) {
        candidate.barred =
            Some(format!("after the edit by hand the score is {overall}, under the threshold {threshold}"));
    }
    let before = record.evaluations.iter().find(|e| e.input_sha256 == sha256).map(|e| e.overall);
    if let (Some(before), Some(candidate)) = (before.filter(|b| *b != overall), &mut record.candidate) {
        candidate.barred = Some(format!(
            "this design scored {before} with the critic's findings, which iterations/ no longer holds, and {overall} now"
        ));
    }
    let lost = lost.filter(|_| !was_judged_unedited(&record, sha256));
    if let (Some(lost), Some(candidate)) = (lost, &mut record.candidate) {
        candidate.barred.get_or_insert(lost);
    }
    if before.is_none() {
        // Bounded: of many edits the first ones leave the ledger; the journal keeps them.
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
        });
    }
    let text = format!("design/intent.json was edited by hand and now scores {overall}{}", judged.unseen());
    let unseen_by = record.candidate.as_ref().and_then(|candidate| candidate.unseen_by.clone());
    let data = json!({ "intentSha256": sha256, "iteration": record.iteration, "unseenBy": unseen_by });
    let bytes = facts.bytes(&Home::of(&record.feature_id).intent()).unwrap_or_default().to_vec();
    let mut step = Step::to(record, By::Human).write(folder.edited_intent(), bytes).note(
        NoteKind::HumanEdit,
        text,
        data,
    );
    step.notes.push(judged.note(step.record.iteration));
    judged.written(step, folder.edited_critique(), critique)
}

/// A person's edit left no valid intent: nothing can be approved until it is one again.
fn unusable(
    mut record: DesignRecord,
    why: &str,
    on_disk: Option<Digest>,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let barred = format!("design/intent.json is no valid intent since it was edited by hand: {why}");
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
