//! The engine of one workflow: its open runs, and everything that front ends do with runs.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};

use super::board::{Board, BoardSender};
use super::commit;
use super::commit::{OpenRun, load};
use super::diagnosis::Diagnosis;
use super::features;
use super::inspect::{InspectDepth, Inspection};
use super::pass::{Pass, in_one_pass, view};
use super::run_task::{OutcomeSender, RunMessage, RunTask, open_run};
use super::runs::{Outcome, Runs};
use super::seal::Seal;
use super::suspicion::Suspicion;
use super::trouble::Trouble;
use super::verified::Verified;
use super::world::World;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::answers::{self, Answer, AnswerChange};
use frieze_kernel::approval::Rules;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{
    Event, Facts, FileState, Files, Flow, JournalEnd, Order, Place, Record, Refusal, RunView, Sheet,
    SheetRow, Transitions, Verb,
};
use frieze_ports::{Approvals, Lease, Misconfigured, Person, StoreError};

/// The most messages that wait for one run.
const QUEUE: usize = 16;

/// Attempts to take the lease for saving a person's words: a second in all.
const PATIENCE: usize = 50;

/// All runs of one flow in one workspace.
pub struct Engine<F: Flow> {
    pub(super) world: Arc<World<F>>,
    sender: BoardSender,
    board: watch::Receiver<Board>,
    runs: Mutex<HashMap<FeatureId, TaskSlot>>,
}

/// The sender to a run's task, if the run is open. Locked while the run is opened: two orders at the same time share one run, and
/// orders for other features do not wait.
type TaskSlot = Arc<tokio::sync::Mutex<Option<mpsc::Sender<RunMessage>>>>;

impl<F: Flow> Engine<F> {
    /// An engine without open runs.
    pub fn new(world: World<F>) -> Self {
        let (sender, board) = BoardSender::new();
        Self { world: Arc::new(world), sender, board, runs: Mutex::default() }
    }
}

impl<F: Flow> Runs for Engine<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn machine(&self) -> Transitions {
        F::TABLE.named()
    }

    fn verbs(&self) -> &'static [Verb] {
        F::VERBS
    }

    fn sheets(&self) -> &'static [Sheet] {
        F::SHEETS
    }

    fn sheet(&self, feature: &FeatureId, name: &str) -> Result<Vec<SheetRow>, Trouble> {
        let record = load::<F>(&self.world, feature)?.0;
        let seen = |files: &dyn Files| view(&self.world, &record, false, true, files);
        Ok(in_one_pass(&self.world, |files| F::sheet(&record, &seen(files), name, files)))
    }

    fn details(&self, feature: &FeatureId) -> Result<serde_json::Value, Trouble> {
        let record = load::<F>(&self.world, feature)?.0;
        let seen = |files: &dyn Files| view(&self.world, &record, false, true, files);
        Ok(in_one_pass(&self.world, |files| F::details(&record, &seen(files), files)))
    }

    fn begin(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        self.begin_new(feature, event)
    }

    fn shelf(&self) -> RelPath {
        F::shelf().folder
    }

    fn place(&self, feature: &FeatureId) -> Place {
        F::place(feature)
    }

    fn inspect_in(
        &self,
        feature: &FeatureId,
        depth: InspectDepth,
        pass: Pass<'_>,
    ) -> Result<Inspection, Trouble> {
        self.inspect_to(feature, depth, pass)
    }

    fn confirm(&self, feature: &FeatureId, suspicion: Suspicion) -> Result<Inspection, Trouble> {
        self.inspect_locked(feature, Some(suspicion))
    }

    fn diagnose(&self, feature: &FeatureId, rules: &Rules) -> Result<Option<Diagnosis>, Trouble> {
        self.diagnosis(feature, rules)
    }

    fn terms_trouble(&self, feature: &FeatureId) -> Option<Trouble> {
        self.world.conditions.terms(feature).err().map(Trouble::from)
    }

    fn file(&self, path: &RelPath) -> FileState {
        in_one_pass(&self.world, |files| files.state(path))
    }

    fn seal(&self, view: &RunView) -> Seal {
        self.verified_seal(view)
    }

    fn board(&self) -> watch::Receiver<Board> {
        self.board.clone()
    }

    fn who(&self) -> &Person {
        &self.world.who
    }

    fn rules(&self) -> Rules {
        self.world.approvals.rules()
    }

    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured> {
        self.world.approvals.rules_from(approvers)
    }

    fn remember(&self, verified: &[Verified], rules: &Rules) -> Result<(), Misconfigured> {
        let sound = verified.iter().filter(|one| one.ok);
        let numbered = sound.filter_map(|one| Some((one.id.clone(), one.freeze_number?)));
        let new: Vec<_> =
            numbered.filter(|(id, number)| rules.highest.get(id).is_none_or(|seen| seen < number)).collect();
        if new.is_empty() { Ok(()) } else { self.world.approvals.remember(&new) }
    }

    fn approvals(&self) -> &dyn Approvals {
        self.world.approvals.as_ref()
    }

    fn features(&self) -> Result<Vec<FeatureId>, StoreError> {
        features::features(&self.world)
    }

    fn no_such_feature(&self, feature: &FeatureId) -> Trouble {
        features::no_such_feature(&self.world, feature)
    }

    fn journal_end(&self, feature: &FeatureId) -> Option<JournalEnd> {
        load::<F>(&self.world, feature).ok()?.0.journal_end().cloned()
    }

    fn take_once(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        take_once(self.world.clone(), feature, event)
    }

    fn journal_refusal<'a>(&'a self, feature: &'a FeatureId, what: &'static str) -> Outcome<'a> {
        Box::pin(async move {
            let event = Event::Ordered(Order::Attempt { what });
            let sender = self.slot(feature).lock().await.clone();
            if let Some(sender) = sender
                && let Ok(permit) = sender.reserve().await
            {
                let (outcome, taken) = oneshot::channel();
                let (idle, _) = oneshot::channel();
                permit.send(RunMessage::Event { event: Some((Box::new(event), outcome)), idle });
                return taken.await.map_err(|_| Trouble::Lost(feature.clone()))?;
            }
            let (world, id) = (self.world.clone(), feature.clone());
            let once = tokio::task::spawn_blocking(move || take_once(world, &id, &event));
            once.await.map_err(|_| Trouble::Lost(feature.clone()))?
        })
    }

    fn set_aside(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let mut run = OpenRun::set_aside(self.world.clone(), feature)?;
        run.take(&Event::Inspected)?;
        Ok(run.view())
    }

    fn lease(&self, feature: &FeatureId) -> Result<Lease, Trouble> {
        commit::take_lease(&self.world, feature, &F::place(feature).root, commit::ATTEMPTS)
    }

    fn exists(&self, feature: &FeatureId) -> Result<bool, StoreError> {
        let Place { inputs, record, .. } = F::place(feature);
        for path in inputs.iter().chain([&record]) {
            if self.world.store.kind_of(path)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn create(
        &self,
        feature: &FeatureId,
        brief: Vec<u8>,
        original: Option<(&'static str, Vec<u8>)>,
    ) -> Result<bool, Trouble> {
        if self.exists(feature)? {
            return Ok(false);
        }
        if feature.as_str() == "all" {
            let why = "a feature cannot be named all: `:run all` on the screen runs all features".to_owned();
            return Err(Refusal::new("reserved-name", why, "choose another id").into());
        }
        let path = Home::of(feature).brief();
        // If several processes create it at the same time, the others find the brief here.
        let _lease = commit::take_lease(&self.world, feature, &RelPath::root(), commit::ATTEMPTS)?;
        self.world.store.sweep_of(&path)?;
        if self.world.store.kind_of(&path)?.is_some() {
            return Ok(false);
        }
        // The brief last: with it the feature exists.
        let original = original.map(|(name, bytes)| (Home::of(feature).original(name), bytes));
        let files: Vec<(RelPath, Vec<u8>)> = original.into_iter().chain([(path, brief)]).collect();
        self.world.store.replace(&files)?;
        Ok(true)
    }

    fn save(&self, feature: &FeatureId, path: &RelPath, words: &[u8]) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        Ok(self.world.store.replace(&[(path.clone(), words.to_vec())])?)
    }

    fn save_joined(
        &self,
        feature: &FeatureId,
        path: &RelPath,
        largest: usize,
        join: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        // Somebody else may have approved while an answer was written.
        let is_there = |marker: &RelPath| !self.world.store.is_gone(marker);
        if *path == Home::of(feature).answers() && F::place(feature).marker.as_ref().is_some_and(is_there) {
            return Err(refused_answer(feature).into());
        }
        let present = self.world.store.read(path, largest)?.unwrap_or_default();
        match join(&present) {
            Some(words) => Ok(self.world.store.replace(&[(path.clone(), words)])?),
            None => Ok(()),
        }
    }

    fn save_answers(&self, feature: &FeatureId, changes: &[AnswerChange]) -> Result<Vec<Answer>, Trouble> {
        let mut others = Vec::new();
        self.save_joined(feature, &Home::of(feature).answers(), answers::LARGEST, &mut |present| {
            let (file, saved_elsewhere) = answers::with_changes(present, changes);
            others = saved_elsewhere;
            Some(file.into_bytes())
        })?;
        Ok(others)
    }

    fn run<'a>(&'a self, feature: &'a FeatureId, event: Option<Event>) -> Outcome<'a> {
        Box::pin(async move {
            let (sender, idle) = oneshot::channel();
            let taken = self.deliver(feature, event, sender).await?;
            let lost = || Trouble::Lost(feature.clone());
            if let Some(taken) = taken {
                taken.await.map_err(|_| lost())??;
            }
            idle.await.map_err(|_| lost())?
        })
    }

    fn pause<'a>(&'a self, feature: &'a FeatureId) -> Outcome<'a> {
        Box::pin(async move {
            let idle = || {
                let why = format!("{feature} is not running here, so there is nothing to pause");
                Trouble::from(Refusal::new("nothing-under-way", why, "run it first".to_owned()))
            };
            let sender = self.slot(feature).lock().await.clone().ok_or_else(idle)?;
            let (outcome, paused) = oneshot::channel();
            sender.send(RunMessage::Pause(outcome)).await.map_err(|_| idle())?;
            paused.await.map_err(|_| idle())?
        })
    }

    fn next_prompt(&self, feature: &FeatureId, seat: Seat) -> Result<Vec<u8>, Trouble> {
        if !self.exists(feature)? {
            return Err(self.no_such_feature(feature));
        }
        let world = &self.world;
        let record = load::<F>(world, feature)?.0;
        let facts = Facts {
            now: world.clock.now(),
            // No prompt names the person at the keyboard, and finding the name starts other programs.
            who: String::new(),
            journal_tip: Digest::of(&[]),
            files: BTreeMap::new(),
            lists: BTreeMap::new(),
            terms: world.conditions.terms(feature)?,
        };
        let read = |path: &RelPath| Files::state(world.as_ref(), path);
        Ok(F::next_prompt(&record, seat, facts, &read)?)
    }

    fn verify_under(&self, feature: &FeatureId, rules: &Rules) -> Option<Verified> {
        let world = &self.world;
        let (record, unreadable) = match commit::saved::<F>(world, feature) {
            Ok(saved) => (saved.map(|(record, _)| record), None),
            // As strict as `show`.
            Err(why) => (None, Some(why.to_string())),
        };
        let sealed = F::verify(feature, record.as_ref(), world.as_ref(), rules);
        match (sealed, unreadable) {
            (None, None) => None,
            (None, Some(why)) => Some(Verified::not_ok(feature, why)),
            (Some(sealed), unreadable) => Some(Verified::of(feature, sealed, unreadable)),
        }
    }
}

impl<F: Flow> Engine<F> {
    fn lease_for_words(&self, feature: &FeatureId) -> Result<Option<Lease>, Trouble> {
        let within = F::place(feature).root;
        match commit::take_lease(&self.world, feature, &within, 1) {
            Err(Trouble::Held { holder, .. }) if holder == self.world.owner.trim() => Ok(None),
            Err(Trouble::Held { .. }) => {
                Ok(Some(commit::take_lease(&self.world, feature, &within, PATIENCE)?))
            }
            outcome => outcome.map(Some),
        }
    }

    fn slot(&self, feature: &FeatureId) -> TaskSlot {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.entry(feature.clone()).or_default().clone()
    }

    /// Sends an event to a run's task, opening the run if needed. Returns the receiver of the event's outcome.
    async fn deliver(
        &self,
        feature: &FeatureId,
        event: Option<Event>,
        idle: OutcomeSender,
    ) -> Result<Option<OutcomeReceiver>, Trouble> {
        let slot = self.slot(feature);
        let mut slot = slot.lock().await;
        // `reserve` fails if the task is about to end.
        if let Some(sender) = slot.as_ref()
            && let Ok(permit) = sender.reserve().await
        {
            // The files may have changed since the run was opened.
            let (event, taken) = with_outcome(event.or(Some(Event::Inspected)));
            permit.send(RunMessage::Event { event, idle });
            return Ok(taken);
        }
        let run = open_run(self.world.clone(), feature).await?;
        let (sender, receiver) = mpsc::channel(QUEUE);
        let (event, taken) = with_outcome(event);
        // Before the task starts, so that it does not end without this message.
        let lost = |_| Trouble::Lost(feature.clone());
        sender.send(RunMessage::Event { event, idle }).await.map_err(lost)?;
        let task = RunTask::new(self.world.clone(), run, feature.clone(), self.sender.clone());
        tokio::spawn(task.work(receiver));
        *slot = Some(sender);
        Ok(taken)
    }
}

/// A frozen design takes no answers.
pub fn refused_answer(feature: &FeatureId) -> Refusal {
    let why = format!("{feature} is frozen, with its answers: another answer would break the approval");
    let hint = format!("to unfreeze it, delete {}; then answer", Home::of(feature).marker());
    Refusal::new("frozen", why, hint)
}

/// Inspects a feature under the lease and takes one event. Blocks.
fn take_once<F: Flow>(world: Arc<World<F>>, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
    let mut run = OpenRun::open_inspected(world, feature)?;
    run.take(event)?;
    Ok(run.view())
}

/// The receiver of an event's outcome.
type OutcomeReceiver = oneshot::Receiver<Result<RunView, Trouble>>;

fn with_outcome(event: Option<Event>) -> (Option<(Box<Event>, OutcomeSender)>, Option<OutcomeReceiver>) {
    let Some(event) = event else { return (None, None) };
    let (sender, receiver) = oneshot::channel();
    (Some((Box::new(event), sender)), Some(receiver))
}
