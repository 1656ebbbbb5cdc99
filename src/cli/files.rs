//! The pure parts on any intent file, without a workspace: `validate`, `score`, `hash`, `preview`.

use std::path::Path;

use serde_json::json;

use super::args::ScoreFile;
use super::out::{Out, Style};
use super::{End, Ended, Named, Stop};
use crate::domain::critique::Critique;
use crate::domain::intent::{self, Reading};
use crate::domain::score::Dimension;
use crate::domain::text::Shown;
use crate::domain::{canonical, json as strict, preview as page, rubric};

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

pub fn score(files: &Named<'_>, args: &ScoreFile, out: &Out) -> Ended {
    let reading = read(files, &args.file)?;
    let critique = Critique::from(rubric::evaluate(&reading));
    // The same input has the same score (ruling 7): seen here, where two judgements stand side by side.
    let again = args.again.then(|| Critique::from(rubric::evaluate(&reading)));
    let is_same = again.as_ref().is_none_or(|again| *again == critique);
    match (&again, args.json) {
        (None, true) => out.json(&critique),
        (Some(again), true) => {
            out.json(&json!({ "schemaVersion": 1, "same": is_same, "first": critique, "second": again }));
        }
        (None, false) => print(&critique, usize::MAX, out),
        (Some(again), false) => {
            print(&critique, usize::MAX, out);
            out.line("");
            out.line(&match is_same {
                true => format!("judged twice: the same, {} of 100", critique.overall),
                false => format!("judged twice: {} and {} of 100", critique.overall, again.overall),
            });
            for (sign, these, others) in [("-", &critique, again), ("+", again, &critique)] {
                for finding in these.findings.iter().filter(|f| !others.findings.contains(f)) {
                    let line = format!("{sign} {} {}: {}", finding.check, finding.pointer, finding.message);
                    out.paragraph(Style::Plain, 2, &Shown::line(&line));
                }
            }
        }
    }
    Ok(if is_same { End::Done } else { End::Failed })
}

pub fn preview(files: &Named<'_>, file: &Path, out: &Out) -> Ended {
    let reading = read(files, file)?;
    out.raw(page::render(&reading.intent, reading.sha256).as_bytes());
    Ok(End::Done)
}

fn read(files: &Named<'_>, file: &Path) -> Result<Reading, Stop> {
    intent::read(&files.read(file, strict::LARGEST)?).map_err(|e| {
        let name = file.display();
        Stop::refused(format!("{name}: {e}"), format!("`frieze validate {name}` lists all of it"))
    })
}

/// Scores and findings for people.
pub fn print(critique: &Critique, most: usize, out: &Out) {
    out.line(&out.style(Style::Bold, &format!("{} of 100", critique.overall)));
    for dimension in Dimension::ALL {
        let score = critique.dimensions.score(dimension);
        let tenths = usize::from(score.hundredths() / 1000);
        let bar = if out.styled {
            format!("{}{}", "▇".repeat(tenths), "░".repeat(10 - tenths))
        } else {
            format!("{}{}", "#".repeat(tenths), ".".repeat(10 - tenths))
        };
        let (name, weight) = (dimension.name(), dimension.weight());
        out.line(&format!("  {name:<22} {score:>6}  {bar}  {weight} %"));
    }
    if critique.findings.is_empty() {
        return;
    }
    out.line("");
    for finding in critique.findings.iter().take(most) {
        let points = format!("-{}", finding.points);
        let head = format!(
            "{} {} {}",
            out.style(Style::Notice, &format!("{points:>6}")),
            Shown::cut(&finding.check, 60),
            Shown::cut(&finding.pointer, 60)
        );
        out.line(&head);
        out.paragraph(Style::Plain, 7, &Shown::line(&format!("       {}", finding.message)));
        if !finding.suggestion.is_empty() {
            out.paragraph(Style::Dim, 7, &Shown::line(&format!("       {}", finding.suggestion)));
        }
    }
    let more = critique.findings.len().saturating_sub(most);
    if more > 0 {
        out.line(&format!("       and {more} more"));
    }
}
