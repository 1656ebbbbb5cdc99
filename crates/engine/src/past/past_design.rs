//! Designs of a feature by name: `rejected`, `frozen`, or the number of an iteration.

use crate::Seal;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_design::answers::{self, Answer};
use frieze_design::draft::NotApplied;
use frieze_design::feedback;
use frieze_intent as intent;
use frieze_intent::Reading;
use frieze_kernel::files::Home;
use frieze_kernel::{Need, RunView};
use frieze_ports::{Store, StoreError};

use super::{PastIteration, last_rejected, past_iterations};

/// The name of a design, in the shell and on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DesignName {
    /// An iteration of the last run, from 1.
    Iteration(u32),
    /// The last rejected design, of any run.
    Rejected,
    /// The last frozen design.
    Frozen,
}

/// The location of a design.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DesignLocation {
    /// The generator's design in an iteration folder.
    Folder(u32),
    /// The design in an iteration folder that a person edited.
    Edited(u32),
    Frozen,
}

/// Why a design cannot be shown or compared.
#[derive(Debug, thiserror::Error)]
pub enum NoDesign {
    #[error("{0} has no iterations yet")]
    NoIterations(FeatureId),
    #[error("{feature} has no iteration {number}: its last run has {}", if *last == 1 { "only 1".to_owned() } else { format!("1 to {last}") })]
    NoSuchIteration { feature: FeatureId, number: u32, last: u32 },
    #[error("no iteration of {0} was rejected yet")]
    NothingRejected(FeatureId),
    #[error("{0} has not been frozen yet")]
    NothingFrozen(FeatureId),
    #[error("{0} is missing")]
    Missing(RelPath),
    /// It is not the frozen design.
    #[error("{path} is not shown: {why}")]
    NotShown { path: RelPath, why: String },
    #[error("{path} cannot be used: {why}")]
    NotRead { path: RelPath, why: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NoDesign {
    /// How to fix it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoIterations(_) => "run it first",
            Self::NoSuchIteration { .. } => "name one of those, or `rejected`, or `frozen`",
            Self::NothingRejected(_) | Self::NothingFrozen(_) => {
                "a number compares with an iteration of the last run: `frieze diff FEATURE 1`"
            }
            Self::Missing(_) | Self::NotRead { .. } => "restore the file from version control",
            Self::NotShown { .. } => "`frieze verify` shows all problems",
            Self::Store(e) => e.hint(),
        }
    }
}

impl DesignName {
    /// Parses a name; `None` if it names no design.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "rejected" => Some(Self::Rejected),
            "frozen" => Some(Self::Frozen),
            number => number.parse().ok().map(Self::Iteration),
        }
    }

    /// Finds the design of a feature. Without a view, because the record cannot be used, the iterations of the last run are
    /// unknown.
    ///
    /// # Errors
    /// `NoDesign` if there are no iterations, not this one, or no rejected one.
    pub fn locate(
        self,
        feature: &FeatureId,
        view: Option<&RunView>,
        past: &[PastIteration],
    ) -> Result<DesignLocation, NoDesign> {
        let (folder, last) = view.map_or((0, 0), |view| (view.folder, view.iteration));
        match self {
            Self::Iteration(_) if last == 0 => Err(NoDesign::NoIterations(feature.clone())),
            Self::Iteration(number) if (1..=last).contains(&number) => {
                Ok(DesignLocation::Folder(folder.saturating_sub(last).saturating_add(number)))
            }
            Self::Iteration(number) => {
                Err(NoDesign::NoSuchIteration { feature: feature.clone(), number, last })
            }
            Self::Rejected => {
                let rejected = last_rejected(past).map(PastIteration::decided_design);
                rejected.ok_or_else(|| NoDesign::NothingRejected(feature.clone()))
            }
            Self::Frozen => Ok(DesignLocation::Frozen),
        }
    }
}

impl DesignLocation {
    /// Reads the design. The frozen one is read only if it is the design that was frozen.
    ///
    /// # Errors
    /// `NoDesign` if the file is missing, cannot be read, is no design, or is not the design that was frozen.
    pub fn read(self, store: &dyn Store, feature: &FeatureId, seal: &Seal) -> Result<Reading, NoDesign> {
        let path = self.path(&Home::of(feature));
        match self {
            Self::Folder(_) | Self::Edited(_) => read_design(store, &path)?.ok_or(NoDesign::Missing(path)),
            Self::Frozen => {
                let reading = seal.read(store, path, seal.last_freeze_broken.as_ref())?;
                reading.ok_or_else(|| NoDesign::NothingFrozen(feature.clone()))
            }
        }
    }

    pub(super) fn path(self, home: &Home) -> RelPath {
        match self {
            Self::Folder(number) => home.iteration(number).intent(),
            Self::Edited(number) => home.iteration(number).edited_intent(),
            Self::Frozen => home.frozen().intent(),
        }
    }
}

/// The answers to open questions that a design was made with; for a frozen one that no iteration has, those of the feature.
///
/// # Errors
/// If the file cannot be read.
pub fn answers(store: &dyn Store, home: &Home, place: DesignLocation) -> Result<Vec<Answer>, StoreError> {
    let folder = match place {
        DesignLocation::Folder(number) | DesignLocation::Edited(number) => Some(number),
        DesignLocation::Frozen => frozen_in(store, home),
    };
    let path = folder.map_or_else(|| home.answers(), |number| home.iteration(number).answers());
    Ok(store.read(&path, answers::LARGEST)?.map(|bytes| answers::read(&bytes)).unwrap_or_default())
}

/// The first iteration with the frozen design: a run after the freeze may make it again.
fn frozen_in(store: &dyn Store, home: &Home) -> Option<u32> {
    let hash = |path: RelPath| Some(read_design(store, &path).ok()??.sha256);
    let frozen = hash(home.frozen().intent())?;
    let is_frozen = |past: &PastIteration| {
        let place = home.iteration(past.folder);
        [place.intent(), place.edited_intent()].into_iter().any(|path| hash(path) == Some(frozen))
    };
    past_iterations(store, home, 0).ok()?.iter().find(|past| is_frozen(past)).map(|past| past.folder)
}

/// The answers that the built-in generator could not use in an iteration and that are still the same, with the reasons; none if its
/// files cannot be read.
pub fn unused_answers(store: &dyn Store, home: &Home, folder: u32, now: &[Answer]) -> Vec<NotApplied> {
    if now.is_empty() {
        return Vec::new();
    }
    let report = store.read(&home.iteration(folder).report(), json::LARGEST).ok().flatten();
    let report = report.and_then(|bytes| feedback::read_report(&bytes).ok());
    let used = answers(store, home, DesignLocation::Folder(folder)).unwrap_or_default();
    report.map(|report| answers::unused(&report, &used, now)).unwrap_or_default()
}

/// Whether a person edited the current design: it differs from the one that the agent of its iteration made. False for a design
/// of an earlier run, and before the next one: a reset may have brought back the best design.
pub fn is_edited(store: &dyn Store, home: &Home, view: &RunView, present: &Reading) -> bool {
    let generated = || read_design(store, &home.iteration(view.folder).intent()).ok().flatten();
    view.iteration > 0
        && !is_before_a_run(view)
        && generated().is_some_and(|generated| generated.sha256 != present.sha256)
}

/// Whether the next thing is a new run, so that the design is of no iteration that goes on.
pub fn is_before_a_run(view: &RunView) -> bool {
    matches!(view.needs, Some(Need::Start | Need::Reason))
}

/// The design in a file; `None` if the file is missing.
///
/// # Errors
/// `NoDesign` if the file cannot be read or is no design.
pub fn read_design(store: &dyn Store, path: &RelPath) -> Result<Option<Reading>, NoDesign> {
    let Some(bytes) = store.read(path, json::LARGEST)? else { return Ok(None) };
    let not_read = |e: intent::NotAnIntent| NoDesign::NotRead { path: path.clone(), why: e.to_string() };
    intent::read(&bytes).map(Some).map_err(not_read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::past::past_iterations;
    use frieze_data::digest::Digest;
    use frieze_design::{brief, draft};
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    const BRIEF: &[u8] = b"# Checkout\n\n- As a customer I want to put products into a cart.\n";
    const HOME: &str = "features/checkout/design";

    /// A rejected iteration that a person had edited, and an earlier frozen design.
    fn store() -> DurableStore<MemoryDisk> {
        let design = draft::draft(&brief::read("brief.md", BRIEF).unwrap(), &id());
        let titled = |title: &str| {
            let mut design = design.clone();
            title.clone_into(&mut design.title);
            serde_json::to_vec(&design).unwrap()
        };
        let files = [
            ("iterations/1/intent.json", "By the agent"),
            ("iterations/1/intent-edited.json", "By hand"),
            ("iterations/1/feedback.md", "no"),
            ("iterations/01/feedback.md", "no number"),
            ("final/intent.json", "Frozen"),
        ];
        let files = files.map(|(path, title)| (format!("{HOME}/{path}"), titled(title)));
        DurableStore::new(MemoryDisk::holding(&Files::from(files)))
    }

    fn id() -> FeatureId {
        "checkout".parse().unwrap()
    }

    fn title(store: &dyn Store, named: DesignName, seal: &Seal) -> Result<String, String> {
        let past = past_iterations(store, &Home::of(&id()), 0).unwrap();
        assert_eq!(past.iter().map(|past| past.folder).collect::<Vec<_>>(), [1]);
        let place = match named {
            DesignName::Iteration(number) => Ok(DesignLocation::Folder(number)),
            DesignName::Rejected | DesignName::Frozen => named.locate(&id(), None, &past),
        };
        let read = place.and_then(|place| place.read(store, &id(), seal));
        read.map(|reading| reading.intent.title).map_err(|e| e.to_string())
    }

    fn unsealed() -> Seal {
        Seal::none(&Home::of(&id()))
    }

    #[test]
    fn the_rejected_design_includes_hand_edits() {
        assert_eq!(title(&store(), DesignName::Rejected, &unsealed()).as_deref(), Ok("By hand"));
        assert_eq!(title(&store(), DesignName::Iteration(1), &unsealed()).as_deref(), Ok("By the agent"));
    }

    #[test]
    fn a_frozen_design_that_was_changed_is_not_shown() {
        assert_eq!(title(&store(), DesignName::Frozen, &unsealed()).as_deref(), Ok("Frozen"));
        let broken = Some("it was changed".to_owned());
        let broken = Seal { last_freeze_broken: broken, ..unsealed() };
        let why = title(&store(), DesignName::Frozen, &broken).unwrap_err();
        assert!(why.ends_with("is not shown: it was changed"), "{why}");
        // Nor if it was changed after the verification.
        let swapped = Seal { checksum: Some(Digest::of(b"what was approved")), ..unsealed() };
        let why = title(&store(), DesignName::Frozen, &swapped).unwrap_err();
        assert!(why.contains("is not shown: it was changed while it was read"), "{why}");
    }

    #[test]
    fn missing_designs_are_reported() {
        let nothing = DurableStore::new(MemoryDisk::default());
        let none = |named: DesignName| named.locate(&id(), None, &[]).unwrap_err().to_string();
        assert_eq!(none(DesignName::Rejected), "no iteration of checkout was rejected yet");
        assert_eq!(none(DesignName::Iteration(1)), "checkout has no iterations yet");
        let frozen = DesignLocation::Frozen.read(&nothing, &id(), &unsealed()).unwrap_err();
        assert_eq!(frozen.to_string(), "checkout has not been frozen yet");
        let gone = DesignLocation::Folder(7).read(&nothing, &id(), &unsealed()).unwrap_err();
        assert_eq!(gone.to_string(), format!("{HOME}/iterations/7/intent.json is missing"));
    }
}
