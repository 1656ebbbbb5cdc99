//! Tests of the line-based diff.

use crate::diff::{Hunk, Tag, hunks, text, unpainted};
use proptest::prelude::*;

fn joined(hunks: &[Hunk], skipped: Tag) -> Vec<String> {
    let lines = hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.tag != skipped);
    lines.map(|line| line.parts.iter().map(|part| part.text.as_str()).collect()).collect()
}

#[test]
fn changes_are_marked_inside_lines_and_unchanged_lines_are_folded() {
    let old: String = (1..=20).map(|n| format!("  \"line {n}\": \"as it was\",\n")).collect();
    let new = old.replace("\"line 10\": \"as it was\"", "\"line 10\": \"as it is\"");
    let found = text(&old, &new, 1);
    assert_eq!(
        hunks(&found, unpainted),
        [
            "  … 8 unchanged lines",
            "     9      9     \"line 9\": \"as it was\",",
            "    10        -   \"line 10\": \"as it was\",",
            "           10 +   \"line 10\": \"as it is\",",
            "    11     11     \"line 11\": \"as it was\",",
            "",
        ]
        .join("\n")
    );
    let changed: Vec<&str> =
        found[0].lines.iter().flat_map(|l| &l.parts).filter(|p| p.changed).map(|p| p.text.as_str()).collect();
    assert_eq!(changed, ["was", "is"]);
    let painted = hunks(&found, |mark, text| format!("<{mark:?} {text}>"));
    assert!(painted.contains("as it <Inside is>\","), "{painted}");
    assert_eq!(text(&old, &old, 3), []);
}

#[test]
fn text_of_documents_has_no_control_characters() {
    let shown = hunks(&text("a\r\n\u{1b}[2J\n", "b\u{9b}1m\u{202e}\n", 3), unpainted);
    assert!(!shown.contains(['\u{1b}', '\r', '\u{9b}', '\u{202e}']), "{shown:?}");
}

proptest! {
    #[test]
    fn hunks_rebuild_both_documents(
        old in proptest::collection::vec("[ab]{0,3}( c)?", 0..30),
        new in proptest::collection::vec("[ab]{0,3}( c)?", 0..30),
        context in 0_usize..4,
    ) {
        let document = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let whole = text(&document(&old), &document(&new), 100);
        if old == new {
            prop_assert!(whole.is_empty());
        } else {
            prop_assert_eq!(joined(&whole, Tag::Added), old.clone());
            prop_assert_eq!(joined(&whole, Tag::Removed), new.clone());
        }
        for hunk in text(&document(&old), &document(&new), context) {
            for line in &hunk.lines {
                let whole: String = line.parts.iter().map(|p| p.text.as_str()).collect();
                prop_assert!(line.old.is_none_or(|n| old[n - 1] == whole) && line.new.is_none_or(|n| new[n - 1] == whole));
            }
        }
    }
}
