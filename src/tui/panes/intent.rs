//! The intent pane.

use super::Lines;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::Theme;

/// The pane's own state.
#[derive(Debug, Default)]
pub struct Intent {}

impl Lines for Intent {
    fn lines(&self, detail: &Detail, _width: u16, _theme: Theme) -> Vec<Row> {
        vec![Row::head(detail.id.to_string())]
    }
}

impl Intent {
    /// Folds or unfolds the element at a pointer; without a wish, the other way round.
    pub fn fold(&mut self, _pointer: &str, _fold: Option<bool>) {}

    /// Folds everything, or unfolds everything if all is folded.
    pub fn fold_all(&mut self, _detail: &Detail) {}

    /// Unfolds whatever hides the element at a pointer.
    pub fn unfold_to(&mut self, _pointer: &str) {}
}
