//! Which design is shown of a feature: the working copy, or, while it is sealed, the one that is sealed, and verified ("Checksum
//! verification MUST occur on every load of frozen design"). What lies beside it unsealed is told.

use super::handle::Engine;
use super::past::{NoDesign, read_design};
use super::verify::Verified;
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::files::{DesignFolder, Home};
use crate::domain::id::FeatureId;
use crate::domain::intent::Reading;
use crate::domain::path::RelPath;
use crate::domain::{canonical, json};
use crate::kernel::{Flow, RunView};
use crate::ports::Store;

/// Where what is shown of a feature lies, and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The folder with `intent.json` and `preview.html`.
    pub folder: DesignFolder,
    /// What the design that is shown must hash to.
    pub checksum: Option<Digest>,
    /// Why it is not shown.
    pub broken: Option<String>,
    /// Why its preview is not.
    pub page_broken: Option<String>,
    /// What else is not as it was approved, or that the working copy is another design, and what to do about it.
    pub apart: Option<String>,
    /// Who signed the approval, by key; `None` where nobody did.
    pub signer: Option<String>,
    /// Why `final/intent.json`, sealed or not, is not what was frozen last.
    pub last_freeze_broken: Option<String>,
}

impl Seal {
    /// Of a feature with nothing sealed: its working copy, in this folder, is what there is.
    pub fn none(home: &Home) -> Self {
        Self {
            folder: home.current(),
            checksum: None,
            broken: None,
            page_broken: None,
            apart: None,
            signer: None,
            last_freeze_broken: None,
        }
    }

    /// Why a design with this hash is not the one to show.
    pub fn refuses(&self, found: Digest) -> Option<String> {
        let changed = self.checksum.is_some_and(|checksum| checksum != found);
        self.broken.clone().or_else(|| changed.then(|| "it was changed while it was read".to_owned()))
    }

    /// The design that is shown; `None` where there is none yet. Of a sealed one, nothing else than what was sealed.
    pub fn design(&self, store: &dyn Store) -> Result<Option<Reading>, NoDesign> {
        let path = self.folder.intent();
        let not_shown = |why: String| NoDesign::NotShown { path: path.clone(), why };
        if let Some(why) = &self.broken {
            return Err(not_shown(why.clone()));
        }
        let Some(reading) = read_design(store, &path)? else { return Ok(None) };
        match self.refuses(reading.sha256) {
            Some(why) => Err(not_shown(why)),
            None => Ok(Some(reading)),
        }
    }

    /// The critique of the design that is shown, or why what lies there is none. Of a sealed one, `critique.json` may have
    /// become another's or be gone: the iteration that was frozen keeps its own.
    pub fn critique(
        &self,
        store: &dyn Store,
        home: &Home,
        folder: u32,
    ) -> Option<Result<CritiqueFile, String>> {
        let read = |path: &RelPath| match store.read(path, json::LARGEST) {
            Ok(None) => None,
            Ok(Some(bytes)) => Some(CritiqueFile::read(&bytes)),
            Err(e) => Some(Err(e.to_string())),
        };
        let current = read(&home.critique());
        let Some(checksum) = self.checksum else { return current };
        let fits = |read: &Result<CritiqueFile, String>| {
            read.as_ref().is_ok_and(|file| file.input_sha256 == checksum)
        };
        if current.as_ref().is_some_and(fits) {
            return current;
        }
        let kept = home.iteration(folder);
        let kept = [kept.critique(), kept.edited_critique()].map(|path| read(&path));
        kept.into_iter().flatten().find(fits).or(current)
    }
}

impl<F: Flow> Engine<F> {
    /// What is shown of a feature whose record may be past using: of such a one nothing is known to be sealed.
    pub fn seal_if_known(&self, feature: &FeatureId, view: Option<&RunView>) -> Seal {
        view.map_or_else(|| Seal::none(&F::home(feature)), |view| self.seal(view))
    }

    /// What is shown of a feature that stands as its view says, verified just now.
    pub fn seal(&self, view: &RunView) -> Seal {
        let home = F::home(&view.id);
        let verified = self.verify(&view.id);
        if !view.is_sealed {
            let is_whole = |v: &Verified| v.expected.is_some() && v.actual == v.expected;
            let last_freeze_broken = verified.filter(|v| !is_whole(v)).and_then(|verified| verified.problem);
            return Seal { last_freeze_broken, ..Seal::none(&home) };
        }
        let Some(verified) = verified else {
            let broken = Some("nothing is frozen there any more".to_owned());
            return Seal {
                folder: home.frozen(),
                last_freeze_broken: broken.clone(),
                broken,
                ..Seal::none(&home)
            };
        };
        // Where nothing can be kept, the next verification tries it again.
        let _ = self.remember(std::slice::from_ref(&verified));
        let Verified { expected: checksum, actual, problem, hint, page_differs, signer, .. } = verified;
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        let told = problem.map(|problem| format!("{problem}{hint}"));
        // The design may be what was approved although something else is not.
        let is_whole = checksum.is_some() && actual == checksum;
        let (beside, broken) = if is_whole { (told, None) } else { (None, told) };
        let page_broken = beside.clone().filter(|_| page_differs).or_else(|| broken.clone());
        let other = checksum.and_then(|checksum| apart(self.world.store.as_ref(), &home, checksum));
        let told: Vec<String> = beside.into_iter().chain(other).collect();
        let apart = (!told.is_empty()).then(|| told.join(". "));
        let last_freeze_broken = broken.clone();
        Seal { folder: home.frozen(), checksum, broken, page_broken, apart, signer, last_freeze_broken }
    }
}

/// What is said of a working copy that is not what is sealed. One that is missing misleads nobody.
fn apart(store: &dyn Store, home: &Home, sealed: Digest) -> Option<String> {
    let bytes = store.read(&home.intent(), json::LARGEST).ok()??;
    let found = json::read(&bytes).map(|value| canonical::digest(&value));
    (found.ok() != Some(sealed)).then(|| {
        "design/intent.json is another design than the frozen one, which is shown: it is no part of what is frozen. Delete \
         design/final/FROZEN.md to unfreeze it, or copy design/final/intent.json over it"
            .to_owned()
    })
}
