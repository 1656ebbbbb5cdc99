//! Looking again: hints at changed files come in by the thousand, and each feature is looked at once for many of
//! them. Where nothing can be watched, everything is looked at now and then.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tokio::sync::mpsc;

use super::jobs::{card, folders};
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::engine::{Doing, Engine};
use crate::kernel::Flow;
use crate::ports::{Touched, Watch};
use crate::tui::Station;
use crate::tui::features::Card;
use crate::tui::msg::Msg;

/// How long hints are gathered after the first one: a file that is replaced is told of several times.
const GATHER: Duration = Duration::from_millis(4);
/// How long nothing is looked at afterwards, whatever goes on.
const PAUSE: Duration = Duration::from_millis(40);
/// How often everything is looked at where nothing can be watched.
const POLL: Duration = Duration::from_secs(3);

/// How many features are told of at a time.
const BATCH: usize = 250;

/// The one who looks again.
pub struct Looking<F: Flow> {
    station: Arc<Station<F>>,
    tell: mpsc::Sender<Msg>,
    /// `None` where watching is not possible.
    watch: Option<Box<dyn Watch>>,
    hints: Receiver<Touched>,
    /// Hints were lost.
    lost: Arc<AtomicBool>,
    /// The features that were there last.
    known: HashSet<FeatureId>,
}

impl<F: Flow> Looking<F> {
    pub fn new(
        station: Arc<Station<F>>,
        tell: mpsc::Sender<Msg>,
        watch: Option<Box<dyn Watch>>,
        hints: Receiver<Touched>,
        lost: Arc<AtomicBool>,
    ) -> Self {
        Self { station, tell, watch, hints, lost, known: HashSet::new() }
    }

    /// Reads all features, then works until nobody listens any more. Blocks.
    pub fn work(mut self, ids: &[FeatureId]) {
        self.known.extend(ids.iter().cloned());
        if self.read_all(ids).is_err() {
            return;
        }
        loop {
            let Some(touched) = self.next() else { return };
            let mut everything = touched == Touched::Everything;
            let mut list = touched == Touched::List;
            let mut features = BTreeSet::new();
            if let Touched::Feature(id) = touched {
                features.insert(id);
            }
            std::thread::sleep(GATHER);
            while let Ok(touched) = self.hints.try_recv() {
                match touched {
                    Touched::Everything => everything = true,
                    Touched::List => list = true,
                    Touched::Feature(id) => drop(features.insert(id)),
                }
            }
            everything |= self.lost.swap(false, Ordering::Relaxed);
            if self.look(everything, list, features).is_err() {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Every feature, in batches. Its folders are watched before it is read, so that nothing happens unseen in
    /// between.
    fn read_all(&mut self, ids: &[FeatureId]) -> Result<(), ()> {
        self.watch(&[RelPath::new("features")])?;
        for batch in ids.chunks(BATCH) {
            for id in batch {
                self.watch(&folders::<F>(id))?;
            }
            let cards = batch.iter().map(|id| (id.clone(), card(&self.station.engine, id)));
            self.say(Msg::Read(cards.collect()))?;
        }
        Ok(())
    }

    /// Watches folders; where that is not possible, everything is looked at now and then from now on.
    fn watch(&mut self, folders: &[RelPath]) -> Result<(), ()> {
        match self.watch.as_ref().map(|watch| watch.folders(folders)) {
            Some(Err(why)) => {
                self.watch = None;
                self.say(Msg::Watching(Err(why)))
            }
            Some(Ok(())) | None => Ok(()),
        }
    }

    /// The next hint; without a watch, everything after a while. `None` when the screen is gone.
    fn next(&mut self) -> Option<Touched> {
        if self.watch.is_some() {
            return self.hints.recv().ok();
        }
        match self.hints.recv_timeout(POLL) {
            Ok(touched) => Some(touched),
            Err(_) => (!self.tell.is_closed()).then_some(Touched::Everything),
        }
    }

    fn look(&mut self, everything: bool, list: bool, mut features: BTreeSet<FeatureId>) -> Result<(), ()> {
        if list || everything {
            let listed = self.station.engine.features();
            if let Ok(ids) = &listed {
                features.extend(ids.iter().filter(|id| everything || !self.known.contains(id)).cloned());
                self.known = ids.iter().cloned().collect();
            }
            self.say(Msg::Listed(listed.map_err(Into::into)))?;
        }
        let mut cards = Vec::new();
        for id in features {
            // A folder that was made meanwhile is watched before it is looked into.
            self.watch(&folders::<F>(&id))?;
            let card = noticed(&self.station.engine, &id);
            cards.push((id, card));
            // One message for what happened at once, so that it is one frame.
            if cards.len() == BATCH {
                self.say(Msg::Touched(std::mem::take(&mut cards)))?;
            }
        }
        if cards.is_empty() { Ok(()) } else { self.say(Msg::Touched(cards)) }
    }

    fn say(&self, msg: Msg) -> Result<(), ()> {
        self.tell.blocking_send(msg).map_err(|_| ())
    }
}

/// What a feature is after its files may have changed. A frozen design and a candidate are looked at under the
/// lease, so that a deleted marker or a hand edit is acted upon; whoever else holds it sees to that.
fn noticed<F: Flow>(engine: &Engine<F>, id: &FeatureId) -> Card {
    match engine.notice(id) {
        Ok(view) => Card::of(&view, Doing::Resting),
        Err(_) => card(engine, id),
    }
}
