//! What holds for the panes of a design: no row is wider than the pane, borders stand under each other, hostile
//! text stays text, huge designs make no more rows than can be shown, and folding keeps the selection.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::critique::Critique;
use super::diff::Diff;
use super::intent::Intent;
use super::preview::Preview;
use super::sample::design::{detail, hostile, hostile_shop, huge, reading, scored, shop};
use super::sample::view;
use super::wrap::line_columns;
use super::{Lines, Scrolled};
use crate::domain::text::is_hidden;
use crate::kernel::RunView;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::Theme;

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

/// All panes with everything unfolded.
fn all(detail: &Detail, width: u16) -> Vec<(&'static str, Vec<Row>)> {
    let mut intent = Intent::default();
    intent.fold_all(detail);
    let mut by_dimension = Critique::default();
    by_dimension.regroup();
    vec![
        ("critique", Critique::default().lines(detail, width, Theme::Colours)),
        ("critique by dimension", by_dimension.lines(detail, width, Theme::Plain)),
        ("intent", intent.lines(detail, width, Theme::Colours)),
        ("diff", Diff::default().lines(detail, width, Theme::Colours)),
        ("preview", Preview::default().lines(detail, width, Theme::Colours)),
    ]
}

/// Ruling 12: the Preview pane draws the built-in wireframes, and says whose page `preview.html` is.
#[test]
fn ruling_12_the_preview_pane_says_whose_page_is_frozen() {
    let mut read = detail(&shop(), None);
    let plain = text(&Preview::default().lines(&read, 100, Theme::Plain));
    read.view = Ok(RunView {
        is_sealed: true,
        preview: Some("built-in; stitch failed: HTTP 403".to_owned()),
        ..view()
    });
    let told = text(&Preview::default().lines(&read, 100, Theme::Plain));
    assert_eq!(told, format!("preview.html  built-in; stitch failed: HTTP 403\n\n{plain}"));
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
                    let told = row.line.to_string();
                    let sent = told.chars().find(|c| is_hidden(*c) && !matches!(c, '\u{200d}' | '\u{fe0f}'));
                    assert_eq!(sent, None, "{pane} at {width}: {told:?}");
                    assert!(line_columns(&row.line) <= usize::from(width), "{pane} at {width}: {told:?}");
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
fn borders_of_boxes_stand_under_each_other() {
    for hostile in hostile() {
        // Frames in the hostile text itself would be counted too.
        if hostile.contains('│') {
            continue;
        }
        let detail = detail(&hostile_shop(&hostile), None);
        for width in [14_u16, 20, 40, 53, 78, 100] {
            let rows = Preview::default().lines(&detail, width, Theme::Colours);
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
            let mut inside = false;
            for row in &rows {
                buffer.reset();
                crate::tui::listing::draw_line(&row.line, buffer.area, &mut buffer);
                let at = |x: u16| buffer[(x, 0)].symbol().to_owned();
                inside |= at(0) == "╭";
                let (left, right) = (at(0), at(width - 1));
                if inside {
                    assert!(
                        matches!((left.as_str(), right.as_str()), ("╭", "╮") | ("│", "│") | ("╰", "╯")),
                        "{width}: {}",
                        row.line
                    );
                }
                inside &= left != "╰";
            }
            assert!(text(&rows).contains('╭'));
        }
    }
}

#[test]
fn twenty_thousand_elements_become_rows_only_where_they_are_shown() {
    let small = detail(&shop(), None);
    let intent = huge(20_000);
    let huge = detail(&intent, Some(&shop()));
    let rows = Intent::default().lines(&huge, 80, Theme::Colours);
    assert!(rows.len() < 60, "sections begin folded: {} rows", rows.len());
    let mut open = Intent::default();
    open.unfold_to("/components/5000/name");
    let rows = open.lines(&huge, 80, Theme::Colours);
    assert!(rows.len() < 10_000 + 300, "one section: {} rows", rows.len());
    assert!(Preview::default().lines(&huge, 80, Theme::Colours).len() < 1_500);
    assert!(Diff::default().lines(&huge, 80, Theme::Colours).len() < 45_000);
    assert!(Critique::default().lines(&huge, 80, Theme::Colours).len() < 12_000);
    assert!(Intent::default().lines(&small, 80, Theme::Colours).len() > 12);
}

fn tree(detail: &Detail) -> Scrolled<Intent> {
    let mut tree: Scrolled<Intent> = Scrolled::default();
    tree.arrange(80, 12, Some(detail), Theme::Plain);
    tree
}

#[test]
fn folding_keeps_the_selection_and_a_pointer_lands_on_its_element() {
    let detail = detail(&shop(), None);
    let mut tree = tree(&detail);
    let check = |tree: &mut Scrolled<Intent>, pointer: &str, lands: &str| {
        tree.pane.unfold_to(pointer);
        tree.changed();
        tree.arrange(80, 12, Some(&detail), Theme::Plain);
        let line = tree.list.line_of(pointer, None).unwrap();
        tree.list.select(line);
        assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some(lands), "{pointer}");
    };
    check(&mut tree, "/components/1", "/components/1");
    check(&mut tree, "/userFlows/0/steps/1/action", "/userFlows/0/steps/1");
    check(&mut tree, "/userFlows/0/alternatives/0/steps/0", "/userFlows/0/alternatives/0/steps/0");
    check(&mut tree, "/dataModel/entities/0/attributes/2/type", "/dataModel/entities/0/attributes/2");
    check(&mut tree, "/goals/0", "/goals/0");
    check(&mut tree, "/title", "/title");
    // Something far above is folded: what is selected stays selected.
    check(&mut tree, "/components/5/description", "/components/5/description");
    tree.pane.fold(&detail, "/userFlows/0", Some(true));
    tree.changed();
    tree.arrange(80, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5/description"));
    // A narrower pane has other lines for the same things.
    tree.arrange(30, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5/description"));
    // What is folded away leaves the selection with what holds it.
    tree.pane.fold(&detail, "/components/5", Some(true));
    tree.changed();
    tree.arrange(80, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5"));
}

#[test]
fn folding_what_is_folded_goes_to_what_holds_it() {
    let detail = detail(&shop(), None);
    let mut pane = Intent::default();
    assert_eq!(pane.fold(&detail, "/components/2", Some(true)).as_deref(), Some("/components"));
    assert_eq!(pane.fold(&detail, "/components/2", Some(false)), None);
    let shown = |pane: &Intent| text(&pane.lines(&detail, 80, Theme::Plain));
    assert!(shown(&pane).contains("Pay button says what it is for."));
    assert_eq!(pane.fold(&detail, "/components/2/description", None).as_deref(), Some("/components/2"));
    assert!(!shown(&pane).contains("Pay button says what it is for."));
    pane.fold(&detail, "/components", None);
    assert!(!shown(&pane).contains("Voucher code"));
    pane.fold_all(&detail);
    assert!(shown(&pane).contains("Pay button says what it is for."));
    pane.fold_all(&detail);
    assert!(!shown(&pane).contains("Pay button says what it is for."));
}

/// Unfolded, a part shows exactly the lines by which it counts as seen; folded, its headline and no more.
#[test]
fn every_part_of_the_design_can_be_shown() {
    let (intent, detail) = (shop(), detail(&shop(), None));
    let mut pane = Intent::default();
    let shown = |pane: &Intent, width| -> Vec<String> {
        pane.lines(&detail, width, Theme::Plain).into_iter().flat_map(|row| row.shows).collect()
    };
    assert_eq!(shown(&pane, 60), crate::tui::parts::of(&intent));
    pane.fold_all(&detail);
    let all: Vec<String> = crate::tui::parts::all(&intent).into_iter().flat_map(|part| part.lines).collect();
    assert!(all.iter().any(|line| line.ends_with("/outcome")) && all.len() > 60, "{all:?}");
    for width in [30, 60, 200] {
        assert_eq!(shown(&pane, width), all, "{width}");
    }
    let rows = Preview::default().lines(&detail, 60, Theme::Plain);
    let shown: Vec<String> = rows.into_iter().flat_map(|row| row.shows).collect();
    for at in 0..intent.components.len() {
        assert!(shown.contains(&format!("/components/{at}")), "/components/{at} is not drawn");
    }
    assert!(shown.iter().all(|line| !line.contains("description")), "the wireframes have names alone");
}

/// A comment stands at its element in the wireframes, too, whatever that is drawn as and however narrow it is.
#[test]
fn what_was_commented_on_is_marked_in_the_wireframes() {
    let mut detail = detail(&shop(), None);
    let told = |detail: &Detail, width| text(&Preview::default().lines(detail, width, Theme::Plain));
    for width in [12, 40, 78, 200] {
        detail.draft = Ok(String::new());
        let (plain, mut marked) = (told(&detail, width), 0);
        assert!(!plain.contains('✎'));
        for at in 0..shop().components.len() {
            detail.draft = Ok(format!("- /components/{at}: smaller\n- /components/{at}/states/0: why?\n"));
            let shown = told(&detail, width);
            assert!(shown.contains('✎'), "/components/{at} at {width}:\n{shown}");
            marked += 1;
        }
        assert!(marked > 3);
    }
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

#[test]
fn the_critique_says_how_far_it_is_and_of_what_it_speaks() {
    let told = |detail: &Detail| text(&Critique::default().lines(detail, 78, Theme::Plain));
    let check = |overall: u16, part: &str| {
        let detail = scored(detail(&shop(), None), overall);
        assert!(told(&detail).contains(part), "{part} in\n{}", told(&detail));
    };
    check(8_640, "6.40 above the threshold of 80");
    check(8_000, "exactly the threshold of 80");
    check(6_210, "17.90 points are missing to the threshold of 80");
    let mut other = detail(&shop(), None);
    assert!(!told(&other).contains("of another design"));
    let mut edited = shop();
    edited.title = "Another shop".to_owned();
    other.intent = Some(Ok(reading(&edited)));
    assert!(told(&other).contains("of another design"));
}

#[test]
fn a_dimension_can_be_hidden_and_its_findings_are_counted_on() {
    let detail = detail(&shop(), None);
    let mut pane = Critique::default();
    let rows = pane.lines(&detail, 78, Theme::Plain);
    let gauge = rows.iter().find(|row| row.line.to_string().starts_with('▾')).unwrap().clone();
    let tag = pane.fold(&detail, &gauge, None).unwrap();
    let hidden = pane.lines(&detail, 78, Theme::Plain);
    assert!(hidden.len() < rows.len());
    assert!(hidden.iter().any(|row| row.tag == tag && row.line.to_string().starts_with('▸')));
    assert!(text(&hidden).contains("hidden"));
    assert_eq!(pane.fold(&detail, &gauge, Some(false)), None);
    assert_eq!(pane.lines(&detail, 78, Theme::Plain), rows);
}

#[test]
fn the_diff_names_what_changed_and_loses_nothing_of_a_long_line() {
    let mut new = shop();
    new.components[4].name = "Gift code".to_owned();
    new.components[5].description = "d".repeat(3_000);
    new.components.remove(3);
    let before = shop();
    let detail = detail(&new, Some(&before));
    let rows = Diff::default().lines(&detail, 60, Theme::Plain);
    let told = text(&rows);
    for part in ["the current design against iteration 1", "− 1 removed", "→ 1 renamed", "Gift code"] {
        assert!(told.contains(part), "{part} in\n{told}");
    }
    let from = told.find("Text").unwrap();
    assert_eq!(told[from..].matches('d').count() / 1_000, 3, "the whole line stands in the text part");
    let beside = text(&Diff::default().lines(&detail, 180, Theme::Plain));
    assert!(beside.contains(" │ "));
    let same = text(&Diff::default().lines(
        &super::sample::design::detail(&shop(), Some(&shop())),
        60,
        Theme::Plain,
    ));
    assert!(same.contains("Nothing changed"));
    let first = super::sample::design::detail(&shop(), None);
    assert!(text(&Diff::default().lines(&first, 60, Theme::Plain)).contains("no record"));
}

#[test]
fn passages_and_changes_fold() {
    let mut new = shop();
    new.title = "Another".to_owned();
    let before = shop();
    let detail = detail(&new, Some(&before));
    let mut pane = Diff::default();
    let rows = pane.lines(&detail, 78, Theme::Plain);
    for row in rows.iter().filter(|row| row.tag != 0) {
        pane.fold(row, None);
        assert!(pane.lines(&detail, 78, Theme::Plain).len() < rows.len(), "{}", row.line);
        pane.fold(row, None);
        assert_eq!(pane.lines(&detail, 78, Theme::Plain), rows);
    }
    pane.fold_all();
    assert!(pane.lines(&detail, 78, Theme::Plain).len() < rows.len());
    pane.fold_all();
    assert_eq!(pane.lines(&detail, 78, Theme::Plain), rows);
}

/// What belongs to a step or to what happens instead stands right of its sign, however long it is.
#[test]
fn wrapped_steps_and_alternatives_hang_under_their_words() {
    let mut shop = shop();
    let flow = &mut shop.user_flows[0];
    flow.steps[0].action = "The shopper looks at every line of the order and pays it ".repeat(3);
    flow.alternatives[0].condition = "the card is declined by the bank that issued it ".repeat(3);
    flow.alternatives[0].steps[0].action = "The shopper takes another card and pays the order ".repeat(3);
    let detail = detail(&shop, None);
    let mut pane = Intent::default();
    pane.unfold_to("/userFlows/0");
    for width in [60, 76, 120] {
        let rows = pane.lines(&detail, width, Theme::Plain);
        let column = |row: &Row| {
            let line = row.line.to_string();
            line.chars().take_while(|c| c.is_whitespace()).count()
        };
        for (pointer, sign) in [
            ("/userFlows/0/steps/0", 3),
            ("/userFlows/0/alternatives/0", 2),
            ("/userFlows/0/alternatives/0/steps/0", 3),
        ] {
            let at = rows.iter().position(|row| row.head && row.pointer.as_deref() == Some(pointer)).unwrap();
            // A number is set to the right of its two columns.
            let begins = column(&rows[at]) - usize::from(sign == 3);
            assert!(!rows[at + 1].head, "{pointer} is wrapped at {width}");
            assert_eq!(column(&rows[at + 1]), begins + sign, "{pointer} at {width}");
        }
    }
}
