//! Random keys and pastes at the gate: nothing is approved unless a confirmation was typed, key by key, after a choice, and
//! nothing else is decided but by its own key after words (promise P9). A failure prints the seed of its session.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::test_screen::{NAME, TestScreen, run_key};
use crate::tui::modal::Modal;
use crate::tui::model::drafts::SaveState;
use crate::tui::msg::{Cmd, Job, Msg};
use crate::tui::update::update;
use frieze_kernel::{Confirmed, Decision, Gate};
use frieze_testkit::Dice;

const SESSIONS: u64 = 10_000;
const LENGTH: usize = 60;

#[derive(Clone, Debug)]
enum Input {
    Key(KeyEvent),
    Paste(String),
    Frame,
    /// The draft that is being saved is saved.
    Saved,
}

/// The choices that were decided.
type Choices = BTreeSet<&'static str>;

/// A random input from a keyboard, a clipboard, a slow terminal or a slow disk; `whole` also allows the full confirmations.
fn random_input(dice: &mut Dice, hash: &str, whole: bool) -> Vec<Input> {
    let key = |code: KeyCode| Input::Key(code.into());
    let with = |c: char, modifiers| Input::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
    match dice.roll(if whole { 26 } else { 22 }) {
        0 => vec![key(KeyCode::Char('d'))],
        1 => vec![key(KeyCode::Char('a'))],
        2 | 3 => vec![key(KeyCode::Char('r'))],
        4 => vec![key(KeyCode::Char('x'))],
        5..=8 => vec![key(KeyCode::Enter)],
        9 => vec![key(KeyCode::Char(' '))],
        10 => vec![key(KeyCode::Tab)],
        11 => vec![key(KeyCode::Esc)],
        12 => vec![with('s', KeyModifiers::CONTROL)],
        13 => vec![with(['j', 'm', 'o', 'w', 'z', 'u'][dice.roll(6)], KeyModifiers::CONTROL)],
        14 => vec![Input::Paste(format!("{NAME}\n"))],
        15 => vec![Input::Paste(hash.to_owned())],
        16 => vec![Input::Paste("words\r".to_owned())],
        // One letter of the name is missing, so the name is never typed by chance.
        17 => vec![key(KeyCode::Char(['c', 'h', 'e', 'o', 'u', 't', 'y', '\n'][dice.roll(8)]))],
        18 => vec![key([KeyCode::Up, KeyCode::Down, KeyCode::Backspace, KeyCode::Home][dice.roll(4)])],
        19 => vec![Input::Frame],
        20 | 21 => vec![Input::Saved],
        22 | 23 => NAME.chars().map(|c| key(KeyCode::Char(c))).collect(),
        _ => vec![key(KeyCode::Char('y'))],
    }
}

/// Runs one session; returns what was decided.
///
/// # Errors
/// A decision without its confirmation.
fn session(
    seed: u64,
    whole: bool,
    take: fn(&mut TestScreen, KeyEvent) -> Vec<Cmd>,
) -> Result<Choices, String> {
    let mut dice = Dice(seed);
    let mut screen = TestScreen::new((80, 24), "");
    let hash = super::test_screen::hash();
    let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
    // The letters that reached the dialog since the choice.
    let (mut typed, mut chosen, mut choices) = (String::new(), false, Choices::new());
    // The feedback that Ctrl+S was pressed for, until the editor is left.
    let mut sending = None;
    for _ in 0..LENGTH {
        for input in random_input(&mut dice, &hash, whole) {
            let key = match input {
                Input::Frame => {
                    screen.frame();
                    if seed.is_multiple_of(50) {
                        screen.draw();
                    }
                    continue;
                }
                Input::Paste(text) => {
                    let cmds = update(&mut screen.model, Msg::Pasted(text));
                    assert_eq!(decided(&cmds), None, "seed {seed}: a paste");
                    continue;
                }
                Input::Saved if screen.model.drafts.state(&run_key().id) == SaveState::Saving => {
                    let saved = Msg::JobEnded(run_key(), Job::SaveDraft, Ok(String::new()));
                    if let Some(decision) = decided(&update(&mut screen.model, saved)) {
                        let wanted = sending.take();
                        if decision.choice() != "reject" || decision.words() != wanted.as_deref() {
                            return Err(format!("seed {seed}: {decision:?} for {wanted:?}"));
                        }
                        choices.insert("reject");
                    }
                    continue;
                }
                Input::Saved => continue,
                Input::Key(key) => key,
            };
            let takes_keys = matches!(&screen.model.modal, Some(Modal::Gate(gate)) if gate.drawn);
            let plain = key.modifiers.is_empty();
            if let KeyCode::Char(c) = key.code
                && takes_keys
                && plain
            {
                match c {
                    'a' | 'r' | 'x' if !chosen => chosen = true,
                    c => typed.push(c),
                }
            }
            if takes_keys && key == control('s') {
                sending = Some(screen.model.drafts.words(&run_key().id, "").trim().to_owned());
            } else if key == control('o') || key == KeyCode::Esc.into() {
                sending = None;
            }
            if let Some(decision) = decided(&take(&mut screen, key)) {
                let has_words = decision.words().is_some();
                let confirmed = match decision.choice() {
                    "approve" => typed.contains(NAME) || typed.contains(&hash[..6]),
                    "reject" => has_words && key == control('s'),
                    _ => has_words && key == KeyCode::Char('y').into(),
                };
                choices.insert(decision.choice());
                sending = None;
                if !(takes_keys && chosen && confirmed) {
                    return Err(format!("seed {seed}: {decision:?} after {typed:?}"));
                }
            }
            if !matches!(screen.model.modal, Some(Modal::Gate(_))) && screen.model.aside.is_none() {
                (chosen, typed) = (false, String::new());
            }
            // Sometimes keys come before the frame, as with a slow terminal.
            if whole || dice.roll(4) > 0 {
                screen.frame();
            }
        }
    }
    Ok(choices)
}

/// The decision among commands.
fn decided(cmds: &[Cmd]) -> Option<&Decision> {
    cmds.iter().find_map(|cmd| if let Cmd::Decide(_, decision) = cmd { Some(decision) } else { None })
}

fn real_gate(screen: &mut TestScreen, key: KeyEvent) -> Vec<Cmd> {
    update(&mut screen.model, Msg::Key(key))
}

/// A wrong gate: Enter after a choice decides.
fn wrong_gate(screen: &mut TestScreen, key: KeyEvent) -> Vec<Cmd> {
    let gate: Option<Gate> = match &screen.model.modal {
        Some(Modal::Gate(dialog)) if dialog.has_chosen() => Some(dialog.gate.clone()),
        _ => None,
    };
    match gate.filter(|_| key.code == KeyCode::Enter) {
        Some(gate) => {
            let decision = gate.decide("approve", None, Confirmed::Typed(NAME), false).unwrap();
            vec![Cmd::Decide(gate.binding.feature.clone().into(), decision)]
        }
        None => real_gate(screen, key),
    }
}

#[test]
fn random_keys_never_approve() {
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (0..SESSIONS).skip(thread).step_by(threads) {
                    let choices = session(seed, false, real_gate).unwrap();
                    assert!(!choices.contains("approve"), "seed {seed}");
                }
            });
        }
    });
    println!("seeds 0 to {}: 0 approvals", SESSIONS - 1);
}

#[test]
fn every_decision_was_confirmed_after_a_choice() {
    let choices: Choices = (0..400).flat_map(|seed| session(seed, true, real_gate).unwrap()).collect();
    assert_eq!(choices, ["abort", "approve", "reject"].into(), "each was decided");
}

#[test]
fn the_test_finds_a_gate_that_decides_on_enter() {
    assert!((0..50).any(|seed| session(seed, false, wrong_gate).is_err()));
}
