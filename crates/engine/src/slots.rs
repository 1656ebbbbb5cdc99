//! Slots: how many agents may be at work at once, and whose turn it is when one of them has answered.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Limits the agents at work. Requests of runs with an open gate are counted separately, so that no other run waits for them.
/// Clones share the limit: it holds for all engines of a program.
#[derive(Clone)]
pub struct Slots {
    running: Arc<Queue>,
    at_gate: Arc<Queue>,
}

impl Slots {
    /// `concurrency` agents at a time, at least one.
    pub fn new(concurrency: usize) -> Self {
        let queue = || Arc::new(Queue(Mutex::new(State { free: concurrency.max(1), ..State::default() })));
        Self { running: queue(), at_gate: queue() }
    }

    /// The queue of a run's requests.
    pub(super) fn queue(&self, at_gate: bool) -> &Arc<Queue> {
        if at_gate { &self.at_gate } else { &self.running }
    }
}

/// A number of slots, and the requests that wait for one.
pub struct Queue(Mutex<State>);

#[derive(Default)]
struct State {
    free: usize,
    /// The highest rank first, of equal ranks the one that came first.
    waiting: BTreeMap<(Reverse<u64>, u64), oneshot::Sender<Slot>>,
    /// How many requests have waited so far.
    waited: u64,
}

/// What a request gets.
pub enum Entry {
    Free(Slot),
    /// Gets the slot when it is the request's turn.
    Queued(oneshot::Receiver<Slot>),
}

/// A slot; it goes to the next request when it is dropped.
#[derive(Debug)]
pub struct Slot(Option<Arc<Queue>>);

impl Queue {
    /// Takes a slot, or a place among the waiting requests. Dropping either gives it back.
    pub fn enter(self: &Arc<Self>, rank: u64) -> Entry {
        let mut state = self.state();
        if let Some(free) = state.free.checked_sub(1) {
            state.free = free;
            return Entry::Free(Slot(Some(self.clone())));
        }
        let (sender, turn) = oneshot::channel();
        state.waited = state.waited.saturating_add(1);
        let place = (Reverse(rank), state.waited);
        state.waiting.insert(place, sender);
        Entry::Queued(turn)
    }

    /// Gives a slot to the next request that still waits.
    fn pass_on(self: Arc<Self>) {
        loop {
            let mut state = self.state();
            let Some((_, next)) = state.waiting.pop_first() else {
                state.free = state.free.saturating_add(1);
                return;
            };
            drop(state);
            match next.send(Slot(Some(self.clone()))) {
                Ok(()) => return,
                // Its request was dropped. Nothing is passed on here, so that this does not call itself.
                Err(mut unwanted) => unwanted.0 = None,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").field("free", &self.state().free).finish_non_exhaustive()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(entry: Entry) -> Slot {
        match entry {
            Entry::Free(slot) => slot,
            Entry::Queued(_) => panic!("no slot was free"),
        }
    }

    fn queued(queue: &Arc<Queue>, rank: u64) -> oneshot::Receiver<Slot> {
        match queue.enter(rank) {
            Entry::Queued(turn) => turn,
            Entry::Free(_) => panic!("a slot was free"),
        }
    }

    #[test]
    fn the_highest_rank_comes_first_then_the_longest_wait() {
        let slots = Slots::new(1);
        let queue = slots.queue(false);
        let mut slot = taken(queue.enter(9));
        let mut waiting: Vec<_> =
            [1, 7, 1, 7].into_iter().enumerate().map(|(at, rank)| (at, queued(queue, rank))).collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(slot);
            let next = waiting.iter_mut().position(|(_, turn)| !turn.is_empty()).unwrap();
            let (at, mut turn) = waiting.remove(next);
            slot = turn.try_recv().unwrap();
            order.push(at);
        }
        assert_eq!(order, [1, 3, 0, 2]);
        drop(slot);
        taken(queue.enter(0));
    }

    /// A request that was dropped while it waited, or with its slot in hand, takes no slot with it.
    #[test]
    fn dropped_requests_lose_no_slot() {
        let slots = Slots::new(0);
        let queue = slots.queue(false);
        let slot = taken(queue.enter(0));
        let dropped: Vec<_> = (0..10_000).map(|_| queued(queue, 5)).collect();
        let mut waits = queued(queue, 1);
        drop(dropped);
        drop(slot);
        let slot = waits.try_recv().unwrap();
        let given = queued(queue, 0);
        drop(slot);
        drop(given);
        let _slot = taken(queue.enter(0));
        taken(slots.queue(true).enter(0));
    }
}
