//! What is read before an event, and listed.

use std::collections::BTreeMap;

use frieze_data::path::RelPath;
use frieze_kernel::{Event, FileState, Order};

use super::record::{Active, Player, Record};
use super::table::ChainPhase;
use super::{enter, players};
use crate::files::ChainFiles;
use crate::phase::FeaturePhase;

pub(super) fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
    let files = ChainFiles::of(&record.id);
    match event {
        Event::Inspected => inspected(record, &files),
        Event::Ordered(Order::Verb { verb: "finish", .. }) => {
            let mut paths = documents(record, &files);
            paths.push(files.history());
            paths
        }
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::AskedAgain { .. }
        | Event::Proceeded { .. } => documents(record, &files),
    }
}

/// The rounds of the phase that an order is about, for the number of the next one, and the sessions for the same.
pub(super) fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
    let asked = || record.own.question.as_ref().map(|question| question.phase);
    let target = match event {
        Event::Ordered(order) => enter::target(record, order),
        Event::Decided(_) => asked(),
        Event::Inspected
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::AskedAgain { .. }
        | Event::Proceeded { .. } => None,
    };
    let Some(phase) = target else { return Vec::new() };
    let sessions = (phase == FeaturePhase::Implement).then(ChainFiles::sessions);
    sessions.into_iter().chain([ChainFiles::of(&record.id).rounds(phase)]).collect()
}

/// An inspection only looks for what the run waits for.
fn inspected(record: &Record, files: &ChainFiles) -> Vec<RelPath> {
    if record.own.cleanup {
        return vec![files.history()];
    }
    let active = record.own.active.as_ref().filter(|_| record.own.state == ChainPhase::Producing);
    match active.map(|active| (&active.producer, &active.session)) {
        Some((Player::Design, _)) => vec![files.marker(), files.intent()],
        Some((Player::Session, Some(session))) => vec![ChainFiles::session(session)],
        Some((Player::Session, None) | (Player::BuiltIn | Player::Agent(_) | Player::Person, _)) | None => {
            Vec::new()
        }
    }
}

/// The texts of the feature, and the files of the round that is under way.
fn documents(record: &Record, files: &ChainFiles) -> Vec<RelPath> {
    let mut paths = vec![files.brief(), files.answers(), files.marker(), files.intent()];
    paths.extend(FeaturePhase::ALL.into_iter().filter_map(|phase| files.artifact(phase)));
    let active = record.own.active.as_ref();
    if let Some(active) = active {
        let round = files.round(active.phase, active.folder);
        paths.extend([round.artifact(), round.review(), round.final_review()]);
        let prior = active.prior.map(|folder| files.round(active.phase, folder));
        paths.extend(prior.into_iter().flat_map(|round| [round.review(), round.final_review()]));
    }
    paths.extend(session(record, active).map(|id| ChainFiles::session(&id)));
    paths
}

/// The code of the session, which the final reviewer reads, and the verification.
pub(super) fn code(record: &Record, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
    let Some(active) = record.own.active.as_ref() else { return Vec::new() };
    // Verified are the files as they are now.
    let is_read = active.phase == FeaturePhase::Verify
        || active.phase == FeaturePhase::Implement && record.own.state == ChainPhase::Reviewing;
    let Some(session) = session(record, Some(active)).filter(|_| is_read) else { return Vec::new() };
    match seen.get(&ChainFiles::session(&session)) {
        Some(FileState::Bytes(bytes)) => players::code(&session, bytes),
        Some(FileState::Absent | FileState::Unreadable(_)) | None => Vec::new(),
    }
}

fn session(record: &Record, active: Option<&Active>) -> Option<frieze_data::id::FeatureId> {
    active.and_then(|active| active.session.clone()).or_else(|| players::last_session(record))
}
