//! What `approve` hashes in each phase, and what a decision is bound to (S30, S35, S42–S44). There are no hashes of
//! folders (S48).

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::path::RelPath;
use frieze_kernel::Files;
use jiff::Timestamp;

use crate::artifact::Artifact;
use crate::files::{SessionFiles, code_path, plain_names};
use crate::phase::Work;
use crate::record::Record;

/// The files of an approval, as they are now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boundary {
    /// The response, where the work has no code: "Verifies required files for the phase exist".
    pub required: Option<(String, Digest)>,
    /// Prompts and responses that are hashed if the person asks for it (`--hash-prompts`).
    pub optional: BTreeMap<String, Digest>,
    /// The files of the iteration's code, at least one.
    pub code: BTreeMap<FileName, Digest>,
}

impl Boundary {
    /// Hashes the files of the present boundary.
    ///
    /// # Errors
    /// Why there is nothing to approve: a missing file, an empty folder, or something in it that is no plain file.
    pub fn now(record: &Record, files: &dyn Files) -> Result<Self, String> {
        let work = record.phase.work().filter(|_| record.phase.is_boundary());
        let work = work.ok_or("there is nothing to approve")?;
        let (paths, iteration) = (SessionFiles::of(&record.session_id), record.current_iteration);
        let (prompt, response) = (paths.prompt(work, iteration), paths.response(work, iteration));
        let name = |path: &RelPath| paths.relative(path).unwrap_or_default().to_owned();
        let mut now = Self::default();
        let mut optional = vec![prompt];
        match work {
            Work::Planning | Work::Reviewing => {
                let digest = files.digest(&response)?;
                let digest = digest.ok_or_else(|| format!("{response} is missing: put it back first"))?;
                now.required = Some((name(&response), digest));
            }
            Work::Generating | Work::Revising => {
                optional.push(response);
                now.code = code_now(&paths.code_folder(iteration), files)?;
            }
        }
        let hashed = optional.iter().filter_map(|path| Some((name(path), files.digest(path).ok()??)));
        now.optional = hashed.collect();
        Ok(now)
    }

    /// The files by their paths below the session, with the optional ones if they are asked for.
    pub fn files(&self, iteration: u32, with_optional: bool) -> BTreeMap<String, Digest> {
        let optional = self.optional.iter().filter(|_| with_optional);
        let named = optional.map(|(path, sha256)| (path.clone(), *sha256)).chain(self.required.clone());
        named.chain(self.code.iter().map(|(name, sha256)| (code_path(iteration, name), *sha256))).collect()
    }
}

fn code_now(folder: &RelPath, files: &dyn Files) -> Result<BTreeMap<FileName, Digest>, String> {
    let (names, problem) = plain_names(&files.list(folder));
    if let Some(why) = problem {
        return Err(format!("{folder}: {why}"));
    }
    if names.is_empty() {
        return Err(format!("{folder} has no file to approve: write one there, or begin a new session"));
    }
    let hashed = names.into_iter().map(|name| {
        let path = folder.named(&name);
        let digest = files.digest(&path)?.ok_or_else(|| format!("{path} is missing"))?;
        Ok((name, digest))
    });
    hashed.collect()
}

/// What an approval of code does to the artifacts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ApprovedCode {
    /// All artifacts of the session, those of this iteration with their hashes.
    pub artifacts: Vec<Artifact>,
    /// Files that somebody added to the folder.
    pub added: Vec<String>,
    /// Artifacts whose files are gone: they are dropped.
    pub dropped: Vec<String>,
}

/// Hashes the files of an iteration as they are: "Hashes reflect post-edit … code files". An unhashed artifact keeps
/// the time of its extraction; an added file has the time of the approval.
pub fn approve_code(record: &Record, files: &BTreeMap<FileName, Digest>, at: Timestamp) -> ApprovedCode {
    let iteration = record.current_iteration;
    let mut approved = ApprovedCode::default();
    let mut rest: BTreeMap<String, Digest> =
        files.iter().map(|(name, sha256)| (code_path(iteration, name), *sha256)).collect();
    let code = format!("iteration-{iteration}/code/");
    for artifact in &record.artifacts {
        if !artifact.path.starts_with(&code) {
            approved.artifacts.push(artifact.clone());
        } else if let Some(sha256) = rest.remove(&artifact.path) {
            approved.artifacts.push(Artifact { sha256: Some(sha256), ..artifact.clone() });
        } else {
            approved.dropped.push(artifact.path.clone());
        }
    }
    for (path, sha256) in rest {
        approved.added.push(path.clone());
        let artifact = Artifact::extracted(path, record.phase, iteration, at);
        approved.artifacts.push(Artifact { sha256: Some(sha256), ..artifact });
    }
    approved
}

/// Whether all files of the current iteration's code are approved: each is an artifact with a hash, of the bytes
/// that were approved then. Later edits do not count: "does not prevent edits".
pub fn is_code_approved(record: &Record) -> bool {
    let mut of = record.artifacts.iter().filter(|a| a.iteration == record.current_iteration).peekable();
    of.peek().is_some() && of.all(|artifact| artifact.sha256.is_some())
}

/// The digest that a decision is bound to: a file that changes between showing and deciding changes it.
pub fn binding(files: &BTreeMap<String, Digest>) -> Digest {
    let lines: Vec<String> = files.iter().map(|(path, sha256)| format!("{path} {sha256}")).collect();
    Digest::of(lines.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;
    use frieze_data::fields::Fields;
    use frieze_kernel::{Entries, FileState, Kind, Phase as _};
    use proptest::prelude::*;

    fn record(phase: Phase, iteration: u32) -> Record {
        let mut record =
            Record::new("t1".parse().unwrap(), "contract", Fields::default(), Timestamp::UNIX_EPOCH);
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
            let names = |with| now.files(iteration, with).into_keys().collect::<Vec<_>>().join(" ");
            assert_eq!(names(false), required, "{phase}");
            assert_eq!(now.optional.keys().cloned().collect::<Vec<_>>().join(" "), optional, "{phase}");
            assert_eq!(names(true).split(' ').count(), 1 + now.optional.len());
        };
        check(Phase::Planned, 1, "planning-response.md", "planning-prompt.md");
        let both = "iteration-1/generating-prompt.md iteration-1/generating-response.md";
        check(Phase::Generated, 1, "iteration-1/code/A.java", both);
        let both = "iteration-2/revising-prompt.md iteration-2/revising-response.md";
        check(Phase::Revised, 2, "iteration-2/code/A.java", both);
        let (response, prompt) = ("iteration-2/reviewing-response.md", "iteration-2/reviewing-prompt.md");
        check(Phase::Reviewed, 2, response, prompt);
        for phase in Phase::ALL.iter().filter(|phase| !phase.is_boundary()) {
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
        let files: BTreeMap<FileName, Digest> =
            ["A", "New"].iter().map(|name| (name.parse().unwrap(), Digest::of(name.as_bytes()))).collect();
        let at = "2026-01-01T00:00:00Z".parse().unwrap();
        let approved = approve_code(&record, &files, at);
        assert_eq!(
            (approved.added, approved.dropped),
            (vec!["iteration-2/code/New".into()], vec!["iteration-2/code/Gone".into()])
        );
        let hashes: Vec<_> = approved
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
        record.artifacts = approved.artifacts;
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
