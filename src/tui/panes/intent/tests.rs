//! Tests of the Intent pane: folding, selection and indentation.

use super::Intent;
use crate::tui::model::detail::Detail;
use crate::tui::panes::fixtures::design::{detail, shop};
use crate::tui::panes::{FoldedRow, Lines as _, Scrolled};
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::Row;

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

/// The row of an element.
fn at(pointer: &str) -> Row {
    Row::head("").about(pointer)
}

fn about(pointer: &str) -> Option<FoldedRow> {
    Some(FoldedRow::About(pointer.to_owned()))
}

fn tree(detail: &Detail) -> Scrolled<Intent> {
    let mut tree: Scrolled<Intent> = Scrolled::default();
    tree.arrange(80, 12, Some(detail), Theme::Plain);
    tree
}

#[test]
fn folding_keeps_the_selection_and_a_pointer_selects_its_element() {
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
    // Folding something far above keeps the selection.
    check(&mut tree, "/components/5/description", "/components/5/description");
    tree.pane.fold(&detail, &at("/userFlows/0"), Some(true));
    tree.changed();
    tree.arrange(80, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5/description"));
    // A narrower pane has other lines for the same elements.
    tree.arrange(30, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5/description"));
    // A selected detail that is folded away moves the selection to its element.
    tree.pane.fold(&detail, &at("/components/5"), Some(true));
    tree.changed();
    tree.arrange(80, 12, Some(&detail), Theme::Plain);
    assert_eq!(tree.list.row().unwrap().pointer.as_deref(), Some("/components/5"));
}

#[test]
fn folding_a_folded_element_goes_to_its_section() {
    let detail = detail(&shop(), None);
    let mut pane = Intent::default();
    assert_eq!(pane.fold(&detail, &at("/components/2"), Some(true)), about("/components"));
    assert_eq!(pane.fold(&detail, &at("/components/2"), Some(false)), about("/components/2"));
    let shown = |pane: &Intent| text(&pane.lines(&detail, 80, Theme::Plain));
    assert!(shown(&pane).contains("Pay button says what it is for."));
    assert_eq!(pane.fold(&detail, &at("/components/2/description"), None), about("/components/2"));
    assert!(!shown(&pane).contains("Pay button says what it is for."));
    pane.fold(&detail, &at("/components"), None);
    assert!(!shown(&pane).contains("Voucher code"));
    pane.fold_all(&detail);
    assert!(shown(&pane).contains("Pay button says what it is for."));
    pane.fold_all(&detail);
    assert!(!shown(&pane).contains("Pay button says what it is for."));
}

/// The further lines of a step or an alternative are indented behind its sign.
#[test]
fn wrapped_steps_and_alternatives_are_indented() {
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
            // A number is right-aligned in two columns.
            let begins = column(&rows[at]) - usize::from(sign == 3);
            assert!(!rows[at + 1].head, "{pointer} is wrapped at {width}");
            assert_eq!(column(&rows[at + 1]), begins + sign, "{pointer} at {width}");
        }
    }
}

/// The schema has no many-to-one: each entity lists its own side.
#[test]
fn a_relationship_says_both_sides() {
    let mut design = frieze_data::json::of(&shop());
    let entity = |name: &str, to: &str, kind: &str| {
        serde_json::json!({ "name": name, "description": "Known.", "attributes": [],
            "relationships": [{ "to": to, "kind": kind }] })
    };
    design["dataModel"]["entities"] = serde_json::json!([
        entity("Order", "Customer", "one-to-one"),
        entity("Customer", "Order", "one-to-many"),
        entity("Voucher", "Order", "one-to-one"),
    ]);
    let design = frieze_intent::read_value(&design).unwrap().intent;
    let mut pane = Intent::default();
    let detail = detail(&design, None);
    pane.fold_all(&detail);
    let shown = text(&pane.lines(&detail, 80, Theme::Plain));
    for line in [
        "has one Customer, which has many Order",
        "has many Order, which has one Customer",
        "has one Order\n",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

#[test]
fn omissions_widgets_and_shared_parts_are_shown() {
    let shown = |design: &serde_json::Value| {
        let design = frieze_intent::read_value(design).unwrap().intent;
        let detail = detail(&design, None);
        let mut pane = Intent::default();
        pane.fold_all(&detail);
        text(&pane.lines(&detail, 80, Theme::Plain))
    };
    let mut design = frieze_data::json::of(&shop());
    let before = shown(&design);
    assert!(!before.contains("Left out") && !before.contains("widget"), "{before}");
    design["notDesigned"] = serde_json::json!([{ "requirement": "R9", "reason": "A later version has it." }]);
    design["components"][1]["widget"] = "toggle".into();
    design["components"][1]["shared"] = true.into();
    let after = shown(&design);
    for line in [
        "▾ Left out on purpose  1",
        "R9 A later version has it.",
        "widget       toggle",
        "one part of several views",
    ] {
        assert!(after.contains(line), "{line}: {after}");
    }
}
