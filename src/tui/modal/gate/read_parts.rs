//! Count of the parts of a design that were on the screen before the decision about it.

use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::model::design_parts::{FIELDS, Part, Section, part_at};
use crate::tui::model::detail::Detail;
use frieze_kernel::Binding;

/// How many parts were read, and where the unread ones are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadParts {
    pub read: usize,
    pub all: usize,
    /// The unread parts by section, in words.
    pub unread: Vec<String>,
    /// The key that goes to the next unread part; empty if none is bound.
    pub key: String,
}

impl ReadParts {
    /// Counts for exactly the design that a decision is bound to; zero of zero for any other.
    pub fn of(model: &Model, detail: &Detail, binding: &Binding) -> Self {
        let Some(reading) = detail.reading() else { return Self::default() };
        if reading.sha256 != binding.sha256 {
            return Self::default();
        }
        let was_read = |part: &Part| model.read_log.is_part_read(&detail.id, part);
        let all = &detail.parts().all;
        let fields = FIELDS.iter().filter(|(field, _)| {
            let mut parts = all.iter();
            parts.any(|part| part.pointer == *field && !was_read(part))
        });
        let sections = Section::ALL.iter().filter_map(|section| {
            let (mut count, mut unread) = (0, 0);
            for part in all.iter().filter(|part| part_at(&part.pointer).is_some_and(|(of, _)| of == *section))
            {
                count += 1;
                unread += usize::from(!was_read(part));
            }
            let name = section.kinds();
            (unread > 0).then(|| {
                if unread == count { format!("all {name}") } else { format!("{unread} of {count} {name}") }
            })
        });
        let unread = fields.map(|(_, name)| (*name).to_owned()).chain(sections).collect();
        let read = all.iter().filter(|part| was_read(part)).count();
        let key = model.keys.first(Action::NextUnseen).to_owned();
        Self { read, all: all.len(), unread, key }
    }

    /// Whether approving now would approve parts that were not read.
    pub fn has_unread(&self) -> bool {
        self.read < self.all || self.all == 0
    }

    /// How many parts were read, and what an approval will say of it, if it `is_possible`.
    pub fn summary(&self, is_possible: bool) -> String {
        let recorded = if is_possible { " Approval will be recorded as \"not fully read\"." } else { "" };
        match (self.read, self.all) {
            // Nobody can approve it.
            (_, 0) => "The design cannot be shown here.".to_owned(),
            (read, all) if read == all => format!("All {all} parts read."),
            (read, all) => format!("{} of {all} parts unread.{recorded}", all - read),
        }
    }

    /// The unread sections and the key that goes there; `None` if there is neither.
    pub fn unread_hint(&self) -> Option<String> {
        let key = Some(&self.key).filter(|key| !key.is_empty() && !self.unread.is_empty());
        let hint = key.map(|key| format!("Ctrl+O, then {key} goes to the next unread part"));
        match (self.unread_sections(), hint) {
            (Some(sections), Some(hint)) => Some(format!("{sections}; {hint}")),
            (sections, hint) => sections.or(hint),
        }
    }

    /// The unread parts by section; `None` if all or none were read.
    pub fn unread_sections(&self) -> Option<String> {
        (!self.unread.is_empty() && self.read > 0).then(|| format!("unread: {}", self.unread.join(", ")))
    }
}
