//! Requests in flight: compares the keys that a record wants with those in flight, starts new requests and drops unwanted ones.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{AbortHandle, JoinSet};

use super::board::BoardSender;
use super::file_facts;
use super::slots::{Entry, Queue};
use super::trouble::Trouble;
use super::world::World;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_design::template::LONGEST_PROMPT;
use frieze_kernel::{AgentRequest, Answer, Event, Fault, Flow, Key, REJECTED, Request, RequestKind};
use frieze_ports::{AgentStatus, Ask, Live, OtherRun, StoreError, StoreErrorKind};

/// What became of a request, or the trouble that prevented it.
type RequestOutcome = Result<Reply, Trouble>;

/// What became of a request.
enum Reply {
    Answer(Answer),
    /// With the agent's partial output.
    Fault(Fault, Vec<u8>),
    /// The run of another workflow exists.
    Begun,
}

/// The requests in flight of one run.
pub struct InFlight<F: Flow> {
    world: Arc<World<F>>,
    feature: FeatureId,
    board: BoardSender,
    tasks: JoinSet<(Key, RequestOutcome)>,
    keys: HashMap<Key, AbortHandle>,
    /// Requests whose recorded call was made, perhaps by an earlier process. Before one is made again, the record must count
    /// another call.
    spent: HashSet<Key>,
    /// Runs of other workflows that were begun, or that exist.
    begun: HashSet<Key>,
}

impl<F: Flow> InFlight<F> {
    /// Nothing in flight; `wanted` are the requests of the record when it was opened.
    pub fn new(world: Arc<World<F>>, feature: FeatureId, board: BoardSender, wanted: Vec<Request>) -> Self {
        let agents = wanted.into_iter().filter(|request| matches!(request.kind, RequestKind::Agent(_)));
        let spent = agents.map(|request| request.key).collect();
        Self {
            world,
            feature,
            board,
            tasks: JoinSet::new(),
            keys: HashMap::new(),
            spent,
            begun: HashSet::new(),
        }
    }

    /// Drops unwanted requests. Returns the next automatic event, if one is due.
    pub fn align(&mut self, wanted: &[Request]) -> Option<Event> {
        self.keys.retain(|key, task| {
            let keep = wanted.iter().any(|request| request.key == *key);
            if !keep {
                task.abort();
            }
            keep
        });
        self.spent.retain(|key| wanted.iter().any(|request| request.key == *key));
        let mut due = None;
        for request in wanted {
            let key = || request.key.clone();
            match &request.kind {
                RequestKind::Proceed => due = due.or_else(|| Some(Event::Proceeded { key: key() })),
                RequestKind::Agent(_) if self.keys.contains_key(&request.key) => {}
                RequestKind::Agent(_) if self.spent.contains(&request.key) => {
                    due = due.or_else(|| Some(Event::AskedAgain { key: key() }));
                }
                RequestKind::Agent(_)
                | RequestKind::Gate(_)
                | RequestKind::Watch(_)
                | RequestKind::Run { .. } => {}
            }
        }
        due
    }

    /// Starts the wanted requests that are not in flight, once no automatic event is due.
    pub fn start(&mut self, wanted: &[Request]) {
        let at_gate = wanted.iter().any(|request| matches!(request.kind, RequestKind::Gate(_)));
        for request in wanted {
            match &request.kind {
                RequestKind::Agent(agent) if !self.keys.contains_key(&request.key) => {
                    self.start_one(request.key.clone(), agent, at_gate);
                }
                RequestKind::Run { flow, id, begin } if !self.has_begun(&request.key) => {
                    let run = OtherRun { flow, id: id.clone(), begin: begin.clone() };
                    self.begin_other(request.key.clone(), run);
                }
                RequestKind::Agent(_)
                | RequestKind::Gate(_)
                | RequestKind::Watch(_)
                | RequestKind::Run { .. }
                | RequestKind::Proceed => {}
            }
        }
    }

    /// Notes that the record counted another call of a request.
    pub fn count(&mut self, event: &Event) {
        if let Event::AskedAgain { key } = event {
            self.spent.remove(key);
        }
    }

    /// Whether no request is in flight.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The next answer or fault of a wanted request. Waits for ever if none is in flight.
    ///
    /// # Errors
    /// If a request could not be made, or its task died.
    pub async fn next(&mut self) -> Result<Event, Trouble> {
        loop {
            match self.tasks.join_next().await {
                None => std::future::pending().await,
                // Aborted because it is not wanted any more.
                Some(Err(e)) if e.is_cancelled() => {}
                Some(Err(died)) => {
                    // Neither an answer nor the agent's fault: the record still waits.
                    let before = self.keys.len();
                    self.keys.retain(|_, task| task.id() != died.id());
                    if self.keys.len() < before {
                        return Err(Trouble::Lost(self.feature.clone()));
                    }
                }
                Some(Ok((key, outcome))) => {
                    if self.keys.remove(&key).is_some() {
                        return outcome.map(|reply| match reply {
                            Reply::Answer(answer) => Event::Answered { key, answer },
                            Reply::Fault(fault, partial) => Event::Faulted { key, fault, partial },
                            // Its files are a change that the flow may wait for.
                            Reply::Begun => {
                                self.begun.insert(key);
                                Event::Inspected
                            }
                        });
                    }
                }
            }
        }
    }

    fn start_one(&mut self, key: Key, request: &AgentRequest, at_gate: bool) {
        let (world, feature) = (self.world.clone(), self.feature.clone());
        let (request, its_key) = (request.clone(), key.clone());
        let (board, id, clock) = (self.board.clone(), feature.clone(), world.clock.clone());
        let live = Live::new(move |progress| board.show_progress(&id, progress, clock.now()));
        let task = self.tasks.spawn(async move {
            let outcome = answer(&world, feature, world.slots.queue(at_gate), request, live).await;
            (its_key, outcome)
        });
        self.spent.insert(key.clone());
        self.keys.insert(key, task);
    }

    /// Whether the run of another workflow was asked for by this process.
    fn has_begun(&self, key: &Key) -> bool {
        self.keys.contains_key(key) || self.begun.contains(key)
    }

    fn begin_other(&mut self, key: Key, run: OtherRun) {
        let (world, its_key) = (self.world.clone(), key.clone());
        let task = self.tasks.spawn_blocking(move || {
            let begun = match &world.others {
                Some(others) => others.begin(&run),
                None => Err(format!("there is no workflow {} here to begin {}", run.flow, run.id)),
            };
            (
                its_key,
                begun.map_or_else(
                    |why| Ok(Reply::Fault(Fault::Failed { why }, Vec::new())),
                    |()| Ok(Reply::Begun),
                ),
            )
        });
        self.keys.insert(key, task);
    }
}

/// Asks an agent, within its time limit. Waiting for a slot does not count.
async fn answer<F: Flow>(
    world: &Arc<World<F>>,
    feature: FeatureId,
    slots: &Arc<Queue>,
    request: AgentRequest,
    live: Live,
) -> RequestOutcome {
    if let Some(not_before) = request.not_before {
        let wait = not_before.duration_since(world.clock.now());
        tokio::time::sleep(Duration::try_from(wait).unwrap_or_default()).await;
    }
    let agents = world.agents.clone();
    let (name, role) = (request.agent.clone(), request.role);
    // This reads the configuration.
    let agent = match tokio::task::spawn_blocking(move || agents.for_request(name.as_deref(), role)).await {
        Ok(Ok(agent)) => agent,
        Ok(Err(fault)) => return Ok(Reply::Fault(fault, Vec::new())),
        Err(_) => return Err(Trouble::Lost(feature)),
    };
    let patience = agent.patience();
    let _slot = match agent.needs_slot().then(|| slots.enter(request.rank)) {
        None => None,
        Some(Entry::Free(slot)) => Some(slot),
        Some(Entry::Queued(turn)) => {
            live.set(AgentStatus::Queued);
            let Ok(slot) = turn.await else { return Err(Trouble::Lost(feature)) };
            live.set(AgentStatus::Silent);
            Some(slot)
        }
    };
    let (reader, id) = (world.clone(), feature.clone());
    let read = tokio::task::spawn_blocking(move || ask(&reader, id, &request));
    let ask = match read.await {
        Ok(Ok(Ok(ask))) => ask,
        Ok(Ok(Err(why))) => return Ok(Reply::Fault(Fault::Failed { why }, Vec::new())),
        Ok(Err(e)) => return Err(e.into()),
        Err(_) => return Err(Trouble::Lost(feature)),
    };
    let asking = patience.hold(world.conditions.limit_ms(), agent.ask(ask, live.clone()));
    Ok(match live.wait_for(asking).await {
        Ok(answer) => Reply::Answer(answer),
        Err(fault) => Reply::Fault(fault, live.take_partial()),
    })
}

/// Reads the content of a request. Missing material is a fault of the request; a failing disk is an error.
fn ask<F: Flow>(
    world: &World<F>,
    feature: FeatureId,
    request: &AgentRequest,
) -> Result<Result<Ask, String>, StoreError> {
    let mut material = Vec::new();
    for (name, path) in &request.material {
        match file_facts::state(world, path)? {
            FileState::Bytes(bytes) => material.push((*name, bytes)),
            FileState::Absent | FileState::Unreadable(_) if *name == REJECTED => {}
            FileState::Absent => return Ok(Err(missing(path))),
            FileState::Unreadable(why) => return Ok(Err(why)),
        }
    }
    let prompt = match world.store.read(&request.prompt, LONGEST_PROMPT) {
        Ok(Some(bytes)) => lossy(bytes),
        Ok(None) => return Ok(Err(missing(&request.prompt))),
        Err(e) if e.kind == StoreErrorKind::TooLarge => {
            let (most, path) = (LONGEST_PROMPT >> 20, &request.prompt);
            return Ok(Err(format!(
                "the prompt has more than {most} MiB, too much for any agent ({path}); shorten the brief, or the template if it \
                 is your own"
            )));
        }
        Err(e) if matches!(e.kind, StoreErrorKind::NotAFile | StoreErrorKind::NotAFolder) => {
            return Ok(Err(e.to_string()));
        }
        Err(e) => return Err(e),
    };
    Ok(Ok(Ask {
        role: request.role,
        agent: request.agent.clone(),
        feature,
        prompt,
        exchange: request.exchange.clone(),
        material,
        temperature_refused: request.temperature_refused,
    }))
}

fn missing(path: &RelPath) -> String {
    format!("{path} is missing")
}
