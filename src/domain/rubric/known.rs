//! What this process has judged: a candidate is held against the rubric at every look, and what a pure function gave it
//! once it gives again.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::evaluate;
use crate::domain::digest::Digest;
use crate::domain::intent::Reading;
use crate::domain::score::Score;

/// The overall scores of the last designs, by the SHA-256 of their canonical form.
static KNOWN: Mutex<BTreeMap<Digest, Score>> = Mutex::new(BTreeMap::new());

/// How many are remembered: more than there are features in flight, in less than 100 kB.
const MOST: usize = 1_000;

/// The overall score of [`evaluate`], which is only called for what is not known.
pub fn overall(reading: &Reading) -> Score {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&reading.sha256).copied();
    known.unwrap_or_else(|| evaluate(reading).overall)
}

/// Remembers what a design scored.
pub(super) fn remember(design: Digest, overall: Score) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(design, overall);
}
