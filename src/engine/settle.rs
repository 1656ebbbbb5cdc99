//! Settling: asking the world for what the record waits for, until it waits for nobody but a person.
//! The wanted keys are compared with what is in flight: new ones are started, unwanted ones dropped.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinSet};

use super::commit::look;
use super::world::World;
use crate::domain::id::FeatureId;
use crate::domain::look::Look;
use crate::kernel::{Answer, Errand, Event, Fault, Flow, Key, Request, Want};
use crate::ports::Ask;

/// The requests of one run that are under way.
pub struct InFlight<F: Flow> {
    world: Arc<World<F>>,
    feature: FeatureId,
    slots: Arc<Semaphore>,
    tasks: JoinSet<(Key, Result<Answer, Fault>)>,
    keys: HashMap<Key, AbortHandle>,
}

impl<F: Flow> InFlight<F> {
    pub fn new(world: Arc<World<F>>, feature: FeatureId, slots: Arc<Semaphore>) -> Self {
        Self { world, feature, slots, tasks: JoinSet::new(), keys: HashMap::new() }
    }

    /// Brings what is under way in line with what is wanted. Returns the key of an automatic move, if one
    /// is wanted.
    pub fn align(&mut self, wanted: &[Request]) -> Option<Key> {
        self.keys.retain(|key, task| {
            let keep = wanted.iter().any(|request| request.key == *key);
            if !keep {
                task.abort();
            }
            keep
        });
        let mut proceed = None;
        for request in wanted {
            match &request.want {
                Want::Proceed => proceed = proceed.or_else(|| Some(request.key.clone())),
                Want::Agent(errand) if !self.keys.contains_key(&request.key) => {
                    self.start(request.key.clone(), errand);
                }
                Want::Agent(_) | Want::Gate(_) | Want::Watch(_) => {}
            }
        }
        proceed
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The next answer or fault of something that is still wanted. Waits for ever while nothing is under way.
    pub async fn next(&mut self) -> Event {
        loop {
            match self.tasks.join_next().await {
                None => std::future::pending().await,
                // An aborted task answers something that nobody wants any more.
                Some(Err(e)) if e.is_cancelled() => {}
                Some(Err(_)) => {
                    let lost = self.keys.keys().next().cloned();
                    if let Some(key) = lost {
                        self.keys.remove(&key);
                        return Event::Faulted {
                            key,
                            fault: Fault::Failed { why: "the agent's task died".into() },
                        };
                    }
                }
                Some(Ok((key, outcome))) => {
                    if self.keys.remove(&key).is_some() {
                        return match outcome {
                            Ok(answer) => Event::Answered { key, answer },
                            Err(fault) => Event::Faulted { key, fault },
                        };
                    }
                }
            }
        }
    }

    fn start(&mut self, key: Key, errand: &Errand) {
        let (world, feature, slots) = (self.world.clone(), self.feature.clone(), self.slots.clone());
        let (errand, asked) = (errand.clone(), key.clone());
        let task = self.tasks.spawn(async move {
            let outcome = answer(&world, feature, &slots, errand).await;
            (asked, outcome)
        });
        self.keys.insert(key, task);
    }
}

/// Asks an agent, within its time. The time begins when it is asked, not while it waits for its turn.
async fn answer<F: Flow>(
    world: &Arc<World<F>>,
    feature: FeatureId,
    slots: &Semaphore,
    errand: Errand,
) -> Result<Answer, Fault> {
    let failed = |why: String| Fault::Failed { why };
    let _turn = slots.acquire().await.map_err(|e| failed(e.to_string()))?;
    let agent = world.agents.for_role(errand.role)?;
    let (reader, id) = (world.clone(), feature.clone());
    let ask = tokio::task::spawn_blocking(move || ask(&reader, id, &errand));
    let ask = ask.await.map_err(|e| failed(e.to_string()))?.map_err(failed)?;
    let limit_ms = world.conditions.limit_ms(&feature);
    match tokio::time::timeout(Duration::from_millis(limit_ms), agent.ask(ask)).await {
        Ok(outcome) => outcome,
        Err(_) => Err(Fault::TimedOut { limit_ms }),
    }
}

fn ask<F: Flow>(world: &World<F>, feature: FeatureId, errand: &Errand) -> Result<Ask, String> {
    let bytes = |path| match look(world, path) {
        Look::Bytes(bytes) => Ok(bytes),
        Look::Absent => Err(format!("{path} is missing")),
        Look::Unreadable(why) => Err(why),
    };
    let prompt = String::from_utf8_lossy(&bytes(&errand.prompt)?).into_owned();
    let material = errand
        .material
        .iter()
        .map(|(name, path)| Ok((*name, bytes(path)?)))
        .collect::<Result<_, String>>()?;
    Ok(Ask { role: errand.role, feature, prompt, material })
}
