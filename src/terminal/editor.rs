//! The person's editor, from the environment.

use std::path::Path;
use std::process::Command;

use super::shell_words;

/// The variables that name it, in order.
const NAMED: [&str; 2] = ["VISUAL", "EDITOR"];

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    pub program: String,
    arguments: Vec<String>,
}

impl Editor {
    /// The editor in `VISUAL` or `EDITOR`; `None` if neither is set.
    pub fn from_environment() -> Option<Self> {
        Self::of(NAMED.iter().filter_map(|name| std::env::var(name).ok()))
    }

    /// The editor that every system has.
    pub fn usual() -> Self {
        Self { program: "vi".to_owned(), arguments: Vec::new() }
    }

    /// The first command line that is not blank.
    fn of(mut lines: impl Iterator<Item = String>) -> Option<Self> {
        let mut command =
            lines.find_map(|line| Some(shell_words(&line)).filter(|shell_words| !shell_words.is_empty()))?;
        let arguments = command.split_off(1);
        Some(Self { program: command.pop()?, arguments })
    }

    /// The command that opens a file.
    pub fn open(&self, path: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(path);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_not_blank_names_the_editor() {
        let of = |lines: &[&str]| Editor::of(lines.iter().map(|line| (*line).to_owned()));
        let arguments = vec!["--wait".to_owned(), "a b".to_owned()];
        let expected = Editor { program: "/opt/my editor/ed".to_owned(), arguments };
        assert_eq!(of(&["", "  ", "'/opt/my editor/ed' --wait 'a b'", "vi"]), Some(expected));
        assert_eq!(of(&["", " "]), None);
    }
}
