//! The keys, in one table: what they do, where they work, and what the help screen says of them. The
//! configuration may bind an action to other keys (`screen.keys`).

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
    Find,
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
    MarkDone,
    OpenPreview,
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

/// A key with the modifiers that count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chord {
    code: Code,
    control: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Code {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    F1,
}

/// One row of the table.
#[derive(Debug)]
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
    row(Action::Find, "find", "f", "find words in this pane; enter alone: the next", About::Moving),
    row(Action::NextPane, "next-pane", "tab", "next pane", About::Panes),
    row(Action::PreviousPane, "previous-pane", "backtab", "previous pane", About::Panes),
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
    row(Action::MarkDone, "mark-done", "m", "feedback: mark an item as done, or not", About::Deciding),
    row(Action::OpenPreview, "open-preview", "o", "open preview.html in the browser", About::Deciding),
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

/// Keys that cannot be set: the action that they were meant for, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongKeys {
    pub action: String,
    pub what: String,
}

/// The keys as they are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    by_chord: BTreeMap<Chord, Action>,
    /// The keys of each row of the table, as they are told.
    told: Vec<String>,
}

impl Default for Keys {
    fn default() -> Self {
        Self::of(&BTreeMap::new()).unwrap_or_else(|_| Self { by_chord: BTreeMap::new(), told: Vec::new() })
    }
}

impl Keys {
    /// The table with the configuration's changes: action name → keys, separated by spaces. What was chosen takes
    /// its keys away from what was not. The error says which names or keys there are, or which two actions want
    /// one key.
    pub fn of(changes: &BTreeMap<String, String>) -> Result<Self, WrongKeys> {
        let wrong = |action: &str, what: String| WrongKeys { action: action.to_owned(), what };
        if let Some(name) = changes.keys().find(|name| TABLE.iter().all(|row| row.name != name.as_str())) {
            let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
            return Err(wrong(
                name,
                format!("there is no such action; the actions are {}", names.join(", ")),
            ));
        }
        let mut by_chord = BTreeMap::new();
        let mut told = Vec::new();
        let is_chosen = |row: &&Binding| changes.contains_key(row.name);
        for row in TABLE.iter().filter(is_chosen).chain(TABLE.iter().filter(|row| !is_chosen(row))) {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            for key in keys.split_whitespace() {
                let what = || format!("{key:?} is no key; keys are {KEY_NAMES}, separated by spaces");
                let chord = chord(key).ok_or_else(|| wrong(row.name, what()))?;
                let taken: &Binding = by_chord.entry(chord).or_insert(row);
                if taken.action != row.action && is_chosen(&row) {
                    return Err(wrong(row.name, format!("{key:?} is the key of {} already", taken.name)));
                }
            }
        }
        let by_chord: BTreeMap<Chord, Action> =
            by_chord.into_iter().map(|(chord, row)| (chord, row.action)).collect();
        for row in TABLE {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            let mine = keys
                .split_whitespace()
                .filter(|key| chord(key).is_some_and(|chord| by_chord.get(&chord) == Some(&row.action)));
            told.push(mine.collect::<Vec<_>>().join(" "));
        }
        Ok(Self { by_chord, told })
    }

    /// What a key press asks for.
    pub fn action(&self, key: KeyEvent) -> Option<Action> {
        self.by_chord.get(&pressed(key)?).copied()
    }

    /// The rows of the table, each with the keys in force.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Binding, &str)> {
        TABLE.iter().zip(self.told.iter().map(String::as_str))
    }

    /// The first key of an action, for hints; empty where it has none.
    pub fn first(&self, action: Action) -> &str {
        let keys = self.rows().find(|(row, _)| row.action == action).map_or("", |(_, keys)| keys);
        keys.split(' ').next().unwrap_or_default()
    }
}

/// The table's form of a key press; `None` for keys that it has no name for.
fn pressed(key: KeyEvent) -> Option<Chord> {
    // Terminals send a capital letter as itself; Alt is no modifier of ours.
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    #[expect(clippy::wildcard_enum_match_arm, reason = "keys that the table has no name for are many")]
    let code = match key.code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::F(1) => Code::F1,
        _ => return None,
    };
    Some(Chord { code, control })
}

/// The names that [`chord`] knows, for people.
const KEY_NAMES: &str = "a character (d, D, ?), space, enter, esc, tab, backtab, up, down, left, right, pgup, pgdn, home, \
                         end, f1, or ctrl- and one of these";

/// A key by its name in the table.
fn chord(name: &str) -> Option<Chord> {
    let (control, name) = name.strip_prefix("ctrl-").map_or((false, name), |rest| (true, rest));
    let code = match name {
        "enter" => Code::Enter,
        "esc" => Code::Esc,
        "tab" => Code::Tab,
        "backtab" => Code::BackTab,
        "up" => Code::Up,
        "down" => Code::Down,
        "left" => Code::Left,
        "right" => Code::Right,
        "pgup" => Code::PageUp,
        "pgdn" => Code::PageDown,
        "home" => Code::Home,
        "end" => Code::End,
        "f1" => Code::F1,
        "space" => Code::Char(' '),
        other => {
            let mut chars = other.chars();
            let c = chars.next().filter(|c| !c.is_control() && !c.is_whitespace())?;
            // With Control, terminals tell no capitals.
            let c = if control { c.to_ascii_lowercase() } else { c };
            chars.next().is_none().then_some(Code::Char(c))?
        }
    };
    Some(Chord { code, control })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn every_action_has_a_key_of_its_own() {
        let keys = Keys::default();
        for (row, told) in keys.rows() {
            assert!(!told.is_empty(), "{} has no key left", row.name);
            assert_eq!(told, row.keys, "{} lost a key to a row above", row.name);
        }
    }

    #[test]
    fn the_configuration_binds_an_action_to_other_keys() {
        let changes = BTreeMap::from([("decide".to_owned(), "D ctrl-d".to_owned())]);
        let keys = Keys::of(&changes).unwrap();
        assert_eq!(keys.action(press(KeyCode::Char('D'))), Some(Action::Decide));
        assert_eq!(keys.action(press(KeyCode::Char('d'))), None);
        assert_eq!(keys.first(Action::Decide), "D");
    }

    #[test]
    fn what_does_not_exist_is_told() {
        let check = |name: &str, keys: &str, part: &str| {
            let e = Keys::of(&BTreeMap::from([(name.to_owned(), keys.to_owned())])).unwrap_err();
            assert!(e.action == name && e.what.contains(part), "{e:?}");
        };
        check("dance", "d", "the actions are down, up");
        check("decide", "hyper-d", "\"hyper-d\" is no key");
    }

    #[test]
    fn a_key_has_one_action_and_what_was_chosen_has_it() {
        let of = |changes: &[(&str, &str)]| {
            Keys::of(&changes.iter().map(|(name, keys)| ((*name).to_owned(), (*keys).to_owned())).collect())
        };
        let keys = of(&[("decide", "r")]).unwrap();
        assert_eq!(keys.action(press(KeyCode::Char('r'))), Some(Action::Decide));
        assert_eq!((keys.first(Action::Decide), keys.first(Action::Run)), ("r", ""));
        assert_eq!(of(&[("decide", "")]).unwrap().action(press(KeyCode::Char('d'))), None);
        let e = of(&[("decide", "r"), ("run", "r")]).unwrap_err();
        assert_eq!((e.action.as_str(), e.what.as_str()), ("run", "\"r\" is the key of decide already"));
        let control = KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL);
        assert_eq!(of(&[("decide", "ctrl-D")]).unwrap().action(control), Some(Action::Decide));
    }
}
