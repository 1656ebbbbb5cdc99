//! What an agent tells while it works: what it waits for, and its answer as it comes. It goes to the board, a few times a
//! second at most, and nobody waits for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much of an unfinished answer is shown, in bytes: more than a screen of it.
const SHOWN: usize = 8 * 1024;
/// How often text alone is told at most.
const APART: Duration = Duration::from_millis(100);

/// How far an agent is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What it does or waits for, in a few words; empty before it said anything.
    pub doing: String,
    /// How much of the answer has come, in bytes.
    pub received: u64,
    /// The end of what has come.
    pub tail: String,
}

/// Where an agent tells how far it is.
#[derive(Clone)]
pub struct Live(Arc<Told>);

struct Told {
    tell: Box<dyn Fn(Progress) + Send + Sync>,
    so_far: Mutex<(Progress, Option<Instant>)>,
}

impl Live {
    pub fn new(tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(Told { tell: Box::new(tell), so_far: Mutex::default() }))
    }

    /// Nobody listens.
    pub fn unheard() -> Self {
        Self::new(|_| {})
    }

    /// What the agent does now or waits for: told at once.
    pub fn doing(&self, what: impl Into<String>) {
        let mut so_far = self.0.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.0.doing = what.into();
        so_far.1 = Some(Instant::now());
        (self.0.tell)(so_far.0.clone());
    }

    /// More of the answer has come.
    pub fn text(&self, more: &str) {
        let mut so_far = self.0.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, told) = &mut *so_far;
        progress.received = progress.received.saturating_add(more.len() as u64);
        progress.tail.push_str(more);
        if progress.tail.len() > 2 * SHOWN {
            let from = progress.tail.ceil_char_boundary(progress.tail.len() - SHOWN);
            progress.tail.drain(..from);
        }
        if told.is_none_or(|told| told.elapsed() >= APART) {
            *told = Some(Instant::now());
            (self.0.tell)(progress.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_told_by_its_end() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = told.clone();
        let live = Live::new(move |progress| heard.lock().unwrap().push(progress));
        for _ in 0..10_000 {
            live.text("äöü");
        }
        live.doing("done");
        let last = told.lock().unwrap().last().cloned().unwrap();
        assert_eq!((last.received, last.doing.as_str()), (60_000, "done"));
        assert!(last.tail.len() <= 2 * SHOWN && last.tail.len() >= SHOWN - 8, "{}", last.tail.len());
        assert!(told.lock().unwrap().len() < 1000);
    }
}
