//! The pure parts on any intent file, without a workspace: `validate`, `hash`, `preview`.

use std::path::Path;

use super::out::Out;
use super::{End, Ended, Named, Stop};
use crate::domain::intent::{self, Reading};
use crate::domain::text::Shown;
use crate::domain::{canonical, json as strict, preview as page};

/// One `<json-pointer>: message` line per violation on stdout; exit 1 if there is any.
pub fn validate(files: &Named<'_>, file: &Path, out: &Out) -> Ended {
    match intent::read(&files.read(file, strict::LARGEST)?) {
        Ok(_) => Ok(End::Done),
        Err(e) => {
            for violation in e.violations() {
                out.line(Shown::line(&violation.to_string()).as_str());
            }
            Ok(End::Refused)
        }
    }
}

pub fn hash(files: &Named<'_>, file: &Path, out: &Out) -> Ended {
    let bytes = files.read(file, strict::LARGEST)?;
    let value = strict::read(&bytes).map_err(|e| {
        let hint = "only JSON that every reader understands alike has a canonical form (RFC 8785, RFC 7493)";
        Stop::refused(format!("{}: {e}", file.display()), hint)
    })?;
    out.line(&canonical::digest(&value).to_string());
    Ok(End::Done)
}

pub fn preview(files: &Named<'_>, file: &Path, out: &Out) -> Ended {
    let reading = read(files, file)?;
    out.raw(page::render(&reading.intent, reading.sha256).as_bytes());
    Ok(End::Done)
}

fn read(files: &Named<'_>, file: &Path) -> Result<Reading, Stop> {
    read_as(file, &files.read(file, strict::LARGEST)?)
}

/// A file's bytes as an intent.
pub fn read_as(file: &Path, bytes: &[u8]) -> Result<Reading, Stop> {
    intent::read(bytes).map_err(|e| {
        let name = file.display();
        Stop::refused(format!("{name}: {e}"), format!("`frieze validate {name}` lists all of it"))
    })
}
