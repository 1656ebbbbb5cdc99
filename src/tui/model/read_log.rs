//! Read marks: which lines of each design version were on the screen. They are saved about once a second and outlast the
//! session, so that parts read yesterday still count and later changes can be marked.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use jiff::Timestamp;

use crate::tui::model::design_parts::Part;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_design::read_marks::{NewMarks, ReadMarks, ShownVersion};

/// How long new marks are collected before they are saved.
const COLLECT: Duration = Duration::from_secs(1);

/// The read marks of all features.
#[derive(Debug, Default)]
pub struct ReadLog {
    marks: HashMap<FeatureId, ReadMarks>,
    unsaved: BTreeSet<FeatureId>,
    saving: BTreeSet<FeatureId>,
    /// Since when there are unsaved marks. Marks whose save failed are saved again with the next new ones.
    unsaved_since: Option<Timestamp>,
    /// How often marks were added.
    pub additions: u64,
    /// The person was informed that saving fails.
    pub is_failure_reported: bool,
}

impl ReadLog {
    /// Marks these lines of a design as read, by their names in the marks. Returns whether the feature list looks different now.
    pub fn mark(
        &mut self,
        id: &FeatureId,
        of: ShownVersion,
        lines: &[impl AsRef<str>],
        now: Timestamp,
    ) -> bool {
        if lines.is_empty() {
            return false;
        }
        if !self.marks.contains_key(id) {
            self.marks.insert(id.clone(), ReadMarks::new(id));
        }
        let Some(marks) = self.marks.get_mut(id) else { return false };
        let was_known = marks.last().is_some();
        let new = marks.mark(of, lines.iter().map(AsRef::as_ref));
        if new != NewMarks::Nothing {
            self.additions += 1;
            self.unsaved.insert(id.clone());
            self.unsaved_since.get_or_insert(now);
        }
        was_known && new == NewMarks::Version
    }

    /// Takes over the saved marks of a feature. If there are no unsaved ones here, another window of the same person may be
    /// ahead, and its order of versions counts.
    pub fn merge(&mut self, saved: &ReadMarks) {
        let id = &saved.feature_id;
        self.additions += 1;
        match self.marks.get_mut(id) {
            Some(marks) if self.unsaved.contains(id) || self.saving.contains(id) => marks.merge(saved),
            Some(marks) => {
                let here = std::mem::replace(marks, saved.clone());
                marks.merge(&here);
            }
            None => drop(self.marks.insert(id.clone(), saved.clone())),
        }
    }

    /// Whether a line was on the screen, in this version of its part.
    pub fn is_line_read(&self, id: &FeatureId, part: &Part, line: &str) -> bool {
        self.marks.get(id).is_some_and(|marks| marks.is_read(&part.mark_of(line)))
    }

    /// Whether all lines of a part were.
    pub fn is_part_read(&self, id: &FeatureId, part: &Part) -> bool {
        part.lines.iter().all(|line| self.is_line_read(id, part, line))
    }

    /// Whether a design differs from the version that this person read last; false if none was read.
    pub fn is_changed(&self, id: &FeatureId, design: Option<Digest>) -> bool {
        let last = self.marks.get(id).and_then(ReadMarks::last);
        design.is_some_and(|design| last.is_some_and(|last| last.differs_from(design)))
    }

    /// How long until marks are due to be saved; `None` if there are none or a save is running.
    pub fn due_in(&self, now: Timestamp) -> Option<Duration> {
        if !self.saving.is_empty() {
            return None;
        }
        let collected: Duration = now.duration_since(self.unsaved_since?).try_into().unwrap_or_default();
        Some(COLLECT.saturating_sub(collected))
    }

    /// Starts a save; returns the marks to save.
    pub fn take_unsaved(&mut self) -> Vec<ReadMarks> {
        self.unsaved_since = None;
        self.saving.append(&mut self.unsaved);
        self.unsaved()
    }

    /// Ends a save. After a failure the marks stay unsaved.
    pub fn save_ended(&mut self, is_saved: bool) {
        let mut marks = std::mem::take(&mut self.saving);
        if !is_saved {
            self.unsaved.append(&mut marks);
        }
    }

    /// All marks that are not known to be saved.
    pub fn unsaved(&self) -> Vec<ReadMarks> {
        let ids = self.unsaved.union(&self.saving);
        ids.filter_map(|id| self.marks.get(id).cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn is_read(log: &ReadLog, line: &str) -> bool {
        log.marks.get(&id()).is_some_and(|marks| marks.is_read(line))
    }

    fn id() -> FeatureId {
        "checkout".parse().unwrap()
    }

    fn design(version: u8) -> ShownVersion {
        let design = Digest::of(&[version]);
        ShownVersion { design, file: Digest::of(&[version, version]), record: Some(design) }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).unwrap()
    }

    #[test]
    fn marks_are_saved_about_once_a_second() {
        let mut log = ReadLog::default();
        let parts: Vec<Arc<str>> = (0..50).map(|n| format!("/goals/{n}").into()).collect();
        assert_eq!(log.due_in(at(0)), None);
        for n in 0..50 {
            log.mark(&id(), design(1), &parts[..=n], at(0));
        }
        assert_eq!(log.due_in(at(0)), Some(COLLECT));
        assert_eq!(log.due_in(at(9)), Some(Duration::ZERO));
        assert_eq!(log.take_unsaved().len(), 1);
        log.save_ended(true);
        log.mark(&id(), design(1), &parts, at(9));
        assert_eq!((log.due_in(at(9)), log.unsaved()), (None, Vec::new()), "nothing is new");
    }

    #[test]
    fn one_save_runs_at_a_time_and_marks_of_a_failed_one_stay_unsaved() {
        let (mut log, part) = (ReadLog::default(), [Arc::from("/goals/0")]);
        log.mark(&id(), design(0), &part, at(0));
        let old = log.take_unsaved().remove(0);
        log.mark(&id(), design(1), &part, at(1));
        assert_eq!(log.due_in(at(9)), None, "a save is running");
        log.save_ended(false);
        assert_eq!(log.due_in(at(9)), Some(Duration::ZERO));
        for version in 2..20 {
            log.mark(&id(), design(version), &part, at(9));
        }
        log.take_unsaved();
        for is_ended in [false, true] {
            if is_ended {
                log.save_ended(false);
            }
            log.merge(&old);
            assert!(!log.is_changed(&id(), Some(design(19).design)), "the file is older");
            assert!(is_read(&log, "/goals/0"));
        }
        assert_eq!(log.due_in(at(9)), None, "it is tried again with what is new next");
        assert_eq!(log.unsaved().len(), 1, "or when the screen ends");
        log.mark(&id(), design(20), &part, at(10));
        assert_eq!(log.due_in(at(11)), Some(Duration::ZERO));
    }

    #[test]
    fn a_design_that_changed_since_it_was_read_is_marked_until_it_is_read() {
        let mut log = ReadLog::default();
        let (parts, hash) = ([Arc::from("/goals/0")], |version| Some(design(version).design));
        assert!(!log.is_changed(&id(), hash(1)), "it was never read");
        assert!(!log.mark(&id(), design(1), &parts, at(0)));
        assert!(!log.is_changed(&id(), hash(1)) && !log.is_changed(&id(), None));
        assert!(log.is_changed(&id(), hash(2)));
        assert!(!log.mark(&id(), design(2), &[""; 0], at(1)), "nothing of it was on the screen");
        assert!(log.is_changed(&id(), hash(2)));
        assert!(log.mark(&id(), design(2), &parts, at(1)));
        assert!(!log.is_changed(&id(), hash(2)));
    }

    #[test]
    fn saved_marks_count_again_and_newer_ones_here_stay_in_front() {
        let part = [Arc::from("/goals/0")];
        let mut yesterday = ReadLog::default();
        yesterday.mark(&id(), design(1), &part, at(0));
        let saved = yesterday.take_unsaved().remove(0);
        let mut today = ReadLog::default();
        today.merge(&saved);
        assert!(is_read(&today, "/goals/0") && !is_read(&today, "/goals/1"));
        today.mark(&id(), design(2), &part, at(9));
        today.merge(&saved);
        assert!(
            !today.is_changed(&id(), Some(design(2).design)),
            "the file is older than what is on the screen"
        );
        // Another window showed a third version, and nothing is newer here.
        today.take_unsaved();
        today.save_ended(true);
        yesterday.mark(&id(), design(3), &part, at(9));
        today.merge(&yesterday.take_unsaved()[0]);
        assert!(!today.is_changed(&id(), Some(design(3).design)));
    }
}
