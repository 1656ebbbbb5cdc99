//! Programs that read a prompt and print an answer: started without a shell, under a keeper that ends them and all that
//! they started, whatever becomes of us.

mod asking;
mod children;
pub mod inside;
pub mod keeper;
pub mod order;
pub mod place;
mod processes;
pub mod started;
mod starter;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::arguments;
use super::super::config::Program;
use crate::domain::json;
use crate::kernel::{Answer, Fault};
use crate::ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience};

/// What stands for the prompt in an argument.
const PROMPT: &str = "{prompt}";

/// How a program's model is called.
pub fn model(program: &Program) -> String {
    let name = program.command.first().map_or("", String::as_str);
    let name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    program.model.clone().or(name).unwrap_or_default()
}

/// How it is started, in one line, for the pins of a run: all of the definition that decides what answers, without the
/// secrets in it.
pub fn how(program: &Program) -> String {
    let command = json::line(&arguments::told(&program.command));
    let folder = program.folder.as_ref().map_or_else(String::new, |folder| format!(" in {folder}"));
    let with = match program.environment.as_slice() {
        [] => String::new(),
        names => format!(" with {}", names.join(", ")),
    };
    format!("command {command}{folder}{with}")
}

/// The agent that is such a program.
pub fn agent(name: &str, program: &Program, root: &Path) -> Result<Arc<dyn Agent>, Misconfigured> {
    let wrong =
        |what: &str, hint: &str| Misconfigured { what: format!("{name}: {what}"), hint: hint.to_owned() };
    if program.command.first().is_none_or(|program| program.is_empty() || program.contains(PROMPT)) {
        return Err(wrong("command names no program", "write command: [program, argument, …]"));
    }
    if program.folder.as_deref().is_some_and(|folder| !place::is_below(folder)) {
        return Err(wrong(
            "folder leads out of the workspace",
            "name a folder below the workspace, or leave folder: out for an empty one",
        ));
    }
    Ok(Arc::new(Started(Arc::new(Command {
        name: name.to_owned(),
        program: program.clone(),
        root: root.to_owned(),
    }))))
}

/// Why a program cannot be started: it, or the folder that it works in, is not there.
pub fn missing(program: &Program, root: &Path) -> Option<Misconfigured> {
    place::found(program, root).err().or_else(|| place::folder(program, root).err())
}

/// A program as it is configured.
struct Command {
    name: String,
    program: Program,
    root: PathBuf,
}

struct Started(Arc<Command>);

impl Agent for Started {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let command = self.0.clone();
        Box::pin(async move {
            let text = asking::ask(&command, ask.prompt, &live).await?;
            Ok(Answer::of(text, model(&command.program)))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let command = self.0.clone();
        Box::pin(async move {
            let checked = tokio::task::spawn_blocking(move || check(&command)).await;
            checked.unwrap_or_else(|e| Checked::ill(e.to_string(), "look again (frieze doctor)"))
        })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.program.timeout_seconds)
    }
}

fn check(command: &Command) -> Checked {
    let name = &command.name;
    let program = match place::found(&command.program, &command.root) {
        Ok(program) => program,
        Err(e) => return Checked::ill(format!("{name}: {}", e.what), e.hint),
    };
    let folder = match place::folder(&command.program, &command.root) {
        Ok(Some(folder)) => folder.display().to_string(),
        Ok(None) => "an empty folder of its own".to_owned(),
        Err(e) => return Checked::ill(format!("{name}: {}", e.what), e.hint),
    };
    let missing = |variable: &&String| std::env::var_os(variable).is_none();
    let missing: Vec<&str> = command.program.environment.iter().filter(missing).map(String::as_str).collect();
    if !missing.is_empty() {
        return Checked::ill(
            format!("{name}: {} is not set", missing.join(", ")),
            "set it where frieze is started, or take it out of environment:",
        );
    }
    Checked::well(format!("{name}: {} is there and works in {folder}", program.display()))
}
