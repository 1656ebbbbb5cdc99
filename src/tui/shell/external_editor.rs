//! External editor on a text or a file: the terminal is lent to it.

use std::io;
use std::path::Path;

use super::tty::Terminal;
use crate::terminal::{Editor, NotEdited};
use crate::tui::model::detail::Problem;
use crate::tui::model::drafts::LONGEST;

impl Terminal {
    /// Opens `$VISUAL`, `$EDITOR` or `vi` on a text and returns the new text.
    ///
    /// # Errors
    /// The outer error is the terminal's, the inner one the editor's.
    pub fn edit_text(&mut self, text: &str) -> io::Result<Result<String, Problem>> {
        self.lend_to(|editor| editor.edit_text(text, LONGEST))
    }

    /// Opens `$VISUAL`, `$EDITOR` or `vi` on a file, and waits until it is closed.
    ///
    /// # Errors
    /// As for [`Self::edit_text`].
    pub fn edit_file(&mut self, path: &Path) -> io::Result<Result<(), Problem>> {
        self.lend_to(|editor| editor.edit(path))
    }

    /// Lends the terminal to the editor until it is closed. The inner error is the editor's.
    fn lend_to<T>(
        &mut self,
        edit: impl FnOnce(&Editor) -> Result<T, NotEdited>,
    ) -> io::Result<Result<T, Problem>> {
        let editor = Editor::from_environment().unwrap_or_else(Editor::usual);
        self.release();
        let edited = edit(&editor);
        self.take_back()?;
        Ok(edited.map_err(|NotEdited { what, hint }| Problem { what, hint }))
    }
}
