//! The journal pane.

use super::Lines;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::Theme;

/// The pane's own state.
#[derive(Debug, Default)]
pub struct Journal {}

impl Lines for Journal {
    fn lines(&self, detail: &Detail, _width: u16, _theme: Theme) -> Vec<Row> {
        vec![Row::head(detail.id.to_string())]
    }
}
