//! Damaged files in a feature's folder: only that feature stops, the message names the problem and the fix, and nothing is
//! overwritten (promises P25, P26).

#![expect(clippy::unwrap_used, reason = "what a test prepares has to be there, or it stops")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli_support::{CHECKOUT, Place, Said};
use crate::damage::damage;
use crate::gate_support::{PROMPT, Terminal};
use frieze::cli::Wiring as _;
use frieze::wire::Machine;
use serde_json::{Value, json};

const DESIGN: &str = "features/checkout/design";

fn record(place: &Place) -> Value {
    serde_json::from_str(&place.read(&format!("{DESIGN}/state.json"))).unwrap()
}

#[test]
fn a_damaged_record_is_explained_kept_and_can_be_set_aside() {
    let sound = Place::candidate();
    let text = sound.read(&format!("{DESIGN}/state.json"));
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = record(&sound);
        change(&mut value);
        value.to_string().into_bytes()
    };
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("empty", vec![]),
        ("cut short", text.as_bytes()[..text.len() / 2].to_vec()),
        ("garbage", vec![0xA5; 3000]),
        ("zeros", vec![0; text.len()]),
        ("text", b"hello".to_vec()),
        ("an array", b"[1,2,3]".to_vec()),
        ("null", b"null".to_vec()),
        ("too many iterations", with(&|v| v["iteration"] = json!(u32::MAX))),
        ("wrong types", with(&|v| v["iteration"] = json!("three"))),
        ("unknown state", with(&|v| v["state"] = json!("DONE"))),
        ("unknown field", with(&|v| v["surprise"] = json!(1))),
        ("without state", with(&|v| drop(v.as_object_mut().unwrap().remove("state")))),
        ("another feature's", with(&|v| v["featureId"] = json!("refunds"))),
        ("merge conflict", format!("<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> theirs\n").into_bytes()),
        ("duplicate keys", text.replacen('{', "{\"state\":\"IDLE\",", 1).into_bytes()),
        ("deep", format!("{}{}", "[".repeat(50_000), "]".repeat(50_000)).into_bytes()),
        ("huge", vec![b' '; 17 * 1024 * 1024]),
    ];
    for (name, bytes) in cases {
        let place = Place::candidate();
        place.write(&format!("{DESIGN}/state.json"), &bytes);
        let row = place.row("checkout");
        // A file too large to be read cannot be set aside either: a person has to look.
        let needs = if name == "huge" { "attention" } else { "repair" };
        assert_eq!((&row["state"], &row["needs"]), (&json!("UNREADABLE"), &json!(needs)), "{name}: {row}");
        assert!(row["reason"].as_str().is_some_and(|r| r.contains("state.json")), "{name}: {row}");
        for verb in ["run", "show"] {
            let said = place.run(&[verb, "checkout"]);
            assert!([1, 2].contains(&said.code), "{name}: {verb}: {said:?}");
            said.complains(said.code, "state.json");
        }
        let doctor = place.run(&["doctor"]);
        assert!(doctor.code == 2 && doctor.out.contains("state.json"), "{name}: {doctor:?}");
        let verified = place.run(&["verify"]);
        assert_eq!(verified.code, 2, "{name}: {verified:?}");
        let kept = fs::read(place.at(&format!("{DESIGN}/state.json"))).unwrap();
        assert!(kept == bytes, "{name}: looking changed the damaged file");
        if bytes.len() > 16 * 1024 * 1024 {
            continue;
        }
        let said = place.done(&["reset", "checkout"]);
        assert!(said.out.contains("is now in design/damaged"), "{name}: {said:?}");
        let aside = fs::read(place.at(&format!("{DESIGN}/damaged/state-1.json"))).unwrap();
        assert!(aside == bytes, "{name}: the damaged bytes are not kept");
        assert_eq!(place.run(&["run", "checkout"]).code, 3, "{name}");
    }
}

#[test]
fn a_newer_record_is_left_alone() {
    let place = Place::candidate();
    let mut newer = record(&place);
    newer["schemaVersion"] = json!(2);
    newer["colour"] = json!("red");
    place.write(&format!("{DESIGN}/state.json"), newer.to_string());
    let before = place.snapshot();
    for arguments in [&["run", "checkout"][..], &["show", "checkout"], &["reset", "checkout"]] {
        let said = place.run(arguments);
        assert!([1, 2].contains(&said.code), "{arguments:?}: {said:?}");
        said.complains(said.code, "newer");
    }
    let row = place.row("checkout");
    assert_eq!((&row["state"], &row["needs"]), (&json!("NEWER"), &json!("attention")));
    let differs = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
        files.into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
    };
    assert_eq!(differs(place.snapshot()), differs(before), "a newer version's files are only read");
}

#[test]
fn a_damaged_critique_or_preview_is_made_again() {
    for (file, bytes) in [
        ("critique.json", &b"{"[..]),
        ("critique.json", b"[]"),
        ("critique.json", b""),
        ("critique.json", b"\xFF\xFE\x00"),
        ("preview.html", b"<script>alert(1)</script>"),
        ("preview.html", b""),
    ] {
        let place = Place::candidate();
        let path = format!("{DESIGN}/{file}");
        let sound = place.read(&path);
        place.write(&path, bytes);
        let said = place.run(&["show", "checkout"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert_eq!(place.read(&path), sound, "{file}");
        assert_eq!(place.state("checkout"), "CANDIDATE");
    }
}

#[test]
fn damage_in_the_journal_is_shown_and_nothing_is_dropped() {
    type Damage = fn(&str) -> String;
    let damages: [(&str, i32, Damage); 6] = [
        ("torn", 0, |text| text[..text.len() - 20].to_owned()),
        ("a damaged middle", 2, |text| text.replacen("engine", "engin\u{1b}[31me", 1)),
        ("a line removed", 2, |text| {
            text.lines().enumerate().filter(|(i, _)| *i != 1).map(|(_, l)| format!("{l}\n")).collect()
        }),
        ("lines swapped", 2, |text| {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.swap(0, 1);
            lines.iter().map(|l| format!("{l}\n")).collect()
        }),
        ("garbage", 2, |text| format!("{text}\x07\x1b]0;owned\x07not json\n")),
        ("garbage first", 2, |text| format!("hello\n{text}")),
    ];
    for (name, code, damage) in damages {
        let place = Place::candidate();
        let path = format!("{DESIGN}/journal.jsonl");
        let text = damage(&place.read(&path));
        place.write(&path, &text);
        let said = place.run(&["log", "checkout"]);
        assert_eq!(said.code, code, "{name}: {said:?}");
        assert!(said.err.contains("journal.jsonl"), "{name}: {said:?}");
        let listed = place.json(&["log", "checkout", "--json"]);
        assert!(listed["damage"].as_array().is_some_and(|d| !d.is_empty()), "{name}");
        let lines = text.lines().count();
        let entries = listed["entries"].as_array().unwrap().len();
        assert!(entries + 1 >= lines, "{name}: {entries} of {lines} lines are shown");
        // Work continues; the existing files stay.
        assert_eq!(place.run(&["run", "checkout"]).code, 3, "{name}");
        assert!(
            place.read(&path).starts_with(text.trim_end_matches(|c| c != '\n')),
            "{name}: the journal was rewritten"
        );
    }
}

#[test]
fn a_symlink_where_a_file_or_folder_belongs_is_not_followed() {
    type Plant = fn(&Place);
    let plants: [(&str, Plant); 7] = [
        ("the feature", |place| {
            fs::rename(place.at("features/checkout"), place.at("../moved")).unwrap();
            symlink(place.at("../moved"), place.at("features/checkout")).unwrap();
        }),
        ("design", |place| {
            fs::rename(place.at(DESIGN), place.at("../moved")).unwrap();
            symlink(place.at("../moved"), place.at(DESIGN)).unwrap();
        }),
        ("brief.md", |place| {
            fs::remove_file(place.at("features/checkout/brief.md")).unwrap();
            symlink("/etc/passwd", place.at("features/checkout/brief.md")).unwrap();
            fs::remove_dir_all(place.at(DESIGN)).unwrap();
        }),
        ("state.json", |place| {
            fs::rename(place.at(&format!("{DESIGN}/state.json")), place.at("../moved")).unwrap();
            symlink(place.at("../moved"), place.at(&format!("{DESIGN}/state.json"))).unwrap();
        }),
        ("journal.jsonl", |place| {
            fs::rename(place.at(&format!("{DESIGN}/journal.jsonl")), place.at("../moved")).unwrap();
            symlink(place.at("../moved"), place.at(&format!("{DESIGN}/journal.jsonl"))).unwrap();
            fs::remove_file(place.at(&format!("{DESIGN}/state.json"))).unwrap();
        }),
        (".lock", |place| {
            let _ = fs::remove_file(place.at(&format!("{DESIGN}/.lock")));
            fs::write(place.at("../moved"), "precious").unwrap();
            symlink(place.at("../moved"), place.at(&format!("{DESIGN}/.lock"))).unwrap();
        }),
        ("FROZEN.md", |place| {
            fs::create_dir_all(place.at(&format!("{DESIGN}/final"))).unwrap();
            fs::write(place.at("../moved"), "precious").unwrap();
            symlink(place.at("../moved"), place.at(&format!("{DESIGN}/final/FROZEN.md"))).unwrap();
        }),
    ];
    for (name, plant) in plants {
        let place = Place::candidate();
        plant(&place);
        place.write("other.md", CHECKOUT);
        place.done(&["new", "other", "--brief", "other.md"]);
        let outside: Vec<u8> = fs::read(place.at("../moved")).unwrap_or_default();
        let run = place.run(&["run", "checkout"]);
        assert!([1, 2].contains(&run.code), "{name}: {run:?}");
        assert!(run.err.contains("hint: ") || run.out.contains("FAILED"), "{name}: {run:?}");
        let listed = place.json(&["status", "--json"]);
        assert!(listed.to_string().contains("other"), "{name}: {listed}");
        assert_eq!(place.run(&["run", "other"]).code, 3, "{name}: the others work");
        assert_eq!(fs::read(place.at("../moved")).unwrap_or_default(), outside, "{name}: written outside");
        let all: String =
            place.snapshot().iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
        assert!(!all.contains("root:x:0:0"), "{name}: /etc/passwd was copied into the workspace");
        let doctor = place.run(&["doctor"]);
        assert!(doctor.out.contains("checkout"), "{name}: {doctor:?}");
    }
}

#[test]
fn foreign_files_are_left_alone() {
    let place = Place::candidate();
    let foreign = [
        "README.md",
        "features/README.md",
        "features/.DS_Store",
        "features/Not An Id/notes.txt",
        "features/checkout/notes.md",
        "features/checkout/design/my-sketch.txt",
        "features/checkout/design/iterations/README",
        "features/checkout/design/iterations/99/intent.json",
        "templates/other.txt",
        ".git/HEAD",
        "features/checkout/design/state.json.orig",
        "features/empty-one/.gitkeep",
    ];
    for name in foreign {
        place.write(name, format!("foreign {name}"));
    }
    let listed = place.json(&["status", "--json"]);
    let ids: Vec<&str> =
        listed["features"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["checkout", "empty-one"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let said = place.run(&["run", "empty-one"]);
    assert!([1, 2].contains(&said.code), "no brief: {said:?}");
    for name in foreign {
        assert_eq!(place.read(name), format!("foreign {name}"), "{name}");
    }
}

#[test]
fn p26_init_twice_over_a_changed_tree_changes_nothing() {
    let place = Place::demo();
    place.write("frieze.yaml", "threshold: 85\n# mine\n");
    place.write("features/checkout/brief.md", "# Mine\n\nThe shopper can pay.\n");
    fs::remove_dir_all(place.at("features/refunds/design")).unwrap();
    fs::write(place.at("features/refunds/brief.md"), "").unwrap();
    place.write("features/loyalty/design/state.json", "{");
    place.write("templates/prompts/design-generator-v1.0.0.txt", "mine {{ brief|quoted }}");
    let before = place.snapshot();
    place.done(&["init"]);
    place.done(&["init"]);
    assert_eq!(place.snapshot(), before, "init changed something");
    // `--demo` neither changes nor runs existing features.
    place.run(&["init", "--demo"]);
    let after = place.snapshot();
    for (name, bytes) in &before {
        if name.ends_with(".lock") {
            continue;
        }
        let now = after.iter().find(|(n, _)| n == name).map(|(_, b)| b);
        assert!(now == Some(bytes), "{name} was changed by init --demo");
    }
}

#[test]
fn p25_damaged_features_among_fifty_stop_no_other() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    let ids: Vec<String> = (0..50).map(|i| format!("f{i:02}")).collect();
    for id in &ids {
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
    }
    let first: Vec<&str> = ids[..12].iter().map(String::as_str).collect();
    let said = place.run(&[&["run"][..], &first].concat());
    assert_eq!(said.code, 3, "{said:?}");
    let kinds: Vec<&str> = ids[..12].iter().enumerate().map(|(kind, id)| damage(&place, id, kind)).collect();
    let listed = place.json(&["status", "--json"]);
    let rows = listed["features"].as_array().unwrap();
    assert_eq!(rows.len(), 50, "all are listed");
    for (row, kind) in rows.iter().zip(&kinds) {
        let explained = row["reason"].as_str().is_some_and(|r| r.len() > 15);
        let state = if *kind == "newer" { "NEWER" } else { "UNREADABLE" };
        assert!(row["state"] == state && explained || *kind == "a false marker", "{kind}: {row}");
    }
    assert!(rows[12..].iter().all(|row| row["state"] == "IDLE"));
    let said: Said = place.run(&["run", "--all", "--json"]);
    let ran: Value = serde_json::from_str(&said.out).unwrap();
    let waiting =
        ran["features"].as_array().unwrap().iter().filter(|row| row["state"] == "CANDIDATE").count();
    assert_eq!(waiting, 38, "{said:?}");
    let doctor = place.run(&["doctor", "--json"]);
    let checks: Value = serde_json::from_str(&doctor.out).unwrap();
    for (id, kind) in ids.iter().zip(&kinds) {
        let check =
            checks["checks"].as_array().unwrap().iter().find(|c| c["what"] == format!("feature {id}"));
        let check = check.unwrap_or_else(|| panic!("the doctor does not mention {id} ({kind}): {doctor:?}"));
        assert!(check["hint"].as_str().is_some_and(|h| h.len() > 10), "{kind}: {check}");
    }
    println!("50 features, 12 kinds of damage: 50 listed, 38 ran, 12 explained with a hint");
}

fn frozen() -> Place {
    let place = Place::candidate();
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    place
}

fn tamper(place: &Place) -> [String; 2] {
    let path = format!("{DESIGN}/final/intent.json");
    let sound = place.done(&["hash", &path]).out;
    let mut intent: Value = serde_json::from_str(&place.read(&path)).unwrap();
    intent["title"] = json!("Something else");
    place.write(&path, intent.to_string());
    [sound, place.done(&["hash", &path]).out].map(|hash| hash.trim().to_owned())
}

#[test]
fn run_names_the_problem_of_a_frozen_design() {
    let place = frozen();
    place.stopped(1, "checkout is frozen; it can't be run", &["run", "checkout"]);
    let [expected, found] = tamper(&place);
    let said = place.stopped(2, &expected, &["run", "checkout"]);
    assert!(said.err.contains(&found) && !said.err.contains("can't be run"), "{said:?}");
    assert_eq!(place.state("checkout"), "FAILED");
    place.stopped(1, "checkout has failed; it can't be run", &["run", "checkout"]);
}

#[test]
fn verify_changes_nothing_and_show_records_the_problem() {
    let place = frozen();
    tamper(&place);
    let before = place.snapshot();
    let said = place.run(&["verify"]);
    assert_eq!((said.code, said.err.as_str()), (2, ""), "{said:?}");
    assert!(place.snapshot() == before, "verify only reads");
    place.run(&["show", "checkout"]);
    assert_eq!(place.state("checkout"), "FAILED");
    assert!(place.read(&format!("{DESIGN}/journal.jsonl")).contains("integrity violation"));
}

#[test]
fn doctor_names_a_journal_that_was_changed_or_taken_away() {
    let path = format!("{DESIGN}/journal.jsonl");
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage); 2] = [
        ("a line changed", |text| text.replacen("run started", "run began", 1)),
        ("all taken away", |_| String::new()),
    ];
    for (name, damage) in damages {
        let place = Place::candidate();
        assert!(!place.run(&["doctor"]).out.contains("journal"), "{name}: the control");
        place.write(&path, damage(&place.read(&path)));
        let said = place.run(&["doctor"]);
        assert_eq!(said.code, 2, "{name}: {said:?}");
        assert!(
            said.out.contains("NOT OK feature checkout: design/journal.jsonl is damaged"),
            "{name}: {said:?}"
        );
    }
}

/// Everything below a folder: names, kinds, bytes and modification times, folders included.
fn tree(root: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
    let mut all = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let about = folder.symlink_metadata().unwrap();
        all.push((folder.clone(), Vec::new(), about.modified().unwrap()));
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let about = path.symlink_metadata().unwrap();
            if about.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = if about.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            all.push((path, bytes, about.modified().unwrap()));
        }
    }
    all.sort();
    all
}

/// `doctor` only reads: among 200 features in every state, as in a fresh clone (no lock files), no byte, name or time
/// changes, and the problems are reported as before.
#[test]
fn doctor_changes_nothing_and_reports_every_problem() {
    let place = Place::workspace();
    let ids: Vec<String> = (0..200).map(|i| format!("f{i:03}")).collect();
    for id in &ids {
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
    }
    let run: Vec<&str> = ids[..40].iter().map(String::as_str).collect();
    assert_eq!(place.run(&[&["run"][..], &run].concat()).code, 3);
    for id in &ids[12..18] {
        let mut terminal = Terminal::start(&place, &["approve", id]);
        terminal.wait_for(PROMPT).send(format!("{id}\r"));
        assert_eq!(terminal.end().0, 0, "{id}");
    }
    for (kind, id) in ids[..12].iter().enumerate() {
        damage(&place, id, kind);
    }
    let design = |at: usize, name: &str| format!("features/{}/design/{name}", ids[at]);
    /// The feature, its report, and how it is damaged.
    type Broken<'a> = (usize, &'a str, &'a dyn Fn(usize));
    let broken: [Broken<'_>; 6] = [
        (26, "journal.jsonl is damaged", &|at| place.write(&design(at, "journal.jsonl"), "")),
        (20, "design/intent.json is missing", &|at| {
            fs::remove_file(place.at(&design(at, "intent.json"))).unwrap();
        }),
        (21, "is not a valid intent", &|at| place.write(&design(at, "intent.json"), "{\"title\": 1}")),
        (22, "is not a valid intent", &|at| {
            let text = place.read(&design(at, "intent.json"));
            place.write(&design(at, "intent.json"), format!("<<<<<<< ours\n{text}=======\n"));
        }),
        (50, "brief.md is missing", &|at| {
            fs::remove_file(place.at(&format!("features/{}/brief.md", ids[at]))).unwrap();
        }),
        (23, "brief.md is a folder", &|at| {
            let brief = place.at(&format!("features/{}/brief.md", ids[at]));
            fs::remove_file(&brief).unwrap();
            fs::create_dir(&brief).unwrap();
        }),
    ];
    for (at, _, spoil) in &broken {
        spoil(*at);
    }
    // Frozen designs are left to `verify`.
    place.write(&design(13, "final/preview.html"), "<p>another</p>");
    // Nothing is wrong with a design that a person let go, one that was edited, or one that was only reformatted.
    fs::remove_file(place.at(&design(17, "final/FROZEN.md"))).unwrap();
    let intent: Value = serde_json::from_str(&place.read(&design(24, "intent.json"))).unwrap();
    place.write(&design(24, "intent.json"), intent.to_string());
    let edited = place.read(&design(25, "intent.json")).replacen("Checkout", "Till", 1);
    place.write(&design(25, "intent.json"), edited);
    place.write("features/Not An Id/notes.txt", "x");
    place.write("features/notes.txt", "x");
    for id in &ids {
        let lock = place.at(&format!("features/{id}/design/.lock"));
        if lock.is_file() && !place.at(&format!("features/{id}/design")).is_symlink() {
            fs::remove_file(lock).unwrap();
        }
    }
    let before = tree(&place.root());
    let said = place.run(&["doctor", "--json"]);
    let plain = place.run(&["doctor"]);
    let after = tree(&place.root());
    let changed: Vec<_> = after.iter().filter(|now| !before.contains(now)).map(|(path, ..)| path).collect();
    assert!(after == before, "doctor changed {changed:?}");
    assert_eq!((said.code, plain.code), (2, 2), "{plain:?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let of = |id: &str| -> Vec<&Value> {
        checks.iter().filter(|check| check["what"] == format!("feature {id}")).collect()
    };
    let not_ok = |id: &str| of(id).iter().any(|check| check["ok"] == false);
    for (at, words, _) in &broken {
        let found = of(&ids[*at]);
        let check = found.iter().find(|check| check["found"].as_str().is_some_and(|f| f.contains(words)));
        let check = check.unwrap_or_else(|| panic!("{}: {words} is not in {found:?}", ids[*at]));
        assert!(check["ok"] == false && check["hint"].as_str().is_some_and(|h| h.len() > 10), "{check}");
    }
    assert!(ids[..12].iter().all(|id| not_ok(id)), "{plain:?}");
    let wrong: Vec<usize> = (12..200).filter(|at| not_ok(&ids[*at])).collect();
    let mut expected: Vec<usize> = broken.iter().map(|(at, ..)| *at).collect();
    expected.sort_unstable();
    assert_eq!(wrong, expected, "{plain:?}");
    let foreign = checks.iter().filter(|check| check["what"] == "features" && check["ok"] == false);
    assert_eq!(foreign.count(), 2, "{plain:?}");
    assert!(plain.out.contains("200 checked"), "{plain:?}");
    assert!(plain.out.contains("frozen designs: 6, not verified here"), "{plain:?}");
    let said = place.run(&["verify"]);
    assert!(said.code == 2 && said.out.contains("final/preview.html"), "{said:?}");
}

/// A held lease does not stop `doctor`, and it takes none.
#[test]
fn doctor_takes_no_lease() {
    let place = Place::candidate();
    fs::remove_file(place.at(&format!("{DESIGN}/intent.json"))).unwrap();
    let path = place.at(&format!("{DESIGN}/.lock"));
    fs::write(&path, "process 7 on another machine").unwrap();
    let held = fs::File::options().read(true).write(true).open(&path).unwrap();
    held.try_lock().unwrap();
    let before = tree(&place.root());
    let said = place.run(&["doctor"]);
    assert!(said.code == 2 && said.out.contains("NOT OK feature checkout: "), "{said:?}");
    assert!(said.out.contains("it is running in another window (process 7"), "{said:?}");
    assert!(tree(&place.root()) == before, "{said:?}");
    drop(held);
    // The text of a killed process stays in the lock file until the next holder removes it.
    let said = place.run(&["doctor"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(tree(&place.root()) == before, "the lease was taken");
}

#[test]
fn a_run_that_nobody_goes_on_with_is_reported() {
    let place = Place::candidate();
    assert_eq!(place.row("checkout")["needs"], "decision");
    place.write("words.txt", "add a help page");
    let mut terminal = Terminal::start(&place, &["reject", "checkout", "--feedback", "words.txt"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let row = place.row("checkout");
    assert_eq!((row["state"].as_str(), row["needs"].as_str()), (Some("REVISING"), Some("run")), "{row}");
    assert!(place.done(&["status"]).out.contains("needs run"));
    // Asking for the one feature shows the same.
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("ready since") && shown.contains("`frieze run checkout` continues"), "{shown}");
    assert_eq!(place.json(&["show", "checkout", "--json"])["feature"]["needs"], "run");
}

#[test]
fn a_folder_without_a_document_can_be_given_one() {
    let place = Place::workspace();
    place.write("brief.txt", CHECKOUT);
    // A file that a full disk left behind.
    place.write("features/later/design/.lock", "");
    place.done(&["new", "later", "--brief", "brief.txt"]);
    assert_eq!(place.read("features/later/brief.md"), CHECKOUT);
    place.stopped(1, "already exists", &["new", "later", "--brief", "brief.txt"]);
    place.stopped(1, "check the path", &["new", "other", "--brief", "nothere.md"]);
}

#[test]
fn run_all_sees_deleted_markers_and_reports_unreadable_features() {
    let place = frozen();
    place.write("features/broken/design/state.json", "{");
    let said =
        place.stopped(2, "broken: features/broken/design/state.json cannot be used", &["run", "--all"]);
    assert!(said.out.contains("nothing else to run"), "{said:?}");
    fs::remove_file(place.at(&format!("{DESIGN}/final/FROZEN.md"))).unwrap();
    // The question why it was unfrozen waits for that.
    let said = place.run(&["run", "--all"]);
    assert!(said.out.contains("nothing else to run") && !said.err.contains("checkout"), "{said:?}");
    place.write("features/other/brief.md", CHECKOUT);
    let said = place.run(&["run", "--all", "--reason", "it was too early"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("broken: ") && said.err.contains("other needs no reason"), "{said:?}");
    assert_eq!((place.state("checkout").as_str(), place.state("other").as_str()), ("CANDIDATE", "CANDIDATE"));
    assert!(place.done(&["log", "checkout"]).out.contains("it was too early"));
}

/// That somebody looked at a damaged candidate makes it no better.
#[test]
fn doctor_names_a_damaged_candidate_again() {
    let place = Place::candidate();
    let design = place.read(&format!("{DESIGN}/intent.json"));
    place.write(&format!("{DESIGN}/intent.json"), "{");
    for looked in [false, true] {
        if looked {
            place.run(&["show", "checkout"]);
        }
        let said = place.run(&["doctor"]);
        assert!(
            said.code == 2 && said.out.contains("intent.json is not a valid intent"),
            "{looked}: {said:?}"
        );
    }
    place.write(&format!("{DESIGN}/intent.json"), design);
    place.done(&["doctor"]);
}

#[test]
fn a_wrong_configuration_hides_no_feature_and_is_reported_once() {
    let place = frozen();
    place.write("features/other/brief.md", CHECKOUT);
    place.write("frieze.yaml", "threshold: 12\n");
    assert_eq!(place.state("checkout"), "FROZEN");
    // They may demand signatures, so the frozen design is not shown as approved.
    let said = place.run(&["show", "checkout"]);
    said.complains(2, "frieze.yaml: line 1");
    assert!(said.err.contains("showing the last saved state"), "{said:?}");
    let doctor = place.run(&["doctor"]);
    assert_eq!((doctor.code, doctor.out.matches("NOT OK").count()), (2, 1), "{doctor:?}");
}

#[test]
fn a_reset_says_where_the_feature_landed() {
    let place = frozen();
    tamper(&place);
    place.write(&format!("{DESIGN}/state.json"), "{");
    let said = place.run(&["reset", "checkout", "--from-best"]);
    said.complains(2, "checkout is FAILED: ");
    assert!(said.err.contains("--from-best was ignored") && said.out.contains("is now in design/damaged"));
    assert!(!said.out.contains("next: frieze run"), "{said:?}");
    assert_eq!(place.state("checkout"), "FAILED");
    let sound = Place::candidate();
    sound.write(&format!("{DESIGN}/state.json"), "{");
    let said = sound.done(&["reset", "checkout"]);
    assert!(said.out.contains("checkout is IDLE\n") && !said.err.contains("from-best"), "{said:?}");
}

#[test]
fn resets_at_the_same_moment_set_no_sound_record_aside() {
    let place = Place::candidate();
    place.write(&format!("{DESIGN}/state.json"), "{");
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| place.run(&["reset", "checkout"]));
        }
    });
    let aside: Vec<_> = fs::read_dir(place.at(&format!("{DESIGN}/damaged"))).unwrap().collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert_eq!(place.state("checkout"), "IDLE");
    // Even a late reset does not set a readable record aside.
    let sound = Place::candidate();
    let before = record(&sound);
    let tools = Machine.open(&sound.root(), &[]).ok().unwrap();
    let refused = tools.design().set_aside(&"checkout".parse().unwrap()).unwrap_err();
    assert!(refused.to_string().contains("nothing was set aside") && !refused.hint().is_empty(), "{refused}");
    assert_eq!(record(&sound), before);
}

#[test]
fn an_abort_that_would_be_refused_asks_nothing() {
    let place = Place::candidate();
    let mut revising = record(&place);
    revising["state"] = json!("REVISING");
    place.write(&format!("{DESIGN}/state.json"), revising.to_string());
    if place.state("checkout") != "REVISING" || place.run(&["show", "checkout"]).code != 0 {
        panic!("the record is not one of a revision: {}", place.row("checkout"));
    }
    let (code, screen) = Terminal::start(&place, &["abort", "checkout"]).end();
    assert_eq!(code, 1, "{screen}");
    assert!(screen.contains("REVISING, which cannot be aborted") && !screen.contains("why?"), "{screen}");
    assert!(screen.contains("hint: `frieze run checkout` continues it"), "{screen}");
}

/// P6: the log itself shows a journal with a cut end as damaged, before and after the repair.
#[test]
fn p06_a_journal_that_was_cut_is_shown_as_damaged() {
    let place = Place::candidate();
    let journal = "features/checkout/design/journal.jsonl";
    let text = place.read(journal);
    let first = text.lines().next().unwrap().to_owned() + "\n";
    place.write(journal, &first);
    for look in [false, true] {
        if look {
            let shown = place.done(&["show", "checkout"]);
            assert!(shown.err.contains(&format!("{journal}: line 2: ")), "{shown:?}");
        }
        let said = place.run(&["log", "checkout"]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains("missing") || said.err.contains("where 2 was due"), "{said:?}");
    }
    let now = place.read(journal);
    assert!(now.starts_with(&first) && now.lines().last().unwrap().contains("journal-damaged"), "{now}");
    // As it was, it is sound.
    place.write(journal, &text);
    place.done(&["log", "checkout"]);
}
