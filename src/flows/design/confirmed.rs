//! What a candidate's record says of its score, held against everything else that knows it: the run's ledger, the critique that
//! the record is bound to, and the rubric itself, which is arithmetic (ruling 7). A record is a file, and files can be edited:
//! no number in it makes a design approvable that did not earn it.

use super::judged::meets;
use super::record::{DesignRecord, Run};
use super::terms::{Terms, is_built_in};
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::intent::Reading;
use crate::domain::path::RelPath;
use crate::domain::rubric;
use crate::domain::score::Score;
use crate::kernel::Facts;

/// Why the recorded score of a candidate is not believed, in words for who decides; `None` where all agree. `kept` are the
/// copies of its critique in `iterations/`.
pub fn doubt(
    record: &DesignRecord,
    reading: &Reading,
    kept: &[RelPath],
    facts: &Facts<Terms>,
) -> Option<String> {
    let (candidate, run) = (record.candidate.as_ref()?, record.run.as_ref()?);
    let entry = record.evaluations.iter().find(|e| e.input_sha256 == reading.sha256);
    let ledger = entry.map(|e| e.overall);
    if candidate.score != ledger {
        return Some(format!(
            "state.json gives it the score {} and the run's evaluation {}",
            said(candidate.score),
            said(ledger)
        ));
    }
    let score = candidate.score?;
    let kept: Vec<Hashed> = kept.iter().filter_map(|path| hashed(path, facts)).collect();
    let current = Home::of(&record.feature_id).critique();
    let is_bound = |critique: &Hashed| critique.0 == candidate.critique_sha256;
    let bound = kept.iter().find(|critique| is_bound(critique)).map(|(_, critique)| critique.overall);
    let bound = bound.or_else(|| Some(hashed(&current, facts).filter(is_bound)?.1.overall));
    if let Some(own) = bound.filter(|own| *own != score) {
        return Some(format!("state.json gives it the score {score} and its critique {own}"));
    }
    // Whatever the record says of which critique is its own: what the iteration keeps of this design knows the threshold.
    let mut of_this = kept.iter().filter(|(_, critique)| critique.input_sha256 == reading.sha256);
    if let Some((_, other)) = of_this.find(|(_, critique)| critique.threshold != run.pins.threshold) {
        return Some(format!(
            "state.json has the threshold {} and its critique {}",
            run.pins.threshold, other.threshold
        ));
    }
    if candidate.barred.is_none() && !meets(score, run.pins.threshold) {
        return Some(format!("its score {score} is under the threshold {}", run.pins.threshold));
    }
    against_the_rubric(run, reading, score)
}

/// Whether what a doubt is settled by is all there: the critique that the candidate is bound to, and a copy that the
/// iteration keeps of this very design's.
pub fn is_witnessed(
    record: &DesignRecord,
    reading: &Reading,
    kept: &[RelPath],
    facts: &Facts<Terms>,
) -> bool {
    let Some(candidate) = &record.candidate else { return false };
    let current = Home::of(&record.feature_id).critique();
    let mut all = kept.iter().chain([&current]).filter_map(|path| hashed(path, facts));
    all.any(|(sha256, _)| sha256 == candidate.critique_sha256)
        && kept.iter().filter_map(|path| hashed(path, facts)).any(|(_, c)| c.input_sha256 == reading.sha256)
}

/// The rubric that this run was pinned to gives what it gave; a critic only ever takes from that.
fn against_the_rubric(run: &Run, reading: &Reading, score: Score) -> Option<String> {
    // What another rubric gave cannot be computed again by this one.
    if run.pins.rubric.sha256 != rubric::sha256() {
        return None;
    }
    let computed = rubric::overall(reading);
    let is_alone = run.pins.critic.name().is_some_and(is_built_in);
    let earned = if is_alone { computed == score } else { computed >= score };
    (!earned).then(|| format!("state.json gives it the score {score} and the rubric {computed}"))
}

/// A critique, and what its bytes hash to: a candidate is bound to one by that.
type Hashed = (Digest, CritiqueFile);

fn hashed(path: &RelPath, facts: &Facts<Terms>) -> Option<Hashed> {
    let bytes = facts.bytes(path)?;
    Some((Digest::of(bytes), CritiqueFile::read(bytes).ok()?))
}

fn said(score: Option<Score>) -> String {
    score.map_or("none".to_owned(), |score| score.to_string())
}
