//! Test screen with one candidate, driven by keys and messages.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use jiff::Timestamp;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

use super::super::*;
use crate::tui::keys::Keys;
use crate::tui::machine::{Edge, Machine};
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::{Job, Msg};
use crate::tui::panes::fixtures;
use crate::tui::update::update;
use crate::tui::view::{LastFrame, view};
use frieze_data::score::Score;
use frieze_design::{brief, draft};
use frieze_engine::Activity;
use frieze_intent as intent;
use frieze_kernel::{Binding, By, GateKind, Key, Need, RunView};

pub const NAME: &str = "checkout";

/// The key of the design.
pub fn run_key() -> RunKey {
    NAME.parse::<FeatureId>().unwrap().into()
}

/// A screen with one candidate, all parts unread.
pub struct TestScreen {
    pub model: Model,
    /// The commands to the shell, in words, since [`TestScreen::take_commands`].
    pub commands: Vec<String>,
}

pub fn reading(version: &str) -> intent::Reading {
    // Reading is slow, and the random tests need it thousands of times.
    static FIRST: OnceLock<intent::Reading> = OnceLock::new();
    match version {
        "0.1.0" => FIRST.get_or_init(|| read(version)).clone(),
        other => read(other),
    }
}

pub fn read(version: &str) -> intent::Reading {
    let brief = brief::read("brief.md", b"# Checkout\n\nA shopper pays for the items in a cart.\n\n- The shopper must see the total.\n- The shopper can pay by card.\n").unwrap();
    let mut drafted = draft::draft(&brief, &NAME.parse().unwrap());
    version.clone_into(&mut drafted.version);
    intent::read(&serde_json::to_vec(&drafted).unwrap()).unwrap()
}

pub fn gate_of(sha256: Digest) -> Gate {
    let choice = |letter, name, effect: &str, wording| Choice {
        letter,
        name,
        effect: effect.to_owned(),
        wording,
        barred: None,
    };
    Gate {
        key: Key(format!("gate/3/{}", sha256.short())),
        kind: GateKind::Sealing,
        what: "intent",
        question: String::new(),
        binding: Binding { feature: NAME.parse().unwrap(), iteration: 3, sha256 },
        choices: vec![
            choice('a', "approve", "Freezes the design.", Wording::Optional("a note for the record")),
            choice(
                'r',
                "reject",
                "Sends your feedback. 7 revisions left.",
                Wording::Required("feedback for the generator"),
            ),
            choice('x', "abort", "Ends the run as FAILED.", Wording::Required("a reason")),
        ],
    }
}

pub fn run_view(state: &'static str, gate: Option<Gate>) -> RunView {
    RunView {
        work: "run",
        begins_in: "GENERATING",
        iteration: 3,
        folder: 3,
        max_iterations: Some(10),
        score: Some(Score::from_hundredths(8_640)),
        threshold: Some(80),
        needs: gate.is_some().then_some(Need::Decision),
        is_sealed: state == "FROZEN",
        gates: gate.into_iter().collect(),
        ..RunView::new(NAME.parse().unwrap(), "design", state)
    }
}

/// The transitions after a decision.
fn machine() -> Machine {
    let edge = |from, to, by, trigger| Edge { from, to, by, trigger, law: "" };
    let edges = vec![
        edge("CANDIDATE", "FROZEN", By::Human, "approve"),
        edge("CANDIDATE", "REVISING", By::Human, "reject"),
        edge("CANDIDATE", "FAILED", By::Human, "abort"),
        edge("REVISING", "GENERATING", By::Engine, "feedback taken"),
    ];
    let phases = vec!["CANDIDATE", "REVISING", "GENERATING", "FROZEN", "FAILED"];
    Machine::of(frieze_kernel::Transitions { phases, edges })
}

pub fn detail_of(view: RunView, reading: intent::Reading, draft: &str) -> Arc<Detail> {
    Arc::new(Detail {
        id: NAME.parse().unwrap(),
        view: Ok(view),
        intent: Some(Ok(Arc::new(reading))),
        draft: Ok(draft.to_owned()),
        ..fixtures::detail()
    })
}

impl GateDialog {
    /// Whether a choice was made.
    pub fn has_chosen(&self) -> bool {
        self.choice().is_some()
    }
}

impl TestScreen {
    /// At 80×24, with an empty draft.
    pub fn at_80() -> Self {
        Self::new((80, 24), "")
    }

    pub fn new(size: (u16, u16), draft: &str) -> Self {
        let keys = Keys::of(&BTreeMap::new()).unwrap();
        let size = Size::new(size.0, size.1);
        let mut model = Model::new("shop".into(), machine(), Theme::Plain, keys, size, Timestamp::UNIX_EPOCH);
        let id: FeatureId = NAME.parse().unwrap();
        model.features.list(std::slice::from_ref(&id));
        let reading = reading("0.1.0");
        let view = run_view("CANDIDATE", Some(gate_of(reading.sha256)));
        model.features.update([(id, Card::of(&view, Activity::Idle))]);
        let mut screen = Self { model, commands: Vec::new() };
        screen.send(Msg::Detail(detail_of(view, reading, draft)));
        screen.draw();
        screen
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "unexpected commands are shown by their debug text")]
    pub fn send(&mut self, msg: Msg) {
        for cmd in update(&mut self.model, msg) {
            self.commands.push(match cmd {
                Cmd::Decide(_, decision) => format!(
                    "decide {} {:?}{}",
                    decision.choice(),
                    decision.words().unwrap_or_default(),
                    if decision.unseen() { " unseen" } else { "" }
                ),
                Cmd::SaveDraft(_, text, _) => format!("keep {text:?}"),
                Cmd::Edit(text) => format!("edit {text:?}"),
                Cmd::Quit => "quit".to_owned(),
                Cmd::Load(..) => continue,
                other => format!("{other:?}"),
            });
        }
    }

    /// Draws a frame, as the shell does after a change; returns its text.
    pub fn draw(&mut self) -> String {
        let size = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
        let mut parts = Vec::new();
        terminal
            .draw(|frame| (parts, _) = view(&self.model, &LastFrame::default(), frame.buffer_mut()))
            .unwrap();
        self.send(Msg::Drawn(parts));
        let buffer = terminal.backend().buffer();
        let rows = (0..size.height)
            .map(|y| (0..size.width).map(|x| buffer.cell((x, y)).unwrap().symbol()).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Reports a drawn frame without drawing it.
    pub fn frame(&mut self) {
        self.send(Msg::Drawn(Vec::new()));
    }

    pub fn press(&mut self, key: KeyEvent) {
        self.send(Msg::Key(key));
        self.draw();
    }

    /// Presses keys given by name and separated by spaces; text in quotes is typed letter by letter.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for (i, part) in keys.split('"').enumerate() {
            if i % 2 == 1 {
                part.chars().for_each(|c| self.press(KeyEvent::from(KeyCode::Char(c))));
                continue;
            }
            for key in part.split_whitespace() {
                self.press(match key {
                    "enter" => KeyCode::Enter.into(),
                    "esc" => KeyCode::Esc.into(),
                    "tab" => KeyCode::Tab.into(),
                    "space" => KeyCode::Char(' ').into(),
                    "back" => KeyCode::Backspace.into(),
                    "pgdn" => KeyCode::PageDown.into(),
                    "^s" => KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL),
                    "^o" => KeyEvent::new(KeyCode::Char('o'), KeyModifiers::CONTROL),
                    "^x" => KeyEvent::new(KeyCode::Char('x'), KeyModifiers::CONTROL),
                    "^c" => KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
                    "^z" => KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
                    letter => KeyEvent::from(KeyCode::Char(letter.chars().next().unwrap())),
                });
            }
        }
        self
    }

    pub fn ended(&mut self, job: Job, outcome: Result<&str, &str>) -> &mut Self {
        let outcome = outcome.map(str::to_owned).map_err(|what| Problem::new(what.to_owned(), "try again"));
        self.send(Msg::JobEnded(run_key(), job, outcome));
        self
    }

    /// The commands since the last call.
    pub fn take_commands(&mut self) -> Vec<String> {
        std::mem::take(&mut self.commands)
    }

    pub fn decisions(&self) -> Vec<&String> {
        self.commands.iter().filter(|command| command.starts_with("decide")).collect()
    }

    pub fn is_open(&self) -> bool {
        matches!(self.model.modal, Some(Modal::Gate(_)))
    }
}

/// The hash of the candidate.
pub fn hash() -> String {
    reading("0.1.0").sha256.to_string()
}
