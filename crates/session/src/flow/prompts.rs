//! Prompts with what they quote: standards, plan, design, code and review, as they are on disk now.

use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_kernel::{FileState, Refusal, Write};

use super::reads::documents;
use super::table::refused;
use super::turn::Turn;
use crate::phase::Work;
use crate::profile::{PromptInput, Source};
use crate::record::Record;

/// The prompt file of some work. A revision quotes the code and the review of the iteration before.
///
/// # Errors
/// The profile or its template cannot be used, or the prompt is too long.
pub(super) fn prompt(record: &Record, work: Work, iteration: u32, turn: &Turn<'_>) -> Result<Write, Refusal> {
    let Turn { files, facts, .. } = turn;
    let text = |path: &RelPath| match facts.at(path) {
        FileState::Bytes(bytes) => Some(lossy(bytes.clone())),
        FileState::Absent | FileState::Unreadable(_) => None,
    };
    let profile = facts.terms.profile(&record.profile)?;
    let response = files.response(work, iteration);
    let (is_first, has_code) = (work == Work::Planning, matches!(work, Work::Reviewing | Work::Revising));
    let plan = text(&files.response(Work::Planning, iteration)).filter(|_| !is_first);
    let review = text(&files.response(Work::Reviewing, turn.iteration)).filter(|_| work == Work::Revising);
    let design =
        documents(record).into_iter().filter_map(|path| Some((path.name().to_owned(), text(&path)?)));
    let design: Vec<(String, String)> = design.collect();
    let code = if has_code { turn.code_texts() } else { Vec::new() };
    let input = PromptInput {
        session: record.session_id.as_str(),
        iteration,
        context: &record.context,
        response: files.relative(&response).unwrap_or_default(),
        standards: &text(&files.standards()).unwrap_or_default(),
        plan: plan.as_deref(),
        design: &sources(&design),
        code: &sources(&code),
        review: review.as_deref(),
    };
    let bytes = profile.prompt(work, &input).map_err(|why| refused(record, "prompt", &why))?.into_bytes();
    Ok(Write { path: files.prompt(work, iteration), bytes })
}

/// Named texts as the profile takes them.
pub(super) fn sources(texts: &[(String, String)]) -> Vec<Source<'_>> {
    texts.iter().map(|(name, text)| Source { name, text }).collect()
}
