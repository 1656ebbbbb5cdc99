//! The beginning of a run that no input begins: its folder and its record come with its first event.

use super::commit::{self, OpenRun, load};
use super::engine::Engine;
use super::trouble::Trouble;
use super::world::World;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::{Event, FileState, Files, Flow, Record as _, Refusal, RunView, Write, advance};
use frieze_ports::StoreErrorKind;

impl<F: Flow> Engine<F> {
    /// [`Runs::begin`](super::Runs::begin).
    pub(super) fn begin_new(&self, id: &FeatureId, event: &Event) -> Result<RunView, Trouble> {
        let record = load::<F>(&self.world, id)?.0;
        check_fresh::<F>(&record)?;
        let facts = commit::facts(&self.world, &record, event, Digest::of(&[]))?;
        let step = advance::<F>(&record, event, &facts)?;
        let mut run = OpenRun::open_new(self.world.clone(), id)?;
        // Of several processes that begin the same run, one is first.
        check_fresh::<F>(run.record())?;
        check_unused::<F>(&self.world, run.record(), &step.writes)?;
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

/// Refuses a folder with files that a new run would overwrite: its record was lost, or another program made them. Those that
/// the first step writes are from a beginning that was cut short.
pub(super) fn check_unused<F: Flow>(
    world: &World<F>,
    record: &F::Record,
    writes: &[Write],
) -> Result<(), Trouble> {
    let place = F::place(record.feature());
    // A fresh record that replaces a damaged one has a journal.
    let is_set_aside = record.journal_end().is_some();
    let own = [&place.journal, &place.lock, &place.damaged].map(RelPath::name);
    let is_written = |name: &str| {
        let write = writes.iter().find(|write| write.path.name() == name);
        write.is_some_and(|write| Files::state(world, &write.path) == FileState::Bytes(write.bytes.clone()))
    };
    let is_own = |name: &str| {
        own.contains(&name)
            || F::ADDED_TO.contains(&name)
            || is_set_aside && name == place.record.name()
            || is_written(name)
    };
    let entries = match world.store.list(&place.folder) {
        Ok(entries) => entries,
        Err(e) if e.kind == StoreErrorKind::Missing => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    let Some((name, _)) = entries.iter().find(|(name, _)| !is_own(name)) else { return Ok(()) };
    let why = format!(
        "{} has files already, such as {name:?}, which a new {} would overwrite",
        place.folder,
        F::NAME
    );
    let hint = format!("choose another name, or restore {}", place.record);
    Err(Refusal::new("in-use", why, hint).into())
}
