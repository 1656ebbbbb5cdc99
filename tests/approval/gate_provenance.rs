//! FROZEN.md says who, when and what, and every change to it or its files is detected (promise P10).

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;

use crate::cli_support::Place;
use crate::gate_support::freeze;
use frieze_data::digest::Digest;

const FINAL: &str = "features/checkout/design/final";

/// Makes the checksum right again, as an attacker who knows the rule would.
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
    // The text for people says the same.
    for line in text.lines().filter(|l| l.starts_with("**")) {
        place.write(&path, text.replacen(line, &altered(line), 1));
        noticed(&place, line);
    }
    place.write(&path, &text);
    assert_eq!(place.run(&["verify"]).code, 0);
    println!("{fields} fields of FROZEN.md altered one by one, all noticed");
}

/// A marker that an editor or git converted needs another fix than one from a later version.
#[test]
fn an_unreadable_marker_has_a_hint() {
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
        let has_hint = |out: &str| out.lines().any(|l| l.trim().starts_with("hint: ") && l.contains(hint));
        let plain = place.run(&["verify"]);
        assert!(has_hint(&plain.out), "{plain:?}");
        // The next inspection ends the run and says the same.
        let shown = place.run(&["show", "checkout"]);
        let row = place.row("checkout");
        assert_eq!(row["state"], "FAILED", "{row}");
        assert!(shown.out.contains(hint) && shown.out.contains("frieze reset checkout"), "{shown:?}");
    }
}

#[test]
fn p10_the_files_next_to_the_marker_are_verified_too() {
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

/// The design is the approved one, so it stays frozen. Every view reports that the preview is not.
#[test]
fn p10_a_changed_preview_is_reported_with_the_design() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    assert!(!place.done(&["show", "checkout"]).out.contains("preview"));
    let path = format!("{FINAL}/preview.html");
    place.write(&path, place.read(&path).replacen("Checkout", "Checkin", 1));
    let shown = place.run(&["show", "checkout"]);
    assert_eq!(shown.code, 2, "{shown:?}");
    let shown = shown.out;
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("final/preview.html was changed since the approval"), "{shown}");
    assert!(words.contains("restore the preview from version control"), "{shown}");
    assert_eq!(place.state("checkout"), "FROZEN");
    let verified = place.run(&["verify"]);
    assert!(verified.code == 2 && verified.out.contains("hint: restore the preview"), "{verified:?}");
}

/// `unfreeze` reports what it finds.
#[test]
fn p10_unfreeze_reports_a_changed_design_next_to_a_deleted_marker() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    let refused = place.run(&["unfreeze", "checkout"]);
    refused.complains(1, "no command can unfreeze it");
    assert!(place.done(&["log", "checkout"]).out.contains("unfreeze"), "the refusal is journalled");
    fs::remove_file(place.at(&format!("{FINAL}/FROZEN.md"))).unwrap();
    let path = format!("{FINAL}/intent.json");
    place.write(&path, place.read(&path).replacen("Checkout", "Checkin", 1));
    let said = place.run(&["unfreeze", "checkout", "--reason", "x"]);
    said.complains(2, "integrity violation");
    assert_eq!(place.state("checkout"), "FAILED");
    place.done(&["reset", "checkout"]);
    let log = place.done(&["log", "checkout"]).out;
    assert!(log.contains("gave up that freeze") && !log.contains("was verified"), "{log}");
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
    // Copied from another workspace.
    for (name, bytes) in other.snapshot().into_iter().filter(|(name, _)| name.starts_with(FINAL)) {
        place.write(&name, bytes);
    }
    assert_eq!(place.run(&["verify"]).code, 2);
    place.run(&["show", "checkout"]);
    assert_ne!(place.state("checkout"), "FROZEN");
}
