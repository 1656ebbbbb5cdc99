//! The marks of unread parts in the Intent pane.

use std::collections::HashSet;
use std::sync::Arc;

use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use frieze_data::digest::Digest;

/// Marks the parts in Intent that are unread now. The marks stay while the pane is in focus.
pub fn mark(model: &mut Model) {
    let Some((detail, sha256)) = design(model) else { return };
    let all = &detail.parts().all;
    let unread = all.iter().filter(|part| !model.read_log.is_part_read(&detail.id, part));
    let unread: HashSet<String> = unread.map(|part| part.pointer.clone()).collect();
    model.panes.intent.pane.mark(sha256, unread);
    model.panes.intent.changed();
}

/// Marks a design that is not marked yet. The same design read again keeps its marks.
pub fn mark_new_design(model: &mut Model) {
    let Some((_, sha256)) = design(model) else { return };
    if !model.panes.intent.pane.is_marked(sha256) {
        mark(model);
    }
}

/// The design of the selected feature, with its hash.
pub(super) fn design(model: &Model) -> Option<(Arc<Detail>, Digest)> {
    let detail = model.current()?;
    Some((detail.clone(), detail.reading()?.sha256))
}
