//! Checks of the configured agents and servers, all in parallel with a short time limit. If none is configured, a hint shows how.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;

use crate::cli::verbs::setup::doctor::{Check, not_ok, ok};
use crate::cli::wiring::Context;
use frieze_kernel::BUILT_IN;
use frieze_ports::{Agent, Checked, ConfiguredName};

/// The roles of a design.
const ROLES: [&str; 2] = ["generator", "critic"];
/// Time limit for one check.
const PATIENCE: Duration = Duration::from_secs(10);
/// Extra time for checks that are still running then.
const LEAVING: Duration = Duration::from_millis(100);

/// How to configure a model: a local server, a key, or files.
const RECIPES: &str = "to use a model, write into frieze.yaml under agents: either `local: {kind: openai, url: \
    \"http://localhost:11434/v1\", model: MODEL}` (Ollama), or `hosted: {kind: openai, model: MODEL, key: {env: \
    OPENAI_API_KEY}}`, or `chat: {kind: files}` (any chat window); then add `generator: local` (or hosted, or chat) next to \
    agents:, and run `frieze doctor` again. Claude Code, Codex, Gemini CLI and OpenCode need no lines: `frieze use claude`";

pub fn checks(context: &Context) -> Vec<Check> {
    if context.configuration.is_err() {
        // The roles are unknown; the check of the configuration says why.
        return Vec::new();
    }
    let [generator, critic] = ROLES.map(|role| context.configured(role).unwrap_or(BUILT_IN));
    let found = format!("generator {generator}, critic {critic}");
    let configured = context.agents.configured();
    let mut checks = vec![if [generator, critic] == [BUILT_IN; 2] {
        Check {
            hint: RECIPES.to_owned(),
            ..ok("agents", format!("{found}; they need no key and no network"))
        }
    } else {
        ok("agents", found)
    }];
    for (key, name) in ROLES.into_iter().zip([generator, critic]) {
        let what = ConfiguredName::Agent(name.to_owned());
        let is_known = name == BUILT_IN || configured.iter().any(|agent| agent.name == what);
        if !is_known {
            let found = format!("{key}: {name}: no agent has that name");
            checks.push(not_ok(
                "agents",
                found,
                "describe it under agents: in frieze.yaml, or use another one",
            ));
        }
    }
    let agents = configured.iter().map(|agent| agent.agent.as_ref().ok().cloned()).collect();
    for (agent, checked) in configured.iter().zip(check_all(agents)) {
        let what = agent.name.to_string();
        let has_role = match &agent.name {
            ConfiguredName::Agent(name) => is_used(context, name),
            ConfiguredName::Server(_) => true,
        };
        let check = match (&agent.agent, &checked) {
            (Err(e), _) | (Ok(_), Some(Err(e))) => {
                not_ok(&what, format!("{}: {}", agent.description, e.what), e.hint.clone())
            }
            (Ok(_), Some(Ok(found))) => ok(&what, format!("{}: {found}", agent.description)),
            (Ok(_), None) => {
                let seconds = PATIENCE.as_secs();
                let found = format!("{}: it did not answer within {seconds} s", agent.description);
                not_ok(&what, found, "check that it is running and can be reached from here")
            }
        };
        checks.push(if check.ok || has_role { check } else { unused(check) });
    }
    checks
}

/// Whether a role is given to an agent.
fn is_used(context: &Context, name: &str) -> bool {
    let lines = context.configuration.as_deref().unwrap_or_default();
    lines
        .iter()
        .any(|[key, value, _]| value == name && (ROLES.contains(&key.as_str()) || key.starts_with("roles.")))
}

/// An agent that nobody asks is no failure.
fn unused(check: Check) -> Check {
    Check { ok: true, found: format!("{} (no role uses it)", check.found), ..check }
}

/// The results of all checks; `None` if one did not answer in time.
fn check_all(agents: Vec<Option<Arc<dyn Agent>>>) -> Vec<Option<Checked>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let Ok(runtime) = runtime else { return agents.iter().map(|_| None).collect() };
    let check = |agent: Option<Arc<dyn Agent>>| {
        runtime.spawn(async move { tokio::time::timeout(PATIENCE, agent?.check()).await.ok() })
    };
    let tasks: Vec<_> = agents.into_iter().map(check).collect();
    let found = runtime.block_on(join_all(tasks)).into_iter().map(|ended| ended.ok().flatten()).collect();
    runtime.shutdown_timeout(LEAVING);
    found
}
