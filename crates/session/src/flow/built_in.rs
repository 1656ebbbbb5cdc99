//! The provider `built-in`: answers from the frozen design of the session's feature, without a model.

use frieze_kernel::files::Home;
use frieze_kernel::{By, NoteKind, Refusal, Step};
use serde_json::json;

use super::prompts::sources;
use super::table::refused;
use super::turn::{Turn, well};
use crate::contract;
use crate::phase::Work;
use crate::profile::DEFAULT;
use crate::record::{Record, Status};
use crate::review::Review;

/// Why a session cannot have this provider; `None` if it can.
pub(super) fn problem(record: &Record) -> Option<&'static str> {
    if record.profile != DEFAULT {
        return Some("only the profile `contract` has built-in agents; name `manual` or a configured agent");
    }
    record.metadata.frieze.feature.is_none().then_some("the built-in agents need a feature; add feature=ID")
}

/// Writes the response. The session stays in its phase until the next step.
pub(super) fn answer(mut record: Record, work: Work, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let text = text(&record, work, turn).map_err(|why| refused(&record, "no-design", &why))?;
    let path = turn.files.response(work, record.current_iteration);
    record.metadata.frieze.awaited.there = true;
    well(&mut record, Status::InProgress);
    let note = format!("the built-in {} wrote {}", work.role(), path.name());
    Ok(Step::to(record, By::Human).write(path, text.into_bytes()).note(NoteKind::Answer, note, json!({})))
}

fn text(record: &Record, work: Work, turn: &Turn<'_>) -> Result<String, String> {
    if let Some(why) = problem(record) {
        return Err(why.to_owned());
    }
    let Some(feature) = &record.metadata.frieze.feature else { return Err("it has no feature".to_owned()) };
    let path = Home::of(feature).frozen().intent();
    let bytes = turn
        .facts
        .bytes(&path)
        .ok_or_else(|| format!("{path} cannot be read; the built-in agents need a frozen design"))?;
    let intent = frieze_intent::read(bytes).map_err(|why| format!("{path}: {why}"))?.intent;
    let code = turn.code_texts();
    Ok(match work {
        Work::Planning => contract::plan(&intent),
        Work::Generating => contract::generate(&intent),
        Work::Reviewing => contract::review(&intent, &sources(&code)),
        Work::Revising => {
            let before = turn.files.response(Work::Reviewing, record.current_iteration.saturating_sub(1));
            let bytes =
                turn.facts.bytes(&before).ok_or_else(|| format!("{before} cannot be read: put it back"))?;
            let review = Review::read(bytes).map_err(|why| format!("{before}: {why}"))?;
            contract::revise(&intent, &sources(&code), &review)
        }
    })
}
