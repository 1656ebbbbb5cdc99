//! A scored design, and the files that follow from it: an agent's design, or a candidate that a person edited (ruling 11).

use serde_json::json;

use super::preview_origin::Preview;
use super::record::{Candidate, DesignRecord};
use crate::design::Step;
use frieze_data::digest::Digest;
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_data::score::Score;
use frieze_design::carry_over;
use frieze_design::carry_over::CarryOver;
use frieze_design::critique::CritiqueFile;
use frieze_intent::Reading;
use frieze_kernel::files::Home;
use frieze_kernel::{Note, NoteKind};
use frieze_rubric as rubric;
use frieze_rubric::finding::Finding;
use frieze_rubric::{CriticFinding, Dismissals, Evaluation, Fidelity, Yardstick};

/// Whether a score meets a threshold in points of 100.
pub fn meets_threshold(score: Score, threshold: u8) -> bool {
    score >= Score::from_hundredths(u16::from(threshold) * 100)
}

/// What a design was compared with: the brief, how much of the design a person's words do not cover either, and the dismissed
/// findings. Equal values give equal scores.
fn compared_with(yardstick: Option<&Yardstick>, evaluation: &Evaluation) -> Option<Digest> {
    let dismissed = evaluation.findings.iter().filter(|finding| finding.dismissed.is_some());
    let dismissed: Vec<&str> = dismissed.filter_map(|finding| finding.id.as_deref()).collect();
    if yardstick.is_none() && dismissed.is_empty() {
        return None;
    }
    let brief = yardstick.map_or_else(String::new, |yardstick| yardstick.document_sha256().to_string());
    let foreign = evaluation.fidelity.as_ref().map_or(0, |fidelity| fidelity.foreign);
    let text = std::iter::once(format!("{brief} {foreign}")).chain(dismissed.iter().map(ToString::to_string));
    Some(Digest::of(text.collect::<Vec<_>>().join(" ").as_bytes()))
}

/// A design with its evaluation.
pub struct ScoredDesign {
    pub reading: Reading,
    pub evaluation: Evaluation,
    /// See [`compared_with`].
    pub yardstick_sha256: Option<Digest>,
    /// The critic's findings that could not be used, and why.
    not_used: Vec<String>,
    /// Set if the critic's findings are on the design before a person's edit.
    carried: Option<CarryOver>,
    /// How many carried-over findings concern unchanged parts, including those that the rubric now reports too.
    still_valid: usize,
}

impl ScoredDesign {
    /// Scores a design by the rubric, by the brief, and by a critic's findings.
    pub fn of(
        reading: Reading,
        yardstick: Option<&Yardstick>,
        findings: &[CriticFinding],
        critic: &str,
        dismissals: &Dismissals,
    ) -> Self {
        let evaluation = match yardstick {
            Some(yardstick) => rubric::evaluate_against(&reading, yardstick),
            None => rubric::evaluate(&reading),
        };
        let (evaluation, not_used) = if findings.is_empty() {
            (evaluation, Vec::new())
        } else {
            rubric::with_critic(evaluation, &reading.value(), findings, critic, dismissals)
        };
        let yardstick_sha256 = compared_with(yardstick, &evaluation);
        Self { reading, evaluation, yardstick_sha256, not_used, carried: None, still_valid: 0 }
    }

    /// Scores a design without a critic.
    pub fn by_rubric(reading: Reading, yardstick: Option<&Yardstick>) -> Self {
        Self::of(reading, yardstick, &[], "", &Dismissals::new())
    }

    /// Scores an edited design by the rubric and by the critic's earlier findings on unchanged parts (ruling 11). The critic
    /// is not asked, so an edit costs no call and removes no unrelated findings.
    pub fn edited(
        reading: Reading,
        yardstick: Option<&Yardstick>,
        before: &Reading,
        critique: &CritiqueFile,
        critic: &str,
        dismissals: &Dismissals,
    ) -> Self {
        let critics = critique.findings.iter().filter_map(|finding| finding.critic.as_ref());
        let (of, critic) = (critics.clone().count(), critics.clone().next().map_or(critic, String::as_str));
        let findings = carry_over::findings(&critique.findings, &before.value(), &reading.value());
        let from_sha256 = critique.input_sha256;
        let carried = CarryOver { critic: critic.to_owned(), from_sha256, of };
        let still_valid = findings.len();
        Self {
            carried: Some(carried),
            still_valid,
            ..Self::of(reading, yardstick, &findings, critic, dismissals)
        }
    }

    /// Restores a scored design from its saved critique; findings that were dismissed later cost nothing.
    pub fn from_critique(
        reading: Reading,
        yardstick: Option<&Yardstick>,
        critique: CritiqueFile,
        dismissals: &Dismissals,
    ) -> Self {
        let CritiqueFile { input_sha256, overall, dimensions, findings, not_used, carried, fidelity, .. } =
            critique;
        let by_critic: Vec<&Finding> = findings.iter().filter(|finding| finding.critic.is_some()).collect();
        let still_valid = if carried.is_some() { by_critic.len() } else { 0 };
        if let (Some(critic), false) =
            (by_critic.first().and_then(|finding| finding.critic.as_deref()), dismissals.is_empty())
        {
            let reported: Vec<CriticFinding> = by_critic.into_iter().map(CriticFinding::from).collect();
            let judged = Self::of(reading, yardstick, &reported, critic, dismissals);
            return Self { not_used, carried, still_valid, ..judged };
        }
        let evaluation = Evaluation { input_sha256, overall, dimensions, findings, fidelity };
        let yardstick_sha256 = compared_with(yardstick, &evaluation);
        Self { reading, evaluation, yardstick_sha256, not_used, carried, still_valid }
    }

    /// The bytes of `critique.json`.
    pub fn critique(&self, record: &DesignRecord, threshold: u8) -> Vec<u8> {
        let file = CritiqueFile {
            schema_version: 1,
            feature_id: record.feature_id.clone(),
            iteration: record.iteration,
            threshold,
            rubric: rubric::VERSION.to_owned(),
            rubric_sha256: rubric::sha256(),
            input_sha256: self.evaluation.input_sha256,
            overall: self.evaluation.overall,
            dimensions: self.evaluation.dimensions,
            findings: self.evaluation.findings.clone(),
            not_used: self.not_used.clone(),
            carried: self.carried.clone(),
            fidelity: self.evaluation.fidelity.clone(),
        };
        strict::pretty(&strict::of(&file))
    }

    /// Makes this design the candidate.
    pub fn accept(&self, record: &mut DesignRecord, critique: &[u8], edited: bool) {
        record.intent_sha256 = Some(self.reading.sha256);
        record.candidate = Some(Candidate {
            intent_sha256: self.reading.sha256,
            critique_sha256: Digest::of(critique),
            score: Some(self.evaluation.overall),
            edited,
            barred: None,
            brief_changed: false,
            answers_changed: false,
            unseen_by: self.carried.as_ref().map(|carried| carried.critic.clone()),
            counts_on: self.still_valid > 0,
        });
    }

    /// The part of a note about a critic that has not judged this version; empty if it has.
    pub fn critic_note(&self) -> String {
        let Some(CarryOver { critic, of, .. }) = &self.carried else { return String::new() };
        let word = match (of, self.still_valid) {
            (0, _) => "it had no findings before".to_owned(),
            (_, valid) => format!("its earlier findings: {of}, kept: {valid}"),
        };
        format!("; the critic {critic} has not seen this version: {word}")
    }

    /// Whether its score meets a threshold in points of 100.
    pub fn meets(&self, threshold: u8) -> bool {
        meets_threshold(self.evaluation.overall, threshold)
    }

    /// The journal's note of the evaluation.
    pub fn note(&self, iteration: u32) -> Note {
        let evaluation = &self.evaluation;
        let not_used = match (self.not_used.as_slice(), self.not_used.len()) {
            ([], _) => String::new(),
            ([first, ..], 1) => format!("; 1 finding of the critic cannot be used: {first}"),
            ([first, ..], count) => {
                format!("; {count} findings of the critic cannot be used, the first: {first}")
            }
        };
        Note {
            kind: NoteKind::Evaluation,
            text: format!("iteration {iteration} scored {}{not_used}", evaluation.overall),
            data: json!({
                "iteration": iteration,
                "inputSha256": evaluation.input_sha256,
                "overall": evaluation.overall,
                "dimensions": evaluation.dimensions,
                "findings": evaluation.findings.len(),
                "notUsed": self.not_used.len(),
            }),
        }
    }

    /// Adds critique and preview to a step's files.
    pub fn write_files(&self, step: Step, iteration_copy: RelPath, critique: Vec<u8>) -> Step {
        let paths = Home::of(&step.record.feature_id);
        let compared = self.evaluation.fidelity.as_ref().map(Fidelity::in_numbers);
        let (preview, page) = Preview::of(&self.reading, compared);
        let mut step = step.write(iteration_copy, critique.clone()).write(paths.critique(), critique);
        step.record.preview = Some(preview);
        step.write(paths.preview(), page)
    }
}
