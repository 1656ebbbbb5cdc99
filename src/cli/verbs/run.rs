//! `frieze run`: runs features in parallel until each waits for a person or has ended.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cli::out::{Out, Style, complain, remark};
use crate::cli::progress::Progress;
use crate::cli::verbs::status::{Listing, Row, print};
use crate::cli::{Context, End, Ended, Stop, args, id, parallel_scan, refusals};
use frieze_data::id::FeatureId;
use frieze_engine::{InspectDepth, Runs, Trouble};
use frieze_kernel::{Attention, Event, FeatureStatus, Need, Order, RunView};

/// Exit code of an interrupted program, as in shells.
const INTERRUPTED: i32 = 130;

pub fn run(context: &Context, args: &args::Run, out: &Out) -> Ended {
    let reason = args.reason.as_deref().map(crate::cli::reason).transpose()?;
    let (mut ids, mut end) = if args.all {
        all(context, reason.is_some())?
    } else {
        (args.ids.iter().map(|text| id(text)).collect::<Result<Vec<_>, _>>()?, End::Done)
    };
    let mut named = BTreeSet::new();
    ids.retain(|id| named.insert(id.clone()));
    if let Some(reason) = reason {
        ids.retain(|id| {
            let Err(trouble) = explain(context, id, reason) else { return true };
            end = end.max(report(id, trouble));
            false
        });
    }
    if ids.is_empty() && end != End::Done && !args.json {
        out.line("nothing else to run (frieze status)");
        return Ok(end);
    }
    let (finished, failed) = run_all(context, &ids, args.json, out)?;
    Ok(end.max(finished).max(failed))
}

/// The features that can run. One that cannot be inspected counts as failed, but does not stop the others.
fn all(context: &Context, has_reason: bool) -> Result<(Vec<FeatureId>, End), Stop> {
    let (mut ids, mut end) = (Vec::new(), End::Done);
    let listed = context.design().features()?;
    let statuses = parallel_scan::inspect_all(context, &listed, |_, seen| {
        seen.map(|view| FeatureStatus::of(&view, || false))
    })?;
    for (id, status) in listed.into_iter().zip(statuses) {
        match status {
            Ok(status) if status.can_run(has_reason) => ids.push(id),
            Ok(_) => {}
            Err(trouble) => end = end.max(report(&id, trouble)).max(End::Failed),
        }
    }
    Ok((ids, end))
}

/// Records why a feature was unfrozen. A feature that needs no reason runs without one.
fn explain(context: &Context, id: &FeatureId, reason: &str) -> Result<(), Trouble> {
    if context.design().inspect(id, InspectDepth::Locked)?.view.needs == Some(Need::Reason) {
        context.design().take_once(id, &Event::Ordered(Order::Explain { reason: reason.to_owned() }))?;
    } else {
        remark(&format!("{id} needs no reason: none was recorded"));
    }
    Ok(())
}

/// Prints the problem of one of several features.
fn report(id: &FeatureId, trouble: Trouble) -> End {
    let stop = Stop::from(trouble);
    complain(&format!("{id}: {}", stop.what), &stop.hint);
    stop.end
}

/// Runs features in parallel and prints the result of each. Returns the worst end of the results, and the worst of the problems.
pub fn run_all(context: &Context, ids: &[FeatureId], as_json: bool, out: &Out) -> Result<(End, End), Stop> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| {
            Stop::refused(format!("cannot start threads: {e}"), "close other programs and try again")
        })?;
    let outcomes = runtime.block_on(async {
        let mut progress = Progress::of(context.design().board(), out);
        let outcomes = tokio::select! {
            outcomes = run_parallel(&context.flows.design, ids) => Some(outcomes),
            _ = tokio::signal::ctrl_c() => None,
            never = progress.run() => match never {},
        };
        progress.end();
        outcomes
    });
    let Some(outcomes) = outcomes else {
        complain("interrupted; all progress is saved", "the same command continues");
        std::process::exit(INTERRUPTED);
    };
    // An abandoned agent may still be working; it ends with this process.
    runtime.shutdown_background();
    let (mut finished, mut failed) = (End::Done, End::Done);
    let (mut rows, mut ended) = (Vec::new(), Vec::new());
    for (id, outcome) in outcomes {
        match outcome {
            Ok(Finished { before, view, is_tampered }) => {
                refusals::report_new(&before, &view);
                if is_tampered {
                    let why = view.reason.as_deref().unwrap_or_default();
                    complain(&format!("{id}: {why}"), view.hint.as_deref().unwrap_or_default());
                }
                let has_hint = matches!(view.needs, Some(Need::Reset | Need::Resume));
                if !is_tampered && has_hint {
                    ended.push((id.clone(), view.hint.clone()));
                }
                finished = finished.max(ending(&view));
                if let Some(preview) = view.preview.as_deref().filter(|_| view.needs == Some(Need::Decision))
                {
                    remark(&format!("{id}: the preview is {preview}"));
                }
                rows.push(Row::of(context, &view));
            }
            Err(trouble) => failed = failed.max(report(&id, trouble)),
        }
    }
    if as_json {
        out.json(&Listing::of(context, rows));
    } else if ids.is_empty() {
        out.line("nothing to run: every feature waits for a person or has ended (frieze status)");
    } else if !rows.is_empty() {
        print(&rows, out);
        if let Some(row) = rows.iter().find(|row| row.status.attention == Some(Attention::Decision)) {
            let id = &row.id;
            out.line(&format!("next: frieze show {id}, then frieze approve|reject|abort {id}"));
        }
        for (id, hint) in &ended {
            let hint = hint.as_deref().unwrap_or("`frieze show` shows what happened");
            out.paragraph(Style::Plain, 6, &format!("next: {id}: {hint}"));
        }
        if context.drafts_without_a_model() && rows.iter().any(|row| row.needs == Some("decision")) {
            let command = context.use_command();
            let words = format!(
                "these are skeletons, drafted without a model; `{command}` gives the roles to a model, and `frieze doctor` shows other ways"
            );
            out.paragraph(Style::Dim, 0, &words);
        }
    }
    Ok((finished, failed))
}

/// A feature before its run and after it.
struct Finished {
    before: RunView,
    view: RunView,
    /// Whether a frozen design differs from the approved one, so that the inspection failed the feature.
    is_tampered: bool,
}

type Outcome = (FeatureId, Result<Finished, Trouble>);

async fn run_parallel(engine: &Arc<dyn Runs>, ids: &[FeatureId]) -> Vec<Outcome> {
    let tasks: Vec<_> = ids
        .iter()
        .map(|id| {
            let (engine, id) = (engine.clone(), id.clone());
            let task = id.clone();
            (id, tokio::spawn(async move { run_one(engine.as_ref(), &task).await }))
        })
        .collect();
    let mut outcomes = Vec::with_capacity(tasks.len());
    for (id, task) in tasks {
        let outcome = task.await.unwrap_or_else(|_| Err(Trouble::Lost(id.clone())));
        outcomes.push((id, outcome));
    }
    outcomes
}

/// Runs one feature: starts an idle one, resumes an interrupted one, leaves one that waits for a person.
async fn run_one(engine: &dyn Runs, id: &FeatureId) -> Result<Finished, Trouble> {
    let before = engine.inspect(id, InspectDepth::Schema)?.view;
    // Inspect the files first: otherwise a start would be refused because of the failed state, and the cause, damaged files,
    // would not be reported.
    let opened = engine.run(id, None).await?;
    let was_idle_or_frozen = before.is_sealed || matches!(before.needs, Some(Need::Start | Need::Reason));
    if opened.needs == Some(Need::Reset) && was_idle_or_frozen {
        return Ok(Finished { before, view: opened, is_tampered: true });
    }
    let begins = match before.needs {
        // A paused run goes on.
        Some(Need::Start | Need::Resume | Need::Reason | Need::Reset | Need::File | Need::Step) => true,
        Some(Need::Decision | Need::Words(_)) => false,
        None => before.is_sealed,
    };
    if !begins {
        return Ok(Finished { before, view: opened, is_tampered: false });
    }
    let view = engine.run(id, Some(Event::Ordered(Order::Start))).await?;
    Ok(Finished { before, view, is_tampered: false })
}

fn ending(view: &RunView) -> End {
    match view.needs {
        Some(Need::Decision | Need::Resume | Need::Words(_) | Need::File | Need::Step) => End::Waiting,
        Some(Need::Reset) => End::Failed,
        Some(Need::Start | Need::Reason) | None => End::Done,
    }
}
