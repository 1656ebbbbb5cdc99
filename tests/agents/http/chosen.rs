//! An agent that a run chose by its name, for a role of its own.

use std::sync::Arc;

use frieze_adapters::agents::ConfiguredAgents;
use frieze_adapters::config::Configuration;
use frieze_flows::design::GENERATOR;
use frieze_kernel::{Fault, Role};
use frieze_ports::{Agents as _, Ask, Live, Store};
use frieze_store::{DurableStore, RealDisk};
use tempfile::TempDir;

use super::dialects::{KINDS, answer};
use super::server::Server;
use super::single_request::{agent_for, prompt, runtime};

/// The answer is text of any kind: a server gets no schema, and the text arrives as it is.
#[test]
fn an_agent_that_a_run_chose_answers_with_free_text() {
    const FREE: &str = "<<<FILE: a.sql>>>\nselect {1};\n```json\n{broken\n";
    for kind in KINDS {
        for role in [Role("planner"), GENERATOR] {
            let server = Server::saying(answer(kind, false, "m", FREE));
            let entry = format!("kind: {kind}, model: m, url: \"{}/v1\", streaming: false", server.url());
            let agent = agent_for(Some("tried"), role, &entry).unwrap();
            let ask = Ask { agent: Some("tried".to_owned()), ..prompt(role, "Plan it.") };
            let given = runtime().block_on(agent.ask(ask, Live::new(drop))).unwrap();
            assert_eq!(given.text, FREE, "{kind}");
            let body = server.received().remove(0).body.to_string();
            assert!(body.contains("Plan it.") && !body.contains("chema"), "{kind}: {body}");
        }
    }
}

/// The role's agent is not asked in place of an unknown one.
#[test]
fn an_unknown_agent_is_not_ready() {
    let Err(Fault::Unready { why }) = agent_for(Some("other"), Role("reviewer"), "kind: files") else {
        panic!("it was found");
    };
    let expected =
        "reviewer: other: no agent has that name; use one of built-in, tried, or describe it under agents:";
    assert!(why.starts_with(expected), "{why}");
    assert!(agent_for(None, GENERATOR, "kind: files").is_ok());
}

#[test]
fn an_untrusted_agent_is_not_ready() {
    let (workspace, user) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    std::fs::write(
        workspace.path().join("frieze.yaml"),
        "agents:\n  script: {kind: command, command: [cat]}\n",
    )
    .unwrap();
    let opened = |folder: &TempDir| -> Arc<dyn Store> {
        Arc::new(DurableStore::new(RealDisk::new(folder.path()).unwrap()))
    };
    let (store, trusted) = (opened(&workspace), opened(&user));
    let configuration = Configuration {
        workspace: Some(store.clone()),
        root: Some(workspace.path().to_owned()),
        user: Box::new(move || Ok(Some(trusted.clone()))),
        user_aiwf: Box::new(|| Ok(None)),
        environment: vec![],
        flags: vec![],
    };
    let agents = ConfiguredAgents::new(Arc::new(configuration), store, workspace.path().to_owned());
    let Err(Fault::Unready { why }) = agents.for_request(Some("script"), Role("planner")) else {
        panic!("it may be asked");
    };
    assert!(
        why.contains("agents.script came with this workspace") && why.contains("`frieze trust script`"),
        "{why}"
    );
}
