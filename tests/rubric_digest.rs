//! The rubric's digest covers everything that can change a score, and its version is raised when it changes.

use std::path::Path;

use frieze::domain::rubric::{VERSION, sha256};

/// The build takes the digest of all files of these two kinds.
#[test]
fn every_source_of_the_rubric_enters_its_digest() {
    let domain = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/domain");
    for folder in ["rubric", "lexicon"] {
        let mut some = false;
        for entry in std::fs::read_dir(domain.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.extension().and_then(|kind| kind.to_str());
            assert!(path.is_file() && matches!(kind, Some("rs" | "txt")), "{}", path.display());
            some = true;
        }
        assert!(some, "{folder} is empty");
    }
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
