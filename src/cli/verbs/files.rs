//! Commands on single intent files, without a workspace: `validate`, `hash`, `preview`.

use std::path::{Path, PathBuf};

use crate::cli::out::{Out, complain};
use crate::cli::{End, Ended, NamedFiles, Stop, parallel_scan};
use frieze_data::text::{Shown, shell_word};
use frieze_data::{canonical, json as strict};
use frieze_intent as intent;
use frieze_intent::{NotAnIntent, Reading};
use frieze_preview as page;

/// Prints a line `<json-pointer>: message` per violation, with the file's name if there are several files; exit code 1 if there
/// is any. An unreadable file does not stop the others.
pub fn validate(named: &NamedFiles<'_>, files: &[PathBuf], out: &Out) -> Ended {
    if let [file] = files {
        let lines = violations(&named.read(file, strict::LARGEST)?);
        lines.iter().for_each(|line| out.line(line));
        return Ok(if lines.is_empty() { End::Done } else { End::Refused });
    }
    let checked = parallel_scan::map(files, |file| named.read(file, strict::LARGEST).map(|b| violations(&b)));
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

pub fn hash(files: &NamedFiles<'_>, file: &Path, out: &Out) -> Ended {
    let bytes = files.read(file, strict::LARGEST)?;
    let value = strict::read(&bytes).map_err(|e| {
        let hint = "only JSON with one meaning for all readers has a canonical form (RFC 8785, RFC 7493)";
        Stop::refused(format!("{}: {e}", file.display()), hint)
    })?;
    out.line(&canonical::digest(&value).to_string());
    Ok(End::Done)
}

pub fn preview(files: &NamedFiles<'_>, file: &Path, out: &Out) -> Ended {
    let reading = read(files, file)?;
    out.raw(page::render(&reading.intent, reading.sha256, None).as_bytes());
    Ok(End::Done)
}

/// The intent in a file.
pub fn read(files: &NamedFiles<'_>, file: &Path) -> Result<Reading, Stop> {
    read_as(file, &files.read(file, strict::LARGEST)?)
}

/// Parses an intent.
pub fn read_as(file: &Path, bytes: &[u8]) -> Result<Reading, Stop> {
    intent::read(bytes).map_err(|e| not_an_intent(file, &e))
}

pub fn not_an_intent(file: &Path, e: &NotAnIntent) -> Stop {
    let name = file.display().to_string();
    let hint = format!("`frieze validate {}` lists all problems", shell_word(&name));
    Stop::refused(format!("{name}: {e}"), hint)
}
