//! Records that cannot be read, are of another engine, or have fields of others: explained, never rewritten.

use serde_json::{Value, json};

use crate::sessions::{PLAN, Session, row};

/// Orders that meet the record.
const ORDERS: [&[&str]; 7] = [
    &["step"],
    &["approve"],
    &["decide", "review"],
    &["close"],
    &["reopen"],
    &["take", "--into", "out"],
    &["show"],
];

/// Every order is refused with a sentence about the file, and no file changes.
#[track_caller]
fn is_left_alone(session: &Session, name: &str, words: &str) {
    let before = session.files();
    for order in ORDERS {
        let said = session.order(order);
        assert!([1, 2].contains(&said.code), "{name}: {order:?}: {said:?}");
        said.complains(said.code, "session.json");
        let text = said.err.to_lowercase();
        assert!(text.contains(words), "{name}: {order:?}: {words:?} is not in {said:?}");
        assert!(!said.err.contains("Error:") && !said.err.contains("Err("), "{name}: {said:?}");
    }
    for arguments in [&["show", "session/t1"][..], &["run", "session/t1"]] {
        let said = session.place.run(arguments);
        said.complains(said.code, "session.json");
        assert!([1, 2].contains(&said.code), "{name}: {arguments:?}: {said:?}");
    }
    let status = session.place.done(&["status"]);
    assert!(status.out.contains("t1"), "{name}: {status:?}");
    let listed = row(&session.place.json(&["status", "--json"]), "t1").to_string();
    assert!(listed.contains("session.json"), "{name}: {listed}");
    assert!(session.files() == before, "{name}: a file changed");
    assert!(!session.place.exists("out"), "{name}: code was taken");
}

fn with(text: &str, change: impl Fn(&mut Value)) -> Vec<u8> {
    let mut value: Value = serde_json::from_str(text).unwrap();
    change(&mut value);
    value.to_string().into_bytes()
}

#[test]
fn a_damaged_record_is_explained_and_kept() {
    let session = Session::generated();
    let text = session.read("session.json");
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("empty", vec![]),
        ("cut short", text.as_bytes()[..text.len() / 2].to_vec()),
        ("garbage", vec![0xA5; 3000]),
        ("zeros", vec![0; text.len()]),
        ("text", b"hello".to_vec()),
        ("a list", b"[1,2,3]".to_vec()),
        ("null", b"null".to_vec()),
        ("an empty object", b"{}".to_vec()),
        ("a string as iteration", with(&text, |v| v["current_iteration"] = json!("one"))),
        ("iteration 0", with(&text, |v| v["current_iteration"] = json!(0))),
        ("a negative iteration", with(&text, |v| v["current_iteration"] = json!(-4))),
        ("an unknown phase", with(&text, |v| v["phase"] = json!("finished"))),
        ("an unknown status", with(&text, |v| v["status"] = json!("perhaps"))),
        ("no phase", with(&text, |v| drop(v.as_object_mut().unwrap().remove("phase")))),
        ("no artifacts", with(&text, |v| drop(v.as_object_mut().unwrap().remove("artifacts")))),
        ("another session's", with(&text, |v| v["session_id"] = json!("t2"))),
        ("a path outside", with(&text, |v| v["artifacts"][0]["path"] = json!("../../../etc/passwd"))),
        ("no hash", with(&text, |v| v["plan_hash"] = json!("not-a-hash"))),
        ("merge conflict", format!("<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> theirs\n").into_bytes()),
        ("repeated keys", text.replacen('{', "{\"phase\":\"planned\",", 1).into_bytes()),
        ("deep", format!("{}{}", "[".repeat(50_000), "]".repeat(50_000)).into_bytes()),
        ("large", vec![b' '; 17 * 1024 * 1024]),
    ];
    for (name, bytes) in cases {
        session.write("session.json", &bytes);
        is_left_alone(&session, name, "session.json");
        let said = session.place.run(&["session", "new", "t1"]);
        // A file of that size is not even read.
        assert_eq!(said.err.contains("restore it"), name != "large", "{said:?}");
        assert!(said.code == 2 && !said.err.contains("reset"), "{said:?}");
    }
    session.write("session.json", &text);
    session.goes(0, "generated", &["approve"]);
}

/// The four-phase engine that came later is another product.
#[test]
fn a_record_of_another_engine_is_named_so_and_kept() {
    let session = Session::planning();
    let text = session.read("session.json");
    let other = json!({
        "session_id": "t1", "profile": "jpa-mt", "context": {}, "phase": "plan", "stage": "prompt",
        "status": "in_progress", "current_iteration": 1, "standards_hash": "0".repeat(64),
        "plan_approved": false, "artifacts": [], "metadata": {},
    });
    let cases = [
        ("a later engine's", other.to_string().into_bytes()),
        ("phase plan", with(&text, |v| v["phase"] = json!("plan"))),
        ("a stage", with(&text, |v| v["stage"] = json!("response"))),
    ];
    for (name, bytes) in cases {
        session.write("session.json", &bytes);
        is_left_alone(&session, name, "engine");
    }
}

#[test]
fn fields_of_others_are_kept_in_their_order() {
    let session = Session::planning();
    let text = session.read("session.json");
    let fields = "\"zebra\": {\"b\": 1, \"a\": [1.50, null]}, \"apple\": \"x\", ";
    let text = text.replacen('{', &format!("{{{fields}"), 1);
    let mut text = text;
    for start in ["\"metadata\": {", "\"metadata\":{"] {
        text = text.replacen(start, &format!("{start}\"other_tool\": {{\"y\": 1, \"x\": 2}}, "), 1);
    }
    assert!(text.contains("other_tool"), "metadata was not found: {text}");
    session.write("session.json", &text);
    session.write("planning-response.md", PLAN);
    let said = session.order(&["step"]);
    assert_eq!(said.code, 0, "{said:?}");
    let after = session.read("session.json");
    let record: Value = serde_json::from_str(&after).unwrap();
    assert_eq!((&record["phase"], &record["apple"]), (&json!("planned"), &json!("x")));
    assert_eq!(record["zebra"], json!({"b": 1, "a": [1.5, null]}));
    assert_eq!(record["metadata"]["other_tool"], json!({"y": 1, "x": 2}));
    let at = |word: &str| after.find(word).unwrap_or_else(|| panic!("{word} is not in {after}"));
    assert!(at("\"zebra\"") < at("\"apple\"") && at("\"b\"") < at("\"a\""), "{after}");
    assert!(at("\"y\"") < at("\"x\""), "{after}");
    assert_eq!(session.order(&["approve"]).code, 0);
    assert!(session.read("session.json").contains("zebra"));
}

#[test]
fn a_damaged_journal_is_reported_and_nothing_is_dropped() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 3] = [
        ("cut short", |text| text[..text.len() - 20].to_owned()),
        ("garbage", |text| format!("{text}\u{7}\u{1b}]0;owned\u{7}not json\n")),
        ("garbage first", |text| format!("hello\n{text}")),
    ];
    for (name, damage) in damages {
        let session = Session::planned();
        let text = damage(&session.read("journal.jsonl"));
        session.write("journal.jsonl", &text);
        let said = session.order(&["log"]);
        assert!([0, 2].contains(&said.code) && said.err.contains("journal.jsonl"), "{name}: {said:?}");
        session.goes(0, "generating", &["approve"]);
        let kept = session.read("journal.jsonl");
        assert!(kept.starts_with(text.trim_end_matches(|c| c != '\n')), "{name}: the journal was rewritten");
    }
}
