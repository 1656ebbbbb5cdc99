//! The run task: the only writer of its record. It takes orders from a bounded channel, steps, settles and shows, and ends
//! when nothing is under way and nobody has told it anything more. What is under way beside an open gate keeps no lease: a
//! person may decide anywhere meanwhile.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::board::{Doing, Showing};
use super::commit::OpenRun;
use super::settle::{InFlight, Slots};
use super::trouble::Trouble;
use super::world::World;
use crate::domain::id::FeatureId;
use crate::kernel::{Event, Flow, Record as _, Request, RunView, Want};

/// Where an outcome goes.
pub type Tell = oneshot::Sender<Result<RunView, Trouble>>;

/// What a run task is told.
pub enum Told {
    /// An event, where its outcome goes, and where it is told that the run rests: waits for nobody but a person.
    Event { event: Option<(Box<Event>, Tell)>, rested: Tell },
    /// To drop what is under way and give the lease back. What counts is on the disk; a later order goes on.
    Pause(Tell),
}

/// One run and what it has under way.
pub struct RunTask<F: Flow> {
    world: Arc<World<F>>,
    run: Option<OpenRun<F>>,
    feature: FeatureId,
    under_way: InFlight<F>,
    showing: Showing,
    resting: Vec<Tell>,
    paused: bool,
}

impl<F: Flow> RunTask<F> {
    /// A run that was opened, with nothing under way yet.
    pub fn new(
        world: Arc<World<F>>,
        run: OpenRun<F>,
        feature: FeatureId,
        slots: Arc<Slots>,
        showing: Showing,
    ) -> Self {
        let under_way =
            InFlight::new(world.clone(), feature.clone(), slots, showing.clone(), F::wants(run.record()));
        Self { world, run: Some(run), feature, under_way, showing, resting: Vec::new(), paused: false }
    }

    /// Works until the run rests and nobody has told it anything more: then the lease goes back, so that others may
    /// work on the feature.
    pub async fn work(mut self, mut told: mpsc::Receiver<Told>) {
        let mut halted = None;
        loop {
            if halted.is_none()
                && let Err(trouble) = self.settle().await
            {
                halted = Some(trouble);
            }
            if self.paused || halted.is_some() || self.under_way.is_empty() {
                if self.paused || halted.is_some() {
                    // Before anybody is told: who is may look at the board at once.
                    self.show_resting();
                }
                self.tell_resting(halted.take().as_ref());
                if self.paused {
                    return;
                }
                if self.run.is_none() {
                    // The step that had it died; the next order opens it anew.
                    return;
                }
                if told.is_empty() {
                    told.close();
                }
                // What was told before the closing still comes.
                match told.recv().await {
                    Some(message) => halted = self.hear(message).await,
                    None => return,
                }
                continue;
            }
            self.lend();
            tokio::select! {
                event = self.under_way.next() => {
                    let outcome = match event {
                        Ok(event) => self.come_back(event).await,
                        Err(trouble) => Err(trouble),
                    };
                    halted = outcome.err().filter(|trouble| !is_late(trouble));
                }
                Some(message) = told.recv() => {
                    halted = match self.reclaim().await {
                        Ok(()) => self.hear(message).await,
                        Err(trouble) => self.turn_away(message, trouble),
                    };
                }
            }
        }
    }

    /// Gives the lease back while a gate is open: what is under way beside it keeps nobody from deciding.
    fn lend(&mut self) {
        if self.wanted().iter().any(|request| matches!(request.want, Want::Gate(_))) {
            self.run = None;
        }
    }

    /// Takes the lease again, and looks at what became of the feature meanwhile.
    async fn reclaim(&mut self) -> Result<(), Trouble> {
        if self.run.is_some() {
            return Ok(());
        }
        self.run = Some(opened(self.world.clone(), &self.feature).await?);
        Ok(())
    }

    /// An answer or a fault. What nobody waits for any more, because a person decided meanwhile, is dropped.
    async fn come_back(&mut self, event: Event) -> Result<(), Trouble> {
        let was_lent = self.run.is_none();
        self.reclaim().await?;
        if let Event::Answered { key, .. } | Event::Faulted { key, .. } = &event
            && was_lent
            && !self.wanted().iter().any(|request| request.key == *key)
        {
            return Ok(());
        }
        self.show(Doing::Stepping);
        self.take(event).await
    }

    /// Somebody else is at work on the feature now; whoever told this run something is told so.
    fn turn_away(&mut self, message: Told, trouble: Trouble) -> Option<Trouble> {
        match message {
            Told::Event { event: Some((_, taken)), rested } => {
                self.resting.push(rested);
                let _ = taken.send(Err(trouble));
                Some(Trouble::Lost(self.feature.clone()))
            }
            Told::Event { event: None, rested } => {
                self.resting.push(rested);
                Some(trouble)
            }
            Told::Pause(paused) => {
                let _ = paused.send(Err(trouble));
                Some(Trouble::Lost(self.feature.clone()))
            }
        }
    }

    /// Takes every automatic move and starts every request that the record wants.
    async fn settle(&mut self) -> Result<(), Trouble> {
        if self.run.as_ref().is_some_and(OpenRun::in_doubt) {
            self.take(Event::Looked).await?;
        }
        loop {
            let wanted = self.wanted();
            let Some(event) = self.under_way.align(&wanted) else {
                self.show(doing(&wanted));
                return Ok(());
            };
            self.show(Doing::Stepping);
            self.take(event.clone()).await?;
            self.under_way.counted(&event);
        }
    }

    async fn hear(&mut self, message: Told) -> Option<Trouble> {
        match message {
            Told::Event { event, rested } => {
                self.resting.push(rested);
                if let Some((event, taken)) = event {
                    let outcome = self.take_after_a_look(*event).await;
                    // A crash of the store halts the run; a refusal only answers the one who asked.
                    let _ = taken.send(outcome.map(|()| self.view()));
                }
            }
            Told::Pause(paused) => {
                self.paused = true;
                let _ = paused.send(Ok(self.view()));
            }
        }
        None
    }

    /// What a person orders or decides is answered by the files as they are now: a marker may have been deleted, or a
    /// candidate edited, since the run looked last.
    async fn take_after_a_look(&mut self, event: Event) -> Result<(), Trouble> {
        if matches!(event, Event::Ordered(_) | Event::Decided(_)) {
            self.take(Event::Looked).await?;
        }
        self.take(event).await
    }

    /// Everybody who waits is told the same.
    fn tell_resting(&mut self, halted: Option<&Trouble>) {
        for tell in self.resting.drain(..) {
            let view =
                self.run.as_ref().map(OpenRun::view).ok_or_else(|| Trouble::Lost(self.feature.clone()));
            let _ = tell.send(halted.map_or(view, |trouble| Err(trouble.clone())));
        }
    }

    /// One step, on a thread that may block.
    async fn take(&mut self, event: Event) -> Result<(), Trouble> {
        let Some(mut run) = self.run.take() else { return Err(Trouble::Lost(self.feature.clone())) };
        let stepped = tokio::task::spawn_blocking(move || {
            let outcome = run.take(&event);
            (run, outcome)
        });
        let Ok((run, outcome)) = stepped.await else { return Err(Trouble::Lost(self.feature.clone())) };
        self.showing.noted(&self.feature, run.noted());
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

    /// Nobody is at work on it any more, whether this task still has the run or lost it.
    fn show_resting(&self) {
        self.show(Doing::Resting);
        self.showing.rests(&self.feature, self.world.clock.now());
    }

    fn show(&self, doing: Doing) {
        if let Some(run) = &self.run {
            self.showing.show(run.view(), doing, self.world.clock.now());
        }
    }
}

/// Opens a run and looks at it, on a thread that may block.
pub async fn opened<F: Flow>(world: Arc<World<F>>, feature: &FeatureId) -> Result<OpenRun<F>, Trouble> {
    let id = feature.clone();
    let opening = tokio::task::spawn_blocking(move || OpenRun::looked_at(world, &id));
    opening.await.map_err(|_| Trouble::Lost(feature.clone()))?
}

/// Whether an answer came after it was wanted: it is in the journal, and the run goes on. Any other refusal of an
/// answer halts the run, for asking again would bring the same.
fn is_late(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refused(refusal) if refusal.rule == "unasked")
}

fn doing(wanted: &[Request]) -> Doing {
    wanted
        .iter()
        .find_map(|request| match &request.want {
            Want::Agent(errand) => Some(Doing::Asking(errand.role.0)),
            Want::Gate(_) | Want::Watch(_) | Want::Proceed => None,
        })
        .unwrap_or(Doing::Resting)
}
