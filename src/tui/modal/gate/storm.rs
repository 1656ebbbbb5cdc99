//! Storms of keys and pastes: nothing is decided unless a confirmation was typed, key by key, after a choice
//! (promise P9). Every session has a seed, which a failure prints.

use std::num::NonZeroUsize;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::story::{NAME, Story};
use crate::kernel::Gate;
use crate::tui::modal::Modal;
use crate::tui::msg::{Cmd, Msg};
use crate::tui::update::update;

const SESSIONS: u64 = 10_000;
const LENGTH: usize = 60;

/// A small generator of numbers that are far from each other (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let n = u64::try_from(n).unwrap();
        usize::try_from((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n).unwrap()
    }
}

#[derive(Clone, Debug)]
enum Wind {
    Key(KeyEvent),
    Paste(String),
    Frame,
}

/// Anything a keyboard, a clipboard or a slow terminal may bring; `whole` says whether somebody may also type the
/// name as it is asked for.
fn wind(numbers: &mut Numbers, hash: &str, whole: bool) -> Vec<Wind> {
    let key = |code: KeyCode| Wind::Key(code.into());
    let with = |c: char, modifiers| Wind::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
    match numbers.below(if whole { 22 } else { 20 }) {
        0 => vec![key(KeyCode::Char('d'))],
        1 => vec![key(KeyCode::Char('a'))],
        2 | 3 => vec![key(KeyCode::Char('r'))],
        4 => vec![key(KeyCode::Char('x'))],
        5..=8 => vec![key(KeyCode::Enter)],
        9 => vec![key(KeyCode::Char(' '))],
        10 => vec![key(KeyCode::Tab)],
        11 => vec![key(KeyCode::Esc)],
        12 => vec![with('s', KeyModifiers::CONTROL)],
        13 => vec![with(['j', 'm', 'w', 'z', 'u'][numbers.below(5)], KeyModifiers::CONTROL)],
        14 => vec![Wind::Paste(format!("{NAME}\n"))],
        15 => vec![Wind::Paste(hash.to_owned())],
        16 => vec![Wind::Paste("words\r".to_owned())],
        // All letters of the name but one, in any order: it is never typed by chance.
        17 => vec![key(KeyCode::Char(['c', 'h', 'e', 'o', 'u', 't', 'y', '\n'][numbers.below(8)]))],
        18 => vec![key([KeyCode::Up, KeyCode::Down, KeyCode::Backspace, KeyCode::Home][numbers.below(4)])],
        19 => vec![Wind::Frame],
        _ => NAME.chars().map(|c| key(KeyCode::Char(c))).collect(),
    }
}

/// One session; the error says what was decided without having been confirmed.
fn session(seed: u64, whole: bool, take: fn(&mut Story, KeyEvent) -> Vec<Cmd>) -> Result<usize, String> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut story = Story::new((80, 24), "");
    let hash = super::story::hash();
    // The keys that reached the dialog since a choice was made.
    let (mut typed, mut chosen, mut decided) = (String::new(), false, 0);
    for _ in 0..LENGTH {
        for gust in wind(&mut numbers, &hash, whole) {
            let key = match gust {
                Wind::Frame => {
                    story.frame();
                    if seed.is_multiple_of(50) {
                        story.draw();
                    }
                    continue;
                }
                Wind::Paste(text) => {
                    assert!(!decides(&update(&mut story.model, Msg::Pasted(text))), "seed {seed}: a paste");
                    continue;
                }
                Wind::Key(key) => key,
            };
            let hears = story.model.modal.as_ref().is_some_and(|modal| !modal.awaits_drawing());
            let plain = key.modifiers.is_empty();
            if let KeyCode::Char(c) = key.code
                && hears
                && plain
            {
                match c {
                    'a' | 'r' | 'x' if !chosen => chosen = true,
                    c => typed.push(c),
                }
            }
            let was_open = matches!(story.model.modal, Some(Modal::Gate(_)));
            if decides(&take(&mut story, key)) {
                decided += 1;
                let confirmed = typed.contains(NAME) || typed.contains(&hash[..6]);
                if !(was_open && chosen && confirmed) {
                    return Err(format!("seed {seed}: decided after {typed:?}"));
                }
            }
            if !matches!(story.model.modal, Some(Modal::Gate(_))) {
                (chosen, typed) = (false, String::new());
            }
            // Sometimes the terminal is slow, and keys come before the frame.
            if whole || numbers.below(4) > 0 {
                story.frame();
            }
        }
    }
    Ok(decided)
}

fn decides(cmds: &[Cmd]) -> bool {
    cmds.iter().any(|cmd| matches!(cmd, Cmd::Decide(..)))
}

fn honest(story: &mut Story, key: KeyEvent) -> Vec<Cmd> {
    update(&mut story.model, Msg::Key(key))
}

/// A gate as it must not be: Enter after a choice decides.
fn careless(story: &mut Story, key: KeyEvent) -> Vec<Cmd> {
    let gate: Option<Gate> = match &story.model.modal {
        Some(Modal::Gate(dialog)) if dialog.has_chosen() => Some(dialog.gate.clone()),
        _ => None,
    };
    match gate.filter(|_| key.code == KeyCode::Enter) {
        Some(gate) => {
            let decision = gate.decide("approve", None, NAME, false).unwrap();
            vec![Cmd::Decide(gate.binding.feature.clone(), decision)]
        }
        None => honest(story, key),
    }
}

#[test]
fn no_storm_decides() {
    // Sessions know nothing of each other; the processors share them.
    let hands = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for hand in 0..hands {
            scope.spawn(move || {
                for seed in (0..SESSIONS).skip(hand).step_by(hands) {
                    assert_eq!(session(seed, false, honest), Ok(0), "seed {seed}");
                }
            });
        }
    });
    println!("seeds 0 to {}: 0 decisions", SESSIONS - 1);
}

#[test]
fn what_decides_was_typed_after_a_choice() {
    let decided: usize = (0..400).map(|seed| session(seed, true, honest).unwrap()).sum();
    assert!(decided > 0, "the storm must reach decisions, else it shows nothing");
}

#[test]
fn the_storm_catches_a_gate_that_decides_on_enter() {
    assert!((0..50).any(|seed| session(seed, false, careless).is_err()));
}
