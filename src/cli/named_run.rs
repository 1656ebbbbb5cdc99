//! Runs that a person names: `checkout` is the design of a feature, `session/tier-1` a run of another workflow.

use std::fmt;
use std::sync::Arc;

use super::verbs::status::other_runs::{self, FeatureRuns, RunRow};
use super::verbs::{chain, status};
use super::{Context, Stop, id};
use frieze_data::id::FeatureId;
use frieze_data::text::first;
use frieze_engine::{InspectDepth, Runs, Trouble};
use frieze_kernel::{RunView, Unreadable};

use super::out::remark;

/// How many characters of a wrong name are quoted.
const QUOTED: usize = 64;
/// How many runs are named in the error for an unknown one.
const LISTED: usize = 12;

/// A run, with the workflow that it belongs to.
#[derive(Clone)]
pub struct NamedRun {
    pub runs: Arc<dyn Runs>,
    pub id: FeatureId,
    /// Whether it is the design of a feature.
    pub is_design: bool,
}

impl NamedRun {
    /// The design of a feature, which may not exist yet.
    pub fn design(context: &Context, id: FeatureId) -> Self {
        Self { runs: context.flows.design.clone(), id, is_design: true }
    }

    /// The run that a text names. Whether a feature exists is left to the verb; a run of another workflow exists.
    ///
    /// # Errors
    /// If the text is no name, or there is no such workflow or run.
    pub fn find(context: &Context, text: &str) -> Result<Self, Stop> {
        let Some((flow, name)) = text.split_once('/') else { return Ok(Self::design(context, id(text)?)) };
        let Some(runs) = context.flows.named(flow) else { return Err(no_such_flow(context, text, flow)) };
        let id = id(name)?;
        if flow == context.design().name() {
            return Ok(Self::design(context, id));
        }
        if !runs.exists(&id)? {
            return Err(no_such_run(runs.as_ref(), &id)?);
        }
        Ok(Self { runs: runs.clone(), id, is_design: false })
    }

    /// The run for a verb that acts on what is due: the named one, or of a feature the one that is due among its runs.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn due(context: &Context, text: &str, others: &[RunRow]) -> Result<Self, Stop> {
        let run = Self::find(context, text)?;
        if text.contains('/') {
            return Ok(run);
        }
        let runs = status::runs_of(context, &run.id, others)?;
        let due = runs.as_ref().and_then(FeatureRuns::run_by_name);
        due.map_or(Ok(run), |due| Self::find(context, &due.name()))
    }

    /// The run for a decision, as [`Self::due`].
    ///
    /// # Errors
    /// Also if several runs of the feature have an open gate: it names them.
    pub fn to_decide(context: &Context, text: &str, choice: &str) -> Result<Self, Stop> {
        let run = Self::find(context, text)?;
        let others = if text.contains('/') { Vec::new() } else { other_runs::rows(context) };
        let runs = status::runs_of(context, &run.id, &others)?;
        if runs.is_none() && !run.runs.exists(&run.id)? {
            return Err(run.runs.no_such_feature(&run.id).into());
        }
        // Other choices, such as those of a question, are no decision of this kind.
        let waiting = runs.iter().flat_map(FeatureRuns::waiting).filter(|run| run.can(choice));
        let waiting: Vec<String> = waiting.map(RunRow::name).collect();
        if let [one] = waiting.as_slice() {
            return Self::find(context, one);
        }
        if let [_, second, ..] = waiting.as_slice() {
            let hint = format!("name one, for example `frieze {choice} {second}`");
            let what = format!("{text} waits for {} decisions: {}", waiting.len(), waiting.join(", "));
            return Err(Stop::refused(format!("nothing was decided: {what}"), hint));
        }
        Self::due(context, text, &others)
    }

    /// Inspects it under its lease, or its saved record if another process holds the lease.
    ///
    /// # Errors
    /// If the record cannot be used.
    pub fn inspect(&self) -> Result<RunView, Trouble> {
        match self.runs.inspect(&self.id, InspectDepth::Locked) {
            Err(trouble @ (Trouble::Held { .. } | Trouble::Store(_) | Trouble::Misconfigured(_))) => {
                let saved = self.runs.inspect(&self.id, InspectDepth::Schema)?.view;
                remark(&format!("{trouble}; showing the last saved state"));
                Ok(saved)
            }
            outcome => Ok(outcome?.view),
        }
    }

    /// The end of a verb that could not go on with it.
    pub fn stop(&self, trouble: Trouble) -> Stop {
        let is_damaged = matches!(&trouble, Trouble::Record { why: Unreadable::Damaged(_), .. });
        let stop = Stop::from(trouble);
        let hint = match (is_damaged, self.is_design, self.runs.name()) {
            (true, false, chain::FLOW) => {
                format!(
                    "{RESTORE}, or `frieze chain start {} --set-aside --mode MODE` keeps it and begins again",
                    self.id
                )
            }
            (true, false, _) => RESTORE.to_owned(),
            (..) => stop.hint,
        };
        Stop { hint, ..stop }
    }
}

impl fmt::Display for NamedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_design { write!(f, "{}", self.id) } else { write!(f, "{}/{}", self.runs.name(), self.id) }
    }
}

/// The runs of a workflow that every frieze has.
///
/// # Errors
/// There is no such workflow.
pub fn workflow<'c>(context: &'c Context, name: &str) -> Result<&'c Arc<dyn Runs>, Stop> {
    let missing = || Stop::refused(format!("this frieze has no {name}s"), "report this mistake of frieze");
    context.flows.named(name).ok_or_else(missing)
}

/// The hint for a damaged record of a workflow that cannot set it aside.
const RESTORE: &str = "restore it from version control";

fn no_such_flow(context: &Context, text: &str, flow: &str) -> Stop {
    let [text, flow] = [text, flow].map(|text| text.chars().take(QUOTED).collect::<String>());
    let known: Vec<&str> = context.flows.all().map(|runs| runs.name()).collect();
    let known = known.join(", ");
    Stop::refused(
        format!("{text:?} is not a feature id, and there is no workflow {flow:?}: the workflows are {known}"),
        "`frieze status` lists the features and all other runs",
    )
}

fn no_such_run(runs: &dyn Runs, id: &FeatureId) -> Result<Stop, Stop> {
    let (flow, all) = (runs.name(), runs.features()?);
    let all: Vec<&str> = all.iter().map(FeatureId::as_str).collect();
    let known = if all.is_empty() {
        "there is none yet".to_owned()
    } else {
        format!("there are {}", first(&all, LISTED, ", "))
    };
    let hint = "`frieze status` lists the features and all other runs";
    Ok(Stop::refused(format!("there is no {flow} {id}: {known}"), hint))
}
