//! The diff pane.

use super::Lines;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::Theme;

/// The pane's own state.
#[derive(Debug, Default)]
pub struct Diff {}

impl Lines for Diff {
    fn lines(&self, detail: &Detail, _width: u16, _theme: Theme) -> Vec<Row> {
        vec![Row::head(detail.id.to_string())]
    }
}

impl Diff {
    /// Another comparison than the default one.
    pub fn compared(&mut self, _compared: crate::tui::detail::Compared) {}

    /// Folds or unfolds what stands at a row.
    pub fn fold(&mut self, _row: &Row, _fold: Option<bool>) {}
}
