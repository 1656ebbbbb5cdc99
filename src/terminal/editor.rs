//! The person's own editor, as the environment names it.

use std::path::Path;
use std::process::Command;

use super::words;

/// The variables that name it; the first one that says something counts.
const NAMED: [&str; 2] = ["VISUAL", "EDITOR"];

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    pub program: String,
    arguments: Vec<String>,
}

impl Editor {
    /// The one that `VISUAL` or `EDITOR` names; `None` where neither does.
    pub fn named() -> Option<Self> {
        Self::of(NAMED.iter().filter_map(|name| std::env::var(name).ok()))
    }

    /// Of several command lines the first one that has words in it.
    fn of(mut lines: impl Iterator<Item = String>) -> Option<Self> {
        let mut command = lines.find_map(|line| Some(words(&line)).filter(|words| !words.is_empty()))?;
        let arguments = command.split_off(1);
        Some(Self { program: command.pop()?, arguments })
    }

    /// What opens it on a file.
    pub fn on(&self, path: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(path);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_something_names_the_editor() {
        let of = |lines: &[&str]| Editor::of(lines.iter().map(|line| (*line).to_owned()));
        let arguments = vec!["--wait".to_owned(), "a b".to_owned()];
        let expected = Editor { program: "/opt/my editor/ed".to_owned(), arguments };
        assert_eq!(of(&["", "  ", "'/opt/my editor/ed' --wait 'a b'", "vi"]), Some(expected));
        assert_eq!(of(&["", " "]), None);
    }
}
