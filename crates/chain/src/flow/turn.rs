//! What one event has to go on: the files of the feature, the facts, and the phase that is under way; and what every step ends with.

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::fields::Raw;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_design::frozen;
use frieze_kernel::{By, Cause, Facts, FileState, NoteKind, Phase as _, Refusal, Step, Write};
use frieze_session::files::SessionFiles;
use serde_json::json;

use super::players;
use super::record::{Active, Record};
use super::table::{ChainPhase, refused};
use crate::files::{ARTIFACT, ChainFiles, FINAL_REVIEW, REPLACED, REVIEW, digest};
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

    /// The hashes of [`sources`], by their names.
    pub(super) fn input_hashes(&self, phase: FeaturePhase) -> BTreeMap<String, Digest> {
        let hash = |path: RelPath| Some((path.name().to_owned(), digest(&path, self.facts)?));
        sources(&self.files, phase).filter_map(hash).collect()
    }
}

/// A phase of the feature that is under way, taken out of the record until the step is made.
#[derive(Clone)]
pub(super) struct Work<'a> {
    pub record: Record,
    pub active: Active,
    /// The artifact. The end has none: its place would be in the round.
    pub path: RelPath,
    pub turn: &'a Turn<'a>,
}

impl<'a> Work<'a> {
    pub(super) fn of(mut record: Record, turn: &'a Turn<'a>) -> Result<Self, Refusal> {
        let Some(active) = record.own.active.take() else {
            return Err(refused(&record, "no-phase", "no phase is under way"));
        };
        let path = turn.files.artifact(active.phase);
        let path = path.unwrap_or_else(|| turn.files.round(active.phase, active.folder).join(ARTIFACT));
        Ok(Self { record, active, path, turn })
    }

    /// The record with its phase.
    pub(super) fn whole(mut self) -> Record {
        self.record.own.active = Some(self.active);
        self.record
    }

    pub(super) fn step(self, by: By) -> Step<Record> {
        Step::to(self.whole(), by)
    }

    pub(super) fn refused(&self, rule: &'static str, why: &str) -> Refusal {
        refused(&self.clone().whole(), rule, why)
    }

    /// Production or review stops.
    pub(super) fn fault(mut self, cause: Cause, why: &str) -> Step<Record> {
        let text: String = why.chars().take(LONGEST_PROBLEM).collect();
        self.record.stop(cause, text.clone());
        let kind = if cause == Cause::Invalid { NoteKind::AnswerUnusable } else { NoteKind::Paused };
        self.step(By::Engine).note(kind, text, json!({}))
    }

    /// A step that an engine takes: what a person would be refused stops it.
    pub(super) fn or_fault(self, step: impl FnOnce(Self) -> Stepped) -> Step<Record> {
        step(self.clone()).unwrap_or_else(|refusal| {
            let cause = if refusal.rule == "budget" { Cause::Budget } else { Cause::Invalid };
            self.fault(cause, &refusal.why)
        })
    }

    /// Goes into a state in which nobody is asked yet.
    pub(super) fn enter(&mut self, state: ChainPhase) {
        (self.record.own.state, self.record.own.asking) = (state, None);
    }

    /// The folder of the round.
    pub(super) fn round(&self) -> RelPath {
        self.turn.files.round(self.active.phase, self.active.folder)
    }

    /// A copy of the file that another text takes the place of.
    pub(super) fn copy(&self, path: &RelPath, text: &[u8]) -> Option<Write> {
        let before = self.turn.facts.bytes(path).filter(|before| *before != text)?;
        Some(Write { path: self.round().join(REPLACED), bytes: before.to_vec() })
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
        Verify => (Vec::new(), &[Specify, Design, CreatePlan, CreateTasks, Implement]),
        Finish => (Vec::new(), &[]),
    };
    others.into_iter().chain(artifacts.iter().filter_map(|phase| files.artifact(*phase))).collect()
}

/// The files whose change makes the artifact of a phase stale: its inputs, and the frozen design that those after it are about.
pub(super) fn sources(files: &ChainFiles, phase: FeaturePhase) -> impl Iterator<Item = RelPath> {
    let frozen = (phase > FeaturePhase::Design).then(|| files.home.frozen().intent());
    inputs(files, phase).into_iter().chain(frozen)
}

/// The texts of the feature, and the files of the round that is under way.
pub(super) fn documents(record: &Record, files: &ChainFiles) -> Vec<RelPath> {
    let home = &files.home;
    let mut paths = vec![home.brief(), home.answers(), home.place().record];
    paths.extend(frozen::paths(&record.id));
    paths.extend(FeaturePhase::all().filter_map(|phase| files.artifact(phase)));
    let session = players::session(record, record.own.active.as_ref());
    paths.extend(session.map(|id| SessionFiles::of(&id).record()));
    let Some(active) = &record.own.active else { return paths };
    paths.push(files.round(active.phase, active.folder).join(ARTIFACT));
    for folder in [Some(active.folder), active.prior].into_iter().flatten() {
        let round = files.round(active.phase, folder);
        paths.extend([round.join(REVIEW), round.join(FINAL_REVIEW)]);
    }
    paths
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
