//! Welcome dialog: shown in a folder without a workspace, it offers to create one, with or without sample features. In a new
//! workspace a card says what the screen is about, until the first key.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::Outcome;
use super::lines::Lines;
use super::text_dialog::TextDialog;
use crate::tui::keys::{Action, Keys};
use crate::tui::msg::Cmd;
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::text::Shown;

/// The most columns, and the most lines of the explanation.
const WIDEST: u16 = 72;
const LINES: usize = 8;

/// The columns of a word of the card.
const MEANING: usize = 11;

/// The answers: key, label, effect.
const ANSWERS: [(char, &str, Answer); 3] = [
    ('d', "make one with features to try, and run them", Answer::Make { demo: true }),
    ('e', "make an empty one", Answer::Make { demo: false }),
    ('q', "leave everything as it is", Answer::Leave),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Make { demo: bool },
    Leave,
}

/// What the card says: a word, and its meaning.
const WORDS: [(&str, &str); 3] = [
    ("score", "0 to 100. Each finding costs points; the Critique lists them."),
    ("threshold", "What a score must reach. A design below it is drafted again, until the run ends."),
    ("decision", "Yours alone: approve freezes a design, reject sends your words back, abort ends the run."),
];

#[derive(Debug)]
pub struct Welcome {
    folder: PathBuf,
    busy: bool,
    /// Whether it is the card of a new workspace.
    pub is_card: bool,
    dialog: TextDialog<Answer>,
}

impl Welcome {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, busy: false, is_card: false, dialog: TextDialog::default() }
    }

    /// The card of a new workspace.
    pub fn card() -> Self {
        Self { is_card: true, ..Self::new(PathBuf::new()) }
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        #[expect(clippy::wildcard_enum_match_arm, reason = "few keys mean something here")]
        let answer = match key.code {
            KeyCode::Char('c') if control => Some(Answer::Leave),
            KeyCode::Esc => Some(Answer::Leave),
            KeyCode::Char(c) if !control => {
                ANSWERS.iter().find(|(key, ..)| *key == c).map(|(.., answer)| *answer)
            }
            _ => None,
        };
        self.answer(answer)
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        if self.is_card {
            let is_click = matches!(mouse.kind, MouseEventKind::Down(_));
            return Outcome { close: is_click, ..Outcome::stay() };
        }
        self.answer(self.dialog.clicked(mouse))
    }

    fn answer(&mut self, answer: Option<Answer>) -> Outcome {
        // Leaving works while the workspace is being created, too.
        let cmd = match answer.filter(|answer| !self.busy || *answer == Answer::Leave) {
            None => return Outcome::stay(),
            Some(Answer::Make { demo }) => Cmd::MakeWorkspace { demo },
            Some(Answer::Leave) => Cmd::Quit,
        };
        self.busy = !matches!(cmd, Cmd::Quit);
        Outcome { cmds: vec![cmd], ..Outcome::stay() }
    }

    /// The workspace could not be created: the answers work again.
    pub fn failed(&mut self) {
        self.busy = false;
    }

    /// The lines of the card.
    fn words(text: &mut Lines, keys: &Keys, is_empty: bool) {
        text.say("frieze drafts a design from each brief, checks it, and asks you.", TextStyle::Strong);
        for (word, meaning) in WORDS {
            text.blank();
            text.hang(&format!("{word:<MEANING$}"), TextStyle::Strong, meaning, TextStyle::Plain);
        }
        text.blank();
        let first = if is_empty {
            (Action::NewFeature, "new feature")
        } else {
            (Action::NextNeedy, "next that needs you")
        };
        let three = [first, (Action::Decide, "decide"), (Action::Help, "all keys")];
        text.keys(&three.map(|(action, does)| (keys.first(action), does)));
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme, keys: &Keys, is_empty: bool) {
        let width = WIDEST.min(screen.width);
        let room = width.saturating_sub(4);
        let mut text = Lines::new(usize::from(room), LINES, theme);
        if self.is_card {
            Self::words(&mut text, keys, is_empty);
            self.dialog = TextDialog::new(text.lines, Vec::new(), width, screen);
            return;
        }
        text.say("There is no workspace here yet:", TextStyle::Strong);
        let folder = Shown::cut(&self.folder.display().to_string(), usize::from(room));
        text.say(folder.as_str(), TextStyle::Plain);
        text.blank();
        text.say(
            "A workspace is a frieze.yaml and a folder features/. Each feature has its brief and its design there. Existing files are not changed.",
            TextStyle::Plain,
        );
        text.blank();
        let mut answers = Vec::new();
        for (key, does, answer) in ANSWERS {
            answers.push((text.lines.len(), 0..room, answer));
            text.hang(&format!("  {key}  "), TextStyle::Attention, does, TextStyle::Plain);
        }
        text.blank();
        if self.busy {
            text.say("working…", TextStyle::Plain);
        } else {
            text.blank();
        }
        self.dialog = TextDialog::new(text.lines, answers, width, screen);
    }

    pub fn draw(&self, theme: Theme, buffer: &mut Buffer) {
        self.dialog.draw(" frieze ", theme, buffer);
    }
}
