//! The standards of a session: how the bundle is made, what is refused, and what a changed bundle leads to.

use std::os::unix::fs::symlink;

use crate::cli_support::{Place, Said};
use crate::sessions::{CODE, Make, STANDARDS, Session, creation, keys, review, sha256, workspace};

const BUNDLE: &str = "standards-bundle.md";
const CHANGED: &str = "⚠️  Standards bundle has changed";
const CHANGED_SHORT: &str = "⚠️  Standards changed since session creation";

#[test]
fn the_bundle_has_each_standard_once_in_the_order_of_the_layers() {
    let session = Session::new();
    let bundle = session.read(BUNDLE);
    let headings: Vec<&str> =
        bundle.lines().filter(|line| line.starts_with("--- ") && line.ends_with(" ---")).collect();
    assert_eq!(headings.len(), STANDARDS.len(), "{bundle}");
    for (heading, name) in headings.iter().zip(STANDARDS) {
        assert!(heading.contains(name), "{heading} is not of {name}");
        assert!(bundle.contains(&session.place.read(&format!("std/{name}"))), "{name}");
    }
    let prompt = session.read_after_step();
    assert!(prompt.contains("standards-bundle.md") || prompt.contains("Keep to it."), "{prompt}");
}

impl Session {
    /// The planning prompt.
    fn read_after_step(&self) -> String {
        self.goes(3, "planning", &["step"]);
        self.read("planning-prompt.md")
    }
}

#[test]
fn two_sessions_with_the_same_standards_have_the_same_bundle() {
    let session = Session::new();
    session.place.done(&creation("t2"));
    assert_eq!(session.place.read(".aiwf/sessions/t2/standards-bundle.md"), session.read(BUNDLE));
    session.place.write("std/ORG.md", "# Another\n");
    session.place.done(&creation("t3"));
    assert_ne!(session.place.read(".aiwf/sessions/t3/standards-bundle.md"), session.read(BUNDLE));
    assert_eq!(session.record()["standards_hash"], sha256(session.read(BUNDLE)), "a session keeps its own");
}

/// Acceptance 8, at every boundary.
#[test]
fn a_changed_bundle_warns_at_every_approval_and_blocks_none() {
    let boundaries: [(&str, Make); 4] = [
        ("generating", Session::planned),
        ("generated", Session::generated),
        ("reviewed", || Session::reviewed("PASS")),
        ("revised", || Session::revised("<<<FILE: Tier.java>>>\nclass Tier { int n; }\n")),
    ];
    for (phase, make) in boundaries {
        let session = make();
        let hash = session.record()["standards_hash"].clone();
        session.write(BUNDLE, format!("{}x", session.read(BUNDLE)));
        let verified = session.order(&["verify"]);
        let text = format!("{}{}", verified.out, verified.err);
        assert!(verified.code == 0 && text.contains(CHANGED_SHORT), "{phase}: {verified:?}");
        assert_eq!(session.order(&["verify", "--strict"]).code, 2, "{phase}");
        let said = session.goes(0, phase, &["approve"]);
        assert!(said.err.contains(CHANGED), "{phase}: {said:?}");
        assert_eq!(session.record()["standards_hash"], hash, "{phase}");
        let log = session.place.json(&["session", "log", "t1", "--json"]).to_string();
        assert!(log.contains("hash-mismatch"), "{phase}: {log}");
    }
}

#[test]
fn an_unreadable_bundle_warns_and_blocks_nothing() {
    type Change = fn(&Session);
    let changes: [(&str, Change); 4] = [
        ("deleted", |session| session.remove(BUNDLE)),
        ("not text", |session| session.write(BUNDLE, [0xFF, 0xFE, 0, 1])),
        ("a folder", |session| {
            session.remove(BUNDLE);
            std::fs::create_dir(session.at(BUNDLE)).unwrap();
        }),
        ("a symlink", |session| {
            session.remove(BUNDLE);
            symlink("/etc/passwd", session.at(BUNDLE)).unwrap();
        }),
    ];
    for (name, change) in changes {
        let session = Session::planned();
        change(&session);
        let said = session.goes(0, "generating", &["approve"]);
        let is_reported = said.err.contains(CHANGED) || said.err.contains("Could not verify standards");
        assert!(is_reported, "{name}: {said:?}");
        session.write("iteration-1/generating-response.md", CODE);
        session.goes(0, "generated", &["step"]);
        session.goes(0, "generated", &["approve"]);
        session.goes(0, "reviewing", &["step"]);
        session.write("iteration-1/reviewing-response.md", review("PASS"));
        session.goes(0, "reviewed", &["step"]);
        let all: String =
            session.files().iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
        assert!(!all.contains("root:x:0:0"), "{name}: a file from outside was copied");
    }
}

fn refused(place: &Place, words: &str) -> Said {
    let before = place.snapshot();
    let said = place.stopped(1, words, &creation("t1"));
    assert!(!place.exists(".aiwf/sessions/t1"), "{words}: a session was left: {said:?}");
    let made: Vec<(String, Vec<u8>)> =
        place.snapshot().into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect();
    let before: Vec<(String, Vec<u8>)> =
        before.into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect();
    assert!(made == before, "{words}: files changed: {said:?}");
    said
}

#[test]
fn standards_that_cannot_be_read_are_named_and_no_session_is_made() {
    type Damage = fn(&Place);
    let damages: [(&str, Damage); 8] = [
        ("std", |place| std::fs::remove_dir_all(place.at("std")).unwrap()),
        ("std", |place| {
            std::fs::remove_dir_all(place.at("std")).unwrap();
            place.write("std", "a file");
        }),
        ("std", |place| {
            std::fs::rename(place.at("std"), place.at("../std")).unwrap();
            symlink(place.at("../std"), place.at("std")).unwrap();
        }),
        ("ORG.md", |place| std::fs::remove_file(place.at("std/ORG.md")).unwrap()),
        ("ORG.md", |place| {
            std::fs::rename(place.at("std/ORG.md"), place.at("../ORG.md")).unwrap();
            symlink(place.at("../ORG.md"), place.at("std/ORG.md")).unwrap();
        }),
        ("ORG.md", |place| place.write("std/ORG.md", [b'#', 0xFF, 0xFE, b'\n'])),
        ("ORG.md", |place| {
            std::fs::remove_file(place.at("std/ORG.md")).unwrap();
            std::fs::create_dir(place.at("std/ORG.md")).unwrap();
        }),
        ("ORG.md", |place| place.write("std/ORG.md", vec![b'x'; 50 * 1024 * 1024])),
    ];
    for (words, damage) in damages {
        let place = workspace();
        damage(&place);
        refused(&place, words);
    }
}

#[test]
fn a_standards_root_can_come_from_the_environment() {
    let place = workspace();
    place.write("frieze.yaml", "version: 1\nsession:\n  standardsRoot: \"${TEAM_STANDARDS}\"\n");
    let mut words = creation("t1");
    words.drain(..2);
    place.stopped(1, "TEAM_STANDARDS", &words);
    assert!(!place.exists(".aiwf/sessions/t1"));
    let said = place.run_env(&[("TEAM_STANDARDS", "std")], &words);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(place.read(".aiwf/sessions/t1/standards-bundle.md").contains("# ORG.md"));
}

/// The document's own file of settings, above `frieze.yaml`.
#[test]
fn the_workspace_file_of_the_document_sets_root_and_profile() {
    let place = workspace();
    place.write("frieze.yaml", "version: 1\nsession:\n  standardsRoot: nowhere\n");
    place.write(".aiwf/config.yml", "standards_root: std\ndefault_profile: jpa-mt\n");
    let config = place.done(&["config"]).out;
    let line = config.lines().find(|line| line.contains("standardsRoot")).unwrap_or_default();
    assert!(line.contains("std") && line.contains(".aiwf/config.yml"), "{config}");
    let mut words = vec!["session", "new", "t1"];
    words.extend(crate::sessions::CONTEXT);
    place.done(&words);
    let session = Session { place };
    assert_eq!(session.record()["profile"], "jpa-mt");
    assert!(session.read(BUNDLE).contains("# ORG.md"));
}

#[test]
fn the_users_file_of_the_document_has_the_lowest_rank() {
    let place = workspace();
    std::fs::create_dir_all(place.home().join(".aiwf")).unwrap();
    std::fs::write(place.home().join(".aiwf/config.yml"), "standards_root: std\ndefault_profile: jpa-mt\n")
        .unwrap();
    let mut words = vec!["session", "new", "t1"];
    words.extend(crate::sessions::CONTEXT);
    place.done(&words);
    place.write("frieze.yaml", "version: 1\nsession:\n  standardsRoot: nowhere\n");
    words[2] = "t2";
    place.stopped(1, "nowhere", &words);
}

#[test]
fn the_default_profile_needs_no_standards() {
    let place = Place::demo();
    place.done(&["session", "new", "t1", "--feature", "checkout"]);
    let session = Session { place };
    let record = session.record();
    assert_eq!(record["profile"], "contract");
    assert_eq!(record["standards_hash"], sha256(session.read(BUNDLE)));
    assert_eq!(keys(&record["providers"]).len(), 4);
}

/// What another program keeps in the user's file must not stop a workspace.
#[test]
fn an_unknown_key_of_the_users_file_is_a_warning() {
    let place = workspace();
    std::fs::create_dir_all(place.home().join(".aiwf")).unwrap();
    std::fs::write(place.home().join(".aiwf/config.yml"), "retries: 3\nstandards_root: std\n").unwrap();
    let said = place.done(&creation("t1"));
    assert!(said.err.contains("retries in ~/.aiwf/config.yml is set but ignored"), "{said:?}");
    assert!(place.done(&["config"]).err.contains("retries in ~/.aiwf/config.yml"));
    place.done(&["status"]);
}

/// A folder outside of the workspace is read only if the user knows it: its files go into prompts.
#[test]
fn a_folder_of_standards_outside_of_the_workspace_needs_trust() {
    let place = workspace();
    let outside = place.home().join("std");
    std::fs::create_dir_all(&outside).unwrap();
    for name in STANDARDS {
        std::fs::copy(place.at(&format!("std/{name}")), outside.join(name)).unwrap();
    }
    let mut words = creation("t1");
    words.drain(..2);
    let root = outside.display();
    let files = [
        ("frieze.yaml", format!("version: 1\nsession: {{standardsRoot: \"{root}\"}}\n"), "frieze.yaml"),
        (".aiwf/config.yml", format!("standards_root: \"{root}\"\n"), ".aiwf/config.yml"),
    ];
    for (file, text, named) in files {
        place.write(file, &text);
        let expected = format!("session.standardsRoot came with this workspace ({named}), and you have not");
        let said = place.stopped(1, &expected, &words);
        assert!(said.err.contains("`frieze trust standardsRoot`"), "{said:?}");
    }
    // The person's own word needs none.
    let flag = format!("session.standardsRoot={root}");
    let mut own = vec!["--set", flag.as_str()];
    own.extend(&words);
    own[4] = "t2";
    place.done(&own);
    let said = place.stopped(1, "standardsRoot is not trusted", &["trust"]);
    assert!(said.out.contains("reads the standards of sessions from"), "{said:?}");
    let hash = said.out.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
    place.done(&["trust", "standardsRoot", "--sha256", &hash]);
    place.done(&words);
    place.write(".aiwf/config.yml", format!("standards_root: \"{root}/../std\"\n"));
    words[2] = "t3";
    place.stopped(1, "it changed since you trusted it", &words);
}
