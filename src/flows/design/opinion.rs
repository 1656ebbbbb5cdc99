//! What the critic says of one design outside of every run (`frieze score --again`): EVALUATING as the flow has it, stepped
//! on a record that nobody keeps. So the same holds as in a run: the prompt, repairs, delays, one model, the budget.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::asking::without_a_place;
use super::evaluating::step;
use super::phase::DesignPhase;
use super::record::{DesignRecord, Failure, Reason, Run};
use super::terms::Terms;
use super::{prompts, wants};
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::text::lossy;
use crate::kernel::{Answer, By, Event, Facts, Fault, Key, Look, Record as _, Spent, Step, Want};

/// A design that a critic is asked about.
pub struct Opinion {
    record: DesignRecord,
    facts: Facts<Terms>,
    /// What the steps wrote: the prompts, and in the end the critique.
    written: BTreeMap<RelPath, Vec<u8>>,
}

/// What an opinion waits for.
pub enum Next {
    Asking {
        key: Key,
        prompt: String,
        attempt: u32,
        not_before: Option<Timestamp>,
    },
    Judged(CritiqueFile),
    /// The critic did not judge it, and why.
    Failed(String),
}

impl Opinion {
    /// Begins with a design, valid as it stands in its file, and the brief and the answers that it was made from.
    pub fn begin(
        feature: &FeatureId,
        intent: &[u8],
        (brief, answers): (&[u8], Option<&[u8]>),
        mut terms: Terms,
        now: Timestamp,
    ) -> Self {
        // The one iteration that there is ends with its judgement.
        terms.pins.max_iterations = 1;
        let paths = Home::of(feature);
        let looked = |bytes: &[u8]| Look::Bytes(bytes.to_vec());
        let mut files = BTreeMap::from([(paths.intent(), looked(intent)), (paths.brief(), looked(brief))]);
        files.insert(paths.answers(), answers.map_or(Look::Absent, looked));
        let mut record = DesignRecord::fresh(feature);
        record.run = Some(Run::begun(1, now, "", terms.pins.clone(), brief));
        let facts = Facts { now, who: String::new(), journal_tip: Digest::of(&[]), files, terms };
        let mut opinion = Self { record, facts, written: BTreeMap::new() };
        opinion.anew();
        opinion
    }

    /// Asks for the same judgement once more. What was taken so far counts, and the model must be the same.
    pub fn again(&mut self, now: Timestamp) {
        let run = self.record.run.take();
        self.record = DesignRecord { run, ..DesignRecord::fresh(&self.record.feature_id) };
        self.facts.now = now;
        self.anew();
    }

    fn anew(&mut self) {
        self.record.state = DesignPhase::Evaluating;
        self.record.iteration = 1;
        self.written.clear();
        let entered = Step::to(self.record.clone(), By::Engine);
        self.take(entered);
    }

    /// What it waits for now. Automatic moves are taken.
    pub fn waits_for(&mut self) -> Next {
        loop {
            let Some(request) = wants::wants(&self.record).pop() else { return self.ended() };
            let errand = match request.want {
                Want::Agent(errand) => errand,
                Want::Proceed => {
                    self.hear(&Event::Proceeded { key: request.key });
                    continue;
                }
                Want::Gate(_) | Want::Watch(_) => return self.ended(),
            };
            let prompt = self.written.get(&errand.prompt).map(Vec::as_slice).unwrap_or_default();
            return Next::Asking {
                key: request.key,
                prompt: lossy(prompt),
                attempt: self.record.attempt(),
                not_before: errand.not_before,
            };
        }
    }

    /// An answer, or a fault.
    pub fn answered(&mut self, key: Key, outcome: Result<Answer, Fault>, now: Timestamp) {
        self.facts.now = now;
        self.hear(&match outcome {
            Ok(answer) => Event::Answered { key, answer },
            // Outside of a run, nothing is kept.
            Err(fault) => Event::Faulted { key, fault, said: Vec::new() },
        });
    }

    /// What the critic took so far.
    pub fn spent(&self) -> Spent {
        self.record.run.as_ref().map_or_else(Spent::default, |run| run.spent)
    }

    /// The model that answered.
    pub fn model(&self) -> Option<&str> {
        let by = self.record.run.as_ref()?.answered_by.values().next()?;
        Some(by.model.as_str())
    }

    fn hear(&mut self, event: &Event) {
        match step(self.record.clone(), event, &self.facts) {
            Ok(step) => self.take(step),
            // Nothing but what was asked for is ever heard, so nothing is refused; if it were, it would end here.
            Err(refusal) => self.record = failed(&self.record, refusal.why, self.facts.now),
        }
    }

    /// A step's record and files, and the prompt where it asks again.
    fn take(&mut self, step: Step<DesignRecord>) {
        let is_retry = step.record.retry.is_some();
        let step = if is_retry { step } else { prompts::prepared(step, &self.facts) };
        self.written.extend(step.writes.into_iter().map(|write| (write.path, write.bytes)));
        self.record = step.record;
    }

    fn ended(&self) -> Next {
        let critique = self.written.get(&Home::of(&self.record.feature_id).critique());
        let failure = self.record.failure.as_ref();
        match critique.map(|bytes| CritiqueFile::read(bytes)) {
            Some(Ok(critique)) => Next::Judged(critique),
            Some(Err(why)) => Next::Failed(why),
            None => Next::Failed(
                failure.map_or_else(String::new, |failure| without_a_place(&failure.message).to_owned()),
            ),
        }
    }
}

fn failed(record: &DesignRecord, message: String, at: Timestamp) -> DesignRecord {
    let failure = Failure { reason: Reason::AgentError, message, at, hint: String::new() };
    DesignRecord { state: DesignPhase::Failed, failure: Some(failure), ..record.clone() }
}
