//! Dismissal of a critic's finding by a person, with a reason. The finding then costs nothing, in later iterations either. The
//! critique in the iteration's folder says so too: an iteration has one score.

use serde_json::json;

use crate::design::phases::candidate_score;
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::{check_length, renew_hint};
use crate::design::record::{DesignRecord, DismissedFinding, Evaluated};
use crate::design::scored_design::ScoredDesign;
use crate::design::yardstick;
use crate::design::{Facts, Outcome, Step};
use frieze_data::score::Points;
use frieze_design::critique::CritiqueFile;
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_kernel::{By, NoteKind, Refusal};
use frieze_rubric as rubric;
use frieze_rubric::Yardstick;
use frieze_rubric::finding::Finding;

/// The verb: its word is the finding's id, its text the reason.
pub const DISMISS: &str = "dismiss";

/// The most dismissed findings of a feature.
const MOST: usize = 50;

/// Dismisses a finding on a candidate, which is scored again at once.
pub fn of_candidate(
    mut record: DesignRecord,
    words: &[String],
    reason: Option<&str>,
    facts: &Facts,
) -> Outcome {
    let (finding, reason) = finding_and_reason(words, reason)?;
    let paths = Home::of(&record.feature_id);
    let Some(reading) = facts.bytes(&paths.intent()).and_then(|bytes| intent::read(bytes).ok()) else {
        let why = format!("{} has no valid design whose findings could be dismissed", record.feature_id);
        return Err(Refusal::new("no-design", why, "correct design/intent.json"));
    };
    let yardstick = yardstick::of(&record, facts)
        .map_err(|why| Refusal::new("no-yardstick", why, "abort the run, then start a new one"))?;
    let before = scored_candidate(&record, &reading, yardstick.as_ref(), facts);
    let dismissed = dismissed(&record, &before, finding, reason, facts)?;
    let threshold = record.pins_or(&facts.terms).threshold;
    let Some(was) = record.candidate.clone() else {
        return Err(unknown(&record, finding));
    };
    record.dismissed.push(dismissed);
    let judged = scored_candidate(&record, &reading, yardstick.as_ref(), facts);
    let critique = judged.critique(&record, threshold);
    judged.accept(&mut record, &critique, was.edited);
    if let Some(candidate) = &mut record.candidate {
        (candidate.brief_changed, candidate.answers_changed) = (was.brief_changed, was.answers_changed);
        // A score below the threshold may meet it now; any other bar stays.
        let was_too_low = was.edited && !before.meets(threshold);
        candidate.barred = was.barred.filter(|_| !(was_too_low && judged.meets(threshold)));
    }
    let iteration = paths.iteration(record.folder());
    let copy = if was.edited { iteration.edited_critique() } else { iteration.critique() };
    let number = record.iteration;
    Ok(finish(record, number, &before, &judged, facts)
        .write(copy, critique.clone())
        .write(paths.critique(), critique))
}

/// Dismisses a finding on the last or the best design of a failed run. The next run keeps the dismissal.
pub fn of_failed(mut record: DesignRecord, words: &[String], reason: Option<&str>, facts: &Facts) -> Outcome {
    let (finding, reason) = finding_and_reason(words, reason)?;
    let last = record.folder();
    let folders = std::iter::once(last).chain(record.best.as_ref().map(|best| best.folder));
    let has_it = |judged: &ScoredDesign| found(judged, finding).is_some();
    let mut designs = folders.filter_map(|folder| Some((folder, scored(&record, folder, facts)?)));
    let Some((folder, before)) = designs.find(|(_, judged)| has_it(judged)) else {
        return Err(unknown(&record, finding));
    };
    let dismissed = dismissed(&record, &before, finding, reason, facts)?;
    record.dismissed.push(dismissed);
    let Some(judged) = scored(&record, folder, facts) else {
        return Err(unknown(&record, finding));
    };
    let iteration = folder.saturating_sub(record.folders_before);
    let of_iteration = DesignRecord { iteration, ..record.clone() };
    let critique = judged.critique(&of_iteration, record.pins_or(&facts.terms).threshold);
    let step = finish(record, iteration, &before, &judged, facts);
    let paths = Home::of(&step.record.feature_id);
    let step = step.write(paths.iteration(folder).critique(), critique.clone());
    Ok(if folder == last { step.write(paths.critique(), critique) } else { step })
}

fn finding_and_reason<'o>(
    words: &'o [String],
    reason: Option<&'o str>,
) -> Result<(&'o str, &'o str), Refusal> {
    let [finding] = words else {
        return Err(Refusal::new("words", "a dismissal names one finding", "frieze dismiss --help"));
    };
    Ok((finding, reason.unwrap_or_default()))
}

/// The scored design of an iteration, with the present dismissals; `None` if its files are gone.
pub fn scored(record: &DesignRecord, folder: u32, facts: &Facts) -> Option<ScoredDesign> {
    let iteration = Home::of(&record.feature_id).iteration(folder);
    let reading = intent::read(facts.bytes(&iteration.intent())?).ok()?;
    let saved = CritiqueFile::read(facts.bytes(&iteration.critique())?).ok()?;
    let yardstick = yardstick::of(record, facts).ok()?;
    (saved.input_sha256 == reading.sha256)
        .then(|| ScoredDesign::from_critique(reading, yardstick.as_ref(), saved, &record.dismissals()))
}

fn scored_candidate(
    record: &DesignRecord,
    reading: &intent::Reading,
    yardstick: Option<&Yardstick>,
    facts: &Facts,
) -> ScoredDesign {
    candidate_score::earlier_score(record, reading, yardstick, facts)
        .unwrap_or_else(|| candidate_score::score_edit(record, reading.clone(), yardstick, facts).0)
}

/// The critic's finding with this id.
fn found<'a>(judged: &'a ScoredDesign, id: &str) -> Option<&'a Finding> {
    judged
        .evaluation
        .findings
        .iter()
        .find(|finding| finding.critic.is_some() && finding.id.as_deref() == Some(id))
}

/// The entry of the record, if the finding can be dismissed.
fn dismissed(
    record: &DesignRecord,
    judged: &ScoredDesign,
    id: &str,
    reason: &str,
    facts: &Facts,
) -> Result<DismissedFinding, Refusal> {
    check_length("reason", reason)?;
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Refusal::new("words", "a dismissal needs a reason", "say why the finding is wrong"));
    }
    if record.pins().is_some_and(|pins| pins.rubric.sha256 != rubric::sha256()) {
        let why = format!("the run of {} was scored by another rubric", record.feature_id);
        return Err(Refusal::new("rubric", why, "use the frieze that started the run, or start a new run"));
    }
    let finding = found(judged, id).ok_or_else(|| unknown(record, id))?;
    if let Some(earlier) = &finding.dismissed {
        let why = format!("{} dismissed the finding {id} already: {}", earlier.by, earlier.reason);
        return Err(Refusal::new("dismissed", why, "nothing to do"));
    }
    if record.dismissed.len() >= MOST {
        let why = format!("{} has {MOST} dismissed findings, the most that are recorded", record.feature_id);
        return Err(Refusal::new("too-many", why, "use another critic"));
    }
    Ok(DismissedFinding {
        finding: id.to_owned(),
        check: finding.check.clone(),
        message: finding.message.clone(),
        iteration: record.iteration,
        at: facts.now,
        by: facts.who.clone(),
        reason: reason.to_owned(),
    })
}

fn unknown(record: &DesignRecord, id: &str) -> Refusal {
    let (feature, id) = (&record.feature_id, id.chars().take(40).collect::<String>());
    Refusal::new(
        "no-finding",
        format!("{feature} has no finding {id:?} of a critic"),
        format!("`frieze dismiss {feature}` lists the findings that can be dismissed"),
    )
}

/// Records the new score of an iteration and notes the dismissal.
fn finish(
    mut record: DesignRecord,
    iteration: u32,
    before: &ScoredDesign,
    judged: &ScoredDesign,
    facts: &Facts,
) -> Step {
    let (scored, sha256) = (&judged.evaluation, judged.reading.sha256);
    // Several iterations can have the same design.
    let is_its = |e: &&mut Evaluated| e.input_sha256 == sha256 && e.iteration <= iteration;
    let entry = record.evaluations.iter_mut().rev().find(is_its);
    if let Some(entry) = entry {
        (entry.overall, entry.dimensions) = (scored.overall, scored.dimensions);
        entry.yardstick_sha256 = judged.yardstick_sha256;
        let iteration = entry.iteration;
        if !entry.edited {
            for score in record.score_history.iter_mut().filter(|(at, _)| *at == iteration) {
                score.1 = scored.overall;
            }
            record.note_best(iteration, scored.overall, sha256);
        }
    }
    if record.state == DesignPhase::Failed {
        renew_hint(&mut record, facts);
    }
    let Some(last) = record.dismissed.last().cloned() else { return Step::same(record) };
    let price = found(before, &last.finding).map_or(Points(0), |finding| finding.points);
    let text = format!(
        "{} dismissed the critic's finding {} ({}): {}; the score is {} (was {})",
        facts.who, last.finding, last.check, last.reason, scored.overall, before.evaluation.overall
    );
    let data = json!({
        "finding": last.finding, "check": last.check, "message": last.message, "reason": last.reason,
        "points": price, "iteration": record.iteration, "intentSha256": sha256, "overall": scored.overall,
    });
    Step::to(record, By::Human).note(NoteKind::Dismissed, text, data)
}
