//! Runs of other workflows than the design, in lists.

use serde::Serialize;
use serde_json::json;

use super::list::{ListEntry, print_list};
use crate::cli::out::{Out, remark};
use crate::cli::{Context, End, Ended, Stop, parallel_scan};
use frieze_data::id::FeatureId;
use frieze_engine::{Runs, Trouble};
use frieze_kernel::{FeatureStatus, RunView};

/// A run in `status --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherRun {
    #[serde(skip)]
    flow: &'static str,
    id: FeatureId,
    state: String,
    /// How far it is, for example `iteration 2`.
    measure: Option<String>,
    needs: Option<&'static str>,
    reason: Option<String>,
    #[serde(skip)]
    status: FeatureStatus,
}

impl OtherRun {
    pub fn of(context: &Context, runs: &dyn Runs, view: &RunView) -> Self {
        let status = super::status_of(context, runs, view);
        Self {
            flow: runs.name(),
            id: view.id.clone(),
            state: view.state.to_owned(),
            measure: view.measure.clone(),
            needs: status.needs(),
            reason: view.reason.clone(),
            status,
        }
    }

    /// The row of a run whose record cannot be used.
    fn unusable(runs: &dyn Runs, id: &FeatureId, trouble: &Trouble) -> Self {
        let (state, attention) = trouble.listed();
        Self {
            flow: runs.name(),
            id: id.clone(),
            state: state.to_owned(),
            measure: None,
            needs: Some(attention.name()),
            reason: Some(trouble.to_string()),
            status: super::unusable(attention),
        }
    }

    /// The name of its workflow in the plural.
    pub fn plural(&self) -> String {
        format!("{}s", self.flow)
    }

    fn entry(&self) -> ListEntry<'_> {
        let needs = self.needs.map(|needs| format!("needs {needs}")).unwrap_or_default();
        let name = format!("{}/{}", self.flow, self.id);
        let cells = vec![name, self.state.clone(), self.measure.clone().unwrap_or_default(), needs];
        ListEntry { status: self.status, cells, reason: self.reason.as_deref() }
    }
}

/// The runs of all other workflows. A workflow whose runs cannot be listed is reported and does not stop the others.
pub fn rows(context: &Context) -> Result<Vec<OtherRun>, Stop> {
    let mut rows = Vec::new();
    for runs in context.flows.others.iter().map(AsRef::as_ref) {
        match runs.features() {
            Ok(ids) => rows.extend(rows_of(context, runs, &ids)?),
            Err(e) => remark(&format!("the {}s cannot be listed: {e}", runs.name())),
        }
    }
    Ok(rows)
}

fn rows_of(context: &Context, runs: &dyn Runs, ids: &[FeatureId]) -> Result<Vec<OtherRun>, Stop> {
    parallel_scan::inspect_all(runs, ids, |id, seen| match seen {
        Ok(view) => OtherRun::of(context, runs, &view),
        Err(trouble) => OtherRun::unusable(runs, id, &trouble),
    })
}

/// Lists the runs of one workflow.
pub fn list(context: &Context, runs: &dyn Runs, as_json: bool, out: &Out) -> Ended {
    let rows = rows_of(context, runs, &runs.features()?)?;
    let plural = format!("{}s", runs.name());
    if as_json {
        out.json(&json!({ "schemaVersion": 1, plural: rows }));
    } else if rows.is_empty() {
        out.line(&format!("no {plural} yet: `frieze {} new` begins one", runs.name()));
    } else {
        print(&rows, out);
    }
    Ok(End::Done)
}

/// Prints the runs, those that need a person first.
pub fn print(rows: &[OtherRun], out: &Out) {
    print_list(rows.iter().map(OtherRun::entry).collect(), out);
}
