//! Cards of runs that this process does not work on, read from the disk.

use crate::tui::Workspace;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::{DESIGN, RunKey};
use crate::tui::panes::feature;
use frieze_data::id::FeatureId;
use frieze_engine::past::read_design;
use frieze_engine::{Activity, InspectDepth, Runs, lease_holder};
use frieze_kernel::files::Home;
use frieze_kernel::{Attention, FileProblem, RunView};
use frieze_ports::{Kind, Store, StoreError};

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
    let needs = card.needs.filter(|_| card.file_problem.is_none());
    let needs_brief = matches!(needs, Some(Attention::Start | Attention::Decision));
    let mut problem = if needs_brief { lost_brief(store, &home) } else { None };
    if problem.is_none() && needs == Some(Attention::Decision) {
        let damaged = |why: String| Some((FileProblem::Damaged, why));
        problem = match read_design(store, &home.intent()) {
            Ok(Some(reading)) => {
                // A person may have edited it meanwhile.
                card.design = Some(reading.sha256);
                None
            }
            Err(why) => damaged(why.to_string()),
            Ok(None) => damaged("design/intent.json is missing".to_owned()),
        };
    }
    if let Some((what, why)) = problem {
        (card.file_problem, card.reason) = (Some(what), Some(why.into()));
    } else if needs == Some(Attention::Start) && has_lost_record(store, view) {
        card.reason = Some("design/state.json is missing, and a run starts afresh: restore it first".into());
    }
    card
}

/// The problem of a brief that is missing or no file.
fn lost_brief(store: &dyn Store, home: &Home) -> Option<(FileProblem, String)> {
    let brief = home.brief();
    let what = match store.kind_of(&brief) {
        Ok(None) => "is missing",
        Ok(Some(Kind::Folder | Kind::Symlink | Kind::Other)) => "is no regular file",
        Ok(Some(Kind::File)) | Err(_) => return None,
    };
    Some((FileProblem::Missing, format!("{brief} {what}")))
}

/// Whether there is a design, and no record of the run that made it.
fn has_lost_record(store: &dyn Store, view: &RunView) -> bool {
    let home = Home::of(&view.id);
    view.since.is_none() && store.is_gone(&home.place().record) && !store.is_gone(&home.intent())
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
