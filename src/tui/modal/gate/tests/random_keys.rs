//! Random keys and pastes at the gate: nothing is approved unless a confirmation was typed, key by key, after a choice, and
//! nothing else is decided but by its own key after words (promise P9). A failure prints the seed of its session.

use std::num::NonZeroUsize;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::test_screen::{NAME, TestScreen};
use crate::tui::modal::Modal;
use crate::tui::msg::{Cmd, Msg};
use crate::tui::update::update;
use frieze_kernel::{Confirmed, Gate};
use frieze_testkit::Dice;

const SESSIONS: u64 = 10_000;
const LENGTH: usize = 60;

#[derive(Clone, Debug)]
enum Input {
    Key(KeyEvent),
    Paste(String),
    Frame,
}

/// A random input from a keyboard, a clipboard or a slow terminal; `whole` also allows the full confirmation.
fn random_input(dice: &mut Dice, hash: &str, whole: bool) -> Vec<Input> {
    let key = |code: KeyCode| Input::Key(code.into());
    let with = |c: char, modifiers| Input::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
    match dice.roll(if whole { 22 } else { 20 }) {
        0 => vec![key(KeyCode::Char('d'))],
        1 => vec![key(KeyCode::Char('a'))],
        2 | 3 => vec![key(KeyCode::Char('r'))],
        4 => vec![key(KeyCode::Char('x'))],
        5..=8 => vec![key(KeyCode::Enter)],
        9 => vec![key(KeyCode::Char(' '))],
        10 => vec![key(KeyCode::Tab)],
        11 => vec![key(KeyCode::Esc)],
        12 => vec![with('s', KeyModifiers::CONTROL)],
        13 => vec![with(['j', 'm', 'w', 'z', 'u'][dice.roll(5)], KeyModifiers::CONTROL)],
        14 => vec![Input::Paste(format!("{NAME}\n"))],
        15 => vec![Input::Paste(hash.to_owned())],
        16 => vec![Input::Paste("words\r".to_owned())],
        // One letter of the name is missing, so the name is never typed by chance.
        17 => vec![key(KeyCode::Char(['c', 'h', 'e', 'o', 'u', 't', 'y', '\n'][dice.roll(8)]))],
        18 => vec![key([KeyCode::Up, KeyCode::Down, KeyCode::Backspace, KeyCode::Home][dice.roll(4)])],
        19 => vec![Input::Frame],
        _ => NAME.chars().map(|c| key(KeyCode::Char(c))).collect(),
    }
}

/// Runs one session; returns the number of approvals.
///
/// # Errors
///
/// A decision without its confirmation.
fn session(seed: u64, whole: bool, take: fn(&mut TestScreen, KeyEvent) -> Vec<Cmd>) -> Result<usize, String> {
    let mut dice = Dice(seed);
    let mut screen = TestScreen::new((80, 24), "");
    let hash = super::test_screen::hash();
    // The letters that reached the dialog since the choice.
    let (mut typed, mut chosen, mut approved) = (String::new(), false, 0);
    let mut has_words = false;
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
                    has_words = true;
                    continue;
                }
                Input::Key(key) => key,
            };
            let takes_keys = screen.model.modal.as_ref().is_some_and(|modal| !modal.awaits_drawing());
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
            let was_open = matches!(screen.model.modal, Some(Modal::Gate(_)));
            has_words |= !typed.is_empty();
            if let Some(choice) = decided(&take(&mut screen, key)) {
                let confirmed = match choice {
                    "approve" => typed.contains(NAME) || typed.contains(&hash[..6]),
                    "reject" => has_words && key == KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL),
                    _ => has_words && key == KeyCode::Char('y').into(),
                };
                approved += usize::from(choice == "approve");
                if !(was_open && chosen && confirmed) {
                    return Err(format!("seed {seed}: {choice} after {typed:?}"));
                }
            }
            if !matches!(screen.model.modal, Some(Modal::Gate(_))) {
                (chosen, typed) = (false, String::new());
            }
            // Sometimes keys come before the frame, as with a slow terminal.
            if whole || dice.roll(4) > 0 {
                screen.frame();
            }
        }
    }
    Ok(approved)
}

/// The choice of a decision.
fn decided(cmds: &[Cmd]) -> Option<&'static str> {
    cmds.iter()
        .find_map(|cmd| if let Cmd::Decide(_, decision) = cmd { Some(decision.choice()) } else { None })
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
                    assert_eq!(session(seed, false, real_gate), Ok(0), "seed {seed}");
                }
            });
        }
    });
    println!("seeds 0 to {}: 0 approvals", SESSIONS - 1);
}

#[test]
fn every_decision_was_confirmed_after_a_choice() {
    let approved: usize = (0..400).map(|seed| session(seed, true, real_gate).unwrap()).sum();
    assert!(approved > 0, "without a decision the test shows nothing");
}

#[test]
fn the_test_finds_a_gate_that_decides_on_enter() {
    assert!((0..50).any(|seed| session(seed, false, wrong_gate).is_err()));
}
