//! Programs that read a prompt and print an answer.

use std::path::Path;
use std::sync::Arc;

use super::super::config::Program;
use crate::ports::{Agent, Misconfigured};

/// How a program's model is called.
pub fn model(program: &Program) -> String {
    let name = program.command.first().map_or("", String::as_str);
    let name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    program.model.clone().or(name).unwrap_or_default()
}

pub fn agent(name: &str, _program: &Program, _root: &Path) -> Result<Arc<dyn Agent>, Misconfigured> {
    Err(Misconfigured { what: format!("{name}: programs are not built yet"), hint: String::new() })
}
