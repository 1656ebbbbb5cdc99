//! The task of a run, the only writer of its record. It takes messages from a bounded channel, steps, starts requests and shows
//! the state, and ends when nothing is in flight and no message waits. While a gate is open it holds no lease: a person may
//! decide in any process.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::board::{Activity, BoardSender};
use super::commit::OpenRun;
use super::settle::InFlight;
use super::trouble::Trouble;
use super::world::World;
use frieze_data::id::FeatureId;
use frieze_kernel::{Event, Flow, Record as _, Request, RequestKind, RunView};

/// The sender of an outcome.
pub type OutcomeSender = oneshot::Sender<Result<RunView, Trouble>>;

/// A message to a run task.
pub enum RunMessage {
    /// An event with the sender of its outcome; `idle` gets the view once the run waits only for a person.
    Event { event: Option<(Box<Event>, OutcomeSender)>, idle: OutcomeSender },
    /// Drop all requests in flight and release the lease. The record stays; a later order continues the run.
    Pause(OutcomeSender),
}

/// One run and its requests in flight.
pub struct RunTask<F: Flow> {
    world: Arc<World<F>>,
    run: Option<OpenRun<F>>,
    feature: FeatureId,
    in_flight: InFlight<F>,
    board: BoardSender,
    waiting_for_idle: Vec<OutcomeSender>,
    is_paused: bool,
}

impl<F: Flow> RunTask<F> {
    /// The task of an open run, with nothing in flight yet.
    pub fn new(world: Arc<World<F>>, run: OpenRun<F>, feature: FeatureId, board: BoardSender) -> Self {
        let wanted = F::wants(run.record());
        let in_flight = InFlight::new(world.clone(), feature.clone(), board.clone(), wanted);
        Self {
            world,
            run: Some(run),
            feature,
            in_flight,
            board,
            waiting_for_idle: Vec::new(),
            is_paused: false,
        }
    }

    /// Works until the run is idle and no message waits. Then the lease is released.
    pub async fn work(mut self, mut messages: mpsc::Receiver<RunMessage>) {
        self.show(Activity::Stepping);
        // An order that opened the run comes first: it may withdraw a request that was lost with an earlier process.
        let mut halted = match messages.try_recv() {
            Ok(message) => self.handle(message).await,
            Err(_) => None,
        };
        loop {
            if halted.is_none()
                && let Err(trouble) = self.settle().await
            {
                halted = Some(trouble);
            }
            if self.is_paused || halted.is_some() || self.in_flight.is_empty() {
                if self.is_paused || halted.is_some() {
                    // First the board: receivers of the outcome may read it at once.
                    self.show_idle();
                }
                self.report_idle(halted.take().as_ref());
                if self.is_paused {
                    return;
                }
                if self.run.is_none() {
                    // The thread of the last step died; the next order opens the run again.
                    return;
                }
                if messages.is_empty() {
                    messages.close();
                }
                // Messages from before the closing still arrive.
                match messages.recv().await {
                    Some(message) => halted = self.handle(message).await,
                    None => return,
                }
                continue;
            }
            self.release_at_gate();
            tokio::select! {
                event = self.in_flight.next() => {
                    let outcome = match event {
                        Ok(event) => self.take_answer(event).await,
                        Err(trouble) => Err(trouble),
                    };
                    halted = outcome.err().filter(|trouble| !is_late(trouble));
                }
                Some(message) = messages.recv() => {
                    halted = match self.reopen().await {
                        Ok(()) => self.handle(message).await,
                        Err(trouble) => self.refuse(message, trouble),
                    };
                }
            }
        }
    }

    /// Releases the lease while a gate is open: requests in flight keep nobody from deciding.
    fn release_at_gate(&mut self) {
        if self.wanted().iter().any(|request| matches!(request.kind, RequestKind::Gate(_))) {
            self.run = None;
        }
    }

    /// Takes the lease again and inspects the feature.
    async fn reopen(&mut self) -> Result<(), Trouble> {
        if self.run.is_some() {
            return Ok(());
        }
        self.run = Some(open_run(self.world.clone(), &self.feature).await?);
        Ok(())
    }

    /// Takes an answer or a fault. It is dropped if a person decided meanwhile and the record no longer wants it.
    async fn take_answer(&mut self, event: Event) -> Result<(), Trouble> {
        let was_released = self.run.is_none();
        self.reopen().await?;
        if let Event::Answered { key, .. } | Event::Faulted { key, .. } = &event
            && was_released
            && !self.wanted().iter().any(|request| request.key == *key)
        {
            return Ok(());
        }
        self.show(Activity::Stepping);
        self.take(event).await
    }

    /// Answers a message when another process holds the lease.
    fn refuse(&mut self, message: RunMessage, trouble: Trouble) -> Option<Trouble> {
        match message {
            RunMessage::Event { event: Some((_, outcome)), idle } => {
                self.waiting_for_idle.push(idle);
                let _ = outcome.send(Err(trouble));
                Some(Trouble::Lost(self.feature.clone()))
            }
            RunMessage::Event { event: None, idle } => {
                self.waiting_for_idle.push(idle);
                Some(trouble)
            }
            RunMessage::Pause(paused) => {
                let _ = paused.send(Err(trouble));
                Some(Trouble::Lost(self.feature.clone()))
            }
        }
    }

    /// Takes all automatic steps and starts all requests of the record.
    async fn settle(&mut self) -> Result<(), Trouble> {
        if self.run.as_ref().is_some_and(OpenRun::was_cut_short) {
            self.take(Event::Inspected).await?;
        }
        loop {
            let wanted = self.wanted();
            let Some(event) = self.in_flight.align(&wanted) else {
                // First the board: a request may say at once that it is queued.
                self.show(activity(&wanted));
                self.in_flight.start(&wanted);
                return Ok(());
            };
            self.show(Activity::Stepping);
            self.take(event.clone()).await?;
            self.in_flight.count(&event);
        }
    }

    async fn handle(&mut self, message: RunMessage) -> Option<Trouble> {
        match message {
            RunMessage::Event { event, idle } => {
                self.waiting_for_idle.push(idle);
                if let Some((event, outcome)) = event {
                    let taken = self.inspect_and_take(*event).await;
                    // The trouble only answers the sender. If the store failed, settling halts the run.
                    let _ = outcome.send(taken.map(|()| self.view()));
                }
            }
            RunMessage::Pause(paused) => {
                self.is_paused = true;
                let _ = paused.send(Ok(self.view()));
            }
        }
        None
    }

    /// Takes an event; before a person's order or decision the files are inspected: the marker may have been deleted, or the
    /// candidate edited.
    async fn inspect_and_take(&mut self, event: Event) -> Result<(), Trouble> {
        if matches!(event, Event::Ordered(_) | Event::Decided(_)) {
            self.take(Event::Inspected).await?;
        }
        self.take(event).await
    }

    /// Sends the outcome to everyone who waits until the run is idle.
    fn report_idle(&mut self, halted: Option<&Trouble>) {
        for outcome in self.waiting_for_idle.drain(..) {
            let view =
                self.run.as_ref().map(OpenRun::view).ok_or_else(|| Trouble::Lost(self.feature.clone()));
            let _ = outcome.send(halted.map_or(view, |trouble| Err(trouble.clone())));
        }
    }

    /// Takes one step on a thread that may block.
    async fn take(&mut self, event: Event) -> Result<(), Trouble> {
        let Some(mut run) = self.run.take() else { return Err(Trouble::Lost(self.feature.clone())) };
        let stepped = tokio::task::spawn_blocking(move || {
            let outcome = run.take(&event);
            (run, outcome)
        });
        let Ok((run, outcome)) = stepped.await else { return Err(Trouble::Lost(self.feature.clone())) };
        self.board.add_notes(&self.feature, run.notes());
        self.run = Some(run);
        outcome
    }

    fn wanted(&self) -> Vec<Request> {
        self.run.as_ref().map_or_else(Vec::new, |run| F::wants(run.record()))
    }

    fn view(&self) -> RunView {
        match &self.run {
            Some(run) => run.view(),
            None => F::view(&F::Record::fresh(&self.feature)),
        }
    }

    /// Shows the run as idle, even if this task lost it.
    fn show_idle(&self) {
        self.show(Activity::Idle);
        self.board.show_idle(&self.feature, self.world.clock.now());
    }

    fn show(&self, activity: Activity) {
        if let Some(run) = &self.run {
            self.board.show(run.view(), activity, self.world.clock.now());
        }
    }
}

/// Opens a run and inspects it, on a thread that may block.
///
/// # Errors
/// Like [`OpenRun::open_inspected`]; `Trouble::Lost` if the thread panics.
pub async fn open_run<F: Flow>(world: Arc<World<F>>, feature: &FeatureId) -> Result<OpenRun<F>, Trouble> {
    let id = feature.clone();
    let opening = tokio::task::spawn_blocking(move || OpenRun::open_inspected(world, &id));
    opening.await.map_err(|_| Trouble::Lost(feature.clone()))?
}

/// Whether an answer was refused because it is not wanted any more. It is journalled, and the run continues. Other refused
/// answers halt the run, since a second request would bring the same.
fn is_late(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refused(refusal) if refusal.rule == "unasked")
}

fn activity(wanted: &[Request]) -> Activity {
    let asked = wanted.iter().find_map(|request| {
        if let RequestKind::Agent(agent) = &request.kind { Some(agent.role.0) } else { None }
    });
    asked.map_or(Activity::Idle, Activity::Asking)
}
