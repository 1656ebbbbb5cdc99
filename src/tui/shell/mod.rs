//! Shell of the screen: it turns events into messages, and carries out commands. No other part touches the terminal, the
//! engine or the clock.

mod blocking_jobs;
mod change_watcher;
mod disk_cards;
mod external_editor;
mod frame_clock;
mod guard;
mod jobs;
mod panics;
mod preview_check;
mod programs;
mod search;
mod tty;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, EventStream};
use futures::{FutureExt as _, StreamExt as _};
use jiff::Timestamp;
use tokio::signal::unix::SignalKind;
use tokio::sync::mpsc;

use self::frame_clock::Frames;
use self::jobs::Jobs;
use self::tty::Terminal;
use crate::terminal::{EndSignals, ScreenEnd, replace_stdin_on_hangup};
use crate::tui::Launcher;
use crate::tui::machine::Machine;
use crate::tui::modal::Modal;
use crate::tui::modal::welcome::Welcome;
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::model::drafts::LONGEST;
use crate::tui::msg::{Cmd, Msg};
use crate::tui::update::update;
use crate::tui::view::theme::{Background, Theme};
use crate::tui::view::{LastFrame, view};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;

/// The most queued messages.
const QUEUE: usize = 256;
/// The most columns of copied text in a message.
const COPIED: usize = 60;

/// Opens the screen; returns when the person quits, or with the number of the signal that ended it.
///
/// # Errors
/// If the terminal cannot be used or the workspace cannot be opened.
pub fn open<D: Launcher>(launcher: D) -> Result<ScreenEnd, Problem> {
    guard::restore_segv_default();
    if !guard::is_guarded()
        && let Some(ended) = guard::guard()
    {
        return Ok(ended);
    }
    let panics = panics::install_hook();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| unusable(&e))?;
    let outcome = runtime.block_on(run(Arc::new(launcher), panics));
    // Running jobs are abandoned: everything important is on the disk.
    runtime.shutdown_timeout(Duration::from_millis(200));
    outcome
}

fn unusable(e: &io::Error) -> Problem {
    Problem::new(
        format!("The terminal cannot be used: {e}"),
        "`frieze status` lists the features without a screen",
    )
}

async fn run<D: Launcher>(
    launcher: Arc<D>,
    panics: std::sync::mpsc::Receiver<String>,
) -> Result<ScreenEnd, Problem> {
    let workspace = launcher.open()?;
    let (width, height) = crossterm::terminal::size().map_err(|e| unusable(&e))?;
    let size = ratatui::layout::Size::new(width, height);
    let folder = workspace.as_ref().map_or_else(|| launcher.folder(), |workspace| workspace.root.clone());
    let place =
        folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned());
    let settings = launcher.settings();
    let problem = settings.as_ref().err().cloned();
    let settings = settings.unwrap_or_default();
    let theme = Theme::of(settings.colouring, background());
    // The theme decides: otherwise crossterm would drop colours for NO_COLOR.
    crossterm::style::force_color_output(theme != Theme::Plain);
    let machine = Machine::of(launcher.transitions());
    let mut model = Model::new(place, machine, theme, settings.keys, size, Timestamp::now());
    model.background = background();
    model.budget = settings.budget;
    model.is_built_in = settings.is_built_in;
    let (sender, messages) = mpsc::channel(QUEUE);
    let mut jobs = Jobs::new(launcher, sender);
    match workspace {
        Some(workspace) => jobs.open_workspace(workspace, &mut model),
        None => model.modal = Some(Modal::Welcome(Welcome::new(folder))),
    }
    model.arrange();
    model.say_lost_keys();
    if let Some(problem) = problem {
        model.report(&problem);
    }
    let terminal = Terminal::enter(settings.mouse, settings.notify).map_err(|e| unusable(&e))?;
    let end_signals = EndSignals::watch();
    let (frames, last_frame) = (Frames::default(), LastFrame::default());
    let mut shell = Shell { model, jobs, terminal, frames, last_frame, input: None, messages, end_signals };
    // The first frame comes before the background work.
    shell.draw().map_err(|e| unusable(&e))?;
    shell.input = Some(EventStream::new());
    shell.jobs.start_background(&shell.model);
    panics::forward(panics, shell.jobs.sender());
    let ended = shell.work().await.map_err(|e| unusable(&e));
    // Jobs no longer wait for the queue.
    shell.messages.close();
    shell.jobs.save_read_log_on_exit(shell.model.read_log.unsaved()).await;
    ended
}

/// The background of the terminal, from the environment.
fn background() -> Background {
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return Background::NoColour;
    }
    std::env::var("COLORFGBG").map_or(Background::Dark, |colours| Background::from_colorfgbg(&colours))
}

/// The state of an open screen.
struct Shell<D: Launcher> {
    model: Model,
    jobs: Jobs<D>,
    terminal: Terminal,
    frames: Frames,
    last_frame: LastFrame,
    /// `None` while another program has the terminal. A new stream can be made only after the old one is dropped, since its
    /// thread holds the input.
    input: Option<EventStream>,
    messages: mpsc::Receiver<Msg>,
    end_signals: EndSignals,
}

impl<D: Launcher> Shell<D> {
    async fn work(&mut self) -> io::Result<ScreenEnd> {
        let mut gone = tokio::spawn(replace_stdin_on_hangup());
        loop {
            let now = Instant::now();
            if self.model.dirty && self.frames.is_late(now) {
                self.draw()?;
            }
            let frame = self.frames.next_after(now);
            let tick = self.model.next_tick().map(|wait| now + wait);
            // Events that have arrived are handled before the frame is drawn.
            let msg = tokio::select! {
                biased;
                event = next_input(&mut self.input) => match event {
                    Some(event) => {
                        self.frames.input_arrived();
                        message(event?)
                    }
                    // No more input: the terminal is gone.
                    None => return Ok(ScreenEnd::Code(0)),
                },
                kind = self.end_signals.next() => return Ok(ScreenEnd::Signalled(kind.as_raw_value())),
                _ = &mut gone => return Ok(ScreenEnd::Signalled(SignalKind::hangup().as_raw_value())),
                Some(msg) = self.messages.recv() => Some(msg),
                () = until(tick.unwrap_or(frame)), if tick.is_some() && !self.model.dirty => Some(Msg::Tick(Timestamp::now())),
                () = until(frame), if self.model.dirty => {
                    self.draw()?;
                    None
                }
            };
            let Some(msg) = msg else { continue };
            if self.handle(msg)? {
                return Ok(ScreenEnd::Code(0));
            }
            // Messages that have arrived belong to the same frame.
            while let Ok(msg) = self.messages.try_recv() {
                if self.handle(msg)? {
                    return Ok(ScreenEnd::Code(0));
                }
            }
        }
    }

    /// Handles a message; true if the person quits.
    fn handle(&mut self, msg: Msg) -> io::Result<bool> {
        self.model.now = Timestamp::now();
        self.jobs.on_message(&msg);
        for cmd in update(&mut self.model, msg) {
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "every other command is a job; `Jobs` matches them all"
            )]
            match cmd {
                Cmd::Quit => return Ok(true),
                Cmd::Suspend => self.lend(Terminal::suspend)?,
                Cmd::Edit(text) => {
                    let edited =
                        self.lend(|terminal| terminal.edit(|editor| editor.edit_text(&text, LONGEST)))?;
                    self.handle(Msg::EditorClosed(edited))?;
                }
                Cmd::OnTerminal(line) => {
                    let ended = self.lend(|terminal| terminal.run(&line))?;
                    self.handle(Msg::Notice(ended))?;
                }
                Cmd::OpenBrief(id) => self.open_brief(id)?,
                Cmd::Copy(text) => {
                    self.terminal.copy(&text)?;
                    let copied = Shown::cut(&text, COPIED);
                    self.model.say(format!("Copied to the terminal's clipboard: {copied}"));
                }
                Cmd::ApplySettings(settings) => {
                    crossterm::style::force_color_output(self.model.theme != Theme::Plain);
                    self.terminal.apply_settings(settings.mouse, settings.notify)?;
                }
                Cmd::Notify(text) => self.terminal.notify(&text, self.model.is_person_here())?,
                cmd => self.jobs.start(cmd),
            }
        }
        Ok(false)
    }

    fn draw(&mut self) -> io::Result<()> {
        // The event of a changed size may have been lost.
        let size = self.terminal.measure()?;
        if size != self.model.size {
            update(&mut self.model, Msg::Resized(size.width, size.height));
        }
        let awaited = self.model.awaits_drawing();
        let (model, last, now) = (&self.model, &mut self.last_frame, Instant::now());
        let mut parts = Vec::new();
        self.terminal.draw(|buffer| {
            let (shown, cursor) = view(model, last, buffer);
            last.keep(model, buffer);
            parts = shown;
            cursor
        })?;
        self.terminal.title(&self.model)?;
        self.model.dirty = false;
        self.frames.drawn(now);
        if awaited {
            self.drop_typed()?;
        }
        self.terminal.renotify_input();
        update(&mut self.model, Msg::Drawn(parts));
        Ok(())
    }

    /// Drops keys typed before the dialog was visible (promise P9), both in the terminal and in the stream. Changes of the size
    /// are kept.
    fn drop_typed(&mut self) -> io::Result<()> {
        self.terminal.drop_typed();
        while let Some(Some(event)) = next_input(&mut self.input).now_or_never() {
            if let Event::Resize(width, height) = event? {
                update(&mut self.model, Msg::Resized(width, height));
            }
        }
        // A stream polled once does not wake up for the next key.
        self.input = None;
        self.input = Some(EventStream::new());
        Ok(())
    }

    /// Lends the terminal to another program, which reads the keys meanwhile.
    fn lend<T>(&mut self, to: impl FnOnce(&mut Terminal) -> io::Result<T>) -> io::Result<T> {
        self.input = None;
        let outcome = to(&mut self.terminal);
        self.end_signals.forget_interruptions();
        self.input = Some(EventStream::new());
        let (width, height) = crossterm::terminal::size()?;
        self.handle(Msg::Resized(width, height))?;
        self.model.dirty = true;
        outcome
    }

    /// Opens the brief in the external editor, and inspects the feature afterwards, since the brief is not watched.
    fn open_brief(&mut self, id: FeatureId) -> io::Result<()> {
        let opened = match self.jobs.brief(&id) {
            Ok(path) => self.lend(|terminal| terminal.edit(|editor| editor.edit(&path)))?,
            Err(problem) => Err(problem),
        };
        self.handle(Msg::Notice(opened.map(|()| "Editor closed.".to_owned())))?;
        self.jobs.start(Cmd::Reinspect(vec![id.into()]));
        Ok(())
    }
}

/// The next input event; never returns while another program has the terminal.
async fn next_input(input: &mut Option<EventStream>) -> Option<io::Result<Event>> {
    match input {
        Some(input) => input.next().await,
        None => std::future::pending().await,
    }
}

async fn until(instant: Instant) {
    tokio::time::sleep_until(instant.into()).await;
}

/// The message of a terminal event.
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
