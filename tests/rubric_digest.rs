//! The rubric's digest covers everything that can change a score, and its version is raised when it changes.

use std::path::Path;

use frieze::domain::digest::Digest;
use frieze::domain::rubric::{VERSION, sha256};

/// Every file of the two folders, whatever its kind, how points become a score, and how the terms are read.
#[test]
fn every_source_of_the_rubric_enters_its_digest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec!["build/lexicon.rs".to_owned(), "src/domain/score.rs".to_owned()];
    for folder in ["src/domain/rubric", "src/domain/lexicon"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            sources.push(format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap()));
        }
    }
    sources.sort();
    let texts = sources.iter().map(|path| std::fs::read_to_string(root.join(path)).unwrap());
    let definition: String = texts.map(|text| text.replace('\r', "") + "\u{1f}").collect();
    assert_eq!(Digest::of(definition.as_bytes()), sha256(), "{sources:#?}");
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
