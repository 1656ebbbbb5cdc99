//! Jobs of the screen: everything slow, off the screen's thread. Each ends with a message.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::blocking_jobs;
use super::change_watcher::ChangeWatcher;
use super::disk_cards::{card, card_of_other};
use super::panics;
use super::{programs, search};
use crate::tui::modal::Modal;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::modal::welcome::Welcome;
use crate::tui::model::Model;
use crate::tui::model::detail::{Detail, Problem};
use crate::tui::model::feature_list::Card;
use crate::tui::model::other_flow::OtherFlow;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::{Cmd, Job, Msg};
use crate::tui::{Launcher, Workspace};
use frieze_data::id::FeatureId;
use frieze_design::answers::AnswerChange;
use frieze_design::read_marks::ReadMarks;
use frieze_engine::{Board, BoardEntry, InspectDepth, Runs, Trouble};
use frieze_kernel::{Event, Order, UNDO};
use frieze_ports::{NotSigned, Touched};

/// The most features that are read before the first frame.
const AT_ONCE: usize = 120;
/// A load requested within this time after another waits as long. With a key held down most features are skipped.
const DEBOUNCE: Duration = Duration::from_millis(60);
/// How long quitting waits until the read log is saved.
const LAST_SAVE: Duration = Duration::from_secs(1);
/// The most queued hints about changed files.
const HINTS: usize = 1_024;

/// The jobs of a screen.
pub struct Jobs<D: Launcher> {
    launcher: Arc<D>,
    workspace: Option<Arc<Workspace>>,
    messages: mpsc::Sender<Msg>,
    /// Whether a load is running.
    loading: bool,
    /// The next load; a newer request replaces an older one.
    next: Arc<Mutex<Option<RunKey>>>,
    /// The time of the last request.
    requested: Option<Instant>,
    /// The features that are read after the first frame.
    unread: Option<Vec<FeatureId>>,
    /// The queue of hints about changed files.
    hints: Option<SyncSender<Touched>>,
    /// The running save of the read log.
    saving: Option<JoinHandle<()>>,
    /// The command that runs; it ends when this is dropped.
    program: Option<oneshot::Sender<()>>,
}

impl<D: Launcher> Jobs<D> {
    /// No jobs, and no open workspace.
    pub fn new(launcher: Arc<D>, messages: mpsc::Sender<Msg>) -> Self {
        Self {
            launcher,
            workspace: None,
            messages,
            loading: false,
            next: Arc::default(),
            requested: None,
            unread: None,
            hints: None,
            saving: None,
            program: None,
        }
    }

    pub fn sender(&self) -> mpsc::Sender<Msg> {
        self.messages.clone()
    }

    /// Opens a workspace: lists its features and reads the visible ones. The rest is read in the background.
    pub fn open_workspace(&mut self, workspace: Workspace, model: &mut Model) {
        let workspace = Arc::new(workspace);
        self.workspace = Some(workspace.clone());
        let ids = match workspace.design().features() {
            Ok(ids) => ids,
            Err(e) => return model.report(&e.into()),
        };
        model.others = OtherFlow::all(&workspace.flows);
        model.features.list(&ids);
        let height = usize::from(model.size.height).min(AT_ONCE);
        let cards = ids.iter().take(height).map(|id| (id.clone(), card(&workspace, id)));
        model.features.update(cards.collect::<Vec<_>>());
        model.arrange();
        model.selected_at = Some(model.now);
        // A person who has read nothing in the demo yet may not know the words.
        if ids.is_empty() || (workspace.is_demo)(&ids) && blocking_jobs::load_read_log(&workspace).is_empty()
        {
            model.modal = Some(Modal::Welcome(Welcome::card()));
        }
        self.unread = Some(ids);
    }

    /// Starts the work after the first frame: the selected feature, then all others.
    pub fn start_background(&mut self, model: &Model) {
        let Some(ids) = self.unread.take() else { return };
        if let Some(first) = model.features.selected_run() {
            self.load(first.clone());
        }
        self.watch_boards();
        self.watch_files(ids);
    }

    /// Notes messages that end a job.
    pub fn on_message(&mut self, msg: &Msg) {
        if let Msg::Detail(_) = msg {
            self.loading = false;
            let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(key) = next {
                self.load(key);
            }
        }
    }

    /// Starts the job of a command. Commands of the shell itself are ignored.
    pub fn start(&mut self, cmd: Cmd) {
        match cmd {
            Cmd::Load(key) => self.load(key),
            Cmd::ReadPast(detail, folder) => self.blocking(
                move |workspace| Ok(detail.at_iteration(workspace.store.as_ref(), folder)),
                |read| read.map_or_else(|why| Msg::Notice(Err(why)), |past| Msg::PastRead(Arc::new(past))),
            ),
            Cmd::Compare(detail, base, with) => {
                let (of, old, new) = (detail.clone(), base.clone(), with.clone());
                let work = move |workspace: &Workspace| Ok(of.compare(workspace.store.as_ref(), old, new));
                self.blocking(work, move |compared| {
                    let compared = compared.unwrap_or_else(|why| detail.failed_comparison(base, with, &why));
                    Msg::Compared(detail.id.clone(), compared)
                });
            }
            Cmd::Order(key, order) => self.order(key, order),
            Cmd::Continue(key) => self.run(key, None, Job::Run),
            Cmd::RunAll(keys) => {
                for key in keys {
                    self.order(key, Order::Start);
                }
            }
            Cmd::Pause(key) => self.pause(key),
            Cmd::Decide(key, decision) => self.run(key, Some(Event::Decided(decision)), Job::Decide),
            Cmd::Unlock(id, passphrase, decision) => {
                if let Some(workspace) = &self.workspace {
                    workspace.design().approvals().unlock(passphrase);
                }
                self.run(id.into(), Some(Event::Decided(decision)), Job::Decide);
            }
            Cmd::Attempt(key, what) => self.attempt(key, what),
            Cmd::SetAside(key) => self.set_aside(key),
            Cmd::Create(id, path) => {
                self.feature_job(id, Job::Create, move |workspace, id| {
                    blocking_jobs::create(workspace, id, &path)
                });
            }
            Cmd::SaveDraft(id, text, before) => {
                let of = id.clone();
                let work =
                    move |workspace: &Workspace| blocking_jobs::save_draft(workspace, &of, &text, &before);
                self.blocking(work, move |saved| blocking_jobs::draft_message(id, saved));
            }
            Cmd::SaveReadLog(marks) => self.save_read_log(marks),
            Cmd::MarkDone(id, folder, words) => self.feature_job(id, Job::Other, move |workspace, id| {
                blocking_jobs::mark_done(workspace, id, folder, words)
            }),
            Cmd::Answer { id, question, text, before } => {
                let of = id.clone();
                let change =
                    AnswerChange { question: question.clone(), old: Some(before), new: Some(text.clone()) };
                let work = move |workspace: &Workspace| blocking_jobs::answer(workspace, &of, change);
                self.blocking(work, move |saved| match saved {
                    Ok(text) => Msg::JobEnded(id.into(), Job::Other, Ok(text)),
                    Err(problem) => Msg::AnswerNotSaved { id, question, text, problem },
                });
            }
            Cmd::OpenPreview(id) => {
                self.blocking(move |workspace| blocking_jobs::open_preview(workspace, &id), Msg::Notice);
            }
            Cmd::MakeWorkspace { demo } => {
                let launcher = self.launcher.clone();
                panics::spawn_job(self.messages.clone(), move || launcher.make(demo), Msg::WorkspaceMade);
            }
            Cmd::Reinspect(keys) => {
                for key in keys {
                    self.reinspect(key);
                }
            }
            Cmd::Relist => self.relist(),
            Cmd::Program(sheet, line) => self.run_program(sheet, line),
            Cmd::EndProgram => self.program = None,
            Cmd::Search(sheet, words) => {
                self.fill_sheet(sheet, move |workspace| search::search(workspace, &words));
            }
            Cmd::ReadFile(sheet, path) => {
                self.fill_sheet(sheet, move |workspace| blocking_jobs::file(workspace, &path));
            }
            Cmd::FindPaths(typed) => {
                let path = typed.clone();
                self.blocking(
                    move |workspace| Ok(blocking_jobs::paths(workspace, &typed)),
                    |paths| Msg::Paths(path, paths.unwrap_or_default()),
                );
            }
            Cmd::Quit
            | Cmd::Suspend
            | Cmd::Edit(_)
            | Cmd::OpenBrief(_)
            | Cmd::OnTerminal(_)
            | Cmd::Copy(_)
            | Cmd::Notify(_)
            | Cmd::ApplySettings(_) => {}
        }
    }

    /// Runs a command of the shell, in the place of the one before.
    fn run_program(&mut self, sheet: u64, line: String) {
        let (end, is_ended) = oneshot::channel::<()>();
        self.program = Some(end);
        let (running, messages) = (self.launcher.run(programs::arguments(&line)), self.messages.clone());
        tokio::spawn(async move {
            let ended = tokio::select! {
                ended = running => ended,
                _ = is_ended => return,
            };
            let _ = messages.send(Msg::SheetRead(sheet, programs::lines(&line, ended))).await;
        });
    }

    fn load(&mut self, key: RunKey) {
        let (Some(workspace), messages) = (self.workspace.clone(), self.messages.clone()) else { return };
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(key);
        let now = Instant::now();
        let waits = self.requested.replace(now).is_some_and(|before| now.duration_since(before) < DEBOUNCE);
        if std::mem::replace(&mut self.loading, true) {
            return;
        }
        let next = self.next.clone();
        tokio::spawn(async move {
            if waits {
                tokio::time::sleep(DEBOUNCE).await;
            }
            let request = next.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(key) = request else { return };
            let read = key.clone();
            let work = move || Ok(blocking_jobs::detail(&workspace, &read));
            panics::spawn_job(messages, work, move |read| {
                let detail = read.unwrap_or_else(|problem| Detail::unreadable(&key, problem));
                Msg::Detail(Arc::new(detail))
            });
        });
    }

    /// The path of a feature's brief.
    ///
    /// # Errors
    /// If there is no workspace or no brief.
    pub fn brief(&self, id: &FeatureId) -> Result<PathBuf, Problem> {
        let Some(workspace) = &self.workspace else {
            return Err(Problem::new("There is no workspace yet", ""));
        };
        blocking_jobs::brief(workspace, id)
    }

    /// Saves the read log. The model requests the next save when this one has ended.
    fn save_read_log(&mut self, marks: Vec<ReadMarks>) {
        let (Some(workspace), messages) = (self.workspace.clone(), self.messages.clone()) else { return };
        let work = move || blocking_jobs::save_read_log(&workspace, marks);
        self.saving = Some(panics::spawn_job(messages, work, Msg::ReadLogSaved));
    }

    /// Saves the read log before the screen ends, after a running save. A failure is not reported, and files that do not answer
    /// are not waited for.
    pub async fn save_read_log_on_exit(&mut self, marks: Vec<ReadMarks>) {
        let Some(workspace) = self.workspace.clone().filter(|_| !marks.is_empty()) else { return };
        let running = self.saving.take();
        let last = async {
            if let Some(running) = running {
                let _ = running.await;
            }
            let _ =
                tokio::task::spawn_blocking(move || blocking_jobs::save_read_log(&workspace, marks)).await;
        };
        let _ = tokio::time::timeout(LAST_SAVE, last).await;
    }

    fn order(&self, key: RunKey, order: Order) {
        let job = match &order {
            Order::Explain { .. } => Job::Explain,
            Order::Verb { verb: "dismiss", .. } => Job::Dismiss,
            Order::Verb { verb: UNDO, .. } => Job::Undo,
            Order::Start
            | Order::Stop { .. }
            | Order::Reset { .. }
            | Order::Verb { .. }
            | Order::Attempt { .. } => Job::Run,
        };
        self.run(key, Some(Event::Ordered(order)), job);
    }

    /// The runs of a key's workflow, and the sender of messages.
    fn runs(&self, key: &RunKey) -> Option<(Arc<dyn Runs>, mpsc::Sender<Msg>)> {
        let runs = self.workspace.as_ref()?.flows.named(key.flow)?.clone();
        Some((runs, self.messages.clone()))
    }

    /// Gives an event to a run and lets it go on until it needs a person or has ended.
    fn run(&self, key: RunKey, event: Option<Event>, job: Job) {
        let Some((runs, messages)) = self.runs(&key) else { return };
        let goes_on = job == Job::Run && matches!(event, None | Some(Event::Ordered(Order::Start)));
        tokio::spawn(async move {
            // A key that starts work ends no run.
            let would_end = goes_on.then(|| runs.would_end(&key.id)).flatten();
            let ended = match would_end {
                Some(why) => Err(why),
                None => runs.run(&key.id, event).await,
            };
            let ended = match ended {
                Ok(view) => Msg::RunStopped(job, Box::new(view)),
                Err(Trouble::NotSigned(NotSigned::Locked(question))) => {
                    Msg::PassphraseNeeded(key.id, question)
                }
                Err(trouble) => Msg::JobEnded(key, job, Err(trouble.into())),
            };
            let _ = messages.send(ended).await;
        });
    }

    /// Has the engine journal a refused action. The refusal itself is shown already.
    fn attempt(&self, key: RunKey, action: &'static str) {
        let Some((runs, messages)) = self.runs(&key) else { return };
        tokio::spawn(async move {
            match runs.journal_refusal(&key.id, action).await {
                Ok(_) | Err(Trouble::Refused(_)) => {}
                Err(trouble) => {
                    let Problem { what, hint } = trouble.into();
                    let what = format!("The refusal of `{action}` for {key} is not in the journal: {what}");
                    let _ = messages.send(Msg::Notice(Err(Problem::new(what, hint)))).await;
                }
            }
        });
    }

    fn pause(&self, key: RunKey) {
        let Some((runs, messages)) = self.runs(&key) else { return };
        tokio::spawn(async move {
            let outcome = runs.pause(&key.id).await;
            let result =
                outcome.map(|_| format!("{key} is paused. Run it to continue.")).map_err(Problem::from);
            let _ = messages.send(Msg::JobEnded(key, Job::Other, result)).await;
        });
    }

    fn set_aside(&self, key: RunKey) {
        let Some((runs, _)) = self.runs(&key) else { return };
        let of = key.id.clone();
        let work = move |_: &Workspace| {
            runs.set_aside(&of)?;
            Ok("The damaged record was set aside.".to_owned())
        };
        self.blocking(work, |outcome| Msg::JobEnded(key, Job::Other, outcome));
    }

    /// Starts a blocking job for a feature.
    fn feature_job(
        &self,
        id: FeatureId,
        job: Job,
        work: impl FnOnce(&Workspace, &FeatureId) -> Result<String, Problem> + Send + 'static,
    ) {
        let of = id.clone();
        self.blocking(
            move |workspace| work(workspace, &of),
            move |outcome| Msg::JobEnded(id.into(), job, outcome),
        );
    }

    /// Starts a blocking job for the lines of a sheet.
    fn fill_sheet(
        &self,
        sheet: u64,
        work: impl FnOnce(&Workspace) -> Result<Vec<SheetLine>, Problem> + Send + 'static,
    ) {
        let failed = |problem: Problem| vec![(problem.line(), None)];
        self.blocking(work, move |lines| Msg::SheetRead(sheet, lines.unwrap_or_else(failed)));
    }

    fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Workspace) -> Result<T, Problem> + Send + 'static,
        end: impl FnOnce(Result<T, Problem>) -> Msg + Send + 'static,
    ) {
        let (Some(workspace), messages) = (self.workspace.clone(), self.messages.clone()) else { return };
        panics::spawn_job(messages, move || work(&workspace), end);
    }

    /// Reads the list again. A workspace that was just made is opened.
    fn relist(&mut self) {
        if self.queue_hint(Touched::List) {
            return;
        }
        match self.launcher.open() {
            Ok(Some(workspace)) => {
                let listed = workspace.design().features().map_err(Problem::from);
                let ids = listed.clone().unwrap_or_default();
                self.send(Msg::OtherFlows(OtherFlow::all(&workspace.flows)));
                self.workspace = Some(Arc::new(workspace));
                self.watch_boards();
                self.watch_files(ids);
                self.send(Msg::Listed(listed));
            }
            Ok(None) => {}
            Err(problem) => self.send(Msg::Notice(Err(problem))),
        }
    }

    /// Queues a hint; false if there is no watcher yet.
    fn queue_hint(&self, touched: Touched) -> bool {
        let Some(hints) = &self.hints else { return false };
        // If the queue is full, all features are inspected anyway.
        let _ = hints.try_send(touched);
        true
    }

    fn send(&self, msg: Msg) {
        let messages = self.messages.clone();
        tokio::spawn(async move { messages.send(msg).await });
    }

    /// Reads all features, watches their folders, and inspects changed ones. If watching is not possible, all features are
    /// polled, and the screen shows that.
    fn watch_files(&mut self, ids: Vec<FeatureId>) {
        let (Some(workspace), messages) = (self.workspace.clone(), self.messages.clone()) else { return };
        let (hint, hints) = sync_channel(HINTS);
        self.hints = Some(hint.clone());
        let lost = Arc::new(AtomicBool::new(false));
        let is_lost = lost.clone();
        let launcher = self.launcher.clone();
        // A thread of its own, which is abandoned when the screen ends.
        std::thread::spawn(move || {
            let listen = Box::new(move |touched| {
                // If the queue is full, all features are inspected.
                if hint.try_send(touched).is_err() {
                    is_lost.store(true, Ordering::Relaxed);
                }
            });
            let (watch, polling) = match (workspace.watching)(listen) {
                Ok(watch) => (Some(watch), None),
                Err(why) => (None, Some(why)),
            };
            let marks = blocking_jobs::load_read_log(&workspace);
            if !marks.is_empty() {
                let _ = messages.blocking_send(Msg::ReadLogLoaded(marks));
            }
            if let Some(why) = polling {
                let _ = messages.blocking_send(Msg::WatchState(Err(why)));
            }
            let watcher = ChangeWatcher {
                workspace,
                messages,
                watch,
                hints,
                lost,
                settings: Box::new(move || launcher.settings()),
                known: ids.iter().cloned().collect(),
                others: Vec::new(),
                named: BTreeMap::new(),
                changed_earlier: BTreeSet::new(),
                suspicions: HashMap::new(),
                sent_settings: None,
            };
            watcher.run(&ids);
        });
    }

    /// Inspects a run again. The watcher does that for designs.
    fn reinspect(&self, key: RunKey) {
        if key.design().is_some() {
            self.queue_hint(Touched::Feature(key.id));
            return;
        }
        let of = key.clone();
        let read = move |workspace: &Workspace| Ok(card_of_other(workspace, &of, InspectDepth::Changes));
        self.blocking(read, move |card| {
            let card = card.ok().flatten();
            Msg::FilesChanged(card.map(|card| (key, card)).into_iter().collect())
        });
    }

    fn watch_boards(&self) {
        let Some(workspace) = &self.workspace else { return };
        workspace.flows.all().for_each(|runs| self.watch_board(runs));
    }

    fn watch_board(&self, runs: &Arc<dyn Runs>) {
        let (flow, messages) = (runs.name(), self.messages.clone());
        let mut board = runs.board();
        tokio::spawn(async move {
            let key = |id: &FeatureId| RunKey { flow, id: id.clone() };
            let mut before = Board::new();
            while board.changed().await.is_ok() {
                let latest = board.borrow_and_update().clone();
                // Only new entries are sent, since the cards of older ones may have been read from the disk since.
                let is_new =
                    |id: &FeatureId, entry| before.get(id).is_none_or(|old| !Arc::ptr_eq(old, entry));
                let new = latest.iter().filter(|(id, entry)| is_new(id, entry));
                let new: Vec<_> = new.map(|(id, entry)| (key(id), entry.clone())).collect();
                // Progress of an agent changes no card, but a changed activity does.
                let is_moved = |old: &BoardEntry, entry: &BoardEntry| {
                    old.activity != entry.activity
                        || old.view != entry.view
                        || old.is_queued() != entry.is_queued()
                        || old.needs_person().is_some() != entry.needs_person().is_some()
                };
                let moved = new
                    .iter()
                    .filter(|(key, entry)| before.get(&key.id).is_none_or(|old| is_moved(old, entry)));
                let cards: Vec<_> = moved.map(|(key, entry)| (key.clone(), Card::live(entry))).collect();
                if messages.send(Msg::Progress(new)).await.is_err() {
                    return;
                }
                if !cards.is_empty() && messages.send(Msg::RunsChanged(cards)).await.is_err() {
                    return;
                }
                before = latest;
            }
        });
    }
}
