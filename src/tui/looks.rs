//! What this person has had on the screen, of every design that was ever there: kept beyond the end of the screen, so
//! that what was read yesterday counts as seen of the same design, and what changed since can be told. It is saved now
//! and then, never for a key.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::looked::{Looked, New, Of};
use crate::tui::parts::Part;

/// How long what is new is gathered before it is saved.
const GATHER: Duration = Duration::from_secs(1);

/// What was looked at, feature by feature.
#[derive(Debug, Default)]
pub struct Looks {
    looked: HashMap<FeatureId, Looked>,
    unkept: BTreeSet<FeatureId>,
    /// What is being saved now.
    on_its_way: BTreeSet<FeatureId>,
    /// Since when something is to be saved. What could not be is tried again with what is new next.
    since: Option<Timestamp>,
    /// The person was told that it cannot be saved.
    pub is_told: bool,
}

impl Looks {
    /// These parts of a design are on the screen. Returns whether the list of features tells something else now.
    pub fn show(&mut self, id: &FeatureId, of: Of, parts: &[Arc<str>], now: Timestamp) -> bool {
        if parts.is_empty() {
            return false;
        }
        if !self.looked.contains_key(id) {
            self.looked.insert(id.clone(), Looked::new(id));
        }
        let Some(looked) = self.looked.get_mut(id) else { return false };
        let was_known = looked.last().is_some();
        let new = looked.show(of, parts.iter().map(AsRef::as_ref));
        if new != New::Nothing {
            self.unkept.insert(id.clone());
            self.since.get_or_insert(now);
        }
        was_known && new == New::Version
    }

    /// What is kept of a feature was read. Where nothing is newer here, another window of the same person may be ahead.
    pub fn read(&mut self, kept: &Looked) {
        let id = &kept.feature_id;
        match self.looked.get_mut(id) {
            Some(looked) if self.unkept.contains(id) || self.on_its_way.contains(id) => looked.join(kept),
            Some(looked) => {
                let here = std::mem::replace(looked, kept.clone());
                looked.join(&here);
            }
            None => drop(self.looked.insert(id.clone(), kept.clone())),
        }
    }

    /// Whether a line of exactly this design was on the screen.
    pub fn has_seen(&self, id: &FeatureId, sha256: Digest, part: &str) -> bool {
        self.looked.get(id).is_some_and(|looked| looked.has_seen(sha256, part))
    }

    /// Whether all that a part of it says was.
    pub fn has_seen_all(&self, id: &FeatureId, sha256: Digest, part: &Part) -> bool {
        part.lines.iter().all(|line| self.has_seen(id, sha256, line))
    }

    /// Whether a design is another one than this person last looked at; false where none was looked at.
    pub fn is_changed(&self, id: &FeatureId, design: Option<Digest>) -> bool {
        let last = self.looked.get(id).and_then(Looked::last);
        design.is_some_and(|design| last.is_some_and(|last| last.is_other(design)))
    }

    /// How long until something is to be saved; `None` where nothing is, or a save is under way.
    pub fn due_in(&self, now: Timestamp) -> Option<Duration> {
        if !self.on_its_way.is_empty() {
            return None;
        }
        let gathered: Duration = now.duration_since(self.since?).try_into().unwrap_or_default();
        Some(GATHER.saturating_sub(gathered))
    }

    /// What is to be saved now.
    pub fn take_unkept(&mut self) -> Vec<Looked> {
        self.since = None;
        self.on_its_way.append(&mut self.unkept);
        self.unkept()
    }

    /// The save ended; what could not be saved is still to be.
    pub fn kept(&mut self, is_kept: bool) {
        let mut saved = std::mem::take(&mut self.on_its_way);
        if !is_kept {
            self.unkept.append(&mut saved);
        }
    }

    /// All that is not known to be saved.
    pub fn unkept(&self) -> Vec<Looked> {
        let ids = self.unkept.union(&self.on_its_way);
        ids.filter_map(|id| self.looked.get(id).cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> FeatureId {
        "checkout".parse().unwrap()
    }

    fn design(version: u8) -> Of {
        let design = Digest::of(&[version]);
        Of { design, file: Digest::of(&[version, version]), record: Some(design) }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).unwrap()
    }

    #[test]
    fn what_is_looked_at_is_saved_now_and_then_and_not_for_every_key() {
        let mut looks = Looks::default();
        let parts: Vec<Arc<str>> = (0..50).map(|n| format!("/goals/{n}").into()).collect();
        assert_eq!(looks.due_in(at(0)), None);
        for n in 0..50 {
            looks.show(&id(), design(1), &parts[..=n], at(0));
        }
        assert_eq!(looks.due_in(at(0)), Some(GATHER));
        assert_eq!(looks.due_in(at(9)), Some(Duration::ZERO));
        assert_eq!(looks.take_unkept().len(), 1);
        looks.kept(true);
        looks.show(&id(), design(1), &parts, at(9));
        assert_eq!((looks.due_in(at(9)), looks.unkept()), (None, Vec::new()), "nothing is new");
    }

    #[test]
    fn one_save_is_under_way_and_what_it_could_not_save_still_counts() {
        let (mut looks, part) = (Looks::default(), [Arc::from("/goals/0")]);
        looks.show(&id(), design(0), &part, at(0));
        let old = looks.take_unkept().remove(0);
        looks.show(&id(), design(1), &part, at(1));
        assert_eq!(looks.due_in(at(9)), None, "a save is under way");
        looks.kept(false);
        assert_eq!(looks.due_in(at(9)), Some(Duration::ZERO));
        for version in 2..20 {
            looks.show(&id(), design(version), &part, at(9));
        }
        looks.take_unkept();
        for is_ended in [false, true] {
            if is_ended {
                looks.kept(false);
            }
            looks.read(&old);
            assert!(!looks.is_changed(&id(), Some(design(19).design)), "the file is older");
            assert!(looks.has_seen(&id(), design(19).design, "/goals/0"));
        }
        assert_eq!(looks.due_in(at(9)), None, "it is tried again with what is new next");
        assert_eq!(looks.unkept().len(), 1, "or when the screen ends");
        looks.show(&id(), design(20), &part, at(10));
        assert_eq!(looks.due_in(at(11)), Some(Duration::ZERO));
    }

    #[test]
    fn a_design_that_changed_since_it_was_looked_at_is_marked_until_it_is() {
        let mut looks = Looks::default();
        let (parts, hash) = ([Arc::from("/goals/0")], |version| Some(design(version).design));
        assert!(!looks.is_changed(&id(), hash(1)), "it was never looked at");
        assert!(!looks.show(&id(), design(1), &parts, at(0)));
        assert!(!looks.is_changed(&id(), hash(1)) && !looks.is_changed(&id(), None));
        assert!(looks.is_changed(&id(), hash(2)));
        assert!(!looks.show(&id(), design(2), &[], at(1)), "nothing of it was on the screen");
        assert!(looks.is_changed(&id(), hash(2)));
        assert!(looks.show(&id(), design(2), &parts, at(1)));
        assert!(!looks.is_changed(&id(), hash(2)));
    }

    #[test]
    fn what_was_kept_counts_again_and_what_is_newer_here_stays_in_front() {
        let part = [Arc::from("/goals/0")];
        let mut yesterday = Looks::default();
        yesterday.show(&id(), design(1), &part, at(0));
        let kept = yesterday.take_unkept().remove(0);
        let mut today = Looks::default();
        today.read(&kept);
        assert!(today.has_seen(&id(), design(1).design, "/goals/0"));
        assert!(!today.has_seen(&id(), design(2).design, "/goals/0"));
        today.show(&id(), design(2), &part, at(9));
        today.read(&kept);
        assert!(
            !today.is_changed(&id(), Some(design(2).design)),
            "the file is older than what is on the screen"
        );
        // Another window looked at a third version, and nothing is newer here.
        today.take_unkept();
        today.kept(true);
        yesterday.show(&id(), design(3), &part, at(9));
        today.read(&yesterday.take_unkept()[0]);
        assert!(!today.is_changed(&id(), Some(design(3).design)));
    }
}
