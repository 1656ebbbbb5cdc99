//! `chain:` in the configuration: design and code by agents, instead of a design and a session.

use std::fs;

use crate::chains::Chain;

/// Adds lines to the user's own configuration.
fn configured(chain: &Chain, lines: &str) {
    let path = chain.place.home().join("config/frieze/config.yaml");
    let old = fs::read_to_string(&path).unwrap_or_default();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("{old}{lines}")).unwrap();
}

/// A feature with a specification.
fn specified(agents: &[(&str, &str, &str)]) -> Chain {
    let chain = Chain::new("hotfix");
    chain.ends(0, "specify", &["--proceed"]);
    if agents.is_empty() { chain } else { chain.with_agents(agents) }
}

#[test]
fn an_agent_writes_the_design() {
    let chain = specified(&[("designer", "designer-notes", "echo '# Design'; echo 'By an agent.'")]);
    configured(&chain, "chain:\n  design: agent\n");
    chain.ends(0, "design", &[]);
    assert!(chain.read("design.md").contains("By an agent."));
    assert!(
        fs::read_to_string(chain.place.home().join("designer-prompt")).unwrap().contains("=== spec.md ===")
    );
    assert!(!chain.exists("design/state.json"), "no design is begun");
}

#[test]
fn an_agent_or_a_program_makes_the_code() {
    let answers = "echo '# Implementation'; echo 'T-1 is done.'";
    let chain = specified(&[("coder", "implementer", answers)]);
    configured(&chain, "chain:\n  implement: agent\n");
    chain.ends(0, "implement", &["--proceed"]);
    assert!(chain.read("implementation.md").contains("T-1 is done."));
    assert!(!chain.place.exists(".aiwf/sessions/a-1"), "no session is begun");

    // What a program leaves counts, whatever it prints.
    let chain = Chain::new("hotfix");
    chain.ends(0, "specify", &["--proceed"]);
    let file = chain.place.root().join("features/a/implementation.md");
    let leaves = format!("printf '# Implementation\\n\\nT-2 is done.\\n' >'{}'\necho done", file.display());
    let chain = chain.with_agents(&[("coder", "implementer", &leaves)]);
    configured(&chain, "chain:\n  implement: command\n");
    chain.ends(0, "implement", &["--proceed"]);
    assert!(chain.read("implementation.md").contains("T-2 is done."));
    assert_eq!(chain.calls("coder"), 1, "it is not sent back");
}

/// The session that a chain waits for is gone: nobody begins another one in its place without a word.
#[test]
fn a_lost_session_is_restored_or_begun_again_by_a_person() {
    let chain = specified(&[]);
    let roles = ["planner", "generator", "reviewer", "reviser"].map(|role| format!("    {role}: manual\n"));
    configured(&chain, &format!("roles:\n  session:\n{}", roles.concat()));
    let place = &chain.place;
    chain.ends(3, "implement", &["--proceed"]);
    fs::rename(place.at(".aiwf"), place.at("kept")).unwrap();
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("chain/a needs restore") && listed.contains("1 needs you"), "{listed}");
    for arguments in [&["run", "a"][..], &["chain", "next", "a"]] {
        let said = place.stopped(1, ".aiwf/sessions/a-1/session.json is missing", arguments);
        assert!(said.err.contains("version control"), "{said:?}");
    }
    assert!(!place.exists(".aiwf") && place.done(&["log", "chain/a"]).out.contains("is missing"));
    fs::rename(place.at("kept"), place.at(".aiwf")).unwrap();
    assert!(place.done(&["status"]).out.contains("waits for session/a-1"));
    fs::write(place.at(".aiwf/sessions/a-1/session.json"), "{").unwrap();
    place.stopped(1, "session.json is damaged", &["run", "chain/a"]);
    chain.ends(3, "implement", &["--fresh"]);
    assert!(place.exists(".aiwf/sessions/a-2/session.json"));
}

#[test]
fn a_phase_that_nobody_plays_is_refused() {
    let chain = specified(&[]);
    configured(&chain, "chain:\n  implement: agent\n");
    let said = chain.ends(1, "implement", &["--proceed"]);
    assert!(said.err.contains("the role implementer has none") && said.err.contains("hint: "), "{said:?}");
    let chain = specified(&[]);
    configured(&chain, "chain:\n  implement: magic\n");
    let said = chain.ends(1, "implement", &["--proceed"]);
    assert!(said.err.contains("use \"session\", \"agent\" or \"command\""), "{said:?}");
}
