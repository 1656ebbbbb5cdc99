//! The beginning of a run that no input begins: its folder and its record come with its first event.

use super::commit::{self, OpenRun, load};
use super::engine::Engine;
use super::trouble::Trouble;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_kernel::{Event, Flow, Record as _, Refusal, RunView, advance};

impl<F: Flow> Engine<F> {
    /// [`Runs::begin`](super::Runs::begin).
    pub(super) fn begin_new(&self, id: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        let record = load::<F>(&self.world, id)?.0;
        check_fresh::<F>(&record)?;
        let facts = commit::facts(&self.world, &record, event, Digest::of(&[]))?;
        advance::<F>(&record, event, &facts)?;
        let mut run = OpenRun::open_new(self.world.clone(), id)?;
        // Of several processes that begin the same run, one is first.
        check_fresh::<F>(run.record())?;
        run.take(event)?;
        Ok(run.view())
    }
}

/// Refuses a run that has begun. The fresh record that replaces a damaged one has not.
fn check_fresh<F: Flow>(record: &F::Record) -> Result<(), Refusal> {
    let id = record.feature();
    match record.revision() {
        0 => Ok(()),
        _ => Err(Refusal::new(
            "exists",
            format!("there is a {} {id} already", F::NAME),
            "choose another name, or go on with it",
        )),
    }
}
