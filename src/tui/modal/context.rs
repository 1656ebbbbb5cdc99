//! What a dialog knows of the screen behind it.

use ratatui::layout::Size;

use crate::tui::keys::Keys;
use crate::tui::model::drafts::Drafts;
use crate::tui::model::feature_list::Features;
use crate::tui::model::read_log::ReadLog;
use crate::tui::view::theme::Theme;
use frieze_kernel::Verb;

/// The parts of the model that a dialog may read.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub size: Size,
    pub theme: Theme,
    pub keys: &'a Keys,
    pub features: &'a Features,
    pub drafts: &'a Drafts,
    pub read_log: &'a ReadLog,
    /// The verbs of the selected run's workflow.
    pub verbs: &'a [Verb],
    /// The message in the last line.
    pub message: Option<&'a str>,
    /// Whether the built-in generator reads the feedback of a rejection.
    pub is_built_in: bool,
}
