//! Watcher of changed files. Hints about files may come by the thousand; many hints lead to one inspection of a feature. If
//! files cannot be watched, all features are polled.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::disk_cards::{card, card_of_other, checked_card, other_keys};
use crate::tui::model::detail::Problem;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Msg;
use crate::tui::{Settings, Workspace};
use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_engine::{InspectDepth, Inspection, LazyRules, Runs, Suspicion, Trouble};
use frieze_kernel::files::Home;
use frieze_kernel::{Attention, FileProblem};
use frieze_ports::{Kind, Touched, Watch};

/// How long hints are collected after the first one. The replacement of a file causes several.
const COLLECT: Duration = Duration::from_millis(4);
/// How often they are collected again if more have come.
const COLLECTIONS: usize = 8;
/// The pause after an inspection.
const PAUSE: Duration = Duration::from_millis(40);
/// How often all features are polled if files cannot be watched.
const POLL: Duration = Duration::from_secs(3);

/// The number of features in a message.
const BATCH: usize = 250;
/// How many features that changed before they were watched are inspected between two hints.
const EARLIER: usize = 8;
/// How deep the folders of a run of another workflow are watched: an iteration in the run, and a folder in the iteration.
const FOLDERS_OF_A_RUN: u8 = 2;
/// The folder of features, which have runs of other workflows too.
const FEATURES: &str = "features";

/// Reads the settings.
pub type ReadSettings = Box<dyn Fn() -> Result<Settings, Problem> + Send>;

/// What may have changed.
#[derive(Default)]
struct Hints {
    everything: bool,
    list: bool,
    settings: bool,
    features: BTreeSet<FeatureId>,
    /// Runs of other workflows, with the folder that has them.
    runs: BTreeSet<(&'static str, FeatureId)>,
}

impl Hints {
    fn take(&mut self, touched: Touched) {
        match touched {
            Touched::Everything => self.everything = true,
            Touched::List => self.list = true,
            Touched::Settings => self.settings = true,
            Touched::Feature(id) => drop(self.features.insert(id)),
            Touched::Run { folder, id } => drop(self.runs.insert((folder, id))),
        }
    }
}

/// The watcher; it runs on a thread of its own.
pub struct ChangeWatcher {
    pub workspace: Arc<Workspace>,
    pub messages: mpsc::Sender<Msg>,
    /// `None` if files cannot be watched.
    pub watch: Option<Box<dyn Watch>>,
    pub hints: Receiver<Touched>,
    /// Whether hints were lost.
    pub lost: Arc<AtomicBool>,
    /// The listed features.
    pub known: HashSet<FeatureId>,
    /// The listed runs of other workflows, sorted.
    pub others: Vec<RunKey>,
    /// The features that these runs name: what happens to their files can stop the runs.
    pub named: BTreeMap<RunKey, FeatureId>,
    /// Features whose design changed before it was watched. They are inspected after all were read.
    pub changed_earlier: BTreeSet<FeatureId>,
    /// Suspicions, and when they are confirmed. Other features do not wait for that.
    pub suspicions: HashMap<FeatureId, (Suspicion, Instant)>,
    pub settings: ReadSettings,
    /// The settings that were sent last.
    pub sent_settings: Option<Result<Settings, Problem>>,
}

impl ChangeWatcher {
    /// Reads all features, then runs until the screen is closed. Blocks.
    pub fn run(mut self, ids: &[FeatureId]) {
        if self.read_all(ids).is_err() {
            return;
        }
        loop {
            let Some(mut hints) = self.next() else { return };
            // Waits a little while changes go on: half of a checkout is no state to act on.
            for _ in 0..COLLECTIONS {
                std::thread::sleep(COLLECT);
                let mut is_quiet = true;
                while let Ok(touched) = self.hints.try_recv() {
                    hints.take(touched);
                    is_quiet = false;
                }
                if is_quiet {
                    break;
                }
            }
            hints.everything |= self.lost.swap(false, Ordering::Relaxed);
            if self.inspect_hints(hints).is_err() {
                return;
            }
            // The pause does not delay suspicions.
            let due = self.due().map(|due| due.saturating_duration_since(Instant::now()));
            std::thread::sleep(due.map_or(PAUSE, |due| due.min(PAUSE)));
        }
    }

    /// Reads every feature, in batches: first the cards, which the person waits for. Then the folders are watched and the
    /// features read again, so that no change in between is missed.
    fn read_all(&mut self, ids: &[FeatureId]) -> Result<(), ()> {
        self.watch(&RelPath::root())?;
        self.watch(&RelPath::new(FEATURES))?;
        // Features may have changed before they were watched.
        let now = self.workspace.design().features().unwrap_or_else(|_| ids.to_vec());
        if now != ids {
            self.known = now.iter().cloned().collect();
            self.send(Msg::Listed(Ok(now.clone())))?;
        }
        let workspace = self.workspace.clone();
        let mut cards: Vec<(FeatureId, Card)> = Vec::with_capacity(now.len());
        for batch in now.chunks(BATCH) {
            let read: Vec<_> = batch.iter().map(|id| (id.clone(), card(&workspace, id))).collect();
            cards.extend(read.iter().cloned());
            self.send(Msg::CardsRead(keyed(read)))?;
        }
        self.list_others(InspectDepth::Seal)?;
        for batch in cards.chunks(BATCH) {
            for (id, _) in batch {
                self.watch_feature(id)?;
            }
            let mut changed = Vec::new();
            let rules = LazyCell::new(|| workspace.design().rules());
            for (id, before) in batch {
                let card = self.inspect_first(id, &rules);
                let now = self.watch_more(id, card, &rules)?;
                if now != *before {
                    changed.push((id.clone(), now));
                }
            }
            if !changed.is_empty() {
                self.send(Msg::CardsRead(keyed(changed)))?;
            }
        }
        Ok(())
    }

    /// Watches the flow's folder of a feature and the frozen design in it. If the feature was never run, the feature's folder is
    /// watched, where the flow's folder will appear.
    fn watch_feature(&mut self, id: &FeatureId) -> Result<(), ()> {
        let home = Home::of(id);
        let is_there = self.watch(home.folder())?
            || (self.watch(&RelPath::feature(id))? && self.watch(home.folder())?);
        if is_there { self.watch(home.frozen().folder()).map(drop) } else { Ok(()) }
    }

    /// Watches the folder of the brief too if a candidate needs it, or if it is missing, and the iterations if the next run uses
    /// their words. A missing brief is looked for once more.
    fn watch_more(&mut self, id: &FeatureId, card: Card, rules: &LazyRules) -> Result<Card, ()> {
        let is_missing = card.file_problem == Some(FileProblem::Missing);
        let is_candidate = card.needs == Some(Attention::Decision);
        if is_missing || is_candidate {
            self.watch(&RelPath::feature(id))?;
        }
        // The words that the next run gets again are withdrawn there.
        if card.needs == Some(Attention::Start) && card.reason.is_some() {
            self.watch_below(&Home::of(id).iterations(), 1)?;
        }
        Ok(if is_missing && !is_candidate { self.inspect_first(id, rules) } else { card })
    }

    /// Watches a folder if it exists. If that is not possible, all features are polled from now on.
    fn watch(&mut self, folder: &RelPath) -> Result<bool, ()> {
        match self.watch.as_ref().map(|watch| watch.folder(folder)) {
            Some(Err(why)) => {
                self.watch = None;
                self.send(Msg::WatchState(Err(why))).map(|()| false)
            }
            Some(Ok(is_there)) => Ok(is_there),
            None => Ok(false),
        }
    }

    /// Waits for the next hints or due inspections; without a watch, for the next poll. `None` once the screen is closed.
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
                if self.messages.is_closed() {
                    return None;
                }
                hints.everything = due != Some(until);
            }
        }
        let now = Instant::now();
        let waited = self.suspicions.iter().filter(|(_, (_, due))| *due <= now);
        hints.features.extend(waited.map(|(id, _)| id.clone()));
        for _ in 0..EARLIER {
            hints.features.extend(self.changed_earlier.pop_first());
        }
        Some(hints)
    }

    /// When the next inspection without a hint is due: of a suspicion, or of an earlier change.
    fn due(&self) -> Option<Instant> {
        let suspicious = self.suspicions.values().map(|(_, due)| *due).min();
        if self.changed_earlier.is_empty() { suspicious } else { Some(Instant::now()) }
    }

    /// Inspects everything that the hints name.
    fn inspect_hints(&mut self, hints: Hints) -> Result<(), ()> {
        let Hints { everything, list, settings: is_changed, mut features, mut runs } = hints;
        if is_changed || everything {
            let settings = (self.settings)();
            // If the files may be the same, unchanged settings are not sent again. The screen's are not all that the files have.
            if is_changed || self.sent_settings.as_ref() != Some(&settings) {
                self.sent_settings = Some(settings.clone());
                self.send(Msg::SettingsRead(settings))?;
            }
        }
        if list || everything {
            let listed = self.workspace.design().features();
            if let Ok(ids) = &listed {
                features.extend(ids.iter().filter(|id| everything || !self.known.contains(id)).cloned());
                self.known = ids.iter().cloned().collect();
            }
            self.send(Msg::Listed(listed.map_err(Into::into)))?;
        }
        // A feature's folder can have runs of other workflows too.
        runs.extend(features.iter().map(|id| (FEATURES, id.clone())));
        self.inspect_others(&runs, list, everything)?;
        let mut cards = Vec::new();
        let workspace = self.workspace.clone();
        let rules = LazyCell::new(|| workspace.design().rules());
        for id in features {
            // A new folder is watched before it is inspected.
            self.watch_feature(&id)?;
            let Some(card) = self.inspect_changed(&id, &rules) else { continue };
            let card = self.watch_more(&id, card, &rules)?;
            cards.push((id, card));
            // One message for simultaneous changes, so that they are one frame.
            if cards.len() == BATCH {
                self.send(Msg::FilesChanged(keyed(std::mem::take(&mut cards))))?;
            }
        }
        if cards.is_empty() { Ok(()) } else { self.send(Msg::FilesChanged(keyed(cards))) }
    }

    /// Inspects the runs of other workflows that hints name, and those of the features that these are about: they may wait for
    /// them. A run that came or went makes a new list.
    fn inspect_others(
        &mut self,
        hinted: &BTreeSet<(&'static str, FeatureId)>,
        list: bool,
        everything: bool,
    ) -> Result<(), ()> {
        if list || everything || !hinted.iter().all(|hint| self.is_listed(hint)) {
            self.list_others(InspectDepth::Changes)?;
        }
        let keys: Vec<RunKey> = match everything {
            true => self.others.clone(),
            false => hinted
                .iter()
                .flat_map(|hint| self.keys_of(hint).into_iter().chain(self.naming(hint)))
                .collect(),
        };
        let about = self.read_others(&keys, InspectDepth::Changes, Msg::FilesChanged)?;
        let mut waiting: Vec<RunKey> =
            about.into_iter().flat_map(|id| self.keys_of(&(FEATURES, id))).collect();
        waiting.retain(|key| !keys.contains(key));
        self.read_others(&waiting, InspectDepth::Changes, Msg::FilesChanged).map(drop)
    }

    /// The workflows that have their runs in a folder, with the keys of their runs of this id.
    fn flows_of(
        &self,
        (folder, id): &(&'static str, FeatureId),
    ) -> impl Iterator<Item = (&dyn Runs, RunKey)> {
        let flows = self.workspace.flows.others.iter().map(AsRef::as_ref);
        let flows = flows.filter(move |runs: &&dyn Runs| runs.shelf().as_str() == *folder);
        flows.map(move |runs| (runs, RunKey { flow: runs.name(), id: id.clone() }))
    }

    /// The listed runs in a folder of this id.
    fn keys_of(&self, hint: &(&'static str, FeatureId)) -> Vec<RunKey> {
        let keys = self.flows_of(hint).map(|(_, key)| key);
        keys.filter(|key| self.others.binary_search(key).is_ok()).collect()
    }

    /// The runs that name a hinted feature.
    fn naming(&self, (folder, id): &(&'static str, FeatureId)) -> Vec<RunKey> {
        let named = self.named.iter().filter(|(_, feature)| *folder == FEATURES && *feature == id);
        named.map(|(key, _)| key.clone()).filter(|key| self.others.binary_search(key).is_ok()).collect()
    }

    /// Whether the list has exactly those runs of a hint that exist.
    fn is_listed(&self, hint: &(&'static str, FeatureId)) -> bool {
        let exists = |runs: &dyn Runs| runs.exists(&hint.1).unwrap_or(false);
        self.flows_of(hint).all(|(runs, key)| exists(runs) == self.others.binary_search(&key).is_ok())
    }

    /// Lists the runs of the workflows other than the design, and reads those that are new.
    fn list_others(&mut self, depth: InspectDepth) -> Result<(), ()> {
        let workspace = self.workspace.clone();
        for runs in &workspace.flows.others {
            self.watch_shelf(&runs.shelf())?;
        }
        let mut keys = match other_keys(&workspace) {
            Ok(keys) => keys,
            Err(why) => return self.send(Msg::OthersListed(Err(why.into()))),
        };
        keys.sort_unstable();
        if keys == self.others {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.others, keys.clone());
        self.send(Msg::OthersListed(Ok(keys.clone())))?;
        keys.retain(|key| before.binary_search(key).is_err());
        self.read_others(&keys, depth, Msg::CardsRead).map(drop)
    }

    /// Watches the folders of some runs of other workflows, then reads their cards. Returns the features that the runs name.
    fn read_others(
        &mut self,
        keys: &[RunKey],
        depth: InspectDepth,
        msg: fn(Vec<(RunKey, Card)>) -> Msg,
    ) -> Result<BTreeSet<FeatureId>, ()> {
        let workspace = self.workspace.clone();
        let mut about = BTreeSet::new();
        for batch in keys.chunks(BATCH) {
            let mut cards: Vec<(RunKey, Card)> = Vec::with_capacity(batch.len());
            for key in batch {
                let Some(runs) = workspace.flows.named(key.flow) else { continue };
                self.watch_below(&runs.place(&key.id).folder, FOLDERS_OF_A_RUN)?;
                cards.extend(card_of_other(&workspace, key, depth).map(|card| (key.clone(), card)));
            }
            for (key, card) in &cards {
                self.named.remove(key);
                if let Some(feature) = &card.about {
                    self.named.insert(key.clone(), feature.clone());
                    about.insert(feature.clone());
                }
            }
            if !cards.is_empty() {
                self.send(msg(cards))?;
            }
        }
        Ok(about)
    }

    /// Watches the folder that has the runs of a workflow, those above it, and each folder in it, where a record may appear.
    fn watch_shelf(&mut self, shelf: &RelPath) -> Result<(), ()> {
        let above = std::iter::successors(shelf.parent(), RelPath::parent);
        let above: Vec<RelPath> = above.filter(|folder| !folder.as_str().is_empty()).collect();
        for folder in above.iter().rev() {
            self.watch(folder)?;
        }
        self.watch_below(shelf, 1)
    }

    /// Watches a folder, and the folders in it down to a depth. Links are not followed.
    fn watch_below(&mut self, folder: &RelPath, depth: u8) -> Result<(), ()> {
        if !self.watch(folder)? {
            return Ok(());
        }
        let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
        let names = self.workspace.store.list(folder).unwrap_or_default();
        for (name, kind) in names {
            if let (Kind::Folder, Ok(name)) = (kind, name.parse::<FileName>()) {
                self.watch_below(&folder.named(&name), depth)?;
            }
        }
        Ok(())
    }

    fn send(&self, msg: Msg) -> Result<(), ()> {
        self.messages.blocking_send(msg).map_err(|_| ())
    }

    /// The card of a feature whose files may have changed. Frozen designs and candidates are inspected under the lease, so that
    /// a deleted marker or a hand edit takes effect. `None` if the feature is inspected again in a moment.
    fn inspect_changed(&mut self, id: &FeatureId, rules: &LazyRules) -> Option<Card> {
        // Frequent hints must not delay a suspicion for ever.
        if self.suspicions.get(id).is_some_and(|(_, due)| *due > Instant::now()) {
            return None;
        }
        let inspected = match self.suspicions.remove(id) {
            Some((suspicion, _)) => self.workspace.design().confirm(id, suspicion),
            None => self.workspace.design().inspect_under(id, InspectDepth::Changes, rules),
        };
        match inspected {
            Ok(Inspection { suspicion: Some(suspicion), .. }) => {
                self.add_suspicion(id, suspicion);
                None
            }
            Ok(Inspection { view, suspicion: None }) => Some(checked_card(&self.workspace, &view)),
            Err(_) => {
                Some(card_of(&self.workspace, self.workspace.design().inspect(id, InspectDepth::Record)))
            }
        }
    }

    /// The card of a feature that is not watched yet. If its files changed while no screen was open, it is inspected again
    /// later.
    fn inspect_first(&mut self, id: &FeatureId, rules: &LazyRules) -> Card {
        let inspected = self.workspace.design().inspect_under(id, InspectDepth::Seal, rules);
        let recorded = inspected
            .as_ref()
            .ok()
            .filter(|found| found.view.gate().is_some())
            .map(|found| found.view.design);
        if let Ok(Inspection { suspicion: Some(suspicion), .. }) = &inspected {
            self.add_suspicion(id, suspicion.clone());
        }
        let card = card_of(&self.workspace, inspected);
        if recorded.is_some_and(|design| card.file_problem.is_some() || card.design != design) {
            self.changed_earlier.insert(id.clone());
        }
        card
    }

    fn add_suspicion(&mut self, id: &FeatureId, suspicion: Suspicion) {
        let due = Instant::now() + suspicion.wait();
        self.suspicions.insert(id.clone(), (suspicion, due));
    }
}

/// The cards of designs, by the keys of their runs.
fn keyed(cards: Vec<(FeatureId, Card)>) -> Vec<(RunKey, Card)> {
    cards.into_iter().map(|(id, card)| (id.into(), card)).collect()
}

fn card_of(workspace: &Workspace, inspected: Result<Inspection, Trouble>) -> Card {
    match inspected {
        Ok(inspection) => checked_card(workspace, &inspection.view),
        Err(trouble) => Card::unusable(&trouble),
    }
}
