//! Where the designs lie that others are compared with.

use std::sync::Arc;

use super::{Base, Detail, Place, read_intent};
use crate::domain::intent::Reading;
use crate::domain::path::RelPath;
use crate::ports::Store;

impl Detail {
    /// Where the design of a base lies. What was rejected is what a person had made of the iteration, kept as it was left.
    pub(super) fn place_of(&self, base: &Base) -> Place {
        let is_edited = |folder: u32| {
            self.past.iter().any(|p| p.folder == folder && p.edited.is_some() && p.edited != p.design)
        };
        match base {
            Base::Rejected(folder) if is_edited(*folder) => Place::Edited(*folder),
            Base::Iteration(folder) | Base::Rejected(folder) => Place::Folder(*folder),
            Base::Frozen => Place::Frozen,
            Base::Looked(place) => *place,
        }
    }

    /// That design.
    pub(super) fn at_base(
        &self,
        store: &dyn Store,
        home: &RelPath,
        base: &Base,
    ) -> Result<Arc<Reading>, String> {
        let path = match self.place_of(base) {
            Place::Folder(n) => home.join("iterations").number(n).join("intent.json"),
            Place::Edited(n) => home.join("iterations").number(n).join("intent-edited.json"),
            Place::Frozen => {
                let path = home.join("final/intent.json");
                if let Some(why) = &self.last_freeze_broken {
                    return Err(format!("{path} is not shown: {why}"));
                }
                path
            }
            Place::Nowhere => {
                return Err(
                    "what you looked at last is kept nowhere any more: it was written over since".to_owned()
                );
            }
        };
        read_intent(store, &path).unwrap_or_else(|| {
            Err(match base {
                Base::Frozen => "nothing of this feature has been frozen yet".to_owned(),
                Base::Iteration(_) | Base::Rejected(_) | Base::Looked(_) => format!("{path} is not there"),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Base, Detail, Place, past};
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::path::RelPath;
    use crate::domain::{brief, draft};
    use crate::flows::design::Design;
    use crate::ports::Store;
    use crate::tui::panes::sample;

    const BRIEF: &[u8] = b"# Checkout\n\n- As a customer I want to put products into a cart.\n";

    /// A rejected iteration that a person had edited, and a design that was frozen before it.
    fn rejected_after_an_edit() -> (DurableStore<MemoryDisk>, Detail) {
        let id = "checkout".parse().unwrap();
        let design = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let titled = |title: &str| {
            let mut design = design.clone();
            title.clone_into(&mut design.title);
            serde_json::to_vec(&design).unwrap()
        };
        let mut files = Files::default();
        for (path, title) in [
            ("iterations/1/intent.json", "By the agent"),
            ("iterations/1/intent-edited.json", "By hand"),
            ("iterations/1/feedback.md", "no"),
            ("final/intent.json", "Frozen"),
        ] {
            files.insert(format!("features/checkout/design/{path}"), titled(title));
        }
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let past = past(&store, &RelPath::new("features/checkout/design/iterations"));
        (store, Detail { past, ..sample::detail() })
    }

    fn titles(store: &dyn Store, detail: &Detail, base: Base) -> Result<Vec<String>, String> {
        let compared = detail.compare::<Design>(store, base, Some(Base::Iteration(1)));
        compared
            .outcome
            .map(|(changes, _)| changes.changes.iter().map(|change| change.sentence.clone()).collect())
    }

    #[test]
    fn an_edit_by_hand_is_part_of_what_was_rejected() {
        let (store, detail) = rejected_after_an_edit();
        assert_eq!(titles(&store, &detail, Base::Iteration(1)), Ok(Vec::new()));
        let changed = titles(&store, &detail, Base::Rejected(1)).unwrap();
        assert!(matches!(changed.as_slice(), [one] if one.contains("By hand")), "{changed:?}");
    }

    #[test]
    fn nothing_is_compared_with_a_frozen_design_that_was_changed() {
        let (store, mut detail) = rejected_after_an_edit();
        assert_eq!(titles(&store, &detail, Base::Frozen).unwrap().len(), 1);
        detail.last_freeze_broken = Some("it was changed".to_owned());
        for base in [Base::Frozen, Base::Looked(Place::Frozen)] {
            let why = titles(&store, &detail, base).unwrap_err();
            assert!(why.contains("is not shown: it was changed"), "{why}");
        }
    }
}
