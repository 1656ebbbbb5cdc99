//! `frieze show`: state, scores, findings and open questions of a feature, or a run of another workflow.

pub mod last_rejection;
pub mod other_run;

use crate::cli::verbs::status::other_runs::{self, FeatureRuns, RunRow, after_freeze};
use crate::cli::verbs::{answer, log, score, status};
use serde_json::{Value, json};

use crate::cli::args::Show;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style, local_time, remark};
use crate::cli::{Context, End, Ended, Stop};
use frieze_data::id::FeatureId;
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_design::critique::Critique;
use frieze_design::{answers, feedback};
use frieze_engine::Seal;
use frieze_engine::past::{self, NoDesign};
use frieze_intent::{Intent, Reading};
use frieze_kernel::files::Home;
use frieze_kernel::{FileProblem, RunView, SKELETON, score_in_words};
use frieze_ports::Kind;

/// How many findings and questions to show without `--all`.
const MOST: usize = 8;
/// The order that starts a design.
const RUN: &str = "run";

pub fn show(context: &Context, args: &Show, out: &Out) -> Ended {
    let run = NamedRun::find(context, &args.id)?;
    if !run.is_design {
        return other_run::show(context, &run, args.json, out);
    }
    let mut view = inspect(context, &run.id)?;
    let runs = status::runs_of(context, &run.id, &other_runs::rows(context))?;
    // `frieze run` with the name of the feature takes the other run.
    let due = runs.as_ref().filter(|_| !args.id.contains('/')).and_then(FeatureRuns::run_by_name);
    let other = due.and_then(RunRow::next);
    view.next.retain(|(_, trigger)| other.is_none() || *trigger != RUN);
    let seal = context.design().seal(&view);
    // Problems of a frozen design are reported by the seal.
    let view = match view.file_problem {
        Some(FileProblem::Invalid) => RunView { reason: None, hint: None, ..view },
        Some(FileProblem::Tampered | FileProblem::Damaged | FileProblem::Missing) | None => view,
    };
    let design = match seal.design(context.store.as_ref()) {
        Err(broken @ NoDesign::NotShown { .. }) => return Err(broken.into()),
        read => or_remark(read),
    };
    let (place, known) = (context.design().place(&run.id), context.design().journal_end(&run.id));
    // The verification of a frozen design reports it.
    if !seal.is_not_ok
        && let Some(damage) = log::first_damage(context, &place, known.as_ref(), false)?
    {
        remark(&format!("{}: {damage}", place.journal));
    }
    let is_edited =
        |reading: &Reading| past::is_edited(context.store.as_ref(), &Home::of(&view.id), &view, reading);
    let is_edited = view.is_sealed && design.as_ref().is_some_and(is_edited);
    let intent = design.map(|reading| reading.intent);
    let end = if seal.is_not_ok { End::Failed } else { End::Done };
    let critique = critique(context, &seal, &view);
    let report = report(context, &view);
    let rejection = last_rejection::read(context, &view);
    if args.json {
        let mut feature = status::Row::of(context, &view);
        feature.give(runs);
        let gate = view.gate();
        out.json(&json!({
            "schemaVersion": 1,
            "feature": feature,
            "since": view.since.map(|t| t.to_string()),
            "isSkeleton": view.is_skeleton,
            "hint": view.hint,
            "scores": view.scores,
            "intentSha256": gate.map(|g| g.binding.sha256),
            "choices": gate.map(|g| &g.choices),
            "next": view.next,
            "critique": critique,
            "report": report,
            "feedback": last_rejection::as_json(&rejection),
            "openQuestions": intent.as_ref().map(|i| &i.open_questions),
            "workingCopy": seal.remarks,
            "signer": seal.signer,
        }));
        return Ok(end);
    }
    let most = if args.all { usize::MAX } else { MOST };
    head(context, &view, intent.as_ref(), out);
    if is_edited {
        let made = Home::of(&view.id).iteration(view.folder).intent();
        out.paragraph(
            Style::Notice,
            0,
            &format!("edited by hand before the approval; {made} is as it was generated"),
        );
    }
    if let Some(signer) = &seal.signer {
        out.line(&format!("signed by {}", Shown::line(signer)));
    }
    if let Some(apart) = &seal.remarks {
        out.paragraph(Style::Notice, 0, &format!("! {apart}"));
    }
    if let Some(critique) = critique {
        out.line("");
        if let Some(replaced) = view.replaces_critique() {
            out.paragraph(Style::Notice, 0, &format!("! Of an earlier run. {replaced}"));
        }
        if view.file_problem == Some(FileProblem::Damaged) {
            out.paragraph(Style::Notice, 0, "! Of another design. The present one cannot be read.");
        }
        score::print(&critique, most, out);
    }
    if let Some(intent) = &intent {
        questions(context, &view, intent, most, out);
    }
    if let Some(report) = &report {
        print_report(report, most, out);
    }
    last_rejection::print(&rejection, most, out);
    agents(&view, status::currency(context), out);
    tail(&view, runs.as_ref(), other, out);
    if let Some(also) = runs.as_ref().and_then(|runs| runs.not_the_design("show")) {
        out.paragraph(Style::Plain, 8, &format!("also    {also}"));
    }
    Ok(end)
}

/// Inspects a feature under its lease, or its saved record if another process holds the lease.
pub fn inspect(context: &Context, id: &FeatureId) -> Result<RunView, Stop> {
    if context.store.kind_of(&RelPath::feature(id))? != Some(Kind::Folder) {
        return Err(context.design().no_such_feature(id).into());
    }
    Ok(NamedRun::design(context, id.clone()).inspect()?)
}

/// `design/intent.json`, frozen or not; `None` if there is none yet.
pub fn current(context: &Context, id: &FeatureId) -> Result<Option<Reading>, NoDesign> {
    Seal::none(&Home::of(id)).design(context.store.as_ref())
}

/// The design, or `None` with a remark if it cannot be read.
pub fn or_remark(read: Result<Option<Reading>, NoDesign>) -> Option<Reading> {
    read.map_err(|e| remark(&e.to_string())).ok().flatten()
}

/// The critique, if it belongs to the shown design.
pub fn critique(context: &Context, seal: &Seal, view: &RunView) -> Option<Critique> {
    let home = Home::of(&view.id);
    let read = seal.critique(context.store.as_ref(), &home, view.folder)?;
    let file = read.map_err(|e| remark(&format!("{} cannot be used: {e}", home.critique()))).ok()?;
    seal.checksum.is_none_or(|sealed| file.input_sha256 == sealed).then(|| file.into())
}

/// The generator's report on the last findings and feedback.
fn report(context: &Context, view: &RunView) -> Option<Value> {
    let path = Home::of(&view.id).iteration(view.folder).report();
    let bytes = context.store.read(&path, strict::LARGEST).map_err(|e| remark(&e.to_string())).ok()??;
    feedback::read_report(&bytes).map_err(|e| remark(&format!("{path} cannot be used: {e}"))).ok()
}

pub fn head(context: &Context, view: &RunView, intent: Option<&Intent>, out: &Out) {
    let iteration = match view.max_iterations {
        Some(max) if view.iteration > 0 => format!(" · iteration {} of {max}", view.iteration),
        Some(_) | None => String::new(),
    };
    let score = score_in_words(view.score, view.threshold, view.score_of);
    let score = score.map(|score| format!(" · {score}")).unwrap_or_default();
    let line = format!("{} · {}{iteration}{score}", view.id, view.state);
    out.line(&out.style(Style::Bold, &line));
    if let Some(intent) = intent {
        out.line(&format!("{} (design {})", Shown::line(&intent.title), Shown::line(&intent.version)));
    }
    if view.is_skeleton {
        let words = format!("{SKELETON}; `{}` gives the roles to a model", context.use_command());
        out.paragraph(Style::Dim, 0, &words);
    }
    if let Some(reason) = &view.reason {
        out.paragraph(Style::Notice, 0, reason);
    }
    // As in the pane Machine: what is left to do about the answers is said in place of the advice to answer.
    if let Some(hint) = answer::advice(context, view).as_ref().or(view.hint.as_ref()) {
        out.paragraph(Style::Plain, 6, &format!("hint: {hint}"));
    }
    for refused in &view.refused {
        out.paragraph(Style::Notice, 0, refused);
    }
    if view.scores.len() > 1 {
        let scores: Vec<String> = view.scores.iter().map(|(n, score)| format!("{n}: {score}")).collect();
        out.line(&format!("scores  {}", scores.join("  ")));
    }
    if let Some(brief) = &view.brief {
        out.line(&format!("brief   in scope: {brief}"));
    }
    if let Some(preview) = &view.preview {
        out.paragraph(Style::Plain, 9, &format!("preview  {preview}"));
    }
    let waiting = view.waiting_for.as_ref().map(|waiting| format!("waiting for {waiting}"));
    let Some(since) = view.since.map(|since| local_time(&since.to_string())) else { return };
    let is_due = status::status_of(context, context.design(), view).is_interrupted();
    match waiting {
        // Its record does not know when; `since` is when the agent was asked.
        Some(waiting) if is_due => {
            let run = status::run_design(context, &view.id);
            out.line(&format!("interrupted, {waiting}: `{run}` continues"));
        }
        Some(waiting) => out.line(&format!("{waiting} since {since}")),
        // Nobody was asked for anything, so nothing was interrupted.
        None if is_due => {
            out.line(&format!("ready since {since}: `{}` continues", status::run_design(context, &view.id)));
        }
        None => {}
    }
}

/// Prints the open questions, each with its answer if there is one.
fn questions(context: &Context, view: &RunView, intent: &Intent, most: usize, out: &Out) {
    if intent.open_questions.is_empty() {
        return;
    }
    out.line("");
    out.line(&out.style(Style::Bold, "Open questions"));
    let answers = context.store.read(&Home::of(&view.id).answers(), answers::LARGEST);
    let answers = answers.map_err(|e| remark(&e.to_string())).ok().flatten().unwrap_or_default();
    for question in answer::questions(context, view, &intent.open_questions, &answers).iter().take(most) {
        let sign = match (&question.answer, &question.unused) {
            (Some(_), None) => '✓',
            (Some(_), Some(_)) => '!',
            (None, _) => '?',
        };
        out.paragraph(Style::Plain, 4, &format!("  {sign} {}", question.question));
        for line in question.lines() {
            out.paragraph(Style::Plain, 6, &format!("    {line}"));
        }
    }
    out.more(intent.open_questions.len(), most, 4, "");
}

/// Prints the generator's report on findings and feedback.
fn print_report(report: &Value, most: usize, out: &Out) {
    let items = |key: &str| report.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    for (title, key, sign, text_key) in
        [("Done", "applied", '+', "what"), ("Not done", "notApplied", '-', "why")]
    {
        let items = items(key);
        if items.is_empty() {
            continue;
        }
        out.line("");
        out.line(&out.style(Style::Bold, title));
        for item in items.iter().take(most) {
            let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default();
            let asked = text("instruction");
            let line = format!("  {sign} {}: {}", asked.strip_prefix("- ").unwrap_or(asked), text(text_key));
            out.paragraph(Style::Plain, 4, &line);
        }
        out.more(items.len(), most, 4, " (--all)");
    }
}

/// Prints the models that answered, and their cost.
fn agents(view: &RunView, currency: &str, out: &Out) {
    if view.answered_by.is_empty() && view.spent_in_all.tokens() == 0 {
        return;
    }
    out.line("");
    for (role, model) in &view.answered_by {
        out.paragraph(Style::Plain, 8, &format!("agent   {role}: {model}"));
    }
    for (role, model) in &view.temperature_refused_by {
        let line = format!("        {role}: temperature: refused by {model}");
        out.paragraph(Style::Plain, 8, &line);
    }
    if let Some(run) = view.spent.describe(currency) {
        out.paragraph(Style::Plain, 8, &format!("used    {run}"));
    }
    if let Some(all) = view.spent_in_all.describe(currency).filter(|_| view.spent != view.spent_in_all) {
        out.paragraph(Style::Plain, 8, &format!("in all  {all}"));
    }
}

/// Prints what can be done. `other` is the command of another run that comes first.
fn tail(view: &RunView, runs: Option<&FeatureRuns>, other: Option<String>, out: &Out) {
    out.line("");
    if let Some(gate) = view.gate() {
        out.line(&format!("intent  {}", gate.binding.sha256));
        for choice in &gate.choices {
            let barred = choice.barred.as_ref().map(|why| format!("✗ not now: {why}"));
            let effect = barred.as_ref().unwrap_or(&choice.effect);
            out.paragraph(Style::Plain, 8, &format!("{:<8}{effect}", choice.name));
        }
        let id = &view.id;
        out.line(&format!("preview features/{id}/design/preview.html"));
        return;
    }
    if view.is_sealed {
        view.design.iter().for_each(|design| out.line(&format!("intent  {design}")));
        let next = after_freeze(&view.id, runs);
        out.line(&format!("next    {}", next.as_deref().unwrap_or("nothing")));
        return;
    }
    let moves = view.next.iter().map(|(to, trigger)| format!("{to} ({trigger})"));
    let next: Vec<String> = other.into_iter().chain(moves).collect();
    out.line(&format!("next    {}", if next.is_empty() { "nothing".to_owned() } else { next.join(", ") }));
}
