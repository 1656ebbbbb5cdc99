//! What `approve` hashes in each phase, and what a decision is bound to (S30, S35, S42–S44). There are no hashes of
//! folders (S48).

use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_kernel::Files;
use jiff::Timestamp;

use crate::artifact::Artifact;
use crate::files::{SessionFiles, plain_names};
use crate::phase::Work;
use crate::record::{Hashes, Record};

/// The files of an approval as they are now, by their paths below the session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boundary {
    /// The response, or at least one file of the iteration's code: "Verifies required files for the phase exist".
    pub required: Hashes,
    /// Prompts and responses that are hashed if the person asks for it (`--hash-prompts`).
    pub optional: Hashes,
}

impl Boundary {
    /// Hashes the files of the present boundary.
    ///
    /// # Errors
    /// Why there is nothing to approve: a missing file, an empty folder, or something in it that is no plain file.
    pub fn now(record: &Record, files: &dyn Files) -> Result<Self, String> {
        let work = record.phase.boundary().ok_or("there is nothing to approve")?;
        let (paths, iteration) = (SessionFiles::of(&record.session_id), record.current_iteration);
        let (prompt, response) = (paths.prompt(work, iteration), paths.response(work, iteration));
        let (required, optional) = match work {
            Work::Planning | Work::Reviewing => (vec![response], vec![prompt]),
            Work::Generating | Work::Revising => {
                let folder = paths.code_folder(iteration);
                let (names, problem) = plain_names(&files.list(&folder));
                if let Some(why) = problem {
                    return Err(format!("{folder}: {why}"));
                }
                if names.is_empty() {
                    let hint = "write one there, or begin a new session";
                    return Err(format!("{folder} has no file to approve: {hint}"));
                }
                (names.iter().map(|name| folder.named(name)).collect(), vec![prompt, response])
            }
        };
        let hash = |path: &RelPath| {
            let missing = || format!("{path} is missing: put it back first");
            Ok((paths.relative(path).to_owned(), files.digest(path)?.ok_or_else(missing)?))
        };
        let required = required.iter().map(hash).collect::<Result<_, String>>()?;
        Ok(Self { required, optional: optional.iter().filter_map(|path| hash(path).ok()).collect() })
    }

    /// All files: a decision is bound to them.
    pub fn all(&self) -> Hashes {
        self.required.clone().into_iter().chain(self.optional.clone()).collect()
    }
}

/// Hashes the code of the current iteration as it is: "Hashes reflect post-edit … code files". An unhashed artifact keeps the time of
/// its extraction; an added file has the time of the approval. Returns the paths that were added, and those that are gone.
pub fn approve_code(record: &mut Record, files: &Hashes, at: Timestamp) -> [Vec<String>; 2] {
    let (phase, iteration) = (record.phase, record.current_iteration);
    let (mut added, mut dropped) = (files.clone(), Vec::new());
    record.artifacts.retain_mut(|artifact| {
        if artifact.code_of(iteration).is_none() {
            return true;
        }
        artifact.sha256 = added.remove(&artifact.path);
        if artifact.sha256.is_none() {
            dropped.push(artifact.path.clone());
        }
        artifact.sha256.is_some()
    });
    for (path, sha256) in &added {
        let artifact = Artifact::extracted(path.clone(), phase, iteration, at);
        record.artifacts.push(Artifact { sha256: Some(*sha256), ..artifact });
    }
    [added.into_keys().collect(), dropped]
}

/// Whether all files of the current iteration's code are approved: each is an artifact with a hash, of the bytes
/// that were approved then. Later edits do not count: "does not prevent edits".
pub fn is_code_approved(record: &Record) -> bool {
    let mut of = record.artifacts.iter().filter(|a| a.iteration == record.current_iteration).peekable();
    of.peek().is_some() && of.all(|artifact| artifact.sha256.is_some())
}

/// The digest that a decision is bound to: a file that changes between showing and deciding changes it.
pub fn binding(files: &Hashes) -> Digest {
    let lines: Vec<String> = files.iter().map(|(path, sha256)| format!("{path} {sha256}")).collect();
    Digest::of(lines.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;
    use frieze_kernel::{Entries, FileState, Kind, Phase as _};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn record(phase: Phase, iteration: u32) -> Record {
        let mut record = Record::new("t1".parse().unwrap(), Timestamp::UNIX_EPOCH);
        (record.phase, record.current_iteration) = (phase, iteration);
        record
    }

    /// Every file is there, and each folder has one.
    struct Everything;

    impl Files for Everything {
        fn state(&self, path: &RelPath) -> FileState {
            FileState::Bytes(path.as_str().as_bytes().to_vec())
        }

        fn list(&self, _: &RelPath) -> Entries {
            Ok(vec![("A.java".to_owned(), Kind::File)])
        }
    }

    /// S44: "What Gets Hashed", and no folder (S48).
    #[test]
    fn each_boundary_hashes_the_requirements_files() {
        let check = |phase: Phase, iteration: u32, required: &str, optional: &str| {
            let now = Boundary::now(&record(phase, iteration), &Everything).unwrap();
            let names =
                |files: &BTreeMap<String, Digest>| files.keys().cloned().collect::<Vec<_>>().join(" ");
            assert_eq!((names(&now.required).as_str(), names(&now.optional).as_str()), (required, optional));
            assert_eq!(now.all().len(), 1 + now.optional.len());
        };
        check(Phase::Planned, 1, "planning-response.md", "planning-prompt.md");
        let both = "iteration-1/generating-prompt.md iteration-1/generating-response.md";
        check(Phase::Generated, 1, "iteration-1/code/A.java", both);
        let both = "iteration-2/revising-prompt.md iteration-2/revising-response.md";
        check(Phase::Revised, 2, "iteration-2/code/A.java", both);
        let (response, prompt) = ("iteration-2/reviewing-response.md", "iteration-2/reviewing-prompt.md");
        check(Phase::Reviewed, 2, response, prompt);
        for phase in Phase::ALL.iter().filter(|phase| phase.boundary().is_none()) {
            Boundary::now(&record(*phase, 1), &Everything).unwrap_err();
        }
    }

    /// S42: added, edited and deleted files are approved as they are.
    #[test]
    fn an_approval_hashes_what_is_in_the_folder() {
        let mut record = record(Phase::Revised, 2);
        let early = |path: &str, iteration| {
            Artifact::extracted(path.to_owned(), Phase::Generated, iteration, Timestamp::UNIX_EPOCH)
        };
        record.artifacts = vec![
            early("iteration-1/code/A", 1),
            early("iteration-2/code/A", 2),
            early("iteration-2/code/Gone", 2),
        ];
        assert!(!is_code_approved(&record));
        let files =
            ["A", "New"].map(|name| (format!("iteration-2/code/{name}"), Digest::of(name.as_bytes())));
        let at = "2026-01-01T00:00:00Z".parse().unwrap();
        let changes = approve_code(&mut record, &files.into(), at);
        assert_eq!(changes, [["iteration-2/code/New"], ["iteration-2/code/Gone"]]);
        let hashes: Vec<_> = record
            .artifacts
            .iter()
            .map(|a| (a.path.as_str(), a.sha256.is_some(), a.created_at == at))
            .collect();
        let expected = [
            ("iteration-1/code/A", false, false),
            ("iteration-2/code/A", true, false),
            ("iteration-2/code/New", true, true),
        ];
        assert_eq!(hashes, expected);
        assert!(is_code_approved(&record));
    }

    proptest! {
        #[test]
        fn a_binding_differs_for_other_files(
            one in prop::collection::btree_map("[a-b]{1,2}", 0_u8..3, 0..4),
            other in prop::collection::btree_map("[a-b]{1,2}", 0_u8..3, 0..4),
        ) {
            let digests = |files: &BTreeMap<String, u8>| -> BTreeMap<String, Digest> {
                files.iter().map(|(path, byte)| (path.clone(), Digest::of(&[*byte]))).collect()
            };
            prop_assert_eq!(binding(&digests(&one)) == binding(&digests(&other)), one == other);
        }
    }
}
