//! Warnings about approved files that changed, in the requirement's words (S26, S31, S46, S52, S53). They "log
//! warnings but never block workflow".

use frieze_data::digest::Digest;
use frieze_data::text::first;
use frieze_design::frozen;
use frieze_kernel::{FileState, Files, Note, NoteKind};
use serde_json::json;

use crate::files::{STANDARDS, SessionFiles, code_path, plain_names};
use crate::frozen_design;
use crate::phase::Work;
use crate::record::{Hashes, Record};

/// What the warnings of the requirement begin with.
pub const SIGN: &str = "⚠️  ";
/// How many files a warning names.
const MOST_NAMED: usize = 10;

/// A changed standards bundle, when a session is verified or shown.
pub const STANDARDS_CHANGED: &str = "⚠️  Standards changed since session creation";
/// A changed plan.
pub const PLAN_CHANGED: &str = "⚠️  Plan changed since approval";
/// Changed code.
pub const CODE_CHANGED: &str = "⚠️  Code changed since approval";
/// A changed review. The requirement has no words for it; the verdict decides where the session goes.
pub const REVIEW_CHANGED: &str = "⚠️  Review changed since approval";
/// A changed standards bundle, at an approval.
pub const STANDARDS_CHANGED_AT_APPROVAL: &str =
    "⚠️  Standards bundle has changed since session creation. This may affect workflow consistency.";
/// A revision with the code of the iteration before (S46).
pub const NO_OP: &str = "⚠️  Revision produced no changes";
/// What may have led to it.
pub const NO_OP_CAUSES: [&str; 3] = [
    "The response contains the same files as the iteration before.",
    "The response names no file that the review asks to change.",
    "Somebody undid the changes in the extracted files before approval.",
];

/// A warning with the first of its files. They are relative to the session's folder; those of the design to the workspace's.
fn warning(text: &str, files: &[String]) -> Note {
    let text = format!("{text} ({})", some(files));
    Note { kind: NoteKind::HashMismatch, text, data: json!({ "files": files }) }
}

/// The first names, and how many there are more.
pub fn some(names: &[String]) -> String {
    first(names, MOST_NAMED, ", ")
}

/// All warnings about the files as they are now, in the words of an approval or of any other order.
pub fn changed(record: &Record, files: &dyn Files, at_approval: bool) -> Vec<Note> {
    let paths = SessionFiles::of(&record.session_id);
    let response = |work: Work, approved: Option<Digest>, text: &str| {
        let path = paths.response(work, record.current_iteration);
        let is_changed = approved.is_some() && files.digest(&path).ok().flatten() != approved;
        is_changed.then(|| warning(text, &[paths.relative(&path).to_owned()]))
    };
    let plan = response(Work::Planning, record.plan_hash, PLAN_CHANGED);
    let review = response(Work::Reviewing, record.review_hash, REVIEW_CHANGED);
    let standards = standards(record, &files.state(&paths.standards()), at_approval);
    // Steps and approvals are refused before they could say so.
    let design = frozen_design::verified(record, files).err().map(|refusal| {
        let paths = record.metadata.frieze.feature.iter().flat_map(frozen::paths);
        let paths: Vec<String> = paths.map(|path| path.to_string()).collect();
        warning(&format!("{SIGN}{}", refusal.why), &paths)
    });
    [standards, design, plan, code(record, files), review].into_iter().flatten().collect()
}

/// Compares the standards bundle with its hash at the session's creation (S26, S27).
fn standards(record: &Record, bundle: &FileState, at_approval: bool) -> Option<Note> {
    let expected = record.standards_hash?;
    let why = match bundle {
        FileState::Bytes(bytes) if Digest::of(bytes) == expected => return None,
        FileState::Bytes(_) => None,
        FileState::Absent => Some("the file is missing"),
        FileState::Unreadable(why) => Some(why.as_str()),
    };
    let unknown = why.map(|why| format!("Could not verify standards: {why}"));
    let text = if at_approval { STANDARDS_CHANGED_AT_APPROVAL } else { STANDARDS_CHANGED };
    Some(warning(unknown.as_deref().unwrap_or(text), &[STANDARDS.to_owned()]))
}

/// Compares the last approved code with its folder: a changed, a deleted and an added file each count. "Correctness depends on
/// current phase inputs and current iteration outputs, not on historical files": earlier iterations are not compared.
fn code(record: &Record, files: &dyn Files) -> Option<Note> {
    let hashed = record.artifacts.iter().filter(|artifact| artifact.sha256.is_some());
    let iteration = hashed.map(|artifact| artifact.iteration).max()?;
    let approved = record.approved_code(iteration);
    let folder = SessionFiles::of(&record.session_id).code_folder(iteration);
    let digest = |name| Some((code_path(iteration, name), files.digest(&folder.named(name)).ok()??));
    let (names, problem) = plain_names(&files.list(&folder));
    let now: Hashes = names.iter().filter_map(digest).collect();
    let gone_or_changed = approved.keys().filter(|path| now.get(*path) != approved.get(*path));
    let added = now.keys().filter(|path| !approved.contains_key(*path));
    let files: Vec<String> = gone_or_changed.chain(added).cloned().chain(problem).collect();
    (!files.is_empty()).then(|| warning(CODE_CHANGED, &files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::Artifact;
    use crate::phase::Phase;
    use frieze_data::path::RelPath;
    use frieze_kernel::{Entries, Kind};
    use jiff::Timestamp;
    use std::collections::BTreeMap;

    /// Files by their paths below the session.
    struct Disk(BTreeMap<&'static str, FileState>);

    impl Files for Disk {
        fn state(&self, path: &RelPath) -> FileState {
            let path = path.as_str().strip_prefix(".aiwf/sessions/t1/").unwrap();
            self.0.get(path).cloned().unwrap_or(FileState::Absent)
        }

        fn list(&self, folder: &RelPath) -> Entries {
            let folder = format!("{}/", folder.as_str().strip_prefix(".aiwf/sessions/t1/").unwrap());
            let names = self.0.keys().filter_map(|path| path.strip_prefix(&folder));
            Ok(names.map(|name| (name.to_owned(), Kind::File)).collect())
        }
    }

    /// S26, S27, S31, S53: unchanged is silent, everything else is one warning.
    #[test]
    fn changes_since_an_approval_are_one_warning_each() {
        let bytes = |text: &str| FileState::Bytes(text.as_bytes().to_vec());
        let mut record = Record::new("t1".parse().unwrap(), Timestamp::UNIX_EPOCH);
        record.artifacts = [("iteration-1/code/A", 1), ("iteration-2/code/A", 2), ("iteration-3/code/A", 3)]
            .map(|(path, iteration)| {
                Artifact::extracted(path.into(), Phase::Revised, iteration, Timestamp::UNIX_EPOCH)
            })
            .to_vec();
        record.current_iteration = 3;
        let mut disk = Disk(BTreeMap::new());
        assert_eq!(changed(&record, &disk, true), [], "before an approval nothing is compared");
        record.standards_hash = Some(Digest::of(b"a"));
        (record.plan_approved, record.plan_hash) = (true, Some(Digest::of(b"plan")));
        (record.review_approved, record.review_hash) = (true, Some(Digest::of(b"review")));
        record.artifacts.iter_mut().take(2).for_each(|one| one.sha256 = Some(Digest::of(b"1")));
        let whole = [
            ("standards-bundle.md", bytes("a")),
            ("planning-response.md", bytes("plan")),
            ("iteration-3/reviewing-response.md", bytes("review")),
            ("iteration-2/code/A", bytes("1")),
        ];
        disk.0.extend(whole.clone());
        assert_eq!(changed(&record, &disk, false), [], "the first iteration's code is not compared");
        let no = FileState::Unreadable("no".into());
        let (standards, plan, code) = (whole[0].0, whole[1].0, whole[3].0);
        for (path, now, text, names) in [
            (standards, bytes("b"), STANDARDS_CHANGED, standards),
            (standards, FileState::Absent, "Could not verify standards: the file is missing", standards),
            (standards, no, "Could not verify standards: no", standards),
            (plan, bytes("plan 2"), PLAN_CHANGED, plan),
            (plan, FileState::Absent, PLAN_CHANGED, plan),
            (code, bytes("2"), CODE_CHANGED, code),
            (code, FileState::Absent, CODE_CHANGED, code),
            ("iteration-2/code/B", bytes("1"), CODE_CHANGED, "iteration-2/code/B"),
            (whole[2].0, bytes("other"), REVIEW_CHANGED, whole[2].0),
        ] {
            disk.0.insert(path, now);
            let texts: Vec<String> =
                changed(&record, &disk, false).into_iter().map(|note| note.text).collect();
            assert_eq!(texts, [format!("{text} ({names})")]);
            disk.0.remove(path);
            disk.0.extend(whole.clone());
        }
        disk.0.insert(standards, bytes("b"));
        assert!(changed(&record, &disk, true)[0].text.starts_with(STANDARDS_CHANGED_AT_APPROVAL));
        let many: Vec<String> = (0..12).map(|n| n.to_string()).collect();
        assert_eq!(some(&many), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more");
    }
}
