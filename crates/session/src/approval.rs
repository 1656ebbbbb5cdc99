//! What `approve` hashes in each phase, and what a decision is bound to (S30, S35, S42–S44). There are no hashes of
//! folders (S48).

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::path::RelPath;
use jiff::Timestamp;

use crate::artifact::Artifact;
use crate::files::{SessionFiles, code_path};
use crate::phase::{Phase, Work};
use crate::record::Record;

/// The files of one approval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// The work that is approved.
    pub work: Work,
    /// Must exist: "Verifies required files for the phase exist".
    pub required: Vec<RelPath>,
    /// Hashed into `prompt_hashes` if they exist and the person asked for it (`--hash-prompts`).
    pub optional: Vec<RelPath>,
    /// The folder whose files are hashed one by one; at least one must exist.
    pub code: Option<RelPath>,
}

/// The files that an approval hashes now; `None` in phases without an approval.
pub fn boundary(record: &Record, files: &SessionFiles, hash_prompts: bool) -> Option<Boundary> {
    let work = record.phase.work().filter(|_| record.phase.is_boundary())?;
    let (prompt, response) =
        (files.prompt(work, record.current_iteration), files.response(work, record.current_iteration));
    let (required, optional, code) = match work {
        Work::Planning | Work::Reviewing => (vec![response], vec![prompt], None),
        Work::Generating | Work::Revising => {
            (vec![], vec![prompt, response], Some(files.code_folder(record.current_iteration)))
        }
    };
    Some(Boundary { work, required, optional: if hash_prompts { optional } else { vec![] }, code })
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
///
/// # Errors
/// The folder has no file.
pub fn approve_code(
    record: &Record,
    phase: Phase,
    files: &BTreeMap<FileName, Digest>,
    at: Timestamp,
) -> Result<ApprovedCode, String> {
    let iteration = record.current_iteration;
    if files.is_empty() {
        return Err(format!(
            "iteration-{iteration}/code has no file to approve: write one there, or begin a new session"
        ));
    }
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
        let artifact = Artifact::extracted(path, phase, iteration, at);
        approved.artifacts.push(Artifact { sha256: Some(sha256), ..artifact });
    }
    Ok(approved)
}

/// Whether all files of the current iteration's code are approved: each is an artifact with a hash, of the bytes
/// that were approved then. Later edits do not count: "does not prevent edits".
pub fn is_code_approved(record: &Record) -> bool {
    let mut of = record.artifacts.iter().filter(|a| a.iteration == record.current_iteration).peekable();
    of.peek().is_some() && of.all(|artifact| artifact.sha256.is_some())
}

/// The sorted list of `path sha256` that a gate shows, and the digest that the decision is bound to: a file that
/// changes between showing and deciding changes it.
pub fn binding(files: &BTreeMap<String, Digest>) -> (Vec<String>, Digest) {
    let lines: Vec<String> = files.iter().map(|(path, sha256)| format!("{path} {sha256}")).collect();
    let digest = Digest::of(lines.join("\n").as_bytes());
    (lines, digest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_data::fields::Fields;
    use proptest::prelude::*;

    fn record(phase: Phase, iteration: u32) -> Record {
        let mut record =
            Record::new("t1".parse().unwrap(), "contract", Fields::default(), Timestamp::UNIX_EPOCH);
        (record.phase, record.current_iteration) = (phase, iteration);
        record
    }

    /// S44: "What Gets Hashed", and no folder (S48).
    #[test]
    fn each_boundary_hashes_the_requirements_files() {
        let check = |phase: Phase, iteration: u32, expected: &str| {
            let files = SessionFiles::of(&"t1".parse().unwrap());
            let named = |hash_prompts: bool| {
                let Some(of) = boundary(&record(phase, iteration), &files, hash_prompts) else {
                    return "none".into();
                };
                let paths = |paths: &[RelPath]| {
                    paths
                        .iter()
                        .map(|path| files.relative(path).unwrap().to_owned())
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                let code = of.code.as_ref().map_or("", |path| files.relative(path).unwrap());
                format!("{} | {} | {code}", paths(&of.required), paths(&of.optional))
            };
            assert_eq!(named(true), expected, "{phase}");
            if phase.is_boundary() {
                assert!(named(false).contains(" |  | "), "{phase}: optional files need the flag");
            }
        };
        check(Phase::Planned, 1, "planning-response.md | planning-prompt.md | ");
        let generated =
            " | iteration-1/generating-prompt.md iteration-1/generating-response.md | iteration-1/code";
        check(Phase::Generated, 1, generated);
        check(
            Phase::Revised,
            2,
            " | iteration-2/revising-prompt.md iteration-2/revising-response.md | iteration-2/code",
        );
        check(Phase::Reviewed, 2, "iteration-2/reviewing-response.md | iteration-2/reviewing-prompt.md | ");
        for phase in Phase::all().filter(|phase| !phase.is_boundary()) {
            check(phase, 1, "none");
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
        let approved = approve_code(&record, Phase::Revised, &files, at).unwrap();
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
        assert!(
            approve_code(&record, Phase::Revised, &BTreeMap::new(), at)
                .unwrap_err()
                .contains("iteration-2/code")
        );
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
            prop_assert_eq!(binding(&digests(&one)).1 == binding(&digests(&other)).1, one == other);
        }
    }
}
