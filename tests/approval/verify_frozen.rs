//! One verification (promise P28): `verify`, `show` and the list of frozen designs for CI report every change to a frozen
//! feature alike, and `verify` changes nothing (promise P31).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;

use crate::cli_support::{CHECKOUT, Place};
use crate::gate_support::{PROMPT, Terminal, freeze};
use frieze_data::digest::Digest;
use serde_json::{Value, json};

const DESIGN: &str = "features/checkout/design";

fn frozen() -> Place {
    let place = Place::candidate();
    freeze(&place, "checkout");
    place.done(&["verify"]);
    place
}

fn edit(place: &Place, path: &str, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_str(&place.read(path)).unwrap();
    change(&mut value);
    place.write(path, serde_json::to_vec_pretty(&value).unwrap());
}

/// `verify` names this problem with this feature and changes nothing; `show` names it and fails as `verify` does then.
#[track_caller]
fn is_noticed(place: &Place, id: &str, problem: &str) {
    let before = place.snapshot();
    let said = place.run(&["verify", "--json"]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    let one = found
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == id)
        .unwrap_or_else(|| panic!("{id}: {found}"));
    assert_eq!((said.code, &one["ok"]), (2, &json!(false)), "{found}");
    assert!(one["problem"].as_str().unwrap().contains(problem), "{problem}: {found}");
    assert!(place.snapshot() == before, "{problem}: verify changed something");
    let plain = place.run(&["verify"]);
    assert!(plain.code == 2 && plain.out.contains("NOT OK"), "{plain:?}");
    let shown = place.run(&["show", id]);
    // An inspection may have acted on it.
    let code = place.run(&["verify", id]).code;
    assert_eq!([shown.code, place.run(&["show", id, "--json"]).code], [code; 2], "{problem}: {shown:?}");
    let output = format!("{}{}", shown.out, shown.err).split_whitespace().collect::<Vec<_>>().join(" ");
    // An inspection begins a lost journal again, and then says what it lacks.
    let has_remark = shown.out.lines().any(|line| line.starts_with("! "));
    let is_reported = has_remark
        || output.contains(problem)
        || output.contains("tampered")
        || output.contains("integrity violation");
    assert!(is_reported, "{problem}: {shown:?}");
}

/// The record says IDLE after the reset of a restored freeze; the lists say what the design is.
#[test]
fn a_restored_freeze_is_listed_as_frozen() {
    let place = frozen();
    let path = format!("{DESIGN}/final/intent.json");
    let sealed = place.read(&path);
    place.write(&path, "{}");
    assert_eq!(place.run(&["show", "checkout"]).code, 2);
    place.write(&path, sealed);
    place.done(&["reset", "checkout"]);
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("checkout  FROZEN"), "{listed}");
    assert_eq!(place.state("checkout"), "IDLE");
}

#[test]
fn p28_a_copied_feature_is_not_frozen() {
    for renames in [false, true] {
        let place = frozen();
        for (path, bytes) in place.snapshot() {
            if let Some(below) = path.strip_prefix("features/checkout/") {
                place.write(&format!("features/refund/{below}"), bytes);
            }
        }
        if renames {
            edit(&place, "features/refund/design/state.json", |state| state["featureId"] = json!("refund"));
        }
        is_noticed(&place, "refund", "belongs to the feature checkout");
        let checkout = place.json(&["verify", "checkout", "--json"]);
        assert_eq!(checkout[0]["ok"], true);
    }
}

#[test]
fn p28_corrected_hashes_in_the_record_prove_nothing() {
    let place = frozen();
    let state = format!("{DESIGN}/state.json");
    let marker = b"garbage".to_vec();
    let intent = b"{\"another\":\"intent\"}".to_vec();
    place.write(&format!("{DESIGN}/final/FROZEN.md"), &marker);
    place.write(&format!("{DESIGN}/final/intent.json"), &intent);
    edit(&place, &state, |state| {
        state["frozen"]["markerSha256"] = json!(Digest::of(&marker));
        state["frozen"]["checksumSHA256"] = json!(Digest::of(&intent));
    });
    is_noticed(&place, "checkout", "FROZEN.md was changed or damaged");
}

#[test]
fn p28_everything_that_the_marker_names_is_checked() {
    type FileProblem = fn(&Place);
    let harms: [(&str, FileProblem); 21] = [
        ("is not the design that was frozen", |p| {
            edit(p, "features/checkout/design/final/intent.json", |intent| intent["title"] = json!("Other"));
        }),
        ("final/intent.json", |p| {
            fs::remove_file(p.at("features/checkout/design/final/intent.json")).unwrap();
        }),
        ("final/preview.html was changed since", |p| {
            p.write("features/checkout/design/final/preview.html", "<p>");
        }),
        ("final/preview.html is missing", |p| {
            fs::remove_file(p.at("features/checkout/design/final/preview.html")).unwrap();
        }),
        ("design/critique.json was changed since", |p| {
            p.write("features/checkout/design/critique.json", "{}");
        }),
        ("design/critique.json is missing", |p| {
            fs::remove_file(p.at("features/checkout/design/critique.json")).unwrap();
        }),
        ("brief.md was changed since", |p| p.write("features/checkout/brief.md", "# Other\n")),
        ("brief.md is missing", |p| fs::remove_file(p.at("features/checkout/brief.md")).unwrap()),
        ("journal.jsonl is missing", |p| {
            fs::remove_file(p.at("features/checkout/design/journal.jsonl")).unwrap();
        }),
        ("line 1 was changed", |p| {
            let path = "features/checkout/design/journal.jsonl";
            p.write(path, p.read(path).replacen("run started", "run began", 1));
        }),
        ("no decision", |p| {
            let path = "features/checkout/design/journal.jsonl";
            let kept: Vec<String> = p.read(path).lines().take(2).map(|l| format!("{l}\n")).collect();
            p.write(path, kept.concat());
        }),
        ("state.json says CANDIDATE", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["state"] = json!("CANDIDATE"));
        }),
        ("differ in the approver", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["frozen"]["approver"] = json!("Eve"));
        }),
        ("differ in the freeze number", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["frozen"]["number"] = json!(2));
        }),
        ("differ in the iteration", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["iteration"] = json!(2));
        }),
        ("differ in the run", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["run"]["number"] = json!(9));
        }),
        ("differ in the run's threshold", |p| {
            edit(p, "features/checkout/design/state.json", |s| s["run"]["pins"]["threshold"] = json!(70));
        }),
        ("state.json cannot be used", |p| {
            edit(p, "features/checkout/design/state.json", |s| {
                drop(s.as_object_mut().unwrap().insert("candidate".to_owned(), Value::Null));
            });
        }),
        ("state.json cannot be used", |p| {
            edit(p, "features/checkout/design/state.json", |s| {
                drop(s.as_object_mut().unwrap().insert("journal".to_owned(), Value::Null));
            });
        }),
        ("state.json records no freeze", |p| {
            fs::remove_file(p.at("features/checkout/design/state.json")).unwrap();
        }),
        ("was deleted", |p| fs::remove_file(p.at("features/checkout/design/final/FROZEN.md")).unwrap()),
    ];
    for (problem, harm) in harms {
        let place = frozen();
        harm(&place);
        if problem == "was deleted" {
            // Deleting the marker is the way to unfreeze: `show` records it.
            assert_eq!(place.run(&["verify"]).code, 2);
            continue;
        }
        is_noticed(&place, "checkout", problem);
    }
}

/// An older freeze with all of its files is consistent in itself. The user's own folder and the list for CI detect it.
#[test]
fn p28_an_older_freeze_put_back_is_noticed() {
    let place = frozen();
    let list = place.home().join("expected.json").display().to_string();
    place.done(&["verify", "--write-expected", &list]);
    place.done(&["verify", "--expect", &list]);
    let first: Vec<(String, Vec<u8>)> =
        place.snapshot().into_iter().filter(|(path, _)| path.starts_with("features/checkout/")).collect();
    fs::remove_file(place.at(&format!("{DESIGN}/final/FROZEN.md"))).unwrap();
    place.done(&["unfreeze", "checkout", "--reason", "once more"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    freeze(&place, "checkout");
    let said = place.run(&["verify", "--expect", &list]);
    assert!(said.code == 2 && said.out.contains("freeze 1 is expected, but this is freeze 2"), "{said:?}");
    place.done(&["verify", "--write-expected", &list]);
    fs::remove_dir_all(place.at("features/checkout")).unwrap();
    for (path, bytes) in &first {
        place.write(path, bytes);
    }
    is_noticed(&place, "checkout", "this is freeze 1, but freeze 2 existed");
    // On another machine only the list detects it.
    fs::remove_dir_all(place.home().join(".local")).unwrap();
    place.done(&["verify"]);
    let said = place.run(&["verify", "--expect", &list]);
    assert!(said.code == 2 && said.out.contains("an older one was restored"), "{said:?}");
}

#[test]
fn the_list_detects_lost_and_renamed_freezes() {
    let place = frozen();
    let list = place.home().join("expected.json").display().to_string();
    place.done(&["verify", "--write-expected", &list]);
    fs::rename(place.at("features/checkout"), place.at("features/till")).unwrap();
    let said = place.run(&["verify", "--expect", &list]);
    assert!(
        said.code == 2 && said.out.contains("freeze 1 is expected, but the feature is not frozen"),
        "{said:?}"
    );
    fs::remove_dir_all(place.at("features/till")).unwrap();
    assert_eq!(place.run(&["verify"]).code, 0, "without the list nothing is missed");
    assert_eq!(place.run(&["verify", "--expect", &list]).code, 2);
    // No list is written while something is wrong, and an invalid list is refused.
    let before = fs::read(&list).unwrap();
    assert_eq!(place.run(&["verify", "--expect", &list, "--write-expected", &list]).code, 2);
    // A full disk is no refusal.
    place.stopped(2, "/dev/full", &["verify", "--write-expected", "/dev/full"]);
    assert_eq!(fs::read(&list).unwrap(), before);
    // Nor does one replace a file that is something else.
    let brief = fs::read(place.at("checkout.md")).unwrap();
    place.stopped(1, "checkout.md is not a list", &["verify", "--write-expected", "checkout.md"]);
    assert_eq!(fs::read(place.at("checkout.md")).unwrap(), brief);
    fs::write(&list, "{\"version\": 1}").unwrap();
    place.stopped(1, "is not a list of frozen designs", &["verify", "--expect", &list]);
    assert_eq!(place.run(&["verify", "checkout", "--expect", &list]).code, 64);
}

/// After a lost record or a recreated feature the freeze number continues.
#[test]
fn the_freeze_number_survives_a_lost_record() {
    let place = frozen();
    fs::remove_dir_all(place.at("features/checkout")).unwrap();
    place.write("again.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "again.md"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    freeze(&place, "checkout");
    place.done(&["verify"]);
    assert_eq!(place.json(&["verify", "--json"])[0]["freezeNumber"], 2);
}

/// The brief may have changed since: the gate says so, and the freeze names both versions.
#[test]
fn a_brief_that_was_changed_before_the_approval_is_named() {
    let place = Place::candidate();
    place.write("features/checkout/brief.md", format!("{CHECKOUT}\nMore.\n"));
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    assert_eq!(terminal.end().0, 0);
    assert!(!place.read(&format!("{DESIGN}/final/FROZEN.md")).contains("briefAtApprovalSha256: null"));
    place.done(&["verify"]);
    place.write("features/checkout/brief.md", CHECKOUT);
    is_noticed(&place, "checkout", "brief.md was changed since the approval");
}

#[test]
fn a_journal_that_was_lost_before_the_approval_is_reported() {
    let place = Place::candidate();
    fs::remove_file(place.at(&format!("{DESIGN}/journal.jsonl"))).unwrap();
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT);
    let screen = terminal.screen();
    assert!(screen.contains("`frieze verify` will report"), "{screen}");
    terminal.send("checkout\r");
    assert_eq!(terminal.end().0, 0);
    is_noticed(&place, "checkout", "journal.jsonl, line 1");
}

/// Settings that cannot be read may demand signatures.
#[test]
fn p29_nothing_is_verified_under_settings_that_cannot_be_read() {
    let place = frozen();
    let is_not_verified = |what: &str| {
        is_noticed(&place, "checkout", what);
        assert_eq!(place.run(&["verify", "--write-expected", "list.json"]).code, 2, "{what}");
        assert!(!place.exists("list.json"), "{what}");
    };
    for wrong in ["threshold: 8O\n", "approval: {sign: sssh}\n", "approval: {sign: ssh\n", "aproval: {}\n"] {
        place.write("frieze.yaml", wrong);
        is_not_verified("frieze.yaml");
    }
    fs::rename(place.at("frieze.yaml"), place.at("other.yaml")).unwrap();
    std::os::unix::fs::symlink("other.yaml", place.at("frieze.yaml")).unwrap();
    is_not_verified("frieze.yaml");
    assert_eq!(place.state("checkout"), "FROZEN", "the record is left alone");
}

#[test]
fn an_interrupted_approval_has_one_name() {
    let place = frozen();
    // As after a power cut: the marker exists; the record and later files do not.
    let journal = place.read(&format!("{DESIGN}/journal.jsonl"));
    let decided = journal.lines().position(|line| line.contains("\"decision\"")).unwrap() + 1;
    let kept: Vec<String> = journal.lines().take(decided).map(|line| format!("{line}\n")).collect();
    place.write(&format!("{DESIGN}/journal.jsonl"), kept.concat());
    edit(&place, &format!("{DESIGN}/state.json"), |state| {
        state["state"] = json!("CANDIDATE");
        state["freezes"] = json!(0);
        state.as_object_mut().unwrap().remove("frozen");
        state.as_object_mut().unwrap().remove("journal");
    });
    let said = place.run(&["verify"]);
    assert!(said.code == 2 && said.out.contains("approval recorded, will be completed"), "{said:?}");
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("approval recorded, will be completed"), "{listed}");
    assert_eq!(place.row("checkout")["needs"], "run", "{listed}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.starts_with("checkout · FROZEN"), "{shown}");
    place.done(&["verify"]);
}
