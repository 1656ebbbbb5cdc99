//! What of a design was on the screen before somebody decides about it.

use crate::kernel::Binding;
use crate::tui::detail::Detail;
use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::parts::{self, Part};

/// The sections of a design, by the beginnings of their pointers.
const SECTIONS: [(&str, &str); 7] = [
    ("/requirements/", "requirements"),
    ("/goals/", "goals"),
    ("/userFlows/", "flows"),
    ("/components/", "components"),
    ("/dataModel/entities/", "entities"),
    ("/interactions/", "interactions"),
    ("/openQuestions/", "open questions"),
];

/// How much was seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sight {
    pub seen: usize,
    pub all: usize,
    /// The sections with parts that were not on the screen: how many were not, and of how many.
    pub missing: Vec<(&'static str, usize, usize)>,
    /// The key that goes to the next part that was not on the screen; empty where it has none.
    pub key: String,
}

impl Sight {
    /// What was seen of exactly the design that a decision is bound to.
    pub fn of(model: &Model, detail: &Detail, binding: &Binding) -> Self {
        let Some(Ok(reading)) = &detail.intent else { return Self::default() };
        if reading.sha256 != binding.sha256 {
            return Self::default();
        }
        let was_seen = |part: &Part| model.looks.has_seen_all(&detail.id, reading.sha256, part);
        let all = parts::all(&reading.intent);
        let missing = SECTIONS.iter().filter_map(|(beginning, name)| {
            let here = all.iter().filter(|part| part.pointer.starts_with(beginning));
            let (mut count, mut unseen) = (0, 0);
            for part in here {
                count += 1;
                unseen += usize::from(!was_seen(part));
            }
            (unseen > 0).then_some((*name, unseen, count))
        });
        let missing: Vec<_> = missing.collect();
        let unseen: usize = missing.iter().map(|(_, unseen, _)| unseen).sum();
        let key = model.keys.first(Action::NextUnseen).to_owned();
        Self { seen: all.len() - unseen, all: all.len(), missing, key }
    }

    /// Whether approving now is approving something that was not seen.
    pub fn unseen(&self) -> bool {
        self.seen < self.all || self.all == 0
    }

    /// In a sentence.
    pub fn told(&self) -> String {
        match (self.seen, self.all) {
            (_, 0) => "The design could not be shown here: approving says \"approved unseen\".".to_owned(),
            (seen, all) if seen == all => format!("All {all} parts of the design were on the screen."),
            (seen, all) => {
                let were_not = match all - seen {
                    1 => "1 was not".to_owned(),
                    more => format!("{more} were not"),
                };
                format!(
                    "{seen} of {all} parts were on the screen; {were_not}: approving says \"approved unseen\"."
                )
            }
        }
    }

    /// The same before anything is chosen, with the way to it.
    pub fn way_told(&self) -> Option<String> {
        let way = Some(&self.key).filter(|key| !key.is_empty() && !self.missing.is_empty());
        let way = way.map(|key| format!("Esc, then {key} goes to the next of them"));
        match (self.missing_told(), way) {
            (Some(missing), Some(way)) => Some(format!("{missing}; {way}")),
            (missing, way) => missing.or(way),
        }
    }

    /// What was not on the screen; nothing where all was, or none.
    pub fn missing_told(&self) -> Option<String> {
        let each = self.missing.iter().map(|(name, unseen, count)| {
            if unseen == count { format!("all {name}") } else { format!("{unseen} of {count} {name}") }
        });
        let each: Vec<String> = each.collect();
        (!each.is_empty() && self.seen > 0).then(|| format!("not shown: {}", each.join(", ")))
    }
}
