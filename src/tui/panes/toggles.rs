//! Folds of a pane: all lines are in one state, except those that a person toggled one by one.

use std::collections::HashSet;

use super::row_tag::RowTag;

/// Which lines are on.
#[derive(Clone, Debug, Default)]
pub struct Toggles {
    all: bool,
    by_hand: HashSet<RowTag>,
}

impl Toggles {
    /// Whether a line is on; `by_default` is on even if not all are.
    pub fn is_on(&self, tag: RowTag, by_default: bool) -> bool {
        (self.all || by_default) != self.by_hand.contains(&tag)
    }

    /// Turns a line on or off; `None` toggles it.
    pub fn set(&mut self, tag: RowTag, by_default: bool, on: Option<bool>) {
        let changes = on != Some(self.is_on(tag, by_default));
        if changes && !self.by_hand.remove(&tag) {
            self.by_hand.insert(tag);
        }
    }

    /// All on, or all off.
    pub fn all(on: bool) -> Self {
        Self { all: on, by_hand: HashSet::new() }
    }

    /// Whether all are on, except those toggled by hand.
    pub fn are_all(&self) -> bool {
        self.all
    }

    /// Turns all on, or all off if they were on.
    pub fn toggle_all(&mut self) {
        *self = Self::all(!self.all);
    }
}
