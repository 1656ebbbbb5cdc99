//! Who plays the roles, and whether whoever is configured would answer: all are asked at once, and waited for no longer than
//! a few seconds. Where nothing is configured, how that is done.

use std::sync::Arc;
use std::time::Duration;

use super::{Check, not_ok, ok};
use crate::cli::wiring::Tools;
use crate::kernel::BUILT_IN;
use crate::kernel::Flow;
use crate::ports::{Agent, Checked, Whom};

/// How long one is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long what is still at work then is waited for.
const LEAVING: Duration = Duration::from_millis(100);

/// How a model is had: a server on this machine, a key, or files.
const RECIPES: &str = "for a model, write into frieze.yaml under agents: either `local: {kind: openai, url: \
    \"http://localhost:11434/v1\", model: llama3.1}` (Ollama), or `hosted: {kind: openai, model: gpt-4.1, key: {env: \
    OPENAI_API_KEY}}`, or `chat: {kind: files}` (any chat window); then `generator: local` (or hosted, or chat) beside it, and \
    run `frieze doctor` again";

pub fn checks<F: Flow>(tools: &Tools<F>) -> Vec<Check> {
    if tools.configuration.is_err() {
        // Who plays the roles is not known, and why is told by the check of the configuration.
        return Vec::new();
    }
    let [generator, critic] = ["generator", "critic"].map(|role| tools.configured(role).unwrap_or(BUILT_IN));
    let found = format!("generator {generator}, critic {critic}");
    let configured = tools.agents.configured();
    let mut checks = vec![if [generator, critic] == [BUILT_IN; 2] {
        Check {
            hint: RECIPES.to_owned(),
            ..ok("agents", format!("{found}; they need no key and no network"))
        }
    } else {
        ok("agents", found)
    }];
    for (key, name) in [("generator", generator), ("critic", critic)] {
        let whom = Whom::Agent(name.to_owned());
        let is_known = name == BUILT_IN || configured.iter().any(|agent| agent.whom == whom);
        if !is_known {
            let found = format!("{key}: {name}: no agent is configured by that name");
            checks.push(not_ok(
                "agents",
                found,
                "describe it under agents: in frieze.yaml, or name another one",
            ));
        }
    }
    let asked = configured.iter().map(|agent| agent.agent.as_ref().ok().cloned()).collect();
    for (agent, checked) in configured.iter().zip(visited(asked)) {
        let whom = agent.whom.to_string();
        let check = match (&agent.agent, checked) {
            (Err(e), _) => not_ok(&whom, format!("{}: {}", agent.told, e.what), e.hint.clone()),
            (Ok(_), Some(checked)) => Check {
                what: whom,
                ok: checked.ok,
                found: format!("{}: {}", agent.told, checked.found),
                hint: checked.hint,
            },
            (Ok(_), None) => {
                let seconds = PATIENCE.as_secs();
                let found = format!("{}: it did not answer within {seconds} s", agent.told);
                not_ok(&whom, found, "see whether it is running and can be reached from here")
            }
        };
        checks.push(check);
    }
    checks
}

/// What looking at each of them found; `None` for who did not answer in time.
fn visited(agents: Vec<Option<Arc<dyn Agent>>>) -> Vec<Option<Checked>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let Ok(runtime) = runtime else { return agents.iter().map(|_| None).collect() };
    let tasks: Vec<_> = agents
        .into_iter()
        .map(|agent| {
            agent.map(|agent| {
                runtime.spawn(async move { tokio::time::timeout(PATIENCE, agent.check()).await })
            })
        })
        .collect();
    let found = runtime.block_on(async {
        let mut found = Vec::with_capacity(tasks.len());
        for task in tasks {
            found.push(match task {
                Some(task) => task.await.ok().and_then(Result::ok),
                None => None,
            });
        }
        found
    });
    runtime.shutdown_timeout(LEAVING);
    found
}
