//! `looked.json`: which parts of which versions of a design one person had on the screen, the version that was there
//! last first. It is the person's own and no part of the workspace's record; what is damaged is as if nothing had been
//! seen.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::id::FeatureId;
use super::{json, schema};

/// The largest file that is read.
pub const LARGEST: usize = 16 * 1024 * 1024;
/// The most versions of one design that are kept, the most parts of one version, and the longest pointer.
const VERSIONS: usize = 8;
const PARTS: usize = 20_000;
const POINTER: usize = 64;

/// The file of one feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Looked {
    schema_version: u64,
    pub feature_id: FeatureId,
    versions: Vec<Version>,
}

/// One version of a design, and what of it was on the screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Version {
    /// Canonical SHA-256 of the design: what was seen of it was seen, however its file is laid out.
    pub sha256: Digest,
    /// SHA-256 of its file, by which it is found again.
    pub file_sha256: Digest,
    /// The design that the feature's record told of when this one was on the screen: another one where somebody had
    /// edited the file and no run had taken that up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record_sha256: Option<Digest>,
    parts: BTreeSet<Box<str>>,
}

/// Which version of a design is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Of {
    /// Canonical SHA-256 of the design.
    pub design: Digest,
    /// SHA-256 of its file.
    pub file: Digest,
    /// The design that the feature's record tells of.
    pub record: Option<Digest>,
}

/// What was new about something that came on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum New {
    Nothing,
    Parts,
    /// Another version than the one that was there last.
    Version,
}

impl Looked {
    /// Nothing was looked at yet.
    pub fn new(feature: &FeatureId) -> Self {
        Self { schema_version: 1, feature_id: feature.clone(), versions: Vec::new() }
    }

    /// Reads the file; `None` for one that is damaged or another feature's.
    pub fn read(bytes: &[u8], feature: &FeatureId) -> Option<Self> {
        let looked: Option<Self> = schema::looked().read(bytes).ok();
        looked.filter(|looked| looked.feature_id == *feature)
    }

    /// The file's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        (json::line(self) + "\n").into_bytes()
    }

    /// These parts of a version are on the screen.
    pub fn show<'p>(&mut self, of: Of, parts: impl Iterator<Item = &'p str>) -> New {
        let at = self.versions.iter().position(|version| version.sha256 == of.design);
        let mut version = match at {
            Some(at) => self.versions.remove(at),
            None => Version {
                sha256: of.design,
                file_sha256: of.file,
                record_sha256: None,
                parts: BTreeSet::new(),
            },
        };
        // What is in the record itself needs no second name.
        let record = of.record.filter(|record| *record != of.design);
        let before = (version.parts.len(), version.record_sha256);
        (version.file_sha256, version.record_sha256) = (of.file, record);
        version.add(parts);
        let new = match at {
            Some(0) if (version.parts.len(), record) == before => New::Nothing,
            Some(0) => New::Parts,
            Some(_) | None => New::Version,
        };
        self.versions.insert(0, version);
        self.versions.truncate(VERSIONS);
        new
    }

    /// Adds what another window of the same person has seen; the order stays this one's. What was there last stays,
    /// here and there, whatever else there is no room for.
    pub fn join(&mut self, other: &Self) {
        for theirs in &other.versions {
            match self.versions.iter_mut().find(|ours| ours.sha256 == theirs.sha256) {
                Some(ours) => ours.add(theirs.parts.iter().map(AsRef::as_ref)),
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

    /// Whether a part of exactly this version was on the screen.
    pub fn has_seen(&self, sha256: Digest, part: &str) -> bool {
        self.versions.iter().any(|version| version.sha256 == sha256 && version.parts.contains(part))
    }

    /// The version that was on the screen last.
    pub fn last(&self) -> Option<&Version> {
        self.versions.first()
    }

    /// The version that was on the screen last before this one.
    pub fn before(&self, sha256: Option<Digest>) -> Option<&Version> {
        self.versions.iter().find(|version| Some(version.sha256) != sha256)
    }
}

impl Version {
    /// Whether a design is another one, as lists know designs: by the record, or where they looked, by the file.
    pub fn is_other(&self, design: Digest) -> bool {
        design != self.sha256 && Some(design) != self.record_sha256
    }

    fn add<'p>(&mut self, parts: impl Iterator<Item = &'p str>) {
        for part in parts {
            if self.parts.len() < PARTS && is_pointer(part) && !self.parts.contains(part) {
                self.parts.insert(part.into());
            }
        }
    }
}

/// What the file may hold: `/userFlows/2`.
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

    fn of(version: &str) -> Of {
        Of {
            design: digest(version),
            file: digest(&format!("file of {version}")),
            record: Some(digest(version)),
        }
    }

    fn show(looked: &mut Looked, version: &str, parts: &[&str]) -> New {
        looked.show(of(version), parts.iter().copied())
    }

    #[test]
    fn what_was_seen_is_seen_of_that_version_and_of_no_other() {
        let mut looked = Looked::new(&id());
        assert_eq!(show(&mut looked, "one", &["/goals/0"]), New::Version);
        assert_eq!(show(&mut looked, "one", &["/goals/0"]), New::Nothing);
        assert_eq!(show(&mut looked, "one", &["/goals/1"]), New::Parts);
        assert!(looked.has_seen(digest("one"), "/goals/0") && !looked.has_seen(digest("two"), "/goals/0"));
        assert_eq!(looked.before(Some(digest("one"))), None);
        assert_eq!(show(&mut looked, "two", &["/goals/0"]), New::Version);
        assert_eq!(looked.before(Some(digest("two"))).unwrap().sha256, digest("one"));
        // Back to the first: the second is what was there before it.
        assert_eq!(show(&mut looked, "one", &[]), New::Version);
        assert_eq!(looked.last().unwrap().sha256, digest("one"));
        assert_eq!(looked.before(Some(digest("one"))).unwrap().sha256, digest("two"));
        assert_eq!(Looked::read(&looked.bytes(), &id()), Some(looked));
    }

    #[test]
    fn another_window_adds_what_it_has_seen() {
        let (mut here, mut there) = (Looked::new(&id()), Looked::new(&id()));
        show(&mut here, "one", &["/goals/0"]);
        show(&mut there, "one", &["/goals/1"]);
        show(&mut there, "two", &["/goals/2"]);
        here.join(&there);
        assert!(here.has_seen(digest("one"), "/goals/1") && here.has_seen(digest("two"), "/goals/2"));
        assert_eq!(here.last().unwrap().sha256, digest("one"), "what is here was looked at last");
    }

    #[test]
    fn what_is_kept_is_bounded_and_always_readable() {
        let mut looked = Looked::new(&id());
        for version in 0..20 {
            let parts: Vec<String> = (0..22_000).map(|n| format!("/components/{n}")).collect();
            let hostile = ["", "/", "//", "goals/0", "/goals/\u{1b}[2J", "/a b", &"/a".repeat(99)];
            let parts = parts.iter().map(String::as_str).chain(hostile);
            looked.show(of(&version.to_string()), parts);
        }
        let again = Looked::read(&looked.bytes(), &id()).unwrap();
        assert_eq!((again.versions.len(), again.versions[0].parts.len()), (VERSIONS, PARTS));
        assert!(looked.bytes().len() < LARGEST);
    }

    #[test]
    fn what_was_on_the_screen_last_in_either_window_is_not_what_there_is_no_room_for() {
        let full = |name: &str| {
            let mut looked = Looked::new(&id());
            for n in 0..VERSIONS {
                show(&mut looked, &format!("{name} {n}"), &["/goals/0"]);
            }
            looked
        };
        let (mut here, there) = (full("here"), full("there"));
        here.join(&there);
        assert_eq!(here.versions.len(), VERSIONS);
        assert_eq!(here.last().unwrap().sha256, digest("here 7"));
        assert!(here.has_seen(digest("there 7"), "/goals/0"));
    }

    #[test]
    fn a_version_that_no_run_took_up_yet_is_not_another_one_than_the_records() {
        let mut looked = Looked::new(&id());
        let edited = |record: &str| Of { record: Some(digest(record)), ..of("edited") };
        let show = |looked: &mut Looked, of| looked.show(of, ["/goals/0"].into_iter());
        assert_eq!(show(&mut looked, edited("one")), New::Version);
        let mut looked = Looked::read(&looked.bytes(), &id()).unwrap();
        let is_other = |looked: &Looked, design: &str| looked.last().unwrap().is_other(digest(design));
        assert!(!is_other(&looked, "one") && !is_other(&looked, "edited") && is_other(&looked, "two"));
        // A run took it up; the design of before would be another one now.
        assert_eq!(show(&mut looked, edited("edited")), New::Parts);
        assert_eq!(show(&mut looked, edited("edited")), New::Nothing);
        assert!(is_other(&looked, "one") && !is_other(&looked, "edited"));
    }

    #[test]
    fn what_is_damaged_is_as_if_nothing_had_been_seen() {
        let mut looked = Looked::new(&id());
        show(&mut looked, "one", &["/goals/0"]);
        let text = String::from_utf8(looked.bytes()).unwrap();
        for damaged in [
            text[..text.len() / 2].to_owned(),
            text.replace("/goals/0", "/goals/0\\u001b[2J"),
            text.replace("checkout", "refunds"),
            text.replace("schemaVersion\":1", "schemaVersion\":2"),
            text.replacen('{', "{\"more\":1,", 1),
            String::new(),
        ] {
            assert_eq!(Looked::read(damaged.as_bytes(), &id()), None, "{damaged}");
        }
    }
}
