//! Comparison of two designs of a feature.

use std::sync::Arc;

use super::{Detail, Problem};
use frieze_data::digest::Digest;
use frieze_design::answers::{self, AnswerChange};
use frieze_engine::past;
use frieze_engine::past::{DesignLocation, DesignName, PastIteration};
use frieze_intent::Reading;
use frieze_intent::diff::{self, Changes, Hunk};
use frieze_kernel::files::Home;
use frieze_ports::Store;

/// Unchanged lines around a change.
const CONTEXT: usize = 2;

/// A design to compare with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// An iteration, by its folder.
    Iteration(u32),
    /// The iteration that was rejected last, by its folder.
    Rejected(u32),
    /// The design that was frozen last.
    Frozen,
    /// The version that this person saw before the current one.
    LastRead(DesignLocation),
}

/// The differences between two designs.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The past iteration that is compared, by its folder; `None` for the current design.
    pub at: Option<u32>,
    pub base: Base,
    /// `None` is the shown design.
    pub with: Option<Base>,
    /// The hash of the newer design. If the current design has another one, the comparison is outdated and not shown.
    pub sha256: Option<Digest>,
    /// The answers to open questions that changed between the two designs.
    pub answers: Vec<AnswerChange>,
    pub outcome: Result<(Changes, Vec<Hunk>), String>,
}

impl Detail {
    /// The bases to choose from: [`Self::bases`], and the one of the first comparison, even if it shows no change.
    pub fn base_choices(&self) -> Vec<Base> {
        let first = self.comparison.as_ref().map(|first| first.base.clone());
        let mut bases = self.bases();
        if let Some(first) = first.filter(|first| !bases.contains(first)) {
            bases.insert(0, first);
        }
        bases
    }

    /// The bases that differ from the current design and from each other, the most useful first.
    pub fn bases(&self) -> Vec<Base> {
        let current = self.folder();
        let generated = self.past().iter().filter(|past| self.is_edited && past.folder == current);
        let generated = generated.map(|past| (Base::Iteration(past.folder), past.design.clone()));
        // While an earlier iteration is shown, a later one is no base.
        let rejected = past::last_rejected(self.past()).filter(|it| self.at.is_none() || it.folder < current);
        let rejected =
            rejected.map(|past| (Base::Rejected(past.folder), past.edited.clone().or(past.design.clone())));
        let last = self.run().map_or(0, |view| view.folder);
        // Later ones exist only if a reset brought back an earlier design.
        let is_later = |folder: u32| self.at.is_none() && current < folder && folder <= last;
        let others = self.past().iter().rev();
        let others = others.filter(|past| past.folder < current || is_later(past.folder));
        let others = others.map(|past| (Base::Iteration(past.folder), past.design.clone()));
        let [here, frozen] = self.file_hashes;
        let canonical = self.reading().map(|reading| reading.sha256);
        let mut known: Vec<Digest> = here.into_iter().chain(canonical).collect();
        let mut bases = Vec::new();
        let all = generated.chain(rejected).chain(others).chain([(Base::Frozen, frozen.map(Ok))]);
        for (base, design) in all {
            match design {
                Some(Ok(design)) if !known.contains(&design) => {
                    known.push(design);
                    bases.push(base);
                }
                // The comparison then says why it is not possible.
                Some(Err(_)) => bases.push(base),
                Some(Ok(_)) | None => {}
            }
        }
        self.add_last_read(&mut bases);
        bases
    }

    /// The name of a base.
    pub fn name_of(&self, base: &Base) -> String {
        match base {
            Base::Iteration(folder) if self.is_edited_in(*folder) => {
                format!("{}, as generated", self.iteration_in(*folder))
            }
            Base::Iteration(folder) => self.iteration_in(*folder),
            Base::Rejected(folder) => format!("the last rejection ({})", self.iteration_in(*folder)),
            Base::Frozen => "the last freeze".to_owned(),
            Base::LastRead(place) => self.name_of_last_read(*place),
        }
    }

    /// Parses a base as in the shell: a number is an iteration of the last run.
    pub fn parse_base(&self, word: &str) -> Result<Base, String> {
        if word == "looked" {
            let none = || format!("no file has another version of {} that was shown to you", self.id);
            return self.last_read().map(Base::LastRead).ok_or_else(none);
        }
        let named =
            DesignName::parse(word).ok_or_else(|| format!("{word:?} is not a version to compare with"))?;
        let past = match (named, &self.past) {
            (DesignName::Rejected, Err(why)) => return Err(why.clone()),
            (DesignName::Rejected | DesignName::Iteration(_) | DesignName::Frozen, _) => self.past(),
        };
        let place = named.locate(&self.id, self.run(), past).map_err(|e| e.to_string())?;
        Ok(match (place, named) {
            (DesignLocation::Frozen, _) => Base::Frozen,
            (DesignLocation::Folder(folder) | DesignLocation::Edited(folder), DesignName::Rejected) => {
                Base::Rejected(folder)
            }
            (DesignLocation::Folder(folder) | DesignLocation::Edited(folder), _) => Base::Iteration(folder),
        })
    }

    pub(super) fn default_base(&self) -> Option<Base> {
        let current = self.folder();
        if self.is_edited {
            return Some(Base::Iteration(current));
        }
        let before = self.past().iter().rev().find(|past| past.folder < current)?.folder;
        let is_last_rejected = past::last_rejected(self.past()).is_some_and(|it| it.folder == before);
        Some(if is_last_rejected { Base::Rejected(before) } else { Base::Iteration(before) })
    }

    /// A comparison that broke off.
    pub fn failed_comparison(&self, base: Base, with: Option<Base>, why: &Problem) -> Comparison {
        let current = self.reading().map(|reading| reading.sha256);
        let sha256 = current.filter(|_| with.is_none());
        Comparison { at: self.at, base, with, sha256, answers: Vec::new(), outcome: Err(why.what.clone()) }
    }

    /// Compares two designs of this feature; `with` is the current one if it is `None`.
    pub fn compare(&self, store: &dyn Store, base: Base, with: Option<Base>) -> Comparison {
        let base = self.refreshed(base);
        let old = self.design_at(store, &base);
        let new = match &with {
            None => self.intent.clone().unwrap_or_else(|| Err("No design yet".to_owned())),
            Some(with) => self.design_at(store, with),
        };
        let sha256 = new.as_ref().ok().map(|reading| reading.sha256);
        let outcome = old.and_then(|old| {
            let new = new?;
            let changes = diff::between(&old.intent, &new.intent);
            let text = diff::text(&diff::document(&old.intent), &diff::document(&new.intent), CONTEXT);
            Ok((changes, text))
        });
        let answers = self.changed_answers(store, &Home::of(&self.id), &base, with.as_ref());
        Comparison { at: self.at, base, with, sha256, answers, outcome }
    }

    /// Whether a person edited the current design after the agent wrote it. Equal bytes answer most cases quickly.
    pub(super) fn was_edited(&self, store: &dyn Store, home: &Home) -> bool {
        let (Ok(view), Some(Ok(present))) = (&self.view, &self.intent) else { return false };
        let made = self.past().iter().find(|past| past.folder == view.folder);
        let made = made.and_then(|past| past.design.as_ref()?.as_ref().ok());
        made.is_some() && made != self.file_hashes[0].as_ref() && past::is_edited(store, home, view, present)
    }

    /// Whether an iteration has an edited design next to the generated one.
    pub(super) fn is_edited_in(&self, folder: u32) -> bool {
        let is_current = self.run().is_some_and(|view| view.folder == folder);
        let kept = self.past().iter().find(|past| past.folder == folder);
        (is_current && self.is_edited)
            || kept.is_some_and(|past| past.decided_design() == DesignLocation::Edited(folder))
    }

    /// The location of a base.
    pub fn location_of(&self, base: &Base) -> DesignLocation {
        match base {
            Base::Rejected(folder) => {
                let rejected = self.past().iter().find(|past| past.folder == *folder);
                rejected.map_or(DesignLocation::Folder(*folder), PastIteration::decided_design)
            }
            Base::Iteration(folder) => DesignLocation::Folder(*folder),
            Base::Frozen => DesignLocation::Frozen,
            Base::LastRead(place) => *place,
        }
    }

    /// The answers to open questions that changed between two designs; `None` is the current one. Unreadable answers are
    /// reported with their design, not here.
    pub(super) fn changed_answers(
        &self,
        store: &dyn Store,
        home: &Home,
        old: &Base,
        new: Option<&Base>,
    ) -> Vec<AnswerChange> {
        let of = |place: Option<DesignLocation>| {
            place.and_then(|place| past::answers(store, home, place).ok()).unwrap_or_default()
        };
        let current = || self.run().map(|_| DesignLocation::Folder(self.folder()));
        let new = new.map_or_else(current, |new| Some(self.location_of(new)));
        answers::compare(&of(Some(self.location_of(old))), &of(new))
    }

    /// Reads the design of a base.
    pub(super) fn design_at(&self, store: &dyn Store, base: &Base) -> Result<Arc<Reading>, String> {
        self.location_of(base).read(store, &self.id, &self.seal).map(Arc::new).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use crate::tui::model::detail::{Base, Detail, Problem};
    use crate::tui::panes::fixtures;
    use frieze_design::{brief, draft};
    use frieze_engine::Seal;
    use frieze_engine::past::DesignLocation;
    use frieze_kernel::files::Home;
    use frieze_kernel::{Need, RunView};
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    const BRIEF: &[u8] = b"# Checkout\n\n- As a customer I want to put products into a cart.\n";
    const HOME: &str = "features/checkout/design";

    /// A feature read from the disk, with a rejected iteration and one unreadable file.
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
        let detail = Detail::read(Ok(fixtures::view()), &store, &id, seal, None);
        (store, detail)
    }

    fn unsealed() -> Seal {
        Seal::none(&Home::of(&"checkout".parse().unwrap()))
    }

    /// A first iteration whose working copy differs from the agent's answer in its bytes, and in its title if one is given;
    /// returns the text of the Diff pane.
    fn by_hand(title: Option<&str>) -> (Detail, String) {
        use crate::tui::panes::Lines as _;
        use crate::tui::panes::diff::Diff;
        let id = "checkout".parse().unwrap();
        let mut design = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let generated = serde_json::to_vec(&design).unwrap();
        title.unwrap_or(&design.title.clone()).clone_into(&mut design.title);
        let files = Files::from([
            (format!("{HOME}/iterations/1/intent.json"), generated),
            (format!("{HOME}/intent.json"), serde_json::to_vec_pretty(&design).unwrap()),
        ]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let detail = Detail::read(Ok(fixtures::view()), &store, &id, unsealed(), None);
        let rows = Diff::default().lines(&detail, 200, crate::tui::view::theme::Theme::Plain);
        let text = rows.iter().map(|row| format!("{}\n", row.line)).collect();
        (detail, text)
    }

    #[test]
    fn a_hand_edit_is_compared_with_the_generated_design() {
        use crate::tui::panes::Lines as _;
        use crate::tui::panes::diff::Diff;
        use crate::tui::view::theme::Theme;
        let (detail, text) = by_hand(Some("Till"));
        assert_eq!(detail.bases(), [Base::Iteration(1)]);
        assert!(
            text.contains("iteration 1, edited by hand, against iteration 1, as generated")
                && text.contains("Till"),
            "{text}"
        );
        // By another name it is the same base, and none of the others.
        let mut detail = detail;
        let base = Base::LastRead(DesignLocation::Folder(1));
        detail.comparison = Some(detail.failed_comparison(base, None, &Problem::new("no", "")));
        let rows = Diff::default().lines(&detail, 200, Theme::Plain);
        let header = rows[0].line.to_string();
        assert!(header.contains("shown before (iteration 1") && !header.contains("others"), "{header}");
        // Other bytes can be the same design.
        let (detail, text) = by_hand(None);
        assert!(text.contains("Changes will appear here"), "{text}");
        assert_eq!(detail.name_of(&Base::Iteration(1)), "iteration 1");
    }

    /// After a reset to the best design, the current one is that of an earlier iteration; nobody edited it.
    #[test]
    fn a_design_that_a_reset_brought_back_is_not_edited() {
        let id = "checkout".parse().unwrap();
        let first = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id);
        let mut second = first.clone();
        "Till".clone_into(&mut second.title);
        let [first, second] = [first, second].map(|design| serde_json::to_vec(&design).unwrap());
        let place = |name: &str| format!("{HOME}/{name}");
        let files = Files::from([
            (place("iterations/1/intent.json"), first.clone()),
            (place("iterations/2/intent.json"), second),
            (place("intent.json"), first),
        ]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let view = RunView { folder: 2, iteration: 2, needs: Some(Need::Start), ..fixtures::view() };
        let detail = Detail::read(Ok(view), &store, &id, unsealed(), None);
        assert!(!detail.is_edited && detail.comparison.is_none(), "{:?}", detail.comparison);
        assert_eq!(detail.folder(), 1);
        assert_eq!(detail.bases(), [Base::Iteration(2)]);
        assert_eq!([None, Some(2)].map(|from| detail.iteration_next_to(from, true)), [Some(2), None]);
        use crate::tui::panes::Lines as _;
        let rows = crate::tui::panes::diff::Diff::default().lines(
            &detail,
            200,
            crate::tui::view::theme::Theme::Plain,
        );
        let said = "The design is that of iteration 1 again. Nothing is before it; `:diff` compares it with the others.";
        assert!(rows.iter().any(|row| row.line.to_string().contains(said)), "{rows:?}");
    }

    #[test]
    fn a_changed_frozen_design_is_not_compared() {
        let broken = Seal { last_freeze_broken: Some("it was changed".to_owned()), ..unsealed() };
        let (store, detail) = read("", broken);
        for base in [Base::Frozen, Base::LastRead(DesignLocation::Frozen)] {
            let why = detail.compare(&store, base, None).outcome.unwrap_err();
            assert!(why.contains("is not shown: it was changed"), "{why}");
        }
        let (store, detail) = read("", unsealed());
        assert!(detail.compare(&store, Base::Frozen, None).outcome.is_ok());
    }

    /// Promise P25.
    #[test]
    fn an_unreadable_file_is_reported_and_not_treated_as_missing() {
        let text = |unreadable: &str| -> String {
            use crate::tui::panes::Lines as _;
            use crate::tui::panes::diff::Diff;
            use crate::tui::panes::feedback::Feedback;
            use crate::tui::panes::journal::Journal;
            let (_, detail) = read(unreadable, unsealed());
            let theme = crate::tui::view::theme::Theme::Plain;
            let rows = [
                Feedback::default().lines(&detail, 200, theme),
                Journal::default().lines(&detail, 200, theme),
                Diff::default().lines(&detail, 200, theme),
            ];
            rows.concat().iter().map(|row| format!("{}\n", row.line)).collect()
        };
        let whole = text("");
        assert!(!whole.contains(" ! ") && whole.contains("No entries yet"), "{whole}");
        let journal = text("journal.jsonl");
        assert!(
            journal.contains("The journal cannot be read") && !journal.contains("No entries"),
            "{journal}"
        );
        let feedback = text("iterations/1/feedback.md");
        assert!(feedback.contains("could not read") && !feedback.contains("No rejection yet"), "{feedback}");
        let listed = text("iterations");
        assert!(listed.contains("Past rejections cannot be read"), "{listed}");
        assert!(!listed.contains("No rejection yet") && !listed.contains("Changes will appear"), "{listed}");
        let (_, detail) = read("iterations", unsealed());
        assert!(detail.transcript.unlisted.is_some(), "{:?}", detail.transcript);
        assert!(detail.parse_base("rejected").unwrap_err().contains("iterations"));
    }
}
