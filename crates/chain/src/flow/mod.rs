//! The workflow `chain`: a feature goes through its phases in order, each result is reviewed, and a person decides what comes next
//! (4-phase-orchestration.md). "Skills produce artifacts; commands manage the loop."

mod agent;
mod ends;
mod enter;
mod gate;
mod players;
mod record;
mod rounds;
mod sheets;
mod table;
mod turn;
mod view;

use std::collections::BTreeMap;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::frozen;
use frieze_kernel::{
    Event, Facts, FileState, Files, Flow, Key, Order, Place, Refusal, Request, RequestKind, RunView, Sheet,
    SheetRow, Shelf, Step, Table, Verb, bounded,
};
use frieze_session::files::shelf;
use serde_json::Value;

pub use ends::{after_the_end, check_worktree};
pub use record::{Active, Artifact, Own, Player, Question, QuestionKind, Record};
pub use table::ChainPhase;

use crate::files::{ChainFiles, RECORD, ROUNDS};
use crate::phase::FeaturePhase;
use crate::terms::Terms;
use turn::{Turn, Work};

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
        let rounds = |active: &Active| {
            [active.folder, active.folder.saturating_add(1)].map(|number| files.round(active.phase, number))
        };
        record.own.active.iter().flat_map(rounds).collect()
    }

    fn files(record: &Record) -> Vec<RelPath> {
        let files = ChainFiles::of(&record.id);
        let artifacts = FeaturePhase::all().filter_map(|phase| files.artifact(phase));
        artifacts.chain([files.place().record, files.history(), files.home.brief()]).collect()
    }

    fn logs(record: &Record) -> Vec<RelPath> {
        vec![ChainFiles::of(&record.id).history()]
    }

    /// An inspection only looks for what the run waits for.
    fn reads(record: &Record, event: &Event) -> Vec<RelPath> {
        let files = ChainFiles::of(&record.id);
        if !matches!(event, Event::Inspected) {
            let is_end = matches!(event, Event::Ordered(Order::Verb { verb: "finish", .. }));
            let history = is_end.then(|| files.history());
            return turn::documents(record, &files).into_iter().chain(history).collect();
        }
        if record.own.cleanup {
            return vec![files.history()];
        }
        let Some(run) = players::player_run(record) else { return Vec::new() };
        frozen::paths(&record.id).into_iter().chain([run.watch.path]).collect()
    }

    fn reads_then(record: &Record, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        record.own.active.as_ref().map(|active| players::code(record, active, seen)).unwrap_or_default()
    }

    /// The rounds of the phase that an event is about, and of those that it may need first, for the number of the next one; the sessions
    /// for the same, and for the one that was left.
    fn lists(record: &Record, event: &Event) -> Vec<RelPath> {
        let asked = record.own.question.as_ref().filter(|_| matches!(event, Event::Decided(_)));
        let asked = asked.map(|question| question.phase);
        let target = if let Event::Ordered(order) = event { enter::target(record, order) } else { asked };
        let files = ChainFiles::of(&record.id);
        let frozen = (target >= Some(FeaturePhase::Design)).then(|| files.home.frozen().folder().clone());
        let has_session = target == Some(FeaturePhase::Implement) || record.own.sessions > 0;
        let phases = FeaturePhase::all().filter(|phase| Some(*phase) <= target);
        let sessions = (has_session && !matches!(event, Event::Inspected)).then(shelf);
        frozen.into_iter().chain(sessions).chain(phases.map(|phase| files.rounds(phase))).collect()
    }

    fn step(record: Record, event: &Event, facts: &Facts<Terms>) -> Result<Step<Record>, Refusal> {
        let turn = Turn::of(&record, facts);
        let before = record.clone();
        let work = |record| Work::of(record, &turn);
        let step = match event {
            // It begins nothing.
            Event::Inspected => match record.own.state {
                ChainPhase::Producing => players::inspected(work(record)?),
                ChainPhase::Completed | ChainPhase::Abandoned => ends::cleaned_up(record, &turn),
                ChainPhase::Ready | ChainPhase::Reviewing | ChainPhase::Asking => Step::same(record),
            },
            Event::Ordered(order) => enter::ordered(record, order, &turn)?,
            Event::Decided(decision) => gate::decided(record, decision, &turn)?,
            Event::AskedAgain { .. } => agent::asked_again(work(record)?),
            Event::Answered { answer, .. } => agent::answered(work(record)?, answer),
            Event::Faulted { fault, partial, .. } => agent::faulted(work(record)?, fault, partial),
            Event::Proceeded { .. } => rounds::proceeded(work(record)?),
        };
        Ok(turn::finished(&before, step, facts))
    }

    /// A decision, an agent's answer, another run, or the next automatic step.
    fn wants(record: &Record) -> Vec<Request> {
        if let Some(gate) = gate::gate(record) {
            return vec![Request { key: gate.key.clone(), kind: RequestKind::Gate(gate) }];
        }
        let Some(active) = record.under_way() else { return Vec::new() };
        if agent::asked(record.own.state, active).is_some() {
            return agent::request(record).into_iter().collect();
        }
        let own = if record.own.state == ChainPhase::Producing { "produce" } else { "review" };
        let own = || vec![(own, RequestKind::Proceed)];
        let all = players::other_run(record).map_or_else(own, players::OtherRun::requests).into_iter();
        let key = |what| Key(format!("{what}/{}/{}", active.phase.name(), active.folder));
        all.map(|(what, kind)| Request { key: key(what), kind }).collect()
    }

    fn has_come(record: &Record, files: &dyn Files) -> bool {
        players::other_run(record).is_some_and(|run| run.is_done(&record.id, files) != Ok(false))
    }

    fn view(record: &Record) -> RunView {
        view::view(record)
    }

    /// A session may need the frozen design that is not there.
    fn depends_on_terms(record: &Record, files: &dyn Files) -> bool {
        record.own.state == ChainPhase::Ready
            && enter::next(record) == FeaturePhase::Implement
            && !files.has(&ChainFiles::of(&record.id).home.marker())
    }

    fn view_with(record: &Record, terms: Option<&Terms>, _is_opened: bool, files: &dyn Files) -> RunView {
        view::with_files(record, terms, files)
    }

    fn sheet(record: &Record, view: &RunView, name: &str, files: &dyn Files) -> Vec<SheetRow> {
        bounded(match name {
            "chain" => sheets::chain(record, view, files),
            "rounds" => sheets::rounds(record, files),
            _ => sheets::artifact(record, name, files),
        })
    }

    fn details(record: &Record, view: &RunView, files: &dyn Files) -> Value {
        view::details(record, view, files)
    }
}
