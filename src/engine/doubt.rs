//! What looks broken and may be half written: git puts a file back by deleting it first, and an editor writes where the file
//! stands. Only what stays so for a moment is acted upon.

use std::time::Duration;

use super::facts;
use super::world::World;
use crate::kernel::{Flow, Record, Sealed, Want};

/// How long a file that is replaced is gone: git makes the new one in the same breath, which was seen to take 20 ms on a busy
/// machine.
const REPLACED: Duration = Duration::from_millis(30);
/// How long another program is given to finish the file that it is writing.
const WRITTEN: Duration = Duration::from_millis(200);

/// What looks broken of a feature. Two that are the same saw the same files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// A file that is watched is not there.
    is_gone: bool,
    /// What is wrong with what is sealed; a marker that arrived before the record that knows it is part of that.
    seal: Option<Sealed>,
}

impl Doubt {
    /// What looks broken of what a record watches or has sealed.
    pub(super) fn of<F: Flow>(world: &World<F>, record: &F::Record) -> Option<Self> {
        Self::about(Self::is_gone(world, record), Self::sealed(world, record))
    }

    /// The same of what was found already.
    pub(super) fn about(is_gone: bool, sealed: Option<Sealed>) -> Option<Self> {
        let seal = sealed.filter(|found| found.is_broken);
        (is_gone || seal.is_some()).then_some(Self { is_gone, seal })
    }

    /// What a record has sealed, verified, where an inspection acts upon it.
    pub(super) fn sealed<F: Flow>(world: &World<F>, record: &F::Record) -> Option<Sealed> {
        let verified = || {
            let rules = world.rules();
            F::verify(record.feature(), Some(record), &|path| facts::look(world, path), &rules)
        };
        F::minds_seal(record).then(verified).flatten()
    }

    /// Whether a file that a record watches is not there, as far as one glance tells.
    pub(super) fn is_gone<F: Flow>(world: &World<F>, record: &F::Record) -> bool {
        F::wants(record).iter().any(|request| match &request.want {
            Want::Watch(path) => world.store.is_gone(path),
            Want::Agent(_) | Want::Gate(_) | Want::Proceed => false,
        })
    }

    /// How long to wait before it is looked at again: a plain deletion is believed soon.
    pub fn wait(&self) -> Duration {
        let is_intact = self.seal.as_ref().is_none_or(|seal| seal.actual == seal.expected);
        if self.is_gone && is_intact { REPLACED } else { WRITTEN }
    }

    /// Waits for all of them at once.
    pub fn outlast<'a>(doubts: impl Iterator<Item = &'a Self>) {
        if let Some(longest) = doubts.map(Self::wait).max() {
            std::thread::sleep(longest);
        }
    }
}
