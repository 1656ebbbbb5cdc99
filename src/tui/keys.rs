//! The keys, in one table: what they do, where they work, and what the help screen says of them. The
//! configuration may bind an action to other keys (`screen.keys`).

mod bound;
mod chord;

pub use bound::{Keys, WrongKeys};

/// Everything that a key can ask for outside a dialog.
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

/// The panes that can be called by a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PaneKey {
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
    /// The keys as they are set without a configuration, separated by spaces.
    pub keys: &'static str,
    /// What the help screen says.
    pub does: &'static str,
    /// The part of the help screen.
    pub about: About,
}

/// The parts of the help screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    Moving,
    Panes,
    Deciding,
    Running,
    Else,
}

impl About {
    /// In the order of the help screen.
    pub const ALL: [Self; 5] = [Self::Moving, Self::Panes, Self::Deciding, Self::Running, Self::Else];

    /// What stands over the part.
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
    does: &'static str,
    about: About,
) -> Binding {
    Binding { action, name, keys, does, about }
}

/// The table. Where two rows could take a key, the first one has it.
pub const TABLE: &[Binding] = &[
    row(Action::Down, "down", "j down", "down", About::Moving),
    row(Action::Up, "up", "k up", "up", About::Moving),
    row(Action::PageDown, "page-down", "pgdn ctrl-f", "a page down", About::Moving),
    row(Action::PageUp, "page-up", "pgup ctrl-b", "a page up", About::Moving),
    row(Action::Top, "top", "g home", "to the first", About::Moving),
    row(Action::Bottom, "bottom", "G end", "to the last", About::Moving),
    row(Action::NextFeature, "next-feature", "J ]", "next feature, from any pane", About::Moving),
    row(Action::PreviousFeature, "previous-feature", "K [", "previous feature, from any pane", About::Moving),
    row(Action::NextNeedy, "next-needy", "n", "next feature that needs you", About::Moving),
    row(
        Action::NextUnseen,
        "next-unseen",
        ".",
        "next part of the design that was not on the screen yet",
        About::Moving,
    ),
    row(Action::Find, "find", "f", "find words in this pane; enter alone: the next", About::Moving),
    row(Action::FindBack, "find-back", "F", "back to the one before it", About::Moving),
    row(Action::NextPane, "next-pane", "tab", "next pane", About::Panes),
    row(Action::PreviousPane, "previous-pane", "shift-tab", "previous pane", About::Panes),
    row(Action::Show(PaneKey::Features), "features", "1", "the list of features", About::Panes),
    row(Action::Show(PaneKey::Critique), "critique", "2", "why this score", About::Panes),
    row(Action::Show(PaneKey::Diff), "diff", "3", "what changed", About::Panes),
    row(Action::Show(PaneKey::Preview), "preview", "4", "the screens", About::Panes),
    row(Action::Show(PaneKey::Intent), "intent", "5", "the whole design", About::Panes),
    row(
        Action::Show(PaneKey::Feedback),
        "feedback",
        "6",
        "what was asked, and what became of it",
        About::Panes,
    ),
    row(Action::Show(PaneKey::Journal), "journal", "7", "everything that happened", About::Panes),
    row(Action::Show(PaneKey::Scores), "scores", "8", "the scores over the iterations", About::Panes),
    row(Action::Show(PaneKey::Machine), "machine", "9", "where it is and what may follow", About::Panes),
    row(Action::Show(PaneKey::Exchange), "exchange", "0", "what agents were sent and answered", About::Panes),
    row(Action::Enter, "enter", "enter", "open; from a finding to its element", About::Panes),
    row(Action::Back, "back", "esc", "back to the list; clears the filter there", About::Panes),
    row(Action::Fold, "fold", "space", "fold or unfold", About::Panes),
    row(Action::FoldAll, "fold-all", "z", "fold or unfold everything", About::Panes),
    row(Action::Left, "left", "h left", "fold; scroll left", About::Panes),
    row(Action::Right, "right", "l right", "unfold; scroll right", About::Panes),
    row(Action::Base, "base", "b", "diff: compare with something else", About::Panes),
    row(Action::Zoom, "zoom", "Z", "the pane alone, and back", About::Panes),
    row(Action::Decide, "decide", "d", "approve, reject or abort", About::Deciding),
    row(
        Action::Comment,
        "comment",
        "c",
        "comment on this element; kept for the next rejection",
        About::Deciding,
    ),
    row(Action::Answer, "answer", "a", "answer this open question; kept in answers.md", About::Deciding),
    row(Action::MarkDone, "mark-done", "m", "feedback: mark an item as done, or not", About::Deciding),
    row(Action::OpenPreview, "open-preview", "o", "open preview.html in the browser", About::Deciding),
    row(Action::Brief, "brief", "e", "its requirement document, in $VISUAL or $EDITOR", About::Deciding),
    row(Action::Run, "run", "r", "run this feature", About::Running),
    row(Action::RunAll, "run-all", "R", "run every feature that can run", About::Running),
    row(Action::Pause, "pause", "p", "pause a run; running it again goes on", About::Running),
    row(Action::Abort, "abort", "x", "abort a run that is under way", About::Running),
    row(Action::Reset, "reset", "u", "a failed feature back to IDLE", About::Running),
    row(
        Action::ResetFromBest,
        "reset-from-best",
        "U",
        "the same; the next run begins from its best",
        About::Running,
    ),
    row(Action::NewFeature, "new-feature", "N", "new feature from a requirement document", About::Running),
    row(Action::Filter, "filter", "/", "filter the features", About::Else),
    row(Action::Sort, "sort", "s", "sort the features otherwise", About::Else),
    row(Action::Command, "command", ":", "a command; tab completes it", About::Else),
    row(Action::Copy, "copy", "y", "send this line to the terminal's clipboard", About::Else),
    row(Action::Help, "help", "? f1", "this help", About::Else),
    row(Action::Suspend, "suspend", "ctrl-z", "suspend; fg comes back", About::Else),
    row(Action::Quit, "quit", "q ctrl-c", "quit; asks first while runs are under way", About::Else),
];
