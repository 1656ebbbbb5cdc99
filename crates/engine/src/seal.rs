//! Choice of the design that front ends show: the working copy, or the sealed design, verified ("Checksum verification MUST
//! occur on every load of frozen design").

use super::engine::Engine;
use super::past::{NoDesign, read_design};
use super::runs::Runs;
use super::verified::Verified;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::{canonical, json};
use frieze_design::critique::CritiqueFile;
use frieze_intent::Reading;
use frieze_kernel::files::{DesignFolder, Home};
use frieze_kernel::{Flow, RunView};
use frieze_ports::Store;

/// The folder of the shown design, and the state of its seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The folder with `intent.json` and `preview.html`.
    pub folder: DesignFolder,
    /// The hash that the shown design must have.
    pub checksum: Option<Digest>,
    /// Why the design must not be shown.
    pub broken: Option<String>,
    /// Why the preview must not be shown.
    pub page_broken: Option<String>,
    /// Further problems of the approval, and a working copy that differs, with hints.
    pub remarks: Option<String>,
    /// The key that signed the approval; `None` if unsigned.
    pub signer: Option<String>,
    /// Whether the last freeze is not what was approved, or a file that it names is not.
    pub is_not_ok: bool,
    /// Why `final/intent.json`, sealed or not, is not the design that was frozen last.
    pub last_freeze_broken: Option<String>,
}

impl Seal {
    /// Of a feature without a sealed design: its working copy is shown.
    pub fn none(home: &Home) -> Self {
        Self {
            folder: home.current(),
            checksum: None,
            broken: None,
            page_broken: None,
            remarks: None,
            signer: None,
            is_not_ok: false,
            last_freeze_broken: None,
        }
    }

    /// Why a design with this hash must not be shown.
    pub fn refuses(&self, found: Digest) -> Option<String> {
        let changed = self.checksum.is_some_and(|checksum| checksum != found);
        self.broken.clone().or_else(|| changed.then(|| "it was changed while it was read".to_owned()))
    }

    /// The design to show; `None` if there is none yet.
    ///
    /// # Errors
    /// Also if a sealed design is not the one that was sealed.
    pub fn design(&self, store: &dyn Store) -> Result<Option<Reading>, NoDesign> {
        self.read(store, self.folder.intent(), self.broken.as_ref())
    }

    /// The design in a file, unless it is `broken` or not the sealed one; `None` if there is no file.
    pub(super) fn read(
        &self,
        store: &dyn Store,
        path: RelPath,
        broken: Option<&String>,
    ) -> Result<Option<Reading>, NoDesign> {
        if let Some(why) = broken {
            return Err(NoDesign::NotShown { path, why: why.clone() });
        }
        let Some(reading) = read_design(store, &path)? else { return Ok(None) };
        match self.refuses(reading.sha256) {
            Some(why) => Err(NoDesign::NotShown { path, why }),
            None => Ok(Some(reading)),
        }
    }

    /// The critique of the shown design, or why it cannot be read. For a sealed design, the frozen iteration has a copy, since
    /// `critique.json` may be missing or belong to another design.
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
        let iteration = home.iteration(folder);
        let copies = [iteration.critique(), iteration.edited_critique()].map(|path| read(&path));
        copies.into_iter().flatten().find(fits).or(current)
    }
}

impl<F: Flow> Engine<F> {
    /// See [`Runs::seal`].
    pub(super) fn verified_seal(&self, view: &RunView) -> Seal {
        let home = Home::of(&view.id);
        let rules = self.rules();
        let verified = self.verify_under(&view.id, &rules);
        // An approval that was cut short is approved.
        let is_not_ok = verified.as_ref().is_some_and(|verified| !verified.ok && !verified.is_recorded);
        if !view.is_sealed {
            let broken = verified.filter(|verified| !verified.is_whole());
            let last_freeze_broken = broken.and_then(|verified| verified.problem);
            return Seal { is_not_ok, last_freeze_broken, ..Seal::none(&home) };
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
        // If this fails, the next verification tries again.
        let _ = self.remember(std::slice::from_ref(&verified), &rules);
        let is_whole = verified.is_whole();
        let Verified { expected: checksum, problem, hint, page_differs, signer, .. } = verified;
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        let problem = problem.map(|problem| format!("{problem}{hint}"));
        let (outside, broken) = if is_whole { (problem, None) } else { (None, problem) };
        let page_broken = outside.clone().filter(|_| page_differs).or_else(|| broken.clone());
        let other = checksum.and_then(|checksum| other_copy(self.world.store.as_ref(), &home, checksum));
        let remarks: Vec<String> = outside.into_iter().chain(other).collect();
        let remarks = (!remarks.is_empty()).then(|| remarks.join(". "));
        let last_freeze_broken = broken.clone();
        let folder = home.frozen();
        Seal { folder, checksum, broken, page_broken, remarks, signer, is_not_ok, last_freeze_broken }
    }
}

/// The remark on a working copy that is not the sealed design. A missing one needs no remark.
fn other_copy(store: &dyn Store, home: &Home, sealed: Digest) -> Option<String> {
    let bytes = store.read(&home.intent(), json::LARGEST).ok()??;
    let found = json::read(&bytes).map(|value| canonical::digest(&value));
    (found.ok() != Some(sealed)).then(|| {
        "design/intent.json is another design than the frozen one, which is shown: it is not frozen. Delete \
         design/final/FROZEN.md to unfreeze it, or copy design/final/intent.json over it"
            .to_owned()
    })
}
