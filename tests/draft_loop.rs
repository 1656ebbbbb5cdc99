//! Draft → evaluate → revise over whole documents: every version is valid, no repair lowers the score, and real
//! documents that describe a feature reach the threshold.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use frieze::domain::brief::{self, Brief};
use frieze::domain::draft::{draft, revise};
use frieze::domain::intent::{self, Intent, Reading};
use frieze::domain::rubric::{Evaluation, evaluate};
use frieze::domain::score::Score;

fn reading(intent: &Intent) -> Reading {
    intent::read_value(&serde_json::to_value(intent).unwrap()).expect("every version is valid")
}

fn judged(intent: &Intent) -> Evaluation {
    evaluate(&reading(intent))
}

/// The scores of the first versions of one document, and the last version.
fn versions(brief: &Brief, count: usize) -> (Vec<Score>, Intent) {
    let mut intent = draft(brief, &"feature".parse().unwrap());
    let mut scores = Vec::new();
    for _ in 0..count {
        let evaluation = judged(&intent);
        scores.push(evaluation.overall);
        intent = revise(brief, &intent, &evaluation.findings, &[]).intent;
    }
    scores.push(judged(&intent).overall);
    (scores, intent)
}

/// The documents of a folder, of which there are at least so many.
fn documents(folder: &Path, least: usize) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| {
            p.is_file()
                && p.extension().is_some_and(|e| ["md", "txt", "rst", "feature"].iter().any(|d| e == *d))
        })
        .collect();
    paths.sort();
    assert!(paths.len() >= least, "{}: {} documents", folder.display(), paths.len());
    paths
}

fn check(folder: &Path, least: usize) -> Vec<(String, Vec<Score>)> {
    let mut all = Vec::new();
    for path in documents(folder, least) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let brief = brief::read(&name, &std::fs::read(&path).unwrap());
        let brief = brief.unwrap_or_else(|e| panic!("{name}: {e}"));
        let (scores, last) = versions(&brief, 4);
        for pair in scores.windows(2) {
            assert!(pair[1] >= pair[0], "{name}: {scores:?}");
        }
        if let Ok(to) = std::env::var("DRAFT_DUMP") {
            std::fs::write(format!("{to}/{name}.json"), serde_json::to_string_pretty(&last).unwrap())
                .unwrap();
            let first = draft(&brief, &"feature".parse().unwrap());
            std::fs::write(format!("{to}/{name}.first.json"), serde_json::to_string_pretty(&first).unwrap())
                .unwrap();
            let left: Vec<String> = judged(&last)
                .findings
                .iter()
                .map(|f| format!("{} {} {} {}", f.points, f.check, f.pointer, f.message))
                .collect();
            std::fs::write(format!("{to}/{name}.left.txt"), left.join("\n")).unwrap();
            let told: Vec<String> = scores.iter().map(ToString::to_string).collect();
            println!("{name:40} {}", told.join("  "));
        }
        all.push((name, scores));
    }
    all
}

#[test]
fn our_documents_get_better_with_every_version() {
    for (folder, least) in [("briefs", 26), ("briefs2", 14), ("briefs3", 8)] {
        check(&Path::new("tests/fixtures").join(folder), least);
    }
}

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn real_documents_reach_the_threshold() {
    let cases = std::env::var("FRIEZE_CASES").expect("FRIEZE_CASES names a folder");
    let threshold = Score::from_hundredths(8000);
    for (name, scores) in check(&Path::new(&cases).join("briefs"), 9) {
        assert!(scores.last().unwrap() >= &threshold, "{name}: {scores:?}");
    }
}

/// Work that grew with the square of the input would not end here.
#[test]
fn a_brief_of_twelve_thousand_statements_is_drafted_and_revised() {
    let mut text = String::from("# Everything\n\n## Requirements\n\n");
    for n in 0..12_000 {
        if n % 25 == 0 {
            text.push_str(&format!(
                "### Requirement {}: Shelf {} of aisle {}\n\n",
                n / 25 + 1,
                n / 25,
                n % 97
            ));
        }
        text.push_str(&format!(
            "{}. WHEN a clerk opens shelf {n}, THE System SHALL show box {} of pallet {}\n",
            n % 25 + 1,
            n % 211,
            n % 983
        ));
    }
    let brief = brief::read("everything.md", text.as_bytes()).unwrap();
    let first = draft(&brief, &"everything".parse().unwrap());
    assert!(first.requirements.len() > 11_900, "{}", first.requirements.len());
    assert!(first.components.len() <= 2_500 && first.user_flows.len() <= 2_000);
    let before = judged(&first);
    let second = revise(&brief, &first, &before.findings, &["rename shelf to rack".to_owned()]);
    assert!(judged(&second.intent).overall >= before.overall);
}
