//! Runs that are stopped at random moments, by Ctrl-C, SIGTERM or SIGKILL: running again always ends as an undisturbed run
//! does (promises P1, P3).

#![expect(clippy::unwrap_used, reason = "what a test prepares has to be there, or it stops")]

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli_support::{CHECKOUT, Place};
use frieze_testkit::Dice;
use serde_json::Value;

const FEATURES: [&str; 3] = ["checkout", "orders", "vague"];

fn workspace() -> Place {
    let place = Place::empty();
    place.write("frieze.yaml", "version: 1\n");
    for id in FEATURES {
        let brief = if id == "vague" { "It should be nice and fast, etc." } else { CHECKOUT };
        place.write(&format!("features/{id}/brief.md"), brief);
    }
    place
}

/// The time-independent results of a run: states, scores, documents.
fn outcome(place: &Place) -> Vec<(String, Value)> {
    let listing = place.json(&["status", "--json"]);
    let rows = listing["features"].as_array().cloned().unwrap_or_default();
    FEATURES
        .iter()
        .zip(rows)
        .map(|(id, row)| {
            assert_eq!(row["id"], *id);
            let of = |file: &str| {
                let path = format!("features/{id}/design/{file}");
                let text = if place.exists(&path) { place.read(&path) } else { String::new() };
                Value::from(text)
            };
            let parts = vec![
                row["state"].clone(),
                row["iteration"].clone(),
                row["score"].clone(),
                of("intent.json"),
                of("preview.html"),
            ];
            ((*id).to_owned(), Value::from(parts))
        })
        .collect()
}

#[test]
fn p3_a_run_that_is_stopped_anywhere_goes_on_to_the_same_end() {
    stopped_anywhere(false);
}

#[test]
fn p3_a_stopped_run_ends_with_the_same_documents_after_several_iterations_too() {
    stopped_anywhere(true);
}

/// `later`: whether to compare the documents of later iterations as well.
fn stopped_anywhere(later: bool) {
    let undisturbed = workspace();
    let started = std::time::Instant::now();
    undisturbed.run(&["run", "--all"]);
    let whole = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX).max(2000);
    let expected = outcome(&undisturbed);
    let mut dice = Dice(0x5EED);
    let (mut stopped, mut ended) = (0, 0);
    for round in 0..60_u32 {
        let signal = ["-INT", "-TERM", "-KILL"][round as usize % 3];
        let place = workspace();
        // Stopped up to three times in a row, at moments spread over the whole run.
        for _ in 0..=round % 3 {
            let wait = Duration::from_micros(dice.draw() % whole);
            let mut child = place.started(&["run", "--all"]);
            std::thread::sleep(wait);
            let _ =
                Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
            let status = child.wait().unwrap();
            let mut said = String::new();
            std::io::Read::read_to_string(child.stderr.as_mut().unwrap(), &mut said).unwrap();
            assert!(!said.contains("panicked"), "{signal} after {wait:?}: {said}");
            match status.code() {
                Some(0..=3) => ended += 1,
                _ => stopped += 1,
            }
            let listed = place.run(&["status"]);
            assert!(
                listed.code == 0 && !listed.out.contains("UNREADABLE"),
                "{signal} after {wait:?}: {listed:?}"
            );
        }
        let said = place.run(&["run", "--all"]);
        assert!([0, 2, 3].contains(&said.code), "{said:?}");
        for ((id, parts), (_, undisturbed)) in outcome(&place).iter().zip(&expected) {
            let parts_compared = if later || undisturbed[1] == 1 { 5 } else { 3 };
            for i in 0..parts_compared {
                let log = || place.run(&["log", id]).out;
                assert_eq!(parts[i], undisturbed[i], "round {round}: {signal}: part {i} of {id}: {}", log());
            }
        }
        for id in FEATURES {
            let log = place.run(&["log", id]);
            assert!(!log.err.contains("line "), "round {round}: {signal}: the journal is damaged: {log:?}");
        }
        let left = place.snapshot();
        // Those in the folders of single iterations are not swept yet.
        let swept = |name: &&String| name.ends_with(".tmp") && !name.contains("/iterations/");
        let temporary: Vec<&String> = left.iter().map(|(name, _)| name).filter(swept).collect();
        assert!(temporary.is_empty(), "round {round}: {signal}: {temporary:?}");
    }
    assert!(stopped >= 20, "only {stopped} were stopped in time");
    println!("60 rounds: {stopped} runs stopped, {ended} ended first; all came to the same end");
}

/// Temporary names as the store makes them for `brief.md`, and names that only look like them.
const OURS: [&str; 2] = [".brief.md.abcdefgh.tmp", ".brief.md.zzzz2345.tmp"];
const THEIRS: [&str; 7] = [
    ".brief.md.tmp",
    ".brief.md.ABCDEFGH.tmp",
    ".brief.md.abcdefg.tmp",
    "brief.md.abcdefgh.tmp",
    ".brief.md.abcdefgh.tmp.bak",
    ".notes.md.abcdefgh.tmp",
    ".gitignore",
];

/// The next command that opens the feature removes what a killed `frieze new` left, `frieze new` included.
#[test]
fn the_remains_of_a_killed_new_are_swept_and_nothing_else() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    type Verb = &'static [&'static str];
    let verbs: [(&str, Verb); 2] =
        [("made", &["new", "made", "--brief", "brief.md"]), ("ran", &["run", "ran"])];
    place.write("features/ran/brief.md", CHECKOUT);
    for (id, verb) in verbs {
        for name in OURS.iter().chain(&THEIRS) {
            place.write(&format!("features/{id}/{name}"), *name);
        }
        std::fs::create_dir(place.at(&format!("features/{id}/.brief.md.ffffffff.tmp"))).unwrap();
        let said = place.run(verb);
        assert!([0, 3].contains(&said.code), "{said:?}");
        for name in OURS {
            assert!(!place.exists(&format!("features/{id}/{name}")), "{verb:?} left {name}");
        }
        for name in THEIRS {
            assert_eq!(place.read(&format!("features/{id}/{name}")), name, "{verb:?}");
        }
        assert!(place.exists(&format!("features/{id}/.brief.md.ffffffff.tmp")), "{verb:?} took a folder");
        assert_eq!(place.read(&format!("features/{id}/brief.md")), CHECKOUT);
    }
}

#[test]
fn an_interrupted_run_says_so() {
    let place = Place::workspace();
    // Filling in a large template repeatedly takes time.
    for i in 0..40 {
        place.write(&format!("features/f{i}/brief.md"), CHECKOUT.repeat(30));
    }
    let mut child = place.started(&["run", "--all"]);
    // Once a file is saved, the run is under way.
    let lock = place.at("features/f0/design/.lock");
    while !lock.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(said.contains("all progress is saved") && said.contains("hint: "), "{said}");
}
