//! The person's editor, from the environment, on a file or on a text.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::shell_words;

/// The variables that name it, in order.
const NAMED: [&str; 2] = ["VISUAL", "EDITOR"];
/// The number of file names that are tried.
const NAMES: u32 = 100;

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    program: String,
    arguments: Vec<String>,
}

/// Why there is no edited text, and what to do about it.
#[derive(Debug)]
pub struct NotEdited {
    pub what: String,
    pub hint: String,
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

    /// Opens a file, and waits until the editor is closed.
    ///
    /// # Errors
    /// The editor could not be started, or it failed.
    pub fn edit(&self, path: &Path) -> Result<(), NotEdited> {
        self.wait(path).and_then(|status| self.check(status, path))
    }

    /// Opens a text in a temporary file that only the person can read, and returns the new text.
    ///
    /// # Errors
    /// As for [`Self::edit`], or if the new text is unusable or has more than `longest` bytes. Its file stays then, and is named.
    pub fn edit_text(&self, text: &str, longest: usize) -> Result<String, NotEdited> {
        let path = write_file(text)
            .map_err(|e| NotEdited::by_the_system("The text could not be written to a file", &e))?;
        let status = self.wait(&path).inspect_err(|_| _ = fs::remove_file(&path))?;
        self.check(status, &path)?;
        read_back(&path, text, longest)
    }

    fn wait(&self, path: &Path) -> Result<ExitStatus, NotEdited> {
        let status = Command::new(&self.program).args(&self.arguments).arg(path).status();
        status.map_err(|e| NotEdited::by_the_system(&format!("{} could not be started", self.program), &e))
    }

    fn check(&self, status: ExitStatus, path: &Path) -> Result<(), NotEdited> {
        let failed = || NotEdited::kept(format!("{} ended with {status}", self.program), path);
        status.success().then_some(()).ok_or_else(failed)
    }
}

impl NotEdited {
    fn by_the_system(what: &str, e: &io::Error) -> Self {
        Self { what: format!("{what}: {e}"), hint: "name your editor in VISUAL or EDITOR".to_owned() }
    }

    fn kept(what: String, path: &Path) -> Self {
        Self { what, hint: format!("the text is in {}", path.display()) }
    }
}

/// Writes the text to a new temporary file.
fn write_file(text: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for n in 0..NAMES {
        let path = folder.join(format!("frieze-{}-{n}.md", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(mut file) => {
                // Editors end the last line with a line break.
                let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
                file.write_all(text.as_bytes())?;
                file.write_all(end.as_bytes())?;
                return Ok(path);
            }
            Err(e) => last = e,
        }
    }
    Err(last)
}

/// Reads the text back, and removes the file. An unusable file stays, and is named.
fn read_back(path: &Path, before: &str, longest: usize) -> Result<String, NotEdited> {
    let mut bytes = Vec::new();
    let most = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(2);
    let read = fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    let unusable = |what: String| NotEdited::kept(what, path);
    read.map_err(|e| unusable(format!("The text could not be read back: {e}")))?;
    let mut text = String::from_utf8(bytes).map_err(|_| unusable("The text is not UTF-8".to_owned()))?;
    // The editor added the last line break.
    if !before.ends_with('\n') && text.ends_with('\n') {
        text.pop();
    }
    if text.len() > longest {
        return Err(unusable(format!("The text is longer than {} KiB", longest / 1024)));
    }
    let _ = fs::remove_file(path);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_back_and_the_file_removed() {
        let path = write_file("two\nlines").unwrap();
        fs::write(&path, "two\nlines and more\n").unwrap();
        assert_eq!(read_back(&path, "two\nlines", 100).unwrap(), "two\nlines and more");
        assert!(!path.exists());
    }

    #[test]
    fn an_unusable_file_stays_and_is_named() {
        let path = write_file("").unwrap();
        fs::write(&path, vec![b'a'; 1024 + 1]).unwrap();
        let problem = read_back(&path, "", 1024).unwrap_err();
        assert!(
            problem.what.contains("1 KiB") && problem.hint.contains(&*path.to_string_lossy()),
            "{problem:?}"
        );
        fs::write(&path, b"\xff").unwrap();
        assert!(read_back(&path, "", 1024).unwrap_err().what.contains("UTF-8"));
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_first_variable_that_is_not_blank_names_the_editor() {
        let of = |lines: &[&str]| Editor::of(lines.iter().map(|line| (*line).to_owned()));
        let arguments = vec!["--wait".to_owned(), "a b".to_owned()];
        let expected = Editor { program: "/opt/my editor/ed".to_owned(), arguments };
        assert_eq!(of(&["", "  ", "'/opt/my editor/ed' --wait 'a b'", "vi"]), Some(expected));
        assert_eq!(of(&["", " "]), None);
    }
}
