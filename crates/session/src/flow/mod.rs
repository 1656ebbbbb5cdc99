//! The workflow `session`: plan, generate, review and revise, by files (3-file-workflow.md). A step moves at most once (S39); an
//! approval hashes what is on disk (S33).

mod agent;
mod approve;
mod begin;
mod built_in;
mod gate;
mod prompts;
mod reads;
mod sheets;
mod step;
mod table;
mod turn;
mod view;

use std::collections::BTreeMap;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::approval::Rules;
use serde_json::Value;

use frieze_kernel::{
    Entries, Event, Facts, Files, Flow, Place, Refusal, Request, RunView, Sealed, Sheet, SheetRow, Shelf,
    Step, Table, Verb,
};

use crate::files::{RECORD, SessionFiles, plain_names, shelf};
use crate::phase::Phase;
use crate::record::Record;
use crate::terms::Terms;
use turn::Turn;

/// The workflow of one session below `.aiwf/sessions/`.
pub struct Session;

impl Flow for Session {
    type Phase = Phase;
    type Record = Record;
    type Terms = Terms;

    const NAME: &'static str = "session";
    const TABLE: Table<Phase> = table::TABLE;
    const VERBS: &'static [Verb] = table::VERBS;
    const SHEETS: &'static [Sheet] = sheets::SHEETS;

    fn place(id: &FeatureId) -> Place {
        let folder = SessionFiles::of(id).folder;
        Place::of(folder.clone(), folder, RECORD)
    }

    fn shelf() -> Shelf {
        Shelf { folder: shelf(), is_one: |files, id| files.has(&SessionFiles::of(id).record()) }
    }

    fn folders(record: &Record) -> Vec<RelPath> {
        let files = SessionFiles::of(&record.session_id);
        let iterations = [record.current_iteration, record.current_iteration.saturating_add(1)];
        iterations.into_iter().flat_map(|n| [files.iteration(n), files.code_folder(n)]).collect()
    }

    fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
        reads::reads(record, event)
    }

    fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
        let (files, now) = (SessionFiles::of(&record.session_id), record.current_iteration);
        // Of the iteration before, whose copies an answer may replace, of this one, and of the next one, which may begin.
        let iterations = [now.saturating_sub(1), now, now.saturating_add(1)].into_iter();
        iterations.filter(|_| reads::is_work(event)).map(|iteration| files.code_folder(iteration)).collect()
    }

    fn reads_listed(_: &Record, _: &Event, lists: &BTreeMap<RelPath, Entries>) -> Vec<RelPath> {
        let code = |(folder, entries): (&RelPath, &Entries)| -> Vec<RelPath> {
            plain_names(entries).0.iter().map(|name| folder.named(name)).collect()
        };
        lists.iter().flat_map(code).collect()
    }

    fn step(record: Record, event: &Event, facts: &Facts<Terms>) -> Result<Step<Record>, Refusal> {
        let (files, iteration) = (SessionFiles::of(&record.session_id), record.current_iteration);
        let turn = Turn { files, facts, iteration };
        let before = record.clone();
        let step = match event {
            Event::Inspected => step::inspected(record, &turn),
            Event::Ordered(order) => step::ordered(record, order, &turn)?,
            Event::Decided(decision) => approve::decided(record, decision, &turn)?,
            Event::AskedAgain { .. } => agent::asked_again(record, &turn),
            Event::Answered { answer, .. } => agent::answered(record, answer, &turn),
            Event::Faulted { fault, partial, .. } => agent::faulted(record, fault, partial, &turn),
            Event::Proceeded { .. } => return Err(table::no_such_order(&record, "proceed")),
        };
        Ok(turn::finished(&before, step, facts.now))
    }

    fn wants(record: &Record) -> Vec<Request> {
        gate::wants(record)
    }

    fn view(record: &Record) -> RunView {
        view::view(record)
    }

    fn view_with(record: &Record, _: Option<&Terms>, _: bool, files: &dyn Files) -> RunView {
        view::with_files(record, files)
    }

    fn sheet(record: &Record, _: &RunView, name: &str, files: &dyn Files) -> Vec<SheetRow> {
        sheets::sheet(record, name, files)
    }

    fn details(record: &Record, view: &RunView, files: &dyn Files) -> Value {
        view::details(record, view, files)
    }

    fn verify(_: &FeatureId, record: Option<&Record>, files: &dyn Files, _: &Rules) -> Option<Sealed> {
        view::verify(record?, files)
    }
}
