//! How many features there are of each kind, for the header.

use super::Card;
use crate::kernel::Call;

/// The header's figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub calling: usize,
    /// Of those that call, the ones of which what was frozen is not what lies there.
    pub tampered: usize,
    pub running: usize,
    /// Another process is at work on them.
    pub elsewhere: usize,
    pub frozen: usize,
    pub failed: usize,
    pub all: usize,
    /// Not read yet.
    pub unread: usize,
}

impl Counts {
    /// The figure that a card counts for beside `all`.
    fn of(&mut self, card: Option<&Card>) -> Option<&mut usize> {
        match card {
            None => Some(&mut self.unread),
            Some(card) if card.is_running() => Some(&mut self.running),
            Some(card) if card.held.is_some() => Some(&mut self.elsewhere),
            Some(card) if card.calls() => Some(&mut self.calling),
            Some(card) if card.needs == Some(Call::Reset) => Some(&mut self.failed),
            Some(card) if card.is_sealed => Some(&mut self.frozen),
            Some(_) => None,
        }
    }

    pub(super) fn add(&mut self, card: Option<&Card>) {
        if let Some(count) = self.of(card) {
            *count += 1;
        }
        self.tampered += usize::from(is_tampered(card));
    }

    pub(super) fn remove(&mut self, card: Option<&Card>) {
        if let Some(count) = self.of(card) {
            *count -= 1;
        }
        self.tampered -= usize::from(is_tampered(card));
    }
}

/// Whether a card calls for that, and nobody is at work on it.
fn is_tampered(card: Option<&Card>) -> bool {
    card.is_some_and(|card| card.needs == Some(Call::Tampered) && !card.is_running() && card.held.is_none())
}
