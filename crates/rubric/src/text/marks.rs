//! A set of small numbers that is cleared in constant time, so that one set serves for all elements.

/// A set of numbers below a limit.
pub(crate) struct Marks {
    /// For each number, the last turn in which it was added.
    turns: Vec<u32>,
    turn: u32,
}

impl Marks {
    pub(crate) fn below(limit: usize) -> Self {
        Self { turns: vec![0; limit], turn: 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.turn += 1;
    }

    /// Adds a number; returns whether it is new.
    pub(crate) fn add(&mut self, number: usize) -> bool {
        let turn = self.turn;
        self.turns.get_mut(number).is_some_and(|last| std::mem::replace(last, turn) != turn)
    }

    pub(crate) fn add_all(&mut self, numbers: impl IntoIterator<Item = usize>) {
        numbers.into_iter().for_each(|number| {
            self.add(number);
        });
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        self.turns.get(number) == Some(&self.turn)
    }
}
