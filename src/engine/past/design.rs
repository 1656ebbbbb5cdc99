//! Which design `rejected`, `frozen` or a number means, where it lies, and what it says.

use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::intent::{self, Reading};
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::engine::Seal;
use crate::kernel::{Flow, RunView};
use crate::ports::{Store, StoreError};

use super::{Past, rejected};

/// A design of a feature, as it is named in a shell and on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// An iteration of its last run, from 1.
    Iteration(u32),
    /// The one that was rejected last, in whichever run.
    Rejected,
    /// The one that was frozen last.
    Frozen,
}

/// Where a design of a feature lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the folder of an iteration, as its generator made it.
    Folder(u32),
    /// There too, as a person left it.
    Edited(u32),
    Frozen,
}

/// Why there is no design to show or to compare.
#[derive(Debug, thiserror::Error)]
pub enum NoDesign {
    #[error("{0} has no iterations yet")]
    NoIterations(FeatureId),
    #[error("there is no iteration {number} of {feature}: it has 1 to {last} in its last run")]
    NoSuchIteration { feature: FeatureId, number: u32, last: u32 },
    #[error("nothing of {0} was rejected yet")]
    NothingRejected(FeatureId),
    #[error("nothing of {0} has been frozen yet")]
    NothingFrozen(FeatureId),
    #[error("{0} is not there")]
    NotThere(RelPath),
    /// It is not what was frozen.
    #[error("{path} is not shown: {why}")]
    NotShown { path: RelPath, why: String },
    #[error("{path} cannot be used: {why}")]
    NotRead { path: RelPath, why: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NoDesign {
    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoIterations(_) => "run it first",
            Self::NoSuchIteration { .. } => "name one of those, or `rejected`, or `frozen`",
            Self::NothingRejected(_) | Self::NothingFrozen(_) => {
                "a number compares with an iteration of the last run: `frieze diff FEATURE 1`"
            }
            Self::NotThere(_) | Self::NotRead { .. } => "restore the file from version control",
            Self::NotShown { .. } => "`frieze verify` tells of all",
            Self::Store(e) => e.hint(),
        }
    }
}

impl Named {
    /// What a word names; `None` for what names no design.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "rejected" => Some(Self::Rejected),
            "frozen" => Some(Self::Frozen),
            number => number.parse().ok().map(Self::Iteration),
        }
    }

    /// Where that design of a feature lies. Where its record cannot be used, no iteration is known to be of its last run.
    pub fn place(
        self,
        feature: &FeatureId,
        view: Option<&RunView>,
        past: &[Past],
    ) -> Result<Place, NoDesign> {
        let (folder, last) = view.map_or((0, 0), |view| (view.folder, view.iteration));
        match self {
            Self::Iteration(_) if last == 0 => Err(NoDesign::NoIterations(feature.clone())),
            Self::Iteration(number) if (1..=last).contains(&number) => {
                Ok(Place::Folder(folder.saturating_sub(last).saturating_add(number)))
            }
            Self::Iteration(number) => {
                Err(NoDesign::NoSuchIteration { feature: feature.clone(), number, last })
            }
            Self::Rejected => {
                rejected(past).map(Past::decided).ok_or_else(|| NoDesign::NothingRejected(feature.clone()))
            }
            Self::Frozen => Ok(Place::Frozen),
        }
    }
}

impl Place {
    /// The design that lies there. What is frozen, or was frozen last, is only shown as what was frozen.
    pub fn read<F: Flow>(
        self,
        store: &dyn Store,
        feature: &FeatureId,
        seal: &Seal,
    ) -> Result<Reading, NoDesign> {
        let home = F::home(feature);
        let path = match self {
            Self::Folder(n) => home.iteration(n).intent(),
            Self::Edited(n) => home.iteration(n).edited_intent(),
            Self::Frozen => return frozen(store, &home.frozen().intent(), feature, seal),
        };
        read_design(store, &path)?.ok_or(NoDesign::NotThere(path))
    }
}

fn frozen(store: &dyn Store, path: &RelPath, feature: &FeatureId, seal: &Seal) -> Result<Reading, NoDesign> {
    let not_shown = |why: String| NoDesign::NotShown { path: path.clone(), why };
    if let Some(why) = &seal.last_freeze_broken {
        return Err(not_shown(why.clone()));
    }
    let reading = read_design(store, path)?.ok_or_else(|| NoDesign::NothingFrozen(feature.clone()))?;
    match seal.refuses(reading.sha256) {
        Some(why) => Err(not_shown(why)),
        None => Ok(reading),
    }
}

/// Whether a design is another one than its iteration's agent made: a person edited it since. What an earlier run left is
/// nobody's edit.
pub fn is_edited(store: &dyn Store, home: &Home, view: &RunView, present: &Reading) -> bool {
    let generated = || read_design(store, &home.iteration(view.folder).intent()).ok().flatten();
    view.iteration > 0 && generated().is_some_and(|generated| generated.sha256 != present.sha256)
}

/// The design in a file; `None` where there is no file.
pub fn read_design(store: &dyn Store, path: &RelPath) -> Result<Option<Reading>, NoDesign> {
    let Some(bytes) = store.read(path, json::LARGEST)? else { return Ok(None) };
    let not_read = |e: intent::NotAnIntent| NoDesign::NotRead { path: path.clone(), why: e.to_string() };
    intent::read(&bytes).map(Some).map_err(not_read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::digest::Digest;
    use crate::domain::{brief, draft};
    use crate::engine::past::past;
    use crate::flows::design::Design;

    const BRIEF: &[u8] = b"# Checkout\n\n- As a customer I want to put products into a cart.\n";
    const HOME: &str = "features/checkout/design";

    /// A rejected iteration that a person had edited, and a design that was frozen before it.
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

    fn title(store: &dyn Store, named: Named, seal: &Seal) -> Result<String, String> {
        let past = past(store, &Home::of(&id()), 0).unwrap();
        assert_eq!(past.iter().map(|past| past.folder).collect::<Vec<_>>(), [1]);
        let place = match named {
            Named::Iteration(number) => Ok(Place::Folder(number)),
            Named::Rejected | Named::Frozen => named.place(&id(), None, &past),
        };
        let read = place.and_then(|place| place.read::<Design>(store, &id(), seal));
        read.map(|reading| reading.intent.title).map_err(|e| e.to_string())
    }

    fn unsealed() -> Seal {
        Seal::none(&Home::of(&id()))
    }

    #[test]
    fn an_edit_by_hand_is_part_of_what_was_rejected() {
        assert_eq!(title(&store(), Named::Rejected, &unsealed()).as_deref(), Ok("By hand"));
        assert_eq!(title(&store(), Named::Iteration(1), &unsealed()).as_deref(), Ok("By the agent"));
    }

    #[test]
    fn a_frozen_design_that_was_changed_is_not_shown() {
        assert_eq!(title(&store(), Named::Frozen, &unsealed()).as_deref(), Ok("Frozen"));
        let broken = Some("it was changed".to_owned());
        let broken = Seal { last_freeze_broken: broken, ..unsealed() };
        let why = title(&store(), Named::Frozen, &broken).unwrap_err();
        assert!(why.ends_with("is not shown: it was changed"), "{why}");
        // Nor where that happened after it was verified.
        let swapped = Seal { checksum: Some(Digest::of(b"what was approved")), ..unsealed() };
        let why = title(&store(), Named::Frozen, &swapped).unwrap_err();
        assert!(why.contains("is not shown: it was changed while it was read"), "{why}");
    }

    #[test]
    fn what_names_nothing_that_is_there_says_so() {
        let nothing = DurableStore::new(MemoryDisk::default());
        let none = |named: Named| named.place(&id(), None, &[]).unwrap_err().to_string();
        assert_eq!(none(Named::Rejected), "nothing of checkout was rejected yet");
        assert_eq!(none(Named::Iteration(1)), "checkout has no iterations yet");
        let frozen = Place::Frozen.read::<Design>(&nothing, &id(), &unsealed()).unwrap_err();
        assert_eq!(frozen.to_string(), "nothing of checkout has been frozen yet");
        let gone = Place::Folder(7).read::<Design>(&nothing, &id(), &unsealed()).unwrap_err();
        assert_eq!(gone.to_string(), format!("{HOME}/iterations/7/intent.json is not there"));
    }
}
