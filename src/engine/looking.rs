//! Looking at features: at a glance, which changes nothing, and under the lease, so that what happened to their files is acted
//! upon. What is doubtful is looked at again after a moment: only what stays so is acted upon.

use super::commit::{OpenRun, load};
use super::doubt::Doubt;
use super::handle::Engine;
use super::trouble::Trouble;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::kernel::{Event, Flow, Harm, Record, RunView};

/// A feature as it was seen, and what is doubtful about that.
pub struct Glimpse {
    pub view: RunView,
    /// What may be half written; nothing was done about it yet, and [`Engine::look_again`] does.
    pub doubt: Option<Doubt>,
}

/// What is asked of a record at a glance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Whether a file that it watches is gone.
    Watched,
    /// Whether what it has sealed is whole, too, where it watches a file at all.
    Waited,
    /// Whether what it has sealed is whole, too.
    Sealed,
}

impl<F: Flow> Engine<F> {
    /// As [`Engine::peek`], for lists of thousands: the record is read without its schema, and nothing is written. That a
    /// file is gone which the record watches makes it doubtful.
    pub fn glance(&self, feature: &FeatureId) -> Result<Glimpse, Trouble> {
        self.glanced(feature, Care::Watched)
    }

    /// As [`Engine::glance`], at a feature whose files nobody watched until now: what waits for a person or watches a file is
    /// doubtful as well where it has a seal that does not verify.
    pub fn inspect(&self, feature: &FeatureId) -> Result<Glimpse, Trouble> {
        self.glanced(feature, Care::Waited)
    }

    /// As [`Engine::glance`], after the feature's files may have changed: what waits for a person or watches a file
    /// is looked at, so that an edited candidate is acted upon. What is doubtful is left to [`Engine::look_again`].
    pub fn notice(&self, feature: &FeatureId) -> Result<Glimpse, Trouble> {
        let seen = self.glanced(feature, Care::Sealed)?;
        if seen.doubt.is_some() || !is_waited_for(&seen.view) {
            return Ok(seen);
        }
        // Somebody else may be at work on it; then it is theirs to look.
        Ok(Glimpse { view: self.look(feature).unwrap_or(seen.view), doubt: None })
    }

    /// As [`Engine::notice`], for all that there is to show of one feature: the record is read with its schema, and what is
    /// doubtful is waited for.
    pub fn study(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        let view = self.peek(feature)?;
        Ok(if is_waited_for(&view) { self.look(feature).unwrap_or(view) } else { view })
    }

    fn glanced(&self, feature: &FeatureId, care: Care) -> Result<Glimpse, Trouble> {
        let path = F::home(feature).record();
        let certain = |view| Glimpse { view, doubt: None };
        let Some(bytes) = self.world.store.read(&path, json::LARGEST)? else {
            return Ok(certain(F::view(&F::Record::fresh(feature))));
        };
        // What a glance cannot make out, a careful reading explains.
        let Some(record) = F::Record::glance(&bytes).filter(|record| record.feature() == feature) else {
            return self.peek(feature).map(certain);
        };
        let view = F::view(&record);
        let is_gone = Doubt::is_gone(&self.world, &record);
        let is_asked = match care {
            Care::Watched => is_gone,
            Care::Waited => is_waited_for(&view),
            Care::Sealed => true,
        };
        if !is_asked {
            return Ok(certain(self.as_recorded(self.as_restored(view))));
        }
        let sealed = Doubt::sealed(&self.world, &record);
        let problem = sealed.as_ref().and_then(|sealed| Some((sealed.problem.clone()?, sealed.hint.clone())));
        let view = as_verified(self.as_recorded(self.as_restored(view)), problem);
        Ok(Glimpse { view, doubt: Doubt::about(is_gone, sealed) })
    }

    /// Looks at a feature under the lease, so that what happened to its files since is acted upon. Makes no folder:
    /// looking at what is being deleted must not bring it back.
    pub fn look(&self, feature: &FeatureId) -> Result<RunView, Trouble> {
        self.look_again(feature, None)
    }

    /// As [`Engine::look`], after a doubt that was waited for: what is still the same is acted upon at once.
    pub fn look_again(&self, feature: &FeatureId, before: Option<Doubt>) -> Result<RunView, Trouble> {
        match OpenRun::settled(before, || OpenRun::open_there(self.world.clone(), feature)) {
            // It was never run, so nothing can have happened to it.
            Err(Trouble::NoSuchFeature { .. }) if self.is_there(feature)? => {
                Ok(F::view(&load::<F>(&self.world, feature)?.0))
            }
            looked => Ok(self.as_it_lies(looked?.view())),
        }
    }

    /// A view that says so where what it has sealed is not what was approved, and where that was put back.
    pub(super) fn as_it_lies(&self, view: RunView) -> RunView {
        let verified = view.is_sealed.then(|| self.verify(&view.id)).flatten();
        as_verified(
            self.as_restored(view),
            verified.and_then(|verified| Some((verified.problem?, verified.hint))),
        )
    }

    /// A view that says so where what was tampered with was put back. It stays failed until a person takes it back, who cannot
    /// see from the record that the mending worked.
    pub(super) fn as_restored(&self, view: RunView) -> RunView {
        let is_restored =
            view.harm == Some(Harm::Tampered) && self.verify(&view.id).is_some_and(|verified| verified.ok);
        if !is_restored {
            return view;
        }
        let hint = format!("`frieze reset {}` takes it back, frozen as before", view.id);
        let was = view.violation.as_deref().unwrap_or_default();
        let reason = format!("{PUT_BACK}; it was an {was}");
        RunView { reason: Some(reason), hint: Some(hint), ..view }
    }

    /// A view that says so where the approval of a candidate is on the disk and its record does not know it yet: nothing is
    /// waited for then but the completion.
    fn as_recorded(&self, view: RunView) -> RunView {
        let has_marker = || !self.world.store.is_gone(&F::home(&view.id).marker());
        if view.gate.is_none() || !has_marker() {
            return view;
        }
        match self.verify(&view.id).filter(|verified| verified.is_recorded) {
            Some(verified) => {
                let (reason, hint) = (verified.problem, verified.hint);
                RunView { reason, hint, gate: None, needs: None, waiting_for: None, ..view }
            }
            None => view,
        }
    }

    fn is_there(&self, feature: &FeatureId) -> Result<bool, Trouble> {
        Ok(self.world.store.look(&RelPath::feature(feature))?.is_some())
    }
}

/// How it is told that what was tampered with is as it was.
const PUT_BACK: &str = "the files are as they were approved again: a reset takes it back";

/// A view of a sealed design with what is wrong with it, and what to do about that.
fn as_verified(view: RunView, problem: Option<(String, Option<String>)>) -> RunView {
    match problem {
        Some((problem, hint)) if view.is_sealed => {
            RunView { harm: Some(Harm::Invalid), reason: Some(problem), hint, ..view }
        }
        Some(_) | None => view,
    }
}

/// Whether a look may find something to act upon.
fn is_waited_for(view: &RunView) -> bool {
    view.gate.is_some() || view.watches
}

impl<F: Flow> OpenRun<F> {
    /// Opens a run and looks at what became of its files since. Where that is doubtful, the lease is given back and the run
    /// opened again after a moment, until it is the same twice; whoever writes on and on is not waited for.
    pub fn settled(
        mut before: Option<Doubt>,
        open: impl Fn() -> Result<Self, Trouble>,
    ) -> Result<Self, Trouble> {
        let mut run = open()?;
        for _ in 0..LOOKS {
            let Some(doubt) = run.doubt().filter(|doubt| before.as_ref() != Some(doubt)) else { break };
            drop(run);
            std::thread::sleep(doubt.wait());
            before = Some(doubt);
            run = open()?;
        }
        run.take(&Event::Looked)?;
        Ok(run)
    }
}

/// How often what goes on changing is looked at again.
const LOOKS: usize = 10;
