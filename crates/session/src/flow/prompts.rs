//! Prompts with what they quote: standards, plan, design, code and review, as they are on disk now.

use frieze_data::path::RelPath;
use frieze_data::text::lossy;
use frieze_kernel::{Refusal, Write};
use serde_json::{Value, json};

use super::reads::documents;
use super::table::refused;
use super::turn::Turn;
use crate::frozen_design;
use crate::phase::Work;
use crate::record::Record;

/// The prompt file of some work. A revision quotes the code and the review of the iteration before.
///
/// # Errors
/// The profile or its template cannot be used, the prompt is too long, or the frozen design is not the approved one.
pub(super) fn prompt(record: &Record, work: Work, iteration: u32, turn: &Turn<'_>) -> Result<Write, Refusal> {
    let is_frozen = frozen_design::verified(record, turn.facts)?.is_some();
    let Turn { files, facts, .. } = turn;
    let text = |path: &RelPath| facts.bytes(path).map(lossy);
    let source = |(name, text): (String, String)| json!({ "name": name, "text": text });
    let response = files.response(work, iteration);
    let plan = text(&files.response(Work::Planning, iteration)).filter(|_| work != Work::Planning);
    let review = text(&files.response(Work::Reviewing, turn.iteration)).filter(|_| work == Work::Revising);
    let design = documents(record).into_iter().skip(usize::from(!is_frozen));
    let design = design.filter_map(|path| Some(source((path.name().to_owned(), text(&path)?))));
    let code = if matches!(work, Work::Reviewing | Work::Revising) { turn.code_texts() } else { Vec::new() };
    let values = json!({
        "session": record.session_id,
        "iteration": iteration,
        "response": files.relative(&response),
        "standards": text(&files.standards()).unwrap_or_default(),
        "plan": plan,
        "design": design.collect::<Value>(),
        "code": code.into_iter().map(source).collect::<Value>(),
        "review": review,
    });
    let profile = facts.terms.profile(&record.profile)?;
    let text =
        profile.prompt(work, &record.context, values).map_err(|why| refused(record, "prompt", &why))?;
    Ok(Write { path: files.prompt(work, iteration), bytes: text.into_bytes() })
}
