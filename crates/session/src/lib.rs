//! The session workflow (3-file-workflow.md): record, file names, answers, approvals, warnings, profiles, the built-in
//! contracts, and the moves between phases (`flow`). Pure: no clock, no disk, no randomness.
//!
//! `S26` and the like number the requirement's normative statements, in the order of the document.

pub mod approval;
pub mod artifact;
pub mod bundle;
pub mod contract;
pub mod files;
pub mod flow;
pub mod frozen_design;
pub mod phase;
pub mod profile;
pub mod record;
pub mod review;
pub mod standards;
pub mod terms;
pub mod warnings;
