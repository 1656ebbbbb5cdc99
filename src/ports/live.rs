//! What an agent tells while it works: what it waits for, and its answer as it comes. It goes to the board, a few times a
//! second at most, and nobody waits for it.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// How much of an unfinished answer is shown, in bytes: more than a screen of it.
const SHOWN: usize = 8 * 1024;
/// How often text alone is told at most.
const APART: Duration = Duration::from_millis(100);

/// What an agent does or waits for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// It said nothing yet.
    #[default]
    Silent,
    /// It is not asked yet, because as many as may be are asked for others.
    Queued,
    /// In its own words.
    Says(String),
    /// It waits for a person to do this.
    Asks(String),
}

impl Stage {
    /// In a few words; empty before it said anything.
    pub fn words(&self) -> &str {
        match self {
            Self::Silent => "",
            Self::Queued => "waits for its turn",
            Self::Says(words) | Self::Asks(words) => words,
        }
    }
}

/// How far an agent is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub stage: Stage,
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
    so_far: Mutex<SoFar>,
    /// What came, as it came.
    came: Mutex<Vec<u8>>,
    /// Something is held back.
    held: Notify,
}

#[derive(Default)]
struct SoFar {
    progress: Progress,
    /// When something was told last.
    told: Option<Instant>,
    /// Whether more has come since, too soon to be told.
    is_behind: bool,
}

impl Live {
    /// Calls `tell` with how far it is, on whichever thread that was said.
    pub fn new(tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(Told {
            tell: Box::new(tell),
            so_far: Mutex::default(),
            came: Mutex::default(),
            held: Notify::new(),
        }))
    }

    /// What the agent does now or waits for: told at once.
    pub fn doing(&self, what: impl Into<String>) {
        self.at(Stage::Says(what.into()));
    }

    /// It waits until fewer agents are asked: told at once.
    pub fn queued(&self) {
        self.at(Stage::Queued);
    }

    /// What the agent waits for a person to do: told at once, to whoever is told nothing else.
    pub fn asks(&self, what: impl Into<String>) {
        self.at(Stage::Asks(what.into()));
    }

    fn at(&self, stage: Stage) {
        let mut so_far = self.so_far();
        so_far.progress.stage = stage;
        self.tell(&mut so_far);
    }

    /// More of the answer has come.
    pub fn text(&self, more: &str) {
        if more.is_empty() {
            return;
        }
        let mut so_far = self.so_far();
        let progress = &mut so_far.progress;
        progress.received = progress.received.saturating_add(more.len() as u64);
        progress.tail.push_str(more);
        if progress.tail.len() > 2 * SHOWN {
            let from = progress.tail.ceil_char_boundary(progress.tail.len() - SHOWN);
            progress.tail.drain(..from);
        }
        if so_far.told.is_none_or(|told| told.elapsed() >= APART) {
            self.tell(&mut so_far);
        } else if !std::mem::replace(&mut so_far.is_behind, true) {
            self.0.held.notify_one();
        }
    }

    /// What came, as it came and without secrets, in place of what was said of it before: it is kept where no answer is
    /// made of it. An agent says so whatever ends the question, its time's end too.
    pub fn came(&self, bytes: Vec<u8>) {
        *self.0.came.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    /// Takes what came.
    pub fn what_came(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.came.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits for an answer. What came too soon to be told is told meanwhile, when it may be; no clock runs while nothing
    /// is held back.
    pub async fn heard_out<T>(&self, answer: impl Future<Output = T>) -> T {
        let mut answer = pin!(answer);
        loop {
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = self.behind() => {
                    let mut so_far = self.so_far();
                    if so_far.is_behind {
                        self.tell(&mut so_far);
                    }
                }
            }
        }
    }

    /// Until something was held back long enough.
    async fn behind(&self) {
        self.0.held.notified().await;
        let told = self.so_far().told;
        if let Some(told) = told {
            sleep_until(told + APART).await;
        }
    }

    fn tell(&self, so_far: &mut SoFar) {
        (so_far.told, so_far.is_behind) = (Some(Instant::now()), false);
        (self.0.tell)(so_far.progress.clone());
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.0.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of a burst is told although nothing comes behind it, and nothing is told after that.
    #[tokio::test(start_paused = true)]
    async fn what_came_too_soon_is_told_when_its_time_has_come() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = told.clone();
        let live = Live::new(move |progress| heard.lock().unwrap().push((Instant::now(), progress.tail)));
        let began = Instant::now();
        let tells = live.clone();
        let answer = live.heard_out(async move {
            for piece in ["a", "b", "c"] {
                tells.text(piece);
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
            tells.text("d");
            tokio::time::sleep(Duration::from_millis(10)).await;
            tells.text("e");
            // Told with what the agent does now: nothing is left to be told.
            tells.doing("thinks");
            tokio::time::sleep(Duration::from_secs(60)).await;
            "the answer"
        });
        assert_eq!(answer.await, "the answer");
        let ms = |ms| began + Duration::from_millis(ms);
        let expected = [(0, "a"), (100, "abc"), (60_000, "abcd"), (60_010, "abcde")];
        let expected: Vec<_> = expected.iter().map(|(at, tail)| (ms(*at), (*tail).to_owned())).collect();
        assert_eq!(*told.lock().unwrap(), expected);
    }

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
        assert_eq!((last.received, last.stage.words()), (60_000, "done"));
        assert!(last.tail.len() <= 2 * SHOWN && last.tail.len() >= SHOWN - 8, "{}", last.tail.len());
        assert!(told.lock().unwrap().len() < 1000);
    }
}
