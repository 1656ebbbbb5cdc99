//! Programs that read a prompt and print an answer. They run without a shell, under a keeper that ends them and all that they
//! started, even if frieze is killed.

mod children;
mod definition;
mod input;
pub mod keeper;
pub mod kept_process;
pub mod line_output;
pub mod order;
pub mod output;
pub mod private_folder;
mod processes;
pub mod program;
pub mod request;
mod starter;
pub mod workspace_files;

use std::path::Path;
use std::sync::Arc;

pub use self::definition::Command;
pub use self::input::Input;
use self::output::{Listener, Plain};
use super::super::arguments;
use super::super::config::Program;
use frieze_data::json;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience};

/// The model name of a program.
pub fn model(program: &Program) -> String {
    let name = program.command.first().map_or("", String::as_str);
    let name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    program.model.clone().or(name).unwrap_or_default()
}

/// How it is started, in one line, for the pins of a run: every part of the definition that decides who answers, without
/// secrets.
pub fn how(program: &Program) -> String {
    let command = json::line(&arguments::redacted(&program.command));
    let folder = program.folder.as_ref().map_or_else(String::new, |folder| format!(" in {folder}"));
    let with = match program.environment.as_slice() {
        [] => String::new(),
        names => format!(" with {}", names.join(", ")),
    };
    format!("command {command}{folder}{with}")
}

/// An agent that runs a program.
///
/// # Errors
/// If the definition names no program, or a folder outside the workspace.
pub fn agent(name: &str, program: &Program, root: &Path) -> Result<Arc<dyn Agent>, Misconfigured> {
    let command = Command::new(name, program.clone(), Vec::new(), root)?;
    Ok(Arc::new(CommandAgent(Arc::new(command))))
}

/// Why a program cannot be started: its file or its folder is missing.
pub fn missing(program: &Program, root: &Path) -> Option<Misconfigured> {
    program::file(program, root).err().or_else(|| program::folder(program, root).err())
}

struct CommandAgent(Arc<Command>);

impl Agent for CommandAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let command = self.0.clone();
        Box::pin(async move {
            let redactor = request::redactor(&command);
            let listener = Listener { name: &command.name, live: &live, redactor: &redactor };
            let (arguments, input) = command.arguments(ask.prompt);
            let output = Plain::new(listener);
            let text = request::ask(&command, arguments, input, listener, output).await?;
            Ok(Answer::of(text, model(&command.program)))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let command = self.0.clone();
        Box::pin(async move {
            let checked = tokio::task::spawn_blocking(move || check(&command)).await;
            checked.unwrap_or_else(|e| Err(Misconfigured::new(e.to_string(), "run frieze doctor again")))
        })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.program.timeout_seconds)
    }
}

/// Checks that a program, its folder and its variables are there.
pub fn check(command: &Command) -> Checked {
    let name = &command.name;
    let file = program::file(&command.program, &command.root).map_err(|e| e.of(name))?;
    let folder = program::folder(&command.program, &command.root).map_err(|e| e.of(name))?;
    let folder =
        folder.map_or_else(|| "an empty folder of its own".to_owned(), |folder| folder.display().to_string());
    program::variables(&command.program).map_err(|e| e.of(name))?;
    Ok(format!("{name}: {} is there and works in {folder}", file.display()))
}
