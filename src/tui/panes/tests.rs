//! Tests of properties that all panes of a design share: rows fit the pane, hostile text is safe, huge designs stay cheap,
//! and every part can be shown.

pub mod fixtures;

use super::Lines as _;
use super::critique::Critique;
use super::diff::Diff;
use super::intent::Intent;
use super::preview::Preview;
use super::wrap::line_columns;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::Row;
use fixtures::design::{detail, hostile, hostile_shop, huge, shop};
use frieze_data::text::is_hidden;

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

/// The rows of all panes, with everything unfolded.
fn all(detail: &Detail, width: u16) -> Vec<(&'static str, Vec<Row>)> {
    let mut intent = Intent::default();
    intent.fold_all(detail);
    let mut opened = Critique::default();
    opened.fold_all(detail);
    vec![
        ("critique", Critique::default().lines(detail, width, Theme::Colours)),
        ("critique opened", opened.lines(detail, width, Theme::Plain)),
        ("intent", intent.lines(detail, width, Theme::Colours)),
        ("diff", Diff::default().lines(detail, width, Theme::Colours)),
        ("preview", Preview::default().lines(detail, width, Theme::Colours)),
    ]
}

#[test]
fn no_row_is_wider_than_the_pane() {
    let mut changed = shop();
    changed.title = "The shop with a longer title than it had before".to_owned();
    changed.components.remove(3);
    let detail = detail(&shop(), Some(&changed));
    for width in 1..=200 {
        for (pane, rows) in all(&detail, width) {
            assert!(!rows.is_empty());
            for row in rows {
                let columns = line_columns(&row.line);
                assert!(
                    columns <= usize::from(width),
                    "{pane} at {width}: {columns} in {:?}",
                    row.line.to_string()
                );
            }
        }
    }
}

#[test]
fn hostile_text_stays_text_inside_its_row() {
    for hostile in hostile() {
        let before = shop();
        let detail = detail(&hostile_shop(&hostile), Some(&before));
        for width in [1, 2, 9, 30, 53, 78, 160] {
            for (pane, rows) in all(&detail, width) {
                for row in rows {
                    let text = row.line.to_string();
                    let sent = text.chars().find(|c| is_hidden(*c) && !matches!(c, '\u{200d}' | '\u{fe0f}'));
                    assert_eq!(sent, None, "{pane} at {width}: {text:?}");
                    assert!(line_columns(&row.line) <= usize::from(width), "{pane} at {width}: {text:?}");
                }
            }
        }
    }
}

#[test]
fn a_line_of_a_megabyte_is_cut_with_a_mark_or_wrapped() {
    let mut intent = shop();
    intent.components[1].name = "x ".repeat(1 << 19);
    intent.summary = "y".repeat(1 << 20);
    intent.user_flows[0].actor = "é".repeat(1 << 19);
    let before = shop();
    let detail = detail(&intent, Some(&before));
    for (pane, rows) in all(&detail, 53) {
        assert!(rows.len() < 25_000, "{pane}: {} rows", rows.len());
        assert!(pane.starts_with("critique") || text(&rows).contains('…'), "{pane} hides that it is cut");
        assert!(rows.iter().all(|row| line_columns(&row.line) <= 53));
    }
}

#[test]
fn only_visible_elements_of_a_huge_design_become_rows() {
    let small = detail(&shop(), None);
    let intent = huge(20_000);
    let huge = detail(&intent, Some(&shop()));
    let rows = Intent::default().lines(&huge, 80, Theme::Colours);
    assert!(rows.len() < 60, "sections start folded: {} rows", rows.len());
    let mut open = Intent::default();
    open.unfold_to("/components/5000/name");
    let rows = open.lines(&huge, 80, Theme::Colours);
    assert!(rows.len() < 10_000 + 300, "one section: {} rows", rows.len());
    assert!(Preview::default().lines(&huge, 80, Theme::Colours).len() < 1_500);
    assert!(Diff::default().lines(&huge, 80, Theme::Colours).len() < 45_000);
    assert!(Critique::default().lines(&huge, 80, Theme::Colours).len() < 12_000);
    assert!(Intent::default().lines(&small, 80, Theme::Colours).len() > 12);
}

/// An unfolded part shows exactly the lines that make it count as read; a folded one shows its headline only.
#[test]
fn every_part_of_the_design_can_be_shown() {
    let (intent, detail) = (shop(), detail(&shop(), None));
    let mut pane = Intent::default();
    let shown = |pane: &Intent, width| -> Vec<String> {
        pane.lines(&detail, width, Theme::Plain).into_iter().flat_map(|row| row.shows).collect()
    };
    assert_eq!(shown(&pane, 60), crate::tui::model::design_parts::of(&intent));
    pane.fold_all(&detail);
    let all: Vec<String> =
        crate::tui::model::design_parts::all(&intent).into_iter().flat_map(|part| part.lines).collect();
    assert!(all.iter().any(|line| line.ends_with("/outcome")) && all.len() > 60, "{all:?}");
    for width in [30, 60, 200] {
        assert_eq!(shown(&pane, width), all, "{width}");
    }
    let rows = Preview::default().lines(&detail, 60, Theme::Plain);
    let shown: Vec<String> = rows.into_iter().flat_map(|row| row.shows).collect();
    for at in 0..intent.components.len() {
        assert!(shown.contains(&format!("/components/{at}")), "/components/{at} is not drawn");
    }
    let described = shown.iter().filter(|line| line.ends_with("/description")).count();
    let views = intent.components.iter().filter(|c| c.kind == frieze_intent::ComponentType::View).count();
    assert_eq!(described, views, "of other components, the wireframes have names and states only");
}

#[test]
fn references_that_lead_nowhere_or_in_circles_are_marked() {
    let detail = detail(&shop(), None);
    let preview = text(&Preview::default().lines(&detail, 78, Theme::Plain));
    for part in
        ["✕ missing component: gone", "↻ circle back to Payment", "→ screen Receipt", "Not on any screen"]
    {
        assert!(preview.contains(part), "{part} in\n{preview}");
    }
    let mut pane = Intent::default();
    pane.fold_all(&detail);
    let tree = text(&pane.lines(&detail, 78, Theme::Plain));
    for part in ["✕ missing: nowhere", "✕ missing: Ghost", "✕ missing: R9"] {
        assert!(tree.contains(part), "{part} in\n{tree}");
    }
}
