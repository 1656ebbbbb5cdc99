//! A session in `--json`, in the document's words.

use frieze_data::path::RelPath;
use frieze_kernel::{Attention, Files};
use serde_json::{Map, Value, json};

use super::{verify, view};
use crate::approval::is_code_approved;
use crate::files::SessionFiles;
use crate::phase::{Phase, Work};
use crate::record::Record;
use crate::warnings::Warning;

pub(super) fn details(record: &Record, files: &dyn Files) -> Value {
    let warnings: Vec<String> = verify::warnings(record, files).iter().map(Warning::to_string).collect();
    let (view, awaiting) = (view::view(record), awaiting(record));
    json!({
        "profile": record.profile,
        "phase": record.phase.saved(),
        "status": record.status,
        "iteration": record.current_iteration,
        "needs": Attention::of(&view).map(Attention::name),
        "awaiting": awaiting.iter().map(RelPath::as_str).collect::<Vec<_>>(),
        "approved": is_approved(record),
        "hashes": hashes(record),
        "artifacts": record.artifacts,
        "warnings": warnings,
        "lastError": record.last_error,
        "closed": record.metadata.frieze.closed,
        "feature": record.metadata.frieze.feature,
        "nextCommand": view.next_command,
    })
}

/// The prompt and the response that is waited for.
fn awaiting(record: &Record) -> Vec<RelPath> {
    let work = record.phase.work().filter(|_| record.phase.awaits_response());
    let work = work.filter(|_| !record.metadata.frieze.closed);
    let (files, iteration) = (SessionFiles::of(&record.session_id), record.current_iteration);
    work.map_or_else(Vec::new, |work| vec![files.prompt(work, iteration), files.response(work, iteration)])
}

/// Whether the present phase is approved.
fn is_approved(record: &Record) -> bool {
    match record.phase {
        Phase::Planned => record.plan_approved,
        Phase::Generated | Phase::Revised => is_code_approved(record),
        Phase::Reviewed => record.review_approved,
        Phase::Complete => true,
        Phase::Initialized | Phase::Planning | Phase::Generating | Phase::Reviewing | Phase::Revising => {
            false
        }
    }
}

/// Everything that was hashed, by its path in the session's folder.
fn hashes(record: &Record) -> Map<String, Value> {
    let files = SessionFiles::of(&record.session_id);
    let relative = |work| {
        let path = files.response(work, record.current_iteration);
        files.relative(&path).unwrap_or_default().to_owned()
    };
    let standards = record.standards_hash.map(|hash| (crate::files::STANDARDS.to_owned(), hash));
    let plan = record.plan_hash.map(|hash| (relative(Work::Planning), hash));
    let review = record.review_hash.map(|hash| (relative(Work::Reviewing), hash));
    let prompts = record.prompt_hashes.iter().map(|(path, hash)| (path.clone(), *hash));
    let code = record.artifacts.iter().filter_map(|one| Some((one.path.clone(), one.sha256?)));
    let all = standards.into_iter().chain(plan).chain(review).chain(prompts).chain(code);
    all.map(|(path, hash)| (path, Value::String(hash.to_string()))).collect()
}
