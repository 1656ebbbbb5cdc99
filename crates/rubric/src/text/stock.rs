//! Stock phrases: texts of one kind that are the same but for a name. "The orders cannot be loaded" says nothing
//! of orders when members and tools "cannot be loaded" in the same words.
//!
//! Two texts are the same but for a name when their words are the same after a short run was taken out of each.
//! A word set is known by the sum of its keys, so taking a run out is a subtraction and everything stays linear.

use crate::text::product::Product;
use crate::text::said::Said;
use crate::text::texts::{Id, Kind, Text, Texts};
use crate::text::vocabulary::Word;
use crate::text::words::{Key, KeyMap, KeySet};
use crate::text::{class, words};

/// A phrase in at least so many texts is stock.
const STOCK: u32 = 3;
/// A template writes no longer texts; longer ones are compared by their beginning.
const LONGEST: usize = 40;

/// Which texts of a design are stock phrases.
pub(crate) struct Stock {
    /// By the position of the text; empty where none is.
    is_stock: Vec<bool>,
}

impl Stock {
    /// An outcome that names one of the views says where the step leads, which is no phrase.
    pub(crate) fn of(texts: &Texts) -> Self {
        let views = texts.ids.components.iter().filter(|component| component.is_view);
        let views: Vec<Said> = views.map(|view| texts.said(view.name)).collect();
        let (mut all, mut keys, mut spans) = (Vec::new(), Vec::new(), Vec::new());
        for text in texts.judged().filter(|text| text.place.kind.is_compared()) {
            let from = all.len();
            let leads = || views.iter().any(|view| text.said.has_all(view));
            if text.place.kind != Kind::Outcome || !leads() {
                frames(text.place.kind, text.said.pith(), &texts.product, &mut keys, |frame| all.push(frame));
            }
            spans.push((text, from..all.len()));
        }
        // Most frames occur once or twice, and are not worth an entry in a map.
        let often = Often::of(&all);
        let mut uses: KeyMap<u32> = KeyMap::default();
        for frame in all.iter().filter(|frame| often.may_be(**frame)) {
            *uses.entry(*frame).or_insert(0) += 1;
        }
        let is_often = |frame: &Key| often.may_be(*frame) && uses.get(frame).is_some_and(|n| *n >= STOCK);
        let phrases: KeySet = spans
            .into_iter()
            .filter(|(_, span)| all[span.clone()].iter().any(is_often))
            .map(|(text, _)| identity(&text))
            .collect();
        let has = |text: Text| text.place.kind.is_compared() && phrases.contains(&identity(&text));
        let is_stock = if phrases.is_empty() { Vec::new() } else { texts.judged().map(has).collect() };
        Self { is_stock }
    }

    pub(crate) fn has(&self, text: Id) -> bool {
        self.is_stock.get(text).copied().unwrap_or(false)
    }
}

/// Counts keys up to [`STOCK`] in little memory, two bits each. Keys that share a byte position are counted together,
/// so a count may be too high but never too low.
struct Often {
    counts: Vec<u8>,
}

impl Often {
    fn of(keys: &[Key]) -> Self {
        let mut often = Self { counts: vec![0; keys.len().div_ceil(2).next_power_of_two()] };
        for key in keys {
            let (place, bit) = often.place(*key);
            if let Some(four) = often.counts.get_mut(place)
                && u32::from(*four >> bit & 3) < STOCK
            {
                *four += 1 << bit;
            }
        }
        often
    }

    /// The byte that counts a key, and the first of its bits there.
    fn place(&self, key: Key) -> (usize, u32) {
        // Sums of keys are as evenly spread as keys are; the upper half is as good as the lower.
        let place = usize::try_from(key >> 24).unwrap_or(0);
        (place >> 2 & (self.counts.len() - 1), u32::from(place & 1 != 0) * 2 + u32::from(place & 2 != 0) * 4)
    }

    fn may_be(&self, key: Key) -> bool {
        let (place, bit) = self.place(key);
        self.counts.get(place).is_some_and(|four| u32::from(*four >> bit & 3) >= STOCK)
    }
}

/// A text by its kind and its letters, with word boundaries ignored.
fn identity(text: &Text) -> Key {
    words::spelling_key(text.said.text) ^ salt(text.place.kind)
}

fn salt(kind: Kind) -> Key {
    (kind as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Every way to see a text as a frame around a name: its words without a run of one to three, or of up to six
/// pairs where words are not spaced. What remains has to be a phrase: not two words that any texts share, and not only
/// the name of an entity, about which each text says something else.
fn frames<'w>(
    kind: Kind,
    words: impl Iterator<Item = &'w Word>,
    product: &Product,
    keys: &mut Vec<(Key, bool)>,
    mut take: impl FnMut(Key),
) {
    keys.clear();
    let mut unspaced = 0_usize;
    for word in words {
        if keys.len() == LONGEST {
            break;
        }
        if keys.iter().all(|(seen, _)| *seen != word.key) {
            keys.push((word.key, word.class & class::STOP != 0));
        }
        unspaced += usize::from(word.unspaced);
    }
    let longest_run = if unspaced * 2 > keys.len() { 6 } else { 3 };
    let least = if longest_run == 6 { 5 } else { 3 };
    let sum = keys.iter().fold(salt(kind), |sum, (key, _)| sum.wrapping_add(*key));
    let content = keys.iter().filter(|(_, stop)| !stop).count();
    let others = keys.iter().filter(|(key, stop)| !stop && !product.has_name(*key)).count();
    // Articles come and go with the name, so a run is counted in content words.
    for from in (0..keys.len()).filter(|at| !keys[*at].1) {
        let (mut rest, mut out, mut run, mut named) = (sum, 0, 0, 0);
        for (key, stop) in keys.iter().skip(from) {
            if *stop {
                continue;
            }
            rest = rest.wrapping_sub(*key);
            out += 1;
            run += 1;
            named += usize::from(product.has_name(*key));
            let (words_left, content_left) = (keys.len() - out, content - out);
            let says = others > out - named;
            let phrase = says
                && words_left >= least
                && content_left >= if run == longest_run && least == 3 { 2 } else { 1 };
            if phrase {
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
    use crate::text::stock::*;
    use crate::text::texts::{Address, At};
    use crate::text_ids::TextIds;

    fn stock(all: &[&str]) -> usize {
        let place = Address { kind: Kind::Condition, at: At::Root };
        let texts = Texts::read(vec![place; all.len()], all, TextIds::default());
        let stock = Stock::of(&texts);
        (0..all.len()).filter(|id| stock.has(*id)).count()
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
