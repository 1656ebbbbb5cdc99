//! Real documents: what an independent count by words alone finds must be in the reading, with its line.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use frieze::domain::brief::{Force, read};

/// The first line of the list item or paragraph that a line belongs to.
fn starts(lines: &[&str]) -> Vec<usize> {
    let mut start = 0;
    let mut after_blank = true;
    lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let text = line.trim();
            if text.is_empty() {
                after_blank = true;
                return index;
            }
            let numbered = text
                .split(['.', ')'])
                .next()
                .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
            let marked = numbered
                || text.starts_with("- ")
                || text.starts_with("* ")
                || text.starts_with('#')
                || text.starts_with('|');
            if after_blank || marked {
                start = index;
            }
            after_blank = false;
            start
        })
        .collect()
}

/// Counted without any of the reader's means: capitals, labels, and numbers under `Acceptance`.
fn counted(text: &str) -> BTreeSet<u32> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = starts(&lines);
    let (mut fence, mut acceptance) = (false, false);
    let mut found = BTreeSet::new();
    for (index, line) in lines.iter().enumerate() {
        let plain = line.replace("**", "");
        let text = plain.trim().trim_start_matches(['-', '*', ' ']);
        if line.trim_start().starts_with("```") {
            fence = !fence;
        }
        if fence || line.starts_with('#') {
            acceptance = line.contains("Acceptance");
            continue;
        }
        if text.starts_with("Acceptance") {
            acceptance = true;
        }
        let loud = plain.split(|c: char| !c.is_alphanumeric()).any(|word| word == "SHALL" || word == "MUST");
        let labelled = ["FR-", "SC-", "NFR-", "REQ-", "AC-"].iter().any(|label| {
            text.strip_prefix(label)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(':'))
        });
        let criterion = acceptance && text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(". ");
        if loud || labelled || criterion {
            found.insert(u32::try_from(starts[index]).unwrap() + 1);
        }
    }
    found
}

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn what_binds_in_real_documents_is_read_with_its_line() {
    let root = PathBuf::from(std::env::var_os("FRIEZE_CASES").expect("FRIEZE_CASES names a folder"));
    let folder = std::fs::read_dir(root.join("briefs")).unwrap();
    let mut paths: Vec<PathBuf> =
        folder.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| p.is_file()).collect();
    paths.sort();
    assert!(paths.len() >= 9, "{} documents under {}", paths.len(), root.display());
    println!("{:40} {:>7} {:>7} {:>7} {:>7}", "document", "counted", "read", "found", "stories");
    let mut short = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let brief = read(&name, &bytes).unwrap();
        let wanted = counted(std::str::from_utf8(&bytes).unwrap());
        let mut places = BTreeSet::new();
        for statement in brief.statements.iter().filter(|s| s.force == Force::Normative) {
            assert!(!statement.text.is_empty(), "{name}: nothing on line {}", statement.line);
            assert!(
                places.insert((statement.line, statement.text.clone())),
                "{name}: twice on line {}",
                statement.line
            );
        }
        let lines: BTreeSet<u32> = places.iter().map(|(line, _)| *line).collect();
        let missed: Vec<&u32> = wanted.difference(&lines).collect();
        let found = wanted.len() - missed.len();
        println!("{name:40} {:>7} {:>7} {found:>7} {:>7}", wanted.len(), places.len(), brief.stories.len());
        if found * 100 < wanted.len() * 95 {
            short.push(format!("{name}: {found} of {}, without {missed:?}", wanted.len()));
        }
    }
    assert!(short.is_empty(), "{short:#?}");
}
