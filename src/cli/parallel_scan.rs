//! Parallel inspection of all features. System calls are the limit: two threads take half of the time, more gain nothing.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::Stop;
use frieze_data::id::FeatureId;
use frieze_engine::{InspectDepth, Inspection, Runs, Suspicion, Trouble};
use frieze_kernel::RunView;

/// Inspects runs of a workflow at record depth and maps each view. Suspicious ones are inspected again after a common wait; if another
/// process works on a run, the first result stays.
pub fn inspect_all<R: Send>(
    runs: &dyn Runs,
    ids: &[FeatureId],
    of: impl Fn(&FeatureId, Result<RunView, Trouble>) -> R + Sync,
) -> Result<Vec<R>, Stop> {
    let rules = LazyLock::new(|| runs.rules());
    let inspect = |id: &FeatureId| runs.inspect_under(id, InspectDepth::Record, &rules);
    let inspected = map(ids, |id| match inspect(id) {
        Ok(Inspection { view, suspicion }) => (of(id, Ok(view)), suspicion),
        Err(trouble) => (of(id, Err(trouble)), None),
    })?;
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
    for (at, inspect_all) in map(&suspicious, again)?.into_iter().flatten() {
        if let Some(before) = all.get_mut(at) {
            *before = inspect_all;
        }
    }
    Ok(all)
}

/// Maps items on two threads, in order. A thread that dies is an error, because a shorter list would look like a smaller
/// workspace.
pub fn map<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Stop> {
    // Each thread takes the next chunk: with halves, the one that the system lets wait would make the other wait too.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = items.chunks(CHUNK).nth(at) else { return done };
            done.push((at, chunk.iter().map(&of).collect()));
        }
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(work);
        let mut done = work();
        done.extend(second.join().map_err(|_| {
            Stop::failed(
                "the inspection of the features ended unexpectedly, so the list would be incomplete",
                "run the command again; if that fails too, `frieze show` inspects a single feature",
            )
        })?);
        done.sort_unstable_by_key(|(at, _)| *at);
        Ok(done.into_iter().flat_map(|(_, results)| results).collect())
    })
}

/// As [`map`]. A suspicious result is made again after a common wait, because files may be half written: git deletes a file to
/// replace it.
pub fn map_confirmed<T: Sync, R: Send>(
    items: &[T],
    of: impl Fn(&T) -> R + Sync,
    is_suspicious: impl Fn(&R) -> bool,
) -> Result<Vec<R>, Stop> {
    let mut all = map(items, &of)?;
    let suspicious: Vec<usize> =
        (0..all.len()).filter(|at| all.get(*at).is_some_and(&is_suspicious)).collect();
    if !suspicious.is_empty() {
        std::thread::sleep(RECHECK_AFTER);
    }
    let again = map(&suspicious, |at| items.get(*at).map(&of))?;
    for (at, result) in suspicious.into_iter().zip(again) {
        if let (Some(before), Some(result)) = (all.get_mut(at), result) {
            *before = result;
        }
    }
    Ok(all)
}

/// How long to wait before a second check.
const RECHECK_AFTER: Duration = Duration::from_millis(200);

/// How many items a thread takes at once.
const CHUNK: usize = 16;

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::cli::End;

    #[test]
    fn results_are_in_order_and_a_lost_thread_is_an_error() {
        for count in [0_u32, 1, 2, 3, 16, 17, 100] {
            let items: Vec<u32> = (0..count).collect();
            assert_eq!(map(&items, |n| *n).unwrap(), items);
        }
        let items: Vec<usize> = (0..2 * CHUNK).collect();
        let (here, both) = (std::thread::current().id(), Barrier::new(2));
        let lost = map(&items, |at| {
            if at % CHUNK == 0 {
                both.wait();
            }
            assert!(std::thread::current().id() == here, "this one dies");
        });
        let stop = lost.expect_err("the other thread died");
        assert!(stop.end == End::Failed && stop.what.contains("unexpectedly") && !stop.hint.is_empty());
    }
}
