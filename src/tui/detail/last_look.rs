//! The version of a design that a person had on the screen before the present one: where it lies, and how it is called
//! beside the other designs that there are to compare with.

use super::{Base, Detail};
use crate::domain::digest::Digest;
use crate::domain::looked::Version;

/// Where the version lies that was looked at last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the folder of an iteration, as its generator made it or as a person left it.
    Folder(u32),
    Edited(u32),
    Frozen,
    /// It was written over, and nothing holds it any more.
    Nowhere,
}

impl Detail {
    /// The version that was looked at last; `None` where no other one than the present ever was.
    fn looked_before(&self) -> Option<&Version> {
        let present = self.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        self.looked.as_ref()?.before(present)
    }

    /// Where that version lies.
    pub fn last_look(&self) -> Option<Place> {
        let version = self.looked_before()?;
        let is_it = |design| design == Some(version.file_sha256);
        let kept = self.past.iter().rev().find_map(|past| match past {
            past if is_it(past.design) => Some(Place::Folder(past.folder)),
            past if is_it(past.edited) => Some(Place::Edited(past.folder)),
            _ => None,
        });
        let [_, frozen] = self.bytes;
        // A frozen design lies there in its canonical form.
        let is_frozen = is_it(frozen) || frozen == Some(version.sha256);
        Some(kept.or(is_frozen.then_some(Place::Frozen)).unwrap_or(Place::Nowhere))
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
            (_, Place::Nowhere) => bases.len(),
            (Some(0), _) => 0,
            (Some(_) | None, _) => bases.len().min(1),
        };
        bases.insert(to, base);
    }

    /// What people call a version that they looked at.
    pub(super) fn name_of_look(&self, place: Place) -> String {
        match place {
            Place::Folder(folder) => format!("your last look ({})", self.iteration_in(folder)),
            Place::Edited(folder) => {
                format!("your last look ({}, edited by hand)", self.iteration_in(folder))
            }
            Place::Frozen => "your last look (the last freeze)".to_owned(),
            Place::Nowhere => "your last look (kept nowhere any more)".to_owned(),
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
        let of = |folder| self.past.iter().find(|past| past.folder == folder);
        let design: Option<Digest> = match self.place_of(base) {
            Place::Folder(folder) => of(folder).and_then(|past| past.design),
            Place::Edited(folder) => of(folder).and_then(|past| past.edited),
            Place::Frozen => self.bytes[1],
            Place::Nowhere => None,
        };
        let version = self.looked_before();
        design.is_some_and(|is| {
            version.is_some_and(|version| [version.file_sha256, version.sha256].contains(&is))
        })
    }
}
