//! Messages to the model and commands to the shell: the only way into and out of the model.

use std::sync::Arc;

use crossterm::event::{KeyEvent, MouseEvent};
use jiff::Timestamp;

use crate::tui::modal::sheet::SheetLine;
use crate::tui::model::detail::{Base, Comparison, Detail, Problem};
use crate::tui::model::feature_list::Card;
use crate::tui::model::other_flow::OtherFlow;
use crate::tui::model::run_key::RunKey;
use crate::tui::screen_settings::Settings;
use secrecy::SecretString;

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::read_marks::ReadMarks;
use frieze_engine::BoardEntry;
use frieze_kernel::{Decision, Order, RunView};

/// An event for `update`.
#[derive(Debug)]
pub enum Msg {
    Key(KeyEvent),
    /// Pasted text; line ends are `\n`.
    Pasted(String),
    Mouse(MouseEvent),
    Resized(u16, u16),
    /// Whether the terminal window has the focus.
    Focused(bool),
    /// Time has passed while something on the screen depends on it.
    Tick(Timestamp),
    /// The frame is on the screen and shows these lines of the design. Keys typed before it were dropped.
    Drawn(Vec<Arc<str>>),
    /// The read marks of earlier sessions.
    ReadLogLoaded(Vec<ReadMarks>),
    ReadLogSaved(Result<(), Problem>),
    /// The ids of all features.
    Listed(Result<Vec<FeatureId>, Problem>),
    /// The workflows of a workspace that was just opened, other than the design.
    OtherFlows(Vec<OtherFlow>),
    /// The keys of all runs of the workflows other than the design.
    OthersListed(Result<Vec<RunKey>, Problem>),
    /// New cards of this process's own runs.
    RunsChanged(Vec<(RunKey, Card)>),
    /// Progress of agents that are answering.
    Progress(Vec<(RunKey, Arc<BoardEntry>)>),
    /// Cards read from the disk.
    CardsRead(Vec<(RunKey, Card)>),
    /// Cards of runs whose files may have changed.
    FilesChanged(Vec<(RunKey, Card)>),
    /// Everything about one run.
    Detail(Arc<Detail>),
    /// A past iteration of a run.
    PastRead(Arc<Detail>),
    Compared(FeatureId, Comparison),
    /// A job for a run ended.
    JobEnded(RunKey, Job, Result<String, Problem>),
    /// An answer could not be saved; its text is kept.
    AnswerNotSaved {
        id: FeatureId,
        question: String,
        text: String,
        problem: Problem,
    },
    /// A draft was saved merged with the words of another window; this is the merged text.
    DraftMerged(FeatureId, String),
    /// A run that an order or a decision started has stopped.
    RunStopped(Job, Box<RunView>),
    /// The signing key asks this question before it signs a decision.
    PassphraseNeeded(FeatureId, String),
    /// A message about no particular feature.
    Notice(Result<String, Problem>),
    WorkspaceMade(Result<(), Problem>),
    /// The external editor was closed: the new text, or why there is none.
    EditorClosed(Result<String, Problem>),
    /// The lines of the sheet with this number.
    SheetRead(u64, Vec<SheetLine>),
    /// A typed path and its completions.
    Paths(String, Vec<String>),
    SettingsRead(Result<Settings, Problem>),
    /// Whether files are watched, or why they are polled.
    WatchState(Result<(), String>),
}

/// The kind of a job that ended, which decides what the screen does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    Run,
    Decide,
    Explain,
    Dismiss,
    /// Of a reset.
    Undo,
    Create,
    SaveDraft,
    /// Its result is only shown.
    Other,
}

/// A command for the shell.
#[derive(Debug)]
pub enum Cmd {
    Quit,
    Suspend,
    /// Read a run for the panes.
    Load(RunKey),
    /// Read a past iteration of a run that was read, by its folder.
    ReadPast(Arc<Detail>, u32),
    /// Compare two designs of a feature.
    Compare(Arc<Detail>, Base, Option<Base>),
    /// Give an order to a run and let it go on.
    Order(RunKey, Order),
    /// Continue a paused or interrupted run.
    Continue(RunKey),
    /// Start these runs.
    RunAll(Vec<RunKey>),
    Pause(RunKey),
    /// Pass a decision to the engine, which checks the files again under the lease.
    Decide(RunKey, Decision),
    /// As `Decide`, with the passphrase of the signing key.
    Unlock(FeatureId, SecretString, Decision),
    /// Have the engine journal an action that the run's state does not allow.
    Attempt(RunKey, &'static str),
    /// Set a damaged record aside.
    SetAside(RunKey),
    /// Create a feature from the requirement document at this path.
    Create(FeatureId, String),
    /// Save the draft of a rejection: the new text, and the file's text that it began from.
    SaveDraft(FeatureId, String, String),
    SaveReadLog(Vec<ReadMarks>),
    /// Save the answer to an open question in place of the one that it had `before`.
    Answer {
        id: FeatureId,
        question: String,
        text: String,
        before: String,
    },
    /// Mark an item of feedback as done, or remove the mark: iteration folder and SHA-256 of the item's words.
    MarkDone(FeatureId, u32, Digest),
    /// Open the external editor on a text.
    Edit(String),
    OpenPreview(FeatureId),
    /// Open the external editor on a feature's requirement document.
    OpenBrief(FeatureId),
    Copy(String),
    MakeWorkspace {
        demo: bool,
    },
    /// Ring and show a desktop notification.
    Notify(String),
    /// Apply changed settings to the terminal.
    ApplySettings(Settings),
    /// Inspect features that another process holds. Its release of a lease changes no watched file.
    Reinspect(Vec<RunKey>),
    /// Read the list of features again.
    Relist,
    /// Run a command of the shell without a terminal, for the sheet with this number.
    Program(u64, String),
    /// Search all features for these words, for the sheet with this number.
    Search(u64, String),
    /// Read a file that a line is about, for the sheet with this number.
    ReadFile(u64, RelPath),
    /// End the command that runs.
    EndProgram,
    /// Run a command of the shell that asks the person, on the terminal.
    OnTerminal(String),
    /// Find completions of a path that is being typed.
    FindPaths(String),
}
