//! What is read before an event: the files of the session, and those of the feature that go into prompts.

use std::collections::BTreeMap;

use frieze_data::path::RelPath;
use frieze_kernel::files::Home;
use frieze_kernel::{Entries, Event, Order};

use super::turn::plain_names;
use crate::files::SessionFiles;
use crate::phase::{Phase, Work};
use crate::record::Record;

pub(super) fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
    if is_work(event) {
        return of_work(record);
    }
    match event {
        Event::Inspected | Event::Answered { .. } => awaited(record).into_iter().collect(),
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Vec::new(),
    }
}

/// The folders of code: this iteration's, the one before whose copies an answer may replace, and the next one's when it may begin.
pub(super) fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
    let files = SessionFiles::of(&record.session_id);
    let next = (record.phase == Phase::Reviewed).then(|| record.current_iteration.saturating_add(1));
    let before = (record.phase == Phase::Revising).then(|| record.current_iteration.saturating_sub(1));
    let iterations = std::iter::once(record.current_iteration).chain(before).chain(next);
    iterations.filter(|_| is_work(event)).map(|iteration| files.code_folder(iteration)).collect()
}

/// The files of this iteration's code, and of the one before in REVISING.
pub(super) fn code(record: &Record, lists: &BTreeMap<RelPath, Entries>) -> Vec<RelPath> {
    let files = SessionFiles::of(&record.session_id);
    let before = (record.phase == Phase::Revising).then(|| record.current_iteration.saturating_sub(1));
    let folders = std::iter::once(record.current_iteration).chain(before).map(|n| files.code_folder(n));
    let listed = folders.filter_map(|folder| Some((lists.get(&folder)?, folder)));
    let named = |(entries, folder): (&Entries, RelPath)| {
        plain_names(entries).0.into_iter().map(move |name| folder.named(&name))
    };
    listed.flat_map(named).collect()
}

/// The response that is waited for.
pub(super) fn awaited(record: &Record) -> Option<RelPath> {
    let work = record.phase.work().filter(|_| record.phase.awaits_response())?;
    Some(SessionFiles::of(&record.session_id).response(work, record.current_iteration))
}

/// The documents of the session's feature, the frozen design first.
pub(super) fn documents(record: &Record) -> Vec<RelPath> {
    let Some(id) = &record.metadata.frieze.feature else { return Vec::new() };
    let feature = RelPath::feature(id);
    let names = ["spec.md", "plan.md", "tasks.md", "design-handoff/HANDOFF-SUPPLEMENT.md"];
    std::iter::once(Home::of(id).frozen().intent()).chain(names.map(|name| feature.join(name))).collect()
}

fn is_work(event: &Event) -> bool {
    match event {
        Event::Decided(_) | Event::Ordered(Order::Start | Order::Verb { verb: "step", .. }) => true,
        Event::Inspected
        | Event::Ordered(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => false,
    }
}

fn of_work(record: &Record) -> Vec<RelPath> {
    let files = SessionFiles::of(&record.session_id);
    let (iteration, before) = (record.current_iteration, record.current_iteration.saturating_sub(1));
    let mut paths = vec![files.standards(), files.response(Work::Planning, iteration)];
    if let Some(work) = record.phase.work() {
        paths.extend([files.prompt(work, iteration), files.response(work, iteration)]);
    }
    paths.extend((before > 0).then(|| files.response(Work::Reviewing, before)));
    paths.extend(documents(record));
    paths
}
