//! Errands: everything that takes time, off the screen's thread. Each ends with a message.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::cards::card;
use super::errands;
use super::looking::Looking;
use super::panics;
use crate::domain::id::FeatureId;
use crate::domain::looked::Looked;
use crate::engine::{Board, Seen, Trouble};
use crate::kernel::{Event, Order};
use crate::ports::{NotSigned, Touched};
use crate::tui::detail::{Base, Detail, Stated};
use crate::tui::features::Card;
use crate::tui::model::Model;
use crate::tui::msg::{Cmd, Errand, Msg};
use crate::tui::{Doors, Station};

/// How many features are read before the first frame: a screenful.
const AT_ONCE: usize = 120;
/// A reading that is asked for so soon after another waits as long: who holds a key down passes by most features.
const REST: Duration = Duration::from_millis(60);
/// How long the end of the screen waits for what was looked at to be saved.
const AT_LAST: Duration = Duration::from_secs(1);
/// How many hints at changed files may wait.
const HINTS: usize = 1_024;

/// What is to be read for the panes: a feature, and what it is to be compared with.
type Wanted = (FeatureId, Option<Base>);

/// The errands of one screen.
pub struct Jobs<D: Doors> {
    doors: Arc<D>,
    station: Option<Arc<Station<D::Flow>>>,
    tell: mpsc::Sender<Msg>,
    /// A reading for the panes is under way, and what is to be read next: the newer replaces the older.
    reading: bool,
    next: Arc<Mutex<Option<Wanted>>>,
    /// When a reading was asked for last.
    asked: Option<Instant>,
    /// What is to be read after the first frame.
    unread: Option<Vec<FeatureId>>,
    /// Where hints at changed files go.
    hints: Option<SyncSender<Touched>>,
    /// What was looked at is being saved.
    keeping: Option<JoinHandle<()>>,
}

impl<D: Doors> Jobs<D> {
    /// Nothing is under way, and no workspace is open.
    pub fn new(doors: Arc<D>, tell: mpsc::Sender<Msg>) -> Self {
        Self {
            doors,
            station: None,
            tell,
            reading: false,
            next: Arc::default(),
            asked: None,
            unread: None,
            hints: None,
            keeping: None,
        }
    }

    /// Where messages go.
    pub fn teller(&self) -> mpsc::Sender<Msg> {
        self.tell.clone()
    }

    /// Begins to work in a workspace: the list at once, what is visible at once, the rest in the background.
    pub fn begin(&mut self, station: Station<D::Flow>, model: &mut Model) {
        let station = Arc::new(station);
        self.station = Some(station.clone());
        let ids = match station.engine.features() {
            Ok(ids) => ids,
            Err(e) => return model.complain(&e.into()),
        };
        model.features.list(&ids);
        let height = usize::from(model.size.height).min(AT_ONCE);
        let cards = ids.iter().take(height).map(|id| (id.clone(), card(&station, id)));
        model.features.update(cards.collect::<Vec<_>>());
        model.arrange();
        model.moved = Some(model.now);
        self.unread = Some(ids);
    }

    /// After the first frame: the panes of what is selected, and the rest of the features.
    pub fn go_on(&mut self, model: &Model) {
        let Some(ids) = self.unread.take() else { return };
        if let Some(first) = model.features.selected() {
            self.load(first.clone(), None);
        }
        self.watch_board();
        self.watch_files(ids);
    }

    /// Some messages end an errand of ours.
    pub fn note(&mut self, msg: &Msg) {
        if let Msg::Detail(_) = msg {
            self.reading = false;
            let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((id, base)) = next {
                self.load(id, base);
            }
        }
    }

    /// Begins an errand. What only the shell can do is done there.
    pub fn start(&mut self, cmd: Cmd) {
        match cmd {
            Cmd::Load(id, base) => self.load(id, base),
            Cmd::Compare(detail, base, with) => {
                let (of, old, new) = (detail.clone(), base.clone(), with.clone());
                let work = move |station: &Station<D::Flow>| {
                    Ok(of.compare::<D::Flow>(station.store.as_ref(), old, new))
                };
                self.blocking(work, move |compared| {
                    let compared = compared.unwrap_or_else(|why| detail.not_compared(base, with, &why));
                    Msg::Compared(detail.id.clone(), compared)
                });
            }
            Cmd::Order(id, order) => self.order(id, order),
            Cmd::GoOn(id) => self.run(id, None, Errand::Run),
            Cmd::RunAll(ids) => {
                for id in ids {
                    self.order(id, Order::Start);
                }
            }
            Cmd::Pause(id) => self.pause(id),
            Cmd::Decide(id, decision) => self.run(id, Some(Event::Decided(decision)), Errand::Decide),
            Cmd::Unlock(id, passphrase, decision) => {
                if let Some(station) = &self.station {
                    station.engine.approvals().unlock(passphrase);
                }
                self.run(id, Some(Event::Decided(decision)), Errand::Decide);
            }
            Cmd::Attempt(id, what) => self.attempt(id, what),
            Cmd::SetAside(id) => self.errand(id, Errand::SetAside, |station, id| {
                station.engine.set_aside(id)?;
                Ok("the damaged record was set aside".to_owned())
            }),
            Cmd::Create(id, path) => {
                self.errand(id, Errand::Create, move |station, id| errands::create(station, id, &path));
            }
            Cmd::KeepDraft(id, text, before) => {
                let of = id.clone();
                let work =
                    move |station: &Station<D::Flow>| errands::keep_draft(station, &of, &text, &before);
                self.blocking(work, move |kept| errands::draft_kept(id, kept));
            }
            Cmd::KeepLooks(looks) => self.keep_looks(looks),
            Cmd::MarkDone(id, folder, words) => self.errand(id, Errand::MarkDone, move |station, id| {
                errands::mark_done(station, id, folder, words)
            }),
            Cmd::Answer(id, question, text) => self.errand(id, Errand::Answer, move |station, id| {
                errands::answer(station, id, &question, &text)
            }),
            Cmd::OpenPreview(id) => {
                self.blocking(move |station| errands::open_preview(station, &id), Msg::Said);
            }
            Cmd::MakeWorkspace { demo } => {
                let doors = self.doors.clone();
                panics::ending(self.tell.clone(), move || doors.make(demo), Msg::Made);
            }
            Cmd::LookAgain(ids) => {
                for id in ids {
                    self.hint(Touched::Feature(id));
                }
            }
            Cmd::Relist => self.relist(),
            Cmd::Verify(ids) => self.blocking(move |station| errands::verify(station, &ids), Msg::Said),
            Cmd::FindPaths(typed) => {
                let begun = typed.clone();
                self.blocking(
                    move |station| Ok(errands::paths(station, &typed)),
                    |paths| Msg::Paths(begun, paths.unwrap_or_default()),
                );
            }
            Cmd::Quit
            | Cmd::Suspend
            | Cmd::Edit(_)
            | Cmd::OpenBrief(_)
            | Cmd::Copy(_)
            | Cmd::Notify(_)
            | Cmd::Adjust(_) => {}
        }
    }

    fn load(&mut self, id: FeatureId, base: Option<Base>) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, base));
        let now = Instant::now();
        let waits = self.asked.replace(now).is_some_and(|before| now.duration_since(before) < REST);
        if std::mem::replace(&mut self.reading, true) {
            return;
        }
        let next = self.next.clone();
        tokio::spawn(async move {
            if waits {
                tokio::time::sleep(REST).await;
            }
            let wanted = next.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((id, base)) = wanted else { return };
            let read = id.clone();
            let work = move || {
                // What happened to its files while nobody watched is acted upon.
                let view = station.engine.study(&read).map_err(Stated::from);
                let seal = station.engine.seal_if_known(&read, view.as_ref().ok());
                let mut detail = Detail::read::<D::Flow>(view, station.store.as_ref(), &read, seal, base);
                errands::complete(&station, &mut detail);
                Ok(detail)
            };
            panics::ending(tell, work, move |read| {
                let detail = read.unwrap_or_else(|stated| Detail::lost::<D::Flow>(id, stated));
                Msg::Detail(Arc::new(detail))
            });
        });
    }

    /// Where the requirement document of a feature is.
    pub fn brief(&self, id: &FeatureId) -> Result<PathBuf, Stated> {
        let Some(station) = &self.station else {
            return Err(Stated { what: "there is no workspace yet".to_owned(), hint: String::new() });
        };
        errands::brief(station, id)
    }

    /// One save at a time: the next one is asked for when it is known how this one ended.
    fn keep_looks(&mut self, looks: Vec<Looked>) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        let work = move || errands::keep_looks(&station, looks);
        self.keeping = Some(panics::ending(tell, work, Msg::Kept));
    }

    /// The screen ends: what was looked at last is kept before that, behind a save that is under way. Where it cannot
    /// be, nobody is there to be told; where the files do not answer, nobody waits for them.
    pub async fn keep_looks_at_last(&mut self, looks: Vec<Looked>) {
        let Some(station) = self.station.clone().filter(|_| !looks.is_empty()) else { return };
        let before = self.keeping.take();
        let last = async {
            if let Some(before) = before {
                let _ = before.await;
            }
            let _ = tokio::task::spawn_blocking(move || errands::keep_looks(&station, looks)).await;
        };
        let _ = tokio::time::timeout(AT_LAST, last).await;
    }

    fn order(&self, id: FeatureId, order: Order) {
        let errand = if matches!(order, Order::Explain { .. }) { Errand::Explain } else { Errand::Run };
        self.run(id, Some(Event::Ordered(order)), errand);
    }

    /// Gives an event to a feature and lets it run until it waits for nobody but a person.
    fn run(&self, id: FeatureId, event: Option<Event>, errand: Errand) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        tokio::spawn(async move {
            let ended = match station.engine.run(&id, event).await {
                Ok(view) => Msg::Rested(errand, Box::new(view)),
                Err(Trouble::NotSigned(NotSigned::Locked(question))) => Msg::Locked(id, question),
                Err(trouble) => Msg::Ended(id, errand, Err(trouble.into())),
            };
            let _ = tell.send(ended).await;
        });
    }

    /// The person was told why it is refused: what keeps it from the journal is told beside that.
    fn attempt(&self, id: FeatureId, what: &'static str) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        tokio::spawn(async move {
            match station.engine.attempt(&id, what).await {
                Ok(_) | Err(Trouble::Refused(_)) => {}
                Err(trouble) => {
                    let _ = tell.send(Msg::NotJournalled(id, what, trouble.into())).await;
                }
            }
        });
    }

    fn pause(&self, id: FeatureId) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        tokio::spawn(async move {
            let outcome = station.engine.pause(&id).await;
            let said = outcome.map(|_| format!("{id} is paused; run goes on")).map_err(Stated::from);
            let _ = tell.send(Msg::Ended(id, Errand::Pause, said)).await;
        });
    }

    /// An errand for a feature.
    fn errand(
        &self,
        id: FeatureId,
        errand: Errand,
        work: impl FnOnce(&Station<D::Flow>, &FeatureId) -> Result<String, Stated> + Send + 'static,
    ) {
        let of = id.clone();
        self.blocking(move |station| work(station, &of), move |outcome| Msg::Ended(id, errand, outcome));
    }

    fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Station<D::Flow>) -> Result<T, Stated> + Send + 'static,
        end: impl FnOnce(Result<T, Stated>) -> Msg + Send + 'static,
    ) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        panics::ending(tell, move || work(&station), end);
    }

    /// Reads the list again; a workspace that was just made is opened.
    fn relist(&mut self) {
        if self.hint(Touched::List) {
            return;
        }
        match self.doors.open() {
            Ok(Some(station)) => {
                let listed = station.engine.features().map_err(Stated::from);
                let ids = listed.clone().unwrap_or_default();
                self.station = Some(Arc::new(station));
                self.watch_board();
                self.watch_files(ids);
                self.say(Msg::Listed(listed));
            }
            Ok(None) => {}
            Err(stated) => self.say(Msg::Said(Err(stated))),
        }
    }

    /// Has something looked at again; false where nobody looks yet.
    fn hint(&self, touched: Touched) -> bool {
        let Some(hints) = &self.hints else { return false };
        // A full queue holds such a hint already, or one at more than that.
        let _ = hints.try_send(touched);
        true
    }

    fn say(&self, msg: Msg) {
        let tell = self.tell.clone();
        tokio::spawn(async move { tell.send(msg).await });
    }

    /// Reads all features, watches their folders, and looks again at those that something happened to. Where
    /// watching is not possible, everything is looked at now and then, and the screen says so.
    fn watch_files(&mut self, ids: Vec<FeatureId>) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        let (hint, hints) = sync_channel(HINTS);
        self.hints = Some(hint.clone());
        let lost = Arc::new(AtomicBool::new(false));
        let told = lost.clone();
        let doors = self.doors.clone();
        // A thread of its own, which nobody waits for when the screen ends.
        std::thread::spawn(move || {
            let listen = Box::new(move |touched| {
                // A full queue is as good as a hint at everything.
                if hint.try_send(touched).is_err() {
                    told.store(true, Ordering::Relaxed);
                }
            });
            let (watch, polling) = match (station.watching)(listen) {
                Ok(watch) => (Some(watch), None),
                Err(why) => (None, Some(why)),
            };
            let looked = errands::all_looked(&station);
            if !looked.is_empty() {
                let _ = tell.blocking_send(Msg::Looked(looked));
            }
            if let Some(why) = polling {
                let _ = tell.blocking_send(Msg::Watching(Err(why)));
            }
            Looking::new(station, tell, watch, hints, lost, Box::new(move || doors.settings())).work(&ids);
        });
    }

    fn watch_board(&self) {
        let (Some(station), tell) = (self.station.clone(), self.tell.clone()) else { return };
        tokio::spawn(async move {
            let mut board = station.engine.board();
            let mut before = Board::new();
            while board.changed().await.is_ok() {
                let latest = board.borrow_and_update().clone();
                // What was told once is not told again: the files may know better by now.
                let is_news = |id: &FeatureId, seen| before.get(id).is_none_or(|old| !Arc::ptr_eq(old, seen));
                let news = latest.iter().filter(|(id, seen)| is_news(id, seen));
                let news: Vec<_> = news.map(|(id, seen)| (id.clone(), seen.clone())).collect();
                // What an agent tells while it is asked changes no card, but that it is asked at all does.
                let is_moved = |old: &Seen, seen: &Seen| {
                    old.doing != seen.doing || old.view != seen.view || old.is_queued() != seen.is_queued()
                };
                let moved =
                    news.iter().filter(|(id, seen)| before.get(id).is_none_or(|old| is_moved(old, seen)));
                let cards: Vec<_> = moved.map(|(id, seen)| (id.clone(), Card::live(seen))).collect();
                if tell.send(Msg::Told(news)).await.is_err() {
                    return;
                }
                if !cards.is_empty() && tell.send(Msg::Ran(cards)).await.is_err() {
                    return;
                }
                before = latest;
            }
        });
    }
}
