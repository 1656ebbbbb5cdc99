//! Tests of `session.json`: the requirement's fields, strict reading, fields of others, another engine's files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::fields::{Fields, Json};
use frieze_kernel::{BUILT_IN, Record as _, Unreadable};
use frieze_session::artifact::Artifact;
use frieze_session::phase::{Phase, Work};
use frieze_session::record::{Approval, Record, Status};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

fn record() -> Record {
    let context = Fields::of_texts([("scope", "domain"), ("entity", "Tier")]);
    let mut record = Record::new("tier-1".parse().unwrap(), "2026-01-02T03:04:05Z".parse().unwrap());
    (record.profile, record.context) = ("jpa-mt".to_owned(), context);
    record.phase = Phase::Generated;
    record.standards_hash = Some(Digest::of(b"standards"));
    (record.plan_approved, record.plan_hash) = (true, Some(Digest::of(b"plan")));
    let path = "iteration-1/code/Tier.java".to_owned();
    record.artifacts = vec![Artifact::extracted(path, Phase::Generated, 1, record.created_at)];
    record
}

fn read(bytes: &[u8]) -> Result<Record, Unreadable> {
    Record::read(&"tier-1".parse().unwrap(), bytes)
}

fn value(record: &Record) -> Value {
    serde_json::from_slice(&record.bytes()).unwrap()
}

/// Acceptance 7: these fields at the top level, and no other.
#[test]
fn a_record_has_the_requirements_fields_in_their_order() {
    let text = String::from_utf8(record().bytes()).unwrap();
    let fields: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  \"")?.split_once('"').map(|(key, _)| key))
        .collect();
    let expected = "session_id profile context phase status last_error current_iteration standards_hash plan_approved \
        plan_hash review_approved review_hash prompt_hashes artifacts providers phase_history pending_action \
        created_at updated_at metadata";
    assert_eq!(fields.join(" "), expected);
    let value = value(&record());
    assert_eq!(record().code_names(), ["Tier.java".parse().unwrap()]);
    let artifact = json!({
        "path": "iteration-1/code/Tier.java", "phase": "generated", "iteration": 1, "sha256": null,
        "created_at": "2026-01-02T03:04:05Z",
    });
    assert_eq!(value["artifacts"][0], artifact);
    let manual =
        json!({ "planner": "manual", "generator": "manual", "reviewer": "manual", "reviser": "manual" });
    assert_eq!(value["providers"], manual);
    let change = json!({ "phase": "initialized", "status": "success", "timestamp": "2026-01-02T03:04:05Z" });
    assert_eq!(value["phase_history"], json!([change]));
    let own: Vec<&str> =
        value["metadata"]["frieze"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(own.join(" "), "approvals asking awaited closed feature journal no_op revision spent verdict");
    let words = [Status::InProgress, Status::Success, Status::Error].map(|status| json!(status));
    assert_eq!(json!(words), json!(["in_progress", "success", "error"]));
    let mut record = record();
    record.providers.set("reviewer", Json::Text(BUILT_IN.to_owned()));
    assert_eq!(Work::ALL.map(|work| record.provider(work)), ["manual", "manual", "built-in", "manual"]);
}

/// What others add stays, in its order, wherever it is.
#[test]
fn fields_of_others_are_written_as_they_were() {
    let mut record = record();
    let others = r#"{"zeta":[1,2.5,{"y":null,"b":"ä","a":true}],"alpha":-1}"#;
    let others: Fields = serde_json::from_str(others).unwrap();
    record.others = others.clone();
    record.metadata.others = others.clone();
    record.artifacts[0].others = others.clone();
    record.providers.0.extend(others.0.clone());
    record.phase_history[0].others = others;
    let bytes = record.bytes();
    let again = read(&bytes).unwrap();
    assert_eq!(again, record);
    assert_eq!(again.bytes(), bytes);
    let text = String::from_utf8(bytes).unwrap().split_whitespace().collect::<String>();
    assert_eq!(text.matches(r#""zeta":[1,2.5,{"y":null,"b":"ä","a":true}],"alpha":-1"#).count(), 5);
}

#[test]
fn a_record_of_another_form_is_refused_with_its_reason() {
    let check = |change: &dyn Fn(&mut Value), expected: &str| {
        let mut value = value(&record());
        change(&mut value);
        let why = read(value.to_string().as_bytes()).unwrap_err();
        assert!(matches!(why, Unreadable::Damaged(_)), "{why:?}");
        assert!(why.to_string().contains(expected), "{why}");
    };
    for field in value(&record()).as_object().unwrap().keys() {
        // What may be null may also be absent.
        let may_be_null =
            ["last_error", "standards_hash", "review_hash", "pending_action"].contains(&field.as_str());
        if !may_be_null && field != "plan_hash" {
            check(
                &|value| drop(value.as_object_mut().unwrap().remove(field)),
                &format!("missing field `{field}`"),
            );
        }
    }
    check(&|value| value["phase"] = json!("PLANNING"), "PLANNING");
    check(&|value| value["providers"]["reviser"] = json!(1), "`providers` names no reviser");
    check(&|value| value["status"] = json!("waiting"), "waiting");
    check(&|value| value["session_id"] = json!("../x"), "not a feature id");
    check(&|value| value["current_iteration"] = json!(0), "count from 1");
    check(&|value| value["current_iteration"] = json!(-1), "-1");
    check(&|value| value["plan_hash"] = json!(null), "`plan_hash` is null");
    check(&|value| value["plan_hash"] = json!("abc"), "SHA-256");
    check(&|value| value["phase"] = json!("complete"), "there is no `review_approved`");
    check(&|value| value["review_approved"] = json!(true), "`review_hash` is null");
    let unplanned = |value: &mut Value| {
        (value["phase"], value["plan_approved"]) = (json!("generating"), json!(false));
    };
    check(&unplanned, "`phase` is \"generating\", but there is no `plan_approved`");
    check(&|value| value["created_at"] = json!("yesterday"), "year");
    check(&|value| value["metadata"]["frieze"]["new"] = json!(1), "unknown field `new`");
    check(&|value| value["artifacts"][0]["path"] = json!("iteration-1/code/../../x"), "plain names");
    check(&|value| value["artifacts"][0]["path"] = json!("/etc/passwd"), "plain names");
    check(&|value| value["artifacts"][0]["phase"] = json!("reviewed"), "makes none");
    check(&|value| value["artifacts"][0]["iteration"] = json!(2), "not one of 1 to 1");
    check(
        &|value| value["artifacts"] = json!([value["artifacts"][0], value["artifacts"][0]]),
        "listed twice",
    );
}

#[test]
fn a_record_that_is_no_strict_json_is_refused() {
    for bytes in [b"".as_slice(), b"{", b"\xff", b"{\"a\":1,\"a\":2}", b"\xEF\xBB\xBF{}"] {
        assert!(
            matches!(read(bytes), Err(Unreadable::Damaged(why)) if why.contains("is not JSON")),
            "{bytes:?}"
        );
    }
}

/// "A later engine of the same name writes `session.json` with four phases and a `stage` field."
#[test]
fn a_file_of_the_engine_with_four_phases_is_reported_as_such() {
    for (file, expected) in [
        (json!({ "session_id": "x", "phase": "plan", "stage": "prompt" }), "it has a `stage`"),
        (json!({ "session_id": "x", "phase": "complete", "stage": null }), "it has a `stage`"),
        (json!({ "session_id": "x", "phase": "review" }), "its phase is \"review\""),
    ] {
        let why = read(file.to_string().as_bytes()).unwrap_err();
        assert!(matches!(&why, Unreadable::Foreign(what) if what.contains(expected)), "{why}");
    }
}

/// S16, and the limits: metadata only, and a history that ends somewhere.
#[test]
fn lists_that_grow_are_bounded() {
    let mut record = record();
    for at in 0..1_000 {
        let at = Timestamp::from_second(at).unwrap();
        record.remember(at);
        let files = BTreeMap::from([("iteration-1/code/A".to_owned(), Digest::of(b"a"))]);
        record.approved(Approval { at, by: "ada".into(), phase: Phase::Generated, iteration: 1, files });
    }
    assert_eq!((record.phase_history.len(), record.metadata.frieze.approvals.len()), (200, 200));
    assert_eq!(record.updated_at, Timestamp::from_second(999).unwrap());
    assert_eq!(record.phase_history.last().unwrap().timestamp, record.updated_at);
    assert_eq!(read(&record.bytes()).unwrap(), record);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{0,3}", inner, 0..3).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = read(&bytes);
    }

    /// One field replaced by anything: refused, or read and written again as the same record.
    #[test]
    fn any_value_in_a_field_is_read_or_refused(at in 0_usize..20, replacement in any_json()) {
        let mut value = value(&record());
        let keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        value[&keys[at % keys.len()]] = replacement;
        if let Ok(again) = read(value.to_string().as_bytes()) {
            prop_assert_eq!(read(&again.bytes()).unwrap(), again);
        }
    }
}
