//! One pass over many runs: what it reads once for all of them.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::world::{Approved, World};
use crate::LazyRules;
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::files::Home;
use frieze_kernel::{Entries, Files, Flow, Record as _, RunView};

/// What the inspections of one pass share.
#[derive(Clone, Copy)]
pub struct Pass<'p> {
    pub rules: &'p LazyRules<'p>,
    pub designs: &'p FrozenDesigns,
}

/// What was found in the places of freeze markers, for other workflows than the design.
#[derive(Default)]
pub struct FrozenDesigns(Mutex<HashMap<FeatureId, Arc<OnceLock<Approved>>>>);

impl FrozenDesigns {
    /// What was found for a feature. A second thread waits for the first one.
    fn of(&self, feature: &FeatureId, find: impl FnOnce() -> Approved) -> Approved {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(feature.clone()).or_default().clone();
        drop(all);
        known.get_or_init(find).clone()
    }
}

/// The files of a world as one pass sees them: a frozen design that another workflow uses is verified once.
pub struct PassFiles<'p, F: Flow> {
    pub world: &'p World<F>,
    pub pass: Pass<'p>,
}

impl<F: Flow> PassFiles<'_, F> {
    /// `None` for the workflow of the design itself.
    fn approved(&self, feature: &FeatureId) -> Option<Approved> {
        let verify = self.world.unsealed.as_ref()?;
        let found = self.pass.designs.of(feature, || match self.world.state(&Home::of(feature).marker()) {
            FileState::Bytes(_) => verify(feature, self.pass.rules),
            other @ (FileState::Absent | FileState::Unreadable(_)) => Err(other),
        });
        Some(found)
    }
}

/// The view of a record with its files, under the present terms if it depends on them.
pub fn view<F: Flow>(
    world: &World<F>,
    record: &F::Record,
    is_asking: bool,
    is_opened: bool,
    files: &dyn Files,
) -> RunView {
    let depends = is_asking || F::depends_on_terms(record, files);
    let terms = depends.then(|| world.conditions.terms(record.feature()).ok()).flatten();
    F::view_with(record, terms.as_ref(), is_opened, files)
}

/// Reads with a pass of its own.
pub fn in_one_pass<F: Flow, R>(world: &World<F>, read: impl FnOnce(&dyn Files) -> R) -> R {
    let (rules, designs) = (LazyCell::new(|| world.approvals.rules()), FrozenDesigns::default());
    read(&PassFiles { world, pass: Pass { rules: &rules, designs: &designs } })
}

impl<F: Flow> Files for PassFiles<'_, F> {
    fn state(&self, path: &RelPath) -> FileState {
        let found = Home::of_marker(path).and_then(|feature| self.approved(&feature));
        found.and_then(Result::err).unwrap_or_else(|| self.world.state(path))
    }

    fn list(&self, folder: &RelPath) -> Entries {
        self.world.list(folder)
    }

    fn has(&self, path: &RelPath) -> bool {
        self.world.has(path)
    }

    fn digest(&self, path: &RelPath) -> Result<Option<Digest>, String> {
        self.world.digest(path)
    }

    fn frozen_design(&self, feature: &FeatureId) -> Option<Digest> {
        self.approved(feature)?.ok()
    }
}
