//! `.meta.json` as other programs write it, and as nobody should.

use std::fs;

use serde_json::{Value, json};

use crate::chains::Chain;
use crate::cli_support::{CHECKOUT, Place};

fn with_meta(meta: impl AsRef<[u8]>) -> Place {
    let place = Place::workspace();
    place.write("features/a/brief.md", CHECKOUT);
    place.write("features/a/.meta.json", meta);
    place
}

/// Acceptance 9: what is JSON is read, listed, and keeps every field it had.
#[test]
fn files_of_other_programs_are_adopted_and_keep_their_fields() {
    let all = [
        json!({"id": "a", "slug": "a-thing", "mode": "Standard", "status": "in progress", "created": "2025-01-02"}),
        json!({"id": "a", "name": "A", "slug": "a", "mode": "standard", "lastCompletedPhase": "specify", "x": {"y": [1, 2.5, null]}}),
        json!({"id": "a", "phases": {"specify": {"started": "2025-01-02T03:04:05Z", "stages": {"draft": {"completed": true}}}}}),
        json!({"worktree": "/elsewhere/a", "status": "DONE", "mode": "FULL", "phases": {}}),
        json!({}),
        json!({"zeta": 1, "alpha": 2, "id": 12, "phases": []}),
    ];
    for meta in all {
        let place = with_meta(meta.to_string());
        let listed = place.run(&["chain", "list"]);
        assert!(listed.code == 0 && listed.out.contains("chain/a"), "{meta}: {listed:?}");
        assert_eq!(place.read("features/a/.meta.json"), meta.to_string(), "listing wrote");
        let said = place.done(&["chain", "start", "a"]);
        let after: Value = serde_json::from_str(&place.read("features/a/.meta.json")).unwrap();
        kept(&meta, &after, &format!("{said:?}"));
        assert!(after["frieze"].is_object(), "{after}");
    }
}

/// Everything of the one value is in the other.
#[track_caller]
fn kept(old: &Value, new: &Value, words: &str) {
    for (key, value) in old.as_object().into_iter().flatten() {
        if value.is_object() && new[key].is_object() {
            kept(value, &new[key], words);
        } else if key != "mode" {
            assert_eq!(value, &new[key], "{key}: {words}");
        }
    }
}

/// What is no JSON is reported as damaged, and keeps every byte.
#[test]
fn damage_is_reported_and_never_written() {
    for bytes in [&b"{"[..], b"", b"[1]", b"null", b"\xff\xfe", b"{\"id\": \"a\",}"] {
        let place = with_meta(bytes);
        for words in [&["chain", "show", "a"][..], &["chain", "start", "a"], &["chain", "next", "a"]] {
            let said = place.run(words);
            assert!(said.code == 1 || said.code == 2, "{words:?} {bytes:?}: {said:?}");
            assert!(said.err.contains("hint: "), "{said:?}");
        }
        place.run(&["status"]);
        assert_eq!(fs::read(place.at("features/a/.meta.json")).unwrap(), bytes);
    }
}

/// Damage of frieze's own state is said where it is.
#[test]
fn damage_of_the_own_state_is_named() {
    let place = with_meta(r#"{"id": "a", "frieze": {"revision": "many"}}"#);
    place.stopped(2, ".meta.json: `frieze`: invalid type: string \"many\"", &["chain", "show", "a"]);
}

/// The largest numbers are damage, or are not counted on. Nothing panics.
#[test]
fn numbers_without_a_next_one_stop_nothing() {
    let chain = Chain::new("hotfix");
    let whole = chain.meta();
    for at in ["/frieze/journal/seq", "/frieze/revision"] {
        let mut meta = whole.clone();
        *meta.pointer_mut(at).unwrap() = json!(u64::MAX);
        chain.place.write("features/a/.meta.json", meta.to_string());
        for command in ["show", "next"] {
            let said = chain.run(command, &[]);
            assert!(said.code <= 3 && !said.err.contains("unexpectedly"), "{at} {command}: {said:?}");
        }
    }
    chain.place.write("features/a/.meta.json", whole.to_string());
    chain.ends(0, "show", &[]);
}

/// A damaged record with rounds on disk: the hint names the way on, and nothing is lost.
#[test]
fn a_damaged_record_is_kept_and_begun_again() {
    let chain = Chain::new("hotfix");
    chain.ends(0, "brainstorm", &[]);
    let (round, text) = ("chain/rounds/brainstorm/1/artifact.md", chain.read("brainstorm.md"));
    chain.place.write("features/a/.meta.json", "{ broken");
    let said = chain.run("next", &[]);
    assert!(said.err.contains("frieze chain start a --set-aside --mode MODE`"), "{said:?}");
    assert_eq!(chain.read(".meta.json"), "{ broken");
    chain.ends(1, "start", &["--set-aside", "--worktree", "/elsewhere"]);
    assert_eq!(chain.read(".meta.json"), "{ broken", "a refused command moves nothing");
    chain.ends(0, "start", &["--set-aside", "--mode", "quick"]);
    assert_eq!(chain.read("chain/damaged/.meta-1.json"), "{ broken");
    assert_eq!((chain.read(round), chain.read("brainstorm.md")), (text.clone(), text));
    assert_eq!(chain.meta()["mode"], "quick");
    chain.ends(3, "brainstorm", &[]);
    chain.ends(0, "brainstorm", &["--fresh"]);
    assert!(chain.exists("chain/rounds/brainstorm/2/artifact.md"));
    let said = chain.ends(1, "start", &["--set-aside"]);
    assert!(said.err.contains("can be read"), "{said:?}");
}

#[test]
fn a_link_or_a_giant_file_is_refused() {
    let place = with_meta("{}");
    fs::rename(place.at("features/a/.meta.json"), place.at("elsewhere.json")).unwrap();
    std::os::unix::fs::symlink(place.at("elsewhere.json"), place.at("features/a/.meta.json")).unwrap();
    assert_ne!(place.run(&["chain", "start", "a"]).code, 0);
    assert_eq!(place.read("elsewhere.json"), "{}");
    let place = with_meta(format!("{{\"x\": \"{}\"}}", "y".repeat(50 << 20)));
    let said = place.run(&["chain", "start", "a"]);
    assert!(said.code != 0 && said.err.contains("hint: "), "{:.300}", said.err);
}

#[test]
fn unknown_fields_survive_every_phase() {
    let chain = Chain::new("quick");
    let mut meta = chain.meta();
    meta["kanban"] = json!({"board": 7});
    meta["phases"]["brainstorm"] = json!({"stages": {"explore": true}});
    chain.place.write("features/a/.meta.json", meta.to_string());
    chain.ends(0, "brainstorm", &[]);
    let after = chain.meta();
    assert_eq!(after["kanban"]["board"], 7, "{after}");
    assert_eq!(after["phases"]["brainstorm"]["stages"]["explore"], true, "{after}");
}
