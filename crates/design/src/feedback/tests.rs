//! Tests of requests and their outcomes, with designs that really changed or did not.

use serde_json::json;

use super::*;
use crate::answers::Answer;
use crate::brief;
use crate::brief::Reading;
use crate::draft;
use crate::draft::Feedback;
use crate::draft::Revision;
use frieze_data::id::FeatureId;
use frieze_intent::{Attribute, Entity, Intent};

const BRIEF: &str = "# Checkout\n\n## User Stories\n\n- As a customer I want to put products into a cart so that \
    I can buy several at once.\n- As a customer I want to pay by card.\n- As a clerk I want to see all orders.\n\n\
    ## Data\n\n- Order: number, total, date\n- Product: name, price\n";

fn id() -> FeatureId {
    "checkout".parse().unwrap()
}

fn first() -> (Reading, Intent) {
    let brief = brief::read("brief.md", BRIEF.as_bytes()).unwrap();
    let intent = draft::draft(&brief, &id());
    (brief, intent)
}

#[test]
fn a_line_is_a_request_and_may_start_with_a_pointer() {
    let items = requests("- rename Cart\n\n  2) /goals/0: say how fast\n7 days must do\n");
    let words: Vec<&str> = items.iter().map(|item| item.words.as_str()).collect();
    assert_eq!(words, ["rename Cart", "/goals/0: say how fast", "7 days must do"]);
    assert_eq!(items[1].pointer.as_deref(), Some("/goals/0"));
    assert_eq!(items[0].pointer, None);
    assert_eq!(requests(&"x\n".repeat(5_000)).len(), 200);
    assert_eq!([200, 5_000].map(|lines| unlisted(&"x\n\n".repeat(lines))), [0, 4_800]);
}

/// The designs confirm the built-in generator's report.
#[test]
fn a_done_request_is_found_and_another_says_why_not() {
    let (brief, before) = first();
    let entity = before.data_model.entities[0].name.clone();
    let words = format!("rename {entity} to Purchase\n- make it nicer somehow\n");
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &[], &before, &id(), &[Feedback::of(&words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcomes = outcomes(&requests(&words), &before, &intent, Some(&report));
    let Outcome::Changed { changes, .. } = &outcomes[0] else { panic!("{outcomes:?} {report}") };
    assert!(changes.iter().any(|change| change.pointer.starts_with("/dataModel/entities/")), "{changes:?}");
    assert!(matches!(&outcomes[1], Outcome::NotFound { why } if !why.is_empty()), "{outcomes:?}");
}

/// A request is not answered by another request's change.
#[test]
fn a_change_answers_the_request_that_asked_for_it() {
    let (brief, before) = first();
    let part = before.components[0].name.clone();
    let words = format!(
        "rename screen \"{part}\" to \"Basket\"\nadd screen \"Password reset\": Opens the password reset.\nadd state error to the screen \"Basket\": \"Try again\""
    );
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &[], &before, &id(), &[Feedback::of(&words, &before)]);
    assert!(not_applied.is_empty(), "{not_applied:?}");
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcomes = outcomes(&requests(&words), &before, &intent, Some(&report));
    let text = |at: usize| match &outcomes[at] {
        Outcome::Changed { changes, .. } => {
            changes.iter().map(|p| p.sentence.as_str()).collect::<Vec<_>>().join(" | ")
        }
        other @ (Outcome::Waiting | Outcome::NotFound { .. } | Outcome::Unknown) => panic!("{other:?}"),
    };
    assert!(text(0).contains("Basket") && !text(0).contains("Password reset"), "{}", text(0));
    assert!(text(1).contains("Password reset"), "{}", text(1));
    assert!(text(2).contains("Try again") && !text(2).starts_with("renamed"), "{}", text(2));
}

/// What is not understood is not done, even if another request changed the element that it names.
#[test]
fn the_change_of_another_request_is_no_answer() {
    let (brief, before) = first();
    let entity = before.data_model.entities[0].name.clone();
    let question = before.open_questions[0].clone();
    let words =
        format!("The {entity} tiles must be square.\nrename entity {entity} to Purchase\nanswer 1: A clerk");
    let answers = [Answer { question, text: "A clerk".to_owned() }];
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &answers, &before, &id(), &[Feedback::of(&words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcomes = outcomes(&requests(&words), &before, &intent, Some(&report));
    assert!(
        matches!(&outcomes[0], Outcome::NotFound { why } if why.contains("Start with a verb")),
        "{outcomes:?}"
    );
    assert!(matches!(&outcomes[1], Outcome::Changed { denied: false, .. }), "{outcomes:?}");
    let Outcome::Changed { changes, .. } = &outcomes[2] else { panic!("{outcomes:?} {report}") };
    assert!(changes.iter().any(|change| change.pointer == "/openQuestions/0"), "{changes:?}");
}

/// What is said twice is done once. A line that was not understood gets no credit for the change of another one.
#[test]
fn each_line_has_the_report_and_the_changes_of_its_own() {
    let (brief, before) = first();
    let part = before.components[0].name.clone();
    let words = format!(
        "add goal: Be quick\nrename screen \"{part}\" to \"Basket\"\nadd goal: Be quick\n/components/0: make it calmer"
    );
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &[], &before, &id(), &[Feedback::of(&words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcomes = outcomes(&requests(&words), &before, &intent, Some(&report));
    let reported = |at: usize| match &outcomes[at] {
        Outcome::Changed { report: Some(report), denied: false, .. } => report.as_str(),
        other
        @ (Outcome::Changed { .. } | Outcome::Waiting | Outcome::NotFound { .. } | Outcome::Unknown) => {
            panic!("{other:?}")
        }
    };
    assert_eq!(reported(0), "Added the goal “Be quick”.");
    assert!(reported(1).starts_with("Renamed"), "{outcomes:?}");
    for (at, part) in [(2, "There would be two goals"), (3, "Start with a verb")] {
        assert!(matches!(&outcomes[at], Outcome::NotFound { why } if why.starts_with(part)), "{outcomes:?}");
    }
}

/// The outcomes of a rejection that the built-in generator answers, as texts: the report, or why nothing is found.
fn texts(words: &str) -> Vec<String> {
    let (brief, before) = first();
    let answers = saved_answers(words, &before);
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &answers, &before, &id(), &[Feedback::of(words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let text = |outcome| match outcome {
        Outcome::Changed { changes, report, denied: false } => {
            let changes: Vec<String> = changes.into_iter().map(|change| change.sentence).collect();
            format!("{} {}", report.unwrap_or_default(), changes.join(" | "))
        }
        Outcome::NotFound { why } => format!("not found: {why}"),
        other @ (Outcome::Changed { .. } | Outcome::Waiting | Outcome::Unknown) => format!("{other:?}"),
    };
    outcomes(&requests(words), &before, &intent, Some(&report)).into_iter().map(text).collect()
}

/// The answers among the instructions, as they are saved.
fn saved_answers(words: &str, design: &Intent) -> Vec<Answer> {
    let lines = draft::understood(design, words);
    let answers = lines.into_iter().flat_map(|line| line.answers);
    answers.map(|it| Answer { question: it.question, text: it.text }).collect()
}

/// A line that begins or ends as another one, or says the same of another element, has its own outcome.
#[test]
fn a_report_belongs_to_a_line_by_all_its_words_and_its_place() {
    let removed = texts("/goals/0: remove\nremove Nonexistent thing\n/components/0: remove");
    assert!(removed[0].starts_with("Removed the goal"), "{removed:?}");
    assert!(removed[1..].iter().all(|text| text.starts_with("not found: ")), "{removed:?}");
    assert!(!removed[1].contains("goal"), "{removed:?}");
    let added =
        texts("add goal \"Fewer\"\nadd goal \"Fewer\" carts for all\nadd goal \"Fewer\"; remove Zork");
    assert!(added[0].starts_with("Added the goal “Fewer”. added goal"), "{added:?}");
    assert!(added[1].starts_with("Added the goal “\"Fewer\" carts for all”. added goal"), "{added:?}");
    assert!(added[2].starts_with("not found: There would be two goals"), "{added:?}");
}

/// An answer takes its question away, so that an added question gets another place.
#[test]
fn an_added_question_is_found_although_another_one_is_answered() {
    let outcomes = texts("answer 1: A clerk\nadd question \"Gift box is what?\"");
    assert!(outcomes[0].contains("removed open question"), "{outcomes:?}");
    assert!(outcomes[1].contains("added open question “Gift box is what?”"), "{outcomes:?}");
}

/// Each request has the change that it asked for, of two to one element.
#[test]
fn a_claim_of_a_requirement_is_no_rename() {
    let (_, before) = first();
    let part = &before.components[0];
    let id = before.requirements.iter().map(|it| &it.id).find(|id| !part.satisfies.contains(id)).unwrap();
    let outcomes = texts(&format!("rename screen \"{}\" to \"Basket\"\nsatisfy {id} by Basket", part.name));
    assert!(outcomes[0].contains("renamed component"), "{outcomes:?}");
    assert!(
        outcomes[1].contains(&format!("satisfies + {id}")) && !outcomes[1].contains("renamed"),
        "{outcomes:?}"
    );
}

#[test]
fn an_unconfirmed_claim_is_no_change() {
    let (_, before) = first();
    let mut after = before.clone();
    after.components[0].description.push_str(" It is quick.");
    let check = |words: &str, report: serde_json::Value, found: bool| {
        let outcome = outcomes(&requests(words), &before, &after, Some(&report)).remove(0);
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
    let outcome = outcomes(&requests("/components/0 be quick"), &before, &after, Some(&denied)).remove(0);
    assert!(matches!(outcome, Outcome::Changed { denied: true, .. }), "{outcome:?}");
    assert_eq!(outcomes(&requests("be quick"), &before, &after, None), [Outcome::Unknown]);
}

/// A removed element is claimed at its old place, and the design confirms it.
#[test]
fn a_removed_element_is_found_at_its_old_place() {
    let (brief, before) = first();
    let name = before.data_model.entities[0].name.clone();
    let words = format!("remove the entity \"{name}\"");
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &[], &before, &id(), &[Feedback::of(&words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcome = outcomes(&requests(&words), &before, &intent, Some(&report)).remove(0);
    let Outcome::Changed { changes, report: reported, denied: false } = &outcome else {
        panic!("{outcome:?} {report}")
    };
    assert!(changes.iter().any(|change| change.pointer == "/dataModel/entities/0"), "{changes:?}");
    assert!(reported.as_ref().is_some_and(|text| text.contains(&name)), "{reported:?}");
    // A claim about an element that is still there.
    let claim =
        json!({ "applied": [{ "instruction": words, "removed": ["/components/0"], "what": "Gone." }] });
    let outcome = outcomes(&requests(&words), &before, &before, Some(&claim)).remove(0);
    assert!(matches!(outcome, Outcome::NotFound { .. }), "{outcome:?}");
}

/// A pointer is into the rejected design. The element may have another place now, or have got a part.
#[test]
fn a_pointer_is_followed_to_its_element_and_its_parts() {
    let (_, mut before) = first();
    let entity = |name: &str, attributes: &[&str]| Entity {
        name: name.to_owned(),
        description: format!("What a shop keeps of a {name}."),
        attributes: attributes
            .iter()
            .map(|name| Attribute {
                name: (*name).to_owned(),
                kind: "text".to_owned(),
                required: true,
                description: None,
            })
            .collect(),
        relationships: Vec::new(),
    };
    before.data_model.entities = vec![entity("Receipt", &["number"]), entity("Voucher", &["code"])];
    before.user_flows[0].name = "Buying things".to_owned();
    let mut after = before.clone();
    after.data_model.entities =
        vec![entity("Gift", &["sender"]), entity("Receipt", &["number", "day of payment"])];
    after.components[1].description.push_str(" It says what it costs.");
    after.user_flows[0].name = "Shopping".to_owned();
    let outcome = |words: &str| outcomes(&requests(words), &before, &after, None).remove(0);
    for (words, expected) in [
        (
            "/dataModel/entities/0: the day of payment is missing",
            "/dataModel/entities/1/attributes/1 added attribute day of payment",
        ),
        ("/dataModel/entities/1: drop it", "/dataModel/entities/1 removed entity Voucher"),
        ("/dataModel/entities: people want to send a gift", "/dataModel/entities/0 added entity Gift"),
        ("/userFlows/0: a bad title", "/userFlows/0 renamed flow"),
        ("/components/1: say more", "/components/1 changed component"),
    ] {
        let Outcome::Changed { changes, report: None, denied: false } = outcome(words) else {
            panic!("{words}: {:?}", outcome(words))
        };
        let texts: Vec<String> = changes.iter().map(|p| format!("{} {}", p.pointer, p.sentence)).collect();
        assert!(texts.iter().any(|text| text.contains(expected)), "{words}: {texts:?}");
    }
    let nothing = Outcome::NotFound { why: "nothing changed at /goals/0".to_owned() };
    assert_eq!(outcome("/goals/0: as quick as an order"), nothing);
    // Without a pointer and a report nothing is known, whatever the words name.
    assert_eq!(outcome("the Voucher is too much"), Outcome::Unknown);
}

/// All parts of a line are reported, not only the first one.
#[test]
fn each_part_of_a_line_is_quoted() {
    let (brief, before) = first();
    let outcome = |words: &str| {
        let Revision { intent, applied, not_applied } =
            draft::revise(&brief, &[], &before, &id(), &[Feedback::of(words, &before)]);
        let report = json!({ "applied": applied, "notApplied": not_applied });
        outcomes(&requests(words), &before, &intent, Some(&report)).remove(0)
    };
    let undone = outcome("add entity \"Voucher\": A code; remove entity Voucher");
    let Outcome::NotFound { why } = &undone else { panic!("{undone:?}") };
    for part in ["Added the entity", "Removed the entity", "another instruction cancels this."] {
        assert!(why.contains(part), "{part}: {why}");
    }
    let half = outcome("add entity \"Voucher\": A code; remove entity Coupon");
    let Outcome::Changed { report: Some(report), denied: false, .. } = &half else { panic!("{half:?}") };
    assert!(report.contains("Added the entity") && report.contains(" Not done: "), "{report}");
}

/// The answer is saved, so its line is not unknown.
#[test]
fn an_answer_that_cannot_be_used_says_why() {
    let (brief, before) = first();
    let at = before.open_questions.iter().position(|it| it.contains("what happens when it fails")).unwrap();
    let words = format!("answer {}: The shopper", at + 1);
    let answers = [Answer { question: before.open_questions[at].clone(), text: "The shopper".to_owned() }];
    let Revision { intent, applied, not_applied } =
        draft::revise(&brief, &answers, &before, &id(), &[Feedback::of(&words, &before)]);
    let report = json!({ "applied": applied, "notApplied": not_applied });
    let outcome = outcomes(&requests(&words), &before, &intent, Some(&report)).remove(0);
    let Outcome::NotFound { why } = &outcome else { panic!("{outcome:?} {report}") };
    assert!(why.starts_with("The answer is saved, but could not be used: Give the condition"), "{why}");
}

#[test]
fn a_report_may_hold_anything() {
    let (_, before) = first();
    for report in [json!([]), json!({ "applied": 1 }), json!({ "applied": [1, {}, { "instruction": [] }] })] {
        assert_eq!(outcomes(&requests("x"), &before, &before, Some(&report)), [Outcome::Unknown]);
    }
}

/// The file on the disk may be anything.
#[test]
fn a_report_is_read_by_its_schema() {
    let good = br#"{"applied": [], "notApplied": [{"instruction": "be bolder", "why": "No."}]}"#;
    assert!(read_report(good).is_ok());
    for (bytes, part) in [
        (&b"{"[..], ""),
        (br#"{"applied": []}"#, "notApplied"),
        (br#"{"applied": [{"what": "x"}], "notApplied": []}"#, "instruction"),
    ] {
        let why = read_report(bytes).unwrap_err();
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn marks_are_kept_by_iteration_and_words_and_can_be_removed() {
    let item = &requests("rename Cart")[0];
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
    check(&DoneFile::new(&"other".parse().unwrap()).bytes(), "belongs to the feature other");
}

/// Elements change their places when others are removed or added; a request keeps to its own.
#[test]
fn changes_are_found_by_id_when_places_shift() {
    let text = include_str!("../../../../assets/demo/gift-cards.md");
    let brief = brief::read("gift-cards.md", text.as_bytes()).unwrap();
    let mut before = draft::draft(&brief, &id());
    let mut unused = before.components[0].clone();
    (unused.id, unused.name) = ("preview-of-card".to_owned(), "Preview of card".to_owned());
    (unused.children, unused.satisfies) = (Vec::new(), Vec::new());
    "Bookings".clone_into(&mut before.components.last_mut().unwrap().name);
    before.components.insert(0, unused);
    let lines = [
        "rename \"Bookings\" to \"Ledger\"",
        "remove the screen \"Preview of card\"",
        "add screen \"Help\": Explains the words.",
    ];
    for words in [lines.join("\n"), lines.join("; ")] {
        let Revision { intent: after, applied, not_applied } =
            draft::revise(&brief, &[], &before, &id(), &[Feedback::of(&words, &before)]);
        assert!(not_applied.is_empty(), "{not_applied:?}");
        let report = json!({ "applied": applied, "notApplied": not_applied });
        let found: Vec<String> = {
            let outcomes = outcomes(&requests(&words), &before, &after, Some(&report));
            let text = |outcome: Outcome| match outcome {
                Outcome::Changed { changes, .. } => {
                    changes.into_iter().map(|change| change.sentence).collect::<Vec<_>>().join(" | ")
                }
                other @ (Outcome::Waiting | Outcome::NotFound { .. } | Outcome::Unknown) => {
                    format!("{other:?}")
                }
            };
            outcomes.into_iter().map(text).collect()
        };
        if let [rename, remove, add] = &found[..] {
            assert!(rename.contains("Ledger") && !rename.to_lowercase().contains("help"), "{found:?}");
            assert!(remove.contains("Preview of card") && !remove.contains("help"), "{found:?}");
            assert!(add.to_lowercase().contains("help"), "{found:?}");
        } else {
            let [all] = &found[..] else { panic!("{found:?}") };
            for name in ["Ledger", "Preview of card", "help"] {
                assert!(all.to_lowercase().contains(&name.to_lowercase()), "{name}: {all}");
            }
        }
    }
}
