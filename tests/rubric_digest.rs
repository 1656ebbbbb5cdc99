//! The rubric's digest covers everything that can change a score, and its version is raised when it changes.

use std::collections::BTreeSet;
use std::path::Path;

use frieze::domain::rubric::{VERSION, sha256};

#[cfg(test)]
fn files(folder: &Path, prefix: &str, into: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{prefix}{name}/"), into);
        } else {
            into.insert(format!("{prefix}{name}"));
        }
    }
}

#[test]
fn every_source_of_the_rubric_enters_its_digest() {
    let domain = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/domain");
    let listed = std::fs::read_to_string(domain.join("rubric/mod.rs")).unwrap();
    let listed: BTreeSet<String> = listed
        .split("include_str!(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect();
    let mut there = BTreeSet::from(["../score.rs".to_owned()]);
    files(&domain.join("rubric"), "", &mut there);
    files(&domain.join("lexicon"), "../lexicon/", &mut there);
    assert_eq!(listed, there);
}

#[test]
fn the_digest_is_the_recorded_one_of_this_version() {
    let now = format!("{VERSION} {}", sha256());
    let recorded = include_str!("fixtures/rubric/digest.txt").trim();
    assert_eq!(
        now, recorded,
        "the rubric changed: where a score can change raise VERSION, and record the new line in tests/fixtures/rubric/digest.txt"
    );
}
