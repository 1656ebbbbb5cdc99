//! `frieze run`: runs features, and runs of other workflows, until each waits for a person or has ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style, complain, remark};
use crate::cli::progress::Progress;
use crate::cli::run_report::{answers, next_command};
use crate::cli::verbs::chain;
use crate::cli::verbs::status::other_runs::{self, RunRow};
use crate::cli::verbs::status::{Listing, Row, print, rows_of};
use crate::cli::{Context, End, Ended, Stop, args, parallel_scan, refusals};
use frieze_data::id::FeatureId;
use frieze_engine::{InspectDepth, Runs, Trouble};
use frieze_kernel::{Attention, Event, FeatureRun, FeatureStatus, Need, Order, RunView, due};
use futures::future::join_all;
use tokio::runtime::{self, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinError;

/// Exit code of an interrupted program, as in shells.
const INTERRUPTED: i32 = 130;

pub fn run(context: &Context, args: &args::Run, out: &Out) -> Ended {
    let reason = args.reason.as_deref().map(crate::cli::reason).transpose()?;
    let (Named { mut ids, others, resting }, mut end) = if args.all {
        all(context, reason.is_some())?
    } else {
        let named = named(context, args, out)?;
        if named.ids.is_empty() && named.others.is_empty() && !args.json {
            return Ok(End::Done);
        }
        (named, End::Done)
    };
    if let Some(reason) = reason {
        others.iter().for_each(needs_no_reason);
        ids.retain(|id| {
            let Err(trouble) = explain(context, id, reason) else { return true };
            end = end.max(report(&NamedRun::design(context, id.clone()), trouble));
            false
        });
    }
    if ids.is_empty() && others.is_empty() && end != End::Done && !args.json {
        out.line("nothing else to run (frieze status)");
        return Ok(end);
    }
    let (finished, failed) = run_all(context, &ids, &others, &resting, args.json, out)?;
    Ok(end.max(finished).max(failed))
}

#[derive(Default)]
struct Named {
    /// The features whose designs are run.
    ids: Vec<FeatureId>,
    others: Vec<NamedRun>,
    /// The features whose chain has ended and whose design has nothing to run: they are only listed.
    resting: Vec<FeatureId>,
}

/// The named features and the named runs of other workflows, each once. The name of a feature means the run of it that is due; only designs
/// have reasons. That the chain of a feature has ended is said.
fn named(context: &Context, args: &args::Run, out: &Out) -> Result<Named, Stop> {
    let (names, has_reason) = (&args.ids, args.reason.is_some());
    let (mut named, mut seen) = (Named::default(), BTreeSet::new());
    let is_named = has_reason || names.iter().all(|name| name.contains('/'));
    let runs = if is_named { Vec::new() } else { other_runs::rows(context) };
    for name in names {
        let run = match has_reason {
            true => NamedRun::find(context, name)?,
            false => NamedRun::due(context, name, &runs)?,
        };
        if !seen.insert(run.to_string()) {
            continue;
        }
        let is_its_chain = |row: &&RunRow| row.flow == chain::FLOW && row.id == run.id && row.status.is_over;
        let ended = runs.iter().find(is_its_chain).filter(|_| run.is_design && !name.contains('/'));
        let rest = ended.and_then(|_| rest(context, &run.id));
        if let Some(chain) = ended.filter(|_| !args.json) {
            let why = chain.reason.as_deref().unwrap_or_default();
            let hint = match rest {
                Some(Rest::Done) | None => String::new(),
                Some(Rest::New) => format!("; `frieze run design/{}` runs its design", run.id),
            };
            out.line(&format!("{} is {}: {why}{hint}", chain.name(), chain.state));
        }
        match run.is_design {
            true if rest.is_some() => named.resting.push(run.id),
            true => named.ids.push(run.id),
            false => named.others.push(run),
        }
    }
    Ok(named)
}

/// Why a design has nothing to run.
#[derive(Clone, Copy)]
enum Rest {
    Done,
    /// It never began.
    New,
}

/// Whether a design rests. One that cannot be inspected is run, which says why.
fn rest(context: &Context, id: &FeatureId) -> Option<Rest> {
    let view = context.design().inspect(id, InspectDepth::Schema).ok()?.view;
    let status = FeatureStatus::of(&view, || false);
    if status.is_sealed && status.needs().is_none() {
        return Some(Rest::Done);
    }
    (status.attention == Some(Attention::Start) && view.path.is_empty()).then_some(Rest::New)
}

/// The runs that can run: of each feature the one that is due, and those of no feature. A design that cannot be inspected counts as
/// failed, but does not stop the others.
fn all(context: &Context, has_reason: bool) -> Result<(Named, End), Stop> {
    let (mut named, mut end) = (Named::default(), End::Done);
    let mut others: BTreeMap<FeatureId, Vec<RunRow>> = BTreeMap::new();
    for run in other_runs::rows(context) {
        others.entry(run.feature().clone()).or_default().push(run);
    }
    let listed = context.design().features()?;
    let shared = parallel_scan::Shared::new(context.design());
    let designs = parallel_scan::inspect_all(&shared, context.design(), &listed, |_, seen| {
        seen.map(|view| (FeatureStatus::of(&view, || false), view.since))
    });
    for (id, design) in listed.into_iter().zip(designs) {
        let others = others.remove(&id).unwrap_or_default();
        match design {
            Ok((status, since)) => {
                let design =
                    FeatureRun { flow: context.design().name(), id: &id, status, since, awaited: None };
                let all = std::iter::once(design).chain(others.iter().map(RunRow::in_feature));
                match due(all).and_then(|at| others.get(at.checked_sub(1)?)) {
                    None if status.can_run(has_reason) => {
                        let ends = status.goes_on().then(|| context.design().would_end(&id)).flatten();
                        match ends {
                            // The others run; `frieze run` with its name ends it.
                            Some(why) => end = end.max(report(&NamedRun::design(context, id), why)),
                            None => named.ids.push(id),
                        }
                    }
                    // One that is gone since is no run any more.
                    Some(run) if run.status.goes_on() => named.others.extend(run.named(context)),
                    None | Some(_) => {}
                }
            }
            Err(trouble) => {
                end = end.max(report(&NamedRun::design(context, id), trouble)).max(End::Failed);
            }
        }
    }
    for run in others.values().flatten().filter(|run| run.status.goes_on()) {
        named.others.extend(run.named(context));
    }
    Ok((named, end))
}

/// Records why a feature was unfrozen. A feature that needs no reason runs without one.
fn explain(context: &Context, id: &FeatureId, reason: &str) -> Result<(), Trouble> {
    if context.design().inspect(id, InspectDepth::Locked)?.view.needs == Some(Need::Reason) {
        context.design().take_once(id, &Event::Ordered(Order::Explain { reason: reason.to_owned() }))?;
    } else {
        needs_no_reason(&NamedRun::design(context, id.clone()));
    }
    Ok(())
}

fn needs_no_reason(run: &NamedRun) {
    remark(&format!("{run} needs no reason: none was recorded"));
}

/// Prints the problem of one of several runs.
fn report(run: &NamedRun, trouble: Trouble) -> End {
    let stop = run.stop(trouble);
    complain(&format!("{run}: {}", stop.what), &stop.hint);
    stop.end
}

/// Runs features in parallel, then the runs of other workflows, and prints the result of each; as JSON, it lists the features that rest,
/// too. Returns the worst end of the results, and the worst of the problems.
pub fn run_all(
    context: &Context,
    ids: &[FeatureId],
    others: &[NamedRun],
    resting: &[FeatureId],
    as_json: bool,
    out: &Out,
) -> Result<(End, End), Stop> {
    let designs: Vec<NamedRun> = ids.iter().map(|id| NamedRun::design(context, id.clone())).collect();
    let mut all = Results::of(&designs, out)?;
    let features = std::mem::take(&mut all.finished);
    for flow in &context.flows.others {
        let group: Vec<NamedRun> =
            others.iter().filter(|run| run.runs.name() == flow.name()).cloned().collect();
        all.add(Results::of(&group, out)?);
    }
    let mut rows: Vec<Row> = features.iter().map(|finished| Row::of(context, &finished.view)).collect();
    let other = |finished: &Finished| RunRow::of(context, finished.run.runs.as_ref(), &finished.view);
    let other_rows: Vec<RunRow> = all.finished.iter().map(other).collect();
    if as_json {
        rows.extend(rows_of(context, resting));
        out.json(&Listing::of(context, rows, other_rows));
    } else if ids.is_empty() && others.is_empty() {
        out.line("nothing to run: every feature waits for a person or has ended (frieze status)");
    } else {
        print_features(context, &features, &rows, out);
        if !rows.is_empty() && !other_rows.is_empty() {
            out.line("");
        }
        other_runs::print(&other_rows, out);
        if features.len() > 1 {
            let failed = features.iter().filter(|finished| finished.has_hint());
            let failed: Vec<&str> = failed.map(|finished| finished.view.id.as_str()).collect();
            if !failed.is_empty() {
                out.paragraph(
                    Style::Bad,
                    2,
                    &format!("{} did not reach a candidate: {}", failed.len(), failed.join(", ")),
                );
            }
        }
        for Finished { run, view, .. } in &all.finished {
            if let Some(next) = next_command(view).or(view.hint.as_deref()) {
                out.paragraph(Style::Plain, 6, &format!("next: {run}: {next}"));
            }
            answers(view, out);
        }
    }
    Ok((all.end, all.failed))
}

/// Prints features that were run, and what to do next.
fn print_features(context: &Context, features: &[Finished], rows: &[Row], out: &Out) {
    if rows.is_empty() {
        return;
    }
    print(rows, &[], out);
    if let Some(gate) = features.iter().find_map(|finished| finished.view.gate()) {
        let (id, possible) = (&gate.binding.feature, gate.possible().collect::<Vec<_>>().join("|"));
        out.line(&format!("next: frieze show {id}, then frieze {possible} {id}"));
    }
    for Finished { run, view, .. } in features.iter().filter(|finished| finished.has_hint()) {
        let hint = view.hint.as_deref().unwrap_or("`frieze show` shows what happened");
        out.paragraph(Style::Plain, 6, &format!("next: {run}: {hint}"));
    }
    if context.drafts_without_a_model() && rows.iter().any(|row| row.needs == Some("decision")) {
        let command = context.use_command();
        let words = format!(
            "these are skeletons, drafted without a model; `{command}` gives the roles to a model, and `frieze doctor` shows other ways"
        );
        out.paragraph(Style::Dim, 0, &words);
    }
}

/// What several runs came to.
struct Results {
    finished: Vec<Finished>,
    /// The worst end of those that were run.
    end: End,
    /// The worst end of those that could not be run.
    failed: End,
}

impl Results {
    /// Runs several of one workflow in parallel, and reports their problems.
    fn of(group: &[NamedRun], out: &Out) -> Result<Self, Stop> {
        let mut results = Self { finished: Vec::new(), end: End::Done, failed: End::Done };
        let Some(first) = group.first() else { return Ok(results) };
        for (run, outcome) in with_progress(first.runs.as_ref(), run_parallel(group), SAME, out)? {
            match outcome {
                Ok(finished) => {
                    finished.report();
                    results.end = results.end.max(ending(&finished.view));
                    results.finished.push(finished);
                }
                Err(trouble) => results.failed = results.failed.max(report(&run, trouble)),
            }
        }
        Ok(results)
    }

    fn add(&mut self, other: Self) {
        self.finished.extend(other.finished);
        (self.end, self.failed) = (self.end.max(other.end), self.failed.max(other.failed));
    }
}

/// Gives one order or decision to a run, and works until the run waits for a person.
pub fn order(run: &NamedRun, event: Event, out: &Out) -> Result<RunView, Stop> {
    tried(run, event, out)?.map_err(|trouble| run.stop(trouble))
}

/// As [`order`]; the inner error is what the run answered.
pub fn tried(run: &NamedRun, event: Event, out: &Out) -> Result<Result<RunView, Trouble>, Stop> {
    let runs = run.runs.as_ref();
    with_progress(runs, runs.run(&run.id, Some(event)), &continues(run), out)
}

/// Works on a run until it waits for a person, without an order.
pub fn go_on(run: &NamedRun, out: &Out) -> Result<RunView, Stop> {
    let runs = run.runs.as_ref();
    with_progress(runs, runs.run(&run.id, None), &continues(run), out)?.map_err(|trouble| run.stop(trouble))
}

/// What continues an interrupted `frieze run`.
const SAME: &str = "the same command continues";

/// What continues an interrupted order: the same order again may be another one, and a decision may not be taken yet.
fn continues(run: &NamedRun) -> String {
    format!("`frieze show {run}` shows what was done, `frieze run {run}` continues")
}

/// Shows progress while some work goes on. Ends the program if it is interrupted: everything is saved, and `hint` says what continues.
fn with_progress<T>(
    runs: &dyn Runs,
    work: impl Future<Output = T>,
    hint: &str,
    out: &Out,
) -> Result<T, Stop> {
    let outcome = runtime()?.block_on(async {
        // Before the work begins: a signal that comes while the listener is made would be lost.
        let mut interrupt = signal(SignalKind::interrupt())
            .map_err(|e| Stop::refused(format!("cannot listen for an interruption: {e}"), "try again"))?;
        let mut progress = Progress::of(runs.board(), out);
        let outcome = tokio::select! {
            outcome = work => Some(outcome),
            _ = interrupt.recv() => None,
            never = progress.run() => match never {},
        };
        progress.end();
        Ok::<_, Stop>(outcome)
    })?;
    let Some(outcome) = outcome else {
        complain("interrupted; all progress is saved", hint);
        out.exit(INTERRUPTED);
    };
    Ok(outcome)
}

/// The only runtime of a command. A run that still waits goes on in it, and takes the next order; in a runtime that ends, the order
/// would be lost. An abandoned agent may still be working; it ends with this process.
fn runtime() -> Result<&'static Runtime, Stop> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let refused =
        |e| Stop::refused(format!("cannot start threads: {e}"), "close other programs and try again");
    let runtime = runtime.map_err(refused)?;
    Ok(RUNTIME.get_or_init(|| runtime))
}

/// A run before it was run and after it.
struct Finished {
    run: NamedRun,
    before: RunView,
    view: RunView,
    /// Whether a frozen design differs from the approved one, so that the inspection failed the feature.
    is_tampered: bool,
}

impl Finished {
    /// Whether it ended with something that a person must do first.
    fn has_hint(&self) -> bool {
        !self.is_tampered && matches!(self.view.needs, Some(Need::Reset | Need::Resume))
    }

    /// Prints what the list does not show.
    fn report(&self) {
        let Self { run, before, view, is_tampered } = self;
        refusals::report_new(before, view);
        if *is_tampered || !run.is_design && view.cause.is_some() {
            let why = view.reason.as_deref().unwrap_or_default();
            complain(&format!("{run}: {why}"), view.hint.as_deref().unwrap_or_default());
        }
        if let Some(preview) = view.preview.as_deref().filter(|_| view.needs == Some(Need::Decision)) {
            remark(&format!("{run}: the preview is {preview}"));
        }
    }
}

type Outcome = (NamedRun, Result<Finished, Trouble>);

async fn run_parallel(group: &[NamedRun]) -> Vec<Outcome> {
    let tasks: Vec<_> = group.iter().map(|run| tokio::spawn(run_one(run.clone()))).collect();
    let ended = join_all(tasks).await.into_iter().zip(group);
    let outcome = |(ended, run): (Result<Result<Finished, Trouble>, JoinError>, &NamedRun)| {
        (run.clone(), ended.unwrap_or_else(|_| Err(Trouble::Lost(run.id.clone()))))
    };
    ended.map(outcome).collect()
}

/// Takes one run on: starts an idle one, resumes an interrupted one, leaves one that waits for a person.
async fn run_one(run: NamedRun) -> Result<Finished, Trouble> {
    let (runs, id) = (run.runs.clone(), run.id.clone());
    let before = runs.inspect(&id, InspectDepth::Schema)?.view;
    // Inspect the files first: otherwise a start would be refused because of the failed state, and the cause, damaged files,
    // would not be reported.
    let opened = runs.run(&id, None).await?;
    let was_idle_or_frozen = before.is_sealed || matches!(before.needs, Some(Need::Start | Need::Reason));
    if opened.needs == Some(Need::Reset) && was_idle_or_frozen {
        return Ok(Finished { run, before, view: opened, is_tampered: true });
    }
    let is_between = |view: &RunView| matches!(view.needs, Some(Need::Step | Need::Words(_)));
    let leaves_its_stage =
        |view: &RunView| is_between(view) && before.stage.is_some() && view.stage.is_none();
    let begins = match before.needs {
        // What it waited for is there, and the inspection went on.
        Some(Need::Other) if opened.needs == Some(Need::Step) => false,
        _ if leaves_its_stage(&opened) => false,
        // A paused run goes on; one whose files must be restored says so.
        Some(
            Need::Start
            | Need::Resume
            | Need::Reason
            | Need::Reset
            | Need::File
            | Need::Step
            | Need::Restore
            | Need::Other,
        ) => true,
        Some(Need::Decision | Need::Words(_)) => false,
        // An agent that worked when its process was killed has answered by now: the next step is due.
        None => before.is_sealed || opened.needs == Some(Need::Step) && opened.state == before.state,
    };
    if !begins {
        return Ok(Finished { run, before, view: opened, is_tampered: false });
    }
    let mut view = runs.run(&id, Some(Event::Ordered(Order::Start))).await?;
    // A step that is due needs nothing but the order. One that changes nothing is the last, and one that leads back to where the run
    // was, or out of the stage in which it waited: what comes next there is another thing.
    let last_move = |view: &RunView| view.path.last().map(|last| last.at).or(view.since);
    let is_back = |view: &RunView| {
        let is_where_it_was = view.state == before.state && last_move(view) != last_move(&before);
        view.needs == Some(Need::Step) && is_where_it_was || leaves_its_stage(view)
    };
    while matches!(view.needs, Some(Need::Step | Need::File)) && view.cause.is_none() && !is_back(&view) {
        let seen = runs.run(&id, None).await?;
        if seen.needs != Some(Need::Step) {
            break;
        }
        let next = runs.run(&id, Some(Event::Ordered(Order::Start))).await?;
        if next == view {
            break;
        }
        view = next;
    }
    Ok(Finished { run, before, view, is_tampered: false })
}

fn ending(view: &RunView) -> End {
    match view.needs {
        // A response that cannot be used, or an agent without an answer.
        Some(Need::File | Need::Step) if view.cause.is_some() => End::Failed,
        Some(Need::Decision | Need::Resume | Need::Words(_) | Need::File | Need::Step | Need::Restore) => {
            End::Waiting
        }
        Some(Need::Reset) => End::Failed,
        Some(Need::Start | Need::Reason | Need::Other) | None => End::Done,
    }
}
