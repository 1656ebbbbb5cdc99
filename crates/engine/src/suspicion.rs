//! Suspicions: problems of files that may be only half written. git deletes a file before it writes the new one, and editors
//! write in place; so a problem counts only if it is the same a moment later.

use std::cell::LazyCell;
use std::time::Duration;

use super::world::World;
use crate::LazyRules;
use frieze_kernel::{Flow, Record, RequestKind, Sealed, Until, Watch};

/// How long a replaced file is missing: git was seen to take 20 ms on a busy machine.
const REPLACED: Duration = Duration::from_millis(30);
/// The time for another program to finish writing a file.
const WRITTEN: Duration = Duration::from_millis(200);

/// A possible problem of a feature's files. Two are equal if both saw the same files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspicion {
    /// A watched file is missing.
    is_gone: bool,
    /// The seal is broken, or there is a marker that the record does not know.
    seal: Option<Sealed>,
}

impl Suspicion {
    /// The suspicion about the files that a record watches or has sealed.
    pub(super) fn of<F: Flow>(world: &World<F>, record: &F::Record) -> Option<Self> {
        Self::about(
            Self::is_gone(world, record),
            Self::sealed(world, record, &LazyCell::new(|| world.approvals.rules())),
        )
    }

    /// The suspicion about files that were read already.
    pub(super) fn about(is_gone: bool, sealed: Option<Sealed>) -> Option<Self> {
        let seal = sealed.filter(|found| found.is_broken);
        (is_gone || seal.is_some()).then_some(Self { is_gone, seal })
    }

    /// The verification of a record's seal, if inspections check it.
    pub(super) fn sealed<F: Flow>(world: &World<F>, record: &F::Record, rules: &LazyRules) -> Option<Sealed> {
        let verified = || F::verify(record.feature(), Some(record), world, rules);
        F::checks_seal(record).then(verified).flatten()
    }

    /// Whether a file is missing that a record watches until it is gone.
    pub(super) fn is_gone<F: Flow>(world: &World<F>, record: &F::Record) -> bool {
        F::wants(record).iter().any(|request| match &request.kind {
            RequestKind::Watch(Watch { path, until: Until::Gone }) => world.store.is_gone(path),
            RequestKind::Watch(Watch { until: Until::There | Until::Changed, .. })
            | RequestKind::Agent(_)
            | RequestKind::Gate(_)
            | RequestKind::Run { .. }
            | RequestKind::Proceed => false,
        })
    }

    /// How long to wait before the next inspection. A missing file needs less time than a changed one.
    pub fn wait(&self) -> Duration {
        let is_intact = self.seal.as_ref().is_none_or(|seal| seal.actual == seal.expected);
        if self.is_gone && is_intact { REPLACED } else { WRITTEN }
    }

    /// Waits once, for the longest of these.
    pub fn wait_for_all<'a>(suspicions: impl Iterator<Item = &'a Self>) {
        if let Some(longest) = suspicions.map(Self::wait).max() {
            std::thread::sleep(longest);
        }
    }
}
