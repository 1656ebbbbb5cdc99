//! Cards of runs that this process does not work on, read from the disk.

use crate::tui::Workspace;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::{DESIGN, RunKey};
use crate::tui::panes::feature;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_engine::past::read_design;
use frieze_engine::{Activity, InspectDepth, Runs, lease_holder};
use frieze_kernel::files::Home;
use frieze_kernel::{Attention, FileProblem, RunView};
use frieze_ports::{Store, StoreError};

/// The card of a feature.
pub fn card(workspace: &Workspace, id: &FeatureId) -> Card {
    card_in(workspace, workspace.design(), id, InspectDepth::Record)
}

/// The card of a run of another workflow; `None` if there is no such workflow.
pub fn card_of_other(workspace: &Workspace, key: &RunKey, depth: InspectDepth) -> Option<Card> {
    let runs = workspace.flows.named(key.flow)?;
    Some(card_in(workspace, runs.as_ref(), &key.id, depth))
}

fn card_in(workspace: &Workspace, runs: &dyn Runs, id: &FeatureId, depth: InspectDepth) -> Card {
    match runs.inspect(id, depth) {
        Ok(inspection) => idle_card(workspace, runs, &inspection.view),
        Err(trouble) => Card::unusable(&trouble),
    }
}

/// The keys of all runs of the workflows other than the design.
pub fn other_keys(workspace: &Workspace) -> Result<Vec<RunKey>, StoreError> {
    let mut keys = Vec::new();
    for runs in &workspace.flows.others {
        keys.extend(runs.features()?.into_iter().map(|id| RunKey { flow: runs.name(), id }));
    }
    Ok(keys)
}

/// As [`card`], with problems of the files that the person's next step needs.
pub fn checked_card(workspace: &Workspace, view: &RunView) -> Card {
    let mut card = idle_card(workspace, workspace.design(), view);
    let (store, home) = (workspace.store.as_ref(), Home::of(&view.id));
    let is_gone = |path: &RelPath| matches!(store.kind_of(path), Ok(None));
    let brief = home.brief();
    let (file_problem, why) = match card.needs {
        Some(Attention::Start) if is_gone(&brief) => (FileProblem::Missing, format!("{brief} is missing")),
        Some(Attention::Decision) if card.file_problem.is_none() => {
            match read_design(store, &home.intent()) {
                Ok(Some(reading)) => {
                    // A person may have edited it meanwhile.
                    card.design = Some(reading.sha256);
                    return card;
                }
                Err(why) => (FileProblem::Damaged, why.to_string()),
                Ok(None) => (FileProblem::Damaged, "design/intent.json is missing".to_owned()),
            }
        }
        _ => return card,
    };
    (card.file_problem, card.reason) = (Some(file_problem), Some(why.into()));
    card
}

/// The card of a run that this process does not work on. If it could continue, another process may hold it.
fn idle_card(workspace: &Workspace, runs: &dyn Runs, view: &RunView) -> Card {
    let mut card = Card::of(view, Activity::Idle);
    if runs.name() == DESIGN {
        card.title = title(workspace.store.as_ref(), &view.id);
    }
    if card.is_paused() {
        card.held_by = lease_holder::now(workspace.store.as_ref(), &runs.place(&view.id)).map(Into::into);
    }
    card
}

/// The most bytes of a brief that are read for its title.
const TITLE: usize = 1024;

/// The title of a feature's brief, if it says more than the id.
pub fn title(store: &dyn Store, id: &FeatureId) -> Option<Box<str>> {
    let bytes = store.read_start(&Home::of(id).brief(), TITLE).ok()??;
    feature::brief_title(&String::from_utf8_lossy(&bytes), id.as_str()).map(Into::into)
}
