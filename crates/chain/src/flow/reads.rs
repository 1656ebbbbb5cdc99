//! What is read before an event, and listed.

use std::collections::BTreeMap;

use frieze_data::path::RelPath;
use frieze_kernel::{Event, FileState, Order};
use frieze_session::files::{SessionFiles, shelf};

use super::record::Record;
use super::table::ChainPhase;
use super::{enter, players};
use crate::files::{ARTIFACT, ChainFiles, FINAL_REVIEW, REVIEW};
use crate::phase::FeaturePhase;

/// An inspection only looks for what the run waits for.
pub(super) fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
    let files = ChainFiles::of(&record.id);
    if !matches!(event, Event::Inspected) {
        let is_end = matches!(event, Event::Ordered(Order::Verb { verb: "finish", .. }));
        let history = is_end.then(|| files.history());
        return documents(record, &files).into_iter().chain(history).collect();
    }
    if record.own.cleanup {
        return vec![files.history()];
    }
    let run = players::player_run(record);
    let seal = [files.home.marker(), files.home.frozen().intent()];
    run.into_iter().flat_map(|run| seal.clone().into_iter().chain([run.watch.path])).collect()
}

/// The rounds of the phase that an order is about, for the number of the next one, and the sessions for the same.
pub(super) fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
    let asked = record.own.question.as_ref().filter(|_| matches!(event, Event::Decided(_)));
    let asked = asked.map(|question| question.phase);
    let target = if let Event::Ordered(order) = event { enter::target(record, order) } else { asked };
    let Some(phase) = target else { return Vec::new() };
    let sessions = (phase == FeaturePhase::Implement).then(shelf);
    sessions.into_iter().chain([ChainFiles::of(&record.id).rounds(phase)]).collect()
}

/// The texts of the feature, and the files of the round that is under way.
fn documents(record: &Record, files: &ChainFiles) -> Vec<RelPath> {
    let home = &files.home;
    let mut paths = vec![home.brief(), home.answers(), home.marker(), home.frozen().intent()];
    paths.extend(FeaturePhase::all().filter_map(|phase| files.artifact(phase)));
    let Some(active) = &record.own.active else { return paths };
    paths.push(files.round(active.phase, active.folder).join(ARTIFACT));
    for folder in [Some(active.folder), active.prior].into_iter().flatten() {
        let round = files.round(active.phase, folder);
        paths.extend([round.join(REVIEW), round.join(FINAL_REVIEW)]);
    }
    paths.extend(players::session(record, active).map(|id| SessionFiles::of(&id).record()));
    paths
}

/// The code of the session, which the final reviewer reads, and the verification.
pub(super) fn code(record: &Record, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
    let Some(active) = record.own.active.as_ref() else { return Vec::new() };
    // Verified are the files as they are now.
    let is_read = active.phase == FeaturePhase::Verify
        || active.phase == FeaturePhase::Implement && record.own.state == ChainPhase::Reviewing;
    let Some(session) = players::session(record, active).filter(|_| is_read) else { return Vec::new() };
    let bytes = seen.get(&SessionFiles::of(&session).record()).and_then(FileState::bytes);
    bytes.map(|bytes| players::code(&session, bytes)).unwrap_or_default()
}
