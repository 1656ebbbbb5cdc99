//! The shell: the only part of the screen that touches the terminal, the engine and the clock. It turns what
//! happens into messages, and does what commands ask for.

mod cards;
mod editor;
mod errands;
mod frames;
mod guard;
mod jobs;
mod looking;
mod page;
mod panics;
mod terminal;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, EventStream};
use futures::{FutureExt as _, StreamExt as _};
use jiff::Timestamp;
use tokio::signal::unix::SignalKind;
use tokio::sync::mpsc;

use self::frames::Frames;
use self::jobs::Jobs;
use self::terminal::Terminal;
use super::Doors;
use super::detail::Stated;
use super::machine::Machine;
use super::modal::Modal;
use super::modal::welcome::Welcome;
use super::model::Model;
use super::msg::{Cmd, Msg};
use super::theme::{Ground, Theme};
use super::update::update;
use super::view::{Before, view};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::terminal::{Endings, let_go};

/// How many messages of jobs may wait.
const QUEUE: usize = 256;
/// The columns of what was copied, where that is told.
const COPIED: usize = 60;

/// Opens the screen and returns when the person leaves it, or with the number of the signal that ended it.
pub fn open<D: Doors>(doors: D) -> Result<Ended, Stated> {
    guard::step_aside();
    if !guard::is_guarded()
        && let Some(ended) = guard::guard()
    {
        return Ok(ended);
    }
    let panics = panics::watch();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| unusable(&e))?;
    let outcome = runtime.block_on(run(Arc::new(doors), panics));
    // Runs under way are left as they are: everything that counts is on the disk.
    runtime.shutdown_timeout(Duration::from_millis(200));
    outcome
}

fn unusable(e: &io::Error) -> Stated {
    Stated {
        what: format!("the terminal cannot be used: {e}"),
        hint: "`frieze status` shows the features without a screen".to_owned(),
    }
}

async fn run<D: Doors>(doors: Arc<D>, panics: std::sync::mpsc::Receiver<String>) -> Result<Ended, Stated> {
    let station = doors.open()?;
    let (width, height) = crossterm::terminal::size().map_err(|e| unusable(&e))?;
    let size = ratatui::layout::Size::new(width, height);
    let folder = station.as_ref().map_or_else(|| doors.folder(), |station| station.root.clone());
    let place =
        folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned());
    let set = doors.settings();
    let wrong = set.as_ref().err().cloned();
    let settings = set.unwrap_or_default();
    let theme = Theme::of(settings.colouring, ground());
    // The theme has the last word: below it, colours would be left out again for NO_COLOR.
    crossterm::style::force_color_output(theme != Theme::Plain);
    let machine = Machine::of::<D::Flow>();
    let mut model = Model::new(place, machine, theme, settings.keys, size, Timestamp::now());
    model.ground = ground();
    model.budget = settings.budget;
    model.is_built_in = settings.is_built_in;
    let (tell, news) = mpsc::channel(QUEUE);
    let mut jobs = Jobs::new(doors, tell);
    match station {
        Some(station) => jobs.begin(station, &mut model),
        None => model.modal = Some(Modal::Welcome(Welcome::new(folder))),
    }
    model.arrange();
    model.tell_taken_keys();
    if let Some(stated) = wrong {
        model.complain(&stated);
    }
    let terminal = Terminal::enter(settings.mouse, settings.notify).map_err(|e| unusable(&e))?;
    let endings = Endings::watch();
    let (frames, before) = (Frames::default(), Before::default());
    let mut shell = Shell { model, jobs, terminal, frames, before, input: None, news, endings };
    // What is known is on the screen before anything else competes for the processor.
    shell.draw().map_err(|e| unusable(&e))?;
    shell.input = Some(EventStream::new());
    shell.jobs.go_on(&shell.model);
    panics::tell(panics, shell.jobs.teller());
    let ended = shell.work().await.map_err(|e| unusable(&e));
    // Nobody listens any more, so no job waits for that.
    shell.news.close();
    shell.jobs.keep_looks_at_last(shell.model.looks.unkept()).await;
    ended
}

/// What the terminal draws on, as its environment tells.
fn ground() -> Ground {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if no_colour || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
        return Ground::Bare;
    }
    std::env::var("COLORFGBG").map_or(Ground::Dark, |colours| Ground::told(&colours))
}

/// Everything that is alive while the screen is open.
struct Shell<D: Doors> {
    model: Model,
    jobs: Jobs<D>,
    terminal: Terminal,
    frames: Frames,
    /// The picture that is on the screen.
    before: Before,
    /// `None` while another program has the terminal. A new stream can only be made where there is no old one:
    /// the old one's thread holds what both read from.
    input: Option<EventStream>,
    news: mpsc::Receiver<Msg>,
    endings: Endings,
}

/// How the screen ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The person left.
    Left,
    /// A signal of this number ended it.
    Signalled(i32),
    /// It ran under a guard, and ended by itself with this exit code.
    Guarded(i32),
}

impl<D: Doors> Shell<D> {
    async fn work(&mut self) -> io::Result<Ended> {
        let mut gone = tokio::spawn(let_go());
        loop {
            let now = Instant::now();
            if self.model.dirty && self.frames.is_late(now) {
                self.draw()?;
            }
            let frame = self.frames.next_after(now);
            let tick = self.model.next_tick().map(|wait| now + wait);
            // What has arrived comes before the frame, and so into it.
            let msg = tokio::select! {
                biased;
                event = typed(&mut self.input) => match event {
                    Some(event) => {
                        self.frames.asked();
                        message(event?)
                    }
                    // Nobody can type any more: the terminal is gone.
                    None => return Ok(Ended::Left),
                },
                kind = self.endings.next() => return Ok(Ended::Signalled(kind.as_raw_value())),
                _ = &mut gone => return Ok(Ended::Signalled(SignalKind::hangup().as_raw_value())),
                Some(msg) = self.news.recv() => Some(msg),
                () = until(tick.unwrap_or(frame)), if tick.is_some() && !self.model.dirty => Some(Msg::Tick(Timestamp::now())),
                () = until(frame), if self.model.dirty => {
                    self.draw()?;
                    None
                }
            };
            let Some(msg) = msg else { continue };
            if self.take(msg)? {
                return Ok(Ended::Left);
            }
            // What has arrived meanwhile belongs into the same frame.
            while let Ok(msg) = self.news.try_recv() {
                if self.take(msg)? {
                    return Ok(Ended::Left);
                }
            }
        }
    }

    /// Takes one message; true when the person leaves.
    fn take(&mut self, msg: Msg) -> io::Result<bool> {
        self.model.now = Timestamp::now();
        self.jobs.note(&msg);
        for cmd in update(&mut self.model, msg) {
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "every other command is an errand; the jobs match them all"
            )]
            match cmd {
                Cmd::Quit => return Ok(true),
                Cmd::Suspend => self.suspend()?,
                Cmd::Edit(text) => {
                    let edited = self.edit(&text)?;
                    self.take(Msg::Edited(edited))?;
                }
                Cmd::OpenBrief(id) => self.open_brief(id)?,
                Cmd::Copy(text) => {
                    self.terminal.copy(&text)?;
                    let told = Shown::cut(&text, COPIED);
                    self.model.say(format!("sent to the terminal's clipboard: {told}"));
                }
                Cmd::Adjust(settings) => {
                    crossterm::style::force_color_output(self.model.theme != Theme::Plain);
                    self.terminal.adjust(settings.mouse, settings.notify)?;
                }
                Cmd::Notify(text) => self.terminal.notify(&text, self.model.is_attended())?,
                cmd => self.jobs.start(cmd),
            }
        }
        Ok(false)
    }

    fn draw(&mut self) -> io::Result<()> {
        // The notice of a change may have been lost.
        let size = self.terminal.measure()?;
        if size != self.model.size {
            update(&mut self.model, Msg::Resized(size.width, size.height));
        }
        let awaited = self.model.modal.as_ref().is_some_and(Modal::awaits_drawing);
        let (model, before, now) = (&self.model, &mut self.before, Instant::now());
        let mut parts = Vec::new();
        self.terminal.draw(|buffer| {
            let (shown, cursor) = view(model, before, buffer);
            before.keep(model, buffer);
            parts = shown;
            cursor
        })?;
        self.terminal.title(&self.model)?;
        self.model.dirty = false;
        self.frames.drawn(now);
        if awaited {
            self.drop_typed()?;
        }
        self.terminal.remind();
        update(&mut self.model, Msg::Drawn(parts));
        Ok(())
    }

    /// Drops what was typed before the dialog could be read (promise P9): what the terminal still holds, and
    /// what was taken from it already. Changes of size are kept.
    fn drop_typed(&mut self) -> io::Result<()> {
        self.terminal.drop_typed();
        while let Some(Some(event)) = typed(&mut self.input).now_or_never() {
            if let Event::Resize(width, height) = event? {
                update(&mut self.model, Msg::Resized(width, height));
            }
        }
        // A stream that was looked at in passing wakes nobody any more when the next key comes.
        self.input = None;
        self.input = Some(EventStream::new());
        Ok(())
    }

    fn suspend(&mut self) -> io::Result<()> {
        // Nobody may read the keys meanwhile.
        self.input = None;
        self.terminal.suspend()?;
        self.resumed()
    }

    fn edit(&mut self, text: &str) -> io::Result<Result<String, Stated>> {
        // Nobody may read the keys meanwhile.
        self.input = None;
        let outcome = self.terminal.edit(text);
        self.resumed()?;
        outcome
    }

    /// What became of the document is looked at afterwards: nobody watches it.
    fn open_brief(&mut self, id: FeatureId) -> io::Result<()> {
        let opened = match self.jobs.brief(&id) {
            Ok(path) => {
                self.input = None;
                let opened = self.terminal.visit(&path);
                self.resumed()?;
                opened?
            }
            Err(stated) => Err(stated),
        };
        self.take(Msg::Said(opened.map(|()| format!("{id}: back from its requirement document"))))?;
        self.jobs.start(Cmd::LookAgain(vec![id]));
        Ok(())
    }

    fn resumed(&mut self) -> io::Result<()> {
        self.input = Some(EventStream::new());
        let (width, height) = crossterm::terminal::size()?;
        self.take(Msg::Resized(width, height))?;
        self.model.dirty = true;
        Ok(())
    }
}

/// What is typed next; never, while another program has the terminal.
async fn typed(input: &mut Option<EventStream>) -> Option<io::Result<Event>> {
    match input {
        Some(input) => input.next().await,
        None => std::future::pending().await,
    }
}

async fn until(instant: Instant) {
    tokio::time::sleep_until(instant.into()).await;
}

/// What of the terminal's events is news.
fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) => Some(Msg::Key(key)),
        Event::Paste(text) => Some(Msg::Pasted(text.replace("\r\n", "\n").replace('\r', "\n"))),
        Event::Mouse(mouse) => Some(Msg::Mouse(mouse)),
        Event::Resize(width, height) => Some(Msg::Resized(width, height)),
        Event::FocusGained => Some(Msg::Focused(true)),
        Event::FocusLost => Some(Msg::Focused(false)),
    }
}
