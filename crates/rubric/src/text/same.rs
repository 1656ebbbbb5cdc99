//! Texts that say the same, compared by their sets of content words: a new id, another order, or words before or after a text do not
//! hide a copy. The work is linear: a set is the sum of its words' keys, so removing a word is one subtraction.

use crate::text::words;
use crate::text::words::{Key, KeyMap, KeySet};

/// Word sets seen so far, among those still to come.
pub(crate) struct Sets {
    /// The sums of all of them. Other sums need not be stored.
    expected: KeySet,
    /// By sum of keys.
    whole: KeyMap<usize>,
    /// By sum of keys with one word taken out.
    shorter: KeyMap<usize>,
    /// By the sum of a beginning or an end.
    parts: KeyMap<usize>,
    /// A text of at least so many words is still the same with others put before or after it.
    least_part: usize,
}

/// From this many content words on, one word more makes no different element.
const LONG: usize = 5;
/// Longer texts are compared as wholes only, so that the work stays linear.
pub(crate) const LONGEST: usize = 60;

impl Sets {
    /// Sets with only these sums.
    pub(crate) fn among(all: impl Iterator<Item = Key>, least_part: usize) -> Self {
        Self {
            expected: all.collect(),
            whole: KeyMap::default(),
            shorter: KeyMap::default(),
            parts: KeyMap::default(),
            least_part,
        }
    }

    /// The earlier element that says the same, or the same except for one added word or for words put before or after.
    /// The keys are in the order of the text. Sets with fewer than `least` words are not compared.
    pub(crate) fn meets(&mut self, at: usize, keys: &[Key], least: usize) -> Option<usize> {
        if keys.len() < least {
            return None;
        }
        self.meets_but_for_one(at, keys, true)
    }

    /// The same, but a word more may make a different element, as `not` does.
    pub(crate) fn meets_but_for_one(&mut self, at: usize, keys: &[Key], one_more: bool) -> Option<usize> {
        let sum = words::set_key(keys);
        let mut met = self.whole.get(&sum).copied();
        if keys.len() <= LONGEST {
            if one_more && keys.len() >= LONG {
                met = met
                    .or_else(|| keys.iter().find_map(|key| self.whole.get(&sum.wrapping_sub(*key)).copied()));
            }
            if one_more && keys.len() >= LONG - 1 {
                met = met.or_else(|| self.shorter.get(&sum).copied());
            }
            if one_more && keys.len() >= LONG && met.is_none() {
                for shorter in keys.iter().map(|key| sum.wrapping_sub(*key)) {
                    if self.expected.contains(&shorter) {
                        self.shorter.entry(shorter).or_insert(at);
                    }
                }
            }
            met = self.meets_in_part(at, keys, sum, met);
        }
        self.whole.entry(sum).or_insert(at);
        met
    }

    fn meets_in_part(&mut self, at: usize, keys: &[Key], sum: Key, met: Option<usize>) -> Option<usize> {
        let mut met = met;
        if keys.len() >= self.least_part {
            met = met.or_else(|| self.parts.get(&sum).copied());
        }
        let mut head = 0_u64;
        for (before, key) in keys.iter().enumerate() {
            for (length, part) in [(before, head), (keys.len() - before, sum.wrapping_sub(head))] {
                if length >= self.least_part && length < keys.len() && self.expected.contains(&part) {
                    met = met.or_else(|| self.whole.get(&part).copied());
                    self.parts.entry(part).or_insert(at);
                }
            }
            head = head.wrapping_add(*key);
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use crate::text::said::{Saying, content_in_order};
    use crate::text::same::*;

    fn second_is_a_copy(a: &str, b: &str) -> bool {
        let keys = |text| {
            let (mut saying, mut keys) = (Saying::default(), Vec::new());
            let record = saying.read(text);
            content_in_order([saying.said(&record)], &mut keys);
            keys
        };
        let (a, b) = (keys(a), keys(b));
        let mut sets = Sets::among([&a, &b].into_iter().map(|keys| words::set_key(keys)), 4);
        assert_eq!(sets.meets(0, &a, 2), None);
        sets.meets(1, &b, 2).is_some()
    }

    #[test]
    fn copies_are_found_in_another_order_and_with_added_or_removed_words() {
        let goal = "Cashiers complete a cash sale within 30 seconds";
        for copy in [
            "Within 30 seconds cashiers complete a cash sale.",
            "Cashiers happily complete a cash sale within 30 seconds",
            "Cashiers complete a sale within 30 seconds",
            "cashier completes cash sales within 30 seconds",
            "Cashiers complete a cash sale within 30 seconds, which pleases the people in the queue",
            "It is written in the brief that cashiers complete a cash sale within 30 seconds",
        ] {
            assert!(second_is_a_copy(goal, copy), "{copy}");
            assert!(second_is_a_copy(copy, goal), "{copy}");
        }
        for other in ["Cashiers complete a card sale within 40 seconds", "Managers see the sales of a day"] {
            assert!(!second_is_a_copy(goal, other), "{other}");
        }
        assert!(!second_is_a_copy("Delete the order", "Delete the order line"));
    }
}
