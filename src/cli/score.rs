//! `frieze score`: what a design loses points for. With `--again` it is judged twice, by the rubric and by the critic of
//! the workspace, and the difference is shown.

use std::mem::ManuallyDrop;

use serde_json::json;

use super::args::ScoreFile;
use super::files::read_as;
use super::out::{Out, Style, remark};
use super::status::{Took, currency};
use super::{End, Ended, Named, Stop, Tools, Twice};
use crate::domain::critique::{Critique, by_source, taken};
use crate::domain::finding::Finding;
use crate::domain::id::{FeatureId, NotAnId};
use crate::domain::intent::Reading;
use crate::domain::json as strict;
use crate::domain::rubric;
use crate::domain::score::Dimension;
use crate::domain::text::Shown;
use crate::kernel::Flow;

/// Scores a file; `place` is the workspace whose critic is asked, where it is judged again.
pub fn score<F: Flow>(files: &Named<'_>, place: Option<&Tools<F>>, args: &ScoreFile, out: &Out) -> Ended {
    let bytes = files.read(&args.file, strict::LARGEST)?;
    // A design of megabytes is hundreds of thousands of pieces; they end with the process.
    let reading = ManuallyDrop::new(read_as(&args.file, &bytes)?);
    if !args.again {
        let critique = Critique::from(rubric::evaluate(&reading));
        if args.json {
            out.json(&critique);
        } else {
            print(&critique, usize::MAX, out);
        }
        return Ok(End::Done);
    }
    let twice = match place {
        Some(tools) => asked(tools, &reading, &bytes)?,
        None => None,
    };
    let Some((tools, twice)) = twice else {
        // The same input has the same score (ruling 7): seen here, where two judgements stand side by side.
        let [first, second] = [(); 2].map(|()| Critique::from(rubric::evaluate(&reading)));
        return Ok(compare(&first, &second, "the rubric", None, args.json, out));
    };
    let took = Took::of(twice.spent, currency(tools));
    let told = match twice.spent.told(currency(tools)) {
        Some(told) => told,
        None if twice.spent.calls == 1 => "1 call".to_owned(),
        None => format!("{} calls", twice.spent.calls),
    };
    let told = format!("the critic took {told}; that is part of no run and counts in none");
    let [first, second] = twice.outcome.map_err(|why| {
        remark(&told);
        Stop {
            what: format!("there are no two judgements: {why}"),
            hint: format!("`frieze doctor` shows what {} needs", twice.critic),
            end: End::Failed,
        }
    })?;
    let model = twice.model.as_deref().unwrap_or_default();
    let judges = format!("the rubric and the critic {} ({model})", twice.critic);
    let of_critic = json!({
        "name": twice.critic, "model": model, "spent": took, "countedInARun": false, "brief": twice.has_brief,
    });
    let end = compare(&first, &second, &judges, Some(of_critic), args.json, out);
    if !args.json {
        out.paragraph(Style::Plain, 0, &Shown::line(&told));
    }
    Ok(end)
}

/// The critic's two judgements; `None` where no critic is configured.
fn asked<'a, F: Flow>(
    tools: &'a Tools<F>,
    reading: &Reading,
    bytes: &[u8],
) -> Result<Option<(&'a Tools<F>, Twice)>, Stop> {
    let name = &reading.intent.feature_id;
    let id: FeatureId =
        name.parse().map_err(|e: NotAnId| Stop::refused(e.to_string(), "correct featureId in that file"))?;
    let twice = (tools.critic)(&id, bytes)?;
    if twice.as_ref().is_some_and(|twice| !twice.has_brief) {
        remark(&format!("there is no brief of {id} here: the critic saw the design alone"));
    }
    Ok(twice.map(|twice| (tools, twice)))
}

/// Shows two judgements of one design and their difference.
fn compare(
    first: &Critique,
    second: &Critique,
    judges: &str,
    critic: Option<serde_json::Value>,
    as_json: bool,
    out: &Out,
) -> End {
    let is_same = first == second;
    let end = if is_same { End::Done } else { End::Failed };
    if as_json {
        let mut told = json!({ "schemaVersion": 1, "same": is_same, "first": first, "second": second });
        if let (Some(critic), Some(told)) = (critic, told.as_object_mut()) {
            told.insert("critic".to_owned(), critic);
        }
        out.json(&told);
        return end;
    }
    print(first, usize::MAX, out);
    out.line("");
    let outcome = match is_same {
        true => format!("the same, {} of 100", first.overall),
        false => format!("{} and {} of 100", first.overall, second.overall),
    };
    out.paragraph(Style::Plain, 0, &Shown::line(&format!("judged twice by {judges}: {outcome}")));
    for dimension in Dimension::ALL {
        let [before, after] = [first, second].map(|critique| critique.dimensions.score(dimension));
        if before != after {
            out.line(&format!("  {}: {before}, then {after}", dimension.name()));
        }
    }
    for (sign, these, others) in [("-", first, second), ("+", second, first)] {
        for finding in these.findings.iter().filter(|f| !others.findings.contains(f)) {
            let by = finding.critic.as_ref().map_or_else(String::new, |name| format!(" (critic {name})"));
            let line = format!("{sign} {} {}{by}: {}", finding.check, finding.pointer, finding.message);
            out.paragraph(Style::Plain, 2, &Shown::line(&line));
        }
        for why in these.not_used.iter().filter(|why| !others.not_used.contains(why)) {
            out.paragraph(Style::Plain, 2, &Shown::line(&format!("{sign} not used: {why}")));
        }
    }
    end
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
    found(critique, most, out);
    not_used(&critique.not_used, most, out);
}

fn found(critique: &Critique, most: usize, out: &Out) {
    let apart = by_source(critique.findings.iter().enumerate());
    let is_mixed = apart.keys().any(Option::is_some);
    for (critic, findings) in apart {
        out.line("");
        if is_mixed {
            let whose = critic.map_or_else(|| "the rubric".to_owned(), |name| format!("the critic {name}"));
            let points = taken(findings.iter().map(|(_, finding)| *finding));
            let told = format!("Found by {}: {}, -{points} points", Shown::cut(&whose, 60), findings.len());
            out.line(&out.style(Style::Bold, &told));
        }
        list(&findings, most, out);
    }
}

/// What the critic said that could not be used.
fn not_used(told: &[String], most: usize, out: &Out) {
    if told.is_empty() {
        return;
    }
    out.line("");
    let heading = format!("Said by the model critic, and not used: {}", told.len());
    out.line(&out.style(Style::Bold, &heading));
    for why in told.iter().take(most) {
        out.paragraph(Style::Plain, 7, &Shown::line(&format!("     - {why}")));
    }
    let more = told.len().saturating_sub(most);
    if more > 0 {
        out.line(&format!("       and {more} more"));
    }
}

fn list(findings: &[(usize, &Finding)], most: usize, out: &Out) {
    for (_, finding) in findings.iter().take(most) {
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
    let more = findings.len().saturating_sub(most);
    if more > 0 {
        out.line(&format!("       and {more} more"));
    }
}
