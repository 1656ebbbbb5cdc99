//! `frieze run`: works on features until each waits for a person or has ended. Several at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::args;
use super::out::{Out, Style, complain, remark};
use super::progress::Progress;
use super::status::{Listing, Row, print};
use super::{End, Ended, Stop, Tools, halves, id, kept};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::engine::{Engine, Trouble};
use crate::kernel::{Call, Event, Flow, Need, Order, RunView, Standing};

/// How the shell tells that a program was interrupted.
const INTERRUPTED: i32 = 130;

pub fn run<F: Flow>(tools: &Tools<F>, args: &args::Run, out: &Out) -> Ended {
    let reason = args.reason.as_deref().map(super::reason).transpose()?;
    let (mut ids, mut end) = if args.all {
        all(tools, reason.is_some())?
    } else {
        (args.ids.iter().map(|text| id(text)).collect::<Result<Vec<_>, _>>()?, End::Done)
    };
    let mut named = BTreeSet::new();
    ids.retain(|id| named.insert(id.clone()));
    if let Some(reason) = reason {
        ids.retain(|id| {
            let Err(trouble) = explain(tools, id, reason) else { return true };
            end = end.max(told(id, trouble));
            false
        });
    }
    if ids.is_empty() && end != End::Done && !args.json {
        out.line("nothing else to run (frieze status)");
        return Ok(end);
    }
    let (at_rest, troubled) = run_all(tools, &ids, args.json, out)?;
    Ok(end.max(at_rest).max(troubled))
}

/// The features that can run. One that cannot even be looked at counts as failed, and stops no other.
fn all<F: Flow>(tools: &Tools<F>, has_reason: bool) -> Result<(Vec<FeatureId>, End), Stop> {
    let (mut ids, mut end) = (Vec::new(), End::Done);
    let listed = tools.engine.features()?;
    let standings = halves::seen(tools, &listed, |_, seen| seen.map(|view| Standing::of(&view, || false)))?;
    for (id, standing) in listed.into_iter().zip(standings) {
        match standing {
            Ok(standing) if standing.can_run(has_reason) => ids.push(id),
            Ok(_) => {}
            Err(trouble) => end = end.max(told(&id, trouble)).max(End::Failed),
        }
    }
    Ok((ids, end))
}

/// Records why a feature was unfrozen, if it asks. What does not, is run without.
fn explain<F: Flow>(tools: &Tools<F>, id: &FeatureId, reason: &str) -> Result<(), Trouble> {
    if tools.engine.look(id)?.needs == Some(Need::Reason) {
        tools.engine.once(id, &Event::Ordered(Order::Explain { reason: reason.to_owned() }))?;
    } else {
        remark(&format!("{id} does not ask for a reason: none was recorded"));
    }
    Ok(())
}

/// Tells what went wrong with one of several features.
fn told(id: &FeatureId, trouble: Trouble) -> End {
    let stop = Stop::from(trouble);
    complain(&format!("{id}: {}", stop.what), &stop.hint);
    stop.end
}

/// Runs features side by side, and prints where each came to rest: the end that these states make, and
/// the one that troubles make.
pub fn run_all<F: Flow>(
    tools: &Tools<F>,
    ids: &[FeatureId],
    as_json: bool,
    out: &Out,
) -> Result<(End, End), Stop> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| {
            Stop::refused(format!("no threads to work with: {e}"), "close something and try again")
        })?;
    let outcomes = runtime.block_on(async {
        let mut progress = Progress::of(tools.engine.board(), out);
        let outcomes = tokio::select! {
            outcomes = together(&tools.engine, ids) => Some(outcomes),
            _ = tokio::signal::ctrl_c() => None,
            never = progress.told() => match never {},
        };
        progress.end();
        outcomes
    });
    let Some(outcomes) = outcomes else {
        complain("interrupted; everything up to here is saved", "the same command goes on where it stopped");
        std::process::exit(INTERRUPTED);
    };
    // Whatever an agent that was given up still computes ends with the process; nobody waits for it.
    runtime.shutdown_background();
    let (mut at_rest, mut troubled) = (End::Done, End::Done);
    let (mut rows, mut ended) = (Vec::new(), Vec::new());
    for (id, outcome) in outcomes {
        match outcome {
            Ok(Rested { before, view, found }) => {
                kept::tell(&before, &view);
                if found == Found::Violated {
                    let why = view.reason.as_deref().unwrap_or_default();
                    complain(&format!("{id}: {why}"), view.hint.as_deref().unwrap_or_default());
                }
                if found == Found::Sound && view.needs == Some(Need::Reset) {
                    ended.push((id.clone(), view.hint.clone()));
                }
                at_rest = at_rest.max(ending(&view));
                if let Some(preview) = view.preview.as_deref().filter(|_| view.needs == Some(Need::Decision))
                {
                    remark(&format!("{id}: the preview is {preview}"));
                }
                rows.push(Row::of(tools, &view));
            }
            Err(trouble) => troubled = troubled.max(told(&id, trouble)),
        }
    }
    if as_json {
        out.json(&Listing::of(tools, rows));
    } else if ids.is_empty() {
        out.line("nothing to run: every feature waits for a person or has ended (frieze status)");
    } else if !rows.is_empty() {
        print(&rows, out);
        next_words(&rows, out);
        for (id, hint) in &ended {
            let hint = hint.as_deref().unwrap_or("`frieze show` tells what happened");
            out.paragraph(Style::Plain, 6, &Shown::line(&format!("next: {id}: {hint}")));
        }
        if tools.drafts_without_a_model() && rows.iter().any(|row| row.needs == Some("decision")) {
            let words =
                "skeletons, drafted without a model; `generator:` in frieze.yaml gives that role to one";
            out.paragraph(Style::Dim, 0, &Shown::line(words));
        }
    }
    Ok((at_rest, troubled))
}

/// What the look before a run came upon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Sound,
    /// A frozen design that is not as it was approved: the look itself failed the feature.
    Violated,
}

/// A feature before its run, and where it came to rest.
struct Rested {
    before: RunView,
    view: RunView,
    found: Found,
}

type Outcome = (FeatureId, Result<Rested, Trouble>);

async fn together<F: Flow>(engine: &Arc<Engine<F>>, ids: &[FeatureId]) -> Vec<Outcome> {
    let tasks: Vec<_> = ids
        .iter()
        .map(|id| {
            let (engine, id) = (engine.clone(), id.clone());
            let task = id.clone();
            (id, tokio::spawn(async move { one(&engine, &task).await }))
        })
        .collect();
    let mut outcomes = Vec::with_capacity(tasks.len());
    for (id, task) in tasks {
        let outcome = task.await.unwrap_or_else(|_| Err(Trouble::Lost(id.clone())));
        outcomes.push((id, outcome));
    }
    outcomes
}

/// One run: begun where it is idle, resumed where it is under way, left where it waits for a person.
async fn one<F: Flow>(engine: &Engine<F>, id: &FeatureId) -> Result<Rested, Trouble> {
    let before = engine.peek(id)?;
    // Opened first, which looks at the files: an order that comes upon their damage would be refused for
    // what it led to, and the damage itself would go unsaid.
    let opened = engine.run(id, None).await?;
    let was_at_rest = before.is_sealed || matches!(before.needs, Some(Need::Start | Need::Reason));
    if opened.needs == Some(Need::Reset) && was_at_rest {
        return Ok(Rested { before, view: opened, found: Found::Violated });
    }
    let begins = match before.needs {
        Some(Need::Start | Need::Reason | Need::Reset) => true,
        Some(Need::Decision) => false,
        None => before.is_sealed,
    };
    if !begins {
        return Ok(Rested { before, view: opened, found: Found::Sound });
    }
    let view = engine.run(id, Some(Event::Ordered(Order::Start))).await?;
    Ok(Rested { before, view, found: Found::Sound })
}

fn ending(view: &RunView) -> End {
    match view.needs {
        Some(Need::Decision) => End::Waiting,
        Some(Need::Reset) => End::Failed,
        Some(Need::Start | Need::Reason) | None => End::Done,
    }
}

fn next_words(rows: &[Row], out: &Out) {
    if let Some(row) = rows.iter().find(|row| row.standing.call == Some(Call::Decision)) {
        let id = &row.id;
        out.line(&format!("next: frieze show {id}, then frieze approve|reject|abort {id}"));
    }
}
