//! The loop of executor and reviewer.

use std::process::{Command, Stdio};

use crate::chains::{Chain, NO, YES};

const SPEC: &str = "cat <<'E'\n# Specification\n\n## In scope\n\n- Paying\n\n## Requirements\n\n- **FR-1**: When a shopper pays, the shop must show a receipt.\nE";

/// Acceptance 4: "IF approved: Mark phase completed with iterations count".
#[test]
fn a_phase_is_revised_until_it_is_approved() {
    let chain = Chain::new("standard").judged(&[NO, NO, YES]);
    chain.ends(0, "specify", &["--proceed"]);
    let phase = chain.phase("specify");
    assert_eq!((&phase["iterations"], chain.calls("judge")), (&3.into(), 3), "{phase}");
    assert!(phase["reviewerNotes"].as_array().is_none_or(Vec::is_empty), "{phase}");
    let history = chain.read(".review-history.md");
    assert_eq!(history.matches("### Iteration").count(), 3, "{history}");
}

/// "iteration == max: Mark phase completed with iterations count + reviewerNotes".
#[test]
fn the_last_round_completes_with_the_reviewers_notes() {
    for (mode, most) in [("hotfix", 1), ("quick", 2), ("standard", 3), ("full", 5)] {
        let chain = Chain::new(mode).judged(&[NO]);
        let said = chain.ends(0, "specify", &["--proceed"]);
        let phase = chain.phase("specify");
        assert!(said.out.contains("Reviewer concerns"), "{mode}: {said:?}");
        assert_eq!((&phase["iterations"], chain.calls("judge")), (&most.into(), most), "{mode}: {phase}");
        assert!(phase["reviewerNotes"].to_string().contains("No limit is given for refunds"), "{phase}");
        assert!(phase["completed"].is_string());
    }
}

/// Acceptance 5: "If started but not completed: Ask user (continue/fresh/review)".
#[test]
fn a_killed_phase_asks_how_to_go_on() {
    let slow = format!("test -e \"$HOME/quick\" || sleep 60\n{SPEC}");
    let chain = Chain::new("standard");
    chain.ends(0, "specify", &["--proceed"]);
    let old = chain.read("spec.md");
    let chain = chain.with_agents(&[("writer", "specifier", &slow)]);
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("frieze"));
    command.args(["chain", "specify", "a"]).current_dir(chain.place.root());
    command.env_clear().envs(chain.place.environment());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    is_asked(&chain);
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::write(chain.place.home().join("quick"), "").unwrap();
    let said = chain.ends(3, "specify", &[]);
    assert!(["ontinue", "fresh", "review"].iter().all(|word| said.out.contains(word)), "{said:?}");
    assert_eq!(chain.read("spec.md"), old);
    chain.ends(0, "specify", &["--fresh"]);
    assert!(chain.read("spec.md").contains("the shop must show a receipt."));
    assert_eq!(chain.phase("specify")["iterations"], 1);
    let kept = chain.files();
    let is_old = |(path, bytes): &(String, Vec<u8>)| {
        path.contains("chain/rounds/specify/") && *bytes == old.as_bytes()
    };
    assert!(kept.iter().any(is_old), "the old spec.md is gone");
}

/// Waits until the agent `writer` was asked.
#[track_caller]
fn is_asked(chain: &Chain) {
    for _ in 0..400 {
        if chain.calls("writer") > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(chain.calls("writer"), 1);
}

/// It is counted as ready, as an interrupted design is, and goes on with all others.
#[test]
fn an_interrupted_phase_goes_on_with_run_all() {
    let slow = format!("test -e \"$HOME/quick\" || sleep 60\n{SPEC}");
    let chain = Chain::new("hotfix").with_agents(&[("writer", "specifier", &slow)]);
    let place = &chain.place;
    let child = place.started(&["chain", "specify", "a", "--proceed"]);
    is_asked(&chain);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains("`frieze run chain/a` continues"), "{said}");
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("chain/a needs run") && listed.contains("1 ready to run"), "{listed}");
    std::fs::write(place.home().join("quick"), "").unwrap();
    let said = place.run(&["run", "--all"]);
    assert!(said.code == 3 && said.out.contains("chain/a  READY"), "{said:?}");
    assert!(
        chain.phase("specify")["completed"].is_string() && !chain.exists("design/intent.json"),
        "{said:?}"
    );
}

#[test]
fn rounds_that_cannot_be_read_are_no_missing_rounds() {
    let chain = Chain::new("hotfix");
    let [folder, elsewhere] = ["features/a/chain", "elsewhere"].map(|name| chain.place.at(name));
    std::fs::rename(&folder, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &folder).unwrap();
    chain.run("rounds", &["specify"]).complains(2, "cannot be read");
}

/// Acceptance 6.
#[test]
fn a_verdict_that_contradicts_itself_is_sent_back_and_never_approves() {
    let contradiction = r#"{"approved": true, "issues": [{"severity": "blocker", "description": "x", "location": null}], "summary": ""}"#;
    let unknown =
        r#"{"approved": true, "issues": [{"severity": "consider", "description": "x"}], "summary": ""}"#;
    for bad in [
        contradiction,
        unknown,
        "It is fine, I think.",
        "{}",
        r#"{"approved": false, "issues": [], "summary": "no"}"#,
    ] {
        let chain = Chain::new("hotfix").judged(&[bad]);
        chain.ends(0, "specify", &["--proceed"]);
        assert_eq!(chain.calls("judge"), 3, "asked once and sent back twice: {bad}");
        let notes = chain.phase("specify")["reviewerNotes"].to_string();
        assert!(notes.len() > 10, "completed without notes: {bad}: {notes}");
    }
    let chain = Chain::new("standard").judged(&["prose", "{}", YES]);
    chain.ends(0, "specify", &["--proceed"]);
    assert_eq!(chain.phase("specify")["iterations"], 1, "the answer that was put right counts");
}

#[test]
fn an_empty_artifact_is_a_blocker_without_asking_anybody() {
    let chain = Chain::new("hotfix").judged(&[YES]);
    chain.place.write("empty.md", "\n");
    let said = chain.run("specify", &["--proceed", "--from", "empty.md"]);
    assert_eq!(chain.calls("judge"), 0, "{said:?}");
    assert!(
        !chain.phase("specify")["completed"].is_string() || said.out.contains("Artifact is empty"),
        "{said:?}"
    );
}

#[test]
fn an_executor_without_an_artifact_is_sent_back_and_then_fails() {
    for bad in ["true", "echo 'no heading here'", "echo '{\"artifact\": \"\"}'"] {
        let chain = Chain::new("standard").with_agents(&[("writer", "specifier", bad)]);
        let said = chain.ends(2, "specify", &["--proceed"]);
        assert!(said.err.contains("hint: "), "{said:?}");
        assert!(!chain.exists("spec.md") && chain.phase("specify")["completed"].is_null(), "{bad}");
        chain.ends(3, "specify", &[]);
    }
}

/// The executor gets the issues, and only they are to be answered.
#[test]
fn the_next_round_quotes_the_issues() {
    let chain = Chain::new("standard");
    std::fs::write(chain.place.home().join("verdict-1"), NO).unwrap();
    std::fs::write(chain.place.home().join("verdict-2"), YES).unwrap();
    let judge = "n=$(grep -c '' \"$HOME/judge-calls\"); cat \"$HOME/verdict-$n\"";
    let chain = chain.with_agents(&[("writer", "specifier", SPEC), ("judge", "chain-reviewer", judge)]);
    chain.ends(0, "specify", &["--proceed"]);
    assert_eq!((chain.calls("writer"), chain.calls("judge")), (2, 2));
    let read = |name: &str| std::fs::read_to_string(chain.place.home().join(name)).unwrap();
    assert!(read("writer-prompt").contains("No limit is given for refunds."));
    let judged = read("judge-prompt");
    assert!(
        judged.contains("NEVER suggest scope expansion") && judged.contains("the shop must show a receipt."),
        "{judged}"
    );
}

/// A person answers in the folder that was named before the interruption.
#[test]
fn an_answer_by_files_that_came_during_an_interruption_is_taken() {
    let chain = Chain::new("hotfix");
    let folder = chain.place.home().join("config/frieze");
    std::fs::create_dir_all(&folder).unwrap();
    let settings = "agents: {desk: {kind: files}}\nroles: {chain: {brainstormer: desk}}\n";
    std::fs::write(folder.join("config.yaml"), settings).unwrap();
    let begun = |words: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("frieze"));
        command.args(words).current_dir(chain.place.root());
        command.env_clear().envs(chain.place.environment()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let eventually = |is_so: &dyn Fn() -> bool| {
        (0..400).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            is_so()
        })
    };
    let exchange = chain.place.root().join("features/a/chain/rounds/brainstorm/1/exchange-1");
    for words in
        [&["chain", "brainstorm", "a"][..], &["chain", "brainstorm", "a", "--continue"], &["run", "chain/a"]]
    {
        let mut child = begun(words);
        let calls = chain.meta()["frieze"].clone();
        let is_asked = eventually(&|| exchange.join("prompt.md").exists() && chain.meta()["frieze"] != calls);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(is_asked, "{words:?}");
    }
    std::fs::write(exchange.join("response.md"), "# Brainstorm\n\nBy a person.\n").unwrap();
    let mut child = begun(&["run", "chain/a"]);
    let is_taken = eventually(&|| chain.exists("brainstorm.md"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_taken && chain.read("brainstorm.md").contains("By a person."));
}
