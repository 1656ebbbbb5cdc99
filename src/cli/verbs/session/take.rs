//! `frieze session take`: copies the last approved code out of a session. Files that differ are not overwritten.

use std::collections::BTreeMap;

use super::existing;
use crate::cli::args::TakeSession;
use crate::cli::named_run::NamedRun;
use crate::cli::out::Out;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring, stopped};
use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
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
    let code = approved(&session)?;
    let target = wiring.store_at(&files.path(&args.into))?;
    let mut new: Vec<(RelPath, Vec<u8>)> = Vec::new();
    for (name, path, sha256) in &code {
        let bytes = context.store.read(path, json::LARGEST)?.unwrap_or_default();
        if Digest::of(&bytes).to_string() != *sha256 {
            return Err(Stop::refused(
                format!("{path} changed since its approval; nothing was copied"),
                format!("restore the approved file; `frieze show session/{id}` lists the hashes"),
            ));
        }
        let place = RelPath::root().named(name);
        match target.read(&place, json::LARGEST).map_err(|e| stopped(&e))? {
            Some(there) if there == bytes => {}
            Some(_) => {
                return Err(Stop::refused(
                    format!("{name} is in {into} and differs; nothing was copied"),
                    "move it away, or copy into another folder",
                ));
            }
            None => new.push((place, bytes)),
        }
    }
    target.replace(&new)?;
    if args.json {
        let copied: Vec<&str> = new.iter().map(|(path, _)| path.as_str()).collect();
        out.json(&json!({ "schemaVersion": 1, "id": id, "into": args.into, "copied": copied }));
    } else {
        out.line(&format!("{id}: copied {} of {} files into {into}", new.len(), code.len()));
    }
    Ok(End::Done)
}

/// The code of the last iteration whose code is approved: name, path and SHA-256 of each file.
fn approved(session: &NamedRun) -> Result<Vec<(FileName, RelPath, String)>, Stop> {
    let details = session.runs.details(&session.id).map_err(|trouble| session.stop(trouble))?;
    let folder = session.runs.place(&session.id).folder;
    let mut iterations: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
    for one in details.get("artifacts").and_then(Value::as_array).into_iter().flatten() {
        let iteration = one.get("iteration").and_then(Value::as_u64).unwrap_or_default();
        iterations.entry(iteration).or_default().push(one);
    }
    let all = |of: Vec<&Value>| of.into_iter().map(|one| file(&folder, one)).collect::<Option<Vec<_>>>();
    let last = iterations.into_values().rev().find_map(all);
    last.ok_or_else(|| {
        let next = details.get("nextCommand").and_then(Value::as_str).unwrap_or_default();
        Stop::refused(format!("{} has no approved code yet", session.id), next)
    })
}

/// An artifact with a hash: its path is `iteration-<n>/code/<name>`.
fn file(folder: &RelPath, artifact: &Value) -> Option<(FileName, RelPath, String)> {
    let sha256 = artifact.get("sha256")?.as_str()?.to_owned();
    let mut names = artifact.get("path")?.as_str()?.split('/').map(str::parse::<FileName>);
    let path = |path: RelPath, name: &FileName| path.named(name);
    let (iteration, code, name) = (names.next()?.ok()?, names.next()?.ok()?, names.next()?.ok()?);
    Some((name.clone(), path(path(path(folder.clone(), &iteration), &code), &name), sha256))
}
