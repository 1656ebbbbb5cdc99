//! `frieze status`: the features and what each needs, and the runs of other workflows.

mod list;
pub mod other_runs;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use self::list::{ListEntry, print_list};
use self::other_runs::{FeatureRuns, RunRow};
use crate::cli::out::{Out, remark};
use crate::cli::parallel_scan::Shared;
use crate::cli::verbs::{answer, chain};
use crate::cli::{Context, End, Ended, Stop, parallel_scan};
use frieze_data::id::FeatureId;
use frieze_data::score::Score;
use frieze_data::text::{self, Shown};
use frieze_engine::{Runs, lease_holder};
use frieze_kernel::{
    Attention, FeatureStatus, FileProblem, RunView, Spent, attention_summary, in_units, score_in_words,
};

/// A feature in `status --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub id: FeatureId,
    pub state: &'static str,
    pub iteration: u32,
    pub max_iterations: Option<u32>,
    pub score: Option<Score>,
    #[serde(skip)]
    score_of: Option<u32>,
    pub threshold: Option<u8>,
    pub needs: Option<&'static str>,
    pub reason: Option<String>,
    /// Usage of agents in the run, and in all runs of the feature.
    pub spent: Usage,
    pub spent_in_all: Usage,
    /// The models that answered in the run.
    pub answered_by: Vec<AnsweredBy>,
    /// Its design as one of several runs.
    #[serde(skip)]
    design: RunRow,
    /// All runs of the feature, if it has runs of other workflows.
    #[serde(flatten)]
    pub runs: Option<FeatureRuns>,
}

/// The model that answered in a role.
#[derive(Serialize)]
pub struct AnsweredBy {
    role: String,
    model: String,
}

/// The limits of one run; `null` for none.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    max_calls: Option<u64>,
    max_tokens: Option<u64>,
    /// Decimal text in the currency.
    max_cost: Option<String>,
}

/// Usage of agents, for `--json`.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    /// Decimal text in the currency.
    cost: String,
    currency: String,
    /// How many of the calls have estimated numbers.
    estimated: u64,
}

impl Usage {
    pub fn of(spent: Spent, currency: &str) -> Self {
        Self {
            calls: spent.calls,
            input_tokens: spent.input_tokens,
            output_tokens: spent.output_tokens,
            cost: in_units(spent.cost_micros),
            currency: currency.to_owned(),
            estimated: spent.estimated,
        }
    }
}

/// The currency of a workspace.
pub fn currency(context: &Context) -> &str {
    context.configured("currency").unwrap_or_default()
}

fn limits(context: &Context) -> Limits {
    let number = |key: &str| context.configured(key)?.parse().ok();
    // Text that is not an amount means that there is no limit.
    let cost = context.configured("maxCost").filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    Limits {
        max_calls: number("maxCalls"),
        max_tokens: number("maxTokens"),
        max_cost: cost.map(str::to_owned),
    }
}

/// The output of `status --json` and `run --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    schema_version: u32,
    limits: Limits,
    features: Vec<Row>,
    /// The runs of other workflows; each list is named by its workflow in the plural, for example `sessions`.
    #[serde(flatten)]
    others: BTreeMap<String, Vec<RunRow>>,
}

impl Listing {
    pub fn of(context: &Context, features: Vec<Row>, others: Vec<RunRow>) -> Self {
        let mut lists: BTreeMap<String, Vec<RunRow>> = BTreeMap::new();
        for run in others {
            lists.entry(run.plural()).or_default().push(run);
        }
        Self { schema_version: 1, limits: limits(context), features, others: lists }
    }
}

impl Row {
    pub fn of(context: &Context, view: &RunView) -> Self {
        let (by, currency) = (view.answered_by.iter().cloned(), currency(context));
        let mut design = RunRow::of(context, context.design(), view);
        if let Some(advice) = answer::advice(context, view) {
            design.reason = Some(format!("{}; {advice}", view.reason.as_deref().unwrap_or_default()));
        }
        Self {
            iteration: view.iteration,
            max_iterations: view.max_iterations,
            score: view.score,
            score_of: view.score_of,
            threshold: view.threshold,
            spent: Usage::of(view.spent, currency),
            spent_in_all: Usage::of(view.spent_in_all, currency),
            answered_by: by.map(|(role, model)| AnsweredBy { role, model }).collect(),
            ..Self::without_score(design)
        }
    }

    /// The row of a feature of whose run only this is known.
    fn without_score(design: RunRow) -> Self {
        Self {
            id: design.id.clone(),
            state: design.state,
            iteration: 0,
            max_iterations: None,
            score: None,
            score_of: None,
            threshold: None,
            needs: design.needs,
            reason: design.reason.clone(),
            spent: Usage::default(),
            spent_in_all: Usage::default(),
            answered_by: Vec::new(),
            design,
            runs: None,
        }
    }

    /// Gives it all runs of the feature. A design that the end of its feature left behind needs nobody.
    pub fn give(&mut self, runs: Option<FeatureRuns>) {
        if let Some(runs) = &runs {
            self.needs = runs.design().and_then(|design| design.needs);
        }
        self.runs = runs;
    }

    /// The run of another workflow that is due.
    fn due_other(&self) -> Option<&RunRow> {
        self.runs.as_ref().and_then(FeatureRuns::due_other)
    }

    /// The status of the run that is due.
    fn due_status(&self) -> FeatureStatus {
        self.due_other().unwrap_or(&self.design).status
    }

    /// Whether `frieze run --all` takes the run that is due.
    fn is_ready(&self) -> bool {
        self.due_other().map_or(self.design.status.can_run(false), |run| run.status.goes_on())
    }

    /// The feature in a list: the run that is due, and below it the others.
    fn entry(&self) -> ListEntry<'_> {
        let below = self.runs.iter().flat_map(FeatureRuns::others).map(RunRow::line).collect();
        if let Some(run) = self.due_other() {
            let needs = run.needs.map(|needs| format!("needs {needs}")).unwrap_or_default();
            let (measure, needs) =
                (run.measure.clone().unwrap_or_default(), format!("{} {needs}", run.name()));
            let cells = vec![self.id.to_string(), run.state.to_owned(), measure, String::new(), needs];
            return ListEntry {
                status: run.status,
                is_closed: run.is_closed,
                cells,
                reason: run.reason.as_deref(),
                below,
            };
        }
        let iteration = match self.max_iterations {
            Some(max) if self.iteration > 0 => format!("{}/{max}", self.iteration),
            Some(_) | None => String::new(),
        };
        let score = score_in_words(self.score, None, self.score_of).unwrap_or_default();
        let problem = match self.design.status.file_problem {
            Some(FileProblem::Tampered) => "tampered, ",
            Some(FileProblem::Damaged) => "broken, ",
            Some(FileProblem::Missing | FileProblem::Invalid) | None => "",
        };
        let needs = self.needs.map(|n| format!("{problem}needs {n}")).unwrap_or_default();
        let state = self.design.state_in_words().to_owned();
        let cells = vec![self.id.to_string(), state, iteration, score, needs];
        ListEntry {
            status: self.design.status,
            is_closed: false,
            cells,
            reason: self.reason.as_deref(),
            below,
        }
    }
}

/// Gives features the runs of other workflows that are about them. Both are sorted. Returns the runs that are about none.
fn assign(features: &mut [Row], others: Vec<RunRow>) -> Vec<RunRow> {
    let mut of_none = Vec::new();
    let mut runs: BTreeMap<usize, Vec<RunRow>> = BTreeMap::new();
    for run in others {
        match features.binary_search_by(|row| row.id.cmp(run.feature())) {
            Ok(at) => runs.entry(at).or_default().push(run),
            Err(_) => of_none.push(run),
        }
    }
    for (at, others) in runs {
        if let Some(row) = features.get_mut(at) {
            row.give(FeatureRuns::of(std::iter::once(row.design.clone()).chain(others).collect()));
        }
    }
    of_none
}

/// The runs of a feature among those of other workflows, with its design; `None` if there is only the design.
pub fn runs_of(context: &Context, id: &FeatureId, others: &[RunRow]) -> Result<Option<FeatureRuns>, Stop> {
    let others: Vec<RunRow> = others.iter().filter(|run| run.feature() == id).cloned().collect();
    // A folder that was adopted may have a chain and no brief.
    let has_chain = others.iter().any(|run| run.flow == chain::FLOW);
    if others.is_empty() || !has_chain && !context.design().exists(id)? {
        return Ok(None);
    }
    let mut rows = rows_of(context, std::slice::from_ref(id));
    assign(&mut rows, others);
    Ok(rows.pop().and_then(|row| row.runs))
}

/// The command that takes on the design of a feature: in a feature with other runs, its name alone means the run that is due.
pub fn run_design(context: &Context, id: &FeatureId) -> String {
    let others = other_runs::rows(context);
    match others.iter().any(|run| run.feature() == id) {
        true => format!("frieze run {}/{id}", context.design().name()),
        false => format!("frieze run {id}"),
    }
}

pub fn status(context: &Context, as_json: bool, out: &Out) -> Ended {
    let (mut features, others) = (rows_of(context, &context.design().features()?), other_runs::rows(context));
    chain::warn_of_worktrees(context, &others);
    if as_json {
        assign(&mut features, others.clone());
        out.json(&Listing::of(context, features, others));
    } else {
        let of_none = assign(&mut features, others);
        print(&features, &of_none, out);
        if !of_none.is_empty() {
            out.line("");
            other_runs::print(&of_none, out);
        }
    }
    if let Err(wrong) = &context.configuration {
        // The list needs no settings, but the next command may.
        remark(&wrong.what);
    }
    Ok(End::Done)
}

/// `frieze` without a verb: the features of this workspace, or how to create one.
pub fn overview(context: Result<Context, Stop>, out: &Out) -> Ended {
    match context {
        Ok(context) => {
            status(&context, false, out)?;
            out.line("");
            out.line("`frieze --help` lists all commands");
        }
        Err(stop) => {
            out.line(Shown::block(&stop.what).as_str());
            out.line("`frieze init --demo` creates a workspace with example features; `frieze --help` lists all commands");
        }
    }
    Ok(End::Done)
}

/// The status of a run; its lease says whether it is running.
pub fn status_of(context: &Context, runs: &dyn Runs, view: &RunView) -> FeatureStatus {
    FeatureStatus::of(view, || lease_holder::now(context.store.as_ref(), &runs.place(&view.id)).is_some())
}

/// The rows of these features.
pub fn rows_of(context: &Context, ids: &[FeatureId]) -> Vec<Row> {
    parallel_scan::inspect_all(&Shared::new(context.design()), context.design(), ids, |id, seen| match seen {
        Ok(view) => Row::of(context, &view),
        Err(trouble) => Row::without_score(RunRow::unusable(context.design(), id, &trouble)),
    })
}

/// Prints features that need a person first, then running ones, then the others. Also counts the runs that are about no feature.
pub fn print(rows: &[Row], of_none: &[RunRow], out: &Out) {
    if rows.is_empty() {
        out.line("no features yet: `frieze new ID --brief FILE` creates one from a requirement document");
        return;
    }
    print_list(rows.iter().map(Row::entry).collect(), out);
    out.line("");
    let all = rows.iter().map(Row::due_status).chain(of_none.iter().map(|run| run.status));
    let ready = rows.iter().filter(|row| row.is_ready()).count();
    let ready = ready + of_none.iter().filter(|run| run.status.goes_on()).count();
    // What else a feature has does not unfreeze its design.
    let frozen = rows.iter().filter(|row| row.design.status.is_frozen()).count();
    out.line(&summary(&all.collect::<Vec<_>>(), ready, frozen, of_none.len()));
}

/// The counts of features and of other runs by kind, in the words of the screen's header.
fn summary(all: &[FeatureStatus], ready: usize, frozen: usize, others: usize) -> String {
    let count = |is: fn(&FeatureStatus) -> bool| all.iter().filter(|status| is(status)).count();
    let tampered = count(|status| status.attention == Some(Attention::Tampered));
    let mut text = attention_summary(count(|status| status.needs_person()), tampered);
    for (count, word) in [
        (count(|status| status.is_at_work), "running"),
        (ready, "ready to run"),
        (count(|status| status.attention.is_some_and(Attention::is_of_a_failed_run)), "failed"),
        (frozen, "frozen"),
    ] {
        if count > 0 {
            // The list reads only the records; it does not check the designs.
            let note = if word == "frozen" { " (not verified)" } else { "" };
            let _ = write!(text, " · {count} {word}{note}");
        }
    }
    let _ = write!(text, " · {}", text::count(all.len() - others, "feature", "features"));
    if others > 0 {
        let _ = write!(text, " · {}", text::count(others, "other run", "other runs"));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::cli::verbs::status::*;

    #[test]
    fn the_counts_equal_the_header_of_the_screen() {
        let of = |attention| FeatureStatus { attention, ..FeatureStatus::default() };
        let sealed = FeatureStatus { is_sealed: true, ..of(None) };
        let at_work = FeatureStatus { is_at_work: true, ..of(None) };
        let kinds =
            [Attention::Decision, Attention::Tampered, Attention::Reason, Attention::Reset, Attention::Start];
        let all: Vec<FeatureStatus> =
            kinds.map(|attention| of(Some(attention))).into_iter().chain([sealed, at_work]).collect();
        assert_eq!(
            summary(&all, 1, 1, 0),
            "4 need you (1 tampered) · 1 running · 1 ready to run · 2 failed · 1 frozen (not verified) · 7 features"
        );
        assert_eq!(summary(&[sealed], 0, 1, 0), "nothing needs you · 1 frozen (not verified) · 1 feature");
        // What was paused by quitting can run too, and a session of no feature needs a person too.
        assert_eq!(
            summary(&[of(None), of(Some(Attention::Start)), of(Some(Attention::File))], 2, 0, 1),
            "1 needs you · 2 ready to run · 2 features · 1 other run"
        );
    }
}
