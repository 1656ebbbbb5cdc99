//! The engine's handle: what front ends and tests hold.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot, watch};

use super::board::{Board, Showing};
use super::commit::{self, OpenRun, load};
use super::run::{RunTask, Tell, Told, opened};
use super::settle::Slots;
use super::trouble::Trouble;
use super::verify::Verified;
use super::world::World;
use super::{facts, features};
use crate::domain::approval::Rules;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::kernel::{Event, Flow, Journalled, Order, Record, Refusal, RunView};
use crate::ports::{Approvals, Lease, Misconfigured, Person, StoreError};

/// How many orders may wait for one run.
const QUEUE: usize = 16;

/// How often the lease is asked for where words of a person are to be kept: for a second in all.
const PATIENCE: usize = 50;

/// All runs of one flow in one workspace.
pub struct Engine<F: Flow> {
    pub(super) world: Arc<World<F>>,
    slots: Arc<Slots>,
    showing: Showing,
    board: watch::Receiver<Board>,
    runs: Mutex<HashMap<FeatureId, Place>>,
}

/// Where the way to a run's task is kept. It is locked while the run is opened, so that two orders at the same
/// moment share one run, and other features' orders do not wait.
type Place = Arc<tokio::sync::Mutex<Option<mpsc::Sender<Told>>>>;

impl<F: Flow> Engine<F> {
    /// An engine with no run open.
    pub fn new(world: World<F>) -> Self {
        let (showing, board) = Showing::new();
        let slots = Arc::new(Slots::new(world.concurrency));
        Self { world: Arc::new(world), slots, showing, board, runs: Mutex::default() }
    }

    /// The board, to be watched.
    pub fn board(&self) -> watch::Receiver<Board> {
        self.board.clone()
    }

    /// Who is at the keyboard, as far as is known.
    pub fn who(&self) -> &Person {
        &self.world.who
    }

    /// What approvals must be, as it is configured now, with the freeze numbers that were seen.
    pub fn rules(&self) -> Rules {
        self.world.rules()
    }

    /// The same with the approvers of a file that a person names, whatever the workspace says.
    ///
    /// # Errors
    /// Where the file cannot be used.
    pub fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured> {
        let rules = self.world.approvals.rules_from(approvers)?;
        Ok(Rules { highest: self.world.approvals.highest(), ..rules })
    }

    /// Keeps the numbers of freezes that were verified, so that an older one is noticed later.
    ///
    /// # Errors
    /// Where the user's state folder cannot be written.
    pub fn remember(&self, verified: &[Verified]) -> Result<(), Misconfigured> {
        let highest = self.world.approvals.highest();
        let sound = verified.iter().filter(|one| one.ok);
        let numbered = sound.filter_map(|one| Some((one.id.clone(), one.freeze_number?)));
        let new: Vec<_> =
            numbered.filter(|(id, number)| highest.get(id).is_none_or(|seen| seen < number)).collect();
        if new.is_empty() { Ok(()) } else { self.world.approvals.seen(&new) }
    }

    /// What makes an approval count, and what signs one.
    pub fn approvals(&self) -> &dyn Approvals {
        self.world.approvals.as_ref()
    }

    /// The ids of all features in the workspace, sorted; folders whose names are no ids are left out.
    pub fn features(&self) -> Result<Vec<FeatureId>, StoreError> {
        features::features(&self.world)
    }

    /// The trouble with a name that no feature has.
    pub fn no_such_feature(&self, feature: &FeatureId) -> Trouble {
        features::no_such_feature(&self.world, feature)
    }

    /// A feature as its record on the disk has it; takes no lease and changes nothing.
    pub fn peek(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        Ok(self.as_it_lies(F::view(&load::<F>(&self.world, feature)?.0)))
    }

    /// Where the record on the disk knows its journal to end; `None` where it does not say.
    pub fn journalled(&self, feature: &FeatureId) -> Option<Journalled> {
        load::<F>(&self.world, feature).ok()?.0.journalled().cloned()
    }

    /// Looks at a feature, then takes one event of a person, without asking any agent. Blocks.
    pub fn once(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        taken_once(self.world.clone(), feature, event)
    }

    /// Has it refused, and journalled, that a person wants something of a feature which it does not allow where it stands: by
    /// the run that is at work on it here, else under the lease.
    pub async fn attempt(&self, feature: &FeatureId, what: &'static str) -> Result<RunView, Trouble> {
        let event = Event::Ordered(Order::Attempt { what });
        let told = self.place(feature).lock().await.clone();
        if let Some(told) = told
            && let Ok(room) = told.reserve().await
        {
            let (tell, taken) = oneshot::channel();
            let (rested, _) = oneshot::channel();
            room.send(Told::Event { event: Some((Box::new(event), tell)), rested });
            return taken.await.map_err(|_| Trouble::Lost(feature.clone()))?;
        }
        let (world, id) = (self.world.clone(), feature.clone());
        let once = tokio::task::spawn_blocking(move || taken_once(world, &id, &event));
        once.await.map_err(|_| Trouble::Lost(feature.clone()))?
    }

    /// Sets a damaged record aside and begins a fresh one; refused where the record can be read.
    pub fn set_aside(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let mut run = OpenRun::set_aside(self.world.clone(), feature)?;
        run.take(&Event::Looked)?;
        Ok(run.view())
    }

    /// The lease on a feature, for files that a front end writes there: whoever holds it sweeps away the temporary
    /// files of everybody else.
    pub fn lease(&self, feature: &FeatureId) -> Result<Lease, Trouble> {
        commit::held(&self.world, feature, &RelPath::feature(feature), commit::ATTEMPTS)
    }

    /// Whether there is a feature of this name already. A folder without a document is what a full disk left, or
    /// somebody's who put other files there first.
    pub fn is_taken(&self, feature: &FeatureId) -> Result<bool, StoreError> {
        let store = &self.world.store;
        let brief = store.look(&F::home(feature).brief())?;
        Ok(brief.is_some() || store.look(&F::home(feature).record())?.is_some())
    }

    /// Makes a feature of a requirement document, which is kept byte for byte, beside it the original of another format under a
    /// name of its own; false where it is there already.
    pub fn make(
        &self,
        feature: &FeatureId,
        brief: Vec<u8>,
        original: Option<(&'static str, Vec<u8>)>,
    ) -> Result<bool, Trouble> {
        if self.is_taken(feature)? {
            return Ok(false);
        }
        let path = F::home(feature).brief();
        // Of several that make the same feature at once, one does: the others find its document here.
        let _lease = commit::held(&self.world, feature, &RelPath::root(), commit::ATTEMPTS)?;
        self.world.store.sweep_of(&path)?;
        if self.world.store.look(&path)?.is_some() {
            return Ok(false);
        }
        // The brief last: a feature is there once it has one.
        let original = original.map(|(name, bytes)| (F::home(feature).original(name), bytes));
        let files: Vec<(RelPath, Vec<u8>)> = original.into_iter().chain([(path, brief)]).collect();
        self.world.store.replace(&files)?;
        Ok(true)
    }

    /// Keeps a person's words in a file of a feature, and waits longer for the lease than anybody else: no word is
    /// lost. Where a run of this very process has the lease, nobody else can have it.
    pub fn keep(&self, feature: &FeatureId, path: &RelPath, words: &[u8]) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        Ok(self.world.store.replace(&[(path.clone(), words.to_vec())])?)
    }

    /// The same where somebody else may keep words in that file: `join` gets what it holds now, and says what it is to
    /// hold instead; `None` leaves it alone. Nobody writes in between.
    pub fn keep_joined(
        &self,
        feature: &FeatureId,
        path: &RelPath,
        largest: usize,
        join: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<(), Trouble> {
        let _lease = self.lease_for_words(feature)?;
        let there = self.world.store.read(path, largest)?.unwrap_or_default();
        match join(&there) {
            Some(words) => Ok(self.world.store.replace(&[(path.clone(), words)])?),
            None => Ok(()),
        }
    }

    fn lease_for_words(&self, feature: &FeatureId) -> Result<Option<Lease>, Trouble> {
        let within = RelPath::feature(feature);
        match commit::held(&self.world, feature, &within, 1) {
            Err(Trouble::Held { holder, .. }) if holder == self.world.owner.trim() => Ok(None),
            Err(Trouble::Held { .. }) => Ok(Some(commit::held(&self.world, feature, &within, PATIENCE)?)),
            outcome => outcome.map(Some),
        }
    }

    /// Opens a run, gives it an event if there is one, and works until it waits for nobody but a person. Runs of
    /// several features go on side by side.
    pub async fn run(&self, feature: &FeatureId, event: Option<Event>) -> Result<RunView, Trouble> {
        let (tell, rested) = oneshot::channel();
        let taken = self.deliver(feature, event, tell).await?;
        let lost = || Trouble::Lost(feature.clone());
        if let Some(taken) = taken {
            taken.await.map_err(|_| lost())??;
        }
        rested.await.map_err(|_| lost())?
    }

    /// Stops working on a feature without deciding anything: what is under way is dropped, the lease goes back, and
    /// [`Engine::run`] goes on later. Refused where nothing is under way.
    pub async fn pause(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let idle = || {
            let why = format!("nothing is under way for {feature}, so there is nothing to pause");
            Trouble::from(Refusal::new("nothing-under-way", why, "run it first".to_owned()))
        };
        let told = self.place(feature).lock().await.clone().ok_or_else(idle)?;
        let (tell, paused) = oneshot::channel();
        told.send(Told::Pause(tell)).await.map_err(|_| idle())?;
        paused.await.map_err(|_| idle())?
    }

    /// Verifies a frozen design without changing anything; `None` where nothing is frozen.
    pub fn verify(&self, feature: &FeatureId) -> Option<Verified> {
        self.verify_under(feature, &self.rules())
    }

    /// The same under given rules: for many features, which need not be found out for each.
    pub fn verify_under(&self, feature: &FeatureId, rules: &Rules) -> Option<Verified> {
        let world = &self.world;
        let path = F::home(feature).record();
        let read = world.store.read(&path, json::LARGEST);
        let record = match read.as_ref().map(Option::as_deref) {
            Ok(None) => Ok(None),
            // As strictly as `show` reads it: what that cannot use is not verified here either.
            Ok(Some(bytes)) => match F::Record::read(bytes) {
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
        let sealed = F::verify(feature, record.as_ref(), &|path| facts::look(world, path), rules);
        match (sealed, unreadable) {
            (None, None) => None,
            (None, Some(why)) => Some(Verified::not_ok(feature, why)),
            (Some(sealed), unreadable) => Some(Verified::of(feature, sealed, unreadable)),
        }
    }

    fn place(&self, feature: &FeatureId) -> Place {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.entry(feature.clone()).or_default().clone()
    }

    /// Tells a run's task something, opening the run if it is not open. Returns where the outcome of the event
    /// comes from.
    async fn deliver(
        &self,
        feature: &FeatureId,
        event: Option<Event>,
        rested: Tell,
    ) -> Result<Option<Outcome>, Trouble> {
        let place = self.place(feature);
        let mut place = place.lock().await;
        // There is no place with a run that goes to rest in this very moment.
        if let Some(told) = place.as_ref()
            && let Ok(room) = told.reserve().await
        {
            // A run that was open already has not looked at its files since: every load of a design looks.
            let (event, taken) = with_outcome(event.or(Some(Event::Looked)));
            room.send(Told::Event { event, rested });
            return Ok(taken);
        }
        let run = opened(self.world.clone(), feature).await?;
        let (told, hears) = mpsc::channel(QUEUE);
        let (event, taken) = with_outcome(event);
        // Before the task begins, so that it does not go to rest without it.
        let lost = |_| Trouble::Lost(feature.clone());
        told.send(Told::Event { event, rested }).await.map_err(lost)?;
        let (slots, showing) = (self.slots.clone(), self.showing.clone());
        let task = RunTask::new(self.world.clone(), run, feature.clone(), slots, showing);
        tokio::spawn(task.work(hears));
        *place = Some(told);
        Ok(taken)
    }
}

/// Looks at a feature under the lease, and has it take one event. Blocks.
fn taken_once<F: Flow>(world: Arc<World<F>>, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
    let mut run = OpenRun::looked_at(world, feature)?;
    run.take(event)?;
    Ok(run.view())
}

/// Where the outcome of an event comes from.
type Outcome = oneshot::Receiver<Result<RunView, Trouble>>;

fn with_outcome(event: Option<Event>) -> (Option<(Box<Event>, Tell)>, Option<Outcome>) {
    let Some(event) = event else { return (None, None) };
    let (tell, outcome) = oneshot::channel();
    (Some((Box::new(event), tell)), Some(outcome))
}
