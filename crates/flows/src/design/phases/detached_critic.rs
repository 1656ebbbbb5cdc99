//! A critic outside a run (`frieze score --again`): the EVALUATING phase on a record that is not saved. So prompt, repairs,
//! delays, model check and budget are the same as in a run.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::design::phases::evaluating::step;
use crate::design::record::phase::DesignPhase;
use crate::design::record::run_terms::Terms;
use crate::design::record::{DesignRecord, Failure, Reason, Run};
use crate::design::{Facts, Step, prompts, requests};
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_design::critique::CritiqueFile;
use frieze_kernel::files::Home;
use frieze_kernel::{Answer, By, Event, Fault, FileState, Key, Record as _, RequestKind, Spent};

/// A critic with the design that it judges.
pub struct DetachedCritic {
    record: DesignRecord,
    facts: Facts,
    /// Files that the steps wrote: the prompts and the critique.
    written: BTreeMap<RelPath, Vec<u8>>,
}

/// The next step of a [`DetachedCritic`].
pub enum CriticStep {
    /// Send this prompt.
    Ask {
        key: Key,
        prompt: String,
        attempt: u32,
        not_before: Option<Timestamp>,
    },
    Done(Box<CritiqueFile>),
    /// Why there is no critique.
    Failed(String),
}

impl DetachedCritic {
    /// Starts with a valid design, the brief, and the answers.
    pub fn new(
        feature: &FeatureId,
        intent: &[u8],
        (brief, answers): (&[u8], Option<&[u8]>),
        mut terms: Terms,
        now: Timestamp,
    ) -> Self {
        // The only iteration ends with its score.
        terms.pins.max_iterations = 1;
        let paths = Home::of(feature);
        let state = |bytes: &[u8]| FileState::Bytes(bytes.to_vec());
        let mut files = BTreeMap::from([(paths.intent(), state(intent)), (paths.brief(), state(brief))]);
        files.insert(paths.answers(), answers.map_or(FileState::Absent, state));
        let mut record = DesignRecord::fresh(feature);
        let run = Run::start(1, now, "", terms.pins.clone(), brief);
        record.run = Some(Run { answers_sha256: answers.map(Digest::of), ..run });
        let (who, journal_tip, lists) = (String::new(), Digest::of(&[]), BTreeMap::new());
        let facts = Facts { now, who, journal_tip, files, lists, terms };
        let mut critic = Self { record, facts, written: BTreeMap::new() };
        critic.start();
        critic
    }

    /// Starts the same judgement again. Earlier usage counts, and the model must be the same.
    pub fn restart(&mut self, now: Timestamp) {
        let run = self.record.run.take();
        self.record = DesignRecord { run, ..DesignRecord::fresh(&self.record.feature_id) };
        self.facts.now = now;
        self.start();
    }

    fn start(&mut self) {
        self.record.state = DesignPhase::Evaluating;
        self.record.iteration = 1;
        self.written.clear();
        let entered = Step::to(self.record.clone(), By::Engine);
        self.take(entered);
    }

    /// The next step. Automatic transitions are applied.
    pub fn next_step(&mut self) -> CriticStep {
        loop {
            let Some(request) = requests::requests(&self.record).pop() else { return self.end() };
            let ask = match request.kind {
                RequestKind::Agent(ask) => ask,
                RequestKind::Proceed => {
                    self.apply(&Event::Proceeded { key: request.key });
                    continue;
                }
                RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } => return self.end(),
            };
            let prompt = self.written.get(&ask.prompt).map(Vec::as_slice).unwrap_or_default();
            return CriticStep::Ask {
                key: request.key,
                prompt: lossy(prompt),
                attempt: self.record.attempt(),
                not_before: ask.not_before,
            };
        }
    }

    /// Passes on the critic's answer or fault.
    pub fn answer(&mut self, key: Key, outcome: Result<Answer, Fault>, now: Timestamp) {
        self.facts.now = now;
        self.apply(&match outcome {
            Ok(answer) => Event::Answered { key, answer },
            Err(fault) => Event::Faulted { key, fault, partial: Vec::new() },
        });
    }

    /// The critic's usage so far.
    pub fn spent(&self) -> Spent {
        self.record.run.as_ref().map_or_else(Spent::default, |run| run.spent)
    }

    /// The model that answered.
    pub fn model(&self) -> Option<&str> {
        let by = self.record.run.as_ref()?.answered_by.values().next()?;
        Some(by.model.as_str())
    }

    fn apply(&mut self, event: &Event) {
        match step(self.record.clone(), event, &self.facts, false) {
            Ok(step) => self.take(step),
            // Never happens: only requested events arrive here.
            Err(refusal) => self.record = failed_record(&self.record, refusal.why, self.facts.now),
        }
    }

    /// Takes over a step's record and files.
    fn take(&mut self, step: Step) {
        let keeps_prompt = step.record.retry.is_some() || step.record.paused.is_some();
        let step = if keeps_prompt { step } else { prompts::add_prompt(step, &self.facts) };
        self.written.extend(step.writes.into_iter().map(|write| (write.path, write.bytes)));
        self.record = step.record;
    }

    fn end(&self) -> CriticStep {
        let critique = self.written.get(&Home::of(&self.record.feature_id).critique());
        let paused = self.record.paused.as_ref().map(|paused| &paused.why);
        let failure = self.record.failure.as_ref().map(|failure| &failure.message).or(paused);
        match critique.map(|bytes| CritiqueFile::read(bytes)) {
            Some(Ok(critique)) => CriticStep::Done(Box::new(critique)),
            Some(Err(why)) => CriticStep::Failed(why),
            None => CriticStep::Failed(failure.cloned().unwrap_or_default()),
        }
    }
}

fn failed_record(record: &DesignRecord, message: String, at: Timestamp) -> DesignRecord {
    let failure = Failure { reason: Reason::AgentError, message, at, hint: String::new() };
    DesignRecord { state: DesignPhase::Failed, failure: Some(failure), ..record.clone() }
}
