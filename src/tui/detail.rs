//! Everything that the panes show of one feature, read by a job and then never changed: a new reading takes
//! its place. What cannot be read is told where it would stand, and stops nothing else (promise P25).

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::domain::critique::CritiqueFile;
use crate::domain::diff::{self, Changes, Hunk};
use crate::domain::digest::Digest;
use crate::domain::feedback::{self, DoneFile};
use crate::domain::id::FeatureId;
use crate::domain::intent::{self, Reading};
use crate::domain::journal::{self, JournalReading};
use crate::domain::json;
use crate::domain::looked::Looked;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::kernel::{Flow, Need, RunView};
use crate::ports::{Kind, Store};

use super::exchange::Exchange;
use super::rejection::{self, Rejection};
use crate::engine::{Seal, held};

mod bases;
mod before;
mod last_look;

pub use before::Before;
pub use last_look::Place;

/// How much of the end of a journal is read.
const JOURNAL: usize = 512 * 1024;
/// The longest feedback that is shown.
const FEEDBACK: usize = 256 * 1024;
/// Unchanged lines around a change.
const CONTEXT: usize = 2;

/// One feature, read.
#[derive(Debug)]
pub struct Detail {
    pub id: FeatureId,
    /// As the engine sees it; the trouble where its record cannot be used.
    pub view: Result<RunView, Stated>,
    /// The current design, which is the frozen one of a sealed feature; `None` where there is none yet.
    pub intent: Option<Result<Arc<Reading>, String>>,
    /// That the working copy is another design than the frozen one that is shown.
    pub apart: Option<String>,
    /// Why what lies in `final/` is not what was frozen last, so that nothing is compared with it.
    pub last_freeze_broken: Option<String>,
    pub critique: Option<Result<CritiqueFile, String>>,
    /// How the iteration before was judged, where that can be held against this one.
    pub before: Option<Before>,
    /// The iteration folders, oldest first.
    pub past: Vec<Past>,
    /// SHA-256 of the bytes of the current design, and of the one that was frozen last.
    pub bytes: [Option<Digest>; 2],
    /// The end of the journal, and whether that is all of it.
    pub journal: JournalReading,
    pub journal_whole: bool,
    /// What was written for the next rejection and not sent yet, or why that cannot be read.
    pub draft: Result<String, String>,
    /// Who works on it elsewhere, in that process's own words, and when that was seen.
    pub held: Option<(String, Timestamp)>,
    /// What was asked for at each rejection and what became of it, newest first.
    pub rejections: Vec<Rejection>,
    /// Which items a person has marked as done, or why that cannot be read.
    pub done: Result<DoneFile, String>,
    /// What the agents of the current iteration were sent and answered.
    pub exchange: Exchange,
    /// The zone that times are told in.
    pub zone: TimeZone,
    /// Which versions this person looked at, as far as that is kept.
    pub looked: Option<Looked>,
    /// What changed since the default base: the iteration before, or what the last rejection was about.
    pub compared: Option<Compared>,
}

/// Something that went wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    pub what: String,
    pub hint: String,
}

/// One iteration folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Past {
    pub folder: u32,
    /// SHA-256 of its design's bytes; nothing where there is none.
    pub design: Option<Digest>,
    /// The same of what a person made of it by hand.
    pub edited: Option<Digest>,
    /// The words of the rejection that ended it, if it ended so.
    pub feedback: Option<String>,
    /// What the generator said it did about findings and feedback, or why that cannot be used.
    pub report: Option<Result<serde_json::Value, String>>,
}

/// What a design can be compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// An iteration, by its folder.
    Iteration(u32),
    /// The iteration that was rejected last, by its folder.
    Rejected(u32),
    /// The design that was frozen last.
    Frozen,
    /// What this person had on the screen before the present design.
    Looked(Place),
}

/// The differences between two designs.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    pub base: Base,
    /// `None` is the current design.
    pub with: Option<Base>,
    /// The hash of the newer of the two, so that a comparison with a design that is gone is not shown.
    pub sha256: Option<Digest>,
    pub outcome: Result<(Changes, Vec<Hunk>), String>,
}

impl Detail {
    /// Whether it is for a person to run the feature: else somebody is at it already, or something comes first.
    pub fn is_to_be_run(&self) -> bool {
        let is_startable = |view: &RunView| view.needs == Some(Need::Start);
        self.held.is_none() && self.view.as_ref().is_ok_and(is_startable)
    }

    /// Whether what stands on the disk was made and judged by a run that is over, and another one is to come or under
    /// way and has judged nothing yet.
    pub fn is_of_an_earlier_run(&self) -> bool {
        self.view.as_ref().is_ok_and(|view| match view.needs {
            Some(Need::Start | Need::Reason) => true,
            Some(Need::Reset) | None => view.judged.is_empty(),
            Some(Need::Decision) => false,
        })
    }

    /// What is said where nothing stands yet: what to do, or what is on its way.
    pub fn nothing_yet<'t>(&self, to_do: &'t str, coming: &'t str) -> &'t str {
        if self.is_to_be_run() { to_do } else { coming }
    }

    /// Reads a feature, as the engine sees it, with the design that its seal names. Takes no lease and changes nothing.
    pub fn read<F: Flow>(
        view: Result<RunView, Stated>,
        store: &dyn Store,
        id: &FeatureId,
        seal: Seal,
        base: Option<Base>,
    ) -> Self {
        let home = F::home(id);
        let design = seal.folder.join("intent.json");
        let intent = read_intent(store, &design).map(|read| {
            let reading = read?;
            match seal.refuses(reading.sha256) {
                Some(why) => Err(format!("{design} is not shown: {why}")),
                None => Ok(reading),
            }
        });
        let critique = seal.critique(store, &home, view.as_ref().map_or(0, |view| view.folder));
        let past = past(store, &home.join("iterations"));
        let (journal, journal_whole) = match store.read_end(&home.join("journal.jsonl"), JOURNAL) {
            Ok(Some((from, bytes))) => (journal::read(whole_lines(from, &bytes)), from == 0),
            Ok(None) | Err(_) => (journal::read(&[]), true),
        };
        let mut detail = Self {
            id: id.clone(),
            view,
            intent,
            apart: seal.apart,
            last_freeze_broken: seal.last_freeze_broken,
            critique,
            before: None,
            past,
            bytes: [design, home.join("final/intent.json")].map(|path| bytes_of(store, &path)),
            journal,
            journal_whole,
            draft: draft(store, &home.join("feedback-draft.md")),
            held: held::settled(store, &home).map(|by| (by, Timestamp::now())),
            rejections: Vec::new(),
            done: rejection::done(store, &home, id),
            exchange: Exchange::default(),
            looked: None,
            zone: TimeZone::system(),
            compared: None,
        };
        if let Ok(view) = &detail.view {
            detail.exchange = Exchange::read(store, &home, view, &detail.journal);
        }
        detail.rejections = rejection::read(store, &home, &detail.past);
        detail.before = detail.judged_before(store, &home);
        let base = base.or_else(|| detail.default_base());
        detail.compared = base.map(|base| detail.compare::<F>(store, base, None));
        detail
    }

    /// The bases that there are and that differ from the current design and from each other, the most useful first.
    pub fn bases(&self) -> Vec<Base> {
        let current = self.view.as_ref().map_or(0, |view| view.folder);
        let rejected = self.past.iter().rev().find(|past| past.feedback.is_some());
        let rejected = rejected.map(|past| (Base::Rejected(past.folder), past.edited.or(past.design)));
        let earlier = self.past.iter().rev().filter(|past| past.folder < current);
        let earlier = earlier.map(|past| (Base::Iteration(past.folder), past.design));
        let [here, frozen] = self.bytes;
        let canonical =
            self.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        let mut known: Vec<Digest> = here.into_iter().chain(canonical).collect();
        let mut bases = Vec::new();
        let others = rejected.into_iter().chain(earlier).chain([(Base::Frozen, frozen)]);
        for (base, design) in others {
            if let Some(design) = design.filter(|design| !known.contains(design)) {
                known.push(design);
                bases.push(base);
            }
        }
        self.with_last_look(&mut bases);
        bases
    }

    /// How many folders earlier runs have filled: iterations are counted anew in every run, folders are not.
    fn folders_before(&self) -> u32 {
        self.view.as_ref().map_or(0, |view| view.folder.saturating_sub(view.iteration))
    }

    /// The number of the iteration that a folder holds in the run that the screen shows; `None` for an earlier run's.
    pub fn number_of(&self, folder: u32) -> Option<u32> {
        folder.checked_sub(self.folders_before()).filter(|number| *number > 0)
    }

    /// What people call the iteration that a folder holds.
    pub fn iteration_in(&self, folder: u32) -> String {
        match self.number_of(folder) {
            Some(number) => format!("iteration {number}"),
            None => format!("folder {folder} of an earlier run"),
        }
    }

    /// What people call a design that others are compared with.
    pub fn name_of(&self, base: &Base) -> String {
        match base {
            Base::Iteration(folder) => self.iteration_in(*folder),
            Base::Rejected(folder) => format!("the last rejection ({})", self.iteration_in(*folder)),
            Base::Frozen => "the last freeze".to_owned(),
            Base::Looked(place) => self.name_of_look(*place),
        }
    }

    /// A base as it is typed, here as in a shell: a number is that of an iteration of this run.
    pub fn base_typed(&self, word: &str) -> Result<Base, String> {
        let last = self.view.as_ref().map_or(0, |view| view.iteration);
        match (word, word.parse::<u32>()) {
            ("frozen", _) => Ok(Base::Frozen),
            ("looked", _) => {
                let none = || format!("you have looked at no other version of {} yet", self.id);
                self.last_look().map(Base::Looked).ok_or_else(none)
            }
            ("rejected", _) => {
                let rejected = self.past.iter().rev().find(|past| past.feedback.is_some());
                let none = || format!("nothing of {} was rejected yet", self.id);
                rejected.map(|past| Base::Rejected(past.folder)).ok_or_else(none)
            }
            (_, Ok(number)) if (1..=last).contains(&number) => {
                Ok(Base::Iteration(self.folders_before() + number))
            }
            (_, Ok(number)) if last > 0 => {
                Err(format!("there is no iteration {number}: {} has 1 to {last} in its last run", self.id))
            }
            (_, Ok(_)) => Err(format!("{} has no iterations yet", self.id)),
            (other, Err(_)) => Err(format!("{other:?} is nothing to compare with")),
        }
    }

    fn default_base(&self) -> Option<Base> {
        let current = self.view.as_ref().map_or(0, |view| view.folder);
        let before = self.past.iter().rev().find(|past| past.folder < current)?;
        Some(if before.feedback.is_some() {
            Base::Rejected(before.folder)
        } else {
            Base::Iteration(before.folder)
        })
    }

    /// Compares two designs of this feature; `with` is the current one unless it is named.
    pub fn compare<F: Flow>(&self, store: &dyn Store, base: Base, with: Option<Base>) -> Compared {
        let home = F::home(&self.id);
        let base = self.looked_anew(base);
        let old = self.at_base(store, &home, &base);
        let new = match &with {
            None => self.intent.clone().unwrap_or_else(|| Err("there is no design yet".to_owned())),
            Some(with) => self.at_base(store, &home, with),
        };
        let sha256 = new.as_ref().ok().map(|reading| reading.sha256);
        let outcome = old.and_then(|old| {
            let new = new?;
            let changes = diff::between(&old.intent, &new.intent);
            let text = diff::text(&diff::document(&old.intent), &diff::document(&new.intent), CONTEXT);
            Ok((changes, text))
        });
        Compared { base, with, sha256, outcome }
    }
}

pub(super) fn read_intent(store: &dyn Store, path: &RelPath) -> Option<Result<Arc<Reading>, String>> {
    match store.read(path, json::LARGEST) {
        Ok(None) => None,
        Ok(Some(bytes)) => {
            Some(intent::read(&bytes).map(Arc::new).map_err(|e| format!("{path} cannot be used: {e}")))
        }
        Err(e) => Some(Err(e.to_string())),
    }
}

fn past(store: &dyn Store, folder: &RelPath) -> Vec<Past> {
    let entries = store.list(folder).unwrap_or_default();
    let mut numbers: Vec<u32> = entries
        .iter()
        .filter(|(_, kind)| *kind == Kind::Folder)
        .filter_map(|(name, _)| name.parse().ok())
        .collect();
    numbers.sort_unstable();
    numbers
        .into_iter()
        .map(|n| {
            let place = folder.number(n);
            let path = place.join("report.json");
            let report = match store.read(&path, json::LARGEST) {
                Ok(None) => None,
                Ok(Some(bytes)) => {
                    Some(feedback::read_report(&bytes).map_err(|e| format!("{path} cannot be used: {e}")))
                }
                Err(e) => Some(Err(e.to_string())),
            };
            Past {
                folder: n,
                design: bytes_of(store, &place.join("intent.json")),
                edited: bytes_of(store, &place.join("intent-edited.json")),
                feedback: text(store, &place.join("feedback.md")),
                report,
            }
        })
        .collect()
}

fn bytes_of(store: &dyn Store, path: &RelPath) -> Option<Digest> {
    store.read(path, json::LARGEST).ok().flatten().map(|bytes| Digest::of(&bytes))
}

fn text(store: &dyn Store, path: &RelPath) -> Option<String> {
    let bytes = store.read(path, FEEDBACK).ok()??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// What is written over it must be all that the file held: what is too long or no text is trouble, not nothing.
fn draft(store: &dyn Store, path: &RelPath) -> Result<String, String> {
    match store.read(path, FEEDBACK) {
        Ok(None) => Ok(String::new()),
        Ok(Some(bytes)) => String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text")),
        Err(e) => Err(e.to_string()),
    }
}

/// Without the line that the reading began in the middle of.
fn whole_lines(from: u64, bytes: &[u8]) -> &[u8] {
    if from == 0 {
        return bytes;
    }
    let after = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    bytes.get(after..).unwrap_or_default()
}

impl Stated {
    /// As one safe line.
    pub fn line(&self) -> String {
        Shown::line(&format!("{} (hint: {})", self.what, self.hint)).into_string()
    }
}
