//! The pure parts on any intent file, without a workspace: `validate`, `hash`, `preview`.

use std::path::{Path, PathBuf};

use super::out::{Out, complain};
use super::{End, Ended, Named, Stop, halves};
use crate::domain::intent::{self, Reading};
use crate::domain::text::Shown;
use crate::domain::{canonical, json as strict, preview as page};

/// One `<json-pointer>: message` line per violation on stdout, behind the file's name where several are checked; exit 1 if
/// there is any. A file that cannot be read keeps no other from being checked.
pub fn validate(named: &Named<'_>, files: &[PathBuf], out: &Out) -> Ended {
    if let [file] = files {
        let lines = violations(&named.read(file, strict::LARGEST)?);
        lines.iter().for_each(|line| out.line(line));
        return Ok(if lines.is_empty() { End::Done } else { End::Refused });
    }
    let checked = halves::each(files, |file| named.read(file, strict::LARGEST).map(|b| violations(&b)))?;
    let mut end = End::Done;
    for (file, checked) in files.iter().zip(checked) {
        match checked {
            Ok(lines) if lines.is_empty() => continue,
            Ok(lines) => {
                let name = file.display();
                lines.iter().for_each(|line| out.line(Shown::line(&format!("{name}: {line}")).as_str()));
            }
            Err(stop) => complain(&stop.what, &stop.hint),
        }
        end = End::Refused;
    }
    Ok(end)
}

fn violations(bytes: &[u8]) -> Vec<String> {
    intent::violations(bytes).iter().map(|v| Shown::line(&v.to_string()).into_string()).collect()
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

/// The intent in a file that a person names.
pub fn read(files: &Named<'_>, file: &Path) -> Result<Reading, Stop> {
    read_as(file, &files.read(file, strict::LARGEST)?)
}

/// A file's bytes as an intent.
pub fn read_as(file: &Path, bytes: &[u8]) -> Result<Reading, Stop> {
    intent::read(bytes).map_err(|e| {
        let name = file.display();
        Stop::refused(format!("{name}: {e}"), format!("`frieze validate {name}` lists all of it"))
    })
}
