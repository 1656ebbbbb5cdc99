//! Artifacts: metadata of extracted files, never their content (S16–S18), and whether two iterations have the same
//! code (S45).

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::files::code_of_path;
use crate::phase::Phase;
use frieze_data::fields::Fields;

/// One file that was extracted or approved, with the fields of the requirement. There are no kinds and no roles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Artifact {
    /// Relative to the session's folder: `iteration-1/code/Tier.java`.
    pub path: String,
    /// GENERATED or REVISED.
    pub phase: Phase,
    /// Counts from 1.
    pub iteration: u32,
    /// `None` until the file is approved: "Hashing is performed only on approval."
    pub sha256: Option<Digest>,
    pub created_at: Timestamp,
    #[serde(flatten)]
    pub others: Fields,
}

impl Artifact {
    /// A file that a step extracted: not hashed.
    pub fn extracted(path: String, phase: Phase, iteration: u32, at: Timestamp) -> Self {
        Self { path, phase, iteration, sha256: None, created_at: at, others: Fields::default() }
    }

    /// Its name, if it is code of this iteration.
    pub fn code_of(&self, iteration: u32) -> Option<FileName> {
        code_of_path(&self.path).filter(|(of, _)| *of == iteration).map(|(_, name)| name)
    }
}

/// Whether the code of an iteration is the same as that of the one before: same count, same names, same hashes (S45,
/// S47). It is `is_identical_to_previous_iteration` of the requirement.
pub fn same_as_before(iteration: u32, artifacts: &[Artifact]) -> bool {
    let code = |iteration: u32| -> BTreeMap<FileName, Option<Digest>> {
        artifacts.iter().filter_map(|one| Some((one.code_of(iteration)?, one.sha256))).collect()
    };
    iteration.checked_sub(1).is_some_and(|before| code(before) == code(iteration))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S45, S47: the edge cases of the requirement's function.
    #[test]
    fn iterations_are_the_same_by_count_names_and_hashes() {
        let artifacts = |before: &str, now: &str| -> Vec<Artifact> {
            let all = [(1, before), (2, now)];
            let each = all.iter().flat_map(|(iteration, files)| {
                files.split_whitespace().map(move |file| {
                    let (name, content) = file.split_once('=').unwrap();
                    let path = format!("iteration-{iteration}/{name}");
                    let artifact =
                        Artifact::extracted(path, Phase::Generated, *iteration, Timestamp::UNIX_EPOCH);
                    Artifact { sha256: (content != "-").then(|| Digest::of(content.as_bytes())), ..artifact }
                })
            });
            each.collect()
        };
        for (before, now, same) in [
            ("code/A=1 code/B=2", "code/A=1 code/B=2", true),
            ("code/A=1 code/B=2", "code/B=2 code/A=1", true),
            // "Different file count: NOT identical (file added/removed)"
            ("code/A=1", "code/A=1 code/B=2", false),
            ("code/A=1 code/B=2", "code/A=1", false),
            // "Different filenames: NOT identical (rename counts as change)"
            ("code/A=1", "code/B=1", false),
            ("code/A=1", "code/a=1", false),
            // "Same filename, different hash: NOT identical (content changed)"
            ("code/A=1", "code/A=2", false),
            ("code/A=1", "code/A=-", false),
            // Only code counts.
            ("code/A=1 review.md=1", "code/A=1 review.md=2", true),
            ("", "", true),
        ] {
            assert_eq!(same_as_before(2, &artifacts(before, now)), same, "{before} | {now}");
        }
        assert!(!same_as_before(1, &artifacts("code/A=1", "")), "the first iteration has none before it");
        assert!(!same_as_before(0, &[]));
    }
}
