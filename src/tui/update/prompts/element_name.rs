//! Names of the elements of a design, in comments and in the questions of prompts.

use crate::tui::model::comments;
use crate::tui::model::design_parts::{Section, name_at, part_at};
use crate::tui::model::detail::Detail;

/// The name of an element in a question: id and text of a requirement, else its name.
pub fn display_name(detail: &Detail, pointer: &str) -> Option<String> {
    let name = name(detail, pointer)?;
    let requirement = part_at(pointer).filter(|(section, _)| *section == Section::Requirements);
    let requirement = requirement.and_then(|(_, at)| detail.reading()?.intent.requirements.get(at));
    Some(match requirement {
        Some(requirement) => comments::called(&format!("{name} {}", requirement.text.trim())),
        None => name,
    })
}

/// The name of the element at a pointer.
pub fn name(detail: &Detail, pointer: &str) -> Option<String> {
    name_at(&detail.reading()?.intent, pointer).map(comments::called)
}
