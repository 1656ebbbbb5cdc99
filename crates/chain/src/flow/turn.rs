//! What one event has to go on: the files of the feature and the facts; and what every step ends with.

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_data::fields::Raw;
use frieze_data::path::{RelPath, number_in};
use frieze_data::text::lossy;
use frieze_kernel::{By, Cause, Facts, FileState, Files as _, NoteKind, Phase as _, Refusal, Step};
use serde_json::json;

use super::record::{Active, Problem, Record};
use super::table::{ChainPhase, refused};
use crate::files::{ChainFiles, digest};
use crate::meta::OWN;
use crate::phase::FeaturePhase;
use crate::terms::Terms;

/// The longest text of a problem, in characters.
const LONGEST_PROBLEM: usize = 2_000;

/// A step, or why nothing changes.
pub(super) type Stepped = Result<Step<Record>, Refusal>;

pub(super) struct Turn<'a> {
    pub files: ChainFiles,
    pub facts: &'a Facts<Terms>,
    /// The texts of the readable files.
    texts: BTreeMap<&'a RelPath, String>,
}

impl<'a> Turn<'a> {
    pub(super) fn of(record: &Record, facts: &'a Facts<Terms>) -> Self {
        let texts = facts.files.iter().filter_map(|(path, state)| Some((path, lossy(state.bytes()?))));
        Self { files: ChainFiles::of(&record.id), facts, texts: texts.collect() }
    }

    /// The text of a readable file.
    pub(super) fn text(&self, path: &RelPath) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The artifact of a phase on disk.
    pub(super) fn artifact(&self, phase: FeaturePhase) -> &'a FileState {
        self.files.artifact(phase).map_or(&FileState::Absent, |path| self.facts.at(&path))
    }

    /// The text of that artifact, if it can be read.
    pub(super) fn artifact_text(&self, phase: FeaturePhase) -> Option<&str> {
        self.text(&self.files.artifact(phase)?)
    }

    /// The hash of the artifact of a phase on disk; `None` if there is none, or none that can be read.
    pub(super) fn digest(&self, phase: FeaturePhase) -> Option<Digest> {
        digest(&self.files.artifact(phase)?, self.facts)
    }

    /// "Artifacts are looked up on disk".
    pub(super) fn artifacts(&self) -> BTreeSet<FeaturePhase> {
        FeaturePhase::all().filter(|phase| *self.artifact(*phase) != FileState::Absent).collect()
    }

    /// The number of the next folder for a round of a phase.
    pub(super) fn next_folder(&self, record: &Record, phase: FeaturePhase) -> Result<u32, Refusal> {
        let entries = self.facts.list(&self.files.rounds(phase));
        let entries = entries.map_err(|why| refused(record, "unreadable", &why))?;
        let last = entries.iter().filter_map(|(name, _)| number_in(name)).max();
        Ok(last.unwrap_or(0).saturating_add(1))
    }

    /// The hashes of the texts that the artifact of a phase is made from, by their names.
    pub(super) fn input_hashes(&self, phase: FeaturePhase) -> BTreeMap<String, Digest> {
        let paths = inputs(&self.files, phase);
        let hash = |path: RelPath| Some((path.name().to_owned(), digest(&path, self.facts)?));
        paths.into_iter().filter_map(hash).collect()
    }

    /// The folder of the round that is under way.
    pub(super) fn round(&self, active: &Active) -> RelPath {
        self.files.round(active.phase, active.folder)
    }
}

/// The files that the artifact of a phase is made from, the nearest last.
pub(super) fn inputs(files: &ChainFiles, phase: FeaturePhase) -> Vec<RelPath> {
    use FeaturePhase::{Brainstorm, CreatePlan, CreateTasks, Design, Finish, Implement, Specify, Verify};
    let home = &files.home;
    let (others, artifacts): (Vec<RelPath>, &[FeaturePhase]) = match phase {
        Brainstorm => (vec![home.answers(), home.brief()], &[]),
        Specify => (vec![home.answers(), home.brief()], &[Brainstorm]),
        Design => (vec![home.frozen().intent()], &[Specify]),
        CreatePlan => (vec![home.frozen().intent()], &[Specify, Design]),
        CreateTasks => (Vec::new(), &[Specify, Design, CreatePlan]),
        Implement => (Vec::new(), &[Specify, CreatePlan, CreateTasks]),
        Verify => (Vec::new(), &[Specify, CreateTasks, Implement]),
        Finish => (Vec::new(), &[]),
    };
    others.into_iter().chain(artifacts.iter().filter_map(|phase| files.artifact(*phase))).collect()
}

/// Production or review stops: the phase of the feature stays started and not completed, and its artifact as it is.
pub(super) fn fault(mut record: Record, cause: Cause, why: &str) -> Step<Record> {
    let text: String = why.chars().take(LONGEST_PROBLEM).collect();
    (record.own.state, record.own.asking) = (ChainPhase::Ready, None);
    record.own.problem = Some(Problem { cause, text: text.clone() });
    let kind = if cause == Cause::Invalid { NoteKind::AnswerUnusable } else { NoteKind::Paused };
    Step::to(record, By::Engine).note(kind, text, json!({}))
}

/// A step that an engine takes: what a person would be refused stops it.
pub(super) fn or_fault(record: Record, step: impl FnOnce(Record) -> Stepped) -> Step<Record> {
    let before = record.clone();
    step(record).unwrap_or_else(|refusal| {
        let cause = if refusal.rule == "budget" { Cause::Budget } else { Cause::Invalid };
        fault(before, cause, &refusal.why)
    })
}

/// The step with its transition; without a change it writes nothing.
pub(super) fn finished(before: &Record, mut step: Step<Record>, facts: &Facts<Terms>) -> Step<Record> {
    let is_idle = step.writes.is_empty() && step.removes.is_empty() && step.notes.is_empty();
    if step.record == *before && is_idle {
        return Step::same(step.record);
    }
    step.record.meta.0.set(OWN, Raw::default());
    let (from, to) = (before.own.state, step.record.own.state);
    if from != to {
        step.record.own.since = Some(facts.now);
        let text = format!("{} → {}", from.name(), to.name());
        step = step.note(NoteKind::Transition, text, json!({ "from": from.name(), "to": to.name() }));
    }
    step
}
