//! Stock phrases: texts of one kind that are the same but for a name. "The orders cannot be loaded" says nothing
//! of orders when members and tools "cannot be loaded" in the same words.
//!
//! Two texts are the same but for a name when their words are the same after a short run was taken out of each.
//! A word set is known by the sum of its keys, so taking a run out is a subtraction and everything stays linear.

use super::texts::{Kind, Text};
use super::words::{self, Key, KeyMap, KeySet};

/// From so many texts on, a phrase is stock.
const STOCK: u32 = 3;
/// Longer texts are not what a template writes; they are compared by their beginning.
const LONGEST: usize = 40;

/// The stock phrases of a design.
pub(super) struct Stock {
    phrases: KeySet,
}

impl Stock {
    pub(super) fn of(texts: &[Text]) -> Self {
        let mut uses: KeyMap<u32> = KeyMap::default();
        for text in texts.iter().filter(|t| compared(t.kind)) {
            frames(text, |frame| *uses.entry(frame).or_insert(0) += 1);
        }
        let mut phrases = KeySet::default();
        for text in texts.iter().filter(|t| compared(t.kind)) {
            let mut most = 0;
            frames(text, |frame| most = most.max(uses.get(&frame).copied().unwrap_or(0)));
            if most >= STOCK {
                phrases.insert(identity(text.kind, text.text));
            }
        }
        Self { phrases }
    }

    pub(super) fn has(&self, kind: Kind, text: &str) -> bool {
        !self.phrases.is_empty() && self.phrases.contains(&identity(kind, text))
    }
}

fn identity(kind: Kind, text: &str) -> Key {
    words::spelling_key(text) ^ salt(kind)
}

fn salt(kind: Kind) -> Key {
    (kind as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Names are names, commands are short by nature, and questions may be asked in one way.
fn compared(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Goal
            | Kind::FlowGoal
            | Kind::Outcome
            | Kind::Condition
            | Kind::ComponentDescription
            | Kind::State
            | Kind::EntityDescription
            | Kind::Response
            | Kind::Feedback
    )
}

/// Every way to see a text as a frame around a name: its words without a run of one to three, or of up to six
/// pairs where words are not spaced. What remains has to be a phrase, not two words that any texts share.
fn frames(text: &Text, mut take: impl FnMut(Key)) {
    let mut keys: Vec<(Key, bool)> = Vec::new();
    let mut seen = KeySet::default();
    let mut unspaced = 0_usize;
    words::each(text.text, |word| {
        if keys.len() < LONGEST {
            let key = words::key(word);
            if seen.insert(key) {
                keys.push((key, words::is_stop(key)));
            }
            unspaced += usize::from(word.chars().next().is_some_and(words::unspaced));
        }
    });
    let longest_run = if unspaced * 2 > keys.len() { 6 } else { 3 };
    let least = if longest_run == 6 { 5 } else { 3 };
    let sum = keys.iter().fold(salt(text.kind), |sum, (key, _)| sum.wrapping_add(*key));
    let content = keys.iter().filter(|(_, stop)| !stop).count();
    let mut frames = KeySet::default();
    // Articles come and go with the name, so a run is counted in content words.
    for from in (0..keys.len()).filter(|at| !keys[*at].1) {
        let (mut rest, mut out, mut run) = (sum, 0, 0);
        for (key, stop) in keys.iter().skip(from) {
            if *stop {
                continue;
            }
            rest = rest.wrapping_sub(*key);
            out += 1;
            run += 1;
            let (words_left, content_left) = (keys.len() - out, content - out);
            let phrase = words_left >= least && content_left >= if run >= 3 && least == 3 { 2 } else { 1 };
            if phrase && frames.insert(rest) {
                take(rest);
            }
            if run == longest_run {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::texts::At;
    use super::*;

    fn stock(all: &[&str]) -> usize {
        let texts: Vec<Text> =
            all.iter().map(|text| Text { kind: Kind::Condition, at: At::Root, text }).collect();
        let stock = Stock::of(&texts);
        all.iter().filter(|text| stock.has(Kind::Condition, text)).count()
    }

    #[test]
    fn three_texts_that_differ_by_a_name_are_stock_and_two_are_not() {
        let loaded = [
            "The orders cannot be loaded",
            "The members cannot be loaded",
            "The shopping lists cannot be loaded",
        ];
        assert_eq!(stock(&loaded), 3);
        assert_eq!(stock(&loaded[..2]), 0);
        assert_eq!(stock(&["注文を読み込めません", "会員を読み込めません", "在庫表を読み込めません"]), 3);
        assert_eq!(stock(&["The same shelf is full", "The same shelf is full", "The same shelf is full"]), 3);
    }

    #[test]
    fn sentences_of_their_own_are_not_stock() {
        assert_eq!(
            stock(&[
                "The member has an overdue loan",
                "The pickup code is not known",
                "The tool is broken",
                "The slot is taken by another household",
                "No tool matches the search",
                "棚が空である",
                "会員が退会している",
                "貸出期限を過ぎている",
            ]),
            0
        );
    }
}
