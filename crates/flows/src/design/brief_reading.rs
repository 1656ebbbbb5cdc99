//! The reading of a brief that a run pins.

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_rubric::{Demand, Force, Yardstick};

/// The reading of the quoted brief: another version of frieze may read the same brief differently, which would change the yardstick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BriefReading {
    /// The hash of all requirements in scope: id, line, force, kind and text.
    pub sha256: Digest,
    pub requirements: u32,
    pub must: u32,
    pub should: u32,
    pub may: u32,
}

impl BriefReading {
    pub fn of(yardstick: &Yardstick) -> Self {
        let demands = yardstick.demands();
        let lines = demands.iter().map(|demand| {
            let Demand { id, text, line, force, kind } = demand;
            json::line(&(id, line, force.word(), kind, text))
        });
        let count = |wanted: Force| {
            u32::try_from(demands.iter().filter(|demand| demand.force == wanted).count()).unwrap_or(u32::MAX)
        };
        Self {
            sha256: Digest::of(lines.collect::<Vec<_>>().join("\n").as_bytes()),
            requirements: u32::try_from(demands.len()).unwrap_or(u32::MAX),
            must: count(Force::Must),
            should: count(Force::Should),
            may: count(Force::May),
        }
    }

    /// # Errors
    /// The brief is read differently now.
    pub fn check(&self, found: &Self) -> Result<(), String> {
        if self == found {
            return Ok(());
        }
        Err(format!(
            "the reading of the brief was {} (SHA-256 {}) when the run quoted it and is now {} (SHA-256 {}): another version of \
             frieze reads it",
            self.in_words(),
            self.sha256,
            found.in_words(),
            found.sha256
        ))
    }

    /// For example `35 requirements (30 must, 3 should, 2 may)`.
    pub fn in_words(&self) -> String {
        let Self { requirements, must, should, may, .. } = self;
        let word = if *requirements == 1 { "requirement" } else { "requirements" };
        format!("{requirements} {word} ({must} must, {should} should, {may} may)")
    }
}
