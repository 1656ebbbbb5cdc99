//! A design as it was judged, and what follows from that on the disk: where an agent wrote it, and where a person edited a
//! candidate (ruling 11).

use serde_json::json;

use super::previewing::Preview;
use super::record::{Candidate, DesignRecord};
use crate::domain::carried::{self, Carried};
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::intent::Reading;
use crate::domain::json as strict;
use crate::domain::path::RelPath;
use crate::domain::rubric::{self, CriticFinding, Evaluation};
use crate::domain::score::Score;
use crate::kernel::{Note, NoteKind, Step};

/// Whether a score is what makes a candidate, at a threshold in points of 100.
pub fn meets(score: Score, threshold: u8) -> bool {
    score >= Score::from_hundredths(u16::from(threshold) * 100)
}

/// A design, its scores, and what a critic said of it that could not be used.
pub struct Judged {
    pub reading: Reading,
    pub evaluation: Evaluation,
    not_used: Vec<String>,
    /// Set where the critic judged the design as it was before a person edited it.
    carried: Option<Carried>,
    /// How many of its findings concern what was left alone, also those that the rubric has found by now.
    counting_on: usize,
}

impl Judged {
    /// Judged by the rubric, and by what the critic of that name reports.
    pub fn of(reading: Reading, findings: &[CriticFinding], critic: &str) -> Self {
        let evaluation = rubric::evaluate(&reading);
        let (evaluation, not_used) = if findings.is_empty() {
            (evaluation, Vec::new())
        } else {
            rubric::with_critic(evaluation, &reading.value(), findings, critic)
        };
        Self { reading, evaluation, not_used, carried: None, counting_on: 0 }
    }

    /// Judged by the rubric alone.
    pub fn by_rubric(reading: Reading) -> Self {
        Self::of(reading, &[], "")
    }

    /// As a person edited it: by the rubric, and by what the critic of the design before said of what was left alone
    /// (ruling 11). Nobody is asked, so an edit costs no call; and no edit makes findings go that it does not concern.
    pub fn edited(reading: Reading, before: &Reading, kept: &CritiqueFile, critic: &str) -> Self {
        let said = kept.findings.iter().filter_map(|finding| finding.critic.as_ref());
        let (of, critic) = (said.clone().count(), said.clone().next().map_or(critic, String::as_str));
        let findings = carried::findings(kept, &before.value(), &reading.value());
        let from_sha256 = kept.input_sha256;
        let carried = Carried { critic: critic.to_owned(), from_sha256, of };
        let counting_on = findings.len();
        Self { carried: Some(carried), counting_on, ..Self::of(reading, &findings, critic) }
    }

    /// As it was judged before, by the critique that was kept of it.
    pub fn again(reading: Reading, kept: CritiqueFile) -> Self {
        let CritiqueFile { input_sha256, overall, dimensions, findings, not_used, carried, .. } = kept;
        let by_critic = findings.iter().filter(|finding| finding.critic.is_some()).count();
        let counting_on = if carried.is_some() { by_critic } else { 0 };
        let evaluation = Evaluation { input_sha256, overall, dimensions, findings };
        Self { reading, evaluation, not_used, carried, counting_on }
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
            counts_on: self.counting_on > 0,
        });
    }

    /// That the critic has not judged the design as it is now, and what of its word counts; empty where it has.
    pub fn unseen(&self) -> String {
        let Some(Carried { critic, of, .. }) = &self.carried else { return String::new() };
        let word = match (of, self.counting_on) {
            (0, _) => "it had found nothing before".to_owned(),
            (_, 0) => format!("of its {of} findings before, none concerns what was left alone"),
            (_, on) => format!("of its {of} findings before, {on} concern what was left alone and count on"),
        };
        format!("; the critic {critic} has not seen this version: {word}")
    }

    /// Whether it scored what makes a candidate, a threshold in points of 100.
    pub fn meets(&self, threshold: u8) -> bool {
        meets(self.evaluation.overall, threshold)
    }

    /// The line that the journal keeps of an evaluation.
    pub fn note(&self, iteration: u32) -> Note {
        let evaluation = &self.evaluation;
        let not_used = match (self.not_used.as_slice(), self.not_used.len()) {
            ([], _) => String::new(),
            ([first, ..], 1) => format!("; the critic said what could not be used: {first}"),
            ([first, ..], count) => {
                format!("; the critic said {count} things that could not be used, the first: {first}")
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
    pub fn written(&self, step: Step<DesignRecord>, kept: RelPath, critique: Vec<u8>) -> Step<DesignRecord> {
        let paths = Home::of(&step.record.feature_id);
        let (preview, page) = Preview::of(&self.reading);
        let mut step = step.write(kept, critique.clone()).write(paths.critique(), critique);
        step.record.preview = Some(preview);
        step.write(paths.preview(), page)
    }
}
