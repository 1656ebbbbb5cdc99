//! Looking again: hints at changed files come in by the thousand, and each feature is looked at once for many of
//! them. Where nothing can be watched, everything is looked at now and then.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;

use super::jobs::{card, folders};
use crate::domain::id::FeatureId;
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

/// The one who looks again.
pub struct Looking<F: Flow> {
    pub station: Arc<Station<F>>,
    pub tell: mpsc::Sender<Msg>,
    /// `None` where watching is not possible.
    pub watch: Option<Box<dyn Watch>>,
    pub hints: mpsc::Receiver<Touched>,
    /// Hints were lost.
    pub lost: Arc<AtomicBool>,
}

impl<F: Flow> Looking<F> {
    /// Works until nobody listens any more. Blocks.
    pub fn work(mut self) {
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

    /// The next hint; without a watch, everything after a while. `None` when the screen is gone.
    fn next(&mut self) -> Option<Touched> {
        if self.watch.is_some() {
            return self.hints.blocking_recv();
        }
        std::thread::sleep(POLL);
        (!self.tell.is_closed()).then_some(Touched::Everything)
    }

    fn look(&self, everything: bool, list: bool, mut features: BTreeSet<FeatureId>) -> Result<(), ()> {
        let engine = &self.station.engine;
        if list || everything {
            let listed = engine.features();
            if let Ok(ids) = &listed {
                // Folders that are new are watched from now on; all others are already.
                if let Some(watch) = &self.watch {
                    let watched = ids.iter().try_for_each(|id| watch.folders(&folders::<F>(id)[..1]));
                    self.say(Msg::Watching(watched))?;
                }
                if everything {
                    features.extend(ids.iter().cloned());
                }
            }
            self.say(Msg::Listed(listed.map_err(Into::into)))?;
        }
        for id in features {
            // A folder that was made meanwhile is watched before it is looked into.
            if let Some(watch) = &self.watch
                && let Err(why) = watch.folders(&folders::<F>(&id))
            {
                self.say(Msg::Watching(Err(why)))?;
            }
            let card = noticed(engine, &id);
            self.say(Msg::Touched(id, card))?;
        }
        Ok(())
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
