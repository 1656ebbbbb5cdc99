//! External editor on a text or a file. The terminal is lent to it, and a text goes through a file that only the person can
//! read.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use super::tty::Terminal;
use crate::terminal::Editor;
use crate::tui::model::detail::Problem;
use crate::tui::model::drafts::LONGEST;

/// The number of file names that are tried.
const NAMES: u32 = 100;

impl Terminal {
    /// Opens `$VISUAL`, `$EDITOR` or `vi` on a text and returns the new text.
    ///
    /// # Errors
    /// The outer error is the terminal's, the inner one the editor's.
    pub fn edit_text(&mut self, text: &str) -> io::Result<Result<String, Problem>> {
        let editor = Editor::from_environment().unwrap_or_else(Editor::usual);
        let path = match write_file(text) {
            Ok(path) => path,
            Err(e) => return Ok(Err(problem("The text could not be written to a file", &e))),
        };
        let status = self.lend_to(&editor, &path)?;
        if status.is_err() {
            let _ = fs::remove_file(&path);
        }
        Ok(ended(&editor, status, &format!("the text is in {}", path.display()))
            .and_then(|()| read_back(&path, text)))
    }

    /// Opens `$VISUAL`, `$EDITOR` or `vi` on a file, and waits until it is closed.
    ///
    /// # Errors
    /// As for [`Self::edit_text`].
    pub fn edit_file(&mut self, path: &Path) -> io::Result<Result<(), Problem>> {
        let editor = Editor::from_environment().unwrap_or_else(Editor::usual);
        let status = self.lend_to(&editor, path)?;
        Ok(ended(&editor, status, &format!("the file is {}", path.display())))
    }

    /// Lends the terminal to the editor until it is closed. The inner error is the editor's.
    fn lend_to(&mut self, editor: &Editor, path: &Path) -> io::Result<io::Result<ExitStatus>> {
        self.release();
        let status = editor.open(path).status();
        self.take_back()?;
        Ok(status)
    }
}

/// What went wrong with the editor.
fn ended(editor: &Editor, status: io::Result<ExitStatus>, hint: &str) -> Result<(), Problem> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Problem::new(format!("{} ended with {status}", editor.program), hint)),
        Err(e) => Err(problem(&format!("{} could not be started", editor.program), &e)),
    }
}

/// Writes the text to a new temporary file.
fn write_file(text: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for n in 0..NAMES {
        let path = folder.join(format!("frieze-feedback-{}-{n}.md", std::process::id()));
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
fn read_back(path: &Path, before: &str) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(2);
    let read = fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    let unusable = |what: String| Problem::new(what, format!("the text is in {}", path.display()));
    read.map_err(|e| unusable(format!("The text could not be read back: {e}")))?;
    let mut text = String::from_utf8(bytes).map_err(|_| unusable("The text is not UTF-8".to_owned()))?;
    // The editor added the last line break.
    if !before.ends_with('\n') && text.ends_with('\n') {
        text.pop();
    }
    if text.len() > LONGEST {
        return Err(unusable(format!("The text is longer than {} KiB", LONGEST / 1024)));
    }
    let _ = fs::remove_file(path);
    Ok(text)
}

fn problem(what: &str, e: &io::Error) -> Problem {
    Problem::new(format!("{what}: {e}"), "name your editor in VISUAL or EDITOR")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_back_and_the_file_removed() {
        let path = write_file("two\nlines").unwrap();
        fs::write(&path, "two\nlines and more\n").unwrap();
        assert_eq!(read_back(&path, "two\nlines"), Ok("two\nlines and more".to_owned()));
        assert!(!path.exists());
    }

    #[test]
    fn an_unusable_file_stays_and_is_named() {
        let path = write_file("").unwrap();
        fs::write(&path, vec![b'a'; LONGEST + 1]).unwrap();
        let problem = read_back(&path, "").unwrap_err();
        assert!(
            problem.what.contains("256 KiB") && problem.hint.contains(&*path.to_string_lossy()),
            "{problem:?}"
        );
        fs::write(&path, b"\xff").unwrap();
        assert!(read_back(&path, "").unwrap_err().what.contains("UTF-8"));
        fs::remove_file(&path).unwrap();
    }
}
