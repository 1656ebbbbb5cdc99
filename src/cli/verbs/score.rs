//! `frieze score`: scores and findings of a design. With `--again`, the rubric and the workspace's critic judge it twice, and the
//! difference is shown.

use std::mem::ManuallyDrop;
use std::path::Path;

use serde_json::json;

use crate::cli::args::ScoreFile;
use crate::cli::out::{Out, Style, remark};
use crate::cli::verbs::files::{not_an_intent, read_as};
use crate::cli::verbs::status::{Usage, currency};
use crate::cli::{Context, End, Ended, NamedFiles, Stop};
use frieze_data::id::{FeatureId, NotAnId};
use frieze_data::json as strict;
use frieze_data::score::{Dimension, Points};
use frieze_data::text::Shown;
use frieze_design::brief::NotABrief;
use frieze_design::critique::{
    Critique, Placed, TwoCritiques, by_check, by_source, lost_in_every_dimension, points_by_source,
    total_points,
};
use frieze_design::{answer, answers, brief};
use frieze_intent::Reading;
use frieze_rubric as rubric;
use frieze_rubric::Yardstick;
use frieze_rubric::finding::{Dismissal, Finding};

/// Scores a file; `place` is the workspace whose critic judges it again.
pub fn score(files: &NamedFiles<'_>, place: Option<&Context>, args: &ScoreFile, out: &Out) -> Ended {
    let bytes = files.read(&args.file, strict::LARGEST)?;
    // A large design has hundreds of thousands of parts; freeing them takes longer than ending the process.
    let yardstick = args.brief.as_deref().map(|brief| yardstick(files, brief, args)).transpose()?;
    let reading = ManuallyDrop::new(match &yardstick {
        Some(yardstick) => {
            answer::bare_design(&bytes, yardstick).map_err(|e| not_an_intent(&args.file, &e))?
        }
        None => read_as(&args.file, &bytes)?,
    });
    if !args.again {
        let critique = Critique::from(match &yardstick {
            Some(yardstick) => rubric::evaluate_against(&reading, yardstick),
            None => rubric::evaluate(&reading),
        });
        if args.json {
            out.json(&critique);
        } else {
            print(&critique, usize::MAX, out);
        }
        return Ok(End::Done);
    }
    let twice = match place {
        Some(context) => ask_critic(context, &reading, &bytes)?,
        None => None,
    };
    let Some((context, twice)) = twice else {
        // The same input gives the same score (ruling 7); this shows it.
        let [first, second] = [(); 2].map(|()| Critique::from(rubric::evaluate(&reading)));
        return Ok(compare(&first, &second, "the rubric", None, args.json, out));
    };
    let usage = Usage::of(twice.spent, currency(context));
    let cost = match twice.spent.describe(currency(context)) {
        Some(cost) => cost,
        None if twice.spent.calls == 1 => "1 call".to_owned(),
        None => format!("{} calls", twice.spent.calls),
    };
    let cost = format!("the critic used {cost}; this is part of no run");
    let [first, second] = twice.outcome.map_err(|why| {
        remark(&cost);
        let hint = format!("`frieze doctor` shows what {} needs", twice.critic);
        Stop::failed(format!("there are no two critiques: {why}"), hint)
    })?;
    let model = twice.model.as_deref().unwrap_or_default();
    let judges = format!("the rubric and the critic {} ({model})", twice.critic);
    let of_critic = json!({
        "name": twice.critic, "model": model, "spent": usage, "countedInARun": false, "brief": twice.has_brief,
    });
    let end = compare(&first, &second, &judges, Some(of_critic), args.json, out);
    if !args.json {
        out.paragraph(Style::Plain, 0, &cost);
    }
    Ok(end)
}

/// The yardstick of the named brief and answers.
fn yardstick(files: &NamedFiles<'_>, named: &Path, args: &ScoreFile) -> Result<Yardstick, Stop> {
    let bytes = files.read(named, brief::LARGEST)?;
    let name = named.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let refused = |e: &NotABrief| Stop::refused(format!("{}: {e}", named.display()), e.hint());
    let imported = brief::import(&name, bytes).map_err(|e| refused(&e))?;
    let answers = match &args.answers {
        Some(answers) => files.read(answers, answers::LARGEST)?,
        None => Vec::new(),
    };
    Ok(brief::yardstick(&imported.brief, &answers, &[]))
}

/// The critic's two critiques; `None` if no critic is configured.
fn ask_critic<'a>(
    context: &'a Context,
    reading: &Reading,
    bytes: &[u8],
) -> Result<Option<(&'a Context, TwoCritiques)>, Stop> {
    let name = &reading.intent.feature_id;
    let id: FeatureId =
        name.parse().map_err(|e: NotAnId| Stop::refused(e.to_string(), "correct featureId in the file"))?;
    let twice = (context.critic)(&id, bytes)?;
    if twice.as_ref().is_some_and(|twice| !twice.has_brief) {
        remark(&format!("{id} has no brief here: the critic judged only the design"));
    }
    Ok(twice.map(|twice| (context, twice)))
}

/// Prints two critiques of one design and their difference.
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
        let mut result = json!({ "schemaVersion": 1, "same": is_same, "first": first, "second": second });
        if let (Some(critic), Some(result)) = (critic, result.as_object_mut()) {
            result.insert("critic".to_owned(), critic);
        }
        out.json(&result);
        return end;
    }
    print(first, usize::MAX, out);
    out.line("");
    let outcome = match is_same {
        true => format!("the same, {} of 100", first.overall),
        false => format!("{} and {} of 100", first.overall, second.overall),
    };
    out.paragraph(Style::Plain, 0, &format!("judged twice by {judges}: {outcome}"));
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
            out.paragraph(Style::Plain, 2, &line);
        }
        for why in these.not_used.iter().filter(|why| !others.not_used.contains(why)) {
            out.paragraph(Style::Plain, 2, &format!("{sign} not used: {why}"));
        }
    }
    end
}

/// A design without a brief may score well although it is not what was asked for.
const WITHOUT_BRIEF: &str = "Scored without a brief: nothing compares the design with one.";

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
    if let Some(lost) = lost_in_every_dimension(&critique.findings) {
        out.paragraph(Style::Plain, 2, &format!("  {lost}"));
    }
    if critique.fidelity.is_none() {
        out.paragraph(Style::Plain, 0, WITHOUT_BRIEF);
    }
    fidelity(critique, out);
    found(critique, most, out);
    not_used(&critique.not_used, most, out);
}

/// The comparison with the brief, and what the design leaves out.
pub fn fidelity(critique: &Critique, out: &Out) {
    let Some(fidelity) = &critique.fidelity else { return };
    out.paragraph(Style::Plain, 0, &fidelity.in_words());
    for left in &fidelity.left_out {
        let line = format!("left out: {} (line {}): {}", left.id, left.line, left.reason);
        out.paragraph(Style::Notice, 2, &line);
    }
}

fn found(critique: &Critique, most: usize, out: &Out) {
    let apart = by_source(critique.findings.iter().enumerate());
    let is_mixed = apart.keys().any(Option::is_some);
    let points = points_by_source(critique.overall, &apart);
    for ((critic, findings), points) in apart.into_iter().zip(points) {
        out.line("");
        if is_mixed {
            let whose = critic.map_or_else(|| "the rubric".to_owned(), |name| format!("the critic {name}"));
            let points = if points.hundredths() == 0 { "no".to_owned() } else { format!("-{points}") };
            let heading = format!("Found by {}: {}, {points} points", Shown::cut(&whose, 60), findings.len());
            out.line(&out.style(Style::Bold, &heading));
        }
        list(&findings, most, out);
    }
}

/// The critic's findings that could not be used.
fn not_used(reasons: &[String], most: usize, out: &Out) {
    if reasons.is_empty() {
        return;
    }
    out.line("");
    let heading = format!("Findings of the critic that were not used: {}", reasons.len());
    out.line(&out.style(Style::Bold, &heading));
    for why in reasons.iter().take(most) {
        out.paragraph(Style::Plain, 7, &format!("     - {why}"));
    }
    out.more(reasons.len(), most, 7, "");
}

/// Prints findings by check, as the screen does: a single one whole; of several, the suggestion once.
fn list(findings: &[Placed<'_>], most: usize, out: &Out) {
    let groups = by_check(findings.to_vec());
    for group in groups.iter().take(most) {
        match group.as_slice() {
            [(_, one)] => {
                out.line(&head(one.points, one, &place(one), out));
                dismissal(one, out);
                out.paragraph(Style::Plain, 7, &format!("       {}", one.message));
                suggestion(one, out);
            }
            [(_, first), ..] => {
                let points = total_points(group.iter().map(|(_, finding)| *finding));
                let heaviest =
                    group.iter().map(|(_, one)| *one).max_by_key(|one| one.severity).unwrap_or(first);
                out.line(&head(points, heaviest, &format!("{} findings", group.len()), out));
                suggestion(first, out);
                for (_, one) in group.iter().take(most) {
                    let line = format!("       -{} {}: {}", one.points, place(one), one.message);
                    out.paragraph(Style::Plain, 13, &line);
                    dismissal(one, out);
                    if one.suggestion != first.suggestion {
                        suggestion(one, out);
                    }
                }
                out.more(group.len(), most, 7, " (--all)");
            }
            [] => {}
        }
    }
    let shown: usize = groups.iter().take(most).map(Vec::len).sum();
    out.more(findings.len(), shown, 1, " of other checks (--all)");
}

/// Points, severity and check: the severity explains the order.
fn head(points: Points, finding: &Finding, rest: &str, out: &Out) -> String {
    let points = out.style(Style::Notice, &format!("{:>6}", format!("-{points}")));
    let severity = finding.severity.name();
    format!("{points} {severity:<8} {} {rest}", Shown::cut(&finding.check, 60))
}

/// Where a finding is, and the digits by which it can be dismissed.
fn place(finding: &Finding) -> String {
    let id = finding.id.as_ref().map_or_else(String::new, |id| format!(" [{}]", Shown::cut(id, 8)));
    format!("{}{id}", Shown::cut(&finding.pointer, 60))
}

fn dismissal(finding: &Finding, out: &Out) {
    if let Some(Dismissal { by, reason }) = &finding.dismissed {
        out.paragraph(Style::Notice, 7, &format!("       dismissed by {by}: {reason}"));
    }
}

fn suggestion(finding: &Finding, out: &Out) {
    if !finding.suggestion.is_empty() {
        out.paragraph(Style::Dim, 7, &format!("       {}", finding.suggestion));
    }
}
