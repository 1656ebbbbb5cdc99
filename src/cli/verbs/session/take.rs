//! `frieze session take`: copies the last approved code out of a session, as it is now: a change since the approval is a warning.
//! Files that differ are not overwritten.

use std::collections::BTreeMap;

use super::existing;
use crate::cli::args::TakeSession;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, remark};
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring, stopped};
use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::{Shown, count};
use frieze_kernel::Record as _;
use frieze_session::artifact::Artifact;
use frieze_session::files::{SessionFiles, code_of_path, plain_names};
use frieze_session::frozen_design;
use frieze_session::record::Record;
use serde::Deserialize as _;
use serde_json::{Value, json};

pub fn take(
    context: &Context,
    wiring: &impl Wiring,
    files: &NamedFiles<'_>,
    args: &TakeSession,
    out: &Out,
) -> Ended {
    let session = existing(context, &args.id)?;
    let id = &session.id;
    let into = Shown::line(&args.into.to_string_lossy());
    let approved = approved(&session)?;
    check_design(context, &session)?;
    let in_all = approved.len();
    say_left_out(context, &approved);
    let (code, changed) = present(context, approved)?;
    if code.is_empty() {
        let hint = format!("put them back; `frieze show session/{id}` lists them");
        return Err(Stop::refused(format!("{id}: all files of the approved code are gone"), hint));
    }
    if files.is_over_symlink(wiring, &args.into) {
        let what = format!("{into} is a symlink, or is below one, which is not followed; nothing was copied");
        return Err(Stop::refused(what, "name the folder itself"));
    }
    let folder = files.path(&args.into);
    // A folder that is not there is made only when everything is known to fit.
    let there = if files.has(&args.into) { Some(wiring.store_at(&folder)?) } else { None };
    let mut new: Vec<(RelPath, Vec<u8>)> = Vec::new();
    for (name, bytes) in &code {
        let place = RelPath::root().named(name);
        let found = there.as_ref().map(|target| target.read(&place, json::LARGEST)).transpose();
        match found.map_err(|e| stopped(&e))?.flatten() {
            Some(there) if there == *bytes => {}
            Some(_) => {
                return Err(Stop::refused(
                    format!("{name} is in {into} and differs; nothing was copied"),
                    "move it away, or copy into another folder",
                ));
            }
            None => new.push((place, bytes.clone())),
        }
    }
    if !changed.is_empty() {
        remark(&format!(
            "⚠️  Code changed since approval ({}): taken as it is now; `frieze session verify {id}` says what else changed",
            changed.join(", ")
        ));
    }
    wiring.store_at(&folder)?.replace(&new)?;
    if args.json {
        let copied: Vec<&str> = new.iter().map(|(path, _)| path.as_str()).collect();
        out.json(&json!({
            "schemaVersion": 1, "id": id, "into": args.into.to_string_lossy(), "copied": copied, "changed": changed,
        }));
    } else {
        let (files, same) = (count(in_all, "file", "files"), code.len() - new.len());
        let rest = if same > 0 { format!("; {same} already there, the same") } else { String::new() };
        out.line(&format!("{id}: copied {} of {files} into {into}{rest}", new.len()));
    }
    Ok(End::Done)
}

/// Code from a design that is not the approved one any more is not taken.
fn check_design(context: &Context, session: &NamedRun) -> Result<(), Stop> {
    let bytes = context.store.read(&SessionFiles::of(&session.id).record(), json::LARGEST)?;
    let record = Record::read(&session.id, &bytes.unwrap_or_default()).map_err(|why| {
        Stop::failed(why.to_string(), format!("`frieze session show {}` says what to do", session.id))
    })?;
    frozen_design::verified(&record, &|path: &RelPath| session.runs.file(path))?;
    Ok(())
}

/// A file of the approved code: its name, its path, and what was approved.
type Approved = (FileName, RelPath, Digest);
/// The name of such a file, and its bytes as they are now.
type Present = (FileName, Vec<u8>);

/// Says what is in the folder of the approved code, and is not taken.
fn say_left_out(context: &Context, approved: &[Approved]) {
    let Some(folder) = approved.first().and_then(|(_, path, _)| path.parent()) else { return };
    let (names, problem) = plain_names(&context.store.list(&folder).map_err(|e| e.to_string()));
    if let Some(why) = problem {
        remark(&format!("⚠️  {folder}: {why}; only approved files are taken"));
    }
    let is_added = |name: &FileName| !approved.iter().any(|(known, ..)| known == name);
    let added = names.into_iter().filter(is_added).map(|name| folder.named(&name).to_string());
    let added: Vec<String> = added.collect();
    if !added.is_empty() {
        remark(&format!("⚠️  not approved, so not copied ({})", added.join(", ")));
    }
}

/// The files of the approved code that are there, and the paths of those that changed since or are gone.
fn present(context: &Context, code: Vec<Approved>) -> Result<(Vec<Present>, Vec<String>), Stop> {
    let (mut present, mut changed) = (Vec::new(), Vec::new());
    for (name, path, sha256) in code {
        let bytes = context.store.read(&path, json::LARGEST)?;
        if bytes.as_ref().is_none_or(|bytes| Digest::of(bytes) != sha256) {
            changed.push(path.to_string());
        }
        present.extend(bytes.map(|bytes| (name, bytes)));
    }
    Ok((present, changed))
}

/// The code of the last iteration whose code is approved.
fn approved(session: &NamedRun) -> Result<Vec<Approved>, Stop> {
    let details = session.runs.details(&session.id).map_err(|trouble| session.stop(trouble))?;
    let artifacts = details.get("artifacts").and_then(|all| Vec::<Artifact>::deserialize(all).ok());
    let mut iterations: BTreeMap<u32, Vec<Artifact>> = BTreeMap::new();
    for one in artifacts.unwrap_or_default() {
        iterations.entry(one.iteration).or_default().push(one);
    }
    let paths = SessionFiles::of(&session.id);
    let file = |one: Artifact| {
        let (iteration, name) = code_of_path(&one.path)?;
        Some((name.clone(), paths.code(iteration, &name), one.sha256?))
    };
    let last = iterations.into_values().rev().find_map(|of| of.into_iter().map(file).collect());
    last.ok_or_else(|| {
        let next = details.get("nextCommand").and_then(Value::as_str).unwrap_or_default();
        Stop::refused(format!("{} has no approved code yet", session.id), next)
    })
}
