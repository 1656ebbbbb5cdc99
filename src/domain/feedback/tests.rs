//! What was asked for, against designs that really changed or did not.

use serde_json::json;

use super::*;
use crate::domain::brief::{self, Brief};
use crate::domain::diff;
use crate::domain::draft::{self, Revision};
use crate::domain::id::FeatureId;
use crate::domain::intent::Intent;

const BRIEF: &str = "# Checkout\n\n## User Stories\n\n- As a customer I want to put products into a cart so that \
    I can buy several at once.\n- As a customer I want to pay by card.\n- As a clerk I want to see all orders.\n\n\
    ## Data\n\n- Order: number, total, date\n- Product: name, price\n";

fn id() -> FeatureId {
    "checkout".parse().unwrap()
}

fn first() -> (Brief, Intent) {
    let brief = brief::read("brief.md", BRIEF.as_bytes()).unwrap();
    let intent = draft::draft(&brief, &id());
    (brief, intent)
}

#[test]
fn a_line_is_an_item_and_may_begin_with_a_pointer() {
    let items = asked("- rename Cart\n\n  2) /goals/0: say how fast\n7 days must do\n");
    let words: Vec<&str> = items.iter().map(|item| item.words.as_str()).collect();
    assert_eq!(words, ["rename Cart", "/goals/0: say how fast", "7 days must do"]);
    assert_eq!(items[1].pointer.as_deref(), Some("/goals/0"));
    assert_eq!(items[0].pointer, None);
    assert_eq!(asked(&"x\n".repeat(5_000)).len(), 200);
}

/// The built-in generator's own report over its own work is borne out by the designs.
#[test]
fn what_was_done_is_found_and_what_was_not_says_why() {
    let (brief, before) = first();
    let entity = before.data_model.entities[0].name.clone();
    let words = format!("rename {entity} to Purchase\n- make it nicer somehow\n");
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &before, &[], std::slice::from_ref(&words));
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let changes = diff::between(&before, &intent);
    let outcomes = outcomes(&asked(&words), &changes, Some(&report));
    let Outcome::Changed { places, .. } = &outcomes[0] else { panic!("{outcomes:?} {report}") };
    assert!(places.iter().any(|place| place.pointer.starts_with("/dataModel/entities/")), "{places:?}");
    assert!(matches!(&outcomes[1], Outcome::NotFound { why } if !why.is_empty()), "{outcomes:?}");
}

#[test]
fn a_claim_that_nothing_bears_out_is_no_change() {
    let (_, before) = first();
    let mut after = before.clone();
    after.components[0].description.push_str(" It is quick.");
    let changes = diff::between(&before, &after);
    let check = |words: &str, report: serde_json::Value, found: bool| {
        let outcome = outcomes(&asked(words), &changes, Some(&report)).remove(0);
        assert_eq!(matches!(outcome, Outcome::Changed { .. }), found, "{words}: {outcome:?}");
    };
    let claims = |pointer: &str| json!({ "applied": [{ "instruction": "be quick", "pointers": [pointer], "what": "Done." }] });
    check("be quick", claims("/components/0"), true);
    check("be quick", claims("/components/0/description"), true);
    check("be quick", claims("/components"), true);
    // Another field, another element, a name that only begins alike, nothing at all.
    check("be quick", claims("/components/0/name"), false);
    check("be quick", claims("/components/1"), false);
    check("be quick", claims("/component"), false);
    check("be quick", claims(""), false);
    check("be quick", json!({ "applied": [{ "instruction": "be quick", "what": "Done." }] }), false);
    // Without a report, or with one that denies it, the design decides.
    check("/components/0: be quick", json!(null), true);
    check("/components/1: be quick", json!(null), false);
    let denied = json!({ "notApplied": [{ "instruction": "be quick", "why": "No." }] });
    check("/components/0 be quick", denied.clone(), true);
    let outcome = outcomes(&asked("/components/0 be quick"), &changes, Some(&denied)).remove(0);
    assert!(matches!(outcome, Outcome::Changed { denied: true, .. }), "{outcome:?}");
    assert_eq!(outcomes(&asked("be quick"), &changes, None), [Outcome::Untold]);
}

/// What was taken out is claimed where it stood, and the design bears it out.
#[test]
fn what_was_removed_is_found_where_it_stood() {
    let (brief, before) = first();
    let name = before.components[0].name.clone();
    let words = format!("remove the screen \"{name}\"");
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &before, &[], std::slice::from_ref(&words));
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let changes = diff::between(&before, &intent);
    let outcome = outcomes(&asked(&words), &changes, Some(&report)).remove(0);
    let Outcome::Changed { places, told, denied: false } = &outcome else { panic!("{outcome:?} {report}") };
    assert!(places.iter().any(|place| place.pointer == "/components/0"), "{places:?}");
    assert!(told.as_ref().is_some_and(|told| told.contains(&name)), "{told:?}");
    // Claimed of what is still there, it is borne out by nothing.
    let claim = json!({ "applied": [{ "instruction": words, "removed": ["/dataModel/entities/0"], "what": "Gone." }] });
    let outcome = outcomes(&asked(&words), &diff::between(&before, &before), Some(&claim)).remove(0);
    assert!(matches!(outcome, Outcome::NotFound { .. }), "{outcome:?}");
}

#[test]
fn a_report_may_hold_anything() {
    let (_, before) = first();
    let changes = diff::between(&before, &before);
    for report in [json!([]), json!({ "applied": 1 }), json!({ "applied": [1, {}, { "instruction": [] }] })] {
        assert_eq!(outcomes(&asked("x"), &changes, Some(&report)), [Outcome::Untold]);
    }
}

#[test]
fn marks_are_kept_by_iteration_and_words_and_can_be_taken_back() {
    let item = &asked("rename Cart")[0];
    let mark = |folder| Done {
        folder,
        words_sha256: item.sha256,
        by: "ana".to_owned(),
        at: "2026-11-21T12:00:00Z".to_owned(),
    };
    let mut file = DoneFile::new(&id());
    assert!(file.toggle(mark(1)) && file.toggle(mark(2)));
    let read = DoneFile::read(&file.bytes(), &id()).unwrap();
    assert_eq!(read, file);
    assert!(read.mark(2, item.sha256).is_some() && read.mark(3, item.sha256).is_none());
    assert!(!file.toggle(mark(1)));
    assert!(file.mark(1, item.sha256).is_none());
    let check = |bytes: &[u8], part: &str| {
        let e = DoneFile::read(bytes, &id()).unwrap_err().to_string();
        assert!(e.contains(part), "{e}");
    };
    check(b"{", "");
    check(b"{\"schemaVersion\":2,\"featureId\":\"checkout\",\"done\":[]}", "schemaVersion");
    check(&DoneFile::new(&"other".parse().unwrap()).bytes(), "the file of other");
}
