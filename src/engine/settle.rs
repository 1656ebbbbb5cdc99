//! Settling: asking the world for what the record waits for, until it waits for nobody but a person.
//! The wanted keys are compared with what is in flight: new ones are started, unwanted ones dropped.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinSet};

use super::board::Showing;
use super::facts::must_look;
use super::trouble::Trouble;
use super::world::World;
use crate::domain::id::FeatureId;
use crate::domain::look::Look;
use crate::domain::path::RelPath;
use crate::domain::template::LONGEST_PROMPT;
use crate::domain::text::lossy;
use crate::kernel::{Answer, Errand, Event, Fault, Flow, Key, Request, Want};
use crate::ports::{Ask, Live, Patience, StoreError, StoreErrorKind};

/// How many agents are asked at a time. What is asked beside an open gate is counted apart, so that no run waits for it.
pub struct Slots {
    ahead: Semaphore,
    beside: Semaphore,
}

impl Slots {
    /// At least one at a time.
    pub fn new(concurrency: usize) -> Self {
        let semaphore = || Semaphore::new(concurrency.max(1));
        Self { ahead: semaphore(), beside: semaphore() }
    }
}

/// What came of asking: an answer, a fault of the agent's with what it said all the same, or a disk that kept us from asking.
type Asked = Result<Result<Answer, (Fault, Vec<u8>)>, Trouble>;

/// The requests of one run that are under way.
pub struct InFlight<F: Flow> {
    world: Arc<World<F>>,
    feature: FeatureId,
    slots: Arc<Slots>,
    showing: Showing,
    tasks: JoinSet<(Key, Asked)>,
    keys: HashMap<Key, AbortHandle>,
    /// Requests whose recorded call was made, or may have been by whoever had the run before: to make one of them
    /// again, the record is asked first.
    spent: HashSet<Key>,
}

impl<F: Flow> InFlight<F> {
    /// Nothing is under way yet; `wanted` is what the record waited for when it was opened.
    pub fn new(
        world: Arc<World<F>>,
        feature: FeatureId,
        slots: Arc<Slots>,
        showing: Showing,
        wanted: Vec<Request>,
    ) -> Self {
        let asked = wanted.into_iter().filter(|request| matches!(request.want, Want::Agent(_)));
        let spent = asked.map(|request| request.key).collect();
        Self { world, feature, slots, showing, tasks: JoinSet::new(), keys: HashMap::new(), spent }
    }

    /// Brings what is under way in line with what is wanted. Returns the next automatic move, if one is due.
    pub fn align(&mut self, wanted: &[Request]) -> Option<Event> {
        self.keys.retain(|key, task| {
            let keep = wanted.iter().any(|request| request.key == *key);
            if !keep {
                task.abort();
            }
            keep
        });
        self.spent.retain(|key| wanted.iter().any(|request| request.key == *key));
        let is_beside = wanted.iter().any(|request| matches!(request.want, Want::Gate(_)));
        let mut due = None;
        for request in wanted {
            let key = || request.key.clone();
            match &request.want {
                Want::Proceed => due = due.or_else(|| Some(Event::Proceeded { key: key() })),
                Want::Agent(_) if self.keys.contains_key(&request.key) => {}
                Want::Agent(_) if self.spent.contains(&request.key) => {
                    due = due.or_else(|| Some(Event::AskedAgain { key: key() }));
                }
                Want::Agent(errand) => self.start(key(), errand, is_beside),
                Want::Gate(_) | Want::Watch(_) => {}
            }
        }
        due
    }

    /// The record has counted another call of what is asked again.
    pub fn counted(&mut self, event: &Event) {
        if let Event::AskedAgain { key } = event {
            self.spent.remove(key);
        }
    }

    /// Whether nobody is asked.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The next answer or fault of something that is still wanted. Waits for ever while nothing is under way.
    pub async fn next(&mut self) -> Result<Event, Trouble> {
        loop {
            match self.tasks.join_next().await {
                None => std::future::pending().await,
                // An aborted task answers something that nobody wants any more.
                Some(Err(e)) if e.is_cancelled() => {}
                Some(Err(died)) => {
                    // That is no answer, and no failure of the agent's: the record still waits for one.
                    let before = self.keys.len();
                    self.keys.retain(|_, task| task.id() != died.id());
                    if self.keys.len() < before {
                        return Err(Trouble::Lost(self.feature.clone()));
                    }
                }
                Some(Ok((key, outcome))) => {
                    if self.keys.remove(&key).is_some() {
                        return outcome.map(|outcome| match outcome {
                            Ok(answer) => Event::Answered { key, answer },
                            Err((fault, said)) => Event::Faulted { key, fault, said },
                        });
                    }
                }
            }
        }
    }

    fn start(&mut self, key: Key, errand: &Errand, is_beside: bool) {
        let (world, feature, slots) = (self.world.clone(), self.feature.clone(), self.slots.clone());
        let (errand, asked) = (errand.clone(), key.clone());
        let (showing, id) = (self.showing.clone(), feature.clone());
        let live = Live::new(move |progress| showing.progress(&id, progress));
        let task = self.tasks.spawn(async move {
            let slots = if is_beside { &slots.beside } else { &slots.ahead };
            let outcome = answer(&world, feature, slots, errand, live).await;
            (asked, outcome)
        });
        self.spent.insert(key.clone());
        self.keys.insert(key, task);
    }
}

/// Asks an agent, within its time. The time begins when it is asked, not while it waits for its turn.
async fn answer<F: Flow>(
    world: &Arc<World<F>>,
    feature: FeatureId,
    slots: &Semaphore,
    errand: Errand,
    live: Live,
) -> Asked {
    if let Some(not_before) = errand.not_before {
        let wait = not_before.duration_since(world.clock.now());
        tokio::time::sleep(Duration::try_from(wait).unwrap_or_default()).await;
    }
    let agents = world.agents.clone();
    let role = errand.role;
    // Finding the agent reads the configuration.
    let agent = match tokio::task::spawn_blocking(move || agents.for_role(role)).await {
        Ok(Ok(agent)) => agent,
        Ok(Err(fault)) => return Ok(Err((fault, Vec::new()))),
        Err(_) => return Err(Trouble::Lost(feature)),
    };
    let patience = agent.patience();
    let _turn = match patience {
        Patience::ForEver => None,
        Patience::AsConfigured | Patience::Ms(_) => {
            if slots.available_permits() == 0 {
                live.queued();
            }
            match slots.acquire().await {
                Ok(turn) => Some(turn),
                Err(_) => return Err(Trouble::Lost(feature)),
            }
        }
    };
    let (reader, id) = (world.clone(), feature.clone());
    let read = tokio::task::spawn_blocking(move || ask(&reader, id, &errand));
    let ask = match read.await {
        Ok(Ok(Ok(ask))) => ask,
        Ok(Ok(Err(why))) => return Ok(Err((Fault::Failed { why }, Vec::new()))),
        Ok(Err(e)) => return Err(e.into()),
        Err(_) => return Err(Trouble::Lost(feature)),
    };
    let asking = patience.hold(world.conditions.limit_ms(), agent.ask(ask, live.clone()));
    Ok(live.heard_out(asking).await.map_err(|fault| (fault, live.what_came())))
}

/// What an agent is given. Material that is not there is a fault; a disk that does not answer is trouble.
fn ask<F: Flow>(
    world: &World<F>,
    feature: FeatureId,
    errand: &Errand,
) -> Result<Result<Ask, String>, StoreError> {
    let mut material = Vec::new();
    for (name, path) in &errand.material {
        match must_look(world, path)? {
            Look::Bytes(bytes) => material.push((*name, bytes)),
            Look::Absent => return Ok(Err(missing(path))),
            Look::Unreadable(why) => return Ok(Err(why)),
        }
    }
    let prompt = match world.store.read(&errand.prompt, LONGEST_PROMPT) {
        Ok(Some(bytes)) => lossy(bytes),
        Ok(None) => return Ok(Err(missing(&errand.prompt))),
        Err(e) if e.kind == StoreErrorKind::TooLarge => {
            let (most, path) = (LONGEST_PROMPT >> 20, &errand.prompt);
            return Ok(Err(format!(
                "the prompt has more than {most} MiB, and no agent is given so much ({path}); shorten the brief, or the \
                 template if it is your own"
            )));
        }
        Err(e) if e.kind == StoreErrorKind::NotAFile => return Ok(Err(e.to_string())),
        Err(e) => return Err(e),
    };
    Ok(Ok(Ask { role: errand.role, feature, prompt, exchange: errand.exchange.clone(), material }))
}

fn missing(path: &RelPath) -> String {
    format!("{path} is missing")
}
