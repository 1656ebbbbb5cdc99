//! What the built-in generator would do at a rejection's words, line by line, told before they are sent.

use super::{carried_out, instruction};
use crate::domain::intent::Intent;

/// The most lines that are looked at; more are a text, not instructions.
const LINES: usize = 200;

/// A line of a rejection, as the built-in generator takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    pub line: String,
    /// What would be done about it, as sentences.
    pub done: Vec<String>,
    /// Words of it about which nothing would be done, each with the reason.
    pub not_done: Vec<(String, String)>,
}

impl Heard {
    /// Whether something would be done about all of it.
    pub const fn is_understood(&self) -> bool {
        self.not_done.is_empty()
    }
}

/// How each line of some words would be taken, one after the other, upon a design. No brief is at hand: what it would
/// have to say is taken as said.
pub fn understood(design: &Intent, words: &str) -> Vec<Heard> {
    let mut intent = design.clone();
    let lines = words.lines().map(str::trim).filter(|line| line.chars().any(char::is_alphanumeric));
    let heard = lines.take(LINES).map(|line| {
        let mut heard = Heard { line: line.to_owned(), done: Vec::new(), not_done: Vec::new() };
        for told in instruction::told(&[line.to_owned()]) {
            match carried_out(&mut intent, None, design, &told) {
                Ok(deed) => heard.done.push(deed.what),
                Err(why) => heard.not_done.push((told.words, why)),
            }
        }
        heard
    });
    heard.collect()
}

/// How much of it is understood, in one line; nothing where there are no words.
pub fn told(heard: &[Heard]) -> Option<String> {
    let known = heard.iter().filter(|line| line.is_understood()).count();
    let lines = if heard.len() == 1 { "line" } else { "lines" };
    let mut text = format!("{known} of {} {lines} understood", heard.len());
    let first = heard.iter().find_map(|line| line.not_done.first());
    if let Some((words, why)) = first {
        text.push_str(&format!("; not: “{words}” ({})", why.trim_end_matches('.')));
    }
    (!heard.is_empty()).then_some(text)
}
