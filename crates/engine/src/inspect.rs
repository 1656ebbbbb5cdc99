//! Inspection of features: from a quick reading of the record, which changes nothing, to one under the lease, which acts on what
//! happened to the files. A suspicion must be seen twice, a moment apart, before it is acted on.

use std::cell::LazyCell;

use super::commit::{OpenRun, load};
use super::engine::Engine;
use super::pass::{Pass, PassFiles, view};
use super::runs::Runs;
use super::suspicion::Suspicion;
use super::trouble::Trouble;
use crate::LazyRules;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_kernel::{Event, FileProblem, Flow, Need, Place, Record, RunView};

/// What an inspection found.
pub struct Inspection {
    pub view: RunView,
    /// What may be half written. Nothing was done about it yet; [`Runs::confirm`] does.
    pub suspicion: Option<Suspicion>,
}

impl Inspection {
    fn certain(view: RunView) -> Self {
        Self { view, suspicion: None }
    }
}

/// How much of a feature is read, and whether what is found is acted on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InspectDepth {
    /// The record, without its schema, and what its view says about files: for lists of thousands. A watched file that is gone is a
    /// suspicion.
    Record,
    /// Also the seal of a feature that waits for a person or watches a file.
    Seal,
    /// Also the seal of every feature; what waits for a person is inspected as with `Locked`, unless there is a suspicion.
    Changes,
    /// The record with its schema, and the seal. Nothing is acted on.
    Schema,
    /// As `Schema`; what waits for a person is inspected as with `Locked`.
    Whole,
    /// Under the lease: what happened to the files is acted on, after a moment if it is suspicious. Creates no folder: a
    /// feature that is being deleted must not come back.
    Locked,
}

impl<F: Flow> Engine<F> {
    /// See [`Runs::inspect_under`].
    pub(super) fn inspect_to(
        &self,
        feature: &FeatureId,
        depth: InspectDepth,
        pass: Pass<'_>,
    ) -> Result<Inspection, Trouble> {
        match depth {
            InspectDepth::Record | InspectDepth::Seal => self.inspect_record(feature, depth, pass),
            InspectDepth::Changes => {
                let found = self.inspect_record(feature, depth, pass)?;
                Ok(if found.suspicion.is_none() { self.with_changes(found.view) } else { found })
            }
            InspectDepth::Schema => self.inspect_schema(feature, pass),
            InspectDepth::Whole => Ok(self.with_changes(self.inspect_schema(feature, pass)?.view)),
            InspectDepth::Locked => self.inspect_locked(feature, None),
        }
    }

    /// Acts on changes of a feature that waits for a person. If another program holds the lease, it acts on them.
    fn with_changes(&self, view: RunView) -> Inspection {
        if waits(&view)
            && let Ok(inspection) = self.inspect_locked(&view.id, None)
        {
            return inspection;
        }
        Inspection::certain(view)
    }

    fn inspect_schema(&self, feature: &FeatureId, pass: Pass<'_>) -> Result<Inspection, Trouble> {
        let record = load::<F>(&self.world, feature)?.0;
        Ok(Inspection::certain(self.with_seal(self.with_awaited(&record, pass, true), pass.rules)))
    }

    /// The view of a record. If what it waits for is there, the next step is due.
    fn with_awaited(&self, record: &F::Record, pass: Pass<'_>, is_opened: bool) -> RunView {
        let files = PassFiles { world: &self.world, pass };
        let view = view(&self.world, record, false, is_opened, &files);
        let waits = matches!(view.needs, Some(Need::File | Need::Other));
        if !waits || !F::has_come(record, &files) {
            return view;
        }
        // What went wrong before is still to be read.
        let reason = view.reason.filter(|_| view.cause.is_some());
        RunView { needs: Some(Need::Step), reason, waiting_for: None, ..view }
    }

    fn inspect_record(
        &self,
        feature: &FeatureId,
        depth: InspectDepth,
        pass: Pass<'_>,
    ) -> Result<Inspection, Trouble> {
        let (place, rules) = (F::place(feature), pass.rules);
        let Some(bytes) = self.world.store.read(&place.record, json::LARGEST)? else {
            return Ok(Inspection::certain(F::view(&F::Record::fresh(feature))));
        };
        // Where the quick reading fails, the one with the schema says why.
        let Some(record) = F::Record::glance(feature, &bytes).filter(|record| record.feature() == feature)
        else {
            return self.inspect_schema(feature, pass);
        };
        let view = self.with_awaited(&record, pass, false);
        let is_gone = Suspicion::is_gone(&self.world, &record);
        let with_seal = match depth {
            InspectDepth::Record => is_gone,
            InspectDepth::Seal => waits(&view),
            InspectDepth::Changes | InspectDepth::Schema | InspectDepth::Whole | InspectDepth::Locked => true,
        };
        let view = self.mark_recorded(self.mark_restored(view, rules), &place, rules);
        if !with_seal {
            return Ok(Inspection::certain(view));
        }
        let sealed = Suspicion::sealed(&self.world, &record, rules);
        let problem = sealed.as_ref().and_then(|sealed| Some((sealed.problem.clone()?, sealed.hint.clone())));
        let view = with_problem(view, problem);
        Ok(Inspection { view, suspicion: Suspicion::about(is_gone, sealed) })
    }

    pub(super) fn inspect_locked(
        &self,
        feature: &FeatureId,
        before: Option<Suspicion>,
    ) -> Result<Inspection, Trouble> {
        let view = match OpenRun::confirmed(before, || OpenRun::open_existing(self.world.clone(), feature)) {
            // It never ran, so there is nothing to act on.
            Err(Trouble::NoSuchFeature { .. }) if self.is_there(feature)? => {
                F::view(&load::<F>(&self.world, feature)?.0)
            }
            opened => self.with_seal(opened?.view(), &LazyCell::new(|| self.rules())),
        };
        Ok(Inspection::certain(view))
    }

    /// The view with the problem of its sealed design, or with the note that tampered files were restored.
    pub(super) fn with_seal(&self, view: RunView, rules: &LazyRules) -> RunView {
        let verified = view.is_sealed.then(|| self.verify_under(&view.id, rules)).flatten();
        with_problem(
            self.mark_restored(view, rules),
            verified.and_then(|verified| Some((verified.problem?, verified.hint))),
        )
    }

    /// The view with a note if tampered files were restored, or if the marker was deleted. The feature stays failed until a person
    /// resets it, and the record does not show what happened to the files since.
    pub(super) fn mark_restored(&self, view: RunView, rules: &LazyRules) -> RunView {
        if view.file_problem != Some(FileProblem::Tampered) {
            return view;
        }
        if F::place(&view.id).marker.is_some_and(|marker| self.world.store.is_gone(&marker)) {
            let hint = format!("FROZEN.md is deleted; `frieze reset {}` gives up that freeze", view.id);
            return RunView { hint: Some(hint), ..view };
        }
        if !self.verify_under(&view.id, rules).is_some_and(|verified| verified.ok) {
            return view;
        }
        let hint = format!("`frieze reset {}` marks it frozen again", view.id);
        let was = view.reason.as_deref().map(|was| format!(" ({was})")).unwrap_or_default();
        RunView { reason: Some(format!("{RESTORED}{was}")), hint: Some(hint), ..view }
    }

    /// The view of a candidate whose approval is on disk but not in the record yet: it waits only for the completion.
    fn mark_recorded(&self, view: RunView, place: &Place, rules: &LazyRules) -> RunView {
        let has_marker = || place.marker.as_ref().is_some_and(|marker| !self.world.store.is_gone(marker));
        if view.gate().is_none() || !has_marker() {
            return view;
        }
        match self.verify_under(&view.id, rules).filter(|verified| verified.is_recorded) {
            Some(verified) => {
                let (reason, hint) = (verified.problem, verified.hint);
                RunView { reason, hint, gates: Vec::new(), needs: None, waiting_for: None, ..view }
            }
            None => view,
        }
    }

    fn is_there(&self, feature: &FeatureId) -> Result<bool, Trouble> {
        Ok(self.world.store.kind_of(&F::place(feature).root)?.is_some())
    }
}

/// The reason of a feature whose tampered files were restored.
const RESTORED: &str = "the frozen files are restored";

/// The view of a sealed design with its problem and hint.
fn with_problem(view: RunView, problem: Option<(String, Option<String>)>) -> RunView {
    match problem {
        Some((problem, hint)) if view.is_sealed => {
            RunView { file_problem: Some(FileProblem::Invalid), reason: Some(problem), hint, ..view }
        }
        Some(_) | None => view,
    }
}

/// Whether changes of the files can matter: the feature waits for a person, or watches a file.
fn waits(view: &RunView) -> bool {
    view.gate().is_some() || view.watches
}

impl<F: Flow> OpenRun<F> {
    /// Opens a run and inspects its files. After a suspicion the lease is released and the run opened again a moment later, until
    /// the suspicion is the same twice or the attempts are used up.
    ///
    /// # Errors
    /// The `Trouble` of `open`, or of saving the inspection.
    pub fn confirmed(
        mut before: Option<Suspicion>,
        open: impl Fn() -> Result<Self, Trouble>,
    ) -> Result<Self, Trouble> {
        let mut run = open()?;
        for _ in 0..ATTEMPTS {
            let Some(suspicion) = run.suspicion().filter(|found| before.as_ref() != Some(found)) else {
                break;
            };
            drop(run);
            std::thread::sleep(suspicion.wait());
            before = Some(suspicion);
            run = open()?;
        }
        run.take(&Event::Inspected)?;
        Ok(run)
    }
}

/// How often files that go on changing are inspected again.
const ATTEMPTS: usize = 10;
