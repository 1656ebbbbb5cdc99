//! `.meta.json` of other tools: read, adopted, and kept field by field; what is no JSON keeps every byte (acceptance 9).

use frieze_chain::flow::{ChainPhase, Record};
use frieze_data::fields::{Fields, Raw};
use frieze_kernel::{Record as _, Unreadable};
use serde_json::Value;

use crate::world::World;

const VARIANTS: [&str; 9] = [
    "{}",
    r#"{"id":"042","slug":"my-feature","mode":"Standard","status":"in-progress","branch":"x","created":"2024-01-01"}"#,
    r#"{"name":"x","mode":"FULL","lastCompletedPhase":"design","phases":{"design":{"completed":"2024-01-02T00:00:00Z","stages":{"a":{"started":1}}}}}"#,
    r#"{"name":"x","worktree":"/abs/path","currentPhase":"specify","phases":{"specify":{"started":"2024-01-02T00:00:00Z"}},"z":[1,2.5,null]}"#,
    r#"{"phases":[],"mode":null,"status":7}"#,
    r#"{"phases":{"create-plan":"done","unknown":{"x":1}},"currentPhase":"nowhere"}"#,
    r#"{"frieze":null,"name":"x"}"#,
    r#"{"name":"ä \" \\ \u0000","deep":{"b":1,"a":{"d":[],"c":{}}}}"#,
    r#"{"mode":"hotfix","frieze_version":"3"}"#,
];

fn read(text: &str) -> Result<Record, Unreadable> {
    Record::read(&"a".parse().unwrap(), text.as_bytes())
}

#[test]
fn every_variant_is_adopted_with_all_its_fields() {
    for text in VARIANTS {
        let mut world = World::empty();
        world.record = read(text).unwrap();
        assert_eq!(world.at(), ChainPhase::Ready, "{text}");
        drop(world.view());
        if text == "{}" {
            world.verb("start", &[]).unwrap();
            continue;
        }
        world.verb("start", &[]).unwrap();
        let (before, after): (Value, Value) = (
            serde_json::from_str(text).unwrap(),
            serde_json::from_str(world.file(".meta.json").unwrap()).unwrap(),
        );
        for (key, value) in before.as_object().unwrap() {
            assert!(key == "frieze" || after[key] == *value, "{key} of {text}");
        }
        let keys = |text: &str| {
            let fields: Fields<Raw> = serde_json::from_str(text).unwrap();
            fields.0.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        let mut expected = keys(text);
        if !expected.contains(&"frieze".to_owned()) {
            expected.push("frieze".to_owned());
        }
        assert_eq!(keys(world.file(".meta.json").unwrap()), expected, "in their order");
        world.verb("brainstorm", &["fresh", "proceed"]).unwrap();
        let after: Value = serde_json::from_str(world.file(".meta.json").unwrap()).unwrap();
        for key in ["branch", "slug", "z", "deep", "id", "worktree"] {
            assert_eq!(before.get(key), after.get(key), "{key}");
        }
    }
}

/// What frieze does not know keeps its bytes, also numbers that no program reads exactly.
#[test]
fn unknown_fields_keep_their_bytes() {
    let fields = [
        "\"price\": 2.50",
        "\"big\": 123456789012345678901234567890",
        "\"list\": [ 1,2.0 ,{\"a\" : 1e400}]",
        "\"stages\": {\"x\":  1.10}",
    ];
    let text = format!(
        "{{{}, \"phases\": {{\"brainstorm\": {{{}}}, \"mine\": 3.0}}, {}, {}}}",
        fields[0], fields[3], fields[1], fields[2]
    );
    let mut world = World::empty();
    world.record = read(&text).unwrap();
    world.verb("start", &["mode=quick"]).unwrap();
    world.verb("brainstorm", &["fresh"]).unwrap();
    let after = world.file(".meta.json").unwrap();
    for field in fields.into_iter().chain(["\"mine\": 3.0"]) {
        assert!(after.contains(field), "{field}: {after}");
    }
    assert!(after.contains("\n    \"brainstorm\": {\n      \"stages\""), "{after}");
}

#[test]
fn a_feature_that_another_tool_ended_is_over() {
    for (text, state) in [
        (r#"{"status":"completed","phases":{"design":{"started":"x"}}}"#, ChainPhase::Completed),
        (r#"{"status":"Abandoned"}"#, ChainPhase::Abandoned),
    ] {
        let mut world = World::empty();
        world.record = read(text).unwrap();
        assert_eq!(world.at(), state);
        assert!(world.view().is_over);
        assert_eq!(world.verb("next", &[]).unwrap_err().rule, "over");
    }
}

#[test]
fn what_is_no_record_says_why() {
    for text in ["", "no JSON", "[]", "7", "{\"a\":", "{\"frieze\":7}", r#"{"frieze":{"state":"LOST"}}"#] {
        assert!(
            matches!(read(text), Err(Unreadable::Damaged(why)) if why.starts_with(".meta.json: ")),
            "{text}"
        );
    }
    for text in [r#"{"frieze":{"state":"PRODUCING"}}"#, r#"{"frieze":{"state":"ASKING"}}"#] {
        assert!(matches!(read(text), Err(Unreadable::Damaged(_))), "{text}");
    }
    let newer = read(r#"{"frieze":{"schemaVersion":2,"colour":"red"}}"#);
    assert_eq!(newer, Err(Unreadable::Newer { found: 2, known: 1 }));
    assert!(read(&"[".repeat(100_000)).is_err());
}
