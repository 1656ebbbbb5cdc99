//! `looked.json`: the lines of a design that one person has read, and the versions in which they were, last shown version first.
//! A line is named by the content of its part, so that an unchanged part stays read in later versions. The file belongs to the
//! person, not to the workspace. A damaged file counts as no file.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::{json, schema};

/// The largest file that is read.
pub const LARGEST: usize = 16 * 1024 * 1024;
/// The digits of a content hash, which begin the name of a line.
pub const DIGITS: usize = 24;
/// Limits: versions of one design, parts of one version, bytes of a pointer.
const VERSIONS: usize = 8;
const PARTS: usize = 20_000;
const POINTER: usize = 64;

/// The file of one feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadMarks {
    schema_version: u64,
    pub feature_id: FeatureId,
    versions: Vec<Version>,
}

/// One version of a design, with the parts that were read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Version {
    /// Canonical SHA-256 of the design, which does not depend on the file's layout.
    pub sha256: Digest,
    /// SHA-256 of its file.
    pub file_sha256: Digest,
    /// The design in the feature's record at that time, if it was another one: somebody had edited the file, and no run had
    /// accepted the edit yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record_sha256: Option<Digest>,
    parts: BTreeSet<Box<str>>,
}

/// The version of a design that is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownVersion {
    /// Canonical SHA-256 of the design.
    pub design: Digest,
    /// SHA-256 of its file.
    pub file: Digest,
    /// The design in the feature's record.
    pub record: Option<Digest>,
}

/// What [`ReadMarks::mark`] added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewMarks {
    Nothing,
    Parts,
    /// Another version than the one shown last.
    Version,
}

impl ReadMarks {
    /// A file without marks.
    pub fn new(feature: &FeatureId) -> Self {
        Self { schema_version: 1, feature_id: feature.clone(), versions: Vec::new() }
    }

    /// Reads the file; `None` if it is damaged or belongs to another feature.
    pub fn read(bytes: &[u8], feature: &FeatureId) -> Option<Self> {
        let marks: Option<Self> = schema::read_marks().read(bytes).ok();
        marks.filter(|marks| marks.feature_id == *feature)
    }

    /// The file's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        (json::line(self) + "\n").into_bytes()
    }

    /// Marks these parts of a version as read.
    pub fn mark<'p>(&mut self, of: ShownVersion, parts: impl Iterator<Item = &'p str>) -> NewMarks {
        let at = self.versions.iter().position(|version| version.sha256 == of.design);
        let mut version = match at {
            Some(at) => self.versions.remove(at),
            None => Version {
                sha256: of.design,
                file_sha256: of.file,
                record_sha256: None,
                parts: self.carried(),
            },
        };
        let record = of.record.filter(|record| *record != of.design);
        let is_same_record = version.record_sha256 == record;
        (version.file_sha256, version.record_sha256) = (of.file, record);
        let parts: Vec<&str> = parts.filter(|part| !version.parts.contains(*part)).collect();
        if version.parts.len() + parts.len() > PARTS {
            // Carried marks are also in the version that they came from.
            version.parts.retain(|part| !self.is_read(part));
        }
        let is_added = version.add(parts.into_iter());
        let new = match at {
            Some(0) if is_same_record && !is_added => NewMarks::Nothing,
            Some(0) => NewMarks::Parts,
            Some(_) | None => NewMarks::Version,
        };
        self.versions.insert(0, version);
        self.versions.truncate(VERSIONS);
        new
    }

    /// The parts that a new version begins with: those of all versions, which may be dropped one day, the last one's first.
    fn carried(&self) -> BTreeSet<Box<str>> {
        let mut carried = BTreeSet::new();
        for part in self.versions.iter().flat_map(|version| &version.parts) {
            if carried.len() == PARTS / 2 {
                break;
            }
            carried.insert(part.clone());
        }
        carried
    }

    /// Adds the marks of the same person's other window, in this one's order. The version shown last in either window is
    /// never dropped.
    pub fn merge(&mut self, other: &Self) {
        for theirs in &other.versions {
            match self.versions.iter_mut().find(|ours| ours.sha256 == theirs.sha256) {
                Some(ours) => {
                    ours.add(theirs.parts.iter().map(AsRef::as_ref));
                }
                None => self.versions.push(theirs.clone()),
            }
        }
        let last =
            other.last().and_then(|last| self.versions.iter().position(|ours| ours.sha256 == last.sha256));
        if let Some(last) = last.filter(|last| *last >= VERSIONS) {
            self.versions.swap(VERSIONS - 1, last);
        }
        self.versions.truncate(VERSIONS);
    }

    /// Whether a part was read, in any version.
    pub fn is_read(&self, part: &str) -> bool {
        self.versions.iter().any(|version| version.parts.contains(part))
    }

    /// The version shown last.
    pub fn last(&self) -> Option<&Version> {
        self.versions.first()
    }

    /// The version shown last, other than this one.
    pub fn previous(&self, sha256: Option<Digest>) -> Option<&Version> {
        self.versions.iter().find(|version| Some(version.sha256) != sha256)
    }
}

impl Version {
    /// Whether a design is neither this version nor the one in the record at that time.
    pub fn differs_from(&self, design: Digest) -> bool {
        design != self.sha256 && Some(design) != self.record_sha256
    }

    /// Adds parts up to the limit; returns whether one was added.
    fn add<'p>(&mut self, parts: impl Iterator<Item = &'p str>) -> bool {
        let mut is_added = false;
        for part in parts {
            if self.parts.len() < PARTS && is_pointer(part) && !self.parts.contains(part) {
                is_added |= self.parts.insert(part.into());
            }
        }
        is_added
    }
}

/// Whether a part may be in the file: `/3f9a…/steps/2`.
fn is_pointer(part: &str) -> bool {
    let is_plain = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    part.len() <= POINTER && part.strip_prefix('/').is_some_and(|names| names.split('/').all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> FeatureId {
        "checkout".parse().unwrap()
    }

    fn digest(version: &str) -> Digest {
        Digest::of(version.as_bytes())
    }

    /// The name of a line of this content.
    fn content(text: &str) -> String {
        format!("/{}/name", &digest(text).to_string()[..DIGITS])
    }

    fn of(version: &str) -> ShownVersion {
        ShownVersion {
            design: digest(version),
            file: digest(&format!("file of {version}")),
            record: Some(digest(version)),
        }
    }

    fn show(marks: &mut ReadMarks, version: &str, parts: &[&str]) -> NewMarks {
        marks.mark(of(version), parts.iter().copied())
    }

    #[test]
    fn a_mark_holds_in_later_versions() {
        let goals: Vec<String> = ["one", "two", "three"].map(content).into();
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let mut marks = ReadMarks::new(&id());
        assert_eq!(show(&mut marks, "one", &[goals[0]]), NewMarks::Version);
        assert_eq!(show(&mut marks, "one", &[goals[0]]), NewMarks::Nothing);
        assert_eq!(show(&mut marks, "one", &[goals[1]]), NewMarks::Parts);
        assert!(marks.is_read(goals[0]) && !marks.is_read(goals[2]));
        assert_eq!(marks.previous(Some(digest("one"))), None);
        assert_eq!(show(&mut marks, "two", &[goals[0]]), NewMarks::Version);
        let mut later = marks.clone();
        for version in 3..20 {
            show(&mut later, &version.to_string(), &[goals[0]]);
        }
        assert!(later.is_read(goals[1]), "also when the version in which it was read is dropped");
        assert_eq!(marks.previous(Some(digest("two"))).unwrap().sha256, digest("one"));
        // Back to the first version.
        assert_eq!(show(&mut marks, "one", &[]), NewMarks::Version);
        assert_eq!(marks.last().unwrap().sha256, digest("one"));
        assert_eq!(marks.previous(Some(digest("one"))).unwrap().sha256, digest("two"));
        assert_eq!(ReadMarks::read(&marks.bytes(), &id()), Some(marks));
    }

    #[test]
    fn another_window_adds_its_marks() {
        let (mut here, mut there) = (ReadMarks::new(&id()), ReadMarks::new(&id()));
        show(&mut here, "one", &["/goals/0"]);
        show(&mut there, "one", &["/goals/1"]);
        show(&mut there, "two", &["/goals/2"]);
        here.merge(&there);
        assert!(here.is_read("/goals/1") && here.is_read("/goals/2"));
        assert_eq!(here.last().unwrap().sha256, digest("one"), "this window's version is the last one");
    }

    #[test]
    fn the_file_is_bounded_and_always_readable() {
        let mut marks = ReadMarks::new(&id());
        for version in 0..20 {
            let parts: Vec<String> = (0..22_000).map(|n| format!("/components/{version}x{n}")).collect();
            let hostile = ["", "/", "//", "goals/0", "/goals/\u{1b}[2J", "/a b", &"/a".repeat(99)];
            let parts = parts.iter().map(String::as_str).chain(hostile);
            marks.mark(of(&version.to_string()), parts);
        }
        let again = ReadMarks::read(&marks.bytes(), &id()).unwrap();
        assert_eq!((again.versions.len(), again.versions[0].parts.len()), (VERSIONS, PARTS));
        assert!(marks.bytes().len() < LARGEST);
    }

    /// Carried marks make room for those of the design on the screen, and stay read.
    #[test]
    fn carried_marks_do_not_use_up_the_limit() {
        let names = |of: &str, count: usize| -> Vec<String> {
            let name = content(of);
            (0..count).map(|n| format!("{name}/{n}")).collect()
        };
        let mut marks = ReadMarks::new(&id());
        let mark = |marks: &mut ReadMarks, version: &str, parts: &[String]| {
            marks.mark(of(version), parts.iter().map(String::as_str))
        };
        let (old, new) = (names("old", PARTS / 2), names("new", PARTS));
        mark(&mut marks, "one", &old);
        mark(&mut marks, "two", &new[..PARTS / 2]);
        assert_eq!(mark(&mut marks, "two", &new[PARTS / 2..]), NewMarks::Parts);
        assert_eq!(mark(&mut marks, "two", &new), NewMarks::Nothing);
        assert!(new.iter().chain(&old).all(|part| marks.is_read(part)));
    }

    #[test]
    fn a_new_version_carries_the_marks_of_all_versions() {
        let mut marks = ReadMarks::new(&id());
        let (here, there) = (content("here"), content("there"));
        show(&mut marks, "one", &[&here]);
        show(&mut marks, "two", &[&there]);
        show(&mut marks, "one", &[]);
        for version in 3..20 {
            show(&mut marks, &version.to_string(), &[]);
        }
        assert!(marks.is_read(&here) && marks.is_read(&there));
    }

    #[test]
    fn the_last_version_of_either_window_is_never_dropped() {
        let full = |name: &str| {
            let mut marks = ReadMarks::new(&id());
            for n in 0..VERSIONS {
                show(&mut marks, &format!("{name} {n}"), &["/goals/0"]);
            }
            marks
        };
        let (mut here, there) = (full("here"), full("there"));
        here.merge(&there);
        assert_eq!(here.versions.len(), VERSIONS);
        assert_eq!(here.last().unwrap().sha256, digest("here 7"));
        assert!(here.versions.iter().any(|version| version.sha256 == digest("there 7")));
    }

    #[test]
    fn an_edit_that_no_run_accepted_yet_does_not_differ_from_the_record() {
        let mut marks = ReadMarks::new(&id());
        let edited = |record: &str| ShownVersion { record: Some(digest(record)), ..of("edited") };
        let show = |marks: &mut ReadMarks, of| marks.mark(of, ["/goals/0"].into_iter());
        assert_eq!(show(&mut marks, edited("one")), NewMarks::Version);
        let mut marks = ReadMarks::read(&marks.bytes(), &id()).unwrap();
        let differs_from =
            |marks: &ReadMarks, design: &str| marks.last().unwrap().differs_from(digest(design));
        assert!(
            !differs_from(&marks, "one") && !differs_from(&marks, "edited") && differs_from(&marks, "two")
        );
        // After a run accepted it, the earlier design differs.
        assert_eq!(show(&mut marks, edited("edited")), NewMarks::Parts);
        assert_eq!(show(&mut marks, edited("edited")), NewMarks::Nothing);
        assert!(differs_from(&marks, "one") && !differs_from(&marks, "edited"));
    }

    #[test]
    fn a_damaged_file_counts_as_no_file() {
        let mut marks = ReadMarks::new(&id());
        show(&mut marks, "one", &["/goals/0"]);
        let text = String::from_utf8(marks.bytes()).unwrap();
        for damaged in [
            text[..text.len() / 2].to_owned(),
            text.replace("/goals/0", "/goals/0\\u001b[2J"),
            text.replace("checkout", "refunds"),
            text.replace("schemaVersion\":1", "schemaVersion\":2"),
            text.replacen('{', "{\"more\":1,", 1),
            String::new(),
        ] {
            assert_eq!(ReadMarks::read(damaged.as_bytes(), &id()), None, "{damaged}");
        }
    }
}
