//! The workflow `chain`: a feature goes through its phases in order, each result is reviewed, and a person decides what comes next
//! (4-phase-orchestration.md). "Skills produce artifacts; commands manage the loop."

mod agent;
mod details;
mod enter;
mod finish;
mod gate;
mod players;
mod prompts;
mod reads;
mod record;
mod rounds;
mod sheets;
mod start;
mod table;
mod turn;
mod view;

use std::collections::BTreeMap;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::{
    Event, Facts, FileState, Files, Flow, Place, Refusal, Request, RunView, Sheet, SheetRow, Shelf, Step,
    Table, Verb,
};
use serde_json::Value;

pub use finish::git_commands;
pub use record::{Active, Artifact, Own, Player, Question, QuestionKind, Record};
pub use start::check_worktree;
pub use table::ChainPhase;

use crate::files::{ChainFiles, RECORD, ROUNDS};
use crate::terms::Terms;
use turn::Turn;

/// The workflow of one feature.
pub struct Chain;

impl Flow for Chain {
    type Phase = ChainPhase;
    type Record = Record;
    type Terms = Terms;

    const NAME: &'static str = "chain";
    const TABLE: Table<ChainPhase> = table::TABLE;
    const VERBS: &'static [Verb] = table::VERBS;
    const SHEETS: &'static [Sheet] = sheets::SHEETS;
    const ADDED_TO: &'static [&'static str] = &[ROUNDS];

    fn place(id: &FeatureId) -> Place {
        ChainFiles::of(id).place()
    }

    fn shelf() -> Shelf {
        Shelf {
            folder: RelPath::features(),
            is_one: |files, id| files.has(&RelPath::feature(id).join(RECORD)),
        }
    }

    fn folders(record: &Record) -> Vec<RelPath> {
        let files = ChainFiles::of(&record.id);
        let rounds = record.own.active.iter().flat_map(|active| {
            [active.folder, active.folder.saturating_add(1)].map(|number| files.round(active.phase, number))
        });
        rounds.chain([files.feature.clone()]).collect()
    }

    fn logs(record: &Record) -> Vec<RelPath> {
        vec![ChainFiles::of(&record.id).history()]
    }

    fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
        reads::reads(record, event)
    }

    fn reads_then(record: &Record, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        reads::code(record, seen)
    }

    fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
        reads::lists(record, event)
    }

    fn step(record: Record, event: &Event, facts: &Facts<Terms>) -> Result<Step<Record>, Refusal> {
        let turn = Turn::of(&record, facts);
        let before = record.clone();
        let step = match event {
            Event::Inspected => inspected(record, &turn),
            Event::Ordered(order) => enter::ordered(record, order, &turn)?,
            Event::Decided(decision) => gate::decided(record, decision, &turn)?,
            Event::AskedAgain { .. } => agent::asked_again(record, &turn),
            Event::Answered { answer, .. } => agent::answered(record, answer, &turn),
            Event::Faulted { fault, partial, .. } => agent::faulted(record, fault, partial, &turn),
            Event::Proceeded { .. } => rounds::proceeded(record, &turn),
        };
        Ok(turn::finished(&before, step, facts))
    }

    fn wants(record: &Record) -> Vec<Request> {
        gate::wants(record)
    }

    fn has_come(record: &Record, files: &dyn Files) -> bool {
        players::has_come(record, files)
    }

    fn view(record: &Record) -> RunView {
        view::view(record)
    }

    fn view_with(record: &Record, files: &dyn Files) -> RunView {
        view::with_files(record, files)
    }

    fn view_under(record: &Record, _: &Terms, files: &dyn Files) -> RunView {
        RunView { gates: gate::bound(record, files).into_iter().collect(), ..view::with_files(record, files) }
    }

    fn sheet(record: &Record, name: &str, files: &dyn Files) -> Vec<SheetRow> {
        sheets::sheet(record, name, files)
    }

    fn details(record: &Record, files: &dyn Files) -> Value {
        details::details(record, files)
    }
}

/// Notes what the run waits for. An inspection begins nothing.
fn inspected(record: Record, turn: &Turn<'_>) -> Step<Record> {
    match record.own.state {
        ChainPhase::Producing => players::inspected(record, turn),
        ChainPhase::Completed | ChainPhase::Abandoned => finish::cleaned_up(record, turn),
        ChainPhase::Ready | ChainPhase::Reviewing | ChainPhase::Asking => Step::same(record),
    }
}
