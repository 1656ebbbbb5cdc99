//! Completion in the shell: verbs, flags, and the names of this workspace.

use std::path::Path;

use clap::Command;
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_complete::env::Shells;

use super::examples::command;
use super::wiring::{Context, Wiring};

/// Set by the script of the shell.
const VARIABLE: &str = "COMPLETE";

/// Answers the shell and ends the program, if the shell asks.
pub fn answer(wiring: &impl Wiring) {
    if std::env::var_os(VARIABLE).is_some() {
        let names = Names::of(wiring.open(Path::new("."), &[]).ok().as_ref());
        CompleteEnv::with_factory(|| names.in_command(command())).var(VARIABLE).complete();
    }
}

/// The script that lets a shell ask; `None` for an unknown shell.
pub fn script(shell: &str) -> Option<Vec<u8>> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    shells.completer(shell)?.write_registration(VARIABLE, "frieze", "frieze", "frieze", &mut script).ok()?;
    Some(script)
}

/// The names that a person types.
#[derive(Default)]
struct Names {
    runs: Vec<String>,
    agents: Vec<String>,
    settings: Vec<String>,
}

impl Names {
    fn of(context: Option<&Context>) -> Self {
        let Some(context) = context else { return Self::default() };
        let features = context.design().features().unwrap_or_default().into_iter().map(|id| id.to_string());
        let others = context.flows.others.iter().flat_map(|runs| {
            let ids = runs.features().unwrap_or_default();
            ids.into_iter().map(|id| format!("{}/{id}", runs.name()))
        });
        let configured = context.agents.configured().into_iter().map(|agent| agent.name.to_string());
        let values = context.configuration.as_deref().unwrap_or_default();
        Self {
            runs: features.chain(others).collect(),
            agents: configured.filter_map(|name| name.strip_prefix("agent ").map(str::to_owned)).collect(),
            settings: values.iter().map(|[key, ..]| format!("{key}=")).collect(),
        }
    }

    fn in_command(&self, command: Command) -> Command {
        let command = command.mut_args(|argument| {
            let names = match argument.get_id().as_str() {
                "id" | "ids" | "old" => &self.runs,
                "name" | "names" => &self.agents,
                "set" => &self.settings,
                _ => return argument,
            };
            let names = names.clone();
            let candidates = move || names.iter().map(CompletionCandidate::new).collect();
            argument.add(ArgValueCandidates::new(candidates))
        });
        command.mut_subcommands(|verb| if verb.get_name() == "new" { verb } else { self.in_command(verb) })
    }
}
