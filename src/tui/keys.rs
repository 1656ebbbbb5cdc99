//! Table of the keys, with their texts for the help screen. The configuration may bind an action to other keys
//! (`screen.keys`).

mod chord;
mod keymap;

use strum::VariantArray;

pub use keymap::{Keys, WrongKeys};

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
    NextFlow,
    NextUnseen,
    NextChange,
    PreviousChange,
    Earlier,
    Later,
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

/// The panes, each with a number key, in the order of the tab key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, VariantArray)]
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

impl PaneKey {
    pub const ALL: &'static [Self] = Self::VARIANTS;
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
    /// The section of the help screen.
    pub heading: &'static str,
}

/// The sections of the help screen, in their order.
const MOVING: &str = "Moving";
const PANES: &str = "Panes";
const DECIDING: &str = "Deciding";
const RUNNING: &str = "Running";
const ELSE: &str = "Everything else";

const fn row(
    action: Action,
    name: &'static str,
    keys: &'static str,
    help: &'static str,
    heading: &'static str,
) -> Binding {
    Binding { action, name, keys, help, heading }
}

/// The table, by section. If two rows have the same key, the first one takes it.
pub const TABLE: &[Binding] = &[
    row(Action::Down, "down", "j down", "down", MOVING),
    row(Action::Up, "up", "k up", "up", MOVING),
    row(Action::PageDown, "page-down", "pgdn ctrl-f", "a page down", MOVING),
    row(Action::PageUp, "page-up", "pgup ctrl-b", "a page up", MOVING),
    row(Action::Top, "top", "g home", "to the first", MOVING),
    row(Action::Bottom, "bottom", "G end", "to the last", MOVING),
    row(Action::NextFeature, "next-feature", "J ]", "next feature, from any pane", MOVING),
    row(Action::PreviousFeature, "previous-feature", "K [", "previous feature, from any pane", MOVING),
    row(Action::NextNeedy, "next-needy", "n", "next feature that needs you", MOVING),
    row(Action::NextFlow, "next-workflow", "w", "next run of this feature: its design, its sessions", MOVING),
    row(Action::NextUnseen, "next-unseen", ".", "next unread part of the design", MOVING),
    row(Action::NextChange, "next-change", "}", "diff: next change", MOVING),
    row(Action::PreviousChange, "previous-change", "{", "diff: previous change", MOVING),
    row(Action::Earlier, "earlier", "<", "earlier iteration of the design and its exchange", MOVING),
    row(Action::Later, "later", ">", "later iteration; at last the current design", MOVING),
    row(Action::Find, "find", "f", "find in this pane; enter alone: next hit", MOVING),
    row(Action::FindBack, "find-back", "F", "previous hit; in the list: search all features", MOVING),
    row(Action::NextPane, "next-pane", "tab", "next pane", PANES),
    row(Action::PreviousPane, "previous-pane", "shift-tab", "previous pane", PANES),
    row(Action::Show(PaneKey::Features), "features", "1", "the list of features", PANES),
    row(Action::Show(PaneKey::Critique), "critique", "2", "why this score", PANES),
    row(Action::Show(PaneKey::Diff), "diff", "3", "what changed", PANES),
    row(Action::Show(PaneKey::Preview), "preview", "4", "the screens", PANES),
    row(Action::Show(PaneKey::Intent), "intent", "5", "the whole design", PANES),
    row(Action::Show(PaneKey::Feedback), "feedback", "6", "requests, and what became of them", PANES),
    row(Action::Show(PaneKey::Journal), "journal", "7", "the history of the feature", PANES),
    row(Action::Show(PaneKey::Scores), "scores", "8", "scores of all iterations", PANES),
    row(Action::Show(PaneKey::Machine), "machine", "9", "state, and possible next steps", PANES),
    row(Action::Show(PaneKey::Exchange), "exchange", "0", "prompts and answers of the agents", PANES),
    row(Action::Enter, "enter", "enter", "open; go to a finding's element", PANES),
    row(Action::Back, "back", "esc", "back to the list; there: clear marks, then the filter", PANES),
    row(Action::Fold, "fold", "space", "fold or unfold; in the list: mark for r, u, p", PANES),
    row(Action::FoldAll, "fold-all", "z", "fold or unfold everything", PANES),
    row(Action::Left, "left", "h left", "fold; scroll left", PANES),
    row(Action::Right, "right", "l right", "unfold; scroll right", PANES),
    row(Action::Base, "base", "b", "diff: compare with another version", PANES),
    row(Action::Zoom, "zoom", "Z", "zoom this pane, and back", PANES),
    row(Action::Decide, "decide", "d", "approve, reject or abort", DECIDING),
    row(Action::Comment, "comment", "c", "comment on this element, for the next rejection", DECIDING),
    row(Action::Answer, "answer", "a", "answer this open question (answers.md)", DECIDING),
    row(Action::Dismiss, "dismiss", "D", "dismiss this finding of the critic, with a reason", DECIDING),
    row(Action::MarkDone, "mark-done", "m", "feedback: mark an item as done or not done", DECIDING),
    row(Action::OpenPreview, "open-preview", "o", "open preview.html in the browser", DECIDING),
    row(Action::Brief, "brief", "e", "edit the requirement document", DECIDING),
    row(Action::Run, "run", "r", "run this feature", RUNNING),
    row(Action::RunAll, "run-all", "R", "run every feature that can run", RUNNING),
    row(Action::Pause, "pause", "p", "pause a run; run it again to continue", RUNNING),
    row(Action::Abort, "abort", "x", "abort a run", RUNNING),
    row(Action::Reset, "reset", "u", "reset a failed feature to IDLE", RUNNING),
    row(
        Action::ResetFromBest,
        "reset-from-best",
        "U",
        "reset; start the next run from its best design",
        RUNNING,
    ),
    row(Action::NewFeature, "new-feature", "N", "new feature from a requirement document", RUNNING),
    row(Action::Filter, "filter", "/", "filter the features", ELSE),
    row(Action::Sort, "sort", "s", "change the order of the features", ELSE),
    row(Action::Command, "command", ":", "type a command; tab completes it", ELSE),
    row(Action::Copy, "copy", "y", "copy this line to the clipboard", ELSE),
    row(Action::Help, "help", "? f1", "this help", ELSE),
    row(Action::Suspend, "suspend", "ctrl-z", "suspend; the shell's fg returns", ELSE),
    row(Action::Quit, "quit", "q ctrl-c", "quit; asks first if runs are in progress", ELSE),
];
