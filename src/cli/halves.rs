//! Looking at all features in two halves. Lists are bound by system calls: two threads take half the
//! time, more gain nothing.

use super::{End, Stop, Tools};
use crate::domain::id::FeatureId;
use crate::engine::{Doubt, Glimpse, Trouble};
use crate::kernel::{Flow, RunView};

/// What each feature gives, as it is seen at a glance. What is doubtful is looked at again, after one wait for all of it;
/// where somebody else is at work on it, what its record says is as good as it gets.
pub fn seen<F: Flow, R: Send>(
    tools: &Tools<F>,
    ids: &[FeatureId],
    of: impl Fn(&FeatureId, Result<RunView, Trouble>) -> R + Sync,
) -> Result<Vec<R>, Stop> {
    let glanced = each(ids, |id| match tools.engine.glance(id) {
        Ok(Glimpse { view, doubt }) => (of(id, Ok(view)), doubt),
        Err(trouble) => (of(id, Err(trouble)), None),
    })?;
    Doubt::outlast(glanced.iter().filter_map(|(_, doubt)| doubt.as_ref()));
    let (mut all, mut doubtful) = (Vec::with_capacity(ids.len()), Vec::new());
    for (at, (seen, doubt)) in glanced.into_iter().enumerate() {
        all.push(seen);
        doubtful.extend(doubt.zip(ids.get(at)).map(|(doubt, id)| (at, id, doubt)));
    }
    let again = |(at, id, doubt): &(usize, &FeatureId, Doubt)| {
        let view = tools.engine.look_again(id, Some(doubt.clone())).ok()?;
        Some((*at, of(id, Ok(view))))
    };
    for (at, seen) in each(&doubtful, again)?.into_iter().flatten() {
        if let Some(before) = all.get_mut(at) {
            *before = seen;
        }
    }
    Ok(all)
}

/// What each item gives, in order. A half that ended unexpectedly is an error: a list that leaves out
/// features would pass for one of a workspace without them.
pub fn each<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Stop> {
    let (first, second) = items.split_at(items.len().div_ceil(2));
    let part = |items: &[T]| items.iter().map(&of).collect::<Vec<R>>();
    std::thread::scope(|scope| {
        let second = scope.spawn(|| part(second));
        let mut all = part(first);
        all.extend(second.join().map_err(|_| Stop {
            what: "looking at the features ended unexpectedly, so there is no whole list".to_owned(),
            hint: "run the command again; if it comes back, `frieze show` looks at one feature".to_owned(),
            end: End::Failed,
        })?);
        Ok(all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_given_in_order_and_a_lost_half_is_an_error() {
        for count in [0_u32, 1, 2, 3, 10] {
            let items: Vec<u32> = (0..count).collect();
            assert_eq!(each(&items, |n| *n).unwrap(), items);
        }
        let lost = each(&[1, 2, 3], |n| assert!(*n < 3, "this one dies"));
        let stop = lost.expect_err("the third died");
        assert!(stop.end == End::Failed && stop.what.contains("unexpectedly") && !stop.hint.is_empty());
    }
}
