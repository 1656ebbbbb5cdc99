//! Runs of workflows in lists: those of other workflows than the design, and all runs of one feature.

use std::collections::BTreeMap;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::list::{ListEntry, print_list};
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, remark};
use crate::cli::parallel_scan::Shared;
use crate::cli::{Context, End, Ended, Stop, parallel_scan};
use frieze_data::id::FeatureId;
use frieze_data::text::{self, Shown};
use frieze_engine::{Runs, Trouble};
use frieze_kernel::{Attention, FeatureRun, FeatureStatus, Need, RunView, due, ended, is_left};
use jiff::Timestamp;

/// How many runs of a feature one line names.
const MOST_NAMED: usize = 5;

/// A run in `status --json`.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunRow {
    pub flow: &'static str,
    pub id: FeatureId,
    pub state: &'static str,
    /// How far it is, for example `iteration 2`.
    pub measure: Option<String>,
    /// Whether a person closed it before its end.
    #[serde(skip)]
    pub is_closed: bool,
    pub needs: Option<&'static str>,
    pub reason: Option<String>,
    #[serde(skip)]
    pub status: FeatureStatus,
    #[serde(skip)]
    pub since: Option<Timestamp>,
    /// The run of its feature that it waits for.
    #[serde(skip)]
    pub awaited: Option<String>,
    /// The feature that it names.
    #[serde(skip)]
    pub about: Option<FeatureId>,
    #[serde(skip)]
    pub next_command: Option<String>,
    /// What can be decided at its gate.
    #[serde(skip)]
    pub choices: Vec<&'static str>,
    /// Where its feature is worked on, relative to the workspace.
    #[serde(skip)]
    pub worktree: Option<String>,
}

impl RunRow {
    pub fn of(context: &Context, runs: &dyn Runs, view: &RunView) -> Self {
        Self::with_status(view, super::status_of(context, runs, view))
    }

    /// The row of a run whose record cannot be used.
    pub fn unusable(runs: &dyn Runs, id: &FeatureId, trouble: &Trouble) -> Self {
        let (state, attention) = trouble.listed();
        let view = RunView::new(id.clone(), runs.name(), state);
        let status = FeatureStatus { attention: Some(attention), ..FeatureStatus::default() };
        Self::with_status(&RunView { reason: Some(trouble.to_string()), ..view }, status)
    }

    fn with_status(view: &RunView, status: FeatureStatus) -> Self {
        let waits = view.needs == Some(Need::Other);
        Self {
            flow: view.flow,
            id: view.id.clone(),
            state: view.state,
            measure: view.measure.clone(),
            is_closed: view.is_closed,
            needs: status.needs(),
            reason: view.reason.clone(),
            status,
            since: view.since,
            awaited: view.waiting_for.as_ref().filter(|_| waits).map(|awaited| awaited.who.to_string()),
            about: view.about.clone(),
            next_command: view.next_command.clone(),
            choices: view
                .gate()
                .into_iter()
                .flat_map(|gate| &gate.choices)
                .map(|choice| choice.name)
                .collect(),
            worktree: view.worktree.clone(),
        }
    }

    /// Runs that were left behind by the `end` of their feature need nobody; they are shown as they are.
    fn leave_behind(&mut self, end: Option<Timestamp>) {
        self.needs = self.needs.filter(|_| !is_left(self.status, self.since, end));
    }

    /// Whether this can be decided at its gate.
    pub fn can(&self, choice: &str) -> bool {
        self.choices.contains(&choice)
    }

    /// The name of its workflow in the plural.
    pub fn plural(&self) -> String {
        format!("{}s", self.flow)
    }

    /// Its place among the runs of its feature.
    pub fn in_feature(&self) -> FeatureRun<'_> {
        let (id, awaited) = (&self.id, self.awaited.as_deref());
        FeatureRun { flow: self.flow, id, status: self.status, since: self.since, awaited }
    }

    /// Its name, as commands take it.
    pub fn name(&self) -> String {
        format!("{}/{}", self.flow, self.id)
    }

    /// The run itself.
    ///
    /// # Errors
    /// It is gone.
    pub fn named(&self, context: &Context) -> Result<NamedRun, Stop> {
        NamedRun::find(context, &self.name())
    }

    /// The feature that it is about, if there is one with this name.
    pub fn feature(&self) -> &FeatureId {
        self.about.as_ref().unwrap_or(&self.id)
    }

    /// The command that does the next thing.
    pub fn next(&self) -> Option<String> {
        let runs = self.can_be_run();
        let verb = if runs { "run" } else { "show" };
        let own = self.next_command.clone();
        let is_due = runs || self.status.attention.is_some();
        own.or_else(|| is_due.then(|| format!("frieze {verb} {}", self.name())))
    }

    /// Whether `frieze run` takes it on.
    fn can_be_run(&self) -> bool {
        let attention = self.status.attention;
        self.status.is_interrupted()
            || matches!(
                attention,
                Some(Attention::Start | Attention::Paused | Attention::Step | Attention::Other)
            )
    }

    /// Its state for people: a freeze that was tampered with and restored is one, whatever the record can say.
    pub fn state_in_words(&self) -> &'static str {
        if self.status.is_frozen() { "FROZEN" } else { self.state }
    }

    /// Its columns in a list.
    fn cells(&self) -> Vec<String> {
        let needs = self.needs.map(|needs| format!("needs {needs}"));
        let needs = needs.or_else(|| self.reopens()).unwrap_or_default();
        vec![self.name(), self.state_in_words().to_owned(), self.measure.clone().unwrap_or_default(), needs]
    }

    /// That it is closed, and the command that reopens it.
    fn reopens(&self) -> Option<String> {
        let next = self.next_command.as_deref().filter(|_| self.is_closed)?;
        Some(format!("closed, `{next}` goes on"))
    }

    /// As a line below another run of its feature, which it may wait for. Of a run that is complete, what is wrong with it is said.
    pub fn line(&self) -> Shown {
        let FeatureStatus { attention, is_over, ends_feature, .. } = self.status;
        let is_said = attention == Some(Attention::Other) || is_over && !ends_feature && !self.is_closed;
        let why = self.reason.clone().filter(|_| is_said);
        let cells = self.cells().into_iter().chain(why).filter(|cell| !cell.is_empty());
        Shown::line(&cells.collect::<Vec<_>>().join("  "))
    }

    fn entry(&self) -> ListEntry<'_> {
        ListEntry {
            status: self.status,
            is_closed: self.is_closed,
            cells: self.cells(),
            // The cells say already that it is closed.
            reason: self.reason.as_deref().filter(|_| !self.is_closed),
            below: Vec::new(),
        }
    }
}

/// The runs of all other workflows. A workflow whose runs cannot be listed is reported and does not stop the others.
pub fn rows(context: &Context) -> Vec<RunRow> {
    rows_but(context, &Shared::new(context.design()), context.design().name())
}

/// As [`rows`], without those of one workflow.
fn rows_but(context: &Context, shared: &Shared<'_>, without: &str) -> Vec<RunRow> {
    let mut rows = Vec::new();
    for runs in context.flows.others.iter().map(AsRef::as_ref).filter(|runs| runs.name() != without) {
        match runs.features() {
            Ok(ids) => rows.extend(rows_of(context, shared, runs, &ids)),
            Err(e) => remark(&format!("the {}s cannot be listed: {e}", runs.name())),
        }
    }
    rows
}

fn rows_of(context: &Context, shared: &Shared<'_>, runs: &dyn Runs, ids: &[FeatureId]) -> Vec<RunRow> {
    parallel_scan::inspect_all(shared, runs, ids, |id, seen| match seen {
        Ok(view) => RunRow::of(context, runs, &view),
        Err(trouble) => RunRow::unusable(runs, id, &trouble),
    })
}

/// All runs of a feature, its design first; of them, the place of the one that is due.
#[derive(Clone)]
pub struct FeatureRuns {
    all: Vec<RunRow>,
    at: usize,
}

/// In `--json`: the name of the run that is due, the command that does the next thing, and all runs.
impl Serialize for FeatureRuns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(3))?;
        fields.serialize_entry("due", &self.due().map(RunRow::name))?;
        fields.serialize_entry("next", &self.next())?;
        fields.serialize_entry("flows", &self.all)?;
        fields.end()
    }
}

impl FeatureRuns {
    pub fn of(mut all: Vec<RunRow>) -> Option<Self> {
        let at = due(all.iter().map(RunRow::in_feature))?;
        let end = ended(all.iter().map(|run| (run.status, run.since)));
        all.iter_mut().for_each(|run| run.leave_behind(end));
        Some(Self { all, at })
    }

    fn due(&self) -> Option<&RunRow> {
        self.all.get(self.at)
    }

    /// The command that does the next thing.
    pub fn next(&self) -> Option<String> {
        self.due().and_then(RunRow::next)
    }

    /// The run that is due; `None` if that is the design.
    pub fn due_other(&self) -> Option<&RunRow> {
        self.due().filter(|_| self.at > 0)
    }

    /// The design of the feature.
    pub fn design(&self) -> Option<&RunRow> {
        self.all.first()
    }

    /// The run of another workflow that `frieze run` means by the name of the feature. A chain that has ended has nothing to do.
    pub fn run_by_name(&self) -> Option<&RunRow> {
        self.due_other().filter(|due| !due.status.ends_feature)
    }

    /// The runs with an open gate.
    pub fn waiting(&self) -> impl Iterator<Item = &RunRow> {
        self.all.iter().filter(|run| run.status.attention == Some(Attention::Decision))
    }

    /// The runs that waited for a person at the end of the feature.
    pub fn left(&self) -> impl Iterator<Item = &RunRow> {
        self.all.iter().filter(|run| run.needs.is_none() && run.status.needs_person())
    }

    /// The names of the runs that are not the design, and the command with this verb for one.
    pub fn not_the_design(&self, verb: &str) -> Option<String> {
        let names: Vec<String> = self.all.iter().skip(1).map(RunRow::name).collect();
        let named = text::first(&names, MOST_NAMED, ", ");
        Some(format!("{named}: `frieze {verb} {}`", names.first()?))
    }

    /// The runs that are not due.
    pub fn others(&self) -> impl Iterator<Item = &RunRow> {
        self.all.iter().enumerate().filter(|(at, _)| *at != self.at).map(|(_, run)| run)
    }
}

/// The command that comes after a frozen design, given all runs of its feature if there are others; `None` if it has ended.
pub fn after_freeze(feature: &FeatureId, runs: Option<&FeatureRuns>) -> Option<String> {
    match runs {
        Some(runs) => runs.next(),
        None => Some(format!("frieze session new --feature {feature}")),
    }
}

/// A run with the command that does the next thing. One that waits for another run of its feature has that one's command, unless
/// `frieze run` takes that one on.
pub fn with_next(context: &Context, view: RunView) -> Result<RunView, Stop> {
    if view.needs != Some(Need::Other) {
        return Ok(view);
    }
    let runs = super::runs_of(context, &view.id, &rows(context))?;
    let due = runs.as_ref().and_then(FeatureRuns::due);
    let next = due.filter(|run| !run.can_be_run()).and_then(RunRow::next);
    Ok(RunView { next_command: next.or(view.next_command), ..view })
}

/// When the features of these runs ended.
fn ends<'r>(runs: impl IntoIterator<Item = &'r RunRow>) -> BTreeMap<FeatureId, Timestamp> {
    let ends = runs.into_iter().filter_map(|run| Some((run, ended([(run.status, run.since)])?)));
    ends.map(|(run, end)| (run.feature().clone(), end)).collect()
}

/// What a run needs from a person, as the list of all features says it.
pub fn needs(context: &Context, runs: &dyn Runs, view: &RunView) -> Option<&'static str> {
    let (mut row, others) = (RunRow::of(context, runs, view), rows(context));
    row.leave_behind(ends(&others).get(row.feature()).copied());
    row.needs
}

/// Lists the runs of one workflow; `begin` is the command that begins one.
pub fn list(context: &Context, runs: &dyn Runs, begin: &str, as_json: bool, out: &Out) -> Ended {
    let shared = Shared::new(runs);
    let mut rows = rows_of(context, &shared, runs, &runs.features()?);
    let ends = ends(rows.iter().chain(&rows_but(context, &shared, runs.name())));
    rows.iter_mut().for_each(|run| run.leave_behind(ends.get(run.feature()).copied()));
    let plural = format!("{}s", runs.name());
    if as_json {
        out.json(&json!({ "schemaVersion": 1, plural: rows }));
    } else if rows.is_empty() {
        out.line(&format!("no {plural} yet: `{begin}` begins one"));
    } else {
        print(&rows, out);
    }
    Ok(End::Done)
}

/// Prints the runs, those that need a person first.
pub fn print(rows: &[RunRow], out: &Out) {
    print_list(rows.iter().map(RunRow::entry).collect(), out);
}
