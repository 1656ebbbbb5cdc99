//! Golden scores of all fixtures: they show when the rubric judges differently.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use frieze_rubric::evaluate;

use crate::support::scores;

#[test]
fn fixtures_keep_their_scores() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let fixtures = tests.join("fixtures/rubric");
    let mut files = Vec::new();
    list(&fixtures, &mut files);
    files.sort();
    let mut now =
        String::from("# overall, five dimensions in the order of Dimension::ALL, findings, fixture\n");
    for file in files {
        let Ok(intent) = frieze_intent::read(&fs::read(&file).unwrap()) else { continue };
        let evaluation = evaluate(&intent);
        for score in scores(&evaluation) {
            let _ = write!(now, "{:>3}.{:02} ", score / 100, score % 100);
        }
        let name = file.strip_prefix(&fixtures).unwrap().to_str().unwrap().replace('\\', "/");
        let _ = writeln!(now, "{:>3} {name}", evaluation.findings.len());
    }
    let golden = tests.join("rubric/golden-scores.txt");
    if std::env::var_os("FRIEZE_GOLDEN").is_some() {
        fs::write(&golden, &now).unwrap();
    }
    let golden = fs::read_to_string(golden).unwrap().replace('\r', "");
    assert!(
        now == golden,
        "The scores of fixtures changed. If this is on purpose, raise VERSION in crates/rubric/src/identity.rs and renew \
         crates/rubric/tests/rubric/golden-scores.txt with FRIEZE_GOLDEN=1. The scores are now:\n{now}"
    );
}

fn list(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "json") {
            into.push(path);
        }
    }
}
