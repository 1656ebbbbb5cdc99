//! A program's file, working folder and environment.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use super::super::super::config::Program;
use super::super::super::secret_redactor::is_secret_variable;
use frieze_ports::Misconfigured;

/// The variables that every program gets, in addition to `LC_…`.
const GIVEN: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// Whether a configured folder is below the workspace, judged by its text alone.
pub fn is_below(folder: &str) -> bool {
    let mut parts = Path::new(folder).components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The configured folder on disk; `None` for an empty folder of its own.
///
/// # Errors
/// `Misconfigured` if the folder is missing, is not a folder, or is outside the workspace.
pub fn folder(program: &Program, root: &Path) -> Result<Option<PathBuf>, Misconfigured> {
    let Some(folder) = &program.folder else { return Ok(None) };
    let wrong = |why: String| {
        Misconfigured::new(
            format!("the folder {folder}: {why}"),
            "make it below the workspace, or correct folder: of the agent",
        )
    };
    let root = root.canonicalize().map_err(|e| wrong(e.to_string()))?;
    let place = root.join(folder).canonicalize().map_err(|e| wrong(e.to_string()))?;
    if !place.starts_with(&root) {
        return Err(wrong("a symlink leads out of the workspace".to_owned()));
    }
    if !place.is_dir() {
        return Err(wrong("it is not a folder".to_owned()));
    }
    Ok(Some(place))
}

/// The program's file.
///
/// # Errors
/// Like [`executable`].
pub fn file(program: &Program, root: &Path) -> Result<PathBuf, Misconfigured> {
    executable(program.command.first().map_or("", String::as_str), root)
}

/// The file of a command's first word. A name is searched in `PATH`; a word with `/` is a path from the workspace.
///
/// # Errors
/// `Misconfigured` if the file does not exist, cannot be executed, or is not in `PATH`.
pub fn executable(name: &str, root: &Path) -> Result<PathBuf, Misconfigured> {
    let wrong = |why: &str, hint: &str| Misconfigured::new(format!("{name} {why}"), hint);
    if name.contains('/') {
        let place = root.join(name);
        return match place.metadata() {
            Err(_) => {
                Err(wrong("does not exist", "a path starts at the workspace's folder; correct command:"))
            }
            Ok(_) if !is_executable(&place) => {
                Err(wrong("cannot be executed", "make it executable: chmod +x"))
            }
            Ok(_) => Ok(place),
        };
    }
    in_path(name).ok_or_else(|| wrong("is not in PATH", "install it, or write its whole path in command:"))
}

/// The file of a program in `PATH`.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A relative entry of PATH would depend on the program's working folder.
    let places = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    places.map(|folder| folder.join(name)).find(|place| is_executable(place))
}

fn is_executable(place: &Path) -> bool {
    place.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Checks that the variables that a program needs are set.
///
/// # Errors
/// `Misconfigured` with the names of those that are not.
pub fn variables(program: &Program) -> Result<(), Misconfigured> {
    let missing = |variable: &&String| std::env::var_os(variable).is_none();
    let missing: Vec<&str> = program.environment.iter().filter(missing).map(String::as_str).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Misconfigured::new(
        format!("{} is not set", missing.join(", ")),
        "set it where frieze is started, or take it out of environment:",
    ))
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

/// Values of the program's variables that are keys by their names; they are redacted in its output.
pub fn secrets(program: &Program) -> Vec<OsString> {
    program.environment.iter().filter(|name| is_secret_variable(name)).filter_map(std::env::var_os).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_outside_the_workspace_is_recognised_by_its_path() {
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
