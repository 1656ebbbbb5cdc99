//! Whether a frozen design is what was approved ("Freeze Immutability Enforcement", rulings 4, 5, 15).

use std::fmt;

use super::digest::Digest;
use super::frozen::{self, Marker};
use super::id::FeatureId;
use super::look::Look;
use super::{canonical, json};

/// What the record remembers of a freeze: the marker alone could be rewritten together with the design.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Canonical SHA-256 of the frozen intent.
    pub checksum: Digest,
    /// SHA-256 of the marker's bytes.
    pub marker: Digest,
}

/// The outcome of a verification.
#[derive(Clone, PartialEq, Debug)]
pub enum Integrity {
    /// The marker is whole and the design is what it says.
    Sound(Box<Marker>),
    /// There is no marker; whether the design is what the record remembers.
    NoMarker {
        intact: Result<(), Violation>,
    },
    Violated(Violation),
}

/// How a frozen design differs from what was approved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The hash that was approved, where it is known.
    pub expected: Option<Digest>,
    /// The hash that was found, where there was something to hash.
    pub actual: Option<Digest>,
    pub problem: String,
    /// What to do about it, where what is wrong tells.
    pub hint: Option<&'static str>,
}

impl Violation {
    /// A violation that tells nothing of what to do about it.
    pub fn new(expected: Option<Digest>, actual: Option<Digest>, problem: impl Into<String>) -> Self {
        Self { expected, actual, problem: problem.into(), hint: None }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "integrity violation: {}", self.problem)?;
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) if expected != actual => {
                write!(f, "{HASHES}{expected}, found {actual})")
            }
            (Some(expected), _) => write!(f, "{HASHES}{expected})"),
            (None, _) => Ok(()),
        }
    }
}

/// Where the hashes begin in the sentence of a violation.
const HASHES: &str = " (expected ";

/// The sentence of a violation without its hashes: a record keeps the sentence alone.
pub fn without_hashes(sentence: &str) -> &str {
    let hashes = |hashes: &str| {
        let hashes = hashes.strip_suffix(')')?;
        let (expected, found) = hashes.split_once(", found ").unwrap_or((hashes, hashes));
        [expected, found].iter().all(|hash| hash.parse::<Digest>().is_ok()).then_some(())
    };
    match sentence.rsplit_once(HASHES) {
        Some((before, after)) if hashes(after).is_some() => before,
        Some(_) | None => sentence,
    }
}

const ANOTHER_DESIGN: &str = "final/intent.json is not the design that was frozen";

/// Verifies a feature's `final/FROZEN.md` and `final/intent.json` against each other and against what
/// the record remembers, where there is a record.
pub fn check(feature: &FeatureId, remembered: Option<Remembered>, marker: &Look, intent: &Look) -> Integrity {
    let remembered_checksum = remembered.map(|r| r.checksum);
    let found = intent_hash(intent, remembered_checksum);
    let bytes = match marker {
        Look::Absent => {
            let intact = match (remembered_checksum, &found) {
                (None, _) => Ok(()),
                (Some(expected), Ok(actual)) if expected == *actual => Ok(()),
                (Some(expected), Ok(actual)) => {
                    Err(Violation::new(Some(expected), Some(*actual), ANOTHER_DESIGN))
                }
                (Some(expected), Err(why)) => Err(Violation::new(Some(expected), None, why.clone())),
            };
            return Integrity::NoMarker { intact };
        }
        Look::Unreadable(why) => {
            let problem = format!("final/FROZEN.md cannot be read: {why}");
            return Integrity::Violated(Violation::new(remembered_checksum, found.ok(), problem));
        }
        Look::Bytes(bytes) => bytes,
    };
    let marker = match frozen::read(bytes) {
        Ok(marker) => marker,
        Err(e) => {
            let problem = format!("final/FROZEN.md is not as it was written: {e}");
            let violation = Violation::new(remembered_checksum, found.ok(), problem);
            return Integrity::Violated(Violation { hint: Some(e.hint()), ..violation });
        }
    };
    let expected = remembered_checksum.unwrap_or(marker.checksum_sha256);
    let problem = match found {
        Err(why) => Some((None, why)),
        Ok(actual) if actual != expected => Some((Some(actual), ANOTHER_DESIGN.to_owned())),
        Ok(actual) if marker.checksum_sha256 != actual => {
            Some((Some(actual), "final/FROZEN.md names another design".to_owned()))
        }
        Ok(actual) if marker.feature_id != *feature => {
            let text = format!("final/FROZEN.md belongs to the feature {}", marker.feature_id);
            Some((Some(actual), text))
        }
        Ok(actual) if remembered.is_some_and(|r| r.marker != Digest::of(bytes)) => {
            Some((Some(actual), "final/FROZEN.md was changed since the freeze".to_owned()))
        }
        Ok(_) => None,
    };
    match problem {
        None => Integrity::Sound(Box::new(marker)),
        Some((actual, problem)) => Integrity::Violated(Violation::new(Some(expected), actual, problem)),
    }
}

/// The canonical hash of a frozen intent. It is stored in its canonical form, so that its bytes can be
/// hashed as they are; only a reformatted file needs to be read.
fn intent_hash(intent: &Look, expected: Option<Digest>) -> Result<Digest, String> {
    match intent {
        Look::Bytes(bytes) if Some(Digest::of(bytes)) == expected => Ok(Digest::of(bytes)),
        Look::Absent => Err("final/intent.json is missing".to_owned()),
        Look::Unreadable(why) => Err(format!("final/intent.json cannot be read: {why}")),
        Look::Bytes(bytes) => json::read(bytes)
            .map(|value| canonical::digest(&value))
            .map_err(|e| format!("final/intent.json is not JSON: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_is_told_without_its_hashes() {
        let [one, other] = [b"one", b"two"].map(|bytes| Digest::of(bytes));
        let problem = "final/FROZEN.md is not as it was written: line 3 (expected a time)";
        for (expected, actual) in [
            (None, None),
            (Some(one), None),
            (Some(one), Some(one)),
            (Some(one), Some(other)),
            (None, Some(one)),
        ] {
            let sentence = Violation::new(expected, actual, problem).to_string();
            assert_eq!(without_hashes(&sentence), format!("integrity violation: {problem}"), "{sentence}");
        }
    }
}
