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
