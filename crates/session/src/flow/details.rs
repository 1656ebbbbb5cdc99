//! A session in `--json`, in the document's words.

use frieze_data::path::RelPath;
use frieze_kernel::{Attention, Files, Sealed};
use serde_json::{Value, json};

use super::gate::is_approved;
use super::view;
use crate::files::SessionFiles;
use crate::record::Record;
use crate::warnings::{self, Warning};

pub(super) fn details(record: &Record, files: &dyn Files) -> Value {
    let warnings = warnings(record, files);
    let (view, awaiting) = (view::view(record), awaiting(record));
    json!({
        "profile": record.profile,
        "phase": record.phase,
        "status": record.status,
        "iteration": record.current_iteration,
        "needs": Attention::of(&view).map(Attention::name),
        "awaiting": awaiting.iter().map(RelPath::as_str).collect::<Vec<_>>(),
        "approved": is_approved(record),
        "hashes": record.hashes(),
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

/// The warnings as the problem of a verification; `None` if the session was never begun. Nothing is sealed, so this only reports
/// (ruling 14).
pub(super) fn verify(record: &Record, files: &dyn Files) -> Option<Sealed> {
    let standards = record.standards_hash?;
    let texts = warnings(record, files);
    let hint = "nothing is blocked: approve again what you changed on purpose, or restore the files";
    Some(Sealed {
        expected: Some(standards),
        problem: (!texts.is_empty()).then(|| texts.join("; ")),
        hint: (!texts.is_empty()).then(|| hint.to_owned()),
        ..Sealed::default()
    })
}

fn warnings(record: &Record, files: &dyn Files) -> Vec<String> {
    warnings::changed(record, files, false).iter().map(Warning::to_string).collect()
}
