//! Which design is shown of a feature: the working copy, or, while it is sealed, the one that is sealed, and verified ("Checksum
//! verification MUST occur on every load of frozen design"). What lies beside it unsealed is told.

use super::handle::Engine;
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::{canonical, json};
use crate::kernel::{Flow, RunView};
use crate::ports::Store;

/// Where what is shown of a feature lies, and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The folder with `intent.json` and `preview.html`.
    pub folder: RelPath,
    /// What the design that is shown must hash to.
    pub checksum: Option<Digest>,
    /// Why it is not shown.
    pub broken: Option<String>,
    /// Why its preview is not.
    pub page_broken: Option<String>,
    /// That the working copy is another design, and what to do about it.
    pub apart: Option<String>,
}

impl Seal {
    /// Of a feature with nothing sealed: its working copy is what there is.
    pub fn none<F: Flow>(feature: &FeatureId) -> Self {
        Self { folder: F::home(feature), checksum: None, broken: None, page_broken: None, apart: None }
    }

    /// Why a design with this hash is not the one to show.
    pub fn refuses(&self, found: Digest) -> Option<String> {
        let changed = self.checksum.is_some_and(|checksum| checksum != found);
        self.broken.clone().or_else(|| changed.then(|| "it was changed while it was read".to_owned()))
    }
}

impl<F: Flow> Engine<F> {
    /// What is shown of a feature that stands as its view says, verified just now.
    pub fn seal(&self, view: &RunView) -> Seal {
        let home = F::home(&view.id);
        if !view.is_sealed {
            return Seal::none::<F>(&view.id);
        }
        let (checksum, is_whole, problem) = match self.verify(&view.id) {
            Some(verified) => (verified.expected, verified.actual == verified.expected, verified.problem),
            None => (None, false, Some("nothing is frozen there any more".to_owned())),
        };
        // The design may be what was approved although its preview is not.
        let broken = problem.clone().filter(|_| checksum.is_none() || !is_whole);
        let apart = checksum.and_then(|checksum| apart(self.world.store.as_ref(), &home, checksum));
        Seal { folder: home.join("final"), checksum, broken, page_broken: problem, apart }
    }
}

/// What is said of a working copy that is not what is sealed. One that is missing misleads nobody.
fn apart(store: &dyn Store, home: &RelPath, sealed: Digest) -> Option<String> {
    let bytes = store.read(&home.join("intent.json"), json::LARGEST).ok()??;
    let found = json::read(&bytes).map(|value| canonical::digest(&value));
    (found.ok() != Some(sealed)).then(|| {
        "design/intent.json is another design than the frozen one, which is shown: it is no part of what is frozen. Delete \
         design/final/FROZEN.md to unfreeze it, or copy design/final/intent.json over it"
            .to_owned()
    })
}
