//! `frieze run`: works on features until each waits for a person or has ended. Several at once.

use std::sync::Arc;

use super::args;
use super::out::{Out, complain};
use super::status::{Listing, Row, print};
use super::{End, Ended, Stop, Tools, id, progress};
use crate::domain::id::FeatureId;
use crate::engine::{Engine, Trouble};
use crate::kernel::{Event, Flow, Need, Order, RunView};

/// How the shell tells that a program was interrupted.
const INTERRUPTED: i32 = 130;

pub fn run<F: Flow>(tools: &Tools<F>, args: &args::Run, out: &Out) -> Ended {
    let ids = if args.all {
        let all = tools.engine.features()?;
        all.into_iter().filter(|id| tools.engine.peek(id).is_ok_and(|view| can_run(&view))).collect()
    } else {
        args.ids.iter().map(|text| id(text)).collect::<Result<Vec<_>, _>>()?
    };
    if let Some(reason) = &args.reason {
        for id in &ids {
            tools.engine.once(id, &Event::Ordered(Order::Explain { reason: reason.clone() }))?;
        }
    }
    run_all(tools, &ids, args.json, out)
}

/// Whether `run --all` takes a feature: what waits for a person or has ended is left alone.
fn can_run(view: &RunView) -> bool {
    matches!(view.needs, None | Some(Need::Start | Need::Reason)) && view.state != "FROZEN"
}

/// Runs features side by side, and prints where each came to rest.
pub fn run_all<F: Flow>(tools: &Tools<F>, ids: &[FeatureId], as_json: bool, out: &Out) -> Ended {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| {
            Stop::refused(format!("no threads to work with: {e}"), "close something and try again")
        })?;
    let outcomes = runtime.block_on(async {
        let shown =
            out.progress.then(|| tokio::spawn(progress::show(tools.engine.board(), out.progress_width)));
        let work = together(&tools.engine, ids);
        let outcomes = tokio::select! {
            outcomes = work => Some(outcomes),
            _ = tokio::signal::ctrl_c() => None,
        };
        if let Some(shown) = shown {
            shown.abort();
        }
        outcomes
    });
    progress::clear(out);
    let Some(outcomes) = outcomes else {
        complain("interrupted; everything up to here is saved", "`frieze run` goes on where it stopped");
        std::process::exit(INTERRUPTED);
    };
    let mut end = End::Done;
    let mut rows = Vec::new();
    for (id, outcome) in outcomes {
        match outcome {
            Ok(view) => {
                end = end.max(ending(&view));
                rows.push(Row::from(&view));
            }
            Err(trouble) => {
                let stop = Stop::from(trouble);
                complain(&format!("{id}: {}", stop.what), &stop.hint);
                end = end.max(stop.end);
            }
        }
    }
    if as_json {
        out.json(&Listing { schema_version: 1, features: rows });
    } else if ids.is_empty() {
        out.line("nothing to run: every feature waits for a person or has ended (frieze status)");
    } else if !rows.is_empty() {
        print(&rows, out);
        next_words(&rows, out);
    }
    Ok(end)
}

type Outcome = (FeatureId, Result<RunView, Trouble>);

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
async fn one<F: Flow>(engine: &Engine<F>, id: &FeatureId) -> Result<RunView, Trouble> {
    let before = engine.peek(id)?;
    let begins = match before.needs {
        Some(Need::Start | Need::Reason | Need::Reset) => true,
        Some(Need::Decision) => false,
        None => before.state == "FROZEN",
    };
    engine.run(id, begins.then_some(Event::Ordered(Order::Start))).await
}

fn ending(view: &RunView) -> End {
    match view.needs {
        Some(Need::Decision) => End::Waiting,
        Some(Need::Reset) => End::Failed,
        Some(Need::Start | Need::Reason) | None => End::Done,
    }
}

fn next_words(rows: &[Row], out: &Out) {
    if let Some(row) = rows.iter().find(|row| row.needs == Some("decision")) {
        let id = &row.id;
        out.line(&format!("next: frieze show {id}, then frieze approve|reject|abort {id}"));
    }
}
