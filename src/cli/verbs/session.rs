//! `frieze session`: plan, generate, review and revise by files. Each order is one event of the flow, which decides what it means.

mod new;
mod take;

use crate::cli::args::{Log, OneSession, SessionVerb, Show, VerifySessions};
use crate::cli::named_run::{NamedRun, workflow};
use crate::cli::out::Out;
use crate::cli::run_report::{print, report};
use crate::cli::verbs::decide::other_run::event;
use crate::cli::verbs::verify::approved::Compared;
use crate::cli::verbs::{log, run, show, status};
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring};
use frieze_engine::InspectDepth;
use frieze_kernel::{Confirmed, Event, Need, Order, RunView};
use serde_json::json;

/// The name of the flow.
pub const FLOW: &str = "session";
/// The phase before the first step.
const INITIALIZED: &str = "INITIALIZED";
const STEP: &str = "step";
const APPROVE: &str = "approve";

pub fn session(
    context: &Context,
    wiring: &impl Wiring,
    files: &NamedFiles<'_>,
    verb: &SessionVerb,
    out: &Out,
) -> Ended {
    match verb {
        SessionVerb::New(args) => new::new(context, args, out),
        SessionVerb::Step(args) => order(context, args, STEP, out),
        SessionVerb::Close(args) => order(context, args, "close", out),
        SessionVerb::Reopen(args) => order(context, args, "reopen", out),
        SessionVerb::Approve(args) => {
            let choice = if args.hash_prompts { "approve-prompts" } else { APPROVE };
            decide(context, &args.id, choice, args.json, out)
        }
        SessionVerb::Decide(args) => decide(context, &args.id, args.choice.into(), args.json, out),
        SessionVerb::Verify(args) => verify(context, args, out),
        SessionVerb::Take(args) => take::take(context, wiring, files, args, out),
        SessionVerb::List(args) => status::other_runs::list(
            context,
            workflow(context, FLOW)?.as_ref(),
            "frieze session new",
            args.json,
            out,
        ),
        SessionVerb::Show(args) if args.json => {
            let session = existing(context, &args.id)?;
            print(session.runs.as_ref(), &inspected(&session)?, true, out).map(|()| End::Done)
        }
        SessionVerb::Show(args) => {
            show::show(context, &Show { id: named(&args.id), all: args.all, json: args.json }, out)
        }
        SessionVerb::Log(args) => {
            log::log(context, &Log { id: named(&args.id), number: args.number, json: args.json }, out)
        }
    }
}

/// The name of a session among all runs.
fn named(id: &str) -> String {
    format!("{FLOW}/{id}")
}

/// A session that exists.
fn existing(context: &Context, id: &str) -> Result<NamedRun, Stop> {
    NamedRun::find(context, &named(id))
}

/// Gives one of the flow's orders.
fn order(context: &Context, args: &OneSession, verb: &'static str, out: &Out) -> Ended {
    let session = existing(context, &args.id)?;
    let before = inspected(&session)?;
    let order = Order::Verb { verb, words: Vec::new(), text: None };
    let view = run::order(&session, Event::Ordered(order), out)?;
    report(&session, &view, args.json, out)?;
    // The first step only asks; every other one that moves took something in.
    let only_asks = before.state == INITIALIZED || before.state == view.state;
    let waits = verb == STEP && only_asks && view.needs == Some(Need::File);
    Ok(if waits { End::Waiting } else { End::Done })
}

/// Decides at the open gate. The command names what it decides; the flow refuses if the files are not those of this moment.
fn decide(context: &Context, of: &str, choice: &'static str, as_json: bool, out: &Out) -> Ended {
    let session = existing(context, of)?;
    let before = inspected(&session)?;
    let event = event(&before, choice, None, Confirmed::Named(session.id.as_str()))?;
    let view = run::order(&session, event, out)?;
    report(&session, &view, as_json, out)?;
    // An approval can lead to a question.
    let asks = choice.starts_with(APPROVE) && view.needs == Some(Need::Decision);
    Ok(if asks { End::Waiting } else { End::Done })
}

/// The session, with what happened to its files noted.
fn inspected(session: &NamedRun) -> Result<RunView, Stop> {
    let inspected = session.runs.inspect(&session.id, InspectDepth::Locked);
    inspected.map(|found| found.view).map_err(|trouble| session.stop(trouble))
}

/// Compares what was approved with the files. Differences are no failure without `--strict`.
fn verify(context: &Context, args: &VerifySessions, out: &Out) -> Ended {
    let ids = match &args.id {
        Some(one) => vec![existing(context, one)?.id],
        None => workflow(context, FLOW)?.features()?,
    };
    let (mut rows, mut is_same) = (Vec::new(), true);
    for id in ids {
        let session = existing(context, id.as_str())?;
        let compared = match args.id {
            Some(_) => Compared::of(&session).map_err(|trouble| session.stop(trouble))?,
            // One that cannot be read does not hide the others.
            None => Compared::of_any(&session),
        };
        is_same &= compared.is_same();
        if !args.json {
            let strict = (!args.strict).then(|| format!("frieze verify {session}"));
            compared.print(id.as_str(), strict.as_deref(), out);
        }
        let (ok, is_approved, warnings) = (compared.is_same(), compared.is_approved, compared.warnings);
        rows.push(json!({ "id": id, "ok": ok, "approved": is_approved, "warnings": warnings }));
    }
    if args.json {
        out.json(&json!({ "schemaVersion": 1, "sessions": rows }));
    }
    Ok(if args.strict && !is_same { End::Failed } else { End::Done })
}
