//! Integrity check of a frozen design ("Freeze Immutability Enforcement", rulings 4, 5, 15).

use std::fmt;

use super::freeze_marker;
use super::freeze_marker::Marker;
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::{canonical, json};

/// A freeze as the record knows it: somebody could rewrite marker and design together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedFreeze {
    /// Canonical SHA-256 of the frozen intent.
    pub checksum: Digest,
    /// SHA-256 of the marker's bytes.
    pub marker: Digest,
}

/// The outcome of a verification.
#[derive(Clone, PartialEq, Debug)]
pub enum Integrity {
    /// The marker is valid, and the design matches it.
    Sound(Box<Marker>),
    /// There is no marker; `intact` is whether the design matches the record.
    NoMarker {
        intact: Result<(), Violation>,
    },
    Violated(Violation),
}

/// How a frozen design differs from the approved one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The approved hash, if known.
    pub expected: Option<Digest>,
    /// The hash that was found, if there was a design to hash.
    pub actual: Option<Digest>,
    pub problem: String,
    /// What to do about it, if the problem shows that.
    pub hint: Option<&'static str>,
}

impl Violation {
    /// A violation without a hint.
    pub fn new(expected: Option<Digest>, actual: Option<Digest>, problem: impl Into<String>) -> Self {
        Self { expected, actual, problem: problem.into(), hint: None }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "integrity violation: {}", self.problem)?;
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) if expected != actual => {
                write!(f, " (expected {expected}, found {actual})")
            }
            (Some(expected), _) => write!(f, " (expected {expected})"),
            (None, _) => Ok(()),
        }
    }
}

const ANOTHER_DESIGN: &str = "final/intent.json is not the design that was frozen";

/// Verifies a feature's `final/FROZEN.md` and `final/intent.json` against each other, and against the record if there is one.
pub fn check(
    feature: &FeatureId,
    recorded: Option<RecordedFreeze>,
    marker: &FileState,
    intent: &FileState,
) -> Integrity {
    check_known(feature, recorded, recorded.map(|r| r.checksum), marker, intent)
}

/// As [`check`]. A design whose bytes have the known canonical hash is not parsed, which lists of a thousand need.
pub fn check_known(
    feature: &FeatureId,
    recorded: Option<RecordedFreeze>,
    known: Option<Digest>,
    marker: &FileState,
    intent: &FileState,
) -> Integrity {
    let recorded_checksum = recorded.map(|r| r.checksum);
    let found = intent_hash(intent, known);
    let bytes = match marker {
        FileState::Absent => {
            let intact = match (recorded_checksum, &found) {
                (None, _) => Ok(()),
                (Some(expected), Ok(actual)) if expected == *actual => Ok(()),
                (Some(expected), Ok(actual)) => {
                    Err(Violation::new(Some(expected), Some(*actual), ANOTHER_DESIGN))
                }
                (Some(expected), Err(why)) => Err(Violation::new(Some(expected), None, why.clone())),
            };
            return Integrity::NoMarker { intact };
        }
        FileState::Unreadable(why) => {
            return Integrity::Violated(Violation::new(recorded_checksum, found.ok(), why.clone()));
        }
        FileState::Bytes(bytes) => bytes,
    };
    let marker = match freeze_marker::read(bytes) {
        Ok(marker) => marker,
        Err(e) => {
            let problem = format!("final/FROZEN.md was changed or damaged: {e}");
            let violation = Violation::new(recorded_checksum, found.ok(), problem);
            return Integrity::Violated(Violation { hint: Some(e.hint()), ..violation });
        }
    };
    let expected = recorded_checksum.unwrap_or(marker.checksum_sha256);
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
        Ok(actual) if recorded.is_some_and(|r| r.marker != Digest::of(bytes)) => {
            Some((Some(actual), "final/FROZEN.md was changed since the freeze".to_owned()))
        }
        Ok(_) => None,
    };
    match problem {
        None => Integrity::Sound(Box::new(marker)),
        Some((actual, problem)) => Integrity::Violated(Violation::new(Some(expected), actual, problem)),
    }
}

/// The canonical hash of a frozen intent. The file is in canonical form, so its bytes can be hashed directly; only a
/// reformatted file has to be parsed.
fn intent_hash(intent: &FileState, expected: Option<Digest>) -> Result<Digest, String> {
    match intent {
        FileState::Absent => Err("final/intent.json is missing".to_owned()),
        FileState::Unreadable(why) => Err(format!("final/intent.json cannot be read: {why}")),
        FileState::Bytes(bytes) => {
            let as_it_is = Digest::of(bytes);
            if Some(as_it_is) == expected {
                return Ok(as_it_is);
            }
            json::read(bytes)
                .map(|value| canonical::digest(&value))
                .map_err(|e| format!("final/intent.json is not JSON: {e}"))
        }
    }
}
