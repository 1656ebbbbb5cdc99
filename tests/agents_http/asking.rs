//! Asks an agent as it is configured, without an engine around it.

use std::sync::{Arc, Mutex};

use frieze::adapters::agents::Configured;
use frieze::adapters::agents::command::started;
use frieze::adapters::config::Configuration;
use frieze::adapters::store::{DurableStore, RealDisk};
use frieze::domain::path::RelPath;
use frieze::flows::design::GENERATOR;
use frieze::kernel::{Answer, Fault, Role};
use frieze::ports::{Agent, Agents as _, Ask, Live, Store};
use tempfile::TempDir;

/// The agent of a role under this entry.
pub fn agent_of(role: Role, entry: &str) -> Result<Arc<dyn Agent>, Fault> {
    // A test is no frieze, which is its own keeper.
    started::PROGRAM.get_or_init(|| assert_cmd::cargo::cargo_bin!("frieze").to_path_buf());
    let folder = TempDir::new().expect("a folder");
    let yaml = format!("generator: tried\ncritic: tried\nagents:\n  tried: {{{entry}}}\n");
    std::fs::write(folder.path().join("config.yaml"), yaml).expect("config.yaml");
    let store: Arc<dyn Store> = Arc::new(DurableStore::new(RealDisk::new(folder.path()).expect("a disk")));
    let user = store.clone();
    let user = Box::new(move || Ok(Some(user.clone())));
    let configuration =
        Configuration { workspace: None, root: None, user, environment: vec![], flags: vec![] };
    Configured::new(Arc::new(configuration), store, std::env::temp_dir()).for_role(role)
}

pub fn agent(entry: &str) -> Arc<dyn Agent> {
    agent_of(GENERATOR, entry).unwrap_or_else(|fault| panic!("{entry}: {fault:?}"))
}

pub fn prompt(role: Role, prompt: &str) -> Ask {
    let feature = "checkout".parse().expect("an id");
    Ask { role, feature, prompt: prompt.to_owned(), exchange: RelPath::new("x"), material: Vec::new() }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Asks once, and returns what came and what was told meanwhile.
pub fn told(entry: &str) -> (Result<Answer, Fault>, String) {
    let heard = Arc::new(Mutex::new(String::new()));
    let hears = heard.clone();
    let live = Live::new(move |progress| {
        let mut heard = hears.lock().expect("what was told");
        heard.push_str(&format!("{}|{}\n", progress.stage.words(), progress.tail));
    });
    let outcome = runtime().block_on(agent(entry).ask(prompt(GENERATOR, "Design it. ä🦀"), live));
    let heard = heard.lock().expect("what was told").clone();
    (outcome, heard)
}

pub fn asked(entry: &str) -> Result<Answer, Fault> {
    told(entry).0
}

/// The words of a fault that asking again does not mend.
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
