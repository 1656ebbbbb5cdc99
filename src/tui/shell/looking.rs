//! Looking again: hints at changed files come in by the thousand, and each feature is looked at once for many of
//! them. Where nothing can be watched, everything is looked at now and then.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::cards::{card, examined};
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::engine::{Doubt, Glimpse, Trouble};
use crate::kernel::{Flow, Harm};
use crate::ports::{Touched, Watch};
use crate::tui::detail::Stated;
use crate::tui::features::Card;
use crate::tui::msg::Msg;
use crate::tui::{Settings, Station};

/// How long hints are gathered after the first one: a file that is replaced is told of several times.
const GATHER: Duration = Duration::from_millis(4);
/// How often they are gathered again where more have come.
const GATHERINGS: usize = 8;
/// How long nothing is looked at afterwards, whatever goes on.
const PAUSE: Duration = Duration::from_millis(40);
/// How often everything is looked at where nothing can be watched.
const POLL: Duration = Duration::from_secs(3);

/// How many features are told of at a time.
const BATCH: usize = 250;
/// How many of those that changed before they were watched are looked at between two hints.
const BEFORE: usize = 8;

/// How the screen is set now, or what is wrong with it.
pub type ReadSettings = Box<dyn Fn() -> Result<Settings, Stated> + Send>;

/// What may have changed since it was looked at.
#[derive(Default)]
struct Hints {
    everything: bool,
    list: bool,
    settings: bool,
    features: BTreeSet<FeatureId>,
}

impl Hints {
    fn take(&mut self, touched: Touched) {
        match touched {
            Touched::Everything => self.everything = true,
            Touched::List => self.list = true,
            Touched::Settings => self.settings = true,
            Touched::Feature(id) => drop(self.features.insert(id)),
        }
    }
}

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
    /// The features whose design was changed while nobody watched it. They are looked at after everything was read.
    before: BTreeSet<FeatureId>,
    /// What looked broken of a feature, and when it is looked at again: no other feature waits for that.
    doubts: HashMap<FeatureId, (Doubt, Instant)>,
    settings: ReadSettings,
    /// The settings that were told last.
    set: Option<Result<Settings, Stated>>,
}

impl<F: Flow> Looking<F> {
    pub fn new(
        station: Arc<Station<F>>,
        tell: mpsc::Sender<Msg>,
        watch: Option<Box<dyn Watch>>,
        hints: Receiver<Touched>,
        lost: Arc<AtomicBool>,
        settings: ReadSettings,
    ) -> Self {
        let (known, doubts) = (HashSet::new(), HashMap::new());
        let before = BTreeSet::new();
        Self { station, tell, watch, hints, lost, known, before, doubts, settings, set: None }
    }

    /// Reads all features, then works until nobody listens any more. Blocks.
    pub fn work(mut self, ids: &[FeatureId]) {
        self.known.extend(ids.iter().cloned());
        if self.read_all(ids).is_err() {
            return;
        }
        loop {
            let Some(mut hints) = self.next() else { return };
            // What goes on is waited for, within reason: half of a checkout is no state to act upon.
            for _ in 0..GATHERINGS {
                std::thread::sleep(GATHER);
                let mut is_over = true;
                while let Ok(touched) = self.hints.try_recv() {
                    hints.take(touched);
                    is_over = false;
                }
                if is_over {
                    break;
                }
            }
            hints.everything |= self.lost.swap(false, Ordering::Relaxed);
            if self.look(hints).is_err() {
                return;
            }
            // What is doubtful is not kept waiting for that.
            let due = self.due().map(|due| due.saturating_duration_since(Instant::now()));
            std::thread::sleep(due.map_or(PAUSE, |due| due.min(PAUSE)));
        }
    }

    /// Every feature, in batches: read for the list first, which is what somebody waits for; then its folders are
    /// watched, and it is read again, so that nothing that happened in between goes unseen.
    fn read_all(&mut self, ids: &[FeatureId]) -> Result<(), ()> {
        self.watch(&RelPath::root())?;
        self.watch(&RelPath::new("features"))?;
        // What came and went before that was told by nobody.
        let now = self.station.engine.features().unwrap_or_else(|_| ids.to_vec());
        if now != ids {
            self.known = now.iter().cloned().collect();
            self.say(Msg::Listed(Ok(now.clone())))?;
        }
        let station = self.station.clone();
        let mut cards: Vec<(FeatureId, Card)> = Vec::with_capacity(now.len());
        for batch in now.chunks(BATCH) {
            let some: Vec<_> = batch.iter().map(|id| (id.clone(), card(&station, id))).collect();
            cards.extend(some.iter().cloned());
            self.say(Msg::Read(some))?;
        }
        for batch in cards.chunks(BATCH) {
            for (id, _) in batch {
                self.watch_feature(id)?;
            }
            let mut news = Vec::new();
            for (id, before) in batch {
                let seen = self.first_seen(id);
                let now = self.awaited(id, seen)?;
                if now != *before {
                    news.push((id.clone(), now));
                }
            }
            if !news.is_empty() {
                self.say(Msg::Read(news))?;
            }
        }
        Ok(())
    }

    /// Watches what is wanted of a feature: the flow's folder and the frozen design in it; where it was never run, the
    /// folder in which that will come into being.
    fn watch_feature(&mut self, id: &FeatureId) -> Result<(), ()> {
        let home = F::home(id);
        let is_there = self.watch(home.folder())?
            || (self.watch(&RelPath::feature(id))? && self.watch(home.folder())?);
        if is_there { self.watch(home.frozen().folder()).map(drop) } else { Ok(()) }
    }

    /// What lacks its document is told when that comes: then its own folder is watched too, and looked at once more.
    fn awaited(&mut self, id: &FeatureId, card: Card) -> Result<Card, ()> {
        if card.harm != Some(Harm::Missing) {
            return Ok(card);
        }
        self.watch(&RelPath::feature(id))?;
        Ok(self.first_seen(id))
    }

    /// Watches a folder, if it is there; where watching is not possible, everything is looked at now and then from
    /// now on.
    fn watch(&mut self, folder: &RelPath) -> Result<bool, ()> {
        match self.watch.as_ref().map(|watch| watch.folder(folder)) {
            Some(Err(why)) => {
                self.watch = None;
                self.say(Msg::Watching(Err(why))).map(|()| false)
            }
            Some(Ok(is_there)) => Ok(is_there),
            None => Ok(false),
        }
    }

    /// The next hint, or what is to be looked at again; without a watch, everything after a while. `None` when the screen
    /// is gone.
    fn next(&mut self) -> Option<Hints> {
        let mut hints = Hints::default();
        let due = self.due();
        let poll = self.watch.is_none().then(|| Instant::now() + POLL);
        let Some(until) = due.into_iter().chain(poll).min() else {
            hints.take(self.hints.recv().ok()?);
            return Some(hints);
        };
        match self.hints.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(touched) => hints.take(touched),
            Err(RecvTimeoutError::Disconnected) if self.watch.is_some() => return None,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                if self.tell.is_closed() {
                    return None;
                }
                hints.everything = due != Some(until);
            }
        }
        let now = Instant::now();
        let waited = self.doubts.iter().filter(|(_, (_, due))| *due <= now);
        hints.features.extend(waited.map(|(id, _)| id.clone()));
        for _ in 0..BEFORE {
            hints.features.extend(self.before.pop_first());
        }
        Some(hints)
    }

    /// When something is looked at that nobody has to tell of: what is doubtful, and what changed before it was watched.
    fn due(&self) -> Option<Instant> {
        let doubtful = self.doubts.values().map(|(_, due)| *due).min();
        if self.before.is_empty() { doubtful } else { Some(Instant::now()) }
    }

    fn look(&mut self, hints: Hints) -> Result<(), ()> {
        let Hints { everything, list, settings, mut features } = hints;
        if settings || everything {
            let set = (self.settings)();
            // What was told is not told again.
            if self.set.as_ref() != Some(&set) {
                self.set = Some(set.clone());
                self.say(Msg::Set(set))?;
            }
        }
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
            self.watch_feature(&id)?;
            let Some(card) = self.noticed(&id) else { continue };
            let card = self.awaited(&id, card)?;
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

    /// What a feature is after its files may have changed. A frozen design and a candidate are looked at under the
    /// lease, so that a deleted marker or a hand edit is acted upon; whoever else holds it sees to that. `None` where it is
    /// looked at again in a moment.
    fn noticed(&mut self, id: &FeatureId) -> Option<Card> {
        // Hints that come faster than its time would put it off for ever.
        if self.doubts.get(id).is_some_and(|(_, due)| *due > Instant::now()) {
            return None;
        }
        let seen = match self.doubts.remove(id) {
            Some((doubt, _)) => {
                self.station.engine.look_again(id, Some(doubt)).map(|view| Glimpse { view, doubt: None })
            }
            None => self.station.engine.notice(id),
        };
        match seen {
            Ok(Glimpse { doubt: Some(doubt), .. }) => {
                self.doubt(id, doubt);
                None
            }
            Ok(Glimpse { view, doubt: None }) => Some(examined(&self.station, &view)),
            Err(_) => Some(as_it_is(&self.station, self.station.engine.glance(id))),
        }
    }

    /// A feature as the disk has it. What happened to its files while no screen was open is acted upon later, like what happens
    /// while one is.
    fn first_seen(&mut self, id: &FeatureId) -> Card {
        let seen = self.station.engine.inspect(id);
        let recorded =
            seen.as_ref().ok().filter(|seen| seen.view.gate.is_some()).map(|seen| seen.view.design);
        if let Ok(Glimpse { doubt: Some(doubt), .. }) = &seen {
            self.doubt(id, doubt.clone());
        }
        let card = as_it_is(&self.station, seen);
        if recorded.is_some_and(|design| card.harm.is_some() || card.design != design) {
            self.before.insert(id.clone());
        }
        card
    }

    fn doubt(&mut self, id: &FeatureId, doubt: Doubt) {
        let due = Instant::now() + doubt.wait();
        self.doubts.insert(id.clone(), (doubt, due));
    }
}

fn as_it_is<F: Flow>(station: &Station<F>, seen: Result<Glimpse, Trouble>) -> Card {
    match seen {
        Ok(glimpse) => examined(station, &glimpse.view),
        Err(trouble) => Card::unusable(&trouble),
    }
}
