//! The version of a design that a person had on the screen before the present one: where it lies, and how it is called
//! beside the other designs that there are to compare with.

use super::{Base, Detail};
use crate::domain::digest::Digest;
use crate::domain::looked::Version;
use crate::engine::past::{Place, Read};

impl Detail {
    /// The version that was looked at last; `None` where no other one than the present ever was.
    fn looked_before(&self) -> Option<&Version> {
        let present = self.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        self.looked.as_ref()?.before(present)
    }

    /// Where that version lies; nowhere where it was written over and nothing holds it any more.
    pub fn last_look(&self) -> Option<Option<Place>> {
        let version = self.looked_before()?;
        let is_it =
            |design: &Read<Digest>| matches!(design, Some(Ok(design)) if *design == version.file_sha256);
        let kept = self.past().iter().rev().find_map(|past| match past {
            past if is_it(&past.design) => Some(Place::Folder(past.folder)),
            past if is_it(&past.edited) => Some(Place::Edited(past.folder)),
            _ => None,
        });
        let [_, frozen] = self.bytes;
        // A frozen design lies there in its canonical form.
        let is_frozen = frozen.is_some_and(|frozen| [version.file_sha256, version.sha256].contains(&frozen));
        Some(kept.or(is_frozen.then_some(Place::Frozen)))
    }

    /// Another look has another version before it.
    pub(super) fn looked_anew(&self, base: Base) -> Base {
        match base {
            Base::Looked(before) => Base::Looked(self.last_look().unwrap_or(before)),
            other @ (Base::Iteration(_) | Base::Rejected(_) | Base::Frozen) => other,
        }
    }

    /// Has that version among the first designs to compare with; what is kept nowhere is the last.
    pub(super) fn with_last_look(&self, bases: &mut Vec<Base>) {
        let Some(place) = self.last_look() else { return };
        let at = bases.iter().position(|base| self.is_last_look(base));
        let base = at.map_or(Base::Looked(place), |at| bases.remove(at));
        let to = match (at, place) {
            (_, None) => bases.len(),
            (Some(0), _) => 0,
            (Some(_) | None, _) => bases.len().min(1),
        };
        bases.insert(to, base);
    }

    /// What people call a version that they looked at.
    pub(super) fn name_of_look(&self, place: Option<Place>) -> String {
        match place {
            Some(Place::Folder(folder)) => format!("your last look ({})", self.iteration_in(folder)),
            Some(Place::Edited(folder)) => {
                format!("your last look ({}, edited by hand)", self.iteration_in(folder))
            }
            Some(Place::Frozen) => "your last look (the last freeze)".to_owned(),
            None => "your last look (kept nowhere any more)".to_owned(),
        }
    }

    /// What people call a design to compare with, and that they looked at it last.
    pub fn name_with_look(&self, base: &Base) -> String {
        let name = self.name_of(base);
        if self.is_last_look(base) { format!("{name}, your last look") } else { name }
    }

    /// Whether the design of a base is that version, wherever else that lies.
    fn is_last_look(&self, base: &Base) -> bool {
        if matches!(base, Base::Looked(_)) {
            return false;
        }
        let of = |folder| self.past().iter().find(|past| past.folder == folder);
        let held = |read: &Read<Digest>| read.as_ref().and_then(|read| read.as_ref().ok()).copied();
        let design = match self.place_of(base) {
            Some(Place::Folder(folder)) => of(folder).and_then(|past| held(&past.design)),
            Some(Place::Edited(folder)) => of(folder).and_then(|past| held(&past.edited)),
            Some(Place::Frozen) => self.bytes[1],
            None => None,
        };
        let version = self.looked_before();
        design.is_some_and(|is| {
            version.is_some_and(|version| [version.file_sha256, version.sha256].contains(&is))
        })
    }
}
