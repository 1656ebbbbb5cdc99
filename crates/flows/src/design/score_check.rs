//! Check of a candidate's recorded score against the run's evaluations, the critique and the rubric (ruling 7). A record is a
//! file that somebody can edit, so a number in it alone makes no design approvable.

use super::record::{DesignRecord, Run};
use super::scored_design::meets_threshold;
use super::yardstick;
use crate::design::Facts;
use crate::design::record::run_terms::is_built_in;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::score::Score;
use frieze_design::critique::CritiqueFile;
use frieze_intent::Reading;
use frieze_kernel::files::Home;
use frieze_rubric as rubric;

/// What contradicts the recorded score of a candidate; `None` if everything agrees. `saved` are the copies of its critique in
/// `iterations/`.
pub fn contradiction(
    record: &DesignRecord,
    reading: &Reading,
    saved: &[RelPath],
    facts: &Facts,
) -> Option<String> {
    let (candidate, run) = (record.candidate.as_ref()?, record.run.as_ref()?);
    let entry = record.evaluations.iter().rev().find(|e| e.input_sha256 == reading.sha256);
    let ledger = entry.map(|e| e.overall);
    if candidate.score != ledger {
        return Some(format!(
            "its score is {} in state.json, but {} in the run's evaluation",
            score_or_none(candidate.score),
            score_or_none(ledger)
        ));
    }
    let score = candidate.score?;
    let saved: Vec<Hashed> = saved.iter().filter_map(|path| hashed(path, facts)).collect();
    let current = Home::of(&record.feature_id).critique();
    let is_bound = |critique: &Hashed| critique.0 == candidate.critique_sha256;
    let bound = saved.iter().find(|critique| is_bound(critique)).map(|(_, critique)| critique.overall);
    let bound = bound.or_else(|| Some(hashed(&current, facts).filter(is_bound)?.1.overall));
    if let Some(own) = bound.filter(|own| *own != score) {
        return Some(format!("its score is {score} in state.json, but {own} in its critique"));
    }
    // The iteration's copy knows the threshold, whichever critique the record refers to.
    let mut same_design = saved.iter().filter(|(_, critique)| critique.input_sha256 == reading.sha256);
    if let Some((_, other)) = same_design.find(|(_, critique)| critique.threshold != run.pins.threshold) {
        return Some(format!(
            "the threshold is {} in state.json, but {} in its critique",
            run.pins.threshold, other.threshold
        ));
    }
    if candidate.barred.is_none() && !meets_threshold(score, run.pins.threshold) {
        return Some(format!("its score {score} is below the threshold {}", run.pins.threshold));
    }
    rubric_contradiction(record, run, reading, score, facts)
}

/// Whether the files that can settle a contradiction exist: the candidate's critique, and the iteration's copy of a critique
/// of this design.
pub fn has_evidence(record: &DesignRecord, reading: &Reading, saved: &[RelPath], facts: &Facts) -> bool {
    let Some(candidate) = &record.candidate else { return false };
    let current = Home::of(&record.feature_id).critique();
    let mut all = saved.iter().chain([&current]).filter_map(|path| hashed(path, facts));
    all.any(|(sha256, _)| sha256 == candidate.critique_sha256)
        && saved.iter().filter_map(|path| hashed(path, facts)).any(|(_, c)| c.input_sha256 == reading.sha256)
}

/// What contradicts the score according to the rubric; a critic can only lower that score.
fn rubric_contradiction(
    record: &DesignRecord,
    run: &Run,
    reading: &Reading,
    score: Score,
    facts: &Facts,
) -> Option<String> {
    // Another rubric's score cannot be computed here.
    if run.pins.rubric.sha256 != rubric::sha256() {
        return None;
    }
    let yardstick = match yardstick::of(record, facts) {
        Ok(yardstick) => yardstick,
        Err(why) => return Some(why),
    };
    let computed = rubric::overall(reading, yardstick.as_ref());
    let is_alone = run.pins.critic.name().is_some_and(is_built_in);
    let earned = if is_alone { computed == score } else { computed >= score };
    (!earned).then(|| format!("its score is {score} in state.json, but {computed} by the rubric"))
}

/// A critique with the hash of its bytes, which binds a candidate to it.
type Hashed = (Digest, CritiqueFile);

fn hashed(path: &RelPath, facts: &Facts) -> Option<Hashed> {
    let bytes = facts.bytes(path)?;
    Some((Digest::of(bytes), CritiqueFile::read(bytes).ok()?))
}

fn score_or_none(score: Option<Score>) -> String {
    score.map_or("none".to_owned(), |score| score.to_string())
}
