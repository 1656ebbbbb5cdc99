//! `frieze chain`: a feature goes from idea to finish, phase by phase. Each verb is one order of the flow, which decides what it means.

mod adopt;

use crate::cli::args::{
    AnswerChain, ChainVerb, EnterPhase, FinishChain, Log, ModeChoice, OutcomeChoice, Rounds, Show, StartChain,
};
use crate::cli::named_run::{NamedRun, workflow};
use crate::cli::out::{Out, Style, remark};
use crate::cli::run_report::{print, report};
use crate::cli::verbs::show::other_run::print_rows;
use crate::cli::verbs::status::other_runs::{FeatureRuns, RunRow, rows, with_next};
use crate::cli::verbs::{log, run, show, status};
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring, id};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_engine::{InspectDepth, Trouble};
use frieze_kernel::{Event, Need, Order, Refusal, RowLook, RunView, SheetRow};
use serde_json::json;

/// The name of the flow.
pub const FLOW: &str = "chain";
/// The `type` of a refusal in JSON.
const BLOCKED: &str = "blocked";
/// The largest document of a person that becomes an artifact, in bytes.
const LARGEST: usize = 10 << 20;

pub fn chain(
    context: &Context,
    wiring: &impl Wiring,
    files: &NamedFiles<'_>,
    verb: &ChainVerb,
    out: &Out,
) -> Ended {
    match verb {
        ChainVerb::Start(args) => start(context, args, out),
        ChainVerb::Adopt(args) => adopt::adopt(context, wiring, files, args, out),
        ChainVerb::Brainstorm(args) => enter(context, files, "brainstorm", args, out),
        ChainVerb::Specify(args) => enter(context, files, "specify", args, out),
        ChainVerb::Design(args) => enter(context, files, "design", args, out),
        ChainVerb::CreatePlan(args) => enter(context, files, "create-plan", args, out),
        ChainVerb::CreateTasks(args) => enter(context, files, "create-tasks", args, out),
        ChainVerb::Implement(args) => enter(context, files, "implement", args, out),
        ChainVerb::Verify(args) => enter(context, files, "verify", args, out),
        ChainVerb::Next(args) => enter(context, files, "next", args, out),
        ChainVerb::Accept(args) => plain(context, "accept", args, out),
        ChainVerb::Address(args) => plain(context, "address", args, out),
        ChainVerb::Leave(args) => plain(context, "leave", args, out),
        ChainVerb::Finish(args) => finish(context, args, out),
        ChainVerb::Rounds(args) => rounds(context, args, out),
        ChainVerb::List(args) => {
            let begin = "frieze new ID --brief FILE --mode standard";
            status::other_runs::list(context, workflow(context, FLOW)?.as_ref(), begin, args.json, out)
        }
        ChainVerb::Show(args) if args.json => {
            let chain = existing(context, &args.id)?;
            let view = chain.inspect().map_err(|trouble| chain.stop(trouble))?;
            print(chain.runs.as_ref(), &view, true, out).map(|()| End::Done)
        }
        ChainVerb::Show(args) => {
            let chain = existing(context, &args.id)?;
            show::show(context, &Show { id: chain.to_string(), ..args.clone() }, out)
        }
        ChainVerb::Log(args) => {
            let chain = existing(context, &args.id)?;
            log::log(context, &Log { id: chain.to_string(), ..args.clone() }, out)
        }
    }
}

/// The chain of a feature.
fn existing(context: &Context, of: &str) -> Result<NamedRun, Stop> {
    let feature = id(of)?;
    let has_chain = workflow(context, FLOW)?.exists(&feature)?;
    if !has_chain && context.design().exists(&feature)? {
        return Err(Stop::refused(
            format!("{feature} has no chain"),
            format!("`frieze chain start {feature} --mode standard` puts one under it"),
        ));
    }
    NamedRun::find(context, &format!("{FLOW}/{feature}"))
}

/// Puts a chain under a feature that exists. A `.meta.json` of another program is adopted.
fn start(context: &Context, args: &StartChain, out: &Out) -> Ended {
    let feature = id(&args.id)?;
    let chains = workflow(context, FLOW)?.as_ref();
    if !context.design().exists(&feature)? && !chains.exists(&feature)? {
        return Err(context.design().no_such_feature(&feature).into());
    }
    if let Some(worktree) = &args.worktree {
        check_worktree(worktree)?;
    }
    if args.set_aside {
        chains.set_aside(&feature)?;
        let damaged = chains.place(&feature).damaged;
        remark(&format!("the damaged .meta.json is kept in {damaged}; the rounds and documents stay"));
    }
    let view = begin(context, &feature, args.mode, args.worktree.as_deref())?;
    print(chains, &view, args.json, out)?;
    Ok(End::Done)
}

/// Checks a worktree, before anything is done.
///
/// # Errors
/// What is wrong with it.
pub fn check_worktree(worktree: &str) -> Result<(), Stop> {
    let refused = |why| Stop::refused(why, "give it relative to the workspace");
    frieze_chain::flow::check_worktree(worktree).map_err(refused)
}

/// Begins the chain of a feature.
///
/// # Errors
/// It has one, or its record cannot be used.
pub fn begin(
    context: &Context,
    feature: &FeatureId,
    mode: Option<ModeChoice>,
    worktree: Option<&str>,
) -> Result<RunView, Stop> {
    let words = mode.map(|mode| format!("mode={mode}")).into_iter();
    let words = words.chain(worktree.map(|path| format!("worktree={path}"))).collect();
    let event = Event::Ordered(Order::Verb { verb: "start", words, text: None });
    let runs = workflow(context, FLOW)?.clone();
    let chain = NamedRun { runs, id: feature.clone(), is_design: false };
    chain.runs.begin(feature, &event).map_err(|trouble| chain.stop(trouble))
}

/// Enters a phase, or answers the open question about it.
fn enter(
    context: &Context,
    files: &NamedFiles<'_>,
    verb: &'static str,
    args: &EnterPhase,
    out: &Out,
) -> Ended {
    let text = match &args.from {
        Some(file) => {
            let bytes = files.read(file, LARGEST)?;
            let refused = || {
                Stop::refused(format!("{} is no text in UTF-8", file.display()), "save the document as UTF-8")
            };
            let text =
                String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or_else(refused)?;
            if text.trim_start_matches('\u{feff}').trim().is_empty() {
                let why = format!("{} is empty", file.display());
                return Err(Stop::refused(why, "give a document with a text"));
            }
            Some(text)
        }
        None => None,
    };
    let words = args.answers().map(str::to_owned).collect();
    order(context, &args.id, Order::Verb { verb, words, text }, args.json, out)
}

fn plain(context: &Context, verb: &'static str, args: &AnswerChain, out: &Out) -> Ended {
    order(context, &args.id, Order::Verb { verb, words: Vec::new(), text: None }, args.json, out)
}

/// Ends the feature, and prints the commands of its outcome: frieze itself runs no git.
fn finish(context: &Context, args: &FinishChain, out: &Out) -> Ended {
    let mut words = vec![args.outcome.to_string()];
    words.extend(args.proceed.then(|| "proceed".to_owned()));
    let worktree = existing(context, &args.id)?.inspect().ok().and_then(|view| view.worktree);
    let end = order(context, &args.id, Order::Verb { verb: "finish", words, text: None }, args.json, out)?;
    if args.json {
        return Ok(end);
    }
    if args.outcome == OutcomeChoice::Keep {
        out.line("nothing was changed");
        return Ok(end);
    }
    let runs = status::runs_of(context, &id(&args.id)?, &rows(context))?;
    for run in runs.iter().flat_map(FeatureRuns::left) {
        let why = run.reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        out.paragraph(Style::Plain, 2, &format!("  {} is left as it is, {}{why}", run.name(), run.state));
    }
    let place = worktree.map_or_else(|| context.root.clone(), |worktree| context.root.join(worktree));
    let place = Shown::line(&place.display().to_string()).into_string();
    for line in frieze_chain::flow::after_the_end(&args.outcome.to_string(), &args.id, Some(&place)) {
        out.line(&format!("  {line}"));
    }
    Ok(end)
}

fn order(context: &Context, of: &str, order: Order, as_json: bool, out: &Out) -> Ended {
    let chain = existing(context, of)?;
    let seen = chain.runs.inspect(&chain.id, InspectDepth::Schema).map_err(|trouble| chain.stop(trouble))?;
    // Only an order to go on is carried out by what was waited for, or by what an interruption left.
    let is_interrupted = seen.view.needs.is_none() && !seen.view.is_over;
    let goes_on = if let Order::Verb { verb, words, text: None } = &order {
        let is_next = *verb == "next" && (seen.view.watches || is_interrupted);
        words.is_empty() && (is_next || seen.view.watches && seen.view.stage == Some(*verb))
    } else {
        false
    };
    let went_on = if goes_on { Some(run::go_on(&chain, out)?) } else { None };
    // The other run that it waited for may be done: then this was the next thing.
    let view = match went_on.filter(|view| !view.watches) {
        Some(view) => view,
        None => match run::tried(&chain, Event::Ordered(order), out)? {
            Ok(view) => view,
            Err(trouble) => {
                if let (true, Trouble::Refused(refusal)) = (as_json, &trouble) {
                    print_blocked(&chain, refusal, out)?;
                }
                return Err(chain.stop(trouble));
            }
        },
    };
    let view = with_next(context, view)?;
    report(&chain, &view, as_json, out)?;
    // A question is open, or another run comes first.
    let waits = view.needs == Some(Need::Decision) || view.watches;
    Ok(if waits { End::Waiting } else { End::Done })
}

/// Prints why an order is refused, for programs. A hint that is no command is part of the message.
fn print_blocked(chain: &NamedRun, refusal: &Refusal, out: &Out) -> Result<(), Stop> {
    let mut details = chain.runs.details(&chain.id)?;
    let Refusal { rule, why, hint } = refusal;
    let next = hint.starts_with("frieze ").then_some(hint);
    let is_said = next.is_some() || hint.is_empty();
    let message = if is_said { why.clone() } else { format!("{why}; {hint}") };
    details["type"] = json!(BLOCKED);
    details["rule"] = json!(rule);
    details["message"] = json!(message);
    details["next"] = json!(next);
    out.json(&details);
    Ok(())
}

/// Prints the rounds of one phase.
fn rounds(context: &Context, args: &Rounds, out: &Out) -> Ended {
    let chain = existing(context, &args.id)?;
    let phases = chain.runs.verbs().iter().filter(|verb| verb.takes.contains("fresh") && verb.name != "next");
    let phases: Vec<&str> = phases.map(|verb| verb.name).collect();
    if !phases.contains(&args.phase.as_str()) {
        let why = format!("there is no phase {:.60?}", args.phase);
        return Err(Stop::refused(why, format!("use {}", phases.join(", "))));
    }
    let rows = chain.runs.sheet(&chain.id, "rounds").map_err(|trouble| chain.stop(trouble))?;
    let is_of_phase = |text: &str| text.split(' ').next() == Some(args.phase.as_str());
    let begins =
        |row: &SheetRow| matches!(row.look, RowLook::Heading | RowLook::Bad) && is_of_phase(&row.text);
    let mut rows = rows.into_iter().skip_while(|row| !begins(row));
    let first = rows.next();
    let Some(first) = first else {
        out.paragraph(Style::Plain, 0, &format!("{} has no round of {:?} yet", chain.id, args.phase));
        return Ok(End::Done);
    };
    if first.look == RowLook::Bad {
        let hint = "put the folder itself there; frieze follows no links";
        return Err(Stop::failed(format!("{}: {}", chain.id, first.text), hint));
    }
    let (depth, mut of_phase) = (first.depth, vec![first]);
    of_phase.extend(rows.take_while(|row| row.depth > depth || is_of_phase(&row.text)));
    print_rows(&of_phase, out);
    Ok(End::Done)
}

/// Says once where the features that have a worktree are worked on, if that is not here.
pub fn warn_of_worktrees(context: &Context, runs: &[RunRow]) {
    let Ok(here) = std::env::current_dir() else { return };
    for run in runs {
        let Some(worktree) = &run.worktree else { continue };
        let place = context.root.join(worktree);
        let place = place.canonicalize().unwrap_or(place);
        if !here.starts_with(&place) {
            let (id, here, place) = (run.feature(), here.display(), place.display().to_string());
            let place = Shown::line(&place);
            remark(&format!(
                "⚠️  You are not in the feature worktree of {id}. Current: {here} Worktree: {place}"
            ));
        }
    }
}
