//! What changed since it was approved. Nothing is sealed, so this only reports (ruling 14).

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_kernel::{Files, Sealed};

use super::turn::plain_names;
use crate::files::{SessionFiles, code_path};
use crate::phase::Work;
use crate::record::Record;
use crate::warnings::{self, Warning};

/// The warnings as the problem of a verification; `None` if the session was never begun.
pub(super) fn verify(record: &Record, files: &dyn Files) -> Option<Sealed> {
    let standards = record.standards_hash?;
    let texts: Vec<String> = warnings(record, files).iter().map(Warning::to_string).collect();
    let hint = "nothing is blocked: approve again what you changed on purpose, or restore the files";
    Some(Sealed {
        expected: Some(standards),
        problem: (!texts.is_empty()).then(|| texts.join("; ")),
        hint: (!texts.is_empty()).then(|| hint.to_owned()),
        ..Sealed::default()
    })
}

/// All warnings about the files as they are now, those of earlier iterations too.
pub(super) fn warnings(record: &Record, files: &dyn Files) -> Vec<Warning> {
    let paths = SessionFiles::of(&record.session_id);
    let digest = |work| files.digest(&paths.response(work, record.current_iteration)).ok().flatten();
    let iterations: BTreeSet<u32> = record.artifacts.iter().map(|artifact| artifact.iteration).collect();
    let code = iterations.into_iter().filter_map(|iteration| {
        let folder = paths.code_folder(iteration);
        let names = plain_names(&files.list(&folder)).0;
        let now: BTreeMap<String, Digest> = names
            .iter()
            .filter_map(|name| Some((code_path(iteration, name), files.digest(&folder.named(name)).ok()??)))
            .collect();
        warnings::code(record, iteration, &now)
    });
    let standards = warnings::standards(record, &files.state(&paths.standards()), false);
    let plan = warnings::plan(record, digest(Work::Planning));
    let review = warnings::review(record, digest(Work::Reviewing));
    standards.into_iter().chain(plan).chain(code).chain(review).collect()
}
