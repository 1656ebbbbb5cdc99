//! Parallel pure work on large documents, and on many features. Results come in a fixed order, so the outcome is the same on any number of
//! processors. The only module of the pure crates that uses threads.

use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The document size in bytes from which a second thread pays off: starting one costs as much as judging two kilobytes.
const WORTH_IT: usize = 64 * 1024;

/// Whether a second thread pays off for a document of this size.
pub fn is_worth_it(bytes: usize) -> bool {
    bytes >= WORTH_IT
}

/// The results of two pieces of work on a document of this size.
pub fn both<A, B: Send>(bytes: usize, one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    if !is_worth_it(bytes) {
        return (one(), other());
    }
    thread::scope(|scope| {
        // If no thread can be started, this one does both.
        let second = thread::Builder::new().spawn_scoped(scope, &other);
        let one = one();
        let other = match second {
            Ok(second) => second.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => other(),
        };
        (one, other)
    })
}

/// The results of several pieces of work on a document of this size, in their order. Put long pieces first: two threads take them
/// one after the other.
pub fn each<P: Sync, T: Send>(bytes: usize, pieces: &[P], work: impl Fn(&P) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let taken = iter::from_fn(|| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            Some((at, work(pieces.get(at)?)))
        });
        taken.collect::<Vec<_>>()
    };
    let (mut done, more) = both(bytes, take, take);
    done.extend(more);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, given)| given).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_is_the_same_for_any_size() {
        for bytes in [0, WORTH_IT - 1, WORTH_IT, usize::MAX] {
            let (mut here, words) = (Vec::new(), ["a", "b"]);
            let (count, joined) = both(
                bytes,
                || {
                    here.push(1);
                    here.len()
                },
                || words.concat(),
            );
            assert_eq!((count, joined.as_str(), here.as_slice()), (1, "ab", &[1][..]));
        }
    }

    #[test]
    fn pieces_come_back_in_their_order() {
        for bytes in [0, WORTH_IT] {
            let pieces: Vec<usize> = (0..40).rev().collect();
            // The first ones take longest.
            let given = each(bytes, &pieces, |n| (0..n * 1_000).fold(*n, |n, _| std::hint::black_box(n)));
            assert_eq!(given, pieces);
        }
    }
}
