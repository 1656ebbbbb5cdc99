//! Scores of a candidate that may have been edited by hand.

use crate::design::Facts;
use crate::design::record::DesignRecord;
use crate::design::record::run_terms::is_built_in;
use crate::design::scored_design::ScoredDesign;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::score::{Dimensions, Score};
use frieze_design::critique::CritiqueFile;
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_rubric::Yardstick;

/// The iteration's critiques: of the agent's design, and of the edited one.
pub fn saved_critiques(record: &DesignRecord) -> [RelPath; 2] {
    let (paths, folder) = (Home::of(&record.feature_id), record.folder());
    [paths.iteration(folder).critique(), paths.iteration(folder).edited_critique()]
}

/// The score of a design that was already scored, from its saved critique, for an undone edit ("identical input MUST produce
/// identical scores"). The recorded evaluations must confirm it. An edit that was scored without the critic's lost findings does
/// not count.
pub fn earlier_score(
    record: &DesignRecord,
    reading: &intent::Reading,
    yardstick: Option<&Yardstick>,
    facts: &Facts,
) -> Option<ScoredDesign> {
    let is_lacking = |saved: &CritiqueFile| {
        saved.carried.is_none()
            && !is_built_in(record.critic(&facts.terms))
            && !critic_has_judged(record, reading.sha256)
    };
    let dismissals = record.dismissals();
    saved_critiques(record)
        .iter()
        .filter_map(|path| CritiqueFile::read(facts.bytes(path)?).ok())
        .filter(|saved| saved.input_sha256 == reading.sha256 && !is_lacking(saved))
        .find_map(|saved| {
            let as_reported = (saved.overall, saved.dimensions);
            let judged = ScoredDesign::from_critique(reading.clone(), yardstick, saved, &dismissals);
            let as_dismissed = (judged.evaluation.overall, judged.evaluation.dimensions);
            is_confirmed(record, reading.sha256, &[as_reported, as_dismissed]).then_some(judged)
        })
}

/// Whether the run's critic has judged this design.
pub fn critic_has_judged(record: &DesignRecord, sha256: Digest) -> bool {
    record.evaluations.iter().any(|e| !e.edited && e.input_sha256 == sha256)
}

/// Whether the recorded evaluation of a design agrees with one of these scores: its own, or the one without dismissed findings.
fn is_confirmed(record: &DesignRecord, sha256: Digest, scores: &[(Score, Dimensions)]) -> bool {
    let entry = record.evaluations.iter().rev().find(|e| e.input_sha256 == sha256);
    entry.is_some_and(|entry| scores.contains(&(entry.overall, entry.dimensions)))
}

/// Scores a person's edit, always against the design that the critic judged, so that the same design scores the same. Also
/// returns a message if the critic's findings are lost.
pub fn score_edit(
    record: &DesignRecord,
    reading: intent::Reading,
    yardstick: Option<&Yardstick>,
    facts: &Facts,
) -> (ScoredDesign, Option<String>) {
    let (paths, critic) = (Home::of(&record.feature_id), record.critic(&facts.terms));
    let path = paths.iteration(record.folder()).critique();
    let saved = facts.bytes(&path).map(CritiqueFile::read);
    let before = facts.bytes(&paths.iteration(record.folder()).intent()).map(intent::read);
    match (saved, before) {
        (Some(Ok(saved)), Some(Ok(before)))
            if saved.input_sha256 == before.sha256
                && earlier_score(record, &before, yardstick, facts).is_some() =>
        {
            let has_findings = saved.findings.iter().any(|finding| finding.critic.is_some());
            let judged = match has_findings || !is_built_in(critic) {
                true => {
                    ScoredDesign::edited(reading, yardstick, &before, &saved, critic, &record.dismissals())
                }
                false => ScoredDesign::by_rubric(reading, yardstick),
            };
            (judged, None)
        }
        _ => {
            let lost = (!is_built_in(critic)).then(|| {
                format!(
                    "the findings of the critic {critic} from before the edit by hand cannot be read: {path}"
                )
            });
            (ScoredDesign::by_rubric(reading, yardstick), lost)
        }
    }
}
