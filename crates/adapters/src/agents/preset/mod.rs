//! Programs that people have installed and logged in to: Claude Code, Codex, Gemini CLI and OpenCode. frieze knows their
//! arguments, which leave out tools, sessions and everything else that costs tokens, and reads their streams of events.

mod arguments;
mod check;
mod event_output;
mod known;

use std::path::Path;
use std::sync::Arc;

use self::event_output::EventOutput;
use self::known::Known;
pub use self::known::{CLAUDE, CODEX, GEMINI_CLI, KNOWN_PROGRAMS, KnownProgram, OPENCODE};
use super::command;
use super::command::Command;
use super::command::Input;
use super::command::output::Listener;
use super::command::request;
use crate::config::{Preset, Program};
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience};

/// The kinds whose program is in `PATH`, in the order in which they are proposed.
pub fn installed() -> impl Iterator<Item = &'static str> {
    KNOWN_PROGRAMS
        .iter()
        .filter(|known| command::program::in_path(known.name).is_some())
        .map(|known| known.kind)
}

/// The kind to propose: the first that is installed, else the first of all.
pub fn usable_program() -> &'static str {
    installed().next().unwrap_or(CLAUDE.kind)
}

/// The words of the definition itself, without frieze's arguments.
pub fn own_command(known: KnownProgram, preset: &Preset) -> Vec<String> {
    match preset.program.command.as_slice() {
        [] => vec![known.name.to_owned()],
        command => command.to_vec(),
    }
}

/// The program of an entry: everything that decides how it is started.
pub fn program(known: KnownProgram, preset: &Preset) -> Program {
    let mut program = own_program(known, preset);
    program.command.extend(arguments::of(known.format, program.model.as_deref()));
    program.environment.extend(known.places.iter().map(|name| (*name).to_owned()));
    program
}

/// The program of the definition itself, without frieze's arguments and variables.
fn own_program(known: KnownProgram, preset: &Preset) -> Program {
    Program { command: own_command(known, preset), ..preset.program.clone() }
}

/// The name of its model before it has answered.
pub fn model(known: KnownProgram, preset: &Preset) -> String {
    preset.program.model.clone().unwrap_or_else(|| known.name.to_owned())
}

/// How it is started, in one line without secrets, for the pins of a run. frieze's own arguments are left out: a run may go on
/// after an update of frieze.
pub fn how(known: KnownProgram, preset: &Preset) -> String {
    let model = preset.program.model.as_ref();
    let model = model.map_or_else(String::new, |model| format!(" with the model {model}"));
    format!("{}{model}, {}", known.kind, command::how(&own_program(known, preset)))
}

/// An agent that runs a known program. `takes_cost` says whether the cost that it reports, in US dollars, is in the configured
/// currency.
///
/// # Errors
/// If the definition names no program, or a folder outside the workspace.
pub fn agent(
    name: &str,
    known: KnownProgram,
    preset: &Preset,
    takes_cost: bool,
    root: &Path,
) -> Result<Arc<dyn Agent>, Misconfigured> {
    let command = Command::new(name, program(known, preset), arguments::variables(known.format), root)?;
    // Its places are set or not; only what the definition names must be there.
    let own = Command::new(
        name,
        Program { environment: preset.program.environment.clone(), ..command.program.clone() },
        Vec::new(),
        root,
    )?;
    Ok(Arc::new(PresetAgent(Arc::new(Known {
        known,
        model: model(known, preset),
        takes_cost: takes_cost && preset.price.is_none(),
        longest_answer: preset.max_answer_tokens,
        command,
        first_arguments: preset.program.command.iter().skip(1).cloned().collect(),
        own,
    }))))
}

struct PresetAgent(Arc<Known>);

impl Agent for PresetAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let known = self.0.clone();
        Box::pin(async move {
            let command = &known.command;
            let redactor = request::redactor(command);
            let listener = Listener { name: &command.name, live: &live, redactor: &redactor };
            let output = EventOutput::new(&known, listener);
            let arguments = command.program.command.iter().skip(1).cloned().collect();
            request::ask(command, arguments, Input::Text(ask.prompt), listener, output).await
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let known = self.0.clone();
        Box::pin(async move { check::check(&known).await })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.command.program.timeout_seconds)
    }
}
