//! Live progress of an agent: its status and the answer so far. The board gets it a few times a second at most, and nobody waits
//! for it.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// How much of an unfinished answer is shown, in bytes: more than fits on a screen.
const SHOWN: usize = 8 * 1024;
/// The shortest time between two reports of text.
const APART: Duration = Duration::from_millis(100);

/// The status of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum AgentStatus {
    /// It said nothing yet.
    #[default]
    Silent,
    /// It waits for its turn: the allowed number of agents is already at work.
    Queued,
    /// In its own words.
    Says(String),
    /// It waits for a person to do this.
    NeedsPerson(String),
}

impl AgentStatus {
    /// The status in a few words; empty before the agent said anything.
    pub fn words(&self) -> &str {
        match self {
            Self::Silent => "",
            Self::Queued => "queued",
            Self::Says(words) | Self::NeedsPerson(words) => words,
        }
    }
}

/// The progress of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub status: AgentStatus,
    /// Bytes of the answer so far.
    pub received: u64,
    /// The end of the answer so far.
    pub tail: String,
}

/// The channel from an agent to the board. Clones share one channel.
#[derive(Clone)]
pub struct Live(Arc<Channel>);

struct Channel {
    report: Box<dyn Fn(Progress) + Send + Sync>,
    state: Mutex<State>,
    /// The output so far, byte for byte.
    partial: Mutex<Vec<u8>>,
    /// Wakes [`Live::wait_for`] when a report is delayed.
    delayed: Notify,
}

#[derive(Default)]
struct State {
    progress: Progress,
    last_report: Option<Instant>,
    /// Whether text came too soon after the last report.
    is_delayed: bool,
}

impl Live {
    /// Calls `report` with each progress, on the thread of the agent.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(Channel {
            report: Box::new(report),
            state: Mutex::default(),
            partial: Mutex::default(),
            delayed: Notify::new(),
        }))
    }

    /// Reports what the agent does, at once.
    pub fn status(&self, what: impl Into<String>) {
        self.set(AgentStatus::Says(what.into()));
    }

    /// Reports at once what a person must do. Front ends show it even if they show no other progress.
    pub fn needs_person(&self, what: impl Into<String>) {
        self.set(AgentStatus::NeedsPerson(what.into()));
    }

    /// Reports a status at once.
    pub fn set(&self, status: AgentStatus) {
        let mut state = self.state();
        state.progress.status = status;
        self.report(&mut state);
    }

    /// Adds text to the answer.
    pub fn text(&self, more: &str) {
        if more.is_empty() {
            return;
        }
        let mut state = self.state();
        let progress = &mut state.progress;
        progress.received = progress.received.saturating_add(more.len() as u64);
        progress.tail.push_str(more);
        if progress.tail.len() > 2 * SHOWN {
            let from = progress.tail.ceil_char_boundary(progress.tail.len() - SHOWN);
            progress.tail.drain(..from);
        }
        if state.last_report.is_none_or(|last| last.elapsed() >= APART) {
            self.report(&mut state);
        } else if !std::mem::replace(&mut state.is_delayed, true) {
            self.0.delayed.notify_one();
        }
    }

    /// Keeps the output so far, without secrets, in place of earlier output. It is saved if no answer is made of it; agents keep
    /// it however the request ends, a timeout included.
    pub fn keep_partial(&self, bytes: Vec<u8>) {
        *self.0.partial.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    /// Takes the output that was kept.
    pub fn take_partial(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.partial.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits for an answer and sends delayed reports meanwhile. No timer runs while none is delayed.
    pub async fn wait_for<T>(&self, answer: impl Future<Output = T>) -> T {
        let mut answer = pin!(answer);
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = self.next_delayed() => {
                    let mut state = self.state();
                    if state.is_delayed {
                        self.report(&mut state);
                    }
                }
            }
        }
    }

    /// Waits until a delayed report is due.
    async fn next_delayed(&self) {
        self.0.delayed.notified().await;
        let last = self.state().last_report;
        if let Some(last) = last {
            sleep_until(last + APART).await;
        }
    }

    fn report(&self, state: &mut State) {
        (state.last_report, state.is_delayed) = (Some(Instant::now()), false);
        (self.0.report)(state.progress.clone());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of a burst is reported although no more text follows, and only once.
    #[tokio::test(start_paused = true)]
    async fn delayed_text_is_reported_when_it_is_due() {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let sink = reports.clone();
        let live = Live::new(move |progress| sink.lock().unwrap().push((Instant::now(), progress.tail)));
        let began = Instant::now();
        let agent = live.clone();
        let answer = live.wait_for(async move {
            for piece in ["a", "b", "c"] {
                agent.text(piece);
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
            agent.text("d");
            tokio::time::sleep(Duration::from_millis(10)).await;
            agent.text("e");
            // The status report includes the text: nothing is delayed any more.
            agent.status("thinks");
            tokio::time::sleep(Duration::from_secs(60)).await;
            "the answer"
        });
        assert_eq!(answer.await, "the answer");
        let ms = |ms| began + Duration::from_millis(ms);
        let expected = [(0, "a"), (100, "abc"), (60_000, "abcd"), (60_010, "abcde")];
        let expected: Vec<_> = expected.iter().map(|(at, tail)| (ms(*at), (*tail).to_owned())).collect();
        assert_eq!(*reports.lock().unwrap(), expected);
    }

    #[test]
    fn only_the_end_of_a_long_answer_is_reported() {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let sink = reports.clone();
        let live = Live::new(move |progress| sink.lock().unwrap().push(progress));
        for _ in 0..10_000 {
            live.text("äöü");
        }
        live.status("done");
        let last = reports.lock().unwrap().last().cloned().unwrap();
        assert_eq!((last.received, last.status.words()), (60_000, "done"));
        assert!(last.tail.len() <= 2 * SHOWN && last.tail.len() >= SHOWN - 8, "{}", last.tail.len());
        assert!(reports.lock().unwrap().len() < 1000);
    }
}
