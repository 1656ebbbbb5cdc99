//! The designs that others are compared with: where they lie, and what they say.

use std::sync::Arc;

use super::{Base, Detail};
use crate::domain::files::Home;
use crate::domain::intent::Reading;
use crate::engine::past::{self, Past, Place};
use crate::kernel::Flow;
use crate::ports::Store;

impl Detail {
    /// Whether a person edited the current design since its agent made it. Most are byte for byte what was made.
    pub(super) fn was_edited(&self, store: &dyn Store, home: &Home) -> bool {
        let (Ok(view), Some(Ok(present))) = (&self.view, &self.intent) else { return false };
        let made = self.past().iter().find(|past| past.folder == view.folder);
        let made = made.and_then(|past| past.design.as_ref()?.as_ref().ok());
        made.is_some() && made != self.bytes[0].as_ref() && past::is_edited(store, home, view, present)
    }

    /// Whether a person edited what the agent of an iteration made, so that there are two designs of it.
    pub(super) fn is_edited_in(&self, folder: u32) -> bool {
        let is_current = self.view.as_ref().is_ok_and(|view| view.folder == folder);
        let kept = self.past().iter().find(|past| past.folder == folder);
        (is_current && self.is_edited) || kept.is_some_and(|past| past.decided() == Place::Edited(folder))
    }

    /// Where the design of a base lies; `None` where nothing holds it any more.
    pub(super) fn place_of(&self, base: &Base) -> Option<Place> {
        match base {
            Base::Rejected(folder) => {
                let rejected = self.past().iter().find(|past| past.folder == *folder);
                Some(rejected.map_or(Place::Folder(*folder), Past::decided))
            }
            Base::Iteration(folder) => Some(Place::Folder(*folder)),
            Base::Frozen => Some(Place::Frozen),
            Base::Looked(place) => *place,
        }
    }

    /// That design.
    pub(super) fn at_base<F: Flow>(&self, store: &dyn Store, base: &Base) -> Result<Arc<Reading>, String> {
        let nowhere =
            || "what you looked at last is kept nowhere any more: it was written over since".to_owned();
        let place = self.place_of(base).ok_or_else(nowhere)?;
        place.read::<F>(store, &self.id, &self.seal).map(Arc::new).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::files::Home;
    use crate::domain::{brief, draft};
    use crate::engine::Seal;
    use crate::engine::past::Place;
    use crate::flows::design::Design;
    use crate::tui::detail::{Base, Detail};
    use crate::tui::panes::sample;

    const BRIEF: &[u8] = b"# Checkout\n\n- As a customer I want to put products into a cart.\n";
    const HOME: &str = "features/checkout/design";

    /// A feature read from the disk, with an iteration that was rejected and files of which one cannot be read.
    fn read(unreadable: &str, seal: Seal) -> (DurableStore<MemoryDisk>, Detail) {
        let id = "checkout".parse().unwrap();
        let design = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let bytes = serde_json::to_vec(&design).unwrap();
        let names =
            ["intent.json", "iterations/1/intent.json", "iterations/1/feedback.md", "final/intent.json"];
        let mut files: Files = names.map(|name| (format!("{HOME}/{name}"), bytes.clone())).into();
        if !unreadable.is_empty() {
            // A folder where a file belongs, a file where a folder does.
            files.retain(|name, _| !name.starts_with(&format!("{HOME}/{unreadable}")));
            let inside = if unreadable == "iterations" { "" } else { "/x" };
            files.insert(format!("{HOME}/{unreadable}{inside}"), Vec::new());
        }
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let detail = Detail::read::<Design>(Ok(sample::view()), &store, &id, seal, None);
        (store, detail)
    }

    fn unsealed() -> Seal {
        Seal::none(&Home::of(&"checkout".parse().unwrap()))
    }

    /// A first iteration of which the working copy has other bytes than the agent's answer, and another title where one is
    /// given; what its Diff says.
    fn by_hand(title: Option<&str>) -> (Detail, String) {
        use crate::tui::panes::{Lines as _, diff::Diff};
        let id = "checkout".parse().unwrap();
        let mut design = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let generated = serde_json::to_vec(&design).unwrap();
        title.unwrap_or(&design.title.clone()).clone_into(&mut design.title);
        let files = Files::from([
            (format!("{HOME}/iterations/1/intent.json"), generated),
            (format!("{HOME}/intent.json"), serde_json::to_vec_pretty(&design).unwrap()),
        ]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let detail = Detail::read::<Design>(Ok(sample::view()), &store, &id, unsealed(), None);
        let rows = Diff::default().lines(&detail, 200, crate::tui::theme::Theme::Plain);
        let told = rows.iter().map(|row| format!("{}\n", row.line)).collect();
        (detail, told)
    }

    #[test]
    fn an_edit_by_hand_is_compared_with_the_design_as_it_was_generated() {
        let (detail, told) = by_hand(Some("Till"));
        assert_eq!(detail.bases(), [Base::Iteration(1)]);
        assert!(
            told.contains("iteration 1, edited by hand, against iteration 1, as generated")
                && told.contains("Till"),
            "{told}"
        );
        // Other bytes are no other design.
        let (detail, told) = by_hand(None);
        assert!(told.contains("nothing to compare with yet"), "{told}");
        assert_eq!(detail.name_of(&Base::Iteration(1)), "iteration 1");
    }

    #[test]
    fn nothing_is_compared_with_a_frozen_design_that_was_changed() {
        let broken = Seal { last_freeze_broken: Some("it was changed".to_owned()), ..unsealed() };
        let (store, detail) = read("", broken);
        for base in [Base::Frozen, Base::Looked(Some(Place::Frozen))] {
            let why = detail.compare::<Design>(&store, base, None).outcome.unwrap_err();
            assert!(why.contains("is not shown: it was changed"), "{why}");
        }
        let (store, detail) = read("", unsealed());
        assert!(detail.compare::<Design>(&store, Base::Frozen, None).outcome.is_ok());
    }

    /// What cannot be read is told where it would stand (promise P25), and is not what is not there.
    #[test]
    fn what_cannot_be_read_is_not_taken_for_what_is_not_there() {
        let told = |unreadable: &str| -> String {
            use crate::tui::panes::Lines as _;
            use crate::tui::panes::{diff::Diff, feedback::Feedback, journal::Journal};
            let (_, detail) = read(unreadable, unsealed());
            let theme = crate::tui::theme::Theme::Plain;
            let rows = [
                Feedback::default().lines(&detail, 200, theme),
                Journal::default().lines(&detail, 200, theme),
                Diff::default().lines(&detail, 200, theme),
            ];
            rows.concat().iter().map(|row| format!("{}\n", row.line)).collect()
        };
        let whole = told("");
        assert!(!whole.contains(" ! ") && whole.contains("Nothing has happened yet"), "{whole}");
        let journal = told("journal.jsonl");
        assert!(
            journal.contains("the journal cannot be read") && !journal.contains("has happened"),
            "{journal}"
        );
        let feedback = told("iterations/1/feedback.md");
        assert!(
            feedback.contains("could not read") && !feedback.contains("Nothing was rejected"),
            "{feedback}"
        );
        let listed = told("iterations");
        assert!(listed.contains("What was rejected cannot be read"), "{listed}");
        assert!(
            !listed.contains("Nothing was rejected") && !listed.contains("nothing to compare"),
            "{listed}"
        );
        let (_, detail) = read("iterations", unsealed());
        assert!(detail.exchange.unlisted.is_some(), "{:?}", detail.exchange);
        assert!(detail.base_typed("rejected").unwrap_err().contains("iterations"));
    }
}
