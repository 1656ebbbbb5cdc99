//! The provider `built-in`: answers from the frozen design of the session's feature, without a model.

use frieze_data::id::FeatureId;
use frieze_kernel::files::Home;
use frieze_kernel::{By, NoteKind, Step};
use serde_json::json;

use super::table::refused_with;
use super::turn::{Stepped, Turn, well};
use crate::contract;
use crate::frozen_design;
use crate::phase::Work;
use crate::profile::DEFAULT;
use crate::record::{Record, Status};
use crate::review::Review;

/// The feature whose design they work from; or why a session cannot have this provider.
pub(super) fn feature(record: &Record) -> Result<&FeatureId, &'static str> {
    if record.profile != DEFAULT {
        return Err("only the profile `contract` has built-in agents; name `manual` or a configured agent");
    }
    record.metadata.frieze.feature.as_ref().ok_or("the built-in agents need a feature; add feature=ID")
}

/// Writes the response. The session stays in its phase until the next step.
pub(super) fn answer(mut record: Record, work: Work, turn: &Turn<'_>) -> Stepped {
    let path = turn.files.response(work, record.current_iteration);
    let text = text(&record, work, turn).map_err(|(why, first)| {
        let command = format!("frieze session step {}", record.session_id);
        let hint = format!("{first}, or write {path} yourself; then `{command}`");
        refused_with(&record, "no-design", &why, hint)
    })?;
    record.metadata.frieze.awaited.there = true;
    well(&mut record, Status::InProgress);
    let note = format!("the built-in {} wrote {}", work.role(), path.name());
    Ok(Step::to(record, By::Human).write(path, text.into_bytes()).note(NoteKind::Answer, note, json!({})))
}

/// The answer; or why there is none, and what to do first.
fn text(record: &Record, work: Work, turn: &Turn<'_>) -> Result<String, (String, String)> {
    let new = || "begin a session with --feature and the profile contract".to_owned();
    let feature = feature(record).map_err(|why| (why.to_owned(), new()))?;
    let path = Home::of(feature).frozen().intent();
    let freeze = || format!("freeze the design ({})", frozen_design::how_to_freeze(feature));
    let is_frozen = frozen_design::verified(record, turn.facts).is_ok_and(|design| design.is_some());
    let bytes = turn.facts.bytes(&path).filter(|_| is_frozen).ok_or_else(|| {
        (format!("{path} is not frozen, and the built-in agents need a frozen design"), freeze())
    })?;
    let read = frieze_intent::read(bytes);
    let intent = read.map_err(|why| (format!("{path}: {why}"), format!("restore {path}")))?.intent;
    let code = turn.code_texts();
    Ok(match work {
        Work::Planning => contract::plan(&intent),
        Work::Generating => contract::generate(&intent),
        Work::Reviewing => contract::review(&intent, &code),
        Work::Revising => {
            let before = turn.files.response(Work::Reviewing, record.current_iteration.saturating_sub(1));
            let bytes = turn.facts.bytes(&before).ok_or("it cannot be read".to_owned());
            let lost = |why| (format!("{before}: {why}"), "put the review back".to_owned());
            contract::revise(&intent, &code, &bytes.and_then(Review::read).map_err(lost)?)
        }
    })
}
