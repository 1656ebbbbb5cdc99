//! The machine pane: drawn, not listed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::Model;

pub fn draw(_model: &Model, _area: Rect, _buffer: &mut Buffer) {}
