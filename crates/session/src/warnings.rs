//! Warnings about approved files that changed, in the requirement's words (S26, S31, S46, S52, S53). They "log
//! warnings but never block workflow".

use std::collections::BTreeMap;
use std::fmt;

use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;

use crate::record::Record;

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

/// What is said to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    pub text: String,
    /// The files that it is about, relative to the session's folder.
    pub files: Vec<String>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.files.join(", "))
    }
}

/// Compares the standards bundle with its hash at the session's creation (S26, S27).
pub fn standards(record: &Record, bundle: &FileState, at_approval: bool) -> Option<Warning> {
    let expected = record.standards_hash?;
    let why = match bundle {
        FileState::Bytes(bytes) if Digest::of(bytes) == expected => return None,
        FileState::Bytes(_) => None,
        FileState::Absent => Some("the file is missing"),
        FileState::Unreadable(why) => Some(why.as_str()),
    };
    let text = match why {
        Some(why) => format!("Could not verify standards: {why}"),
        None if at_approval => STANDARDS_CHANGED_AT_APPROVAL.to_owned(),
        None => STANDARDS_CHANGED.to_owned(),
    };
    Some(Warning { text, files: vec![crate::files::STANDARDS.to_owned()] })
}

/// Compares the plan with its approved hash (S31). `now` is `None` if the file is gone.
pub fn plan(record: &Record, now: Option<Digest>) -> Option<Warning> {
    let expected = record.plan_hash.filter(|_| record.plan_approved)?;
    let files = vec![crate::phase::Work::Planning.response().to_owned()];
    (now != Some(expected)).then(|| Warning { text: PLAN_CHANGED.to_owned(), files })
}

/// Compares the current iteration's review with its approved hash.
pub fn review(record: &Record, now: Option<Digest>) -> Option<Warning> {
    let expected = record.review_hash.filter(|_| record.review_approved)?;
    let files = vec![crate::phase::Work::Reviewing.response().to_owned()];
    (now != Some(expected)).then(|| Warning { text: REVIEW_CHANGED.to_owned(), files })
}

/// Compares the code of an iteration with what was approved (S53). `now` has the files of its `code/` folder by
/// their paths below the session: a changed, a deleted and an added file each count, once there is an approval.
pub fn code(record: &Record, iteration: u32, now: &BTreeMap<String, Digest>) -> Option<Warning> {
    let of = record.artifacts.iter().filter(|artifact| artifact.iteration == iteration);
    let approved: BTreeMap<&str, Digest> =
        of.filter_map(|artifact| Some((artifact.path.as_str(), artifact.sha256?))).collect();
    if approved.is_empty() {
        return None;
    }
    let gone_or_changed = approved.iter().filter(|(path, sha256)| now.get(**path) != Some(*sha256));
    let added = now.keys().filter(|path| !approved.contains_key(path.as_str()));
    let files: Vec<String> =
        gone_or_changed.map(|(path, _)| (*path).to_owned()).chain(added.cloned()).collect();
    (!files.is_empty()).then(|| Warning { text: CODE_CHANGED.to_owned(), files })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::Artifact;
    use crate::phase::Phase;
    use frieze_data::fields::Fields;
    use jiff::Timestamp;

    /// S26, S27, S31, S53: unchanged is silent, everything else is one warning.
    #[test]
    fn changes_since_an_approval_are_one_warning_each() {
        let id = "t1".parse().unwrap();
        let mut record = Record::new(id, "contract", Fields::default(), Timestamp::UNIX_EPOCH);
        let bytes = |text: &str| FileState::Bytes(text.as_bytes().to_vec());
        assert_eq!(standards(&record, &FileState::Absent, true), None, "there is no hash yet");
        record.standards_hash = Some(Digest::of(b"a"));
        for (bundle, at_approval, expected) in [
            (bytes("a"), true, None),
            (bytes("b"), true, Some(STANDARDS_CHANGED_AT_APPROVAL)),
            (bytes("b"), false, Some(STANDARDS_CHANGED)),
            (FileState::Absent, false, Some("Could not verify standards: the file is missing")),
            (FileState::Unreadable("no".into()), true, Some("Could not verify standards: no")),
        ] {
            let text = standards(&record, &bundle, at_approval).map(|warning| warning.text);
            assert_eq!(text.as_deref(), expected, "{bundle:?}");
        }
        assert_eq!(plan(&record, None), None);
        (record.plan_approved, record.plan_hash) = (true, Some(Digest::of(b"plan")));
        assert_eq!(plan(&record, Some(Digest::of(b"plan"))), None);
        assert_eq!(plan(&record, Some(Digest::of(b"plan 2"))).unwrap().text, PLAN_CHANGED);
        assert_eq!(plan(&record, None).unwrap().files, ["planning-response.md"]);

        let path = "iteration-1/code/A".to_owned();
        let now = |text: &str| BTreeMap::from([(path.clone(), Digest::of(text.as_bytes()))]);
        record.artifacts =
            vec![Artifact::extracted(path.clone(), Phase::Generated, 1, Timestamp::UNIX_EPOCH)];
        assert_eq!(code(&record, 1, &now("1")), None, "before an approval nothing is compared");
        record.artifacts[0].sha256 = Some(Digest::of(b"1"));
        assert_eq!(code(&record, 1, &now("1")), None);
        assert_eq!(code(&record, 1, &now("2")).unwrap().text, CODE_CHANGED);
        assert_eq!(code(&record, 1, &BTreeMap::new()).unwrap().files, ["iteration-1/code/A"]);
        let mut more = now("1");
        more.insert("iteration-1/code/B".into(), Digest::of(b"1"));
        assert_eq!(code(&record, 1, &more).unwrap().files, ["iteration-1/code/B"]);
    }
}
