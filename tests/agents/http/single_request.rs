//! One agent as the configuration describes it, asked without an engine.

use std::sync::{Arc, Mutex};

use frieze_adapters::agents::ConfiguredAgents;
use frieze_adapters::agents::command::kept_process;
use frieze_adapters::config::Configuration;
use frieze_data::path::RelPath;
use frieze_flows::design::GENERATOR;
use frieze_kernel::{Answer, Fault, Role};
use frieze_ports::{Agent, Agents as _, Ask, Live, Store};
use frieze_store::{DurableStore, RealDisk};
use tempfile::TempDir;

/// The agent of a role under this entry.
pub fn agent_of(role: Role, entry: &str) -> Result<Arc<dyn Agent>, Fault> {
    agent_for(None, role, entry)
}

/// The agent for a request under this entry, which has the name `tried`.
pub fn agent_for(name: Option<&str>, role: Role, entry: &str) -> Result<Arc<dyn Agent>, Fault> {
    // A test binary cannot be its own keeper process.
    kept_process::PROGRAM.get_or_init(|| assert_cmd::cargo::cargo_bin!("frieze").to_path_buf());
    let folder = TempDir::new().expect("a folder");
    let yaml = format!("generator: tried\ncritic: tried\nagents:\n  tried: {{{entry}}}\n");
    std::fs::write(folder.path().join("config.yaml"), yaml).expect("config.yaml");
    let store: Arc<dyn Store> = Arc::new(DurableStore::new(RealDisk::new(folder.path()).expect("a disk")));
    let user = store.clone();
    let user = Box::new(move || Ok(Some(user.clone())));
    let configuration = Configuration {
        workspace: None,
        root: None,
        user,
        user_aiwf: Box::new(|| Ok(None)),
        environment: vec![],
        flags: vec![],
    };
    ConfiguredAgents::new(Arc::new(configuration), store, std::env::temp_dir()).for_request(name, role)
}

pub fn agent(entry: &str) -> Arc<dyn Agent> {
    agent_of(GENERATOR, entry).unwrap_or_else(|fault| panic!("{entry}: {fault:?}"))
}

pub fn prompt(role: Role, prompt: &str) -> Ask {
    let feature = "checkout".parse().expect("an id");
    Ask {
        role,
        agent: None,
        feature,
        prompt: prompt.to_owned(),
        exchange: RelPath::new("x"),
        material: Vec::new(),
        temperature_refused: false,
    }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Asks once. Returns the answer and the progress reports.
pub fn ask_with_progress(entry: &str) -> (Result<Answer, Fault>, String) {
    let reported = Arc::new(Mutex::new(String::new()));
    let sink = reported.clone();
    let live = Live::new(move |progress| {
        let mut reported = sink.lock().expect("the progress");
        reported.push_str(&format!("{}|{}\n", progress.status.words(), progress.tail));
    });
    let outcome = runtime().block_on(agent(entry).ask(prompt(GENERATOR, "Design it. ä🦀"), live));
    let reported = reported.lock().expect("the progress").clone();
    (outcome, reported)
}

pub fn asked(entry: &str) -> Result<Answer, Fault> {
    ask_with_progress(entry).0
}

/// The message of a fault that is not worth a retry.
#[track_caller]
pub fn failure(entry: &str) -> String {
    match asked(entry) {
        Err(Fault::Failed { why } | Fault::Unready { why } | Fault::Unusable { why, .. }) => {
            assert!(why.chars().count() < 700, "too long: {why}");
            why
        }
        other => panic!("{entry}: {other:?}"),
    }
}
