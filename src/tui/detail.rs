//! Everything that the panes show of one feature, read by a job and then never changed: a new reading takes
//! its place. What cannot be read is told where it would stand, and stops nothing else (promise P25).

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::domain::answers::{self, Answered};
use crate::domain::critique::CritiqueFile;
use crate::domain::diff::{self, Changes, Hunk};
use crate::domain::digest::Digest;
use crate::domain::feedback::DoneFile;
use crate::domain::id::FeatureId;
use crate::domain::intent::Reading;
use crate::domain::journal::{self, JournalReading};
use crate::domain::looked::Looked;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::kernel::{Flow, Need, RunView};
use crate::ports::{Store, StoreError};

use super::exchange::Exchange;
use super::rejection;
use crate::engine::past::{self, Named, Past, Place, Rejection};
use crate::engine::{Seal, Trouble, held};

mod bases;
mod before;
mod last_look;
mod left_out;

pub use before::Before;
pub use left_out::Briefs;

/// How much of the end of a journal is read.
const JOURNAL: usize = 512 * 1024;
/// How many rejections are shown.
const REJECTIONS: usize = 50;
/// The longest draft of feedback that is read.
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
    /// What its requirement document says, as it is now, that is not taken over: a sentence for each reason.
    pub left_out: Vec<String>,
    /// The answers to open questions, as `answers.md` has them now.
    pub answers: Vec<Answered>,
    /// Where that lies, and what is to be said of it.
    pub seal: Seal,
    pub critique: Option<Result<CritiqueFile, String>>,
    /// How the iteration before was judged, where that can be held against this one.
    pub before: Option<Before>,
    /// The iteration folders, oldest first, or why they cannot be listed.
    pub past: Result<Vec<Past>, String>,
    /// Whether a person edited the current design since the current iteration's agent made it.
    pub is_edited: bool,
    /// SHA-256 of the bytes of the current design, and of the one that was frozen last.
    pub bytes: [Option<Digest>; 2],
    /// The end of the journal, and whether that is all of it; or why it cannot be read.
    pub journal: Result<(JournalReading, bool), String>,
    /// What was written for the next rejection and not sent yet, or why that cannot be read.
    pub draft: Result<String, String>,
    /// Who works on it elsewhere, in that process's own words, and when that was seen.
    pub held: Option<(String, Timestamp)>,
    /// Who would approve it, and what would sign that; nothing where no approval is waited for.
    pub approval: Approval,
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
    /// What changed since the default base: the design as it was generated, where it was edited by hand since, else the
    /// iteration before, or what the last rejection was about.
    pub compared: Option<Compared>,
}

/// Who would approve a candidate, and what would sign the approval.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Approval {
    /// The name, and how it is known.
    pub by: String,
    /// The key and where it was found, or what an approval without a signature is worth.
    pub signed: String,
    /// Whether it is signed.
    pub is_signed: bool,
}

/// Something that went wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    pub what: String,
    pub hint: String,
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
    /// What this person had on the screen before the present design; `None` where nothing holds that any more.
    Looked(Option<Place>),
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
    /// The answer that a person gave to an open question, taken up or not.
    pub fn answer(&self, question: &str) -> Option<&str> {
        let question = answers::one_line(question);
        let given = self.answers.iter().find(|answered| answered.question == question)?;
        Some(given.text.as_str())
    }

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
        let intent = seal.design(store).map(|read| read.map(Arc::new)).map_err(|e| e.to_string()).transpose();
        let critique = seal.critique(store, &home, view.as_ref().map_or(0, |view| view.folder));
        let past = past::past(store, &home, 0).map_err(|e| e.to_string());
        let bytes = [seal.folder.intent(), home.frozen().intent()];
        let mut detail = Self {
            id: id.clone(),
            view,
            intent,
            left_out: Vec::new(),
            answers: Vec::new(),
            seal,
            critique,
            before: None,
            past,
            is_edited: false,
            bytes: bytes.map(|path| past::digest(store, &path).and_then(Result::ok)),
            journal: journal(store, &home.journal()),
            draft: draft(store, &home.draft()),
            held: held::settled(store, &home).map(|by| (by, Timestamp::now())),
            approval: Approval::default(),
            rejections: Vec::new(),
            done: rejection::done(store, &home, id),
            exchange: Exchange::default(),
            looked: None,
            zone: TimeZone::system(),
            compared: None,
        };
        if let Ok(view) = &detail.view {
            let journal = detail.journal.as_ref().ok().map(|(reading, _)| reading);
            detail.exchange = Exchange::read(store, &home, view, journal);
        }
        detail.rejections = past::rejections(store, &home, detail.past(), REJECTIONS);
        detail.before = detail.judged_before(store, &home);
        detail.is_edited = detail.was_edited(store, &home);
        let base = base.or_else(|| detail.default_base());
        detail.compared = base.map(|base| detail.compare::<F>(store, base, None));
        detail
    }

    /// A feature whose reading broke off: nothing is known of it but why.
    pub fn lost<F: Flow>(id: FeatureId, why: Stated) -> Self {
        let what = why.what.clone();
        Self {
            view: Err(why),
            intent: Some(Err(what.clone())),
            left_out: Vec::new(),
            answers: Vec::new(),
            seal: Seal::none(&F::home(&id)),
            critique: None,
            before: None,
            past: Err(what.clone()),
            is_edited: false,
            bytes: [None, None],
            journal: Err(what.clone()),
            draft: Err(what.clone()),
            held: None,
            approval: Approval::default(),
            rejections: Vec::new(),
            done: Err(what),
            exchange: Exchange::default(),
            looked: None,
            zone: TimeZone::system(),
            compared: None,
            id,
        }
    }

    /// The iteration folders, as far as they can be listed.
    pub fn past(&self) -> &[Past] {
        self.past.as_deref().unwrap_or_default()
    }

    /// The bases that there are and that differ from the current design and from each other, the most useful first.
    pub fn bases(&self) -> Vec<Base> {
        let current = self.view.as_ref().map_or(0, |view| view.folder);
        let generated = self.past().iter().filter(|past| self.is_edited && past.folder == current);
        let generated = generated.map(|past| (Base::Iteration(past.folder), past.design.clone()));
        let rejected = past::rejected(self.past());
        let rejected =
            rejected.map(|past| (Base::Rejected(past.folder), past.edited.clone().or(past.design.clone())));
        let earlier = self.past().iter().rev().filter(|past| past.folder < current);
        let earlier = earlier.map(|past| (Base::Iteration(past.folder), past.design.clone()));
        let [here, frozen] = self.bytes;
        let canonical =
            self.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        let mut known: Vec<Digest> = here.into_iter().chain(canonical).collect();
        let mut bases = Vec::new();
        let others = generated.chain(rejected).chain(earlier).chain([(Base::Frozen, frozen.map(Ok))]);
        for (base, design) in others {
            match design {
                Some(Ok(design)) if !known.contains(&design) => {
                    known.push(design);
                    bases.push(base);
                }
                // Whoever compares with it is told why that is not possible.
                Some(Err(_)) => bases.push(base),
                Some(Ok(_)) | None => {}
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
            Base::Iteration(folder) if self.is_edited_in(*folder) => {
                format!("{}, as generated", self.iteration_in(*folder))
            }
            Base::Iteration(folder) => self.iteration_in(*folder),
            Base::Rejected(folder) => format!("the last rejection ({})", self.iteration_in(*folder)),
            Base::Frozen => "the last freeze".to_owned(),
            Base::Looked(place) => self.name_of_look(*place),
        }
    }

    /// A base as it is typed, here as in a shell: a number is that of an iteration of this run.
    pub fn base_typed(&self, word: &str) -> Result<Base, String> {
        if word == "looked" {
            let none = || format!("you have looked at no other version of {} yet", self.id);
            return self.last_look().map(Base::Looked).ok_or_else(none);
        }
        let named = Named::parse(word).ok_or_else(|| format!("{word:?} is nothing to compare with"))?;
        let past = match (named, &self.past) {
            (Named::Rejected, Err(why)) => return Err(why.clone()),
            (Named::Rejected | Named::Iteration(_) | Named::Frozen, _) => self.past(),
        };
        let place = named.place(&self.id, self.view.as_ref().ok(), past).map_err(|e| e.to_string())?;
        Ok(match (place, named) {
            (Place::Frozen, _) => Base::Frozen,
            (Place::Folder(folder) | Place::Edited(folder), Named::Rejected) => Base::Rejected(folder),
            (Place::Folder(folder) | Place::Edited(folder), _) => Base::Iteration(folder),
        })
    }

    fn default_base(&self) -> Option<Base> {
        let current = self.view.as_ref().map_or(0, |view| view.folder);
        if self.is_edited {
            return Some(Base::Iteration(current));
        }
        let before = self.past().iter().rev().find(|past| past.folder < current)?;
        Some(if before.feedback.is_some() {
            Base::Rejected(before.folder)
        } else {
            Base::Iteration(before.folder)
        })
    }

    /// Two designs of this feature that could not be compared to the end.
    pub fn not_compared(&self, base: Base, with: Option<Base>, why: &Stated) -> Compared {
        let current = self.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        let sha256 = current.filter(|_| with.is_none());
        Compared { base, with, sha256, outcome: Err(why.what.clone()) }
    }

    /// Compares two designs of this feature; `with` is the current one unless it is named.
    pub fn compare<F: Flow>(&self, store: &dyn Store, base: Base, with: Option<Base>) -> Compared {
        let base = self.looked_anew(base);
        let old = self.at_base::<F>(store, &base);
        let new = match &with {
            None => self.intent.clone().unwrap_or_else(|| Err("there is no design yet".to_owned())),
            Some(with) => self.at_base::<F>(store, with),
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

/// The end of the journal, and whether that is all of it. Where there is none, nothing has happened yet.
fn journal(store: &dyn Store, path: &RelPath) -> Result<(JournalReading, bool), String> {
    let end = store.read_end(path, JOURNAL).map_err(|e| e.to_string())?;
    let (from, bytes) = end.unwrap_or_default();
    Ok((journal::read(whole_lines(from, &bytes)), from == 0))
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

impl From<Trouble> for Stated {
    fn from(trouble: Trouble) -> Self {
        Self { what: trouble.to_string(), hint: trouble.hint() }
    }
}

impl From<StoreError> for Stated {
    fn from(e: StoreError) -> Self {
        Self { what: e.to_string(), hint: e.hint().to_owned() }
    }
}
