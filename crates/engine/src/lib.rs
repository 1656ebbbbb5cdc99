//! The engine: the interpreter of all workflows. It reads the files that a step needs, takes the step, commits its changes,
//! starts the requests of the record, and shows the result. Flows decide; the engine performs.

mod begin;
mod board;
mod commit;
mod diagnosis;
mod engine;
mod features;
mod file_facts;
mod flows;
mod inspect;
pub mod journal_file;
pub mod lease_holder;
mod log_file;
mod pass;
pub mod past;
mod refusal_note;
mod run_task;
mod runs;
mod seal;
mod settle;
mod slots;
mod suspicion;
mod trouble;
mod verified;
mod world;

pub use board::{Activity, Board, BoardEntry};
pub use diagnosis::Diagnosis;
pub use engine::{Engine, refused_answer};
pub use flows::Flows;
pub use inspect::{InspectDepth, Inspection};
pub use pass::{FrozenDesigns, Pass};
pub use runs::{Outcome, Runs};
pub use seal::Seal;
pub use slots::Slots;
pub use suspicion::Suspicion;
pub use trouble::Trouble;
pub use verified::Verified;
pub use world::{Approved, Unsealed, World};

/// Rules for approvals that are read when they are first needed, or that were read before.
pub type LazyRules<'a> = dyn std::ops::Deref<Target = frieze_kernel::approval::Rules> + 'a;
