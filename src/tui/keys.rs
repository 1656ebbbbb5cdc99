//! Table of the keys, with their texts for the help screen. The configuration may bind an action to other keys
//! (`screen.keys`).

mod chord;
mod keymap;

pub use keymap::{Keys, WrongKeys};

use KeyGroup::{Deciding, Else, Moving, Panes, Running};

/// An action of a key outside of dialogs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    Down,
    Up,
    PageDown,
    PageUp,
    Top,
    Bottom,
    NextFeature,
    PreviousFeature,
    NextNeedy,
    NextUnseen,
    Find,
    FindBack,
    NextPane,
    PreviousPane,
    Show(PaneKey),
    Enter,
    Back,
    Fold,
    FoldAll,
    Left,
    Right,
    Decide,
    Comment,
    Answer,
    Dismiss,
    MarkDone,
    OpenPreview,
    Brief,
    Run,
    RunAll,
    Pause,
    Abort,
    Reset,
    ResetFromBest,
    NewFeature,
    Base,
    Filter,
    Sort,
    Command,
    Copy,
    Zoom,
    Help,
    Suspend,
    Quit,
}

/// The panes, each with a number key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum PaneKey {
    #[default]
    Features,
    Critique,
    Diff,
    Preview,
    Intent,
    Feedback,
    Journal,
    Scores,
    Machine,
    Exchange,
}

/// One row of the table.
#[derive(PartialEq, Eq, Debug)]
pub struct Binding {
    pub action: Action,
    /// The name in the configuration.
    pub name: &'static str,
    /// The default keys, separated by spaces.
    pub keys: &'static str,
    /// The text on the help screen.
    pub help: &'static str,
    pub group: KeyGroup,
    /// Whether the action is about the selected feature. It then stays selected, even if another one becomes more urgent.
    pub is_about_selected: bool,
}

impl Binding {
    /// The row of an action that is about no feature or about all of them.
    const fn about_none(mut self) -> Self {
        self.is_about_selected = false;
        self
    }
}

/// A section of the help screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyGroup {
    Moving,
    Panes,
    Deciding,
    Running,
    Else,
}

impl KeyGroup {
    /// In the order of the help screen.
    pub const ALL: [Self; 5] = [Self::Moving, Self::Panes, Self::Deciding, Self::Running, Self::Else];

    /// The title of the section.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Panes => "Panes",
            Self::Deciding => "Deciding",
            Self::Running => "Running",
            Self::Else => "Everything else",
        }
    }
}

const fn row(
    action: Action,
    name: &'static str,
    keys: &'static str,
    help: &'static str,
    group: KeyGroup,
) -> Binding {
    Binding { action, name, keys, help, group, is_about_selected: true }
}

/// The table. If two rows have the same key, the first one takes it.
pub const TABLE: &[Binding] = &[
    row(Action::Down, "down", "j down", "down", Moving),
    row(Action::Up, "up", "k up", "up", Moving),
    row(Action::PageDown, "page-down", "pgdn ctrl-f", "a page down", Moving),
    row(Action::PageUp, "page-up", "pgup ctrl-b", "a page up", Moving),
    row(Action::Top, "top", "g home", "to the first", Moving),
    row(Action::Bottom, "bottom", "G end", "to the last", Moving),
    row(Action::NextFeature, "next-feature", "J ]", "next feature, from any pane", Moving),
    row(Action::PreviousFeature, "previous-feature", "K [", "previous feature, from any pane", Moving),
    row(Action::NextNeedy, "next-needy", "n", "next feature that needs you", Moving),
    row(Action::NextUnseen, "next-unseen", ".", "next unread part of the design", Moving),
    row(Action::Find, "find", "f", "find in this pane; enter alone: next hit", Moving),
    row(Action::FindBack, "find-back", "F", "previous hit", Moving),
    row(Action::NextPane, "next-pane", "tab", "next pane", Panes),
    row(Action::PreviousPane, "previous-pane", "shift-tab", "previous pane", Panes),
    row(Action::Show(PaneKey::Features), "features", "1", "the list of features", Panes),
    row(Action::Show(PaneKey::Critique), "critique", "2", "why this score", Panes),
    row(Action::Show(PaneKey::Diff), "diff", "3", "what changed", Panes),
    row(Action::Show(PaneKey::Preview), "preview", "4", "the screens", Panes),
    row(Action::Show(PaneKey::Intent), "intent", "5", "the whole design", Panes),
    row(Action::Show(PaneKey::Feedback), "feedback", "6", "requests, and what became of them", Panes),
    row(Action::Show(PaneKey::Journal), "journal", "7", "the history of the feature", Panes),
    row(Action::Show(PaneKey::Scores), "scores", "8", "scores of all iterations", Panes),
    row(Action::Show(PaneKey::Machine), "machine", "9", "state, and possible next steps", Panes),
    row(Action::Show(PaneKey::Exchange), "exchange", "0", "prompts and answers of the agents", Panes),
    row(Action::Enter, "enter", "enter", "open; go to a finding's element", Panes),
    row(Action::Back, "back", "esc", "back to the list; there: clear the filter", Panes),
    row(Action::Fold, "fold", "space", "fold or unfold", Panes),
    row(Action::FoldAll, "fold-all", "z", "fold or unfold everything", Panes),
    row(Action::Left, "left", "h left", "fold; scroll left", Panes),
    row(Action::Right, "right", "l right", "unfold; scroll right", Panes),
    row(Action::Base, "base", "b", "diff: compare with another version", Panes),
    row(Action::Zoom, "zoom", "Z", "zoom this pane, and back", Panes),
    row(Action::Decide, "decide", "d", "approve, reject or abort", Deciding),
    row(Action::Comment, "comment", "c", "comment on this element, for the next rejection", Deciding),
    row(Action::Answer, "answer", "a", "answer this open question (answers.md)", Deciding),
    row(Action::Dismiss, "dismiss", "D", "dismiss this finding of the critic, with a reason", Deciding),
    row(Action::MarkDone, "mark-done", "m", "feedback: mark an item as done or not done", Deciding),
    row(Action::OpenPreview, "open-preview", "o", "open preview.html in the browser", Deciding),
    row(Action::Brief, "brief", "e", "edit the requirement document", Deciding),
    row(Action::Run, "run", "r", "run this feature", Running),
    row(Action::RunAll, "run-all", "R", "run every feature that can run", Running).about_none(),
    row(Action::Pause, "pause", "p", "pause a run; run it again to continue", Running),
    row(Action::Abort, "abort", "x", "abort a run", Running),
    row(Action::Reset, "reset", "u", "reset a failed feature to IDLE", Running),
    row(
        Action::ResetFromBest,
        "reset-from-best",
        "U",
        "reset; start the next run from its best design",
        Running,
    ),
    row(Action::NewFeature, "new-feature", "N", "new feature from a requirement document", Running)
        .about_none(),
    row(Action::Filter, "filter", "/", "filter the features", Else).about_none(),
    row(Action::Sort, "sort", "s", "change the order of the features", Else).about_none(),
    row(Action::Command, "command", ":", "type a command; tab completes it", Else).about_none(),
    row(Action::Copy, "copy", "y", "copy this line to the clipboard", Else),
    row(Action::Help, "help", "? f1", "this help", Else).about_none(),
    row(Action::Suspend, "suspend", "ctrl-z", "suspend; the shell's fg returns", Else).about_none(),
    row(Action::Quit, "quit", "q ctrl-c", "quit; asks first if runs are in progress", Else).about_none(),
];
