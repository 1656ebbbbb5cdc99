//! FROZEN.md says who, when and what, and whatever is altered in it or under it is noticed (promise P10).

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

mod cli_support;
mod gate_support;

use std::fs;

use cli_support::Place;
use frieze::domain::digest::Digest;
use gate_support::freeze;

const FINAL: &str = "features/checkout/design/final";

/// The file with its checksum made right again, as somebody would who knows the rule.
fn resealed(text: &str) -> String {
    let end = text[4..].find("\n---\n").expect("fences") + 5;
    let fields: String =
        text[4..end].lines().filter(|l| !l.starts_with("checksum:")).map(|l| format!("{l}\n")).collect();
    format!("---\n{fields}checksum: {}\n{}", Digest::of(fields.as_bytes()), &text[end..])
}

fn altered(value: &str) -> String {
    let flip = |c: char| match c {
        '0' => '1',
        '1'..='9' => '0',
        'a' => 'b',
        'b'..='z' => 'a',
        c => c,
    };
    match value {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        "null" => "\"x\"".to_owned(),
        _ => {
            let at = value.rfind(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase()).unwrap_or(0);
            value.char_indices().map(|(i, c)| if i == at { flip(c) } else { c }).collect()
        }
    }
}

#[track_caller]
fn noticed(place: &Place, why: &str) {
    let said = place.run(&["verify", "--json"]);
    assert_eq!(said.code, 2, "{why}: {said:?}");
    let verified: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(verified[0]["ok"], false, "{why}");
    assert!(verified[0]["problem"].as_str().is_some_and(|p| p.len() > 10), "{why}: {said:?}");
    let plain = place.run(&["verify"]);
    assert!(plain.code == 2 && plain.out.contains("NOT OK"), "{why}: {plain:?}");
    assert_eq!(place.run(&["verify", "checkout"]).code, 2, "{why}");
}

#[test]
fn p10_every_field_altered_singly_fails_verification() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    assert_eq!(place.run(&["verify"]).code, 0);
    let path = format!("{FINAL}/FROZEN.md");
    let text = place.read(&path);
    let (mut fields, mut in_front) = (0, true);
    for (i, line) in text.lines().enumerate().skip(1) {
        if line == "---" {
            in_front = false;
        }
        let Some((key, value)) = line.split_once(": ").filter(|_| in_front) else { continue };
        let lines: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(j, l)| if i == j { format!("{key}: {}", altered(value)) } else { l.to_owned() })
            .collect();
        let changed = lines.join("\n") + "\n";
        assert_ne!(changed, text, "{line}");
        place.write(&path, &changed);
        noticed(&place, line);
        if !key.starts_with("checksum:") && key != "checksum" {
            place.write(&path, resealed(&changed));
            noticed(&place, &format!("{line}, with its checksum made right"));
        }
        fields += 1;
    }
    assert!(fields >= 20, "only {fields} fields");
    // The lines for people too.
    for line in text.lines().filter(|l| l.starts_with("**")) {
        place.write(&path, text.replacen(line, &altered(line), 1));
        noticed(&place, line);
    }
    place.write(&path, &text);
    assert_eq!(place.run(&["verify"]).code, 0);
    println!("{fields} fields of FROZEN.md altered one by one, all noticed");
}

/// A marker that an editor or git converted is mended otherwise than one that a later version wrote.
#[test]
fn what_to_do_about_an_unreadable_marker_is_told() {
    type Change = fn(&str) -> String;
    let changes: [(Change, &str); 3] = [
        (|text| text.replace('\n', "\r\n"), "keep editors and git from converting it"),
        (|text| text.replacen("schemaVersion: 2", "schemaVersion: 3", 1), "use the frieze that wrote it"),
        (|text| text.replacen("---\n", "", 1), "to unfreeze the design, delete it instead"),
    ];
    for (change, hint) in changes {
        let place = Place::candidate();
        freeze(&place, "checkout");
        let path = format!("{FINAL}/FROZEN.md");
        place.write(&path, change(&place.read(&path)));
        let told = |out: &str| out.lines().any(|l| l.trim().starts_with("hint: ") && l.contains(hint));
        let plain = place.run(&["verify"]);
        assert!(told(&plain.out), "{plain:?}");
        // The look that follows ends the run, and says the same.
        let shown = place.run(&["show", "checkout"]);
        let row = place.row("checkout");
        assert_eq!(row["state"], "FAILED", "{row}");
        assert!(shown.out.contains(hint) && shown.out.contains("frieze reset checkout"), "{shown:?}");
    }
}

#[test]
fn p10_what_lies_beside_the_marker_is_verified_too() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    for file in ["design-intent.json", "intent.json", "preview.html"] {
        let path = format!("{FINAL}/{file}");
        if !place.exists(&path) {
            continue;
        }
        let text = place.read(&path);
        place.write(&path, text.replacen("Checkout", "Checkin", 1));
        noticed(&place, file);
        fs::remove_file(place.at(&path)).unwrap();
        noticed(&place, &format!("{file} missing"));
        std::os::unix::fs::symlink("/etc/passwd", place.at(&path)).unwrap();
        noticed(&place, &format!("{file} a symlink"));
        fs::remove_file(place.at(&path)).unwrap();
        place.write(&path, &text);
        assert_eq!(place.run(&["verify"]).code, 0);
    }
    fs::remove_file(place.at(&format!("{FINAL}/FROZEN.md"))).unwrap();
    noticed(&place, "FROZEN.md deleted");
}

/// The design is what was approved, so it stays frozen; that its preview is not is told by all that show it.
#[test]
fn p10_a_preview_that_was_changed_is_told_where_the_design_is_shown() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    assert!(!place.done(&["show", "checkout"]).out.contains("preview"));
    let path = format!("{FINAL}/preview.html");
    place.write(&path, place.read(&path).replacen("Checkout", "Checkin", 1));
    let shown = place.done(&["show", "checkout"]).out;
    let told = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("final/preview.html is not the one that was approved"), "{shown}");
    assert!(told.contains("put the preview back from version control"), "{shown}");
    assert_eq!(place.state("checkout"), "FROZEN");
    let verified = place.run(&["verify"]);
    assert!(verified.code == 2 && verified.out.contains("hint: put the preview back"), "{verified:?}");
}

/// `unfreeze` tells what its look came upon.
#[test]
fn p10_a_design_that_was_changed_beside_its_deleted_marker_is_told_by_unfreeze() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    let refused = place.run(&["unfreeze", "checkout"]);
    refused.complains(1, "no command unfreezes it");
    assert!(place.done(&["log", "checkout"]).out.contains("unfreeze"), "the refusal is journalled");
    fs::remove_file(place.at(&format!("{FINAL}/FROZEN.md"))).unwrap();
    let path = format!("{FINAL}/intent.json");
    place.write(&path, place.read(&path).replacen("Checkout", "Checkin", 1));
    let said = place.run(&["unfreeze", "checkout", "--reason", "x"]);
    said.complains(2, "integrity violation");
    assert_eq!(place.state("checkout"), "FAILED");
    place.done(&["reset", "checkout"]);
    let log = place.done(&["log", "checkout"]).out;
    assert!(log.contains("gave that freeze up") && !log.contains("was verified"), "{log}");
}

#[test]
fn p10_an_older_marker_put_back_is_noticed() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    let old: Vec<(String, Vec<u8>)> =
        place.snapshot().into_iter().filter(|(name, _)| name.starts_with(FINAL)).collect();
    fs::remove_file(place.at(&format!("{FINAL}/FROZEN.md"))).unwrap();
    place.done(&["unfreeze", "checkout", "--reason", "a new requirement"]);
    assert_eq!(place.state("checkout"), "IDLE");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    freeze(&place, "checkout");
    assert_eq!(place.run(&["verify"]).code, 0);
    for (name, bytes) in old {
        place.write(&name, bytes);
    }
    noticed(&place, "the first freeze put back");
}

#[test]
fn p9_a_marker_that_nobody_typed_for_freezes_nothing() {
    let place = Place::candidate();
    let other = Place::candidate();
    freeze(&other, "checkout");
    // Copied from another workspace, by a tool or a person.
    for (name, bytes) in other.snapshot().into_iter().filter(|(name, _)| name.starts_with(FINAL)) {
        place.write(&name, bytes);
    }
    assert_eq!(place.run(&["verify"]).code, 2);
    place.run(&["show", "checkout"]);
    assert_ne!(place.state("checkout"), "FROZEN");
}
