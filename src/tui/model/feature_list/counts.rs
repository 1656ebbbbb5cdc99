//! Counts of features by status, for the header.

use super::Card;
use frieze_kernel::Attention;

/// Numbers of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// They need a person.
    pub waiting: usize,
    /// Those whose run failed, among those that wait, and the tampered ones among these.
    pub failed: usize,
    pub tampered: usize,
    pub running: usize,
    /// This process runs them, and their agent is a person; they are among those that wait.
    pub asking: usize,
    /// Another process runs them.
    pub elsewhere: usize,
    pub frozen: usize,
    /// All rows of the list.
    pub all: usize,
    /// The runs of other workflows among them.
    pub others: usize,
    /// Not read yet.
    pub unread: usize,
}

impl Counts {
    /// The runs of this process.
    pub fn runs_here(&self) -> usize {
        self.running + self.asking
    }

    /// The numbers that a row adds to, in addition to `all`: its due run to one of them, its frozen design to another.
    fn of(&mut self, [due, design]: [Option<&Card>; 2]) -> [Option<&mut usize>; 2] {
        let due = match due {
            None => Some(&mut self.unread),
            Some(card) if card.is_running() && !card.awaits_file => Some(&mut self.running),
            Some(card) if card.held_by.is_some() => Some(&mut self.elsewhere),
            Some(card) if card.needs_person() => Some(&mut self.waiting),
            Some(_) => None,
        };
        // What else the feature has does not unfreeze its design.
        let is_frozen = design.is_some_and(|card| card.status().is_frozen());
        [due, is_frozen.then_some(&mut self.frozen)]
    }

    pub(super) fn add(&mut self, row: [Option<&Card>; 2]) {
        self.of(row).into_iter().flatten().for_each(|count| *count += 1);
        self.asking += usize::from(row[0].is_some_and(|card| card.awaits_file));
        self.tampered += usize::from(has(row[0], |needs| needs == Attention::Tampered));
        self.failed += usize::from(has(row[0], Attention::is_of_a_failed_run));
    }

    pub(super) fn remove(&mut self, row: [Option<&Card>; 2]) {
        self.of(row).into_iter().flatten().for_each(|count| *count -= 1);
        self.asking -= usize::from(row[0].is_some_and(|card| card.awaits_file));
        self.tampered -= usize::from(has(row[0], |needs| needs == Attention::Tampered));
        self.failed -= usize::from(has(row[0], Attention::is_of_a_failed_run));
    }
}

/// Whether a feature needs this and nobody works on it.
fn has(card: Option<&Card>, needs: impl Fn(Attention) -> bool) -> bool {
    card.is_some_and(|card| card.needs.is_some_and(needs) && !card.is_running() && card.held_by.is_none())
}
