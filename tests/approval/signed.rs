//! Signed approvals (promise P29): made at the gate with the approver's SSH key, checked with ssh-keygen alone, and never
//! made by writing files. Without ssh-keygen these tests report that they were not run.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cli_support::{CHECKOUT, GIT_NAME, Place};
use crate::gate_support::{PROMPT, Terminal, freeze};
use frieze_data::digest::Digest;
use frieze_design::freeze_marker;
use frieze_design::freeze_marker::Marker;
use frieze_kernel::journal;
use frieze_kernel::journal::Note;
use serde_json::{Value, json};

const DESIGN: &str = "features/checkout/design";

/// Whether ssh-keygen is installed.
fn can_sign() -> bool {
    let found = Command::new("ssh-keygen").arg("-?").stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("not run: ssh-keygen is not installed");
    }
    found
}

/// A key of this kind, with a passphrase or an empty one.
fn key(place: &Place, name: &str, kind: &[&str], passphrase: &str) -> PathBuf {
    let path = place.home().join(name);
    let mut made = Command::new("ssh-keygen");
    made.args(["-q", "-N", passphrase, "-C", name, "-f"]).arg(&path).args(kind);
    assert!(made.status().unwrap().success());
    path
}

fn public(key: &Path) -> String {
    fs::read_to_string(key.with_extension("pub")).unwrap().trim().to_owned()
}

fn user(place: &Place, yaml: &str) {
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
}

/// The user asks for signatures and lists who may approve, outside of the workspace.
fn demanded(place: &Place, key: &Path, approvers: &str) {
    fs::write(place.home().join("approvers"), approvers).unwrap();
    let approvers = place.home().join("approvers");
    user(
        place,
        &format!("approval: {{sign: ssh, key: {}, approvers: {}}}\n", key.display(), approvers.display()),
    );
}

fn line(name: &str, key: &Path) -> String {
    format!("\"{name}\" namespaces=\"frieze\" {}\n", public(key))
}

/// The result of `ssh-keygen -Y verify` for a frozen feature, without frieze.
fn checked_without_frieze(place: &Place, approvers: &Path, name: &str, id: &str) -> bool {
    let folder = place.at(&format!("features/{id}/design/final"));
    let mut check = Command::new("ssh-keygen");
    check.args(["-Y", "verify", "-n", "frieze", "-s", "FROZEN.md.sig", "-I", name, "-f"]).arg(approvers);
    let marker = fs::File::open(folder.join("FROZEN.md")).unwrap();
    check.current_dir(folder).stdin(marker).output().unwrap().status.success()
}

fn verified(place: &Place, arguments: &[&str]) -> (i32, Value) {
    let said = place.run(&[&["verify", "--json"], arguments].concat());
    (said.code, serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {said:?}")))
}

#[test]
fn p29_an_approval_is_signed_and_anybody_can_check_it() {
    if !can_sign() {
        return;
    }
    for kind in
        [&["-t", "ed25519"][..], &["-t", "ecdsa", "-b", "256"], &["-t", "ecdsa", "-b", "521"], &["-t", "rsa"]]
    {
        let place = Place::candidate();
        let key = key(&place, "own", kind, "");
        demanded(&place, &key, &line(GIT_NAME, &key));
        let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
        terminal.wait_for(PROMPT);
        let screen = terminal.screen();
        assert!(screen.contains(&format!("by      {GIT_NAME} (from git's user.name)")), "{screen}");
        assert!(screen.contains("signed  with ") && screen.contains("approval.key"), "{screen}");
        terminal.send("checkout\r");
        let (code, screen) = terminal.end();
        assert_eq!(code, 0, "{kind:?}: {screen}");
        let marker = place.read(&format!("{DESIGN}/final/FROZEN.md"));
        assert!(marker.contains("signed: true\n") && marker.contains("**Signed:** yes\n"), "{marker}");
        assert!(marker.contains("ssh-keygen -Y verify"), "{marker}");
        assert!(
            checked_without_frieze(&place, &place.home().join("approvers"), GIT_NAME, "checkout"),
            "{kind:?}"
        );
        let (code, found) = verified(&place, &[]);
        assert_eq!((code, &found[0]["ok"]), (0, &json!(true)), "{kind:?}: {found}");
        let signer = found[0]["signer"].as_str().unwrap();
        assert!(signer.starts_with(&format!("{GIT_NAME}, SHA256:")), "{found}");
        let shown = place.done(&["show", "checkout"]).out;
        assert!(shown.contains(&format!("signed by {GIT_NAME}, SHA256:")), "{shown}");
        // Without a list of approvers no approver is shown.
        user(&place, "");
        let plain = place.done(&["verify"]).out;
        assert!(
            plain.contains("not checked against a list of approvers")
                && plain.contains("cannot prevent forgery"),
            "{plain}"
        );
        // The same for a verifier's own list, whatever is configured here.
        let approvers = place.home().join("approvers").display().to_string();
        assert_eq!(verified(&place, &["--approvers", &approvers]).0, 0, "{kind:?}");
        fs::write(place.home().join("nobody"), "").unwrap();
        let nobody = place.home().join("nobody").display().to_string();
        let (code, found) = verified(&place, &["--approvers", &nobody]);
        assert_eq!(code, 2, "{found}");
        assert!(found[0]["problem"].as_str().unwrap().contains("do not list it"), "{found}");
    }
}

#[test]
fn a_locked_key_is_asked_for_its_passphrase_at_the_gate() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    let key = key(&place, "locked", &["-t", "ed25519"], "open sesame");
    demanded(&place, &key, &line(GIT_NAME, &key));
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r").wait_for("Enter passphrase");
    terminal.send("wrong\r").wait_for("Wrong passphrase");
    terminal.send("open sesame\r");
    let (code, screen, raw) = terminal.ended();
    assert_eq!(code, 0, "{screen}");
    assert!(!String::from_utf8_lossy(&raw).contains("sesame"), "{screen}");
    assert_eq!(verified(&place, &[]).0, 0);
    let canary = |(_, bytes): &(String, Vec<u8>)| bytes.windows(6).any(|piece| piece == b"sesame");
    assert!(!place.snapshot().iter().any(canary), "the passphrase is in no file");

    // Leaving at the passphrase decides nothing.
    let place = Place::candidate();
    let key = self::key(&place, "locked", &["-t", "ed25519"], "open sesame");
    demanded(&place, &key, &line(GIT_NAME, &key));
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r").wait_for("Enter passphrase").send("\x1b");
    assert_eq!(terminal.end().0, 1);
    crate::gate_support::undecided(&place, "left at the passphrase");
    assert!(
        !place.read(&format!("{DESIGN}/journal.jsonl")).contains("\"decision\""),
        "no decision is journalled"
    );
}

#[test]
fn nothing_is_decided_without_a_valid_signature() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    let own = key(&place, "own", &["-t", "ed25519"], "");
    let other = key(&place, "other", &["-t", "ed25519"], "");
    let refused = |approvers: &str, why: &str| {
        demanded(&place, &own, approvers);
        let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
        terminal.wait_for_either(PROMPT, "hint: ").send("checkout\r");
        let (code, screen) = terminal.end();
        assert_eq!(code, 1, "{why}: {screen}");
        assert!(screen.contains(why), "{why}: {screen}");
        crate::gate_support::undecided(&place, why);
        screen
    };
    let screen = refused(&line(GIT_NAME, &other), "the approvers do not list it");
    // The message says what to write where.
    let own_line = line(GIT_NAME, &own);
    let words = own_line.split_whitespace().nth(4).unwrap();
    assert!(screen.replace(['\n', ' '], "").contains(words), "{words}: {screen}");
    refused(&line("Eve", &own), "the approvers list it for another name");
    refused(&own_line.replace("frieze", "git"), "for other purposes than frieze");
    refused(&own_line.replace("namespaces", "valid-before=\"20200101\",namespaces"), "for another time");
    refused("what is this", "line 1: ");
    fs::remove_file(place.home().join("own")).unwrap();
    demanded(&place, &own, &own_line);
    let said = place.run(&["verify"]);
    assert_eq!(said.code, 0, "nothing is frozen: {said:?}");
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    let (code, screen) = {
        terminal.wait_for("does not exist");
        terminal.end()
    };
    assert_eq!(code, 1, "{screen}");
    crate::gate_support::undecided(&place, "the key is gone");
}

/// The workspace's approval rules come with it: they are shown, trusted once, and need trust again after any change, even
/// if removed.
#[test]
fn approval_rules_of_a_workspace_need_trust() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    let own = key(&place, "own", &["-t", "ed25519"], "");
    let eve = key(&place, "eve", &["-t", "ed25519"], "");
    user(&place, &format!("approval: {{key: {}}}\n", own.display()));
    place.write("frieze.yaml", "approval: {sign: ssh}\n");
    place.write("approvers", line(GIT_NAME, &own));
    let trust = |place: &Place| {
        let shown = place.run(&["trust", "approval"]);
        let hash =
            shown.out.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
        place.done(&["trust", "approval", "--sha256", &hash]);
        shown.out
    };
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for("are not trusted");
    assert_eq!(terminal.end().0, 1);
    assert!(trust(&place).contains("ssh-ed25519"), "who may sign is shown");
    freeze(&place, "checkout");
    assert_eq!(verified(&place, &[]).0, 0);
    let changed: [(&str, String, &str); 3] = [
        ("approvers", line(GIT_NAME, &eve), "approval: {sign: ssh}\n"),
        ("approvers", line(GIT_NAME, &own) + &line("Eve", &eve), "approval: {sign: ssh}\n"),
        ("approvers", line(GIT_NAME, &own), "{}\n"),
    ];
    for (file, text, settings) in changed {
        place.write(file, text);
        place.write("frieze.yaml", settings);
        let (code, found) = verified(&place, &[]);
        assert_eq!((code, &found[0]["ok"]), (2, &json!(false)), "{settings}: {found}");
        assert!(found[0]["problem"].as_str().unwrap().contains("changed since you trusted them"), "{found}");
        assert_eq!(place.run(&["show", "checkout"]).code, 2, "{settings}");
        assert_eq!(place.state("checkout"), "FROZEN", "the record is left alone");
    }
    // An unreadable settings file lowers nothing either.
    place.write("frieze.yaml", "approval: {sign: [\n");
    assert_eq!(verified(&place, &[]).0, 2);
    // Trusting it is a deliberate act.
    place.write("frieze.yaml", "{}\n");
    assert!(trust(&place).contains("no longer demands signed approvals"), "it says what is lowered");
    assert_eq!(verified(&place, &[]).0, 0);
    // The user's own file has priority, and no workspace lowers it.
    demanded(&place, &own, &line("Eve", &own));
    place.write("frieze.yaml", "approval: {sign: 'no', approvers: approvers}\n");
    assert_eq!(verified(&place, &[]).0, 2);
}

/// A relative key path starts at the file that names it: the user's config.yaml, or the workspace's if its rules are
/// trusted.
#[test]
fn the_key_path_starts_at_the_file_that_names_it() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    let own = key(&place, "own", &["-t", "ed25519"], "");
    key(&place, "eve", &["-t", "ed25519"], "");
    demanded(&place, &own, &line(GIT_NAME, &own));
    fs::create_dir_all(place.home().join("config/frieze/keys")).unwrap();
    for name in ["own", "own.pub"] {
        fs::copy(place.home().join(name), place.home().join("config/frieze/keys").join(name)).unwrap();
    }
    let approvers = place.home().join("approvers");
    let gate = |place: &Place| {
        let mut terminal = Terminal::start(place, &["approve", "checkout"]);
        terminal.wait_for_either(PROMPT, "hint: ").send("\u{3}");
        terminal.end().1
    };
    user(&place, &format!("approval: {{sign: ssh, key: keys/own, approvers: {}}}\n", approvers.display()));
    let screen = gate(&place);
    assert!(screen.contains("frieze/keys/own"), "{screen}");
    user(&place, &format!("approval: {{sign: ssh, approvers: {}}}\n", approvers.display()));
    place.write("frieze.yaml", format!("approval: {{key: {}}}\n", place.home().join("eve").display()));
    let screen = gate(&place);
    assert!(screen.contains("no SSH key found") && !screen.contains("eve"), "{screen}");
}

/// The workspace's path for the list of approvers may be a pipe or endless: it blocks nothing and fills no memory.
#[test]
fn a_list_of_approvers_must_be_a_file() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    for approvers in ["/dev/zero", "pipe", ".", "missing"] {
        let _ = Command::new("mkfifo").arg(place.at("pipe")).stderr(Stdio::null()).status();
        place.write("frieze.yaml", format!("approval: {{sign: ssh, approvers: {approvers}}}\n"));
        let (code, found) = verified(&place, &[]);
        assert_eq!(code, 2, "{approvers}: {found}");
        let problem = found[0]["problem"].as_str().unwrap();
        assert!(problem.contains("the list of approvers"), "{approvers}: {problem}");
    }
}

/// A freeze from before signatures were required counts again once an approver signs its FROZEN.md.
#[test]
fn an_older_freeze_is_signed_by_hand() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    freeze(&place, "checkout");
    assert!(place.read(&format!("{DESIGN}/final/FROZEN.md")).contains("**Signed:** no\n"));
    let said = place.done(&["verify"]);
    assert!(said.out.contains("cannot prevent forgery"), "{said:?}");
    let own = key(&place, "own", &["-t", "ed25519"], "");
    demanded(&place, &own, &line(GIT_NAME, &own));
    let (code, found) = verified(&place, &[]);
    assert_eq!(code, 2, "{found}");
    assert!(found[0]["problem"].as_str().unwrap().starts_with("nobody signed this approval"), "{found}");
    place.stopped(2, "nobody signed this approval", &["show", "checkout"]);
    let mut sign = Command::new("ssh-keygen");
    sign.args(["-q", "-Y", "sign", "-n", "frieze", "-f"])
        .arg(&own)
        .arg(place.at(&format!("{DESIGN}/final/FROZEN.md")));
    assert!(sign.stderr(Stdio::null()).status().unwrap().success());
    assert_eq!(verified(&place, &[]).0, 0);
    place.done(&["show", "checkout"]);
}

/// A folder that can be restored.
struct Backup(tempfile::TempDir);

impl Backup {
    fn of(place: &Place) -> Self {
        let backup = Self(tempfile::TempDir::new().unwrap());
        copy(&place.at("features"), &backup.0.path().join("features"));
        backup
    }

    fn restore(&self, place: &Place) {
        fs::remove_dir_all(place.at("features")).unwrap();
        copy(&self.0.path().join("features"), &place.at("features"));
    }

    fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.0.path().join(path)).unwrap()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn edit(place: &Place, path: &str, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_str(&place.read(path)).unwrap();
    change(&mut value);
    place.write(path, serde_json::to_vec_pretty(&value).unwrap());
}

fn resealed(text: &str) -> String {
    let end = text[4..].find("\n---\n").expect("fences") + 5;
    let fields: String =
        text[4..end].lines().filter(|l| !l.starts_with("checksum:")).map(|l| format!("{l}\n")).collect();
    format!("---\n{fields}checksum: {}\n{}", Digest::of(fields.as_bytes()), &text[end..])
}

fn signature(key: &Path, namespace: &str, text: &[u8]) -> Vec<u8> {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("text");
    fs::write(&file, text).unwrap();
    let mut sign = Command::new("ssh-keygen");
    sign.args(["-q", "-Y", "sign", "-n", namespace, "-f"]).arg(key).arg(&file).stderr(Stdio::null());
    assert!(sign.status().unwrap().success());
    fs::read(folder.path().join("text.sig")).unwrap()
}

/// Forges every file of an approval of the candidate `id`. `signed` is what the marker says of itself.
fn forged(place: &Place, id: &str, approver: &str, signed: bool, with_record: bool) -> Vec<u8> {
    let design = format!("features/{id}/design");
    let read = |path: &str| fs::read(place.at(&format!("{design}/{path}"))).unwrap();
    let mut state: Value = serde_json::from_slice(&read("state.json")).unwrap();
    let journal = read("journal.jsonl");
    let tip = journal::read(&journal).tip;
    let intent: Value = serde_json::from_slice(&read("intent.json")).unwrap();
    let canonical = frieze_data::canonical::canonical(&intent);
    let role = |name: &str| {
        let pins = &state["run"]["pins"][name];
        json!({"model": pins["modelVersion"], "template": pins["promptTemplatePath"],
            "templateVersion": pins["promptTemplateVersion"], "templateSha256": pins["promptTemplateSha256"]})
    };
    let checksum = Digest::of(&canonical);
    let marker: Marker = serde_json::from_value(json!({
        "schemaVersion": 2, "featureId": id, "freezeNumber": 1, "checksumSHA256": checksum,
        "qualityThreshold": state["run"]["pins"]["threshold"], "finalScore": state["candidate"]["score"],
        "iterationCount": state["iteration"], "approver": approver, "frozenAt": "2026-11-23T10:00:00Z",
        "note": null, "approvedUnseen": true, "signed": signed,
        "previewSha256": Digest::of(&read("preview.html")), "critiqueSha256": Digest::of(&read("critique.json")),
        "briefSha256": state["run"]["briefSha256"], "rubricVersion": state["run"]["pins"]["rubric"]["version"],
        "rubricSha256": state["run"]["pins"]["rubric"]["sha256"], "generator": role("generator"),
        "critic": role("critic"), "friezeVersion": "0.1.0", "runNumber": state["run"]["number"], "journalTip": tip.line,
    }))
    .unwrap();
    let text = freeze_marker::render(&marker, freeze_marker::TEMPLATE).unwrap();
    let note = |kind: &str, data: Value| Note {
        at: "2026-11-23T10:00:00Z".to_owned(),
        kind: kind.to_owned(),
        by: approver.to_owned(),
        text: "approved".to_owned(),
        data,
    };
    let decision = note(
        "decision",
        json!({"choice": "approve", "iteration": state["iteration"], "intentSha256": checksum, "words": null, "unseen": true}),
    );
    let (decided, tip) = tip.continued(&[decision]);
    let mut journal = [journal, decided].concat();
    place.write(&format!("{design}/final/intent.json"), &canonical);
    place.write(&format!("{design}/final/preview.html"), read("preview.html"));
    place.write(&format!("{design}/final/FROZEN.md"), &text);
    if with_record {
        let freeze = note("freeze", json!({"checksumSHA256": checksum, "freezeNumber": 1}));
        let (frozen, end) = tip.continued(&[freeze]);
        let lines: Vec<String> =
            String::from_utf8(frozen.clone()).unwrap().lines().map(str::to_owned).collect();
        state["journal"] = json!({"seq": end.seq, "lineSha256": end.line, "lines": lines});
        state["state"] = json!("FROZEN");
        state["freezes"] = json!(1);
        state["frozen"] = json!({"number": 1, "at": "2026-11-23T10:00:00Z", "approver": approver, "checksumSHA256": checksum,
            "markerSha256": Digest::of(text.as_bytes()), "previewSha256": Digest::of(&read("preview.html"))});
        place.write(&format!("{design}/state.json"), serde_json::to_vec_pretty(&state).unwrap());
        journal.extend(frozen);
    }
    place.write(&format!("{design}/journal.jsonl"), journal);
    text.into_bytes()
}

/// Counts forgeries, and checks that no command accepts one.
struct Attacks<'p> {
    place: &'p Place,
    backup: Backup,
    count: usize,
}

impl Attacks<'_> {
    fn attack(&mut self, id: &str, what: &str, forge: impl FnOnce(&Place)) {
        self.backup.restore(self.place);
        forge(self.place);
        let (code, found) = verified(self.place, &[]);
        let accepted = found.as_array().unwrap().iter().any(|one| one["id"] == id && one["ok"] == true);
        assert!(!accepted && (code == 2 || id != "checkout"), "{what}: {found}");
        self.count += 1;
        // Read-only commands take milliseconds; `show` waits for half-written files.
        if self.count.is_multiple_of(5) {
            let shown = self.place.run(&["show", id]);
            let is_frozen = shown.code == 0 && shown.out.starts_with(&format!("{id} · FROZEN"));
            assert!(!is_frozen || shown.out.contains("\n! "), "{what}: {shown:?}");
        }
    }
}

/// Writing files never makes a valid signed freeze: 0 of more than 200 forgeries.
#[test]
fn p29_no_file_approves() {
    if !can_sign() {
        return;
    }
    let place = Place::candidate();
    let own = key(&place, "own", &["-t", "ed25519"], "");
    let eve = key(&place, "eve", &["-t", "ed25519"], "");
    place.write("brief.md", CHECKOUT);
    place.done(&["new", "refund", "--brief", "brief.md"]);
    assert_eq!(place.run(&["run", "refund"]).code, 3);
    demanded(&place, &own, &line(GIT_NAME, &own));
    freeze(&place, "checkout");
    assert_eq!(verified(&place, &[]).0, 0, "the control: what is signed counts");
    let first = place.read(&format!("{DESIGN}/final/FROZEN.md")).into_bytes();
    let signed = fs::read(place.at(&format!("{DESIGN}/final/FROZEN.md.sig"))).unwrap();
    let mut attacks = Attacks { place: &place, backup: Backup::of(&place), count: 0 };

    // The second control: without the rule the same forgery is accepted.
    forged(&place, "refund", GIT_NAME, false, true);
    let unsigned = verified(&place, &["--set", "approval.sign=no"]);
    assert_eq!(unsigned.0, 0, "{}", unsigned.1);
    attacks.backup.restore(&place);
    forged(&place, "refund", GIT_NAME, false, false);
    let shown = place.done(&["show", "refund", "--set", "approval.sign=no"]);
    assert!(shown.out.starts_with("refund · FROZEN"), "{shown:?}");

    let sig = "features/refund/design/final/FROZEN.md.sig";
    for with_record in [false, true] {
        for claims in [false, true] {
            for approver in [GIT_NAME, "Eve", "Ada Lovelace", "*"] {
                for kind in [
                    "none",
                    "garbage",
                    "eve",
                    "another text",
                    "another purpose",
                    "cut",
                    "empty",
                    "of checkout's marker",
                ] {
                    let what = format!("{kind}, by {approver}, says {claims}, record {with_record}");
                    attacks.attack("refund", &what, |place| {
                        let text = forged(place, "refund", approver, claims, with_record);
                        match kind {
                            "garbage" => place.write(sig, b"\x00 no signature \xff"),
                            "eve" => place.write(sig, signature(&eve, "frieze", &text)),
                            "another text" => place.write(sig, &signed),
                            "another purpose" => place.write(sig, signature(&own, "file", &text)),
                            "cut" => place.write(sig, &signed[..signed.len() / 2]),
                            "empty" => place.write(sig, b""),
                            "of checkout's marker" => {
                                place.write(sig, &signed);
                                place.write("features/refund/design/final/FROZEN.md", &first);
                            }
                            _ => {}
                        }
                    });
                }
            }
        }
    }

    // Every field of a signed marker, with checksum and record corrected.
    let state = format!("{DESIGN}/state.json");
    let text = String::from_utf8(first.clone()).unwrap();
    for (at, field) in text.lines().enumerate().skip(1).take_while(|(_, line)| *line != "---") {
        let Some((name, value)) = field.split_once(": ") else { continue };
        if name == "checksum" {
            continue;
        }
        for other in [value.replace(['1', '2', 'a', 'e'], "0"), "7".to_owned(), "\"x\"".to_owned()] {
            if other == value {
                continue;
            }
            attacks.attack("checkout", &format!("{name}: {other}"), |place| {
                let changed = |(n, l): (usize, &str)| {
                    if n == at { format!("{name}: {other}\n") } else { format!("{l}\n") }
                };
                let changed = resealed(&text.lines().enumerate().map(changed).collect::<String>());
                place.write(&format!("{DESIGN}/final/FROZEN.md"), &changed);
                edit(place, &state, |state| {
                    state["frozen"]["markerSha256"] = json!(Digest::of(changed.as_bytes()));
                });
            });
        }
    }

    // Another design under the old signature, with every hash corrected.
    for sign in ["old", "none", "eve"] {
        attacks.attack("checkout", &format!("another design, signature {sign}"), |place| {
            let path = format!("{DESIGN}/final/intent.json");
            let mut intent: Value = serde_json::from_str(&place.read(&path)).unwrap();
            let before = Digest::of(&frieze_data::canonical::canonical(&intent)).to_string();
            intent["title"] = json!("Another product");
            let canonical = frieze_data::canonical::canonical(&intent);
            let after = Digest::of(&canonical).to_string();
            place.write(&path, &canonical);
            let changed = resealed(&text.replace(&before, &after));
            place.write(&format!("{DESIGN}/final/FROZEN.md"), &changed);
            place.write(&state, place.read(&state).replace(&before, &after));
            edit(place, &state, |state| {
                state["frozen"]["markerSha256"] = json!(Digest::of(changed.as_bytes()));
            });
            match sign {
                "none" => fs::remove_file(place.at(&format!("{DESIGN}/final/FROZEN.md.sig"))).unwrap(),
                "eve" => place.write(
                    &format!("{DESIGN}/final/FROZEN.md.sig"),
                    signature(&eve, "frieze", changed.as_bytes()),
                ),
                _ => {}
            }
        });
    }

    // A signed freeze under another name, with the name corrected wherever possible.
    for depth in 0..4 {
        attacks.attack("copied", &format!("a copy, {depth} files made right"), |place| {
            copy(&place.at("features/checkout"), &place.at("features/copied"));
            let files = ["state.json", "final/FROZEN.md", "journal.jsonl"];
            for file in files.iter().take(depth) {
                let path = format!("features/copied/design/{file}");
                let renamed = place.read(&path).replace("checkout", "copied");
                place.write(&path, if file.ends_with(".md") { resealed(&renamed) } else { renamed });
            }
            let marker = Digest::of(&fs::read(place.at("features/copied/design/final/FROZEN.md")).unwrap());
            if depth > 0 {
                edit(place, "features/copied/design/state.json", |state| {
                    state["frozen"]["markerSha256"] = json!(marker);
                });
            }
        });
    }
    // Files deleted, truncated, or taken from the other feature.
    for file in [
        "state.json",
        "journal.jsonl",
        "critique.json",
        "final/FROZEN.md",
        "final/FROZEN.md.sig",
        "final/intent.json",
        "final/preview.html",
        "../brief.md",
    ] {
        let path = format!("{DESIGN}/{file}");
        attacks
            .attack("checkout", &format!("{file} gone"), |place| fs::remove_file(place.at(&path)).unwrap());
        attacks.attack("checkout", &format!("{file} cut"), |place| {
            let bytes = fs::read(place.at(&path)).unwrap();
            place.write(&path, &bytes[..bytes.len() / 2]);
        });
        attacks.attack("checkout", &format!("{file} emptied"), |place| place.write(&path, b""));
        let other = format!("features/refund/design/{file}");
        let kept = |path: &str| fs::read(attacks.backup.0.path().join(path)).ok();
        if kept(&other) == kept(&path) {
            continue;
        }
        attacks.attack("checkout", &format!("{file} of refund"), |place| {
            if place.exists(&other) {
                place.write(&path, fs::read(place.at(&other)).unwrap());
            } else {
                place.write(&path, b"---\n---\n");
            }
        });
    }
    eprintln!("{} forgeries, none accepted", attacks.count);
    assert!(attacks.count >= 200, "{}", attacks.count);
    attacks.backup.restore(&place);
    assert_eq!(verified(&place, &[]).0, 0, "the control, once more");
    assert_eq!(attacks.backup.read(&format!("{DESIGN}/final/FROZEN.md")), first);
}
