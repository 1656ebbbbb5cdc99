//! Parallel inspection of all features. System calls are the limit: two threads take half of the time, more gain nothing.

use std::sync::LazyLock;
use std::time::Duration;

use frieze_data::id::FeatureId;
use frieze_data::parallel;
use frieze_engine::{FrozenDesigns, InspectDepth, Inspection, Pass, Runs, Suspicion, Trouble};
use frieze_kernel::RunView;
use frieze_kernel::approval::Rules;

/// What several scans read once: the rules for approvals, and the frozen designs that runs of other workflows use.
pub struct Shared<'r> {
    rules: LazyLock<Rules, Box<dyn FnOnce() -> Rules + Send + 'r>>,
    designs: FrozenDesigns,
}

impl<'r> Shared<'r> {
    /// All workflows of a workspace have the same rules.
    pub fn new(runs: &'r dyn Runs) -> Self {
        Self { rules: LazyLock::new(Box::new(|| runs.rules())), designs: FrozenDesigns::default() }
    }
}

/// Inspects runs of a workflow at record depth and maps each view. Suspicious ones are inspected again after a common wait; if another
/// process works on a run, the first result stays.
pub fn inspect_all<R: Send>(
    shared: &Shared<'_>,
    runs: &dyn Runs,
    ids: &[FeatureId],
    of: impl Fn(&FeatureId, Result<RunView, Trouble>) -> R + Sync,
) -> Vec<R> {
    let inspect = |id: &FeatureId| {
        let pass = Pass { rules: &shared.rules, designs: &shared.designs };
        runs.inspect_in(id, InspectDepth::Record, pass)
    };
    let inspected = map(ids, |id| match inspect(id) {
        Ok(Inspection { view, suspicion }) => (of(id, Ok(view)), suspicion),
        Err(trouble) => (of(id, Err(trouble)), None),
    });
    Suspicion::wait_for_all(inspected.iter().filter_map(|(_, suspicion)| suspicion.as_ref()));
    let (mut all, mut suspicious) = (Vec::with_capacity(ids.len()), Vec::new());
    for (at, (inspect_all, suspicion)) in inspected.into_iter().enumerate() {
        all.push(inspect_all);
        suspicious.extend(suspicion.zip(ids.get(at)).map(|(suspicion, id)| (at, id, suspicion)));
    }
    let again = |(at, id, suspicion): &(usize, &FeatureId, Suspicion)| {
        let view = runs.confirm(id, suspicion.clone()).ok()?.view;
        Some((*at, of(id, Ok(view))))
    };
    for (at, inspect_all) in map(&suspicious, again).into_iter().flatten() {
        if let Some(before) = all.get_mut(at) {
            *before = inspect_all;
        }
    }
    all
}

/// Maps items on two threads, in order.
pub fn map<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    // However short they are: each is read from the disk.
    parallel::each(usize::MAX, items, of)
}

/// As [`map`]. A suspicious result is made again after a common wait, because files may be half written: git deletes a file to
/// replace it.
pub fn map_confirmed<T: Sync, R: Send>(
    items: &[T],
    of: impl Fn(&T) -> R + Sync,
    is_suspicious: impl Fn(&R) -> bool,
) -> Vec<R> {
    let mut all = map(items, &of);
    let suspicious: Vec<usize> =
        (0..all.len()).filter(|at| all.get(*at).is_some_and(&is_suspicious)).collect();
    if !suspicious.is_empty() {
        std::thread::sleep(RECHECK_AFTER);
    }
    let again = map(&suspicious, |at| items.get(*at).map(&of));
    for (at, result) in suspicious.into_iter().zip(again) {
        if let (Some(before), Some(result)) = (all.get_mut(at), result) {
            *before = result;
        }
    }
    all
}

/// How long to wait before a second check.
const RECHECK_AFTER: Duration = Duration::from_millis(200);
