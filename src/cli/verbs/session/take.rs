//! `frieze session take`: copies the approved code of the last iteration out of a session. Files that differ are not overwritten.

use super::{existing, sessions};
use crate::cli::args::TakeSession;
use crate::cli::out::Out;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring, stopped};
use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_engine::Runs;
use serde_json::{Value, json};

pub fn take(
    context: &Context,
    wiring: &impl Wiring,
    files: &NamedFiles<'_>,
    args: &TakeSession,
    out: &Out,
) -> Ended {
    let sessions = sessions(context)?;
    let id = existing(sessions, &args.id)?;
    let into = Shown::line(&args.into.to_string_lossy());
    let code = approved(sessions, &id)?;
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

/// The approved code of the last iteration: name, path and SHA-256 of each file.
fn approved(sessions: &dyn Runs, id: &FeatureId) -> Result<Vec<(FileName, RelPath, String)>, Stop> {
    let details = sessions.details(id)?;
    let folder = sessions.place(id).folder;
    let artifacts = details.get("artifacts").and_then(Value::as_array).into_iter().flatten();
    let last = details.get("iteration").and_then(Value::as_u64);
    let of_last = artifacts.filter(|one| one.get("iteration").and_then(Value::as_u64) == last);
    let all: Option<Vec<_>> = of_last.map(|one| file(&folder, one)).collect();
    all.filter(|all| !all.is_empty()).ok_or_else(|| {
        Stop::refused(
            format!("{id} has no approved code in its last iteration"),
            format!("approve it first: frieze session approve {id}"),
        )
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
