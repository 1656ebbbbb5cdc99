//! Two pieces of pure work side by side. Neither sees the other, and what they give comes back in a fixed order, so the
//! outcome is the same on one processor and on many. The one place of the pure half that knows of threads.

use std::panic::resume_unwind;
use std::thread;

/// From so many bytes of a document on, what is done with it is worth a second thread: starting one costs as much as
/// judging two kilobytes.
const WORTH_IT: usize = 64 * 1024;

/// Whether a document is so large that work on it is shared out.
pub fn is_worth_it(bytes: usize) -> bool {
    bytes >= WORTH_IT
}

/// What both pieces of work on a document of so many bytes give.
pub fn both<A, B: Send>(bytes: usize, one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    if !is_worth_it(bytes) {
        return (one(), other());
    }
    thread::scope(|scope| {
        // Where no thread can be had, one does both.
        let beside = thread::Builder::new().spawn_scoped(scope, &other);
        let one = one();
        let other = match beside {
            Ok(beside) => beside.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => other(),
        };
        (one, other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_is_the_same_whatever_the_size() {
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
}
