//! Tests of the Diff pane.

use super::Diff;
use crate::tui::panes::Lines as _;
use crate::tui::panes::fixtures::design::{detail, shop};
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::Row;

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

#[test]
fn the_diff_names_changes_and_shows_long_lines_whole() {
    let mut new = shop();
    new.components[4].name = "Gift code".to_owned();
    new.components[5].description = "d".repeat(3_000);
    new.components.remove(3);
    let before = shop();
    let changed = detail(&new, Some(&before));
    let folded = text(&Diff::default().lines(&changed, 60, Theme::Plain));
    assert!(folded.contains("▸ Text") && !folded.contains("unchanged line"), "{folded}");
    let mut open = Diff::default();
    open.fold_all(&changed);
    let shown = text(&open.lines(&changed, 60, Theme::Plain));
    for part in ["the current design against iteration 1", "− 1 removed", "→ 1 renamed", "Gift code"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let from = shown.find("Text").unwrap();
    assert_eq!(shown[from..].matches('d').count() / 1_000, 3, "the text part has the whole line");
    for width in [117, 180] {
        assert!(text(&open.lines(&changed, width, Theme::Plain)).contains(" │ "), "{width}");
    }
    let mut long = shop();
    long.components[5].description = "e".repeat(400);
    let long = text(&Diff::default().lines(&detail(&long, Some(&shop())), 117, Theme::Plain));
    let pair =
        |line: &str| line.split_once(" │ ").is_some_and(|(old, new)| old.contains('−') && new.contains('+'));
    assert!(long.lines().any(pair), "a long field has old and new next to each other: {long}");
    let mut stateless = shop();
    stateless.components[5].states.clear();
    let added = text(&Diff::default().lines(&detail(&shop(), Some(&stateless)), 76, Theme::Plain));
    assert!(added.contains("+ empty: Nothing ordered yet") && !added.contains("[\""), "{added}");
    let same = text(&Diff::default().lines(&detail(&shop(), Some(&shop())), 60, Theme::Plain));
    assert!(same.contains("No differences"));
    let first = detail(&shop(), None);
    assert!(text(&Diff::default().lines(&first, 60, Theme::Plain)).contains("no record"));
}

#[test]
fn the_lines_of_a_text_stay_apart() {
    let (mut old, mut new) = (shop(), shop());
    "I want to pay at once\nby card or by transfer, whatever I have".clone_into(&mut old.summary);
    "I want every payment to be traceable\nby card or by transfer, whatever I have\nthe auditor sees who paid"
        .clone_into(&mut new.summary);
    let lines = |width| {
        let shown = text(&Diff::default().lines(&detail(&new, Some(&old)), width, Theme::Plain));
        shown.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let shown = lines(100);
    let from = shown.iter().position(|line| line.contains("− I want")).unwrap();
    assert_eq!(
        shown[from..from + 5],
        [
            "      − I want to pay at once",
            "        by card or by transfer, whatever I have",
            "      + I want every payment to be traceable",
            "        by card or by transfer, whatever I have",
            "        the auditor sees who paid",
        ]
    );
    // The same side by side.
    let shown = lines(160);
    assert!(
        shown.iter().any(
            |line| line.starts_with("         ") && line.ends_with("│         the auditor sees who paid")
        ),
        "{shown:#?}"
    );
}

#[test]
fn passages_and_changes_fold() {
    let mut new = shop();
    new.title = "Another".to_owned();
    let before = shop();
    let detail = detail(&new, Some(&before));
    let mut pane = Diff::default();
    let changes = pane.lines(&detail, 78, Theme::Plain);
    pane.fold_all(&detail);
    let rows = pane.lines(&detail, 78, Theme::Plain);
    for row in rows.iter().filter(|row| row.tag.is_some()) {
        pane.fold(&detail, row, None);
        assert!(pane.lines(&detail, 78, Theme::Plain).len() < rows.len(), "{}", row.line);
        pane.fold(&detail, row, None);
        assert_eq!(pane.lines(&detail, 78, Theme::Plain), rows);
    }
    assert!(rows.len() > changes.len(), "with the text");
    pane.fold_all(&detail);
    assert!(pane.lines(&detail, 78, Theme::Plain).len() < changes.len());
    pane.fold_all(&detail);
    assert_eq!(pane.lines(&detail, 78, Theme::Plain), changes);
}
