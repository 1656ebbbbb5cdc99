//! Folds by number: all lines are in one state, except those that a person toggled one by one.

use std::collections::HashSet;

/// Which numbers are on.
#[derive(Clone, Debug, Default)]
pub struct Toggles {
    all: bool,
    by_hand: HashSet<usize>,
}

impl Toggles {
    /// Whether a number is on; `by_default` is on even if not all are.
    pub fn is_on(&self, number: usize, by_default: bool) -> bool {
        (self.all || by_default) != self.by_hand.contains(&number)
    }

    /// Turns a number on or off; `None` toggles it.
    pub fn set(&mut self, number: usize, by_default: bool, on: Option<bool>) {
        let changes = on != Some(self.is_on(number, by_default));
        if changes && !self.by_hand.remove(&number) {
            self.by_hand.insert(number);
        }
    }

    /// Turns all on or off.
    pub fn set_all(&mut self, on: bool) {
        *self = Self { all: on, by_hand: HashSet::new() };
    }

    /// Turns all on, or all off if they were on.
    pub fn toggle_all(&mut self) {
        self.set_all(!self.all);
    }
}
