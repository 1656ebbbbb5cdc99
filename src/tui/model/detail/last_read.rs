//! The version of a design that was shown to this person before the current one, as a base of a comparison.

use super::{Base, Detail};
use frieze_data::digest::Digest;
use frieze_design::read_marks::Version;
use frieze_engine::past::{DesignLocation, FileContent};

impl Detail {
    /// The version that was read last, other than the current one.
    fn previous_version(&self) -> Option<&Version> {
        let present = self.reading().map(|reading| reading.sha256);
        self.read_marks.as_ref()?.previous(present)
    }

    /// Its location; `None` if there is none, or no file has it any more.
    pub fn last_read(&self) -> Option<DesignLocation> {
        let version = self.previous_version()?;
        let is_it = |design: &FileContent<Digest>| matches!(design, Some(Ok(design)) if *design == version.file_sha256);
        let kept = self.past().iter().rev().find_map(|past| match past {
            past if is_it(&past.design) => Some(DesignLocation::Folder(past.folder)),
            past if is_it(&past.edited) => Some(DesignLocation::Edited(past.folder)),
            _ => None,
        });
        let [_, frozen] = self.file_hashes;
        // A frozen design is stored in its canonical form.
        let is_frozen = frozen.is_some_and(|frozen| [version.file_sha256, version.sha256].contains(&frozen));
        kept.or(is_frozen.then_some(DesignLocation::Frozen))
    }

    /// Updates a base, since the version read last changes while the person reads.
    pub(super) fn refreshed(&self, base: Base) -> Base {
        match base {
            // The version that was read meanwhile is in no file: the place is compared under its own name.
            Base::LastRead(before) => match (self.last_read(), before) {
                (Some(now), _) => Base::LastRead(now),
                (None, DesignLocation::Frozen) => Base::Frozen,
                (None, DesignLocation::Folder(folder) | DesignLocation::Edited(folder)) => {
                    Base::Iteration(folder)
                }
            },
            other @ (Base::Iteration(_) | Base::Rejected(_) | Base::Frozen) => other,
        }
    }

    /// Adds that version as the first or second base.
    pub(super) fn add_last_read(&self, bases: &mut Vec<Base>) {
        let Some(place) = self.last_read() else { return };
        let at = bases.iter().position(|base| self.is_last_read(base));
        let base = at.map_or(Base::LastRead(place), |at| bases.remove(at));
        bases.insert(if at == Some(0) { 0 } else { bases.len().min(1) }, base);
    }

    /// The name of that version.
    pub(super) fn name_of_last_read(&self, place: DesignLocation) -> String {
        let name = match place {
            DesignLocation::Folder(folder) => self.iteration_in(folder),
            DesignLocation::Edited(folder) => format!("{}, edited by hand", self.iteration_in(folder)),
            DesignLocation::Frozen => "the last freeze".to_owned(),
        };
        format!("the version shown before ({name})")
    }

    /// The name of a base, with a note if it is that version.
    pub fn name_with_last_read(&self, base: &Base) -> String {
        let name = self.name_of(base);
        if self.is_last_read(base) { format!("{name}, shown before") } else { name }
    }

    /// Whether the design of a base is that version.
    fn is_last_read(&self, base: &Base) -> bool {
        if matches!(base, Base::LastRead(_)) {
            return false;
        }
        let of = |folder| self.past().iter().find(|past| past.folder == folder);
        let held = |read: &FileContent<Digest>| read.as_ref().and_then(|read| read.as_ref().ok()).copied();
        let design = match self.location_of(base) {
            DesignLocation::Folder(folder) => of(folder).and_then(|past| held(&past.design)),
            DesignLocation::Edited(folder) => of(folder).and_then(|past| held(&past.edited)),
            DesignLocation::Frozen => self.file_hashes[1],
        };
        let version = self.previous_version();
        design.is_some_and(|is| {
            version.is_some_and(|version| [version.file_sha256, version.sha256].contains(&is))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures;

    #[test]
    fn a_version_in_two_folders_is_one_base() {
        use frieze_design::read_marks::{ReadMarks, ShownVersion};
        use frieze_engine::past::PastIteration;
        let seen = Digest::of(b"seen");
        let past = |folder, feedback: Option<&str>| PastIteration {
            folder,
            design: Some(Ok(seen)),
            edited: None,
            previous: None,
            feedback: feedback.map(|words| Ok(words.to_owned())),
            report: None,
        };
        let past = vec![past(2, Some("no")), past(3, None)];
        let view = frieze_kernel::RunView { folder: 4, ..fixtures::view() };
        let mut marks = ReadMarks::new(&view.id);
        marks.mark(
            ShownVersion { design: Digest::of(b"canonical"), file: seen, record: None },
            ["/goals/0"].into_iter(),
        );
        let detail = Detail { view: Ok(view), past: Ok(past), read_marks: Some(marks), ..fixtures::detail() };
        assert_eq!(detail.bases(), [Base::Rejected(2)]);
        assert!(detail.name_with_last_read(&Base::Rejected(2)).ends_with(", shown before"));
    }
}
