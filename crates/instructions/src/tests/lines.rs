//! Tests of lines: list marks, pointers, several instructions, reports.

use crate::{MOST_INSTRUCTIONS, Understood, apply};

use super::sample::shop;

#[test]
fn list_marks_pointers_and_names_are_skipped() {
    for line in [
        "/components/0: rename to \"Ledger\"",
        "- /components/0 (Cart): rename to Ledger.",
        "3. rename the Cart screen to ‘Ledger’",
        "* [ ] /components/0/description: rename to Ledger",
        "rename /components/0 to “Ledger”",
        "  RENAME cart TO Ledger  ",
        "/components/0 rename to Ledger",
    ] {
        let mut design = shop();
        let read = apply(&mut design, line);
        assert!(read.iter().all(Understood::is_understood), "{read:?}");
        assert_eq!(design.components[0].name, "Ledger", "{line}");
        assert_eq!(read[0].line, line.trim());
        assert_eq!(read[0].done[0].pointers, ["/components/0"]);
    }
}

#[test]
fn pointers_refer_to_the_design_before_the_feedback() {
    let mut design = shop();
    let feedback = "remove goal 1; remove goal 2\nrename entity Order to Sale\n/dataModel/entities/0/attributes/1: rename to amount\n\
                    /goals/0: set text to X\nmove field amount of Sale to Customer\nadd field note to Sale as text";
    let read = apply(&mut design, feedback);
    assert!(design.goals.is_empty());
    assert_eq!(design.data_model.entities[1].attributes[2].name, "amount");
    let removed: Vec<&String> = read[0].done.iter().flat_map(|done| &done.removed).collect();
    assert_eq!(removed, ["/goals/0", "/goals/1"]);
    // The final place, not the place at the time of the change.
    assert_eq!(read[2].done[0].pointers, ["/dataModel/entities/1/attributes/2"]);
    assert_eq!(read[3].not_understood[0].1, "The goal “Customers return” was already removed.");
    assert_eq!(read[5].done[0].pointers, ["/dataModel/entities/0/attributes/1"]);
}

#[test]
fn instructions_of_a_line_are_independent() {
    let mut design = shop();
    let read = apply(
        &mut design,
        "rename Cart to \"A; B\"; make it nicer; describe Payment: Pays; then leaves; remove question 1",
    );
    let line = &read[0];
    assert_eq!(
        line.done.iter().map(|done| done.instruction.as_str()).collect::<Vec<_>>(),
        ["rename Cart to \"A; B\"", "describe Payment: Pays; then leaves", "remove question 1"]
    );
    let pointed = apply(&mut design.clone(), "- /goals/0: remove; /goals/1: make it nicer");
    assert_eq!(pointed[0].done[0].instruction, "/goals/0: remove");
    assert_eq!(pointed[0].not_understood[0].0, "/goals/1: make it nicer");
    assert_eq!(line.not_understood.len(), 1);
    assert_eq!(line.not_understood[0].0, "make it nicer");
    assert_eq!(
        line.not_understood[0].1,
        "Start with a verb: add, remove, rename, split, merge, move, describe, require, set, relate, satisfy, answer."
    );
    assert_eq!(design.components[1].description, "Pays; then leaves");
    assert_eq!(design.components[0].name, "A; B");
}

#[test]
fn one_of_two_equal_goals_is_removed() {
    let mut design = shop();
    design.goals = vec!["Same".to_owned(), "Other".to_owned(), "Same".to_owned()];
    let read = apply(&mut design, "/goals/2: remove");
    assert!(read[0].is_understood(), "{read:?}");
    assert_eq!(
        (design.goals, read[0].done[0].removed.clone()),
        (vec!["Same".to_owned(), "Other".to_owned()], vec!["/goals/2".to_owned()])
    );
}

#[test]
fn other_lines_are_reported_with_the_reason() {
    let mut design = shop();
    let read =
        apply(&mut design, "\n---\nThe cart is ugly.\n/components/9: remove\n/components/0:\nremove: Cart\n");
    assert_eq!(read.len(), 4);
    assert!(read.iter().all(|line| !line.is_understood() && line.done.is_empty()));
    assert_eq!(read[1].not_understood[0].1, "The design has nothing at /components/9.");
    assert_eq!(design, shop());
}

#[test]
fn instructions_are_limited() {
    let mut design = shop();
    let feedback: String = (0..=MOST_INSTRUCTIONS).map(|n| format!("add goal \"Goal {n}\"\n")).collect();
    let read = apply(&mut design, &feedback);
    assert_eq!(read.iter().filter(|line| line.is_understood()).count(), MOST_INSTRUCTIONS);
    assert_eq!(design.goals.len(), MOST_INSTRUCTIONS + 2);
}

/// A person edited the design after the comment: in that place is another element.
#[test]
fn a_comment_on_an_element_that_moved_changes_no_other_one() {
    let mut design = shop();
    design.components[0].name = "Cart; a \"screen".to_owned();
    let named = design.components[0].name.clone();
    let line = format!("- /components/0 ({named}): rename to Ledger");
    assert!(apply(&mut design.clone(), &line)[0].is_understood());
    let state = format!("- /components/0/states/0 ({named}): remove");
    assert!(
        apply(&mut design.clone(), &state)[0].not_understood.iter().all(|(_, why)| !why.contains("again"))
    );
    let title = apply(&mut design.clone(), "/title (Shop): set text to Shop");
    assert!(title[0].not_understood.iter().all(|(_, why)| !why.contains("again")), "{title:?}");
    // A step is named by its own words, or by its flow.
    let flow = &design.user_flows[0];
    let again = |named: &str| {
        let line = format!("/userFlows/0/steps/0 ({named}): remove");
        let read = apply(&mut design.clone(), &line);
        read[0].not_understood.iter().any(|(_, why)| why.contains("again"))
    };
    let refused = [flow.steps[0].action.as_str(), &flow.name, &flow.steps[1].action].map(again);
    assert_eq!(refused, [false, false, true]);
    let before = design.clone();
    design.components.swap(0, 1);
    let moved = design.clone();
    let read = apply(&mut design, &line);
    assert!(design == moved && before != moved, "{read:?}");
    let why = &read[0].not_understood[0].1;
    assert!(
        why.starts_with("/components/0 is the ") && why.ends_with(&format!("comment on “{named}” again."))
    );
}
