//! External editor: the terminal is lent to it.

use std::io;

use super::tty::Terminal;
use crate::terminal::{Editor, NotEdited};
use crate::tui::model::detail::Problem;

impl Terminal {
    /// Lends the terminal to `$VISUAL`, `$EDITOR` or `vi`, until it is closed.
    ///
    /// # Errors
    /// The outer error is the terminal's, the inner one the editor's.
    pub fn edit<T>(
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
