//! What is read before an event: the files of the session, and those of the feature that go into prompts.

use frieze_data::path::RelPath;
use frieze_design::frozen;
use frieze_kernel::files::Home;
use frieze_kernel::{Event, Order};

use crate::files::SessionFiles;
use crate::phase::Work;
use crate::record::Record;

pub(super) fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
    if is_work(event) {
        let files = SessionFiles::of(&record.session_id);
        let (iteration, before) = (record.current_iteration, record.current_iteration.saturating_sub(1));
        let mut paths = vec![files.standards(), files.response(Work::Planning, iteration)];
        if let Some(work) = record.phase.work() {
            paths.extend([files.prompt(work, iteration), files.response(work, iteration)]);
        }
        paths.extend((before > 0).then(|| files.response(Work::Reviewing, before)));
        paths.extend(documents(record));
        paths.extend(record.metadata.frieze.feature.as_ref().map(|id| Home::of(id).marker()));
        return paths;
    }
    if let Event::Ordered(Order::Verb { verb: "new", words, .. }) = event {
        let feature = words.iter().find_map(|word| word.strip_prefix("feature=")?.parse().ok());
        return feature.iter().flat_map(frozen::paths).collect();
    }
    let is_read = matches!(event, Event::Inspected | Event::Answered { .. });
    awaited(record).into_iter().filter(|_| is_read).collect()
}

/// The prompt, and the response that is waited for.
pub(super) fn exchanged(record: &Record) -> Option<[RelPath; 2]> {
    let (work, iteration) = (record.phase.awaited()?, record.current_iteration);
    let files = SessionFiles::of(&record.session_id);
    Some([files.prompt(work, iteration), files.response(work, iteration)])
}

/// The response that is waited for.
pub(super) fn awaited(record: &Record) -> Option<RelPath> {
    exchanged(record).map(|[_, response]| response)
}

/// The documents of the session's feature, the frozen design first.
pub(super) fn documents(record: &Record) -> Vec<RelPath> {
    let Some(id) = &record.metadata.frieze.feature else { return Vec::new() };
    let feature = RelPath::feature(id);
    let names = ["spec.md", "plan.md", "tasks.md", "design-handoff/HANDOFF-SUPPLEMENT.md"];
    std::iter::once(Home::of(id).frozen().intent()).chain(names.map(|name| feature.join(name))).collect()
}

/// Whether the event may read a response, or write the next prompt.
pub(super) fn is_work(event: &Event) -> bool {
    matches!(event, Event::Decided(_) | Event::Ordered(Order::Start | Order::Verb { verb: "step", .. }))
}
