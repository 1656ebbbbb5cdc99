//! Dialog of a plain gate, of any workflow: a letter chooses, `y` confirms. Nothing is preselected, there is no timeout, and
//! keys that were typed before the question, or the choice, was on the screen are dropped.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::Outcome;
use super::dialog_box::dialog_width;
use super::lines::Lines;
use super::text_dialog::TextDialog;
use crate::tui::command_line::line::hint_here;
use crate::tui::model::detail::{Detail, Problem};
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Cmd;
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_kernel::{CONFIRMING_DIGITS, Confirmed, Gate, Wording};

/// The most columns, and the most lines of a sentence.
const WIDEST: u16 = 76;
const LINES: usize = 4;
const CHOOSE: &str = "Choose an action.";
/// The key that confirms a choice.
const YES: char = 'y';

/// The state of the dialog.
#[derive(Debug)]
pub struct PlainGate {
    run: RunKey,
    gate: Gate,
    chosen: Option<usize>,
    /// Whether the engine has the decision.
    is_sent: bool,
    /// The last decision before the gate was open.
    decided: Option<(u64, String)>,
    message: Option<String>,
    /// Whether its present question is on the screen. Until then keys are dropped.
    pub(super) drawn: bool,
    dialog: TextDialog<usize>,
}

impl PlainGate {
    /// Opens the dialog for a gate of a run.
    pub fn open(run: RunKey, gate: Gate) -> Self {
        let dialog = TextDialog::default();
        Self { run, gate, chosen: None, is_sent: false, decided: None, message: None, drawn: false, dialog }
    }

    pub fn run(&self) -> &RunKey {
        &self.run
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        self.message = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            return Outcome::close();
        }
        if self.is_sent {
            return Outcome::stay();
        }
        if let (KeyCode::Char(letter), true) = (key.code, plain) {
            if letter == YES && self.chosen.is_some() {
                return self.decide();
            }
            let at = self.gate.choices.iter().position(|choice| choice.letter == letter);
            return at.map_or_else(Outcome::stay, |at| self.choose(at));
        }
        Outcome::stay()
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        match self.dialog.clicked(mouse).filter(|_| !self.is_sent) {
            Some(at) => self.choose(at),
            None => Outcome::stay(),
        }
    }

    /// Makes a choice; this decides nothing. The attempt to make a barred choice is journalled.
    fn choose(&mut self, at: usize) -> Outcome {
        let Some(choice) = self.gate.choices.get(at) else { return Outcome::stay() };
        if let Some(why) = &choice.barred {
            self.message = Some(format!("{} is not possible now: {}", choice.name, hint_here(why)));
            let attempt = Cmd::Attempt(self.run.clone(), choice.name);
            return Outcome { cmds: vec![attempt], ..Outcome::stay() };
        }
        if let Wording::Required(what) = choice.wording {
            self.message = Some(format!("{} needs {what}, which only the command line takes.", choice.name));
            return Outcome::stay();
        }
        self.chosen = Some(at);
        self.drawn = false;
        Outcome::stay()
    }

    /// Makes the decision. No other function does.
    fn decide(&mut self) -> Outcome {
        let Some(choice) = self.chosen.and_then(|at| self.gate.choices.get(at)) else {
            return Outcome::stay();
        };
        match self.gate.decide(choice.name, None, Confirmed::Named(self.run.id.as_str()), false) {
            Ok(decision) => {
                self.is_sent = true;
                Outcome { cmds: vec![Cmd::Decide(self.run.clone(), decision)], ..Outcome::stay() }
            }
            Err(undecided) => {
                self.message = Some(undecided.to_string());
                Outcome::stay()
            }
        }
    }

    /// The engine refused the decision or could not be reached.
    pub fn refused(&mut self, problem: &Problem) {
        (self.is_sent, self.chosen, self.drawn) = (false, None, false);
        self.message = Some(problem.line());
    }

    /// Takes the gate of the run as it was read again. What changed must be chosen again. Returns why the dialog closes if the
    /// gate is no longer open.
    pub fn refresh(&mut self, detail: &Detail) -> Option<String> {
        if self.is_sent || !detail.is_of(&self.run) {
            return None;
        }
        let before = std::mem::replace(&mut self.decided, detail.last_decision());
        let decided = self.decided.as_ref().filter(|_| self.decided != before);
        let decided = decided.map_or("", |(_, decided)| decided);
        let Some(gate) = detail.run().and_then(|view| view.gate()) else {
            return Some(format!("{} no longer waits for this decision.{decided}", self.run));
        };
        if *gate != self.gate {
            (self.gate, self.chosen, self.drawn) = (gate.clone(), None, false);
            self.message = Some(format!("What is decided has changed. Please read it again.{decided}"));
        }
        None
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme) {
        let width = dialog_width(screen.width, WIDEST);
        let mut text = Lines::new(usize::from(width.saturating_sub(4)), LINES, theme);
        text.say(&self.gate.question, TextStyle::Strong);
        if let Some(hash) = self.gate.file_hash().map(ToString::to_string) {
            let digits = hash.get(..CONFIRMING_DIGITS).unwrap_or(&hash);
            text.say(&format!("{} {digits}", self.gate.what), TextStyle::Dim);
        }
        text.blank();
        let mut answers = Vec::new();
        for (at, choice) in self.gate.choices.iter().enumerate() {
            let from = text.lines.len();
            let (sign, style) = match (self.chosen == Some(at), &choice.barred) {
                (true, _) => ('▶', TextStyle::Strong),
                (false, Some(_)) => (' ', TextStyle::Dim),
                (false, None) => (' ', TextStyle::Plain),
            };
            let effect = match &choice.barred {
                Some(why) => format!("{}: not possible now: {}", choice.name, hint_here(why)),
                None => format!("{}: {}", choice.name, choice.effect),
            };
            text.hang(&format!("{sign} {} ", choice.letter), TextStyle::Reference, &effect, style);
            answers.extend((from..text.lines.len()).map(|line| (line, 0..width, at)));
        }
        text.blank();
        let chosen = self.chosen.and_then(|at| self.gate.choices.get(at));
        // This row is always there, so that the dialog stays in its place.
        match &self.message {
            Some(message) => text.say(message, TextStyle::Attention),
            None if chosen.is_none() => text.say(CHOOSE, TextStyle::Dim),
            None => text.blank(),
        }
        let confirms = chosen.map(|choice| format!("confirms {}", choice.name));
        let keys: Vec<(&str, &str)> = confirms.iter().map(|confirms| ("y", confirms.as_str())).collect();
        if self.is_sent {
            text.say("Deciding…", TextStyle::Dim);
        } else {
            text.keys(&[keys, vec![("Esc", "leaves; nothing is decided")]].concat());
        }
        self.dialog = TextDialog::new(text.lines, answers, width, screen);
    }

    pub fn draw(&self, theme: Theme, buffer: &mut Buffer) {
        self.dialog.draw(&format!(" Decide on {} ", self.run), theme, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::modal::Modal;
    use crate::tui::model::Model;
    use crate::tui::msg::{Job, Msg};
    use crate::tui::panes::fixtures;
    use crate::tui::update::update;
    use frieze_data::digest::Digest;
    use frieze_kernel::{Binding, Choice, GateKind, Key, RunView};

    fn gate(sha256: &str) -> Gate {
        let choice = |letter, name, barred: Option<&str>| Choice {
            letter,
            name,
            effect: format!("{name} does this"),
            wording: Wording::Optional("a note"),
            barred: barred.map(str::to_owned),
        };
        Gate {
            key: Key("gate/1".into()),
            kind: GateKind::Plain,
            question: "Take it?".into(),
            what: "files",
            binding: Binding {
                feature: "t1".parse().unwrap(),
                iteration: 1,
                sha256: Digest::of(sha256.as_bytes()),
            },
            choices: vec![
                choice('a', "take", None),
                choice('b', "barred", Some("a design waits; `frieze abort a` ends it")),
            ],
        }
    }

    fn open() -> Model {
        let mut model = fixtures::other_model();
        let run = model.features.selected_run().cloned().unwrap();
        update(&mut model, read(vec![gate("one")]));
        model.modal = Some(Modal::PlainGate(Box::new(PlainGate::open(run, gate("one")))));
        model.arrange();
        model
    }

    /// The run was read with these gates.
    fn read(gates: Vec<Gate>) -> Msg {
        let view = RunView { gates, ..RunView::new("t1".parse().unwrap(), "letter", "DRAFT") };
        Msg::Detail(std::sync::Arc::new(Detail { view: Ok(view), ..fixtures::other_detail() }))
    }

    fn press(model: &mut Model, code: KeyCode) -> Vec<Cmd> {
        update(model, Msg::Key(code.into()))
    }

    fn drawn(model: &mut Model) {
        update(model, Msg::Drawn(Vec::new()));
    }

    #[test]
    fn a_letter_and_y_decide_after_each_was_drawn() {
        let mut model = open();
        for code in [KeyCode::Char('a'), KeyCode::Char('y')] {
            assert!(press(&mut model, code).is_empty(), "{code:?} came before the question");
        }
        drawn(&mut model);
        assert!(press(&mut model, KeyCode::Char('y')).is_empty(), "nothing is preselected");
        assert!(update(&mut model, Msg::Pasted("a\n".to_owned())).is_empty(), "a paste chooses nothing");
        assert!(press(&mut model, KeyCode::Char('y')).is_empty());
        press(&mut model, KeyCode::Char('a'));
        assert!(press(&mut model, KeyCode::Char('y')).is_empty(), "the choice is not on the screen yet");
        drawn(&mut model);
        let cmds = press(&mut model, KeyCode::Char('y'));
        let [Cmd::Decide(run, decision)] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert_eq!((run.to_string().as_str(), decision.choice()), ("letter/t1", "take"));
        assert!(press(&mut model, KeyCode::Char('y')).is_empty(), "it is sent once");
    }

    /// A question about a file that does not exist names none.
    #[test]
    fn the_file_that_is_decided_about_is_named_with_its_hash() {
        for (bytes, is_named) in [("one", true), ("", false)] {
            let mut model = open();
            update(&mut model, read(vec![gate(bytes)]));
            drawn(&mut model);
            let shown = crate::tui::update::shown(&model);
            assert!(shown.contains("Take it?"), "{shown}");
            let digits = Digest::of(bytes.as_bytes()).to_string();
            assert_eq!(
                shown.contains(&format!("files {}", &digits[..CONFIRMING_DIGITS])),
                is_named,
                "{shown}"
            );
            assert_eq!(shown.contains(&digits[..CONFIRMING_DIGITS]), is_named, "{shown}");
        }
    }

    #[test]
    fn a_barred_choice_says_why_and_escape_decides_nothing() {
        let mut model = open();
        drawn(&mut model);
        let cmds = press(&mut model, KeyCode::Char('b'));
        assert!(matches!(cmds.as_slice(), [Cmd::Attempt(_, "barred")]), "{cmds:?}");
        assert!(
            crate::tui::update::shown(&model)
                .contains("barred is not possible now: a design waits; `:abort a`")
        );
        assert!(press(&mut model, KeyCode::Char('y')).is_empty());
        assert!(press(&mut model, KeyCode::Esc).is_empty() && model.modal.is_none());
    }

    #[test]
    fn changed_files_must_be_chosen_again_and_a_closed_gate_closes_the_dialog() {
        let mut model = open();
        drawn(&mut model);
        press(&mut model, KeyCode::Char('a'));
        drawn(&mut model);
        update(&mut model, read(vec![gate("another")]));
        drawn(&mut model);
        assert!(crate::tui::update::shown(&model).contains("Please read it again"));
        assert!(press(&mut model, KeyCode::Char('y')).is_empty(), "it was chosen for other bytes");
        update(&mut model, read(Vec::new()));
        assert!(model.modal.is_none());
        assert_eq!(model.message.unwrap().text, "letter/t1 no longer waits for this decision.");
    }

    #[test]
    fn a_dialog_that_closes_says_who_decided() {
        use frieze_kernel::journal::{self, Note, Tip};
        let mut model = open();
        let note = |by: &str, text: &str| Note {
            at: "2026-11-21T12:02:07Z".to_owned(),
            kind: "order".to_owned(),
            by: by.to_owned(),
            text: text.to_owned(),
            data: serde_json::Value::Null,
        };
        let notes = [note("Ana <ana@example.org>", "approve: planned"), note("engine", "sent")];
        let journal = Ok((journal::read(&Tip::genesis().continued(&notes).0), true));
        let view = RunView::new("t1".parse().unwrap(), "letter", "SENT");
        let detail = Detail { view: Ok(view), journal, ..fixtures::other_detail() };
        update(&mut model, Msg::Detail(std::sync::Arc::new(detail)));
        let said = model.message.unwrap().text;
        assert!(said.ends_with("decision. Ana: approve: planned, in another window or a shell."), "{said}");
    }

    #[test]
    fn a_refused_decision_is_shown_and_nothing_is_chosen() {
        let mut model = open();
        drawn(&mut model);
        press(&mut model, KeyCode::Char('a'));
        drawn(&mut model);
        press(&mut model, KeyCode::Char('y'));
        let run = model.features.selected_run().cloned().unwrap();
        let why = Problem::new("the files changed", "read them again");
        update(&mut model, Msg::JobEnded(run, Job::Decide, Err(why)));
        drawn(&mut model);
        assert!(crate::tui::update::shown(&model).contains("the files changed"));
        assert!(press(&mut model, KeyCode::Char('y')).is_empty());
    }
}
