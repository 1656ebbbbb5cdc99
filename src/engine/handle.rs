//! The engine's handle: what front ends and tests hold.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use super::board::{Board, Showing};
use super::commit::{self, OpenRun, load};
use super::run::{RunTask, Told};
use super::trouble::Trouble;
use super::verify::Verified;
use super::world::World;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::kernel::{Event, Flow, Record, Refusal, RunView, Unreadable, Want};
use crate::ports::{Kind, StoreError};

/// How many orders may wait for one run.
const QUEUE: usize = 16;

/// All runs of one flow in one workspace.
pub struct Engine<F: Flow> {
    world: Arc<World<F>>,
    slots: Arc<Semaphore>,
    showing: Showing,
    board: watch::Receiver<Board>,
    runs: Mutex<HashMap<FeatureId, Place>>,
}

/// Where the way to a run's task is kept. It is locked while the run is opened, so that two orders at the same
/// moment share one run, and other features' orders do not wait.
type Place = Arc<tokio::sync::Mutex<Option<mpsc::Sender<Told>>>>;

impl<F: Flow> Engine<F> {
    pub fn new(world: World<F>) -> Self {
        let (showing, board) = Showing::new();
        let slots = Arc::new(Semaphore::new(world.concurrency.max(1)));
        Self { world: Arc::new(world), slots, showing, board, runs: Mutex::default() }
    }

    /// The board, to be watched.
    pub fn board(&self) -> watch::Receiver<Board> {
        self.board.clone()
    }

    /// Who is at the keyboard, as far as is known.
    pub fn who(&self) -> &str {
        &self.world.who
    }

    /// The ids of all features in the workspace, sorted; folders whose names are no ids are left out.
    pub fn features(&self) -> Result<Vec<FeatureId>, StoreError> {
        let entries = self.world.store.list(&RelPath::new("features"))?;
        // A symlink is never followed, but whoever put it there wants to be told so, feature by feature.
        let folders = entries.into_iter().filter(|(_, kind)| matches!(kind, Kind::Folder | Kind::Symlink));
        Ok(folders.filter_map(|(name, _)| name.parse().ok()).collect())
    }

    /// A feature as its record on the disk has it; takes no lease and changes nothing.
    pub fn peek(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        Ok(F::view(&load::<F>(&self.world, feature)?.0))
    }

    /// As [`Engine::peek`], for lists of thousands: the record is read without its schema. Where a file
    /// that the record watches is gone, the feature is looked at, so that the list tells the truth.
    pub fn glance(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let path = F::home(feature).join("state.json");
        let Some(bytes) = self.world.store.read(&path, json::LARGEST)? else {
            return Ok(F::view(&F::Record::fresh(feature)));
        };
        // What a glance cannot make out, a careful reading explains.
        let Some(record) = F::Record::glance(&bytes) else { return self.peek(feature) };
        let view = F::view(&record);
        if view.id != *feature {
            return self.peek(feature);
        }
        let gone = F::wants(&record).iter().any(|request| match &request.want {
            Want::Watch(path) => self.world.store.is_gone(path),
            Want::Agent(_) | Want::Gate(_) | Want::Proceed => false,
        });
        // Somebody else may be at work on it; then what the record says is as good as it gets.
        Ok(if gone { self.look(feature).unwrap_or(view) } else { view })
    }

    /// Looks at a feature under the lease, so that what happened to its files since is acted upon.
    pub fn look(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let mut run = OpenRun::open(self.world.clone(), feature)?;
        run.take(&Event::Looked)?;
        Ok(run.view())
    }

    /// Looks at a feature, then takes one event of a person, without asking any agent. Blocks.
    pub fn once(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        let mut run = OpenRun::open(self.world.clone(), feature)?;
        run.take(&Event::Looked)?;
        run.take(event)?;
        Ok(run.view())
    }

    /// Sets a damaged record aside and begins a fresh one. A record that can be read stays: somebody else
    /// may have mended it since it was found damaged.
    pub fn set_aside(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        match OpenRun::open(self.world.clone(), feature) {
            Ok(_) => {
                let why = format!("the record of {feature} can be read again, so nothing was set aside");
                let hint = format!("`frieze show {feature}` says where it stands");
                return Err(Refusal::new("sound-record", why, hint).into());
            }
            Err(Trouble::Record { why: Unreadable::Damaged(_), .. }) => {}
            Err(trouble) => return Err(trouble),
        }
        let mut run = OpenRun::set_aside(self.world.clone(), feature)?;
        run.take(&Event::Looked)?;
        Ok(run.view())
    }

    /// Opens a run, gives it an event if there is one, and works until it waits for nobody but a person.
    pub async fn run(&self, feature: &FeatureId, event: Option<Event>) -> Result<RunView, Trouble> {
        let (told, just_looked) = self.opened(feature).await?;
        // A run that was open already has not looked at its files since: every load of a design looks.
        if let Some(event) = event.or_else(|| (!just_looked).then_some(Event::Looked)) {
            let (tell, outcome) = oneshot::channel();
            let lost = || Trouble::Lost(feature.clone());
            told.send(Told::Event(Box::new(event), tell)).await.map_err(|_| lost())?;
            outcome.await.map_err(|_| lost())??;
        }
        let (tell, rest) = oneshot::channel();
        told.send(Told::Rest(tell)).await.map_err(|_| Trouble::Lost(feature.clone()))?;
        rest.await.map_err(|_| Trouble::Lost(feature.clone()))?
    }

    /// Verifies a frozen design without changing anything; `None` where nothing is frozen.
    pub fn verify(&self, feature: &FeatureId) -> Option<Verified> {
        let world = &self.world;
        let path = F::home(feature).join("state.json");
        let read = world.store.read(&path, json::LARGEST);
        let record = match read.as_ref().map(Option::as_deref) {
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => match F::Record::glance(bytes) {
                Some(record) if F::view(&record).id == *feature => Ok(Some(record)),
                Some(_) => Err(format!("{path} is the record of another feature")),
                None => Err(format!("{path} cannot be used")),
            },
            Err(e) => Err(e.to_string()),
        };
        let (record, unreadable) = match record {
            Ok(record) => (record, None),
            Err(why) => (None, Some(why)),
        };
        let sealed = F::verify(feature, record.as_ref(), &|path| commit::look(world, path));
        match (sealed, unreadable) {
            (None, None) => None,
            (None, Some(why)) => Some(Verified::not_ok(feature, why)),
            (Some(sealed), unreadable) => Some(Verified::of(feature, sealed, unreadable)),
        }
    }

    /// The way to a run's task, and whether it was opened, and so looked at its files, only now.
    async fn opened(&self, feature: &FeatureId) -> Result<(mpsc::Sender<Told>, bool), Trouble> {
        let place = {
            let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
            runs.entry(feature.clone()).or_default().clone()
        };
        let mut place = place.lock().await;
        if let Some(told) = place.as_ref().filter(|told| !told.is_closed()) {
            return Ok((told.clone(), false));
        }
        let (world, id) = (self.world.clone(), feature.clone());
        let opening = tokio::task::spawn_blocking(move || -> Result<OpenRun<F>, Trouble> {
            let mut run = OpenRun::open(world, &id)?;
            run.take(&Event::Looked)?;
            Ok(run)
        });
        let run = opening.await.map_err(|_| Trouble::Lost(feature.clone()))??;
        let (told, hears) = mpsc::channel(QUEUE);
        let (slots, showing) = (self.slots.clone(), self.showing.clone());
        let task = RunTask::new(self.world.clone(), run, feature.clone(), slots, showing);
        tokio::spawn(task.work(hears));
        *place = Some(told.clone());
        Ok((told, true))
    }
}
