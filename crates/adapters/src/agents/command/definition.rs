//! The definition of a program that is an agent: what is started, and where.

use std::path::{Path, PathBuf};

use super::input::Input;
use super::program::is_below;
use crate::config::Program;
use frieze_ports::Misconfigured;

/// Placeholder for the prompt in an argument.
const PROMPT: &str = "{prompt}";

/// A configured program.
pub struct Command {
    /// The agent's name.
    pub name: String,
    pub program: Program,
    /// Variables that frieze sets itself.
    pub variables: Vec<(String, String)>,
    pub root: PathBuf,
}

impl Command {
    /// A program of an agent.
    ///
    /// # Errors
    /// If the definition names no program, or a folder outside the workspace.
    pub fn new(
        name: &str,
        program: Program,
        variables: Vec<(String, String)>,
        root: &Path,
    ) -> Result<Self, Misconfigured> {
        check_definition(name, &program)?;
        Ok(Self { name: name.to_owned(), program, variables, root: root.to_owned() })
    }

    /// Its arguments, with the prompt in its place, and the prompt if it belongs on standard input.
    pub fn arguments(&self, prompt: String) -> (Vec<String>, Input) {
        let in_argument = self.program.command.iter().any(|argument| argument.contains(PROMPT));
        let arguments = self.program.command.iter().skip(1);
        let arguments = arguments.map(|argument| argument.replace(PROMPT, &prompt)).collect();
        (arguments, if in_argument { Input::Nothing } else { Input::Text(prompt) })
    }
}

/// Checks the definition of a program.
fn check_definition(name: &str, program: &Program) -> Result<(), Misconfigured> {
    let wrong = |what: &str, hint: &str| Misconfigured::new(format!("{name}: {what}"), hint);
    if program.command.first().is_none_or(|program| program.is_empty() || program.contains(PROMPT)) {
        return Err(wrong("command names no program", "write command: [program, argument, …]"));
    }
    if program.folder.as_deref().is_some_and(|folder| !is_below(folder)) {
        return Err(wrong(
            "folder leads out of the workspace",
            "name a folder below the workspace, or leave folder: out for an empty one",
        ));
    }
    Ok(())
}
