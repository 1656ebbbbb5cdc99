//! The yardstick of a run: the brief and the answers as the last prompt quoted them, and the feedback of rejections. A design is
//! compared with what its author was shown, not with a file that changed since.

use super::brief_reading::BriefReading;
use super::record::{DesignRecord, Run};
use crate::design::{Facts, Step};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_design::brief;
use frieze_kernel::files::Home;
use frieze_rubric::Yardstick;

/// The files that [`of`] needs.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let copies = record.run.iter().flat_map(|run| copies(record, run));
    let feedback = record.feedback.iter().map(|f| paths.iteration(f.folder).feedback());
    copies.chain([paths.brief(), paths.answers()]).chain(feedback).collect()
}

/// The copies of brief and answers.
fn copies(record: &DesignRecord, run: &Run) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let brief = run.brief_folder.map(|folder| paths.iteration(folder).brief());
    brief.into_iter().chain([paths.iteration(record.folder()).answers()]).collect()
}

/// The yardstick of the run; `None` in runs of older versions, if the quoted brief no longer exists.
///
/// # Errors
/// Why the run has no yardstick any more: the quoted brief or its answers are gone, or are read differently now.
pub fn of(record: &DesignRecord, facts: &Facts) -> Result<Option<Yardstick>, String> {
    let Some(run) = &record.run else { return Ok(None) };
    let Some(quoted) = quoted(record, run, facts) else {
        let Some(folder) = run.brief_folder else { return Ok(None) };
        let copy = Home::of(&record.feature_id).iteration(folder).brief();
        return Err(format!(
            "the brief that this run quoted is gone, so no design can be held against it: {copy} (SHA-256 {}) or its answers are \
             missing or changed",
            run.brief_sha256
        ));
    };
    let yardstick = brief::yardstick(&quoted.brief, &quoted.answers, &feedback(record, facts));
    match run.reading {
        Some(pinned) => pinned.check(&BriefReading::of(&yardstick)).map(|()| Some(yardstick)),
        None => Ok(Some(yardstick)),
    }
}

/// The brief and the answers that the last prompt quoted.
struct Quoted {
    brief: Vec<u8>,
    answers: Vec<u8>,
}

/// The quoted documents, from the copies or from files that did not change since.
fn quoted(record: &DesignRecord, run: &Run, facts: &Facts) -> Option<Quoted> {
    let paths = Home::of(&record.feature_id);
    let copies = copies(record, run);
    let find = |now: RelPath, sha256: Digest| {
        let places = copies.iter().chain(std::iter::once(&now));
        places
            .filter_map(|path| facts.bytes(path))
            .find(|bytes| Digest::of(bytes) == sha256)
            .map(<[u8]>::to_vec)
    };
    let brief = find(paths.brief(), run.brief_sha256)?;
    let answers = match run.answers_sha256 {
        Some(sha256) => find(paths.answers(), sha256)?,
        None => Vec::new(),
    };
    Some(Quoted { brief, answers })
}

fn feedback(record: &DesignRecord, facts: &Facts) -> Vec<String> {
    let paths = Home::of(&record.feature_id);
    let feedback = record.feedback.iter().map(|f| paths.iteration(f.folder).feedback());
    feedback.filter_map(|path| facts.bytes(&path).map(lossy)).collect()
}

/// What the last prompt quoted.
pub type Documents = (u32, Digest, Option<Digest>, Option<u32>);

/// The run's documents: its number, the hashes of brief and answers, and the folder of the brief's copy.
pub fn documents(record: &DesignRecord) -> Option<Documents> {
    let run = record.run.as_ref()?;
    Some((run.number, run.brief_sha256, run.answers_sha256, run.brief_folder))
}

/// Pins the reading of documents that a prompt quotes for the first time; `before` are the documents before the step.
pub fn pin_reading(mut step: Step, before: Option<Documents>, facts: &Facts) -> Step {
    let now = documents(&step.record);
    if !step.changed || now == before || now.is_none_or(|(.., folder)| folder.is_none()) {
        return step;
    }
    let paths = Home::of(&step.record.feature_id);
    let bytes = |path: RelPath| facts.bytes(&path).unwrap_or_default();
    let reading = BriefReading::of(&brief::yardstick(bytes(paths.brief()), bytes(paths.answers()), &[]));
    if let Some(run) = &mut step.record.run {
        run.reading = Some(reading);
    }
    step
}
