//! The engine's public interface, for front ends and tests.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};

use super::board::{Board, BoardSender};
use super::commit;
use super::commit::{OpenRun, load};
use super::features;
use super::run_task::{OutcomeSender, RunMessage, RunTask, open_run};
use super::trouble::Trouble;
use super::verified::Verified;
use super::world::World;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_design::answers;
use frieze_kernel::approval::Rules;
use frieze_kernel::files::Seat;
use frieze_kernel::{Event, Facts, Files, Flow, JournalEnd, Order, Place, Record, Refusal, RunView};
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

    /// The state of all open runs.
    pub fn board(&self) -> watch::Receiver<Board> {
        self.board.clone()
    }

    /// The person at the keyboard.
    pub fn who(&self) -> &Person {
        &self.world.who
    }

    /// The configured rules for approvals, with the freeze numbers seen so far.
    pub fn rules(&self) -> Rules {
        self.world.approvals.rules()
    }

    /// The rules with the approvers of a file that a person names; the workspace's configuration is ignored.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured> {
        self.world.approvals.rules_from(approvers)
    }

    /// Saves the freeze numbers of designs that were verified under these rules, so that an older freeze is noticed later.
    ///
    /// # Errors
    /// If the user's state folder cannot be written.
    pub fn remember(&self, verified: &[Verified], rules: &Rules) -> Result<(), Misconfigured> {
        let sound = verified.iter().filter(|one| one.ok);
        let numbered = sound.filter_map(|one| Some((one.id.clone(), one.freeze_number?)));
        let new: Vec<_> =
            numbered.filter(|(id, number)| rules.highest.get(id).is_none_or(|seen| seen < number)).collect();
        if new.is_empty() { Ok(()) } else { self.world.approvals.remember(&new) }
    }

    /// Rules and signing key of approvals.
    pub fn approvals(&self) -> &dyn Approvals {
        self.world.approvals.as_ref()
    }

    /// The ids of all features with a run of the flow, sorted. Folders whose names are no ids are skipped.
    ///
    /// # Errors
    /// `StoreError` if the folder cannot be listed.
    pub fn features(&self) -> Result<Vec<FeatureId>, StoreError> {
        features::features(&self.world)
    }

    /// The error for an unknown feature, with the closest name.
    pub fn no_such_feature(&self, feature: &FeatureId) -> Trouble {
        features::no_such_feature(&self.world, feature)
    }

    /// The end of the journal, if the record on disk knows it.
    pub fn journal_end(&self, feature: &FeatureId) -> Option<JournalEnd> {
        load::<F>(&self.world, feature).ok()?.0.journal_end().cloned()
    }

    /// Inspects a feature and takes one event of a person, without asking any agent. Blocks.
    ///
    /// # Errors
    /// `Trouble` if the run cannot be opened, the event is refused, or the step cannot be saved.
    pub fn take_once(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        take_once(self.world.clone(), feature, event)
    }

    /// Journals the refusal of an action that the state does not allow: by the feature's run if it is open here, else under the
    /// lease.
    ///
    /// # Errors
    /// The refusal.
    pub async fn journal_refusal(&self, feature: &FeatureId, what: &'static str) -> Result<RunView, Trouble> {
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
    }

    /// Sets a damaged record aside and creates a fresh one.
    ///
    /// # Errors
    /// Also if the record can be read.
    pub fn set_aside(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let mut run = OpenRun::set_aside(self.world.clone(), feature)?;
        run.take(&Event::Inspected)?;
        Ok(run.view())
    }

    /// Takes the lease on a feature, for files that a front end writes: its holder may remove all temporary files.
    ///
    /// # Errors
    /// `Trouble::Held` if another process has it, `Trouble::NoSuchFeature` if there is no folder, `Trouble::Store` if
    /// the lock file cannot be used.
    pub fn lease(&self, feature: &FeatureId) -> Result<Lease, Trouble> {
        commit::take_lease(&self.world, feature, &F::place(feature).root, commit::ATTEMPTS)
    }

    /// Whether the feature has an input (the brief) or a record. A folder without them is no feature.
    ///
    /// # Errors
    /// `StoreError` if the folder cannot be inspected.
    pub fn exists(&self, feature: &FeatureId) -> Result<bool, StoreError> {
        let Place { inputs, record, .. } = F::place(feature);
        for path in inputs.iter().chain([&record]) {
            if self.world.store.kind_of(path)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Creates a feature with a brief and, if the brief was converted, the original document under its own name. Both are saved
    /// byte for byte. False if the feature exists.
    ///
    /// # Errors
    /// `Trouble::Held` if another process has the lease, `Trouble::Store` if a file operation fails.
    pub fn create(
        &self,
        feature: &FeatureId,
        brief: Vec<u8>,
        original: Option<(&'static str, Vec<u8>)>,
    ) -> Result<bool, Trouble> {
        if self.exists(feature)? {
            return Ok(false);
        }
        let path = F::home(feature).brief();
        // If several processes create it at the same time, the others find the brief here.
        let _lease = commit::take_lease(&self.world, feature, &RelPath::root(), commit::ATTEMPTS)?;
        self.world.store.sweep_of(&path)?;
        if self.world.store.kind_of(&path)?.is_some() {
            return Ok(false);
        }
        // The brief last: with it the feature exists.
        let original = original.map(|(name, bytes)| (F::home(feature).original(name), bytes));
        let files: Vec<(RelPath, Vec<u8>)> = original.into_iter().chain([(path, brief)]).collect();
        self.world.store.replace(&files)?;
        Ok(true)
    }

    /// Saves a person's words in a file of a feature. Waits longer for the lease than other operations, so that no words are
    /// lost; no lease is needed if a run of this process holds it.
    ///
    /// # Errors
    /// `Trouble` if the lease cannot be taken or the file cannot be written.
    pub fn save(&self, feature: &FeatureId, path: &RelPath, words: &[u8]) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        Ok(self.world.store.replace(&[(path.clone(), words.to_vec())])?)
    }

    /// As [`Engine::save`], for a file that others may have changed: `join` gets its present content and returns the new one, or
    /// `None` for no change.
    pub fn save_joined(
        &self,
        feature: &FeatureId,
        path: &RelPath,
        largest: usize,
        join: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        let present = self.world.store.read(path, largest)?.unwrap_or_default();
        match join(&present) {
            Some(words) => Ok(self.world.store.replace(&[(path.clone(), words)])?),
            None => Ok(()),
        }
    }

    /// Saves a person's answer to an open question.
    ///
    /// # Errors
    /// `Trouble` if the lease cannot be taken, or the file cannot be read or written.
    pub fn save_answer(&self, feature: &FeatureId, question: &str, text: &str) -> Result<(), Trouble> {
        self.save_joined(feature, &F::home(feature).answers(), answers::LARGEST, |present| {
            Some(answers::with_answer(present, question, text).into_bytes())
        })
    }

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

    /// Opens a run, takes an event if given, and works until the run waits only for a person. Runs of several features work in
    /// parallel.
    ///
    /// # Errors
    /// `Trouble` if the run cannot be opened, the event is refused, or the run ends unexpectedly.
    pub async fn run(&self, feature: &FeatureId, event: Option<Event>) -> Result<RunView, Trouble> {
        let (sender, idle) = oneshot::channel();
        let taken = self.deliver(feature, event, sender).await?;
        let lost = || Trouble::Lost(feature.clone());
        if let Some(taken) = taken {
            taken.await.map_err(|_| lost())??;
        }
        idle.await.map_err(|_| lost())?
    }

    /// Pauses a run: drops the requests in flight and releases the lease. [`Engine::run`] continues it.
    ///
    /// # Errors
    /// A refusal if the run is not open here.
    pub async fn pause(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let idle = || {
            let why = format!("{feature} is not running here, so there is nothing to pause");
            Trouble::from(Refusal::new("nothing-under-way", why, "run it first".to_owned()))
        };
        let sender = self.slot(feature).lock().await.clone().ok_or_else(idle)?;
        let (outcome, paused) = oneshot::channel();
        sender.send(RunMessage::Pause(outcome)).await.map_err(|_| idle())?;
        paused.await.map_err(|_| idle())?
    }

    /// The prompt that would be sent next to a role. Takes no lease and changes nothing.
    ///
    /// # Errors
    /// Also if nothing would be sent.
    pub fn next_prompt(&self, feature: &FeatureId, seat: Seat) -> Result<Vec<u8>, Trouble> {
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

    /// Verifies a frozen design under given rules: reading them for each of many features is slow. Changes nothing; `None` if
    /// nothing is frozen.
    pub fn verify_under(&self, feature: &FeatureId, rules: &Rules) -> Option<Verified> {
        let world = &self.world;
        let path = F::place(feature).record;
        let read = world.store.read(&path, json::LARGEST);
        let record = match read.as_ref().map(Option::as_deref) {
            Ok(None) => Ok(None),
            // As strict as `show`.
            Ok(Some(bytes)) => match F::Record::read(feature, bytes) {
                Ok(record) if record.feature() == feature => Ok(Some(record)),
                Ok(record) => {
                    Err(format!("{path} cannot be used: it belongs to the feature {}", record.feature()))
                }
                Err(why) => Err(format!("{path} cannot be used: {why}")),
            },
            Err(e) => Err(e.to_string()),
        };
        let (record, unreadable) = match record {
            Ok(record) => (record, None),
            Err(why) => (None, Some(why)),
        };
        let sealed = F::verify(feature, record.as_ref(), world.as_ref(), rules);
        match (sealed, unreadable) {
            (None, None) => None,
            (None, Some(why)) => Some(Verified::not_ok(feature, why)),
            (Some(sealed), unreadable) => Some(Verified::of(feature, sealed, unreadable)),
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
