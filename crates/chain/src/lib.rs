//! The chain workflow: a feature goes from an idea to its finish, phase by phase, and a reviewer who has not written it reads each
//! result (`requirements/4`).

pub mod contract;
pub mod files;
pub mod flow;
pub mod history;
pub mod meta;
pub mod offline;
pub mod phase;
pub mod review;
mod sections;
pub mod terms;
