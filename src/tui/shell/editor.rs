//! The person's own editor on a text: the terminal is given back, the text goes through a file that only the
//! person can read, and the terminal is taken over again whatever happened.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::terminal::Terminal;
use crate::terminal::Editor;
use crate::tui::detail::Stated;
use crate::tui::drafts::LONGEST;

/// How many names are tried for the file.
const NAMES: u32 = 100;

impl Terminal {
    /// Opens `$VISUAL` or `$EDITOR` on a text and returns what became of it. The outer error is the terminal's,
    /// the inner one the editor's: then the text is as it was.
    pub fn edit(&mut self, text: &str) -> io::Result<Result<String, Stated>> {
        let Some(editor) = Editor::named() else { return Ok(Err(unnamed())) };
        let path = match written(text) {
            Ok(path) => path,
            Err(e) => return Ok(Err(trouble("the text could not be handed to the editor", &e))),
        };
        self.lend();
        let status = editor.on(&path).status();
        self.again()?;
        let outcome = match status {
            Ok(status) if status.success() => read(&path, text),
            Ok(status) => Err(Stated {
                what: format!("{} ended with {status}", editor.program),
                hint: format!("what it wrote is in {}", path.display()),
            }),
            Err(e) => {
                let _ = fs::remove_file(&path);
                Err(trouble(&format!("{} could not be started", editor.program), &e))
            }
        };
        Ok(outcome)
    }
}

impl Terminal {
    /// Opens `$VISUAL` or `$EDITOR` on a file that is the person's own, and waits until it is done.
    pub fn visit(&mut self, path: &Path) -> io::Result<Result<(), Stated>> {
        let Some(editor) = Editor::named() else { return Ok(Err(unnamed())) };
        self.lend();
        let status = editor.on(path).status();
        self.again()?;
        Ok(match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Stated {
                what: format!("{} ended with {status}", editor.program),
                hint: format!("the document is {}", path.display()),
            }),
            Err(e) => Err(trouble(&format!("{} could not be started", editor.program), &e)),
        })
    }
}

fn unnamed() -> Stated {
    Stated {
        what: "neither VISUAL nor EDITOR names an editor".to_owned(),
        hint: "set one of them, for example EDITOR=vi".to_owned(),
    }
}

/// The text in a new file in the folder for temporary files.
fn written(text: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for n in 0..NAMES {
        let path = folder.join(format!("frieze-feedback-{}-{n}.md", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(mut file) => {
                // Editors expect the last line to be ended, and end it themselves.
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

/// What the editor left. What cannot be used stays where it is, and is named.
fn read(path: &Path, before: &str) -> Result<String, Stated> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(2);
    let taken = fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    let stays =
        |what: String| Stated { what, hint: format!("what the editor wrote is in {}", path.display()) };
    taken.map_err(|e| stays(format!("the text could not be read back: {e}")))?;
    let mut text = String::from_utf8(bytes).map_err(|_| stays("the text is not UTF-8".to_owned()))?;
    // The last line's end is none of the text.
    if !before.ends_with('\n') && text.ends_with('\n') {
        text.pop();
    }
    if text.len() > LONGEST {
        return Err(stays(format!("the text is longer than {} KiB", LONGEST / 1024)));
    }
    let _ = fs::remove_file(path);
    Ok(text)
}

fn trouble(what: &str, e: &io::Error) -> Stated {
    Stated { what: format!("{what}: {e}"), hint: "check VISUAL and EDITOR".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_comes_back_and_the_file_goes() {
        let path = written("two\nlines").unwrap();
        fs::write(&path, "two\nlines and more\n").unwrap();
        assert_eq!(read(&path, "two\nlines"), Ok("two\nlines and more".to_owned()));
        assert!(!path.exists());
    }

    #[test]
    fn what_cannot_be_used_stays_and_is_named() {
        let path = written("").unwrap();
        fs::write(&path, vec![b'a'; LONGEST + 1]).unwrap();
        let stated = read(&path, "").unwrap_err();
        assert!(
            stated.what.contains("256 KiB") && stated.hint.contains(&*path.to_string_lossy()),
            "{stated:?}"
        );
        fs::write(&path, b"\xff").unwrap();
        assert!(read(&path, "").unwrap_err().what.contains("UTF-8"));
        fs::remove_file(&path).unwrap();
    }
}
