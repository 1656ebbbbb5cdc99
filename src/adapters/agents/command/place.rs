//! Where a program is found, where it works, and what it gets of our environment.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use super::super::super::config::Program;
use super::super::super::veil::names_a_secret;
use crate::ports::Misconfigured;

/// The variables that every program gets; `LC_…` besides.
const GIVEN: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// Whether a configured folder is below the workspace as it is written.
pub fn is_below(folder: &str) -> bool {
    let mut parts = Path::new(folder).components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The folder that is configured, as it is on the disk; `None` for an empty one of its own.
pub fn folder(program: &Program, root: &Path) -> Result<Option<PathBuf>, Misconfigured> {
    let Some(folder) = &program.folder else { return Ok(None) };
    let wrong = |why: String| Misconfigured {
        what: format!("the folder {folder}: {why}"),
        hint: "make it below the workspace, or correct folder: of the agent".to_owned(),
    };
    let root = root.canonicalize().map_err(|e| wrong(e.to_string()))?;
    let place = root.join(folder).canonicalize().map_err(|e| wrong(e.to_string()))?;
    if !place.starts_with(&root) {
        return Err(wrong("a symlink leads out of the workspace".to_owned()));
    }
    if !place.is_dir() {
        return Err(wrong("it is no folder".to_owned()));
    }
    Ok(Some(place))
}

/// The program's file.
pub fn found(program: &Program, root: &Path) -> Result<PathBuf, Misconfigured> {
    executable(program.command.first().map_or("", String::as_str), root)
}

/// The file of a command's first word. A name is looked for in `PATH`; what has a `/` in it is a path from the workspace.
pub fn executable(name: &str, root: &Path) -> Result<PathBuf, Misconfigured> {
    let wrong =
        |why: &str, hint: &str| Misconfigured { what: format!("{name} {why}"), hint: hint.to_owned() };
    if name.contains('/') {
        let place = root.join(name);
        return match place.metadata() {
            Err(_) => {
                Err(wrong("is not there", "a path is read from the workspace's folder; correct command:"))
            }
            Ok(_) if !is_executable(&place) => {
                Err(wrong("cannot be executed", "make it executable: chmod +x"))
            }
            Ok(_) => Ok(place),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A relative entry of PATH would be read from wherever the program works.
    let places = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    places
        .map(|folder| folder.join(name))
        .find(|place| is_executable(place))
        .ok_or_else(|| wrong("is not in PATH", "install it, or write its whole path in command:"))
}

fn is_executable(place: &Path) -> bool {
    place.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// The environment of a program.
pub fn environment(program: &Program) -> Vec<(OsString, OsString)> {
    let given = |name: &str| {
        GIVEN.contains(&name) || name.starts_with("LC_") || program.environment.iter().any(|own| own == name)
    };
    let ours = std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(given));
    let mut environment: Vec<_> = ours.collect();
    if !program.environment.iter().any(|name| name == "TERM") {
        environment.push(("TERM".into(), "dumb".into()));
    }
    environment
}

/// The values of those variables of a program that are keys by their names: what it prints of them is shown nowhere.
pub fn secrets(program: &Program) -> Vec<OsString> {
    program.environment.iter().filter(|name| names_a_secret(name)).filter_map(std::env::var_os).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_leads_out_is_told_by_its_name() {
        for (folder, below) in [
            ("tools", true),
            ("./tools/a", true),
            ("..", false),
            ("a/../../b", false),
            ("/tmp", false),
            ("/", false),
        ] {
            assert_eq!(is_below(folder), below, "{folder}");
        }
    }
}
